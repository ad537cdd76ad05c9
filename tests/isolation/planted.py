"""Run the program with a planted flaw: python -m tests.isolation.planted PROGRAM ARGUMENT...

PROGRAM is "terminal" or "window".  The readers of pictures and style sheets try to get out of the
process, in the way named by the environment variable PLANTED; PLANTED_LOG is a file for the
result, and PLANTED_MARK one that another program would create.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from uriinspector.documents import scan_state
from uriinspector.documents.scan import READERS
from uriinspector.documents.scan_state import Entity, Scan

COMMAND = ["touch", os.environ["PLANTED_MARK"]]
ATTEMPTS: dict[str, Callable[[], object]] = {
    "program": lambda: subprocess.run(COMMAND, check=True),
    "shell": lambda: os.system(" ".join(COMMAND)),
    "fork": os.fork,
    "connection": lambda: socket.create_connection(("127.0.0.1", 9)),
    "datagram": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("::1", 9)),
    "look-up": lambda: socket.gethostbyname("localhost"),
}


def attempt() -> None:
    """Make the attempt and log its result."""
    with Path(os.environ["PLANTED_LOG"]).open("a") as log:
        try:
            ATTEMPTS[os.environ["PLANTED"]]()
        except OSError as error:
            log.write(f"{error}\n")
            raise
        log.write("passed\n")


def fail(_scan: Scan, _entity: Entity) -> str | None:
    """Let the error propagate."""
    attempt()
    return None


def swallow(_scan: Scan, _entity: Entity) -> str | None:
    """Swallow the error, as libraries do."""
    with suppress(OSError):
        attempt()
    return None


# At import, so that the workers have them, too.
READERS |= {scan_state.IMAGE: fail, scan_state.STYLE: swallow}  # type: ignore[operator]

if __name__ == "__main__":
    program = sys.argv.pop(1)
    if program == "terminal":
        from uriinspector.cli.main import main
    else:
        from uriinspector.gui.app import main
    sys.exit(main())
