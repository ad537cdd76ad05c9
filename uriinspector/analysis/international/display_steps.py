"""The steps by which browsers decide on an international label: one function a step.

Each takes the label that is asked about and gives a reason with its place, or nothing.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import idna

from uriinspector.analysis.international.folding import looks_like_ascii
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
from uriinspector.analysis.international.whole_script import whole_script
from uriinspector.core.characters import described
from uriinspector.core.model import Span, conjoined, message

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
AT_HOME = {"\u00fe": ("is", "fo"), "\u00f0": ("is", "fo"), "\u0259": ("az",)}
MIDDLE_DOT = "\u00b7"
DIGITS = frozenset("0123456789")
# What a mapping can leave of a host that browsers then refuse (WHATWG URL 3.1).
FORBIDDEN = frozenset("#%/:<>?@[\\]^|") | frozenset(map(chr, range(0x21))) | {"\x7f"}


@dataclass(frozen=True, slots=True)
class LabelQuestion:
    """The label in Unicode, the last label of its host, and whether it came as xn--."""

    label: str
    tld: str
    is_coded: bool


@dataclass(frozen=True, slots=True)
class DisplayRefusal:
    """Why a step says no, without a period, and where."""

    reason: str
    span: Span


def _refused(reason: str, at: int) -> DisplayRefusal:
    """A refusal for one character."""
    return DisplayRefusal(reason, Span(at, at + 1))


def _at(question: LabelQuestion, test: Callable[[str], bool]) -> int:
    """Where the first character stands that the test is true of; -1 for none."""
    return next((at for at, char in enumerate(question.label) if test(char)), -1)


def invalid(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 2: UTS 46 refuses the label, or would have written it otherwise."""
    label = question.label
    whole = Span(0, len(label))
    if len(label) > LONGEST:
        reason = message("the label is longer than {count} characters", count=LONGEST)
        return DisplayRefusal(reason, whole)
    mapped = map_label(label)
    if mapped.fault:
        return DisplayRefusal(mapped.fault.message, mapped.fault.span)
    if mapped.changes:
        # What came as Unicode is mapped already, unless the mapping left nothing of it.
        reason = (
            message("the punycode decodes to a label that cannot be registered")
            if question.is_coded
            else message("the label is empty after browsers convert it")
        )
        return DisplayRefusal(reason, mapped.changes[0].span)
    at = _at(question, FORBIDDEN.__contains__)
    if at >= 0:
        char = described(label[at])
        return _refused(message("{char} is not allowed in host names", char=char), at)
    if unicodedata.category(label[0]).startswith("M"):
        mark = described(label[0])
        return _refused(message("the label begins with a combining mark: {char}", char=mark), 0)
    if label.startswith("-") or label.endswith("-") or label[2:4] == "--":
        reason = message("hyphen at the start or end, or in positions 3 and 4")
        return DisplayRefusal(reason, whole)
    return _out_of_context(label)


def _out_of_context(label: str) -> DisplayRefusal | None:
    """Joiners and directions: RFC 5892 appendix A and RFC 5893."""
    try:
        for at, char in enumerate(label):
            if char in "\u200c\u200d" and not idna.valid_contextj(label, at):
                joiner = described(char)
                return _refused(
                    message("{char} is not allowed between these letters", char=joiner), at
                )
        idna.check_bidi(label)
    except (idna.IDNAError, ValueError):
        reason = message("the label breaks the rule for text directions (RFC 5893)")
        return DisplayRefusal(reason, Span(0, len(label)))
    return None


def not_for_names(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 3: a character that UTS 39 does not allow in names."""
    at = _at(question, lambda char: not is_allowed(char))
    if at < 0:
        return None
    char = question.label[at]
    types = ", ".join(identifier_types(char)) or message("not assigned")
    reason = message(
        "{char} is not allowed in identifiers ({types})", char=described(char), types=types
    )
    return _refused(reason, at)


def singled_out(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 4: a character that browsers except from those."""
    at = _at(question, _is_singled_out)
    if at < 0:
        return None
    char = described(question.label[at])
    return _refused(message("browsers exclude {char}: rare or misleading", char=char), at)


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
        return DisplayRefusal(
            message("the label mixes {scripts}", scripts=conjoined(names)), strange
        )
    if resolved_scripts(label) != frozenset():
        return None
    at = _at(question, lambda char: not char.isascii() and script(char) == "Latn")
    if at < 0:
        return None
    return _refused(message("non-ASCII Latin letters are mixed with another script"), at)


def mixed_digits(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 6: digits of two numbering systems."""
    systems = list(number_systems(question.label).values())
    if len(systems) < 2:
        return None
    return DisplayRefusal(message("the label mixes digits of several scripts"), systems[1])


def invisible(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 7: what is not seen: blanks, a mark twice."""
    before = ""
    for at, char in enumerate(question.label):
        if is_invisible(char):
            return _refused(message("{char} is invisible", char=described(char)), at)
        for part in unicodedata.normalize("NFD", char):
            is_mark = unicodedata.category(part) == "Mn"
            if part == before and is_mark:
                return _refused(message("{char} has no visible effect", char=described(part)), at)
            before = part
    return None


def unusual_place(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 8: letters of one language where another is at home; a dot not between two l."""
    label = question.label
    for at, char in enumerate(label):
        homes = AT_HOME.get(char, (question.tld,))
        if question.tld not in homes and len(label) > 1:
            suffixes = conjoined([f".{home}" for home in homes])
            reason = message(
                "{char} is accepted under {suffixes} only", char=described(char), suffixes=suffixes
            )
            return _refused(reason, at)
        if char == MIDDLE_DOT and (
            question.tld != "cat" or label[max(at - 1, 0) : at + 2] != "l·l"
        ):
            return _refused(message('a middle dot is allowed only between two "l" under .cat'), at)
    return None


def mixed_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 9: letters of several scripts that together pass for ASCII."""
    if resolved_scripts(question.label) != frozenset():
        return None
    imitated = looks_like_ascii(question.label)
    if imitated is None:
        return None
    at = _at(question, lambda char: not char.isascii())
    reason = message("letters of another script make the label look like {like}", like=imitated)
    return _refused(reason, at)


def whole_confusable(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 10: every letter of the one script passes for Latin, away from that script's home."""
    result = whole_script(question.label)
    if result is None or question.tld in result.at_home:
        return None
    if any(result.script in script_set(char) for char in question.tld):
        return None
    args = {"script": result.name, "like": result.imitates}
    reason = (
        message("every {script} letter looks like a Latin letter or digit ({like})", **args)
        if result.imitates
        else message("every {script} letter looks like a Latin letter or digit", **args)
    )
    return DisplayRefusal(reason, Span(0, len(question.label)))


def digit_look_alike(question: LabelQuestion) -> DisplayRefusal | None:
    """Step 11: digits, and letters that pass for digits."""
    read = looks_like_ascii(question.label)
    if read is None or not DIGITS.issuperset(read):
        return None
    reason = message("the label looks like the number {digits}", digits=read)
    return DisplayRefusal(reason, Span(0, len(question.label)))


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
