"""What the answers rest on: the program, its libraries, and the date of every table."""

from __future__ import annotations

import sys
from importlib import metadata
from typing import TYPE_CHECKING

from uriinspector.analysis.versions import VersionRow, libraries, program, tables

if TYPE_CHECKING:
    from collections.abc import Iterator


def version_lines() -> Iterator[str]:
    """The lines of ``--version``."""
    yield f"uriinspect {program().version}\n"
    yield f"  Python {sys.version.split()[0]}\n"
    for each in (*libraries(), VersionRow("rich", metadata.version("rich"), "colours")):
        yield f"  {each.name} {each.version}  {each.use}\n"
    for each in tables():
        yield f"  {each.name}  {each.version}\n"
