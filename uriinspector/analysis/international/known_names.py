"""Names that are often imitated: the listed ones and those that the user protects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import chain, combinations
from typing import Any, TypeAlias, TypeVar, cast

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.international.idna import ACE_PREFIX, decoded, encoded, map_label
from uriinspector.analysis.international.scripts import appearance, appearances, skeleton
from uriinspector.analysis.resource_files import lazy, shipped_rows
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# Pairs and single characters that are easily confused in small type.
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
# Tables of all ASCII characters, as ``translate`` is slow for those that are missing.
SINGLES = dict(zip("01538469iq|", "olsebabglgl", strict=True))
_ASCII = {code: code for code in range(128)}
_SINGLES = _ASCII | str.maketrans(SINGLES)
VOWELS = _ASCII | str.maketrans("", "", "aeouy")


# A label is searched for names in several ways, each of which folds it.
@lru_cache(maxsize=256)
def folded(label: str) -> str:
    """Replace letters, digits and pairs that look alike with one common letter."""
    (rn, m), (vv, w), (cl, d) = PAIRS
    text = label.replace(rn, m).replace(vv, w).replace(cl, d)
    return text.replace("i", "l").replace("q", "g") if text.isalpha() else text.translate(_SINGLES)


def squeezed(text: str) -> str:
    """Fold the text and collapse repeated letters."""
    return reduced(folded(text))


REPEATED = expression(r"(.)\1", re.DOTALL)


@lru_cache(maxsize=256)
def reduced(text: str) -> str:
    """Collapse repeated characters."""
    while found := REPEATED.search(text):
        text = text.replace(found[0], found[1])
    return text


def shortened(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the characters of the text, first with each one left out in turn, then complete.

    Two texts one edit apart share at least one result: after an insertion or omission, one is the
    other without a character; a replacement or exchange disappears when both lose one character.
    """
    return chain(combinations(text, len(text) - 1), (tuple(text),))


def slip_keys(text: str) -> Iterator[tuple[str, ...]]:
    """Yield keys, at least one of which two texts share if they differ by one slip."""
    return chain(shortened(text), (tuple(sorted(text)),))


def consonants(text: str) -> str:
    """Remove the vowels, which misspellings change most, from a folded text."""
    return reduced(text).translate(VOWELS)


GarbledKey: TypeAlias = "str | tuple[str, ...]"


def garbled_keys(text: str, letters: str, shortest: int) -> list[GarbledKey]:
    """Return keys that garbled spellings share: the edges, or the first character and most
    consonants.
    """
    first = text[:1]
    keys: list[GarbledKey] = []
    if len(letters) >= FEWEST_CONSONANTS:
        keys += shortened(first + letters)
    return keys if len(text) < shortest else [*keys, text[:EDGE], f"{first}-{text[-EDGE:]}"]


def compact(name: str) -> str:
    return name.replace(".", "").replace("-", "")


def is_one_edit(a: str, b: str) -> bool:
    """Return True if the texts differ by one omission, insertion, replacement or exchange."""
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


def is_one_slip(a: str, b: str) -> bool:
    """Return True for texts one edit apart, or with letters swapped around a third: "paylap"."""
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return is_one_edit(a, b) or (
        a != b and a[at : at + 3] == b[at : at + 3][::-1] and a[at + 3 :] == b[at + 3 :]
    )


def is_within(a: str, b: str, most: int) -> bool:
    """Return True if at most ``most`` edits (a small number) turn one text into the other."""
    if abs(len(a) - len(b)) > most:
        return False
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    if at is None or not most:
        return at is None
    x, y = a[at:], b[at:]
    rests = ((x[1:], y[1:]), (x[1:], y), (x, y[1:]))
    return any(is_within(*rest, most - 1) for rest in rests)


def places_of(text: str) -> dict[str, int]:
    """Return the places of each character, as the bits of a number."""
    places: dict[str, int] = {}
    for at, char in enumerate(text):
        places[char] = places.get(char, 0) | 1 << at
    return places


def shared_length(places: dict[str, int], size: int, other: str) -> int:
    """Return the length of the longest common subsequence; the first text is given as places.

    Bit-parallel (Hyyrö 2004): each bit stands for a character of the first text, and is cleared
    when the common subsequence grows there.
    """
    left = every = (1 << size) - 1
    for char in other:
        if found := left & places.get(char, 0):
            left = (left + found | left - found) & every
    return (every ^ left).bit_count()


# DNS allows 63 bytes per label and 253 per name.
LONGEST = 63
LONGEST_NAME = 253
# The number of leading characters used to search for names inside other text.
FRONT = 4
# Names that lose more characters when doubled letters are collapsed are not searched for inside
# others.
MOST_DOUBLED = 2
# Shorter names are one typing error away from too many ordinary words.
SHORTEST_FOR_TYPOS = 5
# The source of rows whose owner was entered by hand and not verified.
UNVERIFIED = "typed"
LIST = "lists/known-names.txt"
# Garbled names keep this many characters at an edge, or all consonants but one.
EDGE = 3
FEWEST_CONSONANTS = 4
SHORTEST_FOR_EDGES = 8
# Longer pieces of a label are not compared with names.
LONGEST_NEAR = 32
SIGN_IN = ("login", "log-in", "logon", "signin", "sign-in", "verify", "verification", "account")
# Folders that have no pages for visitors.
PROGRAMS = frozenset({"wp-includes", "wp-admin"})
PAGE_ENDINGS = ("", ".php", ".html", ".htm", ".aspx")
# The maximum number of cached lists, each with more than half a megabyte of tables.
INDEXES = 8


class KnownName(NamedTuple):
    """A name that attackers may imitate, with its label and domains.

    ``domain`` represents the name in messages, even if its owner is not verified; ``own``
    contains only verified domains.
    """

    label: str
    domain: str
    own: frozenset[str]
    # ``is_word``: the name also has other meanings; ``is_short``: only a few letters. A name
    # with neither flag is unique.
    is_word: bool
    is_protected: bool
    is_short: bool = False
    # True if only the exact spelling counts.
    is_fixed: bool = False

    @property
    def is_distinct(self) -> bool:
        """True if the name has no other meaning, and misspellings of it count, too."""
        return not (self.is_word or self.is_short or self.is_fixed)


@dataclass(frozen=True)
class KnownNames:
    """A list of names; lists with the same digest are equal, so that each is indexed only once.

    ``written`` contains the rows that the list was made from, which a file can extend.
    """

    rows: tuple[KnownName, ...] = field(compare=False)
    digest: str
    written: tuple[NameRow, ...] = field(default=(), compare=False)


Key = TypeVar("Key")
Named = TypeVar("Named")


class KnownNameIndex:
    """Indexes of known names, by the keys that imitations share with them.

    Each table is built when first used, as most links need only a few of them.
    """

    def __init__(self, known: tuple[KnownName, ...]) -> None:
        self.known = known

    @lazy
    def labels(self) -> dict[str, KnownName]:
        """The names by label, with and without hyphens."""
        return _first_of(
            (label, each)
            for each in self.known
            for label in (each.label, each.label.replace("-", ""))
        )

    @lazy
    def segments(self) -> frozenset[str]:
        """Path segments that rules check: names, program folders, and files of sign-in pages."""
        pages = (word + end for word in SIGN_IN for end in PAGE_ENDINGS)
        return frozenset([*self.labels, *PROGRAMS, *pages])

    @lazy
    def domains(self) -> dict[str, KnownName]:
        return _first_of((domain, each) for each in self.known for domain in each.own)

    @lazy
    def compact(self) -> dict[str, KnownName]:
        """The names by domain without dots and hyphens."""
        return _first_of((compact(each.domain), each) for each in self.known if "." in each.domain)

    @lazy
    def hyphenated(self) -> dict[str, KnownName]:
        """The names by domain with hyphens for dots: "monex-co-jp"."""
        return _first_of((domain.replace(".", "-"), name) for domain, name in self.domains.items())

    @lazy
    def folded(self) -> dict[str, KnownName]:
        """The longer names by folded label."""
        longer = (each for each in self.known if not each.is_short)
        return _first_of((folded(appearance(each.label)), each) for each in longer)

    @lazy
    def contained(self) -> Search[tuple[int, tuple[KnownName, ...]]]:
        """A search for the longer names by squeezed label, with the length of each label."""
        return search_for({key: (len(key), names) for key, names in self.squeezed.items()})

    @lazy
    def spelled(self) -> Search[bool]:
        """A search for the exact spellings of the names without other meanings."""
        names = (appearance(each.label) for each in self.known if each.is_distinct)
        return search_for(dict.fromkeys((each.replace("-", "") for each in names), True))

    @lazy
    def squeezed(self) -> dict[str, tuple[KnownName, ...]]:
        """The longer names by squeezed label, except those that squeezing shortens too
        much.
        """
        labels = [(appearance(each.label), each) for each in self.known if not each.is_short]
        longer = ((squeezed(label), label, each) for label, each in labels)
        return _grouped(
            (once, each)
            for once, label, each in longer
            if len(once) >= max(FRONT, len(label) - MOST_DOUBLED)
        )

    @lazy
    def familiar(self) -> frozenset[str]:
        """Words that are not compared with names: the names themselves, and ordinary words."""
        return frozenset([*self.labels, *added_words(), *ordinary_words()])

    @lazy
    def skeletons(self) -> dict[str, KnownName]:
        """The names keyed by the skeleton of their label, for comparison with non-ASCII labels."""
        return _first_of((skeleton(each.label), each) for each in self.known)

    @lazy
    def outlines(self) -> dict[str, KnownName]:
        """The names by the outlines of all their domains."""
        return _first_of(
            (outline, each)
            for each in self.known
            for domain in each.own
            for outline in outlines(domain)
        )

    @lazy
    def neighbors(self) -> dict[tuple[str, ...], tuple[tuple[str, KnownName], ...]]:
        """Return the names by spelling: complete, sorted, and with each character left out in
        turn.
        """
        return _grouped(
            (key, row)
            for row in self._misspelled
            if len(row[0]) >= SHORTEST_FOR_TYPOS
            for key in set(slip_keys(row[0]))
        )

    def one_slip_away(self, text: str) -> list[tuple[str, KnownName]]:
        """Return the names one slip from a text, with their spelling in ``neighbors``."""
        near, keys = self.neighbors, sorted(slip_keys(text))
        if near.keys().isdisjoint(keys):
            return []
        rows = dict.fromkeys(row for key in keys for row in near.get(key, ()))
        return [row for row in rows if is_one_slip(text, row[0])]

    @lazy
    def edges(self) -> tuple[PrefixSize, PrefixSize]:
        """Functions for the longest prefix and suffix that a text shares with one of the names."""
        labels = [label for label, _ in self._misspelled if len(label) >= SHORTEST_FOR_TYPOS]
        return prefix_size(labels), prefix_size([label[::-1] for label in labels])

    @lazy
    def garbled(self) -> tuple[dict[GarbledKey, tuple[GarbledName, ...]], int]:
        """The folded names, by the keys that they share with garbled spellings; and the length
        of the longest.
        """
        labels = [(folded(label), each) for label, each in self._misspelled]
        shapes = ((label, consonants(label), frozenset(label), each) for label, each in labels)
        table = _grouped(
            (key, shape)
            for shape in shapes
            for key in dict.fromkeys(garbled_keys(*shape[:2], SHORTEST_FOR_EDGES))
        )
        return table, max((len(label) for label, _ in labels), default=0)

    @lazy
    def _misspelled(self) -> list[tuple[str, KnownName]]:
        return [
            (appearance(each.label), each)
            for each in self.known
            if not (each.is_short or each.is_fixed)
        ]


GarbledName: TypeAlias = "tuple[str, str, frozenset[str], KnownName]"


# A search in a text that yields the end of each word found, and its value.
Search: TypeAlias = "Callable[[str], Iterable[tuple[int, Named]]]"
PrefixSize: TypeAlias = "Callable[[str], int]"


def _automaton(words: dict[str, Named]) -> Any | None:
    """Return an Aho-Corasick search for the words; None without words or without the library."""
    automaton = None
    if words:  # the library does not accept an empty list of words
        with suppress(ImportError):  # the library is not available on every system
            from ahocorasick import Automaton

            automaton = Automaton()
            for word, value in words.items():
                automaton.add_word(word, value)
    return automaton


def search_for(words: dict[str, Named]) -> Search[Named]:
    automaton = _automaton(words)
    if automaton is None:
        return partial(_each_in, words)
    automaton.make_automaton()
    search: Search[Named] = automaton.iter
    return search


def prefix_size(words: Iterable[str]) -> PrefixSize:
    """Return a function for the length of the longest prefix that a text shares with a word.

    Without the library, the function returns the whole length, which rules out no comparison.
    """
    automaton = _automaton(dict.fromkeys(words, True))
    return len if automaton is None else cast("PrefixSize", automaton.longest_prefix)


def _each_in(words: dict[str, Named], text: str) -> list[tuple[int, Named]]:
    """Search for each word separately; this is slow, and only used without the library."""
    return [
        (match.end() - 1, value)
        for word, value in words.items()
        if word in text
        for match in re.finditer(re.escape(word), text)
    ]


def _first_of(pairs: Iterable[tuple[str, KnownName]]) -> dict[str, KnownName]:
    result: dict[str, KnownName] = {}
    for key, name in pairs:
        result.setdefault(key, name)
    return result


def _grouped(pairs: Iterable[tuple[Key, Named]]) -> dict[Key, tuple[Named, ...]]:
    result: dict[Key, list[Named]] = {}
    for key, value in pairs:
        result.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in result.items()}


def outlines(name: str) -> tuple[str, ...]:
    """Return the skeletons of a name in each reading, such as "m" for "rn" and "l" for "1"."""
    return tuple(skeleton(each).lower() for each in appearances(name))


def in_unicode(name: str) -> str:
    """Return a name with its labels in Unicode, cut to the maximum length of names."""
    name = name[: 4 * LONGEST_NAME].removesuffix(".")
    if name.isascii() and ACE_PREFIX not in (small := name.lower()):
        return small
    labels = name.split(".")
    read = (decoded(label) or label for label in labels)
    return ".".join(map_label(label[: LONGEST + 1]).text[:LONGEST] for label in read)


def registrable(name: str) -> str | None:
    """Return the registrable domain of a name, both in Unicode."""
    labels = name.split(".")
    result = registrable_domain(".".join(encoded(label) or "-" for label in labels))
    return ".".join(labels[-result.count(".") - 1 :]) if result else None


class NameRow(NamedTuple):
    """A row of a list of names: a source, and the domains that it gives for a name."""

    name: str
    kind: str
    pack: str
    source: str
    domains: tuple[str, ...]


KINDS = ("name", "word", "short", "exact")


def names_from(rows: Iterable[NameRow]) -> tuple[KnownName, ...]:
    """Return the names in a list.

    Several rows for one name stand for several sources. "=other" means all domains of an earlier
    name.
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
    return tuple(
        NameRow(name, kind, pack, source, tuple(domains.split()))
        for name, kind, pack, source, domains in shipped_rows(LIST)
    )


@cache
def shipped_names() -> KnownNames:
    rows = shipped_name_rows()
    return KnownNames(names_from(rows), "shipped", rows)


@cache
def ordinary_words() -> frozenset[str]:
    """Return words that are spelled like known names but do not imitate them."""
    return frozenset(row[0] for row in shipped_rows("lists/ordinary-words.txt"))


@cache
def native_names() -> dict[str, str]:
    """Return the labels of known names by their spellings in the scripts of their countries."""
    return {row[0]: row[1] for row in shipped_rows("lists/native-names.txt")}


@cache
def popular_neighbors() -> frozenset[str]:
    """Return popular domains with names similar to known ones."""
    return frozenset(row[0] for row in shipped_rows("lists/popular-neighbors.txt"))


def _protected(name: str) -> KnownName | None:
    read = in_unicode(name.strip())
    domain = registrable(read) or read
    label = domain.partition(".")[0][:LONGEST]
    return KnownName(label, domain, frozenset([domain]), False, True) if label else None


@lru_cache(maxsize=INDEXES)
def index(protect: tuple[str, ...] = (), names: KnownNames | None = None) -> KnownNameIndex:
    """Return an index of the protected names, which come first, and the known ones.

    ``names`` replace the built-in ones.
    """
    protected = [known for known in map(_protected, protect) if known]
    return KnownNameIndex((*protected, *(names or shipped_names()).rows))


# The lengths of words that may be misspelled next to a name.
GARBLED_WORD = range(4, 9)
# Longer texts next to a name are not split into words.
LONGEST_RUN = 40


@cache
def added_words() -> dict[str, bool]:
    """Return all listed words, with True for those that urge people to act."""
    return {row[0]: row[1] == "urging" for row in shipped_rows("lists/added-words.txt")}


@cache
def word_edges() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the words by their first three characters, and by their last three."""
    words = added_words()
    return _grouped((word[:EDGE], word) for word in words), _grouped(
        (word[-EDGE:], word) for word in words
    )


@cache
def cheap_suffixes() -> frozenset[str]:
    """Return suffixes under which many names are registered for a short time."""
    return frozenset(row[0] for row in shipped_rows("lists/cheap-suffixes.txt"))


# Words that ask for something, and that mass registrations often misspell.
OFTEN_MISSPELLED = ("login", "signin", "wallet", "account", "secure", "verify", "support", "update")


# For quick checks: the first letters of these words and of "ogin", and their last two letters, each
# including the digits and letters that look like them.
FIRST_OF_THEM, LAST_OF_THEM = frozenset("lswavuoi15"), frozenset("elrfytniq135")


@cache
def _near_urging() -> frozenset[tuple[str, ...]]:
    return frozenset(key for word in OFTEN_MISSPELLED for key in shortened(squeezed(word)))


@lru_cache(maxsize=4096)
def is_near_urging(text: str) -> bool:
    """Return True if a text is one or two characters from a word that calls for action."""
    if FIRST_OF_THEM.isdisjoint(text[:2]):
        return False
    short = squeezed(text)  # these words have five or six characters then
    return 4 <= len(short) <= 7 and not _near_urging().isdisjoint(shortened(short))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...] | None:
    """Split a text into as few listed words as possible; None if that is impossible."""
    if len(text) > LONGEST_RUN:
        return None
    heads, _ = word_edges()
    best: dict[int, tuple[str, ...]] = {0: ()}
    for start in range(len(text)):
        if start not in best:
            continue
        long = text[start : start + EDGE]
        for word in (*heads.get(long[:-1], ()), *heads.get(long, ())):
            end, words = start + len(word), (*best[start], word)
            is_fewer = end not in best or len(words) < len(best[end])
            if is_fewer and text.startswith(word, start):
                best[end] = words
    return best.get(len(text))


# Shorter words occur inside many others.
SHORTEST_WORD = 6


def words_in(text: str) -> Iterable[str]:
    """Return the listed words in a text; only the longer ones if letters are left over."""
    words = words_of(text)
    return _words_among(text) if words is None else words


def _words_among(text: str) -> Iterator[str]:
    heads, _ = word_edges()
    end = 0
    for at in range(len(text) - SHORTEST_WORD + 1):
        found = heads.get(text[at : at + EDGE], ())
        word = max((each for each in found if text.startswith(each, at)), default="")
        if len(word) >= SHORTEST_WORD and at >= end:
            end = at + len(word)
            yield word


# Urging words that ask for a password, or threaten with the loss of an account.
URGENT = expression(
    "l[ou]{1,2}g-?[io]n|sign-?in|secur|verif|account|auth|unlock|suspend|confirm|wall?et"
)


def is_urgent(words: tuple[str, ...]) -> bool:
    """Return True if a word asks for a password or threatens the loss of an account."""
    return any(URGENT.search(word) for word in words)
