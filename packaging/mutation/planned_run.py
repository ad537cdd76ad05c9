"""A plugin for pytest that keeps to a plan, and writes down what came of each test.

Tests that ask the clock are left out: they say something about the computer too, and less where
more than one thing runs.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import coverage
import warm_server

CLOCK = "tests.linear"  # the module whose functions measure


class PlannedRun:
    """Chooses and orders the tests, and adds up how long each takes."""

    def __init__(self, plan: dict[str, Any]) -> None:
        tests = plan["tests"]
        self.order = None if tests is None else {test: place for place, test in enumerate(tests)}
        self.file = Path(plan["outcomes"])
        self.serving = plan.get("serving")  # the files that questions and answers go through
        self.outcomes: dict[str, tuple[str, float]] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what is not planned, and run the rest in the order of the plan."""
        order = self.order
        items[:] = [each for each in items if not asks_the_clock(each)]
        if order is not None:
            planned = [each for each in items if each.nodeid in order]
            items[:] = sorted(planned, key=lambda each: order[each.nodeid])

    def pytest_runtest_setup(self, item: Any) -> None:
        """What runs from here on is run by this test: pytest-cov tells it only with xdist."""
        measured = coverage.Coverage.current()
        if measured is not None:
            measured.switch_context(item.nodeid)

    def pytest_runtestloop(self, session: Any) -> bool | None:
        """Where the plan says so, wait to be told what to run."""
        if self.serving is None:
            return None
        warm_server.serve(session, *self.serving)
        return True

    def pytest_runtest_logreport(self, report: Any) -> None:
        """What fails at any time has failed."""
        outcome, duration = self.outcomes.get(report.nodeid, ("passed", 0.0))
        if report.failed:
            outcome = "failed"
        self.outcomes[report.nodeid] = (outcome, duration + report.duration)

    def pytest_sessionfinish(self, session: Any) -> None:
        """Write it down, once, where tests run in several processes."""
        if not hasattr(session.config, "workerinput"):
            self.file.write_text(json.dumps(self.outcomes), "utf-8")


def asks_the_clock(item: Any) -> bool:
    """Whether the test calls something that measures."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    used = (item.module.__dict__.get(name) for name in code.co_names) if code else ()
    return any(getattr(each, "__module__", None) == CLOCK for each in used)


def pytest_configure(config: Any) -> None:
    """Read the plan."""
    plan = json.loads(Path(os.environ["MUTATION_PLAN"]).read_text("utf-8"))
    config.pluginmanager.register(PlannedRun(plan), "the plan")
