"""The slim rail on the left: one button for each workspace, and the theme's at its foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout

from uriinspector.gui.icons import RATIOS, icon
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uriinspector.gui.theme import Theme

WIDTH = 88


class RailTab(QToolButton):
    """The button of a workspace; screen readers meet it as a tab."""

    def checkStateSet(self) -> None:
        """Report another choice."""
        super().checkStateSet()
        self._report()

    def nextCheckState(self) -> None:
        """Report another choice."""
        super().nextCheckState()
        self._report()

    def _report(self) -> None:
        if QAccessible.isActive() and self.isChecked():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Selection))


class NavigationRail(QFrame):
    """Buttons of which one is chosen."""

    workspace_chosen = Signal(str)
    theme_requested = Signal()

    def __init__(self, theme: Theme, workspaces: Mapping[str, str], theme_words: str) -> None:
        """Offer the workspaces: name -> words; ``theme_words`` is what the theme's button says."""
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(say("Workspaces"))
        self._theme = theme
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(7, 12, 7, 12)
        column.setSpacing(5)
        for name, words in workspaces.items():
            button = self._button(RailTab(), words)
            button.setCheckable(True)
            button.clicked.connect(lambda _checked, name=name: self.workspace_chosen.emit(name))
            self._group.addButton(button)
            self.buttons[name] = button
            column.addWidget(button)
        column.addStretch(1)
        self.theme_button = self._button(QToolButton(), theme_words)
        self.theme_button.clicked.connect(self.theme_requested)
        column.addWidget(self.theme_button)
        self._draw((self.devicePixelRatioF(),))  # for the first frame; the window has more drawn

    def choose(self, name: str) -> None:
        """Show which workspace is open."""
        self.buttons[name].setChecked(True)
        for each, button in self.buttons.items():  # Tab reaches the chosen one, arrows the others
            button.setProperty("focusPolicy", "TabFocus" if each == name else "NoFocus")

    def dress(self) -> None:
        """Draw the icons in the colours of the theme."""
        self._draw(RATIOS)

    def _draw(self, ratios: Iterable[float]) -> None:
        self.setFixedWidth(self._theme.pixels(WIDTH))
        side = self._theme.pixels(20)
        for name, each in (*self.buttons.items(), ("theme", self.theme_button)):
            each.setIcon(icon(self._theme, name, "muted", "accent", ratios))
            each.setIconSize(QSize(side, side))

    def _button(self, button: QToolButton, words: str) -> QToolButton:
        button.setObjectName("rail")
        button.setText(words)
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
        return button
