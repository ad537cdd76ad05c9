"""Mistakes with single characters: their percent-encoding, their script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from urllib.parse import unquote

from uriinspector.analysis.international.scripts import script
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core import charset
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.percent import encode
from uriinspector.lessons.mistake import row

ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
UNRESERVED = frozenset(charset.UNRESERVED_2005)
SUB_DELIMS = frozenset("!$&'()*+,;=")
DELIMITERS = frozenset("/?#[]@")
# What may stay as it is in the data of a component: what is no delimiter there (RFC 3986, A).
STAYS = {
    Part.USERINFO: UNRESERVED | SUB_DELIMS | {":"},
    Part.PATH: UNRESERVED | SUB_DELIMS | frozenset(":@"),
    Part.QUERY: UNRESERVED | SUB_DELIMS | frozenset(":@/?"),
    Part.FRAGMENT: UNRESERVED | SUB_DELIMS | frozenset(":@/?"),
}
MOST_TIMES = 3


class PlainText:
    """A text that is to be written as data of a component."""

    def __init__(self, text: str, part: Part) -> None:
        self.text = text
        self.part = part

    @cached_property
    def key(self) -> str:
        """With everything encoded but unreserved characters: that is right in every component."""
        return encode(self.text, self.part) or ""

    @property
    def shortest(self) -> str:
        """With everything that is no delimiter in this component as it is."""
        return "".join(char if char in STAYS[self.part] else escaped(char) for char in self.text)

    def is_right(self, answer: str) -> bool:
        """Whether an answer has the text for data, and encodes no unreserved character."""
        bare = ESCAPE.sub("", answer)
        escapes = {chr(int(each[1:], 16)) for each in ESCAPE.findall(answer)}
        if set(bare) - STAYS[self.part] or escapes & UNRESERVED:
            return False
        with suppress(UnicodeError):  # bytes that are no UTF-8
            return unquote(answer, errors="strict") == self.text
        return False

    def written(self, one: Callable[[str], str], more: frozenset[str] = frozenset()) -> str:
        """Each character by itself: unreserved ones stay, the others as they are made here."""
        stays = UNRESERVED | more
        return "".join(char if char in stays else one(char) for char in self.text)


def same_escapes(one: str, other: str) -> bool:
    """Whether two texts are the same but for the case of their hexadecimal digits."""
    return upper_escapes(one) == upper_escapes(other)


def upper_escapes(text: str) -> str:
    """Percent-encoding in upper case."""
    return ESCAPE.sub(lambda match: match[0].upper(), text)


def lower_escapes(text: str) -> str:
    """Percent-encoding in lower case."""
    return ESCAPE.sub(lambda match: match[0].lower(), text)


def escaped(char: str, coding: str = "utf-8") -> str:
    """A character with percent-encoding."""
    return "".join(f"%{octet:02X}" for octet in char.encode(coding, "replace"))


def encoded_again(given: PlainText) -> Iterator[str]:
    """The percent signs of the encoding are encoded."""
    if "%" in given.key:
        yield given.key.replace("%", "%25")


def not_encoded(given: PlainText) -> Iterator[str]:
    """The text as it is."""
    yield given.text


def left(holds: Callable[[str], bool]) -> Callable[[PlainText], Iterator[str]]:
    """Characters like this stay as they are, all of them or one."""

    def wrong(given: PlainText) -> Iterator[str]:
        if any(map(holds, given.text)):
            yield given.written(lambda char: char if holds(char) else escaped(char))

    return wrong


def delimiter_left(given: PlainText) -> Iterator[str]:
    """Delimiters stay that are not allowed there, with those that are or without them."""
    strange = DELIMITERS - STAYS[given.part]
    if strange & set(given.text):
        for stays in (strange, DELIMITERS, DELIMITERS | SUB_DELIMS | {":"}):
            yield given.written(escaped, stays)


def space_as(text: str) -> Callable[[PlainText], Iterator[str]]:
    """Another text for each space."""

    def wrong(given: PlainText) -> Iterator[str]:
        if " " in given.text:
            yield given.written(lambda char: text if char == " " else escaped(char))

    return wrong


def in_latin_1(given: PlainText) -> Iterator[str]:
    """One octet for a character outside ASCII, as in ISO 8859-1 or windows-1252."""
    with suppress(UnicodeError):
        if not given.text.isascii():
            given.text.encode("cp1252")
            yield given.written(lambda char: escaped(char, "cp1252"))


def by_code_point(given: PlainText) -> Iterator[str]:
    """The number of a character in place of its octets."""
    if not given.text.isascii():
        for form in ("%u{:04X}", "%{:04X}", "%{:02X}"):
            yield given.written(partial(numbered, form))


def numbered(form: str, char: str) -> str:
    """A character outside ASCII by its number."""
    return escaped(char) if char.isascii() else form.format(ord(char))


def in_decimal(given: PlainText) -> Iterator[str]:
    """Decimal numbers."""
    yield given.written(lambda char: "".join(f"%{octet}" for octet in char.encode()))


def percent_forgotten(given: PlainText) -> Iterator[str]:
    """Hexadecimal numbers without percent signs."""
    yield given.key.replace("%", "")


def left_out(given: PlainText) -> Iterator[str]:
    """No such characters at all."""
    yield given.written(lambda _: "")


def unreserved_encoded(given: PlainText) -> Iterator[str]:
    """Unreserved symbols, or all characters, are encoded."""
    for holds in (lambda char: not char.isalnum(), str.isdigit, lambda _: True):
        yield "".join(
            escaped(char) if char not in UNRESERVED or holds(char) else char for char in given.text
        )
    for symbol in "-._~":
        yield given.key.replace(symbol, escaped(symbol))


ENCODING = (
    row(
        "text-encoded-twice",
        encoded_again,
        'You encoded "%" again. Decoded once, that is not the text.',
        "RFC 3986 2.4",
    ),
    row(
        "percent-not-encoded",
        left(lambda char: char == "%"),
        'You left "%" as it is. It begins an encoded byte, so it is encoded itself.',
        "RFC 3986 2.4",
    ),
    row(
        "space-as-plus",
        space_as("+"),
        'You wrote "+" for a space. Only forms do so, in a query. In a URI, a space is "%20".',
        "RFC 3986 2.1",
    ),
    row(
        "space-replaced",
        space_as("-"),
        'You wrote another character for a space. A space is "%20".',
        "RFC 3986 2.1",
    ),
    row(
        "space-not-encoded",
        left(lambda char: char == " "),
        "You left a space as it is. No component has spaces.",
        "RFC 3986 2.1",
    ),
    row(
        "latin-1-for-utf-8",
        in_latin_1,
        "You encoded the bytes of another coding. In UTF-8, a character outside ASCII has two "
        "bytes or more.",
        "RFC 3986 2.5",
    ),
    row(
        "code-point-for-bytes",
        by_code_point,
        "You encoded the number of a character. Each byte of its UTF-8 form is encoded.",
        "RFC 3986 2.5",
    ),
    row(
        "non-ascii-not-encoded",
        left(lambda char: not char.isascii()),
        "You left a character outside ASCII as it is. A URI has only ASCII.",
        "RFC 3986 2.5",
    ),
    row(
        "delimiter-not-encoded",
        delimiter_left,
        "You left a delimiter as it is. As data, it has to be encoded in this place.",
        "RFC 3986 2.2",
    ),
    row(
        "unreserved-encoded-too",
        unreserved_encoded,
        "You encoded an unreserved character. ASCII letters, digits and -._~ stay as they are.",
        "RFC 3986 2.3",
    ),
    row(
        "decimal-for-hexadecimal",
        in_decimal,
        "You wrote decimal numbers. The two digits of a byte are hexadecimal.",
        "RFC 3986 2.1",
    ),
    row(
        "percent-sign-forgotten",
        percent_forgotten,
        'You left out "%". Without it, the two digits are only text.',
        "RFC 3986 2.1",
    ),
    row("characters-left-out", left_out, "You left out characters. Encoded, they are kept."),
    row("nothing-encoded", not_encoded, "You left the text as it is. Some of it must be encoded."),
)


class EncodedText:
    """A text with percent-encoding, and how many times it is to be decoded."""

    def __init__(self, text: str, times: int) -> None:
        self.text = text
        self.times = times

    @cached_property
    def key(self) -> str:
        """The text after so many decodings."""
        return decode_escapes(self.text, self.times)


def too_often(given: EncodedText) -> Iterator[str]:
    """Once more, or until nothing is encoded."""
    for times in range(given.times + 1, MOST_TIMES + 2):
        yield decode_escapes(given.text, times)


def too_seldom(given: EncodedText) -> Iterator[str]:
    """Once less."""
    if given.times > 1:
        yield decode_escapes(given.text, given.times - 1)


def plus_decoded(given: EncodedText) -> Iterator[str]:
    """Each plus sign is a space: before decoding, or after it."""
    if "+" in given.key:
        yield given.key.replace("+", " ")
        yield decode_escapes(given.text.replace("+", " "), given.times)


def latin_1_decoded(given: EncodedText) -> Iterator[str]:
    """Each byte is a character."""
    before = decode_escapes(given.text, given.times - 1) if given.times > 1 else given.text
    for coding in ("cp1252", "latin-1"):
        yield ESCAPE.sub(partial(_byte_alone, coding), before)


def _byte_alone(coding: str, match: re.Match[str]) -> str:
    return bytes([int(match[0][1:], 16)]).decode(coding, "replace")


def delimiters_encoded(given: EncodedText) -> Iterator[str]:
    """Encoded delimiters stay encoded."""
    before = decode_escapes(given.text, given.times - 1) if given.times > 1 else given.text

    def decoded(match: re.Match[str]) -> str:
        text = decode_escapes(match[0])
        return "".join(escaped(char) if char in ":/?#[]@&=+" else char for char in text)

    yield ESCAPES.sub(decoded, before)


def escape_removed(given: EncodedText) -> Iterator[str]:
    """An encoded byte is left out, or its percent sign, or a space takes its place."""
    for text in ("", " ", "_"):
        yield ESCAPES.sub(text, given.text)
    yield given.text.replace("%", "")


def first_alone(given: EncodedText) -> Iterator[str]:
    """Only the first encoded character is decoded."""
    match = ESCAPES.search(given.text)
    if match:
        front, rest = given.text[: match.start()], given.text[match.end() :]
        yield f"{front}{decode_escapes(match[0], given.times)}{rest}"


def nothing_decoded(given: EncodedText) -> Iterator[str]:
    """The text as it is."""
    yield given.text


DECODING = (
    row(
        "decoded-too-seldom",
        too_seldom,
        'You decoded too few times. "%25" is "%", which begins the next encoded byte.',
        "RFC 3986 2.4",
    ),
    row(
        "decoded-too-often",
        too_often,
        "You decoded too many times. What decoding gives is not decoded again.",
        "RFC 3986 2.4",
    ),
    row(
        "plus-as-space",
        plus_decoded,
        'You took "+" for a space. Only forms do so, in a query.',
        "RFC 3986 2.2",
    ),
    row(
        "latin-1-decoded",
        latin_1_decoded,
        "You took each byte for a character. In UTF-8, several bytes are one character.",
        "RFC 3986 2.5",
    ),
    row(
        "delimiters-left-encoded",
        delimiters_encoded,
        "You left delimiters encoded. Decoding data decodes every byte.",
        "RFC 3986 2.2",
    ),
    row(
        "first-decoded-alone",
        first_alone,
        "You decoded only the first encoded character.",
        "RFC 3986 2.1",
    ),
    row(
        "encoded-bytes-removed",
        escape_removed,
        "You removed an encoded byte. Decoded, it is a character or a part of one.",
        "RFC 3986 2.1",
    ),
    row("nothing-decoded", nothing_decoded, "You left the text as it is. Some of it is encoded."),
)

NO_LETTER = "none"
LATIN = "Latn"
# What every script uses, and what goes with the letter before it (UAX 24).
NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
LONGEST = 2_000


class MixedName:
    """The host of a link, and the letters in it that are not of the script of their label."""

    def __init__(self, text: str) -> None:
        self.text = text
        span = parse(text, edition="2005").span(Part.HOST) if len(text) <= LONGEST else None
        self.span = span or Span(0, 0)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where the letters of a rarer script are; none where each label has one script."""
        found: list[int] = []
        at = self.span.start
        for label in self.span.of(self.text).split("."):
            found += (at + place for place in _strangers(label))
            at += len(label) + 1
        return tuple(found)

    @property
    def key(self) -> str:
        """The number of the first of them, counted from 1 in the whole text."""
        return str(self.places[0] + 1) if self.places else NO_LETTER


def _strangers(label: str) -> list[int]:
    """The letters of a label that are of a script with fewer letters there than another one."""
    scripts = [script(char) for char in label]
    counts = {each: scripts.count(each) for each in scripts if each not in NO_SCRIPT}
    if len(counts) < 2:
        return []
    most = max(counts, key=counts.__getitem__)
    return [at for at, each in enumerate(scripts) if each in counts and each != most]


def in_host(holds: Callable[[str], bool]) -> Callable[[MixedName], Iterator[str]]:
    """The places of characters like this in the host, as far as they are not what was asked for."""

    def wrong(name: MixedName) -> Iterator[str]:
        for at in range(*name.span):
            if at not in name.places and holds(name.text[at]):
                yield str(at + 1)

    return wrong


def outside(name: MixedName) -> Iterator[str]:
    """A character before or behind the host."""
    yield from (str(at + 1) for at in range(len(name.text)) if at not in range(*name.span))


def overlooked(name: MixedName) -> Iterator[str]:
    """None, though there is one."""
    if name.places:
        yield NO_LETTER


def counted_from_zero(name: MixedName) -> Iterator[str]:
    """One less."""
    yield from (str(at) for at in name.places)


def counted_in_host(name: MixedName) -> Iterator[str]:
    """Counted from the first character of the host."""
    yield from (str(at - name.span.start + 1) for at in name.places)


SCRIPT_ROWS = (
    row(
        "other-script-overlooked",
        overlooked,
        "You named no letter. At least one letter of the host is of another script.",
    ),
    row(
        "script-counted-from-zero",
        counted_from_zero,
        "You counted from 0. The first character is number 1.",
    ),
    row(
        "script-counted-in-host",
        counted_in_host,
        "You counted from the start of the host. The whole link is counted.",
    ),
    row("outside-the-host", outside, "You named a character outside of the host."),
    row(
        "digit-taken-for-script",
        in_host(lambda char: char.isdigit()),
        "You named a digit. Every script uses it.",
    ),
    row(
        "delimiter-taken-for-script",
        in_host(lambda char: char in ".-"),
        "You named a dot or a hyphen. Every script uses it.",
    ),
    row(
        "accent-taken-for-script",
        in_host(lambda char: not char.isascii() and script(char) == LATIN),
        "You named a Latin letter that is not in ASCII. Its script is that of the letters around "
        "it.",
    ),
    row(
        "ascii-taken-for-script",
        in_host(lambda char: char.isascii() and char.isalpha()),
        "You named a letter of ASCII. Its script is that of the letters around it.",
    ),
    row(
        "one-script-taken-for-two",
        in_host(lambda char: script(char) not in {LATIN, *NO_SCRIPT}),
        "You named a letter of the script that its label has most. Another script was asked for.",
    ),
)
