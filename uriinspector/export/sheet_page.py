"""Sheets and handouts as pages to print; addresses are exact, and never links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.page import POLICY
from uriinspector.export.sheet_content import (
    ANSWER,
    ASKED,
    CHOICES,
    CODE,
    LESSON,
    MISSING,
    SheetFields,
    SheetParagraph,
    asked_blocks,
    end_words,
    key_runs,
    opening_blocks,
    phrase_runs,
    row_blocks,
    sheet_head,
    sheet_title,
    title_of,
)
from uriinspector.export.sheet_forms import ALONE, escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.phrase import Phrase
    from uriinspector.export.sheet_content import Runs, SheetBlock, SheetList
    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.pack import Pack, Sheet
    from uriinspector.lessons.question import Question

# Browsers repeat the head of a table on each page that it goes over: that is how the name of the
# student comes onto the second one.  Chromium does not repeat the foot where pages have names.
STYLE = """
body { font: 11pt/1.45 sans-serif; margin: 2em auto; max-width: 46em }
body { color: #000; background: #fff }
section { break-after: page; page-break-after: always; margin-bottom: 4em }
section:last-child { break-after: auto; page-break-after: auto }
.sheet { width: 100%; border-collapse: collapse; table-layout: fixed }
.sheet > * > tr > td { padding: 0; vertical-align: top } .sheet col.number { width: 2em }
.sheet > tbody > tr { break-inside: avoid; page-break-inside: avoid }
.head { display: flex; justify-content: space-between; gap: 1em; margin-bottom: 1em }
.head { border-bottom: 1px solid #444 } .head p { margin: .3em 0; overflow-wrap: anywhere }
.head > :first-child { min-width: 40% }
h1 { font-size: 14pt; margin: 0 0 .2em } .question { margin: 0 0 1.3em }
.question p { margin: 0 }
code { font: 10.5pt/1.5 monospace; overflow-wrap: anywhere }
.fields { width: 100%; border-collapse: collapse; margin: .3em 0 }
.fields td { padding: 0; vertical-align: top } .fields .label { color: #444; padding-right: 1em }
.choices { list-style: upper-alpha; margin: .3em 0 } .choices li, ul li { margin: 0 0 .2em }
.question p.wrong, .question p.form { color: #444; margin: .5em 0 .2em; font-size: 9.5pt }
.fields code { white-space: pre-wrap } .octet { white-space: nowrap }
.answer { width: 100%; border-collapse: collapse; margin-top: .4em }
.answer td { border: 1px solid #444; height: 2em; padding: .2em .4em; vertical-align: top }
.lesson { margin: 0 0 1.5em } .lesson p { margin: 0 0 .6em } .cites { color: #444 }
.due { margin: 0 0 1em } .key .question { margin-bottom: .5em; font-size: 10pt }
section.key { break-after: auto; page-break-after: auto; margin-bottom: 1.5em }
.key h1 { font-size: 11pt } .key ul { margin: 0; padding-left: 1.2em; font-size: 9pt }
.head .pack { color: #444; font-size: 9pt; margin: 0 0 .3em; white-space: normal }
@media print { body { margin: 0; max-width: none } section { margin: 0 } }
.end { color: #444; font-size: 9pt; margin: 1em 0 0 }
.result { border-left: 3px solid #444 } .result .label { padding-left: .8em }
.sum { margin: 0 0 1em }
@page { margin: 18mm }
"""
# No browser counts the pages of a part of a print, but Chromium (131) counts anew where the pages
# have another name; others leave such rules out.  That is why the end of a sheet is named, too.
PAGE_NUMBERS = """
section:not(.key):nth-of-type(odd) { page: odd } section:not(.key):nth-of-type(even) { page: even }
@page odd { counter-increment: odd; counter-set: even 0 }
@page even { counter-increment: even; counter-set: odd 0 }
@page odd { @bottom-right { content: "BEFORE" counter(odd) "AFTER"; font: 9pt sans-serif } }
@page even { @bottom-right { content: "BEFORE" counter(even) "AFTER"; font: 9pt sans-serif } }
"""
# What stays on one line: an octet (RFC 3986 2.1), and the name of a character that is not drawn.
UNIT = expression("%[0-9A-Fa-f]{2}|\u2039[^\u2039\u203a]{1,40}\u203a")
UNBROKEN = r'<wbr><span class="octet">\g<0></span><wbr>'
# Widths are attributes: what prints in the window does not know them in a style.
TABLE = '<table class="sheet" role="presentation" width="100%">'
PAGE_END = "</body>\n</html>\n"


class SheetMarkup(NamedTuple):
    """The sheet of a student as rows of a table, each of which stays on one page."""

    code: str
    head: str
    rows: tuple[str, ...]

    def section(self, form: SheetForm) -> str:
        """The part of a page: browsers repeat the head on every printed one."""
        kind = ' class="key"' if form.key == ALONE else ""
        return (
            f'<section{kind}>\n{TABLE}<colgroup><col class="number"><col></colgroup>\n'
            f"{self.head}<tbody>\n{''.join(self.rows)}</tbody>\n</table>\n</section>\n"
        )


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A new page for each student."""
    yield page_start(title_of(pack, form), form)
    for sheet in sheets:
        yield sheet_markup(sheet, form).section(form)
    yield PAGE_END


def page_start(title: str, form: SheetForm) -> str:
    """All that is in front of the pages of the students."""
    return (
        f'<!DOCTYPE html>\n<html lang="{form.language}">\n<head>\n<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
        f"<title>{escaped(title)}</title>\n<style>{STYLE}{_page_numbers(form)}</style>\n"
        "</head>\n<body>\n"
    )


def _page_numbers(form: SheetForm) -> str:
    before, _, after = form.translate("Page {number}").partition("{number}")
    return PAGE_NUMBERS.replace("BEFORE", before).replace("AFTER", after)


def sheet_markup(sheet: Sheet, form: SheetForm) -> SheetMarkup:
    """The head, the questions or answers, and the end of a sheet."""
    pack = sheet.pack
    rows = []
    for opening in opening_blocks(pack, form):
        markup = "".join(map(_markup, opening))
        if any(each.role == LESSON for each in opening if isinstance(each, SheetParagraph)):
            markup = f'<div class="lesson">{markup}</div>'
        rows.append(wide_row(markup))
    for number, row in enumerate(sheet.rows, 1):
        rows.append(question_row(number, "".join(map(_markup, row_blocks(row, form, pack)))))
    if form.key != ALONE:
        rows.append(end_row(sheet, form))
    return SheetMarkup(sheet.code, head_of(sheet, sheet_title(pack, form), form), tuple(rows))


def head_of(sheet: Sheet, title: str, form: SheetForm) -> str:
    """Which pack, version and student a page is of."""
    head = sheet_head(sheet, title, form)
    return (
        f'<thead><tr><td colspan="2"><div class="head"><div><h1>{escape(head.title)}</h1>'
        f'<p class="pack">{escape(head.pack)}</p></div>'
        f"<p>{escape(head.student)} \u00b7 {escape(head.questions)}</p></div></td></tr></thead>\n"
    )


def wide_row(markup: str) -> str:
    """A row that has no number."""
    return f'<tr><td colspan="2">{markup}</td></tr>\n'


def question_row(number: int, markup: str) -> str:
    """A question in its row."""
    return (
        f'<tr><td class="number" width="5%">{number}.</td>'
        f'<td><div class="question">{markup}</div></td></tr>\n'
    )


def end_row(sheet: Sheet, form: SheetForm) -> str:
    """What the last row of a sheet says."""
    return wide_row(f'<p class="end">{escaped(end_words(sheet, form))}</p>')


def fields(rows: Iterable[tuple[str, str]], kind: str = "") -> str:
    """Labels, each with what it is of, as markup."""
    cells = "".join(
        f'<tr><td class="label" width="20%">{escape(label)}</td><td>{markup}</td></tr>'
        for label, markup in rows
    )
    return f'<table class="fields{kind}" role="presentation" width="100%">{cells}</table>\n'


def asked_parts(question: Question, form: SheetForm) -> Iterator[str]:
    """What is asked, with all that the question gives."""
    return map(_markup, asked_blocks(question, form))


def key_of(question: Question, form: SheetForm) -> str:
    """The right answer, as markup."""
    return _runs(key_runs(question, form))


def marked_phrase(phrase: Phrase, form: SheetForm) -> str:
    """A phrase whose texts from the question are set as such."""
    return _runs(phrase_runs(phrase, form))


def _markup(block: SheetBlock) -> str:
    if isinstance(block, SheetParagraph):
        return _paragraph(block)
    if isinstance(block, SheetFields):
        return fields((label, _runs(runs)) for label, runs in block.rows)
    return _list(block)


def _paragraph(block: SheetParagraph) -> str:
    words = _runs(block.runs)
    if block.role == ANSWER:
        return (
            '<table class="answer" role="presentation" width="100%">'
            f"<tr><td>{words or '&nbsp;'}</td></tr></table>"
        )
    name = "" if block.role in {ASKED, LESSON} else f' class="{block.role}"'
    return f"<p{name}>{words}</p>" + ("\n" if block.role == ASKED else "")


def _list(block: SheetList) -> str:
    items = "".join(f"<li>{_runs(runs)}</li>" for runs in block.items)
    if block.role == CHOICES:
        return f'<ol class="choices">{items}</ol>\n'
    return f"<ul>{items}</ul>\n"


def _runs(runs: Runs) -> str:
    return "".join(_run(each.text, each.style) for each in runs)


def _run(text: str, style: str) -> str:
    markup = "<br>".join(map(escape, text.split("\n")))
    if style == CODE:
        return f"<code>{UNIT.sub(UNBROKEN, markup)}</code>"
    return f"<i>{markup}</i>" if style == MISSING else markup
