"""Paste and drop: what came is told, its text shown, and a strip says what else is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal

import uriinspector
from uriinspector.core.model import NamedTuple
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.image_codes import picture_of
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.documents.anchors import Anchor
    from uriinspector.gui.transfer.incoming import Incoming
    from uriinspector.gui.widgets.notice_strip import NoticeStrip

SHOWN = 70


class PictureRequest(NamedTuple):
    """A picture, and the name of its file if it has one."""

    octets: bytes
    name: str


class PictureCodes(NamedTuple):
    """The texts of the codes in it, why not all of it was searched, and the name of its file."""

    texts: tuple[str, ...]
    reasons: tuple[str, ...]
    name: str


class PasteAndDrop(QObject):
    """Takes what is brought in; wishes that need the rest of the window are told as signals."""

    text_requested = Signal(str)  # show it in place of the whole text
    choice_requested = Signal(object)  # a list of texts to choose from
    document_requested = Signal(str)  # a file for the workspace that reads documents
    documents_requested = Signal(object)  # the QMimeData of several links, a page, a message
    file_read = Signal(str)  # a file of this machine gave what is shown
    arrived = Signal()  # a text came in and stays as it is

    def __init__(self, strip: NoticeStrip) -> None:
        """Say things on this strip."""
        super().__init__(strip)
        self._strip = strip
        self.picture_job = LatestJob(_read_picture, self, rest=0)
        self.picture_job.answered.connect(self._show_codes)

    def take(self, data: QMimeData) -> None:
        """Deal with all but a plain text, which the editor has put where its cursor is."""
        is_text = any(each.startswith("text/plain") for each in data.formats())
        self._deal(incoming_of(data), data, whole=not is_text)

    def divert(self, data: QMimeData) -> bool:
        """Deal with what is no text for the editor although it has one; whether it was that."""
        came = incoming_of(data)
        if came.is_document:
            self._deal(came, data, whole=True)
            return True
        return False

    def take_whole(self, data: QMimeData) -> None:
        """Deal with all; a text takes the place of what is there."""
        self._deal(incoming_of(data), data, whole=True)

    def take_file(self, name: str) -> None:
        """Show what a file of this machine holds, if it is small and of a kind that is known."""
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
            came = classify_text(file_content.texts[0])
            if came.is_document:
                self.document_requested.emit(name)
            else:
                self.text_requested.emit(file_content.texts[0])
                self._offer(came)
                self.file_read.emit(name)

    def stop_reading(self) -> None:
        """Forget the picture that is being read: another text is what the user wants."""
        if self.picture_job.is_waiting:
            self.picture_job.drop()
            self._strip.dismiss()

    def offer_copied(self, text: str) -> None:
        """Offer a link that another program has put on the clipboard."""
        words = say("The clipboard contains a link to {place}.", place=place_of(text.strip()))
        self._say(words, "info", say("Inspect"), lambda: self.text_requested.emit(text))

    def offer_several(self, count: int, choose: Callable[[], object]) -> None:
        """Offer what else was named when the program was started."""
        self._say(say("Showing the first of {count}.", count=count), "info", say("Choose…"), choose)

    def _deal(self, came: Incoming, data: QMimeData, *, whole: bool) -> None:
        self.stop_reading()
        self._strip.dismiss()
        if came.is_document and whole:
            self.documents_requested.emit(data)
        elif came.file is not None:
            self.take_file(came.file)
        elif came.picture:
            self._find_codes(picture_of(data))
        elif came.text is None:
            self._say(say(NOTHING))
        elif came.untouched:
            self._show_untouched(came.text)
        else:
            if whole:
                self.text_requested.emit(came.text)
            else:
                self.arrived.emit()
            self._offer(came, data)

    def _find_codes(self, picture: bytes, name: str = "") -> None:
        """Look for them beside the window: that can take seconds."""
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

    def _offer(self, came: Incoming, data: QMimeData | None = None) -> None:
        """Say what the text hides, else what it holds."""
        if came.hidden:
            self._offer_hidden(came.hidden)
        elif came.links and data is not None:
            # The clipboard may hold something else by the time that the button is pressed.
            copy = QMimeData()
            copy.setText(data.text())
            words = say("This text contains {count} links.", count=len(came.links))
            self._say(
                words, "info", say("Show in Documents"), lambda: self.documents_requested.emit(copy)
            )

    def _offer_hidden(self, anchors: Sequence[Anchor]) -> None:
        from uriinspector.gui.transfer.incoming import deceives

        severity = "high" if any(map(deceives, anchors)) else "info"
        links = list(dict.fromkeys(each.href.strip() for each in anchors))
        if len(links) > 1:
            self._choose(
                links,
                say("This text contains {count} hidden links.", count=len(links)),
                severity,
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
        self._strip.tell(Notice(words, severity, does, action))


NOTHING = "Nothing to read here. Copy the link, drop an image of its QR code, or type it."
UNTOUCHED = (
    "Network files are never opened: on Windows, opening one can send your password hash. Only "
    "the path was checked."
)
NO_CODE = "No QR code found in this image. Crop it closer or type the link."
INCOMPLETE = "Not all of it was searched: {reason}."
PROBLEMS = {
    "not a file": "Not a file: {file}",
    "unreadable": "Cannot read {file}",
    "too large": "{file} is too large for one link. Copy the link and paste it here, or open "
    "the file in Documents.",
    "no text": "{file} contains no text. Copy the link from its own app and paste it here.",
}


def _read_picture(request: PictureRequest) -> PictureCodes:
    from uriinspector.gui.transfer.image_codes import find_codes

    found = find_codes(request.octets)
    return PictureCodes(tuple(found.texts), found.reasons, request.name)


def incoming_of(data: QMimeData) -> Incoming:
    """Tell what was brought, format by format as it came: a QUrl would have changed the text."""
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
    """Say where a link goes: its host, or if it has none the beginning of it."""
    host = uriinspector.inspect(link).verdict.host
    shown = visible(host or link)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"
