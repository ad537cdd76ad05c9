"""A dialog to decode a text manually, layer by layer, and to edit the decoded content."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from uriinspector.analysis.values.codings import CodingChain, chain_of
from uriinspector.analysis.values.walk import DECODERS
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.gui.editor.uri_edit import SmallEdit
from uriinspector.gui.selection import to_clipboard
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import Kind, Pieces, changed, muted, ours, outside, plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import DialogSheet, button, chooser, scroll_area
from uriinspector.gui.widgets.layouts import column_of, fill, row, stretched

TITLES = {row.name: row.title for row in DECODERS} | {"base64url": "base64url"}
# The maximum number of characters in a cell.
LONGEST = 400


def coding_title(name: str) -> str:
    """Return the name of an encoding in the window's language."""
    return say(TITLES[name])


class EditableContent(NamedTuple):
    """Content in an editor: as text, or as hexadecimal digits if it is not valid UTF-8."""

    text: str
    is_hex: bool

    def octets(self, edited: str) -> bytes | None:
        """Return the bytes of the edited text; None for invalid hexadecimal digits."""
        if not self.is_hex:
            return edited.encode("utf-8", "surrogatepass")
        try:
            return bytes.fromhex(edited)
        except ValueError:
            return None


def content_of(octets: bytes) -> EditableContent:
    """Return bytes in editable form."""
    try:
        return EditableContent(octets.decode("utf-8", "surrogatepass"), is_hex=False)
    except UnicodeDecodeError:
        return EditableContent(octets.hex(), is_hex=True)


class Stage(NamedTuple):
    """The content after removing one encoding; the first stage, as written, has no name."""

    name: str
    octets: bytes

    @property
    def title(self) -> Pieces:
        return ours(coding_title(self.name) if self.name else say("as written"))

    @property
    def shown(self) -> Pieces:
        """Return the shortened content for a cell."""
        text, is_hex = content_of(self.octets[:LONGEST] if is_binary(self.octets) else self.octets)
        cut = muted("\u2026") if len(text) > LONGEST else ()
        return (*outside(text[:LONGEST], Kind.MUTED if is_hex else Kind.PLAIN), *cut)


def is_binary(octets: bytes) -> bool:
    """Return True if the bytes are not valid UTF-8."""
    return content_of(octets).is_hex


def stages(chain: CodingChain) -> list[Stage]:
    """Return all stages, beginning with the text as written."""
    return [
        Stage(name, octets) for name, octets in zip(("", *chain.names), chain.stages, strict=True)
    ]


def moves_components(text: str, span: Span, new: str, edition: str) -> bool:
    """Return True if replacing this range would change other components of the link."""
    if span == (0, len(text)):
        return False
    before = parse(text, edition=edition)
    after = parse(text[: span.start] + new + text[span.end :], edition=edition)
    growth = len(new) - (span.end - span.start)
    for part in Part:
        old, place = before.span(part), after.span(part)
        if old is None or place is None:
            if old != place and (old is None or not _is_within(old, span)):
                return True
            continue
        expected = Span(_moved(old.start, span, growth), _moved(old.end, span, growth))
        is_around = _is_within(span, old)
        is_apart = old.end <= span.start or span.end <= old.start
        if (is_around or is_apart) and _around(old, span, growth, expected) != place:
            return True
    return False


def _around(old: Span, span: Span, growth: int, expected: Span) -> Span:
    """Return a component's expected span, which grows by ``growth`` if it contains the range."""
    if _is_within(span, old):
        return Span(old.start, old.end + growth)
    return expected


def _is_within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _moved(at: int, span: Span, growth: int) -> int:
    return at + growth if at >= span.end else at


SIZE = (680, 520)
# The maximum heights of the editor and of the result, before zoom; beyond that they scroll.
FIELD, LINES = 84, 46


class DecodingSheet(DialogSheet):
    """A dialog with the stages of a text, the content to edit, and the resulting link."""

    applied = Signal(object, str)  # the Span and its replacement

    def __init__(self, parent: QWidget, text: str, span: Span, edition: str = "2005") -> None:
        super().__init__(parent, say("Decode the selection"), SIZE)
        self._text, self._span, self._edition = text, span, edition
        self.chain = chain_of(span.of(text))
        self._is_valid = True
        self.stages = Grid(None, _columns(), say("Stages"), widest=1)
        self.codings = chooser(say("Encoding"), letters=0)
        self.decode = button(say("Decode"), self._on_decode)
        self.undo = button(say("Undo"), self._on_undo)
        self.copy = button(say("Copy stage"), self._copy)
        self.words = plain_label(role="quiet")
        self.field = SmallEdit()
        self.field.allow(pixels(FIELD))
        self.replacement = MarkedText()
        self.warning = plain_label(role="warned")
        self.apply = button(say("Apply"), self._apply)
        self._lay_out()
        self.field.text_edited.connect(self._on_edited)
        self.field.submitted.connect(self._apply)
        self._show_chain()
        (self.codings if self.codings.count() else self.field).setFocus()

    @property
    def written(self) -> str:
        """Return the replacement for the selected text."""
        content = content_of(self.chain.content).octets(self.field.text())
        return self.chain.text if content is None else self.chain.holding(content)

    def _lay_out(self) -> None:
        self.words.setBuddy(self.field)
        frame = QFrame()
        frame.setObjectName("input")
        column_of(self.field, into=frame, margins=(5, 2, 5, 2))
        result = scroll_area(self.replacement, say("In the link:"))
        result.setFixedHeight(pixels(LINES))
        coding = plain_label(say("Encoding"))
        fill(
            self.body,
            stretched(self.stages),
            row(coding, self.codings, self.decode, self.undo, None, self.copy),
            *(self.words, frame, plain_label(say("In the link:"), role="quiet")),
            *(result, self.warning),
        )
        self.ask_by(self.apply)

    def _show_chain(self) -> None:
        """Show the stages, the encodings that could be removed next, and the content."""
        self.stages.set_rows(stages(self.chain))
        last = self.stages.lazy.index(len(self.chain.names), 0)
        self.stages.setCurrentIndex(last)
        self.codings.clear()
        for name in self.chain.offered:
            self.codings.addItem(coding_title(name), name)
        self.codings.setEnabled(self.codings.count() > 0)
        self.decode.setEnabled(self.codings.count() > 0)
        self.undo.setEnabled(bool(self.chain.names))
        content = content_of(self.chain.content)
        words = say("Content in hexadecimal digits") if content.is_hex else say("Content")
        self.words.setText(words)
        self.field.setAccessibleName(words)
        self.field.set_text(content.text)
        self._on_edited()

    def _on_edited(self) -> None:
        """Show the resulting link, and warn about problems."""
        content = content_of(self.chain.content).octets(self.field.text())
        self._is_valid = content is not None
        before, after = self._span.of(self._text), self.written
        self.replacement.show_pieces(changed(before, after) or muted(say("nothing")))
        self._object(self._objection(before, after))
        self.apply.setEnabled(self._is_valid and after != before)

    def _objection(self, before: str, after: str) -> str:
        if not self._is_valid:
            return say("Not hexadecimal digits.")
        if after != before and moves_components(self._text, self._span, after, self._edition):
            return say("Applying this changes other components of the link.")
        return ""

    def _on_decode(self) -> None:
        """Remove an encoding from the content, including edits."""
        name = self.codings.currentData()
        edited = chain_of(self.written, self.chain.names)
        if name in edited.offered:
            self.chain = edited.then(name)
            self._show_chain()
        else:
            self._object(say("The content is not in this encoding."))

    def _object(self, words: str) -> None:
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def _on_undo(self) -> None:
        """Undo the last decoding step; edits are kept."""
        self.chain = chain_of(self.written, self.chain.names).undone()
        self._show_chain()

    def _copy(self) -> None:
        stage = self.stages.current_value
        if isinstance(stage, Stage):
            to_clipboard(content_of(stage.octets).text)

    def _apply(self) -> None:
        if self.apply.isEnabled():
            self.applied.emit(self._span, self.written)
            self.accept()


def _columns() -> list[Column]:
    return [
        Column(say("Encoding"), lambda stage: stage.title, is_rigid=True),
        Column(say("Result"), lambda stage: stage.shown, is_uri=True),
    ]
