"""Sheets, handouts and marked answers as pages to print."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, Message, NamedTuple, message
from uriinspector.core.parse import resolve
from uriinspector.export.csv import unguarded
from uriinspector.export.page import POLICY
from uriinspector.export.sheet_forms import (
    ALONE,
    EMPTY,
    WITHOUT,
    SheetForm,
    answer_words,
    escaped,
    in_lines,
    shown_texts,
)
from uriinspector.lessons.answer_lines import OF_TARGET, answer_lines, other_answers
from uriinspector.lessons.lesson import Lesson, common_mistakes
from uriinspector.lessons.mistake import NONE, SAME_DOCUMENT, answer_of, other_results
from uriinspector.lessons.question import Question
from uriinspector.lessons.wrong_answers import named_answers

if TYPE_CHECKING:
    from uriinspector.export.judged_answers import JudgedAnswer
    from uriinspector.lessons.pack import Pack, Sheet, SheetRow


MOST_LIKELY = 3
LONGEST = 80  # characters of a text in the key
# Answers that students rarely give.
SPECIAL_TARGETS = frozenset({NONE, SAME_DOCUMENT})
NO_CHOICE = message("None of these")
# Answers in the key that need an explanation.
SHORT_KEYS = frozenset({*SPECIAL_TARGETS, "none", "empty"})
# Explanations for keys that are only one of many right answers.
OTHERS = {
    "write": message("Any other text that meets all conditions is also correct."),
    "relative": message("Any other reference that leads to the target is also correct."),
}
# Browsers repeat the head of a table on each page, so that the student's name is on every page.
# Chromium does not repeat the foot of a table on named pages.
STYLE = """
body { font: 11pt/1.45 sans-serif; margin: 2em auto; max-width: 46em }
body { color: #000; background: #fff }
section { break-after: page; page-break-after: always; margin-bottom: 4em }
section:last-child { break-after: auto; page-break-after: auto }
.sheet { width: 100%; border-collapse: collapse; table-layout: fixed }
.sheet > * > tr > td { padding: 0; vertical-align: top } .sheet col.number { width: 2em }
.sheet > tbody > tr { break-inside: avoid; page-break-inside: avoid }
.sheet > tbody > tr:nth-last-child(-n+2) { break-before: avoid; page-break-before: avoid }
.head { display: flex; justify-content: space-between; gap: 1em; margin-bottom: 1em }
.head { border-bottom: 1px solid #444 } .head p { margin: .3em 0; overflow-wrap: anywhere }
.head > :first-child { min-width: 40% }
h1 { font-size: 14pt; margin: 0 0 .2em } .question { margin: 0 0 1.3em }
.question p { margin: 0 }
code { font: 10.5pt/1.5 monospace; overflow-wrap: anywhere }
.fields { width: 100%; border-collapse: collapse; margin: .3em 0; table-layout: fixed }
.fields td { padding: 0; vertical-align: top }
.fields .label { width: 22%; color: #444; padding-right: .5em; box-sizing: border-box }
.choices { list-style: upper-alpha; margin: .3em 0 } .choices li, ul li { margin: 0 0 .2em }
.question p.wrong, .question p.form { color: #444; margin: .5em 0 .2em; font-size: 9.5pt }
.fields code { white-space: pre-wrap } .octet { white-space: nowrap }
.answer { width: 100%; border-collapse: collapse; margin-top: .4em }
.answer td { border: 1px solid #444; height: 2em; padding: .2em .4em; vertical-align: top }
.lesson { margin: 0 0 1.5em } .lesson p { margin: 0 0 .6em } .cites { color: #444 }
.due { margin: 0 0 1em } .key .question { margin-bottom: .5em; font-size: 10pt }
.key .question p.form { margin-top: 0 }
section.key { break-after: auto; page-break-after: auto; margin-bottom: 1.5em }
.key .number { font-size: 10pt } .key h1 { font-size: 11pt }
.key ul { margin: 0; padding-left: 1.2em; font-size: 9pt }
.head .pack { color: #444; font-size: 9pt; margin: 0 0 .3em; white-space: normal }
@media print { body { margin: 0; max-width: none } section { margin: 0 } }
.end { color: #444; font-size: 9pt; margin: 1em 0 0 }
.result { border-left: 3px solid #444 } .result .label { width: 28%; padding-left: .8em }
.sum { margin: 0 0 1em }
@page { margin: 18mm }
"""
# Smaller text, so that a result with 5 questions fits on one page.
RESULT_STYLE = """
section, code { font-size: 9.5pt; line-height: 1.3 } .choices { columns: 2 } .end { margin: 0 }
.question { margin-bottom: .7em } .head { margin-bottom: .5em } @page { margin: 15mm }
"""
# No browser can count the pages of a section, but Chromium (131) restarts counting when the page
# name changes; other browsers ignore these rules. So the end of a sheet is marked as well.
PAGE_NUMBERS = """
section:not(.key):nth-of-type(odd) { page: odd } section:not(.key):nth-of-type(even) { page: even }
@page odd { counter-increment: odd; counter-set: even 0 }
@page even { counter-increment: even; counter-set: odd 0 }
@page odd { @bottom-right { content: "BEFORE" counter(odd) "AFTER"; font: 9pt sans-serif } }
@page even { @bottom-right { content: "BEFORE" counter(even) "AFTER"; font: 9pt sans-serif } }
"""
ONE_SHEET = """
@page { @bottom-right { content: "BEFORE" counter(page) "AFTER"; font: 9pt sans-serif } }
"""
# Texts that must not be broken at a line end: a percent-encoded byte (RFC 3986 2.1), and the name
# of an invisible character.
UNIT = expression("%[0-9A-Fa-f]{2}|\u2039[^\u2039\u203a]{1,40}\u203a")
UNBROKEN = r'<wbr><span class="octet">\g<0></span><wbr>'
# Widths are attributes because Qt does not read them from styles.
TABLE = '<table class="sheet" role="presentation" width="100%">'
PAGE_END = "</body>\n</html>\n"


class SheetMarkup(NamedTuple):
    """A student's sheet as table rows; pages only break between rows."""

    code: str
    head: str
    rows: tuple[str, ...]

    def section(self, form: SheetForm) -> str:
        """Return the sheet as a section; browsers repeat its head on every printed page."""
        kind = ' class="key"' if form.key == ALONE else ""
        return (
            f'<section{kind}>\n{TABLE}<colgroup><col class="number"><col></colgroup>\n'
            f"{self.head}<tbody>\n{''.join(self.rows)}</tbody>\n</table>\n</section>\n"
        )


def as_html(pack: Pack, sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    first = tuple(islice(rest := iter(sheets), 2))
    yield page_start(title_of(pack, form), form, is_one=len(first) == 1)
    for sheet in chain(first, rest):
        yield sheet_markup(sheet, form).section(form)
    yield PAGE_END


def title_of(pack: Pack, form: SheetForm) -> str:
    """Return the title of a pack; the title of a lesson is numbered and translated."""
    if pack.lesson is None:
        return pack.title
    return f"{pack.lesson.number}. {form.say(pack.title)}"


def page_start(title: str, form: SheetForm, *, is_one: bool = False, style: str = STYLE) -> str:
    """Return the document up to the first section; for a single sheet, with the number of
    pages.
    """
    words = form.say("Page {number} of {count}" if is_one else "Page {number}")
    before, _, after = words.partition("{number}")
    numbers = (ONE_SHEET if is_one else PAGE_NUMBERS).replace("BEFORE", before)
    numbers = numbers.replace("AFTER", after.replace("{count}", '" counter(pages) "'))
    return (
        f'<!DOCTYPE html>\n<html lang="{form.say.name}">\n<head>\n<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
        f"<title>{escaped(title)}</title>\n<style>{style}{numbers}</style>\n"
        "</head>\n<body>\n"
    )


def sheet_markup(sheet: Sheet, form: SheetForm) -> SheetMarkup:
    """Return the head, the questions or answers, and the end of a sheet."""
    pack, title = sheet.pack, title_of(sheet.pack, form)
    rows = []
    if pack.due_text and form.key == WITHOUT:
        due = form.say("due: {when}", when=pack.due_text)
        rows.append(wide_row(f'<p class="due">{escaped(due)}</p>'))
    if form.key == ALONE:
        title = f"{title} \u00b7 {form.say('Right answers')}"
    elif pack.lesson:
        rows.append(wide_row(_lesson(pack.lesson, form)))
    for number, row in enumerate(sheet.rows, 1):
        rows.append(question_row(number, _question_markup(row, form, pack)))
    if form.key != ALONE:
        rows.append(end_row(sheet, form))
    return SheetMarkup(sheet.code, head_of(sheet, title, form), tuple(rows))


def head_of(sheet: Sheet, title: str, form: SheetForm) -> str:
    version = str(sheet.pack.version)
    pack = form.say("{code}, version {version}", code=sheet.pack.code, version=version)
    if form.has_names:  # otherwise the code replaces the name
        code = form.say("sheet {code}", code=sheet.code)
        pack = f"{pack} \u00b7 {code}"
    questions = form.say.count(len(sheet.rows), "1 question", "{count} questions")
    student = f"{sheet.student} \u00b7 {questions}"
    return (
        f'<thead><tr><td colspan="2"><div class="head"><div><h1>{escaped(title)}</h1>'
        f'<p class="pack">{escaped(pack)}</p></div><p>{escaped(student)}</p></div>'
        "</td></tr></thead>\n"
    )


def wide_row(markup: str) -> str:
    """Return a row without a number."""
    return f'<tr><td colspan="2">{markup}</td></tr>\n'


def question_row(number: int, markup: str) -> str:
    return (
        f'<tr><td class="number" width="5%">{number}.</td>'
        f'<td><div class="question">{markup}</div></td></tr>\n'
    )


def end_row(sheet: Sheet, form: SheetForm) -> str:
    """Return the last row, which shows readers that no page is missing."""
    end = form.say("End of the questions. Question {count} is the last one.")
    end = end.replace("{count}", str(len(sheet.rows)))
    return wide_row(f'<p class="end">{escaped(end)}</p>')


def fields(rows: Iterable[tuple[str, str]], kind: str = "") -> str:
    cells = "".join(
        f'<tr><td class="label" width="22%">{escaped(label)}</td><td>{markup}</td></tr>'
        for label, markup in rows
    )
    return f'<table class="fields{kind}" role="presentation" width="100%">{cells}</table>\n'


def asked(question: Question, form: SheetForm) -> str:
    empty = f"<i>{escaped(form.say(EMPTY))}</i>"
    given = (
        (form.say(label), _code(text) if text else empty) for label, text in shown_texts(question)
    )
    markup = f"<p>{escaped(form.words_of(question.asks))}</p>\n{fields(given)}"
    if question.details:
        details = (escaped(form.words_of(each)) for each in question.details)
        markup += _list("ul", details)
    if question.choices:
        choices = (marked_phrase(each.phrase, form) for each in question.choices)
        markup += _list('ol class="choices"', choices)
    return markup


def key_of(question: Question, form: SheetForm, before: Container[Message] = ()) -> str:
    """Return the right answer as requested by the form, without the sentences in ``before``; for
    choices, include their texts.
    """
    explanations = _key_words(question) or tuple(other_answers(question))
    shown = " \u00b7 ".join(form.words_of(each) for each in explanations if each not in before)
    words = escaped(shown.replace(". \u00b7 ", ". "))
    if not question.key:
        return words
    key = _key_code(question, question.key, form)
    return f"{key} \u00b7 {words}" if words else key


def marked_phrase(phrase: Message, form: SheetForm) -> str:
    return "".join(
        _unbroken(escaped(each.text)) if each.kind == EVIDENCE else escaped(each.text)
        for each in form.say.pieces(phrase)
    )


def _lesson(lesson: Lesson, form: SheetForm) -> str:
    """Return the text of a lesson with its example; text between backticks becomes code."""
    markup = ""
    for text in lesson.text:
        words = enumerate(form.say(text).split("`"))
        parts = (_code(each) if at % 2 else escaped(each) for at, each in words)
        markup += f"<p>{''.join(parts)}</p>"
    base, example = lesson.example
    rows = [("Base URI", base), ("Reference", example)] if base else [("Example", example)]
    shown = [(form.say(label), _code(text)) for label, text in rows]
    if base:
        results = (("Target", answer_of(resolve(base, example))), *other_results(base, example))
        shown += (
            (
                form.say(name),
                escaped(form.say(OF_TARGET[text])) if text in OF_TARGET else _code(text),
            )
            for name, text in results
        )
    markup += fields(shown)
    cites = escaped(", ".join(lesson.cites))
    return f'<div class="lesson">{markup}<p class="cites">{cites}</p></div>'


def _question_markup(row: SheetRow, form: SheetForm, pack: Pack) -> str:
    """Return a question with space for its answer, or the answer alone."""
    question = row.question
    if form.key == ALONE:
        about = next(each.wishes.about for each in pack.items if each.code == row.item)
        return (
            f'<p class="form">{_about(question, form)}</p>\n<p>{key_of(question, form)}</p>\n'
            f"{_likely(question, form, about)}"
        )
    key, words = "&nbsp;", ""
    if form.key != WITHOUT:
        key = key_of(question, form)
    elif answer := answer_words(question, form):
        words = f'<p class="form">{escaped(answer)}</p>'
    return (
        f'{asked(question, form)}{words}<table class="answer" role="presentation" width="100%">'
        f"<tr><td>{key}</td></tr></table>"
    )


def _about(question: Question, form: SheetForm) -> str:
    """Return the question in brief: first sentence, conditions, and texts, cut if long."""
    texts = (" ".join(text.split()) for _, text in shown_texts(question))
    shown = (f"{text[:LONGEST]}\u2026" if len(text) > LONGEST else text for text in texts)
    asks, mark, _ = form.words_of(question.asks).partition("? ")
    said = (f"{asks}{mark}".rstrip(), *map(form.words_of, question.details))
    return " ".join((escaped(" ".join(said)), *map(_code, shown)))


def _key_words(question: Question) -> tuple[Message, ...]:
    """Return the explanation of a key that is unclear, or is one of many right answers."""
    if question.key and question.kind in OTHERS:
        return (OTHERS[question.kind],)
    says_little = question.choices or question.key in SHORT_KEYS or question.kind == "valid"
    lines = answer_lines(question) if says_little or not question.key else ()
    return () if lines == (NO_CHOICE,) else lines  # the key "none" is clear enough


def _likely(question: Question, form: SheetForm, about: tuple[str, ...]) -> str:
    """Return typical wrong answers with reasons, for marking by hand.

    The mistakes that the question was made for come first, then those of the course.
    """
    by_code = {each.diagnosis.mistake: each for each in reversed(named_answers(question))}
    wrong = list(reversed(by_code.values()))
    common, codes = common_mistakes(), {*about}
    wrong.sort(
        key=lambda each: (
            each.diagnosis.mistake not in codes,
            each.text in SPECIAL_TARGETS,
            each.diagnosis.mistake not in common,
        )
    )
    if not wrong:
        return ""
    items = (
        f"{_key_code(question, each.text, form)}: "
        + escaped(" ".join(map(form.words_of, each.diagnosis.phrases)))
        for each in wrong[:MOST_LIKELY]
    )
    head = escaped(form.say("Wrong answers"))
    return f'<p class="wrong">{head}</p>{_list("ul", items)}'


def _list(kind: str, items: Iterable[str]) -> str:
    listed = "".join(f"<li>{each}</li>" for each in items)
    return f"<{kind}>{listed}</{kind[:2]}>\n"


def _key_code(question: Question, answer: str, form: SheetForm) -> str:
    return _unbroken(escaped(form.written(question.kind, answer)))


def _code(text: str) -> str:
    """Return a text in a question as code, with its lines preserved."""
    return _unbroken(in_lines(text))


def _unbroken(markup: str) -> str:
    return f"<code>{UNIT.sub(UNBROKEN, markup)}</code>"


# Marks consist of a symbol and a word, since many people print without color.
RESULTS = {True: ("\u2713", "Correct"), False: ("\u2717", "Wrong"), None: ("\u2013", "No answer")}


class StudentResult(NamedTuple):
    sheet: Sheet
    answers: Mapping[int, JudgedAnswer]

    @property
    def right_count(self) -> int:
        return sum(each.right is True for each in self.answers.values())

    @property
    def mark(self) -> float:
        scoring = self.sheet.pack.scoring
        return sum(each.mark(scoring) for each in self.answers.values())

    @property
    def most(self) -> float:
        return len(self.sheet.rows) * self.sheet.pack.scoring.first


def student_results(
    sheets: Mapping[str, Sheet], rows: Iterable[JudgedAnswer]
) -> Iterator[StudentResult]:
    """Group rows by student; the results follow the order of ``sheets``."""
    answers: dict[str, dict[int, JudgedAnswer]] = {}
    for row in rows:
        if row.asked is not None:
            of_student = answers.setdefault(row.asked.student, {})
            before = of_student.get(row.asked.number)
            if before is None or before.right is None:
                of_student[row.asked.number] = row
    return (StudentResult(sheet, answers.get(name, {})) for name, sheet in sheets.items())


def as_result_pages(pack: Pack, results: Iterable[StudentResult], form: SheetForm) -> Iterator[str]:
    """Yield the document; each student starts on a new page, with every question on the sheet."""
    title = f"{title_of(pack, form)} \u00b7 {form.say('Result')}"
    first = tuple(islice(rest := iter(results), 2))
    yield page_start(title, form, is_one=len(first) == 1, style=STYLE + RESULT_STYLE)
    for each in chain(first, rest):
        rows = [wide_row(f'<p class="sum">{escaped(_sum(each, form))}</p>')]
        for number, row in enumerate(each.sheet.rows, 1):
            markup = "".join(_question(row, each.answers.get(number), form, pack))
            rows.append(question_row(number, markup))
        rows.append(end_row(each.sheet, form))
        head = head_of(each.sheet, title, form)
        yield SheetMarkup(each.sheet.code, head, tuple(rows)).section(form)
    yield PAGE_END


def _sum(result: StudentResult, form: SheetForm) -> str:
    places = {
        "{right}": str(result.right_count),
        "{count}": str(len(result.sheet.rows)),
        "{mark}": mark_number(result.mark, form),
        "{most}": mark_number(result.most, form),
    }
    text = form.say("{right} of {count} correct. Marks: {mark} of {most}")
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def _question(
    row: SheetRow, answer: JudgedAnswer | None, form: SheetForm, pack: Pack
) -> Iterator[str]:
    yield asked(row.question, form)
    yield fields(_described(row, answer, form, pack), " result")


def _described(
    row: SheetRow, answer: JudgedAnswer | None, form: SheetForm, pack: Pack
) -> Iterator[tuple[str, str]]:
    right = answer.right if answer else None
    if answer is not None and right is not None:
        written = unguarded(answer.row.values.get("answer", "")).strip()
        yield form.say("Your answer"), f"<code>{in_lines(written)}</code>"
    sign, word = RESULTS[right]
    result = f"<strong>{sign} {escaped(form.say(word))}</strong>"
    mark = answer.mark(pack.scoring) if answer else 0.0
    mark_text = form.say("marks: {mark}", mark=mark_number(mark, form))
    codes = " ".join((answer.mistake or "", *answer.also)).split() if answer else ()
    points = " \u00b7 ".join(filter(None, (mark_text, ", ".join(codes))))
    yield form.say("Result"), f"{result} \u00b7 {escaped(points)}"
    phrases = answer.phrases if answer else ()
    if phrases:
        yield form.say("Reason"), " ".join(marked_phrase(each, form) for each in phrases)
    if form.key != WITHOUT and right is not True:
        yield form.say("Right answer"), key_of(row.question, form, phrases)


def mark_number(value: float, form: SheetForm) -> str:
    return form.say.decimal(f"{value:g}")
