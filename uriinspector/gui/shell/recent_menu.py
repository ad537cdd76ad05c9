"""The menu of what was opened last, filled each time that it is opened; no file is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.gui.storage.recent import CASES, FILES
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.local_paths import is_remote
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from uriinspector.gui.shell.window_base import WindowBase

LONGEST = 64


def fill_recent(menu: QMenu, window: WindowBase) -> None:
    """Cases first, then files; with nothing to list the menu says so."""
    recent = window.profile.recent

    def build() -> None:
        menu.clear()
        for kind, title in ((CASES, say("Cases")), (FILES, say("Files"))):
            paths = recent.paths(kind)
            if paths:
                menu.addSection(title)
            for path in paths:
                action = menu.addAction(path_words(path).replace("&", "&&"))
                action.triggered.connect(lambda _on, path=path: open_recent(window, path))
        if menu.isEmpty():
            is_on = window.profile.settings["history"]
            words = say("No recent files") if is_on else say("The history is off")
            menu.addAction(words).setEnabled(False)
            return
        menu.addSeparator()
        menu.addAction(say("Clear this list")).triggered.connect(lambda _on: recent.clear())

    menu.aboutToShow.connect(build)


def path_words(path: str) -> str:
    """The name with its folder, both shortened in the middle."""
    place = Path(path)
    name, folder = (_cut(visible(each)) for each in (place.name or path, str(place.parent)))
    return f"{name}  –  {folder}" if place.name and folder != "." else name


def open_recent(window: WindowBase, path: str) -> None:
    """Open it again; what is gone is said to be, and listed no longer."""
    if not is_remote(path) and _is_there(path):
        if path in window.profile.recent.paths(CASES):
            window.open_workspace("documents")
        window.open_paths([path])
        return
    window.profile.recent.forget(path)
    name = visible(Path(path).name or path)
    words = say("{file} is no longer there. It was removed from the list.", file=name)
    window.tell(Notice(words, "medium"))


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2 - 1]}…{text[-LONGEST // 2 :]}"
