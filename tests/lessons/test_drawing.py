"""Drawn questions: reproducible from a seed, with one right answer and no real names."""

import hashlib
import re
from dataclasses import replace

import pytest

from tests.for_each import for_each
from tests.lessons.question_kinds import ASKED, JOINED, drawn_question
from tests.lessons.witness import transformed
from uriinspector.core.parse import parse
from uriinspector.lessons.draw import Draw, Pool, code_of, material, seed_of, unknown_place
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.question import JOINED_KINDS, NoQuestionError, Wishes, current_kind
from uriinspector.lessons.tricks import TRICKS
from uriinspector.readers import browser

RESERVED = re.compile(
    r"(?:[\w-]+\.)*(?:example|test|invalid)\.?|(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"
    r"|\[2001:db8:[0-9a-f:]*\]"
)
SEEDS = range(400)


def test_drawn_numbers_never_change() -> None:
    draw = Draw("a", 1)
    assert [draw.number(100) for _ in range(12)] == [85, 22, 57, 28, 31, 4, 92, 14, 99, 32, 43, 74]


def test_different_seed_fields_give_different_seeds() -> None:
    assert seed_of("ab", "c") != seed_of("a", "bc")
    assert seed_of("a", 1) == seed_of("a", "1")


def test_numbers_are_drawn_evenly() -> None:
    draw = Draw("even")
    counts = [0] * 7
    for _ in range(7_000):
        counts[draw.number(7)] += 1
    assert min(counts) > 900
    assert max(counts) < 1_100


def test_sample_has_no_duplicates() -> None:
    draw = Draw("sample")
    assert sorted(draw.sample("abcd", 9)) == list("abcd")
    assert isinstance(draw.chance(2), bool)


def test_code_has_only_unambiguous_characters() -> None:
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}", code_of("x"))


SUMS = {
    "target": "7b0c9c7f8ce7986b", "where": "fcb30ee30cd59e2f", "site": "50fe0166e176e57e",
    "mark": "1152e7a665a9ed0f", "origin": "55d6769395d67af6", "rung": "015ab6d06a409305",
    "valid": "5f029932f5e154e4", "relative": "a9a609e1b626e5a0", "write": "f73860e65aac3899",
    "editions": "f0b45dbb1bf0cd1a", "base": "fcd5fd294a4e1676", "steps": "1eaaeeb62ab92c1a",
    "letters": "af7825c82b74e1e5", "encode": "856e9f6e321961fe", "decode": "350a90498039e9c6",
}  # fmt: skip


# The variants "lines" and "innermost" were kinds before: their names, sums, and fields.
JOINED_SUMS = {
    "lines": ("order", "356fabc5e98c41d0", ("base", "reference", "edition")),
    "innermost": ("inner", "0a58286067b1e099", ("text",)),
}


def digest_of(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


@for_each("kind", *KINDS)
def test_drawn_questions_do_not_change(kind: str) -> None:
    """A changed sum means that sheets already given out have lost their keys."""
    texts = [f"{kind} {dict(drawn(kind, str(n)).given)}" for n in range(40)]
    assert digest_of(texts) == SUMS[kind]


@for_each("asks", *JOINED)
def test_questions_of_joined_kinds_do_not_change(asks: str) -> None:
    kind, expected, names = JOINED_SUMS[asks]
    every = [drawn_question(asks, str(n)).given for n in range(40)]
    texts = [f"{kind} { {name: given[name] for name in names} }" for given in every]
    assert digest_of(texts) == expected


@for_each("kind, joined", *JOINED_KINDS.items())
def test_stored_question_of_a_joined_kind_is_still_read(kind: str, joined: tuple[str, str]) -> None:
    _, _, names = JOINED_SUMS[joined[1]]
    for number in range(40):
        question = drawn_question(joined[1], str(number))
        name, given = current_kind(kind, {each: question.given[each] for each in names})
        assert name == joined[0]
        assert KINDS[name].question(given) == replace(question, seed="")


def test_material_is_drawn_without_repetition_until_exhausted() -> None:
    pool = Pool(Draw("x"))
    hosts = material()["hosts"]
    assert sorted(pool.take("hosts") for _ in hosts) == sorted(hosts)
    assert pool.take("hosts") in hosts


@for_each("kind", "target", "origin")
def test_independent_computation_gives_the_same_target(kind: str) -> None:
    for number in SEEDS:
        question = drawn(kind, f"s{number}")
        target, origins = transformed(question.given["base"], question.given["reference"])
        assert question.key == (target if kind == "target" else " ".join(origins))


@for_each("trick", *TRICKS)
def test_browsers_go_to_the_intended_host(trick: str) -> None:
    for number in range(20):
        question = drawn("where", f"s{number}", Wishes(tricks=(trick,)))
        read = browser.read(question.given["text"], question.given["base"] or None)
        if trick in {"no-host", "name"}:
            assert question.key == "none"
        else:
            assert read.host == question.key
            assert RESERVED.fullmatch(question.key)
        assert judged(question, question.key).right is True


@for_each("kind", *ASKED)
def test_drawn_hosts_are_reserved_names(kind: str) -> None:
    for number in SEEDS:
        given = drawn_question(kind, f"r{number}").given
        for name in ("base", "text", "reference", "a", "b", "target", "url"):
            host = (parse(given.get(name, "")).host or "").lower()
            if host and not re.fullmatch(r"[0-9a-fx.]+", host) and "%" not in host:
                assert RESERVED.fullmatch(host), given


@for_each("kind", *ASKED)
def test_key_is_right_and_question_is_not_empty(kind: str) -> None:
    for number in range(60):
        question = drawn_question(kind, f"k{number}")
        assert judged(question, question.key).right is True
        assert question.asks
        assert "key" not in question.to_dict()


@for_each(
    "kind, wishes",
    ("target", Wishes(about=("kept-last-segment",))),
    ("target", Wishes(about=("lost-empty-query",), references=("{name}?",))),
    ("where", Wishes(about=("front-of-the-name",))),
    ("origin", Wishes(references=("?{query}",))),
    ("mark", Wishes(parts=("query",))),
    ("target", Wishes(edition="1997", references=("?{query}",))),
)
def test_drawn_question_meets_its_requirements(kind: str, wishes: Wishes) -> None:
    question = drawn(kind, "w", wishes)
    assert question.given.get("edition", wishes.edition) == wishes.edition
    assert judged(question, question.key).right is True


def test_question_with_unmeetable_condition_raises() -> None:
    wishes = Wishes(references=("g",), about=("network-path-alone",))
    with pytest.raises(NoQuestionError):
        drawn("target", "x", wishes)


def test_template_placeholders_name_lists() -> None:
    assert unknown_place("http://{host}/{dir}") is None
    assert unknown_place("http://{hots}/") == "{hots}"
    assert unknown_place("a}b") == "}"
    assert Pool(Draw("x")).text(["{scheme}:{name}"], "ftp").startswith("ftp:")
