"""Mistakes in comparing: what is taken for the same, and what for different."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.core.compare import compare
from uriinspector.core.expression import expression
from uriinspector.lessons.mistake import Mistake, row
from uriinspector.lessons.pair import components

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.lessons.pair import Components

LEVELS = ("string", "case", "percent-encoding", "dot-segments", "scheme")
NOT_SHOWN = "not-shown"
ENCODED = expression("%[0-9A-Fa-f]{2}")


class ComparedPair:
    """Two texts that are compared, and where they meet."""

    def __init__(self, a: str, b: str, edition: str = "2005") -> None:
        self.a, self.b = a, b
        self.comparison = compare(a, b, edition=edition)

    @property
    def key(self) -> str:
        """The level on which they become equal first."""
        return self.comparison.first_equal or NOT_SHOWN

    @cached_property
    def normalized(self) -> tuple[Components, Components]:
        """Both after the last level, taken apart."""
        rung = next(each for each in self.comparison.rungs if each.name == LEVELS[-1])
        return components(rung.a.text or self.a), components(rung.b.text or self.b)


def taken_for_same(
    change: Callable[[Components], object],
) -> Callable[[ComparedPair], Iterator[str]]:
    """The levels, for those who do not see what this change removes."""

    def wrong(pair: ComparedPair) -> Iterator[str]:
        one, other = pair.normalized
        if pair.key == NOT_SHOWN and one != other and change(one) == change(other):
            yield from LEVELS

    return wrong


def path_case(parts: Components) -> object:
    """Without the case of the path."""
    return (*parts[:2], parts[2].lower(), *parts[3:])


def final_slash(parts: Components) -> object:
    """Without the slash at the end of the path."""
    return (*parts[:2], parts[2].removesuffix("/"), *parts[3:])


def www(parts: Components) -> object:
    """Without "www."."""
    return (parts[0], (parts[1] or "").removeprefix("www."), *parts[2:])


def http_and_https(parts: Components) -> object:
    """With one scheme for both."""
    return ("http" if parts[0] == "https" else parts[0], *parts[1:])


def encoded_slash(parts: Components) -> object:
    """With slashes for encoded ones."""
    return (*parts[:2], parts[2].replace("%2F", "/"), *parts[3:])


def parameter_order(parts: Components) -> object:
    """With the parameters of the query in one order."""
    return (*parts[:3], parts[3] and sorted(parts[3].split("&")), parts[4])


def empty_query(parts: Components) -> object:
    """Without an empty query."""
    return (*parts[:3], parts[3] or None, parts[4])


def fragment(parts: Components) -> object:
    """Without the fragment."""
    return parts[:4]


def plus_and_space(parts: Components) -> object:
    """With "+" for an encoded space."""
    query = None if parts[3] is None else parts[3].replace("%20", "+")
    return (*parts[:3], query, parts[4])


def hexadecimal_case(pair: ComparedPair) -> Iterator[str]:
    """Different, for the case of percent-encoding."""
    a, b = (ENCODED.sub(lambda match: match[0].upper(), text) for text in (pair.a, pair.b))
    if pair.a != pair.b and a == b:
        yield NOT_SHOWN


def called_different(pair: ComparedPair) -> Iterator[str]:
    """Not shown, though it is."""
    if pair.key != NOT_SHOWN:
        yield NOT_SHOWN


def climbed_too_high(pair: ComparedPair) -> Iterator[str]:
    """A level above the first one."""
    if pair.key in LEVELS:
        yield from LEVELS[LEVELS.index(pair.key) + 1 :]


def stopped_too_low(pair: ComparedPair) -> Iterator[str]:
    """A level on which they still differ."""
    if pair.key in LEVELS:
        yield from LEVELS[: LEVELS.index(pair.key)]


def called_same(pair: ComparedPair) -> Iterator[str]:
    """A level, though none shows it."""
    if pair.key == NOT_SHOWN:
        yield from LEVELS


def _same(code: str, change: Callable[[Components], object], reason: str, cite: str) -> Mistake:
    return row(code, taken_for_same(change), reason, cite)


ROWS = (
    row(
        "lower-hex-called-different",
        hexadecimal_case,
        "You took the case of percent-encoding for a difference. %7e and %7E are the same.",
        "RFC 3986 6.2.2.1",
    ),
    _same(
        "path-case",
        path_case,
        "You took paths for the same that differ in case. In a path, case makes a difference.",
        "RFC 3986 6.2.2.1",
    ),
    _same(
        "final-slash",
        final_slash,
        "You took the slash at the end for no difference. It is a character of the path.",
        "RFC 3986 6.2.4",
    ),
    _same(
        "www-same",
        www,
        'You took the host with "www" for the same. It is another name.',
        "RFC 3986 6.2.2",
    ),
    _same(
        "http-https-same",
        http_and_https,
        "You took http and https for the same. They are two schemes.",
        "RFC 3986 6.2.3",
    ),
    _same(
        "slash-escape-same",
        encoded_slash,
        'You took "%2F" for "/". A slash is reserved: encoded, it divides no segments.',
        "RFC 3986 2.2",
    ),
    _same(
        "plus-same",
        plus_and_space,
        'You took "+" for "%20". In URIs, these are two characters.',
        "RFC 3986 2.2",
    ),
    _same(
        "parameter-order",
        parameter_order,
        "You took the order of parameters for no difference. The query is one text.",
        "RFC 3986 3.4",
    ),
    _same(
        "empty-query-ignored",
        empty_query,
        'You took an empty query for none. The "?" is a difference.',
        "RFC 3986 6.2.3",
    ),
    _same(
        "fragment-ignored",
        fragment,
        "You left out the fragment. With it, the texts differ.",
        "RFC 3986 6.1",
    ),
    row(
        "climbed-too-high",
        climbed_too_high,
        "They become equal on a lower level. The first one was asked for.",
        "RFC 3986 6.2",
    ),
    row(
        "stopped-too-low",
        stopped_too_low,
        "On that level, they still differ.",
        "RFC 3986 6.2",
    ),
    row(
        "called-different",
        called_different,
        "You said that no level makes them equal. Normalization does.",
        "RFC 3986 6.2.2",
    ),
    row(
        "called-same",
        called_same,
        "None of these levels makes the texts equal. That does not show that they are different.",
        "RFC 3986 6.1",
    ),
)
