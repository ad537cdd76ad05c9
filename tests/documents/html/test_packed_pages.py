"""Pages packed in strings of scripts, and the positions of their text."""

import base64

from tests.for_each import for_each
from uriinspector.documents.html.page import PercentCoding, packed_pages
from uriinspector.documents.octets import Raw

LONG = "html><p>some more of the page</p>"


def found(script: str) -> list[tuple[str, bool]]:
    octets = script.encode()
    pages = packed_pages(octets, 0, len(octets))
    return [(script[each.start : each.end], each.is_base64) for each in pages]


def coded(page: str) -> str:
    return base64.b64encode(page.encode()).decode()


@for_each(
    "page",
    *[f"<{char}{LONG}" for char in "aAoOpPzZ"]
    + [f"<!DOCTYPE {LONG}", f"<!--{LONG}", f"<?xml {LONG}"],
)
@for_each("quote", "'", '"', "`")
def test_base64_markup_in_a_script_is_a_page(page: str, quote: str) -> None:
    assert found(f"x = atob({quote}{coded(page)}{quote})") == [(coded(page), True)]


@for_each("page", f"{{{LONG}", f"<1{LONG}", f"< {LONG}", f"</{LONG}", LONG)
def test_decoded_string_without_markup_is_not_a_page(page: str) -> None:
    assert found(f"atob('{coded(page)}')") == []


def test_base64_string_may_have_line_breaks_but_not_be_short() -> None:
    shortest = coded("<" + "a" * 26)[:27]
    assert found(f"atob('{shortest}')") == [(shortest, True)]
    assert found(f"atob('{shortest[:-1]}')") == []
    assert found(f"atob('{shortest}=')") == [(f"{shortest}=", True)]
    assert found(f"atob('{shortest}===')") == []
    page = coded(f"<{LONG}{LONG}")
    written = f"{page[:30]}\n {page[30:]}"
    assert found(f"atob(`{written}`)") == [(written, True)]


@for_each("first", "%3C", "%3c")
def test_percent_encoded_markup_has_a_minimum_length(first: str) -> None:
    for rest in ("x" * 16, "%20" * 16, "%0a.$ " * 5):
        assert found(f"unescape('{first}{rest}')") == [(first + rest, False)]
    for rest in ("x" * 15, "%20" * 15, "x" * 15 + "%2", "x" * 20 + "%zz", "x" * 16 + "<"):
        assert found(f"unescape('{first}{rest}')") == []
    assert found(f"unescape('%3D{'x' * 20}')") == []


@for_each(
    "name, is_unpacked",
    *(("atob", True), ("unescape", True), ("decodeURI", True), ("decodeURIComponent", True)),
    ("decode", False),
)
def test_strings_are_decoded_only_if_the_script_has_a_decoder(name: str, is_unpacked: bool) -> None:
    assert bool(found(f"{name}(x); y = '{coded('<' + LONG)}'")) == is_unpacked


def test_only_scripts_are_searched_for_packed_pages() -> None:
    octets = f"atob('{coded('<' + LONG)}')".encode()
    assert list(packed_pages(octets, 5, len(octets))) == []
    assert list(packed_pages(octets, 0, len(octets) - 2)) == []


def test_percent_decoding_keeps_the_position_of_each_character() -> None:
    octets = b"..%3Cp%3e%20x%zz%41"
    coding = PercentCoding()
    assert coding.decoded(octets, 2, len(octets)) == b"<p> x%zzA"
    assert [coding.place(Raw(octets), at, at + 1) for at in range(9)] == [
        (2, 5),
        (5, 6),
        (6, 9),
        (9, 12),
        (12, 13),
        (13, 14),
        (14, 15),
        (15, 16),
        (16, 19),
    ]
