"""What others say that they checked of a message (RFC 8601, RFC 7208 9.1), as values: claims, all.

Only the topmost field counts: those further down were there when the message came in, and anybody
can have written them.  What a receiver writes into several fields of its own counts as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS, RECEIVED_SPF, ARC = (
    *("Authentication-Results", "Received-SPF", "ARC-Authentication-Results"),
)
# No field is read further, and no more results are kept of one.
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
INSTANCE = expression(r"\s*+i\s*+=\s*+(\d{1,3})\s*+;")
NOBODY = frozenset({"", "none", "unknown"})


@dataclass(frozen=True, slots=True)
class AuthenticationClaim(JsonFields):
    """One result of one method, the domain that it is about, and the field that claims it."""

    method: str
    result: str
    domain: str | None
    field: str


def claims_of(
    results: tuple[str, ...], received_spf: str | None, arc: tuple[str, ...]
) -> tuple[AuthenticationClaim, ...]:
    """What the topmost fields claim; ARC, and what SPF said, only where nothing else does."""
    claims: list[AuthenticationClaim] = []
    if results:
        server = _server(results[0])
        own = [each for each in results[1:] if server is not None and _server(each) == server]
        for each in (results[0], *own):
            methods = {claim.method for claim in claims}
            claims += [claim for claim in _claims(each, RESULTS) if claim.method not in methods]
    elif arc:
        latest = max(arc, key=_instance)
        claims += _claims(INSTANCE.sub("", latest, 1), ARC)
    if received_spf is not None and not any(each.method == "spf" for each in claims):
        claims += _spf(received_spf)
    return tuple(claims[:MOST])


def _server(field: str) -> str | None:
    """Who checked: what stands before the first ";", if that is no result (RFC 8601 2.2)."""
    text = REMARK.sub(" ", field[:LONGEST]).partition(";")[0].split()
    return text[0].lower() if text and "=" not in text[0] else None


def _instance(field: str) -> int:
    match = INSTANCE.match(field)
    return int(match[1]) if match else 0


def _claims(field: str, name: str) -> Iterator[AuthenticationClaim]:
    for piece in REMARK.sub(" ", field[:LONGEST]).split(";"):
        match = RESULT.match(piece.strip())
        if match:
            method = match[1].lower()
            about = ABOUT.get(method, ())
            domain = _domain(_properties(piece), about)
            yield AuthenticationClaim(method, match[2].lower(), domain, name)


def _spf(field: str) -> Iterator[AuthenticationClaim]:
    """RFC 7208 9.1: the result comes first, the domain in "envelope-from" or "helo"."""
    match = SPF_RESULT.match(field)
    if match:
        text = REMARK.sub(" ", field[:LONGEST])
        yield AuthenticationClaim(
            "spf", match[1].lower(), _domain(_properties(text), ABOUT["spf"]), RECEIVED_SPF
        )


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
