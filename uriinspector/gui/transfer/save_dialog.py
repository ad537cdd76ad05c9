"""Where a file is to be written: asked for, with the ending that its kind has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QFileDialog

from uriinspector.documents.cases.schema import ENDING as CASE_ENDING
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.local_paths import is_remote

if TYPE_CHECKING:
    from collections.abc import Callable


def ask_for_file(title: str, name: str, ending: str) -> str:
    """Ask in the dialog of the platform; "" where nothing was chosen.

    ``name`` has no ending yet, and may begin with the folder that is to be shown.
    """
    folder = str(Path(name).parent) if Path(name).is_absolute() else ""
    dialog = QFileDialog(QApplication.activeWindow(), title, folder, f"*.{ending}")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(f"{Path(name).name}.{ending}")
    result = ""
    while not result and dialog.exec():
        chosen = dialog.selectedFiles()[0]
        whole = with_ending(chosen, ending)
        if whole == chosen or is_remote(whole) or not Path(whole).exists():
            result = whole
        else:
            dialog.selectFile(whole)  # it asks about what is there by that name
    dialog.deleteLater()
    return result


def may_be_written(place: str, complain: Callable[[str], object]) -> bool:
    """Whether a place was chosen, and on this machine; complain of one that is elsewhere."""
    if not is_remote(place):
        return bool(place)
    complain(say("Network locations are never written to."))
    return False


def with_ending(path: str, ending: str) -> str:
    """The path with its ending; one that another of our files has was meant so.

    What follows a dot is no ending otherwise: files are called "www.example.com" and "case 1.2".
    """
    last = path.rpartition(".")[2].casefold()
    return path if last in {ending, *_endings()} else f"{path}.{ending}"


def _endings() -> set[str]:
    links = {each.ending for each in LINK_FORMATS.values()}
    return links | {each.ending for each in CASE_FORMATS.values()} | {CASE_ENDING, "txt", "htm"}
