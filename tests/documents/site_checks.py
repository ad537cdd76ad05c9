"""Checks of sites that stay open until their test ends."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from uriinspector.documents.site.site_check import SiteCheck

OPEN = ExitStack()


def begun(root: Path, base: str | None = None) -> SiteCheck:
    """Return a check that has not run yet."""
    return OPEN.enter_context(SiteCheck(str(root), base))


def checked(root: Path, base: str | None = None) -> SiteCheck:
    """Return a check that has read the whole folder."""
    check = begun(root, base)
    for _ in check.run():
        pass
    assert check.is_whole
    return check


@pytest.fixture(autouse=True)
def close_checks() -> Iterator[None]:
    """Close the checks of a test: from Python 3.13 on an open database is a warning."""
    with OPEN:
        yield
