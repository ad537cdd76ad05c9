"""Sums of judged answers: by student, question, item or mistake, or of the whole class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.cli.lesson_lists import sentences_by_code
from uriinspector.cli.styled_line import heading, run, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.cli.styled_line import Line, StyledRun
    from uriinspector.export.judged_answers import AskedRow, JudgedRow
    from uriinspector.lessons.pack import Scoring

MISTAKE, STUDENT, QUESTION, ITEM, CLASS = "mistake", "student", "question", "item", "class"
# Groups of answers that have no mistake.
UNNAMED = {True: "(right)", False: "(unnamed)", None: "(no answer)"}
NOBODY = "(none)"


class AnswerSum:
    """How many answers of a group are right, wrong or missing, whose, and what they count."""

    def __init__(self) -> None:
        self.counts = {True: 0, False: 0, None: 0}
        self.mark: float | None = None
        self.students: dict[bool | None, set[str]] = {True: set(), False: set(), None: set()}
        self.numbers: set[int] = set()  # of questions

    def add(self, row: JudgedRow, scoring: Scoring | None) -> None:
        """One more answer."""
        self.counts[row.right] += 1
        if scoring is not None:
            self.mark = (self.mark or 0.0) + row.mark(scoring)
        if row.asked is not None:
            self.numbers.add(row.asked.number)
            if row.asked.student:
                self.students[row.right].add(row.asked.student)

    @property
    def mark_text(self) -> str:
        """The sum of marks; nothing where there are no marks."""
        return "" if self.mark is None else f"mark {self.mark:g}"

    def students_text(self, right: bool | None) -> str:
        """How many students gave these answers; nothing where the table names none."""
        return _counted(len(self.students[right]), "student")

    @property
    def numbers_text(self) -> str:
        """Which questions of the sheet these are; nothing where there is no sheet."""
        numbers = sorted(self.numbers - {0})
        if not numbers:
            return ""
        first, last = numbers[0], numbers[-1]
        return f"question {first}" if first == last else f"questions {first} to {last}"


class AnswerSums:
    """The sums of a table of answers, by the group of each."""

    def __init__(self, by: str, scoring: Scoring | None) -> None:
        self._by = by
        self._scoring = scoring
        self._sums: dict[str, AnswerSum] = {}

    def add(self, row: JudgedRow) -> None:
        """One more answer."""
        self._sums.setdefault(self._group(row), AnswerSum()).add(row, self._scoring)

    def lines(self, most: int, say: Callable[[str], str]) -> Iterator[Line]:
        """The groups with what was right, wrong and left open: mistakes by their number, others
        as they came."""
        yield heading(self._by.capitalize())
        rows = self._mistakes(say) if self._by == MISTAKE else self._groups()
        yield from table(list(rows), most)

    def _group(self, row: JudgedRow) -> str:
        if self._by == MISTAKE:
            return row.mistake or UNNAMED[row.right]
        if self._by == CLASS or row.asked is None:
            return CLASS
        return _name(row.asked, self._by) or NOBODY

    def _groups(self) -> Iterator[tuple[StyledRun, ...]]:
        has_students = self._by != STUDENT and any(
            any(each.students.values()) for each in self._sums.values()
        )
        names = list(self._sums)
        if self._by == QUESTION:
            names.sort(key=lambda name: int(name) if name.isdecimal() else 0)
        for name in names:
            each = self._sums[name]
            wrong = f"{each.counts[False]} wrong"
            students = each.students_text(False)
            yield (
                run(name),
                *((run(each.numbers_text, "muted"),) if self._by == ITEM else ()),
                run(f"{each.counts[True]} right"),
                run(f"{wrong} ({students})" if has_students and students else wrong),
                run(f"{each.counts[None]} without answer", "muted"),
                run(each.mark_text),
            )

    def _mistakes(self, say: Callable[[str], str]) -> Iterator[tuple[StyledRun, ...]]:
        """The commonest mistake first, each with its sentence; behind them what has no mistake."""
        sentences = sentences_by_code(say)
        sums = self._sums
        named = [name for name in sums if name in sentences]
        named.sort(key=lambda name: (-len(sums[name].students[False]), -sums[name].counts[False]))
        rest = {right: name for right, name in UNNAMED.items() if name in sums}
        has_students = any(any(each.students.values()) for each in sums.values())
        for name, right in [*((each, False) for each in named), *((n, r) for r, n in rest.items())]:
            each = sums[name]
            yield (
                *((run(each.students_text(right)),) if has_students else ()),
                run(_counted(each.counts[right], "answer")),
                run(name),
                run(sentences.get(name, ""), "muted"),
            )


def _name(asked: AskedRow, by: str) -> str:
    if by == QUESTION:
        return str(asked.number) if asked.number else ""
    return asked.student if by == STUDENT else asked.item


def _counted(count: int, word: str) -> str:
    if not count:
        return ""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
