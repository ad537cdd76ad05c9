"""DNS messages as DNS over HTTPS sends them in a query: what is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.structures.octet_reader import OctetReader, TornError
from uriinspector.analysis.values.value import CERTAIN, STRUCTURE

if TYPE_CHECKING:
    from collections.abc import Iterator

# RFC 1035 4.1.1: identifier, flags, and the counts of four sections.
HEADER = 12
# RFC 1035 3.2.2 and what came later: the kinds of records that are asked for.
TYPES = {
    1: "A",
    2: "NS",
    5: "CNAME",
    6: "SOA",
    12: "PTR",
    15: "MX",
    16: "TXT",
    28: "AAAA",
    33: "SRV",
    35: "NAPTR",
    43: "DS",
    48: "DNSKEY",
    64: "SVCB",
    65: "HTTPS",
    255: "ANY",
    257: "CAA",
}
INTERNET, LONGEST_LABEL, LONGEST_NAME = 1, 63, 253


def dns_message(datum: Datum) -> Iterator[Decoded]:
    """RFC 8484 4.1, RFC 1035 4: a query with one question of a known type."""
    octets = datum.octets or b""
    if len(octets) < HEADER + 5 or octets[4:6] != b"\0\1":
        return
    reader = OctetReader(octets)
    try:
        flags = int.from_bytes(reader.octets(HEADER)[2:4])
        name = _name(reader)
        kind, network = TYPES.get(reader.number(2)), reader.number(2)
    except TornError:
        return
    is_plain = octets[6:10] == b"\0\0\0\0" and octets[10:12] in {b"\0\0", b"\0\1"}
    if kind is None or network != INTERNET or flags >> 15 or not is_plain:
        return
    if octets[10:12] == b"\0\0" and not reader.is_at_end:
        return
    args = (Arg("kind", kind), Arg("name", name, EVIDENCE))
    inner = (
        InnerDatum("name", name, is_member=True),
        InnerDatum("type", kind, is_member=True, is_final=True),
    )
    phrase = Phrase("DNS query for {name} ({kind})", args)
    yield Decoded(STRUCTURE, f"{name} {kind}", phrase, CERTAIN, inner)


def _name(reader: OctetReader) -> str:
    labels: list[str] = []
    while size := reader.number(1):
        label = reader.text(size) if size <= LONGEST_LABEL else ""
        if not label or not label.isprintable() or sum(map(len, labels)) > LONGEST_NAME:
            raise TornError
        labels.append(label)
    return ".".join(labels) + "."
