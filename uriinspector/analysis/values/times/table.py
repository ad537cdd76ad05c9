"""Times, by their scale."""

from __future__ import annotations

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.shape import DIGITS, HEXLIKE, Shape
from uriinspector.analysis.values.times import scales, unix, written

TIMES = (
    Decoder("unix", "Unix time", unix.unix_time, "POSIX.1-2017 XBD 4.16", DIGITS, 10, 19),
    Decoder(
        "epoch",
        "time by another epoch",
        scales.epoch_time,
        "MS-DTYP 2.3.3; Chromium base/time; .NET DateTime.Ticks; Apple Foundation",
        DIGITS,
        9,
        18,
    ),
    Decoder(
        "hex-time",
        "hexadecimal time",
        scales.hexadecimal_time,
        "POSIX.1-2017 XBD 4.16; MS-DTYP 2.3.3",
        HEXLIKE,
        8,
        16,
    ),
    Decoder(
        "decimal-time",
        "time with a fraction",
        scales.decimal_time,
        "POSIX.1-2017 XBD 4.16; MS-OAUT 2.2.25",
        Shape.DOTTED,
        7,
        20,
    ),
    Decoder(
        "iso-time",
        "ISO 8601 time",
        written.iso_time,
        "ISO 8601-1",
        Shape.OTHER | Shape.ALNUM | Shape.DOTTED | Shape.URLSAFE,
        10,
        36,
    ),
    Decoder("calendar", "calendar digits", written.calendar_digits, "ISO 8601-1", DIGITS, 8, 17),
    Decoder("dos", "DOS time", written.dos_time, "MS-DOS FAT, date and time words", HEXLIKE, 8, 8),
)
