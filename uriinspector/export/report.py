"""The report on one text: what is handed on, before it is written in any form.

Every text in it is ready to be read: shortened, visible, its links defanged unless they are wanted
exactly.  The forms only escape and lay out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.versions import Rest, libraries, program, tables
from uriinspector.core.editions.table import EDITIONS
from uriinspector.export.drawing import Run, drawing
from uriinspector.export.ending import ending, site_of
from uriinspector.export.outside import LONGEST, named, shown, told
from uriinspector.export.unexamined import unexamined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Hop
    from uriinspector.core.model import Violation

NOT_VISITED = "nothing was visited"
# More findings, places or layers than these help nobody; what is left out is counted.
MOST = 60
# The longest quotation of a place, and the most characters of it that are named.
QUOTED, NAMED = 160, 8


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found: from, to, what stands there, and its unusual characters."""

    start: int
    end: int
    quoted: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding, or a place that the grammar does not allow: then without a severity."""

    severity: str | None
    code: str
    title: str
    message: str
    place: Place
    fix: tuple[str, str] | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of the route; not known where only the one before it knows."""

    role: str
    host: str | None
    text: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class Inner:
    """A reference inside, how deep, how it got there, and its own verdict."""

    depth: int
    via: str
    text: str
    severity: str | None
    headline: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told about one text.

    ``runs`` are the text once more, by its parts; ``cut`` counts the characters and ``left_out``
    the findings, places and layers that there was no room for.
    """

    text: str
    runs: tuple[Run, ...]
    cut: int
    base: str | None
    target: str | None
    edition: str
    severity: str | None
    headline: str
    detail: str
    host: str | None
    site: str | None
    address: str | None
    route: tuple[Stop, ...]
    finding_count: int
    findings: tuple[Remark, ...]
    violations: tuple[Remark, ...]
    inside: tuple[Inner, ...]
    left_out: int
    unexamined: tuple[str, ...]
    notes: tuple[str, ...]
    rests_on: tuple[Rest, ...]
    is_exact: bool = False


def report(inspection: Inspection, *, exact: bool = False, notes: tuple[str, ...] = ()) -> Report:
    """What is told about an inspection; ``exact`` leaves links as they are written."""
    link: Callable[[str], str] = str if exact else defang
    drawn = drawing(inspection, LONGEST, exact=exact)
    verdict = inspection.verdict
    end = ending(inspection)
    inside = list(_inside(inspection, link))
    found, places = inspection.findings, inspection.violations
    return Report(
        text=told(inspection.text, LONGEST, link),
        runs=tuple(drawn.runs(0, len(drawn.pieces))),
        cut=drawn.left_out,
        base=None if inspection.base is None else told(inspection.base, LONGEST, link),
        target=_target(inspection, link),
        edition=EDITIONS[inspection.edition].title,
        severity=verdict.severity,
        headline=told(verdict.headline, LONGEST, link),
        detail=told(verdict.detail, LONGEST, link),
        host=None if end.verdict.host is None else told(end.verdict.host, LONGEST, link),
        site=told(site, LONGEST, link) if (site := site_of(end.verdict.host)) else None,
        address=_address(end),
        route=tuple(_stop(hop, link) for hop in verdict.route),
        finding_count=len(found),
        findings=tuple(_finding(each, inspection.text, link) for each in found[:MOST]),
        violations=tuple(_violation(each, inspection.text, link) for each in places[:MOST]),
        inside=tuple(inside[:MOST]),
        left_out=sum(max(len(each) - MOST, 0) for each in (found, places, inside)),
        unexamined=tuple(told(each, LONGEST, link) for each in unexamined(inspection)),
        notes=notes,
        rests_on=(program(), *libraries(), *tables()),
        is_exact=exact,
    )


def _target(inspection: Inspection, link: Callable[[str], str]) -> str | None:
    """What a reference means where it stands; None where no base was given."""
    if inspection.base is None:
        return None
    if inspection.target is not None:
        return told(inspection.target, LONGEST, link)
    if inspection.same_document:
        return "the document that it stands in"
    return (
        f"none: {told(inspection.problem.message, LONGEST, link)}" if inspection.problem else "none"
    )


def _address(end: Inspection) -> str | None:
    host = end.host
    if host is None or host.range is None or end.verdict.host is None:
        return None
    return host.range


def _stop(hop: Hop, link: Callable[[str], str]) -> Stop:
    host = told(hop.host, LONGEST, link) if hop.host else None
    return Stop(hop.role, host, told(hop.text, LONGEST, link), hop.known)


def _finding(each: Finding, text: str, link: Callable[[str], str]) -> Remark:
    fix = (each.fix.title, told(each.fix.text, LONGEST, link)) if each.fix else None
    message = told(each.message, LONGEST, link)
    place = _place(each.start, each.end, text, link)
    return Remark(each.severity, each.code, each.title, message, place, fix, each.cites)


def _violation(each: Violation, text: str, link: Callable[[str], str]) -> Remark:
    place = _place(each.start, each.end, text, link)
    message = told(each.message, LONGEST, link)
    return Remark(None, "", shown(each.rule), message, place, None, each.cites)


def _place(start: int, end: int, text: str, link: Callable[[str], str]) -> Place:
    run = text[start : min(end, start + LONGEST)]
    odd = [(at, char) for at, char in enumerate(run, start) if not " " < char <= "~"]
    names = [f"{named(char)} at {at}" for at, char in odd[:NAMED]]
    if len(odd) > NAMED:
        names.append(f"{len(odd) - NAMED} more")
    return Place(start, end, told(text[start:end], QUOTED, link), tuple(names))


def _inside(inspection: Inspection, link: Callable[[str], str], depth: int = 0) -> Iterator[Inner]:
    """The references inside, each before those that stand in it."""
    for each in inspection.nested:
        text = told(each.layer.text, LONGEST, link)
        if each.inspection is None:
            yield Inner(depth, each.layer.via, text, None, "too deep to be read here")
            continue
        verdict = each.inspection.verdict
        headline = told(verdict.headline, LONGEST, link)
        yield Inner(depth, each.layer.via, text, verdict.severity, headline)
        yield from _inside(each.inspection, link, depth + 1)
