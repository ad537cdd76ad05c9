"""What is cut and what is added stands where it was, step for step."""

from __future__ import annotations

import pytest

from uriinspector import EDITIONS
from uriinspector.gui.resolve.step_rows import MOST, StepRows, state_after
from uriinspector.gui.resolve.variants import STRICT_2005, VARIANTS, Variant
from uriinspector.gui.text.pieces import Kind, Pieces, plain_text

BASE = "http://a/b/c/d;p?q"
# The picture of the workspace: rule, output, input; "-x-" was cut, "+x+" was added.
PICTURE = (
    ("5.2.2 parse", "", ""),
    ("5.2.2", "", ""),
    ("5.2.2", "", ""),
    ("5.2.2", "", ""),
    ("5.2.2", "", ""),
    ("5.2.3", "", "+/b/c/+../../../g"),
    ("5.2.4 2E", "+/b+", "/c/../../../g"),
    ("5.2.4 2E", "/b+/c+", "/../../../g"),
    ("5.2.4 2C", "/b-/c-", "-/..-/../../g"),
    ("5.2.4 2C", "-/b-", "-/..-/../g"),
    ("5.2.4 2C", "", "-/..-/g"),
    ("5.2.4 2E", "+/g+", ""),
    ("5.2.2", "http", ""),
    ("5.2.2", "a", ""),
    ("5.2.2", "/g", ""),
    ("5.2.2", "y", ""),
    ("5.2.2", "s", ""),
    ("5.3", "http://a/g?y#s", ""),
)
# The last dots, which leave their slash behind; and a buffer that is worked on as one text.
OTHERS = (
    (STRICT_2005, "..", ("/b-/c-", "/-..-")),
    (STRICT_2005, "./g", ("/b/c", "-/.-/g")),
    (VARIANTS[1], "./g", ("", "/b/c/-./-g")),
    (VARIANTS[1], "../g", ("/b/-c/-", "-../-g")),
)
SIGNS = {Kind.CUT: "-", Kind.ADDED: "+"}


def marked(pieces: Pieces) -> str:
    """The pieces with signs around what is cut or added."""
    return "".join(f"{SIGNS.get(p.kind, '')}{p.text}{SIGNS.get(p.kind, '')}" for p in pieces)


def test_the_steps_of_the_picture_are_shown_as_in_it() -> None:
    rows = StepRows(STRICT_2005.resolve(BASE, "../../../g?y#s").steps)
    shown = tuple((row.rule, marked(row.output), marked(row.input)) for row in rows)
    assert shown == PICTURE


@pytest.mark.parametrize(("way", "text", "cells"), OTHERS)
def test_a_step_marks_what_it_does(way: Variant, text: str, cells: tuple[str, str]) -> None:
    rows = StepRows(way.resolve(BASE, text).steps)
    found = [(marked(row.output), marked(row.input)) for row in rows]
    assert cells in found, found


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_cell_grows_with_the_path(edition: str) -> None:
    way = next(each for each in VARIANTS if each.edition == edition)
    rows = StepRows(way.resolve(BASE, "segment/../" * 2_000 + "x").steps)
    assert len(rows) >= 2_000
    assert max(len(plain_text(row.output)) + len(plain_text(row.input)) for row in rows) < 5 * MOST


def test_the_components_of_the_target_come_one_by_one() -> None:
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


def test_the_target_of_1994_comes_at_once() -> None:
    steps = VARIANTS[0].resolve(BASE, "../g").steps
    states = [state_after(steps, number)[-1] for number in (0, len(steps))]
    assert [(s.name, s.text, s.note) for s in states] == [
        ("target", None, "not set yet"),
        ("target", "http://a/b/g", ""),
    ]
