from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from checker.inputs.files import Files
from checker.model import Document, Problem


def language_of(name: str) -> str | None:
    return {".md": "markdown", ".html": "html"}.get(Path(name.lower()).suffix)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def read(*targets: str, **options: object) -> list[str | tuple[str, str, int]]:
    reader = Files(language_of, **options)  # type: ignore[arg-type]
    return [
        item.name if isinstance(item, Document) else (item.where, item.what, item.code) for item in reader.read(targets)
    ]


def test_a_folder_in_the_order_of_names() -> None:
    write("b.md", "a/z.md", "a/b/c.html", "c.MD", "d.txt", "A.md")
    assert read(".") == ["A.md", "b.md", "c.MD", "a/z.md", "a/b/c.html"]


def test_sensible_skips() -> None:
    write("a.md", ".git/a.md", ".hidden/a.md", "node_modules/p/README.md", "env/pyvenv.cfg", "env/lib/x.md", ".b.md")
    write("deep/node_modules/x.md", "deep/__pycache__/x.md")
    assert read(".") == [".b.md", "a.md"]


def test_a_folder_that_is_skipped_can_be_named() -> None:
    write("node_modules/p/README.md", ".github/a.md")
    assert read("node_modules", ".github") == ["node_modules/p/README.md", ".github/a.md"]


def test_each_file_once_under_its_own_name() -> None:
    write("d/a.md")
    os.symlink("..", "d/loop")
    os.symlink("d", "again")
    os.symlink("d/a.md", "b.md")
    os.link("d/a.md", "hard.md")
    assert len(read(".", "d", "d/a.md", "again")) == 1
    os.unlink("hard.md")
    assert read(".") == ["d/a.md"]
    assert read("b.md", ".") == ["b.md"]


def test_links_that_lead_out_of_the_target_are_not_followed(tmp_path: Path) -> None:
    write("outside/secret.md", "inside/a.md")
    os.symlink("../outside", "inside/out")
    os.symlink("../outside/secret.md", "inside/b.md")
    os.symlink("nowhere.md", "inside/dead.md")
    assert read("inside") == ["inside/a.md"]


def test_globs() -> None:
    write("a/x.md", "a/y.html", "b/x.md", "[odd].md")
    assert read("*/x.md") == ["a/x.md", "b/x.md"]
    assert read("**/*.html") == ["a/y.html"]
    assert read("[odd].md") == ["[odd].md"]
    assert read("*.none") == [("*.none", "no such file or directory", 2)]


def test_include_and_exclude() -> None:
    write("docs/a.md", "docs/old/b.md", "docs/c.html", "README.md")
    assert read(".", exclude=("old",)) == ["README.md", "docs/a.md", "docs/c.html"]
    assert read(".", exclude=("docs/old/*", "*.html")) == ["README.md", "docs/a.md"]
    assert read(".", include=("*.html",)) == ["docs/c.html"]
    assert read(".", include=("docs/",), exclude=("./docs/old",)) == ["docs/a.md", "docs/c.html"]
    assert read("docs/a.md", exclude=("docs",)) == [("docs/a.md", "holds no file of a kind that is read", 0)]


def test_what_cannot_be_read_is_named_and_the_rest_goes_on() -> None:
    write("a.md")
    os.symlink("loop2.md", "loop1.md")
    os.symlink("loop1.md", "loop2.md")
    assert read("none.md", "loop1.md", "a.md", "a\0b") == [
        ("none.md", "no such file or directory", 2),
        ("loop1.md", "too many levels of symbolic links", 2),
        "a.md",
        ("a\0b", "is not a path", 2),
    ]


@pytest.mark.skipif(os.getuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_named() -> None:
    write("a.md", "b.md")
    os.chmod("b.md", 0)
    assert read(".") == ["a.md", ("b.md", "permission denied", 2)]


def test_what_is_neither_file_nor_folder() -> None:
    os.mkfifo("pipe.md")
    assert read("pipe.md", ".") == [
        ("pipe.md", "is neither a file nor a folder", 2),
        (".", "holds no file of a kind that is read", 0),
    ]


def test_a_folder_without_documents_and_a_file_of_another_kind() -> None:
    write("empty/x.txt")
    assert read("empty", "empty/x.txt") == [
        ("empty", "holds no file of a kind that is read", 0),
        ("empty/x.txt", "is not of a kind that is read", 0),
    ]


def test_a_file_over_the_limit_is_named_and_passed_over() -> None:
    Path("a.md").write_text("x" * 11)
    Path("b.md").write_text("x" * 10)
    assert read(".", max_size=10) == [("a.md", "is larger than 10 bytes (--max-file-size); not read", 0), "b.md"]


def test_names_that_are_no_utf8_and_hold_blanks() -> None:
    write("dir with space/ü#%41.MD")
    with open(b"bad\xff.md", "wb"):
        pass
    os.mkdir("x.md")
    assert read(".") == ["bad\udcff.md", "dir with space/ü#%41.MD"]


def test_names_are_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("docs/a.md", "docs/sub/b.md")
    assert read(str(tmp_path / "docs")) == ["docs/a.md", "docs/sub/b.md"]
    monkeypatch.chdir(tmp_path / "docs" / "sub")
    assert read("../a.md", "./b.md") == ["../a.md", "b.md"]


def test_standard_input_is_a_list_of_urls(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"http://a.org/\n\nhttps://b.org/\r\nnonsense\n"))
    monkeypatch.setattr(sys, "stdin", stream)
    items = list(Files(language_of).read(("-",)))
    assert items == [
        Problem("-:4", "is not an http or https URL"),
        Document("-", "http://a.org/\n\nhttps://b.org/\r\nnonsense\n", "url_list"),
    ]


def test_text_is_decoded_without_loss() -> None:
    Path("a.md").write_bytes(b"\xef\xbb\xbfa\xe9\r\n")
    assert list(Files(language_of).read(("a.md",))) == [Document("a.md", "a\udce9\r\n", "markdown")]
