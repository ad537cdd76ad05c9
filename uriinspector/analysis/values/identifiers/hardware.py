"""MAC addresses, and who made the card: by the registry of the IEEE."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.values.datum import Datum, Decoded
from uriinspector.analysis.values.value import ADDRESS, CERTAIN, LIKELY, POSSIBLE
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

MAKERS = "lists/mac-makers.txt"
PREFIX = 6
SEPARATED = expression(r"[0-9A-Fa-f]{2}(?P<mark>[:-])(?:[0-9A-Fa-f]{2}(?P=mark)){4}[0-9A-Fa-f]{2}")
NAMES = expression("mac|.*_mac|mac_?addr(?:ess)?|client_mac|ap_mac|bssid|node")
LOCAL = 2


@cache
def makers() -> dict[str, str]:
    """Prefix to name."""
    table: dict[str, str] = {}
    for row in shipped_text(MAKERS).splitlines():
        name, _, prefixes = row.partition("\t")
        if not row.startswith("#"):
            table |= {prefixes[at : at + PREFIX]: name for at in range(0, len(prefixes), PREFIX)}
    return table


def mac_address(datum: Datum) -> Iterator[Decoded]:
    """Six octets with marks between them; without marks, only by a name or a known maker."""
    text = datum.text
    if SEPARATED.fullmatch(text):
        yield _described(text.replace(text[2], ""), CERTAIN)
    elif datum.size == 12 and datum.octets is None and text.isalnum():
        is_named = bool(NAMES.fullmatch(datum.name))
        if is_named or (not text.isdigit() and text[:PREFIX].upper() in makers()):
            yield _described(text, LIKELY if is_named else POSSIBLE)


def _described(digits: str, confidence: str) -> Decoded:
    plain = ":".join(digits[at : at + 2] for at in range(0, 12, 2)).lower()
    maker = makers().get(digits[:PREFIX].upper(), "")
    arg = (Arg("maker", maker, EVIDENCE),)
    if int(digits[:2], 16) & LOCAL:
        phrase = Phrase("MAC address, set locally")
    elif confidence == POSSIBLE:
        phrase = Phrase("Could be a MAC address of {maker}", arg)
    else:
        phrase = Phrase("MAC address, {maker}", arg) if maker else Phrase("MAC address")
    return Decoded(ADDRESS, plain, phrase, confidence)
