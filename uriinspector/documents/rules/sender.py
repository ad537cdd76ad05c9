"""Rules about the sender of a message: contradictions in the header, failed checks, lures."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from uriinspector.analysis.domains import (
    SPECIAL_NAMES,
    is_listed,
    is_private,
    public_suffix,
    registrable_domain,
)
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.known_names import (
    KnownName,
    KnownNameIndex,
    added_words,
    ordinary_words,
    popular_neighbors,
)
from uriinspector.analysis.international.scripts import looks_like_ascii, script_runs
from uriinspector.analysis.services import shipped_services
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, conjoined
from uriinspector.documents.indicators import TELEPHONE
from uriinspector.documents.rules.file_names import TURNING
from uriinspector.documents.rules.message_context import (
    COMPAUTH,
    DOUBTFUL,
    FAIL,
    FAILED,
    FORMS,
    NOTHING,
    OTHERS,
    OVERALL,
    PASS,
    PASSED,
    PRESSING,
    SUBJECT,
    SUBJECT_LONGEST,
    TEXTS,
    UNCHECKED,
    MessageContext,
    MessageHit,
    MessageRule,
    is_free_mail,
    is_of,
    lures_in,
)
from uriinspector.documents.rules.message_links import IMITATING
from uriinspector.documents.rules.mismatch import OF_POSTS
from uriinspector.documents.rules.sites import (
    MAIL,
    MOST,
    is_same,
    known_site,
    named_by_sight,
    plain,
    site_of,
)
from uriinspector.readers.browser import host_in_browsers

# Domains for documentation (RFC 2606 3), from which no one can send.
EXAMPLES = frozenset({"example.com", "example.net", "example.org"})
# Characters that no domain contains (RFC 1034 3.5).
INVALID = expression(r"[\x00-,/:-@\[-^`{-\x7f]")
# Shorter names resemble too many others.
SHORTEST_NAME, SHORTEST_MIXED = 3, 5
SHOWN_MOST = 100
VIA = expression(r"[\'\"] via [\w.-]")
# A message with at least this many links is a newsletter.
COUNTED = 6
SEMANTIC = ("RFC 5322 3.6.2", "RFC 3986 7.6")


class ShownAddress(NamedTuple):
    """An address or site in a display name, its domain, and the sender's actual domain."""

    written: str
    shown: str
    domain: str
    is_address: bool


def _shown_address(context: MessageContext) -> ShownAddress | None:
    """Return the first site in a display name that differs from its address, or None."""
    for each in context.envelope.senders if context.domain else ():
        # A quoted part before the "@" can look like an address, too.
        written = f"{each.name[:MOST]} {each.address.rpartition('@')[0][:MOST]}"
        match = MAIL.search(plain(written))
        named = None if match else named_by_sight(each.name, context.known)
        shown = match["domain"] if match else named.host if named else None
        domain = each.domain or context.domain or ""
        if shown and not is_same(shown, domain, context.known):
            return ShownAddress(match[0] if match else shown, shown, domain, match is not None)
    return None


def sender_name(context: MessageContext) -> Iterator[MessageHit]:
    """Find display names that show someone else's address."""
    other = _shown_address(context)
    if other is None:
        return
    # Someone named like a site may have an address elsewhere; a full address is a contradiction.
    is_called_so = not other.is_address and known_site(other.shown, context.known) is None
    is_called_so |= _is_newsletter_of(context, other.shown) or _is_passed_on(context, other.shown)
    severity = HIGH if context.is_doubtful and other.is_address else LOW if is_called_so else None
    yield MessageHit(severity, args={"shown": other.written, "host": other.domain})


def _is_passed_on(context: MessageContext, shown: str) -> bool:
    """Return True for "'ann@example.org' via list", as lists write to pass DMARC."""
    is_known = known_site(shown, context.known) is not None
    is_list = context.envelope.is_listed and VIA.search(context.shown[:MOST]) is not None
    return is_list and not is_known and context.lure is None and not context.is_doubtful


def _is_newsletter_of(context: MessageContext, shown: str) -> bool:
    """Return True for many links, all to the shown site, as in a forwarded newsletter."""
    count = sum(each.links for each in context.sites)
    is_own = all(is_same(each.site, shown, context.known) for each in context.sites)
    is_asking = (
        context.lure is not None or context.is_doubtful or is_free_mail(context.domain or "")
    )
    return is_own and count >= COUNTED and not is_asking


def known_name(context: MessageContext) -> Iterator[MessageHit]:
    """Find known names in display names of senders whose addresses are not the owner's."""
    claimed = context.name
    if claimed is None:
        return
    known, domain = claimed.known, context.domain
    other = _shown_address(context)
    if other is not None and is_of(known, other.shown):
        return  # reported by ``sender_name``
    if domain is None:
        yield MessageHit(
            MEDIUM if context.check != PASSED else LOW, "nobody", {"name": claimed.written}
        )
        return
    signs = (
        context.is_doubtful,
        context.lure is not None,
        claimed.is_disguised or is_free_mail(domain) or context.open_site is not None,
    )
    is_program = context.is_named_as_program and context.lure is None
    is_whole = claimed.is_whole and not is_program
    count = sum(signs) + (is_whole and context.check != PASSED)
    if known.is_distinct:
        severity = HIGH if count > 1 else MEDIUM if count or is_whole else LOW
    else:
        severity = HIGH if count > 2 else MEDIUM if count else LOW
    variant = "disguised" if claimed.is_disguised else "free" if is_free_mail(domain) else ""
    args = {"name": claimed.written, "host": domain, "known": known.domain}
    yield MessageHit(severity, variant, args)


def subject_name(context: MessageContext) -> Iterator[MessageHit]:
    """Find a known name that another sender puts in brackets in the subject, as companies do."""
    claimed = context.native_name
    if claimed is None or context.name is not None:
        return
    is_led_away = bool(context.sites) and not any(
        is_of(claimed.known, each.site) for each in context.sites
    )
    signs = (context.lure is not None, is_led_away, context.check != PASSED)
    args = {"name": claimed.written, "host": context.domain or "", "known": claimed.known.domain}
    severity = MEDIUM if sum(signs) > 1 else LOW
    yield MessageHit(severity, "subject", args, context.place("Subject"))


def unconfirmed_sender(context: MessageContext) -> Iterator[MessageHit]:
    """Find known sender domains that no check confirms, in messages with links to other sites."""
    domain = context.domain
    known = known_site(domain, context.known) if domain else None
    if domain is None or known is None or not context.unknown_foreign:
        return
    if context.check == PASSED or context.is_refused:
        return  # confirmed, or reported as failed
    target = max(context.unknown_foreign, key=lambda each: (each.rank, each.links))
    is_asking = context.lure is not None or any(FORMS in each.codes for each in context.foreign)
    # Mailing lists break checks of honest messages, and anyone can have an address at some domains.
    is_usual = is_free_mail(domain) or context.envelope.is_listed
    if is_usual and not is_asking:
        return
    severity = MEDIUM if context.is_all_foreign or is_asking else LOW
    if is_asking and context.is_all_foreign and not is_usual:
        severity = HIGH
    args = {"host": domain, "site": target.site, "known": known.domain}
    yield MessageHit(severity, "", args)


def recipient_named(context: MessageContext) -> Iterator[MessageHit]:
    """Find the recipient's domain or address in a display name or subject."""
    sender = context.domain
    if not sender:
        return
    subject, shown = (context.envelope.subject or "").lower(), context.shown.lower()
    for address in context.readers:
        domain = address.rpartition("@")[2]
        if not domain or is_same(domain, sender, context.known):
            continue
        if not is_free_mail(domain) and _is_word_in(domain, shown[:LONGEST]):
            yield MessageHit(None, "", {"name": domain, "host": sender})
            return
        if _is_word_in(address, subject[:LONGEST]):
            yield MessageHit(None, "subject", {"host": sender}, context.place("Subject"))
            return


def _is_word_in(name: str, text: str) -> bool:
    at = text.find(name)
    after = text[at + len(name) : at + len(name) + 1]
    before = text[at - 1 : at] if at > 0 else ""
    return at >= 0 and not after.isalnum() and not before.isalnum()


def sender_domain(context: MessageContext) -> Iterator[MessageHit]:
    """Find sender domains that are lookalikes or not in the public DNS."""
    domain = context.domain
    if domain is None:
        return
    name = host_in_browsers(domain) or domain  # styled letters become plain ones
    if not domain.isascii() and unicodedata.normalize("NFKC", domain).isascii():
        severity = LOW if context.check == PASSED else MEDIUM
        yield MessageHit(severity, "styled", {"host": domain, "name": name})
        return
    is_invalid = INVALID.search(name) is not None
    is_public = not is_invalid and is_listed(name) and registrable_domain(name) is not None
    if not is_public and not domain.startswith("["):
        # Names that are usual in private networks do not imitate a known name.
        resembling = _resembled(context, domain, {HIGH})
        if resembling is not None:
            yield resembling
            return
        if domain.rpartition(".")[2] in SPECIAL_NAMES:
            return
        is_claiming = context.name is not None or context.lure is not None
        is_led_away = context.is_all_foreign and not context.is_counted
        is_wrong = is_claiming or (is_led_away and (is_invalid or context.is_doubtful))
        yield MessageHit(MEDIUM if is_wrong else None, "", {"host": domain})
        return
    services = (context.judge.lists.services if context.judge else None) or shipped_services()
    open_to_all = next(iter(services.kinds_of(name).values()), None)
    if open_to_all is not None and context.is_all_foreign:
        replies = [each.domain for each in context.envelope.reply_to if each.domain]
        is_led_away = bool(replies) and not any(is_same(domain, each) for each in replies)
        site = context.open_site
        args = {"host": domain, "name": open_to_all, "site": site.site if site else ""}
        if context.lure or is_led_away:
            yield MessageHit(MEDIUM, "lure" if context.lure else "away", args)
        elif site is not None:
            yield MessageHit(MEDIUM, site.openness, args)
    if is_private(public_suffix(name) or ""):
        return  # names under a service's domain have other reasons, too
    resembling = _resembled(context, domain, {MEDIUM, HIGH})
    if resembling is not None:
        yield resembling


def _resembled(context: MessageContext, domain: str, severities: set[str]) -> MessageHit | None:
    """Return the match for a domain that imitates a known name with one of these severities."""
    judge = context.judge
    if site_of(domain) in EXAMPLES:
        return None
    for each in judge.of(f"https://{domain}/", None).findings if judge else ():
        if each.code in IMITATING and each.severity in severities:
            known = each.args.get("known") or each.args.get("shown") or each.args.get("name")
            if known:
                return MessageHit(each.severity, "alike", {"host": domain, "known": known})
    known_name = _sender_like(site_of(domain), context.known)
    if known_name is not None and MEDIUM in severities:
        return MessageHit(MEDIUM, "alike", {"host": domain, "known": known_name.domain})
    return None


@lru_cache(maxsize=1024)
def _sender_like(site: str, names: KnownNameIndex) -> KnownName | None:
    """Return the known name whose letters a domain transposes or to which it adds a common word.

    Links need more evidence, as there are many more of them.
    """
    label = site.partition(".")[0]
    if site in names.domains or site in popular_neighbors() or label in ordinary_words():
        return None
    words = label.split("-")
    for word in words:
        known = names.labels.get(word)
        is_name = known is not None and not known.is_word and len(word) >= SHORTEST_NAME
        if is_name and len(words) > 1 and all(e == word or e in added_words() for e in words):
            return known
    if len(label) < SHORTEST_MIXED:
        return None
    letters = sorted(label)
    for known in names.known:
        name = known.label
        is_mixed = len(name) == len(label) and name != label and name[0] == label[0]
        if is_mixed and name[-1] == label[-1] and known.is_distinct and sorted(name) == letters:
            return known
    return None


# Words with capitals as people write them: "JaneDoe", "McAfee", "FOXSports", "NEWS".
CAPITALS = expression(
    r"(?P<usual>(?=[A-Z][a-z]*?[aeiouy]|[AEIOUY])[A-Z][a-z]{2,}|[A-Z][a-z](?=[A-Z][a-z]{2})"
    r"|[A-Z]{2,}(?=[a-z]*?[aeiouy])[a-z]{3,}|[A-Z]{4,}(?![A-Za-z]))"
    r"|(?P<odd>[A-Z]{2,}(?:[a-rt-z]|[a-z]{2,})(?![a-z]))|[A-Z]+[a-z]*"
)
FEWEST_LETTERS = 5
# The sender of a forwarded message, as email programs quote it.
QUOTED = expression(
    r"\b(?:From|De|Von|Van|Da|Fra|Från|Od|差出人|发件人)\s?[:\uff1a][^<\n]{0,100}<([^<>\s@]{1,64}@[^<>\s]{1,255})>"
)
QUOTED_MOST = 1 << 13


def generated_address(context: MessageContext) -> Iterator[MessageHit]:
    """Find sender addresses with letters in random case, like "PzQzHjP", in messages with links."""
    if not context.sites:
        return
    quoted = (each[1] for each in QUOTED.finditer(context.text[:QUOTED_MOST]))
    for address in chain((each.address for each in context.envelope.senders), quoted):
        if any(map(_is_random, address.replace("@", ".").split("."))):
            yield MessageHit(args={"shown": address[:SHOWN_MOST]})
            return


def _is_random(label: str) -> bool:
    if len(label) < FEWEST_LETTERS or not label.isalpha() or label.isupper():
        return False
    words = list(CAPITALS.finditer(label))
    return sum(not each["usual"] for each in words) + sum(bool(each["odd"]) for each in words) > 1


def reply_elsewhere(context: MessageContext) -> Iterator[MessageHit]:
    """Find reply addresses on a different site from the sender's."""
    sender = context.domain
    for each in context.envelope.reply_to:
        if not sender or not each.domain:
            continue
        args = {"shown": sender, "host": each.domain}
        is_free = is_free_mail(each.domain) and not is_free_mail(sender)
        if is_same(sender, each.domain, context.known):
            # A service's users may have free addresses from the same owner: google.com and
            # gmail.com.
            if is_free:
                yield MessageHit(LOW, "free", args)
            continue
        doubtful = context.check != PASSED and bool(context.claims)
        if is_free and (context.text_lures or context.name or (context.lure and doubtful)):
            yield MessageHit(MEDIUM, "free", args)
        else:
            yield MessageHit(args=args)


def repeated_fields(context: MessageContext) -> Iterator[MessageHit]:
    """Find repeated fields of which only one is allowed: programs differ in which one they use."""
    for name in context.envelope.repeated:
        severity = MEDIUM if name == "From" else LOW
        yield MessageHit(severity, args={"field": name}, place=context.place(name, -1))


def sender_list(context: MessageContext) -> Iterator[MessageHit]:
    """Find From fields that contain names without addresses."""
    senders = context.envelope.senders
    if "From" in context.envelope.repeated or not senders:
        return
    if not any(each.address for each in senders):
        severity = MEDIUM if context.is_doubtful or context.lure else LOW
        yield MessageHit(severity, "nobody", {"shown": senders[0].name[:100]})
    elif len(senders) > 1 and not all(each.address for each in senders):
        named = next(each.name for each in senders if not each.address)
        is_away = context.is_all_foreign and (context.check == OTHERS or context.unknown_foreign)
        severity = MEDIUM if context.is_doubtful or is_away else LOW
        address = next(each.address for each in senders if each.address)
        yield MessageHit(severity, args={"shown": named[:100], "host": context.domain or address})


RULES = (
    MessageRule(
        "sender-name",
        MEDIUM,
        "Display name shows another address or domain",
        {"": "The display name shows {shown}; the sender address is at {host}."},
        SEMANTIC,
        sender_name,
        rises="High for an email address if no check passed. Low for an unknown domain, in an "
        "email from a mailing list, and if there are many links that all go to the site "
        "shown.",
    ),
    MessageRule(
        "sender-known-name",
        MEDIUM,
        "Known name, unrelated sender",
        {
            "": 'The display name contains "{name}"; the sender address is at {host}, not {known}.',
            "disguised": "The display name imitates the name of {known} with unusual characters; "
            "the sender address is at {host}.",
            "free": 'The display name contains "{name}"; the sender uses {host}, where anyone can '
            "get an address.",
            "nobody": 'The display name contains "{name}"; there is no sender address.',
            "subject": 'The subject contains "{name}"; the sender address is at {host}, not '
            "{known}.",
        },
        SEMANTIC,
        lambda context: chain(known_name(context), subject_name(context)),
        rises="High if there are several signs, such as failed checks, a lure, a disguised "
        "name, a free email address, or a host that anyone can use. Low if the name is "
        "only one of several words.",
    ),
    MessageRule(
        "sender-unconfirmed",
        MEDIUM,
        "Known sender domain, not confirmed",
        {
            "": "No check by the receiver confirms the sender address at {host}; links go to "
            "{site}, which has no known connection to {known}."
        },
        ("RFC 8601 2.7",),
        unconfirmed_sender,
        rises="High if there is a lure or a form. Low if other links go to the sender's site.",
    ),
    MessageRule(
        "recipient-named",
        MEDIUM,
        "Uses the recipient's domain or address",
        {
            "": "The display name contains {name}, the recipient's domain; the sender address is "
            "at {host}.",
            "subject": "The subject contains the recipient's address; the sender address is at "
            "{host}.",
        },
        SEMANTIC,
        recipient_named,
    ),
    MessageRule(
        "sender-domain",
        LOW,
        "Suspicious sender domain",
        {
            "": "The sender address is at {host}, which is not a domain on the public internet.",
            "alike": "The sender domain {host} resembles {known}.",
            "lure": "Anyone can send email from domains under {name}, such as {host}; the email "
            "contains a lure.",
            "away": "Anyone can send email from domains under {name}, such as {host}; links and "
            "replies go elsewhere.",
            "open": "Anyone can send email from domains under {name}, such as {host}; links go "
            "to {site}, where anyone can publish.",
            "hidden": "Anyone can send email from domains under {name}, such as {host}; links go "
            "to {site}, which hides their destinations.",
            "address": "Anyone can send email from domains under {name}, such as {host}; links go "
            "to the IP address {site}.",
            "styled": "The sender domain {host} is written with unusual letters; browsers read it "
            "as {name}.",
        },
        SEMANTIC,
        sender_domain,
        rises="Medium or high for a lookalike of a known domain. Medium for unusual letters, and "
        "if there is a known name or a lure. Also medium for a domain that cannot exist, if "
        "all links go elsewhere.",
    ),
    MessageRule(
        "reply-elsewhere",
        LOW,
        "Replies go to another domain",
        {
            "": "The sender address is at {shown}; replies go to {host}.",
            "free": "The sender address is at {shown}; replies go to {host}, where anyone can get "
            "an address.",
        },
        ("RFC 5322 3.6.2",),
        reply_elsewhere,
        rises="Medium if replies go to a free email service and there is a known name or a lure.",
        field="Reply-To",
    ),
    MessageRule(
        "generated-sender",
        MEDIUM,
        "Sender address looks generated",
        {
            "": "The address {shown} mixes upper and lower case at random, as generated "
            "addresses do."
        },
        ("RFC 5322 3.4.1",),
        generated_address,
    ),
    MessageRule(
        "repeated-field",
        LOW,
        "Repeated header field",
        {"": "The header has more than one {field} field; programs differ in which one they use."},
        ("RFC 5322 3.6",),
        repeated_fields,
        rises="Medium for the From field.",
    ),
    MessageRule(
        "sender-list",
        LOW,
        "Malformed sender",
        {
            "": 'The From field lists "{shown}" without an address, next to an address at {host}.',
            "nobody": 'The From field contains no address, only "{shown}".',
        },
        ("RFC 5322 3.6.2",),
        sender_list,
        rises="Medium if no check passed, if there is a lure, or if all links go to other sites.",
    ),
)

# A message with fewer letters is a picture; newsletters made of pictures usually have more in their
# footers.
FEW_LETTERS = 120
# The minimum number of links, since a single one may be copied from a post.
ENOUGH_LINKS = 2
MANY_LINKS = 3
# Only this many characters of a message are searched for an invoice, since invoices are short.
CALL_LONGEST = 8192
REPLY = expression(r"(?i)\s*(?:re|aw|fwd?|wg|tr|sv)\s?:")
SUM = expression(
    r"(?:[$\u20ac\xa3]|(?:USD|EUR|GBP|AUD|CAD)[ ]?)[ ]?[0-9][0-9.,]{1,12}"
    r"|[0-9][0-9.,]{1,12} ?(?:USD|EUR|GBP|AUD|CAD|[$\u20ac\xa3])"
)
NAMED = expression(r"\b(?:[Gg][Ee]{2}[Kk] [Ss][Qq][Uu][Aa][Dd]|[A-Z][A-Za-z]{3,15})\b")
# Names that are common in faked invoices.
BILLED = frozenset({"norton", "geeksquad", "apple"})
SHOWN = {"dmarc": "DMARC", "compauth": "compauth", "spf": "SPF", "dkim": "DKIM"}


def failed_check(context: MessageContext) -> Iterator[MessageHit]:
    """Find messages that failed a check, or passed none."""
    domain = context.domain
    if domain is None or context.check not in {FAILED, NOTHING}:
        return
    is_spoofed = known_site(domain, context.known) is not None and not is_free_mail(domain)
    is_usual = context.envelope.is_listed and not is_spoofed
    is_refused = context.is_refused or (
        COMPAUTH in context.overall_failures and not context.is_counted
    )
    signs = (
        context.name is not None,
        context.lure is not None,
        # Forwarding breaks checks, too; then links to other sites mean nothing.
        context.is_all_foreign and is_refused and not is_usual,
        context.open_site is not None,
    )
    place = context.place(next((each.field for each in context.judged), "From"))
    if context.check == FAILED:
        severity = HIGH if is_spoofed and any(signs[1:]) else MEDIUM if any(signs) else LOW
        args = {"method": _failed(context), "host": domain}
        yield MessageHit(severity, "", args, place)
    else:
        severity = MEDIUM if any(signs) else LOW
        variant = "unproven" if context.unproven_passes else "nothing"
        yield MessageHit(severity, variant, {"host": domain}, place)


def _failed(context: MessageContext) -> str:
    results = {(each.method, each.result) for each in context.judged}
    asked = {method for method, result in results if method not in OVERALL or result == FAIL}
    order = [each for each in SHOWN if each in asked and (each, PASS) not in results]
    return conjoined([SHOWN[each] for each in order])


def lure(context: MessageContext) -> Iterator[MessageHit]:
    """Find lures, if the links or the sender give reason for doubt."""
    words, domain, target = context.lure, context.domain, context.led_to
    if words is None or domain is None:
        return
    args = {"shown": words}
    place = context.place("Subject" if context.subject_lures else "")
    is_free = is_free_mail(domain)
    is_away = context.is_all_foreign and target is not None
    if context.check == OTHERS and (context.is_all_foreign or context.open_site):
        yield MessageHit(None, "others", args | {"host": domain}, place)
    elif context.open_site is not None:
        is_form = context.check == PASSED and FORMS in context.open_site.codes
        args |= {"host": context.open_site.site}
        severity = LOW if is_form and not context.is_pressed else None
        yield MessageHit(severity, context.open_site.openness, args, place)
    elif is_away and target and context.check in {PASSED, UNCHECKED}:
        if context.is_pressed and not context.is_counted:
            yield MessageHit(None, "elsewhere", args | {"host": target.site}, place)
        elif context.check == PASSED:
            yield MessageHit(LOW, "elsewhere", args | {"host": target.site}, place)
    elif is_free and context.is_pressed and not context.is_letter:
        yield MessageHit(None, "free", args | {"host": domain}, place)
    if context.is_letter and (is_free or context.envelope.reply_to or not context.sites):
        words = context.text_lures[0].words
        args = {"count": str(len(context.text_lures)), "shown": words}
        yield MessageHit(None, "letter", args, context.place(""))


def picture_only(context: MessageContext) -> Iterator[MessageHit]:
    """Find messages with hardly any text whose pictures or documents lead to unknown sites."""
    target = context.led_to
    if target is None or not context.is_all_foreign or not context.unknown_foreign:
        return
    far = context.far_text.letters if context.far_text else 0
    if sum(map(str.isalpha, context.text)) - far >= FEW_LETTERS:
        return
    variant = "" if context.has_linked_picture() else "document"
    pdfs = (each for each in context.attachments if each.type.endswith("pdf"))
    if variant and not any(map(context.opens_pages_only, pdfs)):
        return
    is_strange = context.check in {FAILED, NOTHING, OTHERS} or context.open_site is not None
    is_strange |= not all(each.address for each in context.envelope.senders)
    # The only link of an honest picture may be that of a signature.
    is_free = is_free_mail(context.domain or "")
    is_strange |= target.links >= MANY_LINKS and not (is_free or context.is_counted)
    severity = MEDIUM if is_strange or context.lure is not None or context.name else LOW
    yield MessageHit(severity, variant, {"host": target.site}, context.place(""))


def unnamed_links(context: MessageContext) -> Iterator[MessageHit]:
    """Find messages whose links all go to an IP address or a social network's link shortener."""
    first = next(iter(context.sites), None)
    if first is None or len(context.sites) > 1 or first.links < ENOUGH_LINKS or not context.foreign:
        return
    args = {"count": str(first.links), "host": first.site}
    if first.site in OF_POSTS:
        yield MessageHit(None, "", args, context.place(""))
    elif "bare-address" in first.codes and first.site not in context.text:
        yield MessageHit(None, "address", args, context.place(""))


def call_back(context: MessageContext) -> Iterator[MessageHit]:
    """Find invoices with a known name from a free email address, with a number to call."""
    domain, text = context.domain, context.text[:CALL_LONGEST]
    if not domain or not is_free_mail(domain) or TELEPHONE.search(text) is None:
        return
    sums = SUM.search(text)
    subject = (context.envelope.subject or "")[:SUBJECT_LONGEST]
    # The subject of a reply was written by the sender of the original message.
    shown = "" if REPLY.match(subject) else subject
    lures = (*lures_in(shown, (SUBJECT, TEXTS, DOUBTFUL)), *lures_in(text, (TEXTS, PRESSING)))
    abouts = {each.about for each in lures}
    named = next(
        (
            word[0]
            for word in NAMED.finditer(f"{context.shown} {context.envelope.subject} {text}")
            if _is_billed("".join(word[0].lower().split()), context.known)
        ),
        None,
    )
    if sums is None or named is None or "payment" not in abouts:
        return
    args = {"name": named, "sum": sums[0].strip(), "host": domain}
    yield MessageHit(args=args, place=context.place(""))


def _is_billed(word: str, names: KnownNameIndex) -> bool:
    known = names.labels.get(word)
    return word in BILLED or (known is not None and known.is_distinct)


def foreign_links(context: MessageContext) -> Iterator[MessageHit]:
    """Find messages in a known name whose links go neither to its owner nor to the sender."""
    claimed, target = context.name, context.led_to
    if claimed is None or target is None or not context.is_all_foreign:
        return
    if any(is_of(claimed.known, each.site) for each in context.sites):
        return
    severity = MEDIUM if claimed.known.is_distinct or context.lure or context.is_doubtful else LOW
    args = {"name": claimed.written, "host": target.site}
    yield MessageHit(severity, "", args)


AUTHENTICITY_RULES = (
    MessageRule(
        "authentication-failed",
        LOW,
        "Sender not authenticated",
        {
            "": "According to the header, {method} did not pass; the sender address is at {host}.",
            "nothing": "According to the header, no check passed; the sender address is at {host}.",
            "unproven": (
                "The only checks that passed are in fields that the sender could have "
                "written; the sender address is at {host}."
            ),
        },
        ("RFC 8601 2.7",),
        failed_check,
        rises="Medium if there is a known name, a lure, or a link to an unrelated site. High "
        "if the sender's domain is a known one.",
    ),
    MessageRule(
        "lure",
        MEDIUM,
        "Email contains a lure",
        {
            "others": 'The email lures readers with "{shown}"; according to the header, checks '
            "passed only for domains other than {host}.",
            "open": 'The email lures readers with "{shown}" and links to {host}, where anyone can '
            "publish.",
            "hidden": 'The email lures readers with "{shown}" and links to {host}, which hides the '
            "destination.",
            "address": 'The email lures readers with "{shown}" and links to the IP address {host}.',
            "free": 'The email lures readers with "{shown}"; the sender uses {host}, where anyone '
            "can get an address.",
            "letter": "The text has {count} phrases that are typical of fraud or blackmail, such "
            'as "{shown}".',
            "elsewhere": 'The email lures readers with "{shown}" and links to {host}, not to the '
            "sender's site.",
        },
        ("RFC 3986 7.6", "MITRE T1566.002"),
        lure,
        rises="Low if the sender's domain passed the checks and nothing else puts pressure on "
        "the reader.",
    ),
    MessageRule(
        "links-unnamed",
        MEDIUM,
        "All links hide their destinations",
        {
            "": "Each of the {count} links goes to {host}, which shortens links in posts on a "
            "social network; only that service knows the destinations.",
            "address": "Each of the {count} links goes to the IP address {host}, not to a domain "
            "name.",
        },
        ("RFC 3986 7.6", "MITRE T1566.002"),
        unnamed_links,
    ),
    MessageRule(
        "call-back-invoice",
        MEDIUM,
        "Invoice with a number to call",
        {
            "": 'The email mentions "{name}", {sum} and a telephone number; the sender address '
            "is at {host}, where anyone can get an address."
        },
        ("MITRE T1566.004",),
        call_back,
    ),
    MessageRule(
        "picture-only",
        MEDIUM,
        "Linked images, hardly any text",
        {
            "": "The email has hardly any text; linked images lead to {host}, not to the sender's "
            "site.",
            "document": "The email has hardly any text; an attached document leads to {host}, not "
            "to the sender's site.",
        },
        ("MITRE T1027",),
        picture_only,
        rises="Low if the sender's domain passed the checks and there is no other sign.",
    ),
    MessageRule(
        "links-unrelated",
        MEDIUM,
        "Links unrelated to the sender",
        {
            "": 'The display name contains "{name}"; links go to {host}, not to a known site of '
            "{name}."
        },
        ("RFC 3986 7.6", "MITRE T1566.002"),
        foreign_links,
        rises="Low for a name that is also an ordinary word.",
    ),
)
# The maximum number of characters of a field to search.
LONGEST = 1000
# Invisible characters that no language needs between letters: joiners belong to some scripts and
# to emoji, direction marks to others.
# A soft hyphen between other Latin-1 letters is half of a character in another charset.
UNSEEN = expression(
    "[\u034f\u200b\u2060-\u2064\ufeff\u180e\u3164\u115f\u1160\u2800]"
    "|(?<![\x80-\xff])\xad|\xad(?![\x80-\xff])"
)
INSIDE = expression(
    "(?<=[A-Za-z])[\u034f\u200b-\u200d\u2060-\u2064\ufeff\u180e\u3164\u115f\u1160\u2800]++(?=[A-Za-z])"
)
WORD = expression(r"[^\W\d_]{3,}")
STYLED = expression("[\U0001d400-\U0001d7ff]")
# This many styled letters are not a mathematical symbol.
ENOUGH = 3
# Words are split to evade filters if invisible characters occur in them at least this often, and
# more than once in this many letters.
MANY = 12
# Scripts that occur together in one word: Japanese, Korean, marks, digits.
TOGETHER = frozenset({"Hira", "Kana", "Hani", "Bopo", "Hang", "Zyyy", "Zinh"})


def disguised_header(context: MessageContext) -> Iterator[MessageHit]:
    """Find invisible characters, words that mix scripts, and text far below the rest."""
    split, letters = INSIDE.findall(context.text), sum(map(str.isalpha, context.text))
    if len(split) >= MANY and len(split) * MANY > letters:
        args = {"count": str(len(split)), "char": described(split[0][0])}
        yield MessageHit(None, "text", args, context.place(""))
    if context.far_text is not None:
        yield MessageHit(LOW, "far", {}, context.far_text.gap)
    fields = (("Subject", context.envelope.subject or ""), ("From", context.shown))
    for name, text in fields:
        if text.isascii():
            continue
        shown, place = text[:LONGEST], context.place(name)
        unseen = INSIDE.search(shown) or TURNING.search(shown) or UNSEEN.search(shown)
        mixed = next((word for word in WORD.findall(shown) if _is_mixed(word)), None)
        if unseen:
            # A single character may come from copied text.
            is_alone = len(UNSEEN.findall(shown)) == 1 and not INSIDE.search(shown)
            severity = LOW if is_alone and not TURNING.search(shown) else None
            args = {"field": name, "char": described(unseen[0][0])}
            yield MessageHit(severity, "", args, place)
        elif mixed:
            yield MessageHit(None, "mixed", {"field": name, "shown": mixed}, place)
        elif len(STYLED.findall(shown)) >= ENOUGH:
            is_told = context.is_doubtful or context.lure or context.open_site
            yield MessageHit(MEDIUM if is_told else LOW, "styled", {"field": name}, place)


def _is_mixed(word: str) -> bool:
    """Return True if a word of Latin letters also contains lookalikes of other scripts."""
    text = unicodedata.normalize("NFC", word)
    if text.isascii():
        return False
    scripts = {code for code, _ in script_runs(text)} - TOGETHER
    shown = looks_like_ascii(text) or looks_like_ascii(text.lower())
    return "Latn" in scripts and len(scripts) > 1 and shown is not None


HEADER_DISGUISE_RULES = (
    MessageRule(
        "header-obfuscation",
        MEDIUM,
        "Obfuscated subject, sender or text",
        {
            "": "The {field} field contains {char}, which is invisible and can hide words from "
            "filters.",
            "mixed": (
                'The {field} field contains "{shown}", a word that mixes letters from '
                "several scripts."
            ),
            "text": "In {count} places in the text, invisible characters such as {char} split "
            "words, so that filters do not find them.",
            "styled": "The {field} field uses mathematical letters, which filters may not read.",
            "far": "Much of the text is far below the rest, where filters read it but people "
            "rarely look.",
        },
        ("UTS 39 4", "MITRE T1027"),
        disguised_header,
        rises="Low for mathematical letters if there is no other sign, and for text far below "
        "the rest.",
    ),
)
