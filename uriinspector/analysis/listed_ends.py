"""The last two labels of all hosts in the shipped lists: a link with others needs no list.

Reading the lists takes longer than judging most links.  What stands here is made from them by
``packaging/manual --write``, and a test compares it with them.
"""

from __future__ import annotations

from functools import cache

from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.updated_lists import updated_lists

FILE = "prepared/listed-ends.txt"
# Of parameters that find a row on any host, in place of ends.
NAMES = "names of "


def listed_ends(name: str) -> frozenset[str] | None:
    """Those of a list; None for one that was updated: its own rows tell."""
    return None if name in updated_lists() else _rows()[name]


def listed_names(name: str) -> frozenset[str] | None:
    """The parameters by which a list finds rows on any host; None for one that was updated."""
    return None if name in updated_lists() else _rows()[NAMES + name]


@cache
def _rows() -> dict[str, frozenset[str]]:
    rows = (line.split("\t") for line in built_in_text(FILE).splitlines() if line[:1] != "#")
    return {name: frozenset(values) for name, *values in rows}
