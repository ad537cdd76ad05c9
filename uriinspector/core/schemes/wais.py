"""wais: RFC 1738 3.9 in its three forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, Part, Span, message
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, visible
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    judged,
    login_fields,
    other_port,
    smuggled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

PORT = 210
TITLES = {
    "": "a WAIS server",
    "waisdatabase": "a searchable WAIS database",
    "waisindex": "a search in a WAIS database",
    "waisdoc": "one document of a WAIS database",
}


class Parts(NamedTuple):
    """What of the three forms is there, and which of them it is ("" for none)."""

    form: str
    database: Span | None = None
    search: Span | None = None
    wtype: Span | None = None
    wpath: Span | None = None


def describe(reference: Reference, _: Choice) -> Dossier:
    """Database, search, or the document's type and path."""
    read = as_1738(reference)
    parts = _parts(read)
    return Dossier(
        scheme="wais",
        title=TITLES[parts.form],
        cites=("RFC 1738 3.9", "RFC 4156"),
        danger="fetches",
        default_port=PORT,
        fields=(*login_fields(reference, PORT), *_fields(read.text, parts)),
        actions=tuple(_actions(read, parts)),
        violations=judged(reference),
        notes=tuple(_notes(read, parts)),
    )


def _parts(read: Reference) -> Parts:
    span, search = read.span(Part.PATH), read.span(Part.QUERY)
    if read.authority is None or span is None or span.start == span.end:
        return Parts("", search=search)
    text, start, end = read.text, span.start + 1, span.end
    first = text.find("/", start, end)
    if first < 0:
        form = "waisdatabase" if search is None else "waisindex"
        return Parts(form, Span(start, end), search)
    second = text.find("/", first + 1, end)
    wtype = Span(first + 1, end if second < 0 else second)
    wpath = Span(second + 1, end) if second >= 0 else None
    return Parts("waisdoc", Span(start, first), search, wtype, wpath)


MEANINGS = (
    ("database", "the database to search", "no database is named"),
    ("search", "search words", "no search words: the user would be asked for them"),
    ("wtype", "document type, as given by the server", "no type: the URL names no single document"),
    (
        "wpath",
        "document identifier, meaningful only to its server",
        "the URL names no single document",
    ),
)


def _fields(text: str, parts: Parts) -> Iterator[Field]:
    for (name, meaning, without), span in zip(MEANINGS, parts[1:], strict=True):
        yield Field.present(text, name, *span, meaning) if span else Field.absent(name, without)


def _actions(read: Reference, parts: Parts) -> Iterator[Action]:
    if read.authority is None:
        return
    yield connection(read, PORT)
    text = read.text
    database = visible(parts.database.of(text)) if parts.database else ""
    if parts.form == "waisdatabase":
        yield Action(
            "ask",
            message("search words for {database}", database=database),
            "entered by the user",
        )
    elif parts.search and parts.form == "waisindex":
        yield Action(
            "send",
            message(
                "search {database} for {text}",
                database=database,
                text=visible(parts.search.of(text)),
            ),
        )
    elif parts.wtype and parts.wpath:
        wtype, wpath = visible(parts.wtype.of(text)), visible(parts.wpath.of(text))
        yield Action(
            "send",
            message(
                "retrieve {wpath} from {database} as {wtype}",
                wpath=wpath,
                database=database,
                wtype=wtype,
            ),
        )


def _notes(read: Reference, parts: Parts) -> Iterator[Note]:
    yield from other_port(read, PORT)
    for span in parts[1:]:
        if span:
            yield from smuggled(read.text, span, "wais")
    if parts.wpath and "/" in parts.wpath.of(read.text):
        explanation = (
            "a slash in the document identifier must be percent-encoded: it is not a separator "
            "there"
        )
        yield Note("wpath-slash", "unusual", explanation, parts.wpath, ("RFC 1738 3.9",))


SCHEME = Scheme(("wais",), describe, "fetches", PORT)
