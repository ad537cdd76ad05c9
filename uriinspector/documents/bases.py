"""Where a base comes from, in the order of url-syntax-05 5.1 and of the HTML standard 2.4.3."""

from __future__ import annotations

from dataclasses import replace

from uriinspector.core.model import message
from uriinspector.core.parse import parse, resolve
from uriinspector.documents.document_values import (
    CONTENT_BASE,
    CONTENT_LOCATION,
    DEFAULT,
    EMBEDDED,
    ENCAPSULATING,
    RETRIEVAL,
    DocumentBase,
)
from uriinspector.readers import browser

NO_BASE = DocumentBase(None, DEFAULT, message("No base URL found (url-syntax-05 5.1.4)."))
# The HTML standard does not let these be the base of a page (4.2.3).
REFUSED = frozenset({"data", "javascript"})
WITHOUT_AUTHORITY = (
    "The BASE has no host, so browsers resolve it against the document's URL (HTML 4.2.3)."
)
IGNORED = message("The Content-Base header is relative and is ignored (url-syntax-05 5.1.1).")


def retrieved(base: str | None) -> DocumentBase:
    """The address that a document was fetched from, if somebody told it."""
    if base is None:
        return NO_BASE
    return DocumentBase(
        base, RETRIEVAL, message("The base URL given with the document (url-syntax-05 5.1.3).")
    )


def enclosed(outer: DocumentBase) -> DocumentBase:
    """What a part has from what it is enclosed in."""
    if outer.text is None or outer.origin in {ENCAPSULATING, DEFAULT}:
        return outer
    source = _origin_note(outer.origin)
    explanation = message(
        "From the enclosing entity: {source} (url-syntax-05 5.1.2).", source=source
    )
    return DocumentBase(outer.text, ENCAPSULATING, explanation)


def _origin_note(origin: str) -> str:
    return {
        CONTENT_BASE: message("its Content-Base"),
        CONTENT_LOCATION: message("its Content-Location"),
        EMBEDDED: message("its BASE"),
        RETRIEVAL: message("the base URL given with the document"),
    }[origin]


def embedded(href: str, outer: DocumentBase) -> DocumentBase:
    """The BASE of a page; a relative one is read against the page's own address."""
    text = browser.STRIPPED.sub("", href)
    reference = parse(text)
    if reference.scheme is None:
        if outer.text is None:
            explanation = message(
                "The BASE is relative and the document's URL is unknown: no base URL (HTML 2.4.3)."
            )
            return DocumentBase(None, EMBEDDED, explanation)
        target = resolve(outer.text, text).target
        explanation = message(
            "The relative BASE, resolved against {base} (HTML 4.2.3); url-syntax-05 appendix D "
            "requires an absolute URL.",
            base=_where(outer),
        )
        return DocumentBase(target, EMBEDDED, explanation) if target else outer
    if reference.scheme.lower() in REFUSED or not browser.read(text).accepted:
        ignored = message("The BASE is ignored: browsers reject it (HTML 4.2.3).")
        return replace(outer, note=_with(outer.note, ignored))
    if outer.text is not None and reference.authority is None:
        # "https:/a/" has a host only where the document's own URL has another scheme (URL 4.4).
        written = browser.serialized(text, outer.text)
        if written is not None and written.host != browser.read(text).host:
            return DocumentBase(written.text, EMBEDDED, message(WITHOUT_AUTHORITY))
    return DocumentBase(
        text, EMBEDDED, message("From the BASE element (url-syntax-05 5.1.1, HTML 4.2.3).")
    )


def _with(note: str, more: str) -> str:
    return message("{note} {more}", note=note, more=more)


def _where(outer: DocumentBase) -> str:
    if outer.origin == ENCAPSULATING:
        return message("the base of the enclosing entity")
    return message("the document's URL")


def headed(
    content_base: str | None, content_location: str | None, outer: DocumentBase
) -> DocumentBase:
    """What the header fields of a message or part say; white space in them is dropped."""
    if content_base is not None:
        text = "".join(content_base.split()).strip('"<>')
        if parse(text).scheme is not None:
            return DocumentBase(
                text, CONTENT_BASE, message("From the Content-Base header (url-syntax-05 5.1.1).")
            )
        base = headed(None, content_location, outer)
        return replace(base, note=_with(base.note, IGNORED))
    if content_location is None:
        return outer
    text = "".join(content_location.split()).strip('"<>')
    if parse(text).scheme is not None:
        return DocumentBase(
            text,
            CONTENT_LOCATION,
            message("From the Content-Location header (url-syntax-05 5.1.1)."),
        )
    if outer.text is None:
        return outer
    target = resolve(outer.text, text).target
    explanation = message(
        "The relative Content-Location, resolved against the base of the enclosing entity "
        "(url-syntax-05 5.1.1)."
    )
    return DocumentBase(target, CONTENT_LOCATION, explanation) if target else outer
