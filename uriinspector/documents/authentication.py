"""Results of checks of the sender in a header (RFC 8601, RFC 7208 9.1, RFC 8617), as values.

Anyone on the way can have written such a field, so each claim says where it is: above the border of
the receiver, right below it under the name of the border's server, or where the sender can have
written it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import JsonFields
from uriinspector.documents.received import border_of, is_one_organization

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RESULTS, RECEIVED_SPF, ARC = (
    *("Authentication-Results", "Received-SPF", "ARC-Authentication-Results"),
)
TRACE = ("received", *(name.lower() for name in (RESULTS, RECEIVED_SPF, ARC)))
# Above the border, right below it under its name, and everywhere else.
RECEIVER, BORDER, SENDER = "receiver", "border", "sender"
# No field is read further, and no more results are kept of one message.
LONGEST, MOST = 8192, 32
# Remarks may hold anything, also what looks like a result (RFC 8601 2.2: CFWS).
REMARK = expression(r"\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\)?)*+\)?")
# "method/version = result" at the start of a piece; some leave out the version and the spaces.
RESULT = expression(r"([A-Za-z][\w-]*+)(?:\s*+/\s*+\d+)?\s*+=\s*+([A-Za-z]++)")
# "header.from=example.com", "smtp.mailfrom=<a@example.com>", and "client-ip=192.0.2.1".
PROPERTY = expression(r"([A-Za-z][\w.-]*+)\s*+=\s*+(?:\"([^\"]*+)\"?|([^\s;]++))")
# What a method is about: the first of these properties that a result has.
ABOUT = {
    "spf": ("smtp.mailfrom", "smtp.mfrom", "smtp.helo", "envelope-from", "helo"),
    "dkim": ("header.d", "header.i"),
    "dmarc": ("header.from",),
    "compauth": ("header.from",),
}
SPF_RESULT = expression(r"\s*+([A-Za-z]++)")
# RFC 7208 9.1: "receiver=mx.example", or "(mx.example: domain of ...)" in front.
SPF_SERVER = expression(r"\breceiver\s*+=\s*+\"?([^\s;\"]++)", re.IGNORECASE)
SPF_REMARK = expression(r"\s*+[A-Za-z]++\s*+\(([^\s():]++):")
# "(mx.example: domain of a@b.test designates ...)", which some write instead of "envelope-from".
SPF_DOMAIN = expression(r"\([^\s():]++:\s++(?:domain\s++of\s++)?(\S++)\s++(?:does|designates)\b")
INSTANCE = expression(r"\s*+i\s*+=\s*+(\d{1,3})\s*+;")
NOBODY = frozenset({"", "none", "unknown"})


@dataclass(frozen=True, slots=True)
class AuthenticationClaim(JsonFields):
    """One result of one method, the domain that it is about, and the field that claims it.

    ``place`` says where the field is: "receiver", "border" or "sender".
    """

    method: str
    result: str
    domain: str | None
    field: str
    place: str = SENDER


def claims_of(
    fields: Iterable[tuple[str, str]], *, is_inside: bool = False
) -> tuple[AuthenticationClaim, ...]:
    """Return the results in the fields of a header, which are given by name, in their order.

    The header of a message inside of another one is from the sender of that one.
    """
    trace = [(name, value) for name, value in fields if name in TRACE]
    border = border_of([value for name, value in trace if name == "received"])
    last = -1 if border is None or is_inside else border.place
    server = border.by if border is not None and not is_inside else None
    received = 0
    found: dict[str, list[AuthenticationClaim]] = {RECEIVER: [], BORDER: [], SENDER: []}
    for name, value in trace:
        if name == "received":
            received += 1
            continue
        place = RECEIVER if received <= last else SENDER
        if received == last + 1 and server is not None and _is_of(_server(name, value), server):
            place = BORDER
        found[place] += _results(name, value, place)
    claims = (each for place in found.values() for each in _without_repeats(place))
    return tuple(claims)[:MOST]


def believed_and_other(
    claims: tuple[AuthenticationClaim, ...],
) -> tuple[tuple[AuthenticationClaim, ...], tuple[AuthenticationClaim, ...]]:
    """Return what the receiver wrote, or at least what has its name, and what others add to it."""
    first = tuple(each for each in claims if each.place == RECEIVER)
    first = first or tuple(each for each in claims if each.place == BORDER)
    known = {(each.method, each.result, each.domain) for each in first}
    others = (each for each in claims if (each.method, each.result, each.domain) not in known)
    return first, tuple(others)


def claims_text(claims: tuple[AuthenticationClaim, ...]) -> str:
    """Return results in one line: "spf=pass a.example; dkim=none"."""
    texts = (f"{each.method}={each.result} {each.domain or ''}".rstrip() for each in claims)
    return "; ".join(dict.fromkeys(texts))


def _without_repeats(claims: list[AuthenticationClaim]) -> Iterator[AuthenticationClaim]:
    """Authentication-Results first; of the other fields only what those do not say."""
    named = dict.fromkeys(each for each in claims if each.field == RESULTS)
    yield from named
    known = {(each.method, each.result) for each in named}
    for each in dict.fromkeys(claims):
        if (each.method, each.result) not in known:
            yield each


def _results(name: str, value: str, place: str) -> Iterator[AuthenticationClaim]:
    if name == RECEIVED_SPF.lower():
        yield from _spf(value, place)
    elif name == ARC.lower():
        yield from _claims(INSTANCE.sub("", value, 1), ARC, place)
    else:
        yield from _claims(value, RESULTS, place)


def _is_of(server: str | None, border: str) -> bool:
    """True if the server that checked is the border's, or of its organization."""
    if server is None:
        return False
    return server == border.lower() or ("." in server and is_one_organization(server, border))


def _server(name: str, field: str) -> str | None:
    """Return the server that checked: what is before the first ";" (RFC 8601 2.2)."""
    field = field[:LONGEST]
    if name == RECEIVED_SPF.lower():
        match = SPF_SERVER.search(field) or SPF_REMARK.match(field)
        return match[1].lower() if match else None
    text = REMARK.sub(" ", INSTANCE.sub("", field, 1)).partition(";")[0].split()
    return text[0].lower() if text and "=" not in text[0] else None


def _claims(field: str, name: str, place: str) -> Iterator[AuthenticationClaim]:
    for piece in REMARK.sub(" ", field[:LONGEST]).split(";"):
        match = RESULT.match(piece.strip())
        if match:
            method = match[1].lower()
            about = ABOUT.get(method, ())
            domain = _domain(_properties(piece), about)
            yield AuthenticationClaim(method, match[2].lower(), domain, name, place)


def _spf(field: str, place: str) -> Iterator[AuthenticationClaim]:
    """RFC 7208 9.1: the result, and the domain in "envelope-from", in a remark, or in "helo"."""
    field = field[:LONGEST]
    match = SPF_RESULT.match(field)
    if match:
        properties = _properties(REMARK.sub(" ", field))
        remark = SPF_DOMAIN.search(field)
        if remark is not None:
            properties.setdefault("envelope-from", remark[1])
        if properties.get("identity", "").lower() == "helo":
            properties.pop("envelope-from", None)
        domain = _domain(properties, ABOUT["spf"])
        yield AuthenticationClaim("spf", match[1].lower(), domain, RECEIVED_SPF, place)


def _properties(text: str) -> dict[str, str]:
    properties: dict[str, str] = {}
    for match in PROPERTY.finditer(text):
        properties.setdefault(match[1].lower(), match[2] or match[3] or "")
    return properties


def _domain(properties: dict[str, str], names: tuple[str, ...]) -> str | None:
    for name in names:
        domain = properties.get(name, "").strip("<>").rpartition("@")[2].rstrip(".").lower()
        if domain not in NOBODY:
            return domain
    return None
