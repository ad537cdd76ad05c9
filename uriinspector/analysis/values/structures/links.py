"""A link inside of a value, and a query without a link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.nested.link_start import link_start
from uriinspector.analysis.phrase import HOST, Arg, Phrase
from uriinspector.analysis.values.datum import INSIDE, Datum, Decoded, InnerDatum, Within
from uriinspector.analysis.values.layers.escapes import is_literal_link
from uriinspector.analysis.values.value import CERTAIN, LIKELY, LINK, POSSIBLE, STRUCTURE
from uriinspector.core.expression import expression
from uriinspector.core.model import Span
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# Two pairs or more with names that are names.
PAIR = r"[A-Za-z_][\w.\-\[\]]{0,63}=[^&=]*=?"
QUERY_TEXT = expression(rf"\??{PAIR}(?:&{PAIR})+&?")
WIKI = expression("(?:file|feed|jar):(?![/\\\\])", re.IGNORECASE)


def link(datum: Datum) -> Iterator[Decoded]:
    """A reference that fills the value; where one begins, the nested links decide."""
    text = datum.text
    if not is_literal_link(text) or ("%" in text and datum.part != INSIDE):
        return
    begins = link_start(text)
    # "File:Name" is a title in a wiki.
    if begins is None or WIKI.match(text, begins.at):
        return
    inner = parse(text[begins.at :].rstrip())
    confidence = link_confidence(inner)
    yield Decoded(LINK, inner.text, link_phrase(inner), confidence, link=inner, start=begins.at)


def link_confidence(reference: Reference) -> str:
    """Two slashes and a word begin a reference, but base64 can begin so, too."""
    if reference.host and reference.scheme:
        return CERTAIN
    return LIKELY if reference.scheme or "." in (reference.host or "") else POSSIBLE


def link_phrase(reference: Reference) -> Phrase:
    """That it is a link, and to where."""
    if not reference.host:
        return Phrase("Link")
    args = (Arg("host", reference.host, HOST),)
    if link_confidence(reference) == POSSIBLE:
        return Phrase("Could be a link to {host}", args)
    return Phrase("Link to {host}", args)


def query_text(datum: Datum) -> Iterator[Decoded]:
    """Names and values as in a query, inside of one value."""
    text = datum.text
    if "=" not in text or not QUERY_TEXT.fullmatch(text):
        return
    start = 1 if text.startswith("?") else 0
    inner = tuple(
        InnerDatum(
            name.of(text), value.of(text), Within(value.start, datum.placing), is_member=True
        )
        for name, value in pairs(text, Span(start, len(text)))
        if value is not None and value.start < value.end
    )
    yield Decoded(STRUCTURE, text, Phrase("Parameters, as in a query"), LIKELY, inner)
