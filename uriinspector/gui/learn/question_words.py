"""How questions are worded in the window, where an answer is chosen or marked and not typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.sentences import spoken
from uriinspector.gui.text.translation import say
from uriinspector.lessons.lesson import CHOOSE, MARK, TABLE, TYPE
from uriinspector.lessons.pair_round import PairRound
from uriinspector.lessons.spot_host_round import SpotHostRound

if TYPE_CHECKING:
    from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound


def asked_words(asked: AskedQuestion) -> str:
    """The question."""
    question = asked.question
    if question.kind == "mark":
        part = question.given["part"]
        return say("Mark this component: {part}", part=say(part))
    if question.kind == "origin":
        return say("Where does each component of the target come from?")
    if asked.form == MARK:
        return say("Mark the host that a browser goes to.")
    return spoken(question.asks)


def round_words(asking: ExerciseRound) -> tuple[str, str]:
    """What is practiced: the lesson and its exercise, or the code of a round."""
    if isinstance(asking, SpotHostRound):
        words = say("round {code}: no colors before the answer", code=asking.code)
        return say(asking.lesson.title), words
    lesson = asking.lesson
    if isinstance(asking, PairRound):
        return say(lesson.title), say("your own texts: the answer is not kept")
    return f"{lesson.number}  {say(lesson.title)}", say(asking.exercise.title)


def open_words(kind: str) -> str:
    """Where a question can be opened when it was answered."""
    return say("Open in Resolve") if kind in {"target", "origin"} else say("Open in Inspect")


def form_words(kind: str, form: str) -> str:
    """How an answer is given, and with which keys."""
    if form == CHOOSE:
        return say("choose: keys 1 to 4")
    if form == MARK:
        return say("mark it in the text: Shift and arrow keys")
    if form == TABLE:
        return say("choose for each component: arrow keys or first letters")
    assert form == TYPE
    return say("type the target") if kind == "target" else say("type the name")
