"""What a second start asks the open window to show: written to a file, read within bounds.

The file lies in a folder that only this user can write to, and whoever is asked removes it: by that
the asking start knows that it was taken.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import NEW
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.command_line import Argument
from uriinspector.gui.workspace_table import BY_NAME, problem_of

if TYPE_CHECKING:
    from pathlib import Path

# What one start can name; a longer command line no system takes either.
LONGEST_REQUEST = 4 << 20
MOST_ARGUMENTS = 10_000
# By it the desktop lets a window come to the front.
TOKEN = expression(r"[!-~]{1,200}")
NAME = expression(r"request-[0-9a-f]{16}")
PRIVATE = 0o077


class Request(NamedTuple):
    """What to show, and the token of the desktop."""

    arguments: tuple[Argument, ...] = ()
    workspace: str | None = None
    tab: str | None = None
    base: str | None = None
    token: str = ""


def is_private(path: Path) -> bool:
    """Whether a folder is one of this user alone."""
    try:
        found = path.lstat()
    except OSError:
        return False
    is_mine = found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and is_mine and not found.st_mode & PRIVATE


def write_request(folder: Path, request: Request) -> Path:
    """A new file with the request."""
    import json  # only where a window is open

    file = folder / f"request-{os.urandom(8).hex()}"
    values = request._asdict() | {"arguments": [list(each) for each in request.arguments]}
    octets = json.dumps(
        values
    ).encode()  # lone surrogates, as in odd file names, stay what they are
    with os.fdopen(os.open(file, NEW, 0o600), "wb") as writing:
        writing.write(octets)
    return file


def take_request(folder: Path, name: str) -> Request | None:
    """The request of that name, whose file is removed; None for what is none."""
    if not NAME.fullmatch(name):
        return None
    file = folder / name
    try:
        with open_regular(file, follows_links=False) as reading:
            if os.fstat(reading.fileno()).st_uid != os.getuid():
                return None
            octets = reading.read(LONGEST_REQUEST + 1)
    except OSError:
        return None
    with suppress(OSError):
        file.unlink()
    return request_in(octets)


def request_in(octets: bytes) -> Request | None:
    """The request that some octets hold; each part of it is looked at."""
    import json

    if len(octets) > LONGEST_REQUEST:
        return None
    try:
        values = json.loads(octets)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    rows = values.get("arguments")
    workspace, tab = _text(values, "workspace"), _text(values, "tab")
    token = _text(values, "token") or ""
    if not isinstance(rows, list) or len(rows) > MOST_ARGUMENTS:
        return None
    if workspace not in {None, *BY_NAME}:
        return None
    if tab and problem_of(workspace or "inspect", tab):
        return None
    return Request(
        tuple(_argument(row) for row in rows if _is_argument(row)),
        workspace,
        tab,
        _text(values, "base"),
        token if TOKEN.fullmatch(token) else "",
    )


def _text(values: dict[str, object], key: str) -> str | None:
    value = values.get(key)
    return value if isinstance(value, str) else None


def _is_argument(row: object) -> bool:
    return isinstance(row, list) and list(map(type, row)) == [str, bool]


def _argument(row: list[str | bool]) -> Argument:
    """A path is one only where it begins at the root and names no other computer."""
    name = str(row[0])
    is_local = name.startswith("/") and not name.startswith("//") and "\0" not in name
    return Argument(name, is_path=bool(row[1]) and is_local)
