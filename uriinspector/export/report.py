"""The report on a link, independent of any format.

All texts in it are ready for display: shortened, with invisible characters made visible, and with
defanged links unless original ones are requested. The formats only escape and arrange them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.analysis.defanged import ANY_MARK
from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.safe_text import LONGEST, defanged, named, visible
from uriinspector.analysis.versions import VersionRow, judged_by, libraries, program
from uriinspector.core.expression import expression
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


def final_inspection(inspection: Inspection) -> Inspection:
    """Return the inspection of the last known link on the route: the target of a service, or
    the link itself.
    """
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
UNKNOWN_REDIRECT = "Redirects: the link does not say where {host} redirects."
DEEP = "{count} nested links: too deeply nested to be read."
RELATIVE = "Base URL: the link is relative and no base was given."


def unexamined(inspection: Inspection, say: Language = english) -> Iterator[str]:
    """Yield a sentence for each thing that was not checked."""
    yield from map(say, ALWAYS)
    route = inspection.verdict.route
    for before, hop in pairwise(route):
        if not hop.known:
            yield say(UNKNOWN_REDIRECT, host=before.host or say("final destination"))
    deep = _too_deep(inspection)
    if deep:
        yield say(DEEP, count=deep)
    if inspection.base is None and inspection.reference.scheme is None:
        yield say(RELATIVE)


def _too_deep(inspection: Inspection) -> int:
    return sum(_too_deep(each.inspection) if each.inspection else 1 for each in inspection.nested)


NOT_VISITED = "nothing was visited"
SCOPE = f"text only; {NOT_VISITED}"
DEFANGED = "links defanged; character positions counted from 0"
TO_THE_LETTER = "original links; character positions counted from 0"
LEFT_OUT = "{count} more not shown."
# The maximum number of findings, violations and layers; the others are only counted.
MOST = 60
# The maximum length of a quotation, and of the list of its unusual characters.
QUOTED, NAMED = 160, 8


DOUBLED = expression(rf"\[({ANY_MARK})\]", re.IGNORECASE)  # a mark that was defanged itself


class ReportWords:
    """Formats the texts of a report: makes outside text readable, and translates our own."""

    def __init__(self, link: Callable[[str], str], translator: Language = english) -> None:
        self.link = link
        self.translate = translator

    def __call__(self, text: str, most: int = LONGEST) -> str:
        """Make outside text readable; links are defanged unless original ones are requested."""
        return defanged(text, most, self.link)

    def count(self, count: int, one: str, many: str) -> str:
        """Translate ``one`` or ``many``, which contains a placeholder for the number."""
        return self.translate.count(count, one, many)

    def line(self, line: str, most: int = LONGEST) -> str:
        """Translate a sentence and make it readable; marks such as "[.]" in it stay as they are."""
        told = self(self.translate(line), most)
        return told if self.link is str else DOUBLED.sub(r"\1", told)

    def clauses(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Return clauses as the window names them."""
        return tuple(shown_cite(each, self.translate("appendix")) for each in cites)


@dataclass(frozen=True, slots=True)
class FindingPlace:
    start: int
    end: int
    quoted: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding, or a grammar violation, which has no severity."""

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
    """A stop on the route; if the stop is unknown, only the one before it could resolve it."""

    role: str
    host: str | None
    text: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class ReportLayer:
    """A nested link: its depth, its encoding, and its verdict."""

    depth: int
    via: str
    text: str
    severity: str | None
    headline: str


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a link.

    ``runs`` is the text, divided into components. ``cut`` is the number of omitted characters, and
    ``left_out`` the number of omitted findings, violations and layers.
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
    state: str | None
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
    """Return the report on an inspection; with ``exact``, links are not defanged.

    ``say`` translates the report.
    """
    shown = ReportWords(str if exact else defang, say)
    written, inspection = inspection, inspection.meant
    text = inspection.text
    drawn = drawing(inspection, LONGEST, exact=exact)
    verdict = inspection.verdict
    end = final_inspection(inspection)
    inside = list(_inside(inspection, shown))
    spots, corrected = inspection.escapes, inspection.corrected
    named = {(each.fault.start, each.fault.end) for each in spots if each.fault}
    findings = inspection.findings
    places = [
        each
        for each in inspection.violations
        if (each.start, each.end) not in named and each.expected != TWO_DIGITS
    ]
    sources = written.options.lists.sources
    notes = tuple(map(say, notes))
    if inspection is not written:  # the report is about the link that the text represents
        as_written = visible(still_defanged(written.text, shown.link), LONGEST)
        notes += (say("As written: {text}", text=as_written),)
    notes += tuple(visible(say(each.text), LONGEST) for each in sources)
    host, site = end.verdict.host, site_of(end.verdict.host)
    address = end.host.range if end.host and host is not None else None
    return Report(
        text=shown(text),
        runs=tuple(drawn.runs(0, len(drawn.pieces))),
        cut=drawn.left_out,
        base=None if inspection.base is None else shown(inspection.base),
        target=_target(inspection, shown),
        edition=say(EDITIONS[inspection.edition].title),
        severity=verdict.severity,
        headline=shown.line(verdict.headline),
        detail=shown(" ".join(map(say, verdict.why))),
        host=None if host is None else shown(host),
        site=shown(site) if site else None,
        address=None if address is None else say(address),
        route=tuple(
            ReportStop(
                say(hop.role), shown(hop.host) if hop.host else None, shown(hop.text), hop.known
            )
            for hop in verdict.route
        ),
        finding_count=len(findings),
        findings=tuple(_finding(each, text, shown) for each in findings[:MOST]),
        violations=tuple(_violation(each, text, shown) for each in places[:MOST]),
        encoding=tuple(_spot(each, text, shown) for each in spots[:MOST] if each.kinds),
        corrected=None if corrected is None else shown(corrected.text),
        state=say(inspection.state) if corrected and inspection.state else None,
        inside=tuple(inside[:MOST]),
        left_out=sum(max(len(each) - MOST, 0) for each in (findings, places, inside)),
        unexamined=tuple(map(shown, unexamined(inspection, say))),
        notes=notes,
        rests_on=(program(), *libraries(), *judged_by(sources)),
        is_exact=exact,
        say=say,
    )


def _target(inspection: Inspection, shown: ReportWords) -> str | None:
    """Return the resolved target, or None if no base was given."""
    if inspection.base is None:
        return None
    if inspection.target is not None:
        return shown(inspection.target)
    if inspection.same_document:
        return shown.translate("the same document")
    if inspection.problem is None:
        return shown.translate("none")
    return shown.translate("none: {why}", why=shown.line(inspection.problem.message))


def _finding(each: Finding, text: str, shown: ReportWords) -> Remark:
    return Remark(
        each.severity,
        each.code,
        shown.translate(each.title),
        shown.line(each.plain),
        shown.line(each.message) if each.plain_template else "",
        _place(each.start, each.end, text, shown),
        (shown.translate(each.fix.title), shown(each.fix.text)) if each.fix else None,
        shown.clauses(each.cites),
    )


def _violation(each: Violation, text: str, shown: ReportWords) -> Remark:
    place, cites = _place(each.start, each.end, text, shown), shown.clauses(each.cites)
    return Remark(None, "", visible(each.rule), shown.line(each.message), "", place, None, cites)


def _spot(each: Spot, text: str, shown: ReportWords) -> Remark:
    place, cites = _place(*each.span, text, shown), shown.clauses(each.cites)
    words = " · ".join(map(shown.translate, (each.sentence, *each.notes)))
    return Remark(None, "", "", visible(words, LONGEST), "", place, None, cites)


def _place(start: int, end: int, text: str, shown: ReportWords) -> FindingPlace:
    say, run = shown.translate, text[start : min(end, start + LONGEST)]
    odd = [(at, char) for at, char in enumerate(run, start) if not " " < char <= "~"]
    names = [say("{char} at {at}", char=named(char), at=str(at)) for at, char in odd[:NAMED]]
    if len(odd) > NAMED:
        names.append(say("{count} more", count=len(odd) - NAMED))
    return FindingPlace(start, end, shown(text[start:end], QUOTED), tuple(names))


def _inside(inspection: Inspection, shown: ReportWords, depth: int = 0) -> Iterator[ReportLayer]:
    for each in inspection.nested:
        text = shown(each.layer.text)
        if each.inspection is None:
            unread = shown.translate("nested too deeply to read")
            yield ReportLayer(depth, each.layer.via, text, None, unread)
            continue
        verdict = each.inspection.verdict
        headline = shown.line(verdict.headline)
        yield ReportLayer(depth, each.layer.via, text, verdict.severity, headline)
        yield from _inside(each.inspection, shown, depth + 1)


def counted(report: Report) -> str:
    say = report.say
    if not report.findings:
        return say("No findings")
    return say("Findings ({count})", count=report.finding_count)


def where_of(place: FindingPlace, say: Language) -> str:
    if place.start == place.end:
        return say("at {start}", start=str(place.start))
    return say("{start} to {end}", start=str(place.start), end=str(place.end))
