"""Percent-encoded bytes: their meaning and their faults."""

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.model import Part
from uriinspector.core.percent import Octet, encode, malformed, octets

every_edition = for_each("edition", *EDITIONS)


def found_in(text: str, edition: str = "2005") -> list[Octet]:
    return list(octets(parse(text, edition=edition)))


FORMS = [
    # path, form of each escape, the character of its sequence
    ("%41", [("ascii", "A")]),
    ("%C3%A9", [("utf-8", "\u00e9")] * 2),
    ("%E2%82%AC", [("utf-8", "\u20ac")] * 3),
    ("%F0%9F%98%80", [("utf-8", "\U0001f600")] * 4),
    ("%C0%AF", [("overlong", "/")] * 2), ("%E0%80%AE", [("overlong", ".")] * 3),
    ("%F0%80%80%AF", [("overlong", "/")] * 4), ("%ED%A0%80", [("surrogate", None)] * 3),
    ("%F4%90%80%80", [("beyond", None)] * 4), ("%E2%82", [("truncated", None)] * 2),
    ("%C3x%A9", [("truncated", None), ("stray", None)]),
    ("%A9", [("stray", None)]),
    ("%FF", [("invalid", None)]),
    ("%E9t%E9", [("truncated", None)] * 2),
    ("%C3%41", [("truncated", None), ("ascii", "A")]),
    ("%C3%zz%A9", [("truncated", None), ("stray", None)]),
    ("abc", []),
]  # fmt: skip


@for_each("path, forms", *FORMS)
def test_escapes_are_read_as_utf_8_in_runs(path: str, forms: list[tuple[str, str | None]]) -> None:
    assert [(each.form, each.char) for each in found_in(f"http://h/{path}")] == forms


def test_every_escape_has_its_span_part_and_sequence() -> None:
    text = "http://u%3A@h%41/p%C3%A9?%20#%ff"
    found = found_in(text)
    assert [each.span.of(text) for each in found] == ["%3A", "%41", "%C3", "%A9", "%20", "%ff"]
    assert [each.part for each in found] == [
        *(Part.USERINFO, Part.HOST, Part.PATH, Part.PATH, Part.QUERY, Part.FRAGMENT)
    ]
    assert [each.sequence.of(text) for each in found] == [
        *("%3A", "%41", "%C3%A9", "%C3%A9", "%20", "%ff")
    ]
    assert [each.value for each in found] == [0x3A, 0x41, 0xC3, 0xA9, 0x20, 0xFF]
    assert [each.latin1 for each in found] == [":", "A", "\u00c3", "\u00a9", " ", "\u00ff"]


def test_registry_name_is_an_authority_without_a_host() -> None:
    assert [each.part for each in found_in("http://a_b%41/", "2003")] == [Part.AUTHORITY]


def test_escape_json_has_every_field() -> None:
    assert found_in("/%c0%af")[1].to_dict() == {
        "start": 4,
        "end": 7,
        "part": "path",
        "octet": 0xAF,
        "form": "overlong",
        "char": "/",
        "latin1": "\u00af",
        "needless": False,
        "lower_hex": True,
        "hides": "/",
        "control": False,
        "layers": 1,
        "innermost": 0xAF,
    }


HIDDEN = [
    # escapes, the delimiter that the first one hides in each edition
    ("%2F", {"1994": "/", "1997": "/", "2003": "/", "2005": "/"}),
    ("%3a", {"1994": ":", "1997": ":", "2003": ":", "2005": ":"}),
    ("%40", {"1994": "@", "1997": "@", "2003": "@", "2005": "@"}),
    ("%3F", {"1994": "?", "1997": "?", "2003": "?", "2005": "?"}),
    ("%23", {"1994": "#", "1997": "#", "2003": "#", "2005": "#"}),
    ("%25", {"1994": "%", "1997": "%", "2003": "%", "2005": "%"}),
    # characters that change class between editions
    ("%2B", {"1994": None, "1997": "+", "2003": "+", "2005": "+"}),
    ("%24", {"1994": None, "1997": None, "2003": "$", "2005": "$"}),
    ("%2C", {"1994": None, "1997": None, "2003": ",", "2005": ","}),
    ("%5B", {"1994": None, "1997": None, "2003": "[", "2005": "["}),
    ("%21", {"1994": None, "1997": None, "2003": None, "2005": "!"}),
    ("%28", {"1994": None, "1997": None, "2003": None, "2005": "("}),
    # hidden by an overlong form
    ("%C0%AF", {"1994": "/", "1997": "/", "2003": "/", "2005": "/"}),
    ("%C0%A3", {"1994": "#", "1997": "#", "2003": "#", "2005": "#"}),
    ("%C0%AE", {"1994": None, "1997": None, "2003": None, "2005": None}),
    ("%41", {"1994": None, "1997": None, "2003": None, "2005": None}),
    ("%C3%A9", {"1994": None, "1997": None, "2003": None, "2005": None}),
]


@every_edition
@for_each("path, hidden", *HIDDEN)
def test_delimiter_hidden_by_an_escape_is_named(
    path: str, hidden: dict[str, str | None], edition: str
) -> None:
    assert {each.hides for each in found_in(f"http://h/{path}", edition)} == {hidden[edition]}


NEEDLESS = [
    # character, the editions in which it is unreserved
    ("A", {"1994", "1997", "2003", "2005"}), ("7", {"1994", "1997", "2003", "2005"}),
    ("-", {"1994", "1997", "2003", "2005"}), (".", {"1994", "1997", "2003", "2005"}),
    ("_", {"1994", "1997", "2003", "2005"}),
    ("~", {"1997", "2003", "2005"}), ("$", {"1994", "1997"}), (",", {"1994", "1997"}),
    ("+", {"1994"}), ("!", {"1994", "1997", "2003"}), ("*", {"1994", "1997", "2003"}),
    ("'", {"1994", "1997", "2003"}), ("(", {"1994", "1997", "2003"}), ("/", set()), ("%", set()),
    (" ", set()),
]  # fmt: skip


@every_edition
@for_each("char, editions", *NEEDLESS)
def test_escape_of_an_unreserved_character_is_needless(
    char: str, editions: set[str], edition: str
) -> None:
    (found,) = found_in(f"http://h/%{ord(char):02X}", edition)
    assert found.needless is (edition in editions)


def test_overlong_form_is_not_called_needless() -> None:
    assert not any(each.needless for each in found_in("/%C1%81"))


@for_each(
    "triplet, lower", ("%2F", False), ("%2f", True), ("%aB", True), ("%AB", False), ("%20", False)
)
def test_lowercase_hex_digits_of_escapes_are_reported(triplet: str, lower: bool) -> None:
    assert [each.lower_hex for each in found_in(f"/{triplet}")] == [lower]


LAYERS = [
    # path, layers of the first escape, the innermost byte
    ("%41", 1, 0x41), ("%2541", 2, 0x41), ("%252541", 3, 0x41), ("%25252541", 4, 0x41),
    ("%25C3%25A9", 2, 0xC3), ("%252F", 2, 0x2F), ("%25252f", 3, 0x2F), ("%25", 1, 0x25),
    ("%25zz", 1, 0x25), ("%25z", 1, 0x25), ("%254", 1, 0x25), ("%2525", 2, 0x25),
    ("%252525", 3, 0x25), ("%2525zz", 2, 0x25), ("%25254", 2, 0x25), ("%25\u0661\u0661", 1, 0x25),
]  # fmt: skip


@for_each("path, layers, innermost", *LAYERS)
def test_nested_escapes_are_counted(path: str, layers: int, innermost: int) -> None:
    first = found_in(f"/{path}")[0]
    assert (first.layers, first.innermost) == (layers, innermost)


def decoded_again_and_again(path: str) -> int:
    """Return how often an escape can be decoded, by decoding it repeatedly."""
    times = 0
    while path[0] == "%" and (inner := path[1:3]) and inner.isalnum() and "z" not in inner:
        path = chr(int(inner, 16)) + path[3:]
        times += 1
        if len(path) < 3 and path[0] == "%":
            break
    return times


@for_each("depth", 1, 2, 3, 10, 100)
def test_layer_count_equals_repeated_decoding(depth: int) -> None:
    path = "%" + "25" * (depth - 1) + "41"
    assert found_in(f"/{path}")[0].layers == decoded_again_and_again(path) == depth


CONTROLS = [
    ("%00", True), ("%0A", True), ("%0d", True), ("%1F", True), ("%20", False), ("%7E", False),
    ("%7F", True), ("%C2%80", True), ("%C2%85", True), ("%C2%9F", True), ("%C2%A0", False),
    ("%C3%A9", False),
    ("%85", False),  # a stray byte is not a character
    ("%C0%80", True),  # NUL in an overlong form
    ("%C0%8A", True),  # LINE FEED in an overlong form
    ("%FF", False),
    ("%C2", False),
    ("%ED%A0%80", False),
    ("%F4%90%80%80", False),
]  # fmt: skip


@for_each("path, control", *CONTROLS)
def test_control_characters_including_c1_are_reported(path: str, control: bool) -> None:
    assert {each.is_control for each in found_in(f"/{path}")} == {control}


MALFORMED = [
    ("abc%41", []), ("%", ["%"]), ("a%zz", ["%"]), ("%4", ["%4"]), ("%4z", ["%4"]),
    ("%%%", ["%%%"]), ("%%41", ["%"]), ("%a%b%", ["%a%b%"]), ("%z%z", ["%", "%"]),
    ("%\u0661\u0661", ["%"]),
    ("http://%/%?%#%", ["%", "%", "%", "%"]),
]  # fmt: skip


@every_edition
@for_each("text, runs", *MALFORMED)
def test_percent_sign_that_starts_no_escape_is_found(
    text: str, runs: list[str], edition: str
) -> None:
    assert [span.of(text) for span in malformed(parse(text, edition=edition))] == runs


ENCODED = [
    # data, part, its encoding in each edition
    ("a/b?c", Part.PATH, dict.fromkeys(EDITIONS, "a%2Fb%3Fc")),
    ("a b", Part.QUERY, dict.fromkeys(EDITIONS, "a%20b")),
    ("100%", Part.QUERY, dict.fromkeys(EDITIONS, "100%25")),
    ("%41", Part.FRAGMENT, dict.fromkeys(EDITIONS, "%2541")),
    ("u:p@h", Part.USERINFO, dict.fromkeys(EDITIONS, "u%3Ap%40h")),
    ("\u00e9", Part.PATH, dict.fromkeys(EDITIONS, "%C3%A9")),
    ("\U0001f600", Part.PATH, dict.fromkeys(EDITIONS, "%F0%9F%98%80")),
    ("\ud800", Part.PATH, dict.fromkeys(EDITIONS, "%EF%BF%BD")),
    ("\x00\n", Part.PATH, dict.fromkeys(EDITIONS, "%00%0A")),
    ("", Part.PATH, dict.fromkeys(EDITIONS, "")),
    ("~", Part.PATH, {"1994": "%7E", "1997": "~", "2003": "~", "2005": "~"}),
    ("$", Part.PATH, {"1994": "$", "1997": "$", "2003": "%24", "2005": "%24"}),
    ("+", Part.QUERY, {"1994": "+", "1997": "%2B", "2003": "%2B", "2005": "%2B"}),
    ("!", Part.PATH, {"1994": "!", "1997": "!", "2003": "!", "2005": "%21"}),
    # a host allows no escapes in 1994 and 1997; a scheme and a port in no edition
    ("example.com", Part.HOST, dict.fromkeys(EDITIONS, "example.com")),
    ("b\u00fc", Part.HOST, {"1994": None, "1997": None, "2003": "b%C3%BC", "2005": "b%C3%BC"}),
    ("http", Part.SCHEME, dict.fromkeys(EDITIONS, "http")),
    ("x~", Part.SCHEME, dict.fromkeys(EDITIONS, None)),
    ("x y", Part.SCHEME, dict.fromkeys(EDITIONS, None)),
    ("80", Part.PORT, dict.fromkeys(EDITIONS, "80")),
    ("", Part.PORT, dict.fromkeys(EDITIONS, "")),
    ("8a", Part.PORT, dict.fromkeys(EDITIONS, None)),
    ("8 0", Part.PORT, dict.fromkeys(EDITIONS, None)),
]


@every_edition
@for_each("data, part, expected", *ENCODED)
def test_data_is_percent_encoded_for_its_component(
    data: str, part: Part, expected: dict[str, str | None], edition: str
) -> None:
    assert encode(data, part, edition=edition) == expected[edition]


@every_edition
@for_each("part", Part.USERINFO, Part.PATH, Part.QUERY, Part.FRAGMENT)
def test_encoded_data_is_valid_and_decodes_to_the_same(part: Part, edition: str) -> None:
    data = "a/b?c#d[e]@:%41 \u00e9\u20ac\x00+~$!|"
    encoded = encode(data, part, edition=edition) or ""
    frames = {Part.USERINFO: "ftp://{}@h/", Part.PATH: "ftp://h/{}", Part.QUERY: "http://h/?{}"}
    text = frames.get(part, "ftp://h/#{}").replace("{}", encoded)
    reference = parse(text, edition=edition)
    assert reference.valid or (edition == "1994" and part is Part.FRAGMENT)
    plain = {each.sequence: each.char or "" for each in octets(reference)}
    for span in sorted(plain, reverse=True):
        text = text[: span.start] + plain[span] + text[span.end :]
    assert data in text


def test_default_edition_of_encoding_is_2005() -> None:
    assert encode("~!", Part.PATH) == "~%21"
