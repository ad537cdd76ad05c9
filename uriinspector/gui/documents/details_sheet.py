"""Details of a link where there is no room for them: folded to their bar, or a sheet over the rest.

Rows and details each with a scroll bar of their own would show two lines of either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.documents.file_list import FileList
    from uriinspector.gui.documents.link_details import LinkDetails
    from uriinspector.gui.theme import Theme

# With less height than this, before zoom, there is room for rows or details, not for both.
BOTH = 420
LIST = 80  # more where files are listed above them


class DetailsSheet(QObject):
    """Watches how high the workspace is, and puts the details where they belong."""

    def __init__(
        self,
        theme: Theme,
        area: QWidget,
        details: LinkDetails,
        others: Sequence[QWidget],
        files: FileList,
        go_back: Callable[[], object],
    ) -> None:
        """``others`` and the files make room; ``go_back`` gives the keys to them again."""
        super().__init__(area)
        self._theme, self._area, self._details = theme, area, details
        self._others, self._files, self._go_back = others, files, go_back
        self.is_small = self.is_open = False
        area.installEventFilter(self)
        details.unfold_requested.connect(self.unfold)

    def unfold(self, wanted: bool) -> None:
        """Show the sheet, or the rows again; where there is room both are there anyway."""
        if not self.is_small or wanted == self.is_open:
            return
        held = self._details.hasFocus() or self._details.isAncestorOf(self._details.focusWidget())
        self._arrange(is_open=wanted)
        if wanted:
            self._details.bar.setFocus()
        elif held:
            self._go_back()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Another height, or another zoom, may leave no room for both."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.StyleChange}:
            self.fit()
        return False

    def fit(self) -> None:
        """See whether there is room for rows and details."""
        least = BOTH + (LIST if self._files.is_listed else 0)
        is_small = self._area.height() < self._theme.pixels(least)
        if is_small != self.is_small:
            self.is_small = is_small
            self._arrange(is_open=False)
        elif is_small:
            self._details.fold(folded=not self.is_open, can_fold=True)

    def _arrange(self, *, is_open: bool) -> None:
        self.is_open = is_open
        for each in self._others:
            each.setVisible(not is_open)
        self._files.cover(covered=is_open)
        self._details.fold(folded=self.is_small and not is_open, can_fold=self.is_small)
