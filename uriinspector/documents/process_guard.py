"""Block other programs and the network in processes that read input from outside.

The guard is an audit hook (PEP 578), a second line of defense: the program itself does none of
this, and a library that does, as Pillow does for PostScript, is blocked. A hook cannot be removed
and affects the whole process, so only processes of this program install it: the window, the
terminal, and the workers of both. The library never does.

Native code that calls the system directly is not blocked.
"""

import sys
from _thread import get_ident
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from uriinspector.core.model import message

PROGRAM = message("blocked: an attempt to start another program")
CONNECTION = message("blocked: an attempt to open a network connection")
LOOK_UP = message("blocked: an attempt to look up a name on the network")

# Audit events (docs.python.org, "Audit events table") raised when programs are started.
STARTS = frozenset({
    *("subprocess.Popen", "_winapi.CreateProcess", "os.posix_spawn", "os.fork"),
    *("os.exec", "os.forkpty", "os.spawn", "os.startfile", "os.startfile/2", "os.system"),
    *("pty.spawn", "webbrowser.open"),
})  # fmt: skip
# The events of starting a process of this program; the others are never needed for that.
OWN_STARTS = frozenset({"subprocess.Popen", "_winapi.CreateProcess", "os.posix_spawn"})
SOCKETS = frozenset({
    *("socket.__new__", "socket.bind", "socket.connect", "socket.sendto", "socket.sendmsg"),
    "urllib.Request",
})  # fmt: skip
LOOK_UPS = frozenset(
    {*("socket.getaddrinfo", "socket.getnameinfo", "socket.gethostbyname", "socket.gethostbyaddr")}
)
WATCHED = STARTS | SOCKETS | LOOK_UPS
# AF_UNIX, on every system: pipes between the processes of the program.
LOCAL_FAMILY = 1

_is_installed = False
# The threads that are starting a process of this program.
_starting: set[int] = set()
# The blocked attempts of each thread, until they are reported.
_blocked: dict[int, list[str]] = {}


class BlockedError(PermissionError): ...


def install() -> None:
    global _is_installed
    if not _is_installed:
        _is_installed = True
        sys.addaudithook(_watch)


@contextmanager
def own_process() -> Iterator[None]:
    """Allow this thread to start a process of this program inside the context."""
    thread = get_ident()
    _starting.add(thread)
    try:
        yield
    finally:
        _starting.discard(thread)


def blocked_attempts() -> list[str]:
    """Return the attempts of this thread that were blocked since the last call, each once."""
    return _blocked.pop(get_ident(), [])


def _watch(event: str, args: tuple[Any, ...]) -> None:
    # Called for every import and opened file: one look-up decides for nearly all of them.
    if event in WATCHED:
        _judge(event, args)


def _judge(event: str, args: tuple[Any, ...]) -> None:
    if event in SOCKETS and _is_local(event, args):
        return
    if event in OWN_STARTS and get_ident() in _starting:
        return
    attempt = PROGRAM if event in STARTS else LOOK_UP if event in LOOK_UPS else CONNECTION
    attempts = _blocked.setdefault(get_ident(), [])
    if attempt not in attempts:
        attempts.append(attempt)
    explanation = f"{attempt} ({event})"
    raise BlockedError(explanation)


def _is_local(event: str, args: tuple[Any, ...]) -> bool:
    """Return True if a socket cannot leave the machine."""
    if event == "urllib.Request":
        return False
    family: int = args[1] if event == "socket.__new__" else args[0].family
    return family == LOCAL_FAMILY
