"""Rules about what a link carries: other links, secrets, and data about the recipient."""

import re
from collections.abc import Iterator

from uriinspector.analysis.derived import MEANT
from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.nested import CLAIMED, Layer, layers, leads_on
from uriinspector.analysis.recipients import Recipient, is_generated, recipients, without
from uriinspector.analysis.rewriter_decoders import SHOWN
from uriinspector.analysis.rewriters import is_opaque
from uriinspector.analysis.rules.hosted_pages import hidden_page
from uriinspector.analysis.triggers import CARD, PASSWORD, SECRET, SHAPE
from uriinspector.core.expression import expression, lowered
from uriinspector.core.parse import parse
from uriinspector.readers.browser import host_in_browsers, serialized

CODE = frozenset({"javascript", "vbscript", "data"})
# The last segment before a link, as in "/redirect/https://...".
PATH_THAT_LEAVES = expression(
    r"/(redirect|redir|out|goto|go|away|exit|leave|jump|CL0|L0)/\Z", re.IGNORECASE
)
# Kinds of nesting that have their own sentences.
EXPLICIT_VIA = frozenset({"base64", "data", "rewriter", "scheme"})


def nested_uri(facts: Facts) -> Iterator[Hit]:
    carried = _carried(facts) if _is_followed(facts) else None
    for layer in layers(facts):
        if layer.via in MEANT or layer.via == CLAIMED or layer is carried:
            continue  # the same link, or reported in the finding about the service
        fix = Fix("Show the link inside", layer.text)
        variant = layer.via if layer.via in EXPLICIT_VIA else ""
        if variant == "scheme" and facts.scheme in CODE:
            variant = ""  # code may contain the link without opening it
        yield Hit(layer.start, layer.end, variant=variant, fix=fix, args={"inner": layer.text})


def open_redirect(facts: Facts) -> Iterator[Hit]:
    if facts.carrier is not None or not facts.is_web:
        return
    start = facts.path_span.start
    for layer in layers(facts):
        before = facts.text[start : layer.start]
        name = layer.name
        if not name and (segment := PATH_THAT_LEAVES.search(before)):
            name = segment[1]
        elif not name or not leads_on(name, before):
            continue
        fix = Fix("Show the link inside", layer.text)
        args = {"name": name, "inner": layer.text}
        scheme = lowered(parse(layer.text).scheme or "")
        if scheme in CODE:
            args |= {"scheme": scheme}
            yield Hit(layer.start, layer.end, MEDIUM, "code", fix=fix, args=args)
        elif (host := _host_from(facts, layer.text)) and not _is_same_site(facts, host):
            yield Hit(layer.start, layer.end, fix=fix, args={**args, "other": host})


def _host_from(facts: Facts, text: str) -> str | None:
    """Return the host of a value: as written if it has no scheme, else as browsers resolve it."""
    inner = parse(text)
    if inner.host:
        return inner.host
    if inner.scheme is None and text[:1] not in {"/", "\\"}:
        return parse(f"//{text}").host
    target = serialized(text, f"{facts.effective_scheme}://{facts.browser_host}/")
    return target.host if target else None


def _is_same_site(facts: Facts, host: str) -> bool:
    there, here = host_in_browsers(host), facts.browser_host
    if there is None or not here:
        return False
    site = registrable_domain(here)
    return there == here or (not facts.is_address and registrable_domain(there) == site is not None)


def _carried(facts: Facts) -> Layer | None:
    return next((each for each in layers(facts) if each.via == "rewriter"), None)


def _is_followed(facts: Facts) -> bool:
    """Return True if a service leads from this link to the one inside."""
    return facts.carrier is not None and facts.carrier.follows and facts.is_web


def rewriter(facts: Facts) -> Iterator[Hit]:
    row, host = facts.carrier, facts.host_span
    if row is None or host is None or not _is_followed(facts):
        return
    layer = _carried(facts)
    if layer is not None:
        variant = "redirector" if row.kind == "opaque" else row.kind
        fix = Fix("Show the link inside", layer.text)
        args = {"name": row.name, "inner": layer.text}
        # The link seems to belong to the service, but shows a page of an unknown site.
        inner = registrable_domain(lowered(parse(layer.text).host or ""))
        is_unknown = row.kind == "amp" and inner is not None and inner not in facts.names.domains
        severity = LOW if is_unknown else None
        yield Hit(*host, severity, variant, fix, args)
        yield Hit(layer.start, layer.end, severity, variant, args=args)
    elif is_opaque(row, facts.reference):
        claimed = next((each for each in layers(facts) if each.via == CLAIMED), None)
        domain = {"inner": facts.text[claimed.start : claimed.end]} if claimed else {}
        args = {"name": row.name, **domain}
        yield Hit(*host, variant="domain" if claimed else "opaque", args=args)


def proxy_host(facts: Facts) -> Iterator[Hit]:
    row, host = facts.carrier, facts.host_span
    layer = _carried(facts)
    if row is None or host is None or layer is None or not facts.is_web:
        return
    if row.kind in SHOWN or row.decoder == "amp-cache":
        variant = "archive" if row.kind == "archive" else ""
        inner = parse(layer.text).host or layer.text
        is_asking = ASKING_HOST.match(inner) and registrable_domain(inner) in facts.names.domains
        args = {"name": row.name, "inner": inner}
        if row.kind == "proxy" and is_asking:
            yield Hit(*host, MEDIUM, "sign-in", args={**args, "instead": inner})
        else:
            yield Hit(*host, variant=variant, args=args)


SERVICES = ("list of rewriters",)
# Hosts with pages where people sign in.
ASKING_HOST = expression(r"(?i)(?:[\w-]+\.)*(?:accounts?|auth|id|idp|login|secure|signin|sso)\.")
LINK_RULES = (
    Rule(
        "nested-uri",
        INFO,
        "Contains another link",
        {
            "": "Contains this link: {inner}",
            "base64": "Contains this link, encoded in base64 or hex: {inner}",
            "data": "The embedded content contains this link: {inner}",
            "rewriter": "The link asks the service for this page: {inner}",
            "scheme": "There is another link inside this one: {inner}",
        },
        ("RFC 3986 3.4", "RFC 3986 2.4"),
        nested_uri,
        rises="Low, medium or high, depending on the most severe finding about the link inside.",
        plain={
            "base64": 'This link contains a disguised link to "{inner}".',
            "data": 'The content inside the link contains another link, to "{inner}".',
        },
        when="may_nest",
    ),
    Rule(
        "open-redirect",
        LOW,
        "Possible open redirect",
        {
            "": '"{name}" often controls where a site redirects: {inner}',
            "code": (
                '"{name}" often determines where a site redirects; here its value is a {scheme} '
                "link."
            ),
        },
        ("CWE-601",),
        open_redirect,
        rises="As severe as the link inside, up to high, but at most medium if it is not clear "
        "that the site redirects. At least medium if the link inside contains code.",
        plain={
            "": "This site may send you on to another one: {other}.",
            "code": (
                '"{name}" often determines where a site sends you; here it contains '
                "program code ({scheme})."
            ),
        },
        when="may_nest",
    ),
    Rule(
        "rewriter",
        INFO,
        "Routed through a service",
        {
            "rewriter": "{name} checks the link, then redirects to: {inner}",
            "counter": "{name} counts the click, then redirects to: {inner}",
            "redirector": "{name} redirects to: {inner}",
            "amp": "The page is {inner}; {name} shows a copy of it or sends you to it.",
            "translate": "{name} shows a translation of the page: {inner}",
            "opaque": "{name} redirects; only the service knows the destination.",
            "domain": "{name} redirects; only the service knows the destination. The link claims "
            "that the destination is on {inner}.",
        },
        SERVICES,
        rewriter,
        rises="Low for a copy of a page of a site that is not a known one.",
        plain={"amp": "Looks like a link of {name}, but the page is from another site: {inner}"},
        when="is_carried",
    ),
    Rule(
        "proxy-host",
        INFO,
        "Shows content from another site",
        {
            **dict.fromkeys(
                ("", "sign-in"), "{name} shows content from {inner} under its own name."
            ),
            "archive": "{name} shows an archived copy of {inner}.",
        },
        SERVICES,
        proxy_host,
        rises="Medium for the sign-in page of a known site.",
        plain={
            "sign-in": "{name} shows a page of {inner}, and can read what you type there, such as "
            "a password."
        },
        when="is_carried",
    ),
)

PAIR = expression(
    rf"[?&#;](?:amp;)?(?:(?P<password>{PASSWORD})|(?P<secret>{SECRET})|(?P<card>{CARD}))="
    r"(?P<value>[^&#;]++)",
    re.IGNORECASE,
)
SEPARATORS = expression("[ +-]|%20")
# Shorter values are not reported as secrets.
SHORTEST = 6


def sensitive_info(facts: Facts) -> Iterator[Hit]:
    text = facts.text
    start = facts.path_span.start
    known = set()
    for match in PAIR.finditer(text, start):
        place, kind = match.span("value"), _kind(match)
        value = match["value"]
        if kind == "card":
            if is_card(value):
                yield Hit(*place, MEDIUM, "card", args={"name": match["card"]})
        elif kind == "password":
            shared = "passcode" in facts.service_kinds
            severity, variant = (LOW, "passcode") if shared else (MEDIUM, "password")
            yield Hit(*place, severity, variant, args={"name": match["password"]})
        elif len(value) >= SHORTEST and not value.startswith("{"):
            known.add(place[0])
            yield Hit(*place, args={"name": match["secret"]})
    if facts.has_code:
        for match in SHAPE.finditer(text, start):
            if match.start() not in known:
                yield Hit(*match.span(), variant="shape")


def _kind(match: re.Match[str]) -> str:
    return next(name for name in ("password", "secret", "card") if match[name])


def is_card(value: str) -> bool:
    """Return True for 13 to 19 digits with the check digit of a payment card."""
    if len(value) > 64:
        return False
    digits = SEPARATORS.sub("", value)
    if not (digits.isascii() and digits.isdigit() and 13 <= len(digits) <= 19):
        return False
    doubled = [int(digit) * (1 + index % 2) for index, digit in enumerate(reversed(digits))]
    return sum(each - 9 if each > 9 else each for each in doubled) % 10 == 0


# Words in links from newsletters and accounts, whose senders also encode addresses.
OF_SENDERS = expression(
    r"sub(?:scri|s?\b)|opt-?(?:out|in)|prefer|track|click|open|news|campaign|mail|verif|confirm|invit"
    r"|reset|activat|account|profile|user|manage|view",
    re.IGNORECASE,
)


def is_last_code(facts: Facts, recipient: Recipient) -> bool:
    """Return True for an encoded address as the last segment of a path that says nothing else."""
    path = facts.path_span
    if recipient.kind != "encoded" or facts.carrier is not None or recipient.end > path.end:
        return False
    is_last = not facts.text[recipient.end : path.end].strip("=/")
    is_segment = facts.text[recipient.start - 1] in "/$*"
    return is_last and is_segment and not OF_SENDERS.search(facts.text, path.start, recipient.start)


def recipient_id(facts: Facts) -> Iterator[Hit]:
    hidden = facts.reference.spans[8][0]
    # Fragments are not sent to servers; phishing pages put disguised addresses there.
    result = tuple(
        each
        for each in recipients(facts)
        if 0 <= hidden <= each.start or not is_generated(facts.text, each)
    )
    if not result:
        return
    rest = without(facts, result)
    fix = None if rest is None else Fix("Show without recipient data", rest)
    # Honest senders do not put pages for recipients into IPFS or among the files of programs.
    is_on_page = facts.has_ipfs or next(hidden_page(facts), None) is not None
    for each in result:
        mail = each.kind in {"mail", "encoded"}
        is_odd = facts.has_ipfs or 0 <= hidden <= each.start or is_last_code(facts, each)
        severity = MEDIUM if mail and is_odd else LOW if mail else None
        severity = HIGH if mail and is_on_page else severity
        severity = LOW if each.kind == "field" else severity
        args = {"shown": each.shown, "name": each.name}
        yield Hit(each.start, each.end, severity, each.kind, fix, args)


PRIVATE_RULES = (
    Rule(
        "sensitive-info",
        LOW,
        "Possible secret in the link",
        {
            "": '"{name}" is usually a secret; anyone who sees the link may be able to use it.',
            "password": '"{name}" usually contains a password; anyone who sees the link can read '
            "it.",
            "passcode": '"{name}" lets anyone with the link join; such links are meant to be '
            "shared.",
            "card": '"{name}" contains a number with a check digit that is valid for payment '
            "cards.",
            "shape": "Looks like a key or token; anyone who sees the link may be able to use it.",
        },
        ("RFC 3986 7.5", "rfc2396bis-01 7.4", "RFC 6749 10.16"),
        sensitive_info,
        rises="Medium for passwords and card numbers, but not for meeting passcodes.",
        plain={
            "": 'May contain a secret ("{name}"), which anyone who sees the link could use.',
            "card": '"{name}" contains a number like that of a payment card.',
        },
        when="has_code has_marked_parameter",
    ),
    Rule(
        "recipient-id",
        INFO,
        "May identify the recipient",
        {
            "mail": "{shown} looks like an email address; opening the link can reveal who opened "
            "it.",
            "encoded": "Contains the encoded email address {shown}; opening the link can reveal "
            "who opened it.",
            "field": 'The value of "{name}" can let the service know who opened the link.',
            "token": 'The value of "{name}" often differs for each recipient, so it can show who '
            "opened the link.",
        },
        ("RFC 3986 7.5", "RFC 6973 5.2"),
        recipient_id,
        rises="Low for an email address or a field of a known service. Medium for an address "
        "in the fragment and for one that is encoded at the end of the path. High for an "
        "address in a link to an IPFS page or to a page in a program folder.",
        plain={
            "mail": "Contains the email address {shown}: opening the link can show the sender who "
            "opened it.",
            "encoded": "Contains the email address {shown} in disguise: opening the link can show "
            "the sender who opened it.",
            **dict.fromkeys(
                ("field", "token"),
                'Contains a code ("{name}"): opening the link can show the sender who opened it.',
            ),
        },
        when="may_identify",
    ),
)
RULES = (*LINK_RULES, *PRIVATE_RULES)
