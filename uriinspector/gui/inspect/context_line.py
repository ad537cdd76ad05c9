"""The line below the editor, always as high: the base, and in which form the text is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uriinspector.gui.editor.uri_edit import LEAST, BaseField
from uriinspector.gui.inspect.derived_strip import DerivedStrip
from uriinspector.gui.text.pieces import TextForm
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import row, stretched

HEIGHT, BETWEEN = 30, 12  # before zoom


class ContextLine(QWidget):
    """What is known of the text besides itself; nothing here moves what lies below."""

    def __init__(self, theme: Theme) -> None:
        """Start without a base and without other forms."""
        super().__init__()
        self._theme = theme
        self.base = BaseField(theme, say("No base"))
        self.forms = DerivedStrip(theme)
        line = row(
            stretched(self.base), self.forms, into=self, margins=(0, 0, 0, 0), spacing=BETWEEN
        )
        line.setStretch(1, 0)
        self._fit()

    def show_forms(self, forms: tuple[TextForm, ...], shown: TextForm | None) -> None:
        """Say in which of its forms the text is shown."""
        self.forms.show_forms(forms, shown)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom: other widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "forms"):
            self._fit()

    def _fit(self) -> None:
        """The words of the form have their room first; the base may go where it is empty."""
        self.setFixedHeight(self._theme.pixels(HEIGHT))
        has_forms = not self.forms.isHidden()
        wanted = self.forms.narrowest() if has_forms else 0
        left = self.width() - wanted - BETWEEN * has_forms
        least, name = self._theme.pixels(LEAST), self.base.name.sizeHint().width()
        self.base.name.setVisible(not has_forms or left >= least + name + 8)
        self.base.setVisible(not has_forms or left >= least or self.base.base is not None)
        if not self.base.isHidden():
            wanted = min(wanted, max(self.width() - least - BETWEEN, 0))
        self.forms.setFixedWidth(max(wanted, 1))
