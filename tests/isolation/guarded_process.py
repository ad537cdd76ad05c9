"""A guarded process that makes one attempt to get out: guarded_process.py NAME.

An audit hook cannot be removed, so each attempt has a process; it prints the error, or "passed".
"""

import ctypes.util
import multiprocessing
import os
import platform
import pty
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.request
import uuid
import webbrowser
from collections.abc import Callable
from multiprocessing.connection import Client, Listener

from uriinspector.documents import process_guard

NOTHING = [sys.executable, "-c", "pass"]
LOCAL = ("127.0.0.1", 9)
HELD: socket.socket  # opened before the guard


def start_in_another_thread() -> object:
    """Start a program from a second thread; only the permitted thread may."""
    errors: list[Exception] = []

    def start() -> None:
        try:
            subprocess.run(NOTHING, check=True)
        except OSError as error:
            errors.append(error)

    with process_guard.own_process():
        thread = threading.Thread(target=start)
        thread.start()
        thread.join()
    if errors:
        raise errors[0]
    return None


def own_start(work: Callable[[], object]) -> object:
    """Do the work where the program starts its own processes."""
    with process_guard.own_process():
        return work()


def local_socket() -> None:
    """Use a local listener and client, as the interpreter's managers do."""
    with tempfile.TemporaryDirectory() as folder:
        listener = Listener(f"{folder}/s", family="AF_UNIX")
        Client(f"{folder}/s", family="AF_UNIX").close()
        listener.close()


BLOCKED: dict[str, Callable[[], object]] = {
    "Popen": lambda: subprocess.run(NOTHING, check=True),
    "shell": lambda: subprocess.getoutput("true"), "popen": lambda: os.popen("true"),
    "system": lambda: os.system("true"), "fork": os.fork, "forkpty": os.forkpty,
    "exec": lambda: os.execv(sys.executable, NOTHING),
    "spawn": lambda: os.spawnv(os.P_WAIT, sys.executable, NOTHING),
    "posix_spawn": lambda: os.posix_spawn(sys.executable, NOTHING, {}),
    "pty": lambda: pty.spawn(NOTHING),
    "browser": lambda: webbrowser.GenericBrowser(sys.executable).open("http://a.test/"),
    "another thread": start_in_another_thread,
    "system in a start": lambda: own_start(lambda: os.system("true")),
    "exec in a start": lambda: own_start(lambda: os.execv(sys.executable, NOTHING)),
    "after a start": lambda: (own_start(lambda: None), subprocess.run(NOTHING, check=True)),
    "socket": lambda: socket.socket(socket.AF_INET),
    "socket 6": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
    "connect": lambda: HELD.connect(LOCAL), "connect_ex": lambda: HELD.connect_ex(LOCAL),
    "bind": lambda: HELD.bind(("127.0.0.1", 0)), "sendto": lambda: HELD.sendto(b"", LOCAL),
    "sendmsg": lambda: HELD.sendmsg([b""], [], 0, LOCAL),
    "socket in a start": lambda: own_start(lambda: socket.create_connection(LOCAL)),
    "address": lambda: socket.getaddrinfo("a.test", 80),
    "name": lambda: socket.gethostbyname("a.test"),
    "name and aliases": lambda: socket.gethostbyname_ex("a.test"),
    "name of an address": lambda: socket.gethostbyaddr("127.0.0.1"),
    "name of a peer": lambda: socket.getnameinfo(LOCAL, 0),
    "page": lambda: urllib.request.urlopen("http://a.test/"),
    "file as a page": lambda: urllib.request.urlopen("file:///etc/passwd"),
}  # fmt: skip
PASSED: dict[str, Callable[[], object]] = {
    "pair": socket.socketpair,
    "pipe": multiprocessing.Pipe,
    "local socket": local_socket,
    "own process": lambda: own_start(lambda: subprocess.run(NOTHING, check=True)),
    # The standard library starts programs for these, and works without their output.
    "library": lambda: ctypes.util.find_library("c"),
    "machine": platform.processor,
    "node": uuid.getnode,
}

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    HELD = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    process_guard.install()
    process_guard.install()
    try:
        (BLOCKED | PASSED)[sys.argv[1]]()
    except process_guard.BlockedError as error:
        sys.stdout.write(f"{error}\n{process_guard.blocked_attempts()}\n")
        assert process_guard.blocked_attempts() == []
    else:
        sys.stdout.write("passed\n")
