"""Files are written whole or not at all: a new file is filled first, and then takes the old place.

Until it is whole only its owner can read it.  What a killed program leaves is removed when the same
file is written again, and in the program's own folders at its next start.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from pathlib import Path

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
EXISTING = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
PRIVATE = 0o600
UNFINISHED = expression(r"\.[0-9a-f]{16}\.new")
# A database is written to under its own name, with files next to it.
UNFINISHED_CASE = expression(r".+\.uricase\.new(?:-wal|-shm|-journal)?")


@contextmanager
def replacing(
    path: Path, *, mode: int = 0o666, like: Path | None = None, is_synced: bool = True
) -> Iterator[BinaryIO]:
    """A new file in place of that one, which stays as it is unless all of the new one is written.

    What is no regular file, such as the terminal, is written to; ``mode`` is that of a file that
    was not there, less what the system takes off, unless it is to have that of ``like``.  Without
    ``is_synced`` nothing waits for the disk: for what need not outlast the computer.
    """
    place = path.resolve()
    if place.exists() and not place.is_file():
        with place.open("wb") as file:
            yield file
        return
    fresh = None
    try:
        model = place if place.exists() else like
        final = stat.S_IMODE(model.stat().st_mode) if model else _usual_mode(place, mode)
        descriptor, fresh = _unfinished(place)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if is_synced:
                os.fsync(file.fileno())
            fresh.chmod(final)
        put_in_place(fresh, place, is_synced=is_synced)
    except BaseException as error:
        if fresh is not None:
            fresh.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


def put_in_place(fresh: Path, place: Path, *, is_synced: bool = True) -> None:
    """Rename a whole file, so that not even a power failure loses both."""
    fresh.replace(place)
    if not is_synced or os.name != "posix":
        return
    with suppress(OSError):  # not every file system can
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove_unfinished(folder: Path) -> None:
    """Remove what a killed program left in a folder; what another one still writes to stays."""
    with suppress(OSError):
        for each in list(folder.iterdir()):
            if UNFINISHED.fullmatch(each.name) or UNFINISHED_CASE.fullmatch(each.name):
                _remove_unlocked(each)


def is_locked_by_us(descriptor: int) -> bool:
    """True if the file is ours until it is closed; where there are no locks, it is."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unfinished(place: Path) -> tuple[int, Path]:
    """A new file next to a place, by the same name each time unless it is being written to."""
    import hashlib  # only for writing

    named = hashlib.sha256(place.name.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    fresh = place.with_name(f".{named}.new")
    with suppress(OSError):
        _remove_unlocked(fresh)
    try:
        descriptor = os.open(fresh, NEW, PRIVATE)
    except FileExistsError:
        fresh = place.with_name(f".{os.urandom(8).hex()}.new")
        descriptor = os.open(fresh, NEW, PRIVATE)
    is_locked_by_us(descriptor)
    return descriptor, fresh


def _usual_mode(place: Path, mode: int) -> int:
    """The mode that the system gives a new file, seen at an empty one that is gone at once."""
    if mode == PRIVATE or os.name != "posix":
        return mode
    probe = place.with_name(f".{os.urandom(8).hex()}.new")
    descriptor = os.open(probe, NEW, mode)
    try:
        return stat.S_IMODE(os.fstat(descriptor).st_mode)
    finally:
        os.close(descriptor)
        probe.unlink()


def _remove_unlocked(file: Path) -> None:
    """Remove a regular file that no program has locked."""
    if not stat.S_ISREG(file.lstat().st_mode):
        return
    descriptor = os.open(file, EXISTING)
    try:
        is_left = is_locked_by_us(descriptor)
    finally:
        os.close(descriptor)  # Windows removes no file that is open
    if is_left:
        file.unlink()
