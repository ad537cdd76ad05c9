"""ICU as an independent oracle for skeletons, scripts and restriction levels."""

import unicodedata
from itertools import pairwise

import pytest

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import (
    BIDI_CONTROLS,
    Level,
    is_allowed,
    is_risky,
    number_systems,
    restriction_level,
    risk,
    script,
    script_set,
    skeleton,
)
from uriinspector.analysis.resource_files import shipped_rows

icu = pytest.importorskip("icu")

EVERY = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
# Characters known to the oldest supported Python: the same set on every Python.
SHARED = [
    char
    for char in EVERY
    if unicodedata.category(char) != "Cn" and float(icu.Char.charAge(ord(char))[:4]) <= 14
]


def test_skeletons_of_characters_agree_with_icu() -> None:
    checker = icu.SpoofChecker()
    assert [char for char in SHARED if skeleton(char) != checker.getSkeleton(0, char)] == []


def test_skeletons_of_texts_agree_with_icu() -> None:
    checker = icu.SpoofChecker()
    table = [row[1].split()[0] for row in shipped_rows("unicode/confusables.txt")]
    chars = [chr(int(code, 16)) for code in table]
    texts = [a + "\u0301m\u200b" + b + "\u0327" for a, b in pairwise(chars)]
    assert [text for text in texts if skeleton(text) != checker.getSkeleton(0, text)] == []


# Their script extensions changed in the two versions of Unicode since ICU's.
CHANGED_SINCE = set(
    "\u0306\u0308\u0320\u0323\u0331\u0951\u0952\u0b83\u1cd5\u1cd6\u1cd7\u1cd8"
    "\u1ce2\u1ce9\u1cea\u1ceb\u1ced\u1cf5\u1cf6"
)


def test_scripts_of_characters_agree_with_icu() -> None:
    for char in SHARED:
        assert script(char) == icu.Script.getScript(char).getShortName()


def test_script_extensions_of_characters_agree_with_icu() -> None:
    names = {number: icu.Script(number).getShortName() for number in range(208)}
    different = {
        char
        for char in SHARED
        if script_set(char) != {names[each] for each in icu.Script.getScriptExtensions(char)}
    }
    assert different == CHANGED_SINCE


def test_allowed_characters_agree_with_icu() -> None:
    status = icu.UProperty.IDENTIFIER_STATUS
    for char in SHARED:
        assert is_allowed(char) == bool(icu.Char.getIntPropertyValue(ord(char), status))


LEVEL_MASK = 0x7F000000
LEVELS = {
    "ASCII": Level.ASCII,
    "SINGLE_SCRIPT_RESTRICTIVE": Level.SINGLE_SCRIPT,
    "HIGHLY_RESTRICTIVE": Level.HIGHLY_RESTRICTIVE,
    "MODERATELY_RESTRICTIVE": Level.MODERATELY_RESTRICTIVE,
    "MINIMALLY_RESTRICTIVE": Level.MINIMALLY_RESTRICTIVE,
}


@for_each(
    "text",
    "abc", "é", "1", "россия", "日本ご", "abc日本ご", "abc한", "aㄅ日", "aक", "aб", "aα", "aบक",
    "かㄅ",
)  # fmt: skip
def test_restriction_levels_agree_with_icu(text: str) -> None:
    checker = icu.SpoofChecker()
    checker.setChecks(icu.USpoofChecks.RESTRICTION_LEVEL | icu.USpoofChecks.AUX_INFO)
    checker.setRestrictionLevel(icu.URestrictionLevel.ASCII)
    found = checker.check(text) & LEVEL_MASK
    names = {getattr(icu.URestrictionLevel, name): level for name, level in LEVELS.items()}
    assert restriction_level(text, profile=False) is names[found]


def test_risky_characters_match_their_definition() -> None:
    safe = {"L", "EN", "ES", "ET", "CS", "ON", "WS", "NSM"}
    ignorable = icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT
    for char in SHARED:
        category = unicodedata.category(char)
        expected = (
            category in {"Cc", "Cf", "Zl", "Zp", "Co"}
            or (category == "Zs" and char != " ")
            or icu.Char.hasBinaryProperty(ord(char), ignorable)
            or unicodedata.bidirectional(char) not in safe
        )
        assert is_risky(char) == expected, ascii(char)


def test_direction_controls_are_those_of_unicode() -> None:
    control = icu.UProperty.BIDI_CONTROL
    assert set(BIDI_CONTROLS) == {c for c in SHARED if icu.Char.hasBinaryProperty(ord(c), control)}
    assert all(risk(char) for char in BIDI_CONTROLS)


def test_digit_values_agree_with_python() -> None:
    for char in SHARED:
        values = [ord(char) - ord(zero) for zero in number_systems(char)]
        decimal = unicodedata.decimal(char, None)
        assert values == ([] if decimal is None else [decimal])
