"""Rules about links of a message: userinfo, differing versions, lookalikes of header domains.

The domains in the header are only claims. Links are compared with them as they are with known
names, but a link to them is not exempt from rules: otherwise a message from a lookalike domain
would vouch for itself.

A known name in a link's text does not contradict the link if no address is shown: newsletters name
what they report on. Together with a request to log in or to confirm something, it is typical of
phishing.
"""

from collections.abc import Iterator
from functools import lru_cache

from uriinspector.analysis.domains import is_private, public_suffix, registrable_domain
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM, RANK, Finding
from uriinspector.analysis.international.known_names import (
    FRONT,
    KnownName,
    KnownNameIndex,
    KnownNames,
    added_words,
    index,
    ordinary_words,
)
from uriinspector.analysis.international.lookalike import (
    KINDS,
    NEAR,
    PROBABLE,
    RARE,
    RESTRICTED,
    Imitation,
    find_imitation,
)
from uriinspector.analysis.rules.lookalikes import RULES as LOOKALIKES
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import (
    CONTEXT,
    END,
    PLACE,
    START,
    LinkLocation,
    LinkPlace,
)
from uriinspector.documents.leaf import Leaf, base_of
from uriinspector.documents.rules.link_rule import (
    SOURCE,
    TEXT,
    DocumentRule,
    LinkContext,
    LinkHit,
    LinkRule,
    finding,
)
from uriinspector.documents.rules.message_context import MessageContext
from uriinspector.documents.rules.sites import (
    is_address,
    is_listed_site,
    is_same_spelled_out,
    known_site,
    named_in,
    site_of,
)

FOLLOWED = frozenset({"a", "area", None})


def is_followed(place: LinkPlace) -> bool:
    """Return True for places whose links users follow."""
    return place.element in FOLLOWED and place.attribute in {"href", None}


def userinfo(context: LinkContext) -> Iterator[LinkHit]:
    """Find login data in a message's web links, where senders have no reason to put it."""
    if not context.leaf.in_message or "@" not in context.value:
        return
    host = context.judged.verdict.host
    levels = {each.code: each.severity for each in context.judged.findings}
    is_low = levels.get("userinfo-present") == LOW and "userinfo-deceptive" not in levels
    if host is not None and is_low:
        at = context.value.find("@")
        yield LinkHit(max(context.value.rfind("/", 0, at) + 1, 0), at, args={"host": host})


RULES = (
    LinkRule(
        "userinfo-in-email",
        MEDIUM,
        "Userinfo in a link in an email",
        {"": "Links in emails rarely have login data before the host; this link goes to {host}."},
        ("RFC 3986 3.2.1", "RFC 3986 7.6"),
        is_followed,
        userinfo,
    ),
)

ALTERNATIVE_RULE = DocumentRule(
    "alternative-mismatch",
    HIGH,
    "Plain text and HTML differ",
    {
        "": "The HTML version links to {host}; the plain-text version links to {shown} instead.",
        "several": "The HTML version links to {host}; the plain-text version links instead to "
        "{shown} and {count} more.",
        "pages": "One HTML version links to {host}; the other links to {shown} instead.",
    },
    ("RFC 2046 5.1.4",),
    rises="Medium if both versions also link to a common site, or if the plain text links only "
    "to the sender's site. Low if both are true, or if the HTML links to the sender's "
    "site.",
)
ALTERNATIVE_FOLLOWED = frozenset({"a", "area"})
# Outlook shows conditional content.
SHOWN = frozenset({None, "conditional"})
MOST = 500


def alternatives(leaves: list[Leaf]) -> Iterator[Finding]:
    """Compare the sites of the HTML versions with those of the plain texts."""
    html = [leaf for leaf in leaves if leaf.is_page]
    other, variant = [leaf for leaf in leaves if not leaf.is_page], ""
    if html and not other:  # two HTML versions: programs show the last or the first
        first = html[0].part.path
        other, variant = [leaf for leaf in html if leaf.part.path == first], "pages"
        html = [leaf for leaf in html if leaf.part.path != first]
    pages, texts = _sites(html), _sites(other)
    if not pages or not texts:
        return
    only, missing = [each for each in pages if each not in texts], texts.keys() - pages.keys()
    if not only or not missing:
        return
    senders = _senders(leaves[0])
    # The most linked site is the page's purpose; others are services and partners.
    site = max(only, key=lambda each: pages[each].links)
    leaf, link_location, _ = pages[site]
    source = leaf.source(link_location[START], link_location[END])
    severity = _weight(leaf, site, missing, senders, has_common=bool(pages.keys() & texts.keys()))
    shown, *others = sorted(missing)
    args = {"host": site, "shown": shown, "count": str(len(others))}
    variant = variant or ("several" if others else "")
    yield finding(
        ALTERNATIVE_RULE, LinkHit(source.start, source.end, severity, variant, args, SOURCE)
    )


def _senders(leaf: Leaf) -> frozenset[str]:
    """Return the claimed sender's site, unless the receiver's checks cast doubt on it."""
    envelope = leaf.message.envelope
    if envelope is None:
        return frozenset()
    message = MessageContext(envelope, judge=leaf.judge)
    return (
        frozenset()
        if message.is_doubtful or not message.domain
        else frozenset({site_of(message.domain)})
    )


def _weight(
    leaf: Leaf, site: str, missing: set[str], senders: frozenset[str], *, has_common: bool
) -> str:
    """Return the severity: lower if the sender, or a service for it, may just count clicks."""
    if site in senders:
        is_known = any(is_listed_site(each, leaf.judge.names) for each in missing)
        return MEDIUM if is_known and not has_common else LOW
    if missing <= senders:
        return LOW if has_common else MEDIUM
    return MEDIUM if has_common else HIGH


class LinkedSite(NamedTuple):
    leaf: Leaf
    location: LinkLocation
    links: int


def _sites(leaves: list[Leaf]) -> dict[str, LinkedSite]:
    sites: dict[str, LinkedSite] = {}
    for leaf in leaves:
        for link_location in leaf.locations[:MOST]:
            if link_location[CONTEXT] not in SHOWN or (
                leaf.is_page and link_location[PLACE].element not in ALTERNATIVE_FOLLOWED
            ):
                continue
            value = leaf.value(link_location)
            base, is_markup = (
                base_of(leaf, link_location, value).text,
                link_location[PLACE].is_markup,
            )
            verdict = leaf.judge.of(value, base, in_document=is_markup).verdict
            host = verdict.final_host
            if host is not None:
                site = site_of(host)
                first = sites.get(site, LinkedSite(leaf, link_location, 0))
                sites[site] = first._replace(links=first.links + 1)
    return sites


ALTERNATIVE_RULES = (ALTERNATIVE_RULE,)

HEADER_NAMES_RULE, _ = LOOKALIKES
# A shorter name differs in one letter from too many others.
SHORTEST = 6
# Names, such as family names, that are too common to be protected but not in the word lists.
USUAL_LABELS = frozenset(
    {"lists", "list", "data", "work", "people", "school", "city", "kernel", "linux"}
    | {"python", "labs", "media", "press", "smith", "jones", "brown", "miller", "davis"}
    | {"wilson", "taylor", "moore", "martin", "green", "jackson", "white", "harris", "lewis"}
    | {"young", "king", "hall", "meyer", "schmidt", "mueller", "schneider", "fischer", "weber"}
    | {"wagner", "becker", "garcia", "silva", "santos"}
)
SENDER = "From"
SHOWN_KINDS = KINDS.keys() - {"other-suffix", "added-words"}
# The findings about imitations of a protected host.
IMITATING = frozenset({HEADER_NAMES_RULE.code, "subdomain-deception", "mixed-script"})


def header_lookalikes(context: LinkContext) -> Iterator[Finding]:
    """Find sites that imitate one from the header, unless they are known themselves."""
    envelope, judged = context.leaf.message.envelope, context.judged
    host = judged.verdict.host
    if envelope is None or not envelope.protected or not host:
        return
    site = site_of(host)
    # "www.example" without its suffix is not a registered site.
    if site.startswith("www.") or known_site(site, context.leaf.judge.names):
        return
    if any(each.code in IMITATING for each in judged.findings):
        return
    senders = tuple(each.name for each in envelope.protected if each.field == SENDER)
    readers = tuple(each.name for each in envelope.protected if each.field != SENDER)
    if is_like_one(host, site, readers):
        yield from _of_readers(context, readers)
        return
    imitation = imitation_of(site, senders)
    if imitation is not None:
        severity = HIGH if imitation.score >= PROBABLE else MEDIUM
        if any(is_same_spelled_out(site, each) for each in senders):
            severity = LOW
        at = context.value.lower().find(site)
        span = (at, at + len(site)) if at >= 0 else (0, len(context.value))
        variant, args = _words(imitation, site)
        yield finding(HEADER_NAMES_RULE, LinkHit(*span, severity, variant, args))


def _of_readers(context: LinkContext, readers: tuple[str, ...]) -> Iterator[Finding]:
    """Find imitations of the recipients' domains, judged as if these were protected names."""
    leaf, value = context.leaf, context.value
    base = base_of(leaf, context.location, value).text
    judge = leaf.judge.with_names(readers)
    is_markup = context.place.is_markup
    for each in judge.of(value, base, in_document=is_markup).findings:
        host = context.judged.verdict.host or ""
        is_institution = RESTRICTED.fullmatch(public_suffix(host) or "")  # may mirror the site
        if each.code in IMITATING and RANK[each.severity] >= RANK[MEDIUM] and not is_institution:
            named = next(
                (name for name in readers if is_like_one(host, site_of(host), (name,))), ""
            )
            args = {"known": named}
            yield finding(HEADER_NAMES_RULE, LinkHit(each.start, each.end, MEDIUM, "yours", args))
            return


@lru_cache(maxsize=8192)
def is_like_one(host: str, site: str, names: tuple[str, ...]) -> bool:
    """Return True if a host contains or resembles one of these names and is not on its domain."""
    if not names or is_address(site) or site in _index(names).domains:
        return False
    joined = host.replace("-", "").replace(".", "")
    labels = {each.label for each in _index(names).known if _is_name(each)}
    return any(label in joined for label in labels) or imitation_of(site, names) is not None


def _is_name(known: KnownName) -> bool:
    """Return True if the name means nothing else: no ordinary word, and no known site."""
    label = known.label
    is_word = label in added_words() or label in ordinary_words() or label in USUAL_LABELS
    is_own = not is_private(public_suffix(known.domain) or "")
    return len(label) >= FRONT and not is_word and is_own and known_site(known.domain, None) is None


def _words(imitation: Imitation, site: str) -> tuple[str, dict[str, str]]:
    known = imitation.known
    if imitation.kind == NEAR:
        spelled = imitation.spelled or imitation.label
        return NEAR, {"spelled": spelled, "name": known.label, "site": site}
    return "", {"known": known.domain, "how": imitation.how, "shown": known.domain}


@lru_cache(maxsize=8192)
def imitation_of(site: str, names: tuple[str, ...]) -> Imitation | None:
    """Return the imitation of a name by another site, if it is of a kind rare in honest links."""
    if is_address(site) or "." not in site:
        return None
    known = _index(names)
    if site in known.domains:
        return None
    imitation = find_imitation(site, site, known)
    if imitation is None or imitation.score < RARE:
        return None
    return imitation if imitation.kind == NEAR or imitation.kind in SHOWN_KINDS else None


@lru_cache(maxsize=256)
def _index(names: tuple[str, ...]) -> KnownNameIndex:
    domains = dict.fromkeys(registrable_domain(each) or each for each in names)
    return index((), KnownNames(tuple(map(_target, domains)), " ".join(domains)))


def _target(domain: str) -> KnownName:
    label = domain.partition(".")[0]
    own = frozenset([domain])
    return KnownName(label, domain, own, False, False, is_short=len(label) < SHORTEST)


# Longer link texts are sentences, which may only mention a name.
LONGEST = 60
WORD = expression(r"\b[A-Z][A-Za-z0-9]{3,30}\b")
ASKING = expression(
    r"(?i)\b(?:log[\s-]?in|sign[\s-]?in|log[\s-]?on|verify|confirm|validate|unlock|restore|recover"
    r"|reactivate|update|secure|account|password|anmelden|einloggen|best(?:\xe4|ae)tigen|entsperren"
    r"|verifizieren|konto|passwort|connexion|connecter|confirmer|compte|iniciar|verificar|confirmar"
    r"|cuenta|accedi|accesso|conto|entrar|conta|inloggen|bevestigen)\b"
)


def named_in_words(context: LinkContext) -> Iterator[LinkHit]:
    """Find a known name in the text of a link to an unrelated site."""
    leaf, host = context.leaf, context.judged.verdict.final_host
    if not leaf.in_message or host is None or context.shown is None:
        return
    text = context.shown.text
    if len(text) > LONGEST or text.isdigit():
        return
    labels, site = leaf.judge.names.labels, site_of(host)
    for match in WORD.finditer(text):
        known = labels.get(match[0].lower())
        if known is None or not known.is_distinct or match[0].lower() in ordinary_words():
            continue
        if site in known.own or context.is_same(known.domain, host) or known.label in site:
            return
        if not known.own or named_in(text, leaf.judge.names):
            return
        args = {"name": match[0], "host": host}
        severity = MEDIUM if ASKING.search(text) else LOW
        yield LinkHit(*match.span(), severity, "", args, TEXT)
        return


NAMED_IN_WORDS_RULES = (
    LinkRule(
        "known-name-elsewhere",
        LOW,
        "Link text names another organization",
        {"": "The text names {name}; the link goes to {host}."},
        ("RFC 3986 7.6",),
        lambda place: place.element in {"a", "area"} and place.attribute == "href",
        named_in_words,
        rises="Medium if the text also asks the reader to sign in or to confirm something.",
    ),
)
