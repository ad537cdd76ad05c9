"""Runs some tests inside of a copy of the project: run_tests.py FOLDER PLAN.json

The plan says which files, which of their tests in which order (null: all), where to write what came
of each, further arguments for pytest, and after how many seconds of work the system ends it all.
planned_run.py is what keeps to it.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
from pathlib import Path

NO_TESTS = 5
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
MOST_MEMORY = 6 << 30


def limit(seconds: int) -> None:
    """Let the system end this process, whatever becomes of the one that started it."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main(folder: str, plan_file: str) -> int:
    """Run the plan; no test at all is no failure."""
    plan = json.loads(Path(plan_file).read_text("utf-8"))
    limit(plan["seconds"])
    os.chdir(folder)
    here = sys.path[0]
    sys.path[0] = folder  # before the project that is installed
    sys.path.append(here)
    os.environ |= {"PYTHONPATH": f"{folder}{os.pathsep}{here}", "MUTATION_PLAN": plan_file}
    import pytest  # from here on everything is that of the copy

    answer = pytest.main(["-p", "planned_run", *plan["arguments"], *plan["files"]])
    return 0 if answer == NO_TESTS else int(answer)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
