"""The layout of reports: their parts in order, which each format writes in its own way.

The parts that a ``ReportWriter`` returns do not end with a line end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeAlias

from uriinspector.export.language import Language
from uriinspector.export.report import (
    DEFANGED,
    LEFT_OUT,
    TO_THE_LETTER,
    FindingPlace,
    Report,
    ReportStop,
    counted,
    where_of,
)

if TYPE_CHECKING:
    from uriinspector.analysis.versions import VersionRow
    from uriinspector.export.case.case_model import CaseExport
    from uriinspector.export.case.case_report import (
        CaseNote,
        CaseReport,
        Fact,
        FileReport,
        SiteReport,
        TimeReport,
    )
    from uriinspector.export.options import ExportOptions
    from uriinspector.export.report import Remark, ReportLayer

# A name and its value, which is markup; a note has no name.
Row: TypeAlias = "tuple[str, str]"


class ReportWriter(Protocol):
    """A format for reports. Names of facts are plain text, values are markup."""

    say: Language

    def __init__(self, say: Language) -> None:
        self.say = say

    # Return markup for the program's own text, for a sentence with outside text, and for
    # evidence.
    def text(self, text: str) -> str: ...
    def prose(self, text: str) -> str: ...
    def code(self, text: str) -> str: ...
    def aside(self, text: str) -> str: ...
    # Return the title with the severity, and the content after it.
    def opening(
        self, title: str, severity: str | None, label: str, content: str, *sheets: str
    ) -> str: ...
    def why(self, text: str) -> str: ...
    def about(self, report: Report, facts: Iterable[Row]) -> str: ...
    def facts(self, rows: Iterable[Row]) -> str: ...
    def heading(self, title: str) -> str: ...
    def section(self, title: str, rows: Iterable[str], kind: str = "ul") -> str: ...
    def finding(self, each: Remark, places: Iterable[Row], rest: Iterable[Row]) -> str: ...
    def nested(self, each: ReportLayer) -> str: ...
    def more(self, words: str) -> str: ...
    def end(self, rests_on: Iterable[VersionRow]) -> str: ...
    # The parts of a report on a case.
    def site(self, site: SiteReport) -> Iterator[str]: ...
    def remark(self, each: CaseNote) -> str: ...
    def times(self, title: str, about: str, times: TimeReport) -> Iterator[str]: ...
    def file(self, title: str, facts: Iterable[Row], parts: Iterable[str]) -> Iterator[str]: ...
    def part(self, title: str, facts: Iterable[Row]) -> str: ...
    def listed(self, title: str, rows: Iterable[str]) -> str: ...

    def value(self, fact: Fact) -> str:
        return self.code(fact.text) if fact.is_code else self.prose(fact.text)

    def fact(self, fact: Fact) -> Row:
        return fact.name, self.value(fact)


def link_layout(report: Report, to: ReportWriter) -> Iterator[str]:
    """Yield the report on a link."""
    return (f"{part}\n" for part in _link_parts(report, to))


def case_layout(case: CaseExport, options: ExportOptions, to: ReportWriter) -> Iterator[str]:
    """Yield the report on a case."""
    from uriinspector.export.case.case_report import case_report

    return (f"{part}\n" for part in _case_parts(case_report(case, options), to))


def _link_parts(report: Report, to: ReportWriter) -> Iterator[str]:
    say = report.say
    yield to.opening(report.headline, report.severity, say("Severity"), to.why(report.detail))
    yield to.about(report, _facts(report, to))
    if len(report.route) > 1:
        yield to.section(say("Route"), (_stop(each, to) for each in report.route), "ol")
    yield to.heading(counted(report))
    for each in report.findings:
        places = [(say("Location"), _place(each.place, to))]
        if each.place.characters:
            places.append((say("Characters"), "; ".join(map(to.prose, each.place.characters))))
        rest = [(each.fix[0], to.code(each.fix[1]))] if each.fix else []
        if each.cites:
            rest.append((say("Spec clauses"), to.text("; ".join(each.cites))))
        yield to.finding(each, places, rest)
    for title, remarks in (("Encoding", report.encoding), ("Grammar errors", report.violations)):
        if remarks:
            rows = (f"{_place(each.place, to)}: {to.prose(each.message)}" for each in remarks)
            yield to.section(say(title), rows)
    if report.corrected:
        state = [to.prose(report.state)] if report.state else []
        yield to.section(say("Corrected link"), [to.code(report.corrected), *state])
    if report.left_out:
        yield to.more(say(LEFT_OUT, count=report.left_out))
    if report.inside:
        yield to.section(say("Nested links"), map(to.nested, report.inside), "nested")
    yield to.section(say("Not checked"), map(to.prose, report.unexamined))
    yield to.end(report.rests_on)


def _facts(report: Report, to: ReportWriter) -> Iterator[Row]:
    say = report.say
    if report.base is not None:
        yield say("Base"), to.code(report.base)
        yield say("Target"), to.code(report.target or "")
    yield say("Host"), _known(report.host, to)
    if report.address:
        yield say("Address"), to.prose(report.address)
    yield say("Registrable domain"), _known(report.site, to)
    yield say("Edition"), to.text(report.edition)
    yield say("Notation"), to.text(say(TO_THE_LETTER if report.is_exact else DEFANGED))
    for each in report.notes:
        yield "", to.prose(each)


def _known(text: str | None, to: ReportWriter) -> str:
    return to.code(text) if text else to.text(to.say("not present"))


def _stop(each: ReportStop, to: ReportWriter) -> str:
    words = to.say("no host" if each.is_known else "known only to the service")
    host = to.code(each.host) if each.host else to.text(words)
    return f"{to.text(each.role)}: {host}" + (f", in {to.aside(each.text)}" if each.text else "")


def _place(place: FindingPlace, to: ReportWriter) -> str:
    where = to.text(where_of(place, to.say))
    return where if place.start == place.end else f"{where}, {to.code(place.quoted)}"


def _case_parts(report: CaseReport, to: ReportWriter) -> Iterator[str]:
    say, facts = report.translate, to.facts(map(to.fact, report.facts))
    yield to.opening(report.title, report.severity, say("Highest severity"), facts, "case")
    if report.sites:
        yield to.heading(say("Sites, highest severity first"))
    for site in report.sites:
        yield from to.site(site)
    if report.sites_left_out:
        yield to.more(report.sites_left_out)
    if report.times.lines:
        yield from to.times(say("Times"), say(TIMES_OF), report.times)
    yield to.heading(say("Files"))
    for file in report.files:
        yield from to.file(file.title, map(to.fact, file.facts), _file_parts(file, to))
    if report.files_left_out:
        yield to.more(report.files_left_out)
    yield to.section(say("Not checked"), map(to.prose, report.unexamined))
    yield to.end(report.rests_on)


TIMES_OF = (
    "Taken from the links above, and from the Date fields of the messages in the files below."
)


def _file_parts(file: FileReport, to: ReportWriter) -> Iterator[str]:
    for each in file.envelopes:
        yield to.part(each.title, map(to.fact, each.facts))
    say = to.say
    for title, rows in (
        (say("Findings about the whole file"), map(to.remark, file.findings)),
        (say("Parts"), map(to.prose, file.parts)),
        (say("Not checked"), map(to.prose, file.unexamined)),
    ):
        if listed := list(rows):
            yield to.listed(title, listed)
