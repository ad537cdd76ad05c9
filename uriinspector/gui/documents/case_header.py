"""The card above all: what was read, what was left out, and what can be added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from uriinspector.documents.cases.link_row import Head
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import header_text
from uriinspector.gui.documents.message_text import assessment
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import NEW_LINE, plain_label
from uriinspector.gui.text.pieces import plain_text as spoken
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import GAP, button, card, menu_button
from uriinspector.gui.widgets.layouts import column_of

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


class CaseHeader(QWidget):
    """Header card, envelope card, and how far the reading is."""

    cancelled = Signal()
    fixes_requested = Signal()

    def __init__(self, theme: Theme, cases: QMenu, adding: QMenu, exporting: QMenu) -> None:
        """Start with nothing to tell."""
        super().__init__()
        self.words = MarkedText(theme, is_uri=False)
        self.progress = plain_label(role="quiet")
        self.cancel = button(say("Cancel"), self.cancelled.emit)
        self.add = menu_button(say("Add"))
        self.add.setMenu(adding)
        self.cases = menu_button(say("Cases"))
        self.cases.setMenu(cases)
        self.fixes = button(say("Fixes…"), self.fixes_requested.emit)
        self.fixes.setAccessibleName(say("Review fixes"))
        self.export = menu_button(say("Export"))
        self.export.setMenu(exporting)
        self.envelope = MarkedText(theme)
        self._is_mail, self._has_room, self._is_listed = False, True, False
        self._is_busy = False
        self._lay_out()

    def show_case(
        self, case: OpenCase, file: int | None, current: Head | None, name: str = ""
    ) -> None:
        """Describe one file or all; ``name`` is that of a saved case of several files."""
        heads = case.heads if file is None else [case.heads[file]]
        name = name if len(heads) > 1 else ""
        pieces = header_text.header(heads, case, name, is_brief=not self._has_room)
        if pieces != self.words.pieces:
            self.words.show_pieces(pieces)
        head = heads[0] if len(heads) == 1 else current
        is_mail = head is not None and bool(head.envelopes) and head.kind != "mbox"
        self._is_mail = is_mail
        self._fit()
        if is_mail and head is not None:
            words = assessment(case.files.in_file(file or 0)[0]) if len(heads) == 1 else ()
            pieces = words + (NEW_LINE if words else ()) + header_text.envelope(head.envelopes[0])
            if spoken(pieces) != spoken(self.envelope.pieces):
                self.envelope.show_pieces(pieces)

    def text(self) -> str:
        """What the header says, for who cannot see it."""
        return " ".join(spoken(self.words.pieces).split())

    def show_envelope(self, *, wanted: bool) -> None:
        """Show the envelope, if there is one, or leave its room to the rows."""
        self._has_room = wanted
        self._fit()

    def show_list(self, is_listed: bool) -> None:
        """Where messages are listed, their envelopes are told of there and below."""
        self._is_listed = is_listed
        self._fit()

    def _fit(self) -> None:
        is_wanted = self._is_mail and not self._is_listed
        self.envelope_card.setVisible(is_wanted and self._has_room)
        self.updateGeometry()

    def show_progress(self, case: OpenCase | None) -> None:
        """Tell how far it is, or nothing where all is read."""
        was_busy, self._is_busy = self._is_busy, case is not None
        if was_busy and not self._is_busy:
            QTimer.singleShot(0, self, lambda: announce_answer(self, self.text()))
        self.progress.setText(header_text.progress(case) if case else "")
        for each in (self.progress, self.cancel):
            each.setVisible(case is not None)
        self.export.setEnabled(case is None)
        self.fixes.setEnabled(case is None)

    def _lay_out(self) -> None:
        words = QHBoxLayout()
        words.setSpacing(12)
        self.progress.setWordWrap(False)
        words.addWidget(self.words, 1)
        for each in (self.progress, self.cancel, self.cases, self.add, self.fixes, self.export):
            words.addWidget(each)
        self.envelope_card: QFrame = card(self.envelope)
        column_of(
            card(words, margins=(14, 8)),
            self.envelope_card,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=GAP,
        )
        self.envelope_card.hide()
