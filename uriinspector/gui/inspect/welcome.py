"""The start page: examples, a drop zone, and recent links and files."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from uriinspector.analysis.inspection import inspect
from uriinspector.gui.editor.uri_edit import ExactTextEdit
from uriinspector.gui.inspect.examples import Example, groups
from uriinspector.gui.storage.profile import CASES, FILES, Profile
from uriinspector.gui.text.paragraph import ParagraphLabel, TextStyle, message_runs
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import GAP, button, card
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import CALM, SeverityCard

ROOM = 200  # before zoom: tall enough for every example


class SmallRibbon(ExactTextEdit):
    """A read-only text with its brackets."""

    text_size = 13
    least_lines = 3

    def __init__(self) -> None:
        super().__init__(None)
        self.setReadOnly(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAcceptDrops(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.allow(pixels(ROOM))

    def _scroll(self, *, wanted: bool) -> None:
        """Never show a scroll bar: the widget is large enough for the examples."""
        del wanted


class ExampleCard(SeverityCard):
    """An example with its ribbon and verdict; clicking it opens the example."""

    chosen = Signal(object)  # the Example

    def __init__(self, example: Example) -> None:
        super().__init__()
        self.example = example
        inspection = inspect(example.text, edition=example.edition, base=example.base)
        self._verdict = inspection.meant.verdict
        self.ribbon = SmallRibbon()
        self.ribbon.set_text(example.text)
        self.ribbon.show_inspection(inspection)
        self.headline = ParagraphLabel(most=2)
        self.headline.set_runs(message_runs(self._verdict.headline, TextStyle(weight=600)))
        title = say(example.title) if example.title else ""
        self.title = plain_label(title, role="quiet")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        words = ". ".join(each for each in (title, self.headline.text()) if each)
        self.setAccessibleName(say("Example: {what}", what=words))
        column_of(self.title, self.ribbon, self.headline, None, into=self, margins=(16, 10, 14, 10))

    def severity(self) -> str:
        return self._verdict.severity or CALM

    def answer_enter(self) -> None:
        self.chosen.emit(self.example)

    def sizeHint(self) -> QSize:
        return QSize(pixels(220), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.headline.setMinimumHeight(self.headline.heightForWidth(self.headline.width()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.rect().contains(event.position().toPoint()):
            self.answer_enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the example with the space bar as well."""
        if event.key() == Qt.Key.Key_Space:
            self.answer_enter()
        else:
            super().keyPressEvent(event)


# The examples on the page, by their titles.
SHOWN = ("Known name as a subdomain", "Homoglyphs from another script", "Link from a URL shortener")
# Window widths, before zoom, below which the examples, or all cards, are in one column.
WIDE, NARROW = 860, 560
LINKS, PATHS = 4, 3  # number of recent links, cases and files to list
LONGEST = 60
DROP = "Drop a link, a file, an email or an image of a QR code here"


class DropZone(QFrame):
    """A dashed frame that invites users to drop files; drops work anywhere in the window."""

    def __init__(self, words: str, *contents: QWidget | QLayout) -> None:
        super().__init__()
        title = plain_label(words, role="title")
        for each in (title, *contents):
            if isinstance(each, QLabel):
                each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = (None, title, *contents, None)
        column_of(*column, into=self, margins=(20, 14, 20, 14), spacing=10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("muted"), 1.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.end()


class Welcome(QWidget):
    """The start page, shown while there is no link."""

    example_chosen = Signal(object)
    text_chosen = Signal(str)
    path_chosen = Signal(str)
    open_requested = Signal()

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self._profile = profile
        by_title = {each.title: each for group in groups() for each in group.examples}
        self.examples = [ExampleCard(by_title[each]) for each in SHOWN]
        self.open = button(say("Open files…"), self.open_requested.emit, act="open")
        self.zone = DropZone(say(DROP), row(None, self.open, None))
        self.last: list[QPushButton] = []
        self._last_card = card(plain_label(say("Last opened"), role="title"))
        self._lay_out()
        for each in self.examples:
            each.chosen.connect(self.example_chosen)

    def refresh(self) -> None:
        """List recent links and files."""
        column = self._last_card.layout()
        assert isinstance(column, QVBoxLayout)
        while column.count() > 1:  # keep the title
            item = column.takeAt(1)
            entry = item.widget() if item else None
            if entry is not None:
                entry.deleteLater()
        self.last = [*self._links(), *self._paths()]
        for each in self.last:
            column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._last_card.setVisible(bool(self.last))
        self._show_examples()

    def _show_examples(self) -> None:
        shown = len(SHOWN) if self.width() >= pixels(WIDE) else 1 if self.last else 2
        for at, each in enumerate(self.examples):
            each.setVisible(at < shown)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards side by side if there is enough room, otherwise show fewer."""
        super().resizeEvent(event)
        self._cards.turn(is_wide=self.width() >= pixels(WIDE))
        self._lower.turn(is_wide=self.width() >= pixels(NARROW))
        self._show_examples()

    def _lay_out(self) -> None:
        self._cards = TurningLayout(*map(stretched, self.examples))
        self._lower = TurningLayout(stretched(self.zone), stretched(self._last_card))
        title = plain_label(say("Try an example"), role="heading")
        column_of(*(title, self._cards, self._lower, None), into=self, spacing=GAP)

    def _links(self) -> list[QPushButton]:
        if not self._profile.settings["history"]:
            return []
        entries = self._profile.history.entries(most=LINKS)
        return [
            self._entry(each.text, partial(self.text_chosen.emit, each.text)) for each in entries
        ]

    def _paths(self) -> list[QPushButton]:
        recent = self._profile.recent
        paths = (*recent.paths(CASES)[:PATHS], *recent.paths(FILES)[:PATHS])
        return [
            self._entry(Path(each).name or each, partial(self.path_chosen.emit, each))
            for each in paths
        ]

    def _entry(self, text: str, action: partial[None]) -> QPushButton:
        """Return a button for a link or a file; long text is shortened in the middle."""
        shown = visible(text[: LONGEST * 2])
        if len(shown) > LONGEST or len(text) > LONGEST * 2:
            shown = f"{shown[: LONGEST - 20]}…{visible(text[-20:])}"
        result = button(shown.replace("&", "&&"), action, link=True)
        result.setFont(theme.uri_font(12))
        result.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        result.setMinimumWidth(1)
        return result
