"""Which attributes of which elements hold references: the HTML standard's, and the old ones."""

from __future__ import annotations

from uriinspector.documents.link_location import COMMAS, ONE, SPACES, SRCSET, LinkPlace

HTML5 = {
    "action": "form",
    "cite": "blockquote del ins q",
    "data": "object",
    "formaction": "button input",
    "href": "a area base link",
    "imagesrcset": "link",
    "itemid": "*",
    "itemtype": "*",
    "ping": "a area",
    "poster": "video",
    "src": "audio embed iframe img input script source track video",
    "srcset": "img source",
    "usemap": "img object input",
}
# HTML 2 to 4, and what browsers once made up.
OLD = {
    "archive": "applet object",
    "background": "body table tbody td tfoot th thead tr",
    "classid": "object",
    "code": "applet",
    "codebase": "applet object",
    "dynsrc": "img",
    "icon": "command menuitem",
    "longdesc": "frame iframe img",
    "lowsrc": "img",
    "manifest": "html",
    "object": "applet",
    "pluginspage": "embed",
    "pluginurl": "embed",
    "profile": "head",
    "src": "bgsound command frame ilayer layer",
    "urn": "a link",
}
SEVERAL = {
    "srcset": SRCSET,
    "imagesrcset": SRCSET,
    "ping": SPACES,
    "itemtype": SPACES,
    "profile": SPACES,
    "archive": COMMAS,
}
# In SVG and MathML on any element; the old name with its prefix is one name to HTML.
FOREIGN = ("href", "xlink:href", "xml:base")
# The base of XML (W3C XML Base), on any element: browsers have given it up, other programs not.
XML_BASE = "xml:base"
ANYWHERE = "*"


def _by_attribute() -> dict[str, frozenset[str]]:
    values: dict[str, set[str]] = {name: set() for name in FOREIGN}
    for table in (HTML5, OLD):
        for attribute, elements in table.items():
            values.setdefault(attribute, set()).update(elements.split())
    values[XML_BASE] = {ANYWHERE}
    return {attribute: frozenset(elements) for attribute, elements in values.items()}


BY_ATTRIBUTE = _by_attribute()
# A parser that meets <image> makes an <img> of it (13.2.6.4.7).
RENAMED = {"image": "img"}


def place_of(element: str, attribute: str, *, foreign: bool = False) -> LinkPlace | None:
    """The place, if the attribute holds references there; names in small letters."""
    if foreign:
        return LinkPlace(element, attribute, ONE, foreign=True) if attribute in FOREIGN else None
    name = RENAMED.get(element, element)
    elements = BY_ATTRIBUTE.get(attribute, frozenset())
    if name not in elements and ANYWHERE not in elements:
        return None
    how = SEVERAL.get(attribute, ONE)
    if attribute == "archive" and name == "object":
        how = SPACES
    return LinkPlace(name, attribute, how)
