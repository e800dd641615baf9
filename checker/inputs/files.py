"""Files, folders, globs and standard input -> documents, each file once, and a problem for what cannot be read."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from dataclasses import dataclass, field

from checker import text
from checker.model import Document, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    LanguageOf = Callable[[str], str | None]

LEFT_OUT = frozenset({"node_modules", "bower_components", "__pycache__", "site-packages"})
"""Folders that hold other people's files. Hidden folders and virtual environments are left out too."""

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(slots=True)
class Files:
    """What to read below the targets. ``language_of`` names the language of a file name, or None to pass it over.

    ``include`` and ``exclude`` are globs over paths relative to the working directory; ``*`` matches ``/`` too.
    ``max_size`` is in bytes.
    """

    language_of: LanguageOf
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_size: int = 32 << 20
    _seen: set[tuple[int, int]] = field(default_factory=set)
    _repeated: bool = False
    """Something below this target was read already, under another name or for another target."""

    def read(self, targets: tuple[str, ...]) -> Iterator[Document | Problem]:
        """Documents in the order of targets, then of names; a problem for each thing that could not be read."""
        for target in targets:
            if target == "-":
                yield from self._standard_input()
                continue
            found, self._repeated = False, False
            for path, problem in self._paths(target):
                found = True
                yield problem or self._document(path)
            if not found and not self._repeated:
                yield Problem(_name(target), "holds no file of a kind that is read", 0)

    def _paths(self, target: str) -> Iterator[tuple[str, Problem | None]]:
        """Paths to read; a target that leads nowhere gives a problem in place of a path."""
        try:
            mode = os.stat(target).st_mode
        except (OSError, ValueError) as error:
            import glob

            matched = sorted(glob.glob(target, recursive=True)) if glob.has_magic(target) else []
            if matched:
                for match in matched:
                    yield from self._paths(glob.escape(match) if not os.path.lexists(match) else match)
            else:
                yield target, Problem(_name(target), _why(error))
            return
        if stat.S_ISDIR(mode):
            yield from self._walk(target)
        elif not stat.S_ISREG(mode):
            yield target, Problem(_name(target), "is neither a file nor a folder")
        elif self._wanted(target):
            if self.language_of(target) is None:
                yield target, Problem(_name(target), "is not of a kind that is read", 0)
            elif self._first(target):
                yield target, None

    def _walk(self, top: str) -> Iterator[tuple[str, Problem | None]]:
        """Real files first, then what only symbolic links lead to, so that a file goes by its own name."""
        root = os.path.realpath(top)
        links: list[str] = []
        pending = [top]
        while pending or links:
            if not pending:
                link = links.pop()
                inside = os.path.realpath(link)
                if not (inside + os.sep).startswith(os.path.join(root, "")):
                    continue  # what lies outside the target was not named
                if os.path.isdir(link):
                    pending.append(link)
                elif os.path.isfile(link) and self._of_interest(link) and self._first(link):
                    yield link, None
                continue
            folder = pending.pop()
            if not self._first(folder):
                continue
            try:
                device = os.stat(folder).st_dev
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                yield folder, Problem(_name(folder), _why(error))
                continue
            folders = []
            for entry in listed:
                if entry.is_symlink():
                    links.append(entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    if self._entered(entry):
                        folders.append(entry.path)
                elif (
                    entry.is_file(follow_symlinks=False)
                    and self._of_interest(entry.path)
                    and self._note((device, entry.inode()))
                ):
                    yield entry.path, None
            pending.extend(reversed(folders))
            links.sort(reverse=True)

    def _entered(self, entry: os.DirEntry[str]) -> bool:
        return not (
            entry.name.startswith(".")
            or entry.name in LEFT_OUT
            or os.path.exists(os.path.join(entry.path, "pyvenv.cfg"))
            or _matches(self.exclude, _name(entry.path))
        )

    def _of_interest(self, path: str) -> bool:
        return self.language_of(path) is not None and self._wanted(path)

    def _wanted(self, path: str) -> bool:
        if not self.exclude and not self.include:
            return True
        name = _name(path)
        return not _matches(self.exclude, name) and (not self.include or _matches(self.include, name))

    def _first(self, path: str) -> bool:
        """Whether this file or folder is met for the first time, by whatever name."""
        try:
            status = os.stat(path)
        except OSError:
            return True  # reading it will tell
        return self._note((status.st_dev, status.st_ino))

    def _note(self, key: tuple[int, int]) -> bool:
        """Whether a device and inode are new."""
        if key in self._seen:
            self._repeated = True
            return False
        self._seen.add(key)
        return True

    def _document(self, path: str) -> Document | Problem:
        try:
            data = _bytes(path, self.max_size + 1)
        except OSError as error:
            return Problem(_name(path), _why(error))
        if len(data) > self.max_size:
            return Problem(_name(path), f"is larger than {self.max_size} bytes (--max-file-size); not read", 0)
        language = self.language_of(path)
        assert language is not None
        return Document(_name(path), text.decode(data)[0], language)

    def _standard_input(self) -> Iterator[Document | Problem]:
        if sys.stdin is None:
            yield Problem("-", "standard input is closed")
            return
        data = sys.stdin.buffer.read(self.max_size + 1)
        if len(data) > self.max_size:
            yield Problem("-", f"is larger than {self.max_size} bytes (--max-file-size); not read")
            return
        decoded = text.decode(data)[0]
        for number, line in enumerate(text.LINE_END.split(decoded), 1):
            if line.strip() and not line.strip().lower().startswith(("http:", "https:")):
                yield Problem(f"-:{number}", "is not an http or https URL")
        yield Document("-", decoded, "url_list")


def _bytes(path: str, limit: int) -> bytes:
    """At most ``limit`` bytes of a file. Asking for many at once would clear as much memory for each small file."""
    file = os.open(path, _READ)  # open() takes three times as long
    try:
        size = os.fstat(file).st_size
        data = os.read(file, min(limit, size + 1))
    finally:
        os.close(file)
    if len(data) == min(limit, size):
        return data
    with open(path, "rb") as stream:  # it has grown, or is no common file
        return stream.read(limit)


def _why(error: OSError | ValueError) -> str:
    """The system's words for what went wrong, without the path."""
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else "is not a path"


def _name(path: str) -> str:
    """``path`` relative to the working directory, ``/``-separated, without ``./``."""
    while path.startswith("./"):
        path = path[2:].lstrip("/")
    if path.startswith(("/", "..")) or os.sep != "/" or "/." in path or "//" in path or not path or path[-1] in "/.":
        # The way of any spelling; the one above takes a tenth of its time.
        with contextlib.suppress(ValueError):  # another drive
            path = os.path.relpath(path or ".")
    return path.replace(os.sep, "/")


def _matches(patterns: tuple[str, ...], name: str) -> bool:
    """Whether a glob fits the path, its end, or a folder above it."""
    import fnmatch

    for pattern in patterns:
        pattern = pattern.removeprefix("./").rstrip("/")
        forms = (pattern, f"*/{pattern}", f"{pattern}/*", f"*/{pattern}/*")
        if any(fnmatch.fnmatchcase(name, form) for form in forms):
            return True
    return False
