"""data: RFC 2397."""

import base64

from tests.core.schemes.scheme_results import actions, dossier, faults, meanings, notes, values
from tests.for_each import for_each
from uriinspector.core.model import Json
from uriinspector.core.parse import parse
from uriinspector.core.schemes.data import content_octets, nature_of

BOUND = 4096  # the maximum number of characters of the content that are shown

LATER = "2005"


def content(text: str) -> Json:
    """Return the content of the dossier."""
    found: Json = dossier(text, LATER).to_dict()["content"]
    return found


def test_data_link_describes_plain_text() -> None:
    found = dossier("data:,A%20brief%20note", LATER)
    assert found.valid
    assert values(found) == {"media type": None, "base64": None, "data": "A brief note"}
    assert actions(found) == ["show 12 bytes of text/plain"]
    assert content("data:,A%20brief%20note") == {
        "media_type": "text/plain",
        "nature": "passive",
        "base64": False,
        "size": 12,
        "text": "A brief note",
        "truncated": False,
    }


def test_data_link_describes_the_image_of_rfc_2397() -> None:
    pixels = "R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAwAAAC8IyPqcvt3wCcDkiLc7C0qwyGHhSWpjQu5yqmCYsapyuv"
    found = dossier(f"data:image/gif;base64,{pixels}", LATER)
    assert found.valid
    assert values(found)["media type"] == "image/gif"
    size = len(base64.b64decode(pixels + "=" * (-len(pixels) % 4)))
    assert meanings(found)["data"] == f"the content: {size} bytes"
    assert content(f"data:image/gif;base64,{pixels}")["text"] is None
    assert notes(found) == {}


def test_charset_parameter_of_escaped_bytes_is_a_field() -> None:
    text = "data:text/plain;charset=iso-8859-7,%be%d3%be"
    found = dossier(text, LATER)
    assert found.valid
    assert values(found)["charset"] == "iso-8859-7"
    assert content(text)["size"] == 3


@for_each(
    "media, nature",
    ("text/html", "active"), ("application/xhtml+xml", "active"), ("image/svg+xml", "active"),
    ("text/xml", "active"), ("application/atom+xml", "active"), ("text/javascript", "active"),
    ("application/x-javascript", "active"),
    ("application/pdf", "active"), ("multipart/related", "active"), ("image/png", "passive"),
    ("text/plain", "passive"), ("text/css", "passive"), ("font/woff2", "passive"),
    ("application/json", "passive"), ("application/zip", "handed over"),
    ("application/octet-stream", "handed over"),
    ("text/htmlx", "handed over"),
    ("", "handed over"),
)  # fmt: skip
def test_media_type_is_active_or_passive(media: str, nature: str) -> None:
    assert nature_of(media) == nature


@for_each("media", " text/html", "text/html ", "\ttext/html\t;charset=x")
def test_spaces_around_a_media_type_are_ignored(media: str) -> None:
    text = f"data:{media},<b>"
    assert content(text)["media_type"] == "text/html"
    assert notes(dossier(text, LATER)) == {"active": "danger"}


@for_each("media", "x", "text/", "/html", "text html", "%20text/html", "a/b/c", "")
def test_invalid_media_type_becomes_text_plain(media: str) -> None:
    """As in the Fetch standard; only literal spaces are stripped."""
    assert content(f"data:{media},<b>")["media_type"] == "text/plain"
    assert notes(dossier(f"data:{media},b", LATER)) == {}


@for_each(
    "text, shown",
    ("data:;charset=utf-8,%C3%A4", "\u00e4"), ("data:,%C3%A4", "\u00e4"), ("data:,%E4", "\u00e4"),
    ("data:;charset=latin-9,%E4", "\u00e4"), ("data:;charset=windows-1252,%80", "\u20ac"),
    ("data:;charset=iso-8859-1,%80%C3%A4", "\x80\u00c3\u00a4"),
    ("data:;charset=utf-16,%FF%FEa%00", "a"), ("data:;charset=utf-16,%FE%FF%00a", "a"),
    ("data:;charset=%22UTF-16LE%22,a%00", "a"), ("data:;charset=utf-16be,%00a", "a"),
    ("data:;charset=utf-8,%E4", "\ufffd"),
    ("data:;charset=UTF8,%E4", "\ufffd"), ("data:;x=y;charset,%E4", "\u00e4"),
    ("data:;base64,w6Q=", "\u00e4"), ("data:;base64,w6Q", "\u00e4"),
    ("data:;base64,w6%51", "\u00e4"), ("data:;base64,w6%0D%0AQ%3D", "\u00e4"),
    ("data:application/ld+json,%7B%7D", "{}"), ("data:image/svg+xml,%3Csvg%3E", "<svg>"),
    ("data:application/zip,PK", None), ("data:,\ud800", "\ufffd"),
)  # fmt: skip
def test_text_is_decoded_by_its_charset(text: str, shown: str | None) -> None:
    assert content(text)["text"] == shown


@for_each(
    "coded, fault",
    ("YQ==", ""), ("YQ", ""), ("Y", "one extra character"),
    ("YQ=", 'wrong number of "=" at the end'), ("YQ===", 'wrong number of "=" at the end'),
    ("YWJj====", 'wrong number of "=" at the end'),
    ("Y-_Q", "contains characters outside the base64 alphabet"),
    ("Y=Q=", "contains characters outside the base64 alphabet"),
)  # fmt: skip
def test_broken_base64_is_reported(coded: str, fault: str) -> None:
    found = dossier(f"data:;base64,{coded}", LATER)
    assert found.valid
    assert ("base64" in notes(found)) is bool(fault)
    assert fault in "".join(note.message for note in found.notes)


def test_huge_content_is_decoded_only_as_far_as_shown() -> None:
    found = content("data:text/html;base64," + "QUJD" * 500_000)
    assert found["size"] == 1_500_000
    assert found["truncated"]
    assert len(found["text"]) == BOUND // 3 * 3
    plain = content("data:," + "%41" * 1_000_000)
    assert (plain["size"], len(plain["text"])) == (1_000_000, BOUND)
    assert content("data:," + "%C3%A4" * BOUND + "a")["text"].startswith("\u00e4")
    assert content("data:,a" + "%C3%A4" * BOUND)["text"].endswith("\ufffd")


@for_each(
    "text, expected",
    ("data:", [("dataurl", "")]), ("data:text/plain", [("dataurl", "")]),
    ("data:text/plain;base64", [("dataurl", "")]), ("data:text,x", [("mediatype", "")]),
    ("data:/plain,x", [("type", "")]), ("data:text/,x", [("subtype", "")]),
    ("data:te@t/plain,x", [("type", "@")]), ("data:text/pl/in,x", [("subtype", "/")]),
    ("data:text/pl=in,x", [("subtype", "=")]), ("data:;a,x", [("value", "")]),
    ("data:;a=,x", [("value", "")]), ("data:;=b,x", [("attribute", "")]),
    ("data:;,x", [("attribute", ""), ("value", "")]),
    ("data:;a/b=c,x", [("attribute", "/")]), ("data:;a=b=c,x", [("value", "=")]),
    ("data:;a=%22b/c%22,x", []), ("data:;a=%22b[%22,x", [("value", "[")]),
    ("data:;base64;a=b,x", [("value", "")]), ("data:,a b", [("data", " ")]),
    ("data:,%4", [("data", "%4")]),
    ('data:text/html,<a href="x">', [("data", "<"), ("data", " "), ("data", '"'), ("data", '">')]),
)  # fmt: skip
def test_faults_of_data_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text, octets",
    ("data:,a%20b", b"a b"), ("data:;base64,TVqQ", b"MZ\x90"), ("data:;base64,TVqQA", b"MZ\x90"),
    ("data:;base64,TV%3D%3D", b"M"), ("data:;base64,!!!!", b""), ("data:;base64,TV!q", b""),
    ("data:text/plain", b""),
)  # fmt: skip
def test_content_of_data_links_is_decoded(text: str, octets: bytes) -> None:
    assert content_octets(parse(text)) == octets
