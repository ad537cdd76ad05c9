"""Draw the program's icon in all sizes that desktops use: ``icons.py FOLDER``.

The folder has the structure of ``share/icons`` on Linux.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from uriinspector.analysis.resource_files import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
DRAWING = shipped("icons/uriinspector.svg")


def drawn(size: int) -> QImage:
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(DRAWING.read_bytes())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture


def hicolor(folder: Path) -> Iterator[Path]:
    """Write the icon for the fallback theme of all desktops; yield the files."""
    for size in SIZES:
        file = folder / f"hicolor/{size}x{size}/apps/uriinspector.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        drawn(size).save(str(file))
        yield file
    file = folder / "hicolor/scalable/apps/uriinspector.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(DRAWING.read_bytes())
    yield file


if __name__ == "__main__":
    for made in hicolor(Path(sys.argv[-1])):
        sys.stdout.write(f"{made}\n")
