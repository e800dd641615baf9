from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker import output


def test_a_report_takes_its_place_at_once_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text("old")

    def pieces() -> Iterator[str]:
        yield "ne"
        assert path.read_text() == "old"
        yield "w\udc80"

    output.write(str(path), pieces())
    assert path.read_text() == "new\\udc80"
    assert os.listdir(tmp_path) == ["r.json"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


def test_a_report_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text("old")

    def pieces() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        output.write(str(path), pieces())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["r.json"]


@pytest.mark.parametrize("begin", [lambda path: output.write(path, []), output.Stream])
def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path, begin: object) -> None:
    with pytest.raises(FileNotFoundError):
        begin(str(tmp_path / "no" / "r"))  # type: ignore[operator]


def test_a_stream_takes_its_place_when_told_and_then_flushes_each_piece(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("old")
    stream = output.Stream(str(path))
    stream.write("one\n")
    assert path.read_text() == "old"
    stream.settle()
    assert path.read_text() == "one\n"
    stream.write("two\n")
    assert path.read_text() == "one\ntwo\n"
    stream.close()
    assert (stream.error, os.listdir(tmp_path)) == (None, ["r.jsonl"])


def test_a_stream_that_never_took_its_place_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("old")
    stream = output.Stream(str(path))
    stream.write("one\n")
    stream.close()
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["r.jsonl"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_device_that_is_full_is_remembered() -> None:
    stream = output.Stream("/dev/full")
    stream.settle()
    stream.write("one\n")
    stream.write("two\n")
    stream.close()
    assert isinstance(stream.error, OSError)
