"""The command "normalize": each step of normalization, and the rules of good practice."""

import argparse
from collections.abc import Iterator

from uriinspector.analysis.citation import shown_cite, shown_cites
from uriinspector.cli.inspection_report import marked
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import (
    BLANK,
    Block,
    clipped,
    fitting,
    line,
    paragraph,
    run,
    section,
)
from uriinspector.core.compare import normalize
from uriinspector.core.model import Rung
from uriinspector.core.parse import parse
from uriinspector.core.practice import Practice, good_practice
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import Choice

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
            screen.json(values)
        else:
            screen.write([BLANK] if index else [])
            screen.write(_lines(reference, rungs))
    return 0


def _lines(reference: Reference, rungs: tuple[Rung, ...]) -> Iterator[Block]:
    yield paragraph(clipped(rungs[-2].text or "", LONGEST), 0, "strong")
    yield from section(f"Normalization ({reference.edition} edition)")
    before: str | None = None
    for each in rungs:
        yield line("  ", run(f"{each.name:<18}"), run(shown_cites(each.cites), "clause"))
        if each.text is not None and each.text != before:
            yield paragraph(clipped(each.text, LONGEST), 4, "strong")
            yield paragraph(each.note, 4, "muted")
        else:
            text = each.note if each.text is None else f"unchanged ({each.note})"
            yield paragraph(text, 4, "muted")
        before = each.text
    yield from section("Good practice")
    for rule in good_practice(reference):
        yield from _practice(rule, reference.text)


def _practice(rule: Practice, text: str) -> Iterator[Block]:
    rest = {None: "not applicable", True: "followed", False: "not followed"}[rule.is_followed]
    style = "low" if rule.is_followed is False else "muted"
    yield fitting(line("  ", run(f"{rest:<20}", style)), rule.rule)
    for span in rule.spans[:3]:
        yield marked(text, *span, 4, "low")
    if rule.spans:
        yield line("    ", run(shown_cite(rule.cite), "clause"))
