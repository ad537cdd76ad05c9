"""The command "compare": levels of equivalence, and differences character by character."""

import argparse
from collections.abc import Iterator
from itertools import zip_longest

from uriinspector.analysis.citation import shown_cite, shown_cites
from uriinspector.analysis.safe_text import cells, drawn
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import (
    BLANK,
    Block,
    Line,
    Row,
    clipped,
    left_out,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.core.characters import name, number
from uriinspector.core.compare import ANY_EDITION, NO_BASE, ComparedRung, Comparison, compare
from uriinspector.core.model import Span
from uriinspector.core.schemes.urn import Ruling
from uriinspector.export.judged_answers import outcome

SIGNS = {None: ("?", "muted"), True: ("=", "strong"), False: ("≠", "muted")}
LONGEST = 400
MOST_DIFFERENCES, MOST_CHARACTERS = 16, 8
# The maximum number of characters that are shown aligned.
MOST_ALIGNED = 4_096


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print the comparison; return 1 if the two are not shown to be equivalent."""
    comparison = compare(
        options.a,
        options.b,
        edition=options.edition,
        urn_edition=options.urn_edition,
        base_a=options.base_a,
        base_b=options.base_b,
        fragments=not options.without_fragments,
    )
    if options.json:
        screen.json(comparison.to_dict())
    else:
        screen.write(_lines(comparison))
    return int(comparison.first_equal is None)


def _lines(comparison: Comparison) -> Iterator[Block]:
    yield paragraph(_sentence(comparison), 0, "strong")
    if any(side.base is not None for side in comparison.sides):
        yield BLANK
        yield table(_targets(comparison), "muted", "muted")
    if not comparison.fragments:
        cites = "".join(f" ({shown_cite(cite)})" for cite in comparison.equivalence_cites)
        yield paragraph(f"Fragments are not compared{cites}.", 2, "muted")
    yield from section(f"Comparison ladder ({comparison.edition} edition)")
    for each in comparison.rungs:
        yield from _rung(each)
    rules = comparison.urn_rules
    if rules:
        yield from section("The rules for URNs")
    for rule in rules:
        yield from _urn_rule(rule)
    yield from section("Character by character")
    if not comparison.appearance.differences:
        yield line("  no difference")
        return
    yield lambda most: _aligned(comparison, most)
    yield BLANK
    yield from _differences(comparison)


def _targets(comparison: Comparison) -> Iterator[Row]:
    """Yield the target of each side that has a base."""
    for letter, side in zip("AB", comparison.sides, strict=True):
        if side.resolution is not None:
            text = clipped(outcome(side.resolution), LONGEST)
            yield letter, "target", text


# The levels of the ladder after which two links are equal (RFC 3986 6.2).
STEPS = {
    "case": "after case normalization",
    "percent-encoding": "after percent-encoding normalization",
    "dot-segments": "after dot segments are removed",
    "scheme": "after scheme-based normalization",
}


def _sentence(comparison: Comparison) -> str:
    if any(side.problem is NO_BASE for side in comparison.sides):
        return "Not compared: a relative reference needs a base (--base-a, --base-b)."
    if any(side.compared is None for side in comparison.sides):
        return "Not compared: a reference has no target."
    if comparison.first_equal == "string":
        return "Identical."
    if comparison.first_equal:
        return f"Equivalent {STEPS.get(comparison.first_equal, comparison.first_equal)}."
    if comparison.differs_in_fragment_only:
        cite = shown_cite(next(iter(comparison.equivalence_cites), ANY_EDITION))
        return (
            "Equivalence not shown; the links differ in the fragment. A fragment does not count "
            f"when deciding whether to send a request ({cite}): see --without-fragments."
        )
    where = ", ".join(part.value for part in comparison.differs)
    return f"Equivalence not shown; the links differ in {where or 'their characters'}."


def _rung(each: ComparedRung) -> Iterator[Block]:
    sign, style = SIGNS[each.equal]
    cites = shown_cites(each.cites)
    yield line("  ", run(sign, style), " ", run(f"{each.name:<18}", style), run(cites, "clause"))
    if each.a.text is None or each.b.text is None:
        yield paragraph(each.a.note if each.a.text is None else each.b.note, 6, "muted")
        return
    texts = [each.a.text] if each.equal else [each.a.text, each.b.text]
    for text in texts:
        yield paragraph(clipped(text, LONGEST), 6)


def _urn_rule(rule: Ruling) -> Iterator[Block]:
    """Yield the result of a URN rule: the names after applying it, and the parts that differ."""
    sign, style = SIGNS[rule.equal]
    yield line(
        *("  ", run(sign, style), " ", run(f"{rule.rule:<18}", style)),
        run(shown_cites(rule.cites), "clause"),
    )
    for text in dict.fromkeys(each or "" for each in (rule.a, rule.b)):
        yield paragraph(clipped(text, LONGEST), 6)
    if rule.differs:
        yield paragraph(f"differs in: {', '.join(rule.differs)}", 6, "muted")


def _columns(comparison: Comparison) -> Iterator[tuple[str, str, bool]]:
    """Yield pairs of characters to align, and whether they differ."""
    a, b = comparison.a[:MOST_ALIGNED], comparison.b[:MOST_ALIGNED]
    left = right = 0
    for each in comparison.appearance.differences:
        yield from _above(a[left : each.a.start], b[right : each.b.start], differs=False)
        yield from _above(each.a.of(a), each.b.of(b), differs=True)
        left, right = each.a.end, each.b.end
    yield from _above(a[left:], b[right:], differs=False)


def _above(upper: str, lower: str, *, differs: bool) -> Iterator[tuple[str, str, bool]]:
    for one, other in zip_longest(upper, lower, fillvalue=""):
        yield "".join(map(drawn, one)), "".join(map(drawn, other)), differs


def _aligned(comparison: Comparison, most: int) -> Iterator[Line]:
    """Yield groups of three rows: the first text, the second text, and marks where they differ."""
    rows = ["", "", ""]
    used = 0
    for upper, lower, differs in _columns(comparison):
        size = max(cells(upper), cells(lower))
        if used + size > most - 6:
            yield from _three(rows)
            rows, used = ["", "", ""], 0
        rows[0] += upper + "·" * (size - cells(upper))
        rows[1] += lower + "·" * (size - cells(lower))
        rows[2] += ("^" if differs else " ") * size
        used += size
    yield from _three(rows)


def _three(rows: list[str]) -> Iterator[Line]:
    for label, text, style in zip(("A", "B", " "), rows, ("", "", "mark"), strict=True):
        if text.strip():
            yield line("  ", run(label, "muted"), "  ", run(text, style))


def _differences(comparison: Comparison) -> Iterator[Block]:
    differences = comparison.appearance.differences
    rows = []
    for each in differences[:MOST_DIFFERENCES]:
        rows += [
            ("A", _place(each.a), _named(each.a.of(comparison.a))),
            ("B", _place(each.b), _named(each.b.of(comparison.b))),
        ]
    yield table(rows, "muted", "muted")
    yield from left_out(len(differences) - MOST_DIFFERENCES)


def _place(span: Span) -> str:
    return f"{span.start}-{span.end}"


def _named(text: str) -> str:
    """Return each character's code point and name."""
    if not text:
        return "nothing"
    words = ", ".join(f"{number(char)} {name(char)}" for char in text[:MOST_CHARACTERS])
    more = len(text) - MOST_CHARACTERS
    return f"{words} and {more} more" if more > 0 else words
