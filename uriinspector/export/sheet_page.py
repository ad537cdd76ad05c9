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
SECTION_END = "</tbody>\n</table>\n</section>\n"
PAGE_END = "</body>\n</html>\n"


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A new page for each student."""
    yield page_start(title_of(pack, form), form)
    for sheet in sheets:
        yield from _page(sheet, form)
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


def title_of(pack: Pack, form: SheetForm) -> str:
    """The title of a pack; that of a lesson has its number and is translated."""
    if pack.lesson is None:
        return pack.title
    return f"{pack.lesson.number}. {form.translate(pack.title)}"


def section_start(sheet: Sheet, title: str, form: SheetForm) -> Iterator[str]:
    """A table of one column: its head is on each printed page, a row is on one."""
    kind = ' class="key"' if form.key == ALONE else ""
    yield f'<section{kind}>\n<table class="sheet" role="presentation">\n<thead><tr><td>'
    count = with_count(form, "{count} questions", len(sheet.rows))
    yield f'<div class="head"><div><h1>{escaped(title)}</h1>'
    pack = form.translate("{code}, version {version}").replace("{version}", str(sheet.pack.version))
    pack = pack.replace("{code}", sheet.pack.code)
    if form.has_names:  # who has no name has a code in its place
        code = form.translate("sheet {code}").replace("{code}", sheet.code)
        pack = f"{pack} \u00b7 {code}"
    yield f'<p class="pack">{escaped(pack)}</p></div>'
    yield f"<p>{escaped(sheet.student)} \u00b7 {count}</p></div></td></tr></thead>\n<tbody>\n"


def section_end(sheet: Sheet, form: SheetForm) -> str:
    """Where nothing follows, that is said: so nobody misses a page without a number."""
    end = with_count(form, "End: question {count} is the last one.", len(sheet.rows))
    return f'<tr><td><p class="end">{end}</p></td></tr>\n{SECTION_END}'


def with_count(form: SheetForm, template: str, count: int) -> str:
    """A text with a number, as markup."""
    one = {"{count} questions": "1 question"}
    text = one[template] if count == 1 and template in one else template
    return escaped(form.translate(text).replace("{count}", str(count)))


def _page(sheet: Sheet, form: SheetForm) -> Iterator[str]:
    pack = sheet.pack
    title = title_of(pack, form)
    if form.key == ALONE:
        title += f" \u00b7 {form.translate('Right answers')}"
    yield from section_start(sheet, title, form)
    if pack.due_text and form.key == WITHOUT:
        due = form.translate("due: {when}").replace("{when}", pack.due_text)
        yield f'<tr><td><p class="due">{escaped(due)}</p></td></tr>\n'
    if pack.lesson and form.key != ALONE:
        yield f"<tr><td>{''.join(_lesson(pack.lesson, form))}</td></tr>\n"
    for number, row in enumerate(sheet.rows, 1):
        yield f'<tr><td><div class="question"><span class="number">{number}.</span>'
        yield from _key_row(row, form, pack) if form.key == ALONE else _question(row, form)
        yield "</div></td></tr>\n"
    if form.key != ALONE:
        yield section_end(sheet, form)
    else:
        yield SECTION_END


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
    yield from asked_parts(question, form)
    if form.key == WITHOUT:
        answer = answer_words(question, form)
        yield f'<p class="form">{escaped(answer)}</p>' if answer else ""
        yield '<div class="answer"></div>'
    else:
        yield f'<div class="answer">{key_of(question, form)}</div>'


def asked_parts(question: Question, form: SheetForm) -> Iterator[str]:
    """What is asked, with all that the question gives."""
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
    if question.choices:
        phrases = (marked_phrase(each.phrase, form) for each in question.choices)
        yield f'<ol class="choices"><li>{"</li><li>".join(phrases)}</li></ol>\n'


def key_of(question: Question, form: SheetForm) -> str:
    """The right answer as the sheet asks for it; of choices also their words."""
    words = escaped(" \u00b7 ".join(map(form.words_of, answer_lines(question))))
    if question.key in WORDS:
        return words
    code = f"<code>{escaped(question.key)}</code>"
    return f"{code} {words}" if question.choices else code


def _key_row(row: SheetRow, form: SheetForm, pack: Pack) -> Iterator[str]:
    """For who has the sheet of the student at hand: the answer, and what else may stand there."""
    yield f"<p>{key_of(row.question, form)}</p>"
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


def marked_phrase(phrase: Phrase, form: SheetForm) -> str:
    """A phrase whose texts from the question are set as such."""
    return "".join(
        f"<code>{escaped(each.text)}</code>" if each.kind == EVIDENCE else escaped(each.text)
        for each in pieces((phrase,), form.translate)
    )
