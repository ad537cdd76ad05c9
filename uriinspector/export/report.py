"""The report on a link, independent of any format.

All texts in it are ready for display: shortened, with invisible characters shown, and with defanged
links unless original ones are requested. The formats only escape and lay out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.safe_text import LONGEST, defanged, named, visible
from uriinspector.analysis.versions import VersionRow, judged_by, libraries, program
from uriinspector.core.host import host_kind
from uriinspector.core.model import Violation
from uriinspector.core.parse import EDITIONS
from uriinspector.core.production import TWO_DIGITS
from uriinspector.export.drawing import DrawnRun, drawing
from uriinspector.export.language import Language, english
from uriinspector.export.options import ExportMaterial

if TYPE_CHECKING:
    from uriinspector.analysis.escapes import Spot
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Hop, Verdict


def final_inspection(inspection: Inspection) -> Inspection:
    """Return the inspection of the last link on the route: a service's target or the link."""
    for each in inspection.nested:
        if each.layer.follows:
            return final_inspection(each.inspection) if each.inspection else inspection
    return inspection


def site_of(host: str | None) -> str | None:
    """Return the registrable domain; None for an IP address, a bare suffix, or no host."""
    if not host or host_kind(host) != "reg-name":
        return None
    return registrable_domain(host.lower())


def fetched(inspection: Inspection) -> str | None:
    """Return the link as browsers request it, without userinfo and fragment, or None."""
    if inspection.verdict.host is None:
        return None
    reading = next(each for each in inspection.readings if each.reader == "browser")
    if not reading.accepted or not reading.serialized:
        return None
    port = "" if reading.port is None else f":{reading.port}"
    query = "" if reading.query is None else f"?{reading.query}"
    return f"{reading.scheme}://{reading.host}{port}{reading.path}{query}"


ALWAYS = (
    "The site: it was not visited, so whether it exists and what it contains are unknown.",
    "DNS: the host name was not looked up, so its address and owner are unknown.",
    "Reputation: no blocklist was checked.",
)
UNSAID = "Redirects: the link does not say where {host} redirects."
DEEP = "{count} nested links: nested too deep to read."
RELATIVE = "Base URL: the link is relative and no base was given."


def unexamined(inspection: Inspection, say: Language = english) -> Iterator[str]:
    """Yield a sentence for each thing that was not checked."""
    yield from map(say, ALWAYS)
    route = inspection.verdict.route
    for before, hop in pairwise(route):
        if not hop.known:
            yield say(UNSAID, host=before.host or say("final destination"))
    deep = _too_deep(inspection)
    if deep:
        yield say(DEEP, count=deep)
    if inspection.base is None and inspection.reference.scheme is None:
        yield say(RELATIVE)


def _too_deep(inspection: Inspection) -> int:
    return sum(_too_deep(each.inspection) if each.inspection else 1 for each in inspection.nested)


NOT_VISITED = "nothing was visited"
SCOPE = f"text only; {NOT_VISITED}"
DEFANGED = "links defanged; character positions count from 0"
TO_THE_LETTER = "original links; character positions count from 0"
LEFT_OUT = "{count} more not shown."
# The maximum number of findings, violations and layers; the others are only counted.
MOST = 60
# The maximum length of a quotation, and of the list of its unusual characters.
QUOTED, NAMED = 160, 8


@dataclass(frozen=True, slots=True)
class FindingPlace:
    start: int
    end: int
    quoted: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding, or a violation of the grammar, which has no severity."""

    severity: str | None
    code: str
    title: str
    message: str
    detail: str  # in technical terms; may be empty
    place: FindingPlace
    fix: tuple[str, str] | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportStop:
    """A stop of the route; not known if only the stop before it knows it."""

    role: str
    host: str | None
    text: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class ReportLayer:
    """A nested link: its depth, its coding, and its verdict."""

    depth: int
    via: str
    text: str
    severity: str | None
    headline: str


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a link.

    ``runs`` are the text by components; ``cut`` is the number of characters and ``left_out`` that
    of findings, violations and layers that were omitted.
    """

    text: str
    runs: tuple[DrawnRun, ...]
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
    route: tuple[ReportStop, ...]
    finding_count: int
    findings: tuple[Remark, ...]
    violations: tuple[Remark, ...]
    encoding: tuple[Remark, ...]
    corrected: str | None
    inside: tuple[ReportLayer, ...]
    left_out: int
    unexamined: tuple[str, ...]
    notes: tuple[str, ...]
    rests_on: tuple[VersionRow, ...]
    is_exact: bool = False
    say: Language = english


def report_of(given: ExportMaterial) -> Report:
    exact, say = given.options.exact, given.options.say
    return report(given.inspection, exact=exact, notes=given.notes, say=say)


def report(
    inspection: Inspection,
    *,
    exact: bool = False,
    notes: tuple[str, ...] = (),
    say: Language = english,
) -> Report:
    """Return the report on an inspection; ``exact`` does not defang links.

    ``say`` translates the report.
    """
    link: Callable[[str], str] = str if exact else defang
    written, inspection = inspection, inspection.meant
    drawn = drawing(inspection, LONGEST, exact=exact)
    verdict = inspection.verdict
    end = final_inspection(inspection)
    inside = list(_inside(inspection, link, say))
    spots, corrected = inspection.escapes, inspection.corrected
    named = {(each.fault.start, each.fault.end) for each in spots if each.fault}
    findings = inspection.findings
    places = [
        each
        for each in inspection.violations
        if (each.start, each.end) not in named and each.expected != TWO_DIGITS
    ]
    sources = written.options.lists.sources
    used = [visible(say(each.text), LONGEST) for each in sources]
    return Report(
        text=defanged(inspection.text, LONGEST, link),
        runs=tuple(drawn.runs(0, len(drawn.pieces))),
        cut=drawn.left_out,
        base=None if inspection.base is None else defanged(inspection.base, LONGEST, link),
        target=_target(inspection, link, say),
        edition=say(EDITIONS[inspection.edition].title),
        severity=verdict.severity,
        headline=defanged(say(verdict.headline), LONGEST, link),
        detail=defanged(_detail(verdict, say), LONGEST, link),
        host=None if end.verdict.host is None else defanged(end.verdict.host, LONGEST, link),
        site=defanged(site, LONGEST, link) if (site := site_of(end.verdict.host)) else None,
        address=None if (known := _address(end)) is None else say(known),
        route=tuple(_stop(hop, link, say) for hop in verdict.route),
        finding_count=len(findings),
        findings=tuple(_finding(each, inspection.text, link, say) for each in findings[:MOST]),
        violations=tuple(_violation(each, inspection.text, link, say) for each in places[:MOST]),
        encoding=tuple(
            _spot(each, inspection.text, link, say) for each in spots[:MOST] if each.kinds
        ),
        corrected=None if corrected is None else defanged(corrected.text, LONGEST, link),
        inside=tuple(inside[:MOST]),
        left_out=sum(max(len(each) - MOST, 0) for each in (findings, places, inside)),
        unexamined=tuple(defanged(each, LONGEST, link) for each in unexamined(inspection, say)),
        notes=(*map(say, notes), *_as_written(written, link, say), *used),
        rests_on=(program(), *libraries(), *judged_by(sources)),
        is_exact=exact,
        say=say,
    )


def _as_written(written: Inspection, link: Callable[[str], str], say: Language) -> Iterator[str]:
    """Yield a note with the original text if the report is about the link it stands for."""
    if written.meant is not written:
        yield say("As written: {text}", text=visible(still_defanged(written.text, link), LONGEST))


def _detail(verdict: Verdict, say: Language) -> str:
    return " ".join(map(say, verdict.why))


def _target(inspection: Inspection, link: Callable[[str], str], say: Language) -> str | None:
    """Return the resolved target, or None if no base was given."""
    if inspection.base is None:
        return None
    if inspection.target is not None:
        return defanged(inspection.target, LONGEST, link)
    if inspection.same_document:
        return say("the same document")
    if inspection.problem is None:
        return say("none")
    return say("none: {why}", why=defanged(say(inspection.problem.message), LONGEST, link))


def _address(end: Inspection) -> str | None:
    host = end.host
    if host is None or host.range is None or end.verdict.host is None:
        return None
    return host.range


def _stop(hop: Hop, link: Callable[[str], str], say: Language) -> ReportStop:
    host = defanged(hop.host, LONGEST, link) if hop.host else None
    return ReportStop(say(hop.role), host, defanged(hop.text, LONGEST, link), hop.known)


def _finding(each: Finding, text: str, link: Callable[[str], str], say: Language) -> Remark:
    fix = (say(each.fix.title), defanged(each.fix.text, LONGEST, link)) if each.fix else None
    message = defanged(say(each.plain), LONGEST, link)
    detail = defanged(say(each.message), LONGEST, link) if each.plain_template else ""
    place = _place(each.start, each.end, text, link, say)
    cites = _clauses(each.cites, say)
    return Remark(each.severity, each.code, say(each.title), message, detail, place, fix, cites)


def _violation(each: Violation, text: str, link: Callable[[str], str], say: Language) -> Remark:
    place = _place(each.start, each.end, text, link, say)
    message = defanged(say(each.message), LONGEST, link)
    cites = _clauses(each.cites, say)
    return Remark(None, "", visible(each.rule), message, "", place, None, cites)


def _spot(each: Spot, text: str, link: Callable[[str], str], say: Language) -> Remark:
    place = _place(*each.span, text, link, say)
    message = visible(say(each.sentence), LONGEST)
    return Remark(None, "", "", message, "", place, None, _clauses(each.cites, say))


def _clauses(cites: tuple[str, ...], say: Language) -> tuple[str, ...]:
    return tuple(shown_cite(each, say("appendix")) for each in cites)


def _place(
    start: int, end: int, text: str, link: Callable[[str], str], say: Language
) -> FindingPlace:
    run = text[start : min(end, start + LONGEST)]
    odd = [(at, char) for at, char in enumerate(run, start) if not " " < char <= "~"]
    names = [say("{char} at {at}", char=named(char), at=str(at)) for at, char in odd[:NAMED]]
    if len(odd) > NAMED:
        names.append(say("{count} more", count=len(odd) - NAMED))
    return FindingPlace(start, end, defanged(text[start:end], QUOTED, link), tuple(names))


def _inside(
    inspection: Inspection, link: Callable[[str], str], say: Language, depth: int = 0
) -> Iterator[ReportLayer]:
    for each in inspection.nested:
        text = defanged(each.layer.text, LONGEST, link)
        if each.inspection is None:
            yield ReportLayer(depth, each.layer.via, text, None, say("nested too deep to read"))
            continue
        verdict = each.inspection.verdict
        headline = defanged(say(verdict.headline), LONGEST, link)
        yield ReportLayer(depth, each.layer.via, text, verdict.severity, headline)
        yield from _inside(each.inspection, link, say, depth + 1)


def counted(report: Report) -> str:
    say = report.say
    if not report.findings:
        return say("No findings")
    return say("Findings ({count})", count=report.finding_count)


def where_of(place: FindingPlace, say: Language) -> str:
    if place.start == place.end:
        return say("at {start}", start=str(place.start))
    return say("{start} to {end}", start=str(place.start), end=str(place.end))
