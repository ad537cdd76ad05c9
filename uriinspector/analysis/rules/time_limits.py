"""Rules about expiry times in a link; results never depend on the current time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import INFO
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from uriinspector.analysis.values.value import PlacedReading

# The expiry parameter of a signed link, or the start of a JSON Web Token.
LIMIT = expression(
    r"(?a)[?&](?:[Xx]-(?:[Aa]mz|[Gg]oog)-[Ee]xpires|[Ee]xpires|se)=[0-9]|(?<![\w-])eyJ[\w-]{8,}+\.eyJ"
)
SIGNED = frozenset({"x-amz-expires", "x-goog-expires", "expires", "se"})
TOKEN, CLAIM = "jwt", "exp"
TIME = expression(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z")


def time_limit(facts: Facts) -> Iterator[Hit]:
    if not LIMIT.search(facts.text, facts.path_span.start):
        return
    from uriinspector.analysis.values.value import CERTAIN, flattened
    from uriinspector.analysis.values.walk import values_of

    for placed in flattened(values_of(facts.reference)):
        variant = _variant(placed)
        reading = placed.reading
        if variant and reading.confidence == CERTAIN and TIME.fullmatch(reading.value):
            time = reading.value.replace("T", " ").replace("Z", " UTC")
            yield Hit(*placed.value.span, variant=variant, args={"time": time})


def _variant(placed: PlacedReading) -> str:
    """Return what expires: "link" or "token"; "" for anything else, such as values in a nested
    link.
    """
    value, reading, _ = placed
    if not value.via:
        return "link" if reading.decoder == "service" and value.name in SIGNED else ""
    is_claim = value.name == CLAIM and value.via[0] == TOKEN and len(value.via) <= 2
    return "token" if is_claim else ""


RULES = (
    Rule(
        "time-limit",
        INFO,
        "Expiration time in the link",
        {
            "link": "According to its parameters, this signed link expires at {time}.",
            "token": "According to its claims, the token in the link expires at {time}.",
        },
        ("RFC 7519 4.1", "RFC 3986 3.4"),
        time_limit,
        plain={
            "link": "According to its text, this link works until {time}.",
            "token": "A code in the link says that it is valid until {time}.",
        },
        when="has_code has_query",
    ),
)
