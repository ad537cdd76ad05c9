"""The report on a case: what people are told, before it is written in any form.

Every text in it is ready to be read: shortened, visible, its links defanged unless they are wanted
exactly.  The forms only escape and lay out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK, SEVERITIES
from uriinspector.analysis.safe_text import defanged
from uriinspector.analysis.versions import VersionRow, judged_by, libraries, program
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.case_counts import case_counts
from uriinspector.documents.cases.link_row import CALM, NO_BASE, NOWHERE, REFUSED, SAME
from uriinspector.export.case.case_model import marks_of_files
from uriinspector.export.case.file_headers import FileReport, file_report, first_decided
from uriinspector.export.case.report_words import (
    CaseRemark,
    Fact,
    ReportWords,
    named,
    remarks,
    written,
)
from uriinspector.export.case.site_groups import ReportLimits, group_by_site
from uriinspector.export.case.time_report import TimeReport, time_report
from uriinspector.export.language import Translator, english
from uriinspector.export.report import NOT_VISITED
from uriinspector.export.unexamined import ALWAYS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from uriinspector.analysis.finding import Finding
    from uriinspector.export.case.case_model import CaseExport, CaseLink
    from uriinspector.export.case.site_groups import SiteGroup, SiteGroups, TargetGroup

# A report on more than this helps nobody; what is left out is counted, and tables have it all.
ROOM = ReportLimits(sites=60, targets=20, places=5)
FILES, FINDINGS = 60, 8
SITES_LEFT = "1 more site is in the table.", "{count} more sites are in the table."
LINKS_LEFT = "1 more link is in the table.", "{count} more links are in the table."
FILES_LEFT = "1 more file is in the table.", "{count} more files are in the table."
TIMES_OF = "From the links above and the Date fields of the messages in the files below."
SCOPE = f"text only; {NOT_VISITED}"
DEFANGED = "links defanged; lines and columns count from 1, bytes from 0"
TO_THE_LETTER = "original links; lines and columns count from 1, bytes from 0"
WITHOUT_HOST = {
    SAME: "The same document",
    NO_BASE: "Relative, without a base URL",
    **dict.fromkeys((NOWHERE, *REFUSED), "No valid host"),
}


class TargetReport(NamedTuple):
    """Links that mean the same: what is said of them, and where the first of them stand."""

    severity: str | None
    mark: str | None
    note: str
    headline: str
    target: str
    facts: tuple[Fact, ...]
    findings: tuple[CaseRemark, ...]


class SiteReport(NamedTuple):
    """Where links lead; a name of ours where there is no host."""

    name: Fact
    severity: str | None
    counts: str
    targets: tuple[TargetReport, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class CaseReport:
    """All that is told about a case."""

    title: str
    severity: str | None
    facts: tuple[Fact, ...]
    sites: tuple[SiteReport, ...]
    sites_left_out: str
    times: TimeReport
    files: tuple[FileReport, ...]
    files_left_out: str
    unexamined: tuple[str, ...]
    rests_on: tuple[VersionRow, ...]
    tell: Translator
    language: str


def case_report(
    case: CaseExport, *, exact: bool = False, translator: Translator = english, language: str = "en"
) -> CaseReport:
    """What is told about a case; ``exact`` leaves links as they are written."""
    say = ReportWords(str if exact else defang, translator)
    site_groups = group_by_site(case.links, ROOM)
    unread = tuple(
        f"{named(each.path, say)}: {say(translator(each.why))}" for each in case.troubles
    )
    shown = first_decided(case.files, lambda each: bool(each.decisions), FILES)
    files = tuple(file_report(each, say) for each in shown)
    left = len(case.files) - len(files)
    listed = (target.link for site in site_groups.sites for target in site.targets)
    sources = (source for file in case.files for source in file.lists)
    return CaseReport(
        title=named(case.title, say),
        severity=_worst(case, site_groups),
        facts=tuple(_facts(case, site_groups, say, exact=exact)),
        sites=tuple(_site(each, case, say) for each in site_groups.sites),
        sites_left_out=say.count(site_groups.left_out, *SITES_LEFT) if site_groups.left_out else "",
        times=time_report(case, FILES, listed, say),
        files=files,
        files_left_out=say.count(left, *FILES_LEFT) if left else "",
        unexamined=(*unread, *map(translator, ALWAYS)),
        rests_on=(program(), *libraries(), *judged_by(sources)),
        tell=translator,
        language=language,
    )


def _worst(case: CaseExport, groups: SiteGroups) -> str | None:
    ranks = [SEVERITIES.index(each.severity) for file in case.files for each in file.findings]
    rank = max([*ranks, *groups.ranks], default=CALM)
    return None if rank == CALM else SEVERITIES[rank]


def _facts(
    case: CaseExport, groups: SiteGroups, say: ReportWords, *, exact: bool
) -> Iterator[Fact]:
    tell, links = say.tell, sum(groups.ranks.values())
    number_of = case_counts(case.files, links)
    files = say.count(number_of.files, "1 file", "{count} files")
    if number_of.emails and number_of.emails + number_of.others > 1:
        files = tell("{files}: {what}", files=files, what=number_of.words(say.count))
    yield Fact(tell("Files"), files)
    if case.troubles:
        yield Fact(tell("Not read"), say.count(len(case.troubles), "1 file", "{count} files"))
    counts = (
        say.count(links, "1 link", "{count} links"),
        say.count(groups.target_count, "1 unique URL", "{count} unique URLs"),
        say.count(groups.site_count, "1 site", "{count} sites"),
    )
    yield Fact(tell("Links"), ", ".join(counts))
    by_rank = [(name, groups.ranks.get(rank, 0)) for rank, name in enumerate(SEVERITIES)]
    levels = [
        tell("{count} {what}", count=count, what=tell(name))
        for name, count in reversed(by_rank)
        if count
    ]
    if CALM in groups.ranks:
        levels.append(tell("{count} without a finding", count=groups.ranks[CALM]))
    yield Fact(tell("Severities"), ", ".join(levels) or tell("none"))
    of_links, of_files = _marks(groups.marks, say), _marks(marks_of_files(case), say)
    if of_files:
        name = tell("Files") if number_of.others else tell("Emails")
        named_links = [f"{tell('Links')}: {of_links}"] if of_links else []
        of_links = "; ".join([f"{name}: {of_files}", *named_links])
    yield Fact(tell("Marked by the analyst"), of_links or tell("none"))
    yield Fact(tell("Created"), case.created)
    yield Fact(tell("Notation"), tell(TO_THE_LETTER if exact else DEFANGED))
    for each in case.notes:
        yield Fact(tell("Note"), defanged(tell(each)))


def _marks(marks: Mapping[str, int], say: ReportWords) -> str:
    return ", ".join(
        say.tell("{count} {what}", count=count, what=say.tell(mark))
        for mark, count in sorted(marks.items())
    )


def _site(site: SiteGroup, case: CaseExport, say: ReportWords) -> SiteReport:
    words = WITHOUT_HOST.get(site.name)
    links = say.count(site.links, "1 link", "{count} links")
    targets = say.count(site.target_count, "1 unique URL", "{count} unique URLs")
    return SiteReport(
        Fact("", say.tell(words)) if words else Fact("", say(site.name), is_code=True),
        None if site.rank == CALM else SEVERITIES[site.rank],
        f"{links}, {targets}",
        tuple(_target(each, case, say) for each in site.targets),
        say.count(site.left_out, *LINKS_LEFT) if site.left_out else "",
    )


def _target(group: TargetGroup, case: CaseExport, say: ReportWords) -> TargetReport:
    link = group.link
    inspection = link.inspection()
    listed = _findings(inspection.findings, group.own)
    return TargetReport(
        link.row.severity,
        link.mark,
        written(link.note, say),
        say.line(inspection.verdict.line),
        say(link.row.target or link.row.value),
        tuple(_about(group, case, say)),
        (*_inside(inspection.verdict.worst, listed, say), *remarks(listed, say, FINDINGS)),
    )


def _inside(
    worst: Finding | None, listed: Sequence[Finding], say: ReportWords
) -> Iterator[CaseRemark]:
    """What the severity is from, where that is only said of a link inside."""
    known = max((RANK[each.severity] for each in listed), default=CALM)
    if worst is None or RANK[worst.severity] <= known:
        return
    for each in remarks((worst,), say, 1):
        yield each._replace(title=say.tell("In the link inside: {title}", title=each.title))


def _findings(own: tuple[Finding, ...], of_places: tuple[Finding, ...]) -> list[Finding]:
    """Those of the worst link, and what the places of the others tell: the worst first."""
    return sorted((*own, *of_places), key=lambda each: -RANK[each.severity])


def _about(group: TargetGroup, case: CaseExport, say: ReportWords) -> Iterator[Fact]:
    link, tell = group.link, say.tell
    if link.row.target is not None and link.row.value != link.row.target:
        yield Fact(tell("Written as"), say(link.row.value), is_code=True)
    if link.shown is not None and link.shown.strip() not in {"", link.row.value}:
        yield Fact(tell("Shown as"), say(" ".join(link.shown.split())), is_code=True)
    if link.row.base and link.row.value != link.row.target:
        yield Fact(tell("Base"), say(link.row.base), is_code=True)
    for each in group.places:
        yield Fact(tell("Location"), _place(each, case, say))
    more = group.links - sum(each.links for each in group.places)
    if more > 0:
        yield Fact(tell("Location"), tell("and {count} more times", count=more))


def _place(link: CaseLink, case: CaseExport, say: ReportWords) -> str:
    file, tell = case.files[link.row.file], say.tell
    where = tell(
        "line {line}, column {column}, {size} from byte {start}",
        line=link.row.line,
        column=link.row.column,
        size=say.count(link.row.end - link.row.start, "1 byte", "{count} bytes"),
        start=link.row.start,
    )
    if len(file.parts) > 1:
        where = f"{tell('part {part}', part=link.row.part)}, {where}"
    if len(case.files) > 1:
        where = f"{named(file.name, say)}, {where}"
    what = link.row.element
    return f"{where}, {tell('in {what}', what=say(what)) if what else tell('in the text')}"
