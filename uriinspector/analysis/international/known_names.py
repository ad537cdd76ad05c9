"""Names that others imitate: listed ones and those of the user."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, groupby
from operator import eq, itemgetter
from typing import TypeAlias, TypeVar

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.international.idna import ACE_PREFIX, decoded, encoded, map_label
from uriinspector.analysis.international.scripts import appearance, appearances, skeleton
from uriinspector.analysis.resource_files import lazy, shipped_rows
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# Pairs and single characters that are mistaken for each other in small type.
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
SINGLES = str.maketrans("01538469iq|", "olsebabglgl")
VOWELS = str.maketrans("", "", "aeouy")


def folded(label: str) -> str:
    """What is left when letters and digits that pass for each other are made one."""
    (rn, m), (vv, w), (cl, d) = PAIRS
    text = label.replace(rn, m).replace(vv, w).replace(cl, d)
    return text.replace("i", "l").replace("q", "g") if text.isalpha() else text.translate(SINGLES)


def squeezed(text: str) -> str:
    """Return the folded text with every letter once that it has twice or more in a row."""
    text = folded(text)
    is_doubled = True in map(eq, text, text[1:])
    return "".join(map(itemgetter(0), groupby(text))) if is_doubled else text


def shortened(text: str) -> list[str]:
    """Return the text, and the text with any one character left out."""
    return [text, *[text[:at] + text[at + 1 :] for at in range(len(text))]]


def consonants(text: str) -> str:
    """Return the folded text without vowels: they are what a garbled name changes most."""
    return squeezed(text).translate(VOWELS)


def garbled_keys(text: str, letters: str, shortest: int) -> list[str]:
    """Return what garbled spellings keep: a first character, and consonants but one or an edge."""
    first = text[:1]
    keys = (
        [first + each for each in shortened(letters)] if len(letters) >= FEWEST_CONSONANTS else []
    )
    return keys if len(text) < shortest else [*keys, text[:EDGE], f"{first}-{text[-EDGE:]}"]


def compact(name: str) -> str:
    """The name without its dots and hyphens."""
    return name.replace(".", "").replace("-", "")


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


def is_within(a: str, b: str, most: int) -> bool:
    """Whether at most so many characters are put in, left out or replaced; both are short."""
    if abs(len(a) - len(b)) > most:
        return False
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            here = min(row[j] + 1, row[j - 1] + 1, before + (x != y))
            before, row[j] = row[j], here
        if min(row) > most:
            return False
    return row[-1] <= most


# DNS allows 63 octets a label, and 253 a name.
LONGEST = 63
LONGEST_NAME = 253
# A name is found inside others by this number of its first characters.
FRONT = 4
# A name that loses more characters than this to doubled letters is not looked for inside others.
MOST_DOUBLED = 2
# Shorter names are one keystroke from too many others.
SHORTEST_FOR_TYPOS = 5
# Sources of a row that say whose a domain is; of any other its owner is only claimed.
UNVERIFIED = "typed"
LIST = "lists/known-names.txt"
# A garbled name keeps this number of characters at one of its edges, or its consonants but for one.
EDGE = 3
FEWEST_CONSONANTS = 4
SHORTEST_FOR_EDGES = 8
# Longer pieces of a label are no misspelled name.
LONGEST_NEAR = 32
# So many lists are held ready at a time: each has more than half a megabyte of tables.
INDEXES = 8


class KnownName(NamedTuple):
    """A name worth imitating: its label, its domain, and what else belongs to it.

    ``domain`` stands for the name in a message even where nobody has verified whose it is; ``own``
    holds those domains alone that a source names.
    """

    label: str
    domain: str
    own: frozenset[str]
    # A word that is used for much else; a few letters; any other is a name that nothing else has.
    is_word: bool
    is_protected: bool
    is_short: bool = False
    # Other spellings of it mean nothing.
    is_fixed: bool = False

    @property
    def is_distinct(self) -> bool:
        """Whether nothing else is called so, and other spellings of it mean it."""
        return not (self.is_word or self.is_short or self.is_fixed)


@dataclass(frozen=True)
class KnownNames:
    """A list of names; lists of the same digest are the same, so that each is indexed once.

    ``written`` are the rows that it was made from, to which a file can add others.
    """

    rows: tuple[KnownName, ...] = field(compare=False)
    digest: str
    written: tuple[NameRow, ...] = field(default=(), compare=False)


Key = TypeVar("Key")
Named = TypeVar("Named")


class KnownNameIndex:
    """Known names by what an imitation of them would have in common with them.

    Each table is made when it is first asked: many links ask for few of them.
    """

    def __init__(self, known: tuple[KnownName, ...]) -> None:
        self.known = known

    @lazy
    def labels(self) -> dict[str, KnownName]:
        """The names by their labels, with and without hyphens."""
        return _first_of(
            (label, each)
            for each in self.known
            for label in (each.label, each.label.replace("-", ""))
        )

    @lazy
    def domains(self) -> dict[str, KnownName]:
        """The names by the domains that belong to them."""
        return _first_of((domain, each) for each in self.known for domain in each.own)

    @lazy
    def compact(self) -> dict[str, KnownName]:
        """The names by their domains without dots and hyphens."""
        return _first_of((compact(each.domain), each) for each in self.known if "." in each.domain)

    @lazy
    def folded(self) -> dict[str, KnownName]:
        """The longer names by their folded labels."""
        longer = (each for each in self.known if not each.is_short)
        return _first_of((folded(appearance(each.label)), each) for each in longer)

    @lazy
    def fronts(self) -> dict[str, tuple[tuple[str, KnownName], ...]]:
        """The longer names, squeezed, by their first characters; of those the longest first."""
        labels = [(appearance(each.label), each) for each in self.known if not each.is_short]
        longer = [
            (squeezed(label), each)
            for label, each in labels
            if len(squeezed(label)) >= max(FRONT, len(label) - MOST_DOUBLED)
        ]
        longer.sort(key=lambda row: -len(row[0]))
        return _grouped((row[0][:FRONT], row) for row in longer)

    @lazy
    def skeletons(self) -> dict[str, KnownName]:
        """The names by the skeletons of their labels: for labels beyond ASCII alone."""
        return _first_of((skeleton(each.label), each) for each in self.known)

    @lazy
    def outlines(self) -> dict[str, KnownName]:
        """The names by what all their domains look like."""
        return _first_of(
            (outline, each)
            for each in self.known
            for domain in each.own
            for outline in outlines(domain)
        )

    @lazy
    def neighbors(self) -> dict[tuple[str, ...], tuple[tuple[str, KnownName], ...]]:
        """Names that a typing error may lead to, by their characters, all of them and all but one.

        An error leaves one of two texts with a character less, or both the same but for one each.
        """
        return _grouped(
            (key, row)
            for row in self._misspelled
            if len(row[0]) >= SHORTEST_FOR_TYPOS
            for key in {tuple(row[0]), *combinations(row[0], len(row[0]) - 1)}
        )

    @lazy
    def front_characters(self) -> frozenset[tuple[str, ...]]:
        """The characters of ``fronts``: asked first, since few labels have one of them."""
        return frozenset(map(tuple, self.fronts))

    @lazy
    def garbled(self) -> dict[str, tuple[GarbledName, ...]]:
        """The same names, folded, by what their garbled spellings keep."""
        labels = ((folded(label), each) for label, each in self._misspelled)
        shapes = ((label, consonants(label), frozenset(label), each) for label, each in labels)
        return _grouped(
            (key, shape)
            for shape in shapes
            for key in dict.fromkeys(garbled_keys(*shape[:2], SHORTEST_FOR_EDGES))
        )

    @lazy
    def _misspelled(self) -> list[tuple[str, KnownName]]:
        return [
            (appearance(each.label), each)
            for each in self.known
            if not (each.is_short or each.is_fixed)
        ]


GarbledName: TypeAlias = "tuple[str, str, frozenset[str], KnownName]"


def _first_of(pairs: Iterable[tuple[str, KnownName]]) -> dict[str, KnownName]:
    """Return the first name for each key."""
    result: dict[str, KnownName] = {}
    for key, name in pairs:
        result.setdefault(key, name)
    return result


def _grouped(pairs: Iterable[tuple[Key, Named]]) -> dict[Key, tuple[Named, ...]]:
    """Return all values of each key."""
    result: dict[Key, list[Named]] = {}
    for key, value in pairs:
        result.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in result.items()}


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


class NameRow(NamedTuple):
    """One row of a list of names: a source, and the domains that it knows for a name."""

    name: str
    kind: str
    pack: str
    source: str
    domains: tuple[str, ...]


KINDS = ("name", "word", "short", "exact")


def names_from(rows: Iterable[NameRow]) -> tuple[KnownName, ...]:
    """The names of a list.

    Several rows of one name are several sources.  "=other" stands for all domains of a name before.
    """
    values: dict[str, list[NameRow]] = {}
    for row in rows:
        values.setdefault(row.name, []).append(row)
    owned: dict[str, frozenset[str]] = {}
    return tuple(_known(those, owned) for those in values.values())


def _known(rows: list[NameRow], owned: dict[str, frozenset[str]]) -> KnownName:
    first = rows[0]
    domains: set[str] = set()
    for row in rows:
        for each in row.domains if row.source != UNVERIFIED else ():
            domains |= owned.get(each[1:], frozenset()) if each[0] == "=" else {each}
    owned[first.name] = frozenset(domains)
    kind = first.kind
    return KnownName(
        first.name,
        first.domains[0],
        owned[first.name],
        is_word=kind == "word",
        is_protected=False,
        is_short=kind == "short",
        is_fixed=kind == "exact",
    )


@cache
def shipped_name_rows() -> tuple[NameRow, ...]:
    """The rows of the program's list."""
    return tuple(
        NameRow(name, kind, pack, source, tuple(domains.split()))
        for name, kind, pack, source, domains in shipped_rows(LIST)
    )


@cache
def shipped_names() -> KnownNames:
    """The list of the program."""
    rows = shipped_name_rows()
    return KnownNames(names_from(rows), "shipped", rows)


@cache
def ordinary_words() -> frozenset[str]:
    """Words that are spelled like known names and imitate nothing."""
    return frozenset(row[0] for row in shipped_rows("lists/ordinary-words.txt"))


@cache
def popular_neighbors() -> frozenset[str]:
    """Domains that many people visit, and whose name is like a known one."""
    return frozenset(row[0] for row in shipped_rows("lists/popular-neighbors.txt"))


def _protected(name: str) -> KnownName | None:
    read = in_unicode(name.strip())
    domain = registrable(read) or read
    label = domain.partition(".")[0][:LONGEST]
    return KnownName(label, domain, frozenset([domain]), False, True) if label else None


@lru_cache(maxsize=INDEXES)
def index(protect: tuple[str, ...] = (), names: KnownNames | None = None) -> KnownNameIndex:
    """The known names and the protected ones, which come first, ready to be looked up.

    ``names`` in place of those that are shipped.
    """
    protected = [known for known in map(_protected, protect) if known]
    return KnownNameIndex((*protected, *(names or shipped_names()).rows))


LONGEST_WORD = 16
# Words that may be misspelled beside a name have so many characters.
GARBLED_WORD = range(4, 9)
# Longer texts beside a name are not taken apart.
LONGEST_RUN = 40


@cache
def added_words() -> dict[str, bool]:
    """Every word of the list, and whether it urges."""
    return {row[0]: row[1] == "urging" for row in shipped_rows("lists/added-words.txt")}


@cache
def word_edges(size: int) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the words by their first and last characters, those with fewer left out."""
    words = [word for word in added_words() if len(word) >= size]
    return _grouped((word[:size], word) for word in words), _grouped(
        (word[-size:], word) for word in words
    )


@cache
def cheap_suffixes() -> frozenset[str]:
    """Suffixes under which many names are registered for a short time."""
    return frozenset(row[0] for row in shipped_rows("lists/cheap-suffixes.txt"))


# Words that ask for something, which those misspell who register many names for it.
OFTEN_MISSPELLED = ("login", "signin", "wallet", "account", "secure", "verify", "support", "update")


@cache
def _near_urging() -> frozenset[str]:
    return frozenset(key for word in OFTEN_MISSPELLED for key in shortened(squeezed(word)))


def is_near_urging(text: str) -> bool:
    """Whether a text is one or two characters from a word that asks for something."""
    return not _near_urging().isdisjoint(shortened(squeezed(text)))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...] | None:
    """The words of the list that a text is made of, as few as can be; None where it is not."""
    if len(text) > LONGEST_RUN:
        return None
    words = added_words()
    best: list[tuple[str, ...] | None] = [()]
    for end in range(1, len(text) + 1):
        fewest: tuple[str, ...] | None = None
        for start in range(max(end - LONGEST_WORD, 0), end):
            before = best[start]
            if before is None or text[start:end] not in words:
                continue
            if fewest is None or len(before) + 1 < len(fewest):
                fewest = (*before, text[start:end])
        best.append(fewest)
    return best[-1]


# Of the urging words those that ask for a password or threaten with the loss of an account.
URGENT = expression(
    "l[ou]{1,2}g-?[io]n|sign-?in|secur|verif|account|auth|unlock|suspend|confirm|wall?et"
)


def is_urgent(words: tuple[str, ...]) -> bool:
    """Whether one of the words asks for a password or threatens with the loss of an account."""
    return any(URGENT.search(word) for word in words)
