"""Rules about links whose visible text and destination differ."""

import re
from collections.abc import Iterator

from uriinspector.analysis.encoding import decode
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.international.known_names import KnownNameIndex
from uriinspector.analysis.international.scripts import listed_delimiter
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.documents.document_values import (
    END,
    IN_PDF,
    ONE,
    PLACE,
    START,
    TAG,
    Envelope,
    LinkLocation,
    LinkPlace,
)
from uriinspector.documents.html.embedded_addresses import WHITE
from uriinspector.documents.html.page import OVERRIDE, SCRIPT, is_hidden
from uriinspector.documents.html.scanner import neighbors
from uriinspector.documents.html.tokens import mapped_value
from uriinspector.documents.leaf import ANCHOR, Leaf
from uriinspector.documents.rules.link_rule import (
    SOURCE,
    TEXT,
    VALUE,
    LinkContext,
    LinkHit,
    LinkRule,
)
from uriinspector.documents.rules.message_context import (
    PASSED,
    UNCHECKED,
    MessageContext,
    is_free_mail,
)
from uriinspector.documents.rules.sites import (
    MAIL,
    MOST,
    NamedHost,
    difference,
    drawn,
    is_listed_site,
    is_same,
    is_same_label,
    is_same_spelled_out,
    known_site,
    named_in,
    names,
    plain,
    site_of,
)
from uriinspector.readers import browser

LEADING = frozenset({"href", "xlink:href", "formaction"})
# The minimum numbers of spaces in a headline and in a sentence.
HEADLINE, SENTENCE = 3, 6
# A newsletter with this many links to one site is assumed to count clicks there.
COUNTED = 6
# The same limit for distinct addresses: services that count clicks give every link its own.
COUNTED_APART = 4
# A newsletter with this many sites mentions each of them.
MANY_SITES = 20
HOME_PAGE = expression(rb"https?://([a-zA-Z0-9.-]{1,253})/?")
# The hosts with which social networks shorten every link in a post.
OF_POSTS = frozenset({"t.co", "lnkd.in"})
# A tooltip that consists of an address; the attribute may follow the link in its tag.
ADDRESS = expression(r"(?:(?i:h(?:tt|xx)ps?)://|(?i:www)\.)\S+")
TITLE = expression(rb"[tT][iI][tT][lL][eE]\s*=\s*[\"']?\s*[hHwW&]")
AFTER = 400
MARKDOWN_BEFORE = 210
MAIL_LINK = expression(r"\s*mailto:[^?@]{1,200}@([^?,\s\"']{1,260})", re.IGNORECASE)


IN_TEXT = LinkPlace(None, None)


def is_leading(place: LinkPlace) -> bool:
    """Return True for attributes whose links users follow."""
    return place.attribute in LEADING


def mismatch(context: LinkContext) -> Iterator[LinkHit]:
    """Find links whose text shows a different site from their destination."""
    if context.place == IN_TEXT:
        yield from _markdown(context)
        return
    is_pdf = context.place == IN_PDF
    if not is_pdf:
        yield from _tooltip(context)
    if context.has_plain_text or context.shown is None:
        return
    text = context.shown.text
    if "." not in text and "://" not in text:
        return
    mail = MAIL_LINK.match(context.value)
    if mail:
        yield from _mail(text, mail[1], context.leaf.judge.names)
        return
    host = context.host
    if host is None:
        return
    named = named_in(text, context.leaf.judge.names)
    is_other = (named is None or named.host != host) and not is_pdf
    hits = list(_joined(context, host)) if is_other else []
    if not hits and named is not None:
        hits = list(_named(context, named, host))
    yield from hits


# The text of a Markdown link, up to the start of its address.
MARKDOWN = expression(rb"\[([^\[\]\r\n]{1,200})\]\(<?\Z")


def _markdown(context: LinkContext) -> Iterator[LinkHit]:
    """Find Markdown links whose text names a different site (CommonMark 6.3)."""
    leaf, host = context.leaf, context.host
    start = context.location[START]
    before = leaf.octets.get()[max(leaf.start, start - MARKDOWN_BEFORE) : start]
    match = MARKDOWN.search(before) if host and before[-1:] in {b"(", b"<"} else None
    if match is None or host is None:
        return
    named = named_in(plain(decode(match[1], leaf.encoding)), leaf.judge.names)
    if named is None or is_same(named.host, host, leaf.judge.names):
        return
    severity = LOW if is_same_label(named.host, host) else HIGH if named.sure else LOW
    args = {"shown": named.host, "host": host}
    yield LinkHit(0, len(context.value), severity, "", args, VALUE)


def _named(context: LinkContext, named: NamedHost, host: str) -> Iterator[LinkHit]:
    known, shown = context.leaf.judge.names, context.shown
    if shown is None or is_same(named.host, host, known) or is_carried(context, named.host):
        return
    text, looks = shown.text, plain(shown.visible)
    named_host = named_in(looks, known) if looks != text else None
    if named_host is not None and named_host.host != named.host:
        return  # reported by ``assembled``
    args = {"shown": named.host, "host": host}
    severity, variant = _weight(context, text, named, host), ""
    if severity == HIGH and names(looks, host):
        severity = MEDIUM
    if context.judged.verdict.final_host is None:
        severity = min(severity, MEDIUM if _is_short(context, named.host) else LOW, key=_rank)
        variant = "opaque"
    elif differs := difference(named.host, host):
        variant, args["differs"] = "alike", differs
    yield LinkHit(named.start, named.end, severity, variant, args, TEXT)


def _rank(severity: str) -> int:
    return (LOW, MEDIUM, HIGH).index(severity)


def _weight(context: LinkContext, text: str, named: NamedHost, host: str) -> str:
    shown = named.host
    if is_same_label(shown, host):
        return LOW
    before = text[: named.start]
    is_address = (
        before.endswith("//") or shown[:4].lower() == "www." or text[named.end :].startswith("/")
    )
    if not context.leaf.in_message:
        limit = _on_page(context, text, shown, host, is_address=is_address)
        if limit is not None:
            return limit
    is_counted, is_known = _is_counted(context, shown, host), _is_known(context, shown)
    if is_counted and _is_sender(context.leaf, host):
        if not is_known:
            return LOW
        # In a newsletter, "Example.com" with a capital is a mention; a link that shows an
        # address has "example.com".
        if shown != shown.lower() and not is_address:
            return MEDIUM
    if _is_confirmed(context, shown, host):
        return LOW
    if is_counted and not is_known and _redirects_to(context, shown):
        return MEDIUM
    if named.sure:
        # "How Example.com was built": a headline mentions a known name without imitating it.
        is_headline = shown != shown.lower() and text.count(" ") >= HEADLINE
        return MEDIUM if is_headline and "/" not in text and "www." not in text.lower() else HIGH
    # "ASP.NET" and "Socket.IO" are products; sites are not written with capitals.
    return HIGH if shown == shown.lower() or "/" in text else LOW


def _is_counted(context: LinkContext, shown: str, host: str) -> bool:
    """Return True for a newsletter that counts clicks on a site.

    The result is False if the text shows the reader's site.
    """
    leaf, envelope = context.leaf, context.leaf.message.envelope
    if envelope is None or leaf.linked_sites[site_of(host)] < COUNTED:
        return False
    return not any(is_same(each.name, shown) for each in envelope.protected)


def _is_of_reader(envelope: Envelope, shown: str) -> bool:
    readers = (each.name for each in envelope.protected if each.field != "From")
    return any(is_same(each, shown) for each in readers)


def _is_known(context: LinkContext, shown: str) -> bool:
    return known_site(shown, context.leaf.judge.names) is not None


def _sender(leaf: Leaf) -> str:
    """Return the domain of the sender; "" for free email services."""
    envelope = leaf.message.envelope
    senders = envelope.senders if envelope else ()
    sender = next((each.domain for each in senders if each.domain), "")
    return "" if is_free_mail(sender) else sender


def _is_sender(leaf: Leaf, host: str) -> bool:
    """Return True for the site of the sender, or of an address in a display name.

    Forwarding services write the original address there. The suffix may differ.
    """
    envelope = leaf.message.envelope
    names = (each.name[:MOST] for each in (envelope.senders if envelope else ()))
    shown = (each["domain"] for name in names for each in MAIL.finditer(name))
    return any(is_same_label(each, host) for each in (_sender(leaf), *shown))


def _is_confirmed(context: LinkContext, shown: str, host: str) -> bool:
    """Return True if a newsletter shows its sender's own site, but its links go through a site
    that counts clicks.

    Either the sender must have passed the checks, or no server checked it, its name is not a
    known one, and many links have different addresses.
    """
    leaf, envelope = context.leaf, context.leaf.message.envelope
    if envelope is None or not is_same_spelled_out(_sender(leaf), shown):
        return False
    check, site = MessageContext(envelope).check, site_of(host)
    if check == PASSED:
        return leaf.linked_sites[site] >= COUNTED
    is_counted = leaf.linked_apart[site] >= COUNTED_APART
    if check != UNCHECKED or _is_of_reader(envelope, shown):
        return False
    return is_counted and not _is_known(context, shown)


def is_mentioned(leaf: Leaf, location: LinkLocation) -> bool:
    """Return True for a link in a newsletter that has no path and is the only one to its site."""
    if not leaf.in_message or location[PLACE] != ANCHOR:
        return False
    host = HOME_PAGE.fullmatch(leaf.octets.get(), location[START], location[END])
    if host is None or len(leaf.linked_sites) < MANY_SITES:
        return False
    own = leaf.linked_sites[site_of(_sender(leaf))]
    return own >= COUNTED and leaf.linked_sites[site_of(host[1].decode("ascii"))] == 1


def _on_page(
    context: LinkContext, text: str, shown: str, host: str, *, is_address: bool
) -> str | None:
    """Return the severity limit on a web page, or None.

    Pages name other sites in links to their own pages: as tags, sources and authors.
    """
    if context.is_home(host):
        is_known = is_listed_site(host, context.leaf.judge.names)
        return MEDIUM if is_address and not is_known else LOW
    if text.count(" ") >= SENTENCE:
        return MEDIUM
    # "WordPress.com VIP" is a name, not an address.
    return LOW if shown != shown.lower() and not is_address else None


def is_carried(context: LinkContext, shown: str) -> bool:
    """Return True if the link leads to the named site through a well-known host.

    The host can be an archive, a proxy, or a listed site that redirects.
    """
    codes = {each.code for each in context.judged.findings}
    if "proxy-host" in codes:
        return shown.lower() in context.value.lower()
    host = context.host
    is_listed = host is not None and is_listed_site(host, context.leaf.judge.names)
    return is_listed and _redirects_to(context, shown)


def _redirects_to(context: LinkContext, shown: str) -> bool:
    """Return True if the link redirects, and every link inside it goes to this site."""
    findings, known = context.judged.findings, context.leaf.judge.names
    inside = [each.args["inner"] for each in findings if "inner" in each.args]
    is_redirect = any(each.code == "open-redirect" for each in findings)
    return is_redirect and all(
        is_same(browser.read(each).host or "", shown, known) for each in inside
    )


def _tooltip(context: LinkContext) -> Iterator[LinkHit]:
    """Find tooltips that show the address of a different site."""
    start, end = context.location[TAG], context.location[END]
    octets = context.leaf.octets.get()
    stop = octets.find(b">", end, end + AFTER)
    if TITLE.search(octets, start, stop if stop >= 0 else end + AFTER) is None:
        return
    host, title = context.host, context.attribute("title")
    named = ADDRESS.fullmatch(title.strip()) if title and host else None
    if named is None or host is None:
        return
    shown = named_in(named[0], context.leaf.judge.names)
    if shown is None or is_same(shown.host, host, context.leaf.judge.names):
        return
    if is_carried(context, shown.host):
        return
    severity = HIGH if context.leaf.in_message else MEDIUM
    if context.is_home(host) or is_same_label(shown.host, host):
        severity = LOW
    if context.judged.verdict.final_host is None:
        severity = LOW
    yield LinkHit(
        0, len(context.value), severity, "title", {"shown": shown.host, "host": host}, VALUE
    )


def _joined(context: LinkContext, host: str) -> Iterator[LinkHit]:
    """Find a site name that is split across adjacent links."""
    if not context.leaf.in_message or context.shown is None:
        return
    leaf, text = context.leaf, context.shown.text
    before, behind = neighbors(leaf.octets.get(), context.location[TAG], context.tag, leaf.end)
    if not before and not behind:
        return
    texts = [leaf.text_of(tag) for tag in before] + [text] + [leaf.text_of(tag) for tag in behind]
    named = named_in("".join(texts), leaf.judge.names)
    if named is not None and not is_same(named.host, host, leaf.judge.names):
        args = {"shown": named.host, "host": host}
        severity = _weight(context, "".join(texts), named, host)
        yield LinkHit(0, len(text), severity, "joined", args, TEXT)


def _is_short(context: LinkContext, shown: str) -> bool:
    """Return True for a shortened link, unless a page quotes a post with only shortened links."""
    is_page = not context.leaf.in_message
    is_quoted = context.host in OF_POSTS and is_page and not _is_known(context, shown)
    return not is_quoted and any(each.code == "shortener" for each in context.judged.findings)


def _mail(text: str, domain: str, known: KnownNameIndex) -> Iterator[LinkHit]:
    match = MAIL.search(text)
    if match and not is_same(match["domain"], domain, known):
        args = {"shown": match["domain"], "host": domain}
        yield LinkHit(*match.span(), HIGH, "mail", args, TEXT)


def assembled(context: LinkContext) -> Iterator[LinkHit]:
    """Find texts that name another site once hidden parts are removed and lookalikes replaced."""
    if context.place.attribute not in LEADING or context.has_plain_text or context.shown is None:
        return
    text, visible = context.shown.text, context.shown.visible
    host = context.host
    if host is None or (text == visible and text.isascii()):
        return
    known = context.leaf.judge.names
    visited = plain(visible)
    named = named_in(visited, known)
    if named is None or visited == text or is_same(named.host, host, known):
        return
    before = named_in(text, known)
    if before is None or before.host != named.host:
        args = {"shown": named.host, "host": host}
        is_turned = OVERRIDE in visible and OVERRIDE not in text
        variant = "turned" if is_turned else "assembled"
        if _is_named(drawn(visible), named.host, known):
            yield LinkHit(0, len(text), HIGH, variant, args, TEXT)
            return
        # "Film・TV" is two words: sites are not written with capitals.
        if named.sure or named.host == named.host.lower():
            severity = HIGH if named.sure else LOW
            args["char"] = next((described(each) for each in visible if listed_delimiter(each)), "")
            yield LinkHit(0, len(text), severity, "alike", args, TEXT)


def _is_named(text: str, host: str, known: KnownNameIndex) -> bool:
    named = named_in(text, known)
    return named is not None and named.host == host


RULES = (
    LinkRule(
        "text-href-mismatch",
        HIGH,
        "Link text shows another site",
        {
            "": "The text shows {shown}; the link goes to {host}.",
            "alike": "The text shows {shown}; the link goes to {host}: {differs}.",
            "opaque": "The text shows {shown}; the link goes to {host} first, and only that "
            "service knows the destination.",
            "title": "The tooltip shows {shown}; the link goes to {host}.",
            "joined": "Read together with the links next to it, the text shows {shown}; the "
            "link goes to {host}.",
            "mail": "The text shows an address at {shown}; emails go to {host}.",
        },
        ("RFC 3986 7.6", "rfc2396bis-01 7.5"),
        lambda place: is_leading(place) or place in {IN_TEXT, IN_PDF},
        mismatch,
        rises="Medium for short links, for tooltips on web pages, if the text is a headline or a "
        "sentence, and if it also names the right site. In newsletters, also medium if the "
        "link redirects to the shown site. Low if only the suffix differs, if the name could "
        "be that of a product, if a service hides the destination, and for links to the "
        "page's own site. In newsletters, also low for links to the sender's site or through "
        "the sender's click counter.",
    ),
)
# References to letters, digits and characters of addresses, which need no encoding.
NEEDLESS = expression(
    rb"&#(?:0*(?:4[5-9]|5[0-8]|6[5-9]|[78][0-9]|90|9[5-9]|1[01][0-9]|12[0-2])(?![0-9])"
    rb"|[xX]0*(?:2[dDeEfF]|3[0-9aA]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aA])(?![0-9A-Fa-f]));?+"
    rb"|&(?:colon|sol|period|Tab|NewLine|lowbar|commat);"
)
ENOUGH = 3
SPACES = frozenset(WHITE)
# The value up to the end of the host.
FRONT = expression(r"\s*(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*+):(?:[/\\]*[^/?#\\]*)?")
WRITTEN_SO = frozenset({"mailto", "tel", "sms"})
# The distance around base64 code to search for code that decodes it and navigates to the result.
NEAR = 2_000
FOLLOWED = frozenset({"a", "area"})


def obfuscation(context: LinkContext) -> Iterator[LinkHit]:
    """Find needless character references, texts that are assembled, and addresses in base64."""
    if context.place == SCRIPT:
        yield from _in_base64(context)
        return
    if context.leaf.is_page:
        written = context.leaf.written(context.location)
        result = NEEDLESS.findall(written) if b"&" in written else []
        if result:
            args = {"count": str(len(result)), "first": result[0].decode("ascii")}
            source = context.source
            severity = _of_references(context, written)
            variant = "entities" if len(result) > 1 else "entity"
            yield LinkHit(source.start, source.end, severity, variant, args, SOURCE)
    yield from assembled(context)


def _of_references(context: LinkContext, written: bytes) -> str:
    """Return the severity of needless character references.

    In a scheme or host, they are meant to evade filters; in email addresses, they stop harvesters;
    delimiters are escaped by overcautious programs.
    """
    front = FRONT.match(context.value)
    if front is None or front["scheme"].lower() in WRITTEN_SO:
        return INFO
    mapped = mapped_value(written, context.leaf.encoding)
    places = mapped.starts or []
    names = [
        at
        for at, char in enumerate(mapped.text[: front.end()])
        if char.isalnum() and at < len(places) and written[places[at] : places[at] + 1] == b"&"
    ]
    if len(names) >= ENOUGH or (names and names[0] < front.end("scheme")):
        return MEDIUM
    return LOW if names else INFO


def _in_base64(context: LinkContext) -> Iterator[LinkHit]:
    """Find an address that a script contains only in base64."""
    if not context.leaf.written(context.location).startswith(b"aHR0c"):
        return
    leaf, start = context.leaf, context.location[START]
    near = leaf.octets.get()[max(start - NEAR, leaf.start) : min(start + NEAR, leaf.end)]
    goes = b"atob" in near and b"location" in near
    source = context.source
    yield LinkHit(source.start, source.end, MEDIUM if goes else LOW, "base64", {}, SOURCE)


def hidden(context: LinkContext) -> Iterator[LinkHit]:
    if context.has_plain_text:
        return
    style, shown = context.attribute("style"), context.shown
    if is_hidden(style, context.tag, pictured=shown is not None and shown.is_pictured):
        severity = MEDIUM if style and _is_alone(context) else LOW
        yield LinkHit(0, len(context.value), severity, "style")
    elif shown is None or shown.is_pictured or plain(shown.visible).strip():
        return
    elif plain(shown.text).strip():
        severity = MEDIUM if _is_alone(context) else LOW
        yield LinkHit(0, len(context.value), severity, "content")


def _is_alone(context: LinkContext) -> bool:
    """Return True for a link in a message that is the only one to its site.

    Hidden text is common elsewhere: pages hide menus, and messages hide what is meant for other
    screens.
    """
    host = context.host
    if not context.leaf.in_message or host is None:
        return False
    return context.leaf.linked_sites[site_of(host)] < 2


def surrounding_space(context: LinkContext) -> Iterator[LinkHit]:
    """Find white space around a value, which is not part of the reference."""
    value = context.value
    if value[:1] in SPACES or value[-1:] in SPACES:
        yield LinkHit(0, len(value), INFO)


def broken_line(context: LinkContext) -> Iterator[LinkHit]:
    """Find addresses broken after a hyphen, which may or may not belong to them."""
    other = context.leaf.others.get(context.location[1])
    if other is not None:
        yield LinkHit(0, len(context.value), INFO, "", {"other": other}, VALUE)


DISGUISE_RULES = (
    LinkRule(
        "html-obfuscation",
        MEDIUM,
        "Obfuscated HTML",
        {
            "entities": "{count} plain characters are written as character references, "
            "starting with {first}; browsers decode them, filters often do not.",
            "entity": "A plain character is written as a character reference, {first}; browsers "
            "decode it, filters often do not.",
            "base64": "A script contains this address in base64, where filters often miss it.",
            "assembled": "Readers see {shown}; the source contains hidden characters or text. The "
            "link goes to {host}.",
            "alike": "The text looks like {shown}, but has {char} in place of a delimiter. "
            "The link goes to {host}.",
            "turned": "Readers see {shown}; the source has the text backwards. The link goes to "
            "{host}.",
        },
        ("HTML 13.2.5.72", "MITRE T1027"),
        lambda place: place.attribute is not None or place == SCRIPT,
        obfuscation,
        rises="High if the assembled text names another site. Low if there are only a few "
        "character references in the host, and for base64 that no nearby code decodes. "
        "Info for character references in other components and in email addresses.",
    ),
    LinkRule(
        "hidden-link",
        MEDIUM,
        "Hidden link",
        {
            "style": "The link is hidden by its own style or attribute.",
            "content": "All of the link's text is hidden.",
        },
        ("RFC 3986 7.6",),
        lambda place: place.element in FOLLOWED and place.attribute == "href",
        hidden,
        rises="Low on web pages, if only an attribute hides the link, or if another link goes "
        "to the same site.",
    ),
    LinkRule(
        "surrounding-space",
        INFO,
        "White space around the link",
        {"": "Browsers remove white space at the start and end of the value."},
        ("WHATWG URL 4.4",),
        lambda place: place.is_markup and place.how == ONE,
        surrounding_space,
    ),
    LinkRule(
        "line-break",
        INFO,
        "Line break after a hyphen",
        {"": "The hyphen may not be part of the link. Without it: {other}."},
        ("RFC 3986 C", "url-syntax-05 E"),
        lambda place: place.element is None,
        broken_line,
    ),
)
