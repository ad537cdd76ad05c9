"""Atomic writing of files: a new file is written completely, and then replaces the old one.

Until it is complete, only its owner can read it.  Files left by a killed program are removed when
the same file is written again, and in the program's own folders at its next start.
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
# Databases are not written under a temporary name, and have further files next to them.
UNFINISHED_CASE = expression(r".+\.uricase\.new(?:-wal|-shm|-journal)?")


def why_not(error: BaseException) -> str:
    """Return the system's message for an error."""
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def replacing(
    path: Path, *, mode: int = 0o666, like: Path | None = None, is_synced: bool = True
) -> Iterator[BinaryIO]:
    """Open a new file that replaces ``path`` once it is completely written.

    Special files, such as the terminal, are written directly. A file that does not exist yet gets
    the mode of the file ``like``, or ``mode`` minus the umask. Without ``is_synced``, data is not
    flushed to the disk, which is enough for files that need not survive a system crash.
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
    """Rename a complete file so that a power failure cannot lose both the old and the new one."""
    fresh.replace(place)
    if not is_synced or os.name != "posix":
        return
    with suppress(OSError):  # not all file systems support it
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove_unfinished(folder: Path) -> None:
    """Remove unfinished files of killed programs from a folder, unless they are locked."""
    with suppress(OSError):
        for each in list(folder.iterdir()):
            if UNFINISHED.fullmatch(each.name) or UNFINISHED_CASE.fullmatch(each.name):
                _remove_unlocked(each)


def is_locked_by_us(descriptor: int) -> bool:
    """Lock a file until it is closed; return True on success, or if the system has no locks."""
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
    """Create a temporary file next to a place, with a fixed name unless that is in use."""
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
    """Find out the mode that the system gives to new files, by creating and removing one."""
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
        os.close(descriptor)  # Windows cannot remove open files
    if is_left:
        file.unlink()
