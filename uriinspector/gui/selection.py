"""What is selected: the span that the panes share, its menu, its way to the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import (
    QMetaMethod,
    QMimeData,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QClipboard, QContextMenuEvent, QDrag, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from uriinspector.analysis.defang import defang
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.accessibility import announce_copy, shown_copy
from uriinspector.gui.text.translation import number, say


class Selection(QObject):
    """One span for all panes; hovering marks another one and leaves this as it is."""

    span_selected = Signal(object)  # Span or None
    span_hovered = Signal(object)  # Span or None
    # What menus of the panes ask for.
    show_requested = Signal(object)  # the text of this Span
    inspect_requested = Signal(str)  # this value in place of the text
    clause_requested = Signal(str)
    protect_requested = Signal(str)  # this name from now on
    decode_requested = Signal(object)  # the text of this Span, by hand

    def __init__(self) -> None:
        """Start with nothing selected."""
        super().__init__()
        self.span: Span | None = None
        self.text = ""  # what the spans are of

    def select(self, span: Span | None) -> None:
        """Select a span everywhere; the one that is selected already is not told again."""
        if span != self.span:
            self.span = span
            self.span_selected.emit(span)

    def hover(self, span: Span | None) -> None:
        """Mark a span everywhere, for as long as the pointer stays."""
        self.span_hovered.emit(span)


Keys = QKeySequence.StandardKey


class MenuEntry(NamedTuple):
    """An entry: its words, what it does, whether it can be done now, its key."""

    words: str
    on: Callable[[], object]
    is_enabled: bool
    key: Keys | str | None = None


def menu_of(parent: QWidget, choices: Iterable[MenuEntry | None]) -> QMenu:
    """Build a menu; None parts what stands before it from what follows."""
    menu = QMenu(parent)
    for each in choices:
        if each is None:
            menu.addSeparator()
            continue
        action = menu.addAction(each.words)
        action.setEnabled(each.is_enabled)
        action.triggered.connect(lambda _checked=False, on=each.on: on())
        if each.key is not None:
            action.setShortcut(QKeySequence(each.key))
    return menu


HALF = expression("[\ud800-\udfff]")
SIGN = b"\xef\xbb\xbf"


def leaving(text: str, span: Span) -> str:
    """Give what a copy of a run holds."""
    if span != (0, len(text)):
        return span.of(text)
    from uriinspector.analysis.defang import defang, still_defanged  # with the first copy

    return still_defanged(text, defang)


def to_clipboard(text: str) -> None:
    """Put a text on the clipboard; half a pair has no form there."""
    QGuiApplication.clipboard().setText(sendable(text))
    announce_copy(text)


def to_selection(text: str) -> None:
    """Offer a text to the middle button, where there is such a thing (X11)."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection():
        clipboard.setText(sendable(text), QClipboard.Mode.Selection)


def drag(source: QWidget, text: str) -> None:
    """Let a text be dragged out; what it is dragged from stays as it is."""
    data = QMimeData()
    data.setText(sendable(text))
    carried = QDrag(source)
    carried.setMimeData(data)
    carried.exec(Qt.DropAction.CopyAction)


def sendable(text: str) -> str:
    """Give a text in the form in which Qt gets all of it.

    Half a pair has no form outside.  A first U+FEFF or U+FFFE would be taken for a sign of the
    order of octets: it is dropped, or all that follows is turned round.
    """
    if HALF.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return f"\ufeff{text}" if text.startswith(("\ufeff", "\ufffe")) else text


def text_of(data: QMimeData) -> str:
    """Take the text that came in, with the first U+FEFF that Qt takes for a sign."""
    text = data.text()
    is_dropped = data.hasText() and bytes(data.data("text/plain").data()[:3]) == SIGN
    return f"\ufeff{text}" if is_dropped and not text.startswith("\ufeff") else text


class MenuValue(NamedTuple):
    """A value exactly, its place in the text, and what explains it; None and "" are left out."""

    value: str | None
    span: Span | None = None
    clause: str = ""
    name: str = ""  # of a host that can be protected
    explain: Callable[[], object] | None = None


def value_entries(selection: Selection, shown: MenuValue) -> tuple[MenuEntry | None, ...]:
    """The entries of the menu; those that nobody answers to are left out."""
    value, span = shown.value, shown.span
    has_value = bool(value)
    entries: list[MenuEntry | None] = [
        MenuEntry(say("Copy value"), lambda: to_clipboard(value or ""), has_value),
        MenuEntry(say("Copy defanged"), lambda: to_clipboard(_defanged(value or "")), has_value),
        None,
    ]
    if is_heard(selection, selection.show_requested):
        words, is_placed = say("Show in text"), span is not None
        entries.append(MenuEntry(words, lambda: selection.show_requested.emit(span), is_placed))
    if is_heard(selection, selection.inspect_requested):
        can_inspect = has_value and value != selection.text
        ask = selection.inspect_requested.emit
        entries.append(MenuEntry(say("Inspect this part"), lambda: ask(value), can_inspect))
    if is_heard(selection, selection.decode_requested):
        can_decode = span is not None and span.start < span.end
        entries.append(decode_entry(selection, span, is_enabled=can_decode))
    explain = shown.explain
    if explain is not None:
        entries.append(MenuEntry(say("Explain"), explain, True))
    elif shown.clause and is_heard(selection, selection.clause_requested):
        ask_clause = selection.clause_requested.emit
        entries.append(MenuEntry(say("Explain"), lambda: ask_clause(shown.clause), True))
    if shown.name and is_heard(selection, selection.protect_requested):
        protect = selection.protect_requested.emit
        entries.append(MenuEntry(say("Protect this name"), lambda: protect(shown.name), True))
    return tuple(entries if entries[-1] is not None else entries[:-1])


def decode_entry(selection: Selection, span: Span | None, *, is_enabled: bool) -> MenuEntry:
    """Decodes a run of the text by hand."""
    return MenuEntry(say("Decode…"), lambda: selection.decode_requested.emit(span), is_enabled)


def open_menu(owner: QWidget, entries: tuple[MenuEntry | None, ...], at: QPoint) -> None:
    """Show a menu at a place of the screen, if there is anything to choose."""
    if entries:
        menu = menu_of(owner, entries)
        menu.exec(at)
        menu.deleteLater()


def index_of(view: QAbstractItemView, event: QContextMenuEvent) -> tuple[QModelIndex, QPoint]:
    """Which cell a menu is asked for, and where it opens: by key that is the current one."""
    if event.reason() == QContextMenuEvent.Reason.Keyboard:
        index = view.currentIndex()
        place = view.visualRect(index).center() if index.isValid() else view.rect().center()
        return index, view.viewport().mapToGlobal(place)
    place = view.viewport().mapFromGlobal(event.globalPos())
    return view.indexAt(place), event.globalPos()


def _defanged(value: str) -> str:
    from uriinspector.analysis.defang import defang, still_defanged  # with the first copy

    return still_defanged(value, defang)


def is_heard(selection: Selection, signal: SignalInstance) -> bool:
    """Whether anything answers to a signal."""
    return selection.isSignalConnected(QMetaMethod.fromSignal(signal))


def copy_links_defanged(links: Iterable[str]) -> str:
    """Copy them so that no program makes links of them; no words where there is none."""
    texts = [defang(each) for each in links]
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    if len(texts) > 1:
        return say("{count} links copied (defanged).", count=number(len(texts)))
    return say("Copied (defanged): {text}", text=shown_copy(texts[0]))


def copy_links_exact(links: Iterable[str]) -> str:
    """Copy them as they are; no words where there is none."""
    texts = list(links)
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    return say("Copied unchanged: it can become a clickable link where you paste it.")
