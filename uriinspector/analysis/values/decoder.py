"""Decoders: their input, their results, and the table that lists them.

A decoder is a function with a row: its name (as in ``via``), its title, the source of its rule, and
the shapes and lengths it is called for. The row is in the decorator above the function.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntFlag, auto
from functools import lru_cache
from typing import TypeAlias

from uriinspector.analysis.values.candidates import LONGEST, Datum, Decoded, InnerDatum, Placing
from uriinspector.analysis.values.value import (
    IDENTIFIER,
    LAYER,
    LIKELY,
    POSSIBLE,
    TIME,
    coded,
    decoded_text,
    time_of,
)
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, message
from uriinspector.core.schemes.urn_namespaces import utc


class Shape(IntFlag):
    WORD = auto()  # words as in most paths and hosts, with "-", "_" or "." between them
    DIGITS = auto()
    HEX = auto()
    ALNUM = auto()
    URLSAFE = auto()  # letters, digits, "-" and "_", optionally with "=" at the end
    BASE64 = auto()  # like URLSAFE, with "+" and "/" instead of "-" and "_"
    DOTTED = auto()  # runs of URLSAFE with dots between them
    ESCAPED = auto()  # has a "%"
    OTHER = auto()
    OCTETS = auto()


# Decoders of letters and digits also get texts that consist only of digits.
HEXLIKE = Shape.DIGITS | Shape.HEX
TOKENLIKE = HEXLIKE | Shape.ALNUM | Shape.WORD | Shape.URLSAFE
PACKEDLIKE = TOKENLIKE | Shape.BASE64
OPEN = Shape.ESCAPED | Shape.OTHER
# Excludes texts that are more likely words or numbers.
PACKED = PACKEDLIKE & ~Shape.WORD & ~Shape.DIGITS
TOKEN = TOKENLIKE & ~Shape.WORD
# Also for texts with more than two "=" at the end, which have the shape OTHER.
PADDED = TOKEN | Shape.OTHER
ALNUM = Shape.HEX | Shape.ALNUM
MARKED = Shape.OTHER | Shape.DOTTED | Shape.URLSAFE
OCTETS, DIGITS = Shape.OCTETS, Shape.DIGITS

_SHAPES = expression(
    r"(?:(?P<WORD>[A-Z]?[a-z]*+(?:[-_.][A-Z]?[a-z]++|(?!))*+)|(?P<DIGITS>[0-9]++)"
    r"|(?P<HEX>[0-9a-f]++|[0-9A-F]++)|(?P<ALNUM>[0-9A-Za-z]++)"
    r"|(?P<URLSAFE>[0-9A-Za-z_-]++={0,2})|(?P<BASE64>[0-9A-Za-z+/]++={0,2})"
    r"|(?P<DOTTED>[0-9A-Za-z_-]++(?:\.[0-9A-Za-z_-]*+)++=?))\Z"
)


_BY_NAME = Shape.__members__


def shape_of(text: str) -> Shape:
    match = _SHAPES.match(text)
    if match is not None:
        return _BY_NAME[match.lastgroup or ""]
    return Shape.ESCAPED if "%" in text else Shape.OTHER


Condition: TypeAlias = Callable[[Datum], bool]
Decode: TypeAlias = Callable[[Datum], Iterable[Decoded]]


class Decoder(NamedTuple):
    """A decoder's row: the shapes and lengths of its texts, and a function that never raises."""

    name: str
    title: str
    source: str
    shapes: int
    least: int
    most: int
    function: Decode


class DecoderFamily:
    """The decoders of one file; with equal confidence, earlier decoders come first."""

    def __init__(self) -> None:
        self.rows: list[Decoder] = []

    def __call__(
        self,
        name: str,
        title: str,
        source: str,
        shapes: Shape,
        least: int,
        most: int = LONGEST,
        *,
        names: Sequence[str] = (),
        where: Condition | None = None,
    ) -> Callable[[Decode], Decode]:
        """Return a decorator that registers a decoder.

        The decoder is only called for parameters with one of the ``names``, if given, and only if
        ``where`` is true for the value.
        """

        def add(function: Decode) -> Decode:
            def read(datum: Datum) -> Iterable[Decoded]:
                is_named = not names or datum.name in names
                return function(datum) if is_named and (not where or where(datum)) else ()

            asked = read if names or where else function
            self.rows.append(Decoder(name, title, source, int(shapes), least, most, asked))
            return function

        return add


# Conditions.
LONGEST_HOST = 255


def is_of(datum: Datum, *names: str) -> bool:
    """Return True if the link's host is one of these names or a subdomain of one."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and _is_of(host, names)


@lru_cache(maxsize=1024)
def _is_of(host: str, names: tuple[str, ...]) -> bool:
    plain = lowered(host).removesuffix(".")
    return any(plain == name or plain.endswith(f".{name}") for name in names)


def at(*names: str) -> Condition:
    """Return a condition: the link's host is one of these names or a subdomain of one."""
    return lambda datum: is_of(datum, *names)


def at_google(datum: Datum) -> bool:
    """Return True if a label of the host is "google": www.google.com, news.google.co.uk."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and "google" in lowered(host).split(".")


def in_part(*parts: str) -> Condition:
    """Return a condition: the value is in one of these components."""
    return lambda datum: datum.part in parts


def segments(datum: Datum) -> list[str]:
    return datum.link.path.split("/")[1:] if datum.link and len(datum.link.path) < 4_096 else []


def follows(datum: Datum, *names: str) -> bool:
    """Return True if the value is a path segment right after a segment with one of these names."""
    parts = segments(datum)
    return (
        datum.part == "path" and 1 < datum.index <= len(parts) and parts[datum.index - 2] in names
    )


# Results of decoders.


def layer(
    datum: Datum,
    coding: str,
    plain: str | bytes,
    confidence: str = LIKELY,
    placing: Placing | None = None,
) -> Decoded:
    """Return the result of a coding; for bytes, it only counts if something in them can be
    read.
    """
    inner = (InnerDatum(datum.name, plain, placing),)
    if isinstance(plain, bytes):
        phrase = coded(coding)
        return Decoded(LAYER, plain.hex(), phrase, confidence, inner, needs_inside=True)
    return Decoded(LAYER, plain, decoded_text(coding, plain, confidence), confidence, inner)


def time_reading(time: str, scale: str, confidence: str = LIKELY, source: str = "") -> Decoded:
    return Decoded(TIME, time, time_of(time, scale, confidence), confidence, source=source)


def read_part(name: str, text: str, known: Decoded, placing: Placing | None = None) -> InnerDatum:
    """Return an inner part that already has a reading, and is not decoded further."""
    return InnerDatum(name, text, placing, (known,), is_final=True)


def fact(name: str, text: str) -> InnerDatum:
    """Return an inner part that is shown unchanged, without further decoding."""
    return InnerDatum(name, text, is_final=True, is_member=True)


def created(text: str, title: str, time: str, confidence: str, *others: InnerDatum) -> Decoded:
    """Return the reading of an identifier that contains its time of creation."""
    known = time_reading(time, title, confidence)
    args = {"what": message(title), "time": known.phrase.args["time"]}
    if confidence == POSSIBLE:
        phrase = message("Created {time}, if {what}", **args)
    else:
        phrase = message("{what}, created {time}", **args)
    inner = (read_part("time", text, known), *others)
    return Decoded(IDENTIFIER, text, phrase, confidence, inner)


# Unix milliseconds from 2006 to the end of 2029; other times are not considered.
EARLIEST_ID, LATEST_ID = 1_136_073_600_000, 1_893_456_000_000


def created_at(
    text: str, title: str, milliseconds: int | None, confidence: str
) -> Iterator[Decoded]:
    """Yield the reading of an identifier if its time is plausible."""
    if milliseconds is not None and EARLIEST_ID <= milliseconds < LATEST_ID:
        yield created(text, title, utc(milliseconds, 1_000), confidence)


def number_in(text: str, digits: str) -> int | None:
    """Return the number that a text represents in these digits; None for other characters."""
    number = 0
    for char in text:
        value = digits.find(char)
        if value < 0:
            return None
        number = number * len(digits) + value
    return number


# The words in a name: runs of letters, split at capitals, and runs of digits.
NAME_PARTS = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
TIMES = expression(
    "ts|times?|timestamp|stamp|date|dt|datetime|expires|expire|expiry|expiration|exp|iat|nbf"
    "|created|updated|modified|changed|published|issued|since|until|epoch|unixtime|unix|now"
    "|lastmod|[mac]time|utime|at|start|end|begin|validfrom|validto|starttime|endtime|ust|ext|se|st"
    "|utc"
    "|(?:creat|updat|modifi|chang|publish|issu|sen[dt]|expir|start|end|begin|valid|last|first|event"
    "|session|server|client|request|check_?in|check_?out|departure|arrival|birth|due|access|login"
    r"|sign|upload|delet|order)(?:e|es|ed|ied)?_?(?:at|on|time|date|stamp|timestamp|ts)"
)
# Names of numbers that are not times, though they may look like them.
COUNTS = expression(
    "order|order(?:id|no|number)|invoice|no|nr|num|number|phone|phonenumber|tel|telephone|mobile"
    "|cell|fax|whatsapp|isbn|issn|ean|gtin|upc|sku|zip|plz|postal|price|amount|total|sum|cost"
    "|quantity|qty|page|limit|offset|size|width|height|account|konto|customer|kunde|bestellung"
    "|article|artikel|product|item|ref|reference|booking|ticket|case|code|serial|version|pin|count"
    "|salary|lat|lon|lng"
)
IDENTIFIERS = expression("[upcsagto]?id|ids|uuid|guid|key|hash|user")
# Cache-busting parameters, which often contain a time.
CACHE_BUSTERS = frozenset({"_", "cb", "cachebuster", "nocache", "t", "v", "ver"})


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    last = name.rpartition(".")[2] or name
    return frozenset(each.lower() for each in NAME_PARTS.findall(last)) | {last.lower()}


def may_mean_time(name: str) -> bool:
    """Return True if a plausible number with this name is a time: "expires", "t", "v"."""
    return means_time(name) or (name in CACHE_BUSTERS and not means_count(name))


def means_time(name: str) -> bool:
    """Return True if the name clearly means a time: "expires", "createdAt"."""
    return bool(name) and not means_count(name) and _has(TIMES, name)


def means_count(name: str) -> bool:
    """Return True if the name means a number other than a time: "order", "phone"."""
    return bool(name) and _has(COUNTS, name)


def means_identifier(name: str) -> bool:
    return bool(name) and _has(IDENTIFIERS, name)


def _has(words: re.Pattern[str], name: str) -> bool:
    return any(map(words.fullmatch, words_of(name)))


# Characters that do not occur in text: control characters, private use, noncharacters.
BINARY = expression("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff]")
# Characters of words, numbers, addresses and small structures.
USUAL = expression(r"[\w .,:;/@=&?+\-\"'{}\[\]()<>%#\n\r\t]")
UNUSUAL_SHARE = 8
# Used to recognize random bytes that happen to be valid UTF-8.
BEYOND_ASCII = expression("[^\x00-\x7f]")


def text_of(octets: bytes) -> str | None:
    """Return the bytes as text; None if they are not UTF-8 or not readable."""
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return text if is_readable(text) else None


def is_readable(text: str) -> bool:
    """Return True if nearly all characters are letters, digits and usual punctuation."""
    if not text or BINARY.search(text):
        return False
    if len(text) - len(USUAL.findall(text)) > len(text) // UNUSUAL_SHARE:
        return False
    if text.isascii():
        return True
    others = BEYOND_ASCII.findall(text)
    if not any(each.isalpha() for each in others):
        return False
    # The letters of one script are in few blocks, unlike random characters.
    blocks = {ord(each) >> 8 for each in others if each.isalpha()}
    return len(blocks) <= max(2, len(others) // 4)


WORDS = expression(r"[A-Za-z]{3}|[0-9]{4}|[^\x00-\x7f]{2}")


def has_words(text: str) -> bool:
    """Return True if the text has three letters, four digits or two non-ASCII characters in a
    row.
    """
    return WORDS.search(text) is not None
