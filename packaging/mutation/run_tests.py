"""Runs some tests inside of a copy of the project: run_tests.py FOLDER PLAN.json

The plan says which files, which of their tests in which order (null: all), where to write what came
of each, further arguments for pytest, and after how many seconds of work the system ends it all.
planned_run.py is what keeps to it.  With "serve" the tests are read and wait for warm_server.py;
without a plan, each line that comes in names one, which is run in a fork of this process.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from warm_server import limit, wait

NO_TESTS = 5
LONGEST = 3600
# What most tests import and no change concerns: read once, before the forks.
SHARED = ("hypothesis", "PIL.Image", "ada_url", "idna", "publicsuffixlist", "rich.console")


def run(plan_file: str, plan: dict[str, Any]) -> int:
    """Run a plan; no test at all is no failure."""
    limit(plan["seconds"])
    if plan.get("serve"):  # pytest puts others in the place of these
        serving = os.dup(0), os.dup(1)
        Path(plan_file).write_text(json.dumps(plan | {"serving": serving}), "utf-8")
    os.environ["MUTATION_PLAN"] = plan_file
    import pytest  # from here on everything is that of the copy

    answer = pytest.main(["-p", "planned_run", *plan["arguments"], *plan["files"]])
    return 0 if answer == NO_TESTS else int(answer)


def run_each() -> None:
    """Run the plans whose names come in, each in a fork, and say how it ended."""
    limit(LONGEST)
    for name in ("pytest", "_pytest.assertion.rewrite", *SHARED):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        plan = json.loads(Path(line.strip()).read_text("utf-8"))
        process = os.fork()
        if not process:
            answer = 1
            try:
                nothing = os.open(os.devnull, os.O_RDWR)
                for each in (0, 1, 2):
                    os.dup2(nothing, each)
                answer = run(line.strip(), plan)
            finally:
                os._exit(answer)
        sys.stdout.write(f"{wait(process, plan['seconds'])}\n")
        sys.stdout.flush()


def main(folder: str, plan_file: str = "") -> int:
    """Go there, and run one plan or many."""
    os.chdir(folder)
    here = sys.path[0]
    sys.path[0] = folder  # before the project that is installed
    sys.path.append(here)
    os.environ |= {"PYTHONPATH": f"{folder}{os.pathsep}{here}"}
    if plan_file:
        return run(plan_file, json.loads(Path(plan_file).read_text("utf-8")))
    run_each()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
