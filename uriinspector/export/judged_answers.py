"""Answers in rows of a table: each is judged, and a wrong one has its reason."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import StringIO
from typing import TYPE_CHECKING

from uriinspector import EDITIONS
from uriinspector.analysis.phrase import Phrase, pieces
from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import NamedTuple
from uriinspector.export.csv import unguarded
from uriinspector.export.row_tables import InputTable
from uriinspector.export.sheet_forms import SHEET, further_texts, given_texts
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.question import NoQuestionError
from uriinspector.lessons.score import QuestionOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from uriinspector.export.class_list import ClassList
    from uriinspector.export.row_tables import InputRow
    from uriinspector.lessons.pack import Pack, Scoring, Sheet
    from uriinspector.lessons.question import Judged, Question

MOST_OCTETS = 64 << 20
COLUMNS = ("reference", "answer")
PACK_COLUMNS = ("student", "question", "answer")
# Files that were given out before have the number of a question within its item.
ITEM_COLUMNS = ("student", "item", "number", "answer")
LONGEST_NUMBER = 4
LONGEST_COUNT = 9
OTHER_QUESTION = (
    "the pack asks something else here: another version, another pack or another student"
)
SEVERAL_LINES = "the answer has several lines; a quotation mark may be missing at its end"
ORDER = ("base", "reference", "edition", "answer", "ask")
# What can be asked, by the words for it; "" is what is asked where nothing is said.
ASKS = {"": "target", "target": "target", "host": "where", "where": "where", "site": "site"}
SPECIFICATIONS = {"rfc3986": "2005", "rfc 3986": "2005", "rfc1738": "1994", "rfc 1738": "1994"}


class RowError(ValueError):
    """A row that asks nothing that can be answered; the message says why."""


class AskedRow(NamedTuple):
    """What a row answers: whose question, which one of the sheet, and of which item."""

    question: Question
    student: str = ""
    number: int = 0  # on the sheet; 0 where there is no sheet
    item: str = ""


class JudgedRow(NamedTuple):
    """One row, and what came of its answer; ``fault`` where it could not be read."""

    row: InputRow
    asked: AskedRow | None = None
    judgement: Judged | None = None
    fault: str = ""

    @property
    def question(self) -> Question | None:
        """What was asked; None where that is unknown."""
        return self.asked.question if self.asked else None

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

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Why it is wrong."""
        return self.judgement.diagnosis.phrases if self.judgement else ()

    def reason(self, translate: Callable[[str], str] = str) -> str:
        """Why it is wrong, in a language."""
        return " ".join(_text(phrase, translate) for phrase in self.phrases)

    def mark(self, scoring: Scoring) -> float:
        """What the answer counts: in which try, and after how many hints, the window says."""
        tries, hints = (_count(self.row.values.get(name, "")) for name in ("tries", "hints"))
        return scoring.mark(QuestionOutcome(bool(self.right), tries, hints))


def _count(cell: str) -> int:
    text = cell.strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_COUNT else 0


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


def pack_table(text: str) -> InputTable:
    """The rows of answers to a pack, by the numbers of the sheet or by item and number."""
    table = answer_table(text, PACK_COLUMNS, PACK_COLUMNS)
    if table.has_header:
        return table
    by_item = answer_table(text, ITEM_COLUMNS, ITEM_COLUMNS)
    is_by_item = by_item.has_header or len(by_item.first_cells) >= len(ITEM_COLUMNS)
    return by_item if is_by_item else table


class PackQuestions:
    """The questions of a pack by the cells of a row: the sheet of each student is made once."""

    def __init__(self, pack: Pack, students: ClassList | None = None) -> None:
        """``students``: nobody else has a sheet."""
        self._pack = pack
        self._students = students
        self._answered: set[tuple[str, int]] = set()
        self.sheets: dict[str, Sheet] = {}  # of the students who answered, in that order
        self.has_codes = True  # whether each drawn question says from which sheet it is

    def __call__(self, values: Mapping[str, str]) -> AskedRow:
        """What this student was asked there; RowError where that is nothing."""
        student = self._student(unguarded(values["student"]).strip())
        sheet = self._sheet(student)
        number = _number(values.get("question", ""))
        if number is None:
            number = _number_of_item(sheet, values)
        elif not 1 <= number <= len(sheet.rows):
            reason = f"there is no question {number}; the pack has {len(sheet.rows)}"
            raise RowError(reason)
        item, _, question = sheet.rows[number - 1]
        code = unguarded(values.get(SHEET, "")).strip().upper()
        if code not in {"", sheet.code} or not _is_asked(question, values):
            reason = f"{visible(student, 80)}, question {number}: {OTHER_QUESTION}"
            raise RowError(reason)
        self.has_codes &= bool(code or not question.seed)
        self.sheets.setdefault(student, sheet)
        self._answer_once(student, number, values)
        return AskedRow(question, student, number, item)

    def _student(self, written: str) -> str:
        student = self._students.student(written) if self._students else written
        if student is None and self._students is not None:
            near = self._students.nearest(written)
            proposed = f'; the nearest name is "{visible(near, 80)}"' if near else ""
            reason = f'"{visible(written, 80)}" is not in the list of students{proposed}'
            raise RowError(reason)
        if not student:
            reason = "the name or code of the student is missing"
            raise RowError(reason)
        return student

    def _sheet(self, student: str) -> Sheet:
        if student in self.sheets:
            return self.sheets[student]
        try:
            return sheet_of(self._pack, student)
        except NoQuestionError as fault:
            reason = f"no question of {fault} can be drawn"
            raise RowError(reason) from None

    def _answer_once(self, student: str, number: int, values: Mapping[str, str]) -> None:
        """Of several answers to a question the first one counts, and not all of them."""
        if not values.get("answer", "").strip():
            return
        if (student, number) in self._answered:
            name = visible(student, 80)
            reason = f"{name} has answered question {number} before; the first answer counts"
            raise RowError(reason)
        self._answered.add((student, number))


def numbers_in(cells: Sequence[str]) -> bool:
    """Whether a row has the number of a question where a table without a head has it."""
    at = 2 if len(cells) >= len(ITEM_COLUMNS) else 1
    return len(cells) > at and _number(cells[at]) is not None


def _number(cell: str) -> int | None:
    """The number of a question; None where the cell has none, such as its text."""
    text = cell.strip().removesuffix(".0").removesuffix(".")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def _number_of_item(sheet: Sheet, values: Mapping[str, str]) -> int:
    """The number on the sheet of a question that is named by its item and a number there."""
    item, number = values.get("item", "").strip(), _number(values.get("number", ""))
    if number is None:
        cell = values.get("number" if "number" in values else "question", "").strip()
        reason = (
            f'"{visible(cell, 40)}" is not the number of a question, such as 7'
            if cell
            else "the number of the question is missing"
        )
        raise RowError(reason)
    for at, row in enumerate(sheet.rows, 1):
        if (row.item, row.number) == (item, number):
            return at
    reason = f"the pack has no question {visible(item, 40)} {number}"
    raise RowError(reason)


def _is_asked(question: Question, values: Mapping[str, str]) -> bool:
    """Whether the texts that a row repeats are those of the question."""
    texts = zip(("base", "reference"), given_texts(question), strict=True)
    repeated = ((unguarded(values.get(name, "")).strip(), text) for name, text in texts)
    if not all(written in {"", text} for written, text in repeated):
        return False
    name = "asks" if "asks" in values else "question"
    asked = unguarded(values.get(name, ""))
    if not asked.strip() or _number(asked) is not None:
        return True
    return all(text in asked for text in further_texts(question))


def plain_row(values: Mapping[str, str], base: str, edition: str) -> AskedRow:
    """What a row of a plain table asks, and who was asked, if it says so."""
    student = unguarded(values.get("student", "")).strip()
    item = values.get("item", "").strip()
    return AskedRow(plain_question(values, base, edition), student, 0, item)


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
    table: InputTable, row_of: Callable[[Mapping[str, str]], AskedRow]
) -> Iterator[JudgedRow]:
    """Every row in turn."""
    for row in table:
        fault = row.fault or table.surplus(row)
        if fault:
            yield JudgedRow(row, fault=fault)
            continue
        try:
            asked = row_of(row.values)
        except RowError as error:
            yield JudgedRow(row, fault=str(error))
            continue
        answer = unguarded(row.values.get("answer", ""))
        if "\n" in answer.strip() and "\n" not in asked.question.key:
            # Whatever follows a quotation mark without another one is in this cell.
            yield JudgedRow(row, fault=SEVERAL_LINES)
            continue
        yield JudgedRow(row, asked, judged(asked.question, answer))
