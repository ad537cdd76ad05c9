"""What a fix changes in each component, stage by stage."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.escapes import (
    BACKSLASH,
    BROKEN,
    CONTROL,
    EXCLUDED,
    NEEDLESS,
    NON_ASCII,
    PERCENT,
    SMALL,
    SPECIAL,
    Spot,
    escaped,
    spots,
)
from uriinspector.analysis.international.scripts import risk
from uriinspector.analysis.rules.escaping import levels_of, surplus_ups
from uriinspector.core.charset import ALPHANUM, REG_NAME_2005
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Json, JsonFields, NamedTuple, Part, message
from uriinspector.core.parse import editions, parse, resolve
from uriinspector.core.percent import utf8_of
from uriinspector.core.reference import INDEX, Reference
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.readers import browser, python

if TYPE_CHECKING:
    # How a character beyond ASCII is written in a query; None where that is not known.
    Octets = Callable[[str], bytes | None]


URL = "WHATWG URL 4.4"


class FixKind(NamedTuple):
    """What is done, and the clauses that ask for it in each edition."""

    title: str
    cites: Mapping[str, tuple[str, ...]]

    def clauses(self, edition: str) -> tuple[str, ...]:
        """Those of the edition, or of all."""
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
# Of the corrected link alone: how a host is written is for the author of a page.
OF_HOST = FixKind(message("Write the host as browsers send it"), {"": ("RFC 3987 3.1", URL)})
# How an author may want a link to be written, by the name of the form; no finding asks for it.
FORMS: Mapping[str, FixKind] = {
    "relative": FixKind(message("Write it relative to the page"), {"": ("RFC 3986 4.2",)}),
    "root-relative": FixKind(message("Write it relative to the root"), {"": ("RFC 3986 4.2",)}),
    "absolute": FixKind(message("Write it as an absolute URL"), {"": ("RFC 3986 4.3",)}),
}
# What ends a finding that others say more of: the grammar's own is over once theirs are.
ENDED_TOO = {
    SYNTAX: frozenset({EXCLUDED, NON_ASCII, BROKEN, BACKSLASH, CONTROL, COLON, PORT, DRIVE}),
    EXCLUDED: frozenset({DRIVE, BACKSLASH, NON_ASCII, SPACE}),
    CONTROL: frozenset({SYNTAX}),
}


def fix_codes(code: str) -> frozenset[str]:
    """The kinds of fixes that end a finding."""
    return ENDED_TOO.get(code, frozenset()) | {code}


@dataclass(frozen=True, slots=True)
class TextFix(JsonFields):
    """One change: characters from ``start`` to ``end`` of the value become ``replacement``."""

    start: int
    end: int
    replacement: str
    code: str
    title: str
    cites: tuple[str, ...]
    # The name of the option, where it was a choice.
    option: str = ""


class FixOption(NamedTuple):
    """One of several meanings; ``replacement`` is None where the author has to write it."""

    replacement: str | None
    meaning: str
    name: str


@dataclass(frozen=True, slots=True)
class FixChoice:
    """A fault with more than one right answer: it is never decided here."""

    start: int
    end: int
    code: str
    title: str
    options: tuple[FixOption, ...]
    cites: tuple[str, ...]

    def to_dict(self) -> Json:
        """As in the JSON of the command."""
        return {
            "start": self.start,
            "end": self.end,
            "code": self.code,
            "title": self.title,
            "options": [each._asdict() for each in self.options],
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class ReferenceFix:
    """What is proposed for one value: the changes in the order of the text, and the choices.

    ``omitted`` says why nothing is proposed although something is wrong; ``rereads`` names the
    parsers that find another host than before, where the fault is just that.
    """

    text: str
    fixed: str
    fixes: tuple[TextFix, ...] = ()
    choices: tuple[FixChoice, ...] = ()
    omitted: str | None = None
    rereads: tuple[str, ...] = field(default=())


def apply_fixes(text: str, fixes: tuple[TextFix, ...]) -> str:
    """The text with these changes; they do not overlap."""
    pieces: list[str] = []
    at = 0
    for each in fixes:
        pieces += (text[at : each.start], each.replacement)
        at = each.end
    return "".join([*pieces, text[at:]])


class FixChange(NamedTuple):
    """Characters of the text as it is now, and what they become."""

    start: int
    end: int
    replacement: str
    code: str
    cites: tuple[str, ...] = ()
    # What was chosen of several, and what it means.
    option: str = ""
    meaning: str = ""


class EditedText:
    """The text as it is now.

    ``places`` and ``ends`` have for each character where in the original it is from.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = list(range(len(text) + 1))
        self.ends = list(range(1, len(text) + 2))
        self.changes: tuple[FixChange, ...] = ()

    def copy(self) -> EditedText:
        """The same text, to be changed on its own."""
        result = EditedText("")
        result.text, result.changes = self.text, self.changes
        result.places, result.ends = self.places, self.ends
        return result

    def apply(self, changes: Iterable[FixChange]) -> None:
        """Changes in order, none of which overlaps another."""
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
        """Behind its last character in the original, not where the next one is: some are gone."""
        if change.end == change.start:
            return self.places[change.start]
        return self.ends[change.end - 1]

    def fixes(self, edition: str) -> tuple[TextFix, ...]:
        """All changes in the order of the original, neighbours of one kind together."""
        return tuple(_joined(sorted(self.changes), edition))


def _outside(changes: tuple[FixChange, ...], later: list[FixChange]) -> Iterator[FixChange]:
    """Changes of what is still there: a segment that goes may have been changed before."""
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
SEGMENT = expression("[^/]*+")
DRIVE_LETTER = expression(r"/*+[A-Za-z](?=\|(?:/|\Z))")
# What can be decoded anywhere: in an attribute, a list of candidates, a style sheet.
DECODED = frozenset(ALPHANUM + "-._~")
# A "%" before one of these is most likely a slip in a byte; before anything else it is a sign.
DIGITS = expression("[0-9A-Za-z]")


def is_hidden(char: str) -> bool:
    """Whether a character is not drawn, or changes how others are."""
    why = None if char.isascii() else risk(char)
    return why is not None and (why.category is not None or why.ignorable)


def written_spots(reference: Reference, *kinds: str) -> Iterator[Spot]:
    """Problems of these kinds where escapes are data; those of a host are a matter of names."""
    for spot in spots(reference):
        if spot.part in PARTS and not set(kinds).isdisjoint(spot.kinds):
            yield spot


def outside_grammar(
    reference: Reference, skipped: set[int], query: Octets, unchanged: str = "\ufffd"
) -> Iterator[FixChange]:
    """Each character that the grammar has no place for where it is, and that can be encoded.

    What was lost when a document was decoded is kept.
    """
    for spot in written_spots(reference, EXCLUDED, NON_ASCII, BACKSLASH, CONTROL):
        for at, char in enumerate(spot.text, spot.span.start):
            # Whether a hidden character is wanted only the author knows.
            if at in skipped or is_hidden(char) or char == unchanged:
                continue
            octets = query(char) if spot.part is Part.QUERY else char.encode("utf-8", "replace")
            if octets is not None and spot.fault is not None:
                code = EXCLUDED if char.isascii() else NON_ASCII
                yield FixChange(at, at + 1, escaped(octets), code, spot.fault.cites)


def stray_percents(reference: Reference, skipped: set[int]) -> Iterator[tuple[int, bool]]:
    """Each "%" that starts no escape, and whether it may be a slip in one."""
    for spot in written_spots(reference, BROKEN):
        for at in range(*spot.span):
            if reference.text[at] == "%" and at not in skipped:
                end = reference.spans[INDEX[spot.part]][1]
                yield at, DIGITS.match(reference.text, at + 1, end) is not None


def percent_signs(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Those that are no slip are the sign itself."""
    for at, is_doubtful in stray_percents(reference, skipped):
        if not is_doubtful:
            yield FixChange(at, at + 1, "%25", BROKEN)


def escapes(reference: Reference, skipped: set[int]) -> Iterator[FixChange]:
    """Escapes that nothing needs, and hexadecimal digits in lowercase."""
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


def host_of_browsers(reference: Reference, base: str | None) -> Iterator[FixChange]:
    """An international host as browsers send it: by IDNA, or percent-encoded (RFC 3987 3.1)."""
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


# A page whose address is not known is one of the web.
SOMEWHERE = "https://page.example/a/b/c/d"
# What the specification's parser reads otherwise than browsers: the finding is about just that.
REREAD = frozenset({SPACE, CONTROL, BACKSLASH})
ODD = frozenset("\\\t\n\r ")
# What may leave out or add segments that name nothing.
PATHS = frozenset({DOTS, COLON, DRIVE})


def is_same_request(before: str, after: str, base: str | None, kind: str, *, query: bool) -> bool:
    """Whether all parsers go to the same place; ``query``: whether the query is compared too."""
    if not _in_browsers(before, after, base or SOMEWHERE, kind, query=query):
        return False
    if kind == SPACE:
        return True  # no part of the value, by the place that it is in (HTML 2.4.1)
    then, now = hosts(before, base), hosts(after, base)
    if not all(_goes_on(then[name], host, now, kind) for name, host in now.items()):
        return False
    if kind in REREAD:
        return True
    if kind == DRIVE:
        return True  # the finding is about what only browsers read as a drive
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
    """Whether a text with only some of the changes goes where both others go.

    Each piece of it is that of the one or of the other, by every parser.
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
    """The host as each parser finds it in the text."""
    written = browser.serialized(text, base or SOMEWHERE)
    in_browsers = written.host if written else None
    by_edition = {name: parse(text, edition=name).host for name in editions()}
    return {**by_edition, "browser": in_browsers, "python": python.host(text)}


def rereading(before: str, after: str, base: str | None) -> tuple[str, ...]:
    """The parsers that find another host in the text than before."""
    then, now = hosts(before, base), hosts(after, base)
    return tuple(name for name, host in now.items() if then[name] != host)


def _goes_on(then: str | None, host: str | None, now: Mapping[str, str | None], kind: str) -> bool:
    """Whether a parser finds the host of before, or comes to find the one of browsers.

    Where it found another one than they do, and a whole one, it is not for us to choose.
    """
    if then == host:
        return True
    if then and (kind not in REREAD or ODD.isdisjoint(then)):
        return False
    return host is not None and browser.host_in_browsers(host) == now["browser"]


def is_same_link(before: str, after: str, base: str | None) -> bool:
    """True if browsers read both alike, or reject both; what they decode once is the same."""
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
    """What it names, decoded; an empty port is none where the colon is taken away."""
    port = reference.port or None if kind == PORT else reference.port
    decoded = (reference.userinfo, reference.path, reference.query if query else None)
    return (
        reference.scheme,
        reference.host,
        port,
        *(each if each is None else _octets(each) for each in (*decoded, reference.fragment)),
    )


def _octets(text: str) -> bytes:
    """Escapes decoded once, as a server does."""
    return unquote_to_bytes(text.encode("utf-8", "replace"))


AROUND = expression("\\A[\x00-\x20]++|(?<![\x00-\x20])[\x00-\x20]++\\Z")
REMOVED = expression("[\t\n\r]++")
SCHEME = expression("([A-Za-z][A-Za-z0-9+.-]*+):")
FRONT = expression(r"(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+(?P<slashes>[/\\]{3,})")
ENDS = expression("[?#]")


def scheme_in_browsers(text: str, base: str | None, *, in_markup: bool) -> str | None:
    """The scheme by which a text is parsed there; a page without an address is one of the web."""
    match = SCHEME.match(text)
    if match is None and base is not None:
        match = SCHEME.match(base)
    if match is not None:
        return match[1].lower()
    return "https" if in_markup and base is None else None


def surrounding_space(text: str) -> Iterator[FixChange]:
    """At both ends."""
    for match in AROUND.finditer(text):
        yield FixChange(*match.span(), "", SPACE)


def line_breaks(text: str) -> Iterator[FixChange]:
    """Tabs and line breaks inside: browsers remove them wherever they are."""
    for match in REMOVED.finditer(text):
        yield FixChange(*match.span(), "", CONTROL)


def backslashes(text: str, scheme: str | None) -> Iterator[FixChange]:
    """Before the query and the fragment of a special scheme they are slashes (URL standard 4.4).

    In front of a host browsers take any number of them for two; of files the number counts.
    """
    if scheme not in SPECIAL or "\\" not in text:
        return
    ends = ENDS.search(text)
    end = ends.start() if ends else len(text)
    at = 0
    front = FRONT.match(text)
    if front and scheme != "file" and "\\" in front["slashes"]:
        at = front.end()
        yield FixChange(*front.span("slashes"), "//", BACKSLASH)
    while (at := text.find("\\", at, end)) >= 0:
        yield FixChange(at, at + 1, "/", BACKSLASH)
        at += 1
