"""Sentences of lessons as runs of text: our words, and evidence between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import TERM, WORD
from uriinspector.gui.text.paragraph import TextRun, TextStyle
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.finding import Phrase

QUOTE = "`"  # around evidence in the text of a lesson
WORDS, PROOF = TextStyle(), TextStyle(evidence=True)
QUIET, QUIET_PROOF = TextStyle("muted", 12), TextStyle("muted", 12, evidence=True)
LEAD = TextStyle(weight=600)


def lesson_runs(text: str) -> Iterator[TextRun]:
    """The runs of a sentence in which evidence is between quotes."""
    for number, piece in enumerate(say(text).split(QUOTE)):
        yield TextRun(piece, PROOF if number % 2 else WORDS)


def phrase_runs(
    phrase: Phrase, words: TextStyle = WORDS, proof: TextStyle = PROOF
) -> Iterator[TextRun]:
    """The runs of a sentence that was made for a question."""
    for piece in phrase.pieces(say):
        is_ours = piece.kind in {WORD, TERM}
        yield TextRun(piece.text if is_ours else visible(piece.text), words if is_ours else proof)


def joined_runs(phrases: Iterable[Phrase]) -> Iterator[TextRun]:
    """The runs of several sentences."""
    for number, phrase in enumerate(phrases):
        if number:
            yield TextRun(" ", WORDS)
        yield from phrase_runs(phrase)


def spoken(phrase: Phrase) -> str:
    """A sentence in the language in use."""
    return "".join(run.text for run in phrase_runs(phrase))


def first_sentence(text: str) -> tuple[str, str]:
    """What was done, and what holds: a reason says both, one after the other."""
    first, dot, rest = text.partition(". ")
    return (f"{first}.", rest) if dot else (text, "")


def as_sentence(text: str) -> str:
    """A text that ends where the next one begins, for who hears them."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":", "\u2026")) else f"{text}."
