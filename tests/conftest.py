"""What every test shares: the long ones wait for --full."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep Python's collector of garbage from going through some million objects of tests.

    They all live to the end. Without this, one full collection takes a quarter of a second, and
    there are hundreds of them: before each measurement of time, and in all that makes windows.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()
