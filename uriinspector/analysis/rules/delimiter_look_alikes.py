"""How it looks: characters beyond ASCII that look like the delimiters of a link."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.gates import When
from uriinspector.analysis.international.idna import map_char
from uriinspector.analysis.international.scripts import (
    COMMON,
    is_allowed,
    listed_delimiter,
    script_set,
)
from uriinspector.analysis.rules.international_labels import InternationalLabel, decided, labels
from uriinspector.core.characters import name, number
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.schemes.lookup import names_host

DELIMITERS = frozenset("/\\.:@?#-%&=[]_")
# What ends the host, or the userinfo in front of it: a look-alike makes the host look shorter.
ENDS_HOST = frozenset("/\\:@?#")
# After the host only these part anything, and a dot what follows a name; a dash is a dash there.
PARTS_THE_REST = ENDS_HOST | frozenset("&=")
FULL_STOPS = frozenset("\u2024\u3002\ua4f8\ufe52\uff0e\uff61")
MUSIC_SHARP = "\u266f"
EAST_ASIAN = frozenset({"Hani", "Hira", "Kana", "Hang", "Bopo"})
MIDDLE_DOT = "\u00b7"


class Delimiter(NamedTuple):
    """What a character looks like, and what UTS 46 makes of it (None: nothing of the kind)."""

    imitates: str
    becomes: str | None

    @property
    def is_one(self) -> bool:
        """Whether browsers make that very delimiter of it in a host, or refuse the host for it."""
        return self.becomes == self.imitates


@lru_cache(maxsize=4096)
def delimiter_look_alike(char: str) -> Delimiter | None:
    """The delimiter that a character beyond ASCII looks like or is turned into."""
    if char.isascii():
        return None
    mapped = map_char(char)
    becomes = mapped if mapped and not DELIMITERS.isdisjoint(mapped) else None
    imitates = listed_delimiter(char) or becomes
    return Delimiter(imitates, becomes) if imitates else None


def is_at_home(text: str, at: int) -> bool:
    """Whether a character is an ordinary one of the script beside it, as in 日本・野球.

    What every script uses has no home, but between characters of a script it is theirs too.
    """
    char = text[at]
    beside = [each for each in (text[at - 1 : at], text[at + 1 : at + 2]) if each]
    if any(each.isascii() and each.isalnum() for each in beside):
        return False
    own = script_set(char)
    if own & COMMON:
        return bool(beside) and not any(each.isascii() for each in beside)
    return all(each.isascii() or own & script_set(each) for each in beside)


def confusable_delimiter(facts: Facts) -> Iterator[Hit]:
    """In the host as it is decoded, in the userinfo, and after the host."""
    if not facts.text.isascii():
        yield from _between_labels(facts)
        yield from _in_userinfo(facts)
        yield from _outside(facts)
    yield from _in_labels(facts)


def _hit(span: Span, severity: str | None, variant: str, char: str, like: str) -> Hit:
    args = {"char": f"{number(char)} {name(char)}", "like": like}
    return Hit(*span, severity, variant, args=args)


def _between_labels(facts: Facts) -> Iterator[Hit]:
    """Dots of East Asia, which browsers convert: ordinary where they follow letters of there."""
    if not facts.is_web or not facts.is_read_as_written:
        return
    spans = [span for _, span in facts.labels]
    for before, after in pairwise(spans):
        span = Span(before.end, after.start)
        dot = span.of(facts.text)
        if dot.isascii() or len(dot) > 1:
            continue
        is_typed = not EAST_ASIAN.isdisjoint(script_set(facts.text[span.start - 1]))
        severity = LOW if is_typed else MEDIUM
        yield _hit(span, severity, "refused" if facts.is_refused else "becomes", dot, ".")


def _in_labels(facts: Facts) -> Iterator[Hit]:
    """In each label as people read it, however it is written; each character once in a label."""
    strange = [
        (label, at, each)
        for label in (labels(facts) if facts.is_web else _raw_host(facts))
        for char in dict.fromkeys(label.read)
        if (each := delimiter_look_alike(char)) and (at := _strange_place(label.read, char)) >= 0
    ]
    if not strange:
        return
    shown = {label.span for label, each in decided(facts) if each.shown and facts.is_accepted}
    host = facts.span(Part.HOST)
    for label, at, each in strange:
        if label.span in shown:
            continue
        is_last = host is not None and label.span.end == host.end and at == len(label.read) - 1
        variant, severity = _weight(facts, each, is_last=is_last)
        if label.read[max(at - 1, 0) : at + 2] == "l\u00b7l":
            severity = LOW  # Catalan, outside of .cat
        place = label.place(Span(at, at + 1))
        yield _hit(place, severity, variant, label.read[at], each.imitates)


def _strange_place(label: str, char: str) -> int:
    """The first place of a character in a label where it is not at home; -1 for none."""
    if not is_allowed(char):
        return label.index(char)
    places = (at for at, own in enumerate(label) if own == char)
    return next((at for at in places if not is_at_home(label, at)), -1)


def _raw_host(facts: Facts) -> Iterator[InternationalLabel]:
    """The host of a scheme whose hosts browsers do not decode, as one label."""
    span = facts.span(Part.HOST)
    if span is not None and not span.of(facts.text).isascii() and names_host(facts.reference):
        yield InternationalLabel(span, span.of(facts.text), span.of(facts.text))


def _weight(facts: Facts, each: Delimiter, *, is_last: bool) -> tuple[str, str]:
    """What a look-alike in a host does, and how bad that is."""
    if each.is_one and facts.is_web and facts.is_refused:
        return "refused", HIGH
    if each.imitates == ".":
        return "dot", HIGH
    if ENDS_HOST.isdisjoint(each.imitates):
        return "other", MEDIUM
    return ("" if is_last else "host"), HIGH


def _in_userinfo(facts: Facts) -> Iterator[Hit]:
    """In front of the "@" it makes the userinfo look like a host with what follows one."""
    span = facts.span(Part.USERINFO)
    if span is None:
        return
    for at, each in _between_ascii(facts.text, span):
        if not ENDS_HOST.isdisjoint(each.imitates) or each.imitates == ".":
            yield _hit(Span(at, at + 1), HIGH, "userinfo", facts.text[at], each.imitates)


def _outside(facts: Facts) -> Iterator[Hit]:
    """Before and after the authority: between plain letters, where it is taken for a delimiter."""
    text = facts.text
    authority = facts.span(Part.AUTHORITY) or Span(0, 0)
    for place in (Span(0, authority.start), Span(authority.end, len(text))):
        for at, each in _between_ascii(text, place):
            is_number = text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()
            if is_number or text[at] == MUSIC_SHARP:
                continue  # a fraction, a ratio, a key
            if text[at] in FULL_STOPS or not PARTS_THE_REST.isdisjoint(each.imitates):
                yield _hit(Span(at, at + 1), LOW, "", text[at], each.imitates)


def _between_ascii(text: str, span: Span) -> Iterator[tuple[int, Delimiter]]:
    """The look-alikes in a part of the text with nothing but ASCII, or a part's end, beside them.

    Between letters of other scripts they are the punctuation that goes with those.
    """
    for at in range(*span):
        if text[at].isascii():
            continue
        each = delimiter_look_alike(text[at])
        beside = text[max(at - 1, span.start) : at] + text[at + 1 : min(at + 2, span.end)]
        if each and beside.isascii() and any(map(str.isalnum, beside)):
            yield at, each


RULES = (
    Rule(
        "confusable-delimiter",
        LOW,
        "Lookalike delimiter",
        {
            "": '{char} looks like "{like}" but is not a delimiter.',
            "other": '{char} looks like "{like}" but is another character.',
            "host": '{char} looks like "{like}", but the host continues after it.',
            "dot": '{char} looks like "{like}" but does not separate labels of the host.',
            "becomes": '{char} looks like "{like}"; browsers convert it to one.',
            "refused": '{char} looks like "{like}"; browsers convert it, then reject the link.',
            "userinfo": '{char} looks like "{like}" but is part of the userinfo; the host '
            'comes after the "@".',
        },
        ("UTS 36 2", "UTS 39 5"),
        When.NON_ASCII | When.PUNYCODE | When.ESCAPED_HOST,
        confusable_delimiter,
        rises="high in an authority; medium for a dot that browsers convert, and for what looks "
        "like a hyphen in a host",
        of_host=True,
    ),
)
