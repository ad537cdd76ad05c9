"""The parts of a link that can contain data, and what decoders see of them.

Most links have nothing else, and then no decoder is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntFlag, auto
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import cut, pairs

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Phrase

# The parts of a link that carry data; what was decoded is INSIDE.
USERINFO, HOST, PATH, QUERY, FRAGMENT, INSIDE = (
    *("userinfo", "host", "path", "query", "fragment"),
    "inside",
)
# No longer text or run of octets is decoded; what is longer is only named.
LONGEST = 131_072


class Placing(Protocol):
    """Finds where a run of a datum is written in the link."""

    def span(self, start: int, end: int) -> Span:
        """The characters of the link for a run of the datum."""


class Shifted(NamedTuple):
    """Written as it is, from some place on."""

    start: int

    def span(self, start: int, end: int) -> Span:
        """The same run, so many characters further on."""
        return Span(self.start + start, self.start + end)


class Whole(NamedTuple):
    """Compressed or computed: every run of it comes from the same characters."""

    place: Span

    def span(self, start: int, end: int) -> Span:  # noqa: ARG002 - wherever it is
        """All of the characters."""
        return self.place


class Elsewhere(NamedTuple):
    """In a text that stands for another one; ``written`` finds the place in that."""

    written: Callable[[Span], Span]

    def span(self, start: int, end: int) -> Span:
        """The run of the written text."""
        return self.written(Span(start, end))


class Mapped(NamedTuple):
    """Each unit of it has a place of its own in what it was decoded from."""

    starts: list[int]
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        """The run that these units were decoded from."""
        return self.outer.span(self.starts[start], self.starts[end])


class Grouped(NamedTuple):
    """So many characters make so many octets: four make three in base64."""

    characters: int
    octets: int
    outer: Placing
    last: int

    def span(self, start: int, end: int) -> Span:
        """Whole groups of characters."""
        first = start // self.octets * self.characters
        last = -(-end // self.octets) * self.characters
        return self.outer.span(min(first, self.last), min(last, self.last))


class Within(NamedTuple):
    """A run of another datum."""

    start: int
    outer: Placing

    def span(self, start: int, end: int) -> Span:
        """The same run there."""
        return self.outer.span(self.start + start, self.start + end)


class Datum:
    """A text or octets, with the name it goes by and the link it is in.

    ``octets`` is None for text, and ``size`` is the length of either.  ``index`` counts the
    segments of a path, the pairs of a query, the labels of a host.  ``known`` holds what the outer
    decoder has read in it already; where it ``is_final``, no other decoder is asked.
    """

    __slots__ = (
        *("index", "is_final", "is_member", "known", "link", "name", "octets", "part"),
        *("placing", "size", "text", "via"),
    )

    def __init__(
        self,
        content: str | bytes,
        part: str,
        placing: Placing,
        name: str = "",
        link: Reference | None = None,
        via: tuple[str, ...] = (),
        index: int = 0,
        inner: InnerDatum | None = None,
    ) -> None:
        self.text = content if isinstance(content, str) else ""
        self.octets = content if isinstance(content, bytes) else None
        self.size = len(content)
        self.part = part
        self.placing = placing
        self.name = name
        self.link = link
        self.via = via
        self.index = index
        self.known = inner.known if inner else ()
        self.is_final = inner is not None and inner.is_final
        self.is_member = inner is not None and inner.is_member

    def place(self) -> Span:
        """Where it is in the link."""
        return self.placing.span(0, self.size)


class InnerDatum(NamedTuple):
    """A part of what was decoded.

    Decoders go on with its content, unless it ``is_final``; ``known`` is what is already read.
    Without a ``placing``, it is where the outer value is.  A member of a structure is listed as a
    text where nothing else can be read in it.
    """

    name: str
    content: str | bytes
    placing: Placing | None = None
    known: tuple[Decoded, ...] = ()
    is_final: bool = False
    is_member: bool = False


class Decoded(NamedTuple):
    """What a decoder says: see ``ValueReading``; the row of the table adds its name and source.

    With ``needs_inside`` it only counts if something is read in what is inside, and then it is as
    sure as that.  ``link`` is a reference whose own parts are to be decoded;
    it begins at ``start``.
    """

    kind: str
    value: str
    phrase: Phrase
    confidence: str
    inner: tuple[InnerDatum, ...] = ()
    source: str = ""
    needs_inside: bool = False
    link: Reference | None = None
    start: int = 0


# A key that may be a value itself: it has a digit or a capital, or is too long for a word.
TELLING_KEY = expression(r"(?=[^a-z]*[0-9A-Z%])[^\[\]]{8,}+|.{24,}+", re.DOTALL)
PACKED_PATH = expression("[A-Za-z0-9+/]{24,}={1,2}")
# Fewer characters hold nothing beside something else.
SHORTEST_NAME = 14
AMONG = expression(
    "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
NAMED_FILE = expression(r"(?P<stem>[0-9A-Za-z_-]{10,}={0,2})\.[A-Za-z][A-Za-z0-9]{1,4}")
NUMBERED = expression(r"[A-Za-z][\w-]*?[-_](?P<number>[0-9]{13}|[0-9a-f]{24})(?:\.[a-z0-9]{2,5})?")
# A name that is longer is no name.
LONGEST_NAME = 64
# What browsers search a page for: no part of the address of what is in the page.
DIRECTIVES = ":~:"


def data_of(
    reference: Reference, outer: Placing | None = None, via: tuple[str, ...] = ()
) -> Iterator[Datum]:
    """Userinfo, host, segments, parameters and fragment, in the order of the text."""
    source = _Source(reference, outer, via)
    yield from _userinfo(source)
    span = reference.span(Part.HOST)
    if span is not None and span.end > span.start:
        yield source.datum(span, HOST)
        yield from _labels(source, span)
    path = reference.span(Part.PATH)
    if path is not None:
        yield from _path(source, path)
    query = reference.span(Part.QUERY)
    if query is not None:
        yield from pairs_in(source, query, QUERY)
    yield from _fragment(source)


class _Source:
    """Makes the data of one link."""

    def __init__(self, reference: Reference, outer: Placing | None, via: tuple[str, ...]) -> None:
        self.reference = reference
        self.text = reference.text
        self.outer = outer
        self.via = via

    def datum(self, span: Span, part: str, name: str = "", index: int = 0) -> Datum:
        """What stands in a run."""
        start = span.start
        placing: Placing = Within(start, self.outer) if self.outer else Shifted(start)
        return Datum(
            self.text[start : span.end], part, placing, name, self.reference, self.via, index
        )

    def filled(self, span: Span, part: str, name: str = "", index: int = 0) -> Iterator[Datum]:
        """The same, but for a run of nothing."""
        if span.end > span.start:
            yield self.datum(span, part, name, index)


def _userinfo(source: _Source) -> Iterator[Datum]:
    span = source.reference.span(Part.USERINFO)
    if span is None:
        return
    user, *password = cut(source.text, span, ":")
    yield from source.filled(user, USERINFO, "user")
    if password:
        yield from source.filled(Span(password[0].start, span.end), USERINFO, "password")


def _labels(source: _Source, span: Span) -> Iterator[Datum]:
    """The labels before the top-level domain; an address has none."""
    if "." not in span.of(source.text).rstrip(".") or source.text.startswith("[", span.start):
        return
    *labels, last = cut(source.text, span, ".")
    if last.of(source.text).isdigit():
        return
    for index, label in enumerate(labels):
        yield from source.filled(label, HOST, "label", index + 1)


def _path(source: _Source, path: Span) -> Iterator[Datum]:
    """Its segments; a name that something is in is looked at without what is around it."""
    text = source.text
    scheme = lowered(source.reference.scheme or "")
    if scheme == "data":
        comma = text.find(",", *path)
        yield from source.filled(Span(comma + 1, path.end), PATH, "content")
        return
    if scheme == "urn":
        name = ""
        for index, run in enumerate(cut(text, path, ":")):
            yield from source.filled(run, PATH, name, index)
            name = lowered(text[run.start : run.end][:LONGEST_NAME])
        return
    for index, run in enumerate(cut(text, path, "/")):
        if run.end > run.start:
            yield source.datum(run, PATH, index=index)
            yield from _within_segment(source, run, index)
    yield from _packed_path(source, path)


def _within_segment(source: _Source, run: Span, index: int) -> Iterator[Datum]:
    """A UUID among other words; a long number behind some; what is in front of a file's ending."""
    if run.end - run.start < SHORTEST_NAME:
        return
    text = source.text
    if match := AMONG.search(text, *run):
        if match.span() != run:
            yield source.datum(Span(*match.span()), PATH, index=index)
    elif match := NUMBERED.fullmatch(text, *run):
        yield source.datum(Span(*match.span("number")), PATH, index=index)
    elif match := NAMED_FILE.fullmatch(text, *run):
        yield source.datum(Span(*match.span("stem")), PATH, index=index)


def _packed_path(source: _Source, path: Span) -> Iterator[Datum]:
    """Base64 that has slashes of its own is more than one segment."""
    start = path.start + (1 if source.text.startswith("/", path.start) else 0)
    if source.text.endswith("=", start, path.end):
        match = PACKED_PATH.fullmatch(source.text, start, path.end)
        if match and source.text.find("/", start, path.end) >= 0:
            yield source.datum(Span(start, path.end), PATH)


def pairs_in(source: _Source, span: Span, part: str) -> Iterator[Datum]:
    """Names with values; a run without "=" is a value without a name."""
    text = source.text
    for index, (name, value) in enumerate(pairs(text, span)):
        if value is None or not text[value.start : value.end].strip("="):
            # Base64 may end in "=".
            whole = Span(name.start, value.end if value else name.end)
            yield from source.filled(whole, part, index=index)
            continue
        key = text[name.start : name.end] if name.end - name.start <= LONGEST_NAME else ""
        if not key or TELLING_KEY.match(key):
            yield from source.filled(name, part, "", index)
        yield source.datum(value, part, lowered(key.removeprefix("amp;")), index)


def _fragment(source: _Source) -> Iterator[Datum]:
    """Pairs, a path, or one value; what is to be searched for in the page comes last."""
    span = source.reference.span(Part.FRAGMENT)
    if span is None or span.end == span.start:
        return
    text = source.text
    mark = text.find(DIRECTIVES, *span)
    if mark >= 0:
        yield from _directives(source, Span(mark + len(DIRECTIVES), span.end))
        span = Span(span.start, mark)
    start = span.start + (1 if text.startswith("!", span.start) else 0)
    question = text.find("?", start, span.end)
    stop = question if question >= 0 else span.end
    if question >= 0 or (text.find("/", start, stop) >= 0 > text.find("=", start, stop)):
        for index, run in enumerate(cut(text, Span(start, stop), "/")):
            yield from source.filled(run, FRAGMENT, index=index)
        start = stop + 1
    if start < span.end:
        yield from pairs_in(source, Span(start, span.end), FRAGMENT)


def _directives(source: _Source, span: Span) -> Iterator[Datum]:
    for index, (name, value) in enumerate(pairs(source.text, span)):
        if value is not None:
            yield from source.filled(
                value, FRAGMENT, f":~:{name.of(source.text)[:LONGEST_NAME]}", index
            )


def is_too_long(datum: Datum) -> bool:
    """Whether it is named, but not decoded."""
    return datum.size > LONGEST


LONGEST_HOST = 255


def is_of(datum: Datum, *names: str) -> bool:
    """Whether the link's host is one of these names, or a name under one."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and _is_of(host, names)


@lru_cache(maxsize=1024)
def _is_of(host: str, names: tuple[str, ...]) -> bool:
    plain = lowered(host).removesuffix(".")
    return any(plain == name or plain.endswith(f".{name}") for name in names)


def is_google(datum: Datum) -> bool:
    """Whether a label of the host is "google": www.google.com, news.google.co.uk."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and "google" in lowered(host).split(".")


def segments(datum: Datum) -> list[str]:
    """The path of the link, cut at its slashes, without the empty one in front."""
    return datum.link.path.split("/")[1:] if datum.link and len(datum.link.path) < 4_096 else []


def follows(datum: Datum, *names: str) -> bool:
    """Whether the segment in front of this one is one of these."""
    parts = segments(datum)
    return (
        datum.part == "path" and 1 < datum.index <= len(parts) and parts[datum.index - 2] in names
    )


# Words in names; a name is taken apart at capitals, digits and punctuation.
NAMES_PARTS = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
TIMES = expression(
    "ts|times?|timestamp|stamp|date|dt|datetime|expires|expire|expiry|expiration|exp|iat|nbf"
    "|created|updated|modified|changed|published|issued|since|until|epoch|unixtime|unix|now"
    "|lastmod|[mac]time|utime|at|start|end|begin|validfrom|validto|starttime|endtime|ust|ext|se|st"
    "|utc"
    "|(?:creat|updat|modifi|chang|publish|issu|sen[dt]|expir|start|end|begin|valid|last|first|event"
    "|session|server|client|request|check_?in|check_?out|departure|arrival|birth|due|access|login"
    r"|sign|upload|delet|order)(?:e|es|ed|ied)?_?(?:at|on|time|date|stamp|timestamp|ts)"
)
# These say that a number is one, whatever it looks like.
COUNTS = expression(
    "order|order(?:id|no|number)|invoice|no|nr|num|number|phone|phonenumber|tel|telephone|mobile"
    "|cell|fax|whatsapp|isbn|issn|ean|gtin|upc|sku|zip|plz|postal|price|amount|total|sum|cost"
    "|quantity|qty|page|limit|offset|size|width|height|account|konto|customer|kunde|bestellung"
    "|article|artikel|product|item|ref|reference|booking|ticket|case|code|serial|version|pin|count"
    "|salary|lat|lon|lng"
)
IDENTIFIERS = expression("[upcsagto]?id|ids|uuid|guid|key|hash|user")
# Against a copy that is kept: a time more often than not.
CACHE_BUSTERS = frozenset({"_", "cb", "cachebuster", "nocache", "t", "v", "ver"})


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words of a name, in small letters."""
    last = name.rpartition(".")[2] or name
    return frozenset(each.lower() for each in NAMES_PARTS.findall(last)) | {last.lower()}


def says_time(name: str) -> bool:
    """Whether a number by this name is a time, if it looks like one: "expires", "t", "v"."""
    return names_time(name) or (name in CACHE_BUSTERS and not says_count(name))


def names_time(name: str) -> bool:
    """Whether the name is that of a time and of nothing else: "expires", "createdAt"."""
    return bool(name) and not says_count(name) and _has(TIMES, name)


def says_count(name: str) -> bool:
    """Whether the name is that of a number of some kind: "order", "phone"."""
    return bool(name) and _has(COUNTS, name)


def says_identifier(name: str) -> bool:
    """Whether the name is that of an identifier."""
    return bool(name) and _has(IDENTIFIERS, name)


def _has(words: re.Pattern[str], name: str) -> bool:
    return any(map(words.fullmatch, words_of(name)))


# Nothing that text is made of: control characters, private use, what is no character.
BINARY = expression("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff]")
# What words, numbers, addresses and small structures are made of.
USUAL = expression(r"[\w .,:;/@=&?+\-\"'{}\[\]()<>%#\n\r\t]")
UNUSUAL_SHARE = 8
# Letters of more scripts than people mix: octets that happened to be UTF-8.
BEYOND_ASCII = expression("[^\x00-\x7f]")


def text_of(octets: bytes) -> str | None:
    """The octets as UTF-8 text; None where they are not that, or nothing that people write."""
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return text if is_readable(text) else None


def is_readable(text: str) -> bool:
    """Whether nearly all of it is letters, digits and usual punctuation."""
    if not text or BINARY.search(text):
        return False
    if len(text) - len(USUAL.findall(text)) > len(text) // UNUSUAL_SHARE:
        return False
    if text.isascii():
        return True
    others = BEYOND_ASCII.findall(text)
    if not any(each.isalpha() for each in others):
        return False
    # Two letters of one script lie near each other; two at random do not.
    blocks = {ord(each) >> 8 for each in others if each.isalpha()}
    return len(blocks) <= max(2, len(others) // 4)


WORDS = expression(r"[A-Za-z]{3}|[0-9]{4}|[^\x00-\x7f]{2}")


def has_words(text: str) -> bool:
    """Whether three letters or four digits stand together in it."""
    return WORDS.search(text) is not None


class Shape(IntFlag):
    """The narrowest class of a text."""

    WORD = auto()  # lowercase words: what most of a link is made of
    DIGITS = auto()
    HEX = auto()
    ALNUM = auto()
    URLSAFE = auto()  # letters, digits, "-" and "_", maybe "=" at the end
    BASE64 = auto()  # the same with "+" and "/"
    DOTTED = auto()  # runs of URLSAFE with dots between them
    ESCAPED = auto()  # has a "%"
    OTHER = auto()
    OCTETS = auto()


# Who takes letters and digits takes digits alone, too.
HEXLIKE = Shape.DIGITS | Shape.HEX
ALNUMLIKE = HEXLIKE | Shape.ALNUM | Shape.WORD
TOKENLIKE = ALNUMLIKE | Shape.URLSAFE
PACKEDLIKE = TOKENLIKE | Shape.BASE64
OPEN = Shape.ESCAPED | Shape.OTHER
ANYTEXT = PACKEDLIKE | Shape.DOTTED | OPEN
# Without what is a word or a number before it is anything else.
PACKED = PACKEDLIKE & ~Shape.WORD & ~Shape.DIGITS
TOKEN = TOKENLIKE & ~Shape.WORD
# More than two "=" at the end are of no narrower class.
PADDED = TOKEN | Shape.OTHER
ALNUM = Shape.HEX | Shape.ALNUM
MARKED = Shape.OTHER | Shape.DOTTED | Shape.URLSAFE
TEXT = OPEN | Shape.DOTTED | TOKENLIKE
OCTETS, DIGITS = Shape.OCTETS, Shape.DIGITS

_SHAPES = expression(
    r"(?:(?P<WORD>[A-Z]?[a-z]*+(?:[-_.][A-Z]?[a-z]++|(?!))*+)|(?P<DIGITS>[0-9]++)"
    r"|(?P<HEX>[0-9a-f]++|[0-9A-F]++)|(?P<ALNUM>[0-9A-Za-z]++)"
    r"|(?P<URLSAFE>[0-9A-Za-z_-]++={0,2})|(?P<BASE64>[0-9A-Za-z+/]++={0,2})"
    r"|(?P<DOTTED>[0-9A-Za-z_-]++(?:\.[0-9A-Za-z_-]*+)++=?))\Z"
)
_BY_NAME = {name: Shape[name] for name in _SHAPES.groupindex}


def shape_of(text: str) -> Shape:
    """The class of a text."""
    match = _SHAPES.match(text)
    if match is not None:
        return _BY_NAME[match.lastgroup or ""]
    return Shape.ESCAPED if "%" in text else Shape.OTHER


class Decoder(NamedTuple):
    """One way of decoding: its name in chains, what it is in words, and where its rule is from.

    The function is asked for texts of these shapes and lengths alone, and never raises.
    """

    name: str
    title: str
    function: Decode
    source: str
    shapes: Shape = ANYTEXT
    least: int = 1
    most: int = LONGEST


PLAIN_WORDS_PARTS = frozenset({HOST, PATH, USERINFO})
LONGEST_WORD = 9


def is_plain_word(datum: Datum) -> bool:
    """Whether it is such a word; a test asks every decoder about them."""
    return (
        datum.octets is None
        and datum.size <= LONGEST_WORD
        and datum.part in PLAIN_WORDS_PARTS
        and shape_of(datum.text) == Shape.WORD
    )


if TYPE_CHECKING:
    Decode = Callable[[Datum], Iterable[Decoded]]
