"""All kinds of questions by name, and the judgment of answers."""

from __future__ import annotations

import re
from dataclasses import replace

from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.kinds import (
    dot_removals,
    ladder_levels,
    links,
    targets,
    texts,
    written_references,
)
from uriinspector.lessons.mistake import quoted
from uriinspector.lessons.question import MOST_TRIES, Judged, NoQuestionError, Question, Wishes

# Quotation marks around an answer; questions quote words such as "none".
AROUND = {
    '"': '"',
    "'": "'",
    "`": "`",
    "\u201c": "\u201d",
    "\u201d": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201a": "\u2018\u2019",
    "\u2018": "\u2019",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2039": "\u203a",
    "\u203a": "\u2039",
    "<": ">",
    "(": ")",
}
MOST_AROUND = 2
ANSWER = expression(r"(?:answer|antwort)[ \t]*:[ \t]*", re.IGNORECASE)
# Only these words may end with a dot: "g." is a reference, and differs from "g".
SENTENCE = expression(
    r"(?:none|empty|same document|yes|no|keine[rs]?|leer|fehlt|dasselbe dokument|ja|nein)\.",
    re.IGNORECASE,
)


def bare_answer(answer: str) -> str:
    """Return the answer without quotation marks, "Answer:" and a final dot."""
    text = answer.strip()
    begins = ANSWER.match(text)
    if begins:
        text = text[begins.end() :].strip()
    for _ in range(MOST_AROUND):
        if len(text) < 2 or text[-1] not in AROUND.get(text[0], ""):
            break
        text = text[1:-1].strip()
    return text[:-1] if SENTENCE.fullmatch(text) else text


KINDS = {
    each.name: each
    for each in (
        targets.TARGET_KIND,
        *links.DESTINATION_KINDS,
        links.MARK_KIND,
        targets.ORIGIN_KIND,
        ladder_levels.KIND,
        texts.VALID_KIND,
        written_references.RELATIVE_KIND,
        written_references.WRITE_KIND,
        targets.EDITIONS_KIND,
        links.BASE_KIND,
        dot_removals.KIND,
        links.LETTER_KIND,
        *texts.ENCODING_KINDS,
    )
}
NO_WISHES = Wishes()


def drawn(kind: str, seed: str, wishes: Wishes = NO_WISHES) -> Question:
    """Draw the question of a seed, always the same; NoQuestionError if nothing fits the wishes."""
    for number in range(MOST_TRIES):
        question = KINDS[kind].draw(Draw(seed, number), wishes)
        if question is not None:
            return replace(question, seed=seed_of(kind, seed))
    raise NoQuestionError(kind)


def judged(question: Question, answer: str) -> Judged:
    """Judge an answer; if it is wrong as written, also without quotation marks around it."""
    judgement, bare = _judged(question, answer), bare_answer(answer)
    if judgement.right is not False or judgement.diagnosis.causes or bare in {"", answer.strip()}:
        return judgement
    return _judged(question, bare)


def _judged(question: Question, answer: str) -> Judged:
    """Judge an answer by the key, and by the other answers that the edition allows."""
    judge = KINDS[question.kind].judge
    judgement = judge(question, answer) if answer.strip() else Judged(None)
    if judgement.right is False and any(
        judge(replace(question, key=key), answer).right for key in question.also
    ):
        usual = message(
            "The text leaves a choice here: your answer is right, and so is {text}.",
            text=quoted(question.key),
        )
        return Judged(True, Diagnosis(near=(usual,)))
    return judgement
