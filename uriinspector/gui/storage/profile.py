"""What the window keeps between two starts: settings, history, protected names, templates."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_folder import folder_in_use
from uriinspector.analysis.whole_files import remove_unfinished
from uriinspector.gui.storage.drafts import DraftStore
from uriinspector.gui.storage.key_file import KeyFile
from uriinspector.gui.storage.name_file import NameFile
from uriinspector.gui.storage.own_lists import OwnLists, move_chosen_lists
from uriinspector.gui.storage.recent import FILES, RecentPlaces
from uriinspector.gui.storage.settings import Settings

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.storage.drafts import LeftDraft
    from uriinspector.gui.storage.history import History
    from uriinspector.gui.storage.learning_record import LearningRecord

MOST = 500
DAY = 86_400


class Navigation:
    """Where one has been; who goes back and then elsewhere drops what lay ahead."""

    def __init__(self) -> None:
        """Start nowhere."""
        self._texts: list[str] = []
        self._at = -1

    def begin(self, texts: list[str]) -> None:
        """Put what was looked at in earlier sessions behind this one; the oldest first."""
        self._texts[:0] = texts
        self._at += len(texts)

    def visit(self, text: str) -> None:
        """Go on to a text; the one that one is at already is not entered twice."""
        if self.here == text:
            return
        del self._texts[self._at + 1 :]
        self._texts.append(text)
        del self._texts[:-MOST]
        self._at = len(self._texts) - 1

    @property
    def here(self) -> str | None:
        """The text that one is at."""
        return self._texts[self._at] if self._at >= 0 else None

    def can_go(self, steps: int) -> bool:
        """Whether there is something that many steps ahead, or behind if below nought."""
        return 0 <= self._at + steps < len(self._texts)

    def go(self, steps: int) -> str | None:
        """Go there, if there is something."""
        if not self.can_go(steps):
            return None
        self._at += steps
        return self._texts[self._at]

    def clear(self) -> None:
        """Know of nothing any more."""
        self._texts.clear()
        self._at = -1


@dataclass
class Profile:
    """One for each window; without folders it keeps nothing."""

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
        """The history, whose library is loaded when it is first asked for."""
        from uriinspector.gui.storage.history import History

        return History(self.history_file)

    @cached_property
    def learning(self) -> LearningRecord:
        """What was answered in exercises."""
        from uriinspector.gui.storage.learning_record import LearningRecord

        return LearningRecord(self.learning_file)

    def keep(self, inspection: Inspection) -> None:
        """Enter what was looked at."""
        self.navigation.visit(inspection.text)
        if self.settings["history"]:
            severity = inspection.verdict.severity
            self.history.note(inspection.text, inspection.edition, severity)
            if self.history.problem is None:
                self.drafts.drop(inspection.text)

    def keep_draft(self, text: str, edition: str) -> None:
        """Keep what is being typed, until it is entered."""
        if self.settings["history"]:
            self.drafts.keep(text, edition)

    def left_drafts(self) -> list[LeftDraft]:
        """What was typed before the program was killed, and is not too old; the oldest first."""
        if not self.settings["history"]:
            self.drafts.clear()
            return []
        days = self.settings["days"]
        return self.drafts.left(time.time() - days * DAY if days else 0)

    def enter_draft(self, left: LeftDraft, inspection: Inspection) -> None:
        """Enter what was left: it was looked at, too."""
        self.history.note(inspection.text, inspection.edition, inspection.verdict.severity)
        if self.history.problem is None:
            self.drafts.let_go(left)

    def note_opened(self, kind: str, path: str) -> None:
        """List a case or a file among those that were opened last."""
        if self.settings["history"]:
            self.recent.add(kind, path)

    @property
    def last_folder(self) -> str:
        """Where the file is that was opened last; "" where nothing is kept of that."""
        paths = self.recent.paths(FILES)
        return str(Path(paths[0]).parent) if paths else ""

    def remember(self) -> str | None:
        """Drop what is too old, put the rest behind this session, and give the last text.

        What is too old goes also while no history is kept: it was kept before that.
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
        """Forget where one has been."""
        self.history.clear()
        self.drafts.clear()
        self.recent.clear()
        self.navigation.clear()


def profile_at(settings: Path, data: Path) -> Profile:
    """What is kept in two folders; what a killed program left there unfinished is removed."""
    lists = folder_in_use() or data / "lists"
    for folder in (settings, data, data / "drafts", data / "cases", lists):
        remove_unfinished(folder)
    move_chosen_lists(settings / "lists", lists)
    return Profile(
        Settings(settings / "uriinspector.ini"),
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
