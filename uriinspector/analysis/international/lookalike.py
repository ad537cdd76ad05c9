"""Known names in the labels of a host that does not belong to them.

A label is looked up whole, by the parts between its hyphens and by the names inside of it, then by
the names that a typing error leads to.  Most labels have none of them; for the others the evidence
is added up: what kind of name it is, how it is spelled, what else is in the label, and under what
the label is registered.  No single one of these shows an imitation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from uriinspector.analysis.international.known_names import (
    EDGE,
    FRONT,
    GARBLED_WORD,
    INDEXES,
    LONGEST,
    LONGEST_NEAR,
    SHORTEST_FOR_EDGES,
    SHORTEST_FOR_TYPOS,
    URGENT,
    KnownName,
    KnownNameIndex,
    added_words,
    compact,
    consonants,
    folded,
    garbled_keys,
    in_unicode,
    is_near_urging,
    is_one_edit,
    is_urgent,
    is_within,
    ordinary_words,
    popular_neighbors,
    squeezed,
    word_edges,
    words_of,
)
from uriinspector.analysis.international.scripts import appearance, skeleton
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# How a spelling differs from the name; the later, the less it says.  The last three: one character
# left out, exchanged with its neighbor or, both vowels, replaced; one put in or replaced; two or
# three of all these.
SWAP, EXACT, LETTER, DOUBLED = "swap", "exact", "letter", "doubled"
SLIP, CHANGE, SLIPS = "slip", "change", "slips"
ORDER = (SWAP, EXACT, LETTER, DOUBLED, SLIP, CHANGE, SLIPS)
VOWELS = frozenset("aeiouy")
DIGITS = "0123456789"
# What is read as one character.
READ_AS_ONE = expression("rn|vv|cl|.")
# A shorter name has to be between hyphens, digits or words: it is part of too many others.
SHORTEST_INSIDE = 6
SHORTEST_FOR_SWAPS = 4
SHORTEST_FOR_SLIPS = 6
# Names with this number of characters have hardly any neighbors.
LONG, LONGER = 8, 11
FEW_SLIPS, MOST_SLIPS = 2, 3
SEGMENT = expression("[^-_]+")
# This number of segments may be one name.
MOST_JOINED = 3
# Short names are looked for next to words in segments up to this length.
LONGEST_GLUED = 24
# An ending of many words, though a name too.
ENDING = "ing"


class Spelling(NamedTuple):
    """Where a label has a known name, or nearly one."""

    known: KnownName
    edit: str
    start: int
    end: int


def _spellings(text: str, known: KnownNameIndex, *, closely: bool) -> list[Spelling]:
    """All names that a label could mean; ``closely`` finds garbled ones, too."""
    found = _inside(text, known)
    if "-" in text or "_" in text:
        found += _joined(text, known)
    labels, listed, ordinary = known.labels, added_words(), ordinary_words()
    start = 0
    for segment in text.replace("_", "-").split("-"):
        bare = segment if segment.isalpha() else segment.strip(DIGITS)
        whole = segment if segment in labels else bare
        at = start + segment.find(whole)
        if whole in labels:
            found.append(Spelling(labels[whole], EXACT, at, at + len(whole)))
        elif segment not in listed and segment not in ordinary:
            near = _near(bare, known, closely=closely)
            found += [each._replace(start=at + each.start, end=at + each.end) for each in near]
        start += len(segment) + 1
    return found


def _joined(text: str, known: KnownNameIndex) -> Iterator[Spelling]:
    """Names with hyphens inside, of their own or not: "t-mobile", "pay-pal"."""
    places = [match.span() for match in SEGMENT.finditer(text)]
    for first, (start, _) in enumerate(places):
        for _, end in places[first + 1 : first + MOST_JOINED]:
            written = text[start:end]
            plain = written.replace("-", "").replace("_", "")
            name = known.labels.get(written) or known.labels.get(plain)
            if name and (not name.is_short or len(plain) > FRONT or written == text):
                yield Spelling(name, EXACT, start, end)
            elif not plain.isalpha():
                once = squeezed(plain)
                for spelled, other in known.fronts.get(once[:FRONT], ()):
                    if spelled == once and not other.is_fixed:
                        yield Spelling(other, SWAP, start, end)


def _inside(text: str, known: KnownNameIndex) -> list[Spelling]:
    """Names anywhere in a label, folded and with doubled letters once."""
    once, fronts = squeezed(text), known.fronts
    if known.front_characters.isdisjoint(zip(once, once[1:], once[2:], once[3:], strict=False)):
        return []
    hits = [
        (at, at + len(spelled), name)
        for at in range(len(once) - FRONT + 1)
        if (front := once[at : at + FRONT]) in fronts
        for spelled, name in fronts[front]
        if once.startswith(spelled, at)
    ]
    places = _places(text) if hits else []
    found = (_unfolded(text, name, places[start], places[end]) for start, end, name in hits)
    return [each for each in found if each]


def _places(text: str) -> list[int]:
    """Return where each character of the squeezed text begins in the text, and its end."""
    places: list[int] = []
    last = ""
    for match in READ_AS_ONE.finditer(text):
        read = folded(match[0])
        if read != last:
            places.append(match.start())
        last = read
    return [*places, len(text)]


def _unfolded(text: str, name: KnownName, start: int, end: int) -> Spelling | None:
    """A spelling that is the same when it is squeezed; None where it means something else."""
    first, after = _segment_around(text, start, end)
    spelled, label = text[start:end], appearance(name.label)
    is_apart = not text[first:start].strip(DIGITS) and not text[end:after].strip(DIGITS)
    if name.is_word and len(label) <= FRONT and not is_apart:
        return None
    extra = spelled.replace(label, "", 1)
    if extra != spelled and (name.is_fixed or not extra.isalpha()):
        start += spelled.find(label)
        return Spelling(name, EXACT, start, start + len(label))
    ordinary, segment = ordinary_words(), text[first:after]
    if segment in ordinary or segment in added_words() or spelled in ordinary:
        return None
    edit = DOUBLED if extra != spelled else _edit_of(spelled, label, name, is_apart=is_apart)
    return Spelling(name, edit, start, end) if edit else None


def _segment_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the segment that a run of a label is in."""
    parts = text.replace("_", "-")
    after = parts.find("-", end)
    return parts.rfind("-", 0, start) + 1, len(text) if after < 0 else after


def _edit_of(spelled: str, label: str, name: KnownName, *, is_apart: bool) -> str:
    """How a spelling differs that is the same when it is squeezed; "" where it means nothing."""
    is_word = spelled.isalpha()
    if folded(spelled) != folded(label):
        edit = DOUBLED if is_word else ""
    elif len(spelled) == len(label) and is_word:
        edit = LETTER  # an i for an l, or an l for an i, can be another word
    elif spelled[0] in DIGITS and len(label) <= SHORTEST_INSIDE:
        edit = LETTER  # a number in front of another word: "1cloud"
    else:
        edit = SWAP
    if edit == SWAP:
        is_it = is_apart or not (name.is_fixed or is_word)
        return edit if is_it and len(label) >= SHORTEST_FOR_SWAPS else ""
    shortest = SHORTEST_FOR_TYPOS if is_apart else LONG
    return "" if name.is_fixed or len(label) < shortest else edit


def _glued_short(segment: str, known: KnownNameIndex) -> Iterator[Spelling]:
    """A name too short to be looked for everywhere, with words of the list around it."""
    size = len(segment)
    for at in range(2, min(FRONT, size - 3) + 1):
        name = known.labels.get(segment[:at])
        if name and words_of(segment[at:]):
            yield Spelling(name, EXACT, 0, at)
        name = known.labels.get(segment[-at:]) if segment[-at:] != ENDING else None
        if name and words_of(segment[:-at]):
            yield Spelling(name, EXACT, size - at, size)


def _near(segment: str, known: KnownNameIndex, *, closely: bool) -> list[Spelling]:
    """Names that are close to the segment, or to what listed words leave of it."""
    found = list(_glued_short(segment, known)) if closely and len(segment) <= LONGEST_GLUED else []
    labels, ordinary, listed = known.labels, ordinary_words(), added_words()
    for start, end in _pieces(segment, closely=closely):
        piece = segment[start:end]
        size = end - start
        if size < SHORTEST_FOR_TYPOS - 1 or piece in labels or piece in ordinary or piece in listed:
            continue
        for edit, name in _one_edit_away(piece, known) if size < LONGEST_NEAR else ():
            long, is_all = len(name.label), size == len(segment)
            if not closely and (name.is_word or (not is_all and long < SHORTEST_FOR_SLIPS)):
                continue
            if edit == SLIP or is_all or long >= LONG:
                found.append(Spelling(name, edit, start, end))
        if closely and (size >= LONGER or words_of(segment[:start] + segment[end:]) is not None):
            names = _garbled(folded(piece), known, closely=True)
        elif size >= LONGER and folded(piece)[:EDGE] in known.garbled:
            names = _garbled(folded(piece), known, closely=False)
        else:
            continue
        found += [Spelling(name, SLIPS, start, end) for name in names]
    return found


def _one_edit_away(piece: str, known: KnownNameIndex) -> list[tuple[str, KnownName]]:
    """Names that one typing error leads from to a piece, and the kind of the error."""
    near = known.neighbors
    whole, less = tuple(piece), len(piece) - 1
    if whole not in near and near.keys().isdisjoint(combinations(piece, less)):
        return []
    keys = {whole, *combinations(piece, less)}
    rows = dict.fromkeys(row for key in sorted(keys) for row in near.get(key, ()))
    return [(kind_of_edit(piece, label), each) for label, each in rows if is_one_edit(piece, label)]


def _pieces(segment: str, *, closely: bool) -> list[tuple[int, int]]:
    """The segment, and what words of the list at its edges leave of it."""
    size = len(segment)
    shortest = 2 if closely else 3
    heads, tails = word_edges(shortest)
    starts = [len(word) for word in heads.get(segment[:shortest], ()) if segment.startswith(word)]
    ends = [len(word) for word in tails.get(segment[-shortest:], ()) if segment.endswith(word)]
    if closely:
        misspelled = (each for each in GARBLED_WORD if each <= size - FRONT and each not in ends)
        ends += [each for each in misspelled if is_near_urging(segment[-each:])]
    return [
        (start, size - end)
        for start in (0, *starts)
        for end in (0, *ends)
        if start + end + FRONT <= size or not (start or end)
    ]


def _garbled(piece: str, known: KnownNameIndex, *, closely: bool) -> Iterator[KnownName]:
    """Names two slips away, or three of a long one, that begin with the same character."""
    letters, size, table = consonants(piece) if closely else "", len(piece), known.garbled
    keys = (
        garbled_keys(piece, letters, SHORTEST_FOR_EDGES - MOST_SLIPS) if closely else [piece[:EDGE]]
    )
    keys = [key for key in keys if key in table]
    shortest = SHORTEST_FOR_SLIPS if closely else LONGER - 1
    for label, theirs, characters, name in dict.fromkeys(row for key in keys for row in table[key]):
        length = len(label)
        if length < shortest or not -MOST_SLIPS <= length - size <= MOST_SLIPS:
            continue
        missing = len(characters.difference(piece))
        is_framed = piece[:FRONT] == label[:FRONT] and piece[-1] == label[-1]
        # Three of few characters are too many, unless they are only at other places.
        is_kept = length >= LONGER - 1 or (length >= LONG and missing < FEW_SLIPS)
        is_same = length > SHORTEST_FOR_SLIPS and consonants(piece) == theirs
        is_ended = closely or piece[-2:] == label[-2:]
        is_sure = is_ended and (is_same or (is_framed and is_kept))
        most = MOST_SLIPS if is_sure else FEW_SLIPS
        if missing <= most and is_within(piece, label, most):
            yield name


def kind_of_edit(a: str, b: str) -> str:
    """SLIP or CHANGE, of two texts that are one edit apart."""
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return SLIP if at else CHANGE
    if len(a) > len(b):
        return CHANGE
    is_exchanged = a[at + 1 :] != b[at + 1 :]
    return SLIP if is_exchanged or (at and {a[at], b[at]} <= VOWELS) else CHANGE


class NameMatch(NamedTuple):
    """A known name in a label, and what else is there."""

    known: KnownName
    edit: str
    # Words of the list next to it: those that urge, and the others.
    urging: tuple[str, ...]
    plain: tuple[str, ...]
    # How many characters of letters that are none of these words touch it, or are apart.
    touching: int
    apart: int
    has_digits: bool
    # The spelling that is in the label.
    spelled: str
    # Somebody else's name is there, too.
    has_other: bool = False

    @property
    def is_token(self) -> bool:
        """True if the name is there letter for letter, between hyphens, digits or listed words."""
        return self.edit == EXACT and not self.touching

    @property
    def is_whole(self) -> bool:
        """True if there is nothing else in the label."""
        return not (self.urging or self.plain or self.touching or self.apart or self.has_digits)


def best_match(label: str, known: KnownNameIndex, *, closely: bool = False) -> NameMatch | None:
    """The name that a label most probably has in it; ``closely`` finds garbled ones, too."""
    text = label if label.isascii() else appearance(label)
    found = _spellings(text[: LONGEST + 1], known, closely=closely)
    if not found:
        return None
    matches = [
        each for each in (_match(text, each) for each in dict.fromkeys(found)) if _is_fit(each)
    ]
    best = min(matches, key=_rank, default=None)
    if best is None or not best.is_token:
        return best
    others = (each for each in matches if each.is_token and not each.known.is_word)
    return best._replace(
        has_other=any(each.known.own.isdisjoint(best.known.own) for each in others)
    )


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


def _is_fit(match: NameMatch) -> bool:
    """False if the name is part of another word."""
    known = match.known
    if known.is_protected or not match.touching or match.edit in {SLIP, CHANGE, SLIPS}:
        return True
    return len(known.label) >= SHORTEST_INSIDE and bool(match.urging or not known.is_word)


def _match(text: str, spelling: Spelling) -> NameMatch:
    """A match, with what is around it."""
    known, edit, start, end = spelling
    *before, left = text[:start].replace("_", "-").split("-")
    right, *after = text[end:].replace("_", "-").split("-")
    urging: list[str] = []
    plain: list[str] = []
    touching = apart = 0
    has_digits = False
    listed = added_words()
    for at, each in enumerate((left, right, *before, *after)):
        bare = each.strip(DIGITS)
        has_digits = has_digits or bare != each
        words = words_of(each) or words_of(bare) if each else ()
        if words is None and len(bare) in GARBLED_WORD and is_near_urging(bare):
            urging.append(bare)
            words = ()
        if words is None:
            if at < 2:
                touching += len(bare)
            else:
                apart += len(bare)
            urgent = URGENT.search(bare)
            words = (urgent[0],) if urgent else ()
        for word in words:
            (urging if listed.get(word, True) else plain).append(word)
    spelled = text[start:end]
    return NameMatch(known, edit, tuple(urging), tuple(plain), touching, apart, has_digits, spelled)


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
URGING, URGING_AGAIN, VERY_URGING, PLAIN = 3, 1, 1, 1
OTHER, DIGIT_SCORE, CHEAP, OPEN, ALONE = 2, 2, 2, 2, 2
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
    # Where programs and their documentation are: they are called after what they are about.
    is_project: bool = False

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
    is_plain = host.isascii() and host.islower() and "xn--" not in host
    own = registrable_part if is_plain else in_unicode(registrable_part)
    if not own or own in known.domains or own in popular_neighbors():
        return None
    name = host.removesuffix(".") if is_plain else in_unicode(host)
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
    if match.edit == SLIPS and len(known.label) < LONG and not (match.urging or ground.is_open):
        return 0
    score = (OF_NAMES if is_distinct else OF_WORDS)[match.edit]
    score += _for_length(match)
    score += _score_of_words(match, ground)
    score += _score_of_others(match, ground, is_distinct=is_distinct)
    if ground.is_customers:
        return min(score, LEAST)
    is_bare = match.edit == EXACT and not match.touching and not match.apart
    is_thrown_away = known.is_short and ground.is_cheap
    if ground.is_front and is_bare and (is_distinct or is_thrown_away) and not ground.is_open:
        score += ALONE + (CHEAP if is_thrown_away else 0)
        return score if match.urging else min(score, PROBABLE - 1)
    if ground.is_open:
        return _score_for_all(match, ground, score, is_distinct=is_distinct)
    if ground.is_cheap:
        score += CHEAP
        if match.edit not in {EXACT, SWAP} and not match.urging:
            return min(score, PROBABLE - 1)
    return score


def _score_of_others(match: NameMatch, ground: Ground, *, is_distinct: bool) -> int:
    """What characters that are no listed word say, and names of others."""
    is_exact = is_distinct and match.edit == EXACT
    is_long = match.known.is_distinct and len(match.known.label) >= SHORTEST_INSIDE
    is_telling = match.is_token and not (ground.is_front or ground.is_open)
    is_telling = is_exact and (is_telling or (ground.is_cheap and (match.is_token or is_long)))
    if match.has_other and is_telling:
        return OTHER
    is_close = ground.is_close and match.urging
    if match.touching + match.apart <= STRAY or is_close or is_telling:
        return 0
    return -1 if is_exact else -3


def _score_for_all(match: NameMatch, ground: Ground, score: int, *, is_distinct: bool) -> int:
    """Where anybody can have a name: also the owner, and people who write about it."""
    if match.edit != EXACT:
        return score + OPEN
    if match.is_whole:
        return min(score, LEAST)
    is_few = not (match.urging or match.has_digits) and len(match.plain) < 2
    is_calm = is_few and not (ground.is_built and is_distinct)
    if is_calm or (ground.is_project and not is_urgent(match.urging)):
        return min(score + OPEN, RARE - 1)
    return score + OPEN


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
    if size <= SHORT_FOR_SLIPS or (is_first and match.edit == CHANGE):
        return -2
    return -1 if is_first or size <= MIDDLE_FOR_SLIPS else 0


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
    """Dots put elsewhere: all of the host, its registrable domain, or the label without them."""
    table = known.compact
    whole = compact(name)
    texts = (whole, whole.removeprefix("www"), compact(own), compact(own.partition(".")[0]))
    return next((table[text] for text in texts if text in table), None)
