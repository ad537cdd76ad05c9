"""Whose link a value stands in."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.core.expression import lowered

if TYPE_CHECKING:
    from uriinspector.analysis.values.datum import Datum

LONGEST_HOST = 255


def is_of(datum: Datum, *names: str) -> bool:
    """Whether the link's host is one of these names, or a name under one."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and _is_of(host, names)


@lru_cache(maxsize=1024)
def _is_of(host: str, names: tuple[str, ...]) -> bool:
    plain = lowered(host).removesuffix(".")
    return any(plain == name or plain.endswith(f".{name}") for name in names)


def is_google(datum: Datum) -> bool:
    """Whether a label of the host is "google": www.google.com, news.google.co.uk."""
    host = datum.link.host if datum.link else None
    return host is not None and len(host) <= LONGEST_HOST and "google" in lowered(host).split(".")


def segments(datum: Datum) -> list[str]:
    """The path of the link, cut at its slashes, without the empty one in front."""
    return datum.link.path.split("/")[1:] if datum.link and len(datum.link.path) < 4_096 else []


def follows(datum: Datum, *names: str) -> bool:
    """Whether the segment in front of this one is one of these."""
    parts = segments(datum)
    return (
        datum.part == "path" and 1 < datum.index <= len(parts) and parts[datum.index - 2] in names
    )
