"""Sheets and handouts as pages to print; addresses are exact, and never links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, pieces
from uriinspector.export.page import POLICY
from uriinspector.export.sheet_forms import (
    ALONE,
    EMPTY,
    WITHOUT,
    answer_words,
    escaped,
    in_lines,
    shown_texts,
)
from uriinspector.lessons.answer_lines import answer_lines
from uriinspector.lessons.named_answers import named_answers
from uriinspector.lessons.pair import NO_TARGET, SAME_DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.phrase import Phrase
    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.lesson import Lesson
    from uriinspector.lessons.pack import Pack, Sheet, SheetRow
    from uriinspector.lessons.question import Question

MOST_LIKELY = 3
# Written by few students as an answer.
SPECIAL_TARGETS = frozenset({NO_TARGET, SAME_DOCUMENT})
# Keys that a student of another language answers with another word.
WORDS = frozenset({*SPECIAL_TARGETS, "none", "empty"})
# Browsers repeat the head and the foot of a table on each page that it goes over: that is how the
# name of the student comes onto the second one.
STYLE = """
body { font: 11pt/1.45 sans-serif; margin: 2em auto; max-width: 46em }
body { color: #000; background: #fff }
section { break-after: page; page-break-after: always; margin-bottom: 4em }
section:last-child { break-after: auto; page-break-after: auto }
.sheet { width: 100%; border-collapse: collapse; table-layout: fixed }
.sheet > * > tr > td { padding: 0; vertical-align: top }
.sheet > tbody > tr { break-inside: avoid; page-break-inside: avoid }
.head { display: flex; justify-content: space-between; gap: 1em; margin-bottom: 1em }
.head { border-bottom: 1px solid #444 } .head p { margin: .3em 0; white-space: nowrap }
h1 { font-size: 14pt; margin: 0 0 .2em } .question { margin: 0 0 1.3em 2em }
.number { float: left; margin-left: -2em } .question p { margin: 0 }
code { font: 10.5pt/1.5 monospace; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: minmax(6.5em, max-content) 1fr; gap: 0 1em }
dl { margin: .3em 0 } dt { color: #444 } dd { margin: 0; min-height: 1.45em }
.choices { list-style: upper-alpha; margin: .3em 0 } .choices li, ul li { margin: 0 0 .2em }
.question p.wrong, .question p.form { color: #444; margin: .5em 0 .2em; font-size: 9.5pt }
dd code { white-space: pre-wrap }
.answer { border: 1px solid #444; min-height: 2.2em; margin-top: .4em; padding: .2em .4em }
.item { float: right; color: #444; font-size: 9pt; margin-left: 1em }
.lesson { margin: 0 0 1.5em } .lesson p { margin: 0 0 .6em } .cites { color: #444 }
.due { margin: 0 0 1em } .key .question { margin-bottom: .5em; font-size: 10pt }
section.key { break-after: auto; page-break-after: auto; margin-bottom: 1.5em }
.key h1 { font-size: 11pt } .key ul { margin: 0; padding-left: 1.2em; font-size: 9pt }
footer { color: #444; font-size: 9pt; padding-top: .6em }
@media print { body { margin: 0; max-width: none } section { margin: 0 } }
@page { margin: 18mm }
"""


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A new page for each student."""
    yield f'<!DOCTYPE html>\n<html lang="{form.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    yield f"<title>{_title(pack, form)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    for sheet in sheets:
        yield from _page(sheet, form)
    yield "</body>\n</html>\n"


def _title(pack: Pack, form: SheetForm) -> str:
    title = form.translate(pack.title) if pack.lesson else pack.title
    return escaped(f"{pack.lesson.number}. {title}" if pack.lesson else title)


def _page(sheet: Sheet, form: SheetForm) -> Iterator[str]:
    """A table of one column: head and foot are on each printed page, a row is on one."""
    pack = sheet.pack
    kind = ' class="key"' if form.key == ALONE else ""
    yield f'<section{kind}>\n<table class="sheet" role="presentation">\n<thead><tr><td>'
    title = _title(pack, form)
    if form.key == ALONE:
        title += f" \u00b7 {escaped(form.translate('Right answers'))}"
    yield f'<div class="head"><h1>{title}</h1><p>{escaped(sheet.student)}</p></div>'
    if pack.due_text and form.key == WITHOUT:
        due = form.translate("due: {when}").replace("{when}", pack.due_text)
        yield f'<p class="due">{escaped(due)}</p>'
    # Who has no name has a code already; a second one would only be mistaken for it.
    code = f" \u00b7 {sheet.code}" if form.has_names else ""
    foot = escaped(f"{pack.code} {pack.version}{code}")
    yield f"</td></tr></thead>\n<tfoot><tr><td><footer>{foot}</footer></td></tr></tfoot>\n<tbody>\n"
    if pack.lesson and form.key != ALONE:
        yield f"<tr><td>{''.join(_lesson(pack.lesson, form))}</td></tr>\n"
    for number, row in enumerate(sheet.rows, 1):
        yield f'<tr><td><div class="question"><span class="number">{number}.</span>'
        yield from _key_row(row, form, pack) if form.key == ALONE else _question(row, form)
        yield "</div></td></tr>\n"
    yield "</tbody>\n</table>\n</section>\n"


def _lesson(lesson: Lesson, form: SheetForm) -> Iterator[str]:
    """The text of a lesson with its example; what is between ` is evidence."""
    yield '<div class="lesson">'
    for text in lesson.text:
        words = form.translate(text).split("`")
        marked = (
            f"<code>{escaped(each)}</code>" if at % 2 else escaped(each)
            for at, each in enumerate(words)
        )
        yield f"<p>{''.join(marked)}</p>"
    base, example = lesson.example
    rows = [("Base URI", base), ("Reference", example)] if base else [("Example", example)]
    yield "<dl>"
    for label, text in rows:
        yield f"<dt>{escaped(form.translate(label))}</dt><dd><code>{escaped(text)}</code></dd>"
    yield f'</dl><p class="cites">{escaped(", ".join(lesson.cites))}</p></div>'


def _question(row: SheetRow, form: SheetForm) -> Iterator[str]:
    question = row.question
    yield f'<span class="item">{escaped(row.item)} {row.number}</span>'
    yield f"<p>{escaped(form.words_of(question.asks))}</p>\n<dl>"
    for label, text in shown_texts(question):
        shown = (
            f"<code>{in_lines(text)}</code>" if text else f"<i>{escaped(form.translate(EMPTY))}</i>"
        )
        yield f"<dt>{escaped(form.translate(label))}</dt><dd>{shown}</dd>"
    yield "</dl>\n"
    if question.details:
        words = (escaped(form.words_of(each)) for each in question.details)
        yield f"<ul><li>{'</li><li>'.join(words)}</li></ul>\n"
    yield from _choices(question, form)
    if form.key == WITHOUT:
        answer = answer_words(question, form)
        yield f'<p class="form">{escaped(answer)}</p>' if answer else ""
        yield '<div class="answer"></div>'
    else:
        yield f'<div class="answer">{_key(question, form)}</div>'


def _key(question: Question, form: SheetForm) -> str:
    """The right answer as the sheet asks for it; of choices also their words."""
    words = escaped(" \u00b7 ".join(map(form.words_of, answer_lines(question))))
    if question.key in WORDS:
        return words
    code = f"<code>{escaped(question.key)}</code>"
    return f"{code} {words}" if question.choices else code


def _key_row(row: SheetRow, form: SheetForm, pack: Pack) -> Iterator[str]:
    """For who has the sheet of the student at hand: the answer, and what else may stand there."""
    yield f'<span class="item">{escaped(row.item)} {row.number}</span>'
    yield f"<p>{_key(row.question, form)}</p>"
    about = next(each.wishes.about for each in pack.items if each.code == row.item)
    yield from _likely(row, form, about)


def _likely(row: SheetRow, form: SheetForm, about: tuple[str, ...]) -> Iterator[str]:
    """Wrong answers of different mistakes with their reasons, for who marks by hand.

    The mistakes that the question was drawn for come first.
    """
    by_code = {each.diagnosis.mistake: each for each in reversed(named_answers(row.question))}
    wrong = list(reversed(by_code.values()))
    wrong.sort(key=lambda each: (each.diagnosis.mistake not in about, each.text in SPECIAL_TARGETS))
    del wrong[MOST_LIKELY:]
    if wrong:
        rows = (
            f"<li><code>{escaped(each.text)}</code>: "
            f"{escaped(' '.join(map(form.words_of, each.diagnosis.phrases)))}</li>"
            for each in wrong
        )
        yield f'<p class="wrong">{escaped(form.translate("Wrong answers"))}</p>'
        yield f"<ul>{''.join(rows)}</ul>\n"


def _choices(question: Question, form: SheetForm) -> Iterator[str]:
    if question.choices:
        words = (_marked(each.phrase, form) for each in question.choices)
        yield f'<ol class="choices"><li>{"</li><li>".join(words)}</li></ol>\n'


def _marked(phrase: Phrase, form: SheetForm) -> str:
    """A phrase whose texts from the question are set as such."""
    return "".join(
        f"<code>{escaped(each.text)}</code>" if each.kind == EVIDENCE else escaped(each.text)
        for each in pieces((phrase,), form.translate)
    )
