"""Letters that pass for strokes, dots and dashes where they stand among letters of another kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.international.scripts import is_single_script, script_set
from uriinspector.core.characters import described
from uriinspector.core.model import Span, message

if TYPE_CHECKING:
    from collections.abc import Callable

JAPANESE = frozenset({"Hani", "Hira", "Kana"})
CHINESE = JAPANESE | {"Bopo"}
KANA = frozenset({"Hira", "Kana"})
ALPHABETS = frozenset({"Latn", "Grek", "Cyrl"})

# Kana and ideographs of one slanting stroke: between other letters they are a slash.
SLASHES = frozenset("\u30bd\u30be\u30ce\u30f3\u4e36\u4e3f\u4e40\u4e41")
# Ideographs and Bopomofo of a few strokes: beside other letters they are a dash, l, t, u ...
STROKES = frozenset(
    "\u3007\u3108\u3112\u311a\u311f\u3127\u3128\u3129\u31b2\u31b3\u31ba"
    "\u4e00\u4e01\u4e03\u4e05\u4e28\u4e36\u4e5b\u4e85\u4e8c\u4ea0\u5196\u5341\u5b80\u5ddb\u5de5\u8ba0"
)
ITERATION = frozenset("\u30fd\u30fe")
SAME_HIRAGANA = frozenset("\u3078\u3079\u307a")
SAME_KATAKANA = frozenset("\u30d8\u30d9\u30da")
LONG_SOUND = "\u30fc"
KANA_DOT = "\u30fb"
SOUND_MARKS = frozenset("\u3099\u309a")
DOT_ABOVE = "\u0307"
DOTLESS_I = "\u0131"


def _is_of(char: str, scripts: frozenset[str]) -> bool:
    return bool(char) and not script_set(char).isdisjoint(scripts)


def _is_strange_to(char: str, scripts: frozenset[str]) -> bool:
    """A character that is there, and of none of these scripts."""
    return bool(char) and script_set(char).isdisjoint(scripts)


def _is_diacritic(char: str) -> bool:
    return "\u0300" <= char <= "\u0339"


def _slash(before: str, char: str, after: str) -> bool:
    around = _is_strange_to(before, JAPANESE) and _is_strange_to(after, JAPANESE)
    return char in SLASHES and around


def _stroke(before: str, char: str, after: str) -> bool:
    around = _is_strange_to(before, CHINESE) or _is_strange_to(after, CHINESE)
    return char in STROKES and around


def _iteration(before: str, char: str, _after: str) -> bool:
    return char in ITERATION and not _is_of(before, frozenset({"Kana"}))


def _long_sound(before: str, char: str, _after: str) -> bool:
    return char == LONG_SOUND and not _is_of(before, KANA)


def _kana_dot(before: str, char: str, after: str) -> bool:
    beside = _is_strange_to(before, JAPANESE) or _is_strange_to(after, JAPANESE)
    return char == KANA_DOT and (beside or not after)


def _sound_mark(_before: str, char: str, _after: str) -> bool:
    return char in SOUND_MARKS


def _foreign_mark(before: str, char: str, _after: str) -> bool:
    return _is_diacritic(char) and bool(before) and not _is_of(before, ALPHABETS | {"Zinh"})


def _hidden_dot(before: str, char: str, _after: str) -> bool:
    above_i = char == DOT_ABOVE and before in {"i", "j", "l", DOTLESS_I}
    return above_i or (_is_diacritic(char) and before == DOTLESS_I)


Pattern: TypeAlias = "tuple[Callable[[str, str, str], bool], str]"

# In a label of one script a stroke between digits or hyphens is only itself.
MIXED: tuple[Pattern, ...] = (
    (_slash, "{char} looks like a slash next to non-Japanese letters"),
    (_stroke, "{char} looks like a dash or a Latin letter next to other scripts"),
    (_sound_mark, "{char}: kana sound mark that did not become part of a letter"),
)
ALWAYS: tuple[Pattern, ...] = (
    (_iteration, "{char}: kana repetition mark without a kana before it"),
    (_long_sound, "{char} without a kana before it looks like a dash"),
    (_kana_dot, "{char} looks like a dot where it is not between Japanese letters"),
    (_foreign_mark, "{char}: combining mark on a letter of another script"),
    (_hidden_dot, "{char}: combining mark hidden by its base letter"),
)


def dangerous_pattern(label: str) -> tuple[str, Span] | None:
    """The first pattern in the label, in words, and where."""
    patterns = ALWAYS if is_single_script(label) else MIXED + ALWAYS
    for at, char in enumerate(label):
        if char.isascii():
            continue
        before, after = label[at - 1] if at else "", label[at + 1 : at + 2]
        for test, template in patterns:
            if test(before, char, after):
                return message(template, char=described(char)), Span(at, at + 1)
    return _same_in_both_kana(label)


def _same_in_both_kana(label: str) -> tuple[str, Span] | None:
    """One he, be or pe of the other kana amid letters of one: they look exactly alike."""
    for own, strangers in (("Kana", SAME_HIRAGANA), ("Hira", SAME_KATAKANA)):
        alien = [at for at, char in enumerate(label) if own not in script_set(char)]
        if len(alien) == 1 and len(label) > 1 and label[alien[0]] in strangers:
            at = alien[0]
            char = described(label[at])
            reason = message(
                "{char} is from a different kana script than the rest of the label", char=char
            )
            return reason, Span(at, at + 1)
    return None
