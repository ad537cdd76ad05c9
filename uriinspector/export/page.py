"""HTML pages to print or store, which load nothing and contain no active links.

Titles and names are our own texts; callers must escape everything else. As additional protection,
the content security policy forbids loading or running anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from string import Template
from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.expression import expression
from uriinspector.export.drawing import THEMES, DrawnRun, theme_colors
from uriinspector.export.layout import ReportWriter, Row, case_layout, link_layout
from uriinspector.export.options import ExportMaterial, ExportOptions
from uriinspector.export.report import SCOPE, Remark, Report, ReportLayer, report_of

if TYPE_CHECKING:
    from uriinspector.analysis.versions import VersionRow
    from uriinspector.export.case.case_model import CaseExport
    from uriinspector.export.case.case_report import CaseNote, SiteReport, TargetReport, TimeReport

ODD = expression(r"[^ -~\n]+")

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


# The head of a page. Phones turn text that looks like numbers, dates or addresses into links.
HEAD = Template(
    f'''<!DOCTYPE html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<main>
'''
)


def html(given: ExportMaterial) -> str:
    report = report_of(given)
    return "".join(link_layout(report, HtmlWriter(report.say)))


def case_html(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return case_layout(case, options, HtmlWriter(options.say))


def _style(*names: str) -> str:
    sheet = "".join(shipped_text(f"themes/{name}.css") for name in names)
    values = {theme: theme_colors(theme).css(sheet) for theme in THEMES}
    return Template(sheet).substitute(values)


def _items(kind: str, rows: Iterable[str]) -> str:
    return f"<{kind}>\n" + "\n".join(f"<li>{each}</li>" for each in rows) + f"\n</{kind}>"


def _muted(text: str, tag: str = "span") -> str:
    return f'<{tag} class="muted">{escape(text)}</{tag}>'


class HtmlWriter(ReportWriter):
    """The parts of a report in HTML."""

    def text(self, text: str) -> str:
        return escape(text)

    prose = text

    def code(self, text: str) -> str:
        return f"<code>{escape(text)}</code>" if text else escape(self.say("not present"))

    def aside(self, text: str) -> str:
        return _muted(text, "code")

    def badge(self, severity: str | None) -> str:
        kind = f" {severity}" if severity else ""
        return f'<span class="badge{kind}">{escape(self.say(severity or "no finding"))}</span>'

    def opening(
        self, title: str, severity: str | None, _label: str, content: str, *sheets: str
    ) -> str:
        title, say = escape(title), self.say
        style = _style("report", *sheets)
        return (
            HEAD.substitute(language=say.name, title=title, style=style)
            + f'<section class="card verdict {severity or "calm"}">\n{self.badge(severity)}'
            f"{_muted(say(SCOPE))}\n<h1>{title}</h1>\n{content}\n</section>"
        )

    def why(self, text: str) -> str:
        return f"<p>{escape(text)}</p>"

    def about(self, report: Report, facts: Iterable[Row]) -> str:
        link = f'<div class="link">{self._link(report)}</div>'
        return f'<section class="card">\n{link}\n{self.facts(facts)}\n</section>'

    def _link(self, report: Report) -> str:
        say = self.say
        if not report.runs:
            return _muted(say("(empty)"))
        more = say.count(report.cut, "(1 more character)", "({count} more characters)")
        cut = _muted(f"\u2026 {more}") if report.cut else ""
        return "".join(map(_run, report.runs)) + cut

    def facts(self, rows: Iterable[Row]) -> str:
        note = self.say("Note")
        listed = (f"<dt>{escape(name or note)}</dt><dd>{value}</dd>" for name, value in rows)
        return "<dl>\n" + "\n".join(listed) + "\n</dl>"

    def heading(self, title: str) -> str:
        return f"<h2>{escape(title)}</h2>"

    def section(self, title: str, rows: Iterable[str], kind: str = "ul") -> str:
        return self._card(title, _items("ol" if kind == "ol" else "ul", rows))

    def _card(self, title: str, content: str) -> str:
        return f'{self.heading(title)}\n<section class="card">{content}</section>'

    def finding(self, each: Remark, places: Iterable[Row], rest: Iterable[Row]) -> str:
        title = f"{escape(each.title)} <code>{escape(each.code)}</code>"
        detail = f"{_muted(each.detail, 'p')}\n" if each.detail else ""
        return (
            f'<section class="card">\n<h3>{self.badge(each.severity)}{title}</h3>\n'
            f"{self.why(each.message)}\n{detail}{self.facts([*places, *rest])}\n</section>"
        )

    def nested(self, each: ReportLayer) -> str:
        steps = "&rarr; " * each.depth
        verdict = f"{self.badge(each.severity)}{escape(each.headline)}"
        return f"{steps}{escape(each.via)}: {self.code(each.text)}<br>{verdict}"

    def more(self, words: str) -> str:
        return _muted(words, "p")

    def end(self, rests_on: Iterable[VersionRow]) -> str:
        rests = "; ".join(f"{each.name} {each.version}" for each in rests_on)
        card = self._card(self.say("Created with"), _muted(f"{rests}.", "p"))
        return f"{card}\n</main>\n</body>\n</html>"

    def site(self, site: SiteReport) -> Iterator[str]:
        yield f'<section class="card verdict place {site.severity or "calm"}">'
        name = f"{self.badge(site.severity)}{self.value(site.name)} {_muted(site.counts)}"
        yield f'<h3 class="where">{name}</h3>'
        yield from map(self._target, site.targets)
        if site.left_out:
            yield self.more(site.left_out)
        yield "</section>"

    def _target(self, each: TargetReport) -> str:
        kind, mark = each.mark or "", ""
        if kind:
            mark = f'<span class="mark {kind}">{escape(self.say(kind))}</span>'
        headline = f"{self.badge(each.severity)}{mark}{escape(each.headline)}"
        # Non-ASCII characters are marked, as they may imitate other characters.
        link = ODD.sub(r'<span class="deceptive">\g<0></span>', escape(each.target))
        note = f'<p class="note">{escape(each.note)}</p>\n' if each.note else ""
        found = _items("ul", map(self.remark, each.findings)) + "\n" if each.findings else ""
        return (
            f'<div class="target {kind}">\n<p class="headline">{headline}</p>\n'
            f'<p class="link"><code>{link}</code></p>\n{note}{found}'
            f"{self.facts(map(self.fact, each.facts))}</div>"
        )

    def remark(self, each: CaseNote) -> str:
        if each.severity is None:
            return escape(each.title)
        cites = f" {_muted('; '.join(each.cites))}" if each.cites else ""
        title = f"<b>{escape(each.title)}</b> {self.code(each.code)}"
        return f"{self.badge(each.severity)}{title}<br>{escape(each.message)}{cites}"

    def times(self, title: str, about: str, times: TimeReport) -> Iterator[str]:
        lines = (
            f"{escape(each.confidence)}: <b>{each.when}</b> {escape(each.meaning)}, "
            f"{self.code(each.text)} {_muted(each.place)}"
            for each in times.lines
        )
        state = "" if times.is_folded else " open"
        yield self.heading(title)
        yield f'<section class="card"><details{state}><summary>{escape(about)}</summary>'
        yield _items("ul", lines)
        if times.left_out:
            yield self.more(times.left_out)
        yield "</details></section>"

    def file(self, title: str, facts: Iterable[Row], parts: Iterable[str]) -> Iterator[str]:
        yield f'<section class="card"><h3>{self.code(title)}</h3>{self.facts(facts)}'
        yield from parts
        yield "</section>"

    def part(self, title: str, facts: Iterable[Row]) -> str:
        return f"<h4>{escape(title)}</h4>{self.facts(facts)}"

    def listed(self, title: str, rows: Iterable[str]) -> str:
        return f"<h4>{escape(title)}</h4>\n{_items('ul', rows)}"


def _run(each: DrawnRun) -> str:
    text = escape(each.text)
    return f'<span class="{" ".join(each.meanings)}">{text}</span>' if each.meanings else text
