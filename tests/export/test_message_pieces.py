"""Sentences split into pieces of different kinds."""

from gettext import NullTranslations

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.finding import through
from uriinspector.core.model import (
    EVIDENCE,
    HOST,
    INSTEAD,
    LIKE,
    OTHER,
    SERVICE,
    WORD,
    Count,
    Marked,
    message,
)
from uriinspector.export.language import Language, english, speaking

SAFE = "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Flogin"
TEXTS = [
    "http://www.example.com@10.0.0.1/", "https://a.example/", "https://www.аррӏе.com/", SAFE,
    "mailto:a@b.example", "mailto:", "tel:+1", "urn:isbn:1", "javascript:0", "../x", "", "#f",
    "https://bit.ly/3x", "http://a\\@b.example/", "http://a b/", "file:///etc", "file://h/x",
    "ssh://h/x", "what:ever", "http://a.example/?u=http://%6c@10.0.0.1/", "{x}://{y}/",
    "http://{host}@10.0.0.1/{", "http://a.example/?x=javascript:alert(1)", "a.example/x",
]  # fmt: skip


@for_each("language", "en", "de")
@for_each("text", *TEXTS)
def test_pieces_of_a_sentence_join_to_its_text(text: str, language: str) -> None:
    say, inspection = speaking(language), uriinspector.inspect(text)
    sentences = [inspection.verdict.headline, *inspection.verdict.why]
    for each in (*sentences, *(finding.message for finding in inspection.findings)):
        assert "".join(piece.text for piece in say.pieces(each)) == say(each)
    assert english(sentences[0]) == inspection.verdict.headline


@for_each(
    "text, kind, held",
    (TEXTS[0], HOST, "10.0.0.1"), (TEXTS[0], INSTEAD, "example.com"),
    ("https://www.аррӏе.com/", LIKE, "apple.com"), (SAFE, SERVICE, "Microsoft Safe Links"),
    (SAFE, HOST, "evil.test"), ("http://a b/", OTHER, "a b"),
    ("mailto:a@b.example", EVIDENCE, "a@b.example"),
)  # fmt: skip
def test_message_piece_has_its_kind(text: str, kind: str, held: str) -> None:
    found = english.pieces(uriinspector.inspect(text).verdict.headline)
    assert {piece.kind: piece.text for piece in found}[kind] == held


def test_hop_names_the_service_that_leads_to_it() -> None:
    route = uriinspector.inspect(SAFE).verdict.route
    assert [(hop.host, hop.via) for hop in route][1:] == [("evil.test", "Microsoft Safe Links")]
    assert set(route[1].to_dict()) == {"role", "host", "text", "known"}


class Turned(NullTranslations):
    """Translations whose placeholders are in another order."""

    def gettext(self, message: str) -> str:
        known = {"Goes to {host}, not {name}": "Nicht {name}: {host}", "user": "Benutzer"}
        return known.get(message, message)


def test_translation_may_reorder_placeholders() -> None:
    other = Language("de")
    other.catalog = Turned()
    sentence = message("Goes to {host}, not {name}", host=Marked("a", HOST), name=message("user"))
    pieces = [("Nicht ", WORD), ("Benutzer", WORD), (": ", WORD), ("a", HOST)]
    assert [*other.pieces(sentence)] == pieces
    assert other(sentence) == "Nicht Benutzer: a"
    assert other(message("{count} of {name}", count=Count(1234), name="user")) == "1.234 of user"


def test_arguments_are_not_expanded_as_templates() -> None:
    assert [*english.pieces(message("{a}", a="{b}"))] == [("{b}", WORD)]
    assert [*english.pieces("{b}")] == [("{b}", WORD)]


@for_each(
    "names, words",
    ("", "to x"), ("a", "to x, via a"), ("ab", "to x, via a and b"),
    ("abc", "to x, via a, b and c"),
)  # fmt: skip
def test_services_are_joined_into_a_list(names: str, words: str) -> None:
    assert through(message("to x"), tuple(names)) == words
