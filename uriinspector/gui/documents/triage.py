"""Deciding row by row with single keys, and handing on what was decided."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from uriinspector.gui.documents.export import Sheet, csv, json_lines, write
from uriinspector.gui.documents.order import GROUPS
from uriinspector.gui.handing_on import ask_for_file
from uriinspector.gui.incoming import is_remote
from uriinspector.gui.strip import Notice
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from uriinspector.gui.documents.table import LinkTable
    from uriinspector.gui.strip import Strip

LOOK = 30


class Triage(QObject):
    """Marks, steps and files of a page."""

    def __init__(self, table: LinkTable, strip: Strip, clean: Callable[[], bool]) -> None:
        """``clean`` tells whether recipient data is removed before anything is handed on."""
        super().__init__(table)
        self._table = table
        self._strip = strip
        self._clean = clean
        self.ask = ask_for_file
        self._stopped = Event()
        self._worker: ThreadPoolExecutor | None = None
        self._writing: tuple[Path, Future[None]] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._look)
        table.mark_requested.connect(self.mark)
        table.file_requested.connect(self.next_file)

    def fill(self, menu: QMenu) -> None:
        """Put the ways of handing on into a menu."""
        menu.addAction(say("CSV, defanged…")).triggered.connect(lambda: self.save("csv"))
        exact = menu.addAction(say("JSON lines for machines, exact…"))
        exact.triggered.connect(lambda: self.save("jsonl"))

    def mark(self, word: str) -> None:
        """Mark the row, or every link that it stands for; the same mark again takes it away."""
        table, number = self._table, self._table.current()
        if number < 0:
            return
        marks = table.links.case.marks
        taken = marks.get(number) == word
        for each in self._meant(number):
            if taken:
                marks.pop(each, None)
            else:
                marks[each] = word
        table.links.marked(table.currentIndex().row())
        table.fit()
        if not taken:
            table.step(1)

    def next_file(self) -> None:
        """Go to the first row of the next file that has one, round and round."""
        table, number = self._table, self._table.current()
        if number < 0:
            return
        rows, order = table.links.case.rows, table.links.order.numbers
        here = rows[number].file
        first: dict[int, int] = {}
        for each in order:
            first.setdefault(rows[each].file, each)
        others = sorted(first)
        table.go(first[others[(others.index(here) + 1) % len(others)]])

    def save(self, form: str) -> None:
        """Write the rows that are shown into a file."""
        links = self._table.links
        order = links.order
        if self._writing is not None:
            return
        chosen = self.ask(say("Table of links"), "links", form)
        if not chosen:
            return
        if is_remote(chosen):
            self._complain(say("A file on another machine is never written."))
            return
        sheet = Sheet(links.case, order.numbers, order.counts or {}, self._clean())
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "table")
        how = csv if form == "csv" else json_lines
        path = Path(chosen)
        self._writing = path, self._worker.submit(write, path, sheet, how, self._stopped)
        self._timer.start()

    def close(self) -> None:
        """Write no further."""
        self._stopped.set()
        self._timer.stop()
        if self._worker:
            self._worker.shutdown(wait=True)
            self._worker = None

    def _meant(self, number: int) -> list[int]:
        """The links that a row stands for."""
        links = self._table.links
        if links.count(number) == 1:
            return [number]
        rows = links.case.rows
        of = GROUPS[links.order.group]
        name = of(rows[number])
        return [each for each, row in enumerate(rows) if of(row) == name]

    def _look(self) -> None:
        if self._writing is None or not self._writing[1].done():
            return
        path, future = self._writing
        self._writing = None
        self._timer.stop()
        trouble = future.exception()
        if trouble is None:
            self._strip.tell(Notice(say("Saved as {file}.", file=path.name)))
        else:
            why = getattr(trouble, "strerror", None) or str(trouble)
            self._complain(say("{file}: {why}", file=path.name, why=why))

    def _complain(self, words: str) -> None:
        self._strip.tell(Notice(words, "medium"))
