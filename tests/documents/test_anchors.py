"""Pasted text gives the same links as a file with that text."""

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.running_text import references_in
from uriinspector.documents.anchors import Anchor, anchors

E = "http://e.test/"
PAGES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "what is not seen": (f"<a href={E}><span style='display:none'>e.test</span>bank.test</a>",
        [(E, "bank.test")]),
    "a picture says it": (f"<a href={E}><img alt='bank.test'></a>", [(E, "bank.test")]),
    "an area of a map": (f"<area href={E} alt=bank.test>", [(E, "bank.test")]),
    "a comment that ends at once": (f"<!--> <a href={E}>a</a> -->", [(E, "a")]),
    "no markup behind plaintext": (f"<plaintext><a href={E}>x</a>", []),
    "a line break between words": (f"<a href={E}>bank.test<br>x</a>", [(E, "bank.test x")]),
    "a base": ("<base href=http://b.test/d/><a href=x>x</a>", [("http://b.test/d/x", "x")]),
    "a base in a template is none": (
        "<template><base href=http://b.test/></template><a href=x>x</a>",
        [("x", "x")],
    ),
    "a link of a drawing": (f"<svg><a xlink:href='{E}'><text>s</text></a></svg>", [(E, "s")]),
    "a link in a template": (f"<template><a href={E}>t</a></template>", [(E, "t")]),
    "entities": ("<a href='http://e.test/&#x2f;?a&amp;copy=1'>&lt;</a>", [(f"{E}/?a&copy=1", "<")]),
    "odd markup": (f"<A\nHREF = {E}?>'\" >m<a/href={E}>n", [(f"{E}?", "'\" >m"), (E, "n")]),
    "nested": (f"<a href={E}1>o<a href={E}2>i</a></a>", [(f"{E}1", "o"), (f"{E}2", "i")]),
    "spaces around the value": (f"<a href=' {E}\t'>\u00a0bank.test </a>",
        [(f" {E}\t", "bank.test")]),
    "two values": (f"<a href='{E}' title='>' href=x>b</a>", [(E, "b")]),
}  # fmt: skip
TEXTS: dict[str, tuple[str, list[str]]] = {
    "quotation marks of other scripts": ("http://a.test/\u201cx\u201d", ["http://a.test/"]),
    "a full stop of another script": ("http://\xe4.test/\u3002x", ["http://\xe4.test/"]),
    "defanged without a scheme": ("example[.]org", ["example[.]org"]),
    "a defanged colon": ("hxxp[:]//a[.]test/x", ["hxxp[:]//a[.]test/x"]),
    "www with a number, and ftp": ("www3.a.test ftp.a.test/x", ["www3.a.test", "ftp.a.test/x"]),
    "wrapped in brackets": ("<http://a.test/\r\n  b>", ["http://a.test/b"]),
    "spaces in brackets": ("<http://a.test/\n b c>", ["http://a.test/bc"]),
    "wrapped in quotation marks": ('"http://a.test/\nb"', ["http://a.test/b"]),
    "not wrapped": ("http://a.test/\nb", ["http://a.test/"]),
    "a scheme around another": ("view-source:http://a.test/", ["view-source:http://a.test/"]),
    "no slashes": ("facetime:a@b.test smsto:+1", ["facetime:a@b.test", "smsto:+1"]),
    "a direction control at its end": ("http://a.test/\u202e", ["http://a.test/\u202e"]),
    "a lone surrogate": ("http://a.test/\ud800 b", ["http://a.test/\ud800"]),
    "each once": ("http://a.test http://a.test", ["http://a.test"]),
}


@for_each("page, expected", *PAGES.values(), ids=PAGES)
def test_pasted_page_has_its_links_and_texts(page: str, expected: list[tuple[str, str]]) -> None:
    assert anchors(page) == [Anchor(*each) for each in expected]


@for_each("page", *[page for page, _ in PAGES.values()], ids=PAGES)
def test_dropped_page_has_the_same_links_as_a_pasted_one(page: str) -> None:
    links = [
        link.target if link.base.text else link.value
        for link in uriinspector.scan(page, name="x.html").links
        if link.element in {"a", "area"}
    ]
    assert [each.href for each in anchors(page)] == links


@for_each("text, expected", *TEXTS.values(), ids=TEXTS)
def test_pasted_text_has_its_links(text: str, expected: list[str]) -> None:
    assert references_in(text) == expected


@for_each("text, expected", *[each for name, each in TEXTS.items() if name != "a lone surrogate"])
def test_dropped_text_has_the_same_links_as_pasted_text(text: str, expected: list[str]) -> None:
    links = [link.value for link in uriinspector.scan(text, name="x.txt").links]
    assert list(dict.fromkeys(links)) == expected
