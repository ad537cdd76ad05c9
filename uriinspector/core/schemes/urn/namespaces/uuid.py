"""uuid: 128 bits that are unique without anybody's help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.model import Span
from uriinspector.core.moment import gregorian, unix
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

CITES = ("RFC 9562 4",)
SHAPE = expression("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
VARIANTS = (
    (0b1000, "reserved for backward compatibility (NCS)"),
    (0b1100, "RFC 9562"),
    (0b1110, "reserved for backward compatibility (Microsoft)"),
    (0b10000, "reserved for future use"),
)
OURS = VARIANTS[1][1]
VERSIONS = {
    1: "generated from time and node, often a MAC address",
    2: "generated from time, computer and user (DCE)",
    3: "generated from a name with MD5",
    4: "random",
    5: "generated from a name with SHA-1",
    6: "generated from time and node, sortable",
    7: "Unix time, then random bits",
    8: "custom",
}


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """Version, variant, and the time where one is in it."""
    start = nss.start
    written = lowered(nss.of(text))
    if not SHAPE.fullmatch(written):
        yield misshapen("uuid", nss, "a UUID (8-4-4-4-12 hexadecimal digits)", *CITES)
        return
    yield Field("uuid", nss, nss.of(text), written, "128 bits")
    bits = int(written.replace("-", ""), 16)
    if bits in {0, (1 << 128) - 1}:
        explanation = "all bits are zero" if bits == 0 else "all bits are one"
        kind = "nil" if bits == 0 else "max"
        cites = (f"RFC 9562 5.{9 if bits == 0 else 10}",)
        explanation = message(
            "the {kind} UUID: {bits}; it names nothing", kind=kind, bits=message(explanation)
        )
        yield Note(f"uuid-{kind}", "info", explanation, nss, cites)
        return
    variant = _variant(int(written[19], 16))
    yield Field(
        "variant", Span(start + 19, start + 20), text[start + 19], variant, "the layout of the UUID"
    )
    if variant == OURS:
        version = int(written[14], 16)
        explanation = VERSIONS.get(version, "unknown version")
        yield Field(
            "version", Span(start + 14, start + 15), text[start + 14], str(version), explanation
        )
        yield from _inside(text, nss, version, bits)


def _variant(digit: int) -> str:
    return next(name for limit, name in VARIANTS if digit < limit)


def _inside(text: str, nss: Span, version: int, bits: int) -> Iterator[Field | Note]:
    """What has been put into it: a time, a machine's address."""
    if version not in {1, 6, 7}:
        return
    high = bits >> 64
    if version == 7:
        span, moment = Span(nss.start, nss.start + 13), unix(high >> 16)
    else:
        span, moment = Span(nss.start, nss.start + 18), gregorian(ticks(version, high))
    yield Field("time", span, span.of(text), moment, "time of creation")
    # RFC 9562 6.10: a node that is no address of a card has the multicast bit set.
    if version != 7 and not bits >> 40 & 1:
        node = Span(nss.end - 12, nss.end)
        yield Field(
            "node", node, node.of(text), lowered(node.of(text)), "the MAC address of a network card"
        )
        explanation = "contains the MAC address of the computer that generated it"
        yield Note("uuid-node", "info", explanation, node, ("RFC 9562 8",))


def ticks(version: int, high: int) -> int:
    """RFC 9562 5.1 and 5.6: the same sixty bits, the low ones first or the high ones."""
    if version == 6:
        return high >> 16 << 12 | high & 0xFFF
    return (high & 0xFFF) << 48 | (high >> 16 & 0xFFFF) << 32 | high >> 32


def same(name: str) -> str:
    """Its digits have no case."""
    return lowered(name) if SHAPE.fullmatch(name) else name


NAMESPACE = Namespace("uuid", "Universally Unique Identifier", CITES, look, same)
