"""A sentence can be told in pieces, each of which says what it is."""

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.finding import (
    EVIDENCE,
    HOST,
    INSTEAD,
    LIKE,
    OTHER,
    SERVICE,
    WORD,
    Arg,
    Phrase,
    joined,
    listed,
    pieces,
)

SAFE = "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Flogin"
TEXTS = [
    "http://www.example.com@10.0.0.1/", "https://a.example/", "https://www.аррӏе.com/", SAFE,
    "mailto:a@b.example", "mailto:", "tel:+1", "urn:isbn:1", "javascript:0", "../x", "", "#f",
    "https://bit.ly/3x", "http://a\\@b.example/", "http://a b/", "file:///etc", "file://h/x",
    "ssh://h/x", "what:ever", "http://a.example/?u=http://%6c@10.0.0.1/", "{x}://{y}/",
    "http://{host}@10.0.0.1/{", "http://a.example/?x=javascript:alert(1)",
]  # fmt: skip


@for_each("text", *TEXTS)
def test_the_pieces_of_a_verdict_make_up_its_words(text: str) -> None:
    verdict = uriinspector.inspect(text).verdict
    assert "".join(piece.text for piece in pieces(verdict.line)) == verdict.headline
    why = ["".join(piece.text for piece in pieces(line)) for line in verdict.why]
    assert " ".join(why) == verdict.detail


@for_each(
    "text, kind, held",
    (TEXTS[0], HOST, "10.0.0.1"),
    (TEXTS[0], INSTEAD, "www.example.com"),
    ("https://www.аррӏе.com/", LIKE, "apple"),
    (SAFE, SERVICE, "Microsoft Safe Links"),
    (SAFE, HOST, "evil.test"),
    ("http://a b/", OTHER, "a b"),
    ("mailto:a@b.example", EVIDENCE, "a@b.example"),
)
def test_a_piece_says_what_it_is(text: str, kind: str, held: str) -> None:
    found = {piece.kind: piece.text for piece in pieces(uriinspector.inspect(text).verdict.line)}
    assert found[kind] == held


def test_a_hop_names_the_service_that_leads_to_it() -> None:
    route = uriinspector.inspect(SAFE).verdict.route
    assert [(hop.host, hop.via) for hop in route][1:] == [("evil.test", "Microsoft Safe Links")]
    assert set(route[1].to_dict()) == {"role", "host", "text", "known"}


def test_another_language_may_turn_the_places_around() -> None:
    phrase = Phrase("Goes to {host}, not {name}", (Arg("host", "a", HOST), Arg("name", "b")))
    told = list(phrase.pieces(lambda _: "Nicht {name}: {host}"))
    assert told == [("Nicht ", WORD), ("b", WORD), (": ", WORD), ("a", HOST)]


def test_an_argument_is_never_used_as_a_template() -> None:
    assert [*Phrase("{a}", (Arg("a", "{b}"),)).pieces()] == [("{b}", WORD)]
    assert [*Phrase("{b}").pieces()] == [("{b}", WORD)]


@for_each("names, words", ("a", ", via a"), ("ab", ", via a and b"), ("abc", ", via a, b and c"))
def test_services_are_told_in_a_row(names: str, words: str) -> None:
    assert joined((listed(names),)) == words
