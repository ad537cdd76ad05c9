"""Known names that a piece of a label is close to: some characters left out, put in or changed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from uriinspector.analysis.international.added_words import (
    GARBLED_WORD,
    LONGEST_WORD,
    URGENT,
    added_words,
    is_near_urging,
    word_edges,
    words_of,
)
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import (
    EDGE,
    FEWEST_CONSONANTS,
    FRONT,
    SHORTEST_FOR_TYPOS,
    KnownName,
    KnownNameIndex,
    NameShape,
    ordinary_words,
)
from uriinspector.analysis.international.spellings import (
    consonants,
    is_within,
    shortened,
    squeezed,
)
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# One character left out, exchanged with its neighbor or, both vowels, replaced; one put in or
# replaced; two or three of all these.
SLIP, CHANGE, SLIPS = "slip", "change", "slips"
VOWELS = frozenset("aeiouy")
DIGITS = "0123456789"
SHORTEST_FOR_SLIPS = 6
# Names of so many characters have hardly any neighbors.
LONG, LONGER = 8, 11
LONGEST_AT_EDGE = 11
MOST_SLIPS = 3


class NearName(NamedTuple):
    """A piece of a segment, what stands around it, and the name it is close to."""

    edit: str
    known: KnownName
    spelled: str
    left: str
    right: str


def near_names(segment: str, known: KnownNameIndex, *, closely: bool) -> Iterator[NearName]:
    """Names that are close to the segment, or to what listed words leave of it."""
    bare = segment.strip(DIGITS)
    pieces = _pieces(bare, closely=closely)
    if closely:
        pieces += _edges(bare)
    ordinary, listed = ordinary_words(), added_words()
    for piece, left, right in pieces:
        if len(piece) < SHORTEST_FOR_TYPOS - 1 or piece in known.labels:
            continue
        if piece in ordinary or piece in listed:
            continue
        names = known.halves.one_edit_away(piece)
        if names:
            for edit, name in _near(piece, names, is_all=piece == bare, closely=closely):
                yield NearName(edit, name, piece, left, right)
        if len(piece) >= LONGER or (closely and words_of(left + right) is not None):
            for name in _garbled(piece, known, closely=closely):
                yield NearName(SLIPS, name, piece, left, right)


def _near(
    piece: str, names: list[KnownName], *, is_all: bool, closely: bool
) -> Iterator[tuple[str, KnownName]]:
    """Names one edit away; beside words only those that are long enough."""
    for name in names:
        size = len(name.label)
        if not closely and (name.is_word or (not is_all and size < SHORTEST_FOR_SLIPS)):
            continue
        edit = kind_of_edit(piece, appearance(name.label))
        if edit == SLIP or is_all or size >= LONG:
            yield edit, name


def _pieces(segment: str, *, closely: bool) -> list[tuple[str, str, str]]:
    """The segment, and what is left of it without words of the list at its edges."""
    pieces = [(segment, "", "")]
    shortest = 2 if closely else 3
    heads, tails = word_edges(shortest)
    is_end, is_start = segment[-shortest:] in tails, segment[:shortest] in heads
    if not (is_end or is_start or closely):
        return pieces
    listed = added_words()
    sizes = range(shortest, min(len(segment) - FRONT, LONGEST_WORD) + 1)
    ends = [size for size in sizes if segment[-size:] in listed] if is_end else []
    starts = [size for size in sizes if segment[:size] in listed] if is_start else []
    if closely:
        misspelled = (size for size in GARBLED_WORD if size in sizes and size not in ends)
        ends += [size for size in misspelled if is_near_urging(segment[-size:])]
    pieces += ((segment[:-size], "", segment[-size:]) for size in ends)
    for size in starts:
        pieces.append((segment[size:], segment[:size], ""))
        for end in ends:
            if size + end + FRONT <= len(segment):
                pieces.append((segment[size:-end], segment[:size], segment[-end:]))
    return pieces


def _edges(segment: str) -> Iterator[tuple[str, str, str]]:
    """Pieces at both edges of a segment that could be a name with something behind or before."""
    for size in range(SHORTEST_FOR_SLIPS - 1, min(len(segment) - 1, LONGEST_AT_EDGE) + 1):
        if URGENT.search(segment, size):
            yield segment[:size], "", segment[size:]
        if URGENT.search(segment, 0, len(segment) - size):
            yield segment[-size:], segment[:-size], ""


def _garbled(piece: str, known: KnownNameIndex, *, closely: bool) -> Iterator[KnownName]:
    """Names two slips away, or three of a long one, that share their consonants or an edge."""
    once = squeezed(piece)
    shapes = _like(once, known) if closely else known.edges.get(once[:EDGE], ())
    shortest, size = SHORTEST_FOR_SLIPS if closely else LONGER - 1, len(piece)
    letters = ""
    for name, label, its_size, its_squeezed, its_consonants in shapes:
        is_like = its_size >= shortest and -MOST_SLIPS <= its_size - size <= MOST_SLIPS
        if not is_like or once[:1] != its_squeezed[:1]:
            continue
        letters = letters or consonants(once)
        is_long = its_size > SHORTEST_FOR_SLIPS and its_consonants == letters
        is_framed = once[:FRONT] == its_squeezed[:FRONT] and piece[-1] == label[-1]
        # Three of few characters are too many, unless they only stand elsewhere.
        is_kept = its_size >= LONGER - 1 or (its_size >= LONG and _most_letters(piece, label))
        is_sure = is_long or (is_framed and is_kept)
        if is_within(piece, label, MOST_SLIPS if is_sure else MOST_SLIPS - 1):
            yield name


def _most_letters(piece: str, label: str) -> bool:
    """Whether at most one letter of the name is not in the piece."""
    return (Counter(label) - Counter(piece)).total() <= 1


def _like(once: str, known: KnownNameIndex) -> Iterable[NameShape]:
    """The names that share consonants or an edge with a squeezed piece."""
    near: dict[str, NameShape] = {}
    letters = consonants(once)
    if len(letters) >= FEWEST_CONSONANTS:
        for key in sorted(shortened(letters)):
            near.update((each.label, each) for each in known.consonants.get(key, ()))
    for edge in (once[:EDGE], once[-EDGE:]):
        near.update((each.label, each) for each in known.edges.get(edge, ()))
    return near.values()


def kind_of_edit(a: str, b: str) -> str:
    """SLIP or CHANGE, of two texts that are one edit apart."""
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return SLIP if at else CHANGE
    if len(a) > len(b):
        return CHANGE
    is_exchanged = a[at + 1 :] != b[at + 1 :]
    return SLIP if is_exchanged or (at and {a[at], b[at]} <= VOWELS) else CHANGE
