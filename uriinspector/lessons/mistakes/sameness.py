"""Mistakes in comparing texts, and the rules that make two texts equal on a level."""

from collections.abc import Callable, Iterator
from functools import cached_property
from re import Match

from uriinspector.analysis.citation import shown_cite
from uriinspector.core.compare import AppliedRule, applied_rules, compare, differences
from uriinspector.core.model import EVIDENCE, Marked, Message, conjoined, message
from uriinspector.lessons.mistake import rows
from uriinspector.lessons.mistakes.characters import ESCAPE, same_escapes
from uriinspector.lessons.mistakes.pairs import TextPieces

LEVELS = ("string", "case", "percent-encoding", "dot-segments", "scheme")
NOT_SHOWN = "not-shown"


class ComparedPair:
    """Two texts, and the level on which they become equal."""

    def __init__(self, a: str, b: str, edition: str = "2005") -> None:
        self.a, self.b = a, b
        self.comparison = compare(a, b, edition=edition)
        # The first level on which the texts are equal.
        self.key = self.comparison.first_equal or NOT_SHOWN
        self.is_shown = self.key != NOT_SHOWN

    @cached_property
    def normalized(self) -> tuple[TextPieces, TextPieces]:
        """The components of both texts, as normalized on the last level."""
        rung = next(each for each in self.comparison.rungs if each.name == LEVELS[-1])
        return TextPieces(rung.a.text or self.a), TextPieces(rung.b.text or self.b)

    @property
    def is_alike(self) -> bool:
        """True if the texts are not equal on any level, and their normalized components differ."""
        one, other = self.normalized
        return not self.is_shown and one.everything != other.everything

    def same_if(self, name: str) -> Iterator[str]:
        """Yield all levels if the texts are equal when this difference is ignored."""
        one, other = map(CHANGES[name], self.normalized)
        yield from LEVELS if one == other else ()

    def other_hex_case(self) -> Iterator[str]:
        """Yield "not shown" if only the case of hexadecimal digits differs."""
        if self.a != self.b and same_escapes(self.a, self.b):
            yield NOT_SHOWN

    def higher_levels(self) -> Iterator[str]:
        """Yield the levels after the right one."""
        yield from LEVELS[LEVELS.index(self.key) + 1 :]

    def lower_levels(self) -> Iterator[str]:
        """Yield the levels before the right one."""
        yield from LEVELS[: LEVELS.index(self.key)]

    def all_levels(self) -> Iterator[str]:
        yield from LEVELS


# What remains of a text for learners who ignore a certain difference.
CHANGES: dict[str, Callable[[TextPieces], object]] = {
    "path_case": lambda text: (text.origin, text.path.lower(), text.end),
    "final_slash": lambda text: (text.origin, text.path.unslashed, text.end),
    "www": lambda text: text.everything.replace("//www.", "//"),
    "schemes": lambda text: text.everything.replace("https:", "http:", 1),
    "encoded_slash": lambda text: text.everything.replace("%2F", "/"),
    "plus": lambda text: text.everything.replace("%20", "+"),
    "order": lambda text: (
        text.whole,
        text.query[:1],
        sorted(text.query_text.split("&")),
        text.fragment,
    ),
    "empty_query": lambda text: (text.whole, text.query_text, text.fragment),
    "fragment": lambda text: text.text,
}
TABLE = (
    (
        "lower-hex-called-different",
        "",
        "*other_hex_case",
        "You treated letter case in percent-encoding as a difference. %7e and %7E are the same.",
        "RFC 3986 6.2.2.1",
    ),
    (
        "path-case",
        "is_alike",
        "*same_if path_case",
        "You treated paths that differ in letter case as equal. In a path, letter case matters.",
        "RFC 3986 6.2.2.1",
    ),
    (
        "final-slash",
        "is_alike",
        "*same_if final_slash",
        "You ignored the slash at the end. It is part of the path.",
        "RFC 3986 6.2.4",
    ),
    (
        "www-same",
        "is_alike",
        "*same_if www",
        'You treated the host with "www" and the host without it as the same. They are different '
        "names.",
        "RFC 3986 6.2.2",
    ),
    (
        "http-https-same",
        "is_alike",
        "*same_if schemes",
        "You treated http and https as equal. They are different schemes.",
        "RFC 3986 6.2.3",
    ),
    (
        "slash-escape-same",
        "is_alike",
        "*same_if encoded_slash",
        'You treated "%2F" as "/". An encoded slash does not separate segments.',
        "RFC 3986 2.2",
    ),
    (
        "plus-same",
        "is_alike",
        "*same_if plus",
        'You treated "+" as "%20". In URIs, a plus sign and a space are different characters.',
        "RFC 3986 2.2",
    ),
    (
        "parameter-order",
        "is_alike",
        "*same_if order",
        "You ignored the order of the parameters. The query is compared as a single text.",
        "RFC 3986 3.4",
    ),
    (
        "empty-query-ignored",
        "is_alike",
        "*same_if empty_query",
        'You treated an empty query as if there were none. The "?" makes a difference.',
        "RFC 3986 6.2.3",
    ),
    (
        "fragment-ignored",
        "is_alike",
        "*same_if fragment",
        "You ignored the fragment. With it, the texts differ.",
        "RFC 3986 6.1",
    ),
    (
        "climbed-too-high",
        "is_shown",
        "*higher_levels",
        "The two texts are already equal at a lower level. The question asks for the lowest one.",
        "RFC 3986 6.2",
    ),
    (
        "stopped-too-low",
        "is_shown",
        "*lower_levels",
        "At the level you chose, the two texts still differ.",
        "RFC 3986 6.2",
    ),
    (
        "called-different",
        "is_shown",
        "not-shown",
        "You said that no level makes the two texts equal. Normalization does.",
        "RFC 3986 6.2.2",
    ),
    (
        "called-same",
        "!is_shown",
        "*all_levels",
        "None of these levels makes the texts equal. That does not show that they identify "
        "different resources.",
        "RFC 3986 6.1",
    ),
)
ROWS = rows(*TABLE)

SAME = message("The two texts are the same, character by character.")
LEFT = "They differ there in the {part}: {one} and {other}."
LEFT_AT_END = "After the last level, the texts still differ in the {part}: {one} and {other}."
# RFC 8141 3.1: names are compared as written, except for the case of hexadecimal digits.
NAMES_ENCODED = "A URN keeps percent-encoding: {written} is not decoded for the comparison."
NAMES_CITE = "RFC 8141 3.1"
MOST_DIFFERENCES = 2
LONGEST = 200  # maximum length of a quotation; the page shows the whole texts


def level_reasons(pair: ComparedPair, level: str) -> tuple[Message, ...]:
    """Return what still differs on the level of an answer, and what makes the texts equal."""
    if pair.key == NOT_SHOWN:
        return (*_left(pair, LEVELS[-1], LEFT_AT_END), *_encoded_in_names(pair))
    is_too_low = level in LEVELS and LEVELS.index(level) < LEVELS.index(pair.key)
    return (*(_left(pair, level, LEFT) if is_too_low else ()), *rule_phrases(pair))


def rule_phrases(pair: ComparedPair) -> tuple[Message, ...]:
    """Return sentences about the rules that make the texts equal, the decisive rule last."""
    if pair.key == NOT_SHOWN:
        return ()
    if pair.key == LEVELS[0]:
        return (SAME,)
    *before, last = applied_rules(pair.comparison)
    if not before:
        return (message("The texts are made equal by: {rules}.", rules=_rule(last)),)
    others = conjoined([_rule(each) for each in before])
    return (
        message(
            "Applied first: {others}. The texts are then made equal by: {rules}.",
            others=others,
            rules=_rule(last),
        ),
    )


def rule_cites(pair: ComparedPair) -> tuple[str, ...]:
    """Return the clauses of these rules."""
    if pair.key == NOT_SHOWN:
        return (NAMES_CITE,) if any(_encoded_in_names(pair)) else ()
    return tuple(dict.fromkeys(each.cite for each in reversed(applied_rules(pair.comparison))))


def _encoded_in_names(pair: ComparedPair) -> Iterator[Message]:
    """Yield a sentence about percent-encoding in a URN, if decoding it would make the URNs
    equal.
    """
    texts = (pair.a, pair.b)
    if any(text[:4].upper() != "URN:" for text in texts):
        return
    one, other = (dict.fromkeys(ESCAPE.findall(text)) for text in texts)
    alone = next((each for each in (*one, *other) if (each in one) != (each in other)), "")
    decoded = {ESCAPE.sub(_letter, text.casefold()) for text in texts}
    if alone and len(decoded) == 1:
        yield message(NAMES_ENCODED, written=Marked(alone, EVIDENCE))


def _letter(octet: Match[str]) -> str:
    return chr(int(octet[0][1:], 16)).casefold()


def _rule(rule: AppliedRule) -> Message:
    return message("{rule} ({clause})", rule=message(rule.note), clause=shown_cite(rule.cite))


def _left(pair: ComparedPair, level: str, template: str) -> Iterator[Message]:
    """Yield sentences about the differences that remain on a level."""
    rung = next(each for each in pair.comparison.rungs if each.name == level)
    for each in differences(rung, pair.comparison.edition)[:MOST_DIFFERENCES]:
        yield message(template, part=message(each.name), one=_value(each.a), other=_value(each.b))


def _value(text: str | None) -> str:
    if not text:
        return message("not present" if text is None else "empty")
    is_long = len(text) > LONGEST
    return Marked(f"{text[:LONGEST]}\u2026" if is_long else text, EVIDENCE)
