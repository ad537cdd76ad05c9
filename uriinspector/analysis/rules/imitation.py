"""Where it goes: names that are there to be read as somebody else's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.flags import When
from uriinspector.analysis.gates import SHORTEST
from uriinspector.analysis.international.folding import located
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.international.lookalike import Imitation, find_imitation, is_one_edit
from uriinspector.analysis.international.scripts import script_runs
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.analysis.services import kinds_of
from uriinspector.core.model import Part, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.international.known_names import KnownName

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
# Suffixes that people take for the end of a host.
ENDINGS = frozenset({"com", "net", "org", "gov", "edu", "mil", "info", "biz", "bank", "example"})
# Two letters are an ending too, but also a region, a language or a machine: only after "www".
COUNTRIES = frozenset(
    {"uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au"}
    | {"ca", "jp", "cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "co"}
)
# A name has to have some dots for one of them to stand elsewhere than it should.
DOTS = 3
AFTER_WWW = ENDINGS | COUNTRIES
LATIN = frozenset({"Latn", "Zyyy", "Zinh"})
URGENT = re.compile(
    "log-?in|sign-?in|secur|verif|account|support|update|billing|auth|confirm|wallet|alert|unlock"
)
HOSTLIKE = re.compile(
    r"(?<![\w%-])(?:www\.(?:[a-z0-9-]{1,63}+\.)+[a-z]{2,24}"
    r"|(?:[a-z0-9-]{1,63}+\.)+(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test))(?![\w-])",
    re.IGNORECASE,
)


def lookalike(facts: Facts) -> Iterator[Hit]:
    """A registrable domain that is close to a known or protected one."""
    site = facts.site if facts.flags & When.WEB else None
    start, end = facts.reference.spans[4]
    if not site or start < 0:
        return
    host = facts.browser_host if facts.text.count(".", start, end) >= DOTS else None
    imitation = find_imitation(host or site, registrable_part=site, protect=facts.protect)
    if imitation is None:
        return
    args = {"how": imitation.how, "known": imitation.known.domain, "shown": imitation.known.domain}
    yield Hit(*_site_span(facts, Span(start, end)), _severity(facts, imitation), args=args)


def _severity(facts: Facts, imitation: Imitation) -> str:
    """A protected name, or letters that can only be there to pass for others, or an urging word."""
    urging = imitation.kind == "added-words" and URGENT.search(facts.site or "") is not None
    passes = imitation.kind == "swap" or (imitation.kind == "look-alike" and _is_foreign(facts))
    if imitation.kind == "other-suffix" and not _is_meant(facts, imitation.known.domain):
        return LOW
    return HIGH if imitation.known.is_protected or passes or urging else MEDIUM


def _is_meant(facts: Facts, known: str) -> bool:
    """Whether another suffix is no other country's: one that is everybody's, or a letter away."""
    if "shared-host" in kinds_of(facts.browser_host or ""):
        return True
    a, b = (facts.site or "").partition(".")[2], known.partition(".")[2]
    return len(a) != len(b) and is_one_edit(a, b)


def _is_foreign(facts: Facts) -> bool:
    """Whether letters of another script do the imitating: odd Latin ones are weaker evidence."""
    shown = (facts.host.unicode if facts.host else None) or facts.site or ""
    return shown.isascii() or any(code not in LATIN for code, _ in script_runs(shown))


def _site_span(facts: Facts, host: Span) -> Span:
    """Where the registrable domain stands in the written host."""
    labels = facts.labels
    count = (facts.site or "").count(".") + 1
    if labels and labels[-1][0] == "":
        labels = labels[:-1]
    return Span(labels[-count][1].start, labels[-1][1].end) if len(labels) >= count else host


# Programs that organizations run themselves, under the program's name in front of their own.
SELF_HOSTED = frozenset({"gitlab", "github", "bitbucket", "jira", "confluence", "wordpress"})


def subdomain_deception(facts: Facts) -> Iterator[Hit]:
    """Labels in front of the registrable domain that read as a host of their own."""
    if not facts.is_web or not facts.site or not facts.reference.host:
        return
    words = _front(facts, facts.site.count(".") + 1)
    if not words or any(label == "" for label, _ in facts.labels[:-1]):
        return
    end, known = _end_of_site(words), _known_name(words, facts)
    if end is None and known is None:
        return
    front = facts.labels
    last = end if end is not None else known[0] if known else 0
    span = Span(front[0][1].start, front[last][1].end)
    www = words[0] == "www" and end is not None
    severity = HIGH if www else _deception(end is not None, known and known[1], facts)
    if end is None and words[0] in SELF_HOSTED and not (known and known[1].is_protected):
        severity = LOW
    yield Hit(*span, severity, args={"shown": span.of(facts.text), "site": facts.site})


def _front(facts: Facts, site: int) -> list[str]:
    """The labels before the site: as browsers read them, where escapes and odd dots hide them."""
    written = [label.lower() for label, _ in facts.labels]
    read = (facts.browser_host or "").split(".")
    return (read if len(read) == len(written) else written)[: len(written) - site]


def _deception(whole: bool, known: KnownName | None, facts: Facts) -> str:
    """A whole foreign site in front is worse than its name, a protected name worse than others.

    Where every customer has a name in front, its own name is no deception.
    """
    kinds = kinds_of(facts.browser_host or "")
    of_customers = "customers" in kinds or facts.carrier is not None
    if known and (whole or (known.is_protected and not of_customers)):
        return HIGH
    return LOW if of_customers or "shared-host" in kinds or "tunnel" in kinds else MEDIUM


def _end_of_site(words: list[str]) -> int | None:
    """Where a row of labels ends that people would read as a whole host."""
    endings = AFTER_WWW if words[0] == "www" else ENDINGS
    for at, word in enumerate(words[1:], 1):
        if word.partition("-")[0] in endings and len(words[at - 1]) > 2:
            while at + 1 < len(words) and words[at + 1] in AFTER_WWW:
                at += 1  # "co.uk", and "example.com" where the name is an ending too
            return at
        if word == "www":
            return len(words) - 1
        if word == "co" and words[at + 1 : at + 2] and words[at + 1] in COUNTRIES:
            return at + 1
    return None


def _known_name(words: list[str], facts: Facts) -> tuple[int, KnownName] | None:
    """A known name among the labels, where the domain is none of its own."""
    labels = index(facts.protect).labels
    for at, word in enumerate(words):
        for piece in (word, *word.split("-")) if "-" in word else (word,):
            known = labels.get(piece)
            if known is None or len(piece) < SHORTEST or facts.site in known.own | {known.domain}:
                continue
            if known.is_protected or not known.is_word:
                return at, known
    return None


def hostlike(part: Part) -> Callable[[Facts], Iterator[Hit]]:
    """A rule for texts in one part that read as a host of their own."""

    def find(facts: Facts) -> Iterator[Hit]:
        span = facts.span(part)
        if span is None or not facts.is_web or facts.reference.authority is None:
            return
        host = facts.reached_host
        if host is None:
            return  # then it goes nowhere else
        seen = located(span.of(facts.text))
        for match in HOSTLIKE.finditer(seen.text):
            name = match[0]
            nested = seen.text.endswith("://", 0, match.start())
            if (
                nested
                or (facts.site and name.endswith(facts.site))
                or f".{host}".endswith(f".{name}")
            ):
                continue  # a reference of its own is told as such, and a site may name itself
            known = index(facts.protect).labels.get(name.removeprefix("www.").partition(".")[0])
            start, end = seen.written(*match.span())
            place = Span(span.start + start, span.start + end)
            args = {"name": place.of(facts.text), "host": host}
            # A known service tells where it leads on to, or what it was made for: no deception.
            carried = facts.carrier is not None
            protected = known is not None and known.is_protected and not carried
            value = carried or facts.text[place.start - 1] == "="
            severity = MEDIUM if protected else INFO if value else None
            yield Hit(*place, severity, args=args)
            return

    return find


ELSEWHERE = {"": '"{name}" looks like the host, but the link goes to {host}.'}
PROTECTED_OR_VALUE = (
    'medium for a protected name, info for a value, after a "=", and in links of known services'
)
RULES = (
    Rule(
        "lookalike",
        MEDIUM,
        "Lookalike of a known domain",
        {"": "The host {how} {known}."},
        ("RFC 3986 7.6", "MITRE T1583.001"),
        When.WEB,
        lookalike,
        rises="high for a protected name or for homoglyphs; low if only the suffix differs and "
        "does not resemble the known one",
    ),
    Rule(
        "subdomain-deception",
        MEDIUM,
        "Subdomain imitates another domain",
        {"": '"{shown}" is only a subdomain; the registrable domain is {site}.'},
        SEMANTIC,
        When.SUBDOMAIN,
        subdomain_deception,
        rises="high for a full known host name; low under shared hosting and customer domains, and "
        "for self-hosted programs",
    ),
    Rule(
        "hostlike-in-path",
        LOW,
        "Host name in the path",
        ELSEWHERE,
        SEMANTIC,
        When.HOSTLIKE,
        hostlike(Part.PATH),
        rises=PROTECTED_OR_VALUE,
    ),
    Rule(
        "hostlike-in-query",
        LOW,
        "Host name in the query",
        ELSEWHERE,
        SEMANTIC,
        When.HOSTLIKE,
        hostlike(Part.QUERY),
        rises=PROTECTED_OR_VALUE,
    ),
    Rule(
        "hostlike-in-fragment",
        LOW,
        "Host name in the fragment",
        ELSEWHERE,
        SEMANTIC,
        When.HOSTLIKE,
        hostlike(Part.FRAGMENT),
        rises=PROTECTED_OR_VALUE,
    ),
)
