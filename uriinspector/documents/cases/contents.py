"""All that a case holds, in the order in which it came: what is whole, and the count of the rest.

A row that cannot be true, or that no page of the file gives any more, is left out alone.  Links and
files behind it move up, for a table has no gaps; what was decided of them moves with them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.analysis.finding import RANK
from uriinspector.core.model import Count, listed, message
from uriinspector.documents.cases import schema
from uriinspector.documents.cases.link_columns import link_from
from uriinspector.documents.cases.link_row import (
    CALM,
    Decision,
    FileKey,
    Trouble,
)
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.serialization import from_column, head_from
from uriinspector.documents.cases.stored_steps import FALSE, MARKS, StepReader
from uriinspector.documents.cases.table_rows import PAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from uriinspector.documents.cases.link_columns import Texts
    from uriinspector.documents.cases.link_row import DecisionKey, Head, LinkRow
    from uriinspector.documents.cases.step_history import StepHistory
    from uriinspector.documents.cases.table_rows import TableRows

    CaseContent: TypeAlias = (
        "Head | Trouble | list[LinkRow] | dict[DecisionKey, Decision] | StepHistory"
    )

T = TypeVar("T")
# So many files are named of those that lack something.
NAMED = 5
FILES = "number, path, name, kind, size, sha256, stamp, links, told"
INTERRUPTED = "the program closed before the file was fully read"


class CaseContents:
    """One go through a case; afterwards ``damage`` says what was left out."""

    def __init__(self, tables: TableRows, texts: Texts, lacking: frozenset[str]) -> None:
        self._tables = tables
        self._texts = texts
        self._lacking = lacking  # the tables that the file does not have
        # By where they are now, the numbers that files and links have in the file.
        self.files = array("q")
        self.links = array("q")
        self._lost_files: list[str] = []
        self._lost_links: Counter[str] = Counter()
        self._lost_decisions = self._lost_steps = self._lost_others = self._following = 0

    @property
    def damage(self) -> str:
        """What was left out, if anything was."""
        lost = [message("the file {file}", file=name) for name in self._lost_files[:NAMED]]
        for name, count in self._lost_links.most_common(NAMED):
            several = "{count} links of {file}" if count > 1 else "{count} link of {file}"
            lost.append(message(several, count=Count(count), file=name))
        rest = len(self._lost_files[NAMED:])
        rest += sum(count for _, count in self._lost_links.most_common()[NAMED:])
        rest += self._lost_others
        if self._lost_decisions:
            several = "{count} decisions" if self._lost_decisions > 1 else "{count} decision"
            lost.append(message(several, count=Count(self._lost_decisions)))
        if self._lost_steps:
            several = "{count} undo steps" if self._lost_steps > 1 else "{count} undo step"
            lost.append(message(several, count=Count(self._lost_steps)))
        if self._tables.is_torn:
            lost.append(message("an unreadable part of the file"))
        if rest:
            several = "{count} other entries" if rest > 1 else "{count} other entry"
            lost.append(message(several, count=Count(rest)))
        return message(schema.LOST, what=listed(lost)) if lost else ""

    def read(self) -> Iterator[CaseContent]:
        """All of it."""
        names = {}
        for head in self._heads():
            names[self.files[-1]] = head.name
            yield head
        rows = self._link_rows(names)
        while page := list(islice(rows, PAGE)):
            yield page
        yield dict(self._decisions())
        if "steps" not in self._lacking:
            yield from self._steps()
        yield from self._troubles()

    def _heads(self) -> Iterator[Head]:
        for number, *columns in self._tables.rows("files", FILES):
            head = _if_true(lambda: head_from(tuple(columns)))  # noqa: B023 - called at once
            if head is None or number != len(self.files) + len(self._lost_files):
                self._lost_files.append(_if_true(lambda: from_column(columns[1])) or "?")  # noqa: B023
            if head is not None:
                self.files.append(number)
                yield head

    def _link_rows(self, names: dict[int, str]) -> Iterator[LinkRow]:
        name = "?"
        for number, *columns in self._tables.rows("links", "*"):
            if number > self._following:
                self._lost_links[name] += number - self._following
            self._following = number + 1
            row = _if_true(lambda: self._link(number, columns))  # noqa: B023 - called at once
            name = names.get(columns[0], "?") if isinstance(columns[0], int) else name
            if row is None:
                self._lost_links[name] += 1
                continue
            self.links.append(number)
            yield row

    def _link(self, number: int, columns: list[Any]) -> LinkRow:
        row = link_from((number, *columns), self._texts)
        at = bisect_left(self.files, row.file)
        if at == len(self.files) or self.files[at] != row.file:
            raise CaseError(schema.DAMAGED)
        if not CALM <= row.rank < len(RANK):
            raise CaseError(schema.DAMAGED)
        return row if at == row.file else row._replace(file=at)

    def _steps(self) -> Iterator[StepHistory]:
        """The steps that can be undone and redone, if there are any."""
        steps = StepReader(self._tables, self._following, self._key_of)
        history = steps.read()
        self._lost_steps = steps.lost
        if history.is_filled:
            yield history

    def _key_of(self, key: DecisionKey) -> DecisionKey | None:
        """What names a link or a file in the table, by what names it in the file."""
        number, numbers = (key, self.links) if isinstance(key, int) else (key.file, self.files)
        at = number
        if at >= len(numbers) or numbers[at] != number:
            at = bisect_left(numbers, number)
            if at == len(numbers) or numbers[at] != number:
                return None
        return at if isinstance(key, int) else FileKey(at, key.part)

    def _decisions(self) -> Iterator[tuple[DecisionKey, Decision]]:
        for number, *text in self._tables.rows("decisions", "number, mark, note"):
            at = bisect_left(self.links, number)
            if at == len(self.links) or self.links[at] != number:
                self._lost_decisions += number < self._following
            elif (decision := self._decision(*text)) is not None:
                yield at, decision
        question = "SELECT file, part, mark, note FROM file_decisions"
        for file, part, *text in (
            self._tables.answer(question) if "file_decisions" not in self._lacking else ()
        ):
            at = bisect_left(self.files, file) if isinstance(file, int) else len(self.files)
            if at < len(self.files) and self.files[at] == file:
                key = _if_true(lambda: FileKey(at, from_column(part)))  # noqa: B023 - called at once
                decision = self._decision(*text)
                if key is not None and decision is not None:
                    yield key, decision
                self._lost_decisions += key is None and decision is not None
            else:
                # Those of files that are not there at all were never shown.
                self._lost_decisions += not isinstance(file, int)

    def _decision(self, mark: object, note: object) -> Decision | None:
        decision = _if_true(lambda: Decision(from_column(mark), from_column(note)))
        if decision is None or decision.mark not in MARKS:
            self._lost_decisions += 1
            return None
        return decision

    def _troubles(self) -> Iterator[Trouble]:
        for _, path, why in self._tables.rows("troubles", "number, path, why"):
            trouble = _if_true(lambda: Trouble(from_column(path), from_column(why)))  # noqa: B023
            if trouble is None:
                self._lost_others += 1
            else:
                yield trouble
        for (path,) in self._tables.answer("SELECT path FROM waiting ORDER BY number"):
            name = _if_true(lambda: from_column(path))  # noqa: B023 - called at once
            if name is None:
                self._lost_others += 1
            else:
                yield Trouble(name, INTERRUPTED)


def _if_true(reading: Callable[[], T]) -> T | None:
    """What is read; None where it cannot be what a case holds."""
    try:
        return reading()
    except FALSE:
        return None
