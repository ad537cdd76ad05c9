"""Times that are counted otherwise than Unix does, in digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import HOST, Datum, Decoded
from uriinspector.analysis.values.link_hosts import is_of
from uriinspector.analysis.values.names import names_time, says_count, says_identifier
from uriinspector.analysis.values.times.unix import (
    EARLIEST,
    FIRST,
    LAST,
    LATEST,
    confidence_of,
)
from uriinspector.analysis.values.value import LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator


class Scale(NamedTuple):
    """A unit and an epoch: so many units in a second, the epoch in seconds before 1970."""

    title: str
    digits: int
    per_second: int
    before: int


# 1601, 1904, 2001 and the year 1, in seconds before 1970.
FROM_1601, FROM_2001, FROM_1 = 11_644_473_600, -978_307_200, 62_135_596_800
SCALES = {
    "filetime": Scale("Windows FILETIME", 18, 10_000_000, FROM_1601),
    "webkit": Scale("WebKit microseconds", 17, 1_000_000, FROM_1601),
    "webkit-ms": Scale("WebKit milliseconds", 14, 1_000, FROM_1601),
    "dotnet": Scale(".NET ticks", 18, 10_000_000, FROM_1),
    "cocoa": Scale("Cocoa seconds", 9, 1, FROM_2001),
}
BY_DIGITS = {
    digits: tuple(each for each in SCALES.values() if each.digits == digits)
    for digits in {each.digits for each in SCALES.values()}
}


def epoch_time(datum: Datum) -> Iterator[Decoded]:
    """A number of the length that these times have nowadays."""
    for scale in BY_DIGITS.get(datum.size, ()):
        ticks = int(datum.text) - scale.before * scale.per_second
        seconds = ticks // scale.per_second
        confidence = confidence_of(datum, seconds)
        if scale.digits < SURE_DIGITS:
            # Nine digits are anything; with a name they are at least as often something else.
            confidence = POSSIBLE if confidence and names_time(datum.name) else ""
        if confidence:
            time = utc(ticks, scale.per_second)
            yield Decoded(TIME, time, time_of(time, scale.title, confidence), confidence)


SURE_DIGITS = 14
HEX_SECONDS, HEX_FILETIME = "hexadecimal Unix seconds", "hexadecimal FILETIME"
DISCORD = ("discord.com", "discordapp.com", "discordapp.net")
LOW_HEX, HIGH_HEX = 1_136_073_600, 1_893_456_000  # 2006 to 2029: more than a quarter are neither


def hexadecimal_time(datum: Datum) -> Iterator[Decoded]:
    """Eight digits of seconds, or sixteen of ticks since 1601."""
    text = datum.text
    if text.isdigit() or datum.part == HOST:
        return
    if datum.size == 8 and not says_count(datum.name):
        seconds = int(text, 16)
        # Discord signs its files so: since when, and until when.
        is_named = names_time(datum.name) or (datum.name in {"ex", "is"} and is_of(datum, *DISCORD))
        if (FIRST <= seconds < LAST) if is_named else (LOW_HEX <= seconds < HIGH_HEX):
            time, confidence = utc(seconds, 1), LIKELY if is_named else POSSIBLE
            yield Decoded(TIME, time, time_of(time, HEX_SECONDS, confidence), confidence)
    elif datum.size == 16:
        ticks = int(text, 16) - FROM_1601 * 10_000_000
        if EARLIEST <= ticks // 10_000_000 < LATEST:
            time, confidence = (
                utc(ticks, 10_000_000),
                LIKELY if names_time(datum.name) else POSSIBLE,
            )
            yield Decoded(TIME, time, time_of(time, HEX_FILETIME, confidence), confidence)


DECIMAL = expression(r"(?P<whole>[0-9]{5,10})\.(?P<part>[0-9]{1,9})")
OLE, OLE_EPOCH, DAY = "OLE Automation days", -2_209_161_600, 86_400


def decimal_time(datum: Datum) -> Iterator[Decoded]:
    """Seconds with a fraction, or days since the last but one of 1899."""
    match = DECIMAL.fullmatch(datum.text)
    if match is None or says_count(datum.name) or says_identifier(datum.name):
        return
    scale = 10 ** len(match["part"])
    ticks = int(match["whole"]) * scale + int(match["part"])
    if len(match["whole"]) == 10:
        confidence = confidence_of(datum, ticks // scale)
        if confidence:
            time = utc(ticks, scale)
            yield Decoded(TIME, time, time_of(time, "Unix seconds", confidence), confidence)
    elif len(match["whole"]) == 5 and names_time(datum.name):
        seconds = ticks * DAY // scale + OLE_EPOCH
        if FIRST <= seconds < LAST:
            # OLE has no time zone.
            time = utc(seconds, 1).removesuffix("Z")
            confidence = LIKELY if "date" in datum.name else POSSIBLE
            yield Decoded(TIME, time, time_of(time, OLE, confidence), confidence)
