"""What the answers rest on: the program, its libraries, and the date of every table and list."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import metadata, resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.resource_files import shipped, shipped_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.list_sources import ListSource

# The libraries that answers come from, and what each is for.
LIBRARIES = (
    ("ada-url", "how browsers read"),
    ("idna", "international host names"),
    ("publicsuffixlist", "registrable domains"),
)
KINDS = (("unicode", "Unicode table"), ("lists", "list"))
HEAD = re.compile(
    r"^#?\s*(unicode|version|date of the data|date)\s*[:=]\s*\"?([^\"\n]*?)\"?$", re.M
)


class VersionRow(NamedTuple):
    """One thing that answers rest on: what it is, its version or date, what it is for."""

    name: str
    version: str
    use: str = ""


def program() -> VersionRow:
    """The program itself."""
    return VersionRow("URI Inspector", metadata.version("uriinspector"))


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


def _tables() -> Iterator[VersionRow]:
    yield VersionRow("public suffix list", _suffix_list())
    for folder, word in KINDS:
        for path in sorted(shipped(folder).iterdir()):
            if path.suffix in {".txt", ".toml"}:
                yield VersionRow(f"{word} {path.stem}", _head(f"{folder}/{path.name}"))


def _suffix_list() -> str:
    traversable = resources.files("publicsuffixlist") / "public_suffix_list.dat"
    with Path(str(traversable)).open(encoding="utf-8") as file:
        for row in (next(file, "") for _ in range(40)):
            if row.startswith("// VERSION:"):
                return row.partition(":")[2].strip().partition("_")[0]
    return "of unknown date"


def _head(name: str) -> str:
    """What a table says of itself in its first lines."""
    values = dict(HEAD.findall(shipped_text(name)[:4_000]))
    number = f"Unicode {values['unicode']}" if "unicode" in values else values.get("version", "?")
    return f"{number}, {values.get('date of the data') or values.get('date', 'no date')}"
