"""The appearance of severities: shape, word, color, card; never color alone."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from uriinspector.gui.text.paragraph import TextStyle, font_of, metrics_of
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.view_parts import ENTER

CALM, UNCHECKED = "calm", "unchecked"
ROUND = 30  # diameter of the shape, before zoom
GLYPH = TextStyle(size=17, weight=700)
LOUD = frozenset({"high", "medium"})
WORD = TextStyle(size=10, weight=700)


def word_of(severity: str) -> str:
    return {
        "high": say("high"),
        "medium": say("medium"),
        "low": say("low"),
        "info": say("info"),
        UNCHECKED: say("not checked yet"),
    }.get(severity, "")


def draw_shape(painter: QPainter, severity: str, place: QRectF) -> None:
    """Draw a triangle, diamond, disc or ring; a dotted ring for what was not checked."""
    color = theme.color("muted" if severity == UNCHECKED else severity)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    center = place.center()
    if severity == "high":
        corners = [place.bottomLeft(), QPointF(center.x(), place.top()), place.bottomRight()]
        painter.drawPolygon(QPolygonF(corners))
    elif severity == "medium":
        top, bottom = QPointF(center.x(), place.top()), QPointF(center.x(), place.bottom())
        left, right = QPointF(place.left(), center.y()), QPointF(place.right(), center.y())
        painter.drawPolygon(QPolygonF([top, right, bottom, left]))
    elif severity == "low":
        painter.drawEllipse(place.adjusted(0.5, 0.5, -0.5, -0.5))
    else:
        is_dotted = severity == UNCHECKED
        line = Qt.PenStyle.DotLine if is_dotted else Qt.PenStyle.SolidLine
        painter.setPen(QPen(color, max(1.5, place.width() / 6), line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place.adjusted(1.2, 1.2, -1.2, -1.2))


class SeveritySign(QWidget):
    """The icon of a severity: a shape with a glyph, and a word below."""

    def __init__(self) -> None:
        super().__init__()
        self.severity = CALM
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_severity(self, severity: str) -> None:
        self.severity = severity
        self.setAccessibleName(word_of(severity))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        height = ROUND + (16 if word_of(self.severity) else 0)
        return QSize(pixels(54), pixels(height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color, side = theme.color(self.severity), pixels(ROUND)
        shape = QRectF((self.width() - side) / 2, 0, side, side)
        is_filled, is_loud = self.severity in {"high", "medium", "low"}, self.severity in LOUD
        if is_filled:
            draw_shape(painter, self.severity, shape)
        else:
            painter.setPen(QPen(color, pixels(2)))
            painter.drawEllipse(shape.adjusted(1, 1, -1, -1))
        painter.setPen(theme.color("card") if is_filled else color)
        painter.setFont(font_of(GLYPH))
        lower = pixels(4) if self.severity == "high" else 0  # a triangle's center is lower
        glyph = shape.translated(0, lower)
        painter.drawText(glyph, Qt.AlignmentFlag.AlignCenter, "!" if is_loud else "i")
        painter.setPen(color)
        painter.setFont(font_of(WORD))
        below = QRectF(0, side, self.width(), self.height() - side)
        foot = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(below, foot, word_of(self.severity).upper())
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == event.Type.StyleChange:
            self.updateGeometry()
        super().changeEvent(event)


class SeverityBadge:
    """The badge of a finding: shape and word on the severity's background."""

    @staticmethod
    def width(severity: str) -> float:
        words = metrics_of(WORD).horizontalAdvance(word_of(severity).upper())
        return words + pixels(26)

    @staticmethod
    def draw(painter: QPainter, severity: str, place: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(f"{severity}_card"))
        painter.drawRoundedRect(place, pixels(4), pixels(4))
        side = pixels(8)
        shape = QRectF(place.x() + pixels(7), place.center().y() - side / 2, side, side)
        draw_shape(painter, severity, shape)
        painter.setPen(theme.color(severity))
        painter.setFont(font_of(WORD))
        words = place.adjusted(pixels(19), 0, 0, 0)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(words, left, word_of(severity).upper())


RADIUS, EDGE, FOCUS = 8, 5, 2


class SeverityCard(QFrame):
    """A card in the colors of its severity, which subclasses determine."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def severity(self) -> str:
        raise NotImplementedError

    def answer_enter(self) -> None:
        """React to Enter while the card has the focus; subclasses override this."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.answer_enter()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        severity, edge = self.severity(), pixels(EDGE)
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.fillPath(card, theme.color(f"{severity}_card"))
        has_keys = self.hasFocus()
        frame = QPen(theme.color("accent"), 2 * FOCUS) if has_keys else None
        painter.setPen(frame or QPen(theme.color("line"), 1))
        painter.setClipPath(card)
        painter.fillRect(0, 0, edge, self.height(), theme.color(severity))
        painter.setClipping(has_keys)  # otherwise half of the focus frame would be clipped
        painter.drawPath(card)
        painter.end()
