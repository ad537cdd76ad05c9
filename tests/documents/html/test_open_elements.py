"""Elements that an end tag in SVG closes, compared with lexbor for every HTML element."""

import uriinspector
from tests.documents.html.oracle import ours, theirs
from tests.for_each import for_each

# All elements in the HTML standard, the obsolete ones, and one unknown element.
ELEMENTS = (
    "a abbr address applet area article aside b base basefont bgsound big blockquote body br button"
    " caption center cite code col colgroup dd details dir div dl dt em embed fieldset figcaption"
    " figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe"
    " img input keygen li link listing main marquee menu meta nav nobr noembed noframes noscript"
    " object ol p param plaintext pre q rb rp rt rtc ruby s script"
    " search section select small source span strike"
    " strong style summary svg table tbody td textarea tfoot th thead title tr track tt u ul wbr"
    " x-y xmp"
)
LINK = "<a xlink:href={}>"
# Pages with the element, and the elements on which the parsers disagree: their start tags
# close others first, which the scanner does not follow.
PAGES = {
    "<{n}><svg><g></{n}>": "", "<span><{n}><svg><g></span>": "", "<b><{n}><svg><g></b>": "select",
    "<div><{n}><svg><g></div>": "select", "<svg><foreignObject><{n}><svg><g></{n}>": "",
    "<{n}><h2><svg><g></{n}>": "noscript", "<{n}><p><svg><g></{n}></g><title></svg>": "",
    "<{n}><div><svg><title></{n}>" + LINK + "</div>": "",
    "<{n}><div><svg><title></{n}></title>": "",
    "<table><tr><td><{n}><svg><g></td>": "caption col colgroup tbody tfoot th thead tr",
    "<table><{n}><tr><td><svg><g></{n}>": "caption th",
    "<table><{n}><u><{n}><svg><g></u>": "table",
    "<table><{n}><span><{n}><svg><g></span>": "a col colgroup form nobr",
    "<b><{n}></b><svg><g></{n}>": "a big code em font i nobr s small strike strong tt u",
    "<svg><{n}>": "", "<math><{n}>": "", "<svg><title><svg><{n}>": "", "<math><mtext><{n}>": "",
    "<math><g><{n}></math><svg>": "",
}  # fmt: skip


@for_each("page, other", *PAGES.items())
def test_end_tag_in_svg_closes_the_same_elements_as_in_lexbor(page: str, other: str) -> None:
    for name in sorted({*ELEMENTS.split()} - {*other.split()}):
        text = page.replace("{n}", name) + LINK.replace("{}", "2")
        octets = f"<!doctype html><body>{text}".encode()
        assert set(ours(octets)) == set(theirs(octets)), text


@for_each("around", "table", "template")
def test_table_cell_is_open_only_inside_a_table_or_template(around: str) -> None:
    """lexbor does not report the contents of a template."""
    page = f"<{around}><tr><td><svg><g></td><a xlink:href=1>"
    assert not ours(page.encode())
    assert ours(page.replace(f"<{around}>", "<div>").encode())


@for_each("name", "param", "bgsound", "keygen", "frame", "colgroup")
def test_end_tag_of_a_void_element_hides_no_link(name: str) -> None:
    page = f"<{name}><svg><g></{name}><a xlink:href='http://evil.test/'>"
    links = uriinspector.scan(page.encode(), name="x.html").links
    assert [link.value for link in links] == ["http://evil.test/"]


@for_each("comment", "</b>", "<!-- </b>", "--!></b><b>", "<b></b></b>", "", "</b>-")
@for_each("around", "<b>{}<svg><g></b>", "{}<b><svg><g></b>", "<i>{}<svg></b>")
def test_tags_in_comments_are_ignored(comment: str, around: str) -> None:
    text = around.replace("{}", f"<!--{comment}-->") + LINK.replace("{}", "2")
    octets = f"<!doctype html><body>{text}".encode()
    assert set(ours(octets)) == set(theirs(octets)), text
