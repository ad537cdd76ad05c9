"""The text of a list's file, and what is wrong with it, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from uriinspector.analysis.list_folder import MOST_OCTETS
from uriinspector.core.model import Count, NamedTuple, message

# More problems than these are only counted.
MOST_PROBLEMS = 20
# No more of a value is quoted.
LONGEST_QUOTE = 60


class ListProblem(NamedTuple):
    """What is wrong with a line; the line is 0 where it is the file as a whole."""

    line: int
    reason: str

    @property
    def text(self) -> str:
        """Both in words."""
        if not self.line:
            return self.reason
        return message("line {line}: {reason}", line=Count(self.line), reason=self.reason)


class ListError(ValueError):
    """A file is no list of its kind: nothing of it is used."""

    def __init__(self, problems: Iterable[ListProblem], left_out: int = 0) -> None:
        self.problems = tuple(problems)
        self.left_out = left_out
        super().__init__("; ".join(self.texts))

    @property
    def texts(self) -> tuple[str, ...]:
        """Every problem in words, and how many more there are."""
        texts = tuple(each.text for each in self.problems)
        if self.left_out == 1:
            return (*texts, message("and 1 more problem"))
        if self.left_out:
            return (*texts, message("and {count} more problems", count=Count(self.left_out)))
        return texts


class Problems:
    """Gathers what is wrong with one file."""

    def __init__(self) -> None:
        self._problems: list[ListProblem] = []
        self._count = 0

    def add(self, line: int, reason: str) -> None:
        """One more; the first of them are kept."""
        self._count += 1
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(ListProblem(line, reason))

    def line_of(self, text: str, part: str) -> int:
        """The line in which a part is first written; 0 where it is not, or not told any more."""
        at = text.find(part) if len(self._problems) < MOST_PROBLEMS else -1
        return text.count("\n", 0, at) + 1 if at >= 0 else 0

    def end(self) -> None:
        """Raise ListError if there were any."""
        if self._count:
            first = sorted(self._problems, key=lambda each: each.line)
            raise ListError(first, self._count - len(first))


def quoted(value: object) -> str:
    """A value as it is quoted in a problem: not too much of it."""
    text = value if isinstance(value, str) else repr(value)[: LONGEST_QUOTE + 1]
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def text_of(octets: bytes) -> str:
    """The text of a file; what is not UTF-8 is named by its line."""
    if len(octets) > MOST_OCTETS:
        reason = message("the file is larger than {count} MB", count=MOST_OCTETS >> 20)
        raise ListError([ListProblem(0, reason)])
    if octets.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ListError([ListProblem(0, message("the file is UTF-16; save it as UTF-8"))])
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
