"""The date that a message claims (RFC 5322 3.3): as a moment, and in words."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from PySide6.QtCore import QDateTime, QLocale

from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import language, say

LONGEST = 200


@lru_cache(maxsize=8192)
def date_of(claimed: str) -> datetime | None:
    """The moment; None where it cannot be read as one.  Without a zone it is taken for UTC."""
    try:
        is_iso = claimed[4:5] == "-"  # as hops have it
        read = datetime.fromisoformat if is_iso else parsedate_to_datetime
        found = read(claimed[:LONGEST])
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def day_words(claimed: str) -> str:
    """The day as the language in use writes it; as it stands where it is none."""
    return _words(claimed, say("d MMM yyyy"))


def moment_words(claimed: str) -> str:
    """Day and time."""
    return _words(claimed, say("d MMM yyyy, HH:mm"))


def _words(claimed: str, form: str) -> str:
    found = date_of(claimed)
    if found is None:
        return visible(claimed)
    moment = QDateTime.fromSecsSinceEpoch(int(found.timestamp()))
    return QLocale(language()).toString(moment, form)
