"""An answer as it is shown: evidence, or words of ours for that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.translation import say
from uriinspector.lessons.kinds.component_marks import EMPTY
from uriinspector.lessons.link_question import NO_HOST
from uriinspector.lessons.pair import SAME_DOCUMENT

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

SIZE = 15


def nothing_words(kind: str) -> str:
    """What is said for that there is none."""
    names = {"target": say("no target"), "mark": say("not present")}
    return names.get(kind) or say("no host")


def answer_words(text: str, kind: str) -> str:
    """What is shown in the place of an answer that is no text; else ""."""
    if text == NO_HOST:
        return nothing_words(kind)
    if text == EMPTY and kind == "mark":
        return say("empty")
    return say("the same document") if text == SAME_DOCUMENT and kind == "target" else ""


class AnswerText(ParagraphLabel):
    """An answer in as many lines as it needs; a wrong one is struck out."""

    def __init__(self, theme: Theme, kind: str, size: int = SIZE) -> None:
        """Start with nothing to show."""
        super().__init__(theme)
        self._kind = kind
        self._size = size

    def show_answer(self, text: str, *, struck: bool = False, weight: int = 400) -> None:
        """Show an answer."""
        words = answer_words(text, self._kind)
        style = TextStyle(
            color="muted" if struck else "text",
            size=self._size,
            evidence=not words,
            weight=weight,
            struck=struck,
        )
        self.tell([TextRun(words or visible(text), style)])
