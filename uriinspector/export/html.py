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

    from uriinspector.export.drawing import Run
    from uriinspector.export.report import Place, Remark, Report, Stop
    from uriinspector.export.tongue import Tongue


def html(made: Report) -> str:
    """The whole page."""
    return "\n".join(_lines(made)) + "\n"


def _lines(made: Report) -> Iterator[str]:
    say, title = made.say, escape(made.headline)
    yield from head(title, language=made.language)
    yield f'<section class="card verdict {made.severity or "calm"}">'
    yield f'{badge(made.severity, say)}<span class="muted">{escape(say(SCOPE))}</span>'
    yield f"<h1>{title}</h1>\n<p>{escape(made.detail)}</p>\n</section>"
    yield f'<section class="card">\n<div class="link">{_link(made)}</div>'
    yield f"<dl>\n{rows(_facts(made))}\n</dl>\n</section>"
    if len(made.route) > 1:
        yield section(say("Route"), items("ol", (_stop(each, say) for each in made.route)))
    yield from _remarks(made)
    if made.inside:
        yield section(say("Inside"), items("ul", _inside(made)))
    yield section(say("Not looked at"), items("ul", map(escape, made.unexamined)))
    yield from tail(made.rests_on, say)


def _link(made: Report) -> str:
    """The text with its parts in colour."""
    say = made.say
    if not made.runs:
        return f'<span class="muted">{escape(say("(empty)"))}</span>'
    more = escape(say("({count} characters more)", count=made.cut))
    cut = f'<span class="muted">\u2026 {more}</span>' if made.cut else ""
    return "".join(map(_run, made.runs)) + cut


def _run(each: Run) -> str:
    text = escape(each.text)
    return f'<span class="{" ".join(each.meanings)}">{text}</span>' if each.meanings else text


def _facts(made: Report) -> Iterator[tuple[str, str]]:
    """What it is about; the values are markup."""
    say = made.say
    if made.base is not None:
        yield say("Base"), code(made.base, say)
        yield say("Target"), code(made.target, say)
    yield say("Host"), code(made.host, say)
    if made.address:
        yield say("Address"), escape(made.address)
    yield say("Registrable domain"), code(made.site, say)
    yield say("Read as"), escape(made.edition)
    yield say("Written"), escape(say(TO_THE_LETTER if made.is_exact else DEFANGED))
    for each in made.notes:
        yield say("Note"), escape(each)


def _stop(each: Stop, say: Tongue) -> str:
    words = say("no host" if each.is_known else "known only there")
    host = code(each.host) if each.host else escape(words)
    inside = f', in <code class="muted">{escape(each.text)}</code>' if each.text else ""
    return f"{escape(each.role)}: {host}{inside}"


def _remarks(made: Report) -> Iterator[str]:
    say = made.say
    yield f"<h2>{escape(counted(made))}</h2>"
    for each in made.findings:
        yield '<section class="card">'
        title = f"{escape(each.title)} <code>{escape(each.code)}</code>"
        yield f"<h3>{badge(each.severity, say)}{title}</h3>"
        yield f"<p>{escape(each.message)}</p>\n<dl>\n{rows(_remark(each, say))}\n</dl>\n</section>"
    if made.violations:
        places = [f"{_place(each.place, say)}: {escape(each.message)}" for each in made.violations]
        yield section(say("Where the grammar is not met"), items("ul", places))
    if made.left_out:
        yield f'<p class="muted">{escape(say(LEFT_OUT, count=made.left_out))}</p>'


def _remark(each: Remark, say: Tongue) -> Iterator[tuple[str, str]]:
    yield say("Where"), _place(each.place, say)
    if each.place.characters:
        yield say("Characters"), escape("; ".join(each.place.characters))
    if each.fix:
        yield escape(each.fix[0]), code(each.fix[1])
    if each.cites:
        yield say("Clauses"), escape("; ".join(each.cites))


def _place(place: Place, say: Tongue) -> str:
    where = escape(where_of(place, say))
    return where if place.start == place.end else f"{where}, {code(place.quoted)}"


def _inside(made: Report) -> Iterator[str]:
    for each in made.inside:
        steps = "&rarr; " * each.depth
        verdict = f"{badge(each.severity, made.say)}{escape(each.headline)}"
        yield f"{steps}{escape(each.via)}: {code(each.text)}<br>{verdict}"
