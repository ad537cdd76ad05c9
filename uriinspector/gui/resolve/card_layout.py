"""How the cards of the page stand: side by side where there is room, else one below another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import GAP, scrolled
from uriinspector.gui.widgets.divided_panes import DividedPanes
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.reading_order import ACROSS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from uriinspector.gui.resolve.reference_input import ReferenceInput
    from uriinspector.gui.resolve.target_card import TargetCard
    from uriinspector.gui.theme import Theme

# Before zoom: narrower than this, cards stand below each other.
NARROW, SIDE_BY_SIDE = 620, 760
# From here on there is room for three.
THREE = 1_500
STEPS_HEIGHT, SIDE_HEIGHT = 250, 380
CARD = 300  # of a table in their place
# Lower than this, a lesson shows the texts and nothing around them.
BARE, BARE_STEPS = 520, 180
PURPOSE = "Where does a relative link lead from the page that it is on? Step by step."
SHARE = 0.2  # of the height, that a text may take
INPUT_SHARE = 0.12  # that each of the two that are typed takes


class CardLayout:
    """The column of a page; it scrolls where the window is lower than what stands on it."""

    def __init__(self, theme: Theme, page: QWidget) -> None:
        """Begin with an empty page."""
        self._theme = theme
        self._page = page
        self._column = scrolled(page)
        self._column.setContentsMargins(16, 14, 16, 10)
        self._column.setSpacing(GAP)
        area = page.findChild(QScrollArea)
        assert area is not None
        self._area = area
        self.pages = QStackedWidget()
        self.pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def lay_out(
        self,
        givens: tuple[ReferenceInput, ...],
        target: TargetCard,
        body: tuple[QWidget, ...],
        way_back: QWidget,
    ) -> None:
        """Put everything on the page: ``body`` is what stands side by side at its foot."""
        self._inputs, self._target, self._feet = givens, target, body
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setObjectName(ACROSS)
        self._line.setSpacing(GAP)
        for given in givens:
            self._line.addWidget(given, 1)
        self.body = DividedPanes(Qt.Orientation.Horizontal, say("Steps, results"), GAP)
        for each in body:
            self.body.addWidget(each)
        self.body.setSizes([738, 446, 446])
        self.pages.addWidget(self.body)
        self._purpose = plain_label(say(PURPOSE), role="muted")
        self._column.addLayout(row(way_back, stretched(self._purpose)))
        self._column.addLayout(self._line)
        self._column.addWidget(target)
        self._column.addWidget(self.pages, 1)

    def fit(self, *, teaches: bool, is_second: bool) -> bool:
        """Follow the size of the page, and tell whether there is room for all three at its foot.

        Else ``is_second`` tells that it is the last of them that stands beside the first.
        """
        pixels, ways = self._theme.pixels, QBoxLayout.Direction
        width, height = self._page.width(), self._page.height()
        is_narrow = width < pixels(NARROW)
        self._line.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)
        is_wide = width >= pixels(SIDE_BY_SIDE)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.body.orientation() != orientation:
            self.body.setOrientation(orientation)
        has_room = width >= pixels(THREE)
        _steps, second, third = self._feet
        second.setVisible(not teaches and (has_room or not is_second))
        third.setVisible(not teaches and (has_room or is_second))
        self._purpose.setVisible(not teaches and height >= pixels(BARE))
        is_bare = teaches and height < pixels(BARE)
        least = BARE_STEPS if is_bare else STEPS_HEIGHT
        if not teaches:
            least = SIDE_HEIGHT if is_wide else STEPS_HEIGHT + GAP + SIDE_HEIGHT
        if self.pages.currentWidget() is not self.body:
            least = CARD
        self.pages.setMinimumHeight(pixels(least))
        for given in self._inputs:
            given.show_bare(is_bare)
        for given in self._inputs:
            if is_bare:
                given.editor.let_grow(height * SHARE)
            else:
                given.editor.keep_height(height * INPUT_SHARE)
        self._target.drawn.allow(height * SHARE)
        return has_room

    def follow(self, table: QTableView) -> None:
        """Keep the current row in sight where the page is higher than the window."""
        page = self._area.widget()
        if page is not None and table.isVisible():
            row = table.visualRect(table.currentIndex())
            place = table.viewport().mapTo(page, row.bottomLeft())
            self._area.ensureVisible(0, place.y(), 0, 2 * row.height())

    def look_at(self, card: QWidget) -> None:
        """Bring the card at the foot of the page into sight."""
        if card.isVisible():
            bar = self._area.verticalScrollBar()
            bar.setValue(self.pages.y() - GAP if bar.maximum() else 0)
