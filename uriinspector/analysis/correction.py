"""Correction of links, stage by stage, with choices where several answers are right."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_to_bytes

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.analysis.escapes import (
    BACKSLASH,
    BROKEN,
    CONTROL,
    EXCLUDED,
    INVALID,
    NEEDLESS,
    NON_ASCII,
    PERCENT,
    SMALL,
    SPECIAL,
    TWICE,
    Spot,
    escaped,
    spots,
)
from uriinspector.analysis.international.scripts import risk
from uriinspector.analysis.rules.escaping import levels_of, runs_of, surplus_ups
from uriinspector.core.charset import ALPHANUM, REG_NAME_2005
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Json, JsonFields, NamedTuple, Part, json_of, message
from uriinspector.core.parse import editions, parse, resolve
from uriinspector.core.percent import utf8_of
from uriinspector.core.reference import INDEX, Reference
from uriinspector.core.schemes.lookup import scheme_of, schemes
from uriinspector.readers import browser, python
from uriinspector.readers.browser import host_in_unicode, is_taken_as_written, serialized

if TYPE_CHECKING:
    # Encodes a non-ASCII character for a query; None where the encoding is unknown.
    Octets = Callable[[str], bytes | None]


URL = "WHATWG URL 4.4"


class FixKind(NamedTuple):
    """A kind of fix, and the clauses that require it in each edition."""

    title: str
    cites: Mapping[str, tuple[str, ...]]

    def clauses(self, edition: str) -> tuple[str, ...]:
        return self.cites.get(edition) or self.cites.get("", ())


ENCODING = {
    "1994": ("RFC 1738 2.2",),
    "1997": ("url-syntax-05 2.4.3",),
    "2003": ("rfc2396bis-01 2.4.3",),
    "2005": ("RFC 3986 2", "RFC 3986 2.1"),
}
SPACE, SYNTAX, PORT, DOTS = "surrounding-space", "syntax-error", "syntax-suspicious", "dot-segments"
INVISIBLE, COLON, AMPERSAND, DRIVE = "invisible-char", "colon", "ampersand", "drive-letter"
SLASHES, EMPTY_HOST, HOST = "missing-authority", "empty-host", "host"

KINDS: Mapping[str, FixKind] = {
    SPACE: FixKind(
        message("Remove white space and control characters around the reference"),
        {"": (URL, "RFC 3986 C")},
    ),
    CONTROL: FixKind(message("Remove tabs and line breaks"), {"": (URL, "RFC 3986 C")}),
    BACKSLASH: FixKind(message("Write backslashes as slashes"), {"": (URL, "RFC 3986 2")}),
    EXCLUDED: FixKind(message("Percent-encode characters"), ENCODING),
    SYNTAX: FixKind(message("Percent-encode characters"), ENCODING),
    NON_ASCII: FixKind(message("Percent-encode non-ASCII characters"), ENCODING),
    BROKEN: FixKind(message('Write a literal "%" as %25'), PERCENT),
    SMALL: FixKind(
        message("Write hexadecimal digits in uppercase"),
        {"2003": ("rfc2396bis-01 6.3",), "": ("RFC 3986 2.1", "RFC 3986 6.2.2.1")},
    ),
    NEEDLESS: FixKind(
        message("Decode unnecessary percent-encoding"),
        {
            "1994": ("RFC 1738 2.2",),
            "1997": ("url-syntax-05 2.4.2",),
            "2003": ("rfc2396bis-01 2.3",),
            "2005": ("RFC 3986 2.3", "RFC 3986 6.2.2.2"),
        },
    ),
    PORT: FixKind(
        message("Remove the colon of an empty port"),
        {
            "1994": ("RFC 1738 3.1",),
            "1997": ("url-syntax-05 4.3.1",),
            "2003": ("rfc2396bis-01 6.2.3",),
            "2005": ("RFC 3986 6.2.3",),
        },
    ),
    DOTS: FixKind(
        message('Remove ".." segments above the root, as browsers do'),
        {
            "1994": (URL,),
            "1997": ("url-syntax-05 5.2", URL),
            "2003": ("rfc2396bis-01 5.2", URL),
            "2005": ("RFC 3986 5.2.4",),
        },
    ),
    COLON: FixKind(
        message('Put "./" in front of a segment with a colon'),
        {"2003": ("rfc2396bis-01 4.2",), "": ("RFC 3986 4.2",)},
    ),
    DRIVE: FixKind(message('Write "|" behind a drive letter as ":"'), {"": (URL, "RFC 3986 2")}),
    AMPERSAND: FixKind(message('Write "&" as "&amp;" in an attribute'), {"": ("HTML 13.2.5.73",)}),
}
# Only for the corrected link: in a page, how to write the host is up to the author.
OF_HOST = FixKind(message("Write the host as browsers send it"), {"": ("RFC 3987 3.1", URL)})
# Forms that an author may want for a link, by name; no finding asks for them.
FORMS: Mapping[str, FixKind] = {
    "relative": FixKind(message("Write it relative to the page"), {"": ("RFC 3986 4.2",)}),
    "root-relative": FixKind(message("Write it relative to the root"), {"": ("RFC 3986 4.2",)}),
    "absolute": FixKind(message("Write it as an absolute URL"), {"": ("RFC 3986 4.3",)}),
}
# Further kinds of fixes that end a general finding.
ENDED_TOO = {
    SYNTAX: frozenset({EXCLUDED, NON_ASCII, BROKEN, BACKSLASH, CONTROL, COLON, PORT, DRIVE}),
    EXCLUDED: frozenset({DRIVE, BACKSLASH, NON_ASCII, SPACE}),
    CONTROL: frozenset({SYNTAX}),
}


def fix_codes(code: str) -> frozenset[str]:
    return ENDED_TOO.get(code, frozenset()) | {code}


@dataclass(frozen=True, slots=True)
class TextFix(JsonFields):
    """A change: characters from ``start`` to ``end`` become ``replacement``."""

    start: int
    end: int
    replacement: str
    code: str
    title: str
    cites: tuple[str, ...]
    # The name of the chosen option, if there was a choice.
    option: str = ""


class FixOption(NamedTuple):
    """One possible meaning; ``replacement`` is None where the author has to write it."""

    replacement: str | None
    meaning: str
    name: str


class FixChoice(NamedTuple):
    """A fault with several right answers, which the user has to decide."""

    start: int
    end: int
    code: str
    title: str
    options: tuple[FixOption, ...]
    cites: tuple[str, ...]
    # True if the choice decides about the host.
    is_front: bool = False

    def to_dict(self) -> Json:
        options = [each._asdict() for each in self.options]
        return json_of(self, "start end code title") | {"options": options} | json_of(self, "cites")

    def in_original(self, edited: EditedText) -> FixChoice:
        """Return the choice by positions in the original text."""
        start, end = edited.places[self.start], edited.ends[self.end - 1]
        return self._replace(start=start, end=end, is_front=False)

    def change(self, chosen: Iterable[tuple[str, str]]) -> FixChange | None:
        """Return the change for the first chosen option that there is, or None."""
        for code, name in chosen:
            for each in self.options if code == self.code else ():
                if each.name == name and each.replacement is not None:
                    place = (self.start, self.end, each.replacement, code, self.cites)
                    return FixChange(*place, name, each.meaning)
        return None


@dataclass(frozen=True, slots=True)
class ReferenceFix:
    """Proposed changes of one value in the order of the text, and the open choices.

    ``omitted`` is the reason why something was left unfixed; ``rereads`` names the parsers that
    find another host in the fixed text.
    """

    text: str
    fixed: str
    fixes: tuple[TextFix, ...] = ()
    choices: tuple[FixChoice, ...] = ()
    omitted: str | None = None
    rereads: tuple[str, ...] = field(default=())


def apply_fixes(text: str, fixes: tuple[TextFix, ...]) -> str:
    """Return the text with fixes applied, which must be in order and not overlap."""
    pieces: list[str] = []
    at = 0
    for each in fixes:
        pieces += (text[at : each.start], each.replacement)
        at = each.end
    return "".join([*pieces, text[at:]])


class FixChange(NamedTuple):
    """A replacement, by positions in the current text (in ``EditedText.changes``, the original)."""

    start: int
    end: int
    replacement: str
    code: str
    cites: tuple[str, ...] = ()
    # The name and meaning of the chosen option, if there was a choice.
    option: str = ""
    meaning: str = ""


class EditedText:
    """A text that is changed in stages.

    ``places`` and ``ends`` contain the start and end in the original for each character.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = list(range(len(text) + 1))
        self.ends = list(range(1, len(text) + 2))
        self.changes: tuple[FixChange, ...] = ()

    def copy(self) -> EditedText:
        result = EditedText("")
        result.text, result.changes = self.text, self.changes
        result.places, result.ends = self.places, self.ends
        return result

    def apply(self, changes: Iterable[FixChange]) -> None:
        """Apply changes that are in order and do not overlap."""
        pieces: list[str] = []
        places: list[int] = []
        ends: list[int] = []
        applied: list[FixChange] = []
        at = 0
        for each in changes:
            start, end = self.places[each.start], self._end(each)
            applied.append(each._replace(start=start, end=end))
            pieces += (self.text[at : each.start], each.replacement)
            places += self.places[at : each.start]
            places += [start] * len(each.replacement)
            ends += self.ends[at : each.start]
            ends += [end] * len(each.replacement)
            at = each.end
        self.text = "".join([*pieces, self.text[at:]])
        self.places = [*places, *self.places[at:]]
        self.ends = [*ends, *self.ends[at:]]
        self.changes = (*_outside(self.changes, applied), *applied)

    def _end(self, change: FixChange) -> int:
        """Return where a change ends in the original.

        The start of the next character would be wrong where characters between were removed.
        """
        if change.end == change.start:
            return self.places[change.start]
        return self.ends[change.end - 1]

    def fixes(self, edition: str) -> tuple[TextFix, ...]:
        """Return all changes in the order of the original, joining adjacent ones of one kind."""
        return tuple(_joined(sorted(self.changes), edition))


def _outside(changes: tuple[FixChange, ...], later: list[FixChange]) -> Iterator[FixChange]:
    """Yield the earlier changes that are not inside a run replaced later."""
    ends = {each.start: each.end for each in later if each.end - each.start > 1}
    starts = sorted(ends)
    for change in changes:
        before = bisect_right(starts, change.start) - 1
        if before < 0 or not change.start < change.end <= ends[starts[before]]:
            yield change


def _joined(changes: list[FixChange], edition: str) -> Iterator[TextFix]:
    last: FixChange | None = None
    for each in changes:
        if last and each.start == last.end and each[3:] == last[3:]:
            last = last._replace(end=each.end, replacement=last.replacement + each.replacement)
            continue
        if last:
            yield _fix(last, edition)
        last = each
    if last:
        yield _fix(last, edition)


def _fix(change: FixChange, edition: str) -> TextFix:
    start, end, replacement, code, cites, option, meaning = change
    if option:
        return TextFix(start, end, replacement, code, meaning, cites, option)
    kind = OF_HOST if code == HOST else KINDS[code]
    return TextFix(start, end, replacement, code, kind.title, cites or kind.clauses(edition))


PARTS = frozenset({Part.USERINFO, Part.PATH, Part.QUERY, Part.FRAGMENT})
ONE_SEGMENT = expression("[^/]*+")
DRIVE_LETTER = expression(r"/*+[A-Za-z](?=\|(?:/|\Z))")
# Safe to decode in any context: in attributes, candidate lists and style sheets.
DECODED = frozenset(ALPHANUM + "-._~")
# A "%" before one of these is probably a mistyped escape; otherwise it is a literal sign.
DIGITS = expression("[0-9A-Za-z]")


def is_hidden(char: str) -> bool:
    """Return True if a character is invisible or changes how others are drawn."""
    why = None if char.isascii() else risk(char)
    return why is not None and (why.category is not None or why.ignorable)


def written_spots(reference: Reference, *kinds: str) -> Iterator[Spot]:
    """Yield encoding problems of these kinds, except in the host."""
    for spot in spots(reference):
        if spot.part in PARTS and not set(kinds).isdisjoint(spot.kinds):
            yield spot


def outside_grammar(
    reference: Reference, skipped: set[int], query: Octets, unchanged: str = "\ufffd"
) -> Iterator[FixChange]:
    """Percent-encode each character that the grammar does not allow at its place.

    ``unchanged`` is left alone: by default, the sign for what was lost in decoding a document.
    """
    for spot in written_spots(reference, EXCLUDED, NON_ASCII, BACKSLASH, CONTROL):
        for at, char in enumerate(spot.text, spot.span.start):
            # Only the author knows whether a hidden character is intended.
            if at in skipped or is_hidden(char) or char == unchanged:
                continue
            octets = query(char) if spot.part is Part.QUERY else char.encode("utf-8", "replace")
            if octets is not None and spot.fault is not None:
                code = EXCLUDED if char.isascii() else NON_ASCII
                yield FixChange(at, at + 1, escaped(octets), code, spot.fault.cites)


def stray_percents(reference: Reference, skipped: set[int]) -> Iterator[tuple[int, bool]]:
    """Yield the position of each "%" outside an escape, and True if it may be a mistyped escape."""
    for spot in written_spots(reference, BROKEN):
        for at in range(*spot.span):
            if reference.text[at] == "%" and at not in skipped:
                end = reference.spans[INDEX[spot.part]][1]
                yield at, DIGITS.match(reference.text, at + 1, end) is not None


def percent_signs(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Encode each "%" that is clearly the sign itself."""
    for at, is_doubtful in stray_percents(reference, skipped):
        if not is_doubtful:
            yield FixChange(at, at + 1, "%25", BROKEN)


def escapes(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Decode unnecessary escapes, and write hexadecimal digits in uppercase."""
    allowed = reference.rules.ladder.unescape
    may_decode = not scheme_of(reference.scheme).escapes_count
    for spot in written_spots(reference, NEEDLESS, SMALL):
        for octet in spot.octets:
            at, char = octet.span.start, chr(octet.value)
            is_plain = char in allowed and char in DECODED
            if at in skipped:
                continue
            if is_plain and may_decode and not _makes_anew(reference, at, spot.part, char):
                yield FixChange(*octet.span, char, NEEDLESS)
            elif octet.lower_hex:
                written = octet.span.of(reference.text).upper()
                yield FixChange(*octet.span, written, SMALL)


def _makes_anew(reference: Reference, at: int, part: Part, char: str) -> bool:
    """Return True if the decoded character would become part of an escape or a dot segment."""
    text = reference.text
    if text[max(at - 1, 0) : at] == "%" or (text[max(at - 2, 0) : at - 1] == "%"):
        return True
    if part is not Part.PATH or char != ".":
        return False
    start = text.rfind("/", 0, at) + 1
    match = ONE_SEGMENT.match(text, start)
    segment = match[0] if match else ""
    return lowered(segment).replace("%2e", ".") in {".", ".."}


def empty_port(reference: Reference) -> Iterator[FixChange]:
    """Remove the colon of an empty port, but not that of a second scheme."""
    span = reference.span(Part.PORT)
    if lowered(reference.host or "") in SPECIAL:
        return
    if span is not None and span.start == span.end:
        yield FixChange(span.start - 1, span.end, "", PORT)


def host_of_browsers(reference: Reference, base: str | None) -> Iterator[FixChange]:
    """Write an invalid host as browsers send it: by IDNA, or percent-encoded (RFC 3987 3.1)."""
    span = reference.span(Part.HOST)
    written = browser.serialized(reference.text, base or SOMEWHERE)
    if (
        span is None
        or written is None
        or not written.host
        or written.host == span.of(reference.text)
    ):
        return
    if any(span.start < each.end and each.start < span.end for each in reference.violations):
        yield FixChange(*span, "".join(map(_in_host, written.host)), HOST)


def _in_host(char: str) -> str:
    return char if char in REG_NAME_2005 + "[]:%" else escaped(utf8_of(char))


def drive_letter(reference: Reference) -> Iterator[FixChange]:
    """Write "C|" in a file URL as "C:", as browsers read it (URL standard 4.4)."""
    path = reference.span(Part.PATH)
    if path is None or lowered(reference.scheme or "") != "file":
        return
    if match := DRIVE_LETTER.match(reference.path):
        at = path.start + match.end()
        yield FixChange(at, at + 1, ":", DRIVE)


def colon_in_front(reference: Reference) -> Iterator[FixChange]:
    """Put "./" before a relative path whose first segment has a colon (RFC 3986 4.2)."""
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
    """Remove each ".." above the root, as browsers and RFC 3986 5.2.4 do."""
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
    """Return the number of levels above the path, or None if unknown."""
    if reference.path.startswith("/"):
        return 0
    is_relative = reference.scheme is None and reference.authority is None
    return levels_of(base) if is_relative and base is not None else None


def _instead(path: str, places: list[int], place: int) -> str:
    """Return the replacement of a surplus "..": "./" where the rest must stay a path, or ""."""
    if place != places[-1] or places != list(range(0, 3 * len(places), 3)):
        return ""
    rest = path[place + 3 :]
    return "./" if not rest or rest.startswith("/") or ":" in rest.partition("/")[0] else ""


# The base for pages whose address is unknown.
SOMEWHERE = "https://page.example/a/b/c/d"
# Kinds that are reported because browsers read them otherwise than the grammar.
REREAD = frozenset({SPACE, CONTROL, BACKSLASH})
ODD = frozenset("\\\t\n\r ")
# Kinds that may add or remove segments, so that resolved paths are compared.
PATHS = frozenset({DOTS, COLON, DRIVE})


def is_same_request(before: str, after: str, base: str | None, kind: str, *, query: bool) -> bool:
    """Return True if all parsers request the same resource before and after a change.

    The query is compared only if ``query`` is true.
    """
    if not _in_browsers(before, after, base or SOMEWHERE, kind, query=query):
        return False
    if kind == SPACE:
        return True  # not part of the value of an attribute (HTML 2.4.1)
    then, now = hosts(before, base), hosts(after, base)
    if not all(_goes_on(then[name], host, now, kind) for name, host in now.items()):
        return False
    if kind in REREAD:
        return True
    if kind == DRIVE:
        return True  # only browsers read this as a drive, as the finding says
    if kind in PATHS:
        where = base or SOMEWHERE
        return resolve(where, before).target == resolve(where, after).target
    return all(
        _pieces(parse(before, edition=name), kind, query=query)
        == _pieces(parse(after, edition=name), kind, query=query)
        for name in editions()
        if then[name] == now[name]
    )


def is_between(before: str, text: str, after: str, base: str | None) -> bool:
    """Return True if a partly changed text leads to the same places as the two other texts.

    Browsers must read each part as in ``before`` or ``after``; other parsers, the host.
    """
    where = base or SOMEWHERE
    ends = [browser.serialized(each, where) for each in (before, after)]
    now = browser.serialized(text, where)
    if now is None or None in ends:
        return now is None and ends == [None, None]
    pieces = zip(*(_pieces(each, PORT) for each in ends if each is not None), strict=True)
    if any(each not in two for each, two in zip(_pieces(now, PORT), pieces, strict=True)):
        return False
    then, later = hosts(before, base), hosts(after, base)
    return all(host in {then[name], later[name]} for name, host in hosts(text, base).items())


@lru_cache(maxsize=64)
def hosts(text: str, base: str | None) -> Mapping[str, str | None]:
    """Return the host that each parser finds in the text."""
    written = browser.serialized(text, base or SOMEWHERE)
    in_browsers = written.host if written else None
    by_edition = {name: parse(text, edition=name).host for name in editions()}
    return {**by_edition, "browser": in_browsers, "python": python.host(text)}


def rereading(before: str, after: str, base: str | None) -> tuple[str, ...]:
    """Return the parsers that find another host after a change."""
    then, now = hosts(before, base), hosts(after, base)
    return tuple(name for name, host in now.items() if then[name] != host)


def _goes_on(then: str | None, host: str | None, now: Mapping[str, str | None], kind: str) -> bool:
    """Return True if a parser keeps its host, or comes to find the host of browsers.

    A complete host that differs from the browsers' one is never changed.
    """
    if then == host:
        return True
    if then and (kind not in REREAD or ODD.isdisjoint(then)):
        return False
    return host is not None and browser.host_in_browsers(host) == now["browser"]


def is_same_link(before: str, after: str, base: str | None) -> bool:
    """Return True if browsers read both links alike after decoding once, or reject both."""
    then, now = (browser.serialized(each, base or SOMEWHERE) for each in (before, after))
    if then is None or now is None:
        return then is now
    return _pieces(then, "") == _pieces(now, "")


def _in_browsers(before: str, after: str, base: str, kind: str, *, query: bool) -> bool:
    then, now = browser.serialized(before, base), browser.serialized(after, base)
    if then is None or now is None:
        return then is now
    if kind in PATHS or kind in REREAD:
        return then.text == now.text
    return _pieces(then, kind, query=query) == _pieces(now, kind, query=query)


def _pieces(reference: Reference, kind: str, *, query: bool = True) -> tuple[object, ...]:
    """Return the parts to compare, decoded once; for PORT an empty port counts as none."""
    port = reference.port or None if kind == PORT else reference.port
    decoded = (reference.userinfo, reference.path, reference.query if query else None)
    return (
        reference.scheme,
        reference.host,
        port,
        *(each if each is None else _decoded_once(each) for each in (*decoded, reference.fragment)),
    )


def _decoded_once(text: str) -> bytes:
    return unquote_to_bytes(text.encode("utf-8", "replace"))


AROUND = expression("\\A[\x00-\x20]++|(?<![\x00-\x20])[\x00-\x20]++\\Z")
REMOVED = expression("[\t\n\r]++")
SCHEME = expression("([A-Za-z][A-Za-z0-9+.-]*+):")
MANY_SLASHES = expression(r"(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+(?P<slashes>[/\\]{3,})")
ENDS = expression("[?#]")


def scheme_in_browsers(text: str, base: str | None, *, in_markup: bool) -> str | None:
    """Return the scheme by which browsers parse a text, from the text or its base.

    Without either, "https" in markup and otherwise None.
    """
    match = SCHEME.match(text)
    if match is None and base is not None:
        match = SCHEME.match(base)
    if match is not None:
        return match[1].lower()
    return "https" if in_markup and base is None else None


def surrounding_space(text: str) -> Iterator[FixChange]:
    for match in AROUND.finditer(text):
        yield FixChange(*match.span(), "", SPACE)


def line_breaks(text: str) -> Iterator[FixChange]:
    for match in REMOVED.finditer(text):
        yield FixChange(*match.span(), "", CONTROL)


def backslashes(text: str, scheme: str | None) -> Iterator[FixChange]:
    """Write backslashes in special schemes as slashes, as browsers do (URL standard 4.4).

    Query and fragment are left alone.  Before a host browsers read any number of them as two,
    except in file URLs.
    """
    if scheme not in SPECIAL or "\\" not in text:
        return
    ends = ENDS.search(text)
    end = ends.start() if ends else len(text)
    at = 0
    front = MANY_SLASHES.match(text)
    if front and scheme != "file" and "\\" in front["slashes"]:
        at = front.end()
        yield FixChange(*front.span("slashes"), "//", BACKSLASH)
    while (at := text.find("\\", at, end)) >= 0:
        yield FixChange(at, at + 1, "/", BACKSLASH)
        at += 1


# As written by the old JavaScript function "escape".
UNICODE = expression(r"%u([0-9A-Fa-f]{4})")
# An escape of an escape; "%2525" is left out, as it has more than two answers.
TWICE_ESCAPED = expression("%25(?!25)(?=[0-9A-Fa-f]{2})")
LITERAL = message("The percent sign itself.")
SLIP = message("A slip in the two digits: write the right ones.")
OLD_FORM = message("A character in an old form of JavaScript, here as UTF-8.")
AS_WINDOWS = message("Windows-1252 text: written as UTF-8, if the server expects that.")
AS_BYTES = message("The server expects these bytes: left as they are.")
UNWANTED = message("It came in by accident: removed.")
WANTED = message("It is part of the name: percent-encoded.")
TWICE_WRITTEN = message('"&" was encoded twice: written once.')
NAMED = message('A parameter whose name begins with "amp;": left as it is.')
PARAMETER = message("A parameter of that name: the ampersand is written in full.")
BLANK = message("A space between words: left as it is.")
PLUS = message("The plus sign itself: percent-encoded.")
BETWEEN = message("It separates parameters: left as it is.")
PART_OF_VALUE = message("It is part of a value: percent-encoded.")
# A plus sign, and an ampersand before a name without a value.
SIGNS = expression(r"\+|&(?!amp;)(?=[^&=#]*+(?:[&#]|\Z))")
SIGN, SIGN_CITES = "query-sign", ("WHATWG URL 5.1", "RFC 3986 2.2")
CHARACTER = message("The character that browsers read: percent-encoded.")
ONCE = message("It was encoded once too often: one layer is taken away.")
ON_PURPOSE = message("The decoded text has percent-encoding in it: left as it is.")
# The names of the options for the findings of each code.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    BROKEN: ("literal", "character"),
    INVALID: ("utf-8", "bytes"),
    INVISIBLE: ("remove", "encode"),
    PORT: ("once", "keep"),
    NON_ASCII: ("parameter", "character"),
    SLASHES: ("host", "path"),
    EMPTY_HOST: ("host", "path"),
    COLON: ("scheme", "path"),
    TWICE: ("once", "keep"),
}


def choice_rows(
    edited: EditedText,
    reference: Reference,
    skipped: set[int],
    bare: Mapping[int, str],
    codes: Container[str],
) -> list[FixChoice]:
    """Return all choices in the order of the text; ``codes`` are those of the findings."""
    rows = [
        *_percents(reference, skipped),
        *_foreign_bytes(reference, edited, skipped),
        *_hidden(reference, skipped),
        *_entities(reference, skipped),
        *_bare_names(reference, edited, bare),
        *(_escaped_escapes(reference, skipped) if TWICE in codes else ()),
    ]
    return sorted(rows)


def _percents(reference: Reference, skipped: set[int]) -> Iterator[FixChoice]:
    text, cites = reference.text, PERCENT[reference.edition]
    for at, is_doubtful in stray_percents(reference, skipped):
        if not is_doubtful:
            continue
        end, options = at + 1, [FixOption("%25", LITERAL, "literal")]
        if match := UNICODE.match(text, at):
            char = chr(int(match[1], 16))
            if not "\ud800" <= char <= "\udfff":
                written = escaped(char.encode("utf-8"))
                literal = FixOption(f"%25{match[0][1:]}", LITERAL, "literal")
                end, options = match.end(), [FixOption(written, OLD_FORM, "character"), literal]
        options.append(FixOption(None, SLIP, "slip"))
        yield FixChoice(at, end, BROKEN, "Invalid percent-encoding", tuple(options), cites)


def _foreign_bytes(
    reference: Reference, edited: EditedText, skipped: set[int]
) -> Iterator[FixChoice]:
    # Leave out escapes just written for characters of a query in another encoding.
    written = {each.start for each in edited.changes if each.code == NON_ASCII}
    spans = (
        each.span
        for each in spots(reference)
        if INVALID in each.kinds
        and each.span.start not in skipped
        and edited.places[each.span.start] not in written
    )
    for run in runs_of(spans):
        same = run.of(reference.text)
        text = decode(bytes.fromhex(same.replace("%", "")), WINDOWS)
        options = (
            FixOption(escaped(text.encode()), AS_WINDOWS, "utf-8"),
            FixOption(same, AS_BYTES, "bytes"),
        )
        cites = ("RFC 3986 2.5", "RFC 3629 3")
        yield FixChoice(*run, INVALID, "Invalid UTF-8", options, cites)


def _hidden(reference: Reference, skipped: set[int]) -> Iterator[FixChoice]:
    start = reference.spans[2][1] if reference.authority is not None else 0
    for at in range(start, len(reference.text)):
        char = reference.text[at]
        if at not in skipped and is_hidden(char):
            options = (
                FixOption("", UNWANTED, "remove"),
                FixOption(escaped(utf8_of(char)), WANTED, "encode"),
            )
            cites = KINDS[NON_ASCII].clauses(reference.edition)
            yield FixChoice(at, at + 1, INVISIBLE, "Invisible character", options, cites)


def _entities(reference: Reference, skipped: set[int]) -> Iterator[FixChoice]:
    span = reference.span(Part.QUERY)
    at = reference.text.find("&amp;", *span) if span else -1
    while span and at >= 0:
        if at not in skipped:
            options = (FixOption("&", TWICE_WRITTEN, "once"), FixOption("&amp;", NAMED, "keep"))
            title, cites = "Valid but unusual syntax", ("HTML 13.2.5.72",)
            yield FixChoice(at, at + 5, PORT, title, options, cites)
        at = reference.text.find("&amp;", at + 5, span.end)


def _signs(reference: Reference, skipped: set[int]) -> Iterator[FixChoice]:
    """Yield choices for "+", which can mean a space, and "&" before a name without a value."""
    span = reference.span(Part.QUERY)
    if span is None or lowered(reference.scheme or "http") not in SPECIAL:
        return
    for match in SIGNS.finditer(reference.text, *span):
        at, char = match.start(), match[0]
        if at in skipped:
            continue
        kept, meaning = (BLANK, PLUS) if char == "+" else (BETWEEN, PART_OF_VALUE)
        names = ("space", "plus") if char == "+" else ("between", "value")
        options = (
            FixOption(char, kept, names[0]),
            FixOption(escaped(char.encode()), meaning, names[1]),
        )
        title = message("Sign with two meanings")
        yield FixChoice(at, at + 1, SIGN, title, options, SIGN_CITES)


def _bare_names(
    reference: Reference, edited: EditedText, bare: Mapping[int, str]
) -> Iterator[FixChoice]:
    if not bare:
        return
    for at, place in enumerate(edited.places[:-1]):
        if place in bare and not reference.text[at].isascii():
            written = escaped(reference.text[at].encode("utf-8", "replace"))
            options = (
                FixOption(bare[place], PARAMETER, "parameter"),
                FixOption(written, CHARACTER, "character"),
            )
            title = "Unencoded non-ASCII characters"
            yield FixChoice(at, at + 1, NON_ASCII, title, options, ("HTML 13.2.5.73",))


def _escaped_escapes(reference: Reference, skipped: set[int]) -> Iterator[FixChoice]:
    for match in TWICE_ESCAPED.finditer(reference.text):
        at = match.start()
        if at not in skipped:
            options = (FixOption("%", ONCE, "once"), FixOption("%25", ON_PURPOSE, "keep"))
            cites = PERCENT[reference.edition]
            yield FixChoice(at, at + 3, TWICE, "Double percent-encoding", options, cites)


# Any number of slashes but two, before something that could be a host.
FRONT = expression(r"(https?|wss?|ftp):(?:/?|/{3,})(?=([^/?#]+))", re.IGNORECASE)
MANY = expression(r"/{3,}(?=[^/?#])")
NAME = expression("[A-Za-z][A-Za-z0-9+.-]*+")
# Characters that stay as they are in a segment.
SEGMENT = frozenset(ALPHANUM + "-._~%!$&'()*+,;=@")
IS_HOST = message("The name of a host: written behind two slashes.")
IS_PATH = message("A path on the host of the page: written without the scheme.")
IS_ROOTED = message("A path on the host of the page: written with one slash.")
IS_SCHEME = message("The scheme of the link: written without the other characters.")
IS_RELATIVE = message('A relative path: written with "./" in front.')
IS_SLIP = message("A slip in the scheme: write the right one.")
WRONG_SLASHES = "Wrong number of slashes"
COLON_IN_FRONT = message("Colon in the first segment")


def slash_rows(reference: Reference, skipped: set[int], base: str | None) -> Iterator[FixChoice]:
    """Offer a host or a path for a wrong number of slashes after the scheme.

    Browsers always read a host there; by the grammar it is a path.
    """
    match = FRONT.match(reference.text)
    if match is None or not skipped.isdisjoint(range(*match.span(2))):
        return
    scheme, first = match.groups()
    if base is not None and lowered(base).startswith(f"{lowered(scheme)}:"):
        return  # browsers, too, may read it as a path
    options = []
    if serialized(f"{scheme}://{reference.text[match.end() :]}", None) is not None:
        options.append(FixOption(f"{scheme}://", IS_HOST, "host"))
    is_rooted = match[0].endswith("/")
    # Without a leading slash, the text before a colon would become a scheme.
    if is_rooted or ":" not in first:
        options.append(FixOption("/" if is_rooted else "", IS_PATH, "path"))
    cites = (URL, "RFC 3986 3")
    yield FixChoice(*match.span(), SLASHES, WRONG_SLASHES, tuple(options), cites, is_front=True)


def many_slashes(reference: Reference, skipped: set[int], base: str | None) -> Iterator[FixChoice]:
    """Offer a choice for three or more slashes: a host to browsers, a path by the grammar."""
    match = MANY.match(reference.text)
    scheme = SCHEME.match(base) if base is not None else None
    kind = lowered(scheme[1]) if scheme else "https"
    if match is None or kind not in SPECIAL or kind == "file" or match.end() in skipped:
        return
    if serialized(f"{kind}://{reference.text[match.end() :]}", None) is None:
        return
    options = (FixOption("//", IS_HOST, "host"), FixOption("/", IS_ROOTED, "path"))
    cites = (URL, "RFC 3986 3.2")
    yield FixChoice(*match.span(), EMPTY_HOST, WRONG_SLASHES, options, cites, is_front=True)


def doubtful_front(reference: Reference) -> tuple[int, int] | None:
    """Return the span before the first colon if it may be a mistyped scheme, or None."""
    if reference.scheme is not None or reference.authority is not None:
        return None
    first, colon, rest = reference.path.partition(":")
    if not colon or "/" in first:
        return None
    if not rest.startswith("//") and not _is_known(cleaned(first)):
        return None
    return 0, len(first)


def front_row(reference: Reference, span: tuple[int, int]) -> FixChoice:
    first = reference.text[slice(*span)]
    name = cleaned(first)
    path = "".join(each if each in SEGMENT else escaped(_octets(each)) for each in first)
    options = (
        FixOption(name, IS_SCHEME, "scheme")
        if _is_known(name)
        else FixOption(None, IS_SLIP, "slip"),
        FixOption(f"./{path}", IS_RELATIVE, "path"),
    )
    title, cites = COLON_IN_FRONT, KINDS[COLON].clauses(reference.edition)
    return FixChoice(*span, COLON, title, options, cites, is_front=True)


def cleaned(first: str) -> str:
    """Decode escapes, and remove white space and invisible characters."""
    return "".join(each for each in unquote(first) if not (each.isspace() or is_hidden(each)))


def _is_known(name: str) -> bool:
    return NAME.fullmatch(name) is not None and lowered(name) in schemes()


def _octets(char: str) -> bytes:
    return char.encode("utf-8", "replace")


# Brackets of common template languages, PHP and mailing programs.  The content has an upper
# limit: otherwise each opening bracket would be matched against the rest of a page.
INSIDE = r"(?s:.){0,2000}?"
PLACEHOLDER = expression(
    rf"\{{\{{{INSIDE}\}}\}}\}}?"
    rf"|\{{%{INSIDE}%\}}"
    rf"|\{{#{INSIDE}#\}}"
    rf"|<[%?]{INSIDE}[%?]>"
    rf"|[$#@]\{{[^{{}}]{{1,2000}}\}}"
    r"|\$\([^()]{1,200}\)"
    rf"|\[\[{INSIDE}\]\]"
    rf"|\[%{INSIDE}%\]"
    r"|\*\|[^|]{1,200}\|\*"
    r"|%%[A-Za-z_][\w.-]{0,100}%%"
    r"|%(?:(?![0-9A-Fa-f]{2})[A-Za-z_]{3,60}|[A-Z_]{4,60})%(?![0-9A-Fa-f]{2})"
    r"|%\([A-Za-z_][\w.-]{0,100}\)[a-z]"
    # Mailing programs use this as a whole value; elsewhere such brackets belong to a query.
    r"|\A\[[A-Za-z_][\w .:-]{1,60}\]"
    # RFC 6570 2.1 to 2.4, and "{$name}" or "{name:type}" of other languages.
    r"|\{[$+#./;?&=,!@|]?[A-Za-z0-9_][\w.%:*,\[\]'>()-]{0,200}\}"
)
# GUIDs look similar, but are not placeholders.
GUID = expression(r"\{[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f-]{8,}\}")
# The beginning of a placeholder without an end: anything may follow.
OPENED = expression(r"\{\{|\{%|<[%?]|\$\{|\[%|\[\[")


def placeholders(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        match.span() for match in PLACEHOLDER.finditer(text) if not GUID.fullmatch(match[0])
    )


def masked(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Replace each character of the spans with a letter, which has no meaning in a reference."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], "x" * (end - start))
        at = end
    return "".join([*pieces, text[at:]])


def is_unfinished(text: str) -> bool:
    """Return True if a masked text still contains the beginning of a placeholder."""
    return OPENED.search(text) is not None


# References without anything to fix, which nearly all are.
SIMPLE = r"[A-Za-z0-9_~=;,!$'()*+-]|&(?!amp;)|\.(?!\.)"
PLAIN = expression(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+(?://[A-Za-z0-9.-]*+(?::[0-9][0-9]*+)?+)?+"
    rf"(?:{SIMPLE}|(?!))*+(?:[/?](?:{SIMPLE}|[/?:@]|(?!))*+)?+(?:#(?:{SIMPLE}|[/?:@]|(?!))*+)?+"
)
CODE = frozenset({"javascript", "vbscript", "livescript"})
# Addresses written for people only: "name at host", "name(at)host".
NO_ADDRESS = expression(r"mailto:(?=[^@?%]*+(?:\?|\Z))[A-Za-z0-9._~+-]*+[^@?%]", re.IGNORECASE)
DRIVE_PATH = expression(r"[A-Za-z]:[\\/]")
IS_CODE = message("The link is code, not a reference.")
IS_DRIVE = message("A file path of Windows: a page needs a file URL or a relative reference.")
IS_NO_ADDRESS = message('The address has no "@": what it should be is not known.')
IS_TEMPLATE = message("A placeholder of a template is not closed in the link.")
IS_DEFANGED = message("The link is defanged.")
IS_REJECTED = message("Browsers reject the link: what it should be is not known.")
IS_UNCERTAIN = message("Parsers would not agree that the fixed link asks for the same.")


IS_TEXT = message("The text is not a link.")
IS_PLACEHOLDER = message("Only the placeholders of a template are not valid; they are left alone.")
IS_DERIVED = message("Another link is meant, which is corrected instead.")
# Options that keep what browsers read.
AS_READ = ((BROKEN, "literal"), (INVISIBLE, "encode"))


@dataclass(frozen=True, slots=True)
class FixSetting:
    """The context of a reference, and which fixes and options to apply to it."""

    edition: str = "2005"
    base: str | None = None
    in_markup: bool = True
    # Encodes non-ASCII characters of a query in the encoding of the page.
    query: Callable[[str], bytes | None] = lambda char: char.encode("utf-8", "replace")
    # Spelling of characters from a named entity without its ";", by position.
    bare: Mapping[int, str] = field(default_factory=dict)
    # The codes of its findings; None allows every fix.
    codes: frozenset[str] | None = None
    # Options to take, as codes and names; earlier ones win.
    chosen: tuple[tuple[str, str], ...] = ()
    # True if valid parts stay unchanged.
    is_minimal: bool = False

    def allows(self, *codes: str) -> bool:
        """Return True if a finding has one of these codes."""
        return self.codes is None or not self.codes.isdisjoint(codes)


def is_plain(text: str) -> bool:
    """Return True if there is certainly nothing to fix."""
    return PLAIN.fullmatch(text) is not None


def fix_reference(text: str, setting: FixSetting | None = None) -> ReferenceFix:
    """Fix everything with one right answer, and list the remaining choices."""
    fixer = ReferenceFixer(text, setting or FixSetting())
    reason = fixer.reason_to_leave()
    if reason is not None:
        return ReferenceFix(text, text, omitted=reason)
    return fixer.propose()


class ReferenceFixer:
    """One reference while it is being fixed."""

    def __init__(self, text: str, setting: FixSetting) -> None:
        self.text = text
        self.setting = setting
        self._spans = placeholders(text)
        self._masked = masked(text, self._spans)
        self._edited = EditedText(self._masked)
        self._uncertain = False
        # Positions at the beginning that may be a mistyped scheme.
        self._front: set[int] = set()

    def reason_to_leave(self) -> str | None:
        """Return why the text must not be changed at all, or None."""
        masked_text = self._masked.strip("\t\n\r\f ")
        if is_unfinished(masked_text):
            return IS_TEMPLATE
        if DRIVE_PATH.match(masked_text):
            return IS_DRIVE
        if scheme_in_browsers(masked_text, None, in_markup=False) in CODE:
            return IS_CODE
        if NO_ADDRESS.match(masked_text):
            return IS_NO_ADDRESS
        if "defanged" in (self.setting.codes or ()):
            return IS_DEFANGED
        is_rejected = serialized(self._masked, self.setting.base or SOMEWHERE) is None
        return IS_REJECTED if is_rejected and not self.setting.is_minimal else None

    def _allows(self, *codes: str) -> bool:
        """Return True if such a fault was found, or if earlier changes may have revealed one."""
        return bool(self._edited.changes) or self.setting.allows(*codes)

    def propose(self) -> ReferenceFix:
        """Fix stage by stage, leaving out stages that would change the request."""
        self._structure()
        self._front = self._doubtful_places()
        self._characters()
        if not self._spans and not self.setting.is_minimal:
            self._segments()
        setting = self.setting
        choices = self._choices()
        fixes = self._edited.fixes(setting.edition)
        # In markup, surrounding white space is not part of a value (HTML 2.4.1).
        before = AROUND.sub("", self._masked) if setting.in_markup else self._masked
        rereads = rereading(before, self._edited.text, setting.base) if fixes else ()
        reason = IS_UNCERTAIN if self._uncertain else None
        fixed = apply_fixes(self.text, fixes)
        return ReferenceFix(self.text, fixed, fixes, choices, reason, rereads)

    def _choices(self) -> tuple[FixChoice, ...]:
        """Apply the chosen options, and return the choices that are left.

        An option is not applied if it changes the host, unless it is about the host.  With
        ``is_minimal`` all choices are returned.
        """
        before = self._edited
        reference, skipped, setting = self._reference(), self._skipped(), self.setting
        codes = {TWICE} if setting.is_minimal else setting.codes or ()
        rows = choice_rows(before, reference, skipped, setting.bare, codes)
        if setting.is_minimal:
            rows = sorted([*rows, *_signs(reference, skipped)])
        if setting.allows(SLASHES):
            rows = sorted([*slash_rows(reference, skipped, setting.base), *rows])
        if setting.allows(EMPTY_HOST):
            rows = sorted([*many_slashes(reference, skipped, setting.base), *rows])
        if self._front and (span := doubtful_front(reference)) is not None:
            rows = [front_row(reference, span), *rows]
        changes = {row: row.change(setting.chosen) for row in rows}
        offered = rows
        # Options at the beginning are applied last, so that other positions stay valid.
        for is_host in (False, True):
            stage = [row for row in rows if changes[row] and row.is_front is is_host]
            edited = self._edited.copy()
            edited.apply(
                each
                for row in stage
                if (each := changes[row]) and each.replacement != before.text[row.start : row.end]
            )
            base = setting.base
            if is_host or hosts(self._edited.text, base) == hosts(edited.text, base):
                self._edited = edited
                taken = set(stage)
                rows = [row for row in rows if row not in taken]
            else:
                self._uncertain = True
        return tuple(row.in_original(before) for row in (offered if setting.is_minimal else rows))

    def _structure(self) -> None:
        setting = self.setting
        if setting.in_markup and setting.allows(SPACE, CONTROL):
            self._take(SPACE, surrounding_space(self._edited.text))
        edited = self._edited.copy()
        if not self._spans and setting.allows(BACKSLASH, EXCLUDED, SYNTAX):
            plain = REMOVED.sub("", edited.text)
            scheme = scheme_in_browsers(plain, setting.base, in_markup=setting.in_markup)
            edited.apply(backslashes(edited.text, scheme))
        if setting.allows(CONTROL):
            edited.apply(line_breaks(edited.text))
        # Both together: a parser may reach the browsers' host only with both.
        self._adopt(BACKSLASH, edited)

    def _characters(self) -> None:
        setting, skipped = self.setting, self._skipped()
        if not self._spans and self._allows(SYNTAX):
            # First, because more can be decoded after "./".
            if not self._front:
                self._take(COLON, colon_in_front(self._reference()))
            skipped = self._skipped()
        if not self._spans and self._allows(EXCLUDED, SYNTAX):
            self._take(DRIVE, drive_letter(self._reference()))
        if self._allows(EXCLUDED, SYNTAX, NON_ASCII, CONTROL, BACKSLASH):
            kept = "" if setting.is_minimal else "\ufffd"
            self._take(SYNTAX, outside_grammar(self._reference(), skipped, setting.query, kept))
        if self._allows(BROKEN, SYNTAX):
            self._take(BROKEN, percent_signs(self._reference(), self._skipped()))
        if setting.is_minimal:
            if not self._spans:
                self._edited.apply(host_of_browsers(self._reference(), setting.base))
            return
        changes = (
            each for each in escapes(self._reference(), self._skipped()) if self._allows(each.code)
        )
        self._take(SMALL, changes)

    def _segments(self) -> None:
        if self._allows(PORT):
            self._take(PORT, empty_port(self._reference()))
        self._take(DOTS, dots_above_root(self._reference(), self.setting.base))

    def _doubtful_places(self) -> set[int]:
        if self._spans or not self.setting.allows(SYNTAX, EXCLUDED, NON_ASCII, INVISIBLE):
            return set()
        span = doubtful_front(self._reference())
        return set() if span is None else {self._edited.places[at] for at in range(*span)}

    def _reference(self) -> Reference:
        return parse(self._edited.text, edition=self.setting.edition)

    def _skipped(self) -> set[int]:
        """Return the positions of placeholders and of what only the author can decide."""
        inside = {at for span in self._spans for at in range(*span)}
        inside |= self.setting.bare.keys() | self._front
        if not inside:
            return set()
        return {at for at, place in enumerate(self._edited.places[:-1]) if place in inside}

    def _take(self, kind: str, changes: Iterable[FixChange]) -> None:
        edited = self._edited.copy()
        edited.apply(changes)
        self._adopt(kind, edited)

    def _adopt(self, kind: str, edited: EditedText) -> None:
        before, after = self._edited.text, edited.text
        if edited.changes == self._edited.changes:
            return
        is_utf8 = self.setting.query("\xe9") == b"\xc3\xa9"
        if is_same_request(before, after, self.setting.base, kind, query=is_utf8):
            self._edited = edited
        else:
            self._uncertain = True


@dataclass(frozen=True, slots=True)
class Correction:
    """A link corrected to be valid in its edition; browsers read it as they do the original."""

    original: str
    text: str
    changes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]

    def with_options(self, names: Mapping[int, str]) -> Correction:
        """Return the correction with other options, given by the start of their choices."""
        chosen = [
            TextFix(choice.start, choice.end, written, choice.code, meaning, choice.cites, name)
            for choice in self.choices
            for written, meaning, name in choice.options
            if names.get(choice.start) == name and written is not None
        ]
        kept = [
            each
            for each in self.changes
            if not any(each.start < one.end and one.start < each.end for one in chosen)
        ]
        changes = tuple(sorted([*kept, *chosen], key=lambda each: each.start))
        text = apply_fixes(self.original, changes)
        return Correction(self.original, text, changes, self.choices)

    def to_dict(self) -> Json:
        changes = [
            json_of(each, "start end")
            | {"from": self.original[each.start : each.end]}
            | json_of(each, "to=replacement reason=title cites")
            for each in self.changes
        ]
        return {"text": self.text, "changes": changes} | json_of(self, "choices")


def correct(text: str, base: str | None = None, edition: str = "2005") -> Correction | str | None:
    """Return the corrected link, or the reason why there is none; None if it is valid."""
    if parse(text, edition=edition).valid:
        return None
    if base is None and _is_prose(text):
        return IS_TEXT
    fixer = ReferenceFixer(text, FixSetting(edition, base, chosen=AS_READ, is_minimal=True))
    reason = fixer.reason_to_leave()
    if reason is not None:
        return reason
    result = fixer.propose()
    spans = placeholders(result.fixed)
    fixed = parse(masked(result.fixed, spans), edition=edition)
    if not fixed.valid:
        if result.omitted:
            return result.omitted
        if serialized(text, base or SOMEWHERE) is None:
            return IS_REJECTED
        return message(
            "Nothing valid can be written instead: {told}.", told=fixed.violations[0].message
        )
    if result.fixed == text:
        return IS_PLACEHOLDER
    pairs = {(text, result.fixed), (masked(text, placeholders(text)), fixed.text)}
    if not all(is_same_link(before, after, base) for before, after in pairs):
        return IS_UNCERTAIN
    return Correction(text, result.fixed, result.fixes, result.choices)


def _is_prose(text: str) -> bool:
    """Return True for three or more words that do not begin like a link."""
    text = REMOVED.sub("", text)
    is_link = SCHEME.match(text) or text.startswith(("/", "\\", "?", "#", "."))
    return not is_link and len(text.split(None, 2)) > 2


def as_iri(reference: Reference) -> str | None:
    """Return the link with decoded non-ASCII characters (RFC 3987 3.2), or None without any.

    Invisible characters and invalid UTF-8 stay encoded.
    """
    text = reference.text
    pieces, at = [], 0
    for spot in spots(reference):
        char = spot.octets[0].char if spot.octets and spot.octets[0].form == "utf-8" else None
        if (
            char is not None
            and spot.part is not Part.HOST
            and not is_hidden(char)
            and char < "\ufff0"
        ):
            pieces += [text[at : spot.span.start], char]
            at = spot.span.end
    host = reference.span(Part.HOST)
    found = "".join([*pieces, text[at:]])
    if host is not None and "xn--" in lowered(host.of(text)) and is_taken_as_written(host.of(text)):
        found = found[: host.start] + host_in_unicode(host.of(text)) + found[host.end :]
    return found if found != text else None
