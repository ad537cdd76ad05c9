"""What the answers rest on: the program, its libraries, and the date of every table and list."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import rules_text
from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.analysis.updated_lists import SUFFIX_LIST, update_in_use
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.list_sources import ListSource

# The libraries that answers come from, and what each is for.
LIBRARIES = (
    ("ada-url", "how browsers read"),
    ("idna", "international host names"),
    ("publicsuffixlist", "registrable domains"),
)
# The wheel of the engine, or of all: a checkout, or a source archive that was installed.
DISTRIBUTIONS = ("uriinspector-engine", "uriinspector")
KINDS = {"unicode": "Unicode table", "lists": "list"}
HEAD = expression(
    r"^#?\s*(unicode|version|date of the data|date|origin|package)\s*[:=]\s*\"?([^\"\n]*?)\"?$",
    re.M,
)

AGED = "more than a year old"
DATE = expression(r"\b\d{4}-\d{2}-\d{2}\b")
SUFFIX_VERSION = expression(r"^// VERSION: *(\d{4}-\d{2}-\d{2})", re.M)


class VersionRow(NamedTuple):
    """One thing that answers rest on: what it is, its version or date, what it is for."""

    name: str
    version: str
    use: str = ""


def program() -> VersionRow:
    """The program itself."""
    for name in DISTRIBUTIONS:
        with suppress(metadata.PackageNotFoundError):
            return VersionRow("URI Inspector", metadata.version(name))
    return VersionRow("URI Inspector", "not installed")


@lru_cache(maxsize=1)
def libraries() -> tuple[VersionRow, ...]:
    """The libraries that answers come from."""
    return tuple(VersionRow(name, metadata.version(name), use) for name, use in LIBRARIES)


def judged_by(sources: Iterable[ListSource]) -> tuple[VersionRow, ...]:
    """Every table and list, those that other lists took the place of by the files of these."""
    rows = {each.name: (each,) for each in tables()}
    for each in dict.fromkeys(sources):
        name = f"list {each.kind}"
        shipped_too = rows[name] if each.extends else ()
        date = each.date or "no date"
        rows[name] = (*shipped_too, VersionRow(name, f"{each.name}, {date}, {each.sha256[:12]}"))
    return tuple(row for each in rows.values() for row in each)


@lru_cache(maxsize=1)
def tables() -> tuple[VersionRow, ...]:
    """Every table and list by its own first lines."""
    return tuple(_tables())


def is_old(row: VersionRow, today: date) -> bool:
    """Whether a list or table is dated more than a year before a day."""
    dated = DATE.search(row.version)
    try:
        then = date.fromisoformat(dated[0]) if dated else today
    except ValueError:
        return False
    # From 29 February on, a year has passed on 1 March.
    return (then.year + 1, then.month, then.day) < (today.year, today.month, today.day)


def _tables() -> Iterator[VersionRow]:
    name = suffix_list_date(rules_text()) or "no date"
    yield VersionRow("public suffix list", name + _updated(SUFFIX_LIST))
    for place in dated_files():
        folder, _, file = place.partition("/")
        yield VersionRow(f"{KINDS[folder]} {Path(file).stem}", _head(place) + _updated(place))


def dated_files() -> Iterator[str]:
    """Where each table and list of the program is."""
    for folder in KINDS:
        names = sorted(each.name for each in shipped(folder).iterdir())
        yield from (f"{folder}/{name}" for name in names if name.endswith((".txt", ".toml")))


def _updated(name: str) -> str:
    """The mark of a file that took the place of a shipped one."""
    update = update_in_use(name)
    return f", updated from a file, {update.sha256[:12]}" if update else ""


def suffix_list_date(text: str) -> str | None:
    """The date that a Public Suffix List states in its first lines."""
    stated = SUFFIX_VERSION.search(text[:4_000])
    return stated[1] if stated else None


def origin_of(text: str) -> str:
    """Where a table or list says that its data come from; "" where it does not say so."""
    values = head_of(text)
    if "unicode" in values:
        return f"Unicode {values['unicode']}, from {values.get('package', 'no named package')}"
    return values.get("origin", "")


def head_of(text: str) -> dict[str, str]:
    """What a table says of itself in its first lines."""
    return dict(HEAD.findall(text[:4_000]))


def _head(name: str) -> str:
    values = head_of(shipped_text(name))
    number = f"Unicode {values['unicode']}" if "unicode" in values else values.get("version", "?")
    return f"{number}, {values.get('date of the data') or values.get('date', 'no date')}"
