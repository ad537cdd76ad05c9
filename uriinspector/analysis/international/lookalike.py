"""Known names in the labels of hosts that do not belong to the names' owners.

A label is compared as a whole and part by part (between hyphens), searched for names inside it, and
compared with names one typing error away. Most labels contain no name; for the others a score adds
up the evidence: the kind of name, its spelling, the rest of the label, and where the label is
registered. No single piece of evidence proves an imitation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from unicodedata import normalize

from uriinspector.analysis.domains import is_private
from uriinspector.analysis.international.known_names import (
    EDGE,
    FIRST_OF_THEM,
    FRONT,
    GARBLED_WORD,
    LAST_OF_THEM,
    LONGEST,
    LONGEST_NEAR,
    PAIRS,
    SHORTEST_FOR_EDGES,
    SHORTEST_FOR_TYPOS,
    SINGLES,
    URGENT,
    GarbledKey,
    KnownName,
    KnownNameIndex,
    Search,
    added_words,
    cheap_suffixes,
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
    places_of,
    popular_neighbors,
    search_for,
    shared_length,
    squeezed,
    word_edges,
    words_of,
)
from uriinspector.analysis.international.scripts import appearance, skeleton
from uriinspector.analysis.triggers import PLAIN_FRONTS, SHORTEST, is_jumbled
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# Kinds of spellings, the strongest evidence first. SLIP: a character omitted or exchanged with its
# neighbor, or a vowel replaced by another; TWIN: a letter replaced by a similar one; CHANGE: a
# character inserted or replaced; SLIPS: two or three such edits.
SWAP, EXACT, LETTER, DOUBLED = "swap", "exact", "letter", "doubled"
SLIP, TWIN, CHANGE, SLIPS = "slip", "twin", "change", "slips"
ORDER = (SWAP, EXACT, LETTER, DOUBLED, TWIN, SLIP, CHANGE, SLIPS)
# Letters that look or sound alike.
SIMILAR = frozenset(map(frozenset, ("cs", "ck", "sz", "pq", "gq", "mn", "uv", "vw", "bd")))
VOWELS = frozenset("aeiouy")
DIGITS = "0123456789"
# Too long for a year or a product number.
CODE = expression("[0-9]{5}")
# Characters or pairs that are read as one character.
READ_AS_ONE = expression("rn|vv|cl|.")
READ_AS = dict(PAIRS) | SINGLES
# Shorter names only count between hyphens, digits or words, as they occur inside many words.
SHORTEST_INSIDE = 6
SHORTEST_FOR_SWAPS = 4
SHORTEST_FOR_SLIPS = 6
# Names of this length are rarely similar to other words.
LONG, LONGER, LONGEST_NAMES = 8, 11, 13
FEW_SLIPS, MOST_SLIPS = 2, 3
# The minimum common part of the longest names and their garbled spellings (see shared_part).
ALIKE = 0.76
SEGMENT = expression("[^-_]+")
# The maximum number of segments that are joined to one name.
MOST_JOINED = 3
# The maximum length of segments in which short names are searched for next to words.
LONGEST_GLUED = 24
# A name that is also the ending of many words.
ENDING = "ing"
# Longer words around a name are not looked up.
LONGEST_WORD = 20


class Spelling(NamedTuple):
    """A place in a label with a known name or a similar spelling."""

    known: KnownName
    edit: str
    start: int
    end: int


def _spellings(text: str, known: KnownNameIndex, *, closely: bool) -> list[Spelling]:
    found = _inside(text, known)
    parts = text
    if "-" in text or "_" in text:
        found += _joined(text, known)
        parts = text.replace("_", "-")
    labels, familiar = known.labels, known.familiar
    start = 0
    for segment in parts.split("-"):
        bare = segment if segment.isalpha() else segment.strip(DIGITS)
        whole = segment if segment in labels else bare
        if whole in labels:
            at = start + segment.find(whole)
            found.append(Spelling(labels[whole], EXACT, at, at + len(whole)))
        elif (
            len(bare) >= SHORTEST_FOR_TYPOS - 1
            and segment not in familiar
            and (near := _near(bare, known, closely))
        ):
            at = start + segment.find(bare)
            found += [Spelling(name, edit, at + a, at + b) for name, edit, a, b in near]
        start += len(segment) + 1
    return found


def _joined(text: str, known: KnownNameIndex) -> Iterator[Spelling]:
    """Yield names in segments joined by hyphens, whether or not the names have hyphens: "t-mobile",
    "pay-pal".
    """
    places, labels = [match.span() for match in SEGMENT.finditer(text)], known.labels
    for first, (start, _) in enumerate(places):
        for _, end in places[first + 1 : first + MOST_JOINED]:
            written = text[start:end]
            plain = written.replace("-", "").replace("_", "")
            name = labels.get(written) or labels.get(plain)
            if name and (not name.is_short or len(plain) > FRONT or written == text):
                yield Spelling(name, EXACT, start, end)
            elif not plain.isalpha():
                for other in known.squeezed.get(squeezed(plain), ()):
                    if not other.is_fixed:
                        yield Spelling(other, SWAP, start, end)


def _inside(text: str, known: KnownNameIndex) -> list[Spelling]:
    """Return names anywhere in a label, after folding and collapsing doubled letters."""
    once = squeezed(text)
    hits = list(known.contained(once))
    if not hits:
        return []
    places = range(len(text) + 1) if len(once) == len(text) else _places(text)
    found = (
        _unfolded(text, name, places[last + 1 - size], places[last + 1])
        for last, (size, names) in hits
        for name in names
    )
    return [each for each in found if each]


def _places(text: str) -> list[int]:
    """Return the position in the text of each character of the squeezed text, and the end."""
    places: list[int] = []
    last = ""
    for match in READ_AS_ONE.finditer(text):
        read = READ_AS.get(match[0], match[0])
        if read != last:
            places.append(match.start())
        last = read
    return [*places, len(text)]


def _unfolded(text: str, name: KnownName, start: int, end: int) -> Spelling | None:
    """Return the spelling of a name found by its squeezed form; None if it is a different word."""
    first, after = _segment_around(text, start, end)
    spelled, label = text[start:end], appearance(name.label)
    is_apart = not text[first:start].strip(DIGITS) and not text[end:after].strip(DIGITS)
    if start and spelled[0] in DIGITS and text[start - 1] in DIGITS:
        return None  # the end of a number: "1001cloud"
    if name.is_word and len(label) <= FRONT and not is_apart:
        return None
    if not (name.is_word or name.is_protected) and _is_in_word(text, name.label, first, after):
        return None
    extra = spelled.replace(label, "", 1)
    # A doubled last letter before others is an inflection: "telegramme".
    is_inflected = spelled.startswith(label) and bool(text[end:after].strip(DIGITS))
    if extra != spelled and (name.is_fixed or is_inflected or not extra.isalpha()):
        start += spelled.find(label)
        return Spelling(name, EXACT, start, start + len(label))
    ordinary, segment = ordinary_words(), text[first:after]
    if segment in ordinary or segment in added_words() or spelled in ordinary:
        return None
    edit = DOUBLED if extra != spelled else _edit_of(spelled, label, name, is_apart=is_apart)
    return Spelling(name, edit, start, end) if edit else None


def _is_in_word(text: str, label: str, first: int, after: int) -> bool:
    """Return True if a segment has a name only as a part of an ordinary word: "revolution"."""
    at = text.find(label, first, after)
    if at < 0 or text.find(label, at + 1, after) >= 0:
        return False
    words, last = ordinary_words(), at + len(label)
    # Letters before a name that ends in a word probably belong there: "dti-cloud".
    if label[1:] in added_words() and words_of(text[first:at].strip(DIGITS)) is None:
        return True
    starts = range(max(first, last - LONGEST_WORD), at + 1)
    return any(
        text[start:end] in words
        for start in starts
        # Up to two more letters may be an ending of the name itself: "reddits", "redditor".
        for end in range(last + (3 if start == at else 0), min(after, start + LONGEST_WORD) + 1)
    )


def _segment_around(text: str, start: int, end: int) -> tuple[int, int]:
    parts = text.replace("_", "-")
    after = parts.find("-", end)
    return parts.rfind("-", 0, start) + 1, len(text) if after < 0 else after


def _edit_of(spelled: str, label: str, name: KnownName, *, is_apart: bool) -> str:
    """Return how a spelling differs from a name it is squeezed to; "" if it does not count."""
    is_word = spelled.isalpha()
    if folded(spelled) != folded(label):
        edit = DOUBLED if is_word else ""
    elif len(spelled) == len(label) and is_word:
        edit = LETTER  # "i" instead of "l", or the reverse, can make another word
    elif spelled[0] in DIGITS and len(label) <= SHORTEST_INSIDE:
        edit = LETTER  # a number before another word: "1cloud"
    else:
        edit = SWAP
    if edit == SWAP:
        is_it = is_apart or not (name.is_fixed or is_word)
        return edit if is_it and len(label) >= SHORTEST_FOR_SWAPS else ""
    shortest = SHORTEST_FOR_TYPOS if is_apart else LONG
    return "" if name.is_fixed or len(label) < shortest else edit


def _glued_short(segment: str, known: KnownNameIndex) -> list[Spelling]:
    """Return names too short to be searched for everywhere, at the edge of a segment that otherwise
    consists of listed words.
    """
    found, size, labels = [], len(segment), known.labels
    for at in range(2, min(FRONT, size - 3) + 1):
        front, back = labels.get(segment[:at]), labels.get(segment[-at:])
        if front and words_of(segment[at:]):
            found.append(Spelling(front, EXACT, 0, at))
        if back and segment[-at:] != ENDING and words_of(segment[:-at]):
            found.append(Spelling(back, EXACT, size - at, size))
    return found


# Segments such as "app" and "connect" are common in the hosts of a list.
@lru_cache(maxsize=4096)
def _near(segment: str, known: KnownNameIndex, closely: bool) -> tuple[Spelling, ...]:
    """Return names similar to the segment, or to what is left of it without listed words."""
    size, familiar = len(segment), known.familiar
    found = _glued_short(segment, known) if closely and size <= LONGEST_GLUED else []
    front, back = known.edges
    for start, end in _pieces(segment, closely=closely):
        piece, length = segment[start:end], end - start
        if length < SHORTEST_FOR_TYPOS - 1 or piece in familiar:
            continue
        # With one error, the beginning and the end that the piece shares with known names cover
        # all but three of its characters.
        if length < LONGEST_NEAR and front(piece) + back(piece[::-1]) >= length - 3:
            for label, name in known.one_slip_away(piece):
                edit = kind_of_edit(piece, label)
                long = len(name.label)
                if not closely and (name.is_word or (length < size and long < SHORTEST_FOR_SLIPS)):
                    continue
                if edit in {SLIP, TWIN} or length == size or long >= LONG:
                    found.append(Spelling(name, edit, start, end))
        rest = length < size and segment[:start] + segment[end:]
        if length >= LONGER or (closely and (not rest or words_of(rest) is not None)):
            names = _garbled(folded(piece), known, closely=closely)
            found += [Spelling(name, SLIPS, start, end) for name in names]
    return tuple(found)


def _pieces(segment: str, *, closely: bool) -> Iterable[tuple[int, int]]:
    """Return the segment, and its rest without listed words at the edges."""
    size, (heads, tails) = len(segment), word_edges()
    starts, ends = [0], [0]
    if words := heads.get(segment[:EDGE]):
        starts += [len(word) for word in words if segment.startswith(word)]
    if words := tails.get(segment[-EDGE:]):
        ends += [len(word) for word in words if segment.endswith(word)]
    if closely:
        starts += [EDGE - 1] if segment[: EDGE - 1] in heads else []
        ends += [EDGE - 1] if segment[1 - EDGE :] in tails else []
        if size >= FRONT + FRONT and not LAST_OF_THEM.isdisjoint(segment[-3:]):
            for each in GARBLED_WORD[: size - FRONT - FRONT + 1]:
                may_be = segment[-each] in FIRST_OF_THEM or segment[1 - each] in FIRST_OF_THEM
                if may_be and each not in ends and is_near_urging(segment[-each:]):
                    ends.append(each)
    if len(starts) + len(ends) == 2:
        return ((0, size),)
    return [
        (start, size - end)
        for start in starts
        for end in ends
        if start + end + FRONT <= size or not (start or end)
    ]


def _garbled(piece: str, known: KnownNameIndex, *, closely: bool) -> list[KnownName]:
    """Return names two edits away, or three for long ones, with similar beginnings."""
    size, (table, longest) = len(piece), known.garbled
    if size > longest + MOST_SLIPS:
        return []
    is_long = size >= LONGEST_NAMES
    letters = consonants(piece) if closely or is_long else ""
    keys: list[GarbledKey] = [piece[:EDGE]]
    if letters:
        keys = garbled_keys(piece, letters, SHORTEST_FOR_EDGES - MOST_SLIPS)
    if table.keys().isdisjoint(keys):
        return []
    shortest = SHORTEST_FOR_SLIPS if closely else LONGEST_NAMES if is_long else LONGER - 1
    sizes = range(max(shortest, size - MOST_SLIPS), size + MOST_SLIPS + 1)
    rows = {id(row): row for key in keys for row in table.get(key, ()) if len(row[0]) in sizes}
    if not rows:
        return []
    found, places, own = [], places_of(piece), set(piece)
    for label, theirs, characters, name in rows.values():
        length, missing = len(label), len(characters.difference(own))
        longest = max(length, size)
        most = min(length - missing, size - len(own.difference(characters)))
        if most < min(longest - MOST_SLIPS, ALIKE * longest):
            continue  # too few of its characters are shared
        shared = shared_length(places, size, label)
        if length >= LONGEST_NAMES and shared >= ALIKE * longest:
            found.append(name)
            continue
        if longest - shared > MOST_SLIPS:
            continue
        is_framed = piece[:FRONT] == label[:FRONT] and piece[-1] == label[-1]
        # Three edits are too many for a short name, unless almost all of its characters are
        # present.
        is_kept = length >= LONGER - 1 or (length >= LONG and missing < FEW_SLIPS)
        letters = letters or consonants(piece)
        is_same = length > SHORTEST_FOR_SLIPS and letters == theirs
        is_ended = closely or piece[-2:] == label[-2:]
        is_sure = is_ended and (is_same or (is_framed and is_kept))
        most = MOST_SLIPS if is_sure else FEW_SLIPS
        if longest - shared <= most and is_within(piece, label, most):
            found.append(name)
    return found


def kind_of_edit(a: str, b: str) -> str:
    """Return SLIP, TWIN or CHANGE for two texts that are one edit apart."""
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return SLIP if at else CHANGE
    if len(a) > len(b):
        return CHANGE
    is_exchanged = a[at + 1 :] != b[at + 1 :]
    if is_exchanged or (at and {a[at], b[at]} <= VOWELS):
        return SLIP
    return TWIN if {a[at], b[at]} in SIMILAR else CHANGE


class NameMatch(NamedTuple):
    """A known name in a label, and the rest of the label."""

    known: KnownName
    edit: str
    # The listed words next to it: those that urge, and the others.
    urging: tuple[str, ...]
    plain: tuple[str, ...]
    # The number of other letters directly next to the name, and of those further away.
    touching: int
    apart: int
    has_digits: bool
    # The name as the label spells it, and the label.
    spelled: str
    label: str
    # True if the label also contains another name, or a case number.
    has_other: bool = False
    # True if the label also contains another name of the same owner.
    has_kin: bool = False

    @property
    def is_token(self) -> bool:
        """True if the name is spelled exactly, between hyphens, digits or listed words."""
        return self.edit == EXACT and not self.touching

    @property
    def is_technical(self) -> bool:
        """True if the label has a word that programmers or researchers use."""
        return TECHNICAL.search(self.label) is not None

    @property
    def is_whole(self) -> bool:
        return not (self.urging or self.plain or self.touching or self.apart or self.has_digits)


def best_match(label: str, known: KnownNameIndex, *, closely: bool = False) -> NameMatch | None:
    """Return the name that a label most probably contains; ``closely`` also finds garbled ones."""
    text = label if label.isascii() else appearance(label)
    found = _spellings(text[: LONGEST + 1], known, closely=closely)
    if not found:
        return None
    matches = [
        each for each in (_match(text, each) for each in dict.fromkeys(found)) if _is_fit(each)
    ]
    best = min(matches, key=_rank, default=None)
    if best is not None and best.touching > STRAY:
        # A longer name with an error, not a shorter one next to other letters:
        # "microsoftonlline".
        label = best.known.label
        longer = [each for each in matches if label in each.known.label and not each.touching]
        best = min(longer, key=_rank, default=best)
    if best is None or not best.is_token:
        return best
    label, own = best.known.label, best.known.own
    others = [
        each
        for each in matches
        if each.is_token and each.known.label not in label and label not in each.known.label
    ]
    has_other = any(not each.known.is_word for each in others) or CODE.search(text) is not None
    kin = next((each for each in others if not own.isdisjoint(each.known.own)), None)
    if kin is not None:
        # The other name is not a stray text: "microsoft-outlook".
        return best._replace(has_kin=True, apart=max(0, best.apart - len(kin.known.label)))
    return best._replace(has_other=has_other)


def _rank(match: NameMatch) -> tuple[bool, bool, int, int, int]:
    known = match.known
    is_weak = (known.is_word or known.is_short) and match.edit != SWAP
    return (
        not known.is_protected,
        is_weak,
        ORDER.index(match.edit),
        match.touching + match.apart,
        -len(known.label),
    )


def _is_fit(match: NameMatch) -> bool:
    """Return False if the name may just be part of another word."""
    known = match.known
    if known.is_protected or not match.touching or match.edit in {SLIP, TWIN, CHANGE, SLIPS}:
        return True
    return len(known.label) >= SHORTEST_INSIDE and bool(match.urging or not known.is_word)


def _match(text: str, spelling: Spelling) -> NameMatch:
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
        words = words_of(each) or words_of(bare) if each else ()
        # A number next to unlisted letters, away from the name, may belong to a person's name.
        has_digits = has_digits or (bare != each and (at < 2 or words is not None))
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
    letters = touching, apart
    return NameMatch(known, edit, tuple(urging), tuple(plain), *letters, has_digits, spelled, text)


KINDS = {
    "look-alike": "uses lookalike letters to imitate",
    "swap": "swaps similar letters to look like",
    "typo": "is one typing error away from the name of",
    "added-words": "adds words to the name of",
    "moved-marks": "is, apart from dots or hyphens, the same as that of",
    "other-suffix": "is, except for the ending, the same as that of",
}
# Kinds without a fixed phrase: a similar spelling, or a name next to other text.
NEAR, NAME = "near", "name"
# Minimum scores for a reported match, for one rare in honest links, and for a probable deception.
LEAST, RARE, PROBABLE = 3, 5, 7
# Scores of spellings, for unique names and for names that are also words.
OF_NAMES = {EXACT: 3, SWAP: 7, LETTER: 5, DOUBLED: 5, SLIP: 5, TWIN: 5, CHANGE: 4, SLIPS: 2}
OF_WORDS = {EXACT: 1, SWAP: 6, LETTER: 2, DOUBLED: 2, SLIP: 2, TWIN: 2, CHANGE: 1, SLIPS: 1}
# One edit in names this short can make another word.
SHORT_FOR_SLIPS, MIDDLE_FOR_SLIPS, LONG_FOR_SLIPS, LONGEST_FOR_SLIPS = 5, 6, 7, 9
URGING, URGING_AGAIN, VERY_URGING, PLAIN = 3, 1, 1, 1
OTHER, DIGIT_SCORE, CHEAP, OPEN, ALONE = 2, 2, 2, 2, 2
# Up to this many characters outside of listed words are ignored.
STRAY = 4

# Names that sites for copied apps and stolen accounts combine with a few other letters; the names'
# owners and people who write about them have few sites.
COPIED = frozenset({"whatsapp", "telegram", "steamcommunity", "metamask", "imtoken", "kucoin"})
FEW_LETTERS = 3
# Platform names that fake notices on hosting services use; next to the words in TECHNICAL, they
# mean something else.
PLATFORMS = frozenset({"meta"})
TECHNICAL = expression(
    r"tag|data|analy|learn|program|verse|game|search|llama|\bai\b|quest|physic|path|model|type|form\b"
    r"|lab|prompt|agent|editor|mask|build|http|relay"
)


# The minimum number of dots in a host for the check for misplaced dots.
DOTS = 3
# Kinds of services where anyone can choose a name, or where hosts begin with the name of a
# customer.
OPEN_TO_ALL = frozenset(
    {"shared-host", "former-host", "tunnel", "dynamic-dns", "ipfs-gateway", "embeds-address"}
)
CUSTOMERS = frozenset({"customers", "file-or-form-service"})
BUILT = frozenset({"site-builder", "dynamic-dns"})
PROJECTS = frozenset({"project-pages"})


class LabelContext(NamedTuple):
    """Facts about the place where a label is registered."""

    # ``is_open``: anyone can choose a name there; ``is_cheap``: the suffix is often used for
    # short-lived names.
    is_open: bool = False
    is_cheap: bool = False
    # Every customer has a host that begins with the customer's name.
    is_customers: bool = False
    # The label is before the registrable domain.
    is_front: bool = False
    # The suffix asks for something: "microsoft.support".
    is_urging: bool = False
    # On site builders, people rarely write about a name or publish programs for it.
    is_built: bool = False
    # Hosts of programs and documentation, which are named after their subjects.
    is_project: bool = False

    @property
    def has_owners(self) -> bool:
        """True for a suffix under which customers or users choose names.

        These can include the owners of known names.
        """
        return self.is_open or self.is_customers

    @property
    def is_close(self) -> bool:
        """True if garbled names are searched for."""
        return (self.is_open or self.is_cheap) and not self.is_customers


PLAIN_GROUND = LabelContext()


class Imitation(NamedTuple):
    """The name that a label imitates, and the kind of imitation: one of KINDS, NEAR or NAME."""

    kind: str
    label: str
    known: KnownName
    score: int = RARE
    spelled: str = ""
    # True if the name is spelled exactly.
    is_exact: bool = False

    @property
    def how(self) -> str:
        """The kind in words, to be followed by the known domain."""
        return KINDS[self.kind]


def find_imitation(
    host: str, registrable_part: str, known: KnownNameIndex, context: LabelContext = PLAIN_GROUND
) -> Imitation | None:
    """Return a registrable domain's imitation of a known name, or None."""
    is_plain = host.isascii() and host.islower() and "xn--" not in host
    own = registrable_part if is_plain else in_unicode(registrable_part)
    if not own or own in known.domains or own in popular_neighbors():
        return None
    result = imitation_in(own.partition(".")[0][:LONGEST], context, known)
    if result is None or result.score < RARE:
        name = host.removesuffix(".") if is_plain else in_unicode(host)
        moved = _moved_dots(name, own, known)
        if moved:
            score = PROBABLE if moved.is_protected else RARE
            return Imitation("moved-marks", own.partition(".")[0][:LONGEST], moved, score)
    return result


def imitation_in(label: str, context: LabelContext, known: KnownNameIndex) -> Imitation | None:
    """Return a label's imitation of a known name, or None; its host must not be the owner's."""
    if label in ordinary_words():
        return None
    found = None if label.isascii() else _look_alike(label, known)
    if found:
        return Imitation("look-alike", label, found, PROBABLE)
    match = best_match(label, known, closely=context.is_close)
    if match is None:
        return None
    if match.edit == EXACT and not (label.isascii() or match.known.is_word):
        # Letters that only look like those of the name; accents may belong to another word.
        plain = "".join(filter(str.isascii, normalize("NFD", label)))
        match = match._replace(edit=EXACT if match.spelled in plain else SWAP)
    score = _score(match, context)
    if score < LEAST:
        return None
    return Imitation(
        _kind(match, label), label, match.known, score, match.spelled, match.edit == EXACT
    )


# Suffixes that only institutions can use.
RESTRICTED = expression(r"(?:gov|edu|mil|int|ac|gouv|gob|gv)(?:\.[a-z]{2})?")
# Suffixes that only banks and insurers can use.
OF_BANKS = expression(r"(?:bank|fin)\.in|bank|insurance")
# The length of a national top-level domain.
NATIONAL = 2
# One of these words is enough; "support" or "secure" alone also occur in the names of honest
# businesses.
_WORDS = (
    "verif|unlock|suspend|confirm|webmail|mailbox|recover|account|auth|anmeld|konto|cuenta|sesion|acceso"
    "|compte|connexion|conta|akun|accedi|accesso|inloggen|logowanie|zaloguj|giris|hesap|masuk"
)
# Notices about a mailbox that is said to be full: "outlook-quota", "storage-of-webmail".
_MAIL = "(?:e|g|hot|web)?mail(?:box)?s?|inbox|office-?(?:365)?|outlook|owa|roundcube|zimbra"
_FULL = "quota|storage|full"
_BETWEEN = "-(?:[a-z0-9]{1,8}-)?"
_NOTICE = f"(?:{_MAIL}){_BETWEEN}(?:{_FULL})|(?:{_FULL}){_BETWEEN}(?:{_MAIL})"
ASKING = expression(
    rf"(?<![a-z])(?P<notice>{_NOTICE})(?![a-z])"
    f"|l[ou]{{1,2}}gg?[ai]?[iy]?n|sign-?in|pass(?:word|code)|wall?et|{_WORDS}"
)
# For a quick check: each of these words contains one of these stems.
STEMS = ("og", "ug", "sign", "pass", "wal", *_WORDS.split("|"), *_FULL.split("|"))


@cache
def _stems() -> Search[bool]:
    return search_for(dict.fromkeys(STEMS, True))


def is_asking(text: str) -> bool:
    """Return True if a text has a word typical of sign-in pages; stems rule out most texts fast."""
    return next(iter(_stems()(text)), None) is not None and ASKING.search(text) is not None


# Domains that continue another site's host: "usps.com-track.top".
_ENDING = r"\A(?:com-|(?:\w+-)?gov-)"
SITE_ENDING = expression(_ENDING)
_NUMBER = "[0-9]{12,}"
LONG_NUMBER = expression(_NUMBER)
# Suffixes that are also file extensions.
FILE_SUFFIXES = frozenset({"zip", "mov"})
ODD_SITE = expression(rf"{_ENDING}|{_NUMBER}|\.(?:{'|'.join(sorted(FILE_SUFFIXES))})\Z")
# The share of rare pairs of letters in a site's name that looks random.
JUMBLED = 0.4
# Labels without a hyphen are odd only with a long number, or three words such as "auth" and "pin".
SHORTEST_ODD = 10


class HostEvidence(NamedTuple):
    """Known names found in a host, and facts about the place where they are registered."""

    context: LabelContext = PLAIN_GROUND
    # The labels before the registrable domain.
    front: tuple[str, ...] = ()
    # The name that the registrable domain imitates, if any.
    imitation: Imitation | None = None
    # The best imitations in the labels before the site, with their positions: with a similar
    # spelling, and with the exact one.
    near: tuple[int, Imitation] | None = None
    exact: tuple[int, Imitation] | None = None
    # The site has a long number or words of sign-in pages, or continues another host ("com-").
    is_odd: bool = False

    @property
    def has_evidence(self) -> bool:
        """True if a name may be imitated, or the site has an odd name."""
        return self.imitation is not None or self.near is not None or self.is_odd

    @property
    def imitations(self) -> list[Imitation]:
        best = (each[1] for each in (self.near, self.exact) if each)
        return [*([self.imitation] if self.imitation else ()), *best]

    @property
    def doubtful(self) -> Imitation | None:
        """A likely imitation, although not a probable deception by itself."""
        score = max((each.score for each in self.imitations), default=0)
        if self.context.is_customers or not RARE <= score < PROBABLE:
            return None
        return next(each for each in self.imitations if each.score == score)

    @property
    def faint(self) -> Imitation | None:
        """The known name in the host, if the evidence for an imitation is weak."""
        found = self.imitations
        if self.context.is_customers or any(each.score >= RARE for each in found):
            return None
        sure = (each for each in found if each.is_exact or not each.known.is_fixed)
        return next(
            (each for each in sure if not (each.known.is_word or each.known.is_short)), None
        )

    def is_branch(self, imitation: Imitation, suffix: str) -> bool:
        """Return True if the site may well belong to the owner of the name or to a member.

        Banks and shops have sites of the same name in other countries, and members of a group add
        their place: "sparkasse-hannover.de".
        """
        known = imitation.known
        is_whole = compact(imitation.label) == compact(known.label)
        is_home = suffix == known.domain.partition(".")[2] and "-" in imitation.label
        is_national = len(suffix.rpartition(".")[2]) == NATIONAL and not self.context.is_cheap
        return imitation.is_exact and is_national and (is_whole or is_home)


NOTHING = HostEvidence()


def evidence_in(
    host: str,
    site: str,
    front: tuple[str, ...],
    context: LabelContext,
    known: KnownNameIndex,
    *,
    is_of_service: bool,
) -> HostEvidence:
    """Return the evidence in a host as browsers read it.

    In hosts of services, only labels before the service's name count.
    """
    imitation = None
    if not (is_of_service or site in known.domains):
        imitation = find_imitation(host if host.count(".") >= DOTS else site, site, known, context)
    label, _, suffix = site.partition(".")
    if context.is_cheap and front and not imitation and not is_of_service:
        imitation = _across_dot(front[-1], label, context, known)
    if imitation and (
        imitation.known.domain == site  # unverified, but no imitation of itself
        or OF_BANKS.fullmatch(suffix)
        or (not imitation.is_exact and RESTRICTED.fullmatch(suffix))
    ):
        imitation = None  # no one else can register a similar name there
    is_long = "-" in site or site.find(".") >= SHORTEST_ODD
    may_be_odd = is_long or context.is_cheap or context.is_urging
    is_odd = may_be_odd and (ODD_SITE.search(site) is not None or is_asking(site))
    is_odd = is_odd or (context.is_cheap and is_jumbled(label, JUMBLED))
    if not (front or imitation or is_odd):
        return NOTHING
    best: dict[bool, tuple[int, Imitation]] = {}
    for at, word in enumerate(front):
        if len(word) < SHORTEST or word in PLAIN_FRONTS:
            continue
        whole = known.hyphenated.get(word) if "-" in word and not context.has_owners else None
        if whole is not None:
            found: Imitation | None = Imitation("moved-marks", word, whole, RARE, word, True)
        else:
            found = imitation_in(word, _in_front(context), known)
        name = f"{word}.{site}"
        if found is None or site in found.known.own or name in found.known.own:
            continue  # also under an unlisted suffix of a company: "amazon.com.be"
        before = best.get(found.is_exact)
        if (before is None or found.score > before[1].score) and name not in popular_neighbors():
            best[found.is_exact] = at, found
    return HostEvidence(context, front, imitation, best.get(False), best.get(True), is_odd)


def _across_dot(
    front: str, label: str, context: LabelContext, known: KnownNameIndex
) -> Imitation | None:
    """Return a known name that a dot divides: "informed.deliveryx.top"."""
    whole = front + label
    if whole.isascii() and not any(known.spelled(whole.replace("-", "").replace("_", ""))):
        return None
    found = imitation_in(whole, context, known)
    if found is None or not found.is_exact or not found.known.is_distinct:
        return None
    is_divided = found.spelled not in front and found.spelled not in label
    return found._replace(kind=NAME, label=label) if is_divided else None


@lru_cache(maxsize=1024)
def label_context(kinds: frozenset[str], suffix: str, is_carried: bool) -> LabelContext:
    """Return the facts about a suffix and the kinds of services there."""
    is_customers = not CUSTOMERS.isdisjoint(kinds) or is_carried
    is_open = not OPEN_TO_ALL.isdisjoint(kinds) or (is_private(suffix) and not is_customers)
    cheap = cheap_suffixes()
    is_cheap = suffix in cheap or suffix.rpartition(".")[2] in cheap or suffix in FILE_SUFFIXES
    is_built = is_open and not BUILT.isdisjoint(kinds)
    return LabelContext(
        is_open,
        is_cheap,
        is_customers and not is_open,
        is_urging=added_words().get(suffix, False),
        is_built=is_built,
        is_project=not PROJECTS.isdisjoint(kinds),
    )


@cache
def _in_front(context: LabelContext) -> LabelContext:
    return context._replace(is_front=True, is_urging=False)


def _kind(match: NameMatch, label: str) -> str:
    known = match.known
    if "_" in label or (not label.isascii() and not is_one_edit(label, known.label)):
        return NEAR
    if match.is_whole and known.domain.partition(".")[0] == known.label and match.edit in _ALONE:
        if match.edit == EXACT and label != known.label:
            return "moved-marks" if compact(label) == compact(known.label) else "swap"
        kind = _ALONE[match.edit]
        text = label if label.isascii() else appearance(label)
        return kind if kind != "typo" or is_one_edit(text, appearance(known.label)) else NEAR
    # "easy-bank" does not have the exact spelling of "easybank".
    written = {known.label, known.domain.partition(".")[0]}
    if match.edit != EXACT or match.spelled not in label or match.spelled not in written:
        return NEAR
    words = (*match.urging, *match.plain)
    # Misspelled words do not count as added words: "paypalloginn".
    are_words = bool(words) and all(word in added_words() for word in words)
    has_words = are_words and not match.touching and not match.apart
    is_named_so = known.domain.partition(".")[0] == known.label
    return "added-words" if has_words and is_named_so else NAME


_ALONE = {
    EXACT: "other-suffix",
    SWAP: "swap",
    LETTER: "swap",
    SLIP: "typo",
    TWIN: "typo",
    CHANGE: "typo",
    DOUBLED: "typo",
}


def _score(match: NameMatch, context: LabelContext) -> int:
    known = match.known
    if known.is_protected:
        return _score_of_protected(match, context)
    is_distinct = not known.is_word and not known.is_short
    if match.edit == SLIPS and len(known.label) < LONG:
        is_first = match.spelled[:1] == known.label[:1]
        if not (is_first and (match.urging or context.is_open)):
            return 0
    score = (OF_NAMES if is_distinct else OF_WORDS)[match.edit]
    score += _for_length(match)
    score += _score_of_words(match, context)
    score += _score_of_others(match, context, is_distinct=is_distinct)
    if context.is_customers:
        return min(score, RARE if is_distinct and len(match.urging) > 1 else LEAST)
    is_bare = match.edit == EXACT and not match.touching and not match.apart
    is_thrown_away = known.is_short and context.is_cheap
    if context.is_front and is_bare and (is_distinct or is_thrown_away) and not context.is_open:
        score += ALONE + (CHEAP if is_thrown_away else 0)
        return score if match.urging else min(score, PROBABLE - 1)
    if context.is_open:
        return _score_for_all(match, context, score, is_distinct=is_distinct)
    if context.is_cheap:
        score += CHEAP
        if match.edit not in {EXACT, SWAP} and not match.urging:
            return min(score, PROBABLE - 1)
    return score


def _score_of_others(match: NameMatch, context: LabelContext, *, is_distinct: bool) -> int:
    """Return the score for characters outside of listed words, and for names of other owners."""
    is_exact = is_distinct and match.edit == EXACT
    is_long = match.known.is_distinct and len(match.known.label) >= SHORTEST_INSIDE
    is_strong = match.is_token and not (context.is_front or context.is_open)
    is_strong = is_exact and (is_strong or (context.is_cheap and (match.is_token or is_long)))
    others = match.touching + match.apart
    is_copied = is_exact and match.known.label in COPIED and not context.has_owners
    is_copied = is_copied and 0 < others <= FEW_LETTERS
    if is_copied or (match.has_other and is_strong):
        return OTHER
    if match.has_kin and not context.is_front:
        return OTHER
    # Site builders rarely have pages of people who write about a name.
    is_close = context.is_close and (match.urging or (context.is_built and is_exact))
    # A long name with swapped characters, apart from other text, is rarely a coincidence.
    is_swapped = match.edit == SWAP and not match.touching
    is_close = is_close or (is_swapped and len(match.known.label) >= SHORTEST_INSIDE)
    if others <= STRAY or is_close or is_strong:
        return 0
    return -1 if is_exact else -3


def _score_for_all(
    match: NameMatch, context: LabelContext, score: int, *, is_distinct: bool
) -> int:
    """Return the score where anyone can choose a name, even its owner or people discussing it."""
    if match.edit != EXACT:
        # Names of project pages that resemble a known name are usually personal:
        # "mayank0255".
        is_named = context.is_project or (match.edit == SLIPS and not context.is_built)
        return min(score, RARE - 1) if is_named and not match.urging else score + OPEN
    if match.is_whole:
        return min(score, LEAST)
    if match.known.label in PLATFORMS and match.is_token and not context.is_project:
        return max(score + OPEN, RARE if not match.is_technical else LEAST)
    is_few = not (match.urging or match.has_digits) and len(match.plain) < 2
    is_calm = is_few and not (context.is_built and is_distinct)
    urging = tuple(each for each in match.urging if each != "auth")  # "google-auth" is a library
    if is_calm or (context.is_project and not is_urgent(urging)):
        return min(score + OPEN, RARE - 1)
    # Without a word that calls for action, it may be the owner's page: "yahooadvertisinguk".
    return score + OPEN if match.urging or match.has_digits else min(score + OPEN, PROBABLE - 1)


def _score_of_protected(match: NameMatch, context: LabelContext) -> int:
    """Return the score of a name that the user protects; low for customers and the same name
    elsewhere.
    """
    if context.is_front:
        return LEAST if context.is_customers else PROBABLE
    return LEAST if match.is_whole and match.edit == EXACT else PROBABLE


def _for_length(match: NameMatch) -> int:
    """Return the adjustment for length: variants of short names are often other words."""
    size = len(match.known.label)
    if match.edit in {EXACT, SWAP}:
        return 0
    if match.edit == SLIPS:
        return 3 if size > LONGEST_FOR_SLIPS else 1 if size > LONG_FOR_SLIPS else 0
    if size >= LONGEST_NAMES:
        return 1
    is_invented = match.known.is_distinct and match.is_whole and match.spelled.isalpha()
    if size == MIDDLE_FOR_SLIPS and match.edit in {LETTER, TWIN} and is_invented:
        return 0
    is_first = folded(match.spelled[:1]) != folded(match.known.label[:1])
    if size <= SHORT_FOR_SLIPS or (is_first and match.edit == CHANGE):
        return -2
    return -1 if is_first or (size <= MIDDLE_FOR_SLIPS and not is_invented) else 0


def _score_of_words(match: NameMatch, context: LabelContext) -> int:
    urging, plain = match.urging, match.plain
    score = 0
    if urging or context.is_urging:
        score += URGING + (URGING_AGAIN if len(urging) + context.is_urging > 1 else 0)
        score += VERY_URGING if is_urgent(match.urging) else 0
    if plain:
        score += PLAIN if len(plain) == 1 else 2 * PLAIN
    if match.has_digits and context.is_open:
        score += DIGIT_SCORE
    return score


def _look_alike(label: str, known: KnownNameIndex) -> KnownName | None:
    if label in known.labels:
        return None
    shadow = appearance(label)
    known_name = known.skeletons.get(skeleton(label)) or known.labels.get(shadow)
    return known_name or known.skeletons.get(skeleton(shadow)) or known.folded.get(folded(shadow))


def _moved_dots(name: str, own: str, known: KnownNameIndex) -> KnownName | None:
    """Return a known name whose domain equals the host, its site or the site's label, ignoring
    dots.
    """
    table, label = known.compact, own.partition(".")[0]
    texts = [name.replace(".", ""), label]
    if name != own:
        texts.insert(1, own.replace(".", ""))
    if "-" in name:
        texts = [text.replace("-", "") for text in texts]
    if name[:3] == "www":
        texts.insert(1, texts[0][3:])
    return None if table.keys().isdisjoint(texts) else next(filter(None, map(table.get, texts)))
