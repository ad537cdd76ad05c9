"""The rows of the user's tables, and the problems of a file, line by line."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from uriinspector.analysis.list_folder import MOST_OCTETS, SUFFIX_LIST
from uriinspector.core import characters
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, NamedTuple, message

# Further problems are only counted.
MOST_PROBLEMS = 20
# Longer values are cut off when quoted.
LONGEST_QUOTE = 60


class ListProblem(NamedTuple):
    """A problem in a line; 0 stands for the whole file."""

    line: int
    reason: str

    @property
    def text(self) -> str:
        if not self.line:
            return self.reason
        return message("line {line}: {reason}", line=Count(self.line), reason=self.reason)


class ListError(ValueError):
    """Raised if a file is not a valid list; no part of it is used."""

    def __init__(self, problems: Iterable[ListProblem], left_out: int = 0) -> None:
        self.problems = tuple(problems)
        self.left_out = left_out
        super().__init__("; ".join(self.texts))

    @property
    def texts(self) -> tuple[str, ...]:
        texts = tuple(each.text for each in self.problems)
        if self.left_out == 1:
            return (*texts, message("and 1 more problem"))
        if self.left_out:
            return (*texts, message("and {count} more problems", count=Count(self.left_out)))
        return texts


def refusal(reason: str, line: int = 0) -> ListError:
    return ListError([ListProblem(line, reason)])


class Problems:
    """The problems found in one file."""

    def __init__(self) -> None:
        self._problems: list[ListProblem] = []
        self._count = 0

    def add(self, line: int, reason: str) -> None:
        """Add a problem; only the first ones are kept, the others counted."""
        self._count += 1
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(ListProblem(line, reason))

    def line_of(self, text: str, part: str) -> int:
        """Return the line where a part first occurs; 0 if unknown or no longer needed."""
        at = text.find(part) if len(self._problems) < MOST_PROBLEMS else -1
        return text.count("\n", 0, at) + 1 if at >= 0 else 0

    def end(self, rows: int = 1) -> None:
        """Raise ListError if there are any problems; having no rows is one."""
        if not rows and not self._count:
            self.add(0, message("the file has no rows"))
        if self._count:
            first = sorted(self._problems, key=lambda each: each.line)
            raise ListError(first, self._count - len(first))


def quoted(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)[: LONGEST_QUOTE + 1]
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def text_of(octets: bytes) -> str:
    """Decode a file; ListError lists every line that is not UTF-8."""
    if len(octets) > MOST_OCTETS:
        raise refusal(message("the file is larger than {count} MB", count=MOST_OCTETS >> 20))
    if octets.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refusal(message("the file is UTF-16; save it as UTF-8"))
    problems = Problems()
    rows = octets.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n")
    for line, row in enumerate(rows, 1):
        if b"\0" in row:
            problems.add(line, message("contains a NUL character"))
        try:
            row.decode()
        except UnicodeDecodeError as fault:
            column = Count(fault.start + 1)
            problems.add(line, message("byte {column} is not valid UTF-8", column=column))
    problems.end()
    return b"\n".join(rows).decode()


OTHER_LINE_ENDS = expression(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
SUFFIX_RULE = expression(r"!?(?:\*\.)?[^\s.!*/]+(?:\.[^\s.!*/]+)*")
SECTIONS = ("ICANN", "PRIVATE")
PRIVATE_SECTION = expression(r"===begin private domains===", re.IGNORECASE | re.ASCII)
LONGEST_ROW = 50_000
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
    """The patterns of the columns; the last ``optional`` ones may be missing.

    ``closed`` columns accept only words that occur in the built-in list.
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
    "lists/lures.txt": RowShape((TEXT, TEXT, TEXT, TEXT), optional=1, closed=(1, 2, 3)),
    "lists/mac-makers.txt": RowShape((TEXT, r"(?:[0-9A-F]{6})+")),
    "lists/native-names.txt": RowShape((TEXT, TEXT)),
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


def changed_table(
    name: str, text: str, octets: bytes, built_in: str, *, adds: bool
) -> tuple[str, int]:
    """Replace a table with a user's file, or add the file to it; also count the file's entries.

    ListError lists every line of the file that is not a row of this table.
    """
    own, problems = text_of(octets), Problems()
    odd = OTHER_LINE_ENDS.search(own)
    if odd:
        line, character = own.count("\n", 0, odd.start()) + 1, characters.number(odd[0])
        problems.add(line, message("contains {character}", character=character))
    if name == SUFFIX_LIST:
        count = _checked_suffixes(own, problems, is_whole=not adds)
    else:
        before = text if adds and SHAPES[name].is_sorted else ""
        count = _checked_rows(SHAPES[name], own, built_in, before, problems)
    problems.end(count)
    if not adds:
        return own, count
    if name == SUFFIX_LIST:
        registries, own_companies = _sections(own)
        return f"{registries}\n{text}\n{own_companies}", count
    rows = [line for line in own.split("\n") if line and line[0] != "#"]
    lines = [*text.rstrip("\n").split("\n"), *rows]
    if SHAPES[name].is_sorted:
        lines.sort(key=lambda line: -1 if line[:1] in "#" else _first(line))
    return "\n".join(lines) + "\n", count


def _sections(text: str) -> tuple[str, str]:
    mark = PRIVATE_SECTION.search(text)
    at = text.rfind("\n", 0, mark.start()) + 1 if mark else len(text)
    return text[:at], text[at:]


def _checked_suffixes(text: str, problems: Problems, *, is_whole: bool) -> int:
    """Return the number of rules in a Public Suffix List, and collect its problems."""
    for section in SECTIONS if is_whole else ():
        if not all(f"==={edge} {section} DOMAINS===" in text for edge in ("BEGIN", "END")):
            reason = message('the section "{section}" is missing or incomplete', section=section)
            problems.add(0, reason)
    count = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line[:2] in {"", "//"}:
            continue
        rule = line.split(" ", 1)[0].rstrip()
        count += 1
        if not SUFFIX_RULE.fullmatch(rule) or not _has_code(rule):
            problems.add(number, message('"{rule}" is not a rule', rule=quoted(rule)))
    return count


def _has_code(rule: str) -> bool:
    try:
        rule.lstrip("!*.").encode("idna")
    except UnicodeError:
        return False
    return True


def _checked_rows(
    shape: RowShape, text: str, built_in: str, before: str, problems: Problems
) -> int:
    """Return the number of rows in a table, and collect their problems.

    ``before`` is a table whose ranges must not occur again.
    """
    rows = _rows(built_in)
    allowed = {at: {word for row in rows for word in row[at].split()} for at in shape.closed}
    patterns = [re.compile(column) for column in shape.columns]
    listed = [_range(row[0]) for row in _rows(before)]
    count, last = 0, -1
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        count += 1
        reason = _columns(shape, line, patterns, allowed)
        if not reason and shape.is_sorted:
            first, end = _range(line.partition("\t")[0])
            if not last < first <= end:
                reason = message("code points are not in ascending order")
            elif (at := bisect_right(listed, (end, LAST))) and listed[at - 1][1] >= first:
                reason = message("code points are already in the built-in list")
            last = end
        if reason:
            problems.add(number, reason)
    return count


def _rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.split("\n") if line and line[0] != "#"]


def _range(column: str) -> tuple[int, int]:
    first, _, end = column.partition("..")
    return int(first, 16), int(end or first, 16)


def _first(line: str) -> int:
    return _range(line.partition("\t")[0])[0]


def _columns(
    shape: RowShape, line: str, patterns: list[re.Pattern[str]], allowed: dict[int, set[str]]
) -> str | None:
    most = len(patterns)
    if len(line) > LONGEST_ROW:
        return message("longer than {count} characters", count=Count(LONGEST_ROW))
    values = line.split("\t")
    if not most - shape.optional <= len(values) <= most:
        return message(
            "a row needs {most} columns separated by tabs; this line has {count}",
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
            return message('"{value}" is above U+10FFFF', value=quoted(value))
    return None


def _number(code: str) -> int:
    return int(code, 16)
