"""The frame of every page that is handed on, and the few pieces of markup in it.

Titles and names are ours; whatever else comes in is escaped by whoever hands it in.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.export.language import Translator, english
from uriinspector.export.theme_colors import THEMES, theme_colors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.versions import VersionRow

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def head(title: str, *sheets: str, language: str = "en") -> Iterator[str]:
    """All in front of the content; the policy says once more that nothing is loaded or run.

    ``sheets`` are the names of those style sheets that come behind the one of every page.
    """
    yield f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    # Telephones make links of what looks like a number, a date or an address.
    yield '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    yield f"<title>{title}</title>\n<style>\n{_style('report', *sheets)}</style>"
    yield "</head>\n<body>\n<main>"


def tail(rests_on: Iterable[VersionRow], say: Translator = english) -> Iterator[str]:
    """What it was made with, and all behind the content."""
    rests = "; ".join(escape(f"{each.name} {each.version}") for each in rests_on)
    yield section(say("Created with"), f'<p class="muted">{rests}.</p>')
    yield "</main>\n</body>\n</html>"


def _style(*names: str) -> str:
    sheet = "".join(shipped_text(f"themes/{name}.css") for name in names)
    values = {theme: theme_colors(theme).css(sheet) for theme in THEMES}
    return Template(sheet).substitute(values)


def badge(severity: str | None, say: Translator = english) -> str:
    """A severity as a badge."""
    if severity is None:
        return f'<span class="badge">{escape(say("no finding"))}</span>'
    return f'<span class="badge {severity}">{escape(say(severity))}</span>'


def code(text: str | None, say: Translator = english) -> str:
    """A text from outside as it is told; that there is none."""
    return f"<code>{escape(text)}</code>" if text else escape(say("not present"))


def rows(rows: Iterable[tuple[str, str]]) -> str:
    """Names and values."""
    return "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)


def items(kind: str, items: Iterable[str]) -> str:
    """A list, "ol" or "ul"."""
    return f"<{kind}>\n" + "\n".join(f"<li>{each}</li>" for each in items) + f"\n</{kind}>"


def section(title: str, content: str) -> str:
    """A title and a card under it."""
    return f'<h2>{title}</h2>\n<section class="card">{content}</section>'
