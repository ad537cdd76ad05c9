"""Steps of a resolution: cut and added text, and two editions side by side."""

from itertools import product
from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.step_cards import (
    LEFT,
    LONGEST,
    MARK,
    MOST,
    QUESTIONS,
    RIGHT,
    StepRows,
    alignment,
    state_after,
)
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS, Variant, drawn_by_origin
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import Kind, Pieces, plain_text

BASE = "http://a/b/c/d;p?q"

# The rows of the design: rule, output, input; "-x-" was cut, "+x+" was added.
PICTURE = (
    ("5.2.2 parse", "", ""), ("5.2.2", "", ""), ("5.2.2", "", ""), ("5.2.2", "", ""),
    ("5.2.2", "", ""), ("5.2.3", "", "+/b/c/+../../../g"),
    ("5.2.4 2E", "+/b+", "/c/../../../g"),
    ("5.2.4 2E", "/b+/c+", "/../../../g"),
    ("5.2.4 2C", "/b-/c-", "-/..-/../../g"),
    ("5.2.4 2C", "-/b-", "-/..-/../g"), ("5.2.4 2C", "", "-/..-/g"), ("5.2.4 2E", "+/g+", ""),
    ("5.2.2", "T.scheme  http", ""), ("5.2.2", "T.authority  a", ""), ("5.2.2", "T.path  /g", ""),
    ("5.2.2", "T.query  y", ""), ("5.2.2", "T.fragment  s", ""),
    ("5.3", "target  http://a/g?y#s", ""),
)  # fmt: skip

# Final dot segments, which leave their slash, and buffers handled as one text.
OTHERS = (
    (STRICT_2005, "..", ("/b-/c-", "/-..-")), (STRICT_2005, "./g", ("/b/c", "-/.-/g")),
    (VARIANTS[1], "./g", ("", "/b/c/-./-g")), (VARIANTS[1], "../g", ("/b/-c/-", "-../-g")),
)  # fmt: skip

SIGNS = {Kind.CUT: "-", Kind.ADDED: "+"}


def marked(pieces: Pieces) -> str:
    """Return the text with signs around cut and added pieces."""
    return "".join(f"{SIGNS.get(p.kind, '')}{p.text}{SIGNS.get(p.kind, '')}" for p in pieces)


def test_step_rows_show_output_and_input_after_each_rule() -> None:
    rows = StepRows(STRICT_2005.resolve(BASE, "../../../g?y#s").steps)
    assert tuple((row.rule, marked(row.output), marked(row.input)) for row in rows) == PICTURE


@for_each("way, text, cells", *OTHERS)
def test_steps_mark_removed_and_added_text(way: Variant, text: str, cells: tuple[str, str]) -> None:
    rows = StepRows(way.resolve(BASE, text).steps)
    found = [(marked(row.output), marked(row.input)) for row in rows]
    assert cells in found, found


# The steps of 1997 for "../g?y": step 6 in its buffer, then the components.
BUFFER_OF_1997 = [
    ("5.2 step 6a", "/b/c/-d;p-"), ("5.2 step 6b", "/b/c/+../g+"), ("5.2 step 6c", "/b/c/../g+?y+"),
    ("5.2 step 6f", "/b/-c/--../-g?y"), ("5.2 step 6h", "T.query  y"),
    ("5.2 step 6i", "T.path  /b/g"), ("5.2 step 7", "T.scheme  http"),
]  # fmt: skip

BUFFER_OF_2003 = [
    ("5.2 merge 1", "/b/c/-d;p-"),
    ("5.2 merge 2", "/b/c/+../../../g+"),
    ("5.2 merge 5", "/b/-c/--../-../../g"),
    ("5.2 merge 5", "/-b/--../-../g"), ("5.2 merge 7", "/-../-g"), ("5.2 merge 8", "/g"),
    ("5.2", "T.scheme  http"),
]  # fmt: skip


@for_each(
    "way, text, expected",
    (VARIANTS[1], "../g?y", BUFFER_OF_1997),
    (VARIANTS[3], "../../../g?y", BUFFER_OF_2003),
)
def test_single_buffer_algorithm_shows_one_buffer(
    way: Variant, text: str, expected: list[tuple[str, str]]
) -> None:
    rows = StepRows(way.resolve(BASE, text).steps)
    found = [(row.rule, marked(row.buffer)) for row in rows]
    start = found.index(expected[0])
    assert found[start : start + len(expected)] == expected


def states(way: Variant, text: str, base: str = BASE) -> list[dict[str, tuple[str | None, str]]]:
    """Return the state after each step, by name."""
    steps = way.resolve(base, text).steps
    return [
        {state.name: (state.text, state.note) for state in state_after(steps, at, way.edition)}
        for at in range(len(steps) + 1)
    ]


@for_each("way", *[each for each in VARIANTS if each.edition in {"1997", "2003"}])
def test_state_matches_the_buffer(way: Variant) -> None:
    for text in ("../g?y", "../../../g", "x/..//../g", "./", "?y", "//h", "/x", "g:h", ""):
        steps = StepRows(way.resolve(BASE, text).steps)
        for row, after in zip(steps, states(way, text)[1:], strict=True):
            assert not {"input buffer", "output buffer"} & after.keys()
            if row.step.part is None and row.step.after is not None and row.step.before is not None:
                kept = "".join(p.text for p in row.buffer if p.kind is not Kind.CUT)
                assert after["buffer"][0] == kept
            elif row.step.part is not None:
                terms = {"authority": "site"} if way.edition == "1997" else {}
                value, note = after[f"T.{terms.get(row.step.part, row.step.part)}"]
                assert value == row.step.after
                if row.step.origin:
                    assert note == row.step.origin


def test_parsing_the_query_keeps_the_path_buffer() -> None:
    found = states(VARIANTS[1], "../g?y")
    assert found[-1]["buffer"][0] == "/b/g?y"
    assert (found[-1]["T.path"], found[-1]["T.query"]) == (("/b/g", "merged"), ("y", "reference"))


# The runs of the target with their labels.
DRAWN = [
    ("1997", "http://a", "g", [("http", "base"), ("a", "base"), ("g", "merged")]),
    ("1997", "http://u@a:8", "g", [("http", "base"), ("u@a:8", "base"), ("g", "merged")]),
    ("1997", "f:/a", ".//g?y", [("f", "base"), ("//g", "merged"), ("y", "reference")]),
    ("2003", "f:/a", ".//g?y", [("f", "base"), ("//g", "merged"), ("y", "reference")]),
    ("2005", "f:/a", ".//g#s", [("f", "base"), ("//g", "merged"), ("s", "reference")]),
    (*("2005", "http://u@a:8/b", "g?"),
        [("http", "base"), ("u", "base"), ("a", "base"), ("8", "base"), ("/g", "merged")]),
]  # fmt: skip


@for_each("edition, base, text, runs", *DRAWN)
def test_target_runs_are_labeled_by_origin(
    edition: str, base: str, text: str, runs: list[tuple[str, str]]
) -> None:
    """Include targets that parse differently again, such as "http://ag"."""
    resolution = resolve(base, text, edition=edition)
    drawn = drawn_by_origin(resolution)
    found = [
        (resolution.target[each.start : each.end], each.label)  # type: ignore[index]
        for each in drawn.stretches
        if each.part
    ]
    assert found == runs


@for_each("edition", *EDITIONS)
def test_cell_length_is_limited(edition: str) -> None:
    way = next(each for each in VARIANTS if each.edition == edition)
    rows = StepRows(way.resolve(BASE, "segment/../" * 2_000 + "x").steps)
    assert len(rows) >= 2_000
    assert max(len(plain_text(row.output)) + len(plain_text(row.input)) for row in rows) < 5 * MOST


def test_state_shows_target_components() -> None:
    steps = STRICT_2005.resolve(BASE, "../g?y").steps
    end = {s.name: s.text for s in state_after(steps, len(steps))}
    assert {state.text for state in state_after(steps, 0)} == {None}
    assert end == {
        "input buffer": "",
        "output buffer": "/b/g",
        "T.scheme": "http",
        "T.authority": "a",
        "T.path": "/b/g",
        "T.query": "y",
        "T.fragment": None,
    }
    notes = {s.name: s.note for s in state_after(steps, len(steps))}
    assert (notes["T.scheme"], notes["T.path"], notes["T.query"]) == ("base", "merged", "reference")
    assert notes["T.fragment"] == "not present"


def test_authority_is_called_site_in_the_1997_edition() -> None:
    way = next(each for each in VARIANTS if each.edition == "1997")
    steps = way.resolve(BASE, "../g?y").steps
    for done in (0, len(steps)):
        names = [each.name for each in state_after(steps, done, "1997")]
        assert "T.site" in names
        assert "T.authority" not in names


def test_target_is_set_in_one_step_in_the_1994_edition() -> None:
    steps = VARIANTS[0].resolve(BASE, "../g").steps
    states = [state_after(steps, number)[-1] for number in (0, len(steps))]
    assert [(s.name, s.text, s.note) for s in states] == [
        ("target", None, "not set yet"),
        ("target", "http://a/b/g", ""),
    ]


def test_step_sentence_describes_the_change() -> None:
    rows = StepRows(STRICT_2005.resolve(BASE, "../../../g?y#s").steps)
    spoken = [row.sentence for row in rows]
    for row, sentence in zip(rows, spoken, strict=True):
        assert sentence.startswith(f"{row.number}, {row.rule.removesuffix(' parse')}: {row.note}")
    ends = [words.partition(row.note)[2] for row, words in zip(rows, spoken, strict=True)]
    assert ends[4] == ""
    assert ends[5] == "; input buffer: /b/c/../../../g, added /b/c/"
    assert ends[6] == "; output buffer: /b, added /b; input buffer: /c/../../../g"
    assert ends[8] == "; output buffer: /b, removed /c; input buffer: /../../g, removed /.."
    assert ends[9] == "; output buffer: empty, removed /b; input buffer: /../g, removed /.."
    assert ends[12] == "; T.scheme: http"
    assert ends[17] == "; target: http://a/g?y#s"


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
    assert different == ["T.path is merged", "the components are joined"]


def test_questions_are_aligned_and_different_answers_marked() -> None:
    result = alignment(BASE, "g", *ways("1997 · draft", "2005 · strict"))
    notes = [(pair.left.note, pair.right.note) for pair in result.rows if pair.left and pair.right]
    assert (
        "the site is not present, so it is taken from the base",
        "R.authority is not present",
    ) in notes
    assert (
        "the reference's path is appended",
        "the base's path up to its last slash, then R.path",
    ) in notes
    result = alignment(BASE, "http:g", *ways("2005 · lenient", "2005 · strict"))
    marked = [pair.left.note for pair in result.rows if pair.is_different and pair.left]
    assert marked[0] == "R.scheme is not present"


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
    assert len(alignment(BASE, "a/" * 900, *ways("1997 · draft", "2005 · strict")).rows) > 900
    assert perf_counter() - start < 2


def test_sentence_has_no_bidi_control_characters() -> None:
    result = alignment("http://a/b", "../../\u202eg", *ways("1997 · draft", "2005 · strict"))
    assert "\u202e" not in result.sentence


PAIR = ("http://a/b/c/d;p?q", "../../../g?y#s")


@pytest.fixture
def page(window: Window) -> ResolvePage:
    window.show()
    window.menus.actions["resolve"].trigger()
    window.resolve_page.show_pair(*PAIR, STRICT_2005)
    QTest.mouseClick(window.resolve_page.editions.other, Qt.MouseButton.LeftButton)
    return window.resolve_page


def column(page: ResolvePage, number: int) -> list[str]:
    model = page.comparison.table.lazy
    return [str(model.index(row, number).data()) for row in range(model.rowCount())]


def test_comparison_shows_steps_of_two_editions(page: ResolvePage) -> None:
    card = page.comparison
    assert page.pages.currentWidget() is card
    assert [way.title for way in card.ways] == ["1997 · draft", "2005 · strict"]
    header = [card.table.lazy.headerData(n, Qt.Orientation.Horizontal) for n in (LEFT, RIGHT)]
    assert header == ["1997 · draft", "2005 · strict"]
    assert '"/../g" and "/g"' in card.summary.text()
    assert column(page, MARK).count("different") == 2
    assert "no such step" in column(page, LEFT)


def test_comparison_is_updated_with_reference_and_edition(page: ResolvePage) -> None:
    card = page.comparison
    page.reference.editor.set_text("g")
    page.job.finish()
    assert "give the same target" in card.summary.text()
    card.left.setCurrentIndex([way.title for way in VARIANTS].index("2005 · strict"))
    assert set(column(page, MARK)) == {"same"}


def test_comparison_opens_clauses_and_returns_to_steps(page: ResolvePage) -> None:
    asked: list[str] = []
    page.clause_requested.connect(asked.append)
    table = page.comparison.table
    table.setCurrentIndex(table.lazy.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == ["RFC 3986 5.2.2"]
    page.drawer.close_card()
    page.comparison.done.click()
    assert page.pages.currentWidget() is page.body


def test_comparison_state_is_restored(page: ResolvePage) -> None:
    page.comparison.choose(VARIANTS[0], VARIANTS[3])
    state = page.page_state()
    assert state.compared == (VARIANTS[0], VARIANTS[3])
    page.comparison.done.click()
    page.restore(state)
    assert page.pages.currentWidget() is page.comparison
    assert page.comparison.ways == state.compared


def test_edition_rows_have_tooltips(page: ResolvePage) -> None:
    model = page.editions.answers.lazy
    tips = [
        str(model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole))
        for row in range(model.rowCount())
    ]
    assert "2003" in model.index(2, 0).data()
    assert all(tips)
    assert "RFC 2396" in tips[1]
    assert "WHATWG" in tips[-1]
    assert "not defined in 1994" in model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)


def test_tooltip_escapes_untrusted_text(page: ResolvePage) -> None:
    page.show_pair("http://a/b", "<b>x</b>\u202e", STRICT_2005)
    page.job.finish()
    tip = page.editions.answers.lazy.index(1, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip
    assert "\u202e" not in tip
