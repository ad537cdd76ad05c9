"""What an empty reference in a page means, and one that is a fragment alone: each edition says so.

1997 (3) and 2003 (4.2): such a reference stays in the document, whatever its BASE says.  Only where
it always leads to a new request does it stand for an address: in 1997 for the document's own, in
2003 for the base URI.  2005 (5.2) has the base; browsers send a form without an action to the
document that it stands in (HTML 4.10.18.6), and fetch nothing for an image without an address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import message
from uriinspector.core.parse import parse
from uriinspector.documents.document_values import DEFAULT, DocumentBase
from uriinspector.documents.link_location import PLACE

if TYPE_CHECKING:
    from uriinspector.documents.judge import Judgement
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation, LinkPlace

STAYING = frozenset({"1997", "2003"})
FORMS = frozenset({"action", "formaction"})
# Attributes whose address is asked for as soon as the page is shown.
FETCHED = frozenset(
    {"src", "srcset", "imagesrcset", "data", "poster", "background", "lowsrc", "dynsrc", "icon"}
    | {"manifest", "code", "codebase", "archive", "object", "classid"}
)
# 5.1.4: where nothing says what the document's own address is.
CURRENT = DocumentBase("", DEFAULT, message("The containing document (url-syntax-05 3)."))


def is_void(value: str) -> bool:
    """Nothing, or a fragment alone."""
    return not value or value[0] == "#"


def is_unfetched(place: LinkPlace, value: str) -> bool:
    """Whether browsers fetch nothing at all for it."""
    return not value and place.attribute in FETCHED


def base_of(leaf: Leaf, location: LinkLocation, value: str) -> DocumentBase:
    """What a reference is resolved against: the leaf's base, or the document's own address."""
    if leaf.base is leaf.outer:
        return leaf.base
    return base_at(leaf, location[PLACE], value)


def base_at(leaf: Leaf, place: LinkPlace, value: str) -> DocumentBase:
    """The same for a value at a place of its page."""
    base, document = leaf.base, leaf.outer
    if place.element is None:
        return base
    if place.element == "base":
        # An absolute one is its own target, though nothing tells where the document is.
        is_known = document.text is not None or parse(value).scheme is None
        return document if is_known else base
    if not is_void(value):
        return base
    edition, attribute = leaf.judge.edition, place.attribute
    if not value and (attribute in FORMS or attribute in FETCHED):
        if edition != "2003" and (attribute in FORMS or edition == "1997"):
            return document
        return base
    if edition not in STAYING:
        return base
    return document if document.text is not None else CURRENT


def requested(leaf: Leaf, location: LinkLocation, value: str, judged: Judgement) -> Judgement:
    """The same judgement for what an empty reference at a form or an image asks for.

    The edition says what the target is.  Browsers send the form to the document, whatever edition
    is chosen, and fetch no image: no host but the document's has any part in it.
    """
    place: LinkPlace = location[PLACE]
    is_form, is_fetched = place.attribute in FORMS, place.attribute in FETCHED
    if value or place.element is None or not (is_form or is_fetched):
        return judged
    document, target = leaf.outer.text, judged.target
    base = base_of(leaf, location, value).text
    if base and (is_form or leaf.judge.edition in STAYING):
        target = base.partition("#")[0]
    there = leaf.judge.of(document, None).verdict if document else None
    host = there.host if there else None
    route = (judged.verdict.route[0]._replace(host=host),)
    verdict = judged.verdict._replace(host=host, final_host=host, route=route)
    if there and is_form:
        verdict = verdict._replace(sentence=there.sentence)
    return judged._replace(target=target, verdict=verdict)
