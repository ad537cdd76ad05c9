"""Fixtures for the tests of documents."""

import pytest

from tests.documents.site_checks import close_checks  # noqa: F401  # a fixture, used by every test
from uriinspector.documents import scan as scan_module
from uriinspector.documents.work_budget import WorkBudget


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> list[WorkBudget]:
    """Record the budget of each scan."""
    made: list[WorkBudget] = []

    class Recorded(WorkBudget):
        def __init__(self, size: int) -> None:
            super().__init__(size)
            made.append(self)

    monkeypatch.setattr(scan_module, "WorkBudget", Recorded)
    return made
