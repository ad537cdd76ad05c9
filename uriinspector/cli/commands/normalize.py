"""The command "normalize": each step of normalization, and the rules of good practice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite, shown_cites
from uriinspector.cli import styled_line
from uriinspector.cli.inspection_report import marks
from uriinspector.core.compare import normalize
from uriinspector.core.model import Rung
from uriinspector.core.parse import parse
from uriinspector.core.practice import Practice, good_practice
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import Choice

if TYPE_CHECKING:
    import argparse

    from uriinspector.cli.screen import Screen

LONGEST = 2_000


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print a report, JSON, or only the normal form of each link."""
    choice = Choice(options.urn_edition)
    for index, text in enumerate(options.uris):
        reference = parse(text, edition=options.edition)
        rungs = normalize(reference, choice)
        if options.form:
            screen.exact(f"{rungs[-2].text or ''}\n")
        elif options.json:
            values = {
                "schema": 1,
                "text": text,
                "edition": options.edition,
                "rungs": [each.to_dict() for each in rungs],
                "practice": [each.to_dict() for each in good_practice(reference)],
            }
            screen.out.write(json.dumps(values, indent=2) + "\n")
        else:
            screen.write([styled_line.BLANK] if index else [])
            screen.write(_lines(reference, rungs, screen.width))
    return 0


def _lines(reference: Reference, rungs: tuple[Rung, ...], most: int) -> Iterator[styled_line.Line]:
    yield from styled_line.paragraph(
        styled_line.clipped(rungs[-2].text or "", LONGEST), most, 0, "strong"
    )
    yield from styled_line.section(f"Normalization ({reference.edition} edition)")
    before: str | None = None
    for each in rungs:
        cites = shown_cites(each.cites)
        yield styled_line.line(
            "  ", styled_line.run(f"{each.name:<18}"), styled_line.run(cites, "clause")
        )
        if each.text is not None and each.text != before:
            yield from styled_line.paragraph(
                styled_line.clipped(each.text, LONGEST), most, 4, "strong"
            )
            yield from styled_line.paragraph(each.note, most, 4, "muted")
        else:
            text = each.note if each.text is None else f"unchanged ({each.note})"
            yield from styled_line.paragraph(text, most, 4, "muted")
        before = each.text
    yield from styled_line.section("Good practice")
    for rule in good_practice(reference):
        yield from _practice(rule, reference.text, most)


def _practice(rule: Practice, text: str, most: int) -> Iterator[styled_line.Line]:
    rest = {None: "not applicable", True: "followed", False: "not followed"}[rule.is_followed]
    style = "low" if rule.is_followed is False else "muted"
    yield styled_line.line(
        "  ",
        styled_line.run(f"{rest:<20}", style),
        styled_line.run(styled_line.clipped(rule.rule, most - 22)),
    )
    for span in rule.spans[:3]:
        for row in marks(text, *span, most - 4, "low"):
            yield styled_line.line("    ", *row)
    if rule.spans:
        yield styled_line.line("    ", styled_line.run(shown_cite(rule.cite), "clause"))
