"""Known names that a display name puts in front of an address which is not theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.international.added_words import added_words
from uriinspector.analysis.international.folding import appearance
from uriinspector.analysis.international.known_names import ordinary_words
from uriinspector.analysis.international.spellings import folded
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules.lures import plain_letters
from uriinspector.documents.rules.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.international.known_names import KnownName, KnownNameIndex

WORD = expression(r"[^\W_]+")
# A name of so many words at most; shorter ones are not looked for in other spellings.
MOST_WORDS = 4
LONGEST = 200
# So many single letters in a row spell a word.
FEWEST_APART = 4
SHORTEST_OTHERWISE = 6
DIGITS = "0123456789"
# What stands beside a name and says nothing, as words do that names are lengthened with: "The
# PayPal Team", "Ihr DHL Paket".
FILLERS = frozenset(
    {"your", "a", "of", "and", "ihr", "ihre", "dein", "der", "die", "das", "von", "und", "van"}
    | {"o", "os", "do", "da", "dos", "del", "la", "el", "le", "les", "het", "uw", "je"}
    | {"llc", "ltd", "gmbh", "ag", "no", "reply", "noreply", "nachricht", "newsletter"}
    | {"via", "for", "fur", "para", "pour", "voor", "per"}
)
# Sites where anybody has an address: the company's name does not vouch for it.
FREE_MAIL = frozenset(
    {"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "aol.com"}
    | {"yahoo.com", "ymail.com", "icloud.com", "me.com", "gmx.de", "gmx.net", "gmx.com", "web.de"}
    | {"mail.ru", "yandex.ru", "yandex.com", "proton.me", "protonmail.com", "zoho.com", "mail.com"}
    | {"tutanota.com", "qq.com", "163.com", "126.com", "consultant.com"}
    | {"email.com", "usa.com", "zohomail.com", "inbox.lv", "rediffmail.com", "t-online.de"}
)


# The same under the suffixes of many countries.
MANY_COUNTRIES = frozenset({"yahoo", "hotmail", "outlook", "live"})


class ClaimedName(NamedTuple):
    """A known name in a display name; ``is_whole`` where the name is all that it says."""

    known: KnownName
    is_whole: bool
    # Spelled so that filters miss it, or with letters that only look like its own.
    is_disguised: bool
    # The words that stand there.
    written: str


def is_free_mail(domain: str) -> bool:
    """Whether anybody can have an address there."""
    if domain.endswith(".onmicrosoft.com"):
        return True
    is_own = domain in FREE_MAIL or domain.partition(".")[0] in MANY_COUNTRIES
    return is_own and site_of(domain) == domain


def is_of(known: KnownName, domain: str) -> bool:
    """Whether a domain can be the name's own: by a list, or since it is called so."""
    if is_free_mail(domain):
        return False
    site = site_of(domain)
    label = site.partition(".")[0]
    return site in known.own or label == known.label or _is_regional(known, label)


def _is_regional(known: KnownName, label: str) -> bool:
    """A branch, a country, a product: "sparkasse-bonn.de"; the look-alike rules judge those."""
    return known.is_distinct and len(known.label) >= SHORTEST_OTHERWISE and known.label in label


def claimed_in(text: str, known_names: KnownNameIndex) -> ClaimedName | None:
    """The known name in a display name: one that nothing else has, or one that stands alone."""
    best: ClaimedName | None = None
    for claimed in _names_in(text[:LONGEST], known_names):
        is_better = best is None or (claimed.is_whole and not best.is_whole)
        if is_better and (claimed.known.is_distinct or claimed.is_whole):
            best = claimed
    return best


def _names_in(text: str, known_names: KnownNameIndex) -> Iterator[ClaimedName]:
    labels, listed = known_names.labels, added_words()
    written = WORD.findall(plain_letters(text, is_small=False))
    words = [each.lower() for each in written]
    for size in range(1, MOST_WORDS + 1):
        for at in range(len(words) - size + 1):
            joined = "".join(words[at : at + size])
            known = labels.get(joined) or _numbered(joined, known_names)
            if known is not None:
                rest = words[:at] + words[at + size :]
                is_whole = all(each in FILLERS or each in listed or each.isdigit() for each in rest)
                name = " ".join(written[at : at + size])
                yield ClaimedName(known, is_whole, _is_styled(name, text), name)
    letters = [each for each in words if len(each) == 1]
    if len(letters) >= FEWEST_APART and (known := labels.get("".join(letters))) is not None:
        yield ClaimedName(known, True, True, known.label)
    yield from _spelled_otherwise(words, known_names)


def _numbered(word: str, known_names: KnownNameIndex) -> KnownName | None:
    """A name with the number of a product or a year at its end: "Microsoft365"."""
    name = word.rstrip(DIGITS)
    known = known_names.labels.get(name) if len(name) < len(word) else None
    return known if known is not None and known.is_distinct else None


def _is_styled(name: str, text: str) -> bool:
    """Whether the name does not stand in the text as it is read."""
    return not text.isascii() and not all(word in text for word in name.split())


def _spelled_otherwise(words: list[str], known_names: KnownNameIndex) -> Iterator[ClaimedName]:
    """Digits and capitals that pass for other letters: "PayPaI"."""
    for word in words:
        if len(word) < SHORTEST_OTHERWISE or word in known_names.labels or word in ordinary_words():
            continue
        known = known_names.folded.get(folded(appearance(word)))
        if known is not None and known.is_distinct and known.label != word:
            yield ClaimedName(known, False, True, known.label)
