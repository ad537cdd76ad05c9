"""Links that are not seen, and values and texts that are written so that filters miss them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import INFO, LOW, MEDIUM
from uriinspector.core.expression import expression
from uriinspector.documents.html.attribute_values import mapped_value
from uriinspector.documents.html.link_text import is_hidden
from uriinspector.documents.html.page import SCRIPT
from uriinspector.documents.html.reference_lists import WHITE
from uriinspector.documents.link_location import ONE, START
from uriinspector.documents.rules.link_rule import SOURCE, VALUE, LinkHit, LinkRule
from uriinspector.documents.rules.mismatch import assembled
from uriinspector.documents.rules.sites import plain, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

# Letters, digits and what addresses are made of, written by number: nobody needs to.
NEEDLESS = expression(
    rb"&#(?:0*(?:4[5-9]|5[0-8]|6[5-9]|[78][0-9]|90|9[5-9]|1[01][0-9]|12[0-2])(?![0-9])"
    rb"|[xX]0*(?:2[dDeEfF]|3[0-9aA]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aA])(?![0-9A-Fa-f]));?+"
    rb"|&(?:colon|sol|period|Tab|NewLine|lowbar|commat);"
)
ENOUGH = 3
SPACES = frozenset(WHITE)
# Up to the end of the host.
FRONT = expression(r"\s*(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*+):(?:[/\\]*[^/?#\\]*)?")
WRITTEN_SO = frozenset({"mailto", "tel", "sms"})
# So far around base64 code is looked for that decodes it and goes there.
NEAR = 2_000
FOLLOWED = frozenset({"a", "area"})


def obfuscation(context: LinkContext) -> Iterator[LinkHit]:
    """Needless entities in the value, a text that is put together to name another site."""
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
    """Letters of a scheme or a host are spelled by number to be missed; addresses of mail, to keep
    them from those who gather such; delimiters, by programs that escape more than they need to."""
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
    """An address that a script has in base64 only."""
    if not context.leaf.written(context.location).startswith(b"aHR0c"):
        return
    leaf, start = context.leaf, context.location[START]
    near = leaf.octets.get()[max(start - NEAR, leaf.start) : min(start + NEAR, leaf.end)]
    goes = b"atob" in near and b"location" in near
    source = context.source
    yield LinkHit(source.start, source.end, MEDIUM if goes else LOW, "base64", {}, SOURCE)


def hidden(context: LinkContext) -> Iterator[LinkHit]:
    """A link that is there and made not to be seen."""
    if context.is_unspoken:
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
    """Whether it is hidden in a message that leads to its site nowhere else: pages hide menus, and
    messages what is meant for other screens."""
    host = context.host
    if not context.leaf.in_message or host is None:
        return False
    return context.leaf.linked_sites[site_of(host)] < 2


def surrounding_space(context: LinkContext) -> Iterator[LinkHit]:
    """White space around a value: it is no part of the reference."""
    value = context.value
    if value[:1] in SPACES or value[-1:] in SPACES:
        yield LinkHit(0, len(value), INFO)


def broken_line(context: LinkContext) -> Iterator[LinkHit]:
    """A line that was broken behind a hyphen: nobody can know whether that belongs."""
    other = context.leaf.others.get(context.location[1])
    if other is not None:
        yield LinkHit(0, len(context.value), INFO, "", {"other": other}, VALUE)


RULES = (
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
            "assembled": "Readers see {shown}; the source contains hidden characters or pieces. "
            "The link goes to {host}.",
            "alike": "The text looks like {shown}, but has {char} in place of a delimiter. "
            "The link goes to {host}.",
            "turned": "Readers see {shown}; the source has the text backwards. The link goes to "
            "{host}.",
        },
        ("HTML 13.2.5.72", "MITRE T1027"),
        lambda place: place.attribute is not None or place == SCRIPT,
        obfuscation,
        rises="high if the assembled text names another site; low for few character references in "
        "the host and for base64 that no code near it decodes; info elsewhere in the link and for "
        "email addresses",
    ),
    LinkRule(
        "hidden-link",
        MEDIUM,
        "Hidden link",
        {
            "style": "Hidden by its own style or attribute.",
            "content": "All of its text is hidden.",
        },
        ("RFC 3986 7.6",),
        lambda place: place.element in FOLLOWED and place.attribute == "href",
        hidden,
        rises="low on web pages, if hidden by an attribute alone, and for a site that is linked "
        "again",
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
        {"": "The hyphen may not belong to the link. Without it: {other}."},
        ("RFC 3986 C", "url-syntax-05 E"),
        lambda place: place.element is None,
        broken_line,
    ),
)
