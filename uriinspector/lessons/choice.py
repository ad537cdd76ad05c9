"""Answers to choose from, and which of them an answer names."""

from __future__ import annotations

import re
from string import ascii_uppercase
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE, Arg, Phrase
from uriinspector.core.expression import expression
from uriinspector.lessons.question import AnswerChoice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.lessons.question import Question

MOST_CHOICES = len(ascii_uppercase)
LETTERS = expression(r"[A-Za-z](?:[\s,;+/]*[A-Za-z])*")
LETTER_AND_WORDS = expression(r"([A-Za-z])[.:)][ \t]+(.+)", re.DOTALL)
NOTHING = frozenset({"none", "none of them", "-", "keine", "keiner", "keines", "nichts"})


def text_choice(text: str) -> AnswerChoice:
    """A text from the question itself; it is its own code."""
    return AnswerChoice(text, Phrase("{text}", (Arg("text", text, EVIDENCE),)))


def letter_of(at: int) -> str:
    """The letter before a choice."""
    return ascii_uppercase[at]


def letters_of(codes: Sequence[str], question: Question) -> str:
    """The letters of these choices, as they are answered."""
    return " ".join(letter_of(at) for at, each in enumerate(question.choices) if each.code in codes)


def chosen(question: Question, answer: str) -> str | None:
    """The code of the one choice that an answer names by letter, code or text; None if none."""
    text = answer.strip()
    for at, each in enumerate(question.choices):
        if text.upper() in {letter_of(at), f"{letter_of(at)})", f"{letter_of(at)}."}:
            return each.code
    lettered = LETTER_AND_WORDS.fullmatch(text)
    if lettered:
        at, rest = ascii_uppercase.find(lettered[1].upper()), lettered[2].casefold()
        if at < len(question.choices):
            others = (each.phrase.text.casefold() for each in question.choices)
            if rest not in {words for place, words in enumerate(others) if place != at}:
                return question.choices[at].code
    words = text.casefold()
    for each in question.choices:
        if words in {each.code.casefold(), each.phrase.text.casefold()}:
            return each.code
    return None


def in_order(question: Question, answer: str) -> list[str] | None:
    """The codes that an answer names by letters, in its order; None if it names others."""
    text = answer.strip()
    if text.casefold() in NOTHING:
        return []
    if not LETTERS.fullmatch(text):
        return None
    places = [ascii_uppercase.index(each) for each in text.upper() if each.isalpha()]
    if any(at >= len(question.choices) for at in places):
        return None
    return [question.choices[at].code for at in places]
