"""Attributes that are links, by the HTML standard and by older practice."""

import uriinspector
from tests.for_each import for_each

THERE = "http://a.test/x"
# The index of attributes in the HTML standard, HTML 4.01, and old browser extensions.
ELEMENTS = {
    "action": "form",
    "archive": "applet object",
    "background": "body table tbody td tfoot th thead tr",
    "cite": "blockquote del ins q", "classid": "object", "code": "applet",
    "codebase": "applet object", "data": "object", "dynsrc": "img", "formaction": "button input",
    "href": "a area link", "icon": "command menuitem", "imagesrcset": "link", "itemid": "p",
    "itemtype": "p", "longdesc": "frame iframe img", "lowsrc": "img", "manifest": "html",
    "object": "applet", "ping": "a area", "pluginspage": "embed", "pluginurl": "embed",
    "poster": "video", "profile": "head",
    "src": "audio bgsound command embed frame iframe ilayer img input layer script source track"
    " video",
    "srcset": "img source",
    "urn": "a link",
    "usemap": "img object input",
}  # fmt: skip
# The parser drops parts of tables outside tables, and frames outside framesets.
AROUND = {
    **dict.fromkeys(("tbody", "tfoot", "thead"), "<table>"),
    "tr": "<table><tbody>",
    **dict.fromkeys(("td", "th"), "<table><tbody><tr>"),
    "frame": "<frameset>",
}


def links(page: str) -> list[tuple[str | None, str | None, str]]:
    """Return element, attribute and value of each link."""
    every = uriinspector.scan(page.encode(), name="x.html").links
    return [(each.element, each.attribute, each.value) for each in every]


@for_each(
    "element, attribute",
    *[(each, name) for name, those in ELEMENTS.items() for each in those.split()],
)
def test_link_attribute_is_found(element: str, attribute: str) -> None:
    page = f"{AROUND.get(element, '')}<{element} {attribute}={THERE}>"
    assert links(page) == [(element, attribute, THERE)]


@for_each(
    "element, attribute",
    *(("p", "href"), ("a", "src"), ("div", "action"), ("a", "formaction"), ("img", "data")),
)
def test_attribute_of_another_element_is_not_a_link(element: str, attribute: str) -> None:
    assert links(f"<{element} {attribute}={THERE}>") == []


def test_meta_refresh_is_attributed_to_content() -> None:
    page = f'<meta http-equiv=refresh content="0;url={THERE}">'
    assert links(page) == [("meta", "content", THERE)]


@for_each(
    "attribute",
    *("clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start"),
    *("mask", "stroke", "style"),
)
def test_presentation_attribute_of_svg_may_contain_css(attribute: str) -> None:
    value = f"url({THERE})" if attribute != "style" else f"fill:url({THERE})"
    assert links(f'<svg><path {attribute}="{value}"/></svg>') == [("path", attribute, THERE)]


@for_each(
    "escape, char",
    *(("41", "A"), ("1f600", "\U0001f600"), ("10ffff", "\U0010ffff"), ("d7ff", "\ud7ff")),
    ("e000", "\ue000"),
    # Numbers that do not belong to a character become U+FFFD (CSS Syntax 4.3.7).
    *(("0", "\ufffd"), ("d800", "\ufffd"), ("dfff", "\ufffd"), ("110000", "\ufffd")),
    ("ffffff", "\ufffd"),
)
def test_css_escape_is_decoded(escape: str, char: str) -> None:
    page = f'<p style="background:url({THERE}\\{escape} y)">'
    assert links(page) == [("p", "style", f"{THERE}{char}y")]


@for_each(
    "number, char", ("65", "A"), ("x41", "A"), ("X41", "A"),
    # Leading zeros are ignored.
    ("0000000000000065", "A"), ("x000000000000041", "A"), ("1114111", "\U0010ffff"),
    ("x10ffff", "\U0010ffff"),
    # Numbers that do not belong to a character become U+FFFD (HTML 13.2.5.80).
    *(("0", "\ufffd"), ("xd800", "\ufffd"), ("xdfff", "\ufffd"), ("1114112", "\ufffd")),
    *(("x110000", "\ufffd"), ("99999999999999999999", "\ufffd")),
    # C1 controls are read as in windows-1252.
    ("128", "\u20ac"),
    ("x9f", "\u0178"),
)  # fmt: skip
def test_numeric_character_reference_is_decoded(number: str, char: str) -> None:
    assert links(f'<a href="{THERE}&#{number};y">x</a>') == [("a", "href", f"{THERE}{char}y")]


@for_each("charset", "windows-1251", "koi8-r")
def test_meta_content_type_declares_the_charset(charset: str) -> None:
    page = f"<!doctype html><meta http-equiv=Content-Type content='text/html; charset={charset}'>"
    document = uriinspector.scan(f"{page}<a href=ж>".encode(charset))
    assert [each.value for each in document.links] == ["ж"]
    other = page.replace("http-equiv", "name")
    document = uriinspector.scan(f"{other}<a href=ж>".encode(charset))
    assert [each.value for each in document.links] != ["ж"]


@for_each(
    "tag, expected",
    ("animate attributeName=href values='#; https://a.test/'", ["#", "https://a.test/"]),
    ("set attributeName='xlink:href' to='https://a.test/'", ["https://a.test/"]),
    ("animate attributeName=width values='0;100'", []),
)
def test_animation_of_a_link_in_svg_has_addresses(tag: str, expected: list[str]) -> None:
    element = tag.partition(" ")[0]
    found = links(f"<svg><a><{tag}/></a></svg>")
    assert found == [(element, "href", each) for each in expected]
