"""The query as rows, and what each change of a row writes into the link.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.codings import (
    encoded_by,
    octets_as_written,
    recoded_by,
    stages_of,
)
from uriinspector.core.expression import lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.inspect.value_meanings import ValueMeanings

KEY, VALUE, MEANING = range(3)
# In the queries of other schemes a plus sign is a plus sign (RFC 6068 5).
FORMS = frozenset({"", "http", "https", "ws", "wss"})
FORM, PERCENT = "form", "percent"
# What a pair is called that was just added.
NEW_KEY = "key"


class RunEdit(NamedTuple):
    """A run of the link, and what takes its place."""

    span: Span
    new: str


class QueryRow(NamedTuple):
    """A pair: where it is, what is written, and what that is decoded."""

    number: int
    name: Span
    value: Span | None
    text: str
    coding: str
    meaning: str = ""

    @property
    def whole(self) -> Span:
        """The whole pair."""
        return Span(self.name.start, (self.value or self.name).end)

    def span(self, column: int) -> Span | None:
        """What a cell stands for; the meaning is that of the value."""
        return self.name if column == KEY else self.value or self.name

    def content(self, column: int) -> str:
        """The key or the value, decoded; as it is written where that is no text."""
        span = self.name if column == KEY else self.value
        return _decoded(span.of(self.text), self.coding) if span else ""

    def pieces(self, column: int) -> Pieces:
        """The cell as it is shown."""
        if column == VALUE and self.value is None:
            return ours(say('no "="'), Kind.MUTED)
        content = self.content(column)
        return outside(content) if content else ours(say("empty"), Kind.MUTED)

    def changed(self, column: int, content: str) -> RunEdit | None:
        """Another key or value, written as the rest of it is; None where nothing changes."""
        if content == self.content(column):
            return None
        span = self.name if column == KEY else self.value
        if span is None:
            return RunEdit(Span(self.name.end, self.name.end), "=" + _encoded(content))
        written = span.of(self.text)
        if _plain(written, self.coding) is None:
            return RunEdit(span, content)  # shown as it is written
        return RunEdit(span, recoded_by(written, (self.coding,), octets_as_written(content)))


def query_rows(reference: Reference, meanings: ValueMeanings | None = None) -> list[QueryRow]:
    """A row for each pair, in the order of the text."""
    text, span = reference.text, reference.span(Part.QUERY)
    coding = FORM if lowered(reference.scheme or "") in FORMS else PERCENT
    rows = []
    for number, (name, value) in enumerate(pairs(text, span)):
        meaning = meanings.meaning(value) if meanings and value else ""
        rows.append(QueryRow(number, name, value, text, coding, meaning))
    return rows


def added(reference: Reference, rows: list[QueryRow], after: int) -> RunEdit | None:
    """A new pair behind another one, or the first of a new query; None where there can be none."""
    if rows:
        end = rows[after].whole.end
        return RunEdit(Span(end, end), f"&{NEW_KEY}=")
    query, path = reference.span(Part.QUERY), reference.span(Part.PATH)
    if query is not None:
        return RunEdit(Span(query.end, query.end), f"{NEW_KEY}=")
    is_opaque = reference.span(Part.AUTHORITY) is None and reference.scheme is not None
    if is_opaque and lowered(reference.scheme or "") != "mailto":
        return None
    return RunEdit(Span(path.end, path.end), f"?{NEW_KEY}=") if path is not None else None


def removed(rows: list[QueryRow], number: int) -> RunEdit:
    """Without a pair, and without the mark between it and its neighbor."""
    whole = rows[number].whole
    if number + 1 < len(rows):
        return RunEdit(Span(whole.start, rows[number + 1].whole.start), "")
    if number:
        return RunEdit(Span(rows[number - 1].whole.end, whole.end), "")
    return RunEdit(whole, "")


def moved(rows: list[QueryRow], number: int, steps: int) -> RunEdit | None:
    """A pair in the place of its neighbor, and that in its place."""
    other = number + steps
    if not 0 <= other < len(rows):
        return None
    first, second = (rows[each].whole for each in sorted((number, other)))
    text = rows[number].text
    between = text[first.end : second.start]
    return RunEdit(Span(first.start, second.end), second.of(text) + between + first.of(text))


def _plain(written: str, coding: str) -> str | None:
    """What it is decoded; None where that is no text."""
    try:
        return stages_of(written, (coding,))[-1].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def _decoded(written: str, coding: str) -> str:
    plain = _plain(written, coding)
    return written if plain is None else plain


def _encoded(content: str) -> str:
    """A new text; a space as "%20" is one wherever it is read."""
    return encoded_by(octets_as_written(content), (PERCENT,))
