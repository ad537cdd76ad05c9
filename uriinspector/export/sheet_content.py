"""What a sheet says, block by block: pages for browsers and for paper are made of the same blocks.

All texts are as they may be shown: what hides or changes direction is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.phrase import EVIDENCE, Phrase, pieces
from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_forms import ALONE, EMPTY, WITHOUT, answer_words, shown_texts
from uriinspector.lessons.answer_lines import answer_lines
from uriinspector.lessons.named_answers import named_answers
from uriinspector.lessons.pair import NO_TARGET, SAME_DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.lesson import Lesson
    from uriinspector.lessons.pack import Pack, Sheet, SheetRow
    from uriinspector.lessons.question import Question

MOST_LIKELY = 3
# Written by few students as an answer.
SPECIAL_TARGETS = frozenset({NO_TARGET, SAME_DOCUMENT})
NO_CHOICE = Phrase("None of these")
# Keys that say little by themselves.
WORDS = frozenset({*SPECIAL_TARGETS, "none", "empty"})
# What is right beside the key, where there is one of many.
OTHERS = {
    "write": Phrase("Any other text that meets all conditions is right, too."),
    "relative": Phrase("Any other reference that leads there is right, too."),
}
# How a run of characters is set: as words, as the text of a link, or as the name of what is not
# there.
PLAIN, CODE, MISSING = "plain", "code", "missing"
# What a paragraph is: a question, how it may be answered, the place for it, and so on.
ASKED, ANSWER_FORM, ANSWER, WRONG_HEAD = "asked", "form", "answer", "wrong"
DUE, LESSON, CITES, END = "due", "lesson", "cites", "end"
# What a list is of.
DETAILS, CHOICES, WRONG_ANSWERS = "details", "choices", "wrong-answers"


class SheetRun(NamedTuple):
    """Characters that are set alike; those of a page may have several lines."""

    text: str
    style: str = PLAIN


Runs: TypeAlias = tuple[SheetRun, ...]


class SheetParagraph(NamedTuple):
    """Runs one after the other; the place for an answer may have none."""

    role: str
    runs: Runs = ()


class SheetFields(NamedTuple):
    """What is given, each with its label."""

    rows: tuple[tuple[str, Runs], ...]


class SheetList(NamedTuple):
    """Several of a kind; choices have letters."""

    role: str
    items: tuple[Runs, ...]


SheetBlock: TypeAlias = SheetParagraph | SheetFields | SheetList


class SheetHead(NamedTuple):
    """What is at the head of each page of a student."""

    title: str
    pack: str
    student: str
    questions: str
    code: str


def title_of(pack: Pack, form: SheetForm) -> str:
    """The title of a pack; that of a lesson has its number and is translated."""
    if pack.lesson is None:
        return pack.title
    return f"{pack.lesson.number}. {form.translate(pack.title)}"


def sheet_head(sheet: Sheet, title: str, form: SheetForm) -> SheetHead:
    """Which pack, version and student these questions are of."""
    pack = form.translate("{code}, version {version}").replace("{version}", str(sheet.pack.version))
    pack = pack.replace("{code}", sheet.pack.code)
    if form.has_names:  # who has no name has a code in its place
        code = form.translate("sheet {code}").replace("{code}", sheet.code)
        pack = f"{pack} \u00b7 {code}"
    count = with_count(form, "{count} questions", len(sheet.rows))
    return SheetHead(visible(title), visible(pack), visible(sheet.student), count, sheet.code)


def sheet_title(pack: Pack, form: SheetForm) -> str:
    """The title, and that these are the answers where there is nothing else."""
    title = title_of(pack, form)
    return f"{title} \u00b7 {form.translate('Right answers')}" if form.key == ALONE else title


def end_words(sheet: Sheet, form: SheetForm) -> str:
    """Where nothing follows, that is said: so nobody misses a page without a number."""
    return with_count(form, "End: question {count} is the last one.", len(sheet.rows))


def with_count(form: SheetForm, template: str, count: int) -> str:
    """A text with a number."""
    one = {"{count} questions": "1 question"}
    text = one[template] if count == 1 and template in one else template
    return form.translate(text).replace("{count}", str(count))


def opening_blocks(pack: Pack, form: SheetForm) -> Iterator[tuple[SheetBlock, ...]]:
    """What is in front of the questions, each part by itself."""
    if pack.due_text and form.key == WITHOUT:
        due = form.translate("due: {when}").replace("{when}", pack.due_text)
        yield (SheetParagraph(DUE, (SheetRun(visible(due)),)),)
    if pack.lesson and form.key != ALONE:
        yield tuple(_lesson(pack.lesson, form))


def _lesson(lesson: Lesson, form: SheetForm) -> Iterator[SheetBlock]:
    """The text of a lesson with its example; what is between ` is evidence."""
    for text in lesson.text:
        words = form.translate(text).split("`")
        runs = (SheetRun(visible(each), CODE if at % 2 else PLAIN) for at, each in enumerate(words))
        yield SheetParagraph(LESSON, tuple(runs))
    base, example = lesson.example
    rows = [("Base URI", base), ("Reference", example)] if base else [("Example", example)]
    yield SheetFields(tuple((form.translate(label), (_evidence(text),)) for label, text in rows))
    yield SheetParagraph(CITES, (SheetRun(visible(", ".join(lesson.cites))),))


def row_blocks(row: SheetRow, form: SheetForm, pack: Pack) -> Iterator[SheetBlock]:
    """A question with the place for its answer; or its answer alone."""
    if form.key == ALONE:
        yield from _key_row(row, form, pack)
        return
    yield from asked_blocks(row.question, form)
    if form.key != WITHOUT:
        yield SheetParagraph(ANSWER, key_runs(row.question, form))
        return
    words = answer_words(row.question, form)
    if words:
        yield SheetParagraph(ANSWER_FORM, (SheetRun(visible(words)),))
    yield SheetParagraph(ANSWER)


def asked_blocks(question: Question, form: SheetForm) -> Iterator[SheetBlock]:
    """What is asked, with all that the question gives."""
    yield SheetParagraph(ASKED, (SheetRun(visible(form.words_of(question.asks))),))
    rows = []
    for label, text in shown_texts(question):
        run = _evidence(text) if text else SheetRun(form.translate(EMPTY), MISSING)
        rows.append((form.translate(label), (run,)))
    yield SheetFields(tuple(rows))
    if question.details:
        words = (visible(form.words_of(each)) for each in question.details)
        yield SheetList(DETAILS, tuple((SheetRun(each),) for each in words))
    if question.choices:
        phrases = (phrase_runs(each.phrase, form) for each in question.choices)
        yield SheetList(CHOICES, tuple(phrases))


def key_runs(question: Question, form: SheetForm) -> Runs:
    """The right answer as the sheet asks for it; of choices also their words."""
    code = SheetRun(visible(form.written(question.kind, question.key)), CODE)
    words = " \u00b7 ".join(map(form.words_of, _key_words(question)))
    if not question.key:
        return (SheetRun(visible(words)),)
    return (code, SheetRun(f" {visible(words)}")) if words else (code,)


def _key_words(question: Question) -> tuple[Phrase, ...]:
    """What is said of a right answer that says too little by itself, or is one of many."""
    if question.key and question.kind in OTHERS:
        return (OTHERS[question.kind],)
    says_little = question.choices or question.key in WORDS or question.kind == "valid"
    lines = answer_lines(question) if says_little or not question.key else ()
    return () if lines == (NO_CHOICE,) else lines  # "none" says the same


def phrase_runs(phrase: Phrase, form: SheetForm) -> Runs:
    """A phrase whose texts from the question are set as such."""
    return tuple(
        SheetRun(visible(each.text), CODE if each.kind == EVIDENCE else PLAIN)
        for each in pieces((phrase,), form.translate)
    )


def _key_row(row: SheetRow, form: SheetForm, pack: Pack) -> Iterator[SheetBlock]:
    """For who has the sheet of the student at hand: the answer, and what else may stand there."""
    yield SheetParagraph(ASKED, key_runs(row.question, form))
    about = next(each.wishes.about for each in pack.items if each.code == row.item)
    yield from _likely(row, form, about)


def _likely(row: SheetRow, form: SheetForm, about: tuple[str, ...]) -> Iterator[SheetBlock]:
    """Wrong answers of different mistakes with their reasons, for who marks by hand.

    The mistakes that the question was drawn for come first.
    """
    by_code = {each.diagnosis.mistake: each for each in reversed(named_answers(row.question))}
    wrong = list(reversed(by_code.values()))
    wrong.sort(key=lambda each: (each.diagnosis.mistake not in about, each.text in SPECIAL_TARGETS))
    del wrong[MOST_LIKELY:]
    if wrong:
        items = []
        for each in wrong:
            reason = " ".join(map(form.words_of, each.diagnosis.phrases))
            code = SheetRun(visible(form.written(row.question.kind, each.text)), CODE)
            items.append((code, SheetRun(f": {visible(reason)}")))
        yield SheetParagraph(WRONG_HEAD, (SheetRun(form.translate("Wrong answers")),))
        yield SheetList(WRONG_ANSWERS, tuple(items))


def _evidence(text: str) -> SheetRun:
    """A text that a question gives; that of a page keeps its lines."""
    return SheetRun("\n".join(map(visible, text.split("\n"))), CODE)
