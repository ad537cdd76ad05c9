"""Snippets for each tokenizer state that can hide links; expectations from the standard."""

from typing import NamedTuple

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.html.tokens import attribute_value, mapped_value, read_tag


class Snippet(NamedTuple):
    """A piece of a page, the values a conforming parser finds in it, and the clause."""

    page: str
    values: list[str]
    clause: str


SNIPPETS = (
    Snippet("<a/href=x>", ["x"], "13.2.5.8: a slash in the name of a tag ends it"),
    Snippet("<a href=x/y/>", ["x/y/"], "13.2.5.38: a slash belongs to an unquoted value"),
    Snippet("<a href = 'x' >", ["x"], "13.2.5.34: white space around the sign"),
    Snippet("<a href=\"a>b\">", ["a>b"], "13.2.5.36: a quoted value ends at its quote alone"),
    Snippet("<a title='><a href=no>' href=yes>", ["yes"], "13.2.5.37: tags in values are none"),
    Snippet("<a title=\"x\"href=y>", ["y"], "13.2.5.39: missing white space between attributes"),
    Snippet("<a href=1 href=2 HREF=3>", ["1"], "13.2.5.33: of two attributes the first counts"),
    Snippet("<A HREF=x><a HrEf=y>", ["x", "y"], "13.2.5.8 and 33: names in small letters"),
    Snippet("<a href>", [""], "13.2.5.34: no value is the empty one"),
    Snippet("<a href=>x", [""], "13.2.5.35: a missing value is the empty one"),
    Snippet("<a =href=x href=y>", ["y"], "13.2.5.32: a sign in front is part of the name"),
    Snippet("<a href=x", [], "13.2.5.38: the end of the page inside of a tag, and no tag"),
    Snippet("<a href=\"x>yes</a><a href=z>", [], "13.2.5.36: a quote that is never closed"),
    Snippet("<a href=\"?a=1&copy=2&amp;b\">", ["?a=1&copy=2&b"], "13.2.5.73: the attribute rule"),
    Snippet("<a href='&notit;&not;x&#x80;&#0;'>", ["&notit;\xacx\u20ac\ufffd"], "13.2.5.73 and 80"),
    Snippet("<a href='&#106avascript&colon;x'>", ["javascript:x"], "13.2.5.78: digits without a ;"),
    Snippet("<a href='a\0b\r\nc\rd'>", ["a\ufffdb\nc\nd"], "13.2.3.5: NUL, line ends"),
    Snippet("<!-- <a href=no> --><a href=x>", ["x"], "13.2.5.45: comments"),
    Snippet("<!--><a href=x>-->", ["x"], "13.2.5.43: closed at once"),
    Snippet("<!-- --!><a href=x>", ["x"], "13.2.5.52: a comment that is closed wrongly"),
    Snippet("<svg><!-- <a href=no> --><a href=x>", ["x"], "13.2.5.45: comments in a drawing"),
    Snippet("<!a href=no><a href=x>", ["x"], "13.2.5.42: a bogus comment"),
    Snippet("<?a href=no><a href=x>", ["x"], "13.2.5.6: another"),
    Snippet("</ a href=no><a href=x>", ["x"], "13.2.5.7: and another"),
    Snippet("</a title='><a href=no>'><a href=x>", ["x"], "13.2.5.7: end tags have attributes"),
    Snippet("<title><a href=no></title><a href=x>", ["x"], "13.2.5.2: RCDATA"),
    Snippet("<textarea></title><a href=no></textarea >", [], "13.2.5.11: only its own end tag"),
    Snippet("<style></styles><a href=no></STYLE/><a href=x>", ["x"], "13.2.5.14: RAWTEXT"),
    Snippet("<iframe><a href=no></iframe><a href=x>", ["x"], "13.2.6.4.7: iframe is RAWTEXT"),
    Snippet("<xmp><a href=no></xmp><noembed><a href=no></noembed>", [], "13.2.6.4.7"),
    Snippet("<plaintext><a href=no></plaintext><a href=no>", [], "13.2.5.5: there is no way out"),
    Snippet("<script>'</scr'+'ipt><a href=no>'</script><a href=x>", ["x"], "13.2.5.4"),
    Snippet("<script><!--<script></script><a href=no>--></script><a href=x>", ["x"],
        "13.2.5.26: script data double escaped"),
    Snippet("<script><!--</script><a href=x>", ["x"], "13.2.5.20: escaped, but not twice"),
    Snippet("<script><!--><script></script><a href=x>", ["x"], "13.2.5.19: escaped for no time"),
    Snippet("<svg><![CDATA[<a href=no>]]><a href=x>", ["x"], "13.2.5.69: CDATA in a drawing"),
    Snippet("<![CDATA[<a href=x>]]>", [], "13.2.5.42: CDATA in a page is a comment, to the >"),
    Snippet("<svg><style><a href=x></style>", ["x"], "13.2.6.5: a drawing's style is no RAWTEXT"),
    Snippet("<svg><p><style><a href=no></style>", [], "13.2.6.5: <p> breaks the drawing off"),
    Snippet("<form action=x><form action=no></form><form action=y>", ["x", "y"], "13.2.6.4.7"),
    Snippet("a < b <3 <a href=x>", ["x"], "13.2.5.6: a < that begins nothing"),
    Snippet("<a\x0bhref=x>", [], "13.2.5.8: a vertical tab is no white space, it is in the name"),
    Snippet("<a\fhref=x\x0by>", ["x\x0by"], "13.2.5.38: and in a value it is part of it"),
    Snippet("<a<b href=x>", [], "13.2.5.8: a < is part of the name of a tag"),
    Snippet("<a 'href=x>", [], "13.2.5.33: a quote is part of the name of an attribute"),
    Snippet("<a \"\" href=x>", ["x"], "13.2.5.32: and is one by itself"),
    Snippet("<a href==x>", ["=x"], "13.2.5.35: the second sign belongs to the value"),
    Snippet("<a href=`x`\">", ["`x`\""], "13.2.5.38: so do quotes in the middle of it"),
    Snippet("<a hre\0f=x href=y>", ["y"], "13.2.5.33: NUL makes another name"),
    Snippet("<a\0 href=x>", [], "13.2.5.8: of a tag too"),
    Snippet("<a href='&#13;&#10;x'>", ["\r\nx"], "13.2.5.80: a line end by number stays"),
    Snippet("<a href='&ltx&lt=&lt;x&lt x'>", ["&ltx&lt=<x< x"], "13.2.5.73"),
    Snippet("<a href='&NotEqualTilde;&AMPx&AMP'>", ["\u2242\u0338&AMPx&"], "13.2.5.73"),
    Snippet("<a href='&#x110000;&#xD800;&#x;&#;'>", ["\ufffd\ufffd&#x;&#;"], "13.2.5.75 to 80"),
    Snippet("<!-----><a href=x>", ["x"], "13.2.5.51: dashes in front of the end"),
    Snippet("<!--a--!-><a href=no>--><a href=x>", ["x"], "13.2.5.52: no end yet"),
    Snippet("<!--<!---><a href=x>", ["x"], "13.2.5.49: a comment in a comment"),
    Snippet("<!-<a href=no>--><a href=x>", ["x"], "13.2.5.42: one dash is a bogus comment"),
    Snippet("</3<a href=no>x</a><a href=x>", ["x"], "13.2.5.7: an end tag needs a letter"),
    Snippet("<title><!--</title><a href=x>-->", ["x"], "13.2.5.2: no comments in RCDATA"),
    Snippet("<textarea></textarea\x0b><a href=no></textarea><a href=x>", ["x"], "13.2.5.11"),
    Snippet("<script></scriptx></script ><a href=x>", ["x"], "13.2.5.17"),
    Snippet("<script><!-- <script> --></script><a href=x>", ["x"], "13.2.5.29: back out of both"),
    Snippet("<script><!-- <scriptx></script><a href=x>-->", ["x"], "13.2.5.26: another name"),
    Snippet("<script><!--<script>--!></script><a href=no>--></script><a href=x>", ["x"],
            "13.2.5.29: in scripts --!> closes nothing"),
    Snippet("<script/><a href=no></script><a href=x>", ["x"], "13.2.5.40: no empty scripts"),
    Snippet("<svg><style/><a href=y></svg><a href=x>", ["y", "x"], "13.2.6.5: in drawings"),
    Snippet("<svg/><style><a href=no></style><a href=x>", ["x"], "13.2.6.5: and empty drawings"),
    Snippet("<svg><title><style><a href=no></style></title><a href=x>", ["x"], "13.2.4.2"),
    Snippet("<math><title><style><a href=x></style>", ["x"], "13.2.4.2: no point there"),
    Snippet("<math><annotation-xml><style><a href=x></style>", ["x"], "13.2.4.2"),
    Snippet("<math><annotation-xml encoding=Text/HTML><style><a href=no>", [], "13.2.4.2"),
    Snippet("<math><mi><mglyph><style><a href=x></style>", ["x"], "13.2.6: still a formula"),
    Snippet("<svg><font><style><a href=x></style>", ["x"], "13.2.6.5: FONT with a colour alone"),
    *(Snippet(f"<svg><font {name}=x><style><a href=no></style>", [], "13.2.6.5: FONT breaks it off")
      for name in ("color", "face", "size")),
    Snippet("<svg><fon color=x><style><a href=x></style>", ["x"], "13.2.6.5: no other name does"),
    Snippet("<svg></br><style><a href=no></style>", [], "13.2.6.5: </br> breaks the drawing off"),
    Snippet("<div><svg><g></div><style><a href=no></style>", [], "13.2.6.5: closed from outside"),
    Snippet("<i><div><svg></i><style><a href=no></style>", [], "13.2.6.4.7: over a block too"),
    Snippet("<span><div><svg></span><style><a href=x></style>", ["x"], "13.2.6.4.7: and this not"),
    Snippet("<div><svg><desc></div><style><a href=no></style>", [], "13.2.4.2: nor over a point"),
    Snippet("<h1><svg></h2><style><a href=no></style>", [], "13.2.6.4.7: any heading closes any"),
)  # fmt: skip


@for_each("snippet", *SNIPPETS)
def test_attribute_values_are_those_of_a_conforming_parser(snippet: Snippet) -> None:
    document = uriinspector.scan("<!doctype html>" + snippet.page)
    assert [link.value for link in document.links] == snippet.values


@for_each("snippet", *SNIPPETS)
def test_source_position_covers_the_value_as_written(snippet: Snippet) -> None:
    page = ("<!doctype html>" + snippet.page).encode()
    for link in uriinspector.scan(page).links:
        assert attribute_value(page[link.source.start : link.source.end]) == link.value
        assert page[: link.source.start].count(b"\n") + 1 == link.source.line
        assert link.source.column == link.source.start - page.rfind(b"\n", 0, link.source.start)


@for_each(
    "page, element, attribute, values",
    ('<meta http-equiv="Refresh" content="5; URL=\'http://a.test/?b\' x">', "meta", "content",
    ["http://a.test/?b"]),
    ('<meta http-equiv=refresh content="0,http://a.test/">', "meta", "content",
    ["http://a.test/"]),
    ('<meta http-equiv=refresh content="1">', "meta", "content", []),
    ('<p style="background: url( &quot;a.png&quot; )">', "p", "style", ["a.png"]),
    ("<p style='/* url(no) */ content: \"url(no)\"; x: url(a\\)b)'>", "p", "style", ["a)b"]),
    ("<style>@import 'a.css'; b{c:URL(\"d.png\")}</style>", "style", None, ["a.css", "d.png"]),
    ("<script>x='https:\\/\\/a.test\\/b'</script>", "script", None, ["https://a.test/b"]),
    ("<p onclick=\"location.href='/x'\">", "p", "onclick", ["/x"]),
    ("<svg><g mask='url(http://a.test/m.svg#x)' id='url(no)' fill='url(#no)'/>", "g", "mask",
    ["http://a.test/m.svg#x"]),
    ("<svg><g fill='url(#no) url(a.svg) url(#no) url(b.svg)'/>", "g", "fill",
    ["a.svg", "b.svg"]),
    ("<p mask='url(no)'>", "p", "mask", []),
    ("<param name=movie value=a.swf><param name=x value=no>", "param", "value", ["a.swf"]),
)  # fmt: skip
def test_each_address_in_a_value_is_a_link(
    page: str, element: str, attribute: str | None, values: list[str]
) -> None:
    links = uriinspector.scan("<!doctype html>" + page).links
    assert [link.value for link in links] == values
    assert {(link.element, link.attribute) for link in links} <= {(element, attribute)}


@for_each(
    "attribute, value, items",
    ("img srcset", "a.png 1x, b.png 2x", ["a.png", "b.png"]),
    ("img srcset", " a,b.png, ,c.png (x,y) 3w,d", ["a,b.png", "c.png", "d"]),
    ("a ping", "http://a.test/  /b", ["http://a.test/", "/b"]),
    ("applet archive", "a.jar, b.jar", ["a.jar", "b.jar"]),
    ("img srcset", "", []),
)
def test_references_in_a_list_are_items_of_one_link(
    attribute: str, value: str, items: list[str]
) -> None:
    (link,) = uriinspector.scan(f"<{attribute}='{value}'>", name="x.html").links
    assert link.value == value
    assert list(link.items or ()) == items
    assert link.to_dict()["items"] == items


def test_links_in_noscript_template_and_comments_are_labelled() -> None:
    page = (
        "<noscript><a href=a></noscript><template><a href=b></template><!--<a href=c>--><a href=d>"
    )
    document = uriinspector.scan(page, name="x.html")
    assert [(link.value, link.context) for link in document.links] == [
        ("a", "noscript"),
        ("b", "template"),
        ("d", None),
    ]
    assert [link.value for link in document.commented] == ["c"]


def test_links_in_srcdoc_have_positions_in_the_file() -> None:
    page = b'<iframe srcdoc="&lt;a href=&quot;b&amp;amp;c&quot;>d</a>">'
    (link,) = uriinspector.scan(page).links
    assert (link.value, link.text, link.part) == ("b&c", "d", "1.srcdoc1")
    assert page[link.source.start : link.source.end] == b"b&amp;amp;c"


@for_each(
    "content, text",
    ("a  b\n<b>c</b>", "a b c"), ("<img alt='logo'>", "logo"),
    ("x<script>no</script><!-- no -->y", "xy"), ("&lt;b&gt;&amp;copy &copy=", "<b>&copy ©="),
    ("", ""), ("one<a href=y>two", "one"), ("3 < 4", "3 < 4"),
)  # fmt: skip
def test_link_text_is_the_text_a_browser_shows(content: str, text: str) -> None:
    assert uriinspector.scan(f"<a href=x>{content}</a>", name="x.html").links[0].text == text


@for_each("encoding", "utf-8", "cp1252", "shift_jis", "gb18030")
@for_each("octets", "é&amp;ü", "日本", "a\r\nb", "&#x41;\0", "x")
def test_each_character_of_an_attribute_maps_to_its_bytes(octets: str, encoding: str) -> None:
    try:
        raw = octets.encode(encoding)
    except UnicodeEncodeError:
        return
    mapped = mapped_value(raw, encoding)
    assert mapped.text == attribute_value(raw, encoding)
    for at in range(len(mapped.text)):
        start, end = mapped.place(at, at + 1)
        assert attribute_value(raw[start:end], encoding) in mapped.text[at : at + 1]


@for_each(
    "octets, value",
    *((b"a='b'", b"b"), (b"a='b", b"b"), (b"a='", b""), (b"a=''", b""), (b"a=b'", b"b'")),
    *((b"a=\"b'", b"b'"), (b"a", b""), (b"a ", b"")),
)
def test_attribute_value_ends_at_its_quote(octets: bytes, value: bytes) -> None:
    (found,) = read_tag(octets, 0, len(octets)).attributes.values()
    assert octets[found.start : found.end] == value
    assert found.start >= 1
