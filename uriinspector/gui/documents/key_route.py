"""Where the keys go: from the list of files to their links and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from uriinspector.gui.documents.detail_tabs import MESSAGE, SOURCE

if TYPE_CHECKING:
    from uriinspector.gui.documents.workspace_layout import DocumentsLayout


class KeyRoute(QObject):
    """Watches the parts of the workspace."""

    def __init__(self, body: DocumentsLayout) -> None:
        """Watch the lists."""
        super().__init__(body)
        self._body = body
        body.files.appeared.connect(self._on_list)
        body.files.table.row_opened.connect(self._on_file_opened)
        body.table.left.connect(self._on_left)

    def _on_file_opened(self, _number: int) -> None:
        """Its links are looked at one by one."""
        self._body.table.setFocus()
        self._body.details.show_tab(SOURCE)

    def _on_left(self) -> None:
        """Back to what one goes through."""
        if self._body.files.is_listed:
            self._body.files.table.setFocus()
            self._body.details.show_tab(MESSAGE)

    def _on_list(self) -> None:
        """What one goes through has come: the keys go there, unless they were put elsewhere."""
        self._body.details.suggest_tab(MESSAGE)
        focus = QApplication.focusWidget()
        is_elsewhere = focus is not None and self._body.isAncestorOf(focus)
        if self._body.table.hasFocus() or not is_elsewhere:
            self._body.files.table.setFocus()
