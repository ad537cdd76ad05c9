"""The question before files are changed in place: which, and what is kept of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from uriinspector.documents.fixes.proposals import BACKUP
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.dialog_sheet import DialogSheet
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.fixes.review_stream import ReviewSource
    from uriinspector.gui.theme import Theme

SIZE = (560, 260)
MOST = 6


class PlaceConfirmation(DialogSheet):
    """Names the files; only the button that says so changes them."""

    confirmed = Signal()

    def __init__(
        self, parent: QWidget, theme: Theme, files: Sequence[ReviewSource], links: int
    ) -> None:
        """Ask about these files."""
        super().__init__(parent, theme, say("Change files in place"), SIZE)
        count = say_count(links, "1 link will be changed", "{count} links will be changed")
        names = [visible(each.path or each.name) for each in files[:MOST]]
        if len(files) > MOST:
            names.append(say("and {count} more", count=len(files) - MOST))
        kept = say(
            "A copy of each old file is kept next to it, with the ending {ending}.", ending=BACKUP
        )
        mail = say("A changed email no longer matches its signatures, such as DKIM.")
        is_mail = any(each.name.lower().endswith((".eml", ".mbox")) for each in files)
        words = [say("{changed} in:", changed=count), *names, kept, *([mail] if is_mail else [])]
        self.words = plain_label("\n".join(words))
        self.body.addWidget(self.words)
        self.body.addStretch(1)
        self.accepting = button(say("Change in place"), self._on_accepted)
        self.body.addLayout(row(None, self.accepting))

    def _on_accepted(self) -> None:
        self.accept()
        self.confirmed.emit()
