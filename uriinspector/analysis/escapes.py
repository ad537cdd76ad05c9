"""Characters of a link that need attention: the problem, what browsers send and what to write.

One pass serves the findings, the table and marks in the window, and the corrected link.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import merge
from itertools import chain, groupby
from operator import attrgetter
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.safe_text import is_unsafe, visible
from uriinspector.analysis.triggers import WEB
from uriinspector.core.characters import described, name, number
from uriinspector.core.charset import ALLOWED, ALPHANUM
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    CharacterName,
    Json,
    NamedTuple,
    Part,
    Span,
    Violation,
    counting,
    json_of,
    listed,
    message,
)
from uriinspector.core.percent import Octet, decoded, malformed, octets, part_at, utf8_of
from uriinspector.core.production import CONTROLS, is_of_characters
from uriinspector.core.reference import INDEX, Reference
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.readers.browser import sent

# Kinds of problems, by the codes of their findings.
EXCLUDED, NON_ASCII, BROKEN = "excluded-char", "raw-non-ascii", "invalid-percent"
CONTROL, BACKSLASH, TWICE = "control-char", "backslash", "double-encoding"
NEEDLESS, SMALL, DELIMITER = "encoded-unreserved", "lowercase-hex", "encoded-delimiter"
LINE_END = "line-end"  # other than %0D%0A, in the text of an email (RFC 6068 5)
DOTS = "dot-segments"  # an encoded "." or "..", which browsers treat like a plain one
ESCAPED_CONTROL, OVERLONG, INVALID = "encoded-control", "overlong-utf8", "invalid-utf8"
# Delimiters that a program could find after decoding a link, and the parts where they matter.
DELIMITERS = frozenset("/\\?#@:[]")
# One spot: a repeated character, or a run of control characters or of non-ASCII characters.
RUNS = expression(r"[\x00-\x1f\x7f]++|([ -~])\1*|[^\x00-\x7f]++")
# In an opaque path, browsers encode the last space before these (URL 4.4).
BEFORE_QUERY = expression(r"[\t\n\r]*+[?#]")
# Characters that browsers remove at both ends.
TRIMMED = "".join(map(chr, range(0x21)))
NAME = frozenset(ALPHANUM + ".-")
STRUCTURE = frozenset(ALPHANUM + ":/?!$&'()*+,;=")
AUTHORITY = frozenset({Part.AUTHORITY, Part.HOST, Part.USERINFO, Part.PORT})
# Characters that are decoded everywhere: they have no special meaning in attributes, candidate
# lists and style sheets.
SAFE = frozenset(ALPHANUM + "-._~")
DOT_SEGMENT = expression(r"(?:\.|%2e){1,2}(?=[/?#]|\Z)", re.IGNORECASE)

# "%25" and two digits, each possibly escaped, too: it decodes to an escape.
SPLIT = expression("%25(?=[0-9A-Fa-f]?%)(?:%3[0-9]|%[46][1-6]|[0-9A-Fa-f]){2}")

LINE_ENDS = frozenset({0x00, 0x0A, 0x0D})
# A line end of one character.
HALF_LINE_END = expression("(?<!%0D)%0A|%0D(?!%0A)", re.IGNORECASE)
BODY = expression(r"(?:\?|&)body=([^&#]*+)", re.IGNORECASE)
SHARED = expression(r"(?:\?|&)(?:text|message)=([^&#]*+)", re.IGNORECASE)
# The parameter with the message text, by scheme; it may contain line ends.
LINES_IN = dict.fromkeys(("mailto", "sms", "smsto", "mms", "mmsto"), BODY)
LINES_IN |= dict.fromkeys(("whatsapp", "tg", "viber", "twitter"), SHARED)
# Control characters that a scheme allows: delimiters in gopher (another rule checks its line ends),
# line ends in data, and NUL before a version in prospero.
DATA = dict.fromkeys(("gopher", "data"), frozenset({0x09, 0x0A, 0x0D}))
DATA["prospero"] = frozenset({0x00})
DRIVE_LETTER = expression(r"/*+[A-Za-z](?=\|(?:/|\Z))")

# The documents of older editions, and the clauses about percent-encoding in each of them.
OLDER = {"1994": "RFC 1738", "1997": "url-syntax-05", "2003": "rfc2396bis-01"}
PERCENT = ("RFC 1738 2.2", "url-syntax-05 2.4.2", "rfc2396bis-01 2.4.2", "RFC 3986 2.4")
# The clauses about single kinds of problems.
CITES = {
    BROKEN: ("RFC 1738 2.2", "url-syntax-05 2.4.1", "rfc2396bis-01 2.4.1", "RFC 3986 2.1"),
    INVALID: ("RFC 3986 2.5", "RFC 3629 3"),
    OVERLONG: ("RFC 3629 3", "RFC 3629 10"),
    DELIMITER: ("RFC 3986 2.2", "RFC 3986 7.3"),
    ESCAPED_CONTROL: ("RFC 3986 7.3", "RFC 1738 6"),
    LINE_END: ("RFC 6068 5",),
    SMALL: ("rfc2396bis-01 6.3", "RFC 3986 6.2.2.1"),
    BACKSLASH: ("WHATWG URL 4.4",),
}
# Signs have rows only where the correction offers a choice about them.
SIGNS = {"&": "query-ampersand", "&amp;": "html-ampersand", "+": "query-plus"}
# Descriptions of the problems, the worst first; "" is for escapes without a problem.
KINDS = {
    OVERLONG: message("longer than UTF-8 allows: can bypass filters"),
    ESCAPED_CONTROL: message("decoded, it can end a string, line or command early"),
    TWICE: message("encoded repeatedly: servers may get {once} or {text}"),
    BROKEN: message("% without two hex digits; programs may reject it"),
    DELIMITER: message("an encoded {text}: servers may read it as a separator"),
    DOTS: message('an encoded {text}: browsers read "this folder", others may not'),
    INVALID: message("{text}: programs differ"),
    CONTROL: message("can cut links short"),
    BACKSLASH: message('browsers read "/", others may not'),
    EXCLUDED: message("not allowed in any part; programs may reject it"),
    NON_ASCII: message("not ASCII; browsers use UTF-8, others may not"),
    SIGNS["&"]: message("separates two values, or belongs to one"),
    SIGNS["&amp;"]: message("HTML notation for &, used only in HTML"),
    SIGNS["+"]: message("a space in form data, elsewhere a plus sign"),
    LINE_END: message("half a line break; emails end lines with %0D%0A"),
    NEEDLESS: message("encoding not needed"),
    SMALL: message("lowercase hex: works, but uppercase is usual"),
    "": message("correctly encoded"),
}
OLD = message("not allowed in this edition")
ENCLOSING = message("not allowed: can end the link in text or HTML")
NESTED = message("encoded once more for the link inside, which receives {once}")
TOO_OFTEN = message("a link encoded once too often: a server gets {once}, not {text}")
# Descriptions of excluded characters that differ from the others.
EXCLUDED_CHARS = {
    " ": message("not allowed; can end links"),
    **dict.fromkeys('<>"', ENCLOSING),
    **dict.fromkeys("[]", message("only for hosts like [::1]; programs may reject it")),
    "#": message("only one # is allowed, before the fragment"),
}
# Descriptions of problems in components that treat them differently.
IN_PART = {
    (NON_ASCII, Part.QUERY): message("not ASCII; sent in UTF-8 or the encoding of the page"),
    (NON_ASCII, Part.FRAGMENT): message("not ASCII; not sent to the server"),
    (NON_ASCII, Part.HOST): message("not ASCII; browsers look up its xn-- form"),
    (BROKEN, Part.HOST): message("% without two hex digits; browsers reject the link"),
    (BROKEN, Part.FRAGMENT): message("% without two hex digits; scripts may fail"),
    **{
        (DELIMITER, part): message("an encoded {text}: programs may find another host")
        for part in AUTHORITY
    },
}
SEVERITY = {kind: at for at, kind in enumerate(KINDS)}
# Problems whose description names the decoded text.
NAMED = frozenset({TWICE, DELIMITER, DOTS, INVALID})


@cache
def clauses_in(edition: str, cites: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses from the edition's own document; if there are none, the current ones."""
    own = tuple(each for each in cites if each.startswith(OLDER.get(edition, "-")))
    return own or tuple(each for each in cites if not each.startswith(tuple(OLDER.values())))


def escaped(octets: bytes) -> str:
    """Percent-encode each byte."""
    return "%" * bool(octets) + octets.hex("%").upper()


class FixOption(NamedTuple):
    """One possible meaning; ``replacement`` is None if only the author can write it."""

    replacement: str | None
    meaning: str
    name: str


class Spot(NamedTuple):
    """A place in the text with its problems, the worst first; a correct escape has none.

    ``sends`` is what browsers send for this place; None in a host, or if they reject the link.
    ``write`` is the correct spelling, or None with a ``reason`` if it is uncertain or nothing is
    wrong; in the rows of a link it is what the corrected link has there. ``options`` are the
    spellings that the user can choose from.
    """

    span: Span
    part: Part
    text: str
    kinds: tuple[str, ...]
    sends: str | None
    write: str | None
    cites: tuple[str, ...]
    octets: tuple[Octet, ...] = ()
    fault: Violation | None = None
    options: tuple[FixOption, ...] = ()
    reason: str = ""
    is_special: bool = True  # has a scheme with its own rules in browsers
    link: "InnerLink | None" = None  # the link inside that contains it
    is_of_link: bool = False  # encoded no more often than that link needs

    @property
    def brief(self) -> str:
        """The problem and a short name, without the effect in browsers."""
        if not self.octets and all(map(is_plain, self.text)):
            return self.problem  # the text says which characters
        return self._named(name_of_spaces(self.text) or self._name(plain_name))

    @property
    def problem(self) -> str:
        # Lowercase digits matter only if nothing else does.
        kinds = [each for each in self.kinds if each != SMALL] or self.kinds or ("",)
        return listed([message(self._words(each), **self.args) for each in kinds])

    @property
    def args(self) -> dict[str, str]:
        return {"text": self.fully_decoded, "once": self.decoded[0]}

    def _words(self, kind: str) -> str:
        char = self.text[0]
        if kind == TWICE and self.is_of_link:
            return NESTED if self.is_nested else TOO_OFTEN
        if kind == DOTS and self.decoded[0] == "..":
            return message('an encoded {text}: browsers read "one folder up", others may not')
        if kind == EXCLUDED:
            is_later = char in ALLOWED["2005"].get(self.part, "")
            return OLD if is_later else EXCLUDED_CHARS.get(char, KINDS[kind])
        is_path = self.part is Part.HOST and self.sends is not None  # to browsers
        is_other = is_path or (not self.is_special and self.part in {Part.HOST, Part.QUERY})
        return KINDS[kind] if is_other else IN_PART.get((kind, self.part), KINDS[kind])

    def _named(self, name: str) -> str:
        if not NAMED.isdisjoint(self.kinds):
            return self.problem
        return message("{name}: {problem}", name=name, problem=self.problem)

    @property
    def is_nested(self) -> bool:
        """True if this is encoded once more, as a link in a link has to be."""
        return self.is_of_link and self.link is not None and self.link.is_nested

    @property
    def hides_control(self) -> bool:
        """True if the escape is encoded repeatedly and finally decodes to a control character."""
        return TWICE in self.kinds and any(chr(each.innermost) in CONTROLS for each in self.octets)

    @property
    def is_sign(self) -> bool:
        return self.text in SIGNS

    @property
    def worst(self) -> str:
        """The worst kind of problem here, or ""."""
        return min(self.kinds or ("",), key=SEVERITY.__getitem__)

    @property
    def fully_decoded(self) -> str:
        """The quoted text without any layer of encoding, or its bytes if it is not UTF-8."""
        octets = utf8_of(self.text)
        for _ in range(self.octets[0].layers if self.octets else 0):
            octets = unquote_to_bytes(octets)
        try:
            text = self._overlong or octets.decode()
        except UnicodeDecodeError:
            shown = octets.hex(" ").upper()
            return message("no text in UTF-8 (bytes {octets})", octets=shown)
        is_odd = len(text) == 1 and is_unsafe(text)
        text = name_of_spaces(text) or (self.name if is_odd else quoted(visible(text)))
        if not self._overlong:
            return text
        count = len(octets)
        return message("{count} bytes for {char}, not valid UTF-8", count=count, char=text)

    @property
    def _overlong(self) -> str:
        """The characters that a lenient decoder reads; "" for valid UTF-8."""
        is_overlong = OVERLONG in self.kinds
        chars = {each.sequence: each.char or "" for each in self.octets if is_overlong}
        return "".join(chars.values())

    @property
    def name(self) -> str:
        """The number and name of the decoded character, or a count if there are several."""
        return self._name(described if self.octets else lambda char: f"{number(char)} {name(char)}")

    def _name(self, name_of: Callable[[str], str]) -> str:
        if INVALID in self.kinds:
            return counting(len(self.octets), "1 byte", "{count} bytes")
        is_broken = BROKEN in self.kinds  # a digit may be part of the text
        text = "%" * self.text.count("%") if is_broken else decoded(self.text)
        for _ in range(self.octets[0].layers - 1 if self.octets else 0):
            text = decoded(text)
        text = self._overlong or text
        first = name_of_spaces(text) if text == "\r\n" else name_of(text[0])
        if len(text) == 1 or text == "\r\n":
            return first
        if len(set(text)) == 1:
            return message("{name} ({count} times)", count=len(text), name=first)
        return message("{name} and {count} more", name=first, count=len(text) - 1)

    @property
    def sentence(self) -> str:
        told, sent = self._named(self.name), self.sends
        if self.part is Part.HOST and self.kinds == (NON_ASCII,) and sent is None:
            return message("{problem}. Browsers convert hosts as a whole.", problem=told)
        if self.octets or self.is_sign or sent is None:
            return told
        if sent == self.text:
            return message("{problem}; browsers keep it", problem=told)
        if not sent:
            return message("{problem}; browsers remove it", problem=told)
        return message("{problem}. Browsers write {sent}.", problem=told, sent=sent)

    @property
    def notes(self) -> Iterator[str]:
        """Yield what servers decode, what to write instead, and what is allowed here."""
        once, twice = self.decoded
        if once != twice:
            yield message("decoded to {once}, then to {twice}", once=once, twice=twice)
        if self.write is not None:
            yield message("write {text}", text=self.write or message("nothing"))
        if self.kinds and self.reason:
            yield self.reason
        if self.fault is not None:
            part, allowed = message(self.part.value), self.fault.expected
            yield message("allowed in the {part}: {allowed}", part=part, allowed=allowed)

    @property
    def decoded(self) -> tuple[str, str]:
        """The text decoded once, and decoded twice, as some servers do."""
        once = decoded(self.text)
        return once, decoded(once)

    def to_dict(self) -> Json:
        once, twice = self.decoded
        options = (each.replacement for each in self.options)
        return (
            json_of(self, "span component=part text name kinds problem")
            | {"allowed": self.fault.expected if self.fault else None}
            | json_of(self, "cites sent=sends")
            | {"decoded": once, "decoded_twice": twice, "write": self.write}
            | {"reason": self.reason, "options": [each for each in options if each is not None]}
        )


def is_plain(char: str) -> bool:
    """Return True for visible ASCII and letters such as "\xfc", which need no name."""
    return "!" <= char <= "~" or ("\xc0" <= char <= "\xff" and char.isalpha())


def plain_name(char: str) -> str:
    return quoted(char) if is_plain(char) else CharacterName(name(char).lower())


def quoted(text: str) -> str:
    return message('"{char}"', char=text)


def name_of_spaces(text: str) -> str:
    """Return a name for spaces, a line break or a control character; "" for other texts."""
    if text in {*CONTROLS, "\r\n"}:
        return message("{name}", name=message("line break") if text == "\r\n" else plain_name(text))
    return counting(len(text), "1 space", "{count} spaces") if text and not text.strip(" ") else ""


def rows(reference: Reference, scheme: str | None = None) -> Iterator[Spot]:
    """Yield the spots, with adjacent escapes of one kind joined."""
    alike: list[Spot] = []
    for spot in spots(reference, scheme):
        if alike and not _are_alike(alike[-1], spot):
            yield _joined(alike)
            alike = []
        alike.append(spot)
    if alike:
        yield _joined(alike)


def _joined(alike: list[Spot]) -> Spot:
    """Join adjacent spots in linear time."""
    first, last = alike[0], alike[-1]
    return first._replace(
        kinds=tuple(dict.fromkeys(chain.from_iterable(each.kinds for each in alike))),
        span=Span(first.span.start, last.span.end),
        text="".join(each.text for each in alike),
        sends=_all_or_none([each.sends for each in alike]),
        write=_all_or_none([each.write for each in alike]),
        octets=tuple(chain.from_iterable(each.octets for each in alike)),
    )


def _all_or_none(texts: list[str | None]) -> str | None:
    """Join the texts; if one is missing or empty, return that one."""
    return "".join(map(str, texts)) if all(texts) else next(each for each in texts if not each)


def _are_alike(last: Spot, spot: Spot) -> bool:
    if not (last.octets and spot.octets):
        return False
    is_adjacent = last.span.end == spot.span.start and last.part == spot.part
    is_alike = last.kinds == spot.kinds or INVALID in {*last.kinds} & {*spot.kinds}
    is_as_deep = last.octets[0].layers == spot.octets[0].layers
    return is_adjacent and is_alike and is_as_deep and last.hides_control == spot.hides_control


def spots(reference: Reference, scheme: str | None = None) -> Iterator[Spot]:
    """Yield each problem and each escape in order; ``scheme`` is that of the base."""
    is_special = lowered(reference.scheme or scheme or "http") in SPECIAL
    found = _raw(reference, is_special=is_special)
    if "%" in reference.text:
        escapes = _broken(reference), _escapes(reference, is_special=is_special)
        found = merge(found, *escapes, key=attrgetter("span"))
    is_host = True  # to browsers, it ends at a backslash
    for spot in found:
        is_host = is_host and BACKSLASH not in spot.kinds
        if not is_special:
            yield spot._replace(is_special=False)
        elif spot.part is Part.HOST and is_host:
            yield spot._replace(sends=None)  # browsers convert the host as a whole
        else:
            yield spot


SPECIAL = WEB | {"file"}


def raw_runs(reference: Reference) -> Iterator[tuple[Violation, Part, re.Match[str]]]:
    """Yield the encoding problems in order: the fault, its component, and a run of characters."""
    text, part, start, end = reference.text, Part.PATH, 0, 0
    for fault in reference.violations:
        is_host = fault.rule == "host" and not text.startswith("[", fault.start)
        if not is_host and not is_of_characters(fault):
            continue
        if part is Part.AUTHORITY or not start <= fault.start < end:
            part = part_at(reference, fault.start)
            start, end = reference.spans[INDEX[part]]
        for match in RUNS.finditer(text, fault.start, fault.end):
            run = match[0]
            first = run[0]
            if first == "%" or part is Part.PORT or (is_host and NAME.issuperset(run)):
                continue
            # In other parts these delimit components, which is not an encoding problem.
            if first in STRUCTURE and part is not Part.QUERY and part is not Part.FRAGMENT:
                continue
            yield fault, part, match


def _raw(reference: Reference, *, is_special: bool) -> Iterator[Spot]:
    text, path = reference.text, reference.spans[6]
    start = len(text) - len(text.lstrip(TRIMMED))
    end = len(text.rstrip(TRIMMED))
    # In 1994 some schemes have no query; to browsers it begins at the first "?" all the same.
    query = text.find("?", path[0]) if reference.edition == "1994" else -1
    is_rooted = reference.authority is not None or text.startswith("/", path[0])
    is_opaque = not is_special and reference.scheme is not None and not is_rooted
    is_file = lowered(reference.scheme or "") == "file"
    drive = DRIVE_LETTER.match(text, *path) if is_file else None
    for fault, part, match in raw_runs(reference):
        run = match[0]
        first = run[0]
        is_asked = part is Part.PATH and 0 <= query < match.start()
        is_path = is_special and part is Part.HOST  # after a backslash
        read = Part.QUERY if is_asked else Part.PATH if is_path else part
        is_bare = is_opaque and read is Part.PATH
        sends = "".join(sent(char, read, is_special=is_special, is_opaque=is_bare) for char in run)
        if is_bare and first == " " and BEFORE_QUERY.match(text, match.end()):
            sends = f"{run[1:]}%20"
        if match.end() <= start or match.start() >= end:
            sends = ""  # browsers trim links
        kind = EXCLUDED if first.isascii() else NON_ASCII
        if first in CONTROLS:
            kind = CONTROL
        elif first == "\\" and sends.startswith("/"):
            kind = BACKSLASH
        write = None if part is Part.HOST else escaped(utf8_of(run))
        if drive and match.start() == drive.end():
            sends = write = ":"  # as browsers read a "|" after a drive letter
        if kind in {CONTROL, BACKSLASH} or sends == "":
            write = sends
        span, cites = Span(*match.span()), CITES.get(kind, fault.cites)
        yield Spot(span, part, run, (kind,), sends, write, cites, fault=fault)


def _broken(reference: Reference) -> Iterator[Spot]:
    cites = clauses_in(reference.edition, CITES[BROKEN])
    for span in malformed(reference):
        run, part = span.of(reference.text), part_at(reference, span.start)
        yield Spot(span, part, run, (BROKEN,), run, run.replace("%", "%25"), cites)


def _escapes(reference: Reference, *, is_special: bool) -> Iterator[Spot]:
    """Yield the escapes of each character, including the inner digits of double encoding."""
    text, rules = reference.text, reference.rules
    scheme, are_names = lowered(reference.scheme or ""), scheme_of(reference.scheme).escapes_count
    body = field.search(text) if (field := LINES_IN.get(scheme)) else None
    lines = range(*body.span(1)) if body else ()
    links = [*inner_links(text)] if "%25" in text else []
    has_folders = _has_folders(reference, is_special=is_special)
    end = 0
    for sequence, run in groupby(octets(reference), attrgetter("sequence")):
        group = tuple(run)
        first = group[0]
        if sequence.start < end:
            continue
        end = sequence.end + 2 * (first.layers - 1)
        if split := SPLIT.match(text, sequence.start):
            end = split.end()
            inner = int(decoded(split[0])[1:], 16)
            group = ((first := first._replace(layers=2, innermost=inner)),)
        span = Span(sequence.start, end)
        written = span.of(text)
        is_data = first.value in DATA.get(scheme, ()) and first.part not in AUTHORITY
        is_data = is_data or (first.value in LINE_ENDS and sequence.start in lines)
        is_small = any(each.lower_hex for each in group)
        kinds = tuple(_kinds(first, is_small=is_small, is_data=is_data))
        if scheme == "mailto" and is_data and HALF_LINE_END.match(text, sequence.start):
            kinds = (LINE_END, *kinds)
        cites = clauses_in(rules.name, CITES.get(kinds[0] if kinds else "", PERCENT))
        cites = rules.ladder.escapes if NEEDLESS in kinds else cites
        write = written.upper() if SMALL in kinds else None
        if split:
            kinds = (TWICE, NEEDLESS)
            write = None if are_names else f"%25{decoded(split[0][3:])}"
        elif NEEDLESS in kinds and not (dots := _dots(reference, first)):
            char = chr(first.value)
            write = char if is_decodable(reference, span.start, char) else write
        elif NEEDLESS in kinds and has_folders and dots:
            span, end, cites, written = dots, dots.end, rules.ladder.dots, dots.of(text)
            write = written.replace("%2e", "%2E")
            kinds, write = ((DOTS,), None) if write == written else ((DOTS, SMALL), write)
        sends = "" if DOTS in kinds else written
        spot = Spot(span, first.part, written, kinds, sends, write, cites, group)
        if TWICE in kinds and first.part is Part.QUERY:
            at = bisect(links, span.start, key=attrgetter("start"))
            link = links[at - 1] if at else None
            while link and link.end <= span.start:
                link = link.outer
            is_of_link = link is not None and _is_of_link(text, spot, link)
            spot = spot._replace(link=link, is_of_link=is_of_link)
        yield spot


class InnerLink(NamedTuple):
    """A link as the value of a parameter, encoded ``layers`` times.

    ``outer`` is the link around it, if any; ``is_nested`` is True if each link is encoded once more
    than the one around it, as it has to be. ``host_start`` and ``host_end`` limit its authority.
    """

    start: int
    end: int
    layers: int
    host_start: int
    host_end: int
    outer: "InnerLink | None"
    is_nested: bool


# Its beginning after "=", which is encoded once less in links that are nested correctly.
BEGIN = expression(
    r"(?P<sign>=|%(?:25|(?!))*+3d)(?P<link>https?%(?P<more>(?:25|(?!))*+)3a%(?P=more)2f%(?P=more)2f)",
    re.IGNORECASE,
)
VALUE_LONGEST = 4000


def inner_links(text: str) -> Iterator[InnerLink]:
    """Yield the encoded links in a text, in order."""
    outer: InnerLink | None = None
    for match in BEGIN.finditer(text):
        (start, host), sign, more = match.span("link"), match["sign"], match["more"]
        layers = len(more) // 2 + 1
        while outer and (outer.end <= start or outer.layers >= layers):
            outer = outer.outer
        ends = {f"{sign[:-2]}26", f"{sign[:-2]}23", "&", "#"} if sign != "=" else "&#"
        end = _first(text, ends, start)
        host_end = _first(text, {f"%{more}{each}" for each in ("2f", "2F", "3f", "3F", "23")}, host)
        is_nested = layers == (outer.layers + 1 if outer else 1) == (len(sign) + 1) // 2
        is_nested = is_nested and (outer is None or outer.is_nested)
        outer = InnerLink(start, end, layers, host, min(host_end, end), outer, is_nested)
        yield outer


def _first(text: str, ends: Iterable[str], start: int) -> int:
    """Return the first position of one of the texts, or else the longest end of a value."""
    last = min(start + VALUE_LONGEST, len(text))
    return min(at if (at := text.find(each, start, last)) >= 0 else last for each in ends)


def _is_of_link(text: str, spot: Spot, link: InnerLink) -> bool:
    """Return True if an escape in a link is encoded no more often than the link needs.

    Letters, digits, dots, escapes and anything in a host are never encoded by accident.
    """
    octet, start = spot.octets[0], spot.span.start
    char = chr(octet.innermost)
    is_own = octet.layers > link.layers  # an escape that the decoded link contains
    is_in_host = is_own and link.host_start <= start < link.host_end
    climbs = char in "/\\" and text.endswith("..", 0, start)
    is_odd = char in SAFE or char in HARMFUL or spot.hides_control or "%" in spot.text[3:]
    return octet.layers <= link.layers + 1 and not (is_in_host or climbs or is_odd)


HARMFUL = frozenset("<>\\")
LONGEST = len("%2e%2e")


def is_decodable(reference: Reference, at: int, char: str) -> bool:
    """Return True if an escape can be decoded without making a new one or changing a URN's name."""
    is_split = "%" in reference.text[max(at - 2, 0) : at]
    is_part_of_name = scheme_of(reference.scheme).escapes_count
    return char in SAFE & {*reference.rules.ladder.unescape} and not (is_split or is_part_of_name)


def _has_folders(reference: Reference, *, is_special: bool) -> bool:
    """Return True if browsers read folders in the path, not plain text or a host (URL 4.4)."""
    scheme, authority = lowered(reference.scheme or ""), reference.authority
    if is_special and scheme != "file":
        return bool(authority) or (not scheme and authority is None)
    return authority is not None or scheme in {"", "file"} or reference.path.startswith("/")


def _dots(reference: Reference, octet: Octet) -> Span | None:
    """Return the dot segment of the path that contains an escape, if there is one."""
    text, at, path = reference.text, octet.span.start, reference.spans[INDEX[Part.PATH]][0]
    # The longest dot segment is "%2e%2e": text farther away does not matter.
    start = max(text.rfind("/", max(at - LONGEST, 0), at) + 1, path)
    segment = DOT_SEGMENT.match(text, start) if octet.part is Part.PATH else None
    return Span(*segment.span()) if segment and segment.end() > at else None


def _kinds(octet: Octet, *, is_small: bool, is_data: bool) -> Iterator[str]:
    if octet.layers > 1:
        yield TWICE
    is_overlong = octet.form == "overlong"
    if is_overlong:
        yield OVERLONG
    if octet.char is None:
        yield INVALID
    elif octet.is_control and not is_data:
        yield ESCAPED_CONTROL
    elif octet.needless:
        yield NEEDLESS
    elif octet.char in DELIMITERS and octet.part in AUTHORITY | {Part.PATH} and not is_overlong:
        yield DELIMITER
    if is_small:
        yield SMALL
