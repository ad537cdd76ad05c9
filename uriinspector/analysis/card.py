"""Cards: what a clause says, in our own words, with an example and where editions differ."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from uriinspector.analysis.citation import parted, plain_cite
from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.core.model import Json, NamedTuple

DOCUMENTS = "documents.toml"
# The documents whose own text every card of them was compared with, and cards of no document.
COMPARED = re.compile(
    r"(?:RFC (?:1738|3986)|url-draft-0[23]|url-syntax-05|rfc2396bis-01|rfc2141bis-urn-03|WHATWG URL"
    r"|list of \w+|vendor)(?: |$)"
).match
UNCHECKED = "Written without access to this document: its wording was not checked."


class Card(NamedTuple):
    """One clause; ``rule`` is a production of its grammar; "" where there is nothing to say."""

    cite: str
    title: str
    text: str
    rule: str = ""
    example: str = ""
    differs: str = ""

    @property
    def document(self) -> str:
        """The name of the document that it stands in, "" where the cite says it all."""
        return documents().get(parted(self.cite)[0], "")

    @property
    def is_checked(self) -> bool:
        """Whether it was compared with the text of its document, or there is no such text."""
        return COMPARED(self.cite) is not None

    @property
    def remark(self) -> str:
        """What to know before its wording is relied on; "" for a card that was compared."""
        return "" if self.is_checked else UNCHECKED

    def to_dict(self) -> Json:
        """Every field by its name."""
        return {**self._asdict(), "document": self.document or None, "checked": self.is_checked}


@cache
def cards() -> Mapping[str, Card]:
    """Every card by its citation."""
    values: dict[str, Card] = {}
    for path in sorted(shipped("clauses").glob("*.toml")):
        if path.name != DOCUMENTS:
            rows = tomllib.loads(shipped_text(f"clauses/{path.name}"))
            values |= {cite: Card(cite, **row) for cite, row in rows.items()}
    return values


@cache
def documents() -> Mapping[str, str]:
    """What each document is called."""
    values: dict[str, str] = tomllib.loads(shipped_text(f"clauses/{DOCUMENTS}"))
    return values


@cache
def _folded() -> Mapping[str, Card]:
    return {cite.casefold(): card for cite, card in cards().items()}


def card_of(cite: str) -> Card | None:
    """The card of a clause, in any case, or of the nearest one above it; None where none is."""
    asked = plain_cite(cite).casefold()
    while asked:
        if asked in _folded():
            return _folded()[asked]
        asked = asked[: max(asked.rfind("."), asked.rfind(" "), 0)]
    return None
