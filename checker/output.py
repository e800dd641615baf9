"""Reports on their way to files: whole ones moved into place at once, streams line by line."""

from __future__ import annotations

import contextlib
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO


def write(path: str, pieces: Iterable[str]) -> None:
    """Write a report beside its place and move it there, so that nobody reads half of one. Raises OSError."""
    if _is_special(path):  # a pipe or a device is written in place
        with open(path, "w", encoding="utf-8", newline="\n") as device:
            device.writelines(pieces)
        return
    temporary, stream = _beside(path)
    try:
        with stream:
            stream.writelines(pieces)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


class Stream:
    """A file that is written a piece at a time, each flushed, so that what is in it outlives the process.

    It takes its place only when ``settle`` is called: a file of that name is there, whole, until then. Raises OSError
    when it cannot be begun; what goes wrong later is kept in ``error``, and nothing more is written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.error: OSError | None = None
        self._temporary: str | None = None
        if _is_special(path):
            self._stream: TextIO = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115 - until close
        else:
            self._temporary, self._stream = _beside(path)

    def write(self, piece: str) -> None:
        if self.error is None:
            try:
                self._stream.write(piece)
                if self._temporary is None:
                    self._stream.flush()
            except OSError as error:
                self.error = error

    def settle(self) -> None:
        """Take the place of a file of that name; from now on each piece is flushed."""
        if self._temporary is None:
            return
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
            os.replace(self._temporary, self.path)
        except OSError as error:
            self.error = self.error or error
            self._drop()
        self._temporary = None

    def close(self) -> None:
        """End it. Where it never took its place nothing is left of it."""
        try:
            self._stream.close()
        except OSError as error:
            self.error = self.error or error
        self._drop()

    def _drop(self) -> None:
        if self._temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._temporary)
            self._temporary = None


def _is_special(path: str) -> bool:
    return os.path.lexists(path) and not os.path.isfile(path)


def _beside(path: str) -> tuple[str, TextIO]:
    """A new file in the folder of ``path``, with the mode that a file of that name would get."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(path)), prefix=".https-ready-")
    umask = os.umask(0)
    os.umask(umask)
    os.chmod(temporary, 0o666 & ~umask)
    return temporary, open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n")
