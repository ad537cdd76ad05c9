"""Lesson sentences as styled text: interface text with quotations."""

from collections.abc import Iterable, Iterator

from uriinspector.core.model import Message
from uriinspector.gui.text.paragraph import (
    PROOF,
    WORDS,
    ParagraphLabel,
    TextRun,
    TextStyle,
    message_runs,
)
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import edition_title, say
from uriinspector.lessons.answer_lines import is_text, offered
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound, OwnRound, PackRound
from uriinspector.lessons.kinds.targets import BROWSERS
from uriinspector.lessons.lesson import MARK, Lesson
from uriinspector.lessons.mistake import EMPTY, NONE, SAME_DOCUMENT
from uriinspector.lessons.mistakes.grammar_answers import NO
from uriinspector.lessons.question import Question
from uriinspector.lessons.repetition import TITLE as DUE
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.spot_the_host import SpotHostRound
from uriinspector.lessons.tricks import TITLES

QUOTE = "`"  # around quoted text in lessons


def lesson_runs(text: str) -> Iterator[TextRun]:
    """Yield the runs for sentences in which backquotes enclose quoted text."""
    for number, piece in enumerate(text.split(QUOTE)):
        yield TextRun(piece, PROOF if number % 2 else WORDS)


def joined_runs(phrases: Iterable[Message], between: str = " ") -> Iterator[TextRun]:
    """Yield the runs of several messages, separated by ``between``."""
    for number, phrase in enumerate(phrases):
        if number:
            yield TextRun(between, WORDS)
        yield from message_runs(phrase)


def spoken(phrase: Message) -> str:
    """Return a message as plain text in the current language."""
    return "".join(run.text for run in message_runs(phrase))


def first_sentence(text: str) -> tuple[str, str]:
    """Split a reason into its first sentence (the mistake) and the rest (what is right)."""
    first, dot, rest = text.partition(". ")
    return (f"{first}.", rest) if dot else (text, "")


def as_sentence(text: str) -> str:
    """End a text with a period, if needed, so that screen readers pause."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":", "\u2026")) else f"{text}."


TYPED = frozenset({"relative", "write", "encode", "decode"})  # in these, "none" can be a typed text
SIZE = 15


# Labels of the answer "none", by kind of question.
NOTHING = {
    "where": "no host",
    "site": "no host",
    "target": "no target",
    "mark": "not present",
    "letters": "no such letter",
}
NONE_OF_THESE = "none of these"


def nothing_words(kind: str) -> str:
    return say(NOTHING.get(kind, NONE_OF_THESE))


def answer_words(text: str, question: Question) -> str:
    """Return the words for an answer that is a code rather than text, else ""."""
    kind = question.kind
    if kind == "valid":
        return _grammar_words(text, question)
    if kind == "letters" and text.isdecimal():
        return _with_char("character {number}: {text}", text, question)
    if text == NONE and kind not in TYPED:
        return nothing_words(kind)
    if text == EMPTY and kind in {"mark", "relative"}:
        return say("empty")
    return say("the same document") if text == SAME_DOCUMENT and kind == "target" else ""


def _grammar_words(text: str, question: Question) -> str:
    number = text.removeprefix(NO).strip().partition("-")[0]
    if not number.isdecimal():
        return say("matches the grammar")
    return _with_char("does not match at character {number}: {text}", number, question)


def _with_char(template: str, number: str, question: Question) -> str:
    """Return words about a character of the text, counted from 1."""
    char = question.given["text"][int(number) - 1 : int(number)]
    return say(template, number=number, text=visible(char))


def offer_runs(text: str, question: Question) -> list[TextRun]:
    """Return the meaning of a letter or year used as an answer; empty for other answers."""
    phrase = offered(question, text)
    if phrase is not None:
        proof = TextStyle(size=SIZE, evidence=True) if is_text(phrase) else PROOF
        return list(message_runs(phrase, WORDS, proof))
    if question.kind == "editions":
        words = say("Browsers") if text == BROWSERS else edition_title(text)
        return [TextRun(words, WORDS)]
    return []


class AnswerText(ParagraphLabel):
    """An answer, wrapped; it can be struck through."""

    def __init__(self, question: Question, size: int = SIZE) -> None:
        super().__init__()
        self._question = question
        self._size = size

    def show_answer(self, text: str, *, struck: bool = False, weight: int = 400) -> None:
        words = answer_words(text, self._question)
        style = TextStyle(
            color="muted" if struck else "text",
            size=self._size,
            evidence=not words,
            weight=weight,
            struck=struck,
        )
        self.set_runs([TextRun(words or visible(text), style)])

    def show_offer(self, text: str, *, struck: bool = False) -> None:
        """Show the meaning of a letter or year; show any other answer as it is."""
        runs = offer_runs(text, self._question)
        if not runs:
            self.show_answer(text, struck=struck)
            return
        color = "muted" if struck else "text"
        looks = [run.look._replace(color=color, struck=struck) for run in runs]
        self.set_runs(run._replace(look=look) for run, look in zip(runs, looks, strict=True))


RESOLVED = frozenset({"target", "origin", "relative", "editions", "base", "steps"})
MOST_COUNTED = 99  # if there are more tries, the maximum is not shown


def asked_words(asked: AskedQuestion) -> str:
    question = asked.question
    if question.kind == "mark":
        part = question.given["part"]
        return say("Mark this component: {part}", part=say(part))
    if question.kind == "origin":
        return say("Where does each component of the target come from?")
    words = IN_WINDOW.get(question.variant)
    if words:
        return say(words)
    if question.kind == "valid":
        year = question.given["edition"]
        return say(
            "Does this text match the {year} grammar? If not, mark the first character that does "
            "not match.",
            year=year,
        )
    if asked.form == MARK:
        return say("Mark the host that a browser goes to.")
    return spoken(question.asks)


# Different wording for the window, where nothing is typed.
IN_WINDOW = {
    "relative": "Write the shortest reference from the base to this target.",
    "editions": "Which of these give this target?",
    "lines": "Which of these lines act on the path here, and in which order?",
    "steps": "Which rules of RFC 3986, 5.2.4 apply here, one after another?",
    "letters": 'Mark the letter in the host that is from another script, or choose "No such '
    'letter".',
}


def round_words(asking: ExerciseRound) -> tuple[str, str]:
    """Return two titles for a round, such as the lesson and the exercise."""
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
        return say(DUE), numbered_title(lesson)
    return numbered_title(lesson), say(asking.exercise.title)


def numbered_title(lesson: Lesson) -> str:
    return f"{lesson.number}  {say(lesson.title)}"


def is_of_class(asking: ExerciseRound | None) -> bool:
    return isinstance(asking, SpotHostRound) and asking.options.is_class


def note_words(asking: ExerciseRound) -> str:
    """Return a note to show after the answer, such as the kind of link."""
    if not isinstance(asking, SpotHostRound):
        return ""
    link = asking.links[len(asking.results) - 1]
    return say("Kind of link: {title}", title=say(TITLES[link.trick]))


def try_words(asking: ExerciseRound) -> str:
    """Return the number of the next try, and the maximum if there is one."""
    number, count = asking.tries + 1, asking.tries_left_at_first()
    if count > MOST_COUNTED:
        return say("This is try {number}.", number=number)
    return say("Try {number} of {count}.", number=number, count=count)


def open_words(kind: str) -> str:
    """Return the label of the button that opens an answered question elsewhere."""
    if kind in RESOLVED:
        return say("Open in Resolve")
    return say("Open in Compare") if kind == "rung" else say("Open in Inspect")


# Instructions for giving an answer, including keys, by form.
BY_FORM = {
    "choose": "choose: keys 1 to 4",
    "several": "choose several: number or letter keys",
    "mark": "mark the answer in the text: Shift and arrow keys",
    "table": "choose for each component: arrow keys or first letters",
    "order": "put lines in order: letter keys",
    "steps": "give the rule, the output and the input for each step",
    "type": "type the name",
}
BY_KIND = {
    ("type", "target"): "type the target",
    ("type", "relative"): "type the reference",
    ("type", "write"): "type a URI reference",
    ("type", "encode"): "type the text with percent-encoding",
    ("type", "decode"): "type the decoded text",
    ("choose", "rung"): "choose: number keys",
    ("choose", "base"): "choose: number keys",
}


def form_words(kind: str, form: str) -> str:
    """Return instructions for giving an answer, including keys."""
    return say(BY_KIND.get((form, kind), BY_FORM[form]))
