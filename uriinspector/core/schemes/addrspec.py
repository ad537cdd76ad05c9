"""Mail addresses and message identifiers (RFC 5322 3.4.1), and the schemes mid and cid.

Escapes are decoded before checking: each scheme decides which characters a URI must escape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from uriinspector.core.characters import described, sequences
from uriinspector.core.charset import ALPHANUM, members
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span, Violation, message
from uriinspector.core.percent import TRIPLETS
from uriinspector.core.production import TRIPLET, Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    NoteRows,
    Remarks,
    Scheme,
    missing,
    noted,
    part_of,
    visible,
)
from uriinspector.core.schemes.rfc1738 import smuggled

ATEXT = members(ALPHANUM + "!#$%&'*+-/=?^_`{|}~")
QTEXT = "\\x21\\x23-\\x5b\\x5d-\\x7e"
DTEXT = "\\x21-\\x5a\\x5e-\\x7e"
BEYOND = "\\x80-\\U0010ffff"
# RFC 6068 2: no folding white space; after a backslash, a space or tab is an ordinary character.
PAIR = "\\\\[\\x21-\\x7e \\t]"
# The closing quote may be missing.
QUOTED = expression('"(?:[^"\\\\]++|\\\\[\\s\\S]?+)*+("?)')
DOTS = expression("\\A\\.++|\\.{2,}+|\\.\\Z")


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "reserved": (
        "info",
        "RFC 1738 reserves the name but defines no syntax; draft 03 is used here",
        ("RFC 1738 4", "url-draft-03 BNF"),
    ),
    "brackets": (
        "unusual",
        "the angle brackets of the header are not allowed here",
        ("RFC 2392 2",),
    ),
}


class Form(NamedTuple):
    """The grammar of an address: its rule, its clauses, and the extensions it allows."""

    rule: str
    cites: tuple[str, ...]
    beyond: str = BEYOND  # allowed characters outside ASCII
    dots: bool = True  # dots are allowed only between two atoms


class AddrSpec:
    """A checker for addresses of a given form."""

    def __init__(self, run: DecodedText, form: Form) -> None:
        self.run = run
        self.chars = run.chars
        self.form = form

    def faults(self) -> Iterator[Violation]:
        """Check the local part, "@" and the domain."""
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
        """Yield a violation for each run of characters that are not allowed here."""
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
        yield from self._strange(1, end, f"{PAIR}|[{QTEXT}{self.form.beyond}]", "quoted string")
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
        """Check dot-atom-text: atoms with single dots between them."""
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


PIECE = expression(f"{TRIPLET}|[\\s\\S]")


class DecodedText:
    """A range of a text with its escapes decoded: each escaped byte is one character of
    ``chars``.
    """

    __slots__ = ("_starts", "chars")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.chars = text[start:end]
        self._starts: Sequence[int] = range(start, end + 1)
        if "%" in self.chars:
            result = PIECE.findall(text, start, end)
            self.chars = "".join(_plain(piece) for piece in result)
            self._starts = [start]
            for piece in result:
                start += len(piece)
                self._starts.append(start)

    def span(self, start: int, end: int) -> Span:
        """Return the span in the text for a range of ``chars``."""
        return Span(self._starts[start], self._starts[end])


def _plain(piece: str) -> str:
    return chr(int(piece[1:], 16)) if len(piece) == 3 else piece


def address_faults(text: str, span: Span, written: Production, form: Form) -> Iterator[Violation]:
    """Check an address; a character that should be escaped is reported only once."""
    result = list(written.faults(text, *span))
    yield from result
    numbers = {at for each in result for at in range(each.start, each.end)}
    for each in AddrSpec(DecodedText(text, *span), form).faults():
        if numbers.isdisjoint(range(each.start, each.end)):
            yield each


def not_utf8(text: str, start: int, end: int, rule: str, *cites: str) -> Iterator[Violation]:
    """Yield a violation for each run of escaped bytes that are not UTF-8."""
    for run in TRIPLETS.finditer(text, start, end):
        octets = bytes.fromhex(run[0].replace("%", ""))
        strange = -1
        for result in (*sequences(octets), None):
            if result is not None and result.form not in {"ascii", "utf-8"}:
                strange = result.start if strange < 0 else strange
            elif strange >= 0:
                last = result.start if result else len(octets)
                span = run.start() + 3 * strange, run.start() + 3 * last
                explanation = "percent-encoded bytes that are not UTF-8"
                yield Violation(*span, rule, "UTF-8", explanation, cites)
                strange = -1


DRAFT, RFC = "url-draft-03 BNF", "RFC 2392 2"


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe which message, or which part of a message, is named."""
    scheme, text = reference.scheme_name, reference.text
    early = reference.edition == "1994"
    cite = DRAFT if early else RFC
    span = start, end = part_of(reference)
    message: Span | None = span
    content = None
    if scheme == "cid":
        message, content = None, span
    elif not early and (slash := text.find("/", start, end)) >= 0:  # RFC 2392
        message, content = Span(start, slash), Span(slash + 1, end)
    if early:
        yield {"cites": (DRAFT, "RFC 1738 4")}
    generic = [each for each in reference.violations if each.rule not in {"url", "fragment"}]
    yield from generic
    written = {at for each in generic for at in range(each.start, each.end)}
    for (name, header, meaning, without, how), place in zip(PARTS, (message, content), strict=True):
        yield Field(name, place, meaning, without)
        if place is None:
            continue
        yield Action("find", f"{header}: <{visible(place.of(text))}>", how)
        # The draft does not define a content-identifier.
        if not early or place is message:
            for fault in _addr_spec(text, place, f"{scheme}address" if early else name, cite):
                if written.isdisjoint(range(fault.start, fault.end)):
                    yield fault
        elif start == end:
            rule = f"{scheme}address"
            yield missing(start, rule, "an identifier", "the identifier is missing", cite)
    yield from smuggled(text, span, "mail")
    if early:
        yield noted(NOTES, "reserved")
    if text.startswith(("<", "%3C", "%3c"), *span):
        yield noted(NOTES, "brackets", span)


# For a message and a part: the rule and header field, the meaning if present and if absent, and the
# location.
PARTS = (
    (
        *("message-id", "Message-ID", "the Message-ID header, without its brackets"),
        "the message that contains the link",
        "in a mailbox; the link gives no location",
    ),
    (
        *("content-id", "Content-ID", "the Content-ID header of a part"),
        "the message as a whole",
        "among the parts of the email",
    ),
)


def _addr_spec(text: str, span: Span, rule: str, cite: str) -> Iterator[Violation]:
    """Check an identifier, which has the form of an email address."""
    at = text.rfind("@", *span)
    if at < 0:
        yield missing(span.end, rule, '"@" and a domain', 'an identifier needs an "@"', cite)
        return
    if at == span.start:
        yield missing(at, rule, "a local part", 'nothing before the "@"', cite)
    if at + 1 == span.end:
        yield missing(span.end, rule, "a domain", 'nothing after the "@"', cite)
    # RFC 822 6.1: characters such as a second "@" need quotes. Missing parts are reported
    # above.
    form = Form(rule, (cite,), beyond="")
    for fault in AddrSpec(DecodedText(text, *span), form).faults():
        if fault.start < fault.end:
            yield fault


MID = Scheme(("mid",), "an email, or a part of one", (RFC,), "names", describe)
CID = Scheme(("cid",), "a part of the same email", (RFC,), "names", describe)
