"""The strip above the editor: the link was defanged or wrapped, and which form of it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from uriinspector.analysis.derived import DEFANGED
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.theme import Theme


class DerivedStrip(NoticeStrip):
    """Says what was changed, and offers the other form; closed, it stays so for the same text."""

    form_requested = Signal(str)  # the text to be shown

    def __init__(self, theme: Theme) -> None:
        """Start hidden."""
        super().__init__(theme)
        self._closed_for: str | None = None
        self._text: str | None = None

    def show_inspection(self, inspection: Inspection | None, shown: str) -> None:
        """Say what the shown text is to the other one, where there are two."""
        if inspection is None or inspection.derived is None or inspection.meant is inspection:
            self._text = None
            self.hide()
            return
        self._text = inspection.text
        if self._text == self._closed_for:
            return
        is_written = shown == inspection.text
        other = inspection.meant.text if is_written else inspection.text
        is_defanged = inspection.derived.how == DEFANGED
        words = _words(len(inspection.derived.changes), is_defanged=is_defanged)
        if is_written:
            words = say("Defanged link, as written.") if is_defanged else say("Link, as written.")
        does = say("Show original link") if is_defanged else say("Show the link inside")
        does = does if is_written else say("Show as written")
        self.tell(Notice(words, "info", does, lambda: self.form_requested.emit(other)))
        self.does.setAccessibleDescription(words)

    def dismiss(self) -> None:
        """Say nothing more about this text."""
        self._closed_for = self._text
        super().dismiss()

    def _act(self) -> None:
        """Go to the other form; the strip stays, to come back by."""
        if self._action is not None:
            self._action()


def _words(count: int, *, is_defanged: bool) -> str:
    if not is_defanged:
        return say("The text around the link was removed.")
    if count == 1:
        return say("Defanged link: 1 change undone.")
    return say("Defanged link: {count} changes undone.", count=count)
