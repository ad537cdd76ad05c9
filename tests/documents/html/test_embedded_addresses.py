"""Addresses in style sheets and scripts, and their positions."""

from tests.for_each import for_each
from uriinspector.documents.html.embedded_addresses import script_addresses, style_addresses


def found(style: str) -> list[tuple[str, str]]:
    """Return each address as written and decoded; check that bytes give the same result."""
    addresses = list(style_addresses(style, 0, len(style), str))
    octets = style.encode("ascii")
    assert list(style_addresses(octets, 0, len(octets), bytes.decode)) == addresses
    assert all(each.start <= each.end <= len(style) for each in addresses)
    return [(style[each.start : each.end], each.value) for each in addresses]


@for_each(
    "style, address",
    *(("url(a.png)", "a.png"), ("url( 'a.png' )", "a.png"), ('URL("a.png")', "a.png")),
    *(("src('a.png')", "a.png"), ("@import 'a.css'", "a.css"), ('@IMPORT"a.css"', "a.css")),
    *(("url('')", ""), ("url('\"')", '"')),
    # The end of the style sheet closes an open string and an open parenthesis.
    *(("url('a.png'", "a.png"), ("url('a.png", "a.png"), ("url(a.png", "a.png"), ("url('", "")),
    *(('url("', ""), ("@import '", "")),
)
def test_css_url_is_found_with_or_without_quotes(style: str, address: str) -> None:
    assert found(style) == [(address, address)]
    assert found(f"a{{b:c}} {style}") == [(address, address)]


@for_each(
    "written, meant",
    *((r"a\62 c", "abc"), (r"a\000062c", "abc"), (r"a\)b", "a)b"), (r"a\0", "a\ufffd")),
    *((r"a\110000", "a\ufffd"), (r"a\d800", "a\ufffd"), (r"a\dfff", "a\ufffd")),
    *((r"a\e000", "a\ue000"), (r"a\10ffff", "a\U0010ffff"), (r"a\d7ff", "a\ud7ff")),
)
def test_escapes_in_a_css_url_are_decoded(written: str, meant: str) -> None:
    assert found(f"url('{written}')") == found(f"url({written})") == [(written, meant)]


@for_each(
    "style",
    "/* url(a.png) */", "/* url(a.png)", "'url(a.png)'", '"url(a.png)"', "x-url(a.png)", "url()",
)  # fmt: skip
def test_css_comments_strings_and_other_functions_have_no_address(style: str) -> None:
    assert found(style) == []


@for_each(
    "code, addresses",
    ("data: x; go('http://a.test/')", ["http://a.test/"]),
    ("x = {javascript: 1, y: 'http://a.test/', mailto: 2, z: 'http://b.test/'}",
    ["http://a.test/", "http://b.test/"]),
    ("a('http:\\/\\/a.test\\/'); b('aHR0cDovL2IudGVzdC8='); c('http://c.test/')",
    ["http://a.test/", "http://b.test/", "http://c.test/"]),
)  # fmt: skip
def test_text_that_is_not_an_address_does_not_hide_later_ones(
    code: str, addresses: list[str]
) -> None:
    read = list(script_addresses(code, 0, len(code), str))
    assert [each.value for each in read] == addresses
