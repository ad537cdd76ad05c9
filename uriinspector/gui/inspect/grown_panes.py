"""Components and findings as high as what is in them, where the page itself has to scroll.

In a low window three scroll bars would stand in each other; there the one of the page is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from uriinspector.gui.inspect.components import Components
    from uriinspector.gui.inspect.findings import Findings
    from uriinspector.gui.inspect.page_layout import InspectLayout
    from uriinspector.gui.theme import Theme

LOW = 480  # a page that is lower than this, before zoom, has one scroll bar


class GrownPanes:
    """Lets the panes grow in a low page, and keeps the row that the keys come to in sight."""

    def __init__(
        self, theme: Theme, layout: InspectLayout, components: Components, findings: Findings
    ) -> None:
        """Begin with panes that scroll by themselves."""
        self._theme = theme
        self._is_low = False
        self._layout, self._components, self._findings = layout, components, findings
        findings.list.entered_row.connect(lambda place: self._follow(findings.list, place))
        components.tree.current_row_moved.connect(
            lambda place: self._follow(components.tree, place)
        )

    def fit(self, height: int) -> None:
        """Follow the height of the page."""
        self._is_low = is_low = height < self._theme.pixels(LOW)
        self._layout.keep_small(on=is_low)
        self._components.grow(on=is_low)
        self._findings.grow(on=is_low)

    def _follow(self, view: QWidget, place: QRect) -> None:
        if not self._is_low or not view.hasFocus():
            return  # a caret that moves in the text moves no page
        area = view.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        page = area.widget() if area is not None else None
        if area is not None and page is not None:
            shown = QRect(view.mapTo(page, place.topLeft()), place.size())
            for corner in (shown.bottomLeft(), shown.topLeft()):
                area.ensureVisible(0, corner.y(), 0, self._theme.pixels(8))
