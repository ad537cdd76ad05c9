"""The steps by which browsers decide on an international label: one function a step.

Each takes the label that is asked about and gives a reason with its place, or nothing.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import idna

from uriinspector.analysis.international.confusables import looks_like_ascii, whole_script
from uriinspector.analysis.international.idna import LONGEST, map_label
from uriinspector.analysis.international.invisible import is_invisible
from uriinspector.analysis.international.patterns import dangerous_pattern
from uriinspector.analysis.international.scripts import (
    Level,
    identifier_types,
    is_allowed,
    number_systems,
    resolved_scripts,
    restriction_level,
    script,
    script_name,
    script_runs,
    script_set,
)
from uriinspector.core.characters import described
from uriinspector.core.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable

# Step 4: allowed in names by UTS 39, and still not by browsers.
SINGLED_OUT = frozenset("\u0138\u02bb\u02bc\u02ec\u0338\u058a\u2010\u2019\u2027\u30a0")
SINGLED_OUT_RANGES = (
    (0x01CD, 0x01DC),  # Latin for Pinyin
    (0x1C80, 0x1C8F),  # Cyrillic Extended-C
    (0x1E00, 0x1E9B),  # Latin Extended Additional, up to the long s with dot
    (0x1F00, 0x1FFF),  # Greek Extended
    (0xA640, 0xA69F),  # Cyrillic Extended-B
    (0xA720, 0xA7FF),  # Latin Extended-D
)
# Step 8: letters that pass for others, but where they are at home.
AT_HOME = {"\u00fe": "is", "\u00f0": "is", "\u0259": "az"}
MIDDLE_DOT = "\u00b7"
DIGITS = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class LabelQuestion:
    """The label in Unicode, the last label of its host, and whether it came as xn--."""

    label: str
    tld: str
    is_coded: bool


@dataclass(frozen=True, slots=True)
class DisplayRefusal:
    """Why a step says no, and where."""

    reason: str
    span: Span


def _at(question: LabelQuestion, test: Callable[[str], bool]) -> int:
    """Where the first character stands that the test is true of; -1 for none."""
    return next((at for at, char in enumerate(question.label) if test(char)), -1)


def invalid(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 2: UTS 46 refuses the label, or would have written it otherwise."""
    label = question.label
    whole = Span(0, len(label))
    if not label or len(label) > LONGEST:
        return DisplayRefusal(f"A label has 1 to {LONGEST} characters.", whole)
    mapped = map_label(label)
    if mapped.fault:
        return DisplayRefusal(f"{mapped.fault.message}.", mapped.fault.span)
    if mapped.changes:
        change = mapped.changes[0]
        return DisplayRefusal(
            "The code stands for a label that nobody could have registered.", change.span
        )
    if unicodedata.category(label[0]).startswith("M"):
        return DisplayRefusal(f"It begins with a mark: {described(label[0])}.", Span(0, 1))
    if label.startswith("-") or label.endswith("-") or label[2:4] == "--":
        return DisplayRefusal("Hyphens stand where none may.", whole)
    return _out_of_context(label)


def _out_of_context(label: str) -> DisplayRefusal | None:
    """Joiners and directions: RFC 5892 appendix A and RFC 5893."""
    try:
        for at, char in enumerate(label):
            if char in "\u200c\u200d" and not idna.valid_contextj(label, at):
                return DisplayRefusal(f"No letter here needs {described(char)}.", Span(at, at + 1))
        idna.check_bidi(label)
    except (idna.IDNAError, ValueError):
        return DisplayRefusal("It mixes directions of writing (RFC 5893).", Span(0, len(label)))
    return None


def not_for_names(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 3: a character that UTS 39 does not allow in names."""
    at = _at(question, lambda char: not is_allowed(char))
    if at < 0:
        return None
    char = question.label[at]
    why = ", ".join(identifier_types(char)) or "not assigned"
    return DisplayRefusal(f"{described(char)} is not for names ({why}).", Span(at, at + 1))


def singled_out(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 4: a character that browsers except from those."""
    at = _at(question, _is_singled_out)
    if at < 0:
        return None
    return DisplayRefusal(
        f"{described(question.label[at])} is too rare or too misleading.", Span(at, at + 1)
    )


def _is_singled_out(char: str) -> bool:
    code = ord(char)
    return char in SINGLED_OUT or any(first <= code <= last for first, last in SINGLED_OUT_RANGES)


def mixed_scripts(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 5: scripts that no language writes together, or accented Latin beside another."""
    label = question.label
    if restriction_level(label) > Level.HIGHLY_RESTRICTIVE:
        runs = script_runs(label)
        names = list(dict.fromkeys(script_name(code) for code, _ in runs))
        strange = next((span for code, span in runs[1:] if code != runs[0][0]), runs[0][1])
        return DisplayRefusal(f"It mixes {' and '.join(names)}.", strange)
    if resolved_scripts(label) != frozenset():
        return None
    at = _at(question, lambda char: not char.isascii() and script(char) == "Latn")
    if at < 0:
        return None
    return DisplayRefusal("Latin beyond ASCII stands beside another script.", Span(at, at + 1))


def mixed_digits(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 6: digits of two numbering systems."""
    systems = list(number_systems(question.label).values())
    if len(systems) < 2:
        return None
    return DisplayRefusal("Digits of more than one script stand together.", systems[1])


def invisible(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 7: what is not seen: blanks, a mark twice, sound marks of kana on their own."""
    before = ""
    for at, char in enumerate(question.label):
        if is_invisible(char):
            return DisplayRefusal(f"{described(char)} is not seen.", Span(at, at + 1))
        for part in unicodedata.normalize("NFD", char):
            is_mark = unicodedata.category(part) == "Mn"
            if char in "\u3099\u309a" or (part == before and is_mark):
                return DisplayRefusal(
                    f"{described(part)} adds nothing to be seen.", Span(at, at + 1)
                )
            before = part
    return None


def unusual_place(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 8: letters of one language where another is at home; a dot not between two l."""
    label = question.label
    for at, char in enumerate(label):
        home = AT_HOME.get(char, question.tld)
        if home != question.tld and len(label) > 1:
            return DisplayRefusal(
                f"{described(char)} is at home under .{home} only.", Span(at, at + 1)
            )
        if char == MIDDLE_DOT and (
            question.tld != "cat" or label[max(at - 1, 0) : at + 2] != "l·l"
        ):
            return DisplayRefusal(
                "A middle dot belongs between two l of Catalan.", Span(at, at + 1)
            )
    return None


def mixed_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 9: letters of several scripts that together pass for ASCII."""
    if resolved_scripts(question.label) != frozenset():
        return None
    imitated = looks_like_ascii(question.label)
    if imitated is None:
        return None
    at = _at(question, lambda char: not char.isascii())
    return DisplayRefusal(
        f"With letters of another script it passes for {imitated}.", Span(at, at + 1)
    )


def whole_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 10: every letter of the one script passes for Latin, away from that script's home."""
    result = whole_script(question.label)
    if result is None or question.tld in result.at_home:
        return None
    if any(result.script in script_set(char) for char in question.tld):
        return None
    passes = f" ({result.imitates})" if result.imitates else ""
    reason = f"All its {result.name} letters pass for Latin ones or digits{passes}."
    return DisplayRefusal(reason, Span(0, len(question.label)))


def digit_look_alike(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 11: digits, and letters that pass for digits."""
    read = looks_like_ascii(question.label)
    if read is None or not DIGITS.issuperset(read):
        return None
    return DisplayRefusal(f"It passes for the number {read}.", Span(0, len(question.label)))


def dangerous(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 12: patterns that pass for delimiters or hide a mark."""
    result = dangerous_pattern(question.label)
    return DisplayRefusal(result[0], result[1]) if result else None


STEPS: tuple[tuple[int, Callable[[LabelQuestion], DisplayRefusal | None]], ...] = (
    (2, invalid),
    (3, not_for_names),
    (4, singled_out),
    (5, mixed_scripts),
    (6, mixed_digits),
    (7, invisible),
    (8, unusual_place),
    (9, mixed_confusable),
    (10, whole_confusable),
    (11, digit_look_alike),
    (12, dangerous),
)
