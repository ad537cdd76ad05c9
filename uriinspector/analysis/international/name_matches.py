"""Known names in one label of a host: as they are spelled, or nearly so, alone or beside words.

Most labels hold none: that is seen by a few look-ups. Where one could, the label is taken apart at
hyphens and digits, and what stands beside the name is compared with the list of added words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.international.added_words import (
    GARBLED_WORD,
    URGENT,
    added_words,
    is_near_urging,
    words_of,
)
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import (
    FRONT,
    LONGEST,
    SHORTEST_FOR_TYPOS,
    KnownName,
    KnownNameIndex,
    ordinary_words,
)
from uriinspector.analysis.international.near_names import (
    CHANGE,
    DIGITS,
    LONG,
    SLIP,
    SLIPS,
    near_names,
)
from uriinspector.analysis.international.spellings import folded, squeezed
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# How a spelling differs from the name; the later, the less it says.
EXACT, SWAP, LETTER, DOUBLED = "exact", "swap", "letter", "doubled"
ORDER = (SWAP, EXACT, LETTER, DOUBLED, SLIP, CHANGE, SLIPS)
# A shorter name has to stand between hyphens, digits or words: it is part of too many others.
SHORTEST_INSIDE = 6
SHORTEST_FOR_SWAPS = 4
# So many hyphens may stand inside of a name.
MOST_JOINED = 3


class NameMatch(NamedTuple):
    """A known name in a label, and what else is there."""

    known: KnownName
    edit: str
    # Words of the list beside it: those that urge, and the others.
    urging: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    # How many characters of letters that are none of these words touch it, or stand apart.
    touching: int = 0
    apart: int = 0
    has_digits: bool = False
    # The spelling that is in the label.
    spelled: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing else stands in the label."""
        beside = self.urging or self.plain or self.touching or self.apart
        return not beside and not self.has_digits


def best_match(label: str, known: KnownNameIndex, *, closely: bool = False) -> NameMatch | None:
    """The name that a label most probably has in it; ``closely`` finds garbled ones, too."""
    best: NameMatch | None = None
    for match in _matches(label[: LONGEST + 1], known, closely=closely):
        if best is None or _rank(match) < _rank(best):
            best = match
    return best


def _rank(match: NameMatch) -> tuple[bool, bool, int, int, int]:
    known = match.known
    is_weak = known.is_word or known.is_short
    return (
        not known.is_protected,
        is_weak,
        ORDER.index(match.edit),
        match.touching + match.apart,
        -len(known.label),
    )


def _matches(label: str, known: KnownNameIndex, *, closely: bool) -> Iterator[NameMatch]:
    text = label if label.isascii() else appearance(label)
    if "-" in text:
        yield from _hyphenated(text, known)
    segments = [each for each in text.replace("_", "-").split("-") if each]
    listed, ordinary = added_words(), ordinary_words()
    for at, segment in enumerate(segments):
        others = segments[:at] + segments[at + 1 :]
        if segment in listed and segment not in known.labels:
            continue
        yield from _whole(segment, known, others, closely=closely)
        yield from _inside(segment, known, others)
        if segment not in ordinary:
            for edit, name, piece, left, right in near_names(segment, known, closely=closely):
                yield _match(name, edit, piece, left, right, _with_digits(segment, others))
    if len(segments) > 1:
        yield from _joined(segments, known)


def _hyphenated(text: str, known: KnownNameIndex) -> Iterator[NameMatch]:
    """A name that has a hyphen itself, or one with other letters that pass for its own."""
    whole = known.labels.get(text)
    other = None if whole else known.folded.get(folded(text))
    if whole:
        yield _match(whole, EXACT, text, "", "", [])
    elif other and "-" in other.label:
        yield _match(other, SWAP, text, "", "", [])


def _with_digits(segment: str, others: list[str]) -> list[str]:
    return others if segment.strip(DIGITS) == segment else [*others, "0"]


def _whole(
    segment: str, known: KnownNameIndex, others: list[str], *, closely: bool
) -> Iterator[NameMatch]:
    """The segment itself, or without its digits."""
    name = known.labels.get(segment)
    if name:
        yield _match(name, EXACT, segment, "", "", others)
        return
    bare = segment.strip(DIGITS)
    name = known.labels.get(bare) if bare != segment else None
    if name:
        left, _, right = segment.partition(bare)
        yield _match(name, EXACT, bare, left, right, others)
    elif closely and len(segment) <= LONGEST_GLUED:
        yield from _glued_short(bare, known, others)


# An ending of many words, though a name too.
ENDING = "ing"
# Short names are looked for beside words in segments up to this length.
LONGEST_GLUED = 24


def _glued_short(segment: str, known: KnownNameIndex, others: list[str]) -> Iterator[NameMatch]:
    """A name too short to be looked for everywhere, with words of the list around it."""
    for at in range(2, len(segment) - 1):
        front, end = segment[:at], segment[at:]
        for text, left, right in ((front, "", end), (end, front, "")):
            name = known.labels.get(text) if len(text) <= FRONT else None
            beside = left or right
            if name and not (left and text == ENDING) and len(beside) > 2 and words_of(beside):
                yield _match(name, EXACT, text, left, right, others)


def _inside(segment: str, known: KnownNameIndex, others: list[str]) -> Iterator[NameMatch]:
    """Names anywhere in a segment, folded and with doubled letters once."""
    once = squeezed(segment)
    if len(once) < FRONT:
        return
    fronts = known.fronts
    for at in [at for at in range(len(once) - FRONT + 1) if once[at : at + FRONT] in fronts]:
        for spelled, name in fronts[once[at : at + FRONT]]:
            if once.startswith(spelled, at):
                match = _unfolded(segment, name, at, at + len(spelled), others)
                if match:
                    yield match


def _unfolded(
    segment: str, name: KnownName, start: int, end: int, others: list[str]
) -> NameMatch | None:
    """The match in the segment as it is written, if it is one there."""
    places = _places(segment)
    start, end = places[start], places[end]
    left, spelled, right = segment[:start], segment[start:end], segment[end:]
    label = appearance(name.label)
    is_apart = not left.strip(DIGITS) and not right.strip(DIGITS)
    if name.is_word and len(label) <= FRONT and not is_apart:
        return None
    exact = spelled.find(label)
    extra = spelled.replace(label, "", 1) if exact >= 0 else ""
    if exact >= 0 and (name.is_fixed or not extra.isalpha()):
        left, right = left + spelled[:exact], spelled[exact + len(label) :] + right
        return _fit(_match(name, EXACT, label, left, right, others))
    edit = DOUBLED if extra else _edit_of(segment, spelled, name, is_apart=is_apart)
    return _fit(_match(name, edit, spelled, left, right, others)) if edit else None


def _edit_of(segment: str, spelled: str, name: KnownName, *, is_apart: bool) -> str:
    """How a spelling differs that is the same when it is squeezed; "" where it means nothing."""
    ordinary, label = ordinary_words(), appearance(name.label)
    if spelled in ordinary or segment in ordinary:
        return ""
    if folded(spelled) == folded(label):
        edit = _kind_of_swap(spelled, label)
    else:
        edit = DOUBLED if spelled.isalpha() else ""
    if edit == SWAP and spelled[0] in DIGITS and len(label) <= SHORTEST_INSIDE:
        edit = LETTER  # a number in front of another word: "1cloud"
    if edit == SWAP:
        is_it = len(label) >= SHORTEST_FOR_SWAPS and (
            is_apart or not (name.is_fixed or spelled.isalpha())
        )
        return edit if is_it else ""
    shortest = SHORTEST_FOR_TYPOS if is_apart else LONG
    return "" if name.is_fixed or len(label) < shortest else edit


def _kind_of_swap(spelled: str, label: str) -> str:
    """Digits and pairs of letters that pass for one letter are there on purpose; an i for an l,
    or an l for an i, can be another word."""
    is_letter = len(spelled) == len(label) and spelled.isalpha()
    return LETTER if is_letter else SWAP


def _places(segment: str) -> list[int]:
    """Where each character of the squeezed segment begins in the segment, and its end."""
    places: list[int] = []
    last = ""
    at = 0
    while at < len(segment):
        size = 2 if folded(segment[at : at + 2]) in {"m", "w", "d"} and len(segment) > at + 1 else 1
        read = folded(segment[at : at + size])
        if read != last:
            places.append(at)
        last = read
        at += size
    return [*places, len(segment)]


def _fit(match: NameMatch) -> NameMatch | None:
    """The match, unless its name is part of another word there."""
    name = match.known
    if name.is_protected or not match.touching:
        return match
    is_distinct = len(name.label) >= SHORTEST_INSIDE and (match.urging or not name.is_word)
    return match if is_distinct else None


def _match(
    name: KnownName, edit: str, spelled: str, left: str, right: str, others: list[str]
) -> NameMatch:
    """A match, with what stands around it."""
    urging: list[str] = []
    plain: list[str] = []
    touching = apart = 0
    has_digits = False
    listed = added_words()
    for at, text in enumerate((left, right, *others)):
        bare = text.strip(DIGITS)
        has_digits = has_digits or bare != text
        words = words_of(text) or words_of(bare) if text else ()
        if words is None and len(bare) in GARBLED_WORD:
            misspelled = is_near_urging(bare)
            urging += [bare] * misspelled
            words = () if misspelled else None
        if words is None:
            if at < 2:
                touching += len(bare)
            else:
                apart += len(bare)
            words = _words_in(bare)
        for word in words:
            (urging if listed.get(word, True) else plain).append(word)
    return NameMatch(name, edit, tuple(urging), tuple(plain), touching, apart, has_digits, spelled)


def _words_in(text: str) -> tuple[str, ...]:
    """An urgent word in a text that is more than listed words."""
    urgent = URGENT.search(text)
    return (urgent[0],) if urgent else ()


def _joined(segments: list[str], known: KnownNameIndex) -> Iterator[NameMatch]:
    """Names with hyphens inside: "t-mobile", "pay-pal"."""
    for start in range(len(segments) - 1):
        for end in range(start + 2, min(start + MOST_JOINED, len(segments)) + 1):
            text = "".join(segments[start:end])
            name = known.labels.get(text)
            others = segments[:start] + segments[end:]
            if name and (not name.is_short or len(text) > FRONT):
                written = "-".join(segments[start:end])
                yield _match(name, EXACT, written, "", "", others)
                continue
            once = squeezed(text)
            for spelled, each in known.fronts.get(once[:FRONT], ()):
                if spelled == once and not each.is_fixed and not text.isalpha():
                    yield _match(each, SWAP, "-".join(segments[start:end]), "", "", others)
