"""What it carries: links inside of links, and the services that put them there."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.derived import MEANT
from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.gates import When
from uriinspector.analysis.nested import GATE, Layer, layers, leads_on
from uriinspector.analysis.rewriters.decoders import SHOWN
from uriinspector.analysis.rewriters.table import is_opaque
from uriinspector.core.expression import lowered
from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import pairs
from uriinspector.readers.browser import host_in_browsers, serialized

CODE = frozenset({"javascript", "vbscript", "data"})
# The ways in which something is inside that have words of their own.
EXPLICIT_VIA = frozenset({"base64", "data", "rewriter", "scheme"})


def nested_uri(facts: Facts) -> Iterator[Hit]:
    """Every reference that stands directly inside."""
    for layer in layers(facts):
        if layer.via in MEANT:  # no link inside of it, but itself
            continue
        fix = Fix("Show the link inside", layer.text)
        variant = layer.via if layer.via in EXPLICIT_VIA else ""
        if variant == "scheme" and facts.scheme in CODE:
            variant = ""  # it is somewhere in the code
        if variant == "rewriter" and facts.carrier is not None and facts.carrier.kind in SHOWN:
            variant = "shown"
        yield Hit(layer.start, layer.end, variant=variant, fix=fix, args={"inner": layer.text})


def open_redirect(facts: Facts) -> Iterator[Hit]:
    """A parameter that tells a site where to send its visitors: to another site."""
    if facts.carrier is not None or not facts.is_web:
        return
    start = facts.reference.spans[6][0]
    for layer in layers(facts):
        if not layer.name or not leads_on(layer.name, facts.text[start : layer.start]):
            continue
        args = {"name": layer.name, "inner": layer.text}
        scheme = lowered(parse(layer.text).scheme or "")
        if scheme in CODE:
            yield Hit(layer.start, layer.end, MEDIUM, "code", args=args | {"scheme": scheme})
        elif (host := _host_from(facts, layer.text)) and not _is_same_site(facts, host):
            yield Hit(layer.start, layer.end, args=args)


def _host_from(facts: Facts, text: str) -> str | None:
    """The host of a value: as it is written, as browsers read it there, or without a scheme."""
    inner = parse(text)
    if inner.host:
        return inner.host
    if inner.scheme is None and text[:1] not in {"/", "\\"}:
        return parse(f"//{text}").host
    target = serialized(text, f"{facts.effective_scheme}://{facts.browser_host}/")
    return target.host if target else None


def _is_same_site(facts: Facts, host: str) -> bool:
    """Whether two hosts are one, or belong to the same registered name."""
    there, here = host_in_browsers(host), facts.browser_host
    if there is None or not here:
        return False
    site = registrable_domain(here)
    return there == here or (not facts.is_address and registrable_domain(there) == site is not None)


def _carried(facts: Facts) -> Layer | None:
    return next((each for each in layers(facts) if each.via == "rewriter"), None)


def rewriter(facts: Facts) -> Iterator[Hit]:
    """A service that goes on to the link in its own."""
    row, host = facts.carrier, facts.span(Part.HOST)
    if row is None or host is None or not facts.is_web or not row.follows:
        return
    layer = _carried(facts)
    if layer is not None:
        variant = "redirector" if row.kind == "opaque" else row.kind
        fix = Fix("Show the link inside", layer.text)
        yield Hit(*host, variant=variant, fix=fix, args={"name": row.name, "inner": layer.text})
    elif is_opaque(row, facts.reference):
        domain = _named_domain(facts)
        args = {"name": row.name, **({"inner": domain} if domain else {})}
        yield Hit(*host, variant="domain" if domain else "opaque", args=args)


def _named_domain(facts: Facts) -> str:
    """Mimecast writes the host of the destination behind its own code, for people to see."""
    for name, value in pairs(facts.text, facts.span(Part.QUERY)):
        if value is not None and name.of(facts.text) == "domain":
            return value.of(facts.text)
    return ""


def proxy_host(facts: Facts) -> Iterator[Hit]:
    """A service that shows another site under its own name."""
    row, host = facts.carrier, facts.span(Part.HOST)
    layer = _carried(facts)
    if row is None or host is None or layer is None or not facts.is_web:
        return
    if row.kind in SHOWN or row.decoder == "amp-cache":
        variant = "archive" if row.kind == "archive" else ""
        args = {"name": row.name, "inner": parse(layer.text).host or layer.text}
        yield Hit(*host, variant=variant, args=args)


SERVICES = ("list of rewriters",)
RULES = (
    Rule(
        "nested-uri",
        INFO,
        "Contains another link",
        {
            "": "Contains this link: {inner}",
            "base64": "Contains this link, encoded in base64 or hex: {inner}",
            "data": "The embedded content contains this link: {inner}",
            "rewriter": "Wrapped in a link of a service: {inner}",
            "shown": "The service is asked for this page: {inner}",
            "scheme": "Wraps this link: {inner}",
        },
        ("RFC 3986 3.4", "RFC 3986 2.4"),
        GATE,
        nested_uri,
        rises="low, medium or high with the most severe finding about the link inside",
    ),
    Rule(
        "open-redirect",
        LOW,
        "Possible open redirect",
        {
            "": '"{name}" often sets where a site redirects: {inner}',
            "code": '"{name}" often sets where a site redirects; here it is a {scheme} link.',
        },
        ("CWE-601",),
        GATE,
        open_redirect,
        rises="medium if it contains code",
    ),
    Rule(
        "rewriter",
        INFO,
        "Routed through a service",
        {
            "rewriter": "{name} checks the link, then redirects to: {inner}",
            "counter": "{name} counts the click, then redirects to: {inner}",
            "redirector": "{name} redirects to: {inner}",
            "amp": "{name} shows its own copy of the page or redirects to it: {inner}",
            "translate": "{name} shows a translation of the page: {inner}",
            "opaque": "{name} redirects; only the service knows the destination.",
            "domain": "{name} redirects; only the service knows the destination. The link claims "
            "that it is on {inner}.",
        },
        SERVICES,
        When.CARRIER,
        rewriter,
    ),
    Rule(
        "proxy-host",
        INFO,
        "Shows content from another site",
        {
            "": "{name} shows content from {inner} under its own host name.",
            "archive": "{name} shows an archived copy of {inner}.",
        },
        SERVICES,
        When.CARRIER,
        proxy_host,
    ),
)
