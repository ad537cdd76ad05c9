"""Hints on a question, in four rungs: where to look, the rule, another question solved, the answer.

None of them is written for a question: each is made from what it gives.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.card import card_of
from uriinspector.analysis.finding import Phrase
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.compare import compare
from uriinspector.core.model import NamedTuple
from uriinspector.lessons.answer_lines import (
    answer_lines,
    evidence_phrase,
    leading_lines,
    solved_lines,
)
from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.hint_forms import LEVELS, TRICKS, form_of
from uriinspector.lessons.kinds.table import drawn

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
ALGORITHM = frozenset({"target", "steps", "origin", "relative"})
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
    """A row of the shipped table; ``rule`` is "" where the card of the clause says it."""

    look: str
    cite: str
    rule: str
    cites: Mapping[str, str]  # of other editions


@cache
def hint_rows() -> Mapping[tuple[str, str], HintRow]:
    """Every row by kind of question and form."""
    rows = tomllib.loads(shipped_text("lessons/hints.toml"))["hint"]
    return {
        (row["kind"], row.get("when", "")): HintRow(
            row["look"], row["cite"], row.get("rule", ""), row.get("cites", {})
        )
        for row in rows
    }


def hint(question: Question, rung: int, wishes: Wishes, seed: str) -> Hint:
    """The hint of a rung, from 1 to 4; ``seed`` is for the other question."""
    row = row_of(question)
    if rung == 1:
        return Hint(1, (Phrase(row.look),))
    if rung == 2:
        cite = _cite_of(question, row)
        card = card_of(cite)
        words = row.rule or (card.text if card else "")
        return Hint(2, (Phrase(words),) if words else (), cite)
    if rung == 3:
        return Hint(3, tuple(_solved(another_of(question, wishes, seed))))
    return Hint(RUNGS, (*leading_lines(question), *answer_lines(question)))


def row_of(question: Question) -> HintRow:
    """The hints of its form, or those of its kind."""
    rows, kind = hint_rows(), question.kind
    return rows.get((kind, form_of(question))) or rows[kind, ""]


def _cite_of(question: Question, row: HintRow) -> str:
    """The clause of the edition that is asked about."""
    given = question.given
    edition = given.get("edition", "2005")
    if question.kind in ALGORITHM:
        return RESOLUTION_CITES.get(edition, row.cite)
    name = LEVELS.get(form_of(question), "") if question.kind == "rung" else ""
    rungs = compare(given["a"], given["b"], edition=edition).rungs if name else ()
    clauses = next((each.cites for each in rungs if each.name == name), ())
    return clauses[0] if clauses else row.cites.get(edition, row.cite)


def another_of(question: Question, wishes: Wishes, seed: str) -> Question:
    """Another question of the same form, so that the same rule solves it."""
    form, given = form_of(question), tuple(question.given.values())
    wishes = replace(wishes, of=question.given.get("of", ""))
    if question.kind == "mark":
        wishes = replace(wishes, parts=(question.given["part"],))
    elif question.kind == "where":
        wishes = replace(wishes, tricks=TRICKS.get(form, wishes.tricks))
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
