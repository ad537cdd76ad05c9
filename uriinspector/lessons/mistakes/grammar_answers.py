"""Mistakes about the grammar: what is taken for invalid, and what is let through."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uriinspector import EDITIONS
from uriinspector.core.model import Violation
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import row

YES, NO = "yes", "no"
MOST_VIOLATIONS = 20
EXCLUDED = frozenset('"<>\\^`{|}')


class GrammarText:
    """A text, and whether it matches the grammar of an edition."""

    def __init__(self, text: str, edition: str = "2005") -> None:
        self.text = text
        self.edition = edition
        self.reference = parse(text, edition=edition)

    @property
    def key(self) -> str:
        """Whether it matches."""
        return YES if self.reference.valid else NO

    @property
    def first(self) -> Violation | None:
        """The violation that begins first."""
        return min(self.reference.violations, key=lambda each: each.start, default=None)


def answered_no(holds: Callable[[GrammarText], bool]) -> Callable[[GrammarText], Iterator[str]]:
    """No, for a text of this kind that matches."""

    def wrong(given: GrammarText) -> Iterator[str]:
        if given.key == YES and holds(given):
            yield NO

    return wrong


def answered_yes(holds: Callable[[str], bool]) -> Callable[[GrammarText], Iterator[str]]:
    """Yes, though a character like this is where the text does not match."""

    def wrong(given: GrammarText) -> Iterator[str]:
        first = given.first
        if given.key == NO and first and any(map(holds, given.text[first.start : first.end])):
            yield YES

    return wrong


def answered_yes_to_a_gap(given: GrammarText) -> Iterator[str]:
    """Yes, though something is missing: no character is wrong where the text does not match."""
    if given.key == NO and given.first and given.first.start >= given.first.end:
        yield YES


def has_no_scheme(given: GrammarText) -> bool:
    """Whether it is relative."""
    return given.reference.scheme is None


def has_empty_port(given: GrammarText) -> bool:
    """Whether a port is there, and empty."""
    return given.reference.port == ""


def has_underscore(given: GrammarText) -> bool:
    """Whether the host has an underscore."""
    return "_" in (given.reference.host or "")


def has_empty_component(given: GrammarText) -> bool:
    """Whether the query or the fragment is empty."""
    return "" in {given.reference.query, given.reference.fragment}


def anything(_: object) -> bool:
    """Whatever it is."""
    return True


def another_year(given: GrammarText) -> Iterator[str]:
    """The answer that is right in another edition."""
    for year in EDITIONS:
        if year != given.edition:
            yield YES if parse(given.text, edition=year).valid else NO


def counted_from_zero(given: GrammarText) -> Iterator[str]:
    """The place as programs count it."""
    if given.first:
        yield f"{NO} {given.first.start}"


def later_violation(given: GrammarText) -> Iterator[str]:
    """Another place where the text does not match."""
    yield from (f"{NO} {each.start + 1}" for each in given.reference.violations[:MOST_VIOLATIONS])


ROWS = (
    row(
        "relative-called-invalid",
        answered_no(has_no_scheme),
        "You said no. A relative reference matches the grammar, too.",
        "RFC 3986 4.2",
    ),
    row(
        "empty-port-called-invalid",
        answered_no(has_empty_port),
        "You said no. The grammar allows an empty port.",
        "RFC 3986 3.2.3",
    ),
    row(
        "underscore-called-invalid",
        answered_no(has_underscore),
        "You said no. The grammar of this edition allows an underscore in a host.",
        "RFC 3986 3.2.2",
    ),
    row(
        "empty-called-invalid",
        answered_no(has_empty_component),
        "You said no. A query or a fragment can be empty.",
        "RFC 3986 3.4",
    ),
    row(
        "called-invalid",
        answered_no(anything),
        "You said no. All of this text matches the grammar, even if it is unusual.",
        "RFC 3986 3",
    ),
    row(
        "space-let-through",
        answered_yes(" ".__eq__),
        "You said yes. No component can have a space.",
        "RFC 3986 2",
    ),
    row(
        "non-ascii-let-through",
        answered_yes(lambda char: not char.isascii()),
        "You said yes. Characters outside ASCII need percent-encoding.",
        "RFC 3986 2",
    ),
    row(
        "bare-percent-let-through",
        answered_yes("%".__eq__),
        'You said yes. "%" needs two hexadecimal digits after it.',
        "RFC 3986 2.1",
    ),
    row(
        "bracket-let-through",
        answered_yes("[]".__contains__),
        "You said yes. Square brackets are not allowed there.",
        "RFC 3986 3.2.2",
    ),
    row(
        "excluded-let-through",
        answered_yes(EXCLUDED.__contains__),
        "You said yes. No component can have this character: it needs percent-encoding.",
        "RFC 3986 2",
    ),
    row(
        "let-through",
        answered_yes(anything),
        "You said yes. Some of this text does not match the grammar.",
        "RFC 3986 3",
    ),
    row(
        "something-missing",
        answered_yes_to_a_gap,
        "You said yes. Something that the grammar requires is missing.",
        "RFC 3986 3",
    ),
    row(
        "counted-from-zero",
        counted_from_zero,
        "You counted from 0. The first character is number 1.",
    ),
    row(
        "later-violation",
        later_violation,
        "You named a later place. The text stops matching before it.",
    ),
    row(
        "year-mixed-up",
        another_year,
        "Another edition judges this text as you did.",
    ),
)
