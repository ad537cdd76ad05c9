"""A reader of the shipped grammar files, independent of the program's derivations.

BNF as in RFC 822 (1994 and 1997) and ABNF (2003 and 2005) are parsed alike: "|" means "/", ``*[ ...
]`` repeats a group, and quoted literals are case-insensitive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from random import Random
from typing import NamedTuple, TypeAlias

from uriinspector.core.grammar import rule_texts

TOKEN = re.compile(
    r'\s*(?:(?P<literal>"[^"]*"|<">)|%x(?P<range>[0-9A-F]{2}-[0-9A-F]{2})'
    r"|(?P<repeat>[0-9]*\*[0-9]*|[0-9]+)|(?P<name>[A-Za-z][\w+-]*)|(?P<sign>[\[\]()|/]|<pchar>))"
)
# The maximum number of repetitions in random texts, where the grammar has no limit.
UNROLLED = 4
# The probability that an optional part is present.
PRESENT = 0.75


class Literal(NamedTuple):
    """Literal characters."""

    text: str


class Range(NamedTuple):
    """Any single character in a range."""

    first: str
    last: str


class Name(NamedTuple):
    """A reference to another rule."""

    rule: str


class Repeated(NamedTuple):
    """A repetition with its minimum and maximum."""

    least: int
    most: int | None
    what: Expression


class Either(NamedTuple):
    """Alternatives, each a sequence of expressions."""

    rows: tuple[tuple[Expression, ...], ...]


Expression: TypeAlias = Literal | Range | Name | Repeated | Either


class Reader:
    """A parser for the right-hand side of one rule."""

    def __init__(self, text: str) -> None:
        self.tokens = []
        at = 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            assert match, text[at:]
            self.tokens.append((match.lastgroup or "", match[match.lastgroup or 0]))
            at = match.end()

    def alternatives(self) -> Either:
        rows: list[tuple[Expression, ...]] = []
        row: list[Expression] = []
        while self.tokens and self.tokens[0][1] not in {"]", ")"}:
            if self.tokens[0][1] in {"|", "/"}:
                self.tokens.pop(0)
                rows.append(tuple(row))
                row = []
            else:
                row.append(self.element())
        return Either((*rows, tuple(row)))

    def element(self) -> Expression:
        kind, value = self.tokens.pop(0)
        if kind == "repeat":
            least, star, most = value.partition("*")
            group = self.tokens[0][1] == "["
            what = self.element()
            if group:  # RFC 822: a number before brackets limits the repetition
                assert isinstance(what, Repeated)
                what = what.what
            low = int(least or 0)
            return Repeated(low, (int(most) if most else None) if star else low, what)
        if kind == "literal":
            return Literal('"' if value == '<">' else value[1:-1])
        if kind == "range":
            first, last = (chr(int(each, 16)) for each in value.split("-"))
            return Range(first, last)
        if kind == "name":
            return Literal('"') if value == "DQUOTE" else Name(value)
        if value == "<pchar>":  # path-empty = 0<pchar>
            return Literal("")
        inside = self.alternatives()
        self.tokens.pop(0)
        return Repeated(0, 1, inside) if value == "[" else inside


class GrammarFile:
    """The rules of one edition."""

    def __init__(self, edition: str) -> None:
        self.texts: dict[str, str] = rule_texts(edition)

    @cached_property
    def rules(self) -> dict[str, Either]:
        return {rule: Reader(text).alternatives() for rule, text in self.texts.items() if text}

    @cached_property
    def children(self) -> dict[str, re.Pattern[str]]:
        """Return a pattern for the names of each rule's children, in order."""
        return {rule: re.compile(children_of(what)) for rule, what in self.rules.items()}

    def text(self, rule: str, chance: Random) -> str:
        """Generate a text from a rule."""
        return self._text(self.rules[rule], chance)

    def _text(self, what: Expression, chance: Random) -> str:
        if isinstance(what, Literal):
            return chance.choice([what.text, what.text, what.text.upper()])
        if isinstance(what, Range):
            return chr(chance.randint(ord(what.first), ord(what.last)))
        if isinstance(what, Name):
            return self.text(what.rule, chance)
        if isinstance(what, Repeated):
            most = what.least + UNROLLED if what.most is None else what.most
            count = chance.randint(what.least, min(most, what.least + UNROLLED))
            if what[:2] == (0, 1):  # optional parts are present more often than not
                count = int(chance.random() < PRESENT)
            return "".join(self._text(what.what, chance) for _ in range(count))
        return "".join(self._text(each, chance) for each in chance.choice(what.rows))


def children_of(what: Expression) -> str:
    """Return a pattern for the children: rules in angle brackets, literals in quotes."""
    if isinstance(what, Literal):
        return f'(?i:"{re.escape(what.text)}")' if what.text else ""
    if isinstance(what, Range):
        return f'"[{what.first}-{what.last}]"'
    if isinstance(what, Name):
        return re.escape(f"<{what.rule}>")
    if isinstance(what, Repeated):
        most = "" if what.most is None else what.most
        return f"(?:{children_of(what.what)}){{{what.least},{most}}}"
    rows = ("".join(children_of(each) for each in row) for row in what.rows)
    return f"(?:{'|'.join(rows)})"


def names_in(what: Expression) -> Iterator[str]:
    """Yield every rule that occurs in an expression."""
    if isinstance(what, Name):
        yield what.rule
    elif isinstance(what, Repeated):
        yield from names_in(what.what)
    elif isinstance(what, Either):
        for row in what.rows:
            for each in row:
                yield from names_in(each)


@cache
def grammar_file(edition: str) -> GrammarFile:
    """Return the grammar of an edition, read once."""
    return GrammarFile(edition)
