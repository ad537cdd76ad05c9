"""The model of the list of files and messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from uriinspector.documents.cases.link_row import Decision
from uriinspector.gui.documents import file_cells, link_cells
from uriinspector.gui.documents.file_entries import FileEntry
from uriinspector.gui.documents.file_order import FileOrder
from uriinspector.gui.documents.numbered_model import LEVEL, MARK, NumberedColumn, NumberedModel
from uriinspector.gui.text.pieces import Pieces, ours, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.severity_sign import word_of

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

SENDER, SUBJECT, SENTENCE, CHECKS, DATE, COUNT, FILE = (
    *("from", "subject", "sentence", "checks", "date", "count", "file"),
)


class FileModel(NumberedModel):
    """The files of a case, and the messages in them, in an order that is given."""

    def __init__(self, case: OpenCase) -> None:
        """Start without an order."""
        super().__init__()
        self.case = case
        self.order = FileOrder()
        self.cells = self._cells()

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of those that are shown."""
        return self.order.numbers

    def entry(self, number: int) -> FileEntry:
        """One of them."""
        return self.case.files.rows[number]

    def set_case(self, case: OpenCase) -> None:
        """Show another case, of which nothing is in order yet."""
        self.case = case
        self.set_order(FileOrder())

    def set_order(self, order: FileOrder) -> None:
        """Show these rows: the one way in."""
        if order == self.order:
            # The same rows, of which more may be known by now: nothing has to be selected again.
            if order.numbers:
                last = self.index(len(order.numbers) - 1, len(self.cells) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.order = order
        self.endResetModel()

    def severity(self, number: int) -> str:
        """The worst of all that is said of it."""
        return link_cells.severity_of(self.entry(number).rank)

    def decision(self, number: int) -> Decision:
        """What was decided of it."""
        return self.case.decision(self.entry(number).key)

    def name(self, number: int) -> str:
        """Return the subject of an email and the name of its file."""
        entry = self.entry(number)
        named = entry.envelope and entry.envelope.subject
        cells = (file_cells.subject(entry, self.case) if named else (), file_cells.file(entry))
        return " · ".join(filter(None, map(plain_text, cells)))

    def tip_text(self, cell: NumberedColumn, number: int) -> str:
        """All of a cell; of a sentence also what was not looked into."""
        words = super().tip_text(cell, number)
        if cell.name == SENDER:
            return file_cells.sender_tip(self.entry(number)) or words
        if cell.name != SENTENCE:
            return words
        reasons = file_cells.not_examined(self.entry(number))
        return "\n".join(filter(None, (words, *(say(each) for each in reasons))))

    def _cells(self) -> tuple[NumberedColumn, ...]:
        def entry(of: Callable[[FileEntry], Pieces]) -> Callable[[int], Pieces]:
            return lambda number: of(self.entry(number))

        def decided(number: int) -> Pieces:
            return link_cells.mark(self.case.decision(self.entry(number).key))

        return (
            NumberedColumn(
                LEVEL, say("Severity"), lambda number: ours(word_of(self.severity(number)))
            ),
            NumberedColumn(MARK, say("Marked as"), decided),
            NumberedColumn(SENDER, say("From"), entry(file_cells.sender)),
            NumberedColumn(
                SUBJECT,
                say("Subject"),
                lambda number: file_cells.subject(self.entry(number), self.case),
            ),
            NumberedColumn(SENTENCE, say("Assessment"), entry(file_cells.sentence)),
            NumberedColumn(CHECKS, say("Checks"), entry(file_cells.checks)),
            NumberedColumn(DATE, say("Date"), entry(file_cells.date)),
            NumberedColumn(COUNT, say("Links"), entry(file_cells.links)),
            NumberedColumn(FILE, say("File"), entry(file_cells.file)),
        )
