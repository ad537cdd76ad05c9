"""Write a report on a case as an HTML page that loads nothing and has no active links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from uriinspector.core.expression import expression
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
from uriinspector.export.options import ExportOptions
from uriinspector.export.page import badge, code, head, items, rows, section, tail

ODD = expression(r"[^ -~\n]+")


def html(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return (f"{piece}\n" for piece in _pieces(case_report(case, options)))


def _pieces(report: CaseReport) -> Iterator[str]:
    title = escape(report.title)
    tell = report.tell
    yield from head(title, "case", language=report.tell.name)
    yield f'<section class="card verdict {report.severity or "calm"}">'
    yield f'{badge(report.severity, tell)}<span class="muted">{escape(tell(SCOPE))}</span>'
    yield f"<h1>{title}</h1>\n{_facts(report.facts)}\n</section>"
    yield f"<h2>{escape(tell('Sites, highest severity first'))}</h2>"
    for site in report.sites:
        yield from _site(site, tell)
    yield from _more(report.sites_left_out)
    if report.times.lines:
        yield from _times(report.times, tell)
    yield f"<h2>{escape(tell('Files'))}</h2>"
    for file in report.files:
        yield from _file(file, tell)
    yield from _more(report.files_left_out)
    yield section(tell("Not checked"), items("ul", map(escape, report.unexamined)))
    yield from tail(report.rests_on, tell)


def _facts(facts: Iterable[Fact]) -> str:
    result = (
        (escape(each.name), code(each.text) if each.is_code else escape(each.text))
        for each in facts
    )
    return f"<dl>\n{rows(result)}\n</dl>"


def _more(words: str) -> Iterator[str]:
    if words:
        yield f'<p class="muted">{escape(words)}</p>'


def _site(site: SiteReport, tell: Language) -> Iterator[str]:
    name = code(site.name.text) if site.name.is_code else escape(site.name.text)
    yield f'<section class="card verdict place {site.severity or "calm"}">'
    counts = f'<span class="muted">{site.counts}</span>'
    yield f'<h3 class="where">{badge(site.severity, tell)}{name} {counts}</h3>'
    for each in site.targets:
        yield from _target(each, tell)
    yield from _more(site.left_out)
    yield "</section>"


def _target(each: TargetReport, tell: Language) -> Iterator[str]:
    mark = f'<span class="mark {each.mark}">{escape(tell(each.mark))}</span>' if each.mark else ""
    yield f'<div class="target {each.mark or ""}">'
    yield f'<p class="headline">{badge(each.severity, tell)}{mark}{escape(each.headline)}</p>'
    yield f'<p class="link"><code>{_marked(each.target)}</code></p>'
    if each.note:
        yield f'<p class="note">{escape(each.note)}</p>'
    if each.findings:
        yield items("ul", (_remark(case_remark, tell) for case_remark in each.findings))
    yield f"{_facts(each.facts)}</div>"


def _times(times: TimeReport, tell: Language) -> Iterator[str]:
    lines = (
        f"{escape(each.confidence)}: <b>{each.when}</b> {escape(each.meaning)}, {code(each.text)}"
        f' <span class="muted">{escape(each.place)}</span>'
        for each in times.lines
    )
    state = "" if times.is_folded else " open"
    yield f"<h2>{escape(tell('Times'))}</h2>"
    yield f'<section class="card"><details{state}><summary>{escape(tell(TIMES_OF))}</summary>'
    yield items("ul", lines)
    yield from _more(times.left_out)
    yield "</details></section>"


def _marked(text: str) -> str:
    """Return a link with its non-ASCII characters marked, as they may imitate others."""
    return ODD.sub(r'<span class="deceptive">\g<0></span>', escape(text))


def _remark(each: CaseRemark, tell: Language) -> str:
    if each.severity is None:
        return escape(each.title)
    cites = f' <span class="muted">{escape("; ".join(each.cites))}</span>' if each.cites else ""
    title = f"<b>{escape(each.title)}</b> {code(each.code)}"
    return f"{badge(each.severity, tell)}{title}<br>{escape(each.message)}{cites}"


def _file(file: FileReport, tell: Language) -> Iterator[str]:
    yield f'<section class="card"><h3>{code(file.title)}</h3>{_facts(file.facts)}'
    for each in file.envelopes:
        yield f"<h4>{escape(each.title)}</h4>{_facts(each.facts)}"
    yield from _list(
        tell("Findings about the whole file"), (_remark(e, tell) for e in file.findings)
    )
    yield from _list(tell("Parts"), map(escape, file.parts))
    yield from _list(tell("Not checked"), map(escape, file.unexamined))
    yield "</section>"


def _list(title: str, given: Iterable[str]) -> Iterator[str]:
    result = list(given)
    if result:
        yield f"<h4>{escape(title)}</h4>\n{items('ul', result)}"
