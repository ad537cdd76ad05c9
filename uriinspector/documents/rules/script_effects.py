"""What code does to a page and to its links, as far as the addresses in it tell: none is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW
from uriinspector.documents.empty_references import base_at
from uriinspector.documents.link_location import START
from uriinspector.documents.rules.link_rule import LinkHit, LinkRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

# Code that can take somebody elsewhere; without any of it an address is only told to somebody.
MOVES = re.compile(
    r"\blocation\s{0,9}(?:[=.\[]|$)|\b(?:open|navigate|eval|Function|submit|requestSubmit)\s{0,9}\("
    r"|\.(?:href|action|src|formAction)\s{0,9}=(?!=)|setAttribute|fromCharCode|atob|\\x"
)
# What stands in front of an address that a script moves on to.
MOVING_ON = re.compile(
    rb"(?:\blocation(?:\.href)?\s{0,9}=|\blocation\.(?:assign|replace)\s{0,9}\()\s{0,9}[\"'`]\Z"
)
BEFORE = 64
# Events that nobody has to do anything for.
BY_ITSELF = frozenset(
    {"onload", "onerror", "onpageshow", "onfocus", "onanimationstart", "ontoggle"}
)
# The attribute that says where an element leads, which its code may not mean.
SPELLED = {"a": "href", "area": "href", "form": "action"}


def is_moved_on_to(context: LinkContext) -> bool:
    """Whether a script sets the place of the page to the address, to the letter."""
    start = context.location[START]
    before = context.leaf.octets.get()[max(start - BEFORE, context.leaf.start) : start]
    return MOVING_ON.search(before) is not None


def event_handler(context: LinkContext) -> Iterator[LinkHit]:
    """Code at an element that takes people elsewhere than the element says."""
    event, end = context.place.attribute or "", len(context.value)
    spelled, host = _spelled(context), context.host
    moves = MOVES.search(context.attribute(event) or "") is not None
    if spelled is None:
        if moves and event in BY_ITSELF and (there := context.elsewhere):
            yield LinkHit(0, end, HIGH, "itself", {"event": event, "host": there})
        else:
            yield LinkHit(0, end, INFO, "alone", {"event": event})
    elif moves and host and spelled and not context.is_same(spelled, host):
        yield LinkHit(0, end, HIGH, "", {"event": event, "host": host, "shown": spelled})
    else:
        yield LinkHit(0, end, LOW, "alone", {"event": event})


def _spelled(context: LinkContext) -> str | None:
    """The host that its element says it leads to: "" where that is none, None where it is no
    link and no form."""
    name = SPELLED.get(context.place.element or "")
    written = context.attribute(name) if name else None
    if written is None:
        return None
    place = context.place._replace(attribute=name)
    base = base_at(context.leaf, place, written)
    verdict = context.leaf.judge.of(written, base.text, in_document=True).verdict
    return verdict.final_host or verdict.host or ""


RULES = (
    LinkRule(
        "event-handler",
        HIGH,
        "Event handler contains a link",
        {
            "": "The element points to {shown}; its {event} handler names {host}.",
            "itself": "Its {event} handler runs without a click and can go to {host}.",
            "alone": "Its {event} handler runs code that contains this address.",
        },
        ("HTML 8.1.8.1", "RFC 3986 7.6"),
        lambda place: (place.attribute or "").startswith("on"),
        event_handler,
        rises="low for a link to the same site or to no site, and if the code does not "
        "navigate; info on other elements",
    ),
)
