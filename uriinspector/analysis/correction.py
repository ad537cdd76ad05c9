"""Correct a link by the table of its encoding problems, and list the choices left to the user.

Each pass proposes what the table suggests; a change is only made if all parsers still make the same
request. Where several answers are right, the user chooses.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TypeVar
from urllib.parse import unquote, unquote_to_bytes

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.analysis.escapes import (
    BACKSLASH,
    BROKEN,
    CITES,
    CONTROL,
    DELIMITER,
    DOTS,
    ESCAPED_CONTROL,
    EXCLUDED,
    INVALID,
    LINE_END,
    NEEDLESS,
    NON_ASCII,
    OVERLONG,
    PERCENT,
    SIGNS,
    SMALL,
    SPECIAL,
    TRIMMED,
    TWICE,
    FixOption,
    Spot,
    clauses_in,
    escaped,
    is_decodable,
    quoted,
    spots,
)
from uriinspector.analysis.international.scripts import risk
from uriinspector.analysis.rules.dot_segments import levels_of, surplus_ups
from uriinspector.analysis.rules.escaping import runs_of
from uriinspector.analysis.safe_text import visible
from uriinspector.core.charset import REG_NAME_2005
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Json, NamedTuple, Part, Span, json_of, message
from uriinspector.core.parse import editions, parse
from uriinspector.core.percent import utf8_of
from uriinspector.core.reference import INDEX, Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.readers import browser, python
from uriinspector.readers.browser import STRIPPED, serialized

URL = "WHATWG URL 4.4"


class FixKind(NamedTuple):
    """A kind of fix or choice, and the clauses about it in all editions."""

    title: str
    cites: tuple[str, ...]

    def clauses(self, edition: str) -> tuple[str, ...]:
        return clauses_in(edition, self.cites)


ENCODING = (
    *("RFC 1738 2.2", "url-syntax-05 2.4.3", "rfc2396bis-01 2.4.3", "RFC 3986 2", "RFC 3986 2.1"),
)
SPACE, SYNTAX, PORT = "surrounding-space", "syntax-error", "syntax-suspicious"
INVISIBLE, COLON, AMPERSAND, DRIVE = "invisible-char", "colon", "ampersand", "drive-letter"
SLASHES, EMPTY_HOST, HOST, SIGN = "missing-authority", "empty-host", "host", "query-sign"
# Choices between a path and a scheme or host.
FRONTS = frozenset({COLON, EMPTY_HOST, SLASHES})

KINDS = {
    SPACE: FixKind(
        message("Remove white space and control characters around the reference"),
        (URL, "RFC 3986 C"),
    ),
    CONTROL: FixKind(message("Remove tabs and line breaks"), (URL, "RFC 3986 C")),
    BACKSLASH: FixKind(message("Write backslashes as slashes"), (URL, "RFC 3986 2")),
    **dict.fromkeys((EXCLUDED, SYNTAX), FixKind(message("Percent-encode characters"), ENCODING)),
    NON_ASCII: FixKind(message("Percent-encode non-ASCII characters"), ENCODING),
    BROKEN: FixKind(message('Write a literal "%" as %25'), PERCENT),
    SMALL: FixKind(
        message("Write hexadecimal digits in uppercase"),
        ("rfc2396bis-01 6.3", "RFC 3986 2.1", "RFC 3986 6.2.2.1"),
    ),
    NEEDLESS: FixKind(
        message("Decode unnecessary percent-encoding"),
        (*PERCENT[:2], "rfc2396bis-01 2.3", "RFC 3986 2.3", "RFC 3986 6.2.2.2"),
    ),
    PORT: FixKind(
        message("Remove the colon of an empty port"),
        ("RFC 1738 3.1", "url-syntax-05 4.3.1", "rfc2396bis-01 6.2.3", "RFC 3986 6.2.3"),
    ),
    DOTS: FixKind(
        message('Remove ".." segments above the root, as browsers do'),
        ("url-syntax-05 5.2", "rfc2396bis-01 5.2", URL, "RFC 3986 5.2.4"),
    ),
    COLON: FixKind(
        message('Put "./" in front of a segment with a colon'),
        ("rfc2396bis-01 4.2", "RFC 3986 4.2"),
    ),
    DRIVE: FixKind(message('Write "|" after a drive letter as ":"'), (URL, "RFC 3986 2")),
    AMPERSAND: FixKind(message('Write "&" as "&amp;" in an attribute'), ("HTML 13.2.5.73",)),
}
# Only for corrected links; in a page, the spelling of the host is up to the author.
OF_HOST = FixKind(message("Write the host as browsers send it"), ("RFC 3987 3.1", URL))
SITE = "site"  # replaces the target as the check of a whole site suggests
# Forms that an author may choose for a link; they do not fix a finding.
FORMS = {
    "relative": FixKind(message("Write the link relative to the page"), ("RFC 3986 4.2",)),
    "root-relative": FixKind(message("Write the link relative to the root"), ("RFC 3986 4.2",)),
    "absolute": FixKind(message("Write the link as an absolute URL"), ("RFC 3986 4.3",)),
    SITE: FixKind(message("Correct the target"), ("RFC 3986 5.2",)),
}
# For general findings: other kinds of fixes that also resolve them.
ENDED_TOO = {
    SYNTAX: frozenset({EXCLUDED, NON_ASCII, BROKEN, BACKSLASH, CONTROL, COLON, PORT, DRIVE}),
    EXCLUDED: frozenset({DRIVE, BACKSLASH, NON_ASCII, SPACE}),
    CONTROL: frozenset({SYNTAX, SPACE, EXCLUDED, NON_ASCII}),
}


def fix_codes(code: str) -> frozenset[str]:
    return ENDED_TOO.get(code, frozenset()) | {code}


class TextFix(NamedTuple):
    """A change: characters from ``start`` to ``end`` become ``replacement``."""

    start: int
    end: int
    replacement: str
    code: str = ""
    title: str = ""
    cites: tuple[str, ...] = ()
    # The name of the chosen option, if there was a choice.
    option: str = ""

    @property
    def written(self) -> str:
        """The replacement as it is written in the file."""
        return "&amp;" if self.code == AMPERSAND else self.replacement

    def to_dict(self) -> Json:
        return json_of(self, "start end replacement code title cites option")


class FixChoice(NamedTuple):
    """A fault with several possible corrections, from which the user has to choose."""

    start: int
    end: int
    code: str
    title: str
    options: tuple[FixOption, ...]
    cites: tuple[str, ...]

    def to_dict(self) -> Json:
        options = [each._asdict() for each in self.options]
        return json_of(self, "start end code title") | {"options": options} | json_of(self, "cites")

    def taken(self, name: str) -> TextFix | None:
        """Return the fix for the option with this name; None if it has no replacement."""
        text, meaning = next((each[:2] for each in self.options if each.name == name), (None, ""))
        place = self.start, self.end
        return None if text is None else TextFix(*place, text, self.code, meaning, self.cites, name)


@dataclass(frozen=True, slots=True)
class ReferenceFix:
    """Proposed changes to a reference, in the order of the text, and the open choices.

    ``omitted`` is the reason why something was not fixed; ``rereads`` names the parsers that find a
    different host in the fixed text.
    """

    text: str
    fixed: str
    fixes: tuple[TextFix, ...] = ()
    choices: tuple[FixChoice, ...] = ()
    omitted: str | None = None
    rereads: tuple[str, ...] = field(default=())


def apply_fixes(text: str, fixes: Iterable[TextFix], begin: int = 0) -> str:
    """Return the text with fixes applied; they must be in order and must not overlap.

    ``begin`` is the offset of the text within the text that the fixes refer to.
    """
    pieces: list[str] = []
    at = 0
    for each in fixes:
        pieces += (text[at : each.start - begin], each.replacement)
        at = each.end - begin
    return "".join([*pieces, text[at:]])


def written_text(text: str, fixes: Iterable[TextFix]) -> str:
    """Return the text with fixes applied, with each replacement as it is written in the file."""
    return apply_fixes(text, (each._replace(replacement=each.written) for each in fixes))


def merged_fixes(text: str, fixes: Iterable[TextFix], more: Iterable[TextFix]) -> list[TextFix]:
    """Combine two sets of fixes; ``more`` takes precedence where they overlap."""
    added = list(more)
    covered = {at for each in added for at in range(each.start, each.end)}
    kept = [each for each in fixes if covered.isdisjoint(range(each.start, each.end))]
    added = [each for each in added if each.replacement != text[each.start : each.end]]
    return sorted([*kept, *added])


def _origins(text: str, fixes: Iterable[TextFix]) -> list[tuple[int, int]]:
    """Return the original span of each character of the fixed text, and of its end."""
    result: list[tuple[int, int]] = []
    at = 0
    for each in fixes:
        result += zip(range(at, each.start), range(at + 1, each.start + 1), strict=True)
        result += [(each.start, each.end)] * len(each.replacement)
        at = each.end
    return [*result, *zip(range(at, len(text) + 1), range(at + 1, len(text) + 2), strict=True)]


def _joined(fixes: Iterable[TextFix]) -> list[TextFix]:
    """Join adjacent fixes of one kind, except where a choice may replace one of them."""
    result: list[TextFix] = []
    for each in fixes:
        last = result[-1] if result else None
        is_alone = each.option or each.code == SMALL
        if last and (last.end, *last[3:]) == (each.start, *each[3:]) and not is_alone:
            text = last.replacement + each.replacement
            result[-1] = last._replace(end=each.end, replacement=text)
        else:
            result.append(each)
    return result


PARTS = frozenset({Part.USERINFO, Part.PATH, Part.QUERY, Part.FRAGMENT})
SCHEME = expression("([A-Za-z][A-Za-z0-9+.-]*+):")
MANY_SLASHES = expression(r"[\x00-\x20]*+(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+([/\\]{3,})")
ENDS = expression("[?#]")
# A "%" before one of these may be a mistyped escape; otherwise it is a literal percent sign.
DIGITS = expression("[0-9A-Za-z]")
ONE_DIGIT = expression("%[0-9A-Fa-f](?![0-9A-Fa-f])")


def is_hidden(char: str) -> bool:
    """Return True if a character is invisible or changes how others are displayed."""
    why = None if char.isascii() else risk(char)
    return why is not None and (why.category is not None or why.ignorable)


def scheme_in_browsers(text: str, base: str | None, *, in_markup: bool) -> str | None:
    """Return the scheme by which browsers parse a text: its own or that of the base.

    Without either, "https" in markup, otherwise None.
    """
    match = SCHEME.match(text) or SCHEME.match(base or "")
    usual = "https" if in_markup and base is None else None
    return match[1].lower() if match else usual


def _characters(reference: Reference, setting: FixSetting) -> Iterator[TextFix]:
    """Apply the table of encoding problems where it has exactly one answer."""
    # U+FFFD marks text that was lost in decoding a document.
    unchanged, address_end = "" if setting.is_minimal else "\ufffd", _address_end(reference)
    for spot in spots(reference, scheme_in_browsers("", setting.base, in_markup=True)):
        start, write = spot.span.start, spot.write
        if write is None or spot.part not in PARTS:
            continue
        if spot.octets or write == ":":
            code = SMALL if write == spot.text.upper() else NEEDLESS
            yield TextFix(*spot.span, write, code if spot.octets else DRIVE)
            continue
        for at, char in enumerate(spot.text, start):
            # Only the author knows whether a hidden character is intended.
            if char == unchanged or is_hidden(char) or (char == " " and at < address_end):
                continue
            if spot.fault is None:
                if char == "%" and not _is_doubtful(reference, spot.part, at):
                    yield TextFix(at, at + 1, "%25", BROKEN)
            elif write.startswith("%"):
                octets = setting.query(char) if spot.part is Part.QUERY else utf8_of(char)
                code = EXCLUDED if char.isascii() else NON_ASCII
                if octets is not None:
                    yield TextFix(at, at + 1, escaped(octets), code, cites=spot.fault.cites)


def _address_end(reference: Reference) -> int:
    """Return where an email address or phone number ends (a space in it may be a typo), or 0."""
    address = reference.path.partition("?")[0]
    is_quoted = '"' in address or "%22" in address
    if is_quoted or lowered(reference.scheme or "") not in {"mailto", "sms", "tel"}:
        return 0
    return reference.spans[INDEX[Part.PATH]][0] + len(address)


def _is_doubtful(reference: Reference, part: Part, at: int) -> bool:
    """Return True if a "%" may be a mistyped escape rather than a literal percent sign."""
    return DIGITS.match(reference.text, at + 1, reference.spans[INDEX[part]][1]) is not None


def _delimiters(reference: Reference, base: str | None, *, is_minimal: bool) -> Iterator[TextFix]:
    """Correct delimiters that the grammar does not allow, or that only browsers accept."""
    (start, end), written = reference.spans[INDEX[Part.PATH]], reference.path
    scheme, port = lowered(reference.scheme or ""), reference.span(Part.PORT)
    is_relative = reference.scheme is None and reference.authority is None
    if is_relative and ":" in written.partition("/")[0] and reference.edition in {"2003", "2005"}:
        yield TextFix(start, start, "./", COLON)  # RFC 3986 4.2
    if is_minimal:
        return
    # This could also be the colon of a second scheme.
    if port is not None and port.start == port.end and lowered(reference.host or "") not in SPECIAL:
        yield TextFix(port.start - 1, port.end, "", PORT)
    if scheme and scheme not in SPECIAL and reference.authority is None:
        return
    depth = levels_of(base) if is_relative and base is not None else None
    places = list(surplus_ups(written, 0 if written.startswith("/") else depth))
    for place in places:
        rest, is_last = written[place + 3 :], place == places[-1]
        # "./" keeps the rest a path.
        begins = not rest or rest.startswith("/") or ":" in rest.partition("/")[0]
        stays = is_last and begins and places == list(range(0, 3 * len(places), 3))
        up = start + place
        yield TextFix(up, min(up + 3, end), "./" if stays else "", DOTS)


def _host(reference: Reference, base: str | None) -> Iterator[TextFix]:
    """Write an invalid or encoded host as browsers send it: in IDNA form, or percent-encoded."""
    span, sent = reference.span(Part.HOST), serialized(reference.text, base or SOMEWHERE)
    if span is None or sent is None or not sent.host:
        return
    is_encoded = "%" in span.of(reference.text) and "%" not in sent.host
    if is_encoded or any(
        span.start < each.end and each.start < span.end for each in reference.violations
    ):
        allowed = REG_NAME_2005 + "[]:%"
        host = (each if each in allowed else escaped(utf8_of(each)) for each in sent.host)
        yield TextFix(*span, "".join(host), HOST)


# Used as the base if the address of the page is unknown.
SOMEWHERE = "https://page.example/a/b/c/d"
# Characters that make browsers find a different host.
ODD = frozenset("\\\t\n\r")


def is_same_request(before: str, after: str, base: str | None, *, query: bool = True) -> bool:
    """Return True if all parsers make the same request before and after a change.

    A parser that found no host before, or one with a backslash, tab or line break, may afterwards
    find the same host as browsers do. The query is compared only if ``query`` is true.
    """
    if not is_same_link(before, after, base, query=query):
        return False
    # White space at both ends is not part of an attribute's value (HTML 2.4.1).
    then, now = (hosts(each.strip(TRIMMED), base) for each in (before, after))
    odd = {name for name, host in then.items() if not host or not ODD.isdisjoint(host)}
    changed = {name: host for name, host in now.items() if then[name] != host}
    return changed.keys() <= odd and all(
        host is not None and browser.host_in_browsers(host) == now["browser"]
        for host in changed.values()
    )


def is_same_link(before: str, after: str, base: str | None, *, query: bool = True) -> bool:
    """Return True if browsers read both links alike, ignoring percent-encoding, or reject both."""
    then, now = (serialized(each, base or SOMEWHERE) for each in (before, after))
    if then is None or now is None:
        return then is now
    return _pieces(then, query=query) == _pieces(now, query=query)


def _pieces(reference: Reference, *, query: bool) -> tuple[object, ...]:
    front = (reference.scheme, reference.host, reference.port or None)
    asked = reference.query if query else None
    decoded = (reference.userinfo, reference.path, asked, reference.fragment)
    return *front, *(each if each is None else unquote_to_bytes(utf8_of(each)) for each in decoded)


@lru_cache(maxsize=64)
def hosts(text: str, base: str | None) -> Mapping[str, str | None]:
    """Return the host that each parser finds in the text."""
    written = serialized(text, base or SOMEWHERE)
    in_browsers = written.host if written else None
    by_edition = {name: parse(text, edition=name).host for name in editions()}
    return {**by_edition, "browser": in_browsers, "python": python.host(text)}


def rereading(before: str, after: str, base: str | None) -> tuple[str, ...]:
    """Return the parsers that find a different host after a change."""
    then, now = hosts(before, base), hosts(after, base)
    return tuple(name for name, host in now.items() if then[name] != host)


# Titles and clauses of the choices.
CHOICES = {
    BROKEN: FixKind("Invalid percent-encoding", CITES[BROKEN]),
    INVALID: FixKind("Invalid UTF-8", CITES[INVALID]),
    INVISIBLE: FixKind("Invisible character", ENCODING),
    EXCLUDED: FixKind("Character not allowed in a URI", ("RFC 6068 2", "RFC 3966 3", *ENCODING)),
    PORT: FixKind("Valid but unusual syntax", ("HTML 13.2.5.72",)),
    NON_ASCII: FixKind("Unencoded non-ASCII characters", ("HTML 13.2.5.73",)),
    SLASHES: FixKind("Wrong number of slashes", (URL, "RFC 3986 3")),
    EMPTY_HOST: FixKind("Wrong number of slashes", (URL, "RFC 3986 3.2")),
    COLON: FixKind(message("Colon in the first segment"), KINDS[COLON].cites),
    TWICE: FixKind("Repeated percent-encoding", PERCENT),
    ESCAPED_CONTROL: FixKind("Percent-encoded control character", CITES[ESCAPED_CONTROL]),
    OVERLONG: FixKind("Overlong UTF-8", CITES[OVERLONG]),
    LINE_END: FixKind(message("Line break in an email"), CITES[LINE_END]),
    DOTS: FixKind("Dot segments in the path", KINDS[DOTS].cites),
    SIGN: FixKind(message("Character with two meanings"), ("WHATWG URL 5.1", "RFC 3986 2.2")),
}
MEANINGS = {
    (BROKEN, "literal"): message("The percent sign itself."),
    (BROKEN, "character"): message("A character in an old JavaScript notation."),
    (BROKEN, "slip"): message("A typo: write the correct two digits."),
    (INVALID, "utf-8"): message("{text} was meant (old Windows-1252)."),
    (INVALID, "bytes"): message("These bytes are intended."),
    (INVISIBLE, "remove"): message("In the link by accident."),
    (INVISIBLE, "encode"): message("The character is part of the name."),
    (EXCLUDED, "encode"): message("Kept as a code; programs may reject it."),
    (EXCLUDED, "remove"): message("A space does not belong here."),
    (PORT, "once"): message('Probably meant: HTML source writes "&" as "&amp;".'),
    (PORT, "keep"): message('Left as it is: a name that begins with "amp;".'),
    (NON_ASCII, "parameter"): message('A parameter, with its ampersand written as "&amp;".'),
    (NON_ASCII, "character"): message("The character that browsers read, percent-encoded."),
    (SLASHES, "host"): message("The name of a host, written after two slashes."),
    (SLASHES, "path"): message("A path on the host of the page, written without the scheme."),
    (EMPTY_HOST, "host"): message("The name of a host, written after two slashes."),
    (EMPTY_HOST, "path"): message("A path on the host of the page, written with one slash."),
    (COLON, "scheme"): message("The scheme of the link, written without the other characters."),
    (COLON, "path"): message('A relative path, written with "./" in front.'),
    (COLON, "slip"): message("A typo in the scheme: write the correct scheme."),
    (TWICE, "once"): message("{text} was meant: encoded too often."),
    (TWICE, "keep"): message('Text "{once}", or decoded twice.'),
    (DOTS, "plain"): message("Then all programs do what browsers do."),
    (DOTS, "keep"): message("Left as it is: programs differ."),
    (ESCAPED_CONTROL, "keep"): message("If the receiver expects it."),
    (ESCAPED_CONTROL, "remove"): message("In the link by accident."),
    (LINE_END, "pair"): message("Recommended: ends a line in an email."),
    (LINE_END, "keep"): message("If the receiver expects this code as it is."),
    (OVERLONG, "keep"): message("Left as it is: programs differ."),
    (OVERLONG, "remove"): message("In the link by accident."),
    (SIGN, "space"): message("A space between words."),
    (SIGN, "plus"): message("The plus sign itself."),
    (SIGN, "between"): message("A separator between parameters."),
    (SIGN, "value"): message("A part of a value."),
}
# The names of the options of each choice.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    each: tuple(name for code, name in MEANINGS if code == each and name != "slip")
    for each in CHOICES
    if each not in {SIGN, ESCAPED_CONTROL, LINE_END, OVERLONG, DOTS}
}
# The escapes of JavaScript's deprecated function "escape", except surrogates.
UNICODE = expression(r"%u(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})")
# A plus sign, "&amp;", or an ampersand before a name without a value.
SIGN_TEXT = expression(r"\+|&amp;|&(?=[^&=#]*+(?:[&#]|\Z))")
IN_QUERY: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "&amp;": (PORT, {"once": "&", "keep": "&amp;"}),
    "+": (SIGN, {"space": "+", "plus": "%2B"}),
    "&": (SIGN, {"between": "&", "value": "%26"}),
}


def _choice(
    start: int, end: int, code: str, edition: str, texts: Mapping[str, str | None], **args: str
) -> FixChoice:
    """Return a choice whose options have these names and replacements."""
    kind = CHOICES[code]
    meanings = {name: message(MEANINGS[code, name], **args) for name in texts}
    options = tuple(FixOption(text, meanings[name], name) for name, text in texts.items())
    return FixChoice(start, end, code, kind.title, options, kind.clauses(edition))


# Escapes that are correct by the grammar, but perhaps not intended.
DOUBTFUL = frozenset({OVERLONG, ESCAPED_CONTROL, LINE_END, TWICE, DOTS})


def _choices(
    reference: Reference, skipped: Container[int], doubtful: frozenset[str] = DOUBTFUL
) -> Iterator[FixChoice]:
    """Yield choices for encoding problems, and for the ``doubtful`` kinds of valid escapes."""
    text, edition = reference.text, reference.edition
    foreign, address_end = list[Span](), _address_end(reference)
    for spot in spots(reference):
        start = spot.span.start
        if spot.octets and start in skipped:
            continue
        if INVALID in spot.kinds:
            foreign.append(spot.span)
            continue
        code = ESCAPED_CONTROL if spot.hides_control else spot.worst
        if code in doubtful and not spot.is_nested:
            plain, inner = spot.decoded[0], chr(octet := spot.octets[0].innermost)
            once = inner if is_decodable(reference, start, inner) else escaped(bytes((octet,)))
            own = {TWICE: {"once": once}, DOTS: {"plain": plain}, LINE_END: {"pair": "%0D%0A"}}
            options = own.get(code, {}) | {"keep": spot.text}
            options |= {} if code in own else {"remove": ""}
            yield _choice(start, spot.span.end, code, edition, options, **spot.args)
        for at, char in enumerate("" if spot.octets else spot.text, start):
            if at in skipped or spot.part not in PARTS:
                continue
            if char == "%" and spot.fault is None and _is_doubtful(reference, spot.part, at):
                match = UNICODE.match(text, at)
                end = match.end() if match else at + 1
                first = {"character": escaped(chr(int(match[1], 16)).encode())} if match else {}
                texts = {**first, "literal": "%25" + text[at + 1 : end], "slip": None}
                yield _choice(at, end, BROKEN, edition, texts)
            elif is_hidden(char) or (char == " " and at < address_end):
                code = INVISIBLE if is_hidden(char) else EXCLUDED
                texts = {"remove": "", "encode": escaped(utf8_of(char))}
                yield _choice(at, at + 1, code, edition, texts)
    for run in runs_of(foreign):
        same = run.of(text)
        plain = decode(bytes.fromhex(same.replace("%", "")), WINDOWS)
        if ONE_DIGIT.match(text, run.end) or any("\x7f" <= char < "\xa0" for char in plain):
            continue  # a damaged character, or undefined in Windows-1252
        texts = {"utf-8": escaped(plain.encode()), "bytes": same}
        yield _choice(*run, INVALID, edition, texts, text=quoted(visible(plain, 12)))


def _signs(reference: Reference, *, every: bool) -> Iterator[FixChoice]:
    """Yield choices for plus signs, for "&amp;", and for an "&" before a name without a value."""
    span = reference.span(Part.QUERY)
    scheme = lowered(reference.scheme or "http")
    for match in SIGN_TEXT.finditer(reference.text, *span) if span else ():
        code, texts = IN_QUERY[match[0]]
        is_sign = every and (scheme in SPECIAL or (scheme == "mailto" and match[0] == "&"))
        if is_sign or code == PORT:
            yield _choice(*match.span(), code, "", texts)


# A wrong number of slashes before something that could be a host.
FRONT = expression(r"(https?|wss?|ftp):(?:/?|/{3,})(?=([^/?#]+))", re.IGNORECASE)
MANY = expression(r"/{3,}(?=[^/?#])")


def _slashes(text: str, base: str | None) -> Iterator[FixChoice]:
    """Offer the choice between a host and a path where the number of slashes is wrong.

    Browsers read a host there, unless the base has the same scheme; the grammar reads a path.
    """
    of_base = SCHEME.match(base or "")
    scheme = lowered(of_base[1]) if of_base else "https"
    match = MANY.match(text) if scheme in SPECIAL and scheme != "file" else None
    if match and serialized(f"{scheme}://{text[match.end() :]}", None) is not None:
        yield _choice(*match.span(), EMPTY_HOST, "", {"host": "//", "path": "/"})
    match = FRONT.match(text)
    if match is None or (of_base and lowered(match[1]) == scheme):
        return
    texts, is_rooted = {}, match[0].endswith("/")
    if serialized(f"{match[1]}://{text[match.end() :]}", None) is not None:
        texts["host"] = f"{match[1]}://"
    # Without a leading slash, the text before a colon would become a scheme.
    if is_rooted or ":" not in match[2]:
        texts["path"] = "/" if is_rooted else ""
    yield _choice(*match.span(), SLASHES, "", texts)


def _doubtful_scheme(reference: Reference) -> FixChoice | None:
    """Offer a choice of scheme or path where the text before a colon may be a mistyped scheme."""
    first, colon, rest = reference.path.partition(":")
    if reference.scheme is not None or reference.authority is not None or "/" in first:
        return None
    # Escapes are decoded, white space and invisible characters removed.
    name = "".join(each for each in unquote(first) if not (each.isspace() or is_hidden(each)))
    is_known = SCHEME.fullmatch(f"{name}:") is not None and lowered(name) in schemes()
    if not colon or not (is_known or rest.startswith("//")):
        return None
    allowed = REG_NAME_2005 + "@%"
    path = "".join(each if each in allowed else escaped(utf8_of(each)) for each in first)
    texts = {"scheme": name} if is_known else {"slip": None}
    return _choice(0, len(first), COLON, reference.edition, {**texts, "path": f"./{path}"})


# Placeholders of common template languages, PHP and mailing programs. Their length is limited, so
# that an opening bracket is not matched against the rest of a page.
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
    # RFC 6570 2.1 to 2.4, and "{$name}" or "{name:type}" of other languages, but not a GUID.
    r"|\{(?![0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f-]{8,}\})"
    r"[$+#./;?&=,!@|]?[A-Za-z0-9_][\w.%:*,\[\]'>()-]{0,200}\}"
)


def placeholders(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in PLACEHOLDER.finditer(text))


def masked(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Replace each character in the spans with a letter, which is never a delimiter."""
    return apply_fixes(text, (TextFix(*each, "x" * (each[1] - each[0])) for each in spans))


def is_unfinished(text: str) -> bool:
    """Return True if a masked text still contains the beginning of a placeholder."""
    return OPENED.match(text) is not None


OPENED = expression(r"(?s).*?(?:\{\{|\{%|<[%?]|\$\{|\[%|\[\[)")
IS_TEMPLATE = message("A template placeholder in the link is not closed.")
IS_CODE = message("The link is code, not a reference.")
IS_DRIVE = message("A Windows file path; in a page, write a file URL or a relative one.")
IS_NO_ADDRESS = message('The address has no "@", and it is not known what was intended.')
# Texts that are not changed: a pattern for their start, after trimming, and the reason. Addresses
# such as "name at host" are meant for people only.
ADDRESS = r"mailto:(?=[^@?%]*+(?:\?|\Z))[A-Za-z0-9._~+-]*+[^@?%]"
LEFT_ALONE = (
    (OPENED, IS_TEMPLATE),
    (expression(r"[A-Za-z]:[\\/]"), IS_DRIVE),
    (expression("(?:java|vb|live)script:", re.IGNORECASE), IS_CODE),
    (expression(ADDRESS, re.IGNORECASE), IS_NO_ADDRESS),
)
IS_DEFANGED = message("The link is defanged.")
IS_REJECTED = message("Browsers reject the link, and it is not known what was intended.")
IS_UNCERTAIN = message("The fixed link might not mean the same to all parsers.")
IS_TEXT = message("The text is not a link.")
IS_PLACEHOLDER = message("Only the template placeholders are invalid; they are left unchanged.")
IS_DERIVED = message("The text represents another link; that link is corrected instead.")
# Options that do not change how browsers read the link.
AS_READ = ((BROKEN, "literal"), (INVISIBLE, "encode"), (EXCLUDED, "encode"))


@dataclass(frozen=True, slots=True)
class FixSetting:
    """The context of a reference, and which fixes and options to apply to it."""

    edition: str = "2005"
    base: str | None = None
    in_markup: bool = True
    # Encodes a character for a query; returns None if the encoding of the page is unknown.
    query: Callable[[str], bytes | None] = utf8_of
    # The spelling ("&copy") of characters from a named entity without its ";", by position.
    bare: Mapping[int, str] = field(default_factory=dict)
    # The codes of the link's findings; None allows every fix.
    codes: frozenset[str] | None = None
    # Options to take, as codes and names; earlier ones win.
    chosen: tuple[tuple[str, str], ...] = ()
    # True if valid parts stay unchanged.
    is_minimal: bool = False

    def allows(self, code: str) -> bool:
        """Return True if all fixes are allowed, or if this one resolves a chosen finding."""
        return self.codes is None or any(code in fix_codes(each) for each in self.codes)

    def option(self, choice: FixChoice) -> TextFix | None:
        """Return the fix for the first chosen option that has a replacement, or None."""
        names = (name for code, name in self.chosen if code == choice.code)
        return next(filter(None, map(choice.taken, names)), None)


def fix_reference(text: str, setting: FixSetting | None = None) -> ReferenceFix:
    """Fix everything that has only one right answer, and list the remaining choices."""
    return ReferenceFixer(text, setting or FixSetting()).propose()


# Fixes that are not made in texts with placeholders, whose values may contain delimiters.
WHOLE = frozenset({BACKSLASH, COLON, DRIVE, PORT, DOTS, HOST})
# Changes that browsers make before they find the components.
OUTER = frozenset({SPACE, CONTROL, BACKSLASH})
PASSES = 4


class ReferenceFixer:
    """One reference while it is being fixed; positions are those of the original text."""

    def __init__(self, text: str, setting: FixSetting) -> None:
        self.text = text
        self.setting = setting
        self._spans = placeholders(text)
        self._masked = masked(text, self._spans)
        self._unchanged = {at for span in self._spans for at in range(*span)} | setting.bare.keys()
        self._fixes: list[TextFix] = []
        self._is_uncertain = False

    def _reason_to_leave(self) -> str | None:
        """Return why the text must not be changed at all, or None."""
        text, setting = self._masked.strip("\t\n\r\f "), self.setting
        reason = next((why for pattern, why in LEFT_ALONE if pattern.match(text)), None)
        if reason is not None:
            return reason
        if "defanged" in (setting.codes or ()):
            return IS_DEFANGED
        is_rejected = serialized(self._masked, setting.base or SOMEWHERE) is None
        return IS_REJECTED if is_rejected and not setting.is_minimal else None

    def propose(self) -> ReferenceFix:
        """Make all changes that keep the request the same, and apply the chosen options."""
        setting, reason = self.setting, self._reason_to_leave()
        if reason is not None:
            return ReferenceFix(self.text, self.text, omitted=reason)
        self._improve()
        if setting.is_minimal:
            reference, origins, *_ = self._read()
            placed = self._placed(_host(reference, setting.base), origins)
            self._fixes = merged_fixes(self._masked, self._fixes, placed)
        choices, is_uncertain = self._choose(), self._is_uncertain
        if setting.is_minimal and choices:
            self._improve()  # after a "%" that is literal, more can be decoded
            self._is_uncertain |= is_uncertain
        fixes = tuple(self._fixes if setting.is_minimal else _joined(self._fixes))
        # In markup, surrounding white space is not part of a value (HTML 2.4.1).
        text = self._masked.strip(TRIMMED) if setting.in_markup else self._masked
        rereads = rereading(text, self._fixed, setting.base) if fixes else ()
        reason = IS_UNCERTAIN if self._is_uncertain else None
        return ReferenceFix(
            self.text, apply_fixes(self.text, fixes), fixes, choices, reason, rereads
        )

    def _improve(self) -> None:
        """Repeat the changes until nothing more can be changed."""
        setting = self.setting
        for _ in range(PASSES):
            before, self._is_uncertain = self._fixes, False
            self._take(self._placed(self._outer(), self._read()[1]))
            reference, origins, skipped, _ = self._read()
            rows = chain(
                _delimiters(reference, setting.base, is_minimal=setting.is_minimal),
                _characters(reference, setting),
            )
            self._take(self._placed((each for each in rows if each.start not in skipped), origins))
            if self._fixes == before:
                break

    @property
    def _fixed(self) -> str:
        return apply_fixes(self._masked, self._fixes)

    def _read(self) -> tuple[Reference, list[tuple[int, int]], set[int], FixChoice | None]:
        """Return the current text, the original span of each character, and the positions
        to skip: those of placeholders, and of a scheme that the user has to choose.
        """
        reference = parse(self._fixed, edition=self.setting.edition)
        origins = _origins(self._masked, self._fixes)
        skipped = {at for at, place in enumerate(origins) if place[0] in self._unchanged}
        may_fix = not self._spans and self.setting.allows(COLON)
        scheme = _doubtful_scheme(reference) if may_fix else None
        return reference, origins, skipped.union(range(scheme.end if scheme else 0)), scheme

    def _outer(self) -> Iterator[TextFix]:
        """Yield the changes that browsers make before they split a text or while they look
        for the host.
        """
        text, base, in_markup = self._fixed, self.setting.base, self.setting.in_markup
        for match in (STRIPPED if in_markup else browser.REMOVED_INSIDE).finditer(text):
            is_inside = not in_markup or 0 < match.start() < match.end() < len(text)
            yield TextFix(*match.span(), "", CONTROL if is_inside else SPACE)
        scheme = scheme_in_browsers(STRIPPED.sub("", text), base, in_markup=in_markup)
        if scheme not in SPECIAL or "\\" not in text:
            return
        # Query and fragment are not changed (URL standard 4.4). Before a host, browsers read any
        # number of slashes as two, except in file URLs.
        ends = ENDS.search(text)
        at, end = 0, ends.start() if ends else len(text)
        front = MANY_SLASHES.match(text)
        if front and scheme != "file" and "\\" in front[1]:
            at = front.end()
            yield TextFix(*front.span(1), "//", BACKSLASH)
        while (at := text.find("\\", at, end)) >= 0:
            yield TextFix(at, at + 1, "/", BACKSLASH)
            at += 1

    def _placed(self, rows: Iterable[TextFix], origins: list[tuple[int, int]]) -> list[TextFix]:
        """Return the allowed fixes, one per position, with positions in the original."""
        edition, last = self.setting.edition, -1
        result: list[TextFix] = []
        # After changes of the kinds in OUTER, the text may have faults that its findings do
        # not mention.
        is_reread = any(each.code in OUTER for each in self._fixes)
        for each in sorted(rows, key=itemgetter(0, 1)):
            (start, end), code = each[:2], each.code
            is_allowed = is_reread or self.setting.allows(code)
            if start < last or not is_allowed or (self._spans and code in WHOLE):
                continue
            kind, last = KINDS.get(code, OF_HOST), end
            place = origins[start][0], origins[end - 1][1] if start < end else origins[start][0]
            cites = each.cites or kind.clauses(edition)
            result.append(TextFix(*place, each.replacement, code, kind.title, cites))
        return result

    def _take(self, proposed: list[TextFix]) -> None:
        """Apply all fixes together, or else only the kinds that keep the request the same."""
        query = self.setting.query("\xe9") == b"\xc3\xa9"
        codes = [*dict.fromkeys(each.code for each in proposed)]
        for chosen in (codes, *([each] for each in codes if len(codes) > 1)):
            some = [each for each in proposed if each.code in chosen]
            fixes = merged_fixes(self._masked, self._fixes, some)
            before, after = self._fixed, apply_fixes(self._masked, fixes)
            # A new placeholder would hide remaining faults.
            is_more = len(placeholders(after)) > len(placeholders(before))
            if not is_more and is_same_request(before, after, self.setting.base, query=query):
                self._fixes = fixes
                if chosen is codes:
                    return
            elif chosen is not codes or len(codes) == 1:
                self._is_uncertain = True

    def _choose(self) -> tuple[FixChoice, ...]:
        """Apply the chosen options, and return the remaining choices (all if ``is_minimal``).

        Only options about the host may change the host.
        """
        setting = self.setting
        reference, origins, skipped, scheme = self._read()
        # Escapes that this fixer wrote for query characters in the encoding of the page.
        written = {each.start for each in self._fixes if each.code == NON_ASCII}
        ignored = skipped | {at for at, place in enumerate(origins) if place[0] in written}
        doubtful = DOUBTFUL if setting.is_minimal else DOUBTFUL & {TWICE} & (setting.codes or set())
        found = [scheme] if scheme else []
        found += _choices(reference, ignored, doubtful)
        found += _signs(reference, every=setting.is_minimal)
        if not self._spans:
            found += (
                each for each in _slashes(reference.text, setting.base) if setting.allows(each.code)
            )
        rows = [
            each._replace(start=origins[each.start][0], end=origins[each.end - 1][1])
            for each in found
            if each is scheme or each.start not in skipped
        ]
        for at, name in setting.bare.items():
            texts = {"parameter": name, "character": escaped(utf8_of(self.text[at : at + 1]))}
            rows += [_choice(at, at + 1, NON_ASCII, "", texts)] if at < len(self.text) else []
        rows.sort()
        left = rows
        for is_front in (False, True):
            taken = {
                row: fix
                for row in rows
                if (row.code in FRONTS) is is_front and (fix := setting.option(row))
            }
            fixes = merged_fixes(self._masked, self._fixes, taken.values())
            after = apply_fixes(self._masked, fixes)
            if is_front or hosts(self._fixed, setting.base) == hosts(after, setting.base):
                self._fixes = fixes
                left = [each for each in left if each not in taken]
            else:
                self._is_uncertain = True
        return tuple(rows if setting.is_minimal else left)


@dataclass(frozen=True, slots=True)
class Correction:
    """A link corrected to be valid in its edition; browsers read it like the original."""

    original: str
    text: str
    changes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]

    def with_options(self, names: Mapping[int, str]) -> Correction:
        """Return the correction with these options, keyed by the position of their choice.

        Text that only the author can correct is left as it is.
        """
        chosen = [
            each.taken(names[each.start]) or TextFix(*span, span.of(self.original))
            for each in self.choices
            for span in [Span(each.start, each.end)]
            if each.start in names
        ]
        fixes = merged_fixes(self.original, self.changes, chosen)
        text = apply_fixes(self.original, fixes)
        return Correction(self.original, text, tuple(fixes), self.choices)

    def written_at(self, span: Span) -> str | None:
        """Return the corrected text of a row; None if it is unchanged."""
        before = span.of(self.original)
        written = apply_fixes(before, _touching(self.changes, span), span.start)
        return None if written == before else written

    def to_dict(self) -> Json:
        changes = [
            json_of(each, "start end")
            | {"from": self.original[each.start : each.end]}
            | json_of(each, "to=replacement reason=title cites")
            for each in _joined(self.changes)
        ]
        return {"text": self.text, "changes": changes} | json_of(self, "choices")


def correct(text: str, base: str | None = None, edition: str = "2005") -> Correction | str | None:
    """Return the corrected link, or the reason why there is none; None if it is valid."""
    if parse(text, edition=edition).valid:
        return None
    plain = STRIPPED.sub("", text)
    is_link = SCHEME.match(plain) or plain.startswith(("/", "\\", "?", "#", "."))
    if base is None and not is_link and len(plain.split(None, 2)) > 2:
        return IS_TEXT  # three or more words
    result = fix_reference(text, FixSetting(edition, base, chosen=AS_READ, is_minimal=True))
    if result.omitted not in {None, IS_UNCERTAIN}:
        return result.omitted
    spans = placeholders(result.fixed)
    fixed = parse(masked(result.fixed, spans), edition=edition)
    if not fixed.valid:
        if result.omitted:
            return result.omitted
        if serialized(text, base or SOMEWHERE) is None:
            return IS_REJECTED
        return message(
            "There is no valid way to write this: {told}.", told=fixed.violations[0].message
        )
    if result.fixed == text:
        return IS_PLACEHOLDER
    pairs = {(text, result.fixed), (masked(text, placeholders(text)), fixed.text)}
    if not all(is_same_link(before, after, base) for before, after in pairs):
        return IS_UNCERTAIN
    return Correction(text, result.fixed, result.fixes, result.choices)


def unchanged(reference: Reference) -> Correction:
    """Return a valid link with its choices, but no changes."""
    return Correction(reference.text, reference.text, (), tuple(sorted(_choices(reference, ()))))


def corrected_rows(
    reference: Reference, spots: Iterable[Spot], correction: Correction | str | None
) -> list[Spot]:
    """Return the rows, each with its corrected text or the reason why it stays unchanged.

    A row covers all text that is changed together, such as a host.  Plus signs and the like only
    have a row if the correction offers a choice about them.
    """
    text, rows = reference.text, list(spots)
    templates = {at for span in placeholders(text) for at in range(*span)}
    made = unchanged(reference) if correction is None else correction
    changes, choices = ((), ()) if isinstance(made, str) else (made.changes, made.choices)
    for each in choices:
        run = text[each.start : each.end]
        if run in SIGNS:
            span, kinds = Span(each.start, each.end), (SIGNS[run],)
            rows.append(Spot(span, Part.QUERY, run, kinds, run, None, each.cites))
    rows.sort(key=attrgetter("span"))
    result: list[Spot] = []
    for row in rows:
        spot, span = row, row.span
        near: list[Span | TextFix | FixChoice] = [span]
        near += (*_touching(changes, span), *_touching(choices, span))
        whole = Span(min(each.start for each in near), max(each.end for each in near))
        if whole != span:
            front, back = text[whole.start : span.start], text[span.end : whole.end]
            sends = spot.sends and f"{front}{spot.sends}{back}"
            spot = spot._replace(span=whole, text=whole.of(text), octets=(), sends=sends)
        if result and result[-1].span == whole:
            both = dict.fromkeys(result[-1].kinds + spot.kinds)
            result[-1] = result[-1]._replace(kinds=tuple(both))
            continue
        written = spot.write  # optional in a valid link
        if correction is not None:
            written = made.written_at(whole) if isinstance(made, Correction) else None
        options = tuple(_options(spot, text, changes, choices))
        spot = spot._replace(write=written if correction else None, options=options)
        is_left, is_template = is_unsolved(spot, written), whole.start in templates
        reason = _unchanged_because(spot, correction, is_template=is_template) if is_left else ""
        if is_left and correction and written is not None and not options:
            reason = message("only changed to uppercase digits; {why}", why=reason)
        if correction is None and written is not None and not options:
            why, optional = reason, message("optional: write {text}", text=written)
            reason = message("{why}; {optional}", why=why, optional=optional) if why else optional
        result.append(spot._replace(reason=reason))
    return result


def is_unsolved(spot: Spot, written: str | None) -> bool:
    """Return True if a row is unchanged, or if only its hexadecimal digits become uppercase."""
    if written is None or spot.kinds == (SMALL,):
        return written is None
    return written.upper() == spot.text.upper()


RowT = TypeVar("RowT", TextFix, FixChoice)


def _touching(changes: Sequence[RowT], span: Span) -> Sequence[RowT]:
    """Return the changes that lie wholly or partly within a span."""
    first = bisect_right(changes, span.start, key=attrgetter("end"))
    return changes[first : bisect_left(changes, span.end, key=attrgetter("start"))]


def _options(
    spot: Spot, text: str, changes: Sequence[TextFix], choices: Sequence[FixChoice]
) -> Iterator[FixOption]:
    """Yield the spellings that the choices in a row offer; each option applies to all of them."""
    (start, end), about = spot.span, _touching(choices, spot.span)
    if any(each.start < start or end < each.end for each in about):
        return
    for option in {each.name: each for choice in about for each in choice.options}.values():
        fixes = [fix for each in about if (fix := each.taken(option.name))]
        if len(fixes) == len(about):
            fixes = merged_fixes(text, _touching(changes, spot.span), fixes)
            template = MEANINGS.get((TWICE, option.name)) if about[0].code == TWICE else None
            meaning = message(template, **spot.args) if template else option.meaning
            yield FixOption(apply_fixes(spot.text, fixes, start), meaning, option.name)
        elif option.replacement is None:
            yield option


# Why text with these problems stays as it is.
REASONS_TO_KEEP = {
    DELIMITER: message("keep encoded: a plain {text} separates"),
    NEEDLESS: message("keep: decoded, it could mean something else"),
    INVALID: message("encode it in UTF-8, unless these bytes are intentional"),
    SMALL: message("keep: a change would send browsers to a different host"),
}


def _unchanged_because(spot: Spot, correction: object, *, is_template: bool) -> str:
    if not spot.kinds:
        return message("keep: correct")
    if is_template:
        return message("keep: a placeholder that a program fills in")
    if isinstance(correction, str):
        return message("not corrected")
    if spot.options:
        first, *others = (each.replacement or message("nothing") for each in spot.options)
        told = message("your decision: {text}", text=first)
        for each in others:
            told = message("{before} or {next}", before=told, next=each)
        return told
    if spot.is_nested:
        return message("keep: the link inside needs this encoding")
    if spot.fault and correction:
        return message("keep: allowed in the corrected link")
    why = next((why for kind, why in REASONS_TO_KEEP.items() if kind in spot.kinds), "no fix known")
    return message(why, text=spot.fully_decoded)


def left_texts(rows: Iterable[Spot], text: str) -> tuple[str, ...]:
    """Return each text that still has a problem, once; a placeholder is returned as a whole."""
    spans = {at: Span(*span) for span in placeholders(text) for at in range(*span)}
    left: dict[str, None] = {}
    for each in rows:
        if {*each.kinds} - {SMALL} and is_unsolved(each, each.write):
            span = spans.get(each.span.start)
            left[span.of(text) if span and each.span.end <= span.end else each.text] = None
    return tuple(left)


def as_iri(reference: Reference) -> str | None:
    """Return the link with decoded non-ASCII characters (RFC 3987 3.2), or None if it has none.

    Invisible characters and invalid UTF-8 stay encoded.
    """
    text, host = reference.text, reference.span(Part.HOST)
    shown: list[TextFix] = []
    for spot in spots(reference):
        char = spot.octets[0].char if spot.octets and spot.octets[0].form == "utf-8" else None
        if char and char < "\ufff0" and spot.part is not Part.HOST and not is_hidden(char):
            shown.append(TextFix(*spot.span, char))
    if host and "xn--" in lowered(host.of(text)) and browser.is_taken_as_written(host.of(text)):
        shown.append(TextFix(*host, browser.host_in_unicode(host.of(text))))
    iri = apply_fixes(text, sorted(shown))
    return iri if iri != text else None
