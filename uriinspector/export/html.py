"""A report as a page of its own: nothing is fetched for it, and nothing in it can be followed.

All of it is escaped; the policy in its head says once more that it loads and runs nothing.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import TYPE_CHECKING

from uriinspector.analysis.shipped import shipped_text
from uriinspector.export.colours import THEMES, colours
from uriinspector.export.report import NOT_VISITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.export.drawing import Run
    from uriinspector.export.report import Place, Remark, Report, Stop

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(made: Report) -> str:
    """The whole page."""
    return "\n".join(_lines(made)) + "\n"


def _style() -> str:
    sheet = shipped_text("themes/report.css")
    found = {theme: colours(theme).css(sheet) for theme in THEMES}
    return Template(sheet).substitute(found)


def _lines(made: Report) -> Iterator[str]:
    title = escape(made.headline)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    # Telephones make links of what looks like a number, a date or an address.
    yield '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    yield f"<title>{title}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n<main>"
    yield f'<section class="card verdict {made.severity or "calm"}">'
    yield f'{_badge(made.severity)}<span class="muted">by its text only: {NOT_VISITED}</span>'
    yield f"<h1>{title}</h1>\n<p>{escape(made.detail)}</p>\n</section>"
    yield f'<section class="card">\n<div class="link">{_link(made)}</div>'
    yield f"<dl>\n{_rows(_facts(made))}\n</dl>\n</section>"
    if len(made.route) > 1:
        yield _section("Route", _list("ol", map(_stop, made.route)))
    yield from _remarks(made)
    if made.inside:
        yield _section("Inside", _list("ul", _inside(made)))
    yield _section("Not looked at", _list("ul", map(escape, made.unexamined)))
    rests = "; ".join(escape(f"{each.name} {each.version}") for each in made.rests_on)
    yield _section("Made with", f'<p class="muted">{rests}.</p>')
    yield "</main>\n</body>\n</html>"


def _badge(severity: str | None) -> str:
    if severity is None:
        return '<span class="badge">no finding</span>'
    return f'<span class="badge {severity}">{severity}</span>'


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
        yield "Base", _code(made.base)
        yield "Target", _code(made.target or "none")
    yield "Host", _code(made.host)
    if made.address:
        yield "Address", escape(made.address)
    yield "Registrable domain", _code(made.site)
    yield "Read as", escape(made.edition)
    written = "to the letter" if made.is_exact else "defanged"
    yield "Written", f"links {written}; positions count characters from 0"
    for each in made.notes:
        yield "Note", escape(each)


def _code(text: str | None) -> str:
    return f"<code>{escape(text)}</code>" if text else "none"


def _rows(rows: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)


def _list(kind: str, items: Iterable[str]) -> str:
    return f"<{kind}>\n" + "\n".join(f"<li>{each}</li>" for each in items) + f"\n</{kind}>"


def _section(title: str, content: str) -> str:
    return f'<h2>{title}</h2>\n<section class="card">{content}</section>'


def _stop(each: Stop) -> str:
    host = _code(each.host) if each.host else "no host" if each.is_known else "known only there"
    inside = f', in <code class="muted">{escape(each.text)}</code>' if each.text else ""
    return f"{escape(each.role)}: {host}{inside}"


def _remarks(made: Report) -> Iterator[str]:
    count = f" ({made.finding_count:,})" if made.findings else ": none"
    yield f"<h2>Findings{count}</h2>"
    for each in made.findings:
        yield '<section class="card">'
        title = f"{escape(each.title)} <code>{escape(each.code)}</code>"
        yield f"<h3>{_badge(each.severity)}{title}</h3>"
        yield f"<p>{escape(each.message)}</p>\n<dl>\n{_rows(_remark(each))}\n</dl>\n</section>"
    if made.violations:
        places = [f"{_place(each.place)}: {escape(each.message)}" for each in made.violations]
        yield _section("Where the grammar is not met", _list("ul", places))
    if made.left_out:
        yield f'<p class="muted">{made.left_out:,} more are left out here.</p>'


def _remark(each: Remark) -> Iterator[tuple[str, str]]:
    yield "Where", _place(each.place)
    if each.place.characters:
        yield "Characters", escape("; ".join(each.place.characters))
    if each.fix:
        yield escape(each.fix[0]), _code(each.fix[1])
    if each.cites:
        yield "Clauses", escape("; ".join(each.cites))


def _place(place: Place) -> str:
    if place.start == place.end:
        return f"at {place.start}"
    return f"{place.start} to {place.end}, {_code(place.quoted)}"


def _inside(made: Report) -> Iterator[str]:
    for each in made.inside:
        steps = "&rarr; " * each.depth
        verdict = f"{_badge(each.severity)}{escape(each.headline)}"
        yield f"{steps}{escape(each.via)}: {_code(each.text)}<br>{verdict}"
