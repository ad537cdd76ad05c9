"""What a page does to its links: BASE, forms, refreshes, event handlers, drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import is_listed
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.headline_text import STARTS_EMAIL
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse
from uriinspector.documents.document_values import CONTENT_BASE, CONTENT_LOCATION, EMBEDDED
from uriinspector.documents.empty_references import base_of, is_unfetched
from uriinspector.documents.html.attributes import XML_BASE
from uriinspector.documents.html.page import REFRESH, SCRIPT
from uriinspector.documents.html.reference_lists import items_of
from uriinspector.documents.link_location import END, ONE, PLACE, START, LinkPlace
from uriinspector.documents.rules.code_effects import MOVES_TO_NAME
from uriinspector.documents.rules.link_rule import SOURCE, LinkContext, LinkHit, LinkRule, finding
from uriinspector.documents.rules.script_effects import moved_on_to
from uriinspector.documents.rules.sites import FILES, is_same
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.leaf import Leaf

# What sends a form that nobody has sent.
SUBMITS = expression(r"\.(?:submit|requestSubmit)\s{0,9}\(")
# Where a page says its own address, among so many of its first references.
LINK, OWN, HEAD = LinkPlace("link", "href"), frozenset({"canonical", "Canonical"}), 200
# What most values begin with that no base moves.
ABSOLUTE = ("https://", "http://")
# A relative reference that people read as a host: "www.example.com/login".
HOSTLIKE = expression(
    r"\s*((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?=[/?#\s]|\Z)"
)


def base_hijack(context: LinkContext) -> Iterator[LinkHit]:
    """A BASE that sends relative links to another host than the page's, or than they spell."""
    base, value = context.leaf.base, context.value
    if context.place.attribute == XML_BASE:
        yield from _by_xml(context)
        return
    if base.origin in {CONTENT_BASE, CONTENT_LOCATION} and context.leaf.in_message:
        yield from _moved_by_header(context)
    if base.origin != EMBEDDED or not _is_moved(context):
        return
    page, end = context.page, len(value)
    if context.place.element == "base":
        host = context.host
        if host is None or (page is not None and context.is_same(host, page)):
            return
        variant = "base" if page else "message" if context.leaf.in_message else "unknown"
        args = {"host": host, "page": page or ""}
        yield LinkHit(0, end, HIGH if page else LOW, variant, args)
        return
    host = context.judged.verdict.host
    if host is None or value.startswith(ABSOLUTE):
        return
    reference = parse(value)
    if reference.scheme is not None or reference.authority is not None:
        return
    spelled = HOSTLIKE.match(value)
    if spelled and _is_host(spelled[1]) and not context.is_same(spelled[1], host):
        yield LinkHit(*spelled.span(1), HIGH, "spelled", {"shown": spelled[1], "host": host})
    elif page is not None and not context.is_same(page, host):
        # Of the page as a whole it is said by ``moved_pages``; here a link has its own judgement.
        yield LinkHit(0, end, INFO, "", {"page": page, "host": host})


def _by_xml(context: LinkContext) -> Iterator[LinkHit]:
    """A base of XML: of an unknown page it only says that there are programs that follow it."""
    host = context.elsewhere
    if host is not None and not context.is_home(host):
        leaf = context.leaf
        is_xml = leaf.octets.get().startswith(b"<?xml", leaf.start)
        is_sure = context.page is not None or leaf.in_message or is_xml
        severity = MEDIUM if is_sure else LOW
        yield LinkHit(0, len(context.value), severity, "xml", {"host": host})


def _is_moved(context: LinkContext) -> bool:
    """Whether a BASE says where it leads: not of what stays in the document, or is not fetched."""
    leaf, place, value = context.leaf, context.place, context.value
    if place.element == "base":
        return True
    own = base_of(leaf, context.location, value)
    return own is leaf.base and not is_unfetched(place, value)


def _moved_by_header(context: LinkContext) -> Iterator[LinkHit]:
    """A field of the header that tells where relative links lead, and no part is meant."""
    value, target = context.value, context.judged.target
    host = context.judged.verdict.host
    if not context.leaf.is_page or host is None or not value.strip() or value[:1] == "#":
        return
    reference = parse(value)
    is_relative = reference.scheme is None and reference.authority is None
    if is_relative and context.leaf.named(value, target) is None:
        yield LinkHit(0, len(value), INFO, "header", {"host": host})


def moved_pages(leaf: Leaf) -> Iterator[Finding]:
    """What sends the relative links of a page to another site, said once of the page."""
    if leaf.base.origin == EMBEDDED:
        yield from _moved_by_element(leaf)
    elif leaf.base.origin in {CONTENT_BASE, CONTENT_LOCATION} and leaf.in_message:
        yield from _moved_by_its_header(leaf)


def _moved_by_element(leaf: Leaf) -> Iterator[Finding]:
    """The first BASE with an address counts, whatever follows it (HTML 4.2.3)."""
    location = next((each for each in leaf.locations if each[PLACE].element == "base"), None)
    base, document = leaf.base.text, leaf.outer.text
    if location is None or base is None or document is None:
        return
    host, page = browser.read(base).host, browser.read(document).host
    if host and page and not is_same(page, host, leaf.judge.names):
        source = leaf.source(location[START], location[END])
        args = {"host": host, "page": page}
        hit = LinkHit(source.start, source.end, HIGH, "base", args, SOURCE)
        yield finding(BASE_HIJACK, hit)


def _moved_by_its_header(leaf: Leaf) -> Iterator[Finding]:
    """A field of the header that moves at least one link of the page."""
    for location in leaf.locations:
        value = leaf.value(location)
        if location[PLACE].element is None or parse(value).scheme is not None:
            continue
        judged = leaf.judge.of(value, leaf.base.text, in_document=location[PLACE].is_markup)
        for each in _moved_by_header(LinkContext(leaf, location, judged, value)):
            source = leaf.source(location[START], location[END])
            hit = LinkHit(source.start, source.end, MEDIUM, "by header", each.args, SOURCE)
            yield finding(BASE_HIJACK, hit)
            return


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
        if context.judged.verdict.sentence.opening.template in STARTS_EMAIL:
            yield LinkHit(0, end, MEDIUM, "mail")
        return
    elsewhere = page is None or not context.is_same(host, page)
    if attribute == "formaction":
        known = page is not None or context.leaf.in_message
        asks = context.leaf.passwords.are_any and not _is_own(context, host)
        if elsewhere and (known or asks):
            yield LinkHit(0, end, HIGH if known else MEDIUM, "button", {"host": host})
        return
    if not elsewhere or element != "form":
        return
    if context.leaf.passwords.are_asked_for(context.tag):
        known = page is not None or context.leaf.in_message
        severity = HIGH if known else LOW if _is_own(context, host) else MEDIUM
        yield LinkHit(0, end, severity, "password", {"host": host})
    elif (
        context.is_on_small_page
        and SUBMITS.search(_code_of(context))
        and not _is_own(context, host)
    ):
        yield LinkHit(0, end, MEDIUM, "itself", {"host": host})
    elif page is not None or context.leaf.in_message:
        yield LinkHit(0, end, LOW, "", {"host": host})


def _is_own(context: LinkContext, host: str) -> bool:
    """Whether a page of unknown origin calls the site its own: by most links, or by name."""
    if context.is_home(host):
        return True
    leaf = context.leaf
    for location in leaf.locations[:HEAD]:
        if location[PLACE] == LINK and (leaf.attribute(leaf.tag(location), "rel") or "") in OWN:
            named = leaf.judge.of(leaf.value(location), None, in_document=True).verdict.host
            return named is not None and context.is_same(named, host)
    return False


def auto_redirect(context: LinkContext) -> Iterator[LinkHit]:
    """A page that moves on by itself."""
    host = context.elsewhere
    if context.place == SCRIPT:
        moved = moved_on_to(context) if host is not None else None
        if host is None or (moved is None and not _moves_to_name(context)):
            return
        variant = "variable" if moved is None else "coded" if moved["coded"] else "script"
        yield LinkHit(0, len(context.value), _of_script(context, variant), variant, {"host": host})
    elif host is None:
        yield LinkHit(0, len(context.value), INFO, "same")
    else:
        variant = "message" if context.leaf.is_shown_as_message else ""
        yield LinkHit(0, len(context.value), HIGH, variant, {"host": host})


def _code_of(context: LinkContext) -> str:
    """All of a small page, in which code is ASCII."""
    leaf = context.leaf
    return leaf.octets.get()[leaf.start : leaf.end].decode("latin-1")


def _moves_to_name(context: LinkContext) -> bool:
    """Whether a small page moves on to what a variable holds, which is likely the address."""
    return context.is_on_small_page and MOVES_TO_NAME.search(_code_of(context)) is not None


def _of_script(context: LinkContext, variant: str) -> str:
    """A page that is hardly more than a script is there to move on; others have many reasons."""
    leaf, host = context.leaf, context.host
    if host is not None and context.is_home(host):
        return LOW
    is_small = context.is_on_small_page
    if variant == "coded" or (is_small and leaf.in_message):
        return HIGH
    return MEDIUM if is_small or leaf.in_message else LOW


def ping(context: LinkContext) -> Iterator[LinkHit]:
    """A second address that hears of the click, and is shown nowhere."""
    written = context.attribute("href")
    base = context.leaf.base.text
    href = context.leaf.judge.of(written, base, in_document=True).verdict if written else None
    for item in items_of(context.value, context.place.how) or ():
        host = context.leaf.judge.of(item.text, base, in_document=True).verdict.host
        if host is not None and not (href and href.host and context.is_same(href.host, host)):
            yield LinkHit(item.start, item.start + len(item.text), LOW, "", {"host": host})


def svg_link(context: LinkContext) -> Iterator[LinkHit]:
    """A link in a drawing: many filters do not look there."""
    severity = MEDIUM if context.leaf.part.type == "image/svg+xml" else LOW
    yield LinkHit(0, len(context.value), severity)


BASE_HIJACK = LinkRule(
    "base-hijack",
    HIGH,
    "Base URL sets where relative links go",
    {
        "": "The page is from {page}; its base URL makes this link point to {host}.",
        "spelled": "Reads like {shown}, but the base URL sends it to {host}.",
        "base": "The page is from {page}; its base URL sends all relative links to {host}.",
        "xml": "xml:base points to {host}: some programs resolve relative links there; "
        "browsers do not.",
        "header": "A message header sends this relative link to {host}.",
        "by header": "A message header sends relative links to {host}.",
        "unknown": "All relative links go to {host}; the origin of the page is unknown.",
        "message": "In this part of the message, all relative links go to {host}.",
    },
    ("url-syntax-05 5.1.1", "RFC 3986 5.1.1", "HTML 4.2.3"),
    lambda place: place.how == ONE and place.element is not None,
    base_hijack,
    rises="medium for a header field and for xml:base; low if the origin of the page is "
    "unknown; info for each link that such a base moves",
)
RULES = (
    BASE_HIJACK,
    LinkRule(
        "form-action",
        LOW,
        "Destination of form data",
        {
            "": "Form data goes to {host}.",
            "password": "The form asks for a password and sends it to {host}.",
            "button": "This button sends the form to {host}, overriding the form's own address.",
            "itself": "A script in this small page can send the form to {host} without a click.",
            "mail": "Form data is sent by email.",
        },
        ("HTML 4.10.18.6",),
        lambda place: place.attribute in {"action", "formaction"},
        form_action,
        rises="high for passwords and for a button with its own address; medium if the origin of "
        "the page is unknown, if a script sends it, and for email; low if such a page calls the "
        "site its own",
    ),
    LinkRule(
        "auto-redirect",
        HIGH,
        "Automatic redirect",
        {
            "": "The page goes to {host} without a click.",
            "message": "In a browser, this part of the message goes to {host} without a click.",
            "same": "In a browser, this redirects without a click, but not to another site.",
            "script": "A script goes to {host} if it reaches this line.",
            "variable": "A script contains this address and moves the window to what a variable "
            "holds.",
            "coded": "A script decodes this address from base64 and goes to {host}.",
        },
        ("HTML 4.2.5.3",),
        lambda place: place in {REFRESH, SCRIPT},
        auto_redirect,
        rises="info within the same site; for a script, medium in a message and in a small page, "
        "low elsewhere",
    ),
    LinkRule(
        "click-ping",
        LOW,
        "Clicks are reported elsewhere",
        {"": "Some browsers also notify {host} when this link is followed."},
        ("HTML 4.6.8",),
        lambda place: place.attribute == "ping",
        ping,
    ),
    LinkRule(
        "svg-link",
        LOW,
        "Link inside an SVG image",
        {"": "SVG images can contain links; many filters do not check them."},
        ("SVG 2 16.2", "MITRE T1027.017"),
        lambda place: place.foreign and place.element == "a",
        svg_link,
        rises="medium in an SVG file",
    ),
)
