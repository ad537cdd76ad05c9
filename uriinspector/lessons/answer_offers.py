"""What an answer is put together from: letters of choices or rules, or editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE, Phrase
from uriinspector.core.listing import LISTINGS
from uriinspector.lessons.choice import letter_of
from uriinspector.lessons.kinds import dot_removals, edition_results

if TYPE_CHECKING:
    from uriinspector.lessons.question import Question

RULE = "5.2.4 2"
# The rules of RFC 3986, 5.2.4 by their letters.
RULES = {
    line.rule.removeprefix(RULE): Phrase(line.words)
    for line in LISTINGS["2005"].lines
    if line.rule.startswith(RULE)
}


def offers(question: Question) -> tuple[str, ...]:
    """As they are answered; nothing where an answer is typed or marked."""
    if question.kind == edition_results.NAME:
        return tuple(edition_results.ways_of(question.given["base"], question.given["reference"]))
    if question.kind == dot_removals.NAME and not question.choices:
        return tuple(RULES)
    return tuple(map(letter_of, range(len(question.choices))))


def offered(question: Question, offer: str) -> Phrase | None:
    """What a letter is for; None where an offer says all by itself."""
    if question.kind == dot_removals.NAME and not question.choices:
        return RULES.get(offer)
    letters = map(letter_of, range(len(question.choices)))
    choices = (each.phrase for each in question.choices)
    return dict(zip(letters, choices, strict=True)).get(offer)


def is_text(phrase: Phrase) -> bool:
    """Whether it is a text of the question, and no sentence of ours."""
    return bool(phrase.args) and phrase.template == "{text}" and phrase.args[0].kind == EVIDENCE
