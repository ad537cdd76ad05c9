"""What leaves the editor: a whole link defanged, a part of it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QClipboard, QDrag, QGuiApplication

from uriinspector.analysis.defang import defang

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.core.model import Span


def leaving(text: str, span: Span) -> str:
    """Give what a copy of a run holds."""
    return defang(text) if span == (0, len(text)) else span.of(text)


def to_clipboard(text: str) -> None:
    """Put a text on the clipboard; half a pair has no form there."""
    QGuiApplication.clipboard().setText(_sendable(text))


def to_selection(text: str) -> None:
    """Offer a text to the middle button, where there is such a thing (X11)."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection():
        clipboard.setText(_sendable(text), QClipboard.Mode.Selection)


def drag(source: QWidget, text: str) -> None:
    """Let a text be dragged out; what it is dragged from stays as it is."""
    data = QMimeData()
    data.setText(_sendable(text))
    carried = QDrag(source)
    carried.setMimeData(data)
    carried.exec(Qt.DropAction.CopyAction)


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if _has_half(text) else text


def _has_half(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= each <= "\udfff" for each in text)
