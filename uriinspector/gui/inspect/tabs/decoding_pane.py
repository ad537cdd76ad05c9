"""The layers of decoding: one click takes one layer of escapes off, another puts it back."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from uriinspector.gui.inspect.tabs.decoding_layers import Decoding, as_written, decoded_once
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row


class DecodingPane(QWidget):
    """A derived text beside the original, which stays as it is."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to decode."""
        super().__init__()
        self.layers: list[Decoding] = [as_written("")]
        self.heading = plain_label(say("Decoding layers"), role="title")
        self.heading.setWordWrap(False)
        self.summary = plain_label(role="quiet")
        self.text = MarkedText(theme)
        self.back = button(say("Back"), self._on_back)
        self.on = button(say("Decode once"), self._on_decode)
        column_of(
            row(self.heading, None, self.back, self.on),
            self.summary,
            self.text,
            into=self,
            margins=(0, 0, 0, 0),
            spacing=4,
        )

    def show_text(self, text: str) -> None:
        """Begin with the text as it is written."""
        self.layers = [as_written(text)]
        self._show()

    def _on_decode(self) -> None:
        if self.layers[-1].has_more:
            self.layers.append(decoded_once(self.layers[-1].text))
            self._show()

    def _on_back(self) -> None:
        del self.layers[max(1, len(self.layers) - 1) :]
        self._show()

    def _show(self) -> None:
        last, depth = self.layers[-1], len(self.layers) - 1
        self.text.show_pieces(last.pieces)
        self.summary.setText(_depth_text(depth, last))
        self.back.setEnabled(depth > 0)
        self.on.setEnabled(last.has_more)


def _depth_text(depth: int, last: Decoding) -> str:
    if not depth:
        return say("As written.")
    text = (
        say("Decoded once. Places changed: {runs}.", runs=last.runs)
        if depth == 1
        else say(
            "Decoded {depth} times. Places changed in the last pass: {runs}.",
            depth=depth,
            runs=last.runs,
        )
    )
    return text if last.has_more else f"{text} {say('No percent-encoding left.')}"
