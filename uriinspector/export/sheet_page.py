"""Sheets and handouts as pages to print; addresses are exact, and never links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
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
.sheet > * > tr > td { padding: 0; vertical-align: top }
.sheet > tbody > tr { break-inside: avoid; page-break-inside: avoid }
.head { display: flex; justify-content: space-between; gap: 1em; margin-bottom: 1em }
.head { border-bottom: 1px solid #444 } .head p { margin: .3em 0; overflow-wrap: anywhere }
.head > :first-child { min-width: 40% }
h1 { font-size: 14pt; margin: 0 0 .2em } .question { margin: 0 0 1.3em 2em }
.number { float: left; margin-left: -2em } .question p { margin: 0 }
code { font: 10.5pt/1.5 monospace; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: minmax(6.5em, max-content) 1fr; gap: 0 1em }
dl { margin: .3em 0 } dt { color: #444 } dd { margin: 0; min-height: 1.45em }
.choices { list-style: upper-alpha; margin: .3em 0 } .choices li, ul li { margin: 0 0 .2em }
.question p.wrong, .question p.form { color: #444; margin: .5em 0 .2em; font-size: 9.5pt }
dd code { white-space: pre-wrap } .octet { white-space: nowrap }
.answer { border: 1px solid #444; min-height: 2.2em; margin-top: .4em; padding: .2em .4em }
.lesson { margin: 0 0 1.5em } .lesson p { margin: 0 0 .6em } .cites { color: #444 }
.due { margin: 0 0 1em } .key .question { margin-bottom: .5em; font-size: 10pt }
section.key { break-after: auto; page-break-after: auto; margin-bottom: 1.5em }
.key h1 { font-size: 11pt } .key ul { margin: 0; padding-left: 1.2em; font-size: 9pt }
.head .pack { color: #444; font-size: 9pt; margin: 0 0 .3em; white-space: normal }
@media print { body { margin: 0; max-width: none } section { margin: 0 } }
.end { color: #444; font-size: 9pt; margin: 1em 0 0 }
.result { border-left: 3px solid #444; padding-left: .8em } .sum { margin: 0 0 1em }
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
# RFC 3986 2.1: three characters are one octet, and stay in one line.
OCTET, UNBROKEN = expression("%[0-9A-Fa-f]{2}"), r'<span class="octet">\g<0></span><wbr>'
SECTION_END = "</tbody>\n</table>\n</section>\n"
PAGE_END = "</body>\n</html>\n"


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A new page for each student."""
    yield page_start(title_of(pack, form), form)
    for sheet in sheets:
        yield from page_of(sheet, form)
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


def section_start(sheet: Sheet, title: str, form: SheetForm) -> Iterator[str]:
    """A table of one column: its head is on each printed page, a row is on one."""
    kind = ' class="key"' if form.key == ALONE else ""
    head = sheet_head(sheet, title, form)
    yield f'<section{kind}>\n<table class="sheet" role="presentation">\n<thead><tr><td>'
    yield f'<div class="head"><div><h1>{escape(head.title)}</h1>'
    yield f'<p class="pack">{escape(head.pack)}</p></div>'
    student = f"{escape(head.student)} \u00b7 {escape(head.questions)}"
    yield f"<p>{student}</p></div></td></tr></thead>\n<tbody>\n"


def section_end(sheet: Sheet, form: SheetForm) -> str:
    """What the last row of a sheet says."""
    end = escaped(end_words(sheet, form))
    return f'<tr><td><p class="end">{end}</p></td></tr>\n{SECTION_END}'


def page_of(sheet: Sheet, form: SheetForm) -> Iterator[str]:
    """The section of a student."""
    pack = sheet.pack
    yield from section_start(sheet, sheet_title(pack, form), form)
    for opening in opening_blocks(pack, form):
        markup = "".join(map(_markup, opening))
        if any(each.role == LESSON for each in opening if isinstance(each, SheetParagraph)):
            markup = f'<div class="lesson">{markup}</div>'
        yield f"<tr><td>{markup}</td></tr>\n"
    for number, row in enumerate(sheet.rows, 1):
        yield f'<tr><td><div class="question"><span class="number">{number}.</span>'
        yield from map(_markup, row_blocks(row, form, pack))
        yield "</div></td></tr>\n"
    if form.key != ALONE:
        yield section_end(sheet, form)
    else:
        yield SECTION_END


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
        rows = (f"<dt>{escape(label)}</dt><dd>{_runs(runs)}</dd>" for label, runs in block.rows)
        return f"<dl>{''.join(rows)}</dl>\n"
    return _list(block)


def _paragraph(block: SheetParagraph) -> str:
    words = _runs(block.runs)
    if block.role == ANSWER:
        return f'<div class="answer">{words}</div>'
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
        return f"<code>{OCTET.sub(UNBROKEN, markup)}</code>"
    return f"<i>{markup}</i>" if style == MISSING else markup
