"""The references of a page according to lexbor, the parser of selectolax."""

from collections import Counter
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from uriinspector.documents.document_values import END, PLACE, START, VALUE
from uriinspector.documents.html.scanner import scan_links
from uriinspector.documents.html.tokens import FOREIGN, attribute_value, place_of

# HTML integration points of SVG and MathML.
POINTS = {"svg": {"foreignobject", "desc", "title"}, "math": {"mi", "mo", "mn", "ms", "mtext"}}
Reference: TypeAlias = tuple[str, str, str]


def theirs(page: bytes) -> Counter[Reference]:
    """Count element, attribute and value of each attribute that contains references."""
    found: Counter[Reference] = Counter()
    root = LexborHTMLParser(page).root
    for node in root.traverse(include_text=False) if root else ():
        name = node.tag or ""
        foreign = is_foreign(node)
        for attribute, value in node.attributes.items():
            if place_of(name, attribute, foreign=foreign and attribute in FOREIGN):
                found[name, attribute, value or ""] += 1
    return found


def is_foreign(node: LexborNode) -> bool:
    """Return True if the element is in SVG or MathML, or is their root."""
    around = [node]
    while (outer := around[-1].parent) is not None:
        around.append(outer)
    space = ""
    for each in reversed(around):
        name = (each.tag or "").lower()
        space = name if name in POINTS and not space else space
        if each is not node and name in POINTS.get(space, ()):
            space = ""
    return bool(space)


def ours(page: bytes) -> Counter[Reference]:
    """Count the scanner's references, without those inside values, which lexbor does not know."""
    found: Counter[Reference] = Counter()
    for each in scan_links(page):
        place = each[PLACE]
        if each[VALUE] is None and place.element != "param":
            value = attribute_value(page[each[START] : each[END]])
            found[place.element or "", place.attribute or "", value] += 1
    return found
