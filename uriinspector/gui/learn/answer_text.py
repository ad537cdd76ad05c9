"""An answer as it is shown: evidence, or words of ours for that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.sentences import PROOF, WORDS, phrase_runs
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import edition_title, say
from uriinspector.lessons.answer_lines import is_text, offered
from uriinspector.lessons.kinds.links import EMPTY
from uriinspector.lessons.kinds.targets import BROWSERS
from uriinspector.lessons.mistake import NO_HOST, SAME_DOCUMENT
from uriinspector.lessons.mistakes.grammar_answers import NO

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.question import Question

TYPED = frozenset({"relative", "write", "encode", "decode"})  # "none" is a reference like any other
SIZE = 15
WITHOUT_HOST = frozenset({"where", "site"})


def nothing_words(kind: str) -> str:
    """What is said for that there is none."""
    if kind in WITHOUT_HOST:
        return say("no host")
    names = {
        "target": say("no target"),
        "mark": say("not present"),
        "letters": say("no such letter"),
    }
    return names.get(kind) or say("none of these")


def answer_words(text: str, question: Question) -> str:
    """What is shown in the place of an answer that is no text; else ""."""
    kind = question.kind
    if kind == "valid":
        return _grammar_words(text, question)
    if kind == "letters" and text.isdecimal():
        char = visible(question.given["text"][int(text) - 1 : int(text)])
        return say("character {number}: {text}", number=text, text=char)
    if text == NO_HOST and kind not in TYPED:
        return nothing_words(kind)
    if text == EMPTY and kind in {"mark", "relative"}:
        return say("empty")
    return say("the same document") if text == SAME_DOCUMENT and kind == "target" else ""


def _grammar_words(text: str, question: Question) -> str:
    number = text.removeprefix(NO).strip().partition("-")[0]
    if not number.isdecimal():
        return say("matches the grammar")
    char = visible(question.given["text"][int(number) - 1 : int(number)])
    return say("does not match at character {number}: {text}", number=number, text=char)


def offer_runs(text: str, question: Question) -> list[TextRun]:
    """What a letter or a year in an answer is for; nothing where an answer is a text itself."""
    phrase = offered(question, text)
    if phrase is not None:
        proof = TextStyle(size=SIZE, evidence=True) if is_text(phrase) else PROOF
        return list(phrase_runs(phrase, WORDS, proof))
    if question.kind == "editions":
        words = say("Browsers") if text == BROWSERS else edition_title(text)
        return [TextRun(words, WORDS)]
    return []


class AnswerText(ParagraphLabel):
    """An answer in as many lines as it needs; a wrong one is struck out."""

    def __init__(self, theme: Theme, question: Question, size: int = SIZE) -> None:
        """Start with nothing to show."""
        super().__init__(theme)
        self._question = question
        self._size = size

    def show_answer(self, text: str, *, struck: bool = False, weight: int = 400) -> None:
        """Show an answer."""
        words = answer_words(text, self._question)
        style = TextStyle(
            color="muted" if struck else "text",
            size=self._size,
            evidence=not words,
            weight=weight,
            struck=struck,
        )
        self.tell([TextRun(words or visible(text), style)])

    def show_offer(self, text: str, *, struck: bool = False) -> None:
        """Show what a letter or a year is for; any other answer as it is."""
        runs = offer_runs(text, self._question)
        if not runs:
            self.show_answer(text, struck=struck)
            return
        color = "muted" if struck else "text"
        looks = [run.look._replace(color=color, struck=struck) for run in runs]
        self.tell(run._replace(look=look) for run, look in zip(runs, looks, strict=True))
