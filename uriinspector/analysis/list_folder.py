"""The folder of the user's own lists: where it is, how its files are named and how they are read.

``known-names.txt`` in it replaces the built-in list; ``known-names.add.txt`` adds rows to that
list.  Only programs that a user starts use the folder: as a library, the package uses the built-in
lists unless its caller sets the environment variable.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePath

from uriinspector.analysis.regular_files import open_regular

# The folder for this process and its child processes.
VARIABLE = "URIINSPECT_LISTS"
# The only list that is not in ``resources``.
SUFFIX_LIST = "public_suffix_list.dat"
# The index of the updates that version 0.1 saved in this folder under different names.
INDEX = "index.json"
# Larger files are rejected.
MOST_OCTETS = 4 << 20


def default_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Return the folder for this user's lists, next to other data of the program."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or "~").expanduser()
    if system == "win32":
        place = Path(environment.get("APPDATA") or home / "AppData/Roaming")
    elif system == "darwin":
        place = home / "Library/Application Support"
    else:
        named = environment.get("XDG_DATA_HOME", "")
        # According to the specification, relative paths must be ignored.
        place = Path(named) if named.startswith("/") else home / ".local/share"
    return place / "uriinspector" / "lists"


def use_folder() -> Path | None:
    """Use the lists of this user in this process and its child processes."""
    if VARIABLE not in os.environ:
        with suppress(OSError, RuntimeError):
            folder = default_folder()
            if os.listdir(folder):  # noqa: PTH208 - for most users the only call at each start
                os.environ[VARIABLE] = str(folder)
    return folder_in_use()


def folder_in_use() -> Path | None:
    folder = os.environ.get(VARIABLE)
    return Path(folder) if folder else None


def file_name(name: str, *, adds: bool) -> str:
    """Return the file name of the user's list for a built-in one, such as "lists/lures.txt"."""
    path = PurePath(name)
    return f"{path.stem}.add{path.suffix}" if adds else path.name


def own_files(folder: Path | None, name: str) -> Iterator[tuple[Path, bool]]:
    """Yield the possible files for a list, and True for those that add to it."""
    if folder is not None:
        for adds in (False, True):
            yield folder / file_name(name, adds=adds), adds


def read_list(file: Path) -> bytes | None:
    """Read a regular file, up to a limit; None if it does not exist."""
    try:
        with open_regular(file) as source:
            return source.read(MOST_OCTETS + 1)
    except FileNotFoundError:
        return None
