"""HTML pages to print or store, which load nothing and contain no active links.

Titles and names are ours; callers must escape everything else. As an additional protection, the
content security policy in the head forbids loading and running anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from string import Template

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.versions import VersionRow
from uriinspector.export.drawing import DrawnRun
from uriinspector.export.language import Language, english
from uriinspector.export.options import ExportMaterial
from uriinspector.export.report import (
    DEFANGED,
    LEFT_OUT,
    SCOPE,
    TO_THE_LETTER,
    FindingPlace,
    Remark,
    Report,
    ReportStop,
    counted,
    report_of,
    where_of,
)
from uriinspector.export.theme_colors import THEMES, theme_colors

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def head(title: str, *sheets: str, language: str = "en") -> Iterator[str]:
    """Yield the page up to the content.

    ``sheets`` are additional style sheets after the common one.
    """
    yield f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    # Phones turn texts that look like numbers, dates or addresses into links.
    yield '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    yield f"<title>{title}</title>\n<style>\n{_style('report', *sheets)}</style>"
    yield "</head>\n<body>\n<main>"


def tail(rests_on: Iterable[VersionRow], say: Language = english) -> Iterator[str]:
    """Yield the versions of the program and its data, and the end of the page."""
    rests = "; ".join(escape(f"{each.name} {each.version}") for each in rests_on)
    yield section(say("Created with"), f'<p class="muted">{rests}.</p>')
    yield "</main>\n</body>\n</html>"


def _style(*names: str) -> str:
    sheet = "".join(shipped_text(f"themes/{name}.css") for name in names)
    values = {theme: theme_colors(theme).css(sheet) for theme in THEMES}
    return Template(sheet).substitute(values)


def badge(severity: str | None, say: Language = english) -> str:
    if severity is None:
        return f'<span class="badge">{escape(say("no finding"))}</span>'
    return f'<span class="badge {severity}">{escape(say(severity))}</span>'


def code(text: str | None, say: Language = english) -> str:
    return f"<code>{escape(text)}</code>" if text else escape(say("not present"))


def rows(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)


def items(kind: str, items: Iterable[str]) -> str:
    return f"<{kind}>\n" + "\n".join(f"<li>{each}</li>" for each in items) + f"\n</{kind}>"


def section(title: str, content: str) -> str:
    return f'<h2>{title}</h2>\n<section class="card">{content}</section>'


def html(given: ExportMaterial) -> str:
    return "\n".join(_lines(report_of(given))) + "\n"


def _lines(report: Report) -> Iterator[str]:
    say, title = report.say, escape(report.headline)
    yield from head(title, language=report.say.name)
    yield f'<section class="card verdict {report.severity or "calm"}">'
    yield f'{badge(report.severity, say)}<span class="muted">{escape(say(SCOPE))}</span>'
    yield f"<h1>{title}</h1>\n<p>{escape(report.detail)}</p>\n</section>"
    yield f'<section class="card">\n<div class="link">{_link(report)}</div>'
    yield f"<dl>\n{rows(_facts(report))}\n</dl>\n</section>"
    if len(report.route) > 1:
        yield section(say("Route"), items("ol", (_stop(each, say) for each in report.route)))
    yield from _remarks(report)
    if report.inside:
        yield section(say("Nested links"), items("ul", _inside(report)))
    yield section(say("Not checked"), items("ul", map(escape, report.unexamined)))
    yield from tail(report.rests_on, say)


def _link(report: Report) -> str:
    say = report.say
    if not report.runs:
        return f'<span class="muted">{escape(say("(empty)"))}</span>'
    more = escape(say.count(report.cut, "(1 more character)", "({count} more characters)"))
    cut = f'<span class="muted">\u2026 {more}</span>' if report.cut else ""
    return "".join(map(_run, report.runs)) + cut


def _run(each: DrawnRun) -> str:
    text = escape(each.text)
    return f'<span class="{" ".join(each.meanings)}">{text}</span>' if each.meanings else text


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the main facts; the values are markup."""
    say = report.say
    if report.base is not None:
        yield say("Base"), code(report.base, say)
        yield say("Target"), code(report.target, say)
    yield say("Host"), code(report.host, say)
    if report.address:
        yield say("Address"), escape(report.address)
    yield say("Registrable domain"), code(report.site, say)
    yield say("Edition"), escape(report.edition)
    yield say("Notation"), escape(say(TO_THE_LETTER if report.is_exact else DEFANGED))
    for each in report.notes:
        yield say("Note"), escape(each)


def _stop(each: ReportStop, say: Language) -> str:
    words = say("no host" if each.is_known else "known only to the service")
    host = code(each.host) if each.host else escape(words)
    inside = f', in <code class="muted">{escape(each.text)}</code>' if each.text else ""
    return f"{escape(each.role)}: {host}{inside}"


def _remarks(report: Report) -> Iterator[str]:
    say = report.say
    yield f"<h2>{escape(counted(report))}</h2>"
    for each in report.findings:
        yield '<section class="card">'
        title = f"{escape(each.title)} <code>{escape(each.code)}</code>"
        yield f"<h3>{badge(each.severity, say)}{title}</h3>"
        yield f"<p>{escape(each.message)}</p>"
        if each.detail:
            yield f'<p class="muted">{escape(each.detail)}</p>'
        yield f"<dl>\n{rows(_remark(each, say))}\n</dl>\n</section>"
    for heading, remarks in (("Encoding", report.encoding), ("Grammar errors", report.violations)):
        if remarks:
            places = [f"{_place(each.place, say)}: {escape(each.message)}" for each in remarks]
            yield section(say(heading), items("ul", places))
    if report.corrected:
        yield section(say("Corrected link"), items("ul", [code(report.corrected)]))
    if report.left_out:
        yield f'<p class="muted">{escape(say(LEFT_OUT, count=report.left_out))}</p>'


def _remark(each: Remark, say: Language) -> Iterator[tuple[str, str]]:
    yield say("Location"), _place(each.place, say)
    if each.place.characters:
        yield say("Characters"), escape("; ".join(each.place.characters))
    if each.fix:
        yield escape(each.fix[0]), code(each.fix[1])
    if each.cites:
        yield say("Spec clauses"), escape("; ".join(each.cites))


def _place(place: FindingPlace, say: Language) -> str:
    where = escape(where_of(place, say))
    return where if place.start == place.end else f"{where}, {code(place.quoted)}"


def _inside(report: Report) -> Iterator[str]:
    for each in report.inside:
        steps = "&rarr; " * each.depth
        verdict = f"{badge(each.severity, report.say)}{escape(each.headline)}"
        yield f"{steps}{escape(each.via)}: {code(each.text)}<br>{verdict}"
