"""Pictures of QR codes."""

from typing import Any

import zxingcpp
from PySide6.QtGui import QImage


def picture_of_code(link: str) -> QImage:
    """Return a picture of a QR code with a margin."""
    code = zxingcpp.create_barcode(link, zxingcpp.BarcodeFormat.QRCode)
    points: Any = zxingcpp.write_barcode_to_image(code, scale=5)
    height, width = points.shape
    gray = QImage.Format.Format_Grayscale8
    return QImage(memoryview(points).tobytes(), width, height, width, gray).copy()
