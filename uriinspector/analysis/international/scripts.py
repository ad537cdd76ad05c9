"""Scripts of characters, their lookalikes (UTS 39), and their visibility.

This module decides which characters are never drawn raw, and how text looks to people: combining
marks are ignored, invisible characters are left out, compatibility forms are replaced (NFKC), and
lookalikes of ASCII letters, digits, dots and slashes are read as the originals.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import islice, product
from typing import Literal

from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.model import NamedTuple, Span, message

# The maximum length normalized at once, as sorting combining marks takes quadratic time.
PIECE = 256


class Ranges:
    """A character property, as a table of ranges with columns."""

    __slots__ = ("_ends", "_starts", "_values")

    def __init__(self, name: str) -> None:
        """Read a table of ranges, which must be sorted."""
        rows = shipped_rows(name)
        ends = [row[0].partition("..") for row in rows]
        self._starts = [int(first, 16) for first, _, _ in ends]
        self._ends = [int(last or first, 16) for first, _, last in ends]
        self._values = [tuple(row[1:]) for row in rows]

    def of(self, char: str) -> tuple[str, ...]:
        """Return the columns of a character's range, or ()."""
        code = ord(char)
        at = bisect_right(self._starts, code) - 1
        return self._values[at] if at >= 0 and code <= self._ends[at] else ()


def characters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def normalized(form: Literal["NFC", "NFD"], text: str) -> str:
    """Normalize a text in pieces, so that long runs of marks do not take quadratic time."""
    if len(text) <= PIECE:
        return unicodedata.normalize(form, text)
    return "".join(unicodedata.normalize(form, piece) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + PIECE
        # A cut before a base letter changes nothing, except in decomposed Hangul.
        for at in range(min(end, len(text) - 1), start + PIECE // 2, -1):
            if not unicodedata.combining(text[at]) and not "\u1160" <= text[at] <= "\u11ff":
                end = at if end < len(text) else end
                break
        yield text[start:end]
        start = end


COMMON = frozenset({"Zyyy", "Zinh"})
UNKNOWN = "Zzzz"
# UTS 39 5.1: scripts that one language combines form an additional script.
JOINED = {
    "Hani": ("Hanb", "Jpan", "Kore"),
    "Hira": ("Jpan",),
    "Kana": ("Jpan",),
    "Hang": ("Kore",),
    "Bopo": ("Hanb",),
}
EAST_ASIAN = frozenset({"Hanb", "Jpan", "Kore"})


class Level(IntEnum):
    """Levels of script mixing, from the strictest (UTS 39 5.2)."""

    ASCII = 1
    SINGLE_SCRIPT = 2
    HIGHLY_RESTRICTIVE = 3
    MODERATELY_RESTRICTIVE = 4
    MINIMALLY_RESTRICTIVE = 5
    UNRESTRICTED = 6


@cache
def _scripts() -> Ranges:
    return Ranges("unicode/scripts.txt")


@cache
def _identifiers() -> Ranges:
    return Ranges("unicode/identifiers.txt")


@cache
def _names() -> dict[str, tuple[str, str]]:
    return {code: (name, usage) for code, name, usage in shipped_rows("unicode/script-names.txt")}


@cache
def _digit_zeros() -> dict[int, int]:
    zeros = (ord(characters(row[0])) for row in shipped_rows("unicode/digits.txt"))
    return {zero + value: zero for zero in zeros for value in range(10)}


@lru_cache(maxsize=4096)
def script(char: str) -> str:
    result = _scripts().of(char)
    return result[0] if result else UNKNOWN


@lru_cache(maxsize=4096)
def script_set(char: str) -> frozenset[str]:
    """Return the scripts that a character is used with (Script_Extensions)."""
    result = _scripts().of(char)
    return frozenset(result[-1].split()) if result else frozenset({UNKNOWN})


def script_name(code: str) -> str:
    """Return the name of a script as a translatable message."""
    joined = {"Hanb": "Han with Bopomofo", "Jpan": "Japanese", "Kore": "Korean"}
    named = _names().get(code)
    return message(named[0] if named else joined.get(code, "unknown script"))


def is_recommended(code: str) -> bool:
    """Return True if a script is in widespread use (UAX 31, table 5)."""
    named = _names().get(code)
    return named is not None and named[1] == "recommended"


@lru_cache(maxsize=4096)
def augmented_set(char: str) -> frozenset[str] | None:
    """Return the script set, with scripts that combine several added; None if any script fits."""
    result = script_set(char)
    if result & COMMON:
        return None
    return result.union(*(JOINED.get(each, ()) for each in result))


def resolved_scripts(text: str) -> frozenset[str] | None:
    """Return the scripts in which all of the text can be written; None if any will do."""
    return _intersection(text, frozenset())


def _intersection(text: str, without: frozenset[str]) -> frozenset[str] | None:
    left: frozenset[str] | None = None
    for char in dict.fromkeys(text):
        result = augmented_set(char)
        if result is not None and not result & without:
            left = result if left is None else left & result
    return left


def is_single_script(text: str) -> bool:
    """Return True if one script, or a joined one, covers the text."""
    return resolved_scripts(text) != frozenset()


def script_runs(text: str) -> tuple[tuple[str, Span], ...]:
    """Return maximal runs of one script; common characters belong to the run before them."""
    runs: list[tuple[str, Span]] = []
    for at, char in enumerate(text):
        result = script(char)
        here = result if result not in COMMON else (runs[-1][0] if runs else result)
        if runs and (runs[-1][0] == here or runs[-1][0] in COMMON):
            runs[-1] = (here, Span(runs[-1][1].start, at + 1))
        else:
            runs.append((here, Span(at, at + 1)))
    return tuple(runs)


def identifier_types(char: str) -> tuple[str, ...]:
    """Return the identifier types of UTS 39; () for code points without a character."""
    result = _identifiers().of(char)
    return tuple(result[0].split()) if result else ()


@lru_cache(maxsize=4096)
def is_allowed(char: str) -> bool:
    return not {"recommended", "inclusion"}.isdisjoint(identifier_types(char))


def restriction_level(text: str, *, profile: bool = True) -> Level:
    """Return the strictest level that the text meets.

    Without `profile` it does not matter whether each character is allowed in names.
    """
    if profile and not all(is_allowed(char) for char in dict.fromkeys(text)):
        return Level.UNRESTRICTED
    if text.isascii():
        return Level.ASCII
    if is_single_script(text):
        return Level.SINGLE_SCRIPT
    beside_latin = _intersection(text, frozenset({"Latn"}))
    if beside_latin is None or not beside_latin:
        return Level.MINIMALLY_RESTRICTIVE
    if beside_latin & EAST_ASIAN:
        return Level.HIGHLY_RESTRICTIVE
    others = {each for each in beside_latin if is_recommended(each)} - {"Cyrl", "Grek"}
    return Level.MODERATELY_RESTRICTIVE if others else Level.MINIMALLY_RESTRICTIVE


def number_systems(text: str) -> dict[str, Span]:
    """Return each decimal system's zero, and the place of its first digit (UTS 39 5.3)."""
    values: dict[str, Span] = {}
    for at, char in enumerate(text):
        zero = _digit_zeros().get(ord(char))
        if zero is not None:
            values.setdefault(chr(zero), Span(at, at + 1))
    return values


BIDI_CONTROLS = {
    "\u061c": "ALM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
}
# Invisible although their category is letter or symbol.
BLANKS = frozenset("\u2800\u3164\uffa0\u115f\u1160")

KINDS = {
    "Cc": "control character",
    "Cf": "format character",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cs": "lone surrogate",
    "Co": "private use",
    "Cn": "unassigned",
    "Zs": "space other than U+0020",
}


class Risk(NamedTuple):
    kind: str
    category: str | None
    ignorable: bool


@cache
def _risky() -> Ranges:
    return Ranges("unicode/risky.txt")


@lru_cache(maxsize=4096)
def risk(char: str) -> Risk | None:
    result = _risky().of(char)
    if not result:
        return None
    words = result[0].split()
    category = words[0] if words[0] in KINDS else None
    ignorable = "ignorable" in words
    if char in BIDI_CONTROLS:
        kind = "direction control"
    elif category and category != "Cf":
        kind = KINDS[category]
    elif ignorable:
        kind = "invisible character"
    else:
        kind = KINDS["Cf"] if category else "right-to-left character"
    return Risk(kind, category, ignorable)


def is_risky(char: str) -> bool:
    """Return True if a character is never drawn raw.

    These are categories Cc Cf Zl Zp Cs Co Cn, Zs except the space, and characters that are
    default-ignorable or right to left.
    """
    return not " " <= char <= "~" and risk(char) is not None


@lru_cache(maxsize=4096)
def is_invisible(char: str) -> bool:
    why = risk(char)
    return char in BLANKS or (why is not None and (why.ignorable or char in BIDI_CONTROLS))


def invisible_spans(text: str) -> tuple[Span, ...]:
    runs: list[Span] = []
    for at, char in enumerate(text):
        if is_invisible(char):
            start = runs.pop().start if runs and runs[-1].end == at else at
            runs.append(Span(start, at + 1))
    return tuple(runs)


def bidi_controls(text: str) -> Iterator[tuple[Span, str]]:
    for at, char in enumerate(text):
        if char in BIDI_CONTROLS:
            yield Span(at, at + 1), BIDI_CONTROLS[char]


@cache
def _prototypes() -> dict[int, str]:
    """Return a table for `str.translate` from code points to prototypes."""
    return {
        int(code, 16): prototype
        for prototype, codes in (
            (characters(columns[0]), columns[1])
            for columns in shipped_rows("unicode/confusables.txt")
        )
        for code in codes.split()
    }


def prototype(char: str) -> str:
    """Return the characters that represent all lookalikes of this one."""
    return _prototypes().get(ord(char), char)


def skeleton(text: str) -> str:
    """Replace every character with its prototype, so that texts that look alike become equal."""
    if text.isascii():
        return text.translate(_prototypes())
    visited = "".join(char for char in normalized("NFD", text) if not is_ignored(char))
    return normalized("NFD", visited.translate(_prototypes()))


@lru_cache(maxsize=4096)
def is_ignored(char: str) -> bool:
    """Return True if a skeleton leaves the character out, as it is default-ignorable."""
    why = risk(char)
    return why is not None and why.ignorable


def are_confusable(a: str, b: str) -> bool:
    return a != b and skeleton(a) == skeleton(b)


# Letters for prototypes that are not the letter itself: 1 and I have the prototype l.
_READ_AS = {"rn": "m", "O": "o", "l": "l"}
# The maximum number of readings of a name, as some letters have two or three.
MOST_READINGS = 32


@cache
def _look_alikes() -> dict[str, str]:
    rows = shipped_rows("lists/look-alikes.txt")
    return {char: row[0] for row in rows for char in characters(row[1])}


@cache
def _second_readings() -> dict[str, tuple[str, ...]]:
    result: dict[str, tuple[str, ...]] = {}
    for row in shipped_rows("lists/look-alikes.txt"):
        for char in characters(row[2]) if len(row) > 2 else "":
            result[char] = (*result.get(char, ()), row[0])
    return result


@cache
def _delimiters() -> dict[str, str]:
    rows = shipped_rows("lists/delimiters.txt")
    return {char: characters(code) for code, codes in rows for char in characters(codes)}


def listed_delimiter(char: str) -> str | None:
    """Return the ASCII delimiter that a non-ASCII character looks like."""
    return None if char.isascii() else _delimiters().get(char)


@lru_cache(maxsize=4096)
def ascii_look_alike(char: str) -> str | None:
    """Return the lowercase ASCII text that a character looks like, or None."""
    if char.isascii():
        return char
    listed = _look_alikes().get(char) or _delimiters().get(char)
    if listed:
        return listed
    # Fullwidth letters look like plain ones; other compatibility forms only have the same meaning.
    wide = "\uff01" <= char <= "\uff5e"
    stands = unicodedata.normalize("NFKC", char) if wide else skeleton(char)
    return _READ_AS.get(stands, stands.lower()) if stands and stands.isascii() else None


def looks_like_ascii(label: str) -> str | None:
    """Return the ASCII text that a non-ASCII label looks like; None unless every letter does.

    Accents count as visible: a letter with one does not look like the letter without it.
    """
    if label.isascii():
        return None
    shown = [char for char in normalized("NFC", label) if not is_ignored(char)]
    result = [ascii_look_alike(char) for char in shown]
    return None if None in result or not result else "".join(each or "" for each in result)


LETTER = "LATIN SMALL LETTER "


@lru_cache(maxsize=8192)
def glyph(char: str) -> str:
    """Return what a character looks like to a hasty reader; "" for marks and invisible ones."""
    small = char.lower()
    alike = ascii_look_alike(small if len(small) == 1 else char) or ascii_look_alike(char)
    if alike is not None:
        return alike
    if is_invisible(char) or is_ignored(char):
        return ""
    bare = [each for each in unicodedata.normalize("NFKD", small) if not _is_mark(each)]
    return "".join(ascii_look_alike(each) or _without_strokes(each) for each in bare)


def _without_strokes(char: str) -> str:
    """Return the base of a Latin letter with a hook or stroke, which Unicode does not decompose."""
    name = "" if char.isascii() else unicodedata.name(char, "").removeprefix(LETTER)
    return name[0].lower() if name[1:].startswith(" WITH ") else char


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me"}


def appearance(text: str) -> str:
    """Return the text as it looks to a hasty reader."""
    return text.lower() if text.isascii() else "".join(map(glyph, text))


def appearances(text: str) -> tuple[str, ...]:
    """Return the possible appearances of a text with ambiguous letters, the likeliest first.

    Their number is limited, as text with many such letters does not look like a name.
    """
    first = appearance(text)
    if text.isascii() or (second := _second_readings()).keys().isdisjoint(text):
        return (first,)
    readings = product(*((glyph(char), *second.get(char, ())) for char in text))
    return tuple(dict.fromkeys(map("".join, islice(readings, MOST_READINGS))))


class LocatedText(NamedTuple):
    """The appearance of a text, with the position of each character in the written text."""

    text: str
    places: Sequence[int]

    def written(self, start: int, end: int) -> Span:
        """Return the span of a non-empty run in the written text."""
        return Span(self.places[start], self.places[end - 1] + 1)


def located(text: str) -> LocatedText:
    if text.isascii():
        return LocatedText(text.lower(), range(len(text)))
    glyphs = [glyph(char) for char in text]
    return LocatedText("".join(glyphs), [at for at, each in enumerate(glyphs) for _ in each])
