"""A kind of question, as a row of the table of kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Judged, Question, Wishes

# A question is drawn again so many times if it does not fit.
MOST_TRIES = 60


class QuestionKind(NamedTuple):
    """How questions of a kind are drawn, made of what is given, and judged."""

    name: str
    draw: Callable[[Draw, Wishes], Question | None]
    question: Callable[[Mapping[str, str]], Question]
    judge: Callable[[Question, str], Judged]
