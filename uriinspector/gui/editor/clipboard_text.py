"""What leaves the editor: a whole link defanged, a part of it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QClipboard, QDrag, QGuiApplication

from uriinspector.core.expression import expression
from uriinspector.gui.accessibility.announcements import announce_copy

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.core.model import Span


HALF = expression("[\ud800-\udfff]")
SIGN = b"\xef\xbb\xbf"


def leaving(text: str, span: Span) -> str:
    """Give what a copy of a run holds."""
    if span != (0, len(text)):
        return span.of(text)
    from uriinspector.analysis.defang import defang, still_defanged  # with the first copy

    return still_defanged(text, defang)


def to_clipboard(text: str) -> None:
    """Put a text on the clipboard; half a pair has no form there."""
    QGuiApplication.clipboard().setText(sendable(text))
    announce_copy(text)


def to_selection(text: str) -> None:
    """Offer a text to the middle button, where there is such a thing (X11)."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection():
        clipboard.setText(sendable(text), QClipboard.Mode.Selection)


def drag(source: QWidget, text: str) -> None:
    """Let a text be dragged out; what it is dragged from stays as it is."""
    data = QMimeData()
    data.setText(sendable(text))
    carried = QDrag(source)
    carried.setMimeData(data)
    carried.exec(Qt.DropAction.CopyAction)


def sendable(text: str) -> str:
    """Give a text in the form in which Qt gets all of it.

    Half a pair has no form outside.  A first U+FEFF or U+FFFE would be taken for a sign of the
    order of octets: it is dropped, or all that follows is turned round.
    """
    if HALF.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return f"\ufeff{text}" if text.startswith(("\ufeff", "\ufffe")) else text


def text_of(data: QMimeData) -> str:
    """Take the text that came in, with the first U+FEFF that Qt takes for a sign."""
    text = data.text()
    is_dropped = data.hasText() and bytes(data.data("text/plain").data()[:3]) == SIGN
    return f"\ufeff{text}" if is_dropped and not text.startswith("\ufeff") else text
