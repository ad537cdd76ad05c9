"""Known names in the labels of a host that does not belong to them.

Most labels hold none: that is seen by a few look-ups. Where one could, the label is taken apart at
hyphens and digits, and what stands beside the name is compared with the list of added words.

The evidence is added up: what kind of name it is, how it is spelled, what stands beside it in the
label, and under what the label stands. No single one of them shows an imitation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from uriinspector.analysis.international.known_names import (
    EDGE,
    FEWEST_CONSONANTS,
    FRONT,
    GARBLED_WORD,
    INDEXES,
    LONGEST,
    LONGEST_WORD,
    SHORTEST_FOR_TYPOS,
    URGENT,
    KnownName,
    KnownNameIndex,
    NameShape,
    added_words,
    compact,
    consonants,
    folded,
    in_unicode,
    is_near_urging,
    is_one_edit,
    is_urgent,
    is_within,
    ordinary_words,
    popular_neighbors,
    shortened,
    squeezed,
    word_edges,
    words_of,
)
from uriinspector.analysis.international.scripts import appearance, skeleton
from uriinspector.core.model import NamedTuple

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
URGING, URGING_AGAIN, VERY_URGING, PLAIN, DIGIT_SCORE, CHEAP, OPEN, ALONE = (
    3,
    1,
    1,
    1,
    2,
    2,
    2,
    2,
)
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
    host: str, registrable_part: str, known: KnownNameIndex, ground: Ground = PLAIN_GROUND
) -> Imitation | None:
    """The known name that a host imitates by its registrable domain, in ASCII or Unicode."""
    own = in_unicode(registrable_part)
    name = own if host == registrable_part else in_unicode(host)
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
        score += VERY_URGING if is_urgent(match.urging) else 0
    if plain:
        score += PLAIN if len(plain) == 1 else 2 * PLAIN
    if match.has_digits and ground.is_open:
        score += DIGIT_SCORE
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
