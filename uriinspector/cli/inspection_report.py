"""The report on one URI: where it goes first, then why, then what it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import labelled, site_of
from uriinspector.analysis.citation import shown_cites
from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.cli.cell_layout import LabeledStretch, marks
from uriinspector.cli.exit_status import findings_of
from uriinspector.cli.ribbon import ribbon
from uriinspector.cli.styled_line import (
    BLANK,
    Line,
    StyledRun,
    clipped,
    heading,
    line,
    paragraph,
    run,
    table,
)
from uriinspector.core.model import Part

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.reference import Reference

INDENT = 2
# Below this there is no room for the words of the edition.
NARROW = 72
# A report on a text with hundreds of faults helps nobody.
MOST_FINDINGS = 40
# No derived text is shown longer than this.
LONGEST = 1_000


def report(
    inspection: Inspection, options: argparse.Namespace, most: int, note: str = ""
) -> Iterator[Line]:
    """All of it, line by line; the note follows the verdict."""
    link = str if options.exact else defang
    written, inspection = inspection, inspection.meant
    if inspection.text:
        yield from ribbon(
            inspection.text, stretches(inspection.reference), most, _emphasis(inspection)
        )
    else:
        yield line(run("(empty)", "muted"))
    if written is not inspection:
        words = clipped(still_defanged(written.text, link), LONGEST)
        yield from paragraph(f"As written: {words}", most, 0, "muted")
    for source in written.options.lists.sources:
        yield from paragraph(source.text, most, 0, "muted")
    yield BLANK
    yield from verdict(inspection, link, most)
    if note:
        yield from paragraph(note, most, 0)
    yield from _route(inspection, link, most)
    yield from _target(inspection, link, most)
    yield BLANK
    yield from components(inspection.reference, most)
    yield from _findings(findings_of(inspection, options), inspection.text, link, most)
    if options.full:
        from uriinspector.cli.details import details

        yield from details(inspection, link, most)


def stretches(reference: Reference) -> tuple[LabeledStretch, ...]:
    """The parts with their labels, each in its own colour."""
    return tuple(
        LabeledStretch(each.start, each.end, each.label, each.part or "")
        for each in labelled(reference)
    )


def _emphasis(inspection: Inspection) -> tuple[LabeledStretch, ...]:
    """The registrable domain at the end of the host."""
    span = site_of(inspection)
    return (LabeledStretch(*span, "", "site"),) if span else ()


def verdict(inspection: Inspection, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """The sentence that everything else is about, and why it is so."""
    severity = inspection.verdict.severity
    badge = [StyledRun(f" {severity} ", f"badge-{severity}"), StyledRun(" ")] if severity else []
    taken = len(f" {severity}  ") if severity else 0
    rows = list(paragraph(inspection.verdict.headline, most - taken, 0, "strong"))
    for number, row in enumerate(rows):
        yield (*(badge if not number else [StyledRun(" " * taken)]), *row)
    if not rows:
        yield tuple(badge)
    yield from paragraph(_with_links(inspection.verdict.detail, link), most, 0)


def _with_links(message: str, link: Callable[[str], str]) -> str:
    """A message, with the whole links in it as links are written here."""
    return " ".join(link(word) if "://" in word else word for word in message.split(" "))


def _route(inspection: Inspection, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """Every stop, where there is more than the one that the headline names."""
    hops = inspection.verdict.route
    if len(hops) < 2 and all(hop.known for hop in hops):
        return
    yield BLANK
    yield heading("Route")
    rows = []
    for number, hop in enumerate(hops):
        arrow = "→" if number else " "
        host = hop.host or ("known only to the service" if not hop.known else "no host")
        rows.append(
            (
                run(f"{arrow} {hop.role}", "muted"),
                run(host, "host"),
                run(clipped(link(hop.text), LONGEST)),
            )
        )
    yield from table(rows, most, indent=INDENT)


def _target(inspection: Inspection, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """What it means where it stands."""
    if inspection.base is None:
        return
    yield BLANK
    if inspection.target is not None:
        text = link(inspection.target)
    elif inspection.same_document:
        text = "the same document"
    else:
        text = f"none: {inspection.problem.message}" if inspection.problem else "none"
    rows = [
        (run("base", "muted"), run(clipped(link(inspection.base), LONGEST))),
        (run("target", "muted"), run(clipped(text, LONGEST), "strong")),
    ]
    yield from table(rows, most, indent=0)


def components(reference: Reference, most: int) -> Iterator[Line]:
    """A row for each part that is there, and one for those that are not."""
    yield heading(f"Components ({reference.edition} edition)")
    values = reference.components
    rows = [
        (
            run(part.value, part.value),
            _content(each.text, "host" if part is Part.HOST else ""),
            run(f"{each.span.start}-{each.span.end}", "muted"),
            run(each.term if each.term != part.value else "", "muted"),
        )
        for part, each in values.items()
    ]
    rows += [
        (
            run(f"  {each.term}", "muted"),
            _content(each.text),
            run(f"{each.span.start}-{each.span.end}", "muted"),
            run(""),
        )
        for each in reference.edition_parts
    ]
    rest = 3 if most < NARROW else 4
    yield from table((row[:rest] for row in rows), most, indent=INDENT, grows=1)
    absent = [part.value for part in Part if part not in values]
    if absent:
        yield from paragraph(f"not present: {', '.join(absent)}", most, INDENT, "muted")


def _content(text: str, style: str = "") -> StyledRun:
    return run(text, style) if text else run("empty", "muted")


def _findings(
    findings: tuple[Finding, ...], text: str, link: Callable[[str], str], most: int
) -> Iterator[Line]:
    yield BLANK
    if not findings:
        yield heading("No findings")
        return
    yield heading(f"Findings ({len(findings)})")
    for each in findings[:MOST_FINDINGS]:
        yield from finding(each, text, link, most)
    if len(findings) > MOST_FINDINGS:
        yield BLANK
        yield line(run(f"  {len(findings) - MOST_FINDINGS} more: use --json", "muted"))


def finding(each: Finding, text: str, link: Callable[[str], str], most: int) -> Iterator[Line]:
    """One finding: what, where, why, and what to do about it."""
    yield BLANK
    code = StyledRun(f"  {each.code}", "muted")
    room = max(most - len(each.severity) - len(each.code) - 4, 8)
    yield line(
        StyledRun(each.severity, each.severity),
        StyledRun("  "),
        run(clipped(each.title, room)),
        code,
    )
    for row in marks(text, each.start, each.end, most - 2 * INDENT, each.severity):
        yield (StyledRun(" " * 2 * INDENT), *row)
    yield from paragraph(_with_links(each.message, link), most, 2 * INDENT)
    if each.fix:
        explanation = f"{each.fix.title}: {link(each.fix.text)}"
        yield from paragraph(clipped(explanation, LONGEST), most, 2 * INDENT)
    if each.cites:
        yield from paragraph(shown_cites(each.cites), most, 2 * INDENT, "clause")
