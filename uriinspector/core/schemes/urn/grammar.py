"""What the grammars of all three editions share: the namespace identifier, and the octet zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.production import Production

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.schemes.urn.name import Name

LONGEST_NID = 32
NUL = expression("(?:%00)++")


class NidRules(NamedTuple):
    """How an edition limits the namespace identifier: all start with a letter or a digit."""

    characters: Production
    # The section that puts the whole name together, colons and all.
    whole: str
    # Below two characters, and a hyphen at the end: both were allowed at first.
    shortest: int
    # Whether "urn" itself may be one.
    reserved: bool


def nid_rules(whole: str, *, shortest: int = 2, reserved: bool = False) -> NidRules:
    """The rules for one edition: its first subsection has those for the namespace identifier."""
    characters = Production("NID", charset.ALPHANUM + "-", f"{whole}.1", escapes=False)
    return NidRules(characters, whole, shortest, reserved)


def name_faults(name: Name, rules: NidRules) -> Iterator[Violation]:
    """The namespace identifier and the colon after it."""
    yield from _nid_faults(name.text, name.nid, rules)
    if name.nss is None:
        explanation = "no colon after the namespace, so nothing is named"
        expected = '":" and a namespace-specific string'
        at = name.nid.end
        yield Violation(at, at, "assigned-name", expected, explanation, (rules.whole,))


def _nid_faults(text: str, nid: Span, rules: NidRules) -> Iterator[Violation]:
    start, end = nid
    cites = rules.characters.cites
    if start == end:
        explanation = "the namespace is empty"
        yield Violation(start, end, "NID", "a letter or digit", explanation, cites)
        return
    yield from rules.characters.faults(text, start, end)
    yield from _hyphen_faults(text, nid, rules)
    if end - start < rules.shortest:
        explanation = "a namespace of 1 character; the minimum is 2"
        yield Violation(start, end, "NID", "2 to 32 letters, digits or hyphens", explanation, cites)
    if end - start > LONGEST_NID:
        explanation = message(
            "a namespace of {number} characters; the maximum is {longest_nid}",
            number=end - start,
            longest_nid=LONGEST_NID,
        )
        expected = message("at most {longest_nid} characters", longest_nid=LONGEST_NID)
        yield Violation(start + LONGEST_NID, end, "NID", expected, explanation, cites)
    if rules.reserved and lowered(nid.of(text)) == "urn":
        explanation = '"urn" is reserved so that no namespace can be confused with the scheme'
        yield Violation(start, end, "NID", 'a name other than "urn"', explanation, cites)


def _hyphen_faults(text: str, nid: Span, rules: NidRules) -> Iterator[Violation]:
    start, end = nid
    expected = "a letter or digit"
    cites = rules.characters.cites
    if text[start] == "-":
        explanation = "a namespace must not begin with a hyphen"
        yield Violation(start, start + 1, "NID", expected, explanation, cites)
    if rules.shortest > 1 and end - start > 1 and text[end - 1] == "-":
        explanation = "a namespace must not end with a hyphen"
        yield Violation(end - 1, end, "NID", expected, explanation, cites)


def missing(at: int, rule: str, cites: tuple[str, ...]) -> Violation:
    """What may not be empty is."""
    explanation = message("{rule} is empty", rule=rule)
    return Violation(at, at, rule, "at least one character", explanation, cites)


def nul_faults(text: str, start: int, end: int, *cites: str) -> Iterator[Violation]:
    """The octet zero, which two editions ban even where it is escaped."""
    for match in NUL.finditer(text, start, end):
        explanation = "a zero byte is not allowed in a URN, not even percent-encoded"
        yield Violation(*match.span(), "excluded", "a byte other than %00", explanation, cites)
