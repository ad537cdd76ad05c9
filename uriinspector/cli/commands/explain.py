"""The command "explain": explains findings, clauses and mistakes."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.card import Card, card_of
from uriinspector.analysis.citation import plain_cite, shown_cite, shown_cites
from uriinspector.analysis.facts import readable
from uriinspector.cli import styled_line
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen
from uriinspector.core.model import Json, json_of
from uriinspector.documents.clauses import Resting, explained_clauses, others_citing, rules_citing
from uriinspector.documents.rules.all_rules import ALL_RULES

if TYPE_CHECKING:
    from uriinspector.documents.rules.table import AnyRule
    from uriinspector.lessons.mistake import Mistake

BY_CODE = {rule.code: rule for rule in ALL_RULES}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Explain each name; an unknown one is an error."""
    if not options.names:
        if options.json:
            screen.out.write(json.dumps([as_json(rule) for rule in ALL_RULES], indent=2) + "\n")
        else:
            screen.write(_overview(screen.width))
    for index, name in enumerate(options.names):
        rule = BY_CODE.get(name.strip().casefold())
        clause = plain_cite(name)
        mistakes = _mistakes(name)
        if mistakes and not rule:
            if options.json:
                screen.out.write(json.dumps(_mistakes_as_json(mistakes), indent=2) + "\n")
            else:
                screen.write([styled_line.BLANK] if index else [])
                screen.write(_mistake_lines(mistakes, screen.width))
            continue
        if options.json:
            record = as_json(rule) if rule else _clause_as_json(clause, *_known(name, clause))
            screen.out.write(json.dumps(record, indent=2) + "\n")
            continue
        screen.write([styled_line.BLANK] if index else [])
        if rule:
            screen.write(_rule(rule, screen.width))
            screen.write(
                [styled_line.BLANK, *_mistake_lines(mistakes, screen.width)] if mistakes else []
            )
        else:
            screen.write(_clause(clause, *_known(name, clause), screen.width))
    return 0


def _mistakes(name: str) -> tuple[Mistake, ...]:
    """Return the mistakes with this code: several if its reason depends on the case."""
    from uriinspector.lessons.mistakes.table import named

    return named(name.strip().casefold())


def _mistakes_as_json(mistakes: tuple[Mistake, ...]) -> Json:
    reasons = dict.fromkeys(each.reason for each in mistakes)
    cites = dict.fromkeys(cite for each in mistakes for cite in each.cites)
    return {"mistake": mistakes[0].code, "reasons": list(reasons), "cites": list(cites)}


def _mistake_lines(mistakes: tuple[Mistake, ...], most: int) -> Iterator[styled_line.Line]:
    record = _mistakes_as_json(mistakes)
    yield styled_line.line(
        styled_line.run(record["mistake"], "strong"),
        "  ",
        styled_line.run("a mistake in exercises", "muted"),
    )
    for reason in record["reasons"]:
        yield styled_line.BLANK
        yield from styled_line.paragraph(reason, most, 2)
    if record["cites"]:
        yield styled_line.BLANK
        yield styled_line.line(
            "  clauses   ", styled_line.run(shown_cites(record["cites"], ", "), "clause")
        )


def _known(name: str, clause: str) -> tuple[Card | None, tuple[AnyRule, ...], tuple[Resting, ...]]:
    """Return the card of a clause, and what cites it; refuse unknown clauses."""
    rules, others, card = rules_citing(clause), others_citing(clause), card_of(clause)
    if card and card.cite.casefold() != clause.casefold():
        card = None  # the card of an enclosing clause is not about this one
    if not rules and not others and card is None:
        from difflib import get_close_matches

        near = get_close_matches(clause, [*BY_CODE, *explained_clauses()], n=3, cutoff=0.5)
        explanation = f"; similar: {', '.join(near)}" if near else ""
        refuse(f'"{name}" is not a known code or clause{explanation}')
    return card, rules, others


def as_json(rule: AnyRule) -> Json:
    record = json_of(rule, "code severity rises title texts cites")
    return record | {"rises": rule.rises or None, "texts": dict(rule.texts)}


def _clause_as_json(
    name: str, card: Card | None, rules: tuple[AnyRule, ...], others: tuple[Resting, ...]
) -> Json:
    return {
        "clause": name,
        "card": card.to_dict() if card else None,
        "findings": [as_json(rule) for rule in rules],
        "rules": [each._asdict() for each in others],
    }


def _overview(most: int) -> Iterator[styled_line.Line]:
    yield styled_line.heading(f"Finding codes ({len(ALL_RULES)})")
    yield from styled_line.table([_row(rule) for rule in ALL_RULES], most)


def _row(rule: AnyRule) -> styled_line.Row:
    return (
        styled_line.run(rule.severity, rule.severity),
        rule.code,
        styled_line.run(rule.title, "muted"),
    )


def _rule(rule: AnyRule, most: int) -> Iterator[styled_line.Line]:
    yield styled_line.line(styled_line.run(rule.code, "strong"), "  ", styled_line.run(rule.title))
    yield styled_line.BLANK
    yield styled_line.line("  severity  ", styled_line.run(rule.severity, rule.severity))
    if rule.rises:
        yield from styled_line.paragraph(rule.rises, most, 12, "muted")
    for variant, text in rule.texts.items():
        yield styled_line.BLANK
        if len(rule.texts) > 1:
            yield styled_line.line(styled_line.run(f"  {variant or 'usually'}:", "muted"))
        yield from styled_line.paragraph(readable(text), most, 2)
    yield styled_line.BLANK
    cites = shown_cites(rule.cites) or "no specification: common practice"
    yield from styled_line.paragraph(cites, most, 2, "clause")


def _card(card: Card, most: int) -> Iterator[styled_line.Line]:
    """Yield the explanation of a clause."""
    yield styled_line.line(
        styled_line.run(shown_cite(card.cite), "strong"), "  ", styled_line.run(card.title)
    )
    for text in filter(None, (card.document, card.remark)):
        yield from styled_line.paragraph(text, most, 2, "muted")
    if card.rule:
        yield styled_line.BLANK
    for row in card.rule.splitlines():
        yield from styled_line.paragraph(row, most, 2, "clause")
    yield styled_line.BLANK
    yield from styled_line.paragraph(card.text, most, 2)
    first, *others = card.example.splitlines() or [""]
    if others:
        yield styled_line.BLANK
        yield styled_line.line("  Example:")
        for row in (first, *others):
            yield from styled_line.paragraph(row, most, 4)
    elif first:
        yield styled_line.BLANK
        yield from styled_line.paragraph(f"Example: {first}", most, 2)
    if card.differs:
        yield styled_line.BLANK
        yield from styled_line.paragraph(f"Other editions: {card.differs}", most, 2)


def _clause(
    name: str, card: Card | None, rules: tuple[AnyRule, ...], others: tuple[Resting, ...], most: int
) -> Iterator[styled_line.Line]:
    if card:
        yield from _card(card, most)
    else:
        yield styled_line.heading(name)
    if rules:
        yield styled_line.BLANK
        yield styled_line.line("  Findings that cite this clause:")
        yield from styled_line.table([_row(rule) for rule in rules], most, indent=4)
    if others:
        yield styled_line.BLANK
        yield styled_line.line("  Checked by this clause:")
        rows = [
            (
                styled_line.run(shown_cite(each.cite), "clause"),
                each.where,
                each.name,
                styled_line.run(each.words, "muted"),
            )
            for each in others
        ]
        yield from styled_line.table(rows, most, indent=4)
