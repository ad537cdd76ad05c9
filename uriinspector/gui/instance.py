"""Requests from a second instance of the program to the open window, through a named pipe.

No Qt here. The window listens on a pipe in a folder that only this user can access, and owns a
system lock in it. Only the names of request files are sent through the pipe; each file is written
atomically. The window deletes a request file to show that it was received. If anything in the
folder is unexpected, the new instance opens its own window.
"""

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

# Limits for one start's request, larger than any command line that a system accepts.
LONGEST_REQUEST = 4 << 20
MOST_ARGUMENTS = 10_000
# The desktop's activation token, which lets a window come to the front.
TOKEN = expression(r"[!-~]{1,200}")
NAME = expression(r"request-[0-9a-f]{16}")
PRIVATE = 0o077


class Request(NamedTuple):
    """The texts and files to show, and the desktop activation token."""

    arguments: tuple[Argument, ...] = ()
    workspace: str | None = None
    tab: str | None = None
    base: str | None = None
    token: str = ""


def is_private(path: Path) -> bool:
    """Return True if only this user can access a folder."""
    try:
        found = path.lstat()
    except OSError:
        return False
    is_mine = found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and is_mine and not found.st_mode & PRIVATE


def write_request(folder: Path, request: Request) -> Path:
    import json  # only needed if a window is open

    file = folder / f"request-{os.urandom(8).hex()}"
    values = request._asdict() | {"arguments": [list(each) for each in request.arguments]}
    octets = json.dumps(values).encode()  # escapes lone surrogates, which file names can contain
    with os.fdopen(os.open(file, NEW, 0o600), "wb") as writing:
        writing.write(octets)
    return file


def take_request(folder: Path, name: str) -> Request | None:
    """Read and delete a request file; return None if it contains no valid request."""
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
    """Parse a request, checking every field; return None if it is invalid."""
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
    """Return a row as an argument; it is a path only if it is absolute and on this computer."""
    name = str(row[0])
    is_local = name.startswith("/") and not name.startswith("//") and "\0" not in name
    return Argument(name, is_path=bool(row[1]) and is_local)


# Windows has no named pipes in folders, so every start opens its own window.
CAN_ASK = hasattr(os, "mkfifo")
# If a window has not responded after this many seconds, another window opens.
PATIENCE = 3.0
PAUSE = 0.02
OPENING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
# Each display has a separate window.
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
LOCK, PIPE = "lock", "pipe"


def request_of(options: argparse.Namespace, environment: Mapping[str, str]) -> Request | None:
    """Return the request for the open window; None if the options require a new window."""
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
    """Return the folder for this login and display, in ``data`` if no runtime folder is set."""
    import hashlib  # loads all of OpenSSL

    named = environment.get("XDG_RUNTIME_DIR", "")
    place = Path(named) / "uriinspector" if named.startswith("/") else data / "run"
    shown_on = "\0".join(environment.get(name, "") for name in DISPLAYS)
    return place / hashlib.sha256(shown_on.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def make_private(folder: Path) -> bool:
    """Create a folder; return True if it and its parent are private to this user."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.parent.stat().st_uid == os.getuid():
            folder.parent.chmod(0o700)
    return is_private(folder) and is_private(folder.parent)


def hand_over(folder: Path, request: Request) -> bool:
    """Send a request to the open window; return False if no window receives it in time."""
    if not CAN_ASK or not is_private(folder) or not is_private(folder.parent):
        return False
    try:
        descriptor = os.open(folder / PIPE, os.O_WRONLY | OPENING)
    except OSError:  # no pipe, or no reader
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
    """Delete a request; return False if the window has already received it."""
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def forget_requests(folder: Path) -> None:
    """Delete request files that were left behind by killed processes."""
    with suppress(OSError):
        for file in list(folder.iterdir()):
            if NAME.fullmatch(file.name) and time.time() - file.lstat().st_mtime > 10 * PATIENCE:
                file.unlink(missing_ok=True)
