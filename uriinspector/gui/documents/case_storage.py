"""Where the case on the table is kept: in the file that it was saved as, or in one of our own.

No Qt here.  A case that nobody has saved is kept in a folder of the program from its first file on.
It stays there if anything was decided in it, to be offered again; else it goes with the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.schema import ENDING, MOVED, CaseError, ChangedError
from uriinspector.documents.cases.store import CaseFile, CaseSummary, Contents, Read, save
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.case_writer import CaseWriter
from uriinspector.gui.documents.octet_excerpt import NoSourceError, NotStoredError, octets_of
from uriinspector.gui.jobs.stream_job import timely_answer

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.gui.documents.open_case import OpenCase


class UnsavedCase(NamedTuple):
    """A case that nobody has saved, when it was left, and how many files were decided in it."""

    path: Path
    at: float
    summary: CaseSummary
    decided_files: int = 0


class CaseStorage:
    """Which ``CaseFile`` holds the ``OpenCase``; without a folder only one that is saved.

    What it adds to the file: it is written beside the window, moves when the case is saved, and
    goes when nobody wants it.
    """

    def __init__(self, folder: Path | None) -> None:
        """Keep nothing yet."""
        self.folder = folder
        self.is_saved = False
        self._writer: CaseWriter | None = None
        self._waits: list[str] = []

    @property
    def file(self) -> Path | None:
        """Where the case is kept; None where it lasts as long as the window."""
        file = self._writer and self._writer.file
        return file.path if file else None

    @property
    def name(self) -> str:
        """Return the name under which the user saved the case, or ""."""
        return self.file.stem if self.is_saved and self.file else ""

    @property
    def problem(self) -> str:
        """Why nothing more is kept, if so."""
        return self._writer.problem if self._writer else ""

    def refuse(self, why: str) -> None:
        """Keep nothing more in this file."""
        if self._writer:
            self._writer.problem = why

    @property
    def is_idle(self) -> bool:
        """Whether all is in the file."""
        return self._writer is None or self._writer.is_idle

    def finish(self) -> None:
        """Wait until all is in the file."""
        if self._writer:
            self._writer.finish()

    def add(self, read: Read) -> None:
        """Keep what was read."""
        if self._writer is None and self.folder:
            self._begin(self.folder)
        if self._writer:
            self._writer.add(read)

    def decide(
        self, decisions: Mapping[DecisionKey, Decision], write_steps: StepWriting | None = None
    ) -> None:
        """Keep what was decided, and how it can be undone."""
        if self._writer:
            self._writer.decide(decisions, write_steps)

    def wait_for(self, paths: list[str]) -> None:
        """Keep what is being read, in case that it never ends."""
        self._waits = paths
        if self._writer:
            self._writer.wait_for(paths)

    def use(self, file: CaseFile) -> None:
        """Keep what follows in the file of a case that was opened."""
        self._writer = CaseWriter(file)
        self.is_saved = file.path.parent != self.folder

    def save(self, case: OpenCase, path: Path) -> Future[CaseFile]:
        """Keep the case in this file from now on."""
        links, mails = case.rows, tuple(case.heads)
        troubles = tuple(case.troubles)
        decided = (case.decisions, case.steps.copy)
        contents = Contents(mails, links, len(links), troubles, *decided, case.reopened)
        if self._writer is None:
            self._writer = CaseWriter(None)
        was_saved = self.is_saved

        def saving(old: CaseFile | None) -> CaseFile:
            if old and old.path == path and self.problem != MOVED:
                if self.problem:
                    raise CaseError(self.problem)
                return old
            case_file = save(path, contents, old)
            if old:
                old.close() if was_saved else old.remove()
            self.is_saved = path.parent != self.folder
            return case_file

        return self._writer.move(saving)

    def save_again(self, case: OpenCase) -> Future[CaseFile] | None:
        """Keep a case whose file is gone among those that nobody has saved, where they are kept."""
        return self.save(case, self.folder / _new_name()) if self.folder else None

    def octets(self, case: OpenCase, number: int, start: int, end: int) -> bytes:
        """Some octets of a file, from where it lies, or else as the case has kept them.

        What a case that was opened says of where its files lie is not believed: asking for them
        may ask another machine.
        """
        if case.heads[number].kind == PARQUET:
            raise NoSourceError
        trouble: OSError | ChangedError | NotStoredError = NotStoredError()
        if number >= case.reopened:
            try:
                return timely_answer(lambda: octets_of(case.heads[number], start, end))
            except (OSError, ChangedError) as error:
                trouble = error
        file = self._writer and self._writer.file
        result = file.octets(number, start, end) if file else None
        if result is None:
            raise trouble
        return result

    def unkept(self, case: OpenCase) -> int:
        """Of how many files the octets are not in the case."""
        file = self._writer and self._writer.file
        return len(case.heads) - (file.summary().stored_files if file else 0)

    def leave(self, *, is_wanted: bool) -> Path | None:
        """Let go of the case; what nobody has saved, decided anything of or wants is not left.

        The answer is where it is if nobody has saved it.
        """
        goes = not self.is_saved and not is_wanted and not self._has_decisions()
        left = None if goes or self.is_saved else self.file
        self._let_go(goes=goes)
        return left

    def discard(self) -> None:
        """Let go of a case that nobody has saved, and of all that is kept of it."""
        self._let_go(goes=not self.is_saved)

    def left(self) -> Iterator[UnsavedCase]:
        """The cases that nobody has saved, the last one first; those of other windows aside."""
        paths = sorted(self.folder.glob(f"*.{ENDING}"), reverse=True) if self.folder else []
        for path in paths:
            try:
                at = path.stat().st_mtime
                file = CaseFile.open(path)
            except (OSError, CaseError):
                continue
            with closing(file), suppress(CaseError):
                summary = file.summary()
                if summary.files:
                    yield UnsavedCase(path, at, summary, file.decided_files())
                else:
                    file.remove()  # the program ended before there was anything in it

    def is_reopenable(self, path: Path) -> bool:
        """Whether a case is there with something in it, and no other window has it open."""
        try:
            with closing(CaseFile.open(path)) as file:
                return file.summary().files > 0
        except (OSError, CaseError):
            return False

    def _let_go(self, *, goes: bool) -> None:
        writer, self._writer = self._writer, None
        self.is_saved, self._waits = False, []
        if writer is None:
            return
        writer.close(at_once=goes)
        if writer.file:
            writer.file.remove() if goes else writer.file.close()

    def _has_decisions(self) -> bool:
        """Whether there are some in the file that may not have been read from it yet."""
        file = self._writer and self._writer.file
        try:
            return bool(file and file.summary().decisions)
        except CaseError:
            return True  # nobody knows

    def _begin(self, folder: Path) -> None:
        """In the thread: each step of it waits for the disk."""
        self._writer = CaseWriter(None)
        self._writer.begin(lambda: CaseFile.make(folder / _new_name()))
        self._writer.wait_for(self._waits)


def _new_name() -> str:
    return f"{datetime.now():%Y-%m-%d %H.%M.%S} {token_hex(2)}.{ENDING}"
