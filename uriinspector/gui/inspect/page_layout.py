"""What stands below the verdict: the panes above, the tabs of proof below, or one of them.

A small window has no room for both: there the tabs are folded to their bar, and take the place of
the panes when one of them is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import GAP
from uriinspector.gui.widgets.view_parts import DividedPanes

if TYPE_CHECKING:
    from uriinspector.gui.inspect.tabs.tabs import Tabs
    from uriinspector.gui.theme import Theme

# Below this height there is room for one of them only.
BOTH = 400


class InspectLayout(DividedPanes):
    """Panes and tabs, each as high as the window allows."""

    def __init__(self, theme: Theme, panes: QWidget, tabs: Tabs) -> None:
        """Put the tabs below the panes."""
        super().__init__(Qt.Orientation.Vertical, say("Components, details"), GAP)
        self._theme = theme
        self._panes = panes
        self._tabs = tabs
        self._is_small = self._is_always_small = False
        self._is_wanted = True  # whether the tabs are to be seen where there is room for both
        for each in (panes, tabs):
            self.addWidget(each)
            self.setStretchFactor(self.count() - 1, 1)
        self.setSizes([BOTH, BOTH])
        tabs.unfold_requested.connect(self.unfold)

    def keep_small(self, *, on: bool) -> None:
        """Have room for one of them only, however high it grows: the page scrolls."""
        if on != self._is_always_small:
            self._is_always_small = on
            self._see_room()

    def unfold(self, wanted: bool) -> None:
        """Show the tabs, or leave only their bar."""
        if not self._is_small:
            self._is_wanted = wanted
        self._arrange(unfolded=wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether there is room for both."""
        super().resizeEvent(event)
        self._see_room()

    def _see_room(self) -> None:
        is_small = self._is_always_small or self.height() < self._theme.pixels(BOTH)
        if is_small != self._is_small:
            self._is_small = is_small
            has_room = not is_small or self._tabs.is_revealed
            self._arrange(unfolded=self._is_wanted and has_room)

    def _arrange(self, *, unfolded: bool) -> None:
        self._panes.setVisible(not (unfolded and self._is_small))
        self._tabs.fold(folded=not unfolded)
        self._tabs.setMaximumHeight(
            16_777_215 if unfolded else self._tabs.minimumSizeHint().height()
        )
        self.setSizes([BOTH, BOTH])
