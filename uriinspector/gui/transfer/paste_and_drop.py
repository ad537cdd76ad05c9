"""Paste and drop: the text is shown, and a strip offers whatever else was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QMimeData, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

import uriinspector
from uriinspector.core.model import NamedTuple
from uriinspector.documents.picture_codes import PictureTexts, texts_in
from uriinspector.documents.work_budget import WorkBudget
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.transfer.incoming import Incoming, is_list, listed_references
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.documents.anchors import Anchor
    from uriinspector.gui.editor.uri_edit import ExactTextEdit
    from uriinspector.gui.storage.settings import Settings


AWAY, RADIUS = 10, 12  # before zoom
VEIL = 225  # opacity of the overlay, out of 255


class DropTarget(QWidget):
    """An overlay that covers the window while something is dragged over it."""

    dropped = Signal(object)  # the QDropEvent

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.words = ""
        self.setAcceptDrops(True)
        self.hide()

    def appear(self, words: str) -> None:
        """Cover the window with an overlay that says what a drop will do."""
        self.words = words
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept everything; after the drop, a message is shown if the data is unusable."""
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.hide()
        event.acceptProposedAction()
        self.dropped.emit(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.color("window"))
        veil.setAlpha(VEIL)
        painter.fillRect(self.rect(), veil)
        away, radius = pixels(AWAY), pixels(RADIUS)
        place = QRectF(self.rect()).adjusted(away, away, -away, -away)
        painter.setPen(QPen(theme.color("accent"), 3, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(place, radius, radius)
        painter.setPen(theme.color("text"))
        font = theme.interface_font(18)
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        inner = place.adjusted(radius, radius, -radius, -radius)
        how = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inner, int(how), self.words)
        painter.end()


LONGEST_COPIED = 4_096


class ClipboardWatcher(QObject):
    """Watches the clipboard and reports links that other programs have copied."""

    link_copied = Signal(str)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._last = ""
        QGuiApplication.clipboard().dataChanged.connect(self.look)

    def look(self) -> None:
        """Report a new link on the clipboard, unless this program put it there."""
        clipboard = QGuiApplication.clipboard()
        if not self._settings["clipboard"] or clipboard.ownsClipboard():
            return
        text = clipboard.text()
        if not text or len(text) > LONGEST_COPIED or text == self._last:
            return
        from uriinspector.analysis import running_text

        self._last = text
        if running_text.references_in(text, 1):
            self.link_copied.emit(text)


# The 2D codes that phones can read; other kinds are printed on goods.
KINDS = frozenset({"QR Code", "Micro QR Code", "rMQR Code", "Data Matrix", "Aztec"})
# The image types to look for on the clipboard, as original bytes.
TYPES = ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp")


def find_codes(octets: bytes) -> PictureTexts:
    """Return the texts of the codes in a picture; only call this in a worker."""
    return texts_in(lambda: octets, WorkBudget(len(octets)), kinds=KINDS)


def picture_of(data: QMimeData) -> bytes:
    """Return the original bytes of a picture; if there are only pixels, encode them as PNG."""
    for name in TYPES:
        if data.hasFormat(name):
            return bytes(data.data(name).data())
    file = QBuffer()
    file.open(QBuffer.OpenModeFlag.WriteOnly)
    QImage(data.imageData()).save(file, "PNG")  # type: ignore[call-overload]  # the stubs know no device here
    return bytes(file.data().data())


SHOWN = 70


class PictureRequest(NamedTuple):
    """A picture, and its file name, which may be empty."""

    octets: bytes
    name: str


class PictureCodes(NamedTuple):
    """The texts of the codes in a picture, reasons why the search was incomplete, and the file
    name.
    """

    texts: tuple[str, ...]
    reasons: tuple[str, ...]
    name: str


class PasteAndDrop(QObject):
    """Handles pasted and dropped data; requests to the window are signals."""

    text_requested = Signal(str)  # replaces the whole text
    choice_requested = Signal(object)  # texts to choose from
    document_requested = Signal(str)  # a file for Documents
    documents_requested = Signal(object)  # the QMimeData of several links, a web page, or an email
    file_read = Signal(str)  # the local file of the shown text
    arrived = Signal()  # pasted text stayed in the editor

    def __init__(self, strip: NoticeStrip) -> None:
        super().__init__(strip)
        self._strip = strip
        self.picture_job = LatestJob(_read_picture, self, self._show_codes, rest=0)

    def take(self, data: QMimeData) -> None:
        """Handle pasted data; plain text was already inserted by the editor."""
        is_text = any(each.startswith("text/plain") for each in data.formats())
        self._handle(incoming_of(data), data, whole=not is_text)

    def divert(self, data: QMimeData) -> bool:
        """Handle a document that has a text form; return False if the editor should insert
        the text.
        """
        incoming = incoming_of(data)
        if incoming.is_document:
            self._handle(incoming, data, whole=True)
            return True
        return False

    def take_whole(self, data: QMimeData) -> None:
        """Handle dropped data; text replaces the current text."""
        self._handle(incoming_of(data), data, whole=True)

    def take_file(self, name: str) -> None:
        """Show the content of a local file if it is small and of a known kind."""
        from uriinspector.gui.transfer.incoming import classify_text
        from uriinspector.gui.transfer.small_files import DOCUMENT, REMOTE, read_file

        file_content = read_file(name)
        if file_content.problem == DOCUMENT:
            self.document_requested.emit(name)
        elif file_content.problem == REMOTE:
            self._show_untouched(name)
        elif file_content.problem:
            self._say(say(PROBLEMS[file_content.problem], file=visible(name)), "medium")
        elif file_content.picture is not None:
            self._find_codes(file_content.picture, name)
        else:
            incoming = classify_text(file_content.texts[0])
            if incoming.is_document:
                self.document_requested.emit(name)
            else:
                self.text_requested.emit(file_content.texts[0])
                self._offer(incoming)
                self.file_read.emit(name)

    def stop_reading(self) -> None:
        """Stop reading a picture, because the user has moved on to another text."""
        if self.picture_job.is_busy:
            self.picture_job.drop()
            self._strip.dismiss()

    def offer_copied(self, text: str) -> None:
        """Offer a link that another program has copied."""
        words = say("The clipboard contains a link to {place}.", place=place_of(text.strip()))
        self._say(words, "info", say("Inspect"), lambda: self.text_requested.emit(text))

    def offer_several(self, count: int, choose: Callable[[], object]) -> None:
        """Offer to choose among the texts given on the command line."""
        self._say(
            say("Showing the first of {count} links.", count=count), "info", say("Choose…"), choose
        )

    def _handle(self, incoming: Incoming, data: QMimeData, *, whole: bool) -> None:
        self.stop_reading()
        self._strip.dismiss()
        if incoming.is_document and whole:
            self.documents_requested.emit(data)
        elif incoming.file is not None:
            self.take_file(incoming.file)
        elif incoming.picture:
            self._find_codes(picture_of(data))
        elif incoming.text is None:
            self._say(say(NOTHING))
        elif incoming.untouched:
            self._show_untouched(incoming.text)
        else:
            if whole:
                self.text_requested.emit(incoming.text)
            else:
                self.arrived.emit()
            self._offer(incoming, data)

    def _find_codes(self, picture: bytes, name: str = "") -> None:
        """Search a picture for codes in a worker, because this can take seconds."""
        self._say(say("Loading the image…"))
        self.picture_job.ask(PictureRequest(picture, name), is_long=True)

    def _show_codes(self, codes: PictureCodes | None) -> None:
        if codes is None:
            return
        rest = [say(INCOMPLETE, reason=say(each)) for each in codes.reasons]
        if not codes.texts:
            self._say(" ".join([say(NO_CODE), *rest]))
            return
        self.text_requested.emit(codes.texts[0])
        if len(codes.texts) > 1:
            words = say("This image contains {count} QR codes.", count=len(codes.texts))
            self._choose(codes.texts, " ".join([words, *rest]))
        else:
            self._say(" ".join([say("Read from the QR code in the image."), *rest]))
        if codes.name:
            self.file_read.emit(codes.name)

    def _offer(self, incoming: Incoming, data: QMimeData | None = None) -> None:
        """Offer hidden links, or else the links in the text."""
        if incoming.hidden:
            self._offer_hidden(incoming.hidden)
        elif incoming.links and data is not None:
            # Copied, since the clipboard can change before the button is pressed.
            copy = QMimeData()
            copy.setText(data.text())
            words = say("This text contains {count} links.", count=len(incoming.links))
            self._say(
                words, "info", say("Show in Documents"), lambda: self.documents_requested.emit(copy)
            )

    def _offer_hidden(self, anchors: Sequence[Anchor]) -> None:
        from uriinspector.gui.transfer.incoming import deceives

        severity = "high" if any(map(deceives, anchors)) else "info"
        links = list(dict.fromkeys(each.href.strip() for each in anchors))
        if len(links) > 1:
            self._choose(
                links, say("This text contains {count} hidden links.", count=len(links)), severity
            )
            return
        words = say("This text contains a hidden link to {place}.", place=place_of(links[0]))
        self._say(words, severity, say("Inspect"), lambda: self.text_requested.emit(links[0]))

    def _choose(self, links: Sequence[str], words: str, severity: str = "info") -> None:
        self._say(words, severity, say("Choose…"), lambda: self.choice_requested.emit(list(links)))

    def _show_untouched(self, name: str) -> None:
        self.text_requested.emit(name)
        self._say(say(UNTOUCHED), "medium")

    def _say(
        self,
        words: str,
        severity: str = "info",
        does: str = "",
        action: Callable[[], object] | None = None,
    ) -> None:
        self._strip.show_notice(Notice(words, severity, does, action))


NOTHING = "Nothing to read here. Copy or type the link, or drop an image of its QR code here."
UNTOUCHED = (
    "Network files are never opened: on Windows, opening one can send your password hash. Only "
    "the path was checked."
)
NO_CODE = "No QR code found in this image. Crop it more tightly, or type the link."
INCOMPLETE = "Not all of the image was searched: {reason}."
PROBLEMS = {
    "not a file": "Not a file: {file}",
    "unreadable": "Cannot read {file}",
    "empty": "The file is empty: {file}",
}


def _read_picture(request: PictureRequest) -> PictureCodes:

    found = find_codes(request.octets)
    return PictureCodes(tuple(found.texts), found.reasons, request.name)


def incoming_of(data: QMimeData) -> Incoming:
    """Classify data from its raw formats, since a QUrl would change the text."""
    from uriinspector.gui.transfer.incoming import TransferData, classify

    formats = data.formats()
    places = bytes(data.data("text/uri-list").data()).decode("utf-8", "replace").splitlines()
    return classify(
        TransferData(
            text=data.text() if any(each.startswith("text/plain") for each in formats) else None,
            html=data.html() if data.hasHtml() else None,
            places=tuple(each for each in places if each and not each.startswith("#")),
            picture=data.hasImage(),
        )
    )


def place_of(link: str) -> str:
    """Return the host of a link or, if it has none, the link's beginning."""
    host = uriinspector.inspect(link).verdict.host
    shown = visible(host or link)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def offer_list(
    strip: NoticeStrip,
    editor: ExactTextEdit,
    data: QMimeData,
    does: str,
    take: Callable[[str], object],
) -> None:
    """Offer to treat a pasted text as a list; accepting that undoes the paste.

    Any earlier offer is dismissed.
    """
    text = data.text()
    strip.dismiss()
    if not is_list(text):
        return

    def accept() -> None:
        editor.undo()
        take(text)

    words = say("The pasted text has {count} lines.", count=len(listed_references(text)))
    strip.show_notice(Notice(words, "info", does, accept))
