"""Times that are written out: ISO 8601 in both forms, digits of a calendar, DOS."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from uriinspector.analysis.values.datum import HOST, PATH, USERINFO, Datum, Decoded
from uriinspector.analysis.values.names import names_time, says_count, says_time
from uriinspector.analysis.values.value import CERTAIN, LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# The length of a date.
DAY = 10
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
DIGITS = expression(
    r"(?P<year>(?:19[89]|20[0-4])[0-9])(?P<month>[01][0-9])(?P<day>[0-3][0-9])"
    r"(?:(?P<hour>[0-2][0-9])(?P<minute>[0-5][0-9])(?P<second>[0-5][0-9])(?P<part>[0-9]{3})?)?"
)


def iso_time(datum: Datum) -> Iterator[Decoded]:
    """ISO 8601-1 5.4: date and time, in UTC, with an offset, or without either; 5.2: a date."""
    text = datum.text
    if datum.size == DAY:
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
    match = DIGITS.fullmatch(datum.text)
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
