"""Sums of judged answers: by student, question, item or mistake, or of the whole class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.cli.lesson_lists import sentences_by_code
from uriinspector.cli.styled_line import heading, run, table
from uriinspector.export.sheet_page import mark_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.cli.styled_line import Line, StyledRun
    from uriinspector.export.judged_answers import AskedRow, JudgedRow
    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.pack import Scoring, Sheet

MISTAKE, STUDENT, QUESTION, ITEM, CLASS = "mistake", "student", "question", "item", "class"
HEADINGS = {
    MISTAKE: "Mistake",
    STUDENT: "Student",
    QUESTION: "Question",
    ITEM: "Items",
    CLASS: "Class",
}
# Groups of answers that have no mistake.
UNNAMED = {True: "(right)", False: "(unnamed)", None: "(no answer)"}
NOBODY = "(none)"


class SumWords:
    """The words of a table of sums, in a language."""

    def __init__(self, form: SheetForm) -> None:
        self._form = form

    def filled(self, template: str, **values: object) -> str:
        """A text with its places filled."""
        return self._form.translate(template).format_map(values)

    def number(self, mark: float) -> str:
        """A mark as the language writes it."""
        return mark_number(mark, self._form)

    def students(self, count: int) -> str:
        """How many students; nothing where the table names none."""
        return self._counted(count, "1 student", "{count} students")

    def answers(self, count: int) -> str:
        """How many answers."""
        return self._counted(count, "1 answer", "{count} answers")

    def _counted(self, count: int, one: str, several: str) -> str:
        return self.filled(one if count == 1 else several, count=count) if count else ""


class AnswerSum:
    """How many answers of a group are right, wrong or missing, whose, and what they count."""

    def __init__(self) -> None:
        self.counts = {True: 0, False: 0, None: 0}
        self.mark: float | None = None
        self.students: dict[bool | None, set[str]] = {True: set(), False: set(), None: set()}
        self.asked: set[tuple[str, int]] = set()  # whose, and which number on the sheet

    def add(self, row: JudgedRow, scoring: Scoring | None) -> None:
        """One more answer."""
        self.counts[row.right] += 1
        if scoring is not None:
            self.mark = (self.mark or 0.0) + row.mark(scoring)
        if row.asked is not None:
            self.asked.add((row.asked.student, row.asked.number))
            if row.asked.student:
                self.students[row.right].add(row.asked.student)

    def numbers_text(self, words: SumWords) -> str:
        """Which questions of the sheet these are; nothing where there is no sheet."""
        numbers = sorted({number for _, number in self.asked} - {0})
        if not numbers:
            return ""
        first, last = numbers[0], numbers[-1]
        if first == last:
            return words.filled("question {number}", number=first)
        return words.filled("questions {first} to {last}", first=first, last=last)


class AnswerSums:
    """The sums of a table of answers, by the group of each; ``sheets`` are those of students."""

    def __init__(
        self, by: str, scoring: Scoring | None, sheets: Mapping[str, Sheet] | None = None
    ) -> None:
        self._by = by
        self._scoring = scoring
        self._sheets = sheets
        self._sums: dict[str, AnswerSum] = {}

    def add(self, row: JudgedRow) -> None:
        """One more answer."""
        self._sums.setdefault(self._group(row), AnswerSum()).add(row, self._scoring)

    def lines(self, most: int, form: SheetForm) -> Iterator[Line]:
        """The groups with what was right, wrong and left open: mistakes by their number, others
        as they came."""
        words = SumWords(form)
        yield heading(words.filled(HEADINGS[self._by]))
        rows = self._mistakes(words, form) if self._by == MISTAKE else self._groups(words)
        yield from table(list(rows), most)

    def _group(self, row: JudgedRow) -> str:
        if self._by == MISTAKE:
            return row.mistake or UNNAMED[row.right]
        if self._by == CLASS or row.asked is None:
            return CLASS
        return _name(row.asked, self._by) or NOBODY

    def _groups(self, words: SumWords) -> Iterator[tuple[StyledRun, ...]]:
        has_students = self._by != STUDENT and any(
            any(each.students.values()) for each in self._sums.values()
        )
        names = list(self._sums)
        if self._by == QUESTION:
            names.sort(key=lambda name: int(name) if name.isdecimal() else 0)
        for name in names:
            each = self._sums[name]
            wrong = words.filled("{count} wrong", count=each.counts[False])
            students = words.students(len(each.students[False]))
            is_ours = name == NOBODY or self._by == CLASS
            yield (
                run(words.filled(name) if is_ours else name),
                *((run(each.numbers_text(words), "muted"),) if self._by == ITEM else ()),
                run(words.filled("{count} right", count=each.counts[True])),
                run(f"{wrong} ({students})" if has_students and students else wrong),
                run(words.filled("{count} without answer", count=each.counts[None]), "muted"),
                run(self._mark_text(each, words)),
            )

    def _mark_text(self, group: AnswerSum, words: SumWords) -> str:
        """The sum of marks, and what is the most; nothing where there are no marks."""
        if group.mark is None or self._scoring is None:
            return ""
        count = len(group.asked)
        if self._sheets is not None and self._by in {STUDENT, CLASS}:
            # A question counts for who left its row out, too.
            count = sum(len(self._sheets[name].rows) for name in {name for name, _ in group.asked})
        mark, most = words.number(group.mark), words.number(count * self._scoring.first)
        return words.filled("mark {mark} of {most}", mark=mark, most=most)

    def _mistakes(self, words: SumWords, form: SheetForm) -> Iterator[tuple[StyledRun, ...]]:
        """The commonest mistake first, each with its sentence; behind them what has no mistake."""
        sentences = sentences_by_code(form.translate)
        sums = self._sums
        named = [name for name in sums if name in sentences]
        named.sort(key=lambda name: (-len(sums[name].students[False]), -sums[name].counts[False]))
        rest = {right: name for right, name in UNNAMED.items() if name in sums}
        has_students = any(any(each.students.values()) for each in sums.values())
        for name, right in [*((each, False) for each in named), *((n, r) for r, n in rest.items())]:
            each = sums[name]
            yield (
                *((run(words.students(len(each.students[right]))),) if has_students else ()),
                run(words.answers(each.counts[right])),
                run(name if name in sentences else words.filled(name)),
                run(sentences.get(name, ""), "muted"),
            )


def _name(asked: AskedRow, by: str) -> str:
    if by == QUESTION:
        return str(asked.number) if asked.number else ""
    return asked.student if by == STUDENT else asked.item
