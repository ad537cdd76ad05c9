"""The facts about a message that rules examine: claimed sender, checks, linked sites."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.finding import RANK, Finding
from uriinspector.analysis.international.known_names import (
    KnownName,
    KnownNameIndex,
    added_words,
    folded,
    index,
    native_names,
    ordinary_words,
)
from uriinspector.analysis.international.scripts import appearance, is_invisible
from uriinspector.analysis.resource_files import lazy, shipped_rows
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.authentication import RECEIVER, AuthenticationClaim
from uriinspector.documents.document_values import (
    DocumentPart,
    Envelope,
    FieldPlace,
    Mailbox,
    nowhere,
)
from uriinspector.documents.rules.link_rule import SOURCE, LinkHit, finding
from uriinspector.documents.rules.sites import is_address, is_listed_site, is_same, site_of
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from uriinspector.documents.judge import Judge


class MessageHit(NamedTuple):
    """A match of a rule; if ``severity`` is None, the rule's severity applies."""

    severity: str | None = None
    variant: str = ""
    args: Mapping[str, str] = {}
    place: tuple[int, int] | None = None  # span in the file; None for the rule's field


class MessageRule(NamedTuple):
    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    find: Callable[[MessageContext], Iterable[MessageHit]]
    rises: str = ""
    field: str = "From"  # the header field that it is about

    def apply(self, context: MessageContext) -> Iterator[Finding]:
        """Yield the rule's findings about a message, each with the span of its field."""
        for severity, variant, args, place in self.find(context):
            start, end = place or context.place(self.field)
            yield finding(self, LinkHit(start, end, severity, variant, args, SOURCE))


# The maximum number of characters of a subject to search.
SUBJECT_LONGEST = 4096
# The minimum number of different phrases for a lure in a text; one of them must be enough by itself
# in texts.
ENOUGH = 2
# A number of phrases that honest texts do not reach.
MOST_HONEST = 3
SERIOUS = frozenset({"account", "parcel", "payment"})
OFFER = "offer"
MOST_LURES = 32
# The number of characters of the first word that phrases are indexed by.
FRONT = 3
# Trademark signs and the like after names, some of which compatibility normalization would turn
# into letters.
SIGNS = frozenset("\u2122\u00ae\u00a9\u2120")
SUBJECT, TEXTS, PRESSING, DOUBTFUL = "subject", "text", "pressing", "doubtful"
# What can be between two words of a phrase; and what "..." in a phrase stands for.
GAP = r"\W{1,4}"
OTHER_WORDS = r"(?:\W{1,4}\w{1,24}){0,3}\W{1,4}"
# Languages written without spaces.
UNSPACED = (["ja"], ["zh"])


class Lure(NamedTuple):
    """A phrase of a lure as written, its topic, and where such phrases count."""

    words: str
    about: str
    place: str


# A pattern, its topic, and where it counts.
Row: TypeAlias = tuple[str, str, str]


class LurePhrases:
    """The lure phrases indexed by their beginnings: a single pattern would be too slow."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._compiled: dict[tuple[str, tuple[str, ...]], re.Pattern[str]] = {}
        characters = set()
        for phrase, about, place, *language in shipped_rows("lists/lures.txt"):
            plain = plain_letters(phrase)
            if language in UNSPACED:
                characters.add(plain[0])
                key, pattern = plain[0], re.escape(plain)
            else:
                key, pattern = plain.split()[0].rstrip("*")[:FRONT], _lure_pattern(plain)
            self._rows.setdefault(key, []).append((pattern, about, place))
        for rows in self._rows.values():
            rows.sort(key=lambda row: len(row[0]), reverse=True)
        first = "".join(map(re.escape, sorted(characters)))
        self._starts = re.compile(rf"(?<!\w)[0-9a-z][\w-]{{0,{FRONT - 1}}}|[{first}]")

    def find(self, plain: str, places: tuple[str, ...]) -> Iterator[tuple[re.Match[str], Row]]:
        """Yield the longest match at each position, of the phrases that count in these places."""
        end = 0
        for start in self._starts.finditer(plain):
            rows = self._rows.get(start[0])
            if rows is None or start.start() < end:
                continue
            match = self._expression(start[0], places, rows).match(plain, start.start())
            if match and match.lastindex:
                yield match, rows[match.lastindex - 1]
                end = match.end()

    def _expression(self, key: str, places: tuple[str, ...], rows: list[Row]) -> re.Pattern[str]:
        found = self._compiled.get((key, places))
        if found is None:
            written = "|".join(f"({row[0] if row[2] in places else '(?!)'})" for row in rows)
            found = self._compiled[key, places] = re.compile(written)
        return found


def _lure_pattern(plain: str) -> str:
    words = [re.escape(word).replace(r"\*", r"\w*+") for word in plain.split()]
    written = GAP.join(words).replace(rf"{GAP}\.\.\.{GAP}", OTHER_WORDS)
    return rf"{written}(?!\w)"


LURE_PHRASES = cache(LurePhrases)


def plain_letters(text: str, *, is_small: bool = True) -> str:
    """Return a text without accents and invisible characters, with styled letters as plain ones.

    The result is in lower case unless ``is_small`` is False.
    """
    if not text.isascii():
        text = "".join(map(_plain, text))
    return text.lower() if is_small else text


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char.isascii():
        return char
    if char in SIGNS or is_invisible(char):
        return " " if char in SIGNS else ""
    letters = unicodedata.normalize("NFKD", char)
    return "".join(each for each in letters if not unicodedata.combining(each))


def lures_in(text: str, places: tuple[str, ...]) -> tuple[Lure, ...]:
    """Return the phrases of lures in a text, each once, in the order of ``places``."""
    found: dict[str, tuple[re.Match[str], Row]] = {}
    # "Your_iCloud_storage": an underscore counts as part of a word in regular expressions.
    for match, row in LURE_PHRASES().find(plain_letters(text).replace("_", " "), places):
        if len(found) < MOST_LURES:
            found.setdefault(" ".join(match[0].split()), (match, row))
    written = _written(text) if found else slice
    lures = (
        Lure(text[written(*match.span())], about, place)
        for match, (_, about, place) in found.values()
    )
    return tuple(sorted(lures, key=lambda each: places.index(each.place)))


def _written(text: str) -> Callable[[int, int], slice]:
    """Return a function that maps spans in the plain letters to slices of the text."""
    if text.isascii():
        return slice
    ends = list(accumulate(len(plain_letters(char)) for char in text))
    return lambda start, end: slice(bisect_right(ends, start), bisect_left(ends, end) + 1)


WORD = expression(r"[^\W_]+")
# The maximum number of words in a name, and the minimum length for other spellings of it.
MOST_WORDS = 4
CLAIMED_NAMES_LONGEST = 200
# A word spelled in single letters has at least this many letters: "P a y P a l".
FEWEST_APART = 4
SHORTEST_OTHERWISE = 6
DIGITS = "0123456789"
# A name directly before another word with a capital: "BinanceSupport".
HUMP = expression(r"[A-Z][a-z]{3,}(?=[A-Z])")
# Words between the name of a person and that of a company.
FROM = frozenset({"from", "at", "von", "de", "van", "chez"})
# Words that may accompany a name without changing who is meant, as in "The PayPal Team" and "Ihr
# DHL Paket".
FILLERS = frozenset(
    {"your", "a", "of", "and", "ihr", "ihre", "dein", "der", "die", "das", "von", "und", "van"}
    | {"o", "os", "do", "da", "dos", "del", "la", "el", "le", "les", "het", "uw", "je"}
    | {"llc", "ltd", "gmbh", "ag", "no", "reply", "noreply", "nachricht", "newsletter"}
    | {"via", "for", "fur", "para", "pour", "voor", "per"}
)
# Free email services: an address there does not prove a connection to the company.
FREE_MAIL = frozenset(
    {"gmail.com", "googlemail.com", "msn.com", "aol.com"}
    | {"ymail.com", "icloud.com", "me.com", "gmx.de", "gmx.net", "gmx.com", "web.de"}
    | {"mail.ru", "yandex.ru", "yandex.com", "proton.me", "protonmail.com", "zoho.com", "mail.com"}
    | {"tutanota.com", "qq.com", "163.com", "126.com", "consultant.com"}
    | {"email.com", "usa.com", "zohomail.com", "inbox.lv", "rediffmail.com", "t-online.de"}
)
# The names of services with domains in many countries.
MANY_COUNTRIES = frozenset({"yahoo", "hotmail", "outlook", "live"})


# Addresses that users of free email services cannot get (RFC 2142 5).
RESERVED = frozenset({"postmaster", "mailer-daemon"})
# Services from which anyone can send, so that their checks pass for anyone's messages.
SENDING_SERVICES = frozenset(
    {"amazonses.com", "amazonaws.com", "sendgrid.net", "mailgun.org", "mandrillapp.com"}
    | {"mcsv.net", "rsgsv.net", "mailchimpapp.net", "exacttarget.com", "salesforce.com"}
    | {"hubspotemail.net", "zendesk.com", "gappssmtp.com", "firebaseapp.com", "appspotmail.com"}
    | {"azurecomm.net", "sharepoint.com", "sparkpostmail.com", "intuit.com"}
)


def _of_mail(label: str, *domains: str, is_word: bool = False) -> KnownName:
    return KnownName(label, domains[0], frozenset(domains), is_word, is_protected=False)


# Names that only matter in messages: in hosts they are common, or suffixes.
NAMES_OF_MAIL = {
    each.label: each
    for each in (
        _of_mail("govuk", "gov.uk"),
        _of_mail("cpanel", "cpanel.net", "cpanel.com", is_word=True),
        _of_mail("geeksquad", "geeksquad.com", "bestbuy.com"),
        _of_mail("uspostalservice", "usps.com", "usps.gov"),
        _of_mail("govbr", "gov.br"),
        _of_mail("portoseguro", "portoseguro.com.br", is_word=True),
        _of_mail("livelo", "livelo.com.br", "pontolivelo.com.br"),
        _of_mail("siriusxm", "siriusxm.com", "siriusxm.ca"),
        _of_mail("ripple", "ripple.com", is_word=True),
    )
}


# Programs for anyone's server that send as "WordPress <wordpress@site.example>", and the lures that
# they send.
SERVER_PROGRAMS = frozenset({"cpanel", "gitlab", "mattermost", "wordpress", "zimbra"})
OF_PROGRAMS = frozenset({"password", "password reset", "reset your password", "your account"})


class ClaimedName(NamedTuple):
    """A known name in a display name; ``is_whole`` is True if the rest of that does not matter."""

    known: KnownName
    is_whole: bool
    # Spelled to evade filters, or with lookalike letters.
    is_disguised: bool
    # The name as written.
    written: str


# The characters of domains; others around one are left out: "{news.example.com}".
HOST_NAME = expression(r"[\w.-]+")


def is_free_mail(domain: str) -> bool:
    """Return True if anyone can get an email address at the domain."""
    if domain.endswith(".onmicrosoft.com"):
        return True
    is_own = domain in FREE_MAIL or domain.partition(".")[0] in MANY_COUNTRIES
    return is_own and site_of(domain) == domain


def is_of(known: KnownName, domain: str) -> bool:
    """Return True if a domain may belong to the name's owner: it is listed, or has that name."""
    if is_free_mail(domain) or not HOST_NAME.fullmatch(domain):
        return False
    site = site_of(domain)
    label = site.partition(".")[0]
    is_under = site.endswith(f".{known.domain}")  # a public suffix, such as gov.uk
    return site in known.own or is_under or label == known.label or _is_regional(known, label)


def is_from(known: KnownName, sender: Mailbox) -> bool:
    """Return True if an address may be the owner's, even "postmaster" at its free email service."""
    is_reserved = sender.address.partition("@")[0].lower() in RESERVED
    return is_of(known, sender.domain) or (is_reserved and site_of(sender.domain) in known.own)


def _is_regional(known: KnownName, label: str) -> bool:
    """Return True for names of branches and products, such as "sparkasse-bonn.de".

    The lookalike rules judge those.
    """
    return known.is_distinct and len(known.label) >= SHORTEST_OTHERWISE and known.label in label


def claimed_in(text: str, known_names: KnownNameIndex) -> ClaimedName | None:
    """Return the known name in a display name: a distinct one, or one next to filler words only."""
    best: ClaimedName | None = None
    for claimed in _names_in(text[:CLAIMED_NAMES_LONGEST], known_names):
        is_better = best is None or (claimed.is_whole and not best.is_whole)
        if is_better and (claimed.known.is_distinct or claimed.is_whole):
            best = claimed
    return best


@cache
def _native_names() -> tuple[tuple[str, str, str], ...]:
    """Return known names in their native scripts: the name, its plain letters and its label."""
    return tuple((name, plain_letters(name), label) for name, label in native_names().items())


def native_name_in(text: str, known_names: KnownNameIndex) -> ClaimedName | None:
    """Return the first known name that a text contains in its native script."""
    if text.isascii():
        return None
    plain = plain_letters(text)
    found = ((plain.find(each), name, label) for name, each, label in _native_names())
    for _, name, label in sorted(row for row in found if row[0] >= 0):
        known = known_names.labels.get(label)
        if known is not None:
            return ClaimedName(known, True, False, name)
    return None


def _names_in(text: str, known_names: KnownNameIndex) -> Iterator[ClaimedName]:
    labels, listed = known_names.labels, added_words()
    native = native_name_in(text, known_names)
    if native is not None:
        yield native
    written = WORD.findall(plain_letters(text, is_small=False))
    words = [each.lower() for each in written]
    for size in range(1, MOST_WORDS + 1):
        for at in range(len(words) - size + 1):
            joined = "".join(words[at : at + size])
            known = labels.get(joined) or NAMES_OF_MAIL.get(joined)
            known = known or _numbered(joined, known_names)
            if known is None and size == 1 and (hump := HUMP.match(written[at])):
                known = _distinct(hump[0].lower(), known_names)
            if known is not None:
                # In "Ann from PayPal", the words before "from" name a person and do
                # not count.
                is_person = at > 0 and words[at - 1] in FROM
                rest = words[at + size :] if is_person else words[:at] + words[at + size :]
                is_whole = all(each in FILLERS or each in listed or each.isdigit() for each in rest)
                name = " ".join(written[at : at + size])
                yield ClaimedName(known, is_whole, _is_styled(name, text), name)
    letters = [each for each in words if len(each) == 1]
    if len(letters) >= FEWEST_APART and (known := labels.get("".join(letters))) is not None:
        yield ClaimedName(known, True, True, known.label)
    yield from _spelled_otherwise(written, known_names)


def _numbered(word: str, known_names: KnownNameIndex) -> KnownName | None:
    """Return the known name before a product number or year: "Microsoft365"."""
    name = word.rstrip(DIGITS)
    return _distinct(name, known_names) if len(name) < len(word) else None


def _distinct(word: str, known_names: KnownNameIndex) -> KnownName | None:
    known = known_names.labels.get(word)
    return known if known is not None and known.is_distinct else None


def _is_styled(name: str, text: str) -> bool:
    """Return True if the text contains the name only in styled letters."""
    return not text.isascii() and not all(word in text for word in name.split())


def _spelled_otherwise(words: list[str], known_names: KnownNameIndex) -> Iterator[ClaimedName]:
    """Yield known names written with lookalike digits, capitals or letters: "PayPaI"."""
    for written in chain(words, map("".join, pairwise(words))):
        word, shown = written.lower(), appearance(written)
        if len(word) < SHORTEST_OTHERWISE or word in known_names.labels or word in ordinary_words():
            continue
        known = known_names.folded.get(folded(shown))
        # Lookalike letters show that a name is meant, even if it is also a word.
        if known is None or known.label == word:
            continue
        if known.is_distinct or (known.label == shown and not word.isascii()):
            yield ClaimedName(known, not known.is_distinct, True, known.label)


# The name of a company in a Japanese subject.
BRACKETED = expression("\u3010([^\u3010\u3011]{1,60})\u3011")
WEB = expression(r"(?i:https?)://")
PASS, FAIL, SOFTFAIL = "pass", "fail", "softfail"
METHODS = frozenset({"spf", "dkim", "dmarc"})
# Checks of the sender's address as a whole, which outweigh the others.
COMPAUTH = "compauth"
OVERALL = ("dmarc", COMPAUTH)
# Outcomes of the checks: the sender's address passed, a check failed, none passed, only other
# domains passed, nothing was checked.
PASSED, FAILED, NOTHING, OTHERS, UNCHECKED = "passed", "failed", "nothing", "others", "unchecked"
# Findings about links to sites where anyone can publish, or with unknown destinations.
FORMS = "file-or-form-service"
OPEN_HOSTS = frozenset({"shortener", "shared-host", FORMS, "tunnel", "dynamic-dns", "ipfs-gateway"})


class SiteTally(NamedTuple):
    site: str
    links: int
    rank: int
    codes: frozenset[str] = frozenset()
    # How many of the links are in files inside attached files.
    packed: int = 0

    @property
    def is_open(self) -> bool:
        """True if anyone can publish there, or if the destination is unknown."""
        return is_address(self.site) or not OPEN_HOSTS.isdisjoint(self.codes)

    @property
    def openness(self) -> str:
        """Return the variant of this site in rules: "address", "hidden" or "open"."""
        is_hidden = "shortener" in self.codes
        return "address" if is_address(self.site) else "hidden" if is_hidden else "open"


class FarText(NamedTuple):
    """Text far below the rest: the span of the gap in the file, and the letters after it."""

    gap: tuple[int, int]
    letters: int


def _as_dns(domain: str) -> str:
    """Return a domain in its DNS form: "bücher.example" in Punycode, without a dot at the end."""
    return host_in_browsers(domain.rstrip(".")) or domain


class MessageContext:
    """The facts about a message that rules check; they are computed on demand."""

    def __init__(
        self,
        envelope: Envelope,
        place: FieldPlace = nowhere,
        attachments: tuple[DocumentPart, ...] = (),
        sites: Callable[[], tuple[SiteTally, ...]] = tuple,
        text: Callable[[], str] = str,
        has_linked_picture: Callable[[], bool] = bool,
        judge: Judge | None = None,
        links_in: Callable[[DocumentPart], Iterable[str]] = lambda _: (),
        far_text: Callable[[], FarText | None] = lambda: None,
    ) -> None:
        self.envelope = envelope
        self._place = place
        self.attachments = attachments
        self.judge = judge
        # The known names of the judge, or the built-in ones without a judge.
        self.known = judge.names if judge else index()
        self._sites = sites
        self._text = text
        self.has_linked_picture = has_linked_picture
        self.links_in = links_in
        self._far_text = far_text

    def place(self, field: str, at: int = 0) -> tuple[int, int]:
        """Return the span of a header field in the file, by its name and index."""
        return self._place(field, at)

    def opens_pages_only(self, part: DocumentPart) -> bool:
        """Return True if an attachment has links and all of them are web links."""
        values = list(self.links_in(part))
        return bool(values) and all(WEB.match(each) for each in values)

    @lazy
    def sites(self) -> tuple[SiteTally, ...]:
        return self._sites()

    @lazy
    def claims(self) -> tuple[AuthenticationClaim, ...]:
        """The authentication results claimed in the header."""
        return self.envelope.claims

    @lazy
    def domain(self) -> str | None:
        return next((each.domain for each in self.envelope.senders if each.domain), None)

    @lazy
    def shown(self) -> str:
        return " ".join(each.name for each in self.envelope.senders if each.name)

    @lazy
    def judged(self) -> tuple[AuthenticationClaim, ...]:
        """The receiver's results, or else those that the sender could have written."""
        checked = tuple(each for each in self.claims if each.method in METHODS | {*OVERALL})
        return tuple(each for each in checked if each.place == RECEIVER) or checked

    @lazy
    def passes(self) -> tuple[AuthenticationClaim, ...]:
        """The passed checks that only the receiver could have written."""
        passed = (each for each in self.judged if each.result == PASS and each.method in METHODS)
        return tuple(
            each
            for each in passed
            if each.place == RECEIVER and not (each.method == "spf" and self.failed_spf)
        )

    @lazy
    def unproven_passes(self) -> tuple[AuthenticationClaim, ...]:
        """The passed checks that the sender could have written."""
        return tuple(
            each
            for each in self.claims
            if each.result == PASS and each.method in METHODS and each.place != RECEIVER
        )

    @lazy
    def failed_spf(self) -> str | None:
        """The failed SPF result ("fail" or "softfail"), or None."""
        results = {each.result for each in self.judged if each.method == "spf"}
        return next((each for each in (FAIL, SOFTFAIL) if each in results), None)

    @lazy
    def check(self) -> str:
        """The outcome of the checks for the sender's address."""
        if self.overall_failures:
            return FAILED
        passes = self.passes
        if any(self._is_aligned(each.domain) for each in passes):
            return PASSED
        if self.failed_spf == FAIL or (self.failed_spf and not passes):
            return FAILED
        if passes:
            return OTHERS if all(each.domain for each in passes) else UNCHECKED
        is_asked = any(each.method == "spf" and each.result != PASS for each in self.judged)
        return NOTHING if is_asked else UNCHECKED

    def _is_aligned(self, domain: str | None) -> bool:
        """Return True if a pass for the domain counts for the sender (RFC 7489 3.1, relaxed).

        Another domain of the same owner counts, too, unless anyone can send from it.
        """
        if not domain or not self.domain:
            return False
        passed, sender = site_of(_as_dns(domain)), site_of(_as_dns(self.domain))
        is_open = is_free_mail(passed) or passed in SENDING_SERVICES
        return passed == sender or (not is_open and is_same(passed, sender, self.known))

    @lazy
    def is_doubtful(self) -> bool:
        """True if checks were made and none of them passed."""
        return self.check in {FAILED, NOTHING}

    @lazy
    def overall_failures(self) -> set[str]:
        """The checks of the sender's address as a whole that failed."""
        failed = {each.method for each in self.judged if each.result == FAIL}
        return failed.intersection(OVERALL)

    @lazy
    def is_refused(self) -> bool:
        """True if an overall check failed and nothing passed."""
        return bool(self.overall_failures) and not self.passes

    @lazy
    def name(self) -> ClaimedName | None:
        """The known name in the display name if the address is not its owner's, or None."""
        claimed = claimed_in(self.shown, self.known) if self.shown else None
        if claimed is None or self.domain is None:
            return claimed
        if self.is_named_as_program and self._is_program:
            return None
        senders = [each for each in self.envelope.senders if each.domain]
        return None if all(is_from(claimed.known, each) for each in senders) else claimed

    @lazy
    def is_named_as_program(self) -> bool:
        """True if the only sender is named like a program that a site runs: "GitLab <gitlab@…>"."""
        name, senders = self.shown.strip().lower(), self.envelope.senders
        is_named = name in SERVER_PROGRAMS and len(senders) == 1
        return is_named and senders[0].address.partition("@")[0].lower() == name

    @property
    def _is_program(self) -> bool:
        """True if the links and lures may be those of a program that the sender's site runs."""
        subject = (self.envelope.subject or "")[:SUBJECT_LONGEST]
        lures = (*lures_in(subject, (SUBJECT, TEXTS, DOUBTFUL)), *self.text_lures)
        return not self.unknown_foreign and all(each.words.lower() in OF_PROGRAMS for each in lures)

    @lazy
    def lure(self) -> str | None:
        """A lure in the subject, or else in the text, or None."""
        return next((each.words for each in (*self.subject_lures, *self.text_lures)), None)

    @lazy
    def subject_lures(self) -> tuple[Lure, ...]:
        """The lures in the subject or display name.

        Phrases that are often honest count only if the sender is doubtful.
        """
        is_doubtful = self.is_doubtful or self.check == OTHERS or self.name is not None
        places = (SUBJECT, TEXTS, DOUBTFUL) if is_doubtful else (SUBJECT, TEXTS)
        shown = f"{self.envelope.subject or ''}\n{self.shown}"
        return lures_in(shown[:SUBJECT_LONGEST], places)

    @lazy
    def text(self) -> str:
        return self._text()

    @lazy
    def far_text(self) -> FarText | None:
        return self._far_text()

    @lazy
    def _text_phrases(self) -> tuple[Lure, ...]:
        return lures_in(self.text, (TEXTS, PRESSING))

    @lazy
    def text_lures(self) -> tuple[Lure, ...]:
        """The lures in the text if it has several such phrases."""
        found = self._text_phrases
        is_lure = len(found) >= ENOUGH and found[0].place == TEXTS
        return found if is_lure else ()

    @lazy
    def is_pressed(self) -> bool:
        """True for several different lures, if the subject has one that is not a mere offer."""
        words = {each.words.lower(): each.about for each in self.subject_lures}
        text = {each.words.lower() for each in self._text_phrases if each.place == TEXTS}
        # "Claim your reward" is a single lure.
        count = len({word if about in SERIOUS else about for word, about in words.items()})
        is_serious = any(about != OFFER for about in words.values())
        is_more = not text <= words.keys()
        return len(text) >= MOST_HONEST or (is_serious and count + is_more >= ENOUGH)

    @lazy
    def is_letter(self) -> bool:
        """True for a text that asks for money in the manner of fraud letters and blackmail."""
        found = [each for each in self.text_lures if each.about in {"money", "threat"}]
        return len(found) >= ENOUGH and len(self.text_lures) >= MOST_HONEST

    @lazy
    def sender_sites(self) -> frozenset[str]:
        """The site of the sender and, if its address passed the checks, of other domains that did.

        Reply-To, Sender and Return-Path do not count: the writer of From controls them as well.
        """
        passed = [each.domain for each in self.passes] if self.check == PASSED else []
        return frozenset(site_of(each) for each in (self.domain, *passed) if each)

    @lazy
    def unknown_foreign(self) -> tuple[SiteTally, ...]:
        """The foreign sites that belong to no known name, or where anyone can publish."""
        return tuple(
            each
            for each in self.foreign
            if each.is_open or not is_listed_site(each.site, self.known)
        )

    @lazy
    def native_name(self) -> ClaimedName | None:
        """A known name of someone else in the subject, in brackets or in its native script."""
        subject = (self.envelope.subject or "")[:SUBJECT_LONGEST]
        bracketed = BRACKETED.search(subject)
        claimed = claimed_in(bracketed[1], self.known) if bracketed else None
        claimed = claimed or native_name_in(subject, self.known)
        domain = self.domain
        return claimed if claimed and domain and not is_of(claimed.known, domain) else None

    @lazy
    def readers(self) -> tuple[str, ...]:
        to = (each.address for each in self.envelope.recipients)
        return tuple(dict.fromkeys(each.lower() for each in (*to, *self.envelope.delivered_to)))

    @lazy
    def foreign(self) -> tuple[SiteTally, ...]:
        """The linked sites that do not belong to the sender."""
        senders = self.sender_sites
        return tuple(
            each
            for each in self.sites
            if site_of(each.site) not in senders
            and not any(is_same(each.site, sender, self.known) for sender in senders)
        )

    @lazy
    def is_all_foreign(self) -> bool:
        """True if there are links and none of them goes to a sender's site."""
        return bool(self.sites) and len(self.foreign) == len(self.sites)

    @lazy
    def is_counted(self) -> bool:
        """True if the links go to known sites, or to a service that counts clicks."""
        target = self.led_to
        return not self.unknown_foreign or (target is not None and "rewriter" in target.codes)

    @lazy
    def open_site(self) -> SiteTally | None:
        """The first foreign site where anyone can publish, or whose destination is unknown."""
        return next((each for each in self.foreign if each.is_open), None)

    @lazy
    def own_sharing_site(self) -> SiteTally | None:
        """The linked site of the sender that serves content of its users, unless it was forged."""
        if self.check not in {PASSED, UNCHECKED}:
            return None
        own = (each for each in self.sites if each not in self.foreign)
        return next((each for each in own if FORMS in each.codes), None)

    @lazy
    def led_to(self) -> SiteTally | None:
        """The most important foreign site: the worst, or else the one with the most links."""
        sites = [each for each in self.foreign if each.rank >= RANK["medium"]] or self.foreign
        return max(sites, key=lambda each: (each.rank, each.links), default=None)
