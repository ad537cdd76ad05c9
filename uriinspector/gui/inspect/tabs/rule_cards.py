"""The cards of the grammars' rules: clause, rule and own words, read from the shipped tables.

No Qt here.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.derivation import AND_SO_ON


class RuleCard(NamedTuple):
    """One rule of an edition; the rule itself is "" where only the tree has a name for it."""

    rule: str
    grammar: str
    words: str
    cite: str


DELIMITER = "A delimiter that the rule above spells out."
REST = "More of the same, too many to list."


def card_of(edition: str, rule: str) -> RuleCard:
    """The card of a rule, by the name that it has in the edition's trees."""
    found = cards(edition).get(rule)
    if found:
        return found
    if rule.startswith('"'):
        return RuleCard(rule, "", DELIMITER, "")
    return RuleCard(rule, "", REST if rule == AND_SO_ON else "", "")


@cache
def cards(edition: str) -> dict[str, RuleCard]:
    """Every card of an edition."""
    table = tomllib.loads(shipped_text(f"grammar/{edition}.toml"))
    return {
        rule: RuleCard(rule, grammar, words, f"{table['document']} {clause}")
        for rule, (clause, grammar, words) in table["rules"].items()
    }
