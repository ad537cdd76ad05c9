"""Numbers and texts that are times, each with its scale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from uriinspector.analysis.values.candidates import (
    DIGITS,
    FRAGMENT,
    HEXLIKE,
    HOST,
    PATH,
    QUERY,
    USERINFO,
    Datum,
    Decoded,
    Decoder,
    Shape,
    is_of,
    names_time,
    says_count,
    says_identifier,
    says_time,
)
from uriinspector.analysis.values.value import CERTAIN, LIKELY, POSSIBLE, TIME, time_of
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

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


UNIX_SCALES = {
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
    scale = UNIX_SCALES.get(datum.size)
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


class Scale(NamedTuple):
    """A unit and an epoch: so many units in a second, the epoch in seconds before 1970."""

    title: str
    digits: int
    per_second: int
    before: int


# 1601, 1904, 2001 and the year 1, in seconds before 1970.
FROM_1601, FROM_2001, FROM_1 = 11_644_473_600, -978_307_200, 62_135_596_800
SCALES_SCALES = {
    "filetime": Scale("Windows FILETIME", 18, 10_000_000, FROM_1601),
    "webkit": Scale("WebKit microseconds", 17, 1_000_000, FROM_1601),
    "webkit-ms": Scale("WebKit milliseconds", 14, 1_000, FROM_1601),
    "dotnet": Scale(".NET ticks", 18, 10_000_000, FROM_1),
    "cocoa": Scale("Cocoa seconds", 9, 1, FROM_2001),
}
BY_DIGITS = {
    digits: tuple(each for each in SCALES_SCALES.values() if each.digits == digits)
    for digits in {each.digits for each in SCALES_SCALES.values()}
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
OLE, OLE_EPOCH, SCALES_DAY = "OLE Automation days", -2_209_161_600, 86_400


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
        seconds = ticks * SCALES_DAY // scale + OLE_EPOCH
        if FIRST <= seconds < LAST:
            # OLE has no time zone.
            time = utc(seconds, 1).removesuffix("Z")
            confidence = LIKELY if "date" in datum.name else POSSIBLE
            yield Decoded(TIME, time, time_of(time, OLE, confidence), confidence)


# The length of a date.
WRITTEN_DAY = 10
ISO_BASIC, ISO, CALENDAR = "ISO 8601, basic", "ISO 8601", "calendar digits"
LONG = expression(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})[T ]"
    r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<part>[0-9]{1,9}))?)?"
    r"(?P<zone>Z|[+ -][0-9]{2}:?[0-9]{2})?"
)
DATE = expression(r"(?:1[89]|2[01])[0-9]{2}-[01][0-9]-[0-3][0-9]")
BASIC = expression(
    r"(?P<year>[0-9]{4})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"
    r"T(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<second>[0-9]{2})(?:\.(?P<part>[0-9]{1,9}))?"
    r"(?P<zone>Z|[+ -][0-9]{4})?"
)
WRITTEN_DIGITS = expression(
    r"(?P<year>(?:19[89]|20[0-4])[0-9])(?P<month>[01][0-9])(?P<day>[0-3][0-9])"
    r"(?:(?P<hour>[0-2][0-9])(?P<minute>[0-5][0-9])(?P<second>[0-5][0-9])(?P<part>[0-9]{3})?)?"
)


def iso_time(datum: Datum) -> Iterator[Decoded]:
    """ISO 8601-1 5.4: date and time, in UTC, with an offset, or without either; 5.2: a date."""
    text = datum.text
    if datum.size == WRITTEN_DAY:
        yield from _date(datum)
        return
    match = LONG.fullmatch(text) or BASIC.fullmatch(text)
    if match is None:
        return
    time = _time(match)
    if time:
        title = ISO if "-" in text[:5] else ISO_BASIC
        yield Decoded(TIME, time, time_of(time, title, CERTAIN), CERTAIN)


def _date(datum: Datum) -> Iterator[Decoded]:
    """A date that has a name: in paths, dates are parts of titles and of archives."""
    if not datum.name or datum.part in {USERINFO, HOST, PATH} or not DATE.fullmatch(datum.text):
        return
    try:
        date.fromisoformat(datum.text)
    except ValueError:
        return
    confidence = LIKELY if names_time(datum.name) else POSSIBLE
    yield Decoded(TIME, datum.text, time_of(datum.text, ISO, confidence), confidence)


def calendar_digits(datum: Datum) -> Iterator[Decoded]:
    """Year, month and day, and maybe the time of that day, in digits alone; no zone is said."""
    match = WRITTEN_DIGITS.fullmatch(datum.text)
    time = _time(match) if match else ""
    if not match or not time:
        return
    is_named = says_time(datum.name)
    if match["hour"] is None:
        confidence, time = LIKELY if is_named else POSSIBLE, time[:10]
    else:
        confidence = POSSIBLE if says_count(datum.name) else LIKELY
    yield Decoded(TIME, time, time_of(time, CALENDAR, confidence), confidence)


def _time(match: re.Match[str]) -> str:
    """The same in ISO 8601, in UTC where the zone is known; "" where there is no such time."""
    fields = match.groupdict()
    try:
        names = ("year", "month", "day", "hour", "minute", "second")
        year, month, day, hour, minute, second = (int(fields[name] or 0) for name in names)
        time = datetime(year, month, day, hour, minute, second)
    except ValueError:
        return ""
    zone = fields.get("zone")
    fraction = (fields["part"] or "").rstrip("0")
    if zone and zone != "Z":
        sign = "-" if zone[0] == "-" else "+"
        try:
            zoned = datetime.fromisoformat(f"{time.isoformat()}{sign}{zone[1:3]}:{zone[-2:]}")
            time = zoned.astimezone(UTC).replace(tzinfo=None)
        except (ValueError, OverflowError):
            return ""
    return f"{time.isoformat()}{'.' if fraction else ''}{fraction}{'Z' if zone else ''}"


DOS = "DOS time"


def dos_time(datum: Datum) -> Iterator[Decoded]:
    """Date and time of FAT in eight hexadecimal digits; only a name makes it more than a number."""
    if not names_time(datum.name) or datum.text.isdigit():
        return
    number = int(datum.text, 16)
    date, clock = number >> 16, number & 0xFFFF
    try:
        time = datetime(
            1980 + (date >> 9),
            date >> 5 & 15,
            date & 31,
            clock >> 11,
            clock >> 5 & 63,
            (clock & 31) * 2,
        ).isoformat()
    except ValueError:
        return
    if time < "2040":
        yield Decoded(TIME, time, time_of(time, DOS, POSSIBLE), POSSIBLE)


TIMES = (
    Decoder("unix", "Unix time", unix_time, "POSIX.1-2017 XBD 4.16", DIGITS, 10, 19),
    Decoder(
        "epoch",
        "time by another epoch",
        epoch_time,
        "MS-DTYP 2.3.3; Chromium base/time; .NET DateTime.Ticks; Apple Foundation",
        DIGITS,
        9,
        18,
    ),
    Decoder(
        "hex-time",
        "hexadecimal time",
        hexadecimal_time,
        "POSIX.1-2017 XBD 4.16; MS-DTYP 2.3.3",
        HEXLIKE,
        8,
        16,
    ),
    Decoder(
        "decimal-time",
        "time with a fraction",
        decimal_time,
        "POSIX.1-2017 XBD 4.16; MS-OAUT 2.2.25",
        Shape.DOTTED,
        7,
        20,
    ),
    Decoder(
        "iso-time",
        "ISO 8601 time",
        iso_time,
        "ISO 8601-1",
        Shape.OTHER | Shape.ALNUM | Shape.DOTTED | Shape.URLSAFE,
        10,
        36,
    ),
    Decoder("calendar", "calendar digits", calendar_digits, "ISO 8601-1", DIGITS, 8, 17),
    Decoder("dos", "DOS time", dos_time, "MS-DOS FAT, date and time words", HEXLIKE, 8, 8),
)
