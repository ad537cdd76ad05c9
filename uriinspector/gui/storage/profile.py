"""What the window keeps between two starts: settings, history, protected names, templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.gui.storage.name_file import NameFile
from uriinspector.gui.storage.navigation import Navigation
from uriinspector.gui.storage.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.storage.history import History


@dataclass
class Profile:
    """One for each window; without folders it keeps nothing."""

    settings: Settings = field(default_factory=Settings)
    protected: NameFile = field(default_factory=NameFile)
    known: NameFile = field(default_factory=NameFile)
    navigation: Navigation = field(default_factory=Navigation)
    history_file: Path | None = None
    templates_file: Path | None = None
    cases_folder: Path | None = None

    @cached_property
    def history(self) -> History:
        """The history, whose library is loaded when it is first asked for."""
        from uriinspector.gui.storage.history import History

        return History(self.history_file)

    def keep(self, inspection: Inspection) -> None:
        """Enter what was looked at."""
        self.navigation.visit(inspection.text)
        if self.settings["history"]:
            severity = inspection.verdict.severity
            self.history.note(inspection.text, inspection.edition, severity)

    def remember(self) -> str | None:
        """Drop what is too old, put the rest behind this session, and give the last text."""
        if not self.settings["history"]:
            return None
        self.history.forget(self.settings["days"])
        texts = [entry.text for entry in self.history.entries(most=100)]
        self.navigation.begin(texts[::-1])
        return texts[0] if texts else None

    def clear_history(self) -> None:
        """Forget where one has been."""
        self.history.clear()
        self.navigation.clear()


def profile_at(settings: Path, data: Path) -> Profile:
    """What is kept in two folders."""
    return Profile(
        Settings(settings / "uriinspector.ini"),
        NameFile(settings / "protected.txt"),
        NameFile(settings / "known.txt"),
        history_file=data / "history.sqlite",
        templates_file=settings / "templates.toml",
        cases_folder=data / "cases",
    )
