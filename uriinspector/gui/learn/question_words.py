"""How questions are worded in the window, where an answer is chosen or marked and not typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.sentences import spoken
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.lessons.exercise_round import OwnRound, PackRound
from uriinspector.lessons.lesson import CHOOSE, MARK, ORDER, SEVERAL, STEPS, TABLE, TYPE
from uriinspector.lessons.repetition import TITLE as DUE
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.spot_the_host import SpotHostRound
from uriinspector.lessons.tricks import TITLES

if TYPE_CHECKING:
    from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound

RESOLVED = frozenset({"target", "origin", "relative", "editions", "base", "steps"})
MOST_COUNTED = 99  # tries
LONGER = frozenset({"rung", "base"})  # with more than four choices


def asked_words(asked: AskedQuestion) -> str:
    """The question."""
    question = asked.question
    if question.kind == "mark":
        part = question.given["part"]
        return say("Mark this component: {part}", part=say(part))
    if question.kind == "origin":
        return say("Where does each component of the target come from?")
    words = window_words(question.given.get("of") or question.kind)
    if words:
        return words
    if question.kind == "valid":
        year = question.given["edition"]
        return say(
            "Does this match the grammar of {year}? If not, mark the first wrong character.",
            year=year,
        )
    if asked.form == MARK:
        return say("Mark the host that a browser goes to.")
    return spoken(question.asks)


def window_words(asks: str) -> str:
    """Return how some questions are worded where nothing is typed; "" for the others."""
    return {
        "relative": say("Write the shortest reference from the base to this target."),
        "editions": say("Which of these give this target?"),
        "lines": say("Which of these lines work on the path here, in which order?"),
        "steps": say("Which rules of RFC 3986, 5.2.4 apply here, one after the other?"),
        "letters": say(
            "Mark the letter of the host that is from another script, or choose that there is none."
        ),
    }.get(asks, "")


def round_words(asking: ExerciseRound) -> tuple[str, str]:
    """What is practiced: the lesson and its exercise, or the code of a round."""
    if isinstance(asking, SpotHostRound):
        trick = asking.options.trick
        words = say("round {code}", code=asking.code)
        words += f" · {say(TITLES[trick])}" if trick else ""
        return say(asking.lesson.title), words
    if isinstance(asking, PackRound):
        return visible(asking.sheet.pack.title), visible(asking.sheet.student)
    lesson = asking.lesson
    if isinstance(asking, OwnRound):
        return say(lesson.title), say("your own texts: answers are not kept")
    if isinstance(asking, RepetitionRound):
        return say(DUE), f"{lesson.number}  {say(lesson.title)}"
    return f"{lesson.number}  {say(lesson.title)}", say(asking.exercise.title)


def is_of_class(asking: ExerciseRound | None) -> bool:
    """Whether a class answers together."""
    return isinstance(asking, SpotHostRound) and asking.options.is_class


def note_words(asking: ExerciseRound) -> str:
    """What is said after the answer of what the question was about."""
    if not isinstance(asking, SpotHostRound):
        return ""
    link = asking.links[len(asking.results) - 1]
    return say("Kind of link: {title}", title=say(TITLES[link.trick]))


def try_words(asking: ExerciseRound) -> str:
    """Which try the next answer is; some packs allow as many as somebody needs."""
    number, count = asking.tries + 1, asking.tries_left_at_first()
    if count > MOST_COUNTED:
        return say("Try {number}.", number=number)
    return say("Try {number} of {count}.", number=number, count=count)


def open_words(kind: str) -> str:
    """Where a question can be opened when it was answered."""
    if kind in RESOLVED:
        return say("Open in Resolve")
    return say("Open in Compare") if kind == "rung" else say("Open in Inspect")


def form_words(kind: str, form: str) -> str:
    """How an answer is given, and with which keys."""
    typed = {
        "target": say("type the target"),
        "relative": say("type the reference"),
        "write": say("type a URI reference"),
        "encode": say("type the text with percent-encoding"),
        "decode": say("type the decoded text"),
    }
    words = {
        CHOOSE: say("choose: keys 1 to 4") if kind not in LONGER else say("choose: number keys"),
        SEVERAL: say("choose several: number or letter keys"),
        MARK: say("mark it in the text: Shift and arrow keys"),
        TABLE: say("choose for each component: arrow keys or first letters"),
        ORDER: say("put lines into an order: letter keys"),
        STEPS: say("give rule, output and input of each step"),
        TYPE: typed.get(kind) or say("type the name"),
    }
    return words[form]
