"""Where a base comes from, in the order of url-syntax-05 5.1 and of the HTML standard 2.4.3."""

from __future__ import annotations

from dataclasses import replace

from uriinspector.core.parse import parse
from uriinspector.core.resolve import resolve
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

NO_BASE = DocumentBase(None, DEFAULT, "Nothing says where it stands (url-syntax-05 5.1.4).")
# The HTML standard does not let these be the base of a page (4.2.3).
REFUSED = frozenset({"data", "javascript"})
IGNORED = "Its Content-Base is relative and is ignored (url-syntax-05 5.1.1)."


def retrieved(base: str | None) -> DocumentBase:
    """The address that a document was fetched from, if somebody told it."""
    if base is None:
        return NO_BASE
    return DocumentBase(
        base, RETRIEVAL, "The address that was given with it (url-syntax-05 5.1.3)."
    )


def enclosed(outer: DocumentBase) -> DocumentBase:
    """What a part has from what it is enclosed in."""
    if outer.text is None or outer.origin in {ENCAPSULATING, DEFAULT}:
        return outer
    explanation = (
        f"From what it is enclosed in: {_origin_note(outer.origin)} (url-syntax-05 5.1.2)."
    )
    return DocumentBase(outer.text, ENCAPSULATING, explanation)


def _origin_note(origin: str) -> str:
    return {
        CONTENT_BASE: "its Content-Base",
        CONTENT_LOCATION: "its Content-Location",
        EMBEDDED: "its BASE",
        RETRIEVAL: "the address that was given with it",
    }[origin]


def embedded(href: str, outer: DocumentBase) -> DocumentBase:
    """The BASE of a page; a relative one is read against the page's own address."""
    text = browser.STRIPPED.sub("", href)
    reference = parse(text)
    if reference.scheme is None:
        if outer.text is None:
            explanation = (
                "Its BASE is relative, and its own address is not known: no base (HTML 2.4.3)."
            )
            return DocumentBase(None, EMBEDDED, explanation)
        target = resolve(outer.text, text).target
        explanation = (
            f"Its BASE, which is relative, against {_where(outer)} (HTML 4.2.3); "
            "url-syntax-05 appendix D wants it absolute."
        )
        return DocumentBase(target, EMBEDDED, explanation) if target else outer
    if reference.scheme.lower() in REFUSED or not browser.read(text).accepted:
        explanation = f"{outer.note} Its BASE does not count: browsers refuse it (HTML 4.2.3)."
        return DocumentBase(outer.text, outer.origin, explanation)
    return DocumentBase(text, EMBEDDED, "Its BASE (url-syntax-05 5.1.1, HTML 4.2.3).")


def _where(outer: DocumentBase) -> str:
    return "the base around it" if outer.origin == ENCAPSULATING else "its own address"


def headed(
    content_base: str | None, content_location: str | None, outer: DocumentBase
) -> DocumentBase:
    """What the header fields of a message or part say; white space in them is dropped."""
    if content_base is not None:
        text = "".join(content_base.split()).strip('"<>')
        if parse(text).scheme is not None:
            return DocumentBase(text, CONTENT_BASE, "Its Content-Base (url-syntax-05 5.1.1).")
        base = headed(None, content_location, outer)
        return replace(base, note=f"{base.note} {IGNORED}")
    if content_location is None:
        return outer
    text = "".join(content_location.split()).strip('"<>')
    if parse(text).scheme is not None:
        return DocumentBase(text, CONTENT_LOCATION, "Its Content-Location (url-syntax-05 5.1.1).")
    if outer.text is None:
        return outer
    target = resolve(outer.text, text).target
    explanation = (
        "Its Content-Location, which is relative, against what is around it (url-syntax-05 5.1.1)."
    )
    return DocumentBase(target, CONTENT_LOCATION, explanation) if target else outer
