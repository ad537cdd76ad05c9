"""The aligned steps of two editions and the sentence about their difference."""

from itertools import product
from time import perf_counter

from tests.for_each import for_each
from uriinspector.gui.resolve.step_rows import LONGEST, QUESTIONS, alignment
from uriinspector.gui.resolve.variant_rows import VARIANTS, Variant

BASE = "http://a/b/c/d;p?q"
BY_TITLE = {way.title: way for way in VARIANTS}
REFERENCES = (
    "../../../g?y#s", "?y", "http:g", "", "#s", "//g", "/g/../h", "g:h", "./..", "a//b/../c",
)  # fmt: skip
BASES = (BASE, "http://a", "mailto:x", "", "http://a/b/../c/")


def ways(one: str, other: str) -> tuple[Variant, Variant]:
    return BY_TITLE[one], BY_TITLE[other]


@for_each("base, reference", *list(product(BASES, REFERENCES)))
def test_alignment_keeps_all_steps_in_order(base: str, reference: str) -> None:
    for left, right in product(VARIANTS, VARIANTS):
        rows = alignment(base, reference, left, right).rows
        first = [pair.left for pair in rows if pair.left is not None]
        second = [pair.right for pair in rows if pair.right is not None]
        assert first == list(left.resolve(base, reference).steps)
        assert second == list(right.resolve(base, reference).steps)
        assert not any(pair.left is None and pair.right is None for pair in rows)
        if left == right:
            assert all(pair.left and pair.right and not pair.is_different for pair in rows)


@for_each("base, reference", *list(product(BASES, REFERENCES)))
def test_sentence_compares_the_targets(base: str, reference: str) -> None:
    for left, right in product(VARIANTS, VARIANTS):
        targets = [way.resolve(base, reference).target for way in (left, right)]
        words = alignment(base, reference, left, right).sentence
        if None in targets:
            assert ("Neither" in words) == (targets == [None, None]), words
            assert ("gives none" in words) == (targets != [None, None]), words
        else:
            assert ("the same target" in words) == (targets[0] == targets[1]), words


def test_different_path_is_named_with_both_values() -> None:
    result = alignment(BASE, "../../../g?y#s", *ways("1997 · draft", "2005 · strict"))
    assert result.sentence == (
        "1997 · draft and 2005 · strict give different targets."
        ' The first component that differs is the path: "/../g" and "/g".'
    )
    different = [pair.left.note for pair in result.rows if pair.is_different and pair.left]
    assert different == ["T.path: merged", "T.query: merged", "the components are joined"]


def test_equivalent_questions_are_aligned() -> None:
    result = alignment(BASE, "g", *ways("1997 · draft", "2005 · strict"))
    notes = [(pair.left.note, pair.right.note) for pair in result.rows if pair.left and pair.right]
    assert ("site not present: taken from the base", "R.authority: not present") in notes
    assert (
        "the reference's path is appended",
        "the base's path up to its last slash, then R.path",
    ) in notes


def test_different_answers_are_marked() -> None:
    result = alignment(BASE, "http:g", *ways("2005 · lenient", "2005 · strict"))
    marked = [pair.left.note for pair in result.rows if pair.is_different and pair.left]
    assert marked[0] == "R.scheme: not present"


def test_every_listed_question_is_used() -> None:
    """A reworded note would otherwise silently no longer match the table."""
    notes = {
        step.note
        for base, reference in product(BASES, (*REFERENCES, "/g", "http://h/x"))
        for way in VARIANTS
        for step in way.resolve(base, reference).steps
    }
    assert set(QUESTIONS) <= notes


def test_long_pairs_are_refused_and_shorter_ones_are_fast() -> None:
    long = alignment(BASE, "../" * LONGEST, *ways("1997 · draft", "2005 · strict"))
    assert long.rows == ()
    assert long.sentence == "This pair is too long to compare step by step."
    start = perf_counter()
    rows = alignment(BASE, "a/" * 900, *ways("1997 · draft", "2005 · strict")).rows
    assert len(rows) > 900
    assert perf_counter() - start < 2


def test_sentence_has_no_bidi_control_characters() -> None:
    result = alignment("http://a/b", "../../\u202eg", *ways("1997 · draft", "2005 · strict"))
    assert "\u202e" not in result.sentence
