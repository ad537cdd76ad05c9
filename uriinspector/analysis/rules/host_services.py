"""Hosts of listed services: shared hosting, tunnels, short links, where anyone can publish."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.gates import When
from uriinspector.analysis.nested import layers
from uriinspector.core.model import Part

# What was of a kind once.
FORMER = {"shared-host": "former-host"}
LISTED = ("list of services",)
# Kinds that say whose the names under a name are.
UNDER = frozenset({"shared-host", "tunnel", "dynamic-dns"})


def listed(kind: str) -> Callable[[Facts], Iterator[Hit]]:
    """A rule for the hosts of one kind in the list of services."""

    def find(facts: Facts) -> Iterator[Hit]:
        span = facts.span(Part.HOST)
        if span is None or not facts.is_web or facts.is_address:
            return
        host = facts.browser_host if facts.browser_host else span.of(facts.text).lower()
        kinds = facts.services.kinds_of(host)
        name, variant = kinds.get(kind), ""
        if name is None and kind in FORMER:
            name, variant = kinds.get(FORMER[kind]), "former"
        # What holds for the names under it is not said of the service's own site.
        is_own = kind in UNDER and host.removesuffix(".").removeprefix("www.") == name
        if name is not None and not is_own:
            yield Hit(*span, variant=variant, args={"name": name})

    return find


def shortener(facts: Facts) -> Iterator[Hit]:
    """A short link; a front page is none, nor a link whose destination it says."""
    for hit in listed("shortener")(facts) if facts.reference.path.strip("/") else ():
        if not any(each.follows for each in layers(facts)):
            yield hit


RULES = (
    Rule(
        "shared-host",
        LOW,
        "Shared hosting",
        {
            "": "Users of a hosting service publish their own content under {name}.",
            "former": "Users of a hosting service used to publish their own content under {name}.",
        },
        LISTED,
        When.LISTED,
        listed("shared-host"),
        of_host=True,
    ),
    Rule(
        "file-or-form-service",
        LOW,
        "Service with user content",
        {"": "{name} serves content created by its users."},
        LISTED,
        When.LISTED,
        listed("file-or-form-service"),
        of_host=True,
    ),
    Rule(
        "tunnel",
        MEDIUM,
        "Tunneling service",
        {"": "{name} exposes a private computer to the internet, usually for a short time."},
        LISTED,
        When.LISTED,
        listed("tunnel"),
        of_host=True,
    ),
    Rule(
        "dynamic-dns",
        LOW,
        "Dynamic DNS",
        {"": "Anyone can register a name under {name} and point it to any address."},
        LISTED,
        When.LISTED,
        listed("dynamic-dns"),
        of_host=True,
    ),
    Rule(
        "ipfs-gateway",
        LOW,
        "IPFS gateway",
        {"": "{name} serves IPFS content, which anyone can publish."},
        LISTED,
        When.LISTED,
        listed("ipfs-gateway"),
        of_host=True,
    ),
    Rule(
        "shortener",
        LOW,
        "Shortened link",
        {"": "{name} redirects; the destination is not in the link."},
        LISTED,
        When.LISTED,
        shortener,
    ),
)
