"""Links that are not seen, and values and texts that are written so that filters miss them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import INFO, LOW, MEDIUM
from uriinspector.documents.html.link_text import is_hidden
from uriinspector.documents.rules.link_rule import SOURCE, VALUE, LinkHit, LinkRule
from uriinspector.documents.rules.mismatch import assembled
from uriinspector.documents.rules.sites import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

# Letters, digits and what addresses are made of, written by number: nobody needs to.
NEEDLESS = re.compile(
    rb"&#(?:0*(?:4[5-9]|5[0-8]|6[5-9]|[78][0-9]|90|9[5-9]|1[01][0-9]|12[0-2])(?![0-9])"
    rb"|[xX]0*(?:2[dDeEfF]|3[0-9aA]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aA])(?![0-9A-Fa-f]));?+"
    rb"|&(?:colon|sol|period|Tab|NewLine|lowbar|commat);"
)
ENOUGH = 3
FOLLOWED = frozenset({"a", "area"})


def obfuscation(context: LinkContext) -> Iterator[LinkHit]:
    """Needless entities in the value, a text that is put together to name another site."""
    if context.leaf.is_page:
        written = context.leaf.written(context.location)
        result = NEEDLESS.findall(written) if b"&" in written else []
        if result:
            severity = MEDIUM if len(result) >= ENOUGH or len(context.value) < 12 else LOW
            args = {"count": str(len(result)), "first": result[0].decode("ascii")}
            source = context.source
            yield LinkHit(source.start, source.end, severity, "entities", args, SOURCE)
    yield from assembled(context)


def hidden(context: LinkContext) -> Iterator[LinkHit]:
    """A link that is there and made not to be seen."""
    if context.is_unspoken:
        return
    style, shown = context.attribute("style"), context.shown
    if is_hidden(style, context.tag, pictured=shown is not None and shown.is_pictured):
        yield LinkHit(0, len(context.value), MEDIUM if style else LOW, "style")
    elif shown is None or shown.is_pictured or plain(shown.visible).strip():
        return
    elif plain(shown.text).strip():
        yield LinkHit(0, len(context.value), MEDIUM, "content")


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
            "assembled": "Readers see {shown}; the source contains hidden characters or pieces. "
            "The link goes to {host}.",
        },
        ("HTML 13.2.5.72", "MITRE T1027"),
        lambda place: place.attribute is not None,
        obfuscation,
        rises="high if the assembled text names another site; low for one or two character "
        "references",
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
        rises="low if hidden by an attribute alone",
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
