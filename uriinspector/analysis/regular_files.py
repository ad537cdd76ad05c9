"""Local files: only regular ones are opened, and listings of folders report what they skip.

Opening a named pipe waits for its writer, a device may never end, and a symbolic link to a folder
may lead anywhere.
"""

import os
import stat
from collections.abc import Iterator
from errno import EISDIR
from pathlib import Path
from typing import BinaryIO

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

NOT_REGULAR = "not a regular file"
LINK = "symbolic link"
KINDS = {
    stat.S_IFIFO: "named pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}
OTHER = "special file"
# Does not wait if the file has become a pipe in the meantime.
AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class Skipped(NamedTuple):
    path: str
    why: str


class Subfolder(NamedTuple):
    path: str


def open_regular(path: str | os.PathLike[str], *, follows_links: bool = True) -> BinaryIO:
    """Open a regular file; raise OSError for anything else, without opening it."""
    # PTH116: Path would normalize the path.
    _check(os.stat(path, follow_symlinks=follows_links).st_mode)  # noqa: PTH116
    descriptor = os.open(path, AT_ONCE if follows_links else AT_ONCE | NO_LINK)
    try:
        _check(os.fstat(descriptor).st_mode)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _check(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(NOT_REGULAR)


DIGITS = expression("([0-9]+)")


def natural(text: str) -> tuple[str | tuple[int, str], ...]:
    """Return a sort key that compares numbers by value: index2 before index10."""
    runs = DIGITS.split(text.lower())
    return tuple(
        (len(digits := run.lstrip("0")), digits) if at % 2 else run for at, run in enumerate(runs)
    )


def files_in(folder: str) -> Iterator[str | Skipped]:
    """Yield all regular files below a folder in order, without following links."""
    return (each for each in entries_in(folder) if not isinstance(each, Subfolder))


def entries_in(folder: str) -> Iterator[str | Skipped | Subfolder]:
    """Like ``files_in``, but also yield subfolders.

    Paths are joined as strings, since Path would normalize them.
    """
    unreadable: list[OSError] = []
    for where, folders, names in os.walk(folder, onerror=unreadable.append):
        yield from _skipped_folders(unreadable)
        linked = {name for name in folders if os.path.islink(os.path.join(where, name))}  # noqa: PTH114, PTH118
        folders[:] = sorted(set(folders) - linked)
        yield from (Subfolder(os.path.join(where, name)) for name in folders)  # noqa: PTH118
        for name in sorted({*names, *linked}):
            path = os.path.join(where, name)  # noqa: PTH118
            why = _why_not(path)
            yield Skipped(path, why) if why else path
    yield from _skipped_folders(unreadable)


def _skipped_folders(errors: list[OSError]) -> Iterator[Skipped]:
    while errors:
        error = errors.pop(0)
        yield Skipped(str(error.filename), error.strerror or str(error))


def _why_not(path: str) -> str:
    try:
        mode = Path(path).lstat().st_mode
    except OSError as error:
        return error.strerror or str(error)
    if stat.S_ISREG(mode):
        return ""
    return LINK if stat.S_ISLNK(mode) else KINDS.get(stat.S_IFMT(mode), OTHER)


def path_in(root: str, path: str) -> str:
    """Return the path of a file relative to a folder, with slashes as separators."""
    start = len(os.path.join(root, ""))  # noqa: PTH118 - as it is written
    return path[start:].replace(os.sep, "/")
