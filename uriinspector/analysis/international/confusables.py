"""What passes for what: skeletons (UTS 39 section 4), and the ASCII text that a label imitates."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from uriinspector.analysis.international.codepoints import characters, normalized
from uriinspector.analysis.international.invisible import risk
from uriinspector.analysis.international.scripts import COMMON, script, script_name
from uriinspector.analysis.resource_files import shipped_rows

# What a letter is called by its prototype where that is not the letter itself: 1 and I have l's.
_READ_AS = {"rn": "m", "O": "o", "l": "l"}
# Letters whose stroke canonical decomposition does not take off; Latin readers look over it.
_STROKES = str.maketrans("\u0131\u0142\u00f8\u0111\u0127\u0167", "ilodht")


@cache
def _prototypes() -> dict[int, str]:
    """For `str.translate`: the code point and the prototype."""
    return {
        int(code, 16): prototype
        for prototype, codes in (
            (characters(columns[0]), columns[1])
            for columns in shipped_rows("unicode/confusables.txt")
        )
        for code in codes.split()
    }


@cache
def _look_alikes() -> dict[int, str]:
    rows = shipped_rows("lists/look-alikes.txt")
    return {ord(char): ascii_text for ascii_text, codes in rows for char in characters(codes)}


def prototype(char: str) -> str:
    """The character or characters that stand for all that look like this one."""
    return _prototypes().get(ord(char), char)


def skeleton(text: str) -> str:
    """The text with every character as its prototype: equal for texts that look alike."""
    if text.isascii():
        return text.translate(_prototypes())
    visited = "".join(char for char in normalized("NFD", text) if not is_ignored(char))
    return normalized("NFD", visited.translate(_prototypes()))


@lru_cache(maxsize=4096)
def is_ignored(char: str) -> bool:
    """Whether a skeleton leaves the character out: default-ignorable."""
    why = risk(char)
    return why is not None and why.ignorable


def are_confusable(a: str, b: str) -> bool:
    """Whether two different texts have the same skeleton."""
    return a != b and skeleton(a) == skeleton(b)


@lru_cache(maxsize=4096)
def ascii_look_alike(char: str) -> str | None:
    """The small ASCII text that one character passes for; None for what passes for none."""
    if char.isascii():
        return char
    listed = _look_alikes().get(ord(char))
    if listed:
        return listed
    for stands in (skeleton(char), unicodedata.normalize("NFKC", char)):
        if stands and stands.isascii():
            return _READ_AS.get(stands, stands.lower())
    return None


def looks_like_ascii(label: str) -> str | None:
    """The ASCII text that all of a label imitates; None for ASCII, and where a letter does not."""
    if label.isascii():
        return None
    shown = [char for char in normalized("NFC", label) if not is_ignored(char)]
    result = [ascii_look_alike(char) for char in shown]
    return None if None in result or not result else "".join(each or "" for each in result)


def ascii_shadow(label: str) -> str:
    """The label as a hasty reader takes it: without accents, each letter as the ASCII one."""
    if label.isascii():
        return label.lower()
    bare = "".join(
        char
        for char in normalized("NFD", label)
        if unicodedata.category(char) != "Mn" and not is_ignored(char)
    )
    bare = normalized("NFC", bare).lower().translate(_STROKES)
    return "".join(ascii_look_alike(char) or char for char in bare)


@dataclass(frozen=True, slots=True)
class WholeScript:
    """A label all of whose letters, of one script, pass for ASCII."""

    script: str
    name: str
    imitates: str | None
    at_home: tuple[str, ...]


@cache
def _whole_scripts() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    rows = shipped_rows("lists/whole-script.txt")
    return {
        code: (frozenset(characters(letters)), tuple(domains.split()))
        for code, domains, letters in rows
    }


def whole_script(label: str) -> WholeScript | None:
    """The one script whose letters in the label all pass for Latin ones or digits."""
    values = {char: script(char) for char in dict.fromkeys(label) if not char.isascii()}
    used = set(values.values()) - COMMON
    if len(used) != 1 or any(char.isascii() and char.isalpha() for char in label):
        return None
    code = used.pop()
    letters, at_home = _whole_scripts().get(code, (frozenset(), ()))
    if any(char not in letters for char, own in values.items() if own == code):
        return None
    return WholeScript(code, script_name(code), looks_like_ascii(label), at_home)
