"""Names that others imitate: a curated list, and those that the caller protects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.international.confusables import skeleton
from uriinspector.analysis.international.folding import appearance, appearances
from uriinspector.analysis.international.idna import ACE_PREFIX, decoded, encoded, map_label
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.resource_files import shipped_rows

# DNS allows 63 octets a label, and 253 a name.
LONGEST = 63
LONGEST_NAME = 253
# Pairs and single characters that are mistaken for each other in small type.
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
SINGLES = str.maketrans("015384i|", "olseball")


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name worth imitating: its label, its domain, and what else belongs to it."""

    label: str
    domain: str
    own: frozenset[str]
    is_word: bool
    is_protected: bool


@dataclass(frozen=True)
class KnownNameIndex:
    """Known names by what an imitation of them would have in common with them."""

    known: tuple[KnownName, ...]
    labels: dict[str, KnownName]
    domains: dict[str, KnownName]
    folded: dict[str, KnownName]
    compact: dict[str, KnownName]
    shortened: dict[str, tuple[KnownName, ...]]
    # The first and the last characters, nearly half, of what slips of the keys could be near to.
    fronts: frozenset[str]
    ends: frozenset[str]

    @lazy
    def skeletons(self) -> dict[str, KnownName]:
        """The names by the skeletons of their labels: for labels beyond ASCII alone."""
        return {skeleton(each.label): each for each in reversed(self.known)}

    @lazy
    def outlines(self) -> dict[str, KnownName]:
        """The names by what all their domains look like."""
        names = reversed(self.known)
        pairs = ((domain, each) for each in names for domain in each.own)
        return {outline: each for domain, each in pairs for outline in outlines(domain)}


def outlines(name: str) -> tuple[str, ...]:
    """What a name looks like, in each way it can be read: "rn" is "m" there, and "1" is "l"."""
    return tuple(skeleton(each).lower() for each in appearances(name))


def in_unicode(name: str) -> str:
    """A name with its labels as people read them, cut to what a name can hold."""
    name = name[: 4 * LONGEST_NAME].removesuffix(".")
    if name.isascii() and ACE_PREFIX not in (small := name.lower()):
        return small
    labels = name.split(".")
    read = (decoded(label) or label for label in labels)
    return ".".join(map_label(label[: LONGEST + 1]).text[:LONGEST] for label in read)


def registrable(name: str) -> str | None:
    """The registrable domain of a name in Unicode, in Unicode."""
    labels = name.split(".")
    result = registrable_domain(".".join(encoded(label) or "-" for label in labels))
    return ".".join(labels[-result.count(".") - 1 :]) if result else None


def folded(label: str) -> str:
    """What is left when letters and digits that pass for each other are made one."""
    (rn, m), (vv, w), (cl, d) = PAIRS
    return label.replace(rn, m).replace(vv, w).replace(cl, d).translate(SINGLES)


def shortened(label: str) -> set[str]:
    """The label, and the label with any one character left out."""
    return {label, *(label[:at] + label[at + 1 :] for at in range(len(label)))}


def compact(name: str) -> str:
    """The name without its dots and hyphens."""
    return name.replace(".", "").replace("-", "")


@cache
def _curated() -> tuple[KnownName, ...]:
    result = []
    for domain, sort, *own in shipped_rows("lists/known-names.txt"):
        owned = frozenset([domain, *(own[0].split() if own else ())])
        result.append(KnownName(domain.partition(".")[0], domain, owned, sort == "word", False))
    return tuple(result)


@cache
def ordinary_words() -> frozenset[str]:
    """Words that are spelled like known names and imitate nothing."""
    return frozenset(row[0] for row in shipped_rows("lists/ordinary-words.txt"))


@cache
def added_words() -> frozenset[str]:
    """Words put beside a name to make it look official."""
    return frozenset(row[0] for row in shipped_rows("lists/added-words.txt"))


@cache
def edges_of_added_words() -> tuple[frozenset[str], frozenset[str]]:
    """Their first and their last three characters; two where they have no more."""
    words = added_words()
    return frozenset(word[:3] for word in words), frozenset(word[-3:] for word in words)


def _protected(name: str) -> KnownName | None:
    read = in_unicode(name.strip())
    domain = registrable(read) or read
    label = domain.partition(".")[0][:LONGEST]
    return KnownName(label, domain, frozenset([domain]), False, True) if label else None


@lru_cache(maxsize=8)
def index(protect: tuple[str, ...] = ()) -> KnownNameIndex:
    """The curated names and the protected ones, which come first, ready to be looked up."""
    protected = [known for known in map(_protected, protect) if known]
    return _indexed((*protected, *_curated()))


def _indexed(names: tuple[KnownName, ...]) -> KnownNameIndex:
    known_name_index = KnownNameIndex(names, {}, {}, {}, {}, {}, *_halves(names))
    near: dict[str, list[KnownName]] = {}
    for each in names:
        known_name_index.labels.setdefault(each.label, each)
        known_name_index.folded.setdefault(folded(appearance(each.label)), each)
        for domain in each.own:
            known_name_index.domains.setdefault(domain, each)
        if "." in each.domain:
            known_name_index.compact.setdefault(compact(each.domain), each)
        for key in shortened(appearance(each.label)):
            near.setdefault(key, []).append(each)
    known_name_index.shortened.update((key, tuple(those)) for key, those in near.items())
    return known_name_index


def _halves(names: tuple[KnownName, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """One slip, even an exchange of two neighbours, leaves one of two halves as it was.

    So it is where together they are at least one character shorter than the whole.
    """
    labels = [appearance(each.label) for each in names if not each.is_word]
    halves = [(label, (len(label) - 1) // 2) for label in labels if len(label) > 2]
    fronts = frozenset(label[:half] for label, half in halves)
    return fronts, frozenset(label[-half:] for label, half in halves)
