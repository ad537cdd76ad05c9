"""Sheets as tables and as pages to print; addresses are exact, and never links."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.phrase import Phrase, pieces
from uriinspector.analysis.safe_text import visible
from uriinspector.export.csv import csv_row
from uriinspector.export.page import POLICY
from uriinspector.lessons.choice import letter_of
from uriinspector.lessons.named_answers import named_answers
from uriinspector.lessons.pair import NO_TARGET, SAME_DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.lessons.pack import Pack, Sheet, SheetRow
    from uriinspector.lessons.question import Question

WITHOUT, WITH, ALONE = "without", "with", "alone"
MOST_LIKELY = 3
# Written by few students as an answer.
SPECIAL_TARGETS = frozenset({NO_TARGET, SAME_DOCUMENT})
EMPTY = "(empty)"  # a reference of no characters
# What a question gives, as it is labeled.
LABELS = {
    "base": "Base URI",
    "reference": "Reference",
    "text": "Link",
    "a": "First",
    "b": "Second",
    "target": "Target",
    "result": "Target",
    "url": "URL of the page",
    "page": "Page",
}
COLUMNS = ("student", "item", "number", "question", "base", "reference")
STYLE = """
body { font: 11pt/1.45 sans-serif; margin: 2em auto; max-width: 46em }
body { color: #000; background: #fff }
section { break-after: page; page-break-after: always }
section:last-child { break-after: auto; page-break-after: auto }
h1 { font-size: 16pt; margin: 0 0 .2em } .head { display: flex; justify-content: space-between }
ol { padding-left: 1.8em } li { margin: 0 0 1.2em; break-inside: avoid; page-break-inside: avoid }
code { font: 10.5pt/1.5 monospace; overflow-wrap: anywhere } dl { margin: .3em 0 }
dt { float: left; width: 6.5em; color: #444 } dd { margin: 0 0 0 6.5em; min-height: 1.45em }
.choices { list-style: upper-alpha; margin: .3em 0 } .choices li, ul li { margin: 0 0 .2em }
.wrong { color: #444; margin: .5em 0 .2em }
dd code { white-space: pre-wrap }
.answer { border: 1px solid #444; min-height: 2.2em; margin-top: .4em; padding: .2em .4em }
.item { float: right; color: #444; font-size: 9pt; margin-left: 1em }
footer { color: #444; font-size: 9pt; margin-top: 2em }
@media print { body { margin: 0; max-width: none } }
@page { margin: 18mm }
"""


class SheetForm(NamedTuple):
    """How sheets are written: with the key or not, and in which language."""

    key: str = WITHOUT
    translate: Callable[[str], str] = str
    language: str = "en"

    def words_of(self, phrase: Phrase) -> str:
        """A phrase in this language."""
        return "".join(piece.text for piece in pieces((phrase,), self.translate))


def given_texts(question: Question) -> tuple[str, str]:
    """Base, and the reference or the link."""
    given = question.given
    return given.get("base", ""), given.get("reference", given.get("text", ""))


def shown_texts(question: Question) -> Iterator[tuple[str, str]]:
    """What a question gives, each with its label."""
    for name, text in question.given.items():
        if name in LABELS and (text or name == "reference"):
            yield ("Text" if question.kind == "valid" else LABELS[name]), text


def asked_text(question: Question, form: SheetForm) -> str:
    """The question in one line, with what has no column: other texts, and the choices."""
    own = {"Base URI", "Reference", "Link", "Text"}
    more = [
        f"{form.translate(label)}: {text}"
        for label, text in shown_texts(question)
        if label not in own
    ]
    more += map(form.words_of, question.details)
    more += [
        f"{letter_of(at)}: {form.words_of(each.phrase)}" for at, each in enumerate(question.choices)
    ]
    return " | ".join((form.words_of(question.asks), *more))


def as_csv(sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A row for each question, with an empty cell for the answer."""
    answer = {WITHOUT: ("answer",), WITH: ("answer", "key"), ALONE: ("key",)}[form.key]
    yield csv_row(*COLUMNS, *answer)
    for sheet in sheets:
        for row in sheet.rows:
            key = row.question.key
            cells = {WITHOUT: ("",), WITH: ("", key), ALONE: (key,)}[form.key]
            number = str(row.number)
            asks = asked_text(row.question, form)
            yield csv_row(sheet.student, row.item, number, asks, *given_texts(row.question), *cells)


def as_json(sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """A line for each student."""
    for sheet in sheets:
        rows = [
            {"item": row.item, "number": row.number, **row.question.to_dict()}
            | ({} if form.key == WITHOUT else {"key": row.question.key})
            for row in sheet.rows
        ]
        pack = {"pack": sheet.pack.code, "version": sheet.pack.version}
        record = {"schema": 1, **pack, "student": sheet.student, "code": sheet.code}
        yield json.dumps(record | {"questions": rows}) + "\n"


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """One page for each student."""
    yield f'<!DOCTYPE html>\n<html lang="{form.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    yield f"<title>{_shown(pack.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    for sheet in sheets:
        yield from _page(sheet, form)
    yield "</body>\n</html>\n"


def _page(sheet: Sheet, form: SheetForm) -> Iterator[str]:
    pack = sheet.pack
    yield f'<section>\n<div class="head"><h1>{_shown(pack.title)}</h1>'
    yield f"<p>{_shown(sheet.student)}</p></div>\n<ol>\n"
    for row in sheet.rows:
        yield from _question(row, form)
    foot = f"{pack.code} {pack.version} \u00b7 {sheet.code}"
    yield f"</ol>\n<footer>{_shown(foot)}</footer>\n</section>\n"


def _question(row: SheetRow, form: SheetForm) -> Iterator[str]:
    question = row.question
    yield f'<li><span class="item">{_shown(row.item)} {row.number}</span>'
    yield f"{_shown(form.words_of(question.asks))}\n<dl>"
    for label, text in shown_texts(question):
        shown = (
            f"<code>{in_lines(text)}</code>" if text else f"<i>{_shown(form.translate(EMPTY))}</i>"
        )
        yield f"<dt>{_shown(form.translate(label))}</dt><dd>{shown}</dd>"
    yield "</dl>\n"
    if question.details:
        words = (_shown(form.words_of(each)) for each in question.details)
        yield f"<ul><li>{'</li><li>'.join(words)}</li></ul>\n"
    yield from _choices(question, form)
    if form.key == WITHOUT:
        yield '<div class="answer"></div>'
    else:
        yield f'<div class="answer"><code>{_shown(question.key)}</code></div>'
    if form.key == ALONE:
        yield from _likely(row, form)
    yield "</li>\n"


def _likely(row: SheetRow, form: SheetForm) -> Iterator[str]:
    """Wrong answers of different mistakes with their reasons, for who marks by hand."""
    by_code = {each.diagnosis.mistake: each for each in reversed(named_answers(row.question))}
    wrong = list(reversed(by_code.values()))
    wrong.sort(key=lambda each: each.text in SPECIAL_TARGETS)
    del wrong[MOST_LIKELY:]
    if wrong:
        rows = (
            f"<li><code>{_shown(each.text)}</code>: "
            f"{_shown(' '.join(map(form.words_of, each.diagnosis.phrases)))}</li>"
            for each in wrong
        )
        yield f'<p class="wrong">{_shown(form.translate("Wrong answers"))}</p>'
        yield f"<ul>{''.join(rows)}</ul>\n"


def _choices(question: Question, form: SheetForm) -> Iterator[str]:
    if question.choices:
        words = (_shown(form.words_of(each.phrase)) for each in question.choices)
        yield f'<ol class="choices"><li>{"</li><li>".join(words)}</li></ol>\n'


def in_lines(text: str) -> str:
    """A text that may have several lines, as a page shows it."""
    return "<br>".join(map(_shown, text.split("\n")))


def _shown(text: str) -> str:
    return escape(visible(text))
