"""Cut and added text is marked in each step."""

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.gui.resolve.step_rows import MOST, StepRows, state_after
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS, Variant, drawn_by_origin
from uriinspector.gui.text.pieces import Kind, Pieces, plain_text

BASE = "http://a/b/c/d;p?q"
# The rows of the design: rule, output, input; "-x-" was cut, "+x+" was added.
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
    ("5.2.2", "T.scheme  http", ""),
    ("5.2.2", "T.authority  a", ""),
    ("5.2.2", "T.path  /g", ""),
    ("5.2.2", "T.query  y", ""),
    ("5.2.2", "T.fragment  s", ""),
    ("5.3", "target  http://a/g?y#s", ""),
)
# Final dot segments, which leave their slash, and buffers handled as one text.
OTHERS = (
    (STRICT_2005, "..", ("/b-/c-", "/-..-")),
    (STRICT_2005, "./g", ("/b/c", "-/.-/g")),
    (VARIANTS[1], "./g", ("", "/b/c/-./-g")),
    (VARIANTS[1], "../g", ("/b/-c/-", "-../-g")),
)
SIGNS = {Kind.CUT: "-", Kind.ADDED: "+"}


def marked(pieces: Pieces) -> str:
    """Return the text with signs around cut and added pieces."""
    return "".join(f"{SIGNS.get(p.kind, '')}{p.text}{SIGNS.get(p.kind, '')}" for p in pieces)


def test_step_rows_match_the_design() -> None:
    rows = StepRows(STRICT_2005.resolve(BASE, "../../../g?y#s").steps)
    shown = tuple((row.rule, marked(row.output), marked(row.input)) for row in rows)
    assert shown == PICTURE


@for_each("way, text, cells", *OTHERS)
def test_steps_mark_cut_and_added_text(way: Variant, text: str, cells: tuple[str, str]) -> None:
    rows = StepRows(way.resolve(BASE, text).steps)
    found = [(marked(row.output), marked(row.input)) for row in rows]
    assert cells in found, found


# The steps of 1997 for "../g?y": step 6 in its buffer, then the components.
BUFFER_OF_1997 = [
    ("5.2 step 6a", "/b/c/-d;p-"),
    ("5.2 step 6b", "/b/c/+../g+"),
    ("5.2 step 6c", "/b/c/../g+?y+"),
    ("5.2 step 6f", "/b/-c/--../-g?y"),
    ("5.2 step 6h", "T.query  y"),
    ("5.2 step 6i", "T.path  /b/g"),
    ("5.2 step 7", "T.scheme  http"),
]
BUFFER_OF_2003 = [
    ("5.2 merge 1", "/b/c/-d;p-"),
    ("5.2 merge 2", "/b/c/+../../../g+"),
    ("5.2 merge 5", "/b/-c/--../-../../g"),
    ("5.2 merge 5", "/-b/--../-../g"),
    ("5.2 merge 7", "/-../-g"),
    ("5.2 merge 8", "/g"),
    ("5.2", "T.scheme  http"),
]


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
    assert (found[-1]["T.path"], found[-1]["T.query"]) == (("/b/g", "merged"), ("y", "merged"))


# The runs of the target with their labels.
DRAWN = [
    ("1997", "http://a", "g", [("http", "base"), ("a", "base"), ("g", "merged")]),
    ("1997", "http://u@a:8", "g", [("http", "base"), ("u@a:8", "base"), ("g", "merged")]),
    ("1997", "f:/a", ".//g?y", [("f", "base"), ("//g", "merged"), ("y", "merged")]),
    ("2003", "f:/a", ".//g?y", [("f", "base"), ("//g", "merged"), ("y", "reference")]),
    ("2005", "f:/a", ".//g#s", [("f", "base"), ("//g", "merged"), ("s", "reference")]),
    (
        *("2005", "http://u@a:8/b", "g?"),
        [("http", "base"), ("u", "base"), ("a", "base"), ("8", "base"), ("/g", "merged")],
    ),
]


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


def test_state_calls_the_authority_of_1997_site() -> None:
    way = next(each for each in VARIANTS if each.edition == "1997")
    steps = way.resolve(BASE, "../g?y").steps
    for done in (0, len(steps)):
        names = [each.name for each in state_after(steps, done, "1997")]
        assert "T.site" in names
        assert "T.authority" not in names


def test_1994_target_is_set_in_one_step() -> None:
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
