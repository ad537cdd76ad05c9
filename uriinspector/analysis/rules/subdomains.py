"""Rules about labels before the registrable domain that read like someone else's host."""

from collections.abc import Iterator
from functools import lru_cache

from uriinspector.analysis.domains import public_suffix, registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.lookalike import PROBABLE, RESTRICTED
from uriinspector.analysis.rules.lookalikes import SEMANTIC, evidence_of, severity_of
from uriinspector.core.model import Span

# Suffixes that people recognize as the end of a host.
ENDINGS = frozenset({"com", "net", "org", "gov", "edu", "mil", "biz", "bank", "example"})
# Two-letter endings, which may also be regions, languages or machines: only after "www".
COUNTRIES = frozenset(
    {"uk", "de", "fr", "nl", "us", "eu", "ch", "at", "it", "es", "pl", "br", "au"}
    | {"ca", "jp", "cn", "ru", "in", "se", "no", "dk", "fi", "be", "pt", "cz", "co"}
)
AFTER_WWW = ENDINGS | COUNTRIES
# After these, a hyphen looks like the start of a path: "usps.com-track.example".  Other endings
# are also words at the start of honest domains.
BEFORE_HYPHEN = frozenset({"com", "gov"})
# Before a country code, these are government suffixes.
GOVERNMENTS = frozenset({"gov", "gouv", "gob", "gv"})
SHORTEST_NAME = 3
# Kinds of services that give anyone a name with several labels.
FREE = frozenset({"dynamic-dns", "embeds-address"})
# Programs that organizations install on hosts with the program's name.
SELF_HOSTED = frozenset(
    {"gitlab", "github", "bitbucket", "jira", "confluence", "wordpress", "zimbra"}
)


def subdomain_deception(facts: Facts) -> Iterator[Hit]:
    """Find labels before the registrable domain that read like a complete host."""
    site = facts.site
    if not facts.is_web or not site or not facts.reference.host or not facts.is_read_as_written:
        return
    evidence = evidence_of(facts)
    words, context, known = evidence.front, evidence.context, evidence.exact
    if not words:
        return
    if known and site in facts.names.domains and not (context.is_customers or context.is_open):
        known = known if known[1].known.is_protected else None
    elif known and not known[1].known.is_protected:
        # Another rule judges the name of the site itself.
        known = known if known[1].known.label != site.partition(".")[0] else None
    end = _end_of_site(words, facts, is_cheap=context.is_cheap)
    if (end is None and known is None and "-" not in site) or _has_gap(facts):
        return
    if end is None:
        continued = _continued(words, facts, is_cheap=context.is_cheap)
        if continued is not None:
            yield continued
            return
    if end is None and known is None:
        return
    # Without an ending, only the name is marked: "www.paypal" is not a complete host.
    first, last = (0, end) if end is not None else (known[0], known[0]) if known else (0, 0)
    span = Span(facts.labels[first][1].start, facts.labels[last][1].end)
    is_low = context.is_customers or context.is_open
    is_restricted = RESTRICTED.fullmatch(facts.suffix or "") is not None
    spelled = ".".join(words[first : last + 1])
    is_whole = not (is_low and FREE.isdisjoint(facts.service_kinds)) and end is not None
    is_whole = is_whole and registrable_domain(spelled) in facts.names.domains
    if end is None and known is not None:
        found = known[1]
        is_own = found.known.label in SELF_HOSTED and found.score < PROBABLE
        is_own = (is_own or is_restricted) and not found.known.is_protected
        severity, known = (LOW, None) if is_own else (severity_of(found.score), known)
    elif is_restricted:
        severity = MEDIUM if known else LOW  # the proxy of a library
    elif known or words[0] == "www" or is_whole:
        severity = HIGH
    else:
        severity = LOW if is_low else MEDIUM
    args = {"shown": span.of(facts.text), "site": site}
    args |= _imitated(spelled, facts, known and known[1].known.domain)
    yield Hit(*span, severity, "open" if context.is_open else "", args=args)


def _imitated(name: str, facts: Facts, known: str | None = None) -> dict[str, str]:
    """Return the known host or domain that the labels spell, as an argument for the headline.

    Text after a hyphen is ignored: "appleid.apple.com-view".
    """
    start, dot, ending = name.rpartition(".")
    name = f"{start}{dot}{ending.replace('_', '-').partition('-')[0]}"
    domain = registrable_domain(name)
    instead = name if domain in facts.names.domains else known
    return {"instead": instead} if instead else {}


def _has_gap(facts: Facts) -> bool:
    return any(label == "" for label, _ in facts.labels[:-1])


def _end_of_site(words: tuple[str, ...], facts: Facts, *, is_cheap: bool) -> int | None:
    """Return the index of the label at which someone else's host seems to end, or None."""
    if words == ("gov",) and is_cheap and _before_hyphen(facts) not in COUNTRIES:
        return 0  # "gov" on a cheap suffix does not belong to a government
    domains = facts.names.domains
    at = _ending(words, facts.suffix or "")
    if at is None:
        longer = (at for at in range(1, len(words)) if len(words[at - 1]) > 2)
        at = next((at for at in longer if f"{words[at - 1]}.{words[at]}" in domains), None)
    if at is None:
        return None
    if at == 1 and words[1] == "edu" and RESTRICTED.fullmatch(facts.suffix or ""):
        return None  # a department of a university or an authority
    own = registrable_domain(".".join(words[: at + 1]))
    known = domains.get(facts.site or "")
    return None if own == facts.site or (known and own in known.own) else at


@lru_cache(maxsize=4096)
def _ending(words: tuple[str, ...], suffix: str) -> int | None:
    endings = AFTER_WWW if words[0] == "www" else ENDINGS
    for at, word in enumerate(words[1:], 1):
        before = words[at - 1]
        is_long = len(before) > 2 or (len(before) == 2 and word == "com")  # "53.com"
        if (
            word.replace("_", "-").partition("-")[0] in endings
            and is_long
            and _is_name(before, word, suffix)
        ):
            while at + 1 < len(words) and words[at + 1] in AFTER_WWW:
                at += 1  # "co.uk", or a name that is also an ending
            return at
        if word == "www":
            return len(words) - 1
        if word == "co" and words[at + 1 : at + 2] and words[at + 1] in COUNTRIES:
            return at + 1
    return None


def _is_name(before: str, word: str, suffix: str) -> bool:
    """Return True if the label before an ending is a name; "www" only counts before "gov"."""
    return before != "www" or (word == "gov" and len(suffix) > 2 and "." not in suffix)


def _before_hyphen(facts: Facts) -> str:
    """Return the part of the site before its first hyphen; empty if there is no hyphen."""
    start, hyphen, _ = (facts.site or "").partition(".")[0].partition("-")
    return start if hyphen else ""


def _continued(words: tuple[str, ...], facts: Facts, *, is_cheap: bool) -> Hit | None:
    """Find registrable domains in which a hyphen follows what looks like the end of a host."""
    ending, name = _before_hyphen(facts), words[-1]
    shown = f"{name}.{ending}"
    # The text before the hyphen looks like a public suffix or known host:
    # "gov.uk-refund.example", "dhl.de-parcel.example".
    is_end = ending in COUNTRIES and (
        shown in facts.names.domains or public_suffix(f"x.{shown}") == shown
    )
    names = facts.names
    parts = (*name.split("-"), name.replace("-", ""))
    named = next((names.labels[each] for each in parts if each in names.labels), None)
    is_known = shown in names.domains or named is not None
    is_end = is_end or (is_known and ending in COUNTRIES)
    is_long = len(name) >= SHORTEST_NAME or ending == "gov"
    if not ending or not (is_end or (ending in BEFORE_HYPHEN and is_long)) or name == "www":
        return None
    start = facts.labels[0][1].start
    end = facts.labels[len(words)][1].start + len(ending)
    shown = facts.text[start:end]
    imitated = _imitated(shown.lower(), facts)
    known_name = imitated or ({"instead": named.domain} if named else {})
    is_high = (is_known or (ending == "com" and is_cheap)) and ending in BEFORE_HYPHEN
    is_high = is_high or (is_end and (name in GOVERNMENTS or bool(imitated)))
    severity = HIGH if is_high else MEDIUM if ending == "com" or is_end or is_cheap else LOW
    args = {"shown": shown, "site": facts.site or ""} | known_name
    return Hit(start, end, severity, "hyphen", args=args)


RULES = (
    Rule(
        "subdomain-deception",
        MEDIUM,
        "Subdomain that may mislead",
        {
            "": '"{shown}" is only a subdomain; the registrable domain is {site}.',
            "open": '"{shown}" is only a subdomain that a user of a service chose; the registrable '
            "domain is {site}.",
            "hyphen": '"{shown}" is not the end of the host; the registrable domain is {site}.',
        },
        SEMANTIC,
        subdomain_deception,
        rises="High for the complete name of a known host, or for an official suffix. Low "
        "under the domains of hosting services, customers and institutions, and for "
        "self-hosted software.",
        of_host=True,
        plain={
            "": 'The site is {site}. Its owner can put any name in front, here "{shown}".',
            "open": 'A page of an unknown user of {site}, who chose the name "{shown}" for it.',
            "hyphen": 'The site is {site}; "{shown}" is only the start of the name.',
        },
        when="has_front",
    ),
)
