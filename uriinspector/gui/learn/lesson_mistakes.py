"""The mistakes that a lesson is about, each made on its example, and how often it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.core.model import NamedTuple, Part
from uriinspector.gui.learn.answer_text import AnswerText
from uriinspector.gui.learn.row_stack import RowStack
from uriinspector.gui.learn.sentences import spoken
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.wrong_answers import answers_of, family_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.lesson import Lesson
    from uriinspector.lessons.mistake import Mistake
    from uriinspector.lessons.question import Question


class MistakeExample(NamedTuple):
    """A mistake, and what it gives to a question about the example of the lesson."""

    mistake: Mistake
    question: Question
    answer: str


def mistake_examples(lesson: Lesson) -> list[MistakeExample]:
    """Each mistake of a lesson that can be made on its example."""
    examples = (_example(lesson, code) for code in lesson.about)
    return [each for each in examples if each is not None]


def _example(lesson: Lesson, code: str) -> MistakeExample | None:
    for question in _questions(lesson):
        rows = [each for each in family_of(question).mistakes if each.code == code]
        answers = answers_of(rows, question)
        if answers:
            return MistakeExample(answers[0].mistake, question, answers[0].text)
    return None


def _questions(lesson: Lesson) -> Iterator[Question]:
    """The questions that the example of a lesson gives."""
    base, text = lesson.example
    if base:
        years = [each.wishes.edition for each in lesson.exercises if each.kind == "target"]
        for year in dict.fromkeys(("2005", *years)):
            given = {"base": base, "reference": text, "edition": year}
            yield KINDS["target"].question(given)
        yield KINDS["where"].question({"text": text, "base": base})
        return
    kinds = {each.kind for each in lesson.exercises}
    for kind in ("where", "site"):
        if kind in kinds:
            yield KINDS[kind].question({"text": text, "base": ""})
    if "mark" in kinds:
        yield from (KINDS["mark"].question({"text": text, "part": part}) for part in Part)


class LessonMistakes(QFrame):
    """A card with a row for each mistake that the example of the lesson has an answer for."""

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.stack = RowStack()
        head = plain_label(say("Wrong answers to the example"), role="title")
        column_of(head, self.stack, None, into=self, margins=(14, 10, 14, 12), spacing=6)

    def show_lesson(self, lesson: Lesson, counts: Counter[str]) -> None:
        """Show the mistakes of a lesson, and how often each was made."""
        examples = mistake_examples(lesson)
        self.stack.show_rows(self._row(each, counts[each.mistake.code]) for each in examples)
        self.setVisible(bool(examples))

    def _row(self, example: MistakeExample, count: int) -> QWidget:
        frame = QFrame()
        frame.setObjectName("rung")
        answer = AnswerText(self._theme, example.question, 13)
        answer.show_answer(example.answer)
        tag = plain_label(say_count(count, "you: once", "you: {count} times"), role="warned")
        tag.setWordWrap(False)
        if not count:
            tag.hide()
        lines: list[QWidget] = []
        if example.question.kind == "mark":
            part = example.question.given["part"]
            lines = [plain_label(say("Asked: {part}", part=say(part)), role="quiet")]
        lines.append(plain_label(spoken(example.mistake.reason), role="quiet"))
        column_of(row(stretched(answer), tag), *lines, into=frame, margins=(0, 8, 0, 8), spacing=4)
        return frame
