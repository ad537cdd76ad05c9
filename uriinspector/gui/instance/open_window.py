"""What a second start does: it asks the window that is open, and loads nothing of Qt for that.

The window listens on a pipe in a folder of this user alone, and holds a lock of the system there.
The pipe carries names of request files only, in pieces that no other piece gets into.  Whatever
else is found in that place is refused, and then a start opens a window of its own.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.gui.command_line import named
from uriinspector.gui.instance.request_file import NAME, Request, is_private, write_request

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

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
