"""Productions that are runs of characters, and the characters that each document excludes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from uriinspector.core import charset
from uriinspector.core.characters import described
from uriinspector.core.charset import in_words, members
from uriinspector.core.model import NamedTuple, Violation, message

CONTROLS = "".join(map(chr, (*range(0x20), 0x7F)))


class Exclusion(NamedTuple):
    """The clause that excludes characters, and the reason for each of them."""

    cite: str
    reasons: Mapping[str, str]


def _reasons(unwise: str) -> dict[str, str]:
    return {
        **dict.fromkeys(CONTROLS, "it is not printable"),
        **dict.fromkeys(unwise, "gateways are known to change it"),
        **dict.fromkeys('<>"', "it delimits URLs in text"),
        "#": "it begins a fragment",
        " ": "spaces get lost or added when a URL is copied",
    }


EXCLUSIONS = {
    "RFC 1738": Exclusion("RFC 1738 2.2", _reasons(charset.NATIONAL_1994)),
    "url-syntax-05": Exclusion("url-syntax-05 2.4.3", _reasons(charset.UNWISE_1997)),
    "rfc2396bis-01": Exclusion("rfc2396bis-01 2.4.3", _reasons(charset.UNWISE_2003)),
}
NONE = Exclusion("", {})


def exclusion_of(cite: str) -> Exclusion:
    """Return the exclusions in the document that a clause belongs to."""
    return EXCLUSIONS.get(cite.rpartition(" ")[0], NONE)


TRIPLET = "%[0-9A-Fa-f][0-9A-Fa-f]"
# A "%" that does not begin an escape, with the one hexadecimal digit that may follow it.
BAD_PERCENT = "%(?![0-9A-Fa-f]{2})[0-9A-Fa-f]?"
TWO_DIGITS = 'two hexadecimal digits after "%"'


class Production:
    """A rule of the form ``*( allowed / escaped )``: its name, characters and clauses."""

    def __init__(self, rule: str, allowed: str, *cites: str, escapes: bool = True) -> None:
        self.rule = rule
        self.allowed = allowed
        self.cites = cites
        self.escapes = escapes
        self.expected = in_words(allowed, escapes=escapes)

    @property
    def pattern(self) -> str:
        """A regular expression for the production, to be combined with others."""
        one = f"[{members(self.allowed)}]++"
        return f"(?:{one}|{TRIPLET})*+" if self.escapes else f"(?:{one})?+"

    @cached_property
    def whole(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    @cached_property
    def fault(self) -> re.Pattern[str]:
        """A regular expression that matches a maximal run with the same kind of fault."""
        if not self.escapes:
            return re.compile(f"(?P<strange>[^{members(self.allowed)}]++)")
        strange = f"(?P<strange>[^%{members(self.allowed)}]++)"
        return re.compile(f"(?P<percent>(?:{BAD_PERCENT}|(?!))++)|{strange}|{TRIPLET}")

    def accepts(self, text: str, start: int, end: int) -> bool:
        return self.whole.fullmatch(text, start, end) is not None

    def faults(self, text: str, start: int, end: int) -> Iterator[Violation]:
        """Yield a violation for each maximal run with the same fault, in order; none in an
        UNDEFINED part.
        """
        if self.whole.fullmatch(text, start, end):
            return
        for match in self.fault.finditer(text, start, end):
            if match.lastgroup == "percent":
                explanation = _no_escape(self.rule)
                yield Violation(*match.span(), self.rule, TWO_DIGITS, explanation, self.cites)
            elif match.lastgroup == "strange":
                yield self._strange(*match.span(), text[match.start()])

    def _strange(self, start: int, end: int, first: str) -> Violation:
        """Return the violation for characters that the rule does not allow.

        For a single character, it includes the document's reason for excluding it.
        """
        exclusion = exclusion_of(self.cites[0])
        reason = exclusion.reasons.get(first, "") if (self.escapes and end == start + 1) else ""
        more = (exclusion.cite,) if reason and exclusion.cite not in self.cites else ()
        explanation = _named(first, end - start - 1, self.rule, reason)
        return Violation(start, end, self.rule, self.expected, explanation, self.cites + more)


def is_of_characters(fault: Violation) -> bool:
    """Return True if the fault is a run of characters that its rule does not allow."""
    return ": not allowed in {rule}" in getattr(fault.message, "template", "")


def narrowed(fault: Violation, start: int, end: int, text: str) -> Violation:
    """Return the fault reduced to a range of its characters."""
    explanation = _named(text[start], end - start - 1, fault.rule, "")
    return replace(fault, start=start, end=end, message=explanation)


@lru_cache(maxsize=64)
def _no_escape(rule: str) -> str:
    return message('invalid "%" in {rule}', rule=rule)


@lru_cache(maxsize=256)
def _named(first: str, more: int, rule: str, reason: str) -> str:
    """Return the message about characters that a rule does not allow, naming the first one."""
    if reason:
        template = "{first}: not allowed in {rule}; {reason}"
        return message(template, first=described(first), rule=rule, reason=message(reason))
    if not more:
        return message("{first}: not allowed in {rule}", first=described(first), rule=rule)
    template = "{first} and {count} more after it: not allowed in {rule}"
    return message(template, first=described(first), count=more, rule=rule)
