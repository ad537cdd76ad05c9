"""What a process and all that it starts ask the system for: strace, in three questions."""

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

# Everything that names a file, opens a way out, or starts something; texts are shown to the end.
OPTIONS = ("-f", "-qq", "-s", "100000", "-e", "trace=%file,%network,%process,io_uring_setup")
# A call that another one interrupts is written with all that it was given where it begins.
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")
# Pairs of sockets are pipes of this process; what is left speaks to somebody else.
NETWORK = frozenset({
    *("socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg"),
    "io_uring_setup",
})  # fmt: skip
# Between the processes of this program, over a pair of sockets that it made itself.
PRIVATE = re.compile(r"^\d+, (?:\{msg_name=NULL|.*, NULL, 0\))")
# The same Python, in order to read documents beside the window.
WORKER = re.compile(r"multiprocessing\.(?:spawn|resource_tracker|forkserver) import")
# The same Python, alone with our own program that reads pictures, and nothing else to be given.
READER = re.compile(
    re.escape(", ".join(f'"{each}"' for each in command())).join((r"^execve\(\S+, \[", r"\], "))
)

WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
CHANGING = frozenset({
    *("mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "link"),
    *("symlink", "linkat", "symlinkat", "mknod", "mknodat", "chmod", "fchmodat", "truncate"),
    "creat",
})  # fmt: skip
# Where nothing is written, the terminal, and the locks that the processes of one scan share.
OF_THE_SYSTEM = re.compile(r'"/dev/(?:null|tty|shm/(?:sem\.)?(?:mp-)?[\w.-]+)"')


class Trace(NamedTuple):
    """The calls of a run, each as it was written down."""

    calls: tuple[tuple[str, str], ...]

    @property
    def network(self) -> list[str]:
        """Calls that speak to anything outside."""
        return [
            f"{name}({rest}"
            for name, rest in self.calls
            if name in NETWORK and not (name.startswith("send") and PRIVATE.match(rest))
        ]

    @property
    def started(self) -> list[str]:
        """Programs that were started, the first one and our own processes aside."""
        starts = [f"{name}({rest}" for name, rest in self.calls if name in {"execve", "execveat"}]
        workers = [each for each in starts[1:] if sys.executable in each and WORKER.search(each)]
        return [each for each in starts[1:] if each not in (*workers, *self.readers)]

    @property
    def readers(self) -> list[str]:
        """The processes that read pictures: how each was started."""
        starts = (f"{name}({rest}" for name, rest in self.calls if name == "execve")
        return [each for each in starts if READER.match(each)]

    @property
    def written(self) -> list[str]:
        """Calls that make, change or take away a file; the system's own places aside."""
        return [
            f"{name}({rest}"
            for name, rest in self.calls
            if (name in CHANGING or (name == "openat" and WRITING.search(rest)))
            and not OF_THE_SYSTEM.search(rest)
        ]

    @property
    def touched(self) -> list[str]:
        """Calls that name what only links name; the arguments of programs aside."""
        return [f"{name}({rest}" for name, rest in self.calls if name != "execve" and WORD in rest]


def traced(
    command: Sequence[str], log: Path, environment: Environment, folder: Path
) -> tuple[Trace, subprocess.CompletedProcess[bytes]]:
    """Run it to its end under strace."""
    strace = shutil.which("strace") or "strace"
    answer = subprocess.run(
        [strace, *OPTIONS, "-o", str(log), *command],
        env=dict(environment), cwd=folder, capture_output=True, check=False, timeout=540,
    )  # fmt: skip
    lines = log.read_text("utf-8", "replace").splitlines()
    calls = (CALL.match(line) for line in lines)
    return Trace(tuple((call[1], call[2]) for call in calls if call)), answer


def missing() -> str:
    """Why nothing can be traced here; empty where it can be."""
    if sys.platform != "linux":
        return "needs Linux"
    strace = shutil.which("strace")
    if strace is None:
        return "strace is missing: packaging/test installs it or says how"
    tried = subprocess.run(
        [strace, "-qq", "-e", "trace=none", "true"], capture_output=True, check=False
    )
    return "" if tried.returncode == 0 else "strace may not trace here"
