"""Why two texts become equal on a level of the comparison, or what still differs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.finding import EVIDENCE, TERM, Arg, Phrase
from uriinspector.core.compare import applied_rules, differences
from uriinspector.lessons.mistakes.sameness import ENCODED, LEVELS, NOT_SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

    from uriinspector.core.compare import AppliedRule
    from uriinspector.lessons.mistakes.sameness import ComparedPair

SAME = Phrase("The two texts are the same, character by character.")
LEFT = "Still different there: {part}, {one} and {other}."
LEFT_AT_END = "Still different after the last level: {part}, {one} and {other}."
ALSO_NEEDED = "Rule needed before: {rule} ({clause})."
MEETING = "Rule that makes them equal: {rule} ({clause})."
# RFC 8141 3.1: names are compared as they are written, but for the case of such digits.
NAMES_ENCODED = "A URN keeps percent-encoding: {written} is not decoded to compare it."
NAMES_CITE = "RFC 8141 3.1"
MOST_DIFFERENCES = 2
LONGEST = 200  # characters: the texts themselves are on the page


def level_reasons(pair: ComparedPair, level: str) -> tuple[Phrase, ...]:
    """What still differs on the level of an answer, and what makes the texts equal if anything."""
    if pair.key == NOT_SHOWN:
        return (*_left(pair, LEVELS[-1], LEFT_AT_END), *_encoded_in_names(pair))
    is_too_low = level in LEVELS and LEVELS.index(level) < LEVELS.index(pair.key)
    return (*(_left(pair, level, LEFT) if is_too_low else ()), *rule_phrases(pair))


def rule_phrases(pair: ComparedPair) -> tuple[Phrase, ...]:
    """The rules by which they become equal, the last one last."""
    if pair.key == NOT_SHOWN:
        return ()
    if pair.key == LEVELS[0]:
        return (SAME,)
    *before, last = applied_rules(pair.comparison)
    return (*(_rule(ALSO_NEEDED, each) for each in before), _rule(MEETING, last))


def rule_cites(pair: ComparedPair) -> tuple[str, ...]:
    """The clauses of these rules."""
    if pair.key == NOT_SHOWN:
        return (NAMES_CITE,) if any(_encoded_in_names(pair)) else ()
    return tuple(dict.fromkeys(each.cite for each in reversed(applied_rules(pair.comparison))))


def _encoded_in_names(pair: ComparedPair) -> Iterator[Phrase]:
    """What only one of two names has, where decoding it would make them equal."""
    one, other = (each.upper() for each in (pair.a[:4], pair.b[:4]))
    if one != "URN:" or other != one:
        return
    encoded = [ENCODED.findall(text) for text in (pair.a, pair.b)]
    alone = next(
        (each for each in encoded[0] + encoded[1] if not all(each in e for e in encoded)), ""
    )
    decoded = [ENCODED.sub(_letter, text.casefold()) for text in (pair.a, pair.b)]
    if alone and decoded[0] == decoded[1]:
        yield Phrase(NAMES_ENCODED, (Arg("written", alone, EVIDENCE),))


def _letter(octet: Match[str]) -> str:
    return chr(int(octet[0][1:], 16)).casefold()


def _rule(template: str, rule: AppliedRule) -> Phrase:
    return Phrase(template, (Arg("rule", rule.note, TERM), Arg("clause", shown_cite(rule.cite))))


def _left(pair: ComparedPair, level: str, template: str) -> Iterator[Phrase]:
    """What differs on a level."""
    rung = next(each for each in pair.comparison.rungs if each.name == level)
    for each in differences(rung, pair.comparison.edition)[:MOST_DIFFERENCES]:
        yield Phrase(
            template,
            (Arg("part", each.name, TERM), _value("one", each.a), _value("other", each.b)),
        )


def _value(name: str, text: str | None) -> Arg:
    if text is None:
        return Arg(name, "not present", TERM)
    if not text:
        return Arg(name, "empty", TERM)
    is_long = len(text) > LONGEST
    return Arg(name, f"{text[:LONGEST]}\u2026" if is_long else text, EVIDENCE)
