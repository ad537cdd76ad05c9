"""Whose link a value stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered

if TYPE_CHECKING:
    from uriinspector.analysis.values.datum import Datum


def is_of(datum: Datum, *names: str) -> bool:
    """Whether the link's host is one of these names, or a name under one."""
    host = datum.link.host if datum.link else None
    if not host or len(host) > 255:
        return False
    plain = lowered(host).removesuffix(".")
    return any(plain == name or plain.endswith(f".{name}") for name in names)


def is_google(datum: Datum) -> bool:
    """Whether the host is one of Google's search: www.google.com, google.co.uk, ..."""
    host = datum.link.host if datum.link else None
    if not host or len(host) > 64:
        return False
    labels = lowered(host).removesuffix(".").removeprefix("www.").split(".")
    return labels[0] == "google" and len(labels) in {2, 3} and max(map(len, labels[1:])) <= 3


def segments(datum: Datum) -> list[str]:
    """The path of the link, cut at its slashes, without the empty one in front."""
    return datum.link.path.split("/")[1:] if datum.link and len(datum.link.path) < 4_096 else []


def follows(datum: Datum, *names: str) -> bool:
    """Whether the segment in front of this one is one of these."""
    parts = segments(datum)
    return (
        datum.part == "path" and 1 < datum.index <= len(parts) and parts[datum.index - 2] in names
    )
