"""What a page does to its links: BASE, forms, refreshes, event handlers, drawings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import is_listed
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.core.parse import parse
from uriinspector.documents.document_values import CONTENT_BASE, CONTENT_LOCATION, EMBEDDED
from uriinspector.documents.html.page import REFRESH, SCRIPT
from uriinspector.documents.link_location import ONE
from uriinspector.documents.rules.link_rule import LinkHit, LinkRule
from uriinspector.documents.rules.script_effects import is_moved_on_to
from uriinspector.documents.rules.sites import FILES, is_same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

# A relative reference that people read as a host: "www.example.com/login".
HOSTLIKE = re.compile(
    r"\s*((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?=[/?#\s]|\Z)"
)


def base_hijack(context: LinkContext) -> Iterator[LinkHit]:
    """A BASE that sends relative links to another host than the page's, or than they spell."""
    base, value = context.leaf.base, context.value
    if base.origin in {CONTENT_BASE, CONTENT_LOCATION} and context.leaf.in_message:
        yield from _moved_by_header(context)
    if base.origin != EMBEDDED:
        return
    page, end = context.page, len(value)
    if context.place.element == "base":
        host = context.host
        if host is None or (page is not None and is_same(host, page)):
            return
        args = {"host": host, "page": page or ""}
        yield LinkHit(0, end, HIGH if page else LOW, "base" if page else "unknown", args)
        return
    host = context.judged.verdict.host
    reference = parse(value)
    if host is None or reference.scheme is not None or reference.authority is not None:
        return
    spelled = HOSTLIKE.match(value)
    if spelled and _is_host(spelled[1]) and not is_same(spelled[1], host):
        yield LinkHit(*spelled.span(1), HIGH, "spelled", {"shown": spelled[1], "host": host})
    elif page is not None and not is_same(page, host):
        yield LinkHit(0, end, HIGH, "", {"page": page, "host": host})


def _moved_by_header(context: LinkContext) -> Iterator[LinkHit]:
    """A field of the header that tells where relative links lead, and no part is meant."""
    value, target = context.value, context.judged.target
    host = context.judged.verdict.host
    if not context.leaf.is_page or host is None or not value.strip() or value[:1] == "#":
        return
    reference = parse(value)
    is_relative = reference.scheme is None and reference.authority is None
    if is_relative and context.leaf.named(value, target) is None:
        yield LinkHit(0, len(value), MEDIUM, "header", {"host": host})


def _is_host(name: str) -> bool:
    suffix = name.rpartition(".")[2].lower()
    starts = name[:4].lower() == "www."
    return is_listed(name.lower()) and (starts or (suffix not in FILES and suffix != "html"))


def form_action(context: LinkContext) -> Iterator[LinkHit]:
    """Where a form sends what is typed into it."""
    attribute, element = context.place.attribute, context.place.element
    host, page = context.host, context.page
    end = len(context.value)
    if host is None:
        if context.judged.verdict.headline.startswith("Starts a mail"):
            yield LinkHit(0, end, MEDIUM, "mail")
        return
    elsewhere = page is None or not is_same(host, page)
    if attribute == "formaction":
        if elsewhere and (page is not None or context.leaf.in_message):
            yield LinkHit(0, end, HIGH, "button", {"host": host})
        return
    if not elsewhere or element != "form":
        return
    if context.leaf.passwords.are_asked_for(context.tag):
        known = page is not None or context.leaf.in_message
        yield LinkHit(0, end, HIGH if known else MEDIUM, "password", {"host": host})
    elif page is not None or context.leaf.in_message:
        yield LinkHit(0, end, LOW, "", {"host": host})


def auto_redirect(context: LinkContext) -> Iterator[LinkHit]:
    """A page that moves on by itself."""
    host = context.elsewhere
    if context.place == SCRIPT:
        if host is not None and is_moved_on_to(context):
            severity = MEDIUM if context.leaf.in_message else LOW
            yield LinkHit(0, len(context.value), severity, "script", {"host": host})
    elif host is None:
        yield LinkHit(0, len(context.value), INFO, "same")
    else:
        yield LinkHit(0, len(context.value), HIGH, "", {"host": host})


def svg_link(context: LinkContext) -> Iterator[LinkHit]:
    """A link in a drawing: many filters do not look there."""
    severity = MEDIUM if context.leaf.part.type == "image/svg+xml" else LOW
    yield LinkHit(0, len(context.value), severity)


RULES = (
    LinkRule(
        "base-hijack",
        HIGH,
        "A BASE that leads elsewhere",
        {
            "": "The page belongs to {page}; its BASE sends this link to {host}.",
            "spelled": "It reads like {shown}, and a BASE sends it to {host}.",
            "base": "The page belongs to {page}; all its relative links go to {host}.",
            "header": "A field of the message's header sends this relative link to {host}.",
            "unknown": "All relative links go to {host}; nothing tells where the page comes from.",
        },
        ("url-syntax-05 5.1.1", "RFC 3986 5.1.1", "HTML 4.2.3"),
        lambda place: place.how == ONE and place.element is not None,
        base_hijack,
        rises="medium where a header field does it, low where nothing tells where the page comes "
        "from",
    ),
    LinkRule(
        "form-action",
        LOW,
        "A form that is sent elsewhere",
        {
            "": "What is typed into the form goes to {host}.",
            "password": "The form asks for a password and sends it to {host}.",
            "button": "This button sends the form to {host}, whatever the form itself says.",
            "mail": "What is typed into the form is sent by mail.",
        },
        ("HTML 4.10.18.6",),
        lambda place: place.attribute in {"action", "formaction"},
        form_action,
        rises="high for passwords and for a button of its own, medium where nothing tells where "
        "the page comes from, and for mail",
    ),
    LinkRule(
        "auto-redirect",
        HIGH,
        "It moves on by itself",
        {
            "": "Without a click the page goes to {host}.",
            "same": "Without a click the page goes on, to the same site or to none.",
            "script": "A script goes on to {host}, if it comes to that line.",
        },
        ("HTML 4.2.5.3",),
        lambda place: place in {REFRESH, SCRIPT},
        auto_redirect,
        rises="info to the same site; by a script, medium in a message and low elsewhere",
    ),
    LinkRule(
        "svg-link",
        LOW,
        "A link in a drawing",
        {"": "A drawing can hold links like a page, and many filters do not look there."},
        ("SVG 2 16.2", "MITRE T1027.017"),
        lambda place: place.foreign and place.element == "a",
        svg_link,
        rises="medium in a drawing that is a file of its own",
    ),
)
