"""Links within a page that a BASE takes out of it: "#top" is resolved like any other reference.

RFC 3986 4.4 and the HTML standard (7.4.2.3.3) stay in a document only where the address that comes
out is the document's own; 1997 (3) and 2003 (4.2) stay by the spelling, whatever the BASE says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import INFO, LOW
from uriinspector.documents.document_values import EMBEDDED
from uriinspector.documents.empty_references import STAYING
from uriinspector.documents.link_location import ONE
from uriinspector.documents.rules.link_rule import LinkContext, LinkHit, LinkRule
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.link_location import LinkPlace

ELEMENTS = {"a": "href", "area": "href", "form": "action"}
MOVED = "moved-fragment"


def moved_fragment(context: LinkContext) -> Iterator[LinkHit]:
    """A fragment that browsers look for in another document, or may."""
    base, document = context.leaf.base, context.leaf.outer.text
    if base.origin != EMBEDDED or base.text is None or "#" not in context.value:
        return
    value = browser.STRIPPED.sub("", context.value)
    if value[:1] != "#":
        return
    target = browser.serialized(value, base.text)
    if target is None:
        return
    address = browser.serialized(document) if document is not None else None
    if address is not None and _without_fragment(address.text) == _without_fragment(target.text):
        return
    # Of "#" alone pages make buttons: what it does is in their scripts.
    severity = LOW if address is not None and len(value) > 1 else INFO
    # The verdict is the edition's: 1997 and 2003 name no target for what stays by its spelling.
    stays = context.leaf.judge.edition in STAYING
    args = {"inner": target.text, "host": "" if stays else target.host or ""}
    variant = "" if address is not None else "unknown"
    yield LinkHit(0, len(context.value), severity, variant, args)


def _without_fragment(address: str) -> str:
    return address.partition("#")[0]


def _is_within(place: LinkPlace) -> bool:
    """Where people follow it: images in SVG look for a fragment in their own file (SVG 2 16.1)."""
    element = place.element
    return (
        place.how == ONE
        and not place.foreign
        and element is not None
        and ELEMENTS.get(element) == place.attribute
    )


RULES = (
    LinkRule(
        MOVED,
        LOW,
        "Link within the page and a base URL",
        {
            "": "Browsers resolve it against the base URL and leave the page for {inner}",
            "unknown": "Browsers resolve it against the base URL. Only if the document has this "
            "address do they stay in it: {inner}",
        },
        ("RFC 3986 4.4", "RFC 3986 5.1.1", "HTML 4.2.3"),
        _is_within,
        moved_fragment,
        rises='info if the address of the document is unknown, and for "#" alone',
    ),
)
