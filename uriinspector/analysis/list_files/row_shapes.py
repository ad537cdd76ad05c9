"""What each row of a table with columns has to look like, for lists that are updated from files."""

from __future__ import annotations

import re

from uriinspector.analysis.list_files.list_problems import Problems, quoted
from uriinspector.core.model import Count, NamedTuple, message

LONGEST_LINE = 50_000
LAST = 0x10FFFF

CODE = r"[0-9A-F]{4,6}"
CODES = rf"{CODE}(?: {CODE})*"
RANGE = rf"{CODE}(?:\.\.{CODE})?"
DOMAIN = r"[\w-]+(?:\.[\w-]+)*"
TEXT = r"\S(?:[^\t]*\S)?"
SCRIPT = r"[A-Z][a-z]{3}"
SCRIPTS = rf"{SCRIPT}(?: {SCRIPT})*"
CODED = frozenset({CODE, CODES, RANGE})


class RowShape(NamedTuple):
    """The patterns of the columns; the last ``optional`` ones need not be there.

    ``closed`` are columns in which only words can be that the shipped list has there.
    """

    columns: tuple[str, ...]
    optional: int = 0
    closed: tuple[int, ...] = ()
    is_sorted: bool = False


SHAPES = {
    "lists/added-words.txt": RowShape((TEXT, TEXT), closed=(1,)),
    "lists/cheap-suffixes.txt": RowShape((DOMAIN,)),
    "lists/delimiters.txt": RowShape((CODE, CODES)),
    "lists/look-alikes.txt": RowShape((r"[!-~]+", rf"(?:{CODES})?", CODES), optional=1),
    "lists/lures.txt": RowShape((TEXT, TEXT, TEXT), closed=(1, 2)),
    "lists/mac-makers.txt": RowShape((TEXT, r"(?:[0-9A-F]{6})+")),
    "lists/ordinary-words.txt": RowShape((TEXT,)),
    "lists/popular-neighbors.txt": RowShape((DOMAIN,)),
    "lists/whole-script.txt": RowShape(
        (SCRIPT, rf"(?:{DOMAIN}(?: {DOMAIN})*)?", CODES, TEXT), optional=1
    ),
    "unicode/confusables.txt": RowShape((CODES, CODES)),
    "unicode/digits.txt": RowShape((CODE,)),
    "unicode/emoji.txt": RowShape((RANGE, TEXT), closed=(1,), is_sorted=True),
    "unicode/identifiers.txt": RowShape((RANGE, TEXT), closed=(1,), is_sorted=True),
    "unicode/risky.txt": RowShape((RANGE, TEXT), closed=(1,), is_sorted=True),
    "unicode/script-names.txt": RowShape((SCRIPT, TEXT, TEXT), closed=(2,)),
    "unicode/scripts.txt": RowShape((RANGE, SCRIPT, SCRIPTS), optional=1, is_sorted=True),
}


def checked_rows(shape: RowShape, text: str, shipped: list[list[str]], problems: Problems) -> int:
    """How many rows a table has; what is wrong with each is added to the problems."""
    rows = list(shipped)
    allowed = {at: {word for row in rows for word in row[at].split()} for at in shape.closed}
    patterns = [re.compile(column) for column in shape.columns]
    count, last = 0, -1
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        count += 1
        reason = _columns(shape, line, patterns, allowed)
        if not reason and shape.is_sorted:
            first, _, end = line.partition("\t")[0].partition("..")
            if not last < int(first, 16) <= int(end or first, 16):
                reason = message("code points are not in ascending order")
            last = int(end or first, 16)
        if reason:
            problems.add(number, reason)
    return count


def _columns(
    shape: RowShape, line: str, patterns: list[re.Pattern[str]], allowed: dict[int, set[str]]
) -> str | None:
    """What is wrong with one row."""
    most = len(patterns)
    if len(line) > LONGEST_LINE:
        return message("longer than {count} characters", count=Count(LONGEST_LINE))
    values = line.split("\t")
    if not most - shape.optional <= len(values) <= most:
        return message(
            "{most} columns with tabs between them are needed; this line has {count}",
            most=most,
            count=len(values),
        )
    for at, value in enumerate(values):
        if not patterns[at].fullmatch(value):
            return message(
                'column {number}: "{value}" is not allowed', number=at + 1, value=quoted(value)
            )
        strange = next((each for each in value.split() if each not in allowed.get(at, (each,))), "")
        if strange:
            return message(
                'column {number}: unknown word "{value}"', number=at + 1, value=quoted(strange)
            )
        if shape.columns[at] in CODED and int(max(re.findall(CODE, value), key=_number), 16) > LAST:
            return message('"{value}" is beyond U+10FFFF', value=quoted(value))
    return None


def _number(code: str) -> int:
    return int(code, 16)
