"""Mistakes about the grammar: texts mistaken for invalid or for valid."""

from collections.abc import Iterator

from uriinspector import EDITIONS
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import rows

YES, NO = "yes", "no"
MOST_VIOLATIONS = 20


class GrammarText:
    """A text, and whether it matches the grammar of an edition."""

    def __init__(self, text: str, edition: str = "2005") -> None:
        self.text = text
        self.edition = edition
        self.reference = reference = parse(text, edition=edition)
        self.is_valid = reference.valid
        # The first violation, its text, and whether it is something missing.
        self.first = min(reference.violations, key=lambda each: each.start, default=None)
        self.mismatch = text[self.first.start : self.first.end] if self.first else ""
        self.gap = self.first is not None and not self.mismatch

    @property
    def key(self) -> str:
        return YES if self.is_valid else NO

    @property
    def is_ascii(self) -> bool:
        """True if the text of the first violation is ASCII."""
        return self.mismatch.isascii()

    @property
    def has_empty_component(self) -> bool:
        """True if the query or the fragment is empty."""
        return "" in {self.reference.query, self.reference.fragment}

    def yes_for(self, characters: str) -> Iterator[str]:
        """Yield "yes" if the first violation contains one of these characters."""
        if set(characters) & set(self.mismatch):
            yield YES

    def other_years(self) -> Iterator[str]:
        """Yield the right answers in other editions."""
        for year in EDITIONS:
            if year != self.edition:
                yield YES if parse(self.text, edition=year).valid else NO

    def later_places(self) -> Iterator[str]:
        """Yield the positions of all violations."""
        violations = self.reference.violations[:MOST_VIOLATIONS]
        yield from (f"{NO} {each.start + 1}" for each in violations)


TABLE = (
    (
        "relative-called-invalid",
        "is_valid !reference.scheme",
        "no",
        "You said no, but a relative reference matches the grammar, too.",
        "RFC 3986 4.2",
    ),
    (
        "empty-port-called-invalid",
        "is_valid reference.port=",
        "no",
        "You said no, but the grammar allows an empty port.",
        "RFC 3986 3.2.3",
    ),
    (
        "underscore-called-invalid",
        "is_valid reference.host~_",
        "no",
        "You said no, but the grammar of this edition allows an underscore in a host.",
        "RFC 3986 3.2.2",
    ),
    (
        "empty-called-invalid",
        "is_valid has_empty_component",
        "no",
        "You said no, but a query or a fragment can be empty.",
        "RFC 3986 3.4",
    ),
    (
        "called-invalid",
        "is_valid",
        "no",
        "You said no, but all of this text matches the grammar, even if it is unusual.",
        "RFC 3986 3",
    ),
    (
        "space-let-through",
        "",
        "*yes_for  ",
        "You said yes, but no component can contain a space.",
        "RFC 3986 2",
    ),
    (
        "non-ascii-let-through",
        "!is_ascii",
        "yes",
        "You said yes, but characters outside ASCII need percent-encoding.",
        "RFC 3986 2",
    ),
    (
        "bare-percent-let-through",
        "",
        "*yes_for %",
        'You said yes, but "%" needs two hexadecimal digits after it.',
        "RFC 3986 2.1",
    ),
    (
        "bracket-let-through",
        "",
        "*yes_for []",
        "You said yes, but square brackets are not allowed there.",
        "RFC 3986 3.2.2",
    ),
    (
        "hash-let-through",
        "",
        "*yes_for #",
        'You said yes, but a fragment begins at the first "#" and cannot contain another one.',
        "RFC 3986 3.5",
    ),
    (
        "port-let-through",
        "first first.rule=port",
        "yes",
        "You said yes, but a port consists of digits.",
        "RFC 3986 3.2.3",
    ),
    (
        "scheme-let-through",
        "first first.rule=segment-nz-nc mismatch=:",
        "yes",
        'You said yes, but a scheme has a letter first, then letters, digits and "+-.".',
        "RFC 3986 3.1",
    ),
    (
        "excluded-let-through",
        "",
        '*yes_for "<>\\^`{|}',
        "You said yes, but no component can contain this character: it needs percent-encoding.",
        "RFC 3986 2",
    ),
    (
        "let-through",
        "mismatch",
        "yes",
        "You said yes, but part of this text does not match the grammar.",
        "RFC 3986 3",
    ),
    (
        "bracket-not-closed",
        "gap first.rule=IP-literal",
        "yes",
        "You said yes, but the square bracket is not closed.",
        "RFC 3986 3.2.2",
    ),
    (
        "something-missing",
        "gap",
        "yes",
        "You said yes, but something that the grammar requires is missing.",
        "RFC 3986 3",
    ),
    (
        "counted-from-zero",
        "first",
        "no {first.start}",
        "You counted from 0. The first character is number 1.",
    ),
    (
        "later-violation",
        "",
        "*later_places",
        "You named a later place. The text stops matching before that.",
    ),
    (
        "earlier-place",
        "",
        (),
        "You named an earlier place. Up to that character, the text matches.",
    ),
    ("year-mixed-up", "", "*other_years", "Your answer is right for another edition."),
)
ROWS = rows(*TABLE)
