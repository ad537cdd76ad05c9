"""A report as a page of its own: nothing is fetched for it, and nothing in it can be followed.

All of it is escaped; the policy in its head says once more that it loads and runs nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from uriinspector.export.page import badge, code, head, items, rows, section, tail
from uriinspector.export.report import NOT_VISITED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.export.drawing import Run
    from uriinspector.export.report import Place, Remark, Report, Stop


def html(made: Report) -> str:
    """The whole page."""
    return "\n".join(_lines(made)) + "\n"


def _lines(made: Report) -> Iterator[str]:
    title = escape(made.headline)
    yield from head(title)
    yield f'<section class="card verdict {made.severity or "calm"}">'
    yield f'{badge(made.severity)}<span class="muted">by its text only: {NOT_VISITED}</span>'
    yield f"<h1>{title}</h1>\n<p>{escape(made.detail)}</p>\n</section>"
    yield f'<section class="card">\n<div class="link">{_link(made)}</div>'
    yield f"<dl>\n{rows(_facts(made))}\n</dl>\n</section>"
    if len(made.route) > 1:
        yield section("Route", items("ol", map(_stop, made.route)))
    yield from _remarks(made)
    if made.inside:
        yield section("Inside", items("ul", _inside(made)))
    yield section("Not looked at", items("ul", map(escape, made.unexamined)))
    yield from tail(made.rests_on)


def _link(made: Report) -> str:
    """The text with its parts in colour."""
    if not made.runs:
        return '<span class="muted">(empty)</span>'
    cut = f'<span class="muted">\u2026 ({made.cut:,} characters more)</span>' if made.cut else ""
    return "".join(map(_run, made.runs)) + cut


def _run(each: Run) -> str:
    text = escape(each.text)
    return f'<span class="{" ".join(each.meanings)}">{text}</span>' if each.meanings else text


def _facts(made: Report) -> Iterator[tuple[str, str]]:
    """What it is about; the values are markup."""
    if made.base is not None:
        yield "Base", code(made.base)
        yield "Target", code(made.target or "none")
    yield "Host", code(made.host)
    if made.address:
        yield "Address", escape(made.address)
    yield "Registrable domain", code(made.site)
    yield "Read as", escape(made.edition)
    written = "to the letter" if made.is_exact else "defanged"
    yield "Written", f"links {written}; positions count characters from 0"
    for each in made.notes:
        yield "Note", escape(each)


def _stop(each: Stop) -> str:
    host = code(each.host) if each.host else "no host" if each.is_known else "known only there"
    inside = f', in <code class="muted">{escape(each.text)}</code>' if each.text else ""
    return f"{escape(each.role)}: {host}{inside}"


def _remarks(made: Report) -> Iterator[str]:
    count = f" ({made.finding_count:,})" if made.findings else ": none"
    yield f"<h2>Findings{count}</h2>"
    for each in made.findings:
        yield '<section class="card">'
        title = f"{escape(each.title)} <code>{escape(each.code)}</code>"
        yield f"<h3>{badge(each.severity)}{title}</h3>"
        yield f"<p>{escape(each.message)}</p>\n<dl>\n{rows(_remark(each))}\n</dl>\n</section>"
    if made.violations:
        places = [f"{_place(each.place)}: {escape(each.message)}" for each in made.violations]
        yield section("Where the grammar is not met", items("ul", places))
    if made.left_out:
        yield f'<p class="muted">{made.left_out:,} more are left out here.</p>'


def _remark(each: Remark) -> Iterator[tuple[str, str]]:
    yield "Where", _place(each.place)
    if each.place.characters:
        yield "Characters", escape("; ".join(each.place.characters))
    if each.fix:
        yield escape(each.fix[0]), code(each.fix[1])
    if each.cites:
        yield "Clauses", escape("; ".join(each.cites))


def _place(place: Place) -> str:
    if place.start == place.end:
        return f"at {place.start}"
    return f"{place.start} to {place.end}, {code(place.quoted)}"


def _inside(made: Report) -> Iterator[str]:
    for each in made.inside:
        steps = "&rarr; " * each.depth
        verdict = f"{badge(each.severity)}{escape(each.headline)}"
        yield f"{steps}{escape(each.via)}: {code(each.text)}<br>{verdict}"
