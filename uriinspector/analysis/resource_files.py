"""Files that are shipped with the program: tables of characters, lists of names.

In a wheel they lie inside the package, in a checkout beside it.  Every table begins with lines
``# key: value`` that say what it holds, of which version and date, and what made it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from uriinspector.analysis.updated_lists import updated_text

PACKAGE = Path(__file__).resolve().parents[1]


def shipped(name: str, package: Path = PACKAGE) -> Path:
    """Where a shipped file lies: inside the package, or beside it."""
    inside = package / "resources" / name
    return inside if inside.exists() else package.parent / "resources" / name


@cache
def shipped_text(name: str) -> str:
    """What a shipped file says, or the update that took its place."""
    return updated_text(name) or built_in_text(name)


def built_in_text(name: str) -> str:
    """What a shipped file says, whatever took its place."""
    return shipped(name).read_text("utf-8")


def shipped_rows(name: str) -> list[list[str]]:
    """The rows of a shipped table, each in its columns."""
    return rows_in(shipped_text(name))


def rows_in(text: str) -> list[list[str]]:
    """The rows of the text of a table, each in its columns."""
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def shipped_head(name: str) -> dict[str, str]:
    """What a shipped table says about itself: what it holds, versions, date, generator."""
    head = {}
    for line in shipped_text(name).splitlines():
        key, colon, value = line.removeprefix("#").partition(":")
        if not line.startswith("#") or not colon:
            break
        head[key.strip()] = value.strip()
    return head
