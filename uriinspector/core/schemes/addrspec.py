"""local-part "@" domain: addresses of mail (RFC 6068 2, RFC 5322 3.4.1) and message identifiers.

Judged without escapes: what a URI must escape is the affair of its own scheme.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.characters import described
from uriinspector.core.charset import ALPHANUM, members
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Violation
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.schemes.decoded_text import DecodedText

ATEXT = members(ALPHANUM + "!#$%&'*+-/=?^_`{|}~")
QTEXT = "\\x21\\x23-\\x5b\\x5d-\\x7e"
DTEXT = "\\x21-\\x5a\\x5e-\\x7e"
BEYOND = "\\x80-\\U0010ffff"
# RFC 6068 2: no white space; with a backslash before it, it is an ordinary character.
PAIR = "\\\\[\\x21-\\x7e \\t]"
# The quote that closes may be missing.
QUOTED = expression('"(?:[^"\\\\]++|\\\\[\\s\\S]?+)*+("?)')
DOTS = expression("\\A\\.++|\\.{2,}+|\\.\\Z")


class Form(NamedTuple):
    """Whose grammar it is: what it is called, its clauses, and how far it goes."""

    rule: str
    cites: tuple[str, ...]
    beyond: str = BEYOND  # characters beyond ASCII
    dots: bool = True  # whether an atom stands before and after every dot


class AddrSpec:
    """One address, and what its form finds wrong with it."""

    def __init__(self, run: DecodedText, form: Form) -> None:
        self.run = run
        self.chars = run.chars
        self.form = form

    def faults(self) -> Iterator[Violation]:
        """Local part, "@", domain."""
        end = len(self.chars)
        quoted = QUOTED.match(self.chars)
        if quoted:
            at = quoted.end()
            yield from self._quoted(at - len(quoted[1]), closed=bool(quoted[1]))
            if quoted[1] and at < end and self.chars[at] != "@":
                start, at = at, self.chars.find("@", at)
                explanation = "text between the quoted string and the domain"
                yield self._fault(start, end if at < 0 else at, '"@"', explanation)
        else:
            at = self.chars.rfind("@")
            yield from self._atoms(0, end if at < 0 else at, "local part")
        if not 0 <= at < end:
            yield self._fault(end, end, '"@" and a domain', "the domain is missing")
        elif self.chars.startswith("[", at + 1):
            yield from self._literal(at + 2, end)
        else:
            yield from self._atoms(at + 1, end, "domain")

    def _fault(self, start: int, end: int, expected: str, text: str) -> Violation:
        span = self.run.span(start, end)
        return Violation(*span, self.form.rule, expected, text, self.form.cites)

    def _strange(self, start: int, end: int, one: str, where: str) -> Iterator[Violation]:
        """Every run in which no character is one that may stand there."""
        for match in re.compile(f"(?:{one})++|(?P<strange>(?:(?!{one})[\\s\\S]|(?!))++)").finditer(
            self.chars, start, end
        ):
            if match["strange"]:
                template = "{first} and {count} more after it: not allowed in the {where}"
                if len(match[0]) == 1:
                    template = "{first}: not allowed in the {where}"
                first, more = described(match[0][0]), len(match[0]) - 1
                explanation = message(template, first=first, count=more, where=message(where))
                expected = message("a character allowed in the {where}", where=message(where))
                yield self._fault(*match.span(), expected, explanation)

    def _quoted(self, end: int, *, closed: bool) -> Iterator[Violation]:
        one = f"{PAIR}|[{QTEXT}{self.form.beyond}]"
        yield from self._strange(1, end, one, "quoted string")
        if not closed:
            yield self._fault(
                end, end, "a closing quotation mark", "the quoted string is not closed"
            )

    def _literal(self, start: int, end: int) -> Iterator[Violation]:
        close = self.chars.find("]", start, end)
        yield from self._strange(start, end if close < 0 else close, f"[{DTEXT}]", "domain literal")
        if close < 0:
            yield self._fault(end, end, '"]"', "the domain literal is not closed")
        elif close + 1 < end:
            yield self._fault(close + 1, end, "the end", "text after the domain literal")

    def _atoms(self, start: int, end: int, where: str) -> Iterator[Violation]:
        """dot-atom-text: atoms with a dot between each two."""
        if start == end:
            explanation = message("the {where} is missing", where=message(where))
            yield self._fault(start, end, message("a {where}", where=message(where)), explanation)
        yield from self._strange(start, end, f"[{ATEXT}.{self.form.beyond}]", where)
        if self.form.dots:
            for match in DOTS.finditer(self.chars[start:end]):
                explanation = message(
                    "a dot at the start or end of the {where}, or two dots in a row",
                    where=message(where),
                )
                span = start + match.start(), start + match.end()
                yield self._fault(*span, "one dot, between two atoms", explanation)
