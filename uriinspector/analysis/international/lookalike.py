"""Which known name a domain imitates, and how; never said of the name itself.

Each question is one look-up in an index of the known names, so that the cost depends on the label,
which has 63 characters at most, and not on how many names are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.international.confusables import skeleton
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import (
    LONGEST,
    KnownName,
    KnownNameIndex,
    added_words,
    compact,
    edges_of_added_words,
    folded,
    in_unicode,
    index,
    ordinary_words,
    registrable,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# Shorter names are one keystroke from too many others.
SHORTEST_FOR_TYPOS = 5
SHORTEST_FOR_SWAPS = 4
SHORTEST_GLUED = 5

KINDS = {
    "look-alike": "uses homoglyphs to look like",
    "swap": "swaps similar letters to look like",
    "typo": "has a name one typing error away from that of",
    "added-words": "adds words to the name of",
    "moved-marks": "has, but for dots or hyphens, the same name as",
    "other-suffix": "has a different suffix but the same name as",
}


@dataclass(frozen=True, slots=True)
class Imitation:
    """What a domain imitates and how: one of KINDS."""

    kind: str
    label: str
    known: KnownName

    @property
    def how(self) -> str:
        """The kind in words that lead up to the known domain."""
        return KINDS[self.kind]


def find_imitation(
    host: str, *, registrable_part: str | None = None, protect: Iterable[str] = ()
) -> Imitation | None:
    """The known name that a host imitates by its registrable domain, in ASCII or Unicode."""
    names = tuple(protect)
    if registrable_part and _is_ordinary(host, registrable_part, index(names)):
        return None
    return _find(host, registrable_part, names)


def _is_ordinary(host: str, own: str, known: KnownNameIndex) -> bool:
    """Whether no question can have an answer: for most names a few look-ups tell."""
    if len(host) > LONGEST or "xn--" in host or not host.isascii() or not host.islower():
        return False
    label = own.partition(".")[0]
    if folded(label) in known.folded or _may_be_glued(label) or _may_be_typo(label, known):
        return False
    if "-" in label and not _has_no_added_word(label, known):
        return False
    return label not in known.compact and _moved_dots(host.removesuffix("."), own, known) is None


def _may_be_typo(label: str, known: KnownNameIndex) -> bool:
    """Whether half of the label is half of a known one that is about as long."""
    half = len(label) // 2
    less = half - 1
    if less < 1:
        return False
    fronts, ends = known.fronts, known.ends
    has_front = label[:half] in fronts or label[:less] in fronts
    if not has_front and label[-half:] not in ends and label[-less:] not in ends:
        return False
    return not known.shortened.keys().isdisjoint(shortened(label))


def _may_be_glued(label: str) -> bool:
    fronts, ends = edges_of_added_words()
    front, end = label[:3], label[-3:]
    return front in fronts or end in ends or front[:2] in fronts or end[1:] in ends


def _has_no_added_word(label: str, known: KnownNameIndex) -> bool:
    plain = label.replace("-", "")
    if plain in known.labels or plain in known.compact:
        return False
    return all(folded(word) not in known.folded for word in label.split("-"))


@lru_cache(maxsize=4096)
def _find(host: str, registrable_part: str | None, protect: tuple[str, ...]) -> Imitation | None:
    known = index(protect)
    name = in_unicode(host)
    own = in_unicode(registrable_part) if registrable_part else registrable(name)
    if not own or own in known.domains:
        return None
    label = own.partition(".")[0][:LONGEST]
    if label in ordinary_words():
        return None
    for kind, question in QUESTIONS:
        known_name = question(label, known)
        if known_name:
            return Imitation(kind, label, known_name)
    moved = _moved_dots(name, own, known)
    if moved:
        return Imitation("moved-marks", label, moved)
    near = _typo(label, known)
    return Imitation("typo", label, near) if near else None


def _same_label(label: str, known: KnownNameIndex) -> KnownName | None:
    """A protected name under another suffix; the curated ones own more than the list says."""
    known_name = known.labels.get(label)
    return known_name if known_name and known_name.is_protected else None


def _look_alike(label: str, known: KnownNameIndex) -> KnownName | None:
    """Equal skeletons, or equal once the accents are taken off."""
    if label.isascii() or label in known.labels:
        return None
    shadow = appearance(label)
    known_name = known.skeletons.get(skeleton(label)) or known.labels.get(shadow)
    return known_name or known.skeletons.get(skeleton(shadow)) or known.folded.get(folded(shadow))


def _swap(label: str, known: KnownNameIndex) -> KnownName | None:
    known_name = known.folded.get(folded(appearance(label)))
    is_it = known_name and label not in known.labels and len(known_name.label) >= SHORTEST_FOR_SWAPS
    return known_name if is_it else None


def _typo(label: str, known: KnownNameIndex) -> KnownName | None:
    if label in known.labels or len(label) < SHORTEST_FOR_TYPOS - 1:
        return None
    shadow = appearance(label)[: LONGEST + 1]
    for key in sorted(shortened(shadow)):
        for each in known.shortened.get(key, ()):
            is_long = len(each.label) >= SHORTEST_FOR_TYPOS
            if is_long and not each.is_word and is_one_edit(shadow, appearance(each.label)):
                return each
    return None


def is_one_edit(a: str, b: str) -> bool:
    """Whether leaving out, putting in, replacing or exchanging one character leads over."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    pairs = enumerate(zip(a, b, strict=False))
    at = next((at for at, (x, y) in pairs if x != y), min(len(a), len(b)))
    if len(a) > len(b):
        return a[at + 1 :] == b[at:]
    if len(a) < len(b):
        return a[at:] == b[at + 1 :]
    is_exchanged = a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]
    return a[at + 1 :] == b[at + 1 :] or is_exchanged


def _added_words(label: str, known: KnownNameIndex) -> KnownName | None:
    """The name, or a look-alike of it, between hyphens or glued to a word of the list."""
    words = [word for word in label.split("-") if word]
    if len(words) > 1:
        return _with_added_word(words, known)
    return _glued(label, known)


def _with_added_word(words: list[str], known: KnownNameIndex) -> KnownName | None:
    official = added_words()
    for at, word in enumerate(words):
        known_name = known.labels.get(word) or _look_alike(word, known) or _swap(word, known)
        others = words[:at] + words[at + 1 :]
        if known_name is None:
            continue
        is_official = [other in official for other in others]
        if known_name.is_protected or (
            all(is_official) if known_name.is_word else any(is_official)
        ):
            return known_name
    return None


def _glued(label: str, known: KnownNameIndex) -> KnownName | None:
    official = added_words()
    for at in range(2, len(label) - 1):
        for name, word in ((label[:at], label[at:]), (label[at:], label[:at])):
            if word in official and len(name) >= SHORTEST_GLUED:
                known_name = known.labels.get(name) or _swap(name, known)
                if known_name:
                    return known_name
    return None


def _moved_hyphens(label: str, known: KnownNameIndex) -> KnownName | None:
    plain = label.replace("-", "")
    known_name = known.labels.get(plain) or known.compact.get(plain) if plain else None
    return known_name if known_name and label not in known.labels else None


def _moved_dots(name: str, own: str, known: KnownNameIndex) -> KnownName | None:
    """Dots put elsewhere: all of the host, or its registrable domain, read without them."""
    for text in (name, own) if name != own else (own,):
        squeezed = compact(text)
        known_name = known.compact.get(squeezed) or known.compact.get(squeezed.removeprefix("www"))
        if known_name:
            return known_name
    return None


QUESTIONS: tuple[tuple[str, Callable[[str, KnownNameIndex], KnownName | None]], ...] = (
    ("other-suffix", _same_label),
    ("look-alike", _look_alike),
    ("moved-marks", _moved_hyphens),
    ("swap", _swap),
    ("added-words", _added_words),
)
