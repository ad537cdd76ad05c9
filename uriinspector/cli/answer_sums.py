"""Totals of judged answers, and lists of the names that a question pack can use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from uriinspector.cli.styled_line import BLANK, Block, Row, heading, line, run, table
from uriinspector.export.sheet_forms import SheetForm
from uriinspector.export.sheet_page import mark_number
from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.lesson import course
from uriinspector.lessons.mistake import Mistake
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS
from uriinspector.lessons.mistakes.table import ABOUT, ANSWER_ROWS, MISTAKES
from uriinspector.lessons.pack import Scoring, Sheet
from uriinspector.lessons.pack_file import EVERY_KIND, KIND_FIELDS
from uriinspector.lessons.tricks import TITLES, TRICKS

if TYPE_CHECKING:
    from uriinspector.export.judged_answers import AskedRow, JudgedAnswer


MOST_VALUES = 20  # if a condition has more values, they are not listed
BRACES = str.maketrans("", "", "{}")


def kinds(say: Callable[[str], str]) -> Iterator[Block]:
    """Yield each kind of question with its answer and its fields."""
    yield heading(say("Kinds of questions"))
    for name, words in KIND_WORDS.items():
        yield BLANK
        yield line("  ", run(name, "strong"), f"  {say(words.asks)}")
        rows = (
            (say("answer"), say(words.answer.template)),
            (say("fields"), ", ".join((*EVERY_KIND[:2], *KIND_FIELDS[name]))),
            ("fixed", words.fixed.replace("`", "")),
            *([("of", f"{words.of[0]}: {say(words.of[1])}")] if words.of[0] else ()),
        )
        yield table(rows, "muted", indent=4)


def mistakes(say: Callable[[str], str]) -> Iterator[Block]:
    """Yield the explained mistakes by kind of question, then those that occur only in answers."""
    shown: set[str] = set()
    for kinds_of, family in families():
        names = ", ".join(kinds_of)
        yield heading(say('For the field "about" in {names}').replace("{names}", names))
        yield from _rows(family, shown, say)
        yield BLANK
    yield heading(say("Mistakes that occur only in answers"))
    yield from _rows((*MISTAKES, *ANSWER_ROWS), shown, say)


def families() -> list[tuple[list[str], tuple[Mistake, ...]]]:
    """Return each set of mistakes with the kinds of questions that share it."""
    families: list[tuple[list[str], tuple[Mistake, ...]]] = []
    for kind, family in ABOUT.items():
        same = next((each for each in families if each[1] is family), None)
        if same:
            same[0].append(kind)
        else:
            families.append(([kind], family))
    return families


def _rows(family: Iterable[Mistake], shown: set[str], say: Callable[[str], str]) -> Iterator[Block]:
    by_code: dict[str, str] = {}
    for each in family:
        if each.code not in shown:
            by_code.setdefault(each.code, sentence(each, say))
    shown.update(by_code)
    yield table(by_code.items(), "", "muted")


def sentence(mistake: Mistake, say: Callable[[str], str]) -> str:
    """Return the explanation of a mistake, omitting the component, which varies by question."""
    text = say(mistake.reason.template).replace(": {part}", "")
    return text.format_map(mistake.reason.args) if mistake.reason.args else text


def sentences_by_code(say: Callable[[str], str]) -> dict[str, str]:
    """Return the first explanation for each mistake code that can occur in an answer."""
    rows = (*MISTAKES, *ANSWER_ROWS)
    return {each.code: sentence(each, say) for each in reversed(rows)}


def tricks(say: Callable[[str], str]) -> Iterator[Block]:
    """Yield each kind of deceptive or legitimate link."""
    yield heading(say("Tricks"))
    yield table(((name, say(TITLES[name])) for name in TRICKS), "", "muted")


def conditions(say: Callable[[str], str]) -> Iterator[Block]:
    """Yield the conditions that a question's ``wants`` field accepts."""
    yield heading(say("Conditions"))
    rows = []
    for name, each in CONDITIONS.items():
        words = say(each.is_met).replace("{value}", "X").translate(BRACES)
        values = f" ({', '.join(each.values)})" if 0 < len(each.values) < MOST_VALUES else ""
        rows.append((name, f"{words}{values}"))
    yield table(rows, "", "muted")


def lessons(say: Callable[[str], str]) -> Iterator[Block]:
    """Yield the lessons of the course, which can be printed like a pack."""
    yield heading(say(course().title))
    rows = ((f"lesson:{each.number}", say(each.title), each.code) for each in course().lessons)
    yield table(rows, "", "", "muted")


LISTED: dict[str, Callable[[Callable[[str], str]], Iterator[Block]]] = {
    "kinds": kinds,
    "mistakes": mistakes,
    "tricks": tricks,
    "conditions": conditions,
    "lessons": lessons,
}

MISTAKE, STUDENT, QUESTION, ITEM, CLASS = "mistake", "student", "question", "item", "class"
HEADINGS = {
    MISTAKE: "Mistake",
    STUDENT: "Student",
    QUESTION: "Question",
    ITEM: "Items",
    CLASS: "Class",
}
# Labels for answers without a mistake code: right, wrong or missing.
UNNAMED = {True: "(right)", False: "(unnamed)", None: "(no answer)"}
NO_NAME = "(none)"


class SumWords:
    """The words and numbers in the table of totals, in one language."""

    def __init__(self, form: SheetForm) -> None:
        self._form = form

    def filled(self, template: str, **values: object) -> str:
        return self._form.say(template, **values)

    def number(self, mark: float) -> str:
        """Return a mark as text, with the language's decimal separator."""
        return mark_number(mark, self._form)

    def students(self, count: int) -> str:
        """Return the number of students in words, or an empty string for 0."""
        return self._counted(count, "1 student", "{count} students")

    def answers(self, count: int) -> str:
        return self._counted(count, "1 answer", "{count} answers")

    def _counted(self, count: int, one: str, several: str) -> str:
        return self._form.say.count(count, one, several) if count else ""


class AnswerSum:
    """The numbers of right, wrong and missing answers in a group, with students and marks."""

    def __init__(self) -> None:
        self.counts = {True: 0, False: 0, None: 0}
        self.mark: float | None = None
        self.students: dict[bool | None, set[str]] = {True: set(), False: set(), None: set()}
        self.asked: set[tuple[str, int]] = set()  # student and number on the sheet
        self.causes: dict[Mistake, None] = {}

    def add(self, row: JudgedAnswer, scoring: Scoring | None) -> None:
        self.counts[row.right] += 1
        if row.judgement:
            self.causes.update(dict.fromkeys(row.judgement.diagnosis.causes[:1]))
        if scoring is not None:
            self.mark = (self.mark or 0.0) + row.mark(scoring)
        if row.asked is not None:
            self.asked.add((row.asked.student, row.asked.number))
            if row.asked.student:
                self.students[row.right].add(row.asked.student)

    def numbers_text(self, words: SumWords) -> str:
        """Return the question numbers on the sheet as text, or an empty string without a sheet."""
        numbers = sorted({number for _, number in self.asked} - {0})
        if not numbers:
            return ""
        first, last = numbers[0], numbers[-1]
        if first == last:
            return words.filled("question {number}", number=first)
        return words.filled("questions {first} to {last}", first=first, last=last)


class AnswerSums:
    """Totals of answers by group; ``sheets`` are the question sheets by student."""

    def __init__(
        self, by: str, scoring: Scoring | None, sheets: Mapping[str, Sheet] | None = None
    ) -> None:
        self._by = by
        self._scoring = scoring
        self._sheets = sheets
        self._sums: dict[str, AnswerSum] = {}

    def add(self, row: JudgedAnswer) -> None:
        self._sums.setdefault(self._group(row), AnswerSum()).add(row, self._scoring)

    def lines(self, form: SheetForm) -> Iterator[Block]:
        """Yield the totals of each group; mistakes are ordered by frequency, other groups
        as in the input.
        """
        words = SumWords(form)
        yield heading(words.filled(HEADINGS[self._by]))
        rows = self._mistakes(words, form) if self._by == MISTAKE else self._groups(words)
        yield table(rows)

    def _group(self, row: JudgedAnswer) -> str:
        if self._by == MISTAKE:
            return row.mistake or UNNAMED[row.right]
        if self._by == CLASS or row.asked is None:
            return CLASS
        return _name(row.asked, self._by) or NO_NAME

    def _groups(self, words: SumWords) -> Iterator[Row]:
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
            is_ours = name == NO_NAME or self._by == CLASS
            yield (
                words.filled(name) if is_ours else name,
                *((run(each.numbers_text(words), "muted"),) if self._by == ITEM else ()),
                words.filled("{count} right", count=each.counts[True]),
                f"{wrong} ({students})" if has_students and students else wrong,
                run(words.filled("{count} without an answer", count=each.counts[None]), "muted"),
                self._mark_text(each, words),
            )

    def _mark_text(self, group: AnswerSum, words: SumWords) -> str:
        """Return the total mark and its maximum, or an empty string if nothing is marked."""
        if group.mark is None or self._scoring is None:
            return ""
        count = len(group.asked)
        if self._sheets is not None and self._by in {STUDENT, CLASS}:
            # The maximum includes questions that a student left out.
            count = sum(len(self._sheets[name].rows) for name in {name for name, _ in group.asked})
        mark, most = words.number(group.mark), words.number(count * self._scoring.first)
        return words.filled("mark {mark} of {most}", mark=mark, most=most)

    def _mistakes(self, words: SumWords, form: SheetForm) -> Iterator[Row]:
        """Yield mistakes with their explanations, most frequent first, then answers without
        a mistake code.
        """
        sentences = sentences_by_code(form.say)
        sums = self._sums
        named = [name for name in sums if name in sentences]
        named.sort(key=lambda name: (-len(sums[name].students[False]), -sums[name].counts[False]))
        rest = {right: name for right, name in UNNAMED.items() if name in sums}
        has_students = any(any(each.students.values()) for each in sums.values())
        for name, right in [*((each, False) for each in named), *((n, r) for r, n in rest.items())]:
            each = sums[name]
            # The explanation can depend on the kind of question.
            said = [sentence(cause, form.say) for cause in each.causes if cause in MISTAKES]
            yield (
                *((words.students(len(each.students[right])),) if has_students else ()),
                words.answers(each.counts[right]),
                name if name in sentences else words.filled(name),
                run(" ".join(dict.fromkeys(said)) or sentences.get(name, ""), "muted"),
            )


def _name(asked: AskedRow, by: str) -> str:
    if by == QUESTION:
        return str(asked.number) if asked.number else ""
    return asked.student if by == STUDENT else asked.item
