"""A card with one of the two texts that are given: a full editor, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy

from uriinspector.gui.editor.excerpt_bar import ExcerptBar
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.visible_text import plain_label, show_tip
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme


MARGIN = 14


class ReferenceInput(QFrame):
    """A text that is typed here; it is taken apart as in the first workspace."""

    text_edited = Signal()

    def __init__(self, theme: Theme, words: str, hint: str, *widgets: QWidget) -> None:
        """Name the text; ``widgets`` stands at the right of its name."""
        super().__init__()
        self.setObjectName("field")
        self.selection = Selection()
        self.editor = UriEdit(theme, self.selection)
        self.editor.setAccessibleName(words)
        self.editor.setPlaceholderText(hint)
        self.state = plain_label(role="quiet")
        self.state.setWordWrap(False)
        self.state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._state = ""
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.inspection_job = InspectionJob(self)
        excerpt = ExcerptBar(self.editor)
        name = plain_label(words, role="quiet")
        name.setWordWrap(False)
        self._is_bare = False
        self._around = (name, self.state, *widgets)
        head = row(name, stretched(self.state), *widgets)
        column_of(
            head, self.editor, excerpt, None, into=self, margins=(MARGIN, 10, MARGIN, 10), spacing=2
        )
        self.editor.text_edited.connect(self.text_edited)
        self.inspection_job.inspected.connect(self.editor.show_inspection)
        self.inspection_job.waiting_changed.connect(excerpt.show_waiting)

    def text(self) -> str:
        """The text, exactly."""
        return self.editor.text()

    def tell_state(self, words: str) -> None:
        """Say what is known of the text; where there is little room, what follows the colon."""
        self._state = words
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much of it as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Measure by what stands beside it: it is laid out later."""
        widgets = (each for each in self._around if each is not self.state)
        room = self.width() - 2 * MARGIN - sum(each.sizeHint().width() + 8 for each in widgets)
        is_wide = self.state.fontMetrics().horizontalAdvance(self._state) < room
        self.state.setText(self._state if is_wide else self._state.rpartition(": ")[2])
        show_tip(self.state, "" if is_wide else self._state)

    def show_bare(self, bare: bool) -> None:
        """Show the text with nothing around it, or with its name and its parts."""
        if bare == self._is_bare:
            return
        self._is_bare = bare
        self.editor.has_ribbon = not bare
        self.editor.dress()
        for each in self._around:
            each.setVisible(not bare)

    def look(self, edition: str, base: str | None = None) -> None:
        """Have the text taken apart and coloured."""
        self.inspection_job.inspect(self.text(), edition, base)
