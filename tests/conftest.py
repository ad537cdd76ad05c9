"""What every test shares: the long ones wait for --full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# How long one example takes says more about the machine than about the program.  The examples are
# the same each time, so that a change is blamed for nothing but itself; the long tests seek others.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("others", deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run the long tests")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("others" if config.getoption("--full") else "same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    long = [item for item in items if item.get_closest_marker("full")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in set(long)]
