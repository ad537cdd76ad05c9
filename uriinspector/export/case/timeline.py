"""All times in a case in their order: those in its links, and those that its messages claim."""

from __future__ import annotations

import re
from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.safe_text import visible
from uriinspector.analysis.values.value import TIME, flattened
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.export.case.case_model import CaseExport, CaseLink, File

COLUMNS = ("time", "zone", "confidence", "meaning", "text", "document", "part", "line", "link")
# As values are written out; a date alone is a time too.
MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?)?"
)
ZONE, NO_ZONE = "UTC", "not given"
# A header says when; anyone can write it.
CLAIMED = "claimed"
SERVICE = "service"


def timeline_rows(case: CaseExport, *, exact: bool = False) -> Iterator[str]:
    """A row of one line for each reading of a time, with its zone and how sure it is."""
    show = str if exact else defang
    for number in dict.fromkeys(link.row.file for link in case.links):
        yield from _of_messages(case.files[number])
    for link in case.links:
        name = case.files[link.row.file].name
        for time, zone, confidence, meaning, text in _times(link):
            place = (name, link.row.part, str(link.row.line))
            cells = (show(meaning), show(text), *place, show(link.row.value))
            yield csv_row(time, zone, confidence, *map(visible, cells))


def in_order(rows: Iterable[str]) -> Iterator[str]:
    """The rows of all files by time, below the names of the columns."""
    lines = sorted(line for each in rows for line in each.split("\n") if line)
    return chain((csv_row(*COLUMNS),), (f"{line}\n" for line in lines))


def _times(link: CaseLink) -> Iterator[tuple[str, str, str, str, str]]:
    """Each time that is read in a link, once for each place."""
    known = set()
    for value, reading, _ in flattened(link.inspection().values):
        is_time = reading.kind == TIME or reading.decoder == SERVICE
        if not is_time or not MOMENT.fullmatch(reading.value):
            continue
        if (value.span, reading.value) not in known:
            known.add((value.span, reading.value))
            zone = ZONE if reading.value.endswith("Z") else NO_ZONE
            meaning = reading.phrase.text
            yield reading.value, zone, reading.confidence, meaning, value.text


def _of_messages(file: File) -> Iterator[str]:
    for envelope in file.envelopes:
        try:
            date = parsedate_to_datetime((envelope.date or "").strip())
            is_placed = date.tzinfo is not None
            plain = date.astimezone(UTC) if is_placed else date
        except (ValueError, TypeError, OverflowError):
            continue
        time = plain.strftime("%Y-%m-%dT%H:%M:%S") + ("Z" if is_placed else "")
        zone = ZONE if is_placed else NO_ZONE
        cells = ("Date of the message", envelope.date or "", file.name, envelope.part, "", "")
        yield csv_row(time, zone, CLAIMED, *map(visible, cells))
