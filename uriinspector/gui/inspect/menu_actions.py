"""What the menus of the panes ask of the page: a place in the text, a part of it, a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QComboBox

from uriinspector.core.model import Span
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip

if TYPE_CHECKING:
    from uriinspector.gui.editor.uri_edit import BaseField, UriEdit
    from uriinspector.gui.inspect.selection_bridge import SelectionBridge
    from uriinspector.gui.inspect.way_back import WayBack
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.storage.own_lists import NameFile


class TextPage(Protocol):
    """The page as the menus see it."""

    selection: Selection
    editor: UriEdit
    base_field: BaseField
    strip: NoticeStrip
    bridge: SelectionBridge
    way_back: WayBack
    edition: QComboBox

    def show_text(self, text: str, base: str | None = None) -> None:
        """Take a text from outside."""

    def lead_back(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Let Esc lead there."""

    def refresh(self) -> None:
        """Inspect again."""


class MenuActions:
    """Does it, and says so."""

    def __init__(self, page: TextPage, theme: Theme, names: NameFile) -> None:
        """Listen to the selection of a page; ``names`` are those that are protected."""
        self._page = page
        self._theme = theme
        self._names = names
        page.selection.show_requested.connect(self._on_show)
        page.selection.inspect_requested.connect(self._on_part)
        page.selection.protect_requested.connect(self._on_protect)
        page.selection.decode_requested.connect(lambda span: self.decode(page.bridge.written(span)))
        page.editor.selection.decode_requested.connect(self.decode)

    def decode(self, span: Span | None) -> None:
        """Decode a run of the editor's text by hand; what is applied is one step back."""
        from uriinspector.gui.inspect.decoding_sheet import DecodingSheet

        editor = self._page.editor
        if span is None or span.start == span.end:
            self._page.strip.tell(Notice(say("Select the text to decode.")))
            return
        edition = str(self._page.edition.currentData())
        sheet = DecodingSheet(editor.window(), self._theme, editor.text(), span, edition)
        sheet.applied.connect(self._apply)
        sheet.finished.connect(lambda _result: editor.setFocus())
        sheet.open()

    def replace(self, span: Span, new: str) -> None:
        """Replace a run of what the panes show, if that is what the editor has."""
        page = self._page
        if page.selection.text == page.editor.text():
            page.editor.replace(*span, new)
        else:
            page.strip.tell(Notice(say("Show the original link to edit it here.")))

    def _apply(self, span: Span, new: str) -> None:
        editor = self._page.editor
        editor.replace(*span, new)
        editor.select(span.start, span.start + len(new))

    def _on_show(self, span: Span) -> None:
        """Show a place in the text, with the keys there."""
        page = self._page
        page.selection.select(span)
        page.editor.setFocus()
        page.editor.ensureCursorVisible()

    def _on_part(self, part: str) -> None:
        self.open_inner(part, None)

    def open_inner(self, part: str, base: str | None) -> None:
        """Inspect a part of the text, or what was decoded from it; Esc leads back step by step."""
        page, way = self._page, self._page.way_back
        before, outer, action = page.editor.text(), page.base_field.base, way.action
        words = way.accessibleName()

        def back() -> None:
            page.show_text(before, outer)
            page.lead_back(action, words)

        page.show_text(part, base)
        page.lead_back(back, say("Back to the outer link"))

    def _on_protect(self, name: str) -> None:
        """Judge by one more name that no other host should resemble."""
        page, names, shown = self._page, self._names, visible(name)
        if name in names.names:
            page.strip.tell(Notice(say("{name} is protected already.", name=shown)))
            return
        before = names.text

        def undo() -> None:
            names.save(before)
            page.refresh()

        is_saved = names.add(name)
        page.refresh()
        words = say("{name} is protected. Hosts that resemble it are reported.", name=shown)
        if not is_saved:
            words = say("Cannot save the names. Changes are lost when you close the window.")
        page.strip.tell(Notice(words, "info" if is_saved else "medium", say("Undo"), undo))
