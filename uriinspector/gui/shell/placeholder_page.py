"""What is painted first: the bare cards of a page, in place of which the page itself comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from uriinspector.gui.widgets.cards import GAP, card

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

# Heights of the cards that do not stretch, before zoom: the text's and the verdict's.
HEIGHTS = (104, 70)


def placeholder_page(theme: Theme) -> QWidget:
    """Lay out cards with nothing on them."""
    page = QWidget()
    page.setObjectName("page")
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 14, 16, 10)
    column.setSpacing(GAP)
    for height in HEIGHTS:
        blank = card()
        blank.setFixedHeight(theme.pixels(height))
        column.addWidget(blank)
    column.addWidget(card(), 1)
    return page
