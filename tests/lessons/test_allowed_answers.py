"""Every answer that an edition allows is right, and no other."""

from itertools import groupby, product
from typing import Any

from tests.conformance.oracle import is_in_language
from tests.for_each import for_each
from tests.lessons.allowed import (
    ALLOWED,
    DATA,
    encodings,
    is_open_in_1994,
    marks,
    of_1994,
    ways_2005,
)
from uriinspector.core.parse import resolve
from uriinspector.export.language import speaking
from uriinspector.lessons.kinds.dot_removals import all_lines_of
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.question import Judged, Question, lettered
from uriinspector.lessons.wrong_answers import wrong_answers

PRINTED = "http://a/b/c/d;p?q"
BASES = (
    *(PRINTED, "http://a/b/c", "https://u@h.example:81/x/y/z#t", "http://h.example", "http://h/"),
    *("http://H.example:80", "http://h/a/./b/../c"),
)
REFERENCES = (
    *("g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "", "."),
    *("./", "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g"),
    *("/./g", "/../g", "g.", ".g", "g..", "..g", "./../g", "./g/.", "g/./h", "g/../h", "?", "#"),
    *("g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x", "g#s/./x", "g#s/../x", "http:g", "http:"),
    *("http:../g", "http:?y", "http:#s", "http:/g", "http:../../../g", "x/../.", "x/y/../../."),
    *("../../..", "../../../..", "x/.././.", "x/../..", "g:h", "//g/a/../b", "x/../../../../g"),
    *("g#", "../g#"),
)


def question_of(kind: str, **given: Any) -> Question:
    return KINDS[kind].question(given)


def right(kind: str, answer: str, **given: Any) -> bool | None:
    return judged(question_of(kind, **given), answer).right


@for_each("edition", *ALLOWED)
def test_target_is_right_if_and_only_if_the_edition_allows_it(edition: str) -> None:
    for base, reference in product(BASES, REFERENCES):
        question = question_of("target", base=base, reference=reference, edition=edition)
        allowed = ALLOWED[edition](base, reference)
        if edition == "1994" and is_open_in_1994(base, reference, allowed):
            continue
        for answer in allowed:
            assert judged(question, answer).right is True, (base, reference, answer)
        shown = {"same document" if each.startswith("(") else each for each in allowed}
        assert {question.key, *question.also} == shown, (base, reference)
        others = {each for year in ALLOWED for each in ALLOWED[year](base, reference)}
        for answer in others - allowed:
            assert judged(question, answer).right is False, (base, reference, answer)


@for_each("edition", *ALLOWED)
def test_no_right_target_is_listed_as_wrong(edition: str) -> None:
    for reference in REFERENCES:
        question = question_of("target", base=PRINTED, reference=reference, edition=edition)
        wrong = {each.text for each in wrong_answers(question)}
        assert not wrong & ALLOWED[edition](PRINTED, reference), reference


def test_right_answer_that_differs_from_the_program_shows_its_result() -> None:
    judgement: Judged = judged(
        question_of("target", base=PRINTED, reference="../../../g", edition="2003"), "http://a/g"
    )
    assert judgement.right
    assert '"http://a/../g"' in judgement.diagnosis.text


@for_each(
    "base, reference, answer, expected",
    ("news:comp.a", "comp.b", "news:comp.b", True),
    ("news:comp.a", "comp.b", "none", False),
    ("news:1@h.example", "2@h.example", "news:2@h.example", True),
    ("http://a/b/c", "x/../.", "http://a/b", True),
    ("http://a/b/c", "x/../.", "http://a/b/x/..", True),
    ("http://a/b/c", "x/../.", "http://a/b/x", False),
    ("http://a/b/c", "x/../.", "http://a/b/", False),
)
def test_results_of_partial_forms_of_1994_are_judged(
    base: str, reference: str, answer: str, expected: bool
) -> None:
    given = {"base": base, "reference": reference, "edition": "1994"}
    assert right("target", answer, **given) is expected
    assert answer not in of_1994(base, reference) or expected


def test_origins_and_rules_of_every_allowed_resolution_are_accepted() -> None:
    for base, reference in product(BASES, REFERENCES):
        ways = ways_2005(base, reference)
        origins = question_of("origin", base=base, reference=reference, edition="2005")
        names = origins.given["parts"].split()
        for _, letters, origin in ways:
            if set(names) <= set(origin):
                words = " ".join(origin[name] for name in names)
                assert judged(origins, words).right, (base, reference, words)
            assert right("steps", letters or "none", base=base, reference=reference)


def test_all_editions_that_allow_a_result_can_be_named() -> None:
    for base, reference in product(BASES, REFERENCES):
        results = {year: ALLOWED[year](base, reference) for year in ALLOWED}
        for result in set().union(*results.values()):
            if not result.startswith("http"):
                continue
            question = question_of("editions", base=base, reference=reference, result=result)
            usual = set(question.key.split()) - {"none"}
            offered = str(question.asks.args["years"]).split(", ")
            can = {year for year in offered if result in results.get(year, ())}
            for answer in (usual | can, usual):
                assert judged(question, " ".join(answer) or "none").right, (base, reference, answer)
            assert usual <= can | {"browsers"}


@for_each("edition", "1997", "2003", "2005")
def test_any_reference_that_leads_to_the_target_is_right(edition: str) -> None:
    for base, reference in product(BASES, REFERENCES):
        for target in ALLOWED[edition](base, reference):
            if target.startswith("http"):
                given = {"base": base, "target": target, "edition": edition}
                assert right("relative", reference or "empty", **given), (given, reference)


# Positions accepted as the first character that does not match, from 1.
@for_each(
    "text, edition, places",
    ("http://h.example/%zz", "2005", (18, 19)), ("http://h.example/%4z", "2005", (18, 20)),
    ("http://[::1]/", "1997", (8,)), ("http://a_b/", "1997", (9, 11)),
    ("http://h/a?b#c", "1994", (13,)), ("http://h.example/a%", "2005", (19,)),
    ("http://u@h@e.example/", "2005", (9, 11)), ("http://h.example:8a/x", "2005", (19, 20)),
    ("1a:x", "2005", (1, 3)), ("a_b:x", "2005", (2, 4)), ("http://h.example/a b", "2005", (19,)),
    ("http://h.example?q", "1997", (17,)), ("http://h.example/~u", "1994", (18,)),
)  # fmt: skip
def test_any_position_where_a_text_stops_matching_is_right(
    text: str, edition: str, places: tuple[int, ...]
) -> None:
    for at in range(1, len(text) + 1):
        assert right("valid", f"no {at}", text=text, edition=edition) is (at in places), at


@for_each(
    "text, part, edition, answers",
    ("http://h.example/a/b", "path", "1994", ("/a/b", "a/b")),
    ("http://h.example/", "path", "1994", ("/", "empty", "none")),
    ("http://h.example/a/b", "path", "1997", ("/a/b",)),
    ("mailto:a@b?x", "path", "2003", ("a@b", "a@b?x", "none")),
    ("mailto:a@b?x", "query", "2003", ("x", "none")),
    ("mailto:a@b?x", "query", "2005", ("x",)),
)
def test_both_readings_of_an_ambiguous_component_are_right(
    text: str, part: str, edition: str, answers: tuple[str, ...]
) -> None:
    given = {"text": text, "part": part, "edition": edition}
    tried = {"/a/b", "a/b", "/", "empty", "none", "a@b", "a@b?x", "x", *answers}
    assert {each for each in tried if right("mark", each, **given)} == set(answers)


MARKED = (
    "http://u:w@h.example:81/a/b?q#f", "http://h.example", "http://h.example/", "//h.example/a#",
    "http://h.example/?", "file:///a", "mailto:a@b", "mailto:a@b?x", "foo:/a?", "a/b?q", "?q#f",
    "#", "",
)  # fmt: skip
PARTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


@for_each("edition", *ALLOWED)
def test_component_is_right_if_and_only_if_the_edition_allows_it(edition: str) -> None:
    for text in MARKED:
        every = {each for part in PARTS for year in ALLOWED for each in marks(text, part, year)}
        for part in PARTS:
            given = {"text": text, "part": part, "edition": edition}
            accepted = {each for each in every | {"none", "empty"} if right("mark", each, **given)}
            assert accepted == marks(text, part, edition), given


@for_each("part", *DATA)
def test_every_encoding_without_needless_escapes_is_right(part: str) -> None:
    for text in ("a b/c", "50%", "x@y:z", "~\u00fc?", "#[+]", "a&b=c"):
        rights = encodings(text, part)
        for answer in rights:
            assert right("encode", answer, text=text, part=part), answer
        others = {each for other in DATA for each in encodings(text, other)} - rights
        for answer in (*others, text.upper() + "%41", f"{min(rights)}%2B"):
            assert not right("encode", answer, text=text, part=part), answer


# Endings with which the beginning of any of the texts below can become valid.
FRONT = "http://h.example/"
ENDINGS = ("", "a", "1", "A1", "@a.b", "a.b", "a.b/", ":1]", "::]", "]", "//a.b")
JUDGED = (
    "http://h.example/a b", "http://h.example/%4z", "http://h.example/a%",
    "http://h.example/\u00e9", "http://h.example/<a>", "http://h.example/[a]",
    "http://h.example/a^b|c", "http://h.example/a#b#c", "http://h.example/~u/x", "../a/./b",
    "a_b:c",
)  # fmt: skip


@for_each("edition", *ALLOWED)
def test_position_of_the_first_invalid_character_is_right(edition: str) -> None:
    for text in JUDGED:
        is_valid = is_in_language(text, edition)
        assert right("valid", "yes", text=text, edition=edition) is is_valid, text
        if is_valid or (edition == "1994" and not text.startswith(FRONT)):
            continue  # RFC 1738 has no relative references
        places = range(len(FRONT) if text.startswith(FRONT) else 1, len(text))
        stuck = (
            at
            for at in places
            if not any(is_in_language(text[:at] + end, edition) for end in ENDINGS)
        )
        first = next(stuck, len(text))
        assert right("valid", f"no {first}", text=text, edition=edition), (text, first)


@for_each("edition", "1997", "2003", "2005")
def test_repeated_line_counts_once_or_as_often_as_it_is_applied(edition: str) -> None:
    for reference in ("x/./y/../z", "../../g", "./././g", "a/b/../../c"):
        given = {"base": "http://h/a/b/c/d", "reference": reference, "edition": edition}
        question = question_of("steps", **given, of="lines")
        letters = {each.code: chr(65 + at) for at, each in enumerate(question.choices)}
        way = resolve(given["base"], reference, edition=edition)
        lines = [letters[str(at)] for at in all_lines_of(way)]
        assert judged(question, " ".join(lines)).right
        assert judged(question, question.key).right
        for times in range(2, 8):
            for at, letter in enumerate(question.key.split()):
                answer = question.key.split()
                answer[at : at + 1] = [letter] * times
                known = {len(list(same)) for each, same in groupby(lines) if each == letter}
                if times not in known:
                    judgement = judged(question, " ".join(answer))
                    assert judgement.right is False, (answer, lines)
                    assert judgement.diagnosis.mistake in {"line-too-many", "line-left-out"}


def test_query_of_1997_comes_from_the_reference_alone() -> None:
    for reference in ("?y", "g?y"):
        given = {"base": "http://h.example/a/b?x", "reference": reference, "edition": "1997"}
        assert question_of("origin", **given).key == "base base merged reference"


def test_translated_words_of_a_choice_are_its_letter() -> None:
    question = question_of("rung", a="HTTP://h.example/", b="http://h.example/")
    say = speaking("de")
    for at, choice in enumerate(question.choices):
        for answer in (say(choice.phrase), f"{say(choice.phrase)}."):
            assert lettered(question, answer, say) == chr(65 + at)
    assert lettered(question, "B", say) == "B"
