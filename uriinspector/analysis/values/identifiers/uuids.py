"""UUIDs: their version, and the time and the node that some versions are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import GREGORIAN_TO_UNIX, TICKS, VERSIONS, ticks, utc

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITTEN = expression(
    r"(?:urn:uuid:)?\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?",
    re.IGNORECASE,
)
NIL, MAX = 0, (1 << 128) - 1
GREGORIAN = "UUID time"
# Without hyphens a time counts from 1995 to 2040.
FIRST, LAST = 788_918_400, 2_208_988_800


def uuid(datum: Datum) -> Iterator[Decoded]:
    """RFC 9562 4: 32 hexadecimal digits in five groups."""
    match = WRITTEN.fullmatch(datum.text)
    if match:
        yield from described(int(match[1].replace("-", ""), 16), CERTAIN)


def bare_uuid(datum: Datum) -> Iterator[Decoded]:
    """The same without hyphens: only a version with a plausible time tells it from a hash."""
    bits = int(datum.text, 16)
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2 or version not in {1, 6, 7}:
        return
    since, per_second = _ticks(bits, version)
    seconds = since // per_second
    is_nil_time = version == 1 and since == -GREGORIAN_TO_UNIX
    if is_nil_time or FIRST <= seconds < LAST:
        yield from described(bits, LIKELY)


def described(bits: int, confidence: str) -> Iterator[Decoded]:
    """What the bits of a UUID say."""
    plain = _plain(bits)
    if bits in {NIL, MAX}:
        phrase = Phrase("UUID of zeros" if bits == NIL else "UUID of ones")
        yield Decoded(IDENTIFIER, plain, phrase, confidence)
        return
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2 or version not in VERSIONS:
        phrase = Phrase("UUID of no standard version")
        yield Decoded(IDENTIFIER, plain, phrase, confidence)
        return
    args = (Arg("version", str(version)), Arg("how", VERSIONS[version], TERM))
    phrase = Phrase("UUID version {version} ({how})", args)
    inner = tuple(_inside(bits, version, confidence)) if version in {1, 6, 7} else ()
    yield Decoded(IDENTIFIER, plain, phrase, confidence, inner)


def _inside(bits: int, version: int, confidence: str) -> Iterator[InnerDatum]:
    since, per_second = _ticks(bits, version)
    time = utc(since, per_second)
    # Names that were made up may look like this version, too.
    is_plausible = 0 <= since // per_second < LAST
    confidence = confidence if is_plausible else POSSIBLE
    scale = "Unix milliseconds" if version == 7 else GREGORIAN
    known = Decoded(TIME, time, time_of(time, scale, confidence), confidence)
    yield InnerDatum("time", str(since), known=(known,), is_final=True)
    if version == 7 or not is_plausible:
        return
    node = ":".join(f"{bits >> shift & 255:02x}" for shift in range(40, -1, -8))
    # RFC 9562 6.10: a node that is no address of a card has the multicast bit set.
    if bits >> 40 & 1:
        known = Decoded(IDENTIFIER, node, Phrase("Random node ID"), confidence)
        yield InnerDatum("node", node, known=(known,), is_final=True)
    else:
        yield InnerDatum("node", node)


def _ticks(bits: int, version: int) -> tuple[int, int]:
    """Since 1970, and how many of them make a second."""
    if version == 7:
        return bits >> 80, 1_000
    return ticks(version, bits >> 64) - GREGORIAN_TO_UNIX, TICKS


def _plain(bits: int) -> str:
    digits = f"{bits:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
