"""The system calls of a process and its children, traced with strace."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.isolation.material import WORD
from uriinspector.documents.picture_process import command

Environment = Mapping[str, str]

# Calls that name a file, use the network, or start a program; strings in full.
OPTIONS = ("-f", "-qq", "-s", "100000", "-e", "trace=%file,%network,%process,io_uring_setup")
# An interrupted call is written with its arguments where it begins.
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")
# Socket pairs are pipes of this process; the others communicate with something outside.
NETWORK = frozenset({
    *("socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg"),
    "io_uring_setup",
})  # fmt: skip
# Between the program's processes, over a socket pair that it created.
PRIVATE = re.compile(r"^\d+, (?:\{msg_name=NULL|.*, NULL, 0\))")
# Worker processes that read documents: the same Python.
WORKER = re.compile(r"multiprocessing\.(?:spawn|resource_tracker|forkserver) import")
# The process that reads pictures: the same Python with only this program.
READER = re.compile(
    re.escape(", ".join(f'"{each}"' for each in command())).join((r"^execve\(\S+, \[", r"\], "))
)

WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
CHANGING = frozenset({
    *("mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "link"),
    *("symlink", "linkat", "symlinkat", "mknod", "mknodat", "chmod", "fchmodat", "truncate"),
    "creat",
})  # fmt: skip
# The null device, the terminal, and the locks shared by the processes of one scan.
OF_THE_SYSTEM = re.compile(r'"/dev/(?:null|tty|shm/(?:sem\.)?(?:mp-)?[\w.-]+)"')


class Trace(NamedTuple):
    """The system calls of a run, with their arguments as text."""

    calls: tuple[tuple[str, str], ...]

    @property
    def network(self) -> list[str]:
        """Return the calls that communicate with anything outside."""
        return [
            f"{name}({rest}"
            for name, rest in self.calls
            if name in NETWORK and not (name.startswith("send") and PRIVATE.match(rest))
        ]

    @property
    def started(self) -> list[str]:
        """Return the programs started, without the first one and the program's own processes."""
        starts = [f"{name}({rest}" for name, rest in self.calls if name in {"execve", "execveat"}]
        workers = [each for each in starts[1:] if sys.executable in each and WORKER.search(each)]
        return [each for each in starts[1:] if each not in (*workers, *self.readers)]

    @property
    def readers(self) -> list[str]:
        """Return the calls that started processes for decoding pictures."""
        starts = (f"{name}({rest}" for name, rest in self.calls if name == "execve")
        return [each for each in starts if READER.match(each)]

    @property
    def written(self) -> list[str]:
        """Return calls that create, change or remove a file, except in the system's places."""
        return [
            f"{name}({rest}"
            for name, rest in self.calls
            if (name in CHANGING or (name == "openat" and WRITING.search(rest)))
            and not OF_THE_SYSTEM.search(rest)
        ]

    @property
    def touched(self) -> list[str]:
        """Return calls with the word that occurs only in links; program arguments do not count."""
        return [f"{name}({rest}" for name, rest in self.calls if name != "execve" and WORD in rest]


def traced(
    command: Sequence[str], log: Path, environment: Environment, folder: Path
) -> tuple[Trace, subprocess.CompletedProcess[bytes]]:
    """Run a command under strace until it ends."""
    strace = shutil.which("strace") or "strace"
    answer = subprocess.run(
        [strace, *OPTIONS, "-o", str(log), *command],
        env=dict(environment), cwd=folder, capture_output=True, check=False, timeout=540,
    )  # fmt: skip
    lines = log.read_text("utf-8", "replace").splitlines()
    calls = (CALL.match(line) for line in lines)
    return Trace(tuple((call[1], call[2]) for call in calls if call)), answer


def missing() -> str:
    """Return why nothing can be traced here, or an empty text."""
    if sys.platform != "linux":
        return "needs Linux"
    strace = shutil.which("strace")
    if strace is None:
        return "strace is missing: packaging/test installs it or says how"
    tried = subprocess.run(
        [strace, "-qq", "-e", "trace=none", "true"], capture_output=True, check=False
    )
    return "" if tried.returncode == 0 else "strace may not trace here"
