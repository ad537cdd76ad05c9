"""Base class of the window's pages; a page can show a card about a clause or a finding."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget

from uriinspector.gui.jobs.latest_job import close_jobs, is_settled
from uriinspector.gui.widgets.view_parts import Restyled

if TYPE_CHECKING:
    from uriinspector.gui.inspect.drawer import Drawer


class CardPage(Restyled, QWidget):
    """A page of the window; cards about clauses and findings appear at its right edge."""

    clause_requested = Signal(str)
    explain_requested = Signal(object)  # a Finding

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("page")
        self.clause_requested.connect(lambda clause: self.drawer.show_clause(clause))
        self.explain_requested.connect(lambda finding: self.drawer.show_finding(finding))

    @cached_property
    def drawer(self) -> Drawer:
        """Return the drawer for cards; creating it imports the rules."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self)

    def is_settled(self) -> bool:
        """Return True if everything that was requested is shown."""
        return is_settled(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        close_jobs(self)
        super().closeEvent(event)

    def restyle(self) -> None:
        """Adapt to another theme or zoom."""

    def close_card(self) -> bool:
        """Close the card; return True if it was visible."""
        was_seen = "drawer" in self.__dict__ and self.drawer.isVisible()
        if "drawer" in self.__dict__:
            self.drawer.close_card()
        return was_seen
