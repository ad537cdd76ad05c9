"""Cards that explain clauses in our own words, with examples and differences between editions."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache

from uriinspector.analysis.citation import parted, plain_cite
from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.core.model import Json, NamedTuple

DOCUMENTS = "documents.toml"
# Documents against whose text all their cards were checked, and cards without a document.
COMPARED = re.compile(
    r"(?:RFC (?:1738|3986)|url-draft-0[23]|url-syntax-05|rfc2396bis-01|rfc2141bis-urn-03|WHATWG URL"
    r"|list of \w+|vendor)(?: |$)"
).match
UNCHECKED = "This card was written without access to the document, so its wording was not checked."


class Card(NamedTuple):
    """An explained clause; ``rule`` is a production of its grammar. Unused fields are ""."""

    cite: str
    title: str
    text: str
    rule: str = ""
    example: str = ""
    differs: str = ""

    @property
    def document(self) -> str:
        """The title of the document, or "" if the citation is enough."""
        return documents().get(parted(self.cite)[0], "")

    @property
    def is_checked(self) -> bool:
        """True if the card was compared with its document's text, or if no such text exists."""
        return COMPARED(self.cite) is not None

    @property
    def remark(self) -> str:
        """A warning if the card was not compared with its document, otherwise ""."""
        return "" if self.is_checked else UNCHECKED

    def to_dict(self) -> Json:
        return {**self._asdict(), "document": self.document or None, "checked": self.is_checked}


@cache
def cards() -> Mapping[str, Card]:
    """Return all cards by citation."""
    values: dict[str, Card] = {}
    for path in sorted(shipped("clauses").glob("*.toml")):
        if path.name != DOCUMENTS:
            rows = tomllib.loads(shipped_text(f"clauses/{path.name}"))
            values |= {cite: Card(cite, **row) for cite, row in rows.items()}
    return values


@cache
def documents() -> Mapping[str, str]:
    """Return the titles of documents, keyed by their short names."""
    values: dict[str, str] = tomllib.loads(shipped_text(f"clauses/{DOCUMENTS}"))
    return values


@cache
def _folded() -> Mapping[str, Card]:
    return {cite.casefold(): card for cite, card in cards().items()}


def card_of(cite: str) -> Card | None:
    """Return the card of a clause or of its nearest parent, ignoring case, or None."""
    asked = plain_cite(cite).casefold()
    while asked:
        if asked in _folded():
            return _folded()[asked]
        asked = asked[: max(asked.rfind("."), asked.rfind(" "), 0)]
    return None
