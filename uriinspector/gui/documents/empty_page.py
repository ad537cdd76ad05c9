"""What stands in the workspace before there is anything in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.layouts import row

EMPTY = (
    "Lists the links in files and folders: web pages, emails, mailboxes, archives, calendars, "
    "text, PDFs, QR codes. Nothing is opened, fetched or run."
)


class EmptyPage(QFrame):
    """What to do, and buttons that do it."""

    def __init__(self, *buttons: QWidget) -> None:
        """Show them in the middle."""
        super().__init__()
        self.setObjectName("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 20, 40, 20)
        column.setSpacing(12)
        column.addStretch(2)
        for words, role in (
            (say("Drop or paste web pages or emails here"), "headline"),
            (say(EMPTY), "muted"),
        ):
            label = plain_label(words, role=role)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addLayout(row(None, *buttons, None))
        column.addStretch(3)
