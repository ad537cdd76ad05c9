"""gopher: all examples of RFC 1738 3.4 and of draft 03, with the bytes sent."""

from hypothesis import given

import uriinspector
from tests.core.schemes.rows import (
    BRISK,
    actions,
    dossier,
    everything_holds,
    faults,
    fields,
    notes,
    tails,
    variants,
)
from tests.for_each import for_each
from uriinspector.core.compare import compare
from uriinspector.core.schemes.gopher import TYPES

DRAFT = "draft 03"
TOP = "gopher://host.dom:70/"
SELECTOR = f"{TOP}0a_gopher_selector"
SENT = "send a_gopher_selector"
CONNECT = "connect host.dom port 70"
every_edition = for_each("edition", *uriinspector.EDITIONS)

FORM = "%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A"
FORM_SENT = r"\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n"
FORM_FIELDS = [
    ("data flag", "1"), ("data size", "+-1"), ("answer 1", "ask_item1_value"),
    ("answer 2", "ask_item2_value"), ("end of data", "."),
]  # fmt: skip
SPANISH = "+application/postscript%20Es_ES"
# Gopher+ string; its fields; the bytes sent after the selector, by RFC 1738 and by draft 03.
PLUS = {
    "an item": ("+", [("command", "+")], r"\t\t+\r\n", r"\t+\r\n"),
    "every attribute": ("!", [("command", "!")], r"\t\t!\r\n", r"\t!\r\n"),
    "attributes of a menu": ("$", [("command", "$")], r"\t\t$\r\n", r"\t$\r\n"),
    "an attribute": ("!+ABSTRACT", [("command", "!"), ("attribute 1", "+ABSTRACT")],
        r"\t\t!+ABSTRACT\r\n", r"\t!+ABSTRACT\r\n"),
    "two attributes": ("!+ABSTRACT%20+SMELL",
        [("command", "!"), ("attribute 1", "+ABSTRACT"), ("attribute 2", "+SMELL")],
        r"\t\t!+ABSTRACT +SMELL\r\n", r"\t!+ABSTRACT +SMELL\r\n"),
    "attributes without a space": ("$+ADMIN%2BVIEWS",
        [("command", "$"), ("attribute 1", "+ADMIN"), ("attribute 2", "+VIEWS")],
        r"\t\t$+ADMIN+VIEWS\r\n", r"\t$+ADMIN+VIEWS\r\n"),
    "a view": ("+text/plain", [("command", "+"), ("view", "text/plain")], r"\t\t+text/plain\r\n",
        r"\t+text/plain\r\n"),
    "a view in a language": (SPANISH,
        [("command", "+"), ("view", "application/postscript"), ("language", "Es_ES")],
        r"\t\t+application/postscript Es_ES\r\n", r"\t+application/postscript Es_ES\r\n"),
    "a form": (f"+{FORM}", [("command", "+"), *FORM_FIELDS], rf"\t\t+{FORM_SENT}",
        rf"\t+{FORM_SENT}"),
    "a view of a form": (f"+view_name%20language_name{FORM}",
        [("command", "+"), ("view", "view_name"), ("language", "language_name"), *FORM_FIELDS],
        rf"\t\t+view_name language_name{FORM_SENT}", rf"\t+view_name language_name{FORM_SENT}"),
    "no data": ("+%090%0D%0A", [("command", "+"), ("data flag", "0")], r"\t\t+\t0\r\n",
        r"\t+\t0\r\n"),
    "what draft 03 has as an example": ("some_gplus_stuff", [("command", "some_gplus_stuff")],
        r"\t\tsome_gplus_stuff\r\n", r"\tsome_gplus_stuff\r\n"),
}  # fmt: skip


@every_edition
@for_each("plus, found, by_1738, by_draft", *PLUS.values(), ids=PLUS)
def test_gopher_plus_string_is_sent_with_or_without_a_search(
    plus: str, found: list[tuple[str, str]], by_1738: str, by_draft: str, edition: str
) -> None:
    answer = dossier(f"{SELECTOR}%09%09{plus}", edition)
    assert fields(answer)[2:5] == [("type", "0"), ("selector", "a_gopher_selector"), ("search", "")]
    assert fields(answer)[6:] == found
    assert actions(answer) == [CONNECT, SENT + by_1738]
    assert actions(answer, DRAFT) == [SENT + by_draft]
    assert answer.valid
    assert answer.notes == ()


@every_edition
@for_each(
    "text, found, sent",
    ("gopher://host.dom", [], r"\r\n"),
    ("gopher://host.dom/", [], r"\r\n"),
    ("gopher://host.dom/1", [("type", "1"), ("selector", "")], r"\r\n"),
    ("gopher://host.dom/0a_gopher_selector", [("type", "0"), ("selector", "a_gopher_selector")],
        r"a_gopher_selector\r\n"),
    ("gopher://host.dom/7a_gopher_selector%09foobar",
        [("type", "7"), ("selector", "a_gopher_selector"), ("search", "foobar")],
        r"a_gopher_selector\tfoobar\r\n"),
    ("gopher://host.dom/%30a%5Cb%FF", [("type", "0"), ("selector", "a\\b\u00ff")], r"a\\b\xff\r\n"),
    ("gopher://host.dom/<s", [("type", "<"), ("selector", "s")], r"s\r\n"),
)  # fmt: skip
def test_gopher_item_is_requested_by_its_selector(
    text: str, found: list[tuple[str, str]], sent: str, edition: str
) -> None:
    answer = dossier(text, edition)
    assert fields(answer) == [("host", "host.dom"), *found]
    assert actions(answer) == [CONNECT, f"send {sent}"]
    assert variants(answer) == set()
    assert answer.default_port == 70


@for_each(
    "text, done",
    ("gopher://h/8bob", ["open telnet session: h port 70", "show login name: bob"]),
    ("gopher://h:23/T", ["open tn3270 session: h port 23"]),
    ("gopher://h:105/2", ["connect h port 105", "ask a name to look up"]),
    ("gopher://h/iWelcome", ["nothing"]), ("gopher://h/3gone", ["nothing"]), ("gopher:///1", []),
    ("gopher:1", []),
)  # fmt: skip
def test_some_gopher_items_open_a_session_or_do_nothing(text: str, done: list[str]) -> None:
    assert actions(dossier(text)) == done


def test_every_gopher_type_has_a_meaning() -> None:
    assert set("0123456789+TgI:;<") <= set(TYPES)
    for kind, meaning in TYPES.items():
        found = dossier(f"gopher://h/%{ord(kind):02X}s").fields
        assert next(each.meaning for each in found if each.name == "type") == meaning


@for_each(
    "text, code, where",
    ("gopher://h/0a%0D%0Ab", "escaped-control", "a%0D%0Ab"),
    ("gopher://h/0a%00", "escaped-control", "a%00"),
    ("gopher://h/7s%09a%0Ab", "escaped-control", "a%0Ab"),
    ("gopher://h/0s%09%09!%0D%0AQUIT", "escaped-control", "!%0D%0AQUIT"),
    ("gopher://h/0s%09%09!%09a%0D%0A", "escaped-control", "a%0D%0A"),
    ("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%00%0D%0A.", "escaped-control", "a%00"),
    ("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0AQUIT%0D%0A", "escaped-control", None),
    ("gopher://h:25/1", "foreign-port", "25"),
    ("gopher://h:0025/1", "foreign-port", "0025"),
    ("gopher://h:6379/1", "foreign-port", "6379"),
)
def test_gopher_requests_with_commands_are_dangerous(
    text: str, code: str, where: str | None
) -> None:
    assert notes(text, level="danger") == [(code, where or "QUIT%0D%0A")]


@for_each(
    "text, code, where", ("gopher://h:1024/1", "foreign-port", "1024"),
    ("gopher://h:7070/1", "foreign-port", "7070"), ("gopher://h/00/a", "type-repeated", "0"),
    ("gopher://h/%30%30/a", "type-repeated", "%30"),
    ("gopher://h/1a#b", "fragment", "#b"),
    ("gopher://h/1a?b", "question-mark", "?b"),
)  # fmt: skip
def test_gopher_links_have_the_expected_notes(text: str, code: str, where: str) -> None:
    assert notes(text, level="info") == [(code, where)]


@for_each("kind", *TYPES)
def test_expected_gopher_port_has_no_note(kind: str) -> None:
    # Phone books and the two kinds of sessions have their own ports.
    usual = {"2": "105", "8": "23", "T": "23"}.get(kind)
    for port in ("70", "070", "105", "23"):
        expected = port.lstrip("0") in {"70", usual}
        assert ("foreign-port" in dict(notes(f"gopher://h:{port}/{kind}"))) is not expected


@for_each("text", "gopher://h/h/url:http://x/%41", "gopher://h/hURL:http://x/A")
def test_url_in_a_gopher_selector_is_a_nested_link(text: str) -> None:
    assert [each.text for each in dossier(text).inner] == ["http://x/A"]


@every_edition
@for_each(
    "text, found",
    ("gopher:h/1", [("gopherurl", "")]), ("gopher:", [("gopherurl", "")]),
    ("gopher://", [("host", "")]), ("gopher://u@h/1", [("gopherurl", "u")]),
    ("gopher://u:p@h/1", [("gopherurl", "u:p")]), ("gopher://h/1a b", [("xchar", " ")]),
    ("gopher://h/0a|b%09c", [("xchar", "|")]), ("gopher://h/7a%09b<c", [("xchar", "<")]),
    ("gopher://h/7a%09b%zz", [("xchar", "%")]), ("gopher://h/0a%09%09+%", [("xchar", "%")]),
    ("gopher://h/0a%09%09!^", [("xchar", "^")]), ("gopher://h/\u00e9", [("xchar", "\u00e9")]),
)  # fmt: skip
def test_faults_of_gopher_links_are_reported(
    text: str, found: list[tuple[str, str]], edition: str
) -> None:
    assert faults(text, edition) == found


@for_each("edition", "1994", "1997", "2005")  # in 2003 it is a registered name
@for_each("text", "gopher://h:x/1", "gopher://h:7x0/1")
def test_gopher_port_must_be_digits(text: str, edition: str) -> None:
    assert faults(text, edition) == [("port", "x")]


def test_gopher_link_without_a_path_is_the_top_menu() -> None:
    forms = ["gopher://h", "gopher://h/", "gopher://h/1", "gopher://h:70/1"]
    assert all(compare(forms[0], form).first_equal for form in forms[1:])
    assert compare(forms[0], "gopher://h/1?").first_equal is None


@BRISK
@given(
    tail=tails("h", "//h/", "0", "%09", "\t", "%0D%0A", "+", "!", "%20", ".", "1", "+-1", "URL:")
)
def test_describing_gopher_links_never_raises(tail: str) -> None:
    everything_holds(f"gopher:{tail}")
    everything_holds(f"gopher://h/0s%09%09{tail}")
