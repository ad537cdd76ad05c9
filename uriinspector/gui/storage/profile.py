"""The stored data of a window: settings, drafts, history, recent files, navigation.

A killed window leaves its draft file behind, which the next start finds. Each window locks a file
next to its draft, so that drafts of running windows are not taken. The files need not survive a
crash of the computer, so no write waits for the disk.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from uriinspector import EDITIONS
from uriinspector.analysis.list_folder import folder_in_use
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import remove_unfinished, replacing
from uriinspector.core.model import NamedTuple
from uriinspector.gui.jobs.latest_job import LatestWriter
from uriinspector.gui.storage.own_lists import NameFile, OwnLists, move_chosen_lists
from uriinspector.gui.storage.settings import Settings

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.storage.history import History
    from uriinspector.gui.storage.learning_record import LearningRecord


LONGEST_DRAFT = 1 << 20  # also the limit of the history
MOST_OCTETS = 4 * LONGEST_DRAFT + 100  # size of a draft file: header line and text
LAST_MOMENT = 1 << 37  # thousands of years from now
SLOTS = range(1, 17)  # further windows store no drafts
END = ".draft"


class Draft(NamedTuple):
    """The last text typed, with its edition and the time."""

    text: str
    edition: str
    at: float


class LeftDraft(NamedTuple):
    """The draft of a window that has ended; it is locked until ``DraftStore.let_go``."""

    draft: Draft
    slot: int


class DraftStore:
    """The drafts in one folder; if there is no folder, nothing is stored."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._own: QLockFile | None = None
        self._slot: int | None = None
        self._locks: dict[int, QLockFile] = {}
        self._typed = ""
        self._writer: LatestWriter[Draft | None] = LatestWriter(self._write, None)

    def keep(self, text: str, edition: str) -> None:
        """Write a text after a pause, replacing the window's previous draft."""
        if self._folder is None:
            return
        is_kept = 0 < len(text) <= LONGEST_DRAFT
        self._typed = text
        self._writer.put(Draft(text, edition, time.time()) if is_kept else None)

    def drop(self, text: str | None = None) -> None:
        """Delete the draft, now in the history; with ``text``, only if that is the draft."""
        if text is None or text == self._typed:
            self._writer.put(None)

    def finish(self) -> None:
        """Wait until the latest draft has been written."""
        self._writer.finish()

    def left(self, oldest: float = 0) -> list[LeftDraft]:
        """Return drafts of windows that have ended, oldest first; delete those older than
        ``oldest``.
        """
        if self._folder is None or not self._folder.is_dir():
            return []
        slots = [each for each in SLOTS if each != self._slot and self._file(each).exists()]
        result = []
        for slot in filter(self._reserve, slots):
            draft = read(self._file(slot))
            if draft is None or draft.at < oldest:
                self._free(slot)
            else:
                result.append(LeftDraft(draft, slot))
        return sorted(result, key=lambda left: left.draft.at)

    def let_go(self, left: LeftDraft) -> None:
        """Delete a draft that the history contains now."""
        self._free(left.slot)

    def clear(self) -> None:
        """Delete all drafts except those of other running windows."""
        self.drop()
        for each in self.left():
            self.let_go(each)

    def close(self) -> None:
        """Write the pending draft and unlock the files."""
        self._writer.close()
        for lock in (*self._locks.values(), *filter(None, [self._own])):
            lock.unlock()
        self._locks.clear()
        self._own = self._slot = None

    def _reserve(self, slot: int) -> bool:
        """Lock a slot; return False if the window that owns it is still running."""
        lock = self._locks.get(slot) or self._lock(slot)
        if lock is not None:
            self._locks[slot] = lock
        return lock is not None

    def _free(self, slot: int) -> None:
        lock = self._locks.pop(slot, None)
        if lock is not None:
            self._remove(slot)
            lock.unlock()

    def _write(self, draft: Draft | None) -> None:
        """Replace the draft file atomically; errors are ignored."""
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
        """Lock the first free slot without a draft; return False if there is none."""
        assert self._folder is not None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for slot in SLOTS:
            lock = None if slot in self._locks else self._lock(slot)
            if lock is not None and not self._file(slot).exists():
                self._own, self._slot = lock, slot
                return True
            if lock is not None:
                lock.unlock()
        return False

    def _lock(self, slot: int) -> QLockFile | None:
        """Lock a slot; return None if a running window has locked it."""
        place = self._file(slot).with_suffix(".lock")
        if place.exists() and not place.is_file():
            return None  # Qt would block on a named pipe
        lock = QLockFile(str(place))
        lock.setStaleLockTime(0)  # a lock never expires while its window is running
        return lock if lock.tryLock(0) else None

    def _remove(self, slot: int) -> None:
        with suppress(OSError):
            self._file(slot).unlink()

    def _file(self, slot: int) -> Path:
        assert self._folder is not None
        return self._folder / f"{slot}{END}"


def read(file: Path) -> Draft | None:
    """Read a draft file; return None if it is not a valid draft."""
    try:
        with open_regular(file) as source:
            head, _, octets = source.read(MOST_OCTETS + 1).partition(b"\n")
        edition, at = head.decode("ascii").split(" ")
        draft = Draft(octets.decode("utf-8", "surrogatepass"), edition, float(at))
    except (OSError, ValueError):
        return None
    is_whole = 0 < len(draft.text) <= LONGEST_DRAFT and edition in EDITIONS
    return draft if is_whole and 0 <= draft.at <= LAST_MOMENT else None


class KeyFile:
    """The file in which the user can change shortcuts."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.problems: tuple[str, ...] = ()

    def read(self, usual: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        """Return the shortcuts of each action: from the file, else the default ones."""
        if self.file is None or not self.file.exists():
            self.problems = ()
            return usual
        from uriinspector.gui.storage.key_rows import chosen_keys

        keys, self.problems = chosen_keys(self.file, usual)
        return keys


CASES, FILES = "cases", "files"
MOST_RECENT = 8
LONGEST_RECENT = 1 << 18  # maximum size of the file in bytes


class RecentPlaces:
    """The recent cases and files, newest first; without ``file``, they are not stored."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file

    def paths(self, kind: str) -> tuple[str, ...]:
        return tuple(self._paths[kind])

    def add(self, kind: str, path: str) -> None:
        """Move a path to the front of its list."""
        before = self._paths[kind]
        self._paths[kind] = [path, *(each for each in before if each != path)][:MOST_RECENT]
        if self._paths[kind] != before:
            self._save()

    def forget(self, path: str) -> None:
        """Remove a path from both lists."""
        for kind, paths in self._paths.items():
            self._paths[kind] = [each for each in paths if each != path]
        self._save()

    def clear(self) -> None:
        """Delete both lists and their file."""
        for paths in self._paths.values():
            paths.clear()
        if self._file:
            with suppress(OSError):
                self._file.unlink()

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        """Read both lists from the file, ignoring invalid entries."""
        import json

        values: object = None
        if self._file:
            with suppress(OSError, ValueError, RecursionError), open_regular(self._file) as file:
                values = json.loads(file.read(LONGEST_RECENT))
        lists = values if isinstance(values, dict) else {}
        return {kind: _texts(lists.get(kind)) for kind in (CASES, FILES)}

    def _save(self) -> None:
        """Write the file; errors are ignored."""
        import json

        if self._file is None:
            return
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._file, mode=0o600) as file:
                file.write(json.dumps(self._paths, indent=1).encode())


def _texts(value: object) -> list[str]:
    texts = value if isinstance(value, list) else []
    return list(dict.fromkeys(each for each in texts if isinstance(each, str) and each))[
        :MOST_RECENT
    ]


MOST = 500
DAY = 86_400


class Navigation:
    """The visited texts, for going back and forward; a new visit drops the texts ahead of it."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._at = -1

    def begin(self, texts: list[str]) -> None:
        """Insert the texts of earlier sessions, oldest first, before those of this session."""
        self._texts[:0] = texts
        self._at += len(texts)

    def visit(self, text: str) -> None:
        """Add a text after the current one, unless it is the same."""
        if self.here == text:
            return
        del self._texts[self._at + 1 :]
        self._texts.append(text)
        del self._texts[:-MOST]
        self._at = len(self._texts) - 1

    @property
    def here(self) -> str | None:
        """Return the current text; None before the first visit."""
        return self._texts[self._at] if self._at >= 0 else None

    def can_go(self, steps: int) -> bool:
        """Return True if there is a text ``steps`` ahead; negative steps go back."""
        return 0 <= self._at + steps < len(self._texts)

    def go(self, steps: int) -> str | None:
        """Move by ``steps`` and return the text there; None if there is none."""
        if not self.can_go(steps):
            return None
        self._at += steps
        return self._texts[self._at]

    def clear(self) -> None:
        self._texts.clear()
        self._at = -1


@dataclass
class Profile:
    """Everything stored for a window; without files and folders, it is kept only in memory."""

    settings: Settings = field(default_factory=Settings)
    protected: NameFile = field(default_factory=NameFile)
    known: NameFile = field(default_factory=NameFile)
    lists: OwnLists = field(default_factory=OwnLists)
    key_file: KeyFile = field(default_factory=KeyFile)
    navigation: Navigation = field(default_factory=Navigation)
    recent: RecentPlaces = field(default_factory=RecentPlaces)
    drafts: DraftStore = field(default_factory=DraftStore)
    history_file: Path | None = None
    learning_file: Path | None = None
    templates_file: Path | None = None
    cases_folder: Path | None = None

    @cached_property
    def history(self) -> History:
        """The history; its module is loaded on first use."""
        from uriinspector.gui.storage.history import History

        return History(self.history_file)

    @cached_property
    def learning(self) -> LearningRecord:
        """The answers to exercises; their module is loaded on first use."""
        from uriinspector.gui.storage.learning_record import LearningRecord

        return LearningRecord(self.learning_file)

    def keep(self, inspection: Inspection) -> None:
        """Add an inspected text to the navigation and, if enabled, to the history."""
        self.navigation.visit(inspection.text)
        if self.settings["history"]:
            severity = inspection.verdict.severity
            self.history.note(inspection.text, inspection.edition, severity)
            if self.history.problem is None:
                self.drafts.drop(inspection.text)

    def keep_draft(self, text: str, edition: str) -> None:
        """Save a text while it is being typed, until it is in the history."""
        if self.settings["history"]:
            self.drafts.keep(text, edition)

    def left_drafts(self) -> list[LeftDraft]:
        """Return the drafts of killed windows, oldest first; expired ones are deleted."""
        if not self.settings["history"]:
            self.drafts.clear()
            return []
        days = self.settings["days"]
        return self.drafts.left(time.time() - days * DAY if days else 0)

    def enter_draft(self, left: LeftDraft, inspection: Inspection) -> None:
        """Move a draft of a killed window into the history."""
        self.history.note(inspection.text, inspection.edition, inspection.verdict.severity)
        if self.history.problem is None:
            self.drafts.let_go(left)

    def note_opened(self, kind: str, path: str) -> None:
        """Add a case or a file to the recent cases or files, if the history is enabled."""
        if self.settings["history"]:
            self.recent.add(kind, path)

    @property
    def last_folder(self) -> str:
        """Return the folder of the most recent file, or ""."""
        paths = self.recent.paths(FILES)
        return str(Path(paths[0]).parent) if paths else ""

    def remember(self) -> str | None:
        """Delete expired entries, load earlier texts into the navigation, and return the
        last one.

        Expired entries are deleted even while the history is disabled, because it may have
        been enabled before.
        """
        is_on = self.settings["history"]
        if is_on or (self.history_file and self.history_file.exists()):
            self.history.forget(self.settings["days"])
        if not is_on:
            return None
        texts = [entry.text for entry in self.history.entries(most=100)]
        self.navigation.begin(texts[::-1])
        return texts[0] if texts else None

    def clear_history(self) -> None:
        """Clear the history, drafts, recent files and navigation."""
        self.history.clear()
        self.drafts.clear()
        self.recent.clear()
        self.navigation.clear()


def profile_at(settings: Path, data: Path) -> Profile:
    """Return the profile stored in two folders; delete a killed program's unfinished files."""
    lists = folder_in_use() or data / "lists"
    for folder in (settings, data, data / "drafts", data / "cases", lists):
        remove_unfinished(folder)
    move_chosen_lists(settings / "lists", lists)
    return Profile(
        Settings(settings / "settings.json"),
        NameFile(settings / "protected.txt"),
        NameFile(settings / "known.txt"),
        OwnLists(lists),
        key_file=KeyFile(settings / "keys.toml"),
        recent=RecentPlaces(data / "recent.json"),
        drafts=DraftStore(data / "drafts"),
        history_file=data / "history.sqlite",
        learning_file=data / "learn.sqlite",
        templates_file=settings / "templates.toml",
        cases_folder=data / "cases",
    )
