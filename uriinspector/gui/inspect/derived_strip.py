"""The line below the editor that names the shown form of the link and offers its other forms."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uriinspector.analysis.derived import (
    ADDRESS_BAR,
    DEFANGED,
    EMAIL,
    ENCODED,
    NETWORK_PATH,
    WRAPPED,
)
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.pieces import WRITTEN, TextForm, is_replaced, show_tip
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

QUIET = TextStyle("muted", 12)
BY_GRAMMAR = "Read by the grammar."
READ = {
    ADDRESS_BAR: 'Read as in an address bar: "{added}" added.',
    EMAIL: 'Read as in an email app: "{added}" added.',
    NETWORK_PATH: 'Read as in an https page: "{added}" added.',
}
AS_WRITTEN = {
    DEFANGED: "Defanged link, as written.",
    ENCODED: "Percent-encoded link, as written.",
    WRAPPED: "Link, as written.",
}
# Labels of the buttons that show another form.
WAYS = {
    DEFANGED: "Show original link",
    ENCODED: "Show decoded link",
    WRAPPED: "Show the link inside",
    ADDRESS_BAR: "Read as in an address bar",
    EMAIL: "Read as in an email app",
    NETWORK_PATH: "Read as in an https page",
}


class DerivedStrip(QWidget):
    """Names the shown form and offers the others; hidden if there is only one."""

    form_requested = Signal(str)  # the text to be shown

    def __init__(self) -> None:
        super().__init__()
        self._first = self._second = ""
        self.words = ParagraphLabel(most=1)
        self.does = button("", lambda: self.form_requested.emit(self._first))
        self.does_also = button("", lambda: self.form_requested.emit(self._second))
        margins = (0, 0, 0, 0)
        row(stretched(self.words), self.does, self.does_also, into=self, margins=margins)
        self.hide()

    def show_forms(self, forms: tuple[TextForm, ...], shown: TextForm | None) -> None:
        """Describe the shown form if there are several, otherwise hide."""
        if shown is None or len(forms) < 2:
            self.hide()
            return
        first, *others = (each for each in forms if each is not shown)
        words = _words(shown, forms)
        self.words.set_runs([TextRun(words, QUIET)])
        show_tip(self.words, words)
        self._first = first.text
        self.does.setText(_way(first, forms))
        self._second = others[0].text if others else ""
        self.does_also.setText(_way(others[0], forms) if others else "")
        self.does_also.setVisible(bool(others))
        for each in (self.does, self.does_also):
            each.setAccessibleDescription(words)
        self.show()


def _way(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how != WRITTEN:
        return say(WAYS[form.how])
    return say("Show as written") if is_replaced(forms) else say("Read by the grammar")


def _words(form: TextForm, forms: tuple[TextForm, ...]) -> str:
    if form.how in READ:
        return say(READ[form.how], added=form.added)
    if form.how == WRAPPED:
        return say("The text around the link was removed.")
    if form.how == ENCODED:
        return say("Percent-encoded link, decoded.")
    if form.how == DEFANGED:
        one, many = "Defanged link: 1 change undone.", "Defanged link: {count} changes undone."
        return say_count(form.changes, one, many)
    if not is_replaced(forms):
        return say(BY_GRAMMAR)
    return say(AS_WRITTEN[forms[1].how])
