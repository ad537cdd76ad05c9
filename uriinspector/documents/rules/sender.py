"""What a message claims about its sender, against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import is_listed, is_private, public_suffix, registrable_domain
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.services import shipped_services
from uriinspector.analysis.special_names import SPECIAL_NAMES
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules.claimed_names import is_free_mail, is_of
from uriinspector.documents.rules.header_names import IMITATING
from uriinspector.documents.rules.message_context import PASSED
from uriinspector.documents.rules.message_rule import MessageHit, MessageRule
from uriinspector.documents.rules.sites import (
    MAIL,
    MOST,
    is_same,
    known_site,
    named_by_sight,
    plain,
)
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.message_context import MessageContext

SEMANTIC = ("RFC 5322 3.6.2", "RFC 3986 7.6")


class ShownAddress(NamedTuple):
    """An address or a site in a display name, its domain, and that of the sender's address."""

    written: str
    shown: str
    domain: str
    is_address: bool


def _shown_address(context: MessageContext) -> ShownAddress | None:
    """The first display name that names another site than its address."""
    for each in context.envelope.senders if context.domain else ():
        match = MAIL.search(plain(each.name[:MOST]))
        named = None if match else named_by_sight(each.name, context.known)
        shown = match["domain"] if match else named.host if named else None
        domain = each.domain or context.domain or ""
        if shown and not is_same(shown, domain, context.known):
            return ShownAddress(match[0] if match else shown, shown, domain, match is not None)
    return None


def sender_name(context: MessageContext) -> Iterator[MessageHit]:
    """A name that is an address of somebody else."""
    other = _shown_address(context)
    if other is None:
        return
    # Who is called like a site has other addresses, too; an address is another one.
    is_called_so = not other.is_address and known_site(other.shown, context.known) is None
    severity = HIGH if context.is_doubtful and other.is_address else LOW if is_called_so else None
    yield MessageHit(severity, args={"shown": other.written, "host": other.domain})


def known_name(context: MessageContext) -> Iterator[MessageHit]:
    """A known name in the display name, in front of an address of somebody else."""
    claimed = context.name
    if claimed is None:
        return
    known, domain = claimed.known, context.domain
    other = _shown_address(context)
    if other is not None and is_of(known, other.shown):
        return  # told as the address that it is
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
    count = sum(signs) + (claimed.is_whole and context.check != PASSED)
    if known.is_distinct:
        severity = HIGH if count > 1 else MEDIUM if count or claimed.is_whole else LOW
    else:
        severity = HIGH if count > 2 else MEDIUM if count else LOW
    variant = "disguised" if claimed.is_disguised else "free" if is_free_mail(domain) else ""
    args = {"name": claimed.written, "host": domain, "known": known.domain}
    yield MessageHit(severity, variant, args)


def sender_domain(context: MessageContext) -> Iterator[MessageHit]:
    """An address under a look-alike, or under what is no domain of the public DNS."""
    domain = context.domain
    if domain is None:
        return
    name = host_in_browsers(domain) or domain  # styled letters become plain ones
    is_public = is_listed(name) and registrable_domain(name) is not None
    if not is_public and not domain.startswith("["):
        # What is usual in a private network does not misspell a known name.
        resembling = _resembled(context, domain, {HIGH})
        if resembling is not None:
            yield resembling
            return
        if domain.rpartition(".")[2] in SPECIAL_NAMES:
            return
        is_claiming = context.name is not None or context.lure is not None
        yield MessageHit(MEDIUM if is_claiming else None, "", {"host": domain})
        return
    services = (context.judge.lists.services if context.judge else None) or shipped_services()
    open_to_all = next(iter(services.kinds_of(name).values()), None)
    if open_to_all is not None and context.lure is not None and context.is_all_foreign:
        yield MessageHit(MEDIUM, "open", {"host": domain, "name": open_to_all})
    if is_private(public_suffix(name) or ""):
        return  # a name under a service is in front of its domain for other reasons, too
    resembling = _resembled(context, domain, {MEDIUM, HIGH})
    if resembling is not None:
        yield resembling


def _resembled(context: MessageContext, domain: str, severities: set[str]) -> MessageHit | None:
    """What is said where a link to the domain would be called an imitation, as bad as this."""
    judge = context.judge
    for each in judge.of(f"https://{domain}/", None).findings if judge else ():
        if each.code in IMITATING and each.severity in severities:
            known = each.args.get("known") or each.args.get("shown") or each.args.get("name")
            if known:
                return MessageHit(each.severity, "alike", {"host": domain, "known": known})
    return None


def reply_elsewhere(context: MessageContext) -> Iterator[MessageHit]:
    """Answers that go to another site than the sender's."""
    sender = context.domain
    for each in context.envelope.reply_to:
        if not sender or not each.domain or is_same(sender, each.domain, context.known):
            continue
        args = {"shown": sender, "host": each.domain}
        is_free = is_free_mail(each.domain) and not is_free_mail(sender)
        doubtful = context.check != PASSED and bool(context.claims)
        if is_free and (context.text_lure or context.name or (context.lure and doubtful)):
            yield MessageHit(MEDIUM, "free", args)
        else:
            yield MessageHit(args=args)


def repeated_fields(context: MessageContext) -> Iterator[MessageHit]:
    """Fields of which one is allowed, and of which programs show or check another one each."""
    for name in context.envelope.repeated:
        severity = MEDIUM if name == "From" else LOW
        yield MessageHit(severity, args={"field": name})


def sender_list(context: MessageContext) -> Iterator[MessageHit]:
    """A From field with a name and no address in front of the address, or with several."""
    senders = context.envelope.senders
    if "From" in context.envelope.repeated or not senders:
        return
    if not any(each.address for each in senders):
        yield MessageHit(variant="nobody", args={"shown": senders[0].name[:100]})
    elif len(senders) > 1 and not all(each.address for each in senders):
        named = next(each.name for each in senders if not each.address)
        severity = MEDIUM if context.is_doubtful else LOW
        yield MessageHit(severity, args={"shown": named[:100], "host": context.domain or ""})


RULES = (
    MessageRule(
        "sender-name",
        MEDIUM,
        "Display name shows another address or domain",
        {"": "The display name shows {shown}; the sender address is at {host}."},
        SEMANTIC,
        sender_name,
        rises="high for an email address if no check passed; low for the name of a site "
        "that is not a known one",
    ),
    MessageRule(
        "sender-known-name",
        MEDIUM,
        "Known name, unrelated sender",
        {
            "": 'The display name contains "{name}"; the sender address is at {host}, not {known}.',
            "disguised": "The display name imitates the name of {known} with unusual characters; "
            "the sender address is at {host}.",
            "free": 'The display name contains "{name}"; the sender address is at {host}, where '
            "anyone can get one.",
            "nobody": 'The display name contains "{name}"; there is no sender address.',
        },
        SEMANTIC,
        known_name,
        rises="high with several signs: no check passed, a lure, a disguised name, "
        "a free email address, an open host; low for a name among other words",
    ),
    MessageRule(
        "sender-domain",
        LOW,
        "Suspicious sender domain",
        {
            "": "The sender address is at {host}, which is not a domain of the public DNS.",
            "alike": "The sender domain {host} resembles {known}.",
            "open": "Anyone can send from names under {name}, such as {host}; the email contains "
            "a lure.",
        },
        SEMANTIC,
        sender_domain,
        rises="medium or high for a lookalike of a known domain; medium with a known name or lure",
    ),
    MessageRule(
        "reply-elsewhere",
        LOW,
        "Replies go to another domain",
        {
            "": "Sent from {shown}; replies go to {host}.",
            "free": "Sent from {shown}; replies go to {host}, where anyone can get an address.",
        },
        ("RFC 5322 3.6.2",),
        reply_elsewhere,
        rises="medium for a free email service together with a known name or a lure",
    ),
    MessageRule(
        "repeated-field",
        LOW,
        "Repeated header field",
        {"": "{field} occurs more than once; programs differ in which one they use."},
        ("RFC 5322 3.6",),
        repeated_fields,
        rises="medium for From",
    ),
    MessageRule(
        "sender-list",
        LOW,
        "Malformed sender",
        {
            "": 'The From field lists "{shown}" without an address, beside an address at {host}.',
            "nobody": 'The From field contains no address, only "{shown}".',
        },
        ("RFC 5322 3.6.2",),
        sender_list,
        rises="medium if no check passed",
    ),
)
