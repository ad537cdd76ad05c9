"""The selected span that all panes share, its context menu, and copying."""

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
from PySide6.QtGui import (
    QAction,
    QClipboard,
    QContextMenuEvent,
    QDrag,
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from uriinspector.analysis.defang import defang, still_defanged
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.accessibility import announce_copy, shown_copy
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.widgets.view_parts import round_corners


class Selection(QObject):
    """The selected span in all panes, and signals for highlighting the span under the pointer."""

    span_selected = Signal(object)  # Span or None
    span_hovered = Signal(object)  # Span or None
    # Requests from context menus.
    show_requested = Signal(object)  # to show the text of this Span
    inspect_requested = Signal(str)  # to inspect this value in place of the text
    clause_requested = Signal(str)
    protect_requested = Signal(str)  # a name to protect
    decode_requested = Signal(object)  # to decode this Span by hand

    def __init__(self) -> None:
        super().__init__()
        self.span: Span | None = None
        self.text = ""  # the text that contains the spans

    def select(self, span: Span | None) -> None:
        """Select a span in all panes; do nothing if it is already selected."""
        if span != self.span:
            self.span = span
            self.span_selected.emit(span)

    def hover(self, span: Span | None) -> None:
        """Highlight a span in all panes; None removes the highlight."""
        self.span_hovered.emit(span)


Keys = QKeySequence.StandardKey


class MenuEntry(NamedTuple):
    """A menu entry: its text, action, state, and shortcut."""

    words: str
    on: Callable[[], object]
    is_enabled: bool = True
    key: Keys | str | None = None


def menu_of(parent: QWidget, choices: Iterable[MenuEntry | None]) -> QMenu:
    """Build a menu; None is a separator."""
    menu = QMenu(parent)
    round_corners(menu)
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


def add_entry(
    menu: QMenu, words: str, on: Callable[[], object], *, is_ticked: bool | None = None
) -> QAction:
    """Add an entry to a menu, escaping "&"; ``is_ticked`` makes it checkable."""
    action = menu.addAction(words.replace("&", "&&"))
    action.triggered.connect(lambda _checked=False: on())
    if is_ticked is not None:
        action.setCheckable(True)
        action.setChecked(is_ticked)
    return action


def fill_when_opened(menu: QMenu, build: Callable[[], object]) -> None:
    """Fill a menu each time it opens."""

    def renew() -> None:
        menu.clear()
        build()

    menu.aboutToShow.connect(renew)


HALF = expression("[\ud800-\udfff]")
SIGN = b"\xef\xbb\xbf"


def leaving(text: str, span: Span) -> str:
    """Return the text for copying a span; in a copy of the whole text, live links are defanged."""
    if span != (0, len(text)):
        return span.of(text)

    return still_defanged(text, defang)


def to_clipboard(text: str) -> None:
    """Put a text on the clipboard, with lone surrogates replaced, and announce it."""
    QGuiApplication.clipboard().setText(sendable(text))
    announce_copy(text)


def to_selection(text: str) -> None:
    """Put a text in the X11 selection, for the middle mouse button, if the system has one."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection():
        clipboard.setText(sendable(text), QClipboard.Mode.Selection)


def drag(source: QWidget, text: str) -> None:
    """Start dragging a text."""
    data = QMimeData()
    data.setText(sendable(text))
    carried = QDrag(source)
    carried.setMimeData(data)
    carried.exec(Qt.DropAction.CopyAction)


def sendable(text: str) -> str:
    """Return a text in a form that Qt transfers unchanged.

    Lone surrogates are replaced. A leading U+FEFF or U+FFFE gets a U+FEFF before it: otherwise, Qt
    would take it for a byte order mark, and drop it or swap the bytes of the rest.
    """
    if HALF.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return f"\ufeff{text}" if text.startswith(("\ufeff", "\ufffe")) else text


def text_of(data: QMimeData) -> str:
    """Return the text in the data, restoring a leading U+FEFF: Qt drops it as a byte order mark."""
    text = data.text()
    is_dropped = data.hasText() and bytes(data.data("text/plain").data()[:3]) == SIGN
    return f"\ufeff{text}" if is_dropped and not text.startswith("\ufeff") else text


class MenuValue(NamedTuple):
    """A value for a menu: text, span, clause, name and explanation; None and "" add no entry."""

    value: str | None
    span: Span | None = None
    clause: str = ""
    name: str = ""  # a host that can be protected
    explain: Callable[[], object] | None = None


def value_entries(selection: Selection, shown: MenuValue) -> tuple[MenuEntry | None, ...]:
    """Return the menu entries for a value; those whose signals have no receiver are left out."""
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
        entries.append(MenuEntry(say("Explain"), explain))
    elif shown.clause and is_heard(selection, selection.clause_requested):
        ask_clause = selection.clause_requested.emit
        entries.append(MenuEntry(say("Explain"), lambda: ask_clause(shown.clause)))
    if shown.name and is_heard(selection, selection.protect_requested):
        protect = selection.protect_requested.emit
        entries.append(MenuEntry(say("Protect this name"), lambda: protect(shown.name)))
    return tuple(entries if entries[-1] is not None else entries[:-1])


def decode_entry(selection: Selection, span: Span | None, *, is_enabled: bool) -> MenuEntry:
    """Return the entry that opens the dialog to decode a span of the text."""
    return MenuEntry(say("Decode…"), lambda: selection.decode_requested.emit(span), is_enabled)


def open_menu(owner: QWidget, entries: tuple[MenuEntry | None, ...], at: QPoint) -> None:
    """Show a menu at a position on the screen, unless the menu is empty."""
    if entries:
        menu = menu_of(owner, entries)
        menu.exec(at)
        menu.deleteLater()


def index_of(view: QAbstractItemView, event: QContextMenuEvent) -> tuple[QModelIndex, QPoint]:
    """Return the cell that a menu is for, and its position; if opened by keyboard, those of the
    current cell.
    """
    if event.reason() == QContextMenuEvent.Reason.Keyboard:
        index = view.currentIndex()
        place = view.visualRect(index).center() if index.isValid() else view.rect().center()
        return index, view.viewport().mapToGlobal(place)
    place = view.viewport().mapFromGlobal(event.globalPos())
    return view.indexAt(place), event.globalPos()


def _defanged(value: str) -> str:

    return still_defanged(value, defang)


def is_heard(selection: Selection, signal: SignalInstance) -> bool:
    return selection.isSignalConnected(QMetaMethod.fromSignal(signal))


def copy_links_defanged(links: Iterable[str]) -> str:
    """Copy links defanged; return the message to show, or "" if there are no links."""
    texts = [defang(each) for each in links]
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    if len(texts) > 1:
        return say("{count} links copied (defanged).", count=number(len(texts)))
    return copied_words(texts[0])


def copied_words(text: str) -> str:
    return say("Copied, defanged: {text}", text=shown_copy(text))


def copy_links_exact(links: Iterable[str]) -> str:
    """Copy links unchanged; return the message to show, or "" if there are no links."""
    texts = list(links)
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    return say("Copied unchanged: the text can become a clickable link where you paste it.")
