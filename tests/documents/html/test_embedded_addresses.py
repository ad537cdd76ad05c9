"""Addresses in style sheets: what is one, and where it stands, whole or broken off."""

from tests.for_each import for_each
from uriinspector.documents.html.embedded_addresses import script_addresses, style_addresses


def found(style: str) -> list[tuple[str, str]]:
    """Each address as it is written and as it is meant; octets say the same as characters."""
    addresses = list(style_addresses(style, 0, len(style), str))
    octets = style.encode("ascii")
    assert list(style_addresses(octets, 0, len(octets), bytes.decode)) == addresses
    assert all(each.start <= each.end <= len(style) for each in addresses)
    return [(style[each.start : each.end], each.value) for each in addresses]


@for_each(
    "style, address",
    ("url(a.png)", "a.png"),
    ("url( 'a.png' )", "a.png"),
    ('URL("a.png")', "a.png"),
    ("src('a.png')", "a.png"),
    ("@import 'a.css'", "a.css"),
    ('@IMPORT"a.css"', "a.css"),
    ("url('')", ""),
    ("url('\"')", '"'),
    # Where the style sheet ends, an open string and an open bracket end as well.
    ("url('a.png'", "a.png"),
    ("url('a.png", "a.png"),
    ("url(a.png", "a.png"),
    ("url('", ""),
    ('url("', ""),
    ("@import '", ""),
)
def test_an_address_stands_between_its_quotes_if_it_has_any(style: str, address: str) -> None:
    assert found(style) == [(address, address)]
    assert found(f"a{{b:c}} {style}") == [(address, address)]


@for_each(
    "written, meant",
    *((r"a\62 c", "abc"), (r"a\000062c", "abc"), (r"a\)b", "a)b"), (r"a\0", "a\ufffd")),
    *((r"a\110000", "a\ufffd"), (r"a\d800", "a\ufffd"), (r"a\dfff", "a\ufffd")),
    *((r"a\e000", "a\ue000"), (r"a\10ffff", "a\U0010ffff"), (r"a\d7ff", "a\ud7ff")),
)
def test_escapes_of_an_address_are_decoded(written: str, meant: str) -> None:
    assert found(f"url('{written}')") == found(f"url({written})") == [(written, meant)]


@for_each(
    "style",
    "/* url(a.png) */", "/* url(a.png)", "'url(a.png)'", '"url(a.png)"', "x-url(a.png)", "url()",
)  # fmt: skip
def test_comments_and_strings_and_other_functions_have_none(style: str) -> None:
    assert found(style) == []


@for_each(
    "code, addresses",
    ("data: x; go('http://a.test/')", ["http://a.test/"]),
    ("x = {javascript: 1, y: 'http://a.test/', mailto: 2, z: 'http://b.test/'}",
    ["http://a.test/", "http://b.test/"]),
    ("a('http:\\/\\/a.test\\/'); b('aHR0cDovL2IudGVzdC8='); c('http://c.test/')",
    ["http://a.test/", "http://b.test/", "http://c.test/"]),
)  # fmt: skip
def test_text_that_is_not_an_address_hides_no_later_address(
    code: str, addresses: list[str]
) -> None:
    read = list(script_addresses(code, 0, len(code), str))
    assert [each.value for each in read] == addresses
