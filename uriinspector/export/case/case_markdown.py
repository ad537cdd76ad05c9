"""Write a report on a case in Markdown that looks the same when rendered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uriinspector.export.case.case_model import CaseExport
from uriinspector.export.case.case_report import (
    SCOPE,
    TIMES_OF,
    CaseRemark,
    CaseReport,
    Fact,
    FileReport,
    SiteReport,
    TargetReport,
    TimeReport,
    case_report,
)
from uriinspector.export.language import Language
from uriinspector.export.markdown import code, prose
from uriinspector.export.options import ExportOptions


def markdown(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return (f"{line}\n" for line in _lines(case_report(case, options)))


def _lines(report: CaseReport) -> Iterator[str]:
    yield f"# {prose(report.title)}"
    yield ""
    tell = report.tell
    yield f"**{tell('Highest severity')}: {tell(report.severity or 'none')}**, {tell(SCOPE)}."
    yield ""
    yield from map(_fact, report.facts)
    yield from ("", f"## {tell('Sites, highest severity first')}")
    for each in report.sites:
        yield from _site(each, tell)
    yield from ("", report.sites_left_out) if report.sites_left_out else ()
    if report.times.lines:
        yield from _times(report.times, tell)
    yield from ("", f"## {tell('Files')}")
    for file in report.files:
        yield from _file(file, tell)
    yield from ("", report.files_left_out) if report.files_left_out else ()
    yield from ("", f"## {tell('Not checked')}", "")
    yield from (f"- {prose(each)}" for each in report.unexamined)
    yield from ("", f"## {tell('Created with')}", "")
    yield "; ".join(f"{each.name} {each.version}" for each in report.rests_on) + "."


def _fact(each: Fact) -> str:
    text = code(each.text) if each.is_code else prose(each.text)
    return f"- {each.name}: {text}"


def _site(site: SiteReport, tell: Language) -> Iterator[str]:
    name = code(site.name.text) if site.name.is_code else prose(site.name.text)
    yield ""
    yield f"### {tell(site.severity or 'no finding')}: {name} ({site.counts})"
    for each in site.targets:
        yield from _target(each, tell)
    yield from ("", site.left_out) if site.left_out else ()


def _target(each: TargetReport, tell: Language) -> Iterator[str]:
    yield ""
    yield f"**{tell(each.severity or 'no finding')}**: {prose(each.headline)}"
    yield ""
    if each.mark:
        yield f"- {tell('Marked')}: **{tell(each.mark)}**"
    if each.note:
        yield f"- {tell('Note')}: {_note(each.note)}"
    yield f"- {tell('Target')}: {code(each.target)}"
    yield from map(_fact, each.facts)
    yield from (_remark(case_remark, tell) for case_remark in each.findings)


def _times(times: TimeReport, tell: Language) -> Iterator[str]:
    yield from ("", f"## {tell('Times')}", "", tell(TIMES_OF), "")
    for each in times.lines:
        where = f"; {prose(each.place)}" if each.place else ""
        what = f"{each.when} {prose(each.meaning)}"
        yield f"- {each.confidence}: {what}, {code(each.text)}{where}"
    yield from ("", times.left_out) if times.left_out else ()


def _note(text: str) -> str:
    return prose(" ".join(text.split()))


def _remark(each: CaseRemark, tell: Language) -> str:
    if each.severity is None:
        return f"- {each.title}"
    cites = f" ({'; '.join(each.cites)})" if each.cites else ""
    title = f"{prose(each.title)}, {code(each.code)}"
    return f"- {tell(each.severity)}: {title}. {prose(each.message)}{cites}"


def _file(file: FileReport, tell: Language) -> Iterator[str]:
    yield from ("", f"### {code(file.title)}", "")
    yield from map(_fact, file.facts)
    for each in file.envelopes:
        yield from ("", f"{each.title}:", "")
        yield from map(_fact, each.facts)
    whole = (_remark(each, tell) for each in file.findings)
    yield from _list(f"{tell('Findings about the whole file')}:", whole)
    yield from _list(f"{tell('Parts')}:", (f"- {prose(each)}" for each in file.parts))
    yield from _list(f"{tell('Not checked')}:", (f"- {prose(each)}" for each in file.unexamined))


def _list(title: str, rows: Iterable[str]) -> Iterator[str]:
    result = list(rows)
    if result:
        yield from ("", title, "", *result)
