"""All times in a case in their order: those in its links, and those that its messages claim."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.safe_text import visible
from uriinspector.analysis.values.value import TIME, flattened
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.export.case.case_model import CaseExport, CaseLink, File

COLUMNS = ("time", "zone", "confidence", "meaning", "text", "document", "part", "line", "link")
# As values are written out; a date alone is a time too.
MOMENT = expression(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?)?"
)
ZONE, NO_ZONE = "UTC", "not given"
# A header says when; anyone can write it.
CLAIMED = "claimed"
SERVICE = "service"
UNKNOWN_ZONE = "-0000"


class CaseTime(NamedTuple):
    """One reading of a time: how sure it is, what it is, and where it stands.

    ``link`` and ``line`` are None for the date of a message.
    """

    time: str
    zone: str
    confidence: str
    phrase: Phrase
    text: str
    file: int
    part: str
    line: int | None = None
    link: str | None = None


def timeline_rows(case: CaseExport, *, exact: bool) -> Iterator[str]:
    """A row of one line for each reading of a time, with its zone and how sure it is."""
    show = str if exact else defang
    shown = {link.row.file for link in case.links}
    # Files of links that nobody asked for are left out, those without any link are not.
    numbers = (
        number for number, file in enumerate(case.files) if not file.links or number in shown
    )
    messages = (each for number in numbers for each in message_times(case.files[number], number))
    for each in chain(messages, chain.from_iterable(map(link_times, case.links))):
        meaning, text, link = each.phrase.text, each.text, each.link or ""
        if each.link is not None:
            meaning, text, link = show(meaning), show(text), show(link)
        line = "" if each.line is None else str(each.line)
        cells = (meaning, text, case.files[each.file].name, each.part, line, link)
        yield csv_row(each.time, each.zone, each.confidence, *map(visible, cells))


def in_order(rows: Iterable[str]) -> Iterator[str]:
    """The rows of all files by time, below the names of the columns."""
    lines = sorted(line for each in rows for line in each.split("\n") if line)
    return chain((csv_row(*COLUMNS),), (f"{line}\n" for line in lines))


def link_times(link: CaseLink) -> Iterator[CaseTime]:
    """Each time that is read in a link, once for each place."""
    known = set()
    row = link.row
    for value, reading, _ in flattened(link.inspection().values):
        is_time = reading.kind == TIME or reading.decoder == SERVICE
        if not is_time or not MOMENT.fullmatch(reading.value):
            continue
        if (value.span, reading.value) not in known:
            known.add((value.span, reading.value))
            zone = ZONE if reading.value.endswith("Z") else NO_ZONE
            reads = (reading.value, zone, reading.confidence, reading.phrase, value.text)
            yield CaseTime(*reads, row.file, row.part, row.line, row.value)


def message_times(file: File, number: int) -> Iterator[CaseTime]:
    """The dates that the headers of its messages claim."""
    for envelope in file.envelopes:
        try:
            date = parsedate_to_datetime((envelope.date or "").strip())
            # RFC 5322 3.3: a time in UTC of which the zone of the sender is not told.
            is_placed = date.tzinfo is not None or UNKNOWN_ZONE in (envelope.date or "")
            plain = date.astimezone(UTC) if date.tzinfo else date
        except (ValueError, TypeError, OverflowError):
            continue
        time = plain.strftime("%Y-%m-%dT%H:%M:%S") + ("Z" if is_placed else "")
        zone = ZONE if is_placed else NO_ZONE
        phrase = Phrase("Date of the message")
        yield CaseTime(time, zone, CLAIMED, phrase, envelope.date or "", number, envelope.part)
