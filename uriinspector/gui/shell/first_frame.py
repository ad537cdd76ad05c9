"""What the window shows until it has been painted once: names of menus, and empty cards.

Nothing that is loaded for it may ask for a name of ``PySide6.QtCore.Qt``: for the first one PySide6
makes all of its 90 enumerations, which takes longer than this frame takes to be laid out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from uriinspector.gui.shell.action_spec import MENUS
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from uriinspector.gui.theme import Theme

# Heights of the cards that do not stretch, before zoom: the text's and the verdict's.
HEIGHTS = (104, 70)
STATUS_BAR = 29  # the room of the line at the foot


def name_menus(bar: QMenuBar) -> None:
    """Show what menus there will be."""
    for name, words in MENUS.items():
        if "/" not in name:
            bar.addMenu(say(words))


def placeholder_page(theme: Theme) -> QWidget:
    """Lay out cards with nothing on them."""
    page = QWidget()
    page.setObjectName("page")
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 14, 16, 10 + theme.pixels(STATUS_BAR))
    column.setSpacing(12)
    for height in (*HEIGHTS, None):
        card = QFrame()
        card.setObjectName("card")
        if height:
            card.setFixedHeight(theme.pixels(height))
        column.addWidget(card)
    return page
