"""Which scripts a text is written in, and how freely it mixes them (UTS 39 section 5)."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache

from uriinspector.analysis.international.codepoints import Ranges, characters
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.model import Span, message

COMMON = frozenset({"Zyyy", "Zinh"})
UNKNOWN = "Zzzz"

# UTS 39 5.1: scripts that one language writes together count as one more script.
JOINED = {
    "Hani": ("Hanb", "Jpan", "Kore"),
    "Hira": ("Jpan",),
    "Kana": ("Jpan",),
    "Hang": ("Kore",),
    "Bopo": ("Hanb",),
}
EAST_ASIAN = frozenset({"Hanb", "Jpan", "Kore"})


class Level(IntEnum):
    """How freely scripts are mixed, from the strictest (UTS 39 5.2)."""

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
    """The script of one character, by its four letters."""
    result = _scripts().of(char)
    return result[0] if result else UNKNOWN


@lru_cache(maxsize=4096)
def script_set(char: str) -> frozenset[str]:
    """The scripts that a character is used with (Script_Extensions)."""
    result = _scripts().of(char)
    return frozenset(result[-1].split()) if result else frozenset({UNKNOWN})


def script_name(code: str) -> str:
    """What a script is called; a message, since every language has names for them."""
    joined = {"Hanb": "Han with Bopomofo", "Jpan": "Japanese", "Kore": "Korean"}
    named = _names().get(code)
    return message(named[0] if named else joined.get(code, "unknown script"))


def is_recommended(code: str) -> bool:
    """Whether a script is in everyday use by many (UAX 31, table 5)."""
    named = _names().get(code)
    return named is not None and named[1] == "recommended"


@lru_cache(maxsize=4096)
def augmented_set(char: str) -> frozenset[str] | None:
    """The script set with the joined scripts; None where every script will do."""
    result = script_set(char)
    if result & COMMON:
        return None
    return result.union(*(JOINED.get(each, ()) for each in result))


def resolved_scripts(text: str) -> frozenset[str] | None:
    """The scripts in which all of the text can be written; None for any, empty for none."""
    return _intersection(text, frozenset())


def _intersection(text: str, without: frozenset[str]) -> frozenset[str] | None:
    left: frozenset[str] | None = None
    for char in dict.fromkeys(text):
        result = augmented_set(char)
        if result is not None and not result & without:
            left = result if left is None else left & result
    return left


def is_single_script(text: str) -> bool:
    """Whether one script, or one of the joined ones, covers the text."""
    return resolved_scripts(text) != frozenset()


def script_runs(text: str) -> tuple[tuple[str, Span], ...]:
    """Maximal runs of one script each; what every script uses goes with what stands before it."""
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
    """Why UTS 39 allows a character in names, or not; () for what is no character there."""
    result = _identifiers().of(char)
    return tuple(result[0].split()) if result else ()


@lru_cache(maxsize=4096)
def is_allowed(char: str) -> bool:
    """Whether UTS 39 allows the character in names."""
    return not {"recommended", "inclusion"}.isdisjoint(identifier_types(char))


def restriction_level(text: str, *, profile: bool = True) -> Level:
    """The strictest level that the text meets.

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


def digit_value(char: str) -> int | None:
    """The value of a decimal digit of any script."""
    zero = _digit_zeros().get(ord(char))
    return None if zero is None else ord(char) - zero


def number_systems(text: str) -> dict[str, Span]:
    """The zero of every decimal system in the text, with its first digit there (UTS 39 5.3)."""
    values: dict[str, Span] = {}
    for at, char in enumerate(text):
        zero = _digit_zeros().get(ord(char))
        if zero is not None:
            values.setdefault(chr(zero), Span(at, at + 1))
    return values
