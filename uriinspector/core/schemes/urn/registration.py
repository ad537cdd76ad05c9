"""What a namespace's identifier tells about its registration: RFC 8141 section 5."""

from __future__ import annotations

from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression

# Rules for new registrations only: what stands there already goes on being a URN.
INFORMAL = expression("urn-[1-9][0-9]*+")
CLAUSES = ("RFC 8141 5.1",)
UNREGISTRABLE = (
    (expression("x-"), '"X-" was for experiments; nothing new is registered under it'),
    (
        expression("[a-z]{2}--"),
        "namespaces that begin with two letters and two hyphens are reserved for encoded names",
    ),
    (
        expression("[a-z]{2}-"),
        "namespaces that begin with two letters and a hyphen are reserved for countries",
    ),
    (
        expression("urn-(?![1-9][0-9]*+\\Z)"),
        '"urn-" must be followed by the number of an informal namespace',
    ),
    (expression("urn\\Z"), '"urn" is the scheme: earlier editions forbid it as a namespace'),
    (expression("[a-z0-9]{1,2}\\Z"), "a new namespace needs more than two characters"),
)


def kind_of(nid: str) -> str:
    """A word on a namespace that is not looked into."""
    low = lowered(nid)
    if low == "example":
        return "for examples only; names nothing (RFC 6963)"
    if INFORMAL.fullmatch(low):
        return "informal: registered only under a number"
    return "not checked here"


def objection(nid: str) -> str | None:
    """Why it could not be registered anew; None if it could."""
    low = lowered(nid)
    return next((text for shape, text in UNREGISTRABLE if shape.match(low)), None)
