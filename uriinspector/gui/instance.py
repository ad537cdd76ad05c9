"""What a second start asks the open window to show, by a pipe. No Qt here.

The file lies in a folder that only this user can write to, and whoever is asked removes it: by that
the asking start knows that it was taken.

The window listens on a pipe in a folder of this user alone, and holds a lock of the system there.
The pipe carries names of request files only, in pieces that no other piece gets into.  Whatever
else is found in that place is refused, and then a start opens a window of its own.
"""

from __future__ import annotations

import argparse
import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import NEW
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.gui.command_line import BY_NAME, Argument, named, problem_of

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


# Windows has no pipes with names in folders: there each start has its own window.
CAN_ASK = hasattr(os, "mkfifo")
# A window that does not answer for so long is busy, and a new one opens.
PATIENCE = 3.0
PAUSE = 0.02
OPENING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
# Windows on other displays are other windows.
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
LOCK, PIPE = "lock", "pipe"


def request_of(options: argparse.Namespace, environment: Mapping[str, str]) -> Request | None:
    """What the open window is to show; None where the options ask for a window of their own."""
    own = (options.theme, options.zoom, options.language, options.size, options.edition)
    if options.new_window or options.screenshot or any(each is not None for each in own):
        return None
    arguments = [
        each._replace(name=os.path.abspath(each.name)) if each.is_path else each  # noqa: PTH100
        for each in named(options)
    ]
    token = environment.get("XDG_ACTIVATION_TOKEN", "")
    return Request(tuple(arguments), options.workspace, options.tab, options.base, token)


def runtime_folder(environment: Mapping[str, str], data: Path) -> Path:
    """The folder of this login, or where there is none one beside what the program keeps."""
    import hashlib  # it loads all of OpenSSL

    named = environment.get("XDG_RUNTIME_DIR", "")
    place = Path(named) / "uriinspector" if named.startswith("/") else data / "run"
    shown_on = "\0".join(environment.get(name, "") for name in DISPLAYS)
    return place / hashlib.sha256(shown_on.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def make_private(folder: Path) -> bool:
    """Make the folder, and say whether it and the one above are of this user alone."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.parent.stat().st_uid == os.getuid():
            folder.parent.chmod(0o700)
    return is_private(folder) and is_private(folder.parent)


def hand_over(folder: Path, request: Request) -> bool:
    """Tell the window that listens; False where there is none, or it does not answer."""
    if not CAN_ASK or not is_private(folder) or not is_private(folder.parent):
        return False
    try:
        descriptor = os.open(folder / PIPE, os.O_WRONLY | OPENING)
    except OSError:  # no pipe, or nobody at its other end
        return False
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISFIFO(found.st_mode) or found.st_uid != os.getuid():
            return False
        file = write_request(folder, request)
        try:
            os.write(descriptor, f"{file.name}\n".encode())
        except OSError:
            return not _withdrawn(file)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    until = time.monotonic() + PATIENCE
    while file.exists() and time.monotonic() < until:
        time.sleep(PAUSE)
    return not _withdrawn(file)


def _withdrawn(file: Path) -> bool:
    """Take a request back; False where the window has taken it."""
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def forget_requests(folder: Path) -> None:
    """Remove requests whose start was killed before it could take them back."""
    with suppress(OSError):
        for file in list(folder.iterdir()):
            if NAME.fullmatch(file.name) and time.time() - file.lstat().st_mtime > 10 * PATIENCE:
                file.unlink(missing_ok=True)
