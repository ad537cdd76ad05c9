"""Mistakes with single characters: their percent-encoding and their script."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from html.entities import codepoint2name
from urllib.parse import unquote

from uriinspector.analysis.international.scripts import script
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core import charset
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.percent import encode
from uriinspector.lessons.mistake import NONE, by_code, rows

ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
UNRESERVED = frozenset(charset.UNRESERVED_2005)
SUB_DELIMS = frozenset("!$&'()*+,;=")
DELIMITERS = frozenset("/?#[]@")
# Characters that need no encoding in a component's data, as they are not delimiters there (RFC 3986
# appendix A).
STAYS = {
    Part.USERINFO: UNRESERVED | SUB_DELIMS | {":"},
    Part.PATH: UNRESERVED | SUB_DELIMS | frozenset(":@"),
    Part.QUERY: UNRESERVED | SUB_DELIMS | frozenset(":@/?"),
    Part.FRAGMENT: UNRESERVED | SUB_DELIMS | frozenset(":@/?"),
}
MOST_TIMES = 3
CODE_POINTS = ("%u{:04X}", "%{:04X}", "%{:02X}")
# A row of encoded bytes outside ASCII, or a single encoded byte or character.
UNIT = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+|%[0-9A-Fa-f]{2}|.", re.DOTALL)
MOST_WORK = 100_000
TOO_MANY = frozenset("123")  # more than two mistakes are not named


class PlainText:
    """A text to be encoded as data of a component."""

    def __init__(self, text: str, part: str) -> None:
        self.text = text
        self.part = part = Part(part)
        # All characters are encoded except unreserved ones, which is right in every
        # component.
        self.key = encode(text, part) or ""

    @property
    def shortest(self) -> str:
        """The text with only those characters encoded that the component does not allow."""
        return "".join(char if char in STAYS[self.part] else escaped(char) for char in self.text)

    def is_right(self, answer: str) -> bool:
        """Return True if an answer decodes to the text, and does not encode unreserved
        characters.
        """
        bare = ESCAPE.sub("", answer)
        escapes = {chr(int(each[1:], 16)) for each in ESCAPE.findall(answer)}
        if set(bare) - STAYS[self.part] or escapes & UNRESERVED:
            return False
        with suppress(UnicodeError):  # invalid UTF-8
            return unquote(answer, errors="strict") == self.text
        return False

    @staticmethod
    def written(char: str) -> str:
        """Return a character as it is encoded in every component."""
        return char if char in UNRESERVED else escaped(char)

    def alike(self, answer: str | None, wrong: str | None) -> bool:
        """Return True if two answers are the same apart from characters whose encoding is
        optional.
        """
        return self._encoded(answer or "") == self._encoded((wrong or "").strip())

    def _encoded(self, text: str) -> str:
        free = STAYS[self.part] - UNRESERVED
        return "".join(escaped(char) if char in free else char for char in upper_escapes(text))

    def slip(self, code: str) -> Iterator[str]:
        """Yield the text with a mistake made everywhere possible."""
        yield from slipped(
            code,
            (
                (char, ())
                if char in UNRESERVED
                else (escaped(char), _encoded_ways(char, self.part))
                for char in self.text
            ),
        )

    def unreserved_encoded(self) -> Iterator[str]:
        """Yield the text with an unreserved symbol encoded."""
        yield from (self.key.replace(symbol, escaped(symbol)) for symbol in "-._~")

    def encoded_again(self) -> Iterator[str]:
        """Yield the encoded text with its percent signs encoded again."""
        if "%" in self.key:
            yield self.key.replace("%", "%25")
            yield self.key.replace("%25", "%2525")


def slipped(code: str, units: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> Iterator[str]:
    """Yield the texts with a mistake, given each unit's right form and the ways to write it."""
    forms = [[form for form, made in ways if made == code] or [right] for right, ways in units]
    for at in range(max(map(len, forms), default=0)):
        yield "".join(each[min(at, len(each) - 1)] for each in forms)


def encoding_slips(given: PlainText, answer: str) -> tuple[str, ...]:
    """Return the codes of the mistakes that turn the text into an answer; empty if none do."""
    return _slips([dict(_encoded_ways(char, given.part)) for char in given.text], answer)


def _encoded_ways(char: str, part: Part) -> Iterator[tuple[str, str]]:
    """Yield the ways in which learners write a character, each with its mistake or ""."""
    code = escaped(char)
    yield "", "characters-left-out"
    if char in UNRESERVED:
        yield code, "unreserved-encoded-too"
        yield char, ""
        return
    bare = code.replace("%", "")
    yield from ((form, "percent-sign-forgotten") for form in (bare, f"%{bare}"))
    yield "".join(f"%{byte}" for byte in char.encode()), "decimal-for-hexadecimal"
    yield code.replace("%", "%25"), "text-encoded-twice"
    yield from ((form, "entity-for-bytes") for form in entities(char))
    if char == " ":
        yield from {"+": "space-as-plus", "-": "space-replaced", "_": "space-replaced"}.items()
    if not char.isascii():
        yield escaped(char, "cp1252"), "latin-1-for-utf-8"
        yield from ((form.format(ord(char)), "code-point-for-bytes") for form in CODE_POINTS)
    left = {"%": "percent-not-encoded", " ": "space-not-encoded"}.get(char)
    left = left or ("delimiter-not-encoded" if char.isascii() else "non-ascii-not-encoded")
    yield char, "" if char in STAYS[part] else left
    yield from ((code.lower(), ""), (code, ""))


OTHER_SIGN = {"+": (" ", "plus-as-space"), " ": ("+", "space-as-plus")}


def entities(char: str) -> tuple[str, str]:
    """Return a character as it is written in HTML, by name and by number."""
    return f"&{codepoint2name.get(ord(char))};", f"&#{ord(char)};"


def decoding_slips(given: EncodedText, answer: str) -> tuple[str, ...]:
    """Return the codes of the mistakes that turn the encoded text into an answer."""
    ways = [dict(_decoded_ways(each)) for each in UNIT.findall(given.before)]
    return _slips(ways, answer)


def _decoded_ways(unit: str) -> Iterator[tuple[str, str]]:
    """Yield the ways in which learners read a character or a row of encoded bytes."""
    text = decode_escapes(unit)
    if text != unit:
        yield "", "encoded-bytes-removed"
        yield " ", "plus-as-space" if text == "+" else "encoded-bytes-removed"
        yield from ((form, "entity-for-bytes") for form in entities(text[0]))
        yield unit.replace("%", ""), "percent-sign-forgotten"
        yield unit, "escape-left"
        octets = bytes.fromhex(unit.replace("%", ""))
        for coding in ("cp1252", "latin-1"):
            yield octets.decode(coding, "replace"), "latin-1-decoded"
    else:
        yield "", "characters-lost"
    if text in OTHER_SIGN:
        yield OTHER_SIGN[text]
    yield text, ""


def _slips(ways: list[dict[str, str]], answer: str) -> tuple[str, ...]:
    """Return the smallest set of mistakes by which the characters give the answer."""
    if len(ways) * len(answer) > MOST_WORK:
        return ()
    best: dict[int, frozenset[str]] = {0: frozenset()}
    for forms in ways:
        after: dict[int, frozenset[str]] = {}
        for at, codes in best.items():
            for form, code in forms.items():
                end, made = at + len(form), codes | ({code} if code else frozenset())
                if answer.startswith(form, at) and len(made) < len(after.get(end, TOO_MANY)):
                    after[end] = made
        best = after
    return tuple(sorted(best.get(len(answer), ())))


def same_escapes(one: str, other: str) -> bool:
    """Return True if two texts are the same, ignoring the case of hexadecimal digits."""
    return upper_escapes(one) == upper_escapes(other)


def upper_escapes(text: str) -> str:
    """Return the text with uppercase percent-encoding."""
    return ESCAPE.sub(lambda match: match[0].upper(), text)


def lower_escapes(text: str) -> str:
    """Return the text with lowercase percent-encoding."""
    return ESCAPE.sub(lambda match: match[0].lower(), text)


def decoded_only(text: str, characters: Container[str]) -> str:
    """Return the text with only these characters decoded."""

    def decoded(match: re.Match[str]) -> str:
        char = chr(int(match[0][1:], 16))
        return char if char in characters else match[0]

    return ESCAPE.sub(decoded, text)


def escaped(char: str, coding: str = "utf-8") -> str:
    return "".join(f"%{octet:02X}" for octet in char.encode(coding, "replace"))


ENCODING_TABLE = (
    (
        "text-encoded-twice",
        "",
        "*encoded_again",
        'You encoded "%" again. Decoding the result once does not give the text.',
        "RFC 3986 2.4",
    ),
    (
        "percent-not-encoded",
        "",
        "*slip percent-not-encoded",
        'You left "%" as it is. It begins an encoded byte, so it must be encoded itself.',
        "RFC 3986 2.4",
    ),
    (
        "space-as-plus",
        "",
        "*slip space-as-plus",
        'You wrote "+" for a space. In a URI, a space is "%20"; only form data uses "+".',
        "RFC 3986 2.1",
    ),
    (
        "space-replaced",
        "",
        "*slip space-replaced",
        'You replaced a space with another character. Write it as "%20".',
        "RFC 3986 2.1",
    ),
    (
        "space-not-encoded",
        "",
        "*slip space-not-encoded",
        "You left a space as it is. No component can contain spaces.",
        "RFC 3986 2.1",
    ),
    (
        "latin-1-for-utf-8",
        "",
        "*slip latin-1-for-utf-8",
        "You used another character encoding. In UTF-8, a character outside ASCII has two bytes "
        "or more.",
        "RFC 3986 2.5",
    ),
    (
        "code-point-for-bytes",
        "",
        "*slip code-point-for-bytes",
        "You encoded the code point of a character. Encode each byte of its UTF-8 form instead.",
        "RFC 3986 2.5",
    ),
    (
        "non-ascii-not-encoded",
        "",
        "*slip non-ascii-not-encoded",
        "You left a character outside ASCII as it is. A URI contains only ASCII characters.",
        "RFC 3986 2.5",
    ),
    (
        "delimiter-not-encoded",
        "",
        "*slip delimiter-not-encoded",
        "You left a delimiter as it is. Here it is data and must be encoded.",
        "RFC 3986 2.2",
    ),
    (
        "unreserved-encoded-too",
        "",
        "*unreserved_encoded",
        "You encoded an unreserved character. ASCII letters, digits and -._~ stay as they are.",
        "RFC 3986 2.3",
    ),
    (
        "decimal-for-hexadecimal",
        "",
        "*slip decimal-for-hexadecimal",
        'You wrote decimal numbers. The two digits after "%" are hexadecimal.',
        "RFC 3986 2.1",
    ),
    (
        "percent-sign-forgotten",
        "",
        "*slip percent-sign-forgotten",
        'You left out "%". Without it, the two digits are ordinary text.',
        "RFC 3986 2.1",
    ),
    (
        "entity-for-bytes",
        "",
        (),
        'You encoded a character as in HTML. In a URI, "%" and two digits encode a byte.',
        "RFC 3986 2.1",
    ),
    (
        "characters-left-out",
        "",
        "*slip characters-left-out",
        "You left out characters. Encoding keeps every character.",
    ),
    ("nothing-encoded", "", "{text}", "You left the text as it is. Some of it must be encoded."),
)


class EncodedText:
    """A text with percent-encoding, and the number of times that it is to be decoded."""

    def __init__(self, text: str, times: str) -> None:
        self.text = text
        self.times = count = int(times)
        self.before = decode_escapes(text, count - 1) if count > 1 else text
        # The text after all decodings.
        self.key = decode_escapes(text, count)

    def too_often(self) -> Iterator[str]:
        """Yield the text decoded more often than asked."""
        for times in range(self.times + 1, MOST_TIMES + 2):
            yield decode_escapes(self.text, times)

    def too_seldom(self) -> Iterator[str]:
        """Yield the text decoded one time too few."""
        if self.times > 1:
            yield self.before

    def slip(self, code: str) -> Iterator[str]:
        """Yield the text with a mistake made wherever it can be made."""
        units = UNIT.findall(self.before)
        yield from slipped(code, ((decode_escapes(each), _decoded_ways(each)) for each in units))

    def delimiters_encoded(self) -> Iterator[str]:
        """Yield the text with encoded delimiters not decoded."""
        yield ESCAPES.sub(_decoded_data, self.before)

    def first_alone(self) -> Iterator[str]:
        """Yield the text with only the first encoded characters decoded."""
        match = ESCAPES.search(self.text)
        if match:
            front, rest = self.text[: match.start()], self.text[match.end() :]
            yield f"{front}{decode_escapes(match[0], self.times)}{rest}"


def _decoded_data(match: re.Match[str]) -> str:
    text = decode_escapes(match[0])
    return "".join(escaped(char) if char in ":/?#[]@&=+" else char for char in text)


DECODING_TABLE = (
    (
        "percent-sign-forgotten",
        "",
        (),
        'You removed only "%". The two digits after it are part of the encoded byte.',
        "RFC 3986 2.1",
    ),
    (
        "decoded-too-seldom",
        "",
        "*too_seldom",
        'You decoded too few times. "%25" decodes to "%", which can begin another encoded byte.',
        "RFC 3986 2.4",
    ),
    (
        "decoded-too-often",
        "",
        "*too_often",
        "You decoded too many times. The result is not decoded again.",
        "RFC 3986 2.4",
    ),
    (
        "plus-as-space",
        "key~+",
        "*slip plus-as-space",
        'You took "+" for a space. It means a space only in a query with form data.',
        "RFC 3986 2.2",
    ),
    (
        "latin-1-decoded",
        "",
        "*slip latin-1-decoded",
        "You treated each byte as a character. In UTF-8, several bytes can form one character.",
        "RFC 3986 2.5",
    ),
    (
        "delimiters-left-encoded",
        "",
        "*delimiters_encoded",
        "You left delimiters encoded. When data is decoded, every encoded byte is decoded.",
        "RFC 3986 2.2",
    ),
    (
        "escape-left",
        "",
        (),
        "You left an encoded byte as it is. Every encoded byte has to be decoded.",
        "RFC 3986 2.1",
    ),
    (
        "first-decoded-alone",
        "",
        "*first_alone",
        "You decoded only the first encoded character.",
        "RFC 3986 2.1",
    ),
    (
        "encoded-bytes-removed",
        "",
        "*slip encoded-bytes-removed",
        "You removed an encoded byte. It encodes a character or part of one.",
        "RFC 3986 2.1",
    ),
    (
        "space-as-plus",
        "",
        (),
        'You wrote "+" for a space. "%20" decodes to a space.',
        "RFC 3986 2.1",
    ),
    ("characters-lost", "", (), "You left out characters. Decoding keeps every other character."),
    (
        "entity-for-bytes",
        "",
        (),
        "You wrote a character as in HTML. Decoding gives the character itself.",
        "RFC 3986 2.1",
    ),
    ("nothing-decoded", "", "{text}", "You left the text as it is. Some of it is encoded."),
)

LATIN = "Latn"
# Scripts of characters that all scripts use, or that take the script of the letter before (UAX 24).
NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
LONGEST = 2_000


class MixedName:
    """The host of a link, and letters in it whose script differs from the rest of their label."""

    def __init__(self, text: str, **_: str) -> None:
        self.text = text
        span = parse(text, edition="2005").span(Part.HOST) if len(text) <= LONGEST else None
        self.span = span or Span(0, 0)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The positions of letters in the less frequent script of a label; empty if there
        are none.
        """
        found: list[int] = []
        at = self.span.start
        for label in self.span.of(self.text).split("."):
            found += (at + place for place in _strangers(label))
            at += len(label) + 1
        return tuple(found)

    @property
    def key(self) -> str:
        """The number of the first such letter, counted from 1 in the whole text, or "none"."""
        return str(self.places[0] + 1) if self.places else NONE

    def in_host(self, kind: str) -> Iterator[str]:
        """Yield the numbers of characters of a kind in the host, except for right answers."""
        for at in range(*self.span):
            if at not in self.places and CHARACTERS[kind](self.text[at]):
                yield str(at + 1)

    def outside(self) -> Iterator[str]:
        """Yield the numbers of characters before or after the host."""
        places = range(*self.span)
        yield from (str(at + 1) for at in range(len(self.text)) if at not in places)

    def numbers(self, first: str) -> Iterator[str]:
        """Yield the right numbers, but counted from 0, or from the start of host or label."""
        for at in self.places:
            label = max(self.text.rfind(".", 0, at) + 1, self.span.start)
            start = {"host": self.span.start - 1, "label": label - 1}.get(first, 0)
            yield str(at - start)


def _strangers(label: str) -> list[int]:
    """Return the positions of letters in a label that do not belong to its most frequent script."""
    scripts = [script(char) for char in label]
    counts = {each: scripts.count(each) for each in scripts if each not in NO_SCRIPT}
    if len(counts) < 2:
        return []
    most = max(counts, key=counts.__getitem__)
    return [at for at, each in enumerate(scripts) if each in counts and each != most]


CHARACTERS: dict[str, Callable[[str], bool]] = {
    "digit": str.isdigit,
    "delimiter": ".-".__contains__,
    "accent": lambda char: not char.isascii() and script(char) == LATIN,
    "ascii": lambda char: char.isascii() and char.isalpha(),
    "script": lambda char: script(char) not in {LATIN, *NO_SCRIPT},
}
SCRIPT_TABLE = (
    (
        "other-script-overlooked",
        "places",
        "none",
        "You named no letter. At least one letter of the host is from another script.",
    ),
    (
        "script-counted-from-zero",
        "",
        "*numbers 0",
        "You counted from 0. The first character is number 1.",
    ),
    (
        "script-counted-in-host",
        "",
        "*numbers host",
        "You counted from the start of the host. Count from the start of the link.",
    ),
    (
        "script-counted-in-label",
        "",
        "*numbers label",
        "You counted from a dot. Count from the start of the link.",
    ),
    ("outside-the-host", "", "*outside", "You named a character outside the host."),
    (
        "digit-taken-for-script",
        "",
        "*in_host digit",
        "You named a digit. Digits are used with every script.",
    ),
    (
        "delimiter-taken-for-script",
        "",
        "*in_host delimiter",
        "You named a dot or a hyphen. These are used with every script.",
    ),
    (
        "accent-taken-for-script",
        "",
        "*in_host accent",
        "You named a Latin letter outside ASCII. It is from the same script as the letters "
        "around it.",
    ),
    (
        "ascii-taken-for-script",
        "",
        "*in_host ascii",
        "You named an ASCII letter. It is from the same script as the letters around it.",
    ),
    (
        "one-script-taken-for-two",
        "",
        "*in_host script",
        "You named a letter of the label's main script. The question is about the other script.",
    ),
)
ENCODING, DECODING = rows(*ENCODING_TABLE), rows(*DECODING_TABLE)
NEEDLESS = by_code(ENCODING)["unreserved-encoded-too"]
SCRIPTS = rows(*SCRIPT_TABLE)
