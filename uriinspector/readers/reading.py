"""How one reader takes a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference


@dataclass(frozen=True, slots=True)
class Reading(JsonFields):
    """One reader's view: what it takes for each component, and whether it takes the text at all."""

    reader: str
    accepted: bool
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None
    query: str | None = None
    fragment: str | None = None
    serialized: str | None = None
    note: str | None = None


def reading_of(
    reader: str, reference: Reference, *, accepted: bool, note: str | None = None
) -> Reading:
    """A reading that a parsed text already spells out."""
    return Reading(
        reader=reader,
        accepted=accepted,
        scheme=reference.scheme,
        userinfo=reference.userinfo,
        host=reference.host,
        port=reference.port,
        path=reference.path,
        query=reference.query,
        fragment=reference.fragment,
        serialized=reference.text,
        note=note,
    )
