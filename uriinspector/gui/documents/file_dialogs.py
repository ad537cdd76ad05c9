"""Which files are meant: asked for in the dialogs of the platform, or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote, local_path

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData


def places(data: QMimeData) -> list[str]:
    """The files among what is brought; those of other machines by name alone, to be refused."""
    texts = bytes(data.data("text/uri-list").data()).decode("utf-8", "replace").splitlines()
    result = []
    for each in texts:
        path = local_path(each)
        if path is not None:
            result.append(path)
        elif is_remote(each):
            result.append(each)
    return result


def ask_for_files(parent: QWidget, folder: str) -> list[str]:
    """One or several files."""
    return QFileDialog.getOpenFileNames(parent, say("Web pages and emails"), folder)[0]


def ask_for_folder(parent: QWidget, folder: str) -> list[str]:
    """A folder with all that is in it."""
    title = say("Folder with web pages and emails")
    result = QFileDialog.getExistingDirectory(parent, title, folder)
    return [result] if result else []
