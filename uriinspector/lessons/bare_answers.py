"""Answers as people write them: in quotation marks, or as a sentence of one word."""

from __future__ import annotations

import re

from uriinspector.core.expression import expression

# What may stand around an answer; questions show words such as "none" in quotation marks.
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
# Only these: "g." is a reference, and another one than "g".
SENTENCE = expression(
    r"(?:none|empty|same document|yes|no|keine[rs]?|leer|fehlt|dasselbe dokument|ja|nein)\.",
    re.IGNORECASE,
)


def bare_answer(answer: str) -> str:
    """The answer without what is written around it."""
    text = answer.strip()
    begins = ANSWER.match(text)
    if begins:
        text = text[begins.end() :].strip()
    for _ in range(MOST_AROUND):
        if len(text) < 2 or text[-1] not in AROUND.get(text[0], ""):
            break
        text = text[1:-1].strip()
    return text[:-1] if SENTENCE.fullmatch(text) else text
