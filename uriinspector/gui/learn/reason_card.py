"""What is said of an answer: correct, or which mistake gives it, and what holds instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from uriinspector.gui.learn.row_stack import CiteLine
from uriinspector.gui.learn.sentences import (
    PROOF,
    WORDS,
    as_sentence,
    first_sentence,
    joined_runs,
    phrase_runs,
    spoken,
)
from uriinspector.gui.learn.signs import DONE, NEARLY, WRONG, Sign
from uriinspector.gui.text.paragraph import NEW_LINE, ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label, show_tip
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import SeverityCard
from uriinspector.lessons.answer_lines import answer_lines
from uriinspector.lessons.exercise_round import SHOWN
from uriinspector.lessons.kinds.table import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QKeyEvent

    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.diagnosis import Diagnosis
    from uriinspector.lessons.exercise_round import CheckedAnswer
    from uriinspector.lessons.question import Judged, Question

TITLE = TextStyle(size=16, weight=600)
MOST_CITES = 3
# Where the rows or the text above show what is right, or where many answers are.
SHOWN_ABOVE = frozenset({"editions", "rung", "base", "valid"})


class ReasonCard(SeverityCard):
    """Gets the keys when an answer was judged; Enter goes on."""

    next_requested = Signal()
    again_requested = Signal()
    answer_requested = Signal()
    open_requested = Signal()
    clause_requested = Signal(str)

    def __init__(self, theme: Theme, opens: str) -> None:
        """Start hidden; ``opens`` names the workspace that a question can be opened in."""
        super().__init__(theme)
        self._is_right = False
        self._is_last = True
        self._is_calm = False
        self._right = ""
        self.sign = Sign(theme, WRONG, 24)
        self.title = ParagraphLabel(theme)
        self.text = ParagraphLabel(theme)
        self.next = button(say("Next"), self.next_requested.emit)
        self.again = button(say("Try again"), self.again_requested.emit)
        self.show_answer = button(say("Show the answer"), self.answer_requested.emit)
        self.open = button(opens, self.open_requested.emit)
        show_tip(self.open, say("Ctrl+Enter"))
        self.key = plain_label("Enter", role="key")
        self.key.setWordWrap(False)
        self.cites = CiteLine(self.clause_requested.emit)
        head = row(self.sign, stretched(self.title), spacing=10)
        buttons = row(self.open, self.show_answer, None, self.again, self.next, self.key)
        column_of(
            head, self.text, self.cites, buttons, into=self, margins=(20, 12, 14, 12), spacing=8
        )
        self.hide()

    def severity(self) -> str:
        """What is correct or was asked for has a calm ground; red is for links that harm."""
        return "info" if self._is_calm else "medium"

    def answer_enter(self) -> None:
        """Go on, or try again."""
        (self.next_requested if self._is_last else self.again_requested).emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on; with Ctrl it opens the question elsewhere."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.open_requested.emit()
        else:
            super().keyPressEvent(event)

    def show_checked(
        self,
        checked: CheckedAnswer,
        question: Question,
        *,
        has_help: bool,
        right: str = "",
        note: str = "",
    ) -> None:
        """Say how an answer was judged; the ``note`` comes last.

        What is ``right`` is only spoken where it can be seen above.
        """
        self._is_right, self._is_last = bool(checked.judged.right), checked.is_last
        self._is_calm = self._is_right or checked is SHOWN
        sign = NEARLY if has_help else DONE
        self.sign.show_sign(sign if self._is_right else WRONG)
        self.sign.setVisible(checked is not SHOWN)
        # An answer that is shown is explained as one that somebody gave.
        judgement = judged(question, question.key) if checked is SHOWN else checked.judged
        if self._is_right:
            runs = [*self._correct(checked, question)]
        else:
            runs = self._wrong(checked, judgement)
        title, *rest = runs
        is_heard = not self._is_right and self._is_last and question.kind in SHOWN_ABOVE
        self._right = right if is_heard else ""
        self.title.tell([TextRun(title.text, TITLE)])
        if not self._is_right and self._is_last and question.kind not in SHOWN_ABOVE:
            gap = [TextRun(NEW_LINE, WORDS)] if rest else []
            rest += [*gap, *_answer_runs(question)]
        if note:
            rest += [TextRun(NEW_LINE if rest else "", WORDS), TextRun(note, WORDS)]
        self.text.tell(rest)
        self.text.setVisible(bool(rest))
        self.cites.show_cites(_cites(judgement.diagnosis))
        self.next.setVisible(self._is_last)
        for each in (self.again, self.show_answer):
            each.setVisible(not self._is_last)
        self.setAccessibleName(self.spoken())
        self.show()

    def spoken(self) -> str:
        """All that the card says; right or wrong is otherwise only in colors and signs."""
        whole = "".join(run.text for run in self.text.runs())
        texts = [self.title.text(), *(each.strip() for each in whole.split(NEW_LINE))]
        if not self._is_calm:
            texts.insert(0, say("Wrong"))
        if self._right:
            texts.append(say("Correct answer: {answer}", answer=self._right))
        return " ".join(map(as_sentence, filter(None, texts)))

    def _correct(self, checked: CheckedAnswer, question: Question) -> Iterator[TextRun]:
        """What is said of a right answer, such as that a shorter one is right, too."""
        yield TextRun(say("Correct"), TITLE)
        notes = checked.judged.diagnosis.near
        if notes:
            yield from joined_runs(notes)
        elif question.kind not in {*SHOWN_ABOVE, "write"}:
            yield from _answer_runs(question)

    def _wrong(self, checked: CheckedAnswer, judgement: Judged) -> list[TextRun]:
        diagnosis = judgement.diagnosis
        if checked is SHOWN:
            return [TextRun(say("The answer"), TITLE), *joined_runs(diagnosis.near)]
        if not diagnosis.causes:
            title = say("This is wrong. None of the mistakes that have a name gives it.")
            return [TextRun(title, TITLE), *joined_runs(diagnosis.phrases)]
        phrases = diagnosis.phrases
        first, rest = first_sentence(spoken(phrases[0]))
        runs = [TextRun(first, TITLE), TextRun(f"{rest} " if rest else "", WORDS)]
        return [*runs, *joined_runs(phrases[1:])]


def _answer_runs(question: Question) -> Iterator[TextRun]:
    """The right answer, line by line."""
    for number, phrase in enumerate(answer_lines(question)):
        yield TextRun(NEW_LINE if number else "", WORDS)
        yield from phrase_runs(phrase, WORDS, PROOF)


def _cites(diagnosis: Diagnosis) -> list[str]:
    of_causes = (cite for each in diagnosis.causes[:2] for cite in each.cites)
    return list(dict.fromkeys((*diagnosis.cites, *of_causes)))[:MOST_CITES]
