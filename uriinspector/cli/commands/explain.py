"""The command "explain": explains findings, clauses and mistakes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.card import Card, card_of
from uriinspector.analysis.citation import plain_cite, shown_cite, shown_cites
from uriinspector.analysis.facts import readable
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import BLANK, Block, Row, heading, line, paragraph, run, table
from uriinspector.core.model import Json, json_of, message
from uriinspector.documents.clauses import Resting, explained_clauses, others_citing, rules_citing
from uriinspector.documents.rules.table import ALL_RULES, AnyRule
from uriinspector.export.language import Language, speaking

if TYPE_CHECKING:
    from uriinspector.lessons.mistake import Mistake

BY_CODE = {rule.code: rule for rule in ALL_RULES}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Explain each name; an unknown one is an error."""
    say = speaking(options.language)
    if not options.names:
        if options.json:
            screen.json([as_json(rule) for rule in ALL_RULES])
        else:
            screen.write(_overview(say))
    whole = " ".join(options.names)
    if len(options.names) > 1 and _is_clause(plain_cite(whole)):  # without quotation marks
        options.names = [whole]
    for index, name in enumerate(options.names):
        rule = BY_CODE.get(name.strip().casefold())
        clause = plain_cite(name)
        mistakes = _mistakes(name)
        if mistakes and not rule:
            if options.json:
                screen.json(_mistakes_as_json(mistakes))
            else:
                screen.write([BLANK] if index else [])
                screen.write(_mistake_lines(mistakes, say))
            continue
        if options.json:
            record = as_json(rule) if rule else _clause_as_json(clause, *_known(name, clause))
            screen.json(record)
            continue
        screen.write([BLANK] if index else [])
        if rule:
            screen.write(_rule(rule, say))
            screen.write([BLANK, *_mistake_lines(mistakes, say)] if mistakes else [])
        else:
            screen.write(_clause(clause, *_known(name, clause), say))
    return 0


def _is_clause(clause: str) -> bool:
    card = card_of(clause)
    is_its_card = card is not None and card.cite.casefold() == clause.casefold()
    return is_its_card or bool(rules_citing(clause) or others_citing(clause))


def _mistakes(name: str) -> tuple[Mistake, ...]:
    """Return the mistakes with this code; some codes have several explanations."""
    from uriinspector.lessons.mistakes.table import named

    return named(name.strip().casefold())


def _mistakes_as_json(mistakes: tuple[Mistake, ...]) -> Json:
    reasons = dict.fromkeys(each.reason for each in mistakes)
    cites = dict.fromkeys(cite for each in mistakes for cite in each.cites)
    return {"mistake": mistakes[0].code, "reasons": list(reasons), "cites": list(cites)}


def _mistake_lines(mistakes: tuple[Mistake, ...], say: Language) -> Iterator[Block]:
    record = _mistakes_as_json(mistakes)
    yield line(
        run(record["mistake"], "strong"), "  ", run(say(message("a mistake in exercises")), "muted")
    )
    for reason in record["reasons"]:
        yield BLANK
        yield paragraph(say(reason), 2)
    if record["cites"]:
        yield BLANK
        yield line(
            f"  {say(message('clauses'))}   ", run(shown_cites(record["cites"], ", "), "clause")
        )


def _known(name: str, clause: str) -> tuple[Card | None, tuple[AnyRule, ...], tuple[Resting, ...]]:
    """Return a clause's card and everything that cites the clause; refuse unknown clauses."""
    rules, others, card = rules_citing(clause), others_citing(clause), card_of(clause)
    if card and card.cite.casefold() != clause.casefold():
        card = None  # the card is about a clause around it
    if not rules and not others and card is None:
        from difflib import get_close_matches

        near = get_close_matches(clause, [*BY_CODE, *explained_clauses()], n=3, cutoff=0.5)
        refuse(
            message(
                '"{name}" is not a known code or clause; similar: {similar}'
                if near
                else '"{name}" is not a code or clause; "uriinspect explain" lists the findings',
                name=name,
                **({"similar": ", ".join(near)} if near else {}),
            )
        )
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


def _overview(say: Language) -> Iterator[Block]:
    yield heading(say(message("Finding codes ({count})", count=len(ALL_RULES))))
    yield table((_row(each, say) for each in ALL_RULES), "", "", "muted")


def _row(rule: AnyRule, say: Language) -> Row:
    return run(say(rule.severity), rule.severity), rule.code, say(rule.title)


def _rule(rule: AnyRule, say: Language) -> Iterator[Block]:
    yield line(run(rule.code, "strong"), "  ", run(say(rule.title)))
    yield BLANK
    yield line(f"  {say(message('severity'))}  ", run(say(rule.severity), rule.severity))
    if rule.rises:
        yield paragraph(say(rule.rises), 12, "muted")
    for variant, text in rule.texts.items():
        yield BLANK
        if len(rule.texts) > 1:
            yield line(run(f"  {variant or say(message('usually'))}:", "muted"))
        yield paragraph(readable(say.translate(text)), 2)
    yield BLANK
    cites = shown_cites(rule.cites) or say("no specification: common practice")
    yield paragraph(cites, 2, "clause")


def _card(card: Card, say: Language) -> Iterator[Block]:
    """Yield the explanation of a clause."""
    yield line(run(shown_cite(card.cite), "strong"), "  ", run(say(card.title)))
    for text in filter(None, (card.document, card.remark)):
        yield paragraph(say(text), 2, "muted")
    if card.rule:
        yield BLANK
    for row in card.rule.splitlines():
        yield paragraph(row, 2, "clause")
    yield BLANK
    yield paragraph(say(card.text), 2)
    first, *others = say(card.example).splitlines() or [""]
    if others:
        yield BLANK
        yield line("  ", say(message("Example: {text}", text="")).rstrip())
        for row in (first, *others):
            yield paragraph(row, 4)
    elif first:
        yield BLANK
        yield paragraph(say(message("Example: {text}", text=first)), 2)
    if card.differs:
        yield BLANK
        yield paragraph(say(message("Other editions: {text}", text=say(card.differs))), 2)


def _clause(
    name: str,
    card: Card | None,
    rules: tuple[AnyRule, ...],
    others: tuple[Resting, ...],
    say: Language,
) -> Iterator[Block]:
    if card:
        yield from _card(card, say)
    else:
        yield heading(name)
    if rules:
        yield BLANK
        yield line("  ", say(message("Findings that cite this clause:")))
        yield table((_row(each, say) for each in rules), "", "", "muted", indent=4)
    if others:
        yield BLANK
        yield line("  ", say(message("Checks that cite this clause:")))
        rows = [(shown_cite(each.cite), each.where, each.name, say(each.words)) for each in others]
        yield table(rows, "clause", "", "", "muted", indent=4)
