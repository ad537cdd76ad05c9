"""Mistakes in comparing, and what makes two texts equal on a level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from re import Match

from uriinspector.analysis.citation import shown_cite
from uriinspector.core.compare import AppliedRule, applied_rules, compare, differences
from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, Marked, Message, message
from uriinspector.lessons.mistake import Components, Mistake, components, row

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

SAME = message("The two texts are the same, character by character.")
LEFT = "Still different there: {part}, {one} and {other}."
LEFT_AT_END = "Still different after the last level: {part}, {one} and {other}."
ALSO_NEEDED = "Rule needed before: {rule} ({clause})."
MEETING = "Rule that makes them equal: {rule} ({clause})."
# RFC 8141 3.1: names are compared as they are written, but for the case of such digits.
NAMES_ENCODED = "A URN keeps percent-encoding: {written} is not decoded to compare it."
NAMES_CITE = "RFC 8141 3.1"
MOST_DIFFERENCES = 2
LONGEST = 200  # characters: the texts themselves are on the page


def level_reasons(pair: ComparedPair, level: str) -> tuple[Message, ...]:
    """What still differs on the level of an answer, and what makes the texts equal if anything."""
    if pair.key == NOT_SHOWN:
        return (*_left(pair, LEVELS[-1], LEFT_AT_END), *_encoded_in_names(pair))
    is_too_low = level in LEVELS and LEVELS.index(level) < LEVELS.index(pair.key)
    return (*(_left(pair, level, LEFT) if is_too_low else ()), *rule_phrases(pair))


def rule_phrases(pair: ComparedPair) -> tuple[Message, ...]:
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


def _encoded_in_names(pair: ComparedPair) -> Iterator[Message]:
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
        yield message(NAMES_ENCODED, written=Marked(alone, EVIDENCE))


def _letter(octet: Match[str]) -> str:
    return chr(int(octet[0][1:], 16)).casefold()


def _rule(template: str, rule: AppliedRule) -> Message:
    return message(template, rule=message(rule.note), clause=shown_cite(rule.cite))


def _left(pair: ComparedPair, level: str, template: str) -> Iterator[Message]:
    """What differs on a level."""
    rung = next(each for each in pair.comparison.rungs if each.name == level)
    for each in differences(rung, pair.comparison.edition)[:MOST_DIFFERENCES]:
        yield message(
            template,
            part=message(each.name),
            one=_value(each.a),
            other=_value(each.b),
        )


def _value(text: str | None) -> str:
    if not text:
        return message("not present" if text is None else "empty")
    is_long = len(text) > LONGEST
    return Marked(f"{text[:LONGEST]}\u2026" if is_long else text, EVIDENCE)
