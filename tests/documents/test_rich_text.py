"""RTF: links in fields with their texts, loaded resources and commands."""

import pytest

import uriinspector
from tests.for_each import for_each
from uriinspector.documents import rtf
from uriinspector.documents.reading import mapi_message

HEAD = (
    rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}"
)
FIELD = rb"{\field{\*\fldinst {%b}}{\fldrslt{\ul %b}}}"


def linked(octets: bytes) -> list[tuple[str | None, str, str | None]]:
    links = uriinspector.scan(HEAD + octets + b"}").links
    return [(link.element, link.value, link.text) for link in links]


@for_each(
    "code, value",
    (rb'HYPERLINK "http://a.test/?x=1&y=2"', "http://a.test/?x=1&y=2"),
    (rb"HYPERLINK http://a.test/", "http://a.test/"),
    (rb'hyperlink \\o "http://tip.test/" "http://a.test/"', "http://a.test/"),
    (rb'HYPERLINK "http://a.test/" \\l "place" \\t "_blank"', "http://a.test/#place"),
    (rb"HYPERLINK {\b0 \"http://a.te}{\i st/\"}".replace(rb"\"", b'"'), "http://a.test/"),
    (rb"HYPERLINK \"http://a.test/\'e9\u945?\"".replace(rb"\"", b'"'), "http://a.test/é\u03b1"),
    (rb'HYPERLINK "\\\\\\\\host\\\\share"', r"\\host\share"),
)
def test_hyperlink_field_is_a_link_with_its_text(code: bytes, value: str) -> None:
    assert linked(FIELD % (code, b"www.bank.test")) == [("a", value, "www.bank.test")]


def test_field_link_has_its_position() -> None:
    octets = HEAD + FIELD % (b'HYPERLINK "http://a.test/"', b"x") + b"}"
    source = uriinspector.scan(octets).links[0].source
    assert octets[source.start : source.end] == b"http://a.test/"


def test_text_href_mismatch_is_found_in_a_field() -> None:
    octets = HEAD + FIELD % (b'HYPERLINK "http://evil.test/"', b"www.bank.com") + b"}"
    codes = {each.code for each in uriinspector.scan(octets).links[0].findings}
    assert "text-href-mismatch" in codes


def test_addresses_in_text_and_loaded_resources_are_links() -> None:
    octets = (
        rb"see http://t.test/ <b>\par {\*\template http://x.test/a.dotm}"
        rb'{\field{\*\fldinst INCLUDEPICTURE "http://p.test/i.png" \\d}{\fldrslt}}'
        rb"{\sp{\sn pihlShape}{\sv {\*\hl{\hlloc }{\hlsrc http://h.test/}{\hlfr }}}}"
    )
    assert linked(octets) == [
        ("link", "http://x.test/a.dotm", None),
        ("img", "http://p.test/i.png", None),
        ("a", "http://h.test/", ""),
        (None, "http://t.test/", None),
    ]


def test_characters_are_decoded_in_the_font_encoding() -> None:
    text = rb"\f1 \'ef\'f0 \f2 \'82\'a0\'83A \f0 \'80 \u-10179?\u-8704? \uc2\u8364ab \{\}\~"
    (link,) = linked(FIELD % (b'HYPERLINK "http://a.test/"', text))
    assert link[2] == "пр あア € 😀 € {}\xa0"


def test_multibyte_character_in_two_pieces_shifts_no_positions() -> None:
    page = rb"{\rtf1{\fonttbl{\f0\fcharset128 M;}}\f0 \'83A http://a.test/x \'83B}"
    (link,) = uriinspector.scan(page).links
    assert page[link.source.start : link.source.end] == b"http://a.test/x"


@for_each("between", rb"{\b A}", rb"\b A", rb"\~A")
def test_incomplete_multibyte_character_does_not_swallow_the_next(between: bytes) -> None:
    (link,) = linked(FIELD % (b'HYPERLINK "http://a.test/"', rb"\f2 \'83" + between))
    assert link[2] is not None
    assert link[2].replace("\xa0", "").endswith("A")


# Font charset numbers (RTF 1.9.1), bytes in that encoding, and their text.
@for_each(
    "number, octets, text",
    *((0, rb"\'e9\'80", "\u00e9\u20ac"), (77, rb"\'8e", "\u00e9"), (128, rb"\'82\'a0", "\u3042")),
    *((129, rb"\'b0\'a1", "\uac00"), (130, rb"\'88\'61", "\uac00"), (134, rb"\'d6\'d0", "\u4e2d")),
    *((136, rb"\'a4\'a4", "\u4e2d"), (161, rb"\'e1", "\u03b1"), (162, rb"\'f0", "\u011f")),
    *((163, rb"\'f0", "\u0111"), (177, rb"\'e0", "\u05d0"), (178, rb"\'c7", "\u0627")),
    *((186, rb"\'e0", "\u0105"), (204, rb"\'ef", "\u043f"), (222, rb"\'a1", "\u0e01")),
    *((238, rb"\'b9", "\u0105"), (255, rb"\'82", "\u00e9"), (99, rb"\'e9", "\u00e9")),
)
def test_font_charset_sets_the_encoding(number: int, octets: bytes, text: str) -> None:
    head = rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset%d B;}}" % number
    field = FIELD % (b'HYPERLINK "http://a.test/"', rb"\f1 " + octets)
    assert [each.text for each in uriinspector.scan(head + field + b"}").links] == [text]


def test_dde_commands_are_reported_and_hidden_groups_skipped() -> None:
    octets = HEAD + FIELD % (rb'DDEAUTO c:\\\\x.exe "/k calc"', b"x")
    octets += (
        rb"{\object{\*\objdata 0105}}{\*\unknown http://no.test/}{\info{\title http://i.test/}}}"
    )
    document = uriinspector.scan(octets)
    assert len(document.links) == 0
    assert [each.reason for each in document.not_examined] == [r'DDE command: c:\\x.exe "/k calc"']


@for_each("put_between", b"", b"{\\par }", b"\\'0a", b"\r\n ", b"\\-")
@for_each("encoding", "ascii", "utf-16-le")
def test_addresses_in_linked_objects_are_found(put_between: bytes, encoding: str) -> None:
    digits = (bytes(8) + "http://a.test/x.hta".encode(encoding)).hex().encode()
    written = digits[:8] + put_between + digits[8:20] + put_between + digits[20:]
    octets = rb"{\rtf1{\object\objautlink\objupdate{\*\objdata " + written + rb"}}}"
    (link,) = uriinspector.scan(octets).links
    assert (link.value, link.attribute) == ("http://a.test/x.hta", "object")


def test_rtf_over_the_token_limit_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtf, "TOKENS", 40)
    monkeypatch.setattr(mapi_message, "TOKENS", 40)
    octets = HEAD + FIELD % (b"HYPERLINK http://a.test/", b"x") + rb"\b x" * 40
    document = uriinspector.scan(octets)
    assert len(document.links) == 1
    assert "limit" in document.not_examined[0].reason


@for_each(
    "octets",
    *(b"{\\rtf1" + b"{" * 30_000, b"{\\rtf1" + b"}" * 1000, rb"{\rtf1\bin99999999 x", rb"{\rtf1\'"),
    *(rb"{\rtf1{\*\fldinst HYPERLINK", rb"{\rtf1{\field{\*\fldinst HYPERLINK}{\fldrslt x}}\'8"),
    *(rb"{\rtf1\u99999999999999999?", rb"{\rtf1\f2\'82"),
)
def test_broken_rtf_is_detected_as_rtf(octets: bytes) -> None:
    assert uriinspector.scan(octets).kind == "rtf"
