"""A report as a page of its own: nothing is fetched for it, and nothing in it can be followed.

All of it is escaped; the policy in its head says once more that it loads and runs nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from uriinspector.export.page import badge, code, head, items, rows, section, tail
from uriinspector.export.report import (
    DEFANGED,
    LEFT_OUT,
    SCOPE,
    TO_THE_LETTER,
    counted,
    where_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.export.drawing import DrawnRun
    from uriinspector.export.language import Translator
    from uriinspector.export.report import FindingPlace, Remark, Report, ReportStop


def html(report: Report) -> str:
    """The whole page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    say, title = report.say, escape(report.headline)
    yield from head(title, language=report.language)
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
    """The text with its parts in colour."""
    say = report.say
    if not report.runs:
        return f'<span class="muted">{escape(say("(empty)"))}</span>'
    words = "(1 more character)" if report.cut == 1 else "({count} more characters)"
    more = escape(say(words, count=report.cut))
    cut = f'<span class="muted">\u2026 {more}</span>' if report.cut else ""
    return "".join(map(_run, report.runs)) + cut


def _run(each: DrawnRun) -> str:
    text = escape(each.text)
    return f'<span class="{" ".join(each.meanings)}">{text}</span>' if each.meanings else text


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    """What it is about; the values are markup."""
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


def _stop(each: ReportStop, say: Translator) -> str:
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
        yield f"<p>{escape(each.message)}</p>\n<dl>\n{rows(_remark(each, say))}\n</dl>\n</section>"
    if report.violations:
        places = [
            f"{_place(each.place, say)}: {escape(each.message)}" for each in report.violations
        ]
        yield section(say("Grammar errors"), items("ul", places))
    if report.left_out:
        yield f'<p class="muted">{escape(say(LEFT_OUT, count=report.left_out))}</p>'


def _remark(each: Remark, say: Translator) -> Iterator[tuple[str, str]]:
    yield say("Location"), _place(each.place, say)
    if each.place.characters:
        yield say("Characters"), escape("; ".join(each.place.characters))
    if each.fix:
        yield escape(each.fix[0]), code(each.fix[1])
    if each.cites:
        yield say("Spec clauses"), escape("; ".join(each.cites))


def _place(place: FindingPlace, say: Translator) -> str:
    where = escape(where_of(place, say))
    return where if place.start == place.end else f"{where}, {code(place.quoted)}"


def _inside(report: Report) -> Iterator[str]:
    for each in report.inside:
        steps = "&rarr; " * each.depth
        verdict = f"{badge(each.severity, report.say)}{escape(each.headline)}"
        yield f"{steps}{escape(each.via)}: {code(each.text)}<br>{verdict}"
