"""What is typed and not in the history yet: one small file a window, gone once the history has it.

A window that is killed leaves its file behind, and the next one that starts finds it.  Each holds a
lock beside its file, so that what another one still types is left alone.  The files need not
outlast the computer, so nothing waits for the disk.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from uriinspector import EDITIONS
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.documents.regular_files import open_regular
from uriinspector.gui.jobs.latest_writer import LatestWriter

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 1 << 20  # a longer text is no entry of the history either
MOST_OCTETS = 4 * LONGEST + 100  # of a file: the octets of the text, and a line before it
LAST_MOMENT = 1 << 37  # some thousand years from now
SLOTS = range(1, 17)  # more windows at a time keep no drafts
END = ".draft"


class Draft(NamedTuple):
    """A text as it was typed last, by which edition, and when."""

    text: str
    edition: str
    at: float


class LeftDraft(NamedTuple):
    """What a window left that has ended, and where; it is held until it is let go."""

    draft: Draft
    slot: int


class DraftStore:
    """The drafts in one folder; without one nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        """Look at nothing yet."""
        self._folder = folder
        self._own: QLockFile | None = None
        self._slot: int | None = None
        self._held: dict[int, QLockFile] = {}
        self._typed = ""
        self._writer: LatestWriter[Draft | None] = LatestWriter(self._write, None)

    def keep(self, text: str, edition: str) -> None:
        """Keep a text from a moment on, in the place of the one before."""
        if self._folder is None:
            return
        is_kept = 0 < len(text) <= LONGEST
        self._typed = text
        self._writer.put(Draft(text, edition, time.time()) if is_kept else None)

    def drop(self, text: str | None = None) -> None:
        """Keep nothing any more, or only this text not: the history has it."""
        if text is None or text == self._typed:
            self._writer.put(None)

    def finish(self) -> None:
        """Wait until what is typed is kept."""
        self._writer.finish()

    def left(self, oldest: float = 0) -> list[LeftDraft]:
        """What windows left that have ended, the oldest first; what is older still is removed."""
        if self._folder is None or not self._folder.is_dir():
            return []
        slots = [each for each in SLOTS if each != self._slot and self._file(each).exists()]
        result = []
        for slot in filter(self._hold, slots):
            draft = read(self._file(slot))
            if draft is None or draft.at < oldest:
                self._free(slot)
            else:
                result.append(LeftDraft(draft, slot))
        return sorted(result, key=lambda left: left.draft.at)

    def let_go(self, left: LeftDraft) -> None:
        """Remove what was left: it is in the history now."""
        self._free(left.slot)

    def clear(self) -> None:
        """Leave nothing of them on the disk, but what other windows type."""
        self.drop()
        for each in self.left():
            self.let_go(each)

    def close(self) -> None:
        """Write what waits, and let go of the files."""
        self._writer.close()
        for lock in (*self._held.values(), *filter(None, [self._own])):
            lock.unlock()
        self._held.clear()
        self._own = self._slot = None

    def _hold(self, slot: int) -> bool:
        """Whether the window that left something there has ended."""
        lock = self._held.get(slot) or self._lock(slot)
        if lock is not None:
            self._held[slot] = lock
        return lock is not None

    def _free(self, slot: int) -> None:
        lock = self._held.pop(slot, None)
        if lock is not None:
            self._remove(slot)
            lock.unlock()

    def _write(self, draft: Draft | None) -> None:
        """Put the file in place as a whole; what cannot be written is not worth a word."""
        if draft is None:
            if self._slot is not None:
                self._remove(self._slot)
            return
        with suppress(OSError):
            if self._slot is None and not self._take_slot():
                return
            assert self._slot is not None
            file = self._file(self._slot)
            with replacing(file, mode=0o600, is_synced=False) as written:
                written.write(f"{draft.edition} {draft.at}\n".encode())
                written.write(draft.text.encode("utf-8", "surrogatepass"))

    def _take_slot(self) -> bool:
        """Take the first place that nobody has, with nothing in it."""
        assert self._folder is not None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for slot in SLOTS:
            lock = None if slot in self._held else self._lock(slot)
            if lock is not None and not self._file(slot).exists():
                self._own, self._slot = lock, slot
                return True
            if lock is not None:
                lock.unlock()
        return False

    def _lock(self, slot: int) -> QLockFile | None:
        """Hold a place, unless a window that is still there does."""
        place = self._file(slot).with_suffix(".lock")
        if place.exists() and not place.is_file():
            return None  # Qt would wait for a named pipe
        lock = QLockFile(str(place))
        lock.setStaleLockTime(0)  # however old: only a window that has ended lets go of it
        return lock if lock.tryLock(0) else None

    def _remove(self, slot: int) -> None:
        with suppress(OSError):
            self._file(slot).unlink()

    def _file(self, slot: int) -> Path:
        assert self._folder is not None
        return self._folder / f"{slot}{END}"


def read(file: Path) -> Draft | None:
    """What a file holds; None where it is no draft."""
    try:
        with open_regular(file) as source:
            head, _, octets = source.read(MOST_OCTETS + 1).partition(b"\n")
        edition, at = head.decode("ascii").split(" ")
        draft = Draft(octets.decode("utf-8", "surrogatepass"), edition, float(at))
    except (OSError, ValueError):
        return None
    is_whole = 0 < len(draft.text) <= LONGEST and edition in EDITIONS
    return draft if is_whole and 0 <= draft.at <= LAST_MOMENT else None
