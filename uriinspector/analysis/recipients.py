"""Data that identify a link's recipient: addresses, plain or encoded, and fields of services."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.nested import layers
from uriinspector.analysis.triggers import RECIPIENT
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.reference import cut

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

AT = r"(?:@|%(?:25)*40)"
MAIL = expression(
    r"(?:(?<![\w.+@%-])|(?<=%[0-9A-Fa-f]{2}))[A-Za-z0-9_][\w.+-]{0,63}+"
    rf"{AT}(?P<domain>(?:[A-Za-z][\w-]{{0,62}}+\.){{1,8}}(?P<top>[A-Za-z]{{2,24}}+))(?![\w@-])",
    re.ASCII,
)
# File names that look like addresses: "logo@2x.png", "page@small.html".
FILES = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "css", "js", "mjs", "ts", "tsx"}
    | {"html", "htm", "json", "map", "php", "xml", "mp4", "webm", "woff", "pdf", "txt", "md", "git"}
)
# Without "@" or an escape of it, there is no plain address.
MARK = expression(AT)
TOKENS = expression(rf"[?&](?P<name>{RECIPIENT})=(?P<value>[^&#]{{4,}})", re.IGNORECASE)


class Recipient(NamedTuple):
    """A place that shows whom a link was made for; ``kind`` is mail, encoded, field or token."""

    start: int
    end: int
    kind: str
    shown: str = ""
    name: str = ""


def recipients(facts: Facts) -> tuple[Recipient, ...]:
    if not facts.is_web:
        return ()
    taken = [(each.start, each.end) for each in layers(facts)]
    result: list[Recipient] = []
    for each in _candidates(facts):
        if all(each.end <= start or end <= each.start for start, end in taken):
            result.append(each)
            taken.append((each.start, each.end))
            if len(taken) > MOST:
                break
    return tuple(sorted(result))


# Domains of program accounts and of Message-IDs, which have no mailboxes for people.
MACHINES = (
    *("gserviceaccount.com", "mail.gmail.com", "prod.outlook.com", "prod.exchangelabs.com"),
    "email.amazonses.com",
)
# The beginning of Message-IDs by programs (RFC 5322 3.6.4): a time or a UUID.
GENERATED = expression(r"[0-9]{10,}[.-]|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@", re.I)
MESSAGE_ID = expression(r"(?:msg|message)[-_]?id(?:=|:|/|%3A|%2F)<?\Z", re.IGNORECASE)
# The minimum length and number of digits of other Message-IDs, which only count after MESSAGE_ID.
SHORTEST_ID, DIGITS_OF_ID = 16, 4


def is_generated(text: str, recipient: Recipient) -> bool:
    """Return True if an address belongs to a program or is a Message-ID."""
    local, _, domain = lowered(recipient.shown).rpartition("@")
    if f".{domain}".endswith(tuple(f".{each}" for each in MACHINES)):
        return True
    if GENERATED.match(f"{local}@"):
        return True
    is_long = len(local) >= SHORTEST_ID and sum(map(str.isdigit, local)) >= DIGITS_OF_ID
    before = text[max(recipient.start - 16, 0) : recipient.start]
    return is_long and MESSAGE_ID.search(before) is not None


# A user and path on a server in git and scp: "git@github.com:a/b.git".
SCP = expression(r"[\w.-]{1,64}@[\w.-]{1,253}:(?![0-9]{1,5}(?:[/?#]|\Z))")
# The maximum number of places, including nested links.
MOST = 64


def _candidates(facts: Facts) -> Iterator[Recipient]:
    text = facts.text
    start = facts.path_span.start
    if facts.scheme is None and (login := SCP.match(text, start)):
        start = login.end()
    if MARK.search(text, start):
        yield from _mails(text, start)
    for (first, end), plain in facts.hidden_mails:
        if first >= start:
            yield Recipient(first, end, "encoded", plain)
    if facts.has_marked_parameter:
        yield from _tokens(facts)
    if facts.carrier is not None:
        from uriinspector.analysis.rewriter_decoders import RewrittenLink  # loads the table

        for span in RewrittenLink(facts.reference, facts.carrier).values(facts.carrier.recipient):
            yield from _field(text, span)


def _mails(text: str, start: int) -> Iterator[Recipient]:
    for match in MAIL.finditer(text, start):
        if lowered(match["top"]) not in FILES:
            yield Recipient(*match.span(), "mail", decode_escapes(match[0], 9))


def _field(text: str, span: Span) -> Iterator[Recipient]:
    """Yield a field that identifies the recipient, unless it contains an address, which is
    found anyway.
    """
    if not MAIL.search(text, *span):
        start = text.rfind("&", 0, span.start) + 1 or text.find("?") + 1
        yield Recipient(*span, "field", name=text[start : span.start - 1])


def _tokens(facts: Facts) -> Iterator[Recipient]:
    start, end = facts.reference.spans[7]
    for match in TOKENS.finditer(facts.text, start - 1, end) if start > 0 else ():
        yield Recipient(*match.span("value"), "token", name=match["name"])


def without(facts: Facts, recipients: tuple[Recipient, ...]) -> str | None:
    """Return the link without the parameters, or the fragment, that identify the recipient.

    None if only the path does, since the link would be a different one without it.
    """
    text, starts = facts.text, [each.start for each in recipients]
    parts = [("?", facts.query_span), ("#", facts.reference.span(Part.FRAGMENT))]
    if not any(span and start >= span.start for _, span in parts for start in starts):
        return None
    result = text[: facts.path_span.end]
    for mark, span in parts:
        kept = _remaining_runs(text, span, starts) if span else None
        result += "" if kept is None else f"{mark}{kept}"
    return result


def _remaining_runs(text: str, place: Span, starts: list[int]) -> str | None:
    """Return the parts of a query or fragment without recipients; None if none are left."""
    inside = [start for start in starts if place.start <= start <= place.end]
    if not inside:
        return place.of(text)
    runs = cut(text, place, "&")
    texts = [run.of(text) for run in runs if not any(run.start <= at <= run.end for at in inside)]
    return "&".join(texts) if texts else None
