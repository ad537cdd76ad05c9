"""Unix time: seconds since 1970 and what is smaller, in digits or hexadecimal digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import FRAGMENT, PATH, QUERY, Datum, Decoded
from uriinspector.analysis.values.names import says_count, says_identifier, says_time
from uriinspector.analysis.values.value import CERTAIN, LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# A number that nothing calls a time is one only in these years: 2001-09-09 to 2040; one that its
# name calls a time, from 1995 to 2100.
EARLIEST, LATEST = 1_000_000_000, 2_208_988_800
FIRST, LAST = 788_918_400, 4_102_444_800
# RFC 7519 4.1: the claims of a JSON Web Token that are times.
CLAIMS = frozenset({"exp", "nbf", "iat", "auth_time", "updated_at"})
WEB_TOKEN = "jwt"
CLAIM_SOURCE = "RFC 7519 4.1"


class UnixScale(NamedTuple):
    """A unit of Unix time: so many digits, so many units in a second."""

    title: str
    digits: int
    per_second: int


SCALES = {
    each.digits: each
    for each in (
        UnixScale("Unix seconds", 10, 1),
        UnixScale("Unix milliseconds", 13, 1_000),
        UnixScale("Unix microseconds", 16, 1_000_000),
        UnixScale("Unix nanoseconds", 19, 1_000_000_000),
    )
}


def unix_time(datum: Datum) -> Iterator[Decoded]:
    """A number of the length that times have had since 2001 and will have until 2286."""
    scale = SCALES.get(datum.size)
    if scale is None:
        return
    ticks = int(datum.text)
    seconds = ticks // scale.per_second
    is_claim = datum.name in CLAIMS and WEB_TOKEN in datum.via
    confidence = CERTAIN if is_claim else confidence_of(datum, seconds)
    if confidence:
        time = utc(ticks, scale.per_second)
        phrase = time_of(time, scale.title, confidence)
        yield Decoded(*(TIME, time, phrase, confidence), source=CLAIM_SOURCE if is_claim else "")


def confidence_of(datum: Datum, seconds: int) -> str:
    """How sure it is that a number of seconds is a time; "" where it is none."""
    if says_time(datum.name):
        return LIKELY if FIRST <= seconds < LAST else ""
    if says_count(datum.name) or says_identifier(datum.name):
        return ""
    if datum.part not in {PATH, QUERY, FRAGMENT} and not datum.via:
        return ""
    return POSSIBLE if EARLIEST <= seconds < LATEST else ""
