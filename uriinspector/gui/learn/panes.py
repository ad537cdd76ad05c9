"""Which pane a question is answered in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.choice_pane import ChoicePane
from uriinspector.gui.learn.marked_pane import MarkedPane
from uriinspector.gui.learn.origin_pane import OriginPane
from uriinspector.gui.learn.sequence_pane import SequencePane
from uriinspector.gui.learn.several_pane import SeveralPane
from uriinspector.gui.learn.steps_pane import StepsPane
from uriinspector.gui.learn.typed_pane import TypedPane
from uriinspector.lessons.lesson import CHOOSE, MARK, ORDER, SEVERAL, STEPS, TABLE, TYPE

if TYPE_CHECKING:
    from uriinspector.gui.learn.answer_pane import AnswerPane
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.exercise_round import AskedQuestion

PANES: dict[str, type[AnswerPane]] = {
    CHOOSE: ChoicePane,
    SEVERAL: SeveralPane,
    TYPE: TypedPane,
    MARK: MarkedPane,
    TABLE: OriginPane,
    ORDER: SequencePane,
    STEPS: StepsPane,
}


def pane_of(theme: Theme, asked: AskedQuestion) -> AnswerPane:
    """An empty pane for a question."""
    return PANES[asked.form](theme, asked)
