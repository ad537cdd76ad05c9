"""Links that weigh more in a message than elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.documents.rules.link_rule import LinkHit, LinkRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.link_location import LinkPlace
    from uriinspector.documents.rules.link_rule import LinkContext

FOLLOWED = frozenset({"a", "area", None})


def is_followed(place: LinkPlace) -> bool:
    """Whether people follow what stands there."""
    return place.element in FOLLOWED and place.attribute in {"href", None}


def userinfo(context: LinkContext) -> Iterator[LinkHit]:
    """Login data in a web link of a message: no sender has a reason for it."""
    if not context.leaf.in_message or "@" not in context.value:
        return
    host = context.judged.verdict.host
    levels = {each.code: each.severity for each in context.judged.findings}
    is_low = levels.get("userinfo-present") == LOW and "userinfo-deceptive" not in levels
    if host is not None and is_low:
        at = context.value.find("@")
        yield LinkHit(max(context.value.rfind("/", 0, at) + 1, 0), at, args={"host": host})


RULES = (
    LinkRule(
        "userinfo-in-email",
        MEDIUM,
        "Userinfo in a link of an email",
        {"": "Emails rarely link with login data before the host; this link goes to {host}."},
        ("RFC 3986 3.2.1", "RFC 3986 7.6"),
        is_followed,
        userinfo,
    ),
)
