"""Which known name a label of a host has in it, though the host is not its owner's; never said of
the owner's own domains.

The evidence is added up: what kind of name it is, how it is spelled, what stands beside it in the
label, and under what the label stands. No single one of them shows an imitation.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from uriinspector.analysis.international.added_words import added_words, is_urgent
from uriinspector.analysis.international.confusables import skeleton
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import (
    INDEXES,
    LONGEST,
    KnownName,
    KnownNameIndex,
    in_unicode,
    index,
    ordinary_words,
    popular_neighbors,
    registrable,
)
from uriinspector.analysis.international.name_matches import (
    DOUBLED,
    EXACT,
    LETTER,
    SWAP,
    NameMatch,
    best_match,
)
from uriinspector.analysis.international.near_names import CHANGE, SLIP, SLIPS
from uriinspector.analysis.international.spellings import compact, folded, is_one_edit
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


KINDS = {
    "look-alike": "uses homoglyphs to look like",
    "swap": "swaps similar letters to look like",
    "typo": "has a name one typing error away from that of",
    "added-words": "adds words to the name of",
    "moved-marks": "has, but for dots or hyphens, the same name as",
    "other-suffix": "has a different suffix but the same name as",
}
# Other spellings of a name, and the name beside something else: told in sentences of their own.
NEAR, NAME = "near", "name"

# From these sums on, a match is told at all, rare in honest links, or very probably deceptive.
LEAST, RARE, PROBABLE = 3, 5, 7
# What a spelling says of a name that nothing else has, and of a word that much else has.
OF_NAMES = {EXACT: 3, SWAP: 7, LETTER: 5, DOUBLED: 5, SLIP: 5, CHANGE: 4, SLIPS: 2}
OF_WORDS = {EXACT: 1, SWAP: 6, LETTER: 2, DOUBLED: 2, SLIP: 2, CHANGE: 1, SLIPS: 1}
# A slip in a name so short can be another word.
SHORT_FOR_SLIPS, MIDDLE_FOR_SLIPS, LONG_FOR_SLIPS, LONGEST_FOR_SLIPS = 5, 6, 7, 9
URGING, URGING_AGAIN, URGENT, PLAIN, DIGITS, CHEAP, OPEN, ALONE = 3, 1, 1, 1, 2, 2, 2, 2
# So many characters that are no listed word are as many as nothing.
STRAY = 4


class Ground(NamedTuple):
    """Under what a label stands."""

    # Anybody can have a name there; a suffix under which names are registered for a short time.
    is_open: bool = False
    is_cheap: bool = False
    # Where every customer has a host with its name in front.
    is_customers: bool = False
    # The label stands in front of the registrable domain.
    is_front: bool = False
    # The suffix, where it is a word: "microsoft.support".
    suffix: str = ""
    # Where sites are put together: people seldom write about a name or build programs for it there.
    is_built: bool = False

    @property
    def is_close(self) -> bool:
        """Whether garbled names are looked for."""
        return (self.is_open or self.is_cheap) and not self.is_customers


PLAIN_GROUND = Ground()


class Imitation(NamedTuple):
    """What a label imitates and how: one of KINDS, NEAR or NAME."""

    kind: str
    label: str
    known: KnownName
    score: int = RARE
    spelled: str = ""
    # The name itself stands there, letter for letter.
    is_exact: bool = False

    @property
    def how(self) -> str:
        """The kind in words that lead up to the known domain."""
        return KINDS[self.kind]


def find_imitation(
    host: str,
    *,
    registrable_part: str | None = None,
    protect: Iterable[str] = (),
    known: KnownNameIndex | None = None,
    ground: Ground = PLAIN_GROUND,
) -> Imitation | None:
    """The known name that a host imitates by its registrable domain, in ASCII or Unicode."""
    known = known or index(tuple(protect))
    if host.isascii() and host.islower() and "xn--" not in host and len(host) <= LONGEST:
        name, own = host.removesuffix("."), registrable_part or registrable(host)
    else:
        name = in_unicode(host)
        own = in_unicode(registrable_part) if registrable_part else registrable(name)
    if not own or own in known.domains or own in popular_neighbors():
        return None
    label = own.partition(".")[0][:LONGEST]
    moved = _moved_dots(name, own, known)
    result = imitation_in(label, ground, known)
    if moved and (result is None or result.score < RARE):
        return Imitation("moved-marks", label, moved, PROBABLE if moved.is_protected else RARE)
    return result


def imitation_in(label: str, ground: Ground, known: KnownNameIndex) -> Imitation | None:
    """The same for one label, whose host is not the owner's."""
    return _imitations(known)(label, ground)


@lru_cache(maxsize=INDEXES)
def _imitations(known: KnownNameIndex) -> Callable[[str, Ground], Imitation | None]:
    """What is remembered of labels goes with its index: one has more than half a megabyte."""
    return lru_cache(maxsize=8192)(partial(_imitation_in, known))


def _imitation_in(known: KnownNameIndex, label: str, ground: Ground) -> Imitation | None:
    if label in ordinary_words():
        return None
    found = _look_alike(label, known)
    if found:
        return Imitation("look-alike", label, found, PROBABLE)
    match = best_match(label, known, closely=ground.is_close)
    if match is None:
        return None
    score = _score(match, ground)
    if score < LEAST:
        return None
    return Imitation(
        _kind(match, label), label, match.known, score, match.spelled, match.edit == EXACT
    )


def _kind(match: NameMatch, label: str) -> str:
    """Which sentence is true of it."""
    known = match.known
    if "_" in label or (not label.isascii() and not is_one_edit(label, known.label)):
        return NEAR
    if match.is_whole and known.domain.partition(".")[0] == known.label and match.edit in _ALONE:
        if match.edit == EXACT and label != known.label:
            return "moved-marks" if compact(label) == compact(known.label) else "swap"
        is_told = match.edit != DOUBLED or is_one_edit(match.spelled, appearance(known.label))
        return _ALONE[match.edit] if is_told else NEAR
    # "easy-bank" is not letter for letter what "easybank" is.
    written = {known.label, known.domain.partition(".")[0]}
    if match.edit != EXACT or match.spelled not in label or match.spelled not in written:
        return NEAR
    words = (*match.urging, *match.plain)
    # A garbled word is none that was added: "paypalloginn".
    are_words = bool(words) and all(word in added_words() for word in words)
    has_words = are_words and not match.touching and not match.apart
    is_named_so = known.domain.partition(".")[0] == known.label
    return "added-words" if has_words and is_named_so else NAME


_ALONE = {
    EXACT: "other-suffix",
    SWAP: "swap",
    LETTER: "swap",
    SLIP: "typo",
    CHANGE: "typo",
    DOUBLED: "typo",
}


def _score(match: NameMatch, ground: Ground) -> int:
    known = match.known
    if known.is_protected:
        return _score_of_protected(match, ground)
    is_distinct = not known.is_word and not known.is_short
    score = (OF_NAMES if is_distinct else OF_WORDS)[match.edit]
    score += _for_length(match)
    score += _score_of_words(match, ground)
    if match.touching + match.apart > STRAY and not (ground.is_close and match.urging):
        score -= 1 if is_distinct and match.edit == EXACT else 3
    if ground.is_customers:
        return min(score, LEAST)
    is_bare = match.edit == EXACT and not match.touching and not match.apart
    if ground.is_front and is_bare and is_distinct and not ground.is_open:
        score += ALONE
        return score if match.urging else min(score, PROBABLE - 1)
    if match.is_whole and match.edit == EXACT:
        # The owner has such names, too, and so has whoever is called so.
        if ground.is_open:
            return min(score, LEAST)
    elif ground.is_open:
        # People write about a name there, too: then it is beside a word or two at most.
        is_calm = match.edit == EXACT and not (match.urging or match.has_digits)
        is_calm = is_calm and len(match.plain) < 2 and not (ground.is_built and is_distinct)
        score = min(score + OPEN, RARE - 1) if is_calm else score + OPEN
    if ground.is_cheap and not ground.is_open:
        score += CHEAP
        if match.edit not in {EXACT, SWAP} and not match.urging:
            return min(score, PROBABLE - 1)
    return score


def _score_of_protected(match: NameMatch, ground: Ground) -> int:
    """Customers are named by a service; elsewhere only a namesake is no imitation."""
    if ground.is_front:
        return LEAST if ground.is_customers else PROBABLE
    return LEAST if match.is_whole and match.edit == EXACT else PROBABLE


def _for_length(match: NameMatch) -> int:
    """Another spelling of a short name is easily another word, one of a long name hardly."""
    size = len(match.known.label)
    if match.edit in {EXACT, SWAP}:
        return 0
    if match.edit == SLIPS:
        return 3 if size > LONGEST_FOR_SLIPS else 1 if size > LONG_FOR_SLIPS else 0
    is_first = match.spelled[:1] != match.known.label[:1]
    return -2 if size <= SHORT_FOR_SLIPS else -1 if is_first or size <= MIDDLE_FOR_SLIPS else 0


def _score_of_words(match: NameMatch, ground: Ground) -> int:
    """What the words say that stand beside a name."""
    urging, plain = match.urging, match.plain
    suffix = added_words().get(ground.suffix)
    score = 0
    if urging or suffix:
        score += URGING + (URGING_AGAIN if len(urging) + bool(suffix) > 1 else 0)
        score += URGENT if is_urgent(match.urging) else 0
    if plain:
        score += PLAIN if len(plain) == 1 else 2 * PLAIN
    if match.has_digits and ground.is_open:
        score += DIGITS
    return score


def _look_alike(label: str, known: KnownNameIndex) -> KnownName | None:
    """Equal skeletons, or equal once the accents are taken off."""
    if label.isascii() or label in known.labels:
        return None
    shadow = appearance(label)
    known_name = known.skeletons.get(skeleton(label)) or known.labels.get(shadow)
    return known_name or known.skeletons.get(skeleton(shadow)) or known.folded.get(folded(shadow))


def _moved_dots(name: str, own: str, known: KnownNameIndex) -> KnownName | None:
    """Dots put elsewhere: all of the host, or its registrable domain, read without them."""
    for text in (name, own) if name != own else (own,):
        squeezed = compact(text)
        known_name = known.compact.get(squeezed) or known.compact.get(squeezed.removeprefix("www"))
        if known_name:
            return known_name
    label = compact(own.partition(".")[0])
    return known.compact.get(label) if label else None
