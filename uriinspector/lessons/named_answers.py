"""Every wrong answer to a question that has a name, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.choice import letter_of
from uriinspector.lessons.kinds import dot_removals
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.wrong_answers import wrong_answers

if TYPE_CHECKING:
    from uriinspector.lessons.diagnosis import Diagnosis
    from uriinspector.lessons.question import Question


class NamedAnswer(NamedTuple):
    """A wrong answer as it is given, and why it is wrong."""

    text: str
    diagnosis: Diagnosis


def named_answers(question: Question) -> list[NamedAnswer]:
    """In the order in which mistakes are named; of choices all wrong ones, of an order none."""
    if question.kind == dot_removals.NAME:
        return []
    if question.choices:
        texts = [letter_of(at) for at in range(len(question.choices))]
    else:
        texts = [each.text for each in wrong_answers(question)]
    found: dict[str, NamedAnswer] = {}
    for text in texts:
        judgement = judged(question, text)
        if judgement.right is False and judgement.diagnosis.phrases:
            found.setdefault(text, NamedAnswer(text, judgement.diagnosis))
    return list(found.values())
