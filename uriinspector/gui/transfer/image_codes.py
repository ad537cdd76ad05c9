"""Codes in a picture that is pasted or dropped: read by the documents room, never by the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from uriinspector.documents.reading.image import texts_in
from uriinspector.documents.work_budget import WorkBudget

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from uriinspector.documents.scan_state import PictureTexts

# Codes that a telephone reads; the others name goods.
KINDS = frozenset({"QR Code", "Micro QR Code", "rMQR Code", "Data Matrix", "Aztec"})
# Types of pictures that the clipboard has as bytes.
TYPES = ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp")


def find_codes(octets: bytes) -> PictureTexts:
    """Return the texts of the codes in a picture; to be called by a worker."""
    return texts_in(lambda: octets, WorkBudget(len(octets)), kinds=KINDS)


def picture_of(data: QMimeData) -> bytes:
    """Return a picture as a file, the way it came; pixels alone are given the form of one."""
    for name in TYPES:
        if data.hasFormat(name):
            return bytes(data.data(name).data())
    file = QBuffer()
    file.open(QBuffer.OpenModeFlag.WriteOnly)
    QImage(data.imageData()).save(file, "PNG")  # type: ignore[call-overload]  # the stubs know no device here
    return bytes(file.data().data())
