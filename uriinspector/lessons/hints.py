"""Hints on a question, in four rungs: where to look, the rule, another question solved, the answer.

None of them is written for a question: each is made from what it gives.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.card import card_of
from uriinspector.analysis.phrase import EVIDENCE, HOST, TERM, Arg, Phrase
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.core.resolution import Buffer
from uriinspector.core.resolve import resolve
from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.kinds.component_marks import ABSENT, EMPTY
from uriinspector.lessons.kinds.table import drawn
from uriinspector.lessons.link_question import NO_HOST, plain
from uriinspector.lessons.pair import NO_TARGET, SAME_DOCUMENT, components

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.core.resolution import Step
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
OF_TARGET = {
    NO_TARGET: Phrase("There is no target."),
    SAME_DOCUMENT: Phrase("The target is the same document."),
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
        cite = cite if question.kind == "target" else row.cite
        card = card_of(cite)
        return Hint(2, (Phrase(card.text),) if card else (), cite)
    if rung == 3:
        return Hint(3, tuple(_solved(_another(question, wishes, seed))))
    return Hint(RUNGS, (*_steps(question), *answer_lines(question)))


def answer_lines(question: Question) -> tuple[Phrase, ...]:
    """The right answer."""
    key = question.key
    if question.kind == "target":
        return (OF_TARGET.get(key) or evidence_phrase("Target: {target}", target=key),)
    if question.kind == "mark":
        return (_component(question),)
    if question.kind == "origin":
        origins = zip(question.given["parts"].split(), key.split(), strict=True)
        return tuple(_origin(part, origin) for part, origin in origins)
    if key == NO_HOST:
        return (Phrase("With this link, browsers do not connect to a host."),)
    if question.kind == "where":
        return (Phrase("Browsers go to {host}", (Arg("host", key, HOST),)),)
    return (Phrase("Registrable domain: {host}", (Arg("host", key, HOST),)),)


def evidence_phrase(template: str, **values: str) -> Phrase:
    """A sentence whose places are filled with texts of the question."""
    args = (Arg(name, text, EVIDENCE) for name, text in values.items())
    return Phrase(template, tuple(args))


def _component(question: Question) -> Phrase:
    part = Arg("part", question.given["part"], TERM)
    if question.key == ABSENT:
        return Phrase("This component is not present: {part}.", (part,))
    if question.key == EMPTY:
        return Phrase("This component is present and empty: {part}.", (part,))
    value = Arg("value", question.key, EVIDENCE)
    return Phrase("{part}: {value}", (part, value))


def _origin(part: str, origin: str) -> Phrase:
    return Phrase("{part}: {origin}", (Arg("part", part, TERM), Arg("origin", origin, TERM)))


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
    given = question.given
    if "reference" in given:
        yield evidence_phrase("Another base: {base}", base=given["base"])
        if given["reference"]:
            yield evidence_phrase("Another reference: {reference}", reference=given["reference"])
        else:
            yield Phrase("Another reference, which is empty.")
    else:
        if given.get("base"):
            yield evidence_phrase("Another base: {base}", base=given["base"])
        yield evidence_phrase("Another link: {link}", link=given["text"])
    yield from answer_lines(question)


def _steps(question: Question) -> Iterator[Phrase]:
    """What leads to the answer, as far as it can be said in a few lines."""
    given = question.given
    if question.kind == "target":
        trace = resolve(given["base"], given["reference"], edition=given["edition"]).steps
        yield from (_step(each) for each in trace if each.part is None and each.after is not None)
    elif question.kind in {"where", "site"} and question.key != NO_HOST:
        yield from _authority(question)


def _step(step: Step) -> Phrase:
    after, rule = step.after, Arg("rule", step.rule)
    if not isinstance(after, Buffer):
        return Phrase("{rule}: {text}", (rule, Arg("text", str(after), EVIDENCE)))
    output, rest = Arg("output", after.output, EVIDENCE), Arg("input", after.input, EVIDENCE)
    if not rest.text:
        return Phrase("{rule}: output {output}, nothing left", (rule, output))
    if not output.text:
        return Phrase("{rule}: no output, input {input}", (rule, rest))
    return Phrase("{rule}: output {output}, input {input}", (rule, output, rest))


def _authority(question: Question) -> Iterator[Phrase]:
    """From the authority to the host, where RFC 3986 and browsers agree on it."""
    reference = parse(question.given["text"], edition="2005")
    host, key = reference.host, question.key
    is_host = host is not None and question.kind == "where" and plain(host) == plain(key)
    if question.kind == "site" and host is not None:
        is_host = f".{plain(host)}".endswith(f".{plain(key)}")
    if not is_host or host is None:
        return
    yield evidence_phrase("Authority: {value}", value=reference.authority or "")
    for part, text in ((Part.USERINFO, reference.userinfo), (Part.PORT, reference.port)):
        if text:
            part_and_text = Arg("part", part.value, TERM), Arg("value", text, EVIDENCE)
            yield Phrase("{part}: {value}", part_and_text)
    if question.kind == "site":
        yield Phrase("Host: {host}", (Arg("host", host, HOST),))
