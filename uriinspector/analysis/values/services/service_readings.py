"""What the rows of services say of a part of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.consent_endpoints import WIDE
from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import (
    FRAGMENT,
    HOST,
    PATH,
    QUERY,
    Decoded,
    InnerDatum,
    Within,
)
from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.services.matched_link import MatchedLink
from uriinspector.analysis.values.services.value_readers import (
    READERS,
    Around,
    ValueText,
    plain,
    sentence,
    words,
)
from uriinspector.analysis.values.value import PARAMETER, POSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.parameters.service_row import Meaning, ServiceRow
    from uriinspector.analysis.parameters.service_table import ServiceTable
    from uriinspector.analysis.values.datum import Datum
    from uriinspector.analysis.values.services.matched_link import PlacedMeaning
    from uriinspector.core.reference import Reference

PARTS = frozenset({HOST, PATH, QUERY, FRAGMENT})
LETTERS = "letters"
# No more members of a list are shown one by one.
MOST_MEMBERS = 64
SCOPE = "scope"
WIDE_SCOPE = "Scope with wide access"


def _nothing(_: Datum) -> tuple[Decoded, ...]:
    return ()


# In the name of the rows: they are asked beside the decoders, since they need the whole link.
SERVICE = Decoder("service", "parameter of a known service", _nothing, "the row of the list")


class ServiceReadings:
    """The table, and the links of one walk as it reads them."""

    def __init__(self, table: ServiceTable) -> None:
        self._table = table
        self._link: Reference | None = None
        self._matched: MatchedLink | None = None

    def of(self, datum: Datum) -> Iterator[Decoded]:
        """What is said of a part; of what was decoded, nothing."""
        if datum.part not in PARTS or datum.link is None:
            return
        if datum.link is not self._link or self._matched is None:
            self._link = datum.link
            self._matched = MatchedLink(self._table, datum.link)
        matched = self._matched
        if datum.part == HOST and not datum.name and matched.purpose:
            yield _purpose(matched.purpose)
        placed = matched.of(datum)
        reading = placed and _decoded(datum, placed, matched.parameters)
        if reading:
            yield reading


def _purpose(row: ServiceRow) -> Decoded:
    args = (Arg("service", row.name), Arg("purpose", row.says, TERM))
    phrase = Phrase("{service}: {purpose}", args)
    return Decoded(PARAMETER, row.says, phrase, row.confidence, source=row.source)


def _decoded(datum: Datum, placed: PlacedMeaning, parameters: dict[str, str]) -> Decoded | None:
    row, meaning = placed.row, placed.meaning
    if meaning.split:
        return _list(datum, placed)
    read = _read(placed.text, Around(meaning, parameters))
    return read and _reading(row, meaning, meaning.means, read)


def _read(text: str, around: Around) -> ValueText | None:
    meaning = around.meaning
    if meaning.reader:
        return READERS[meaning.reader](text, around)
    return (words(text, around) if meaning.words else None) or plain(text, around)


def _reading(row: ServiceRow, meaning: Meaning, means: str, read: ValueText) -> Decoded:
    confidence = meaning.confidence or row.confidence
    phrase = sentence(means, read, row.name, is_possible=confidence == POSSIBLE)
    return Decoded(read.kind, read.value, phrase, confidence, read.inner, row.source)


def _list(datum: Datum, placed: PlacedMeaning) -> Decoded:
    """A list of words: the whole, and inside of it each member."""
    row, meaning, text = placed.row, placed.meaning, placed.text
    members = list(text) if meaning.split == LETTERS else text.split(meaning.split)
    around = Around(meaning, {})
    # Where nothing was decoded, each member has a place of its own.
    is_as_written = text == datum.text
    inner, at = [], 0
    for member in members[:MOST_MEMBERS]:
        read = _read(member, around) if member else None
        if read:
            place = Within(at, datum.placing) if is_as_written else None
            means = _means(meaning, member)
            known = (_reading(row, meaning, means, read),)
            inner.append(InnerDatum("", member, place, known, is_final=True))
        at += len(member) + (0 if meaning.split == LETTERS else len(meaning.split))
    whole = plain(text, around)._replace(inner=tuple(inner) if len(members) > 1 else ())
    if len(members) == 1:
        return _reading(row, meaning, _means(meaning, text), _read(text, around) or whole)
    return _reading(row, meaning, meaning.means, whole)


def _means(meaning: Meaning, member: str) -> str:
    is_wide = meaning.means.lower() == SCOPE and WIDE.search(member)
    return WIDE_SCOPE if is_wide else meaning.means
