"""Codes in a picture: what a telephone would make of it, read on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage, QImageReader

if TYPE_CHECKING:
    from pathlib import Path

# Formats that hold nothing but dots; others can refer to files.
FORMATS = {b"png", b"jpeg", b"jpg", b"gif", b"bmp", b"webp", b"ico", b"tiff"}


def codes_in(picture: QImage) -> list[str]:
    """The texts of the codes in a picture, each once."""
    if picture.isNull():
        return []
    import zxingcpp

    kind = zxingcpp.BarcodeFormat
    barcodes = zxingcpp.read_barcodes(
        picture.convertToFormat(QImage.Format.Format_Grayscale8),
        formats=zxingcpp.BarcodeFormats(
            [kind.QRCode, kind.MicroQRCode, kind.RMQRCode, kind.DataMatrix, kind.Aztec]
        ),
        text_mode=zxingcpp.TextMode.Plain,
    )
    return list(dict.fromkeys(each.text for each in barcodes if each.text))


def picture_in(file: Path) -> QImage:
    """The picture in a file; an empty one where it holds none."""
    reader = QImageReader(str(file))
    reader.setDecideFormatFromContent(True)
    return reader.read() if bytes(reader.format().data()) in FORMATS else QImage()
