"""Edits in quoted-printable: lines stay short enough and are wrapped where needed."""

import quopri

from tests.for_each import for_each
from uriinspector.documents.fixes.value_spelling import (
    QUOTED_PRINTABLE_EDITS_LONGEST,
    quoted_printable_edits,
)

NEW = b"%20" * 4


def edited(octets: bytes, *edits: tuple[int, int, bytes]) -> bytes:
    """Return the text with the edits applied."""
    result, at = b"", 0
    for start, end, written in quoted_printable_edits(octets, edits):
        result += octets[at:start] + written
        at = end
    return result + octets[at:]


@for_each("column", *range(QUOTED_PRINTABLE_EDITS_LONGEST))
@for_each("rest", 0, 1, 30)
@for_each("end", b"\n", b"\r\n")
def test_edited_lines_stay_short_and_text_is_unchanged(column: int, rest: int, end: bytes) -> None:
    before = (
        b"a" * column + b" " + b"b" * min(rest, QUOTED_PRINTABLE_EDITS_LONGEST - 1 - column) + end
    )
    octets = b"first" + end + before + b"last" + end
    at = len(b"first" + end) + column
    found = edited(octets, (at, at + 1, NEW))
    assert all(len(line) <= QUOTED_PRINTABLE_EDITS_LONGEST for line in found.split(end))
    plain = octets[:at] + NEW + octets[at + 1 :]
    assert quopri.decodestring(found) == quopri.decodestring(plain)
    assert found.count(b"=") <= 2


@for_each(
    "column, lines",
    # The edit fits into the line.
    (QUOTED_PRINTABLE_EDITS_LONGEST - 12, [NEW]),
    (QUOTED_PRINTABLE_EDITS_LONGEST - 11, [NEW[:10] + b"=", NEW[10:]]),
    # Three characters and the soft break fit; an escape is never split.
    (QUOTED_PRINTABLE_EDITS_LONGEST - 4, [NEW[:3] + b"=", NEW[3:]]),
    (QUOTED_PRINTABLE_EDITS_LONGEST - 3, [b"=", NEW]),
    (QUOTED_PRINTABLE_EDITS_LONGEST - 1, [b"=", NEW]),
)
def test_full_line_of_quoted_printable_is_wrapped_at_the_limit(
    column: int, lines: list[bytes]
) -> None:
    found = edited(b"a" * column + b" \n", (column, column + 1, NEW))
    assert found == b"a" * column + b"\n".join(lines) + b"\n"


def test_edited_lines_of_quoted_printable_are_wrapped() -> None:
    octets = b"a" * 40 + b" " + b"b" * 35
    assert edited(octets, (40, 41, b"x")) == b"a" * 40 + b"x" + b"b" * 35
    assert edited(octets, (40, 41, b"xy")) == b"a" * 40 + b"xy=\n" + b"b" * 35
    assert edited(octets, (40, 41, NEW)) == b"a" * 40 + NEW + b"=\n" + b"b" * 35
    octets = b"a" * 60 + b" b c\nd e\n"
    found = edited(octets, (60, 61, NEW), (62, 63, NEW), (66, 67, NEW))
    assert found == b"a" * 60 + NEW + b"b=\n" + NEW + b"c\nd" + NEW + b"e\n"
