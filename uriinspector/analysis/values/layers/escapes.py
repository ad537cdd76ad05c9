"""Percent-encoding, and spaces that a form wrote as plus signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.nested.link_start import link_start
from uriinspector.analysis.unpack import decoded_run
from uriinspector.analysis.values.datum import (
    FRAGMENT,
    INSIDE,
    QUERY,
    Datum,
    Decoded,
    InnerDatum,
    Mapped,
)
from uriinspector.analysis.values.readable import BINARY
from uriinspector.analysis.values.value import CERTAIN, LAYER, LIKELY
from uriinspector.analysis.values.words import decoded_text
from uriinspector.core.expression import expression
from uriinspector.core.percent import octets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PERCENT, FORM = "percent-encoding", "form encoding"
TRIPLET = expression("%[0-9A-Fa-f]{2}")
# Words with plus signs between them; what base64 has more of than words, capitals amid small
# letters, is none of them.
PLUSES = expression(r"[A-Za-z0-9.,:'\"!?()-]+(?:\+[A-Za-z0-9.,:'\"!?()-]+)+")
BOTH = expression(r"[A-Za-z]{2}[^+]*\+(?:[^+]*\+)*?[^+]*[A-Za-z]{2}")
AMID = expression("[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z][0-9]")


def percent(datum: Datum) -> Iterator[Decoded]:
    """RFC 3986 2.1; in a query, forms write a space as "+"."""
    text = datum.text
    if "%" not in text or not TRIPLET.search(text):
        return
    if datum.part == INSIDE and is_literal_link(text):
        return
    run = decoded_run(text)
    plain = run.text
    if datum.part == QUERY and "+" in text and " " not in plain and not AMID.search(text):
        plain = _with_spaces(text, plain, run.starts)
    placing = Mapped(run.starts, datum.placing) if run.starts else None
    phrase = decoded_text(PERCENT, plain, CERTAIN)
    inner = InnerDatum(datum.name, plain, placing)
    if BINARY.search(plain):
        inner = InnerDatum(datum.name, octets_of(text))
    yield Decoded(LAYER, plain, phrase, CERTAIN, (inner,))


def _with_spaces(text: str, plain: str, starts: list[int] | None) -> str:
    """A plus sign that was written as one is a space; an escaped one is a plus sign."""
    if starts is None:
        return plain
    return "".join(
        " " if char == "+" and text[starts[at]] == "+" else char for at, char in enumerate(plain)
    )


def is_literal_link(text: str) -> bool:
    """Whether it begins like a link with nothing escaped in that."""
    head = text[:40].partition("%")[0]
    return (":" in head or head.startswith("//")) and link_start(text) is not None


def form(datum: Datum) -> Iterator[Decoded]:
    """WHATWG URL 5.1: forms write a space as "+"."""
    text = datum.text
    if datum.part not in {QUERY, FRAGMENT} or "+" not in text or not PLUSES.fullmatch(text):
        return
    if AMID.search(text) or not BOTH.search(text) or (datum.part == FRAGMENT and not datum.name):
        return
    plain = text.replace("+", " ")
    phrase = decoded_text(FORM, plain, LIKELY)
    yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain, datum.placing),))
