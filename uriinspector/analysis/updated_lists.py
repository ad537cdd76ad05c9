"""Lists that were updated from files, without a new release: which they are, and what they say.

A folder holds them with an index, which has the sum of each file as it was when it was checked.
Only programs that a person starts name the folder: as a library the package has its own lists,
unless its caller sets the variable.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

# The folder, for this process and those that it starts.
VARIABLE = "URIINSPECT_LISTS"
INDEX = "index.json"
LONGEST_INDEX = 1 << 16
# The Public Suffix List is the one list that is not in ``resources``.
SUFFIX_LIST = "public_suffix_list.dat"


class UpdatedList(NamedTuple):
    """A list that was checked and kept; ``program`` is the version that checked it."""

    name: str
    date: str
    entries: int
    sha256: str
    program: str


def default_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Where updates are kept for this user, beside what else the program keeps."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or "~").expanduser()
    if system == "win32":
        place = Path(environment.get("APPDATA") or home / "AppData/Roaming")
    elif system == "darwin":
        place = home / "Library/Application Support"
    else:
        named = environment.get("XDG_DATA_HOME", "")
        # Base directories that are no absolute paths are to be ignored.
        place = Path(named) if named.startswith("/") else home / ".local/share"
    return place / "uriinspector" / "lists"


def use_updates() -> None:
    """Have the lists of this user judge, in this process and those that it starts."""
    if VARIABLE not in os.environ:
        with suppress(OSError, RuntimeError):
            folder = default_folder()
            if (folder / INDEX).is_file():
                os.environ[VARIABLE] = str(folder)


def folder_in_use() -> Path | None:
    """The folder whose lists judge."""
    folder = os.environ.get(VARIABLE)
    return Path(folder) if folder else None


@cache
def updated_lists() -> dict[str, UpdatedList]:
    """By name, what judges in place of a shipped list."""
    folder = folder_in_use()
    return read_index(folder) if folder else {}


def read_index(folder: Path) -> dict[str, UpdatedList]:
    """What the index of a folder names; nothing where it is damaged."""
    import json  # most people have no updates, and start without it

    try:
        with (folder / INDEX).open("rb") as file:
            rows = json.loads(file.read(LONGEST_INDEX))
    except (OSError, ValueError, RecursionError):
        return {}
    lists = filter(None, map(_row, rows if isinstance(rows, list) else ()))
    return {each.name: each for each in lists}


def _row(row: object) -> UpdatedList | None:
    match row:
        case {
            "name": str(name),
            "date": str(date),
            "entries": int(entries),
            "sha256": str(sha256),
            "program": str(program),
        }:
            return UpdatedList(name, date, entries, sha256, program)
    return None


def updated_text(name: str) -> str | None:
    """What the update of a list says; None without one, or where it is not as it was checked."""
    updated, folder = updated_lists().get(name), folder_in_use()
    if updated is None or folder is None:
        return None
    import hashlib

    octets = stored_octets(folder, name)
    is_as_checked = hashlib.sha256(octets).hexdigest() == updated.sha256
    return octets.decode("utf-8-sig").replace("\r\n", "\n") if is_as_checked else None


def stored_octets(folder: Path, name: str) -> bytes:
    """The file of a list in a folder of updates; nothing where it cannot be read."""
    file = folder / name.replace("/", "-")
    try:
        return file.read_bytes() if file.is_file() else b""
    except OSError:
        return b""


def update_in_use(name: str) -> UpdatedList | None:
    """The update that judges in place of a list."""
    return updated_lists()[name] if updated_text(name) else None
