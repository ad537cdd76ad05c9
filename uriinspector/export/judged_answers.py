"""Answers in rows of a table: each is judged, and a wrong one has its reason."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from uriinspector import EDITIONS
from uriinspector.analysis.phrase import Phrase, pieces
from uriinspector.analysis.safe_text import visible
from uriinspector.export.csv import unguarded
from uriinspector.export.row_tables import InputTable
from uriinspector.export.sheet_forms import SHEET, further_texts, given_texts
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.pack import sheet_code, sheet_of
from uriinspector.lessons.question import NoQuestionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from uriinspector.export.class_list import ClassList
    from uriinspector.export.row_tables import InputRow
    from uriinspector.lessons.pack import Pack
    from uriinspector.lessons.question import Judged, Question

MOST_OCTETS = 64 << 20
COLUMNS = ("reference", "answer")
PACK_COLUMNS = ("student", "item", "number", "answer")
OTHER_QUESTION = (
    "the pack asks something else here: another version, another pack or another student"
)
ORDER = ("base", "reference", "edition", "answer", "ask")
# What can be asked, by the words for it; "" is what is asked where nothing is said.
ASKS = {"": "target", "target": "target", "host": "where", "where": "where", "site": "site"}
SPECIFICATIONS = {"rfc3986": "2005", "rfc 3986": "2005", "rfc1738": "1994", "rfc 1738": "1994"}


class RowError(ValueError):
    """A row that asks nothing that can be answered; the message says why."""


class JudgedRow(NamedTuple):
    """One row, and what came of its answer; ``fault`` where it could not be read."""

    row: InputRow
    question: Question | None = None
    judgement: Judged | None = None
    fault: str = ""

    @property
    def right(self) -> bool | None:
        """Whether the answer is right; None where there is none."""
        return self.judgement.right if self.judgement else None

    @property
    def mistake(self) -> str | None:
        """The code of the first cause."""
        return self.judgement.diagnosis.mistake if self.judgement else None

    @property
    def also(self) -> tuple[str, ...]:
        """Other codes that give the same answer."""
        return self.judgement.diagnosis.also if self.judgement else ()

    def reason(self, translate: Callable[[str], str] = str) -> str:
        """Why it is wrong, in a language."""
        phrases = self.judgement.diagnosis.phrases if self.judgement else ()
        return " ".join(_text(phrase, translate) for phrase in phrases)


def _text(phrase: Phrase, translate: Callable[[str], str]) -> str:
    return "".join(piece.text for piece in pieces((phrase,), translate))


def text_of(data: bytes) -> str:
    """UTF-8 or UTF-16, with a mark in front or without; else what old spreadsheets write."""
    try:
        if data[:2] in {BOM_UTF16_LE, BOM_UTF16_BE}:
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def answer_table(
    text: str, columns: tuple[str, ...] = COLUMNS, order: tuple[str, ...] = ORDER
) -> InputTable:
    """The rows of a table of answers."""
    return InputTable(StringIO(text, newline=""), columns, order)


class PackQuestions:
    """The questions of a pack by the cells of a row: the sheet of each student is made once."""

    def __init__(self, pack: Pack, students: ClassList | None = None) -> None:
        """``students``: nobody else has a sheet."""
        self._pack = pack
        self._students = students
        self._sheets: dict[str, dict[tuple[str, str], Question]] = {}
        self._answered: set[tuple[str, str, str]] = set()
        self.answering: set[str] = set()  # students
        self.has_codes = True  # whether each drawn question says from which sheet it is

    def __call__(self, values: Mapping[str, str]) -> Question:
        """What this student was asked there; RowError where that is nothing."""
        student = self._student(unguarded(values["student"]).strip())
        item, number = values["item"].strip(), values["number"].strip().removesuffix(".0")
        if student not in self._sheets:
            try:
                sheet = sheet_of(self._pack, student)
            except NoQuestionError as fault:
                reason = f"no question of {fault} can be drawn"
                raise RowError(reason) from None
            self._sheets[student] = {
                (row.item, str(row.number)): row.question for row in sheet.rows
            }
        question = self._sheets[student].get((item, number))
        if question is None:
            reason = f"the pack has no question {item[:40]} {number[:10]}"
            raise RowError(reason)
        code = unguarded(values.get(SHEET, "")).strip().upper()
        if code not in {"", sheet_code(self._pack, student)} or not _is_asked(question, values):
            reason = f"{student}, {item} {number}: {OTHER_QUESTION}"
            raise RowError(reason)
        self.has_codes &= bool(code or not question.seed)
        self.answering.add(student)
        self._answer_once((student, item, number), values)
        return question

    def _student(self, written: str) -> str:
        student = self._students.student(written) if self._students else written
        if student is None:
            reason = f'"{visible(written, 80)}" is not in the list of students'
            raise RowError(reason)
        return student

    def _answer_once(self, place: tuple[str, str, str], values: Mapping[str, str]) -> None:
        """Of several answers to a question the first one counts, and not all of them."""
        if not values.get("answer", "").strip():
            return
        if place in self._answered:
            student, item, number = place
            reason = f"{student} has answered {item} {number} before; the first answer counts"
            raise RowError(reason)
        self._answered.add(place)


def _is_asked(question: Question, values: Mapping[str, str]) -> bool:
    """Whether the texts that a row repeats are those of the question."""
    texts = zip(("base", "reference"), given_texts(question), strict=True)
    repeated = ((unguarded(values.get(name, "")).strip(), text) for name, text in texts)
    if not all(written in {"", text} for written, text in repeated):
        return False
    asked = unguarded(values.get("question", ""))
    return not asked.strip() or all(text in asked for text in further_texts(question))


def plain_question(values: Mapping[str, str], base: str, edition: str) -> Question:
    """What a row of a plain table asks; RowError where that is nothing."""
    asked = unguarded(values.get("ask", "")).strip().casefold()
    kind = ASKS.get(asked)
    if kind is None:
        fault = f'ask is "{asked[:40]}"; available: target, host, site'
        raise RowError(fault)
    base = unguarded(values.get("base", "")).strip() or base
    reference = unguarded(values["reference"])
    if kind != "target":
        return KINDS[kind].question({"text": reference, "base": base})
    year = values.get("edition", "").strip().casefold()
    year = SPECIFICATIONS.get(year, year) or edition
    if year not in EDITIONS:
        fault = f'edition is "{year[:40]}"; available: {", ".join(EDITIONS)}'
        raise RowError(fault)
    if not base:
        fault = "no base"
        raise RowError(fault)
    return KINDS[kind].question({"base": base, "reference": reference, "edition": year})


def judged_rows(
    table: InputTable, question_of: Callable[[Mapping[str, str]], Question]
) -> Iterator[JudgedRow]:
    """Every row in turn."""
    for row in table:
        fault = row.fault or table.surplus(row)
        if fault:
            yield JudgedRow(row, fault=fault)
            continue
        try:
            question = question_of(row.values)
        except RowError as error:
            yield JudgedRow(row, fault=str(error))
            continue
        answer = unguarded(row.values.get("answer", ""))
        yield JudgedRow(row, question, judged(question, answer))
