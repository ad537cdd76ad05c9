"""The tabs about the current link: only those that it has are in the bar, for eyes and readers.

A tab that Qt merely hides is still met by a screen reader, so one that is not offered is not there.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QTabBar

from uriinspector.gui.text.translation import say

SOURCE, INSPECTION, PICTURE, MESSAGE = range(4)
# As the command line calls them.
TABS = {"source": SOURCE, "inspection": INSPECTION, "image": PICTURE, "message": MESSAGE}


class DetailTabs(QTabBar):
    """Tabs by what they show; the order is always the same."""

    tab_chosen = Signal(int)  # by somebody, not by the program

    def __init__(self) -> None:
        """Begin with what every link has."""
        super().__init__()
        self.setAccessibleName(say("Link details"))
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self._words = {
            SOURCE: say("Source"),
            INSPECTION: say("Inspection"),
            PICTURE: say("Image"),
            MESSAGE: say("Message"),
        }
        self._offered = [SOURCE, INSPECTION]
        for tab in self._offered:
            self.addTab(self._words[tab])
        self.currentChanged.connect(lambda _at: self.tab_chosen.emit(self.tab))

    @property
    def tab(self) -> int:
        """The one that is looked at."""
        return self._offered[max(self.currentIndex(), 0)]

    def offers(self, tab: int) -> bool:
        """Whether it is there."""
        return tab in self._offered

    def place_of(self, tab: int) -> QRect:
        """Where it is in the bar."""
        return self.tabRect(self._offered.index(tab))

    def look_at(self, tab: int) -> None:
        """Look at one that is there."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._offered.index(tab))

    def offer(self, tab: int, *, wanted: bool) -> None:
        """Put one into the bar, or take it out."""
        if wanted == self.offers(tab):
            return
        with QSignalBlocker(self):
            self._offer(tab, wanted=wanted)

    def _offer(self, tab: int, *, wanted: bool) -> None:
        if wanted:
            at = sum(each < tab for each in self._offered)
            self._offered.insert(at, tab)
            self.insertTab(at, self._words[tab])
        else:
            at = self._offered.index(tab)
            del self._offered[at]
            self.removeTab(at)
            self._forget_interface()

    def _forget_interface(self) -> None:
        """Qt's interface keeps a tab by its number: a reader would meet one without a name."""
        interface = QAccessible.queryAccessibleInterface(self)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(interface))

    def call(self, tab: int, words: str) -> None:
        """Give one another name."""
        self._words[tab] = words
        if self.offers(tab):
            self.setTabText(self._offered.index(tab), words)
