"""Values that say more than they show: identifiers and times in a link, written out.

Nothing of this is a reproach; it is made when it is asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.core.message import message
from uriinspector.core.schemes.urn.namespaces.moment import gregorian, unix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Json
    from uriinspector.core.reference import Reference

UUID = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
)
# Seconds or thousandths since 1970, from 2001 to 2065, as the whole of a value or a segment.
TIME = re.compile(
    r"(?<=[=/])(?:(?P<seconds>[12][0-9]{9})|(?P<thousandths>[12][0-9]{12}))(?=[&/?#;.]|\Z)",
    re.ASCII,
)
LATEST = 3_000_000_000
# More values than these are not written out.
MOST = 64


class DecodedValue(NamedTuple):
    """A run of a text, what it is, and what it says."""

    start: int
    end: int
    kind: str
    meaning: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


def decoded_values(reference: Reference) -> tuple[DecodedValue, ...]:
    """UUIDs and times after the host, in the order of the text."""
    start = reference.spans[6][0]
    result: list[DecodedValue] = []
    for each in _values(reference.text, start):
        result.append(each)
        if len(result) == MOST:
            break
    return tuple(sorted(result))


def _values(text: str, start: int) -> Iterator[DecodedValue]:
    for match in UUID.finditer(text, start):
        yield DecodedValue(*match.span(), "uuid", _uuid(match[0]))
    for match in TIME.finditer(text, max(0, start - 1)):
        value = int(match[0])
        thousandths = value if match["thousandths"] else value * 1000
        if thousandths < LATEST * 1000:
            meaning = message("{time} if read as a Unix time", time=unix(thousandths))
            yield DecodedValue(*match.span(), "time", meaning)


def _uuid(written: str) -> str:
    """RFC 9562 5: the time that some versions are made of."""
    bits = int(written.replace("-", ""), 16)
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2:
        return message("UUID, reserved variant")
    uuid = message("UUID version {version}", version=version)
    if version == 1:
        ticks = (bits >> 64 & 0xFFF) << 48 | (bits >> 80 & 0xFFFF) << 32 | bits >> 96
    elif version == 6:
        ticks = bits >> 80 << 12 | bits >> 64 & 0xFFF
    else:
        time = unix(bits >> 80)
        return message("{uuid}, created {time}", uuid=uuid, time=time) if version == 7 else uuid
    # RFC 9562 6.10: a node that is no address of a card has the multicast bit set.
    is_random = bits >> 40 & 1
    template = "{uuid}, created {time}, {kind} {address}"
    kind = message("random node ID" if is_random else "MAC address")
    return message(
        template, uuid=uuid, time=gregorian(ticks), kind=kind, address=_node_address(bits)
    )


def _node_address(bits: int) -> str:
    return ":".join(f"{bits >> shift & 255:02x}" for shift in range(40, -1, -8))
