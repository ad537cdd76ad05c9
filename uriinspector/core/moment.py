"""Moments as they are kept in a UUID, written out; arithmetic alone, no clock."""

from __future__ import annotations

# 15 October 1582 to 1 January 1970, in ticks of 100 nanoseconds (RFC 9562 5.1).
GREGORIAN_TO_UNIX = 122_192_928_000_000_000
TICKS = 10_000_000
DAY = 86_400
# From 1 March of the year 0, when the leap day comes last, to 1 January 1970.
ERA_TO_UNIX = 719_468


def gregorian(ticks: int) -> str:
    """Ticks of 100 nanoseconds since 15 October 1582."""
    seconds, fraction = divmod(ticks - GREGORIAN_TO_UNIX, TICKS)
    return f"{_whole(seconds)}.{fraction:07}Z"


def unix(milliseconds: int) -> str:
    """Milliseconds since 1970."""
    seconds, fraction = divmod(milliseconds, 1000)
    return f"{_whole(seconds)}.{fraction:03}Z"


def utc(ticks: int, per_second: int) -> str:
    """So many since 1970, without zeros at the end of the fraction."""
    seconds, fraction = divmod(ticks, per_second)
    digits = f"{fraction:0{len(str(per_second)) - 1}}".rstrip("0") if fraction else ""
    return f"{_whole(seconds)}{'.' if digits else ''}{digits}Z"


def _whole(seconds: int) -> str:
    days, rest = divmod(seconds, DAY)
    year, month, day = _civil(days)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def _civil(days: int) -> tuple[int, int, int]:
    """Year, month and day: 400 years have 146,097 days, five months from March on have 153."""
    era, day = divmod(days + ERA_TO_UNIX, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5 - 1
    month += 3 if month < 10 else -9
    return year + 400 * era + (month <= 2), month, day
