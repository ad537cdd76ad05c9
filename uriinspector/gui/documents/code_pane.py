"""The image that a link was read from, with the outline of its QR code, as plain pixels."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import LinkRow
from uriinspector.documents.code_image import CodeQuery, find_code_image
from uriinspector.documents.picture_process import CodeImage
from uriinspector.documents.scan import LIMIT
from uriinspector.gui.documents.source_octets import UNREADABLE, Octets, why
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.layouts import column_of, stretched

# Before zoom: the minimum height of the image, and the margin for the outline.
LEAST, AROUND = 48, 4
# The maximum magnification of small images, so that their pixels do not look too coarse.
LARGER = 3.0
LOST = "Cannot show the image."


class CodeLink(NamedTuple):
    """A link, the name of its file, and a function that reads bytes of the file."""

    row: LinkRow
    name: str
    octets: Octets


class CodeResult(NamedTuple):
    """An image, or the reason why there is none."""

    picture: CodeImage | None
    reason: str = ""


class CodeCanvas(QWidget):
    """Shows the image as large as possible, with the outline of its code."""

    def __init__(self) -> None:
        super().__init__()
        self._picture: CodeImage | None = None
        self._image = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(pixels(LEAST))

    def show_picture(self, picture: CodeImage | None) -> None:
        self._picture, self._image = picture, QImage()
        if picture is not None:
            shape = (picture.columns, picture.lines, 3 * picture.columns)
            self._image = QImage(picture.dots, *shape, QImage.Format.Format_RGB888)
        self.update()

    def room(self) -> QRectF:
        """Return the rectangle of the image, with a margin for the outline."""
        edge = pixels(AROUND)
        free = QRectF(self.rect()).adjusted(0, edge, -edge, -edge)
        whole = QSizeF(self._image.size())
        size = whole.scaled(free.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() > LARGER * whole.width():
            size = whole * LARGER
        return QRectF(free.left(), free.top(), size.width(), size.height())

    def outline(self) -> QPolygonF:
        """Return the corners of the code in widget coordinates."""
        assert self._picture is not None
        room = self.room()
        scale = room.width() / self._picture.width
        return QPolygonF([room.topLeft() + QPointF(*corner) * scale for corner in self._corners()])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the image, then the outline in two colors, to be visible on any background."""
        if self._picture is None:
            return
        painter = QPainter(self)
        hints = QPainter.RenderHint
        room = self.room()
        painter.setRenderHint(hints.SmoothPixmapTransform, room.width() < self._image.width())
        painter.drawImage(room, self._image)
        painter.setRenderHint(hints.Antialiasing)
        outline = self.outline()
        for meaning, width in (("card", 7), ("high", 3)):
            pen = QPen(theme.color(meaning), pixels(width))
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolygon(outline)
        painter.end()

    def _corners(self) -> tuple[tuple[int, int], ...]:
        assert self._picture is not None
        return self._picture.code.corners


class CodePane(QFrame):
    """The image with the code that contains the current link, and the code's position in words."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.canvas = CodeCanvas()
        self.words = plain_label(role="quiet")
        self.job = LatestJob(find_code, self, self._show)
        column_of(self.words, stretched(self.canvas), into=self, margins=(14, 10, 14, 10))

    def show_link(self, link: CodeLink | None) -> None:
        """Load a link's image in the background, because a large one takes time."""
        self._show(None)
        self.job.ask(link, is_long=True)
        if link:
            self.words.setText(say("Loading the image…"))

    def _show(self, result: CodeResult | None) -> None:
        picture = result.picture if result else None
        self.canvas.show_picture(picture)
        reason = result.reason if result else ""
        self.words.setText(place_of(picture) if picture else reason)
        self.canvas.setAccessibleName(self.words.text())


def find_code(link: CodeLink) -> CodeResult:
    """Find the image of a link. No Qt."""
    row = link.row
    try:
        octets = link.octets(0, LIMIT)
        picture = find_code_image(octets, link.name, CodeQuery(row.part, row.start, row.value))
    except UNREADABLE as error:
        return CodeResult(None, why(error))
    return CodeResult(picture, "" if picture else say(LOST))


def place_of(picture: CodeImage) -> str:
    """Return the position of the code in words."""
    across, down = zip(*picture.code.corners, strict=True)
    return say(
        "QR code at {left}, {top} to {right}, {bottom} in an image of {width} by {height} pixels",
        left=number(min(across)),
        top=number(min(down)),
        right=number(max(across)),
        bottom=number(max(down)),
        width=number(picture.width),
        height=number(picture.height),
    )
