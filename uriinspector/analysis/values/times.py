"""Numbers and texts that are times, each with its scale."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

from uriinspector.analysis.values.candidates import (
    FRAGMENT,
    HOST,
    PATH,
    QUERY,
    USERINFO,
    Datum,
    Decoded,
)
from uriinspector.analysis.values.decoder import (
    DIGITS,
    HEXLIKE,
    DecoderFamily,
    Shape,
    is_of,
    may_mean_time,
    means_count,
    means_identifier,
    means_time,
    time_reading,
)
from uriinspector.analysis.values.value import CERTAIN, LIKELY, POSSIBLE
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

decoder = DecoderFamily()

# A number is a time from 2001-09-09 to 2040, or, if its name means a time, from 1995 to 2100.
EARLIEST, LATEST = 1_000_000_000, 2_208_988_800
FIRST, LAST = 788_918_400, 4_102_444_800
# RFC 7519 4.1: claims of a JSON Web Token that are times.
CLAIMS = frozenset({"exp", "nbf", "iat", "auth_time", "updated_at"})
WEB_TOKEN = "jwt"


class Scale(NamedTuple):
    """A time scale: units per second, and how many seconds before 1970 it begins."""

    title: str
    digits: int
    per_second: int
    before: int = 0
    # Names of parameters that show that a number is on this scale.
    names: re.Pattern[str] | None = None

    def ticks(self, text: str, base: int = 10) -> int:
        return int(text, base) - self.before * self.per_second


UNIX = Scale("Unix seconds", 10, 1)
UNIX_SCALES = (
    UNIX,
    Scale("Unix milliseconds", 13, 1_000),
    Scale("Unix microseconds", 16, 1_000_000),
    Scale("Unix nanoseconds", 19, 1_000_000_000),
)


@decoder("unix", "Unix time", "POSIX.1-2017 XBD 4.16", DIGITS, 10, 19)
def unix_time(datum: Datum) -> Iterator[Decoded]:
    """Decode Unix times by the number of their digits, which fits the years 2001 to 2286."""
    is_claim = datum.name in CLAIMS and WEB_TOKEN in datum.via
    if OTHER_EPOCHS.search(datum.name):
        return
    for scale in UNIX_SCALES:
        if scale.digits == datum.size:
            ticks = int(datum.text)
            confidence = CERTAIN if is_claim else confidence_of(datum, ticks // scale.per_second)
            source = "RFC 7519 4.1" if is_claim else ""
            yield from _reading(ticks, scale, confidence, source)


# Names that show which epoch a number uses.
COCOA = expression(r"cocoa|cf_?absolute|ns_?date|core_?data|apple_?(?:time|epoch)", re.IGNORECASE)
OLE_NAMES = expression(
    r"(?:\b|_)(?:ole|oa)(?:\b|_|date|time)|ole_?automation|excel|vba", re.IGNORECASE
)
NT_NAMES = expression(
    r"(?:file|nt|win(?:dows)?|ldap)_?time|last_?logon|pwd_?last_?set|account_?expires|webkit|chrome",
    re.IGNORECASE,
)
TICKS = expression(r"(?:\b|_)ticks\Z", re.IGNORECASE)
NTP, HFS = (
    expression(rf"(?:\b|_){name}(?:\b|_|date|time)", re.IGNORECASE)
    for name in ("ntp", r"(?:hfs\+?|mac(?=_?(?:date|time)))")
)
OTHER_EPOCHS = expression(
    rf"{COCOA.pattern}|(?:\b|_)(?:(?:ms)?(?:dos|fat)|ntp|hfs|mac|gps)(?:\b|_|date|time)",
    re.IGNORECASE,
)
DOS_NAMES = expression(r"(?:\b|_)(?:ms)?(?:dos|fat)(?:\b|_|date|time)", re.IGNORECASE)


def _reading(ticks: int, scale: Scale, confidence: str, source: str = "") -> Iterator[Decoded]:
    if confidence:
        yield time_reading(utc(ticks, scale.per_second), scale.title, confidence, source)


def confidence_of(datum: Datum, seconds: int) -> str:
    """Return the confidence that a number of seconds is a time; "" if it is not."""
    if may_mean_time(datum.name):
        return LIKELY if FIRST <= seconds < LAST else ""
    if means_count(datum.name) or means_identifier(datum.name):
        return ""
    if datum.part not in {PATH, QUERY, FRAGMENT} and not datum.via:
        return ""
    return POSSIBLE if EARLIEST <= seconds < LATEST else ""


# The epochs of 1601, of 2001 and of the year 1, as seconds before 1970.
FROM_1601, FROM_2001, FROM_1 = 11_644_473_600, -978_307_200, 62_135_596_800
COCOA_SECONDS = Scale("Cocoa seconds", 9, 1, FROM_2001, COCOA)
EPOCHS = (
    Scale("Windows FILETIME", 18, 10_000_000, FROM_1601, NT_NAMES),
    Scale("WebKit microseconds", 17, 1_000_000, FROM_1601, NT_NAMES),
    Scale("WebKit milliseconds", 14, 1_000, FROM_1601, NT_NAMES),
    Scale(".NET ticks", 18, 10_000_000, FROM_1, TICKS),
    COCOA_SECONDS,
    Scale("NTP seconds", 10, 1, 2_208_988_800, NTP),
    Scale("HFS+ seconds", 10, 1, 2_082_844_800, HFS),
)
SURE_DIGITS = 14


@decoder(
    "epoch",
    "time since another epoch",
    "MS-DTYP 2.3.3; Chromium base/time; .NET DateTime.Ticks; Apple Foundation",
    DIGITS,
    5,
    18,
)
def epoch_time(datum: Datum) -> Iterator[Decoded]:
    """Decode numbers with as many digits as current times on other scales."""
    if datum.size == OLE_DIGITS and OLE_NAMES.search(datum.name):
        yield from _ole_time(int(datum.text), 1, LIKELY)
    for scale in EPOCHS:
        if scale.digits == datum.size:
            ticks = scale.ticks(datum.text)
            confidence = confidence_of(datum, ticks // scale.per_second)
            if scale.names and scale.names.search(datum.name):
                confidence = LIKELY
            elif scale.digits < SURE_DIGITS:
                # A number of nine digits can be anything, even if its name means a
                # time.
                is_time = scale is COCOA_SECONDS and means_time(datum.name)
                confidence = POSSIBLE if confidence and is_time else ""
            yield from _reading(ticks, scale, confidence)


HEX_SECONDS = Scale("hexadecimal Unix seconds", 8, 1)
HEX_FILETIME = Scale("hexadecimal FILETIME", 16, 10_000_000, FROM_1601)
DISCORD = ("discord.com", "discordapp.com", "discordapp.net")
LOW_HEX, HIGH_HEX = 1_136_073_600, 1_893_456_000  # 2006 to 2029


@decoder("hex-time", "hexadecimal time", "POSIX.1-2017 XBD 4.16; MS-DTYP 2.3.3", HEXLIKE, 8, 16)
def hexadecimal_time(datum: Datum) -> Iterator[Decoded]:
    """Decode seconds in eight digits, or ticks since 1601 in 16 digits."""
    text = datum.text
    if text.isdigit() or datum.part == HOST:
        return
    is_named = means_time(datum.name)
    if datum.size == 8 and not means_count(datum.name):
        # Discord signs links to its files with "is" (issued) and "ex" (expires).
        is_named = is_named or (datum.name in {"ex", "is"} and is_of(datum, *DISCORD))
        scale, first, last = HEX_SECONDS, *((FIRST, LAST) if is_named else (LOW_HEX, HIGH_HEX))
    elif datum.size == 16:
        scale, first, last = HEX_FILETIME, EARLIEST, LATEST
    else:
        return
    ticks = scale.ticks(text, 16)
    if first <= ticks // scale.per_second < last:
        yield from _reading(ticks, scale, LIKELY if is_named else POSSIBLE)


DECIMAL = expression(r"(?P<whole>[0-9]{5,10})\.(?P<part>[0-9]{1,9})")
OLE, OLE_EPOCH, OLE_DIGITS, DAY = "OLE Automation days", -2_209_161_600, 5, 86_400


@decoder(
    *("decimal-time", "time with a fraction", "POSIX.1-2017 XBD 4.16; MS-OAUT 2.2.25"),
    *(Shape.DOTTED, 7, 20),
)
def decimal_time(datum: Datum) -> Iterator[Decoded]:
    """Decode seconds with a fraction, or days since 30 December 1899."""
    match = DECIMAL.fullmatch(datum.text)
    if match is None or means_count(datum.name) or means_identifier(datum.name):
        return
    per_unit = 10 ** len(match["part"])
    ticks = int(match["whole"] + match["part"])
    if len(match["whole"]) == 10:
        confidence = confidence_of(datum, ticks // per_unit)
        yield from _reading(ticks, UNIX._replace(per_second=per_unit), confidence)
    elif len(match["whole"]) == COCOA_SECONDS.digits and COCOA.search(datum.name):
        scale = COCOA_SECONDS._replace(per_second=per_unit)
        yield from _reading(ticks - scale.before * per_unit, scale, LIKELY)
    elif len(match["whole"]) == OLE_DIGITS and (
        (is_ole := OLE_NAMES.search(datum.name) is not None) or means_time(datum.name)
    ):
        confidence = LIKELY if is_ole or "date" in datum.name else POSSIBLE
        yield from _ole_time(ticks, per_unit, confidence)


def _ole_time(ticks: int, per_day: int, confidence: str) -> Iterator[Decoded]:
    seconds = ticks * DAY // per_day + OLE_EPOCH
    if FIRST <= seconds < LAST:
        # OLE has no time zone.
        yield time_reading(utc(seconds, 1).removesuffix("Z"), OLE, confidence)


# The number of characters of a date such as "2025-01-31".
WRITTEN_DAY = 10
ISO_BASIC, ISO, CALENDAR = "ISO 8601, basic", "ISO 8601", "all-digit date"
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


@decoder(
    *("iso-time", "ISO 8601 time", "ISO 8601-1"),
    *(Shape.OTHER | Shape.ALNUM | Shape.DOTTED | Shape.URLSAFE, 10, 36),
)
def iso_time(datum: Datum) -> Iterator[Decoded]:
    """Decode ISO 8601-1: a date (5.2), or a date and time with or without a zone (5.4)."""
    text = datum.text
    if datum.size == WRITTEN_DAY:
        yield from _date(datum)
        return
    match = LONG.fullmatch(text) or BASIC.fullmatch(text)
    time = _time(match) if match else ""
    if time:
        yield time_reading(time, ISO if "-" in text[:5] else ISO_BASIC, CERTAIN)


def _date(datum: Datum) -> Iterator[Decoded]:
    """Decode a date in a parameter; in paths, dates usually belong to titles and archives."""
    if not datum.name or datum.part in {USERINFO, HOST, PATH} or not DATE.fullmatch(datum.text):
        return
    try:
        date.fromisoformat(datum.text)
    except ValueError:
        return
    yield time_reading(datum.text, ISO, LIKELY if means_time(datum.name) else POSSIBLE)


@decoder("calendar", "all-digit date", "ISO 8601-1", DIGITS, 8, 17)
def calendar_digits(datum: Datum) -> Iterator[Decoded]:
    """Decode the digits of a year, month and day, with or without a time, but without a zone."""
    match = WRITTEN_DIGITS.fullmatch(datum.text)
    time = _time(match) if match else ""
    if not match or not time:
        return
    if match["hour"] is None:
        confidence, time = LIKELY if may_mean_time(datum.name) else POSSIBLE, time[:10]
    else:
        confidence = POSSIBLE if means_count(datum.name) else LIKELY
    yield time_reading(time, CALENDAR, confidence)


def _time(match: re.Match[str]) -> str:
    """Return the time in ISO 8601, in UTC if the zone is known; "" if it is invalid."""
    fields = match.groupdict()
    zone, fraction = fields.get("zone"), (fields["part"] or "").rstrip("0")
    names = ("year", "month", "day", "hour", "minute", "second")
    try:
        time = datetime(*(int(fields[name] or 0) for name in names))  # type: ignore[arg-type]
        if zone and zone != "Z":
            sign = "-" if zone[0] == "-" else "+"
            zoned = datetime.fromisoformat(f"{time.isoformat()}{sign}{zone[1:3]}:{zone[-2:]}")
            time = zoned.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return ""
    return f"{time.isoformat()}{'.' if fraction else ''}{fraction}{'Z' if zone else ''}"


DOS = "DOS time"


@decoder("dos", "DOS time", "MS-DOS FAT, date and time words", HEXLIKE, 8, 10)
def dos_time(datum: Datum) -> Iterator[Decoded]:
    """Decode a FAT date and time, only in parameters whose names mean a time.

    The form is eight hexadecimal digits, or decimal digits if the name contains "dos".
    """
    is_dos, text = DOS_NAMES.search(datum.name) is not None, datum.text
    is_decimal = is_dos and text.isdigit() and datum.size > 8
    if not is_decimal and (datum.size != 8 or not (is_dos or means_time(datum.name))):
        return
    if text.isdigit() and not is_dos:
        return
    date, clock = divmod(int(text, 10 if is_decimal else 16), 1 << 16)
    day = (1980 + (date >> 9), date >> 5 & 15, date & 31)
    try:
        time = datetime(*day, clock >> 11, clock >> 5 & 63, (clock & 31) * 2).isoformat()
    except ValueError:
        return
    if time < "2040":
        yield time_reading(time, DOS, LIKELY if is_dos else POSSIBLE)
