"""Versions of the program and its libraries, and the dates of all tables and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from functools import lru_cache
from importlib import metadata
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.list_folder import SUFFIX_LIST
from uriinspector.analysis.resource_files import built_in_text, shipped
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.list_sources import ListSource

# Libraries that affect results, and their purposes.
LIBRARIES = (
    ("ada-url", "how browsers parse links"),
    ("idna", "internationalized host names"),
    ("publicsuffixlist", "registrable domains"),
)
# The distributions that may contain the program: the engine alone, or all of it.
DISTRIBUTIONS = ("uriinspector-engine", "uriinspector")
KINDS = {"unicode": "Unicode table", "lists": "list"}
ENDINGS = (".txt", ".toml")
HEAD = expression(
    r"^#?\s*(unicode|version|date of the data|date|origin|package)\s*[:=]\s*\"?([^\"\n]*?)\"?$",
    re.M,
)

AGED = "more than a year old"
DATE = expression(r"\b\d{4}-\d{2}-\d{2}\b")
SUFFIX_VERSION = expression(r"^// VERSION: *(\d{4}-\d{2}-\d{2})", re.M)


class VersionRow(NamedTuple):
    """A component that affects results: its name, its version or date, and its purpose."""

    name: str
    version: str
    use: str = ""


def program() -> VersionRow:
    for name in DISTRIBUTIONS:
        with suppress(metadata.PackageNotFoundError):
            return VersionRow("URI Inspector", metadata.version(name))
    return VersionRow("URI Inspector", "not installed")


@lru_cache(maxsize=1)
def libraries() -> tuple[VersionRow, ...]:
    return tuple(VersionRow(name, metadata.version(name), use) for name, use in LIBRARIES)


def judged_by(sources: Iterable[ListSource]) -> tuple[VersionRow, ...]:
    """Return all tables and lists, including the user's files that replace or extend them."""
    kinds = map(kind_of, dated_files())
    rows: dict[str, tuple[VersionRow, ...]] = {
        kind: (table,) for kind, table in zip(kinds, tables(), strict=True)
    }
    for each in dict.fromkeys(sources):
        before, date = rows[each.kind], each.date or "no date"
        used = VersionRow(before[0].name, f"{each.name}, {date}, {each.sha256[:12]}")
        rows[each.kind] = (*before, used) if each.extends else (used,)
    return tuple(row for each in rows.values() for row in each)


def kind_of(name: str) -> str:
    """Return the kind of a list or table, such as "lures" for "lists/lures.txt"."""
    return PurePath(name).stem


@lru_cache(maxsize=1)
def tables() -> tuple[VersionRow, ...]:
    return tuple(map(_table, dated_files()))


def is_old(row: VersionRow, today: date) -> bool:
    """Return True if a list or table is more than a year old."""
    dated = DATE.search(row.version)
    try:
        then = date.fromisoformat(dated[0]) if dated else today
    except ValueError:
        return False
    # One year after 29 February is 1 March.
    return (then.year + 1, then.month, then.day) < (today.year, today.month, today.day)


def _table(name: str) -> VersionRow:
    values, dated = head_of(built_in_text(name)), date_in(name, built_in_text(name)) or "no date"
    if name == SUFFIX_LIST:
        return VersionRow("public suffix list", dated)
    number = f"Unicode {values['unicode']}" if "unicode" in values else values.get("version", "?")
    return VersionRow(f"{KINDS[name.partition('/')[0]]} {kind_of(name)}", f"{number}, {dated}")


@lru_cache(maxsize=1)
def dated_files() -> tuple[str, ...]:
    """Return the names of all built-in tables and lists, as paths in ``resources``."""
    names = {folder: sorted(each.name for each in shipped(folder).iterdir()) for folder in KINDS}
    places = (f"{folder}/{name}" for folder in KINDS for name in names[folder])
    return (SUFFIX_LIST, *(each for each in places if each.endswith(ENDINGS)))


def date_in(name: str, text: str) -> str:
    """Return the date in the first lines of a list, or ""."""
    if name == SUFFIX_LIST:
        stated = SUFFIX_VERSION.search(text[:4_000])
        return stated[1] if stated else ""
    return head_of(text).get("date of the data") or head_of(text).get("date", "")


def origin_in(name: str, text: str) -> str:
    """Return the origin of the data in the first lines of a list, or ""."""
    values = head_of(text)
    if name == SUFFIX_LIST:
        return "publicsuffix.org"
    if "unicode" in values:
        return f"Unicode {values['unicode']}, from {values.get('package', 'no named package')}"
    return values.get("origin", "")


def head_of(text: str) -> dict[str, str]:
    return dict(HEAD.findall(text[:4_000]))
