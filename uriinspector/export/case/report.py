"""The report on a case: what people are told, before it is written in any form.

Every text in it is ready to be read: shortened, visible, its links defanged unless they are wanted
exactly.  The forms only escape and lay out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import SEVERITIES
from uriinspector.analysis.versions import Rest, libraries, program, tables
from uriinspector.documents.cases.row import CALM, NO_BASE, NOWHERE, SAME
from uriinspector.export.case.grouped import Room, grouped
from uriinspector.export.case.headers import FileTold, file_told
from uriinspector.export.case.saying import Fact, Remark, Say, counted, named, remarks, written
from uriinspector.export.outside import LONGEST, told
from uriinspector.export.unexamined import ALWAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.export.case.grouped import Grouped, Site, Target
    from uriinspector.export.case.model import Case, Entry

# A report on more than this helps nobody; what is left out is counted, and tables have it all.
ROOM = Room(sites=60, targets=20, places=5)
FILES, FINDINGS = 60, 8
WITHOUT_HOST = {
    SAME: "The same document",
    NO_BASE: "Relative, without a base",
    NOWHERE: "Nowhere",
}


class TargetTold(NamedTuple):
    """Links that mean the same: what is said of them, and where the first of them stand."""

    severity: str | None
    mark: str | None
    note: str
    headline: str
    target: str
    facts: tuple[Fact, ...]
    findings: tuple[Remark, ...]


class SiteTold(NamedTuple):
    """Where links lead; a name of ours where there is no host."""

    name: Fact
    severity: str | None
    counts: str
    targets: tuple[TargetTold, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class CaseReport:
    """All that is told about a case."""

    title: str
    severity: str | None
    facts: tuple[Fact, ...]
    sites: tuple[SiteTold, ...]
    sites_left_out: str
    files: tuple[FileTold, ...]
    files_left_out: str
    unexamined: tuple[str, ...]
    rests_on: tuple[Rest, ...]


def case_report(case: Case, *, exact: bool = False) -> CaseReport:
    """What is told about a case; ``exact`` leaves links as they are written."""
    link = str if exact else defang

    def say(text: str, most: int = LONGEST) -> str:
        return told(text, most, link)

    found = grouped(case.entries, ROOM)
    unread = tuple(f"{named(each.path, say)}: {say(each.why)}" for each in case.troubles)
    files = tuple(file_told(each, say) for each in case.files[:FILES])
    return CaseReport(
        title=named(case.title, say),
        severity=_worst(case, found),
        facts=tuple(_facts(case, found, exact=exact)),
        sites=tuple(_site(each, case, say) for each in found.sites),
        sites_left_out=_more(found.left_out, "site", "sites"),
        files=files,
        files_left_out=_more(len(case.files) - len(files), "file", "files"),
        unexamined=(*unread, *ALWAYS),
        rests_on=(program(), *libraries(), *tables()),
    )


def _worst(case: Case, found: Grouped) -> str | None:
    ranks = [SEVERITIES.index(each.severity) for file in case.files for each in file.findings]
    rank = max([*ranks, *found.ranks], default=CALM)
    return None if rank == CALM else SEVERITIES[rank]


def _facts(case: Case, found: Grouped, *, exact: bool) -> Iterator[Fact]:
    links = sum(found.ranks.values())
    yield Fact("Files", counted(len(case.files), "file", "files"))
    if case.troubles:
        yield Fact("Not read", counted(len(case.troubles), "file", "files"))
    counts = (
        counted(links, "link", "links"),
        counted(found.target_count, "target", "targets"),
        counted(found.site_count, "site", "sites"),
    )
    yield Fact("Links", ", ".join(counts))
    by_rank = [(name, found.ranks.get(rank, 0)) for rank, name in enumerate(SEVERITIES)]
    levels = [f"{count:,} {name}" for name, count in reversed(by_rank) if count]
    levels += [f"{found.ranks[CALM]:,} without a finding"] if CALM in found.ranks else []
    yield Fact("Levels", ", ".join(levels) or "none")
    marks = ", ".join(f"{count:,} {mark}" for mark, count in sorted(found.marks.items()))
    yield Fact("Marked by hand", marks or "none")
    yield Fact("Made", case.made)
    written = "to the letter" if exact else "defanged"
    yield Fact("Written", f"links {written}; lines and columns count from 1, octets from 0")
    for each in case.notes:
        yield Fact("Note", told(each))


def _more(count: int, one: str, many: str) -> str:
    """What there was no room for; "" where there was room for all."""
    if count <= 0:
        return ""
    return f"{counted(count, f'more {one}', f'more {many}')}: the table has them all."


def _site(site: Site, case: Case, say: Say) -> SiteTold:
    words = WITHOUT_HOST.get(site.name)
    links = counted(site.links, "link", "links")
    targets = counted(site.target_count, "target", "targets")
    return SiteTold(
        Fact("", words) if words else Fact("", say(site.name), is_code=True),
        None if site.rank == CALM else SEVERITIES[site.rank],
        f"{links}, {targets}",
        tuple(_target(each, case, say) for each in site.targets),
        _more(site.left_out, "link", "links"),
    )


def _target(found: Target, case: Case, say: Say) -> TargetTold:
    entry = found.entry
    inspection = entry.inspection()
    return TargetTold(
        entry.severity,
        entry.mark,
        written(entry.note, say),
        say(inspection.verdict.headline),
        say(entry.target or entry.value),
        tuple(_about(found, case, say)),
        tuple(remarks(inspection.findings, say, FINDINGS)),
    )


def _about(found: Target, case: Case, say: Say) -> Iterator[Fact]:
    entry = found.entry
    if entry.target is not None and entry.value != entry.target:
        yield Fact("Written as", say(entry.value), is_code=True)
    if entry.shown is not None and entry.shown.strip() not in {"", entry.value}:
        yield Fact("Shown as", say(" ".join(entry.shown.split())), is_code=True)
    if entry.base and entry.value != entry.target:
        yield Fact("Read against", say(entry.base), is_code=True)
    for each in found.places:
        yield Fact("Where", _place(each, case, say))
    more = found.links - sum(each.links for each in found.places)
    if more > 0:
        yield Fact("Where", f"and {more:,} times more")


def _place(entry: Entry, case: Case, say: Say) -> str:
    file = case.files[entry.file]
    where = f"line {entry.line:,}, column {entry.column:,}, octets {entry.start:,} to {entry.end:,}"
    if len(file.parts) > 1:
        where = f"part {entry.part}, {where}"
    if len(case.files) > 1:
        where = f"{named(file.name, say)}, {where}"
    what = " ".join(filter(None, (entry.element, entry.attribute)))
    return f"{where}, in {say(what)}" if what else f"{where}, in the text"
