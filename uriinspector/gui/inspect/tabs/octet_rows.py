"""A row for each escape: what it stands for, and why it is or is not needed.  No Qt here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge

from uriinspector.core.characters import name, number
from uriinspector.core.model import Span
from uriinspector.core.percent import MALFORMED, Octet, octets
from uriinspector.core.reference import Reference
from uriinspector.gui.inspect.tabs.reader_rows import section
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

# What is wrong with octets that are no UTF-8 (RFC 3629).
NO_UTF8 = {
    "overlong": "overlong UTF-8 for {character}; can bypass filters",
    "surrogate": "half of a UTF-16 surrogate pair: not UTF-8",
    "beyond": "above U+10FFFF: not UTF-8",
    "truncated": "incomplete UTF-8 sequence",
    "stray": "UTF-8 continuation byte without a lead byte",
    "invalid": "a byte that never occurs in UTF-8",
}


@dataclass(frozen=True, slots=True)
class OctetRow:
    """One triplet; or a percent sign that starts none, which has no octet."""

    span: Span
    text: str
    octet: Octet | None
    cites: tuple[str, ...]

    @property
    def triplet(self) -> Pieces:
        "As written."
        return outside(self.text, Kind.PLAIN if self.octet else Kind.DIFFERS)

    @property
    def value(self) -> Pieces:
        """The octet, in the two ways people write it."""
        return ours(f"{self.octet.value:3d} · {self.octet.value:02X}") if self.octet else ()

    @property
    def character(self) -> Pieces:
        """What it is decoded to, with others or alone."""
        char = self.octet.char if self.octet else None
        return ours("–", Kind.MUTED) if char is None else outside("␠" if char == " " else char)

    @property
    def meaning(self) -> Pieces:
        """The character by its number and name, or what is wrong with it."""
        each = self.octet
        if each is None:
            return ours(say("invalid: two hexadecimal digits must follow"), Kind.DIFFERS)
        if each.form in NO_UTF8:
            char = _named(each.char) if each.char else ""
            words = say(NO_UTF8[each.form], character=char)
            return ours(words, Kind.DIFFERS)
        if each.layers > 1:
            words = say(
                "{count} layers of encoding, innermost {character}",
                count=each.layers,
                character=_named(chr(each.innermost)),
            )
            return ours(words, Kind.DIFFERS)
        explanation = _named(each.char or "")
        size = (each.sequence.end - each.sequence.start) // 3
        if size > 1:
            place = (each.span.start - each.sequence.start) // 3 + 1
            explanation += say(", byte {place} of {size}", place=place, size=size)
        return ours(explanation)

    @property
    def reason(self) -> Pieces:
        """Why it is needed, or is not."""
        each = self.octet
        if each is None:
            return ours(say("write “%25” for a percent sign"))
        words = _reason(each)
        if each.needless:
            clause = f" ({section(self.cites[0])})" if self.cites else ""
            words, kind = say("not needed (unreserved)") + clause, Kind.DIFFERS
        else:
            kind = Kind.PLAIN
        case = ours(say(" · lowercase; uppercase is the normal form"), Kind.MUTED)
        return (*ours(words, kind), *(case if each.lower_hex else ()))


def octet_rows(reference: Reference) -> Iterator[OctetRow]:
    """Every escape and every percent sign that is none, in the order of the text, as asked for."""
    text, cites = reference.text, reference.rules.ladder.escapes
    good = (OctetRow(each.span, each.span.of(text), each, cites) for each in octets(reference))
    bad = (
        OctetRow(Span(*match.span()), match[0], None, cites) for match in MALFORMED.finditer(text)
    )
    return merge(good, bad, key=lambda row: row.span)


def _named(char: str) -> str:
    return f"{number(char)} {name(char)}"


def _reason(each: Octet) -> str:
    if each.hides == "%":
        return say("needed (an unencoded “%” would start an encoded byte)")
    if each.hides:
        return say("needed where it is data (unencoded, it can be a delimiter)")
    if each.is_control:
        return say("needed (control character)")
    if each.form == "ascii":
        return say("needed (not allowed unencoded)")
    return say("needed (not ASCII)")
