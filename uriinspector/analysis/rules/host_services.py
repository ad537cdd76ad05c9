"""Hosts of listed services: shared hosting, tunnels, short links, where anyone can publish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.analysis.services import kinds_of
from uriinspector.core.model import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.facts import Facts

LISTED = ("list of services",)
ANYONE = "Anyone can publish under {name}: the name says nothing about who did."


def listed(kind: str) -> Callable[[Facts], Iterator[Hit]]:
    """A rule for the hosts of one kind in the list of services."""

    def find(facts: Facts) -> Iterator[Hit]:
        span = facts.span(Part.HOST)
        if span is None or not facts.is_web or facts.is_address:
            return
        host = facts.browser_host if facts.browser_host else span.of(facts.text).lower()
        name = kinds_of(host).get(kind)
        if name is not None:
            yield Hit(*span, args={"name": name})

    return find


RULES = (
    Rule(
        "shared-host",
        LOW,
        "A host for everybody",
        {"": ANYONE},
        LISTED,
        When.LISTED,
        listed("shared-host"),
    ),
    Rule(
        "file-or-form-service",
        LOW,
        "Somebody's file or form",
        {"": "{name} shows what its users put there: files, pages, forms."},
        LISTED,
        When.LISTED,
        listed("file-or-form-service"),
    ),
    Rule(
        "tunnel",
        MEDIUM,
        "A tunnel",
        {"": "{name} leads to a machine that somebody has opened up for a while."},
        LISTED,
        When.LISTED,
        listed("tunnel"),
    ),
    Rule(
        "dynamic-dns",
        LOW,
        "A name for a changing address",
        {"": "Anyone gets a name under {name}, for whatever address."},
        LISTED,
        When.LISTED,
        listed("dynamic-dns"),
    ),
    Rule(
        "ipfs-gateway",
        LOW,
        "A gateway to IPFS",
        {"": ANYONE},
        LISTED,
        When.LISTED,
        listed("ipfs-gateway"),
    ),
    Rule(
        "shortener",
        LOW,
        "A short link",
        {"": "{name} forwards to somewhere else, and this text does not say where."},
        LISTED,
        When.LISTED,
        listed("shortener"),
    ),
)
