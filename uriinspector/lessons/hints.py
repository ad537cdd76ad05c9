"""Hints on a question, in four rungs: where to look, the rule, another question solved, the answer.

None of them is written for a question: each is made from what it gives.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.card import card_of
from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.answer_lines import (
    answer_lines,
    evidence_phrase,
    leading_lines,
    solved_lines,
)
from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.kinds.table import drawn
from uriinspector.lessons.pair import components

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.lessons.question import Question, Wishes

RUNGS = 4
# Another question of the same form is drawn for so many times.
MOST_TRIES = 40
# What the second rung is for an edition other than that of 2005.
RESOLUTION_CITES = {
    "1994": "url-draft-02 Partial form",
    "1997": "url-syntax-05 5.2",
    "2003": "rfc2396bis-01 5.2",
}
ALGORITHM = frozenset({"target", "order"})
PLAIN_TEXTS = frozenset({"valid", "encode", "decode"})  # of these, the text is no link
OF_LINK = "Another link: {text}"
# How the texts of another question are given in a hint.
GIVEN = {
    "base": "Another base: {text}",
    "reference": "Another reference: {text}",
    "target": "Another target: {text}",
    "result": "Another target: {text}",
    "text": "Another text: {text}",
    "a": "Another pair, first: {text}",
    "b": "Another pair, second: {text}",
    "url": "URL of another page: {text}",
    "page": "Another page: {text}",
    "ascii": "Its host in ASCII: {text}",
}


class Hint(NamedTuple):
    """One rung: sentences of ours, and the clause behind them or ""."""

    rung: int
    lines: tuple[Phrase, ...]
    cite: str = ""


class HintRow(NamedTuple):
    """A row of the shipped table."""

    look: str
    cite: str


@cache
def hint_rows() -> Mapping[tuple[str, str], HintRow]:
    """Every row by kind of question and form."""
    rows = tomllib.loads(shipped_text("lessons/hints.toml"))["hint"]
    return {(row["kind"], row.get("when", "")): HintRow(row["look"], row["cite"]) for row in rows}


def form_of(question: Question) -> str:
    """What decides where to look: the form of the reference, or the component."""
    if question.kind == "mark":
        return question.given["part"]
    if question.kind != "target":
        return ""
    scheme, authority, path, query, _ = components(question.given["reference"])
    if scheme is not None:
        return "scheme"
    if authority is not None:
        return "authority"
    if not path:
        return "empty" if query is None else "query"
    if path.startswith("/"):
        return "root"
    return "dots" if {".", ".."} & set(path.split("/")) else "path"


def hint(question: Question, rung: int, wishes: Wishes, seed: str) -> Hint:
    """The hint of a rung, from 1 to 4; ``seed`` is for the other question."""
    row = hint_rows()[question.kind, form_of(question)]
    if rung == 1:
        return Hint(1, (Phrase(row.look),))
    if rung == 2:
        cite = RESOLUTION_CITES.get(question.given.get("edition", "2005"), row.cite)
        cite = cite if question.kind in ALGORITHM else row.cite
        card = card_of(cite)
        return Hint(2, (Phrase(card.text),) if card else (), cite)
    if rung == 3:
        return Hint(3, tuple(_solved(_another(question, wishes, seed))))
    return Hint(RUNGS, (*leading_lines(question), *answer_lines(question)))


def _another(question: Question, wishes: Wishes, seed: str) -> Question:
    """Another question of the same form, so that the same rule solves it."""
    form, given = form_of(question), tuple(question.given.values())
    if question.kind == "mark":
        wishes = replace(wishes, parts=(form,))
    other = question
    for number in range(MOST_TRIES):
        other = drawn(question.kind, seed_of(seed, "hint", number), wishes)
        if form_of(other) == form and tuple(other.given.values()) != given:
            return other
    return other


def _solved(question: Question) -> Iterator[Phrase]:
    """What the other question gives, and its answer."""
    given = question.given
    for name, template in GIVEN.items():
        if given.get(name):
            is_link = name == "text" and question.kind not in PLAIN_TEXTS
            yield evidence_phrase(OF_LINK if is_link else template, text=given[name])
    if given.get("reference") == "":
        yield Phrase("Another reference, which is empty.")
    yield from question.details
    yield from solved_lines(question)
