"""The strip below the editor: in which form the text is shown, and the way to its other forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from uriinspector.analysis.derived import ADDRESS_BAR, DEFANGED, EMAIL, NETWORK_PATH, WRAPPED
from uriinspector.gui.text.text_forms import WRITTEN, is_replaced
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.gui.text.text_forms import TextForm
    from uriinspector.gui.theme import Theme

BY_GRAMMAR = "Read by the grammar."
READ = {
    ADDRESS_BAR: 'Read as in an address bar: "{added}" added.',
    EMAIL: 'Read as in an email app: "{added}" added.',
    NETWORK_PATH: 'Read as in an https page: "{added}" added.',
}
# What leads to a form.
WAYS = {
    DEFANGED: "Show original link",
    WRAPPED: "Show the link inside",
    ADDRESS_BAR: "Read as in an address bar",
    EMAIL: "Read as in an email app",
    NETWORK_PATH: "Read as in an https page",
}


class DerivedStrip(NoticeStrip):
    """Says which form is shown, and offers the others; closed, it stays so for the same text."""

    form_requested = Signal(str)  # the text to be shown

    def __init__(self, theme: Theme) -> None:
        """Start hidden."""
        super().__init__(theme)
        self._closed_for: str | None = None
        self._text: str | None = None
        self._second = ""
        self.does_also = button("", lambda: self.form_requested.emit(self._second))
        layout = self.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.insertWidget(layout.indexOf(self.does) + 1, self.does_also)

    def show_forms(self, forms: tuple[TextForm, ...], shown: TextForm | None) -> None:
        """Say what is shown, where there are several forms."""
        if shown is None or len(forms) < 2:
            self._text = None
            self.hide()
            return
        self._text = forms[0].text
        if self._text == self._closed_for:
            return
        first, *others = (each for each in forms if each is not shown)
        words = _words(shown, forms)
        self.tell(Notice(words, "info", _way(first, forms), lambda: self._request(first.text)))
        self._second = others[0].text if others else ""
        self.does_also.setText(_way(others[0], forms) if others else "")
        self.does_also.setVisible(bool(others))
        for each in (self.does, self.does_also):
            each.setAccessibleDescription(words)

    def dismiss(self) -> None:
        """Say nothing more about this text."""
        self._closed_for = self._text
        super().dismiss()

    def _request(self, text: str) -> None:
        self.form_requested.emit(text)

    def _act(self) -> None:
        """Go to the other form; the strip stays, to come back by."""
        if self._action is not None:
            self._action()


def _way(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how != WRITTEN:
        return say(WAYS[form.how])
    return say("Show as written") if is_replaced(forms) else say("Read by the grammar")


def _words(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how in READ:
        return say(READ[form.how], added=form.added)
    if form.how == WRAPPED:
        return say("The text around the link was removed.")
    if form.how == DEFANGED:
        one, many = "Defanged link: 1 change undone.", "Defanged link: {count} changes undone."
        return say_count(form.changes, one, many)
    if not is_replaced(forms):
        return say(BY_GRAMMAR)
    is_defanged = forms[1].how == DEFANGED
    return say("Defanged link, as written.") if is_defanged else say("Link, as written.")
