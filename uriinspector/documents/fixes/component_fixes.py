"""What the grammar of an edition wants of each component: encoding, digits, ports and dots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.international.invisible import risk
from uriinspector.analysis.rules.dot_segments import levels_of, surplus_ups
from uriinspector.core.charset import ALPHANUM
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Part, Span
from uriinspector.core.production import TRIPLET
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.documents.fixes.edited_text import FixChange
from uriinspector.documents.fixes.fix_table import (
    COLON,
    DOTS,
    DRIVE,
    EXCLUDED,
    HEX,
    NON_ASCII,
    PORT,
    STRAY,
    SYNTAX,
    UNRESERVED,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.core.reference import Reference

    # How a character beyond ASCII is written in a query; None where that is not known.
    Octets = Callable[[str], bytes | None]

PARTS = (Part.USERINFO, Part.PATH, Part.QUERY, Part.FRAGMENT)
# Delimiters that are not encoded wherever an edition misses them: they part the reference.
STRUCTURE = frozenset(":/?%") | frozenset("!$&'()*+,;=") | frozenset(ALPHANUM)
LISTED = frozenset(' <>"{}|^`')
ESCAPE = expression(f"(?P<stray>%(?![0-9A-Fa-f]{{2}}))|{TRIPLET}")
SEGMENT = expression("[^/]*+")
DRIVE_LETTER = expression(r"/*+[A-Za-z](?=\|(?:/|\Z))")
# What can be decoded anywhere: in an attribute, a list of candidates, a style sheet.
DECODED = frozenset(ALPHANUM + "-._~")
# A "%" before one of these is most likely a slip in a byte; before anything else it is a sign.
DIGITS = expression("[0-9A-Za-z]")


def escaped(octets: bytes) -> str:
    """Each octet as an escape."""
    return "".join(f"%{octet:02X}" for octet in octets)


def is_hidden(char: str) -> bool:
    """Whether a character is not drawn, or changes how others are."""
    why = None if char.isascii() else risk(char)
    return why is not None and (why.category is not None or why.ignorable)


def outside_grammar(reference: Reference, skipped: set[int], query: Octets) -> Iterator[FixChange]:
    """Each character that the grammar has no place for where it is, and that can be encoded."""
    text = reference.text
    spans = [(part, span) for part in PARTS if (span := reference.span(part)) is not None]
    end = -1
    for fault in reference.violations:
        part = next((name for name, span in spans if span.start <= fault.start < span.end), None)
        if part is None:
            continue
        for at in range(max(fault.start, end), fault.end):
            char = text[at]
            if at in skipped or not _is_encoded(char, part):
                continue
            octets = query(char) if part is Part.QUERY else char.encode("utf-8", "replace")
            if octets is not None:
                yield FixChange(at, at + 1, escaped(octets), _code(char), fault.cites)
        end = max(end, fault.end)


def _is_encoded(char: str, part: Part) -> bool:
    if char == "@":
        return part is Part.USERINFO
    if is_hidden(char):
        return False  # whether it is wanted only the author knows
    return char not in STRUCTURE and char != "\ufffd" and not "\ud800" <= char <= "\udfff"


def _code(char: str) -> str:
    if not char.isascii():
        return NON_ASCII
    return EXCLUDED if char in LISTED else SYNTAX


def stray_percents(reference: Reference, skipped: set[int]) -> Iterator[tuple[int, bool]]:
    """Each "%" that starts no escape, and whether it may be a slip in one."""
    for _, span in _escaping(reference):
        for match in ESCAPE.finditer(reference.text, *span):
            at = match.start()
            if match["stray"] and at not in skipped:
                yield at, DIGITS.match(reference.text, at + 1, span.end) is not None


def percent_signs(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Those that are no slip are the sign itself."""
    for at, is_doubtful in stray_percents(reference, skipped):
        if not is_doubtful:
            yield FixChange(at, at + 1, "%25", STRAY)


def _escaping(reference: Reference) -> Iterator[tuple[Part, Span]]:
    """The components whose escapes are data; those of a host are a matter of names."""
    for part in PARTS:
        span = reference.span(part)
        if span is not None:
            yield part, span


def escapes(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Escapes that nothing needs, and hexadecimal digits in lowercase."""
    text, allowed = reference.text, reference.rules.ladder.unescape
    may_decode = not scheme_of(reference.scheme).escapes_count
    for part, span in _escaping(reference):
        for match in ESCAPE.finditer(text, *span):
            at = match.start()
            if match["stray"] or at in skipped:
                continue
            char = chr(int(match[0][1:], 16))
            is_plain = char in allowed and char in DECODED
            if is_plain and may_decode and not _makes_anew(reference, at, part, char):
                yield FixChange(at, at + 3, char, UNRESERVED)
            elif match[0] != match[0].upper():
                yield FixChange(at, at + 3, match[0].upper(), HEX)


def _makes_anew(reference: Reference, at: int, part: Part, char: str) -> bool:
    """Whether the decoded character would be read with its neighbours: as an escape, as dots."""
    text = reference.text
    if text[max(at - 1, 0) : at] == "%" or (text[max(at - 2, 0) : at - 1] == "%"):
        return True
    if part is not Part.PATH or char != ".":
        return False
    start = text.rfind("/", 0, at) + 1
    match = SEGMENT.match(text, start)
    segment = match[0] if match else ""
    return lowered(segment).replace("%2e", ".") in {".", ".."}


def empty_port(reference: Reference) -> Iterator[FixChange]:
    """A colon with no digits after it; that of a second scheme is none of a port."""
    span = reference.span(Part.PORT)
    if lowered(reference.host or "") in SPECIAL:
        return
    if span is not None and span.start == span.end:
        yield FixChange(span.start - 1, span.end, "", PORT)


def drive_letter(reference: Reference) -> Iterator[FixChange]:
    """In a file URL browsers read "C|" as "C:" (URL standard 4.4)."""
    path = reference.span(Part.PATH)
    if path is None or lowered(reference.scheme or "") != "file":
        return
    if match := DRIVE_LETTER.match(reference.path):
        at = path.start + match.end()
        yield FixChange(at, at + 1, ":", DRIVE)


def colon_in_front(reference: Reference) -> Iterator[FixChange]:
    """4.2 of 2005: the first segment of a relative path has no colon, and "./" stands before it."""
    if reference.scheme is not None or reference.authority is not None:
        return
    if reference.edition not in {"2003", "2005"}:
        return
    path = reference.span(Part.PATH)
    if path is None:
        return
    first = reference.path.partition("/")[0]
    if ":" in first:
        yield FixChange(path.start, path.start, "./", COLON)


def dots_above_root(reference: Reference, base: str | None) -> Iterator[FixChange]:
    """ ".." with no segment left to remove: browsers drop it, and so does 5.2.4 of 2005."""
    path = reference.span(Part.PATH)
    scheme = lowered(reference.scheme or "")
    if path is None or (scheme and scheme not in SPECIAL and reference.authority is None):
        return
    written = reference.path
    places = list(surplus_ups(written, _levels(reference, base)))
    for place in places:
        at = path.start + place
        yield FixChange(at, min(at + 3, path.end), _instead(written, places, place), DOTS)


def _levels(reference: Reference, base: str | None) -> int | None:
    """How many there are above a path; None where that is not known."""
    if reference.path.startswith("/"):
        return 0
    is_relative = reference.scheme is None and reference.authority is None
    return levels_of(base) if is_relative and base is not None else None


def _instead(path: str, places: list[int], place: int) -> str:
    """What stands for the last ".." of a path that begins with it, so that it stays a path."""
    if place != places[-1] or places != list(range(0, 3 * len(places), 3)):
        return ""
    rest = path[place + 3 :]
    return "./" if not rest or rest.startswith("/") or ":" in rest.partition("/")[0] else ""
