"""Identifiers that sort by the time in front of them: ULID, KSUID, ObjectID, TID."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.identifiers.snowflakes import FIRST, LAST, described
from uriinspector.analysis.values.link_hosts import follows, is_of
from uriinspector.analysis.values.value import LIKELY, POSSIBLE
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

CROCKFORD = {char: value for value, char in enumerate("0123456789ABCDEFGHJKMNPQRSTVWXYZ")}
BASE_62 = {
    char: value
    for value, char in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
}
SORTABLE_32 = {char: value for value, char in enumerate("234567abcdefghijklmnopqrstuvwxyz")}
ULID = expression("[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}")
TID = expression("[234567a-j][2-7a-z]{12}")
# What KSUIDs count their seconds from.
KSUID_EPOCH, KSUID_BITS = 1_400_000_000, 160
DIGIT = expression("[0-9]")
SECOND = 1_000


def _number(text: str, values: dict[str, int]) -> int | None:
    number = 0
    for char in text:
        if char not in values:
            return None
        number = number * len(values) + values[char]
    return number


def ulid(datum: Datum) -> Iterator[Decoded]:
    """48 bits of milliseconds and 80 at random, in 26 letters of Crockford's base32."""
    if not ULID.fullmatch(datum.text):
        return
    at = _number(datum.text[:10].upper(), CROCKFORD)
    if at is not None and FIRST <= at < LAST:
        yield described(datum.text, "ULID", utc(at, SECOND), LIKELY)


def ksuid(datum: Datum) -> Iterator[Decoded]:
    """32 bits of seconds and 128 at random, in 27 letters of base62."""
    number = _number(datum.text, BASE_62)
    if number is None or number >> KSUID_BITS or not DIGIT.search(datum.text):
        return
    seconds = (number >> 128) + KSUID_EPOCH
    if KSUID_EPOCH < seconds < LAST // SECOND:
        decoded = described(datum.text, "KSUID", utc(seconds, 1), POSSIBLE)
        yield decoded


def object_id(datum: Datum) -> Iterator[Decoded]:
    """Four octets of seconds since MongoDB came out, five at random, three of a counter."""
    seconds = int(datum.text[:8], 16)
    if datum.text.isdigit() or not 1_230_768_000 <= seconds < LAST // SECOND:
        return
    # MongoDB writes them in small letters.
    confidence = LIKELY if datum.text.islower() else POSSIBLE
    counter = str(int(datum.text[18:], 16))
    decoded = described(datum.text, "MongoDB ObjectID", utc(seconds, 1), confidence)
    yield decoded._replace(inner=(*decoded.inner, InnerDatum("counter", counter, is_member=True)))


def tid(datum: Datum) -> Iterator[Decoded]:
    """53 bits of microseconds and 10 of a clock, in 13 letters: the records of Bluesky."""
    number = _number(datum.text, SORTABLE_32) if TID.fullmatch(datum.text) else None
    if number is None or not DIGIT.search(datum.text):
        return
    micros = number >> 10
    if not 1_640_995_200_000_000 <= micros < LAST * SECOND:
        return
    is_known = is_of(datum, "bsky.app", "bsky.social") or follows(datum, "app.bsky.feed.post")
    confidence = LIKELY if is_known else POSSIBLE
    yield described(datum.text, "AT Protocol TID", utc(micros, SECOND * SECOND), confidence)


PUSH = {
    char: value
    for value, char in enumerate("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
}
TRACE = expression("1-(?P<time>[0-9a-f]{8})-[0-9a-f]{24}")


def cuid(datum: Datum) -> Iterator[Decoded]:
    """A "c", eight digits of milliseconds to the base of 36, a counter and what is at random."""
    text = datum.text
    if text[0] == "c" and text.islower() and DIGIT.search(text):
        at = int(text[1:9], 36)
        if CUIDS <= at < LAST:
            yield described(text, "CUID", utc(at, SECOND), POSSIBLE)


# There were none before August 2012.
CUIDS = 1_343_779_200_000


def push_id(datum: Datum) -> Iterator[Decoded]:
    """48 bits of milliseconds in eight letters, and twelve at random; now they begin with "-"."""
    if datum.text[0] != "-":
        return
    at = _number(datum.text[:8], PUSH)
    if at is not None and FIRST <= at < LAST:
        yield described(datum.text, "Firebase push ID", utc(at, SECOND), LIKELY)


def trace_id(datum: Datum) -> Iterator[Decoded]:
    """A version, eight digits of seconds, and 96 bits at random."""
    match = TRACE.fullmatch(datum.text)
    if match and FIRST <= int(match["time"], 16) * SECOND < LAST:
        time = utc(int(match["time"], 16), 1)
        yield described(datum.text, "AWS X-Ray trace ID", time, LIKELY)
