"""A wrong answer is diagnosed with the mistake that leads to it."""

import random
from collections.abc import Callable

from tests.for_each import for_each
from tests.lessons.test_typed_answers import TABLE
from tests.linear import is_linear_over
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.mistakes.hosts import HOSTS
from uriinspector.lessons.mistakes.pairs import RESOLVING, SOURCES, Pair
from uriinspector.lessons.mistakes.table import ALIASES, ANSWER_ROWS, MISTAKES, named
from uriinspector.lessons.question import Judged

PRINTED = "http://a/b/c/d;p?q"


def target(base: str, reference: str, answer: str, edition: str = "2005") -> Judged:
    given = {"base": base, "reference": reference, "edition": edition}
    return judged(KINDS["target"].question(given), answer)


def place(link: str, answer: str, base: str = "", kind: str = "where") -> Judged:
    return judged(KINDS[kind].question({"text": link, "base": base}), answer)


def mark(text: str, part: str, answer: str) -> Judged:
    return judged(KINDS["mark"].question({"text": text, "part": part}), answer)


def test_more_than_two_causes_are_counted() -> None:
    question = KINDS["target"].question({"base": "http://a/b/c/", "reference": "."})
    diagnosis = judged(question, "http://a/b/").diagnosis
    assert len(diagnosis.also) >= 2
    assert diagnosis.text.startswith("Two of 3 possible causes: You ")


def test_blank_answer_is_neither_right_nor_wrong() -> None:
    for kind in KINDS:
        assert judged(drawn(kind, "x"), "  ").right is None


def test_mistakes_in_two_components_are_named_together() -> None:
    diagnosis = target("http://a/b/c?q#f", "../g", "http://a/b/../g?q").diagnosis
    assert diagnosis.is_joint
    assert {each.code for each in diagnosis.causes} == {"dots-left", "kept-base-query"}
    assert diagnosis.text.startswith("Your answer contains two mistakes.")


def test_two_possible_causes_are_both_named() -> None:
    diagnosis = target("http://a/b/c/d", "../g", "http://a/b/c/g").diagnosis
    assert diagnosis.text.startswith("Two possible causes. You went up one level too few.")
    assert "kept-last-segment" in diagnosis.also


def test_diagnosis_names_editions_with_the_same_result_after_the_cause() -> None:
    diagnosis = target(PRINTED, "?y", "http://a/b/c/?y").diagnosis
    assert diagnosis.mistake == "query-replaces-segment"
    assert diagnosis.also == ("as-1997",)  # the text of 1994 leaves this open
    assert diagnosis.text.endswith("This is the result in 1997.")


def test_result_of_another_edition_is_a_cause() -> None:
    diagnosis = target(PRINTED, "?y", "http://a/b/c/d;p?y", "1997").diagnosis
    assert (diagnosis.mistake, diagnosis.text) == (
        "as-2005",
        "You resolved the reference by the rules of the 2005 edition. This is the result in 2003, "
        "browsers and Python's urllib.",
    )


def test_answer_without_a_cause_gets_a_general_reason() -> None:
    assert target(PRINTED, "g", "http://a/zzz#x").diagnosis.text == (
        "Wrong components: path, fragment."
    )
    assert target("b", "g", "http://a/").diagnosis.text == "There is no target."
    assert place("http://a.test/", "zzz").diagnosis.text == (
        "You gave a name that does not appear in this link."
    )


def test_every_resolving_mistake_gives_a_wrong_answer_somewhere() -> None:
    left = {each.code for each in (*RESOLVING, *SOURCES)}
    for edition in ("2005", "2003", "1997"):
        for given in (each["given"] for each in TABLE if each["kind"] == "target"):
            pair = Pair(given["base"], given["reference"], edition)
            right = "same document" if pair.is_current else pair.target
            left -= {
                each.code
                for each in (*RESOLVING, *SOURCES)
                if any(wrong != right for wrong in each.wrong(pair))
            }
    assert left == set()


def test_mistake_codes_are_unique_words_with_hyphens() -> None:
    assert all(each.code.replace("-", "").isalnum() for each in MISTAKES)
    named = [(each.code, each.when) for each in HOSTS if each.code != "other-component"]
    assert len(set(named)) == len(named)


ANYTHING = "ab/:?#@.%[]\\ \u00fc\u202e\ud800;&="


def test_diagnosis_never_raises() -> None:
    chance = random.Random(1)

    def text() -> str:
        return "".join(chance.choices(ANYTHING, k=chance.randrange(9)))

    for _ in range(800):
        base, reference, answer = "http://" + text(), text(), text()
        edition = chance.choice(("1994", "1997", "2003", "2005"))
        assert isinstance(target(base, reference, answer, edition).diagnosis.text, str)
        if chance.randrange(6) == 0:
            kind = chance.choice(("where", "site"))
            assert isinstance(place(reference, answer, base, kind).diagnosis.text, str)
        assert isinstance(mark(base + reference, "path", answer).diagnosis.text, str)


LONG: dict[str, Callable[[int], tuple[str, str]]] = {
    "dots": lambda size: ("http://a/" + "b/" * size, "../" * size + "g"),
    "slashes": lambda size: ("http://a/" + "/" * size, "../" * size),
    "names": lambda size: ("http://a/b", "x.y/" * size),
    "queries": lambda size: ("http://a/b?" + "./" * size, "?" + "../" * size),
}


@for_each("name", *LONG)
def test_diagnosis_takes_linear_time(name: str) -> None:
    def work(text: str) -> object:
        base, _, reference = text.partition(" ")
        return target(base, reference, "x").diagnosis.text

    assert is_linear_over(work, lambda size: " ".join(LONG[name](size)), 2_000)


@for_each("text", "a", "a.", "a-", "a@", "x.y/")
def test_diagnosis_of_a_host_takes_linear_time(text: str) -> None:
    def work(link: str) -> object:
        return place(link, "no.such").diagnosis.text

    assert is_linear_over(work, lambda size: f"https://h.test/{text * size}", 5_000)


def test_misspelled_host_shows_the_position() -> None:
    diagnosis = place("http://shop.example/x", "shop.exmaple").diagnosis
    assert diagnosis.text == 'You misspelled the name: "exmapl". Correct: "exampl".'


@for_each("answer", "", "other.example", "shop.test", "xxxx.example")
def test_another_name_is_not_called_misspelled(answer: str) -> None:
    assert place("http://shop.example/x", answer).diagnosis.mistake != "misspelled-host"


def test_answer_without_a_scheme_is_not_a_whole_target() -> None:
    words = "Your answer is not a whole target: it has no scheme."
    assert target(PRINTED, "g", "foo").diagnosis.text == words


def test_reasons_have_at_most_twenty_words() -> None:
    for each in (*MISTAKES, *ANSWER_ROWS):
        assert len(each.reason.template.split()) <= 20, each.code


@for_each("code", *ALIASES)
def test_old_mistake_codes_are_known(code: str) -> None:
    assert {each.code for each in named(code)} == {ALIASES[code]}


IDN = "\u0455chool.example"


@for_each(
    "link, base, kind, answer, mistake, words",
    ("https://193.0.2.7:8080/x", "", "where", "193.0.2.7:443", "with-port", "host and port"),
    ("https://193.0.2.7/", "", "where", "login@193.0.2.7", "userinfo-with-host", "userinfo"),
    ("https://193.0.2.7/", "", "where", "0xC1.0.2.7", "address-not-decimal", "decimal"),
    ("https://193.0.2.7/", "", "where", "7.2.0.193", "labels-reordered", "order"),
    ("https://193.0.2.7/x", "", "where", "https://193.0.2.7/x", "whole-link", "more than a name"),
    ("https://shop.example/", "", "where", "shop .example", "space-in-host", "space"),
    ("https://shop.example/", "", "where", "shop,example", "other-dot", "dots"),
    ("https://shop.example/", "", "where", "localhost", "not-in-link", "does not appear"),
    ("https://shop.example/a1/b2", "", "where", "a1", "other-component", "a part of another"),
    ("https://shop.example/", "", "where", "shup.example", "misspelled-host", '"shop."'),
    ("https://v3.h19.example\\@in.club.example/", "", "where", "h19.example", "registrable-only",
        "whole name"),
    ("https://v3.h19.example\\@in.club.example/", "", "where", "v3.h19.example\\", "whole-link",
        "more than"),
    ("http://0xc6.0x33.0x64.0xc8/", "", "where", "c6.33.64.c8", "hexadecimal-kept", "left out"),
    ("http://0x10.0x33.0x64.0x08/", "", "where", "10.33.64.8", "octal-as-decimal", "as decimal"),
    ("https://mail.shop.example/", "", "where", "example", "public-suffix", "The host is"),
    ("https://mail.shop.example/", "", "site", "example", "public-suffix", "one more label"),
    ("https://a.shop.example.evil.test/", "", "where", "shop.example", "front-of-the-name",
        "The host is"),
    ("https://a.shop.example.evil.test/", "", "site", "shop.example", "front-of-the-name",
        "registrable domain is at the end"),
    ("https://mail.shop.example/", "", "site", "none", "nowhere", "named no domain"),
    ("//k7.example/x", "https://static.forum.test/", "where", "forum.test", "base-site", "base"),
    (f"https://mail.{IDN}/", "", "site", f"mail.{IDN}", "host-for-site", "shorter"),
)  # fmt: skip
def test_reason_for_a_host_is_true(
    link: str, base: str, kind: str, answer: str, mistake: str, words: str
) -> None:
    judgement = place(link, answer, base, kind)
    assert (judgement.right, judgement.diagnosis.mistake) == (False, mistake)
    assert words in judgement.diagnosis.text
    assert 'begins after "@"' not in judgement.diagnosis.text
    assert not judgement.diagnosis.also


@for_each(
    "base, reference, answer, mistake, false",
    ("foo:a/b", "../c", "none", "no-target", "above the root"),
    ("foo:", "g", "foo:/g", "as-2003", "only one"),
    ("http://u.example/a?b", "g", "http: //u.example/g", "space-in-target", "scheme"),
    ("http://u.example/a?b", "#s", "http://u.example/a", "base-alone", "You gave the base."),
    ("http://u.example:81/", "//r.example/z", "http://r.example:81/z", "authority-mixed", "Wrong"),
    ("http://u.example/a/b/", "c/d", "http://u.example/a/d", "segments-missing", "Wrong"),
    ("http://u.example/a", "/c/d", "http://u.example/c/e/d", "segments-added", "Wrong"),
)
def test_reason_for_a_target_is_true(
    base: str, reference: str, answer: str, mistake: str, false: str
) -> None:
    diagnosis = target(base, reference, answer).diagnosis
    assert diagnosis.mistake == mistake
    assert false not in diagnosis.text


@for_each(
    "answer, codes",
    ("ben+en/help", {"space-as-plus", "delimiter-not-encoded"}),
    ("ben%20en%252Fhelp", {"text-encoded-twice"}),
    ("benen%2Fhelp", {"characters-left-out"}),
    ("ben_en%2Fhelp", {"space-replaced"}),
    ("b%65n%20en/help", {"unreserved-encoded-too", "delimiter-not-encoded"}),
    ("something else", set()),
)
def test_mistakes_with_single_characters_are_named(answer: str, codes: set[str]) -> None:
    question = KINDS["encode"].question({"text": "ben en/help", "part": "path"})
    judgement = judged(question, answer)
    assert judgement.right is False
    assert {each.code for each in judgement.diagnosis.causes} == codes


@for_each(
    "answer, codes", ("50%shop", {"encoded-bytes-removed"}), ("50%25 shop", {"escape-left"}),
    ("another text", set()),
)  # fmt: skip
def test_mistakes_in_a_decoded_text_are_named(answer: str, codes: set[str]) -> None:
    judgement = judged(KINDS["decode"].question({"text": "50%25%20shop", "times": "1"}), answer)
    assert judgement.right is False
    assert {each.code for each in judgement.diagnosis.causes} >= codes


@for_each(
    "answer, mistake",
    ("y?", "delimiter-too-many"), ("y#", "delimiter-too-many"), ("?y", "leads-elsewhere"),
    ("none", "leads-segment-changed"), ("x/y", "leads-segments-added"), ("empty", "leads-to-base"),
)  # fmt: skip
def test_effect_of_a_wrong_reference_is_named(answer: str, mistake: str) -> None:
    given = {"base": "https://h.example/a/b", "target": "https://h.example/a/y"}
    diagnosis = judged(KINDS["relative"].question(given), answer).diagnosis
    assert diagnosis.mistake == mistake
    assert "missing" not in diagnosis.text
