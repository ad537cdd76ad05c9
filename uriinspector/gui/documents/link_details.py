"""The details of a link: the bytes around it, the picture of its code, its inspection.

A tab that Qt merely hides is still met by a screen reader, so one that is not offered is not there.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QCloseEvent,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, resolve
from uriinspector.documents.cases.link_row import CALM, NO_BASE, SAME, LinkRow
from uriinspector.documents.document_values import ONE
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.decision_table import PLAIN, ROW_STEPS
from uriinspector.gui.documents.link_model import in_browsers, site_words, written_value
from uriinspector.gui.documents.message_text import message_pieces
from uriinspector.gui.documents.octet_excerpt import UNREADABLE, excerpt, lines_of, why
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.inspect.findings import Findings
from uriinspector.gui.inspect.verdict_banner import VerdictBanner
from uriinspector.gui.selection import MenuEntry, MenuValue, Selection, open_menu, value_entries
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.marked_text import MarkedLayout, MarkedText
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    fitted,
    ours,
    outside,
    plain_label,
    plain_text,
    show_tip,
)
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import Theme, icon
from uriinspector.gui.widgets.cards import button, scroll_area
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector import Inspection
    from uriinspector.documents.cases.link_row import Head
    from uriinspector.gui.documents.code_pane import CodeLink, CodePane
    from uriinspector.gui.documents.octet_excerpt import Octets


SOURCE, INSPECTION, PICTURE, MESSAGE = range(4)
# As the command line calls them.
TABS = {"source": SOURCE, "inspection": INSPECTION, "image": PICTURE, "message": MESSAGE}


class DetailTabs(QTabBar):
    """Tabs by what they show; the order is always the same."""

    tab_chosen = Signal(int)  # by somebody, not by the program

    def __init__(self) -> None:
        """Begin with what every link has."""
        super().__init__()
        self.setAccessibleName(say("Link details"))
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self._words = {
            SOURCE: say("Source"),
            INSPECTION: say("Inspection"),
            PICTURE: say("Image"),
            MESSAGE: say("Message"),
        }
        self._offered = [SOURCE, INSPECTION]
        for tab in self._offered:
            self.addTab(self._words[tab])
        self.currentChanged.connect(lambda _at: self.tab_chosen.emit(self.tab))

    @property
    def tab(self) -> int:
        """The one that is looked at."""
        return self._offered[max(self.currentIndex(), 0)]

    def offers(self, tab: int) -> bool:
        """Whether it is there."""
        return tab in self._offered

    def place_of(self, tab: int) -> QRect:
        """Where it is in the bar."""
        return self.tabRect(self._offered.index(tab))

    def look_at(self, tab: int) -> None:
        """Look at one that is there."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._offered.index(tab))

    def offer(self, tab: int, *, wanted: bool) -> None:
        """Put one into the bar, or take it out."""
        if wanted == self.offers(tab):
            return
        with QSignalBlocker(self):
            self._offer(tab, wanted=wanted)

    def _offer(self, tab: int, *, wanted: bool) -> None:
        if wanted:
            at = sum(each < tab for each in self._offered)
            self._offered.insert(at, tab)
            self.insertTab(at, self._words[tab])
        else:
            at = self._offered.index(tab)
            del self._offered[at]
            self.removeTab(at)
            self._forget_interface()

    def _forget_interface(self) -> None:
        """Qt's interface keeps a tab by its number: a reader would meet one without a name."""
        interface = QAccessible.queryAccessibleInterface(self)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(interface))

    def call(self, tab: int, words: str) -> None:
        """Give one another name."""
        self._words[tab] = words
        if self.offers(tab):
            self.setTabText(self._offered.index(tab), words)


# All fields but where bytes come from, and the facts.
SHOWN = 3


class DetailedLink(NamedTuple):
    """A link, its file, the edition that reads it, where octets come from, what else is known."""

    row: LinkRow
    head: Head
    edition: str
    octets: Octets
    facts: str = ""

    @property
    def is_of_table(self) -> bool:
        """Whether a table of results holds it, which has no source."""
        return self.head.kind == PARQUET

    def is_same(self, other: DetailedLink | None) -> bool:
        """Return True if all that is shown of another link is what is shown of this one."""
        return other is not None and self[:SHOWN] == other[:SHOWN]

    def inspection(self) -> Inspection:
        """All that is known of it by itself."""
        return self.row.inspection(self.edition, self.head.protect, self.head.lists)


SIZE = 12
# What has a scheme means the same against any base of another scheme.
ANY_BASE = "about:"


class TargetLine(MarkedText):
    """A line of fixed height; what is too long for it lacks its middle."""

    def show_row(self, row: LinkRow | None) -> None:
        """Show the target of a link."""
        self.show_pieces(target_pieces(row) if row else ())
        show_tip(self, plain_text(self.pieces))

    def heightForWidth(self, _width: int) -> int:
        """One line, however long the text is."""
        return self.minimumSizeHint().height()

    def sizeHint(self) -> QSize:
        """As narrow as it may be: it gets what is left."""
        hint: QSize = self.minimumSizeHint()
        return hint

    def _lay_out(self, width: int) -> MarkedLayout:
        font = self._font()
        measure = QFontMetricsF(font).horizontalAdvance
        pieces = fitted(self.pieces, width, measure)
        return MarkedLayout(self._theme, pieces, font, width, wraps=False, is_uri=True)


def target_pieces(row: LinkRow) -> Pieces:
    """The target by the edition, and what browsers make of the reference where that differs."""
    name = ours(say("Target") + " ", Kind.MUTED)
    written = row.target or absolute_target(row)
    if written is None:
        is_one = row.how == ONE and row.site != SAME
        return name + ours(site_words(NO_BASE if is_one else row.site), Kind.MUTED)
    target = _named(written)
    others = in_browsers(row)
    if others is None:
        return name + target
    shown = _named(others) if others else ours(say("rejected"))
    return name + target + ours(f"   {say('in browsers')} ", Kind.MUTED) + shown


def _named(target: str) -> Pieces:
    """A target that lacks its middle where there is no room for it."""
    pieces = outside(target)
    return (pieces[0]._replace(is_name=True),) if len(pieces) == 1 else pieces


def absolute_target(row: LinkRow) -> str | None:
    """What a reference with a scheme means without a base; None of any other."""
    if row.how != ONE:
        return None
    value = written_value(row)
    if parse(value).scheme is None:
        return None
    return resolve(ANY_BASE, value).target


def place_words(row: LinkRow, kind: str) -> str:
    """Where a link stands in a file of this kind."""
    if kind == PARQUET:
        return say("Row {row} of the table", row=number(row.line))
    return say(
        "Part {part} · line {line}, column {column} · {size} from byte {start}",
        part=row.part,
        line=row.line,
        column=row.column,
        size=say_count(row.end - row.start, "1 byte", "{count} bytes"),
        start=row.start,
    )


GAP = 10
UNMARKED = {Kind.PLAIN, Kind.MUTED}
MARKS = {3: Kind.FAULT, 2: Kind.DIFFERS}


class LinkDetails(QFrame):
    """Tabs about the current link; only the one that can be seen is computed."""

    open_requested = Signal(str, object)  # a text, and its base or None
    resolve_requested = Signal(str, str)  # the base, and the text
    explain_requested = Signal(object)  # a Finding
    clause_requested = Signal(str)
    base_requested = Signal(int)  # where the page came from
    unfold_requested = Signal(bool)  # in a small window: in place of the list, or back to it
    step_requested = Signal(int)  # to the next link, or to the one before
    changed = Signal()  # what is shown

    def __init__(self, theme: Theme) -> None:
        """Start without a link."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._shown: DetailedLink | None = None
        self._entry: FileEntry | None = None
        self._entry_facts: tuple[object, ...] = ()  # what was known of it when it was shown
        self._home = SOURCE  # what is looked at first
        self._awaited: int | None = None  # a tab that was asked for before there was a link
        self._is_tab_asked = False
        self.target = TargetLine(theme, size=SIZE)
        self.facts = plain_label(role="quiet")
        self.facts.setWordWrap(False)  # a long note is all in the tooltip of its row
        self.facts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.bar = DetailTabs()
        self.place = plain_label(role="quiet")
        self.place.setWordWrap(False)
        self.escaped = button(say("Hex dump"), self._compute)
        self.escaped.setCheckable(True)
        self.open = button(say("Open in Inspect"), self._on_open)
        self.resolve = button(say("Resolve"), self._on_resolve)
        self.resolve.setAccessibleName(say("Resolve the link against its base"))
        self.page_base = button(say("This page came from…"), self._on_base)
        self.source = MarkedText(theme)
        self.message = MarkedText(theme, is_uri=False)
        self.stack = QStackedWidget()
        self.fold_button = QToolButton()
        self.fold_button.setObjectName("fold")
        self.fold_button.setAccessibleName(say("Back to the list"))
        show_tip(self.fold_button, say("Back to the list"))
        self.fold_button.clicked.connect(lambda: self.unfold_requested.emit(False))
        self._lay_out()
        self.offer_list(offered=False)
        self.bar.tabBarClicked.connect(lambda _tab: self.unfold_requested.emit(True))
        self.bar.tab_chosen.connect(self._on_tab)
        self.show_link(None, None)

    def offer_list(self, *, offered: bool) -> None:
        """Offer to go back to the list that these details are shown instead of."""
        self.fold_button.setIcon(icon(self._theme, "fold"))
        self.fold_button.setVisible(offered)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the rows; letters go from link to link, as they do in the table."""
        plain = event.modifiers() in PLAIN
        if event.key() == Qt.Key.Key_Escape and self.fold_button.isVisible() and plain:
            self.unfold_requested.emit(False)
        elif steps := ROW_STEPS.get(keys_in_use.name_of(event)):
            self.step_requested.emit(steps)
        else:
            super().keyPressEvent(event)

    def show_tab(self, tab: int) -> None:
        """Look at the message or at the source from now on, where there is one."""
        self._home = tab
        if self.bar.offers(tab):
            self.bar.look_at(tab)
            self._compute()

    def suggest_tab(self, tab: int, *, at_once: bool = True) -> None:
        """Look at this tab now or with the next link, unless somebody asked for one."""
        if not self._is_tab_asked and self._awaited is None:
            self._home = tab
            if at_once:
                self.show_tab(tab)

    def await_tab(self, tab: int) -> None:
        """Look at this tab once there is a link, or for a message a file, that has it."""
        self._awaited = tab
        self._show_link(self._shown)

    @property
    def row(self) -> LinkRow | None:
        """Return the link that is shown."""
        return self._shown.row if self._shown else None

    def show_link(self, shown: DetailedLink | None, entry: FileEntry | None) -> None:
        """Show a link, or none, and the file or message that it is of."""
        before, self._shown = self._shown, shown
        facts = (entry.key, entry.head, entry.rank, entry.title) if entry else ()
        is_same = shown.is_same(before) if shown else before is None
        is_same = is_same and facts == self._entry_facts
        self._entry, self._entry_facts = entry, facts
        if is_same:
            self._show_facts()
            return
        self._show_link(before)
        self.changed.emit()

    def _show_link(self, before: DetailedLink | None) -> None:
        """Choose the tab; of a link that was read from a code the picture comes first."""
        shown, entry = self._shown, self._entry
        self._is_tab_asked &= shown is not None or entry is not None
        if before is None or shown is None or shown.row != before.row:
            for area in self.findChildren(QScrollArea):
                area.verticalScrollBar().setValue(0)
        is_code = shown is not None and shown.row.is_code
        home = PICTURE if is_code else SOURCE
        if entry is not None and (shown is None or (self._home == MESSAGE and not is_code)):
            home = MESSAGE
        now = self.bar.tab
        is_mail = entry is not None and entry.envelope is not None
        self.bar.call(MESSAGE, say("Message") if is_mail else say("File"))
        for tab, is_wanted in ((MESSAGE, entry is not None), (PICTURE, is_code)):
            self.bar.offer(tab, wanted=is_wanted)
        at = INSPECTION if now == INSPECTION and shown is not None else home
        self.bar.look_at(self._arrived(at))
        self.bar.updateGeometry()  # else the first tab would make room for the last one
        self._compute()

    def _arrived(self, otherwise: int) -> int:
        """The tab that was waited for, if it can be shown now."""
        tab, has_link = self._awaited, self._shown is not None
        if tab is None or not (has_link or tab == MESSAGE) or not self.bar.offers(tab):
            return otherwise
        self._awaited = None
        self._is_tab_asked = True
        self._home = MESSAGE if tab == MESSAGE else SOURCE
        QTimer.singleShot(0, self, lambda: self.unfold_requested.emit(True))
        return tab

    @cached_property
    def picture(self) -> CodePane:
        """The pane of the picture, made with the first link from a code."""
        from uriinspector.gui.documents.code_pane import CodePane

        code_pane = CodePane(self._theme)
        self._pages[PICTURE] = code_pane
        self.stack.addWidget(code_pane)
        return code_pane

    @cached_property
    def inspection(self) -> tuple[VerdictBanner, Findings]:
        """The panes of the Inspect page, made when they are first looked at."""
        banner, findings = VerdictBanner(self._theme), Findings(self._theme, Selection())
        findings.grow()
        findings.list.entered_row.connect(self._follow)
        for pane in (banner, findings):
            pane.explain_requested.connect(self.explain_requested)
        findings.clause_requested.connect(self.clause_requested)
        findings.fix_requested.connect(lambda text: self.open_requested.emit(text, None))
        self._inside.addWidget(banner)
        self._inside.addWidget(findings, 1)
        return banner, findings

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the table tells the place alone."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Another zoom, other words: the buttons need another room."""
        if event.type() == event.Type.LayoutRequest and hasattr(self, "place"):
            self._fit()
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the link whose bytes are shown."""
        if self._shown is not None:
            row = self._shown.row
            entries = (
                *value_entries(Selection(), MenuValue(row.value)),
                None,
                MenuEntry(say("Open in Inspect"), self._on_open, True),
                MenuEntry(say("Resolve against its base"), self._on_resolve, row.base is not None),
            )
            open_menu(self, entries, event.globalPos())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        if "picture" in self.__dict__:
            self.picture.close()
        super().closeEvent(event)

    def _fit(self) -> None:
        """What matters most beside the tabs has its room first."""
        shown, is_source = self._shown, self.bar.tab == SOURCE
        is_message = self.bar.tab == MESSAGE
        has_link = shown is not None and not is_message
        room = self.width() - self.bar.sizeHint().width() - 2 * GAP
        if self.fold_button.isVisibleTo(self):
            room -= self.fold_button.sizeHint().width() + GAP
        for each, wanted in (
            (self.open, has_link),
            (self.resolve, has_link and shown is not None and shown.row.base is not None),
            (self.escaped, shown is not None and is_source and not shown.is_of_table),
            (self.page_base, self._is_page and is_message),
        ):
            room -= each.sizeHint().width() + GAP if wanted else 0
            each.setVisible(wanted and room >= 0)

    def _lay_out(self) -> None:
        top = QFrame()
        top.setObjectName("tabs")
        row(
            self.bar,
            None,
            self.escaped,
            self.page_base,
            self.resolve,
            self.open,
            self.fold_button,
            into=top,
            margins=(GAP, 0, GAP, 0),
            spacing=GAP,
        )
        padded = QWidget()
        column_of(self.source, None, into=padded, margins=(14, 10, 14, 10))
        page = QWidget()
        self._inside = QVBoxLayout(page)
        self._inside.setContentsMargins(12, 12, 12, 10)
        told = QWidget()
        column_of(self.message, None, into=told, margins=(14, 10, 14, 10))
        self._pages: dict[int, QWidget] = {}
        for tab, each, name in (
            (SOURCE, padded, say("Source")),
            (INSPECTION, page, say("Inspection")),
            (MESSAGE, told, say("Message")),
        ):
            self._pages[tab] = scroll_area(each, name)
            self.stack.addWidget(self._pages[tab])
        self.known = QWidget()
        column_of(
            self.target,
            row(self.place, stretched(self.facts), spacing=18),
            into=self.known,
            margins=(14, 6, 14, 0),
            spacing=2,
        )
        column_of(
            top, self.known, stretched(self.stack), into=self, margins=(1, 1, 1, 1), spacing=0
        )

    def _on_tab(self, tab: int) -> None:
        """What somebody looks at stays when another link is shown."""
        self._is_tab_asked = True
        self._home = MESSAGE if tab == MESSAGE else SOURCE
        self._awaited = None
        self._compute()

    def _compute(self) -> None:
        shown, tab = self._shown, self.bar.tab
        self.place.setText(place_words(shown.row, shown.head.kind) if shown else "")
        self._show_facts()
        self._fit()
        self._clear(but=tab)
        if tab == SOURCE:
            self.source.show_pieces(self._source())
            QTimer.singleShot(0, self, self._show_mark)  # when all is laid out
        elif tab == INSPECTION:
            result = shown.inspection() if shown else None
            for pane in self.inspection:
                pane.show_inspection(result)
        elif tab == MESSAGE:
            self.message.show_pieces(message_pieces(self._entry) if self._entry else ())
        else:
            self.picture.show_link(sought(shown) if shown else None)
        self.stack.setCurrentWidget(self._pages[tab])

    def _clear(self, *, but: int) -> None:
        """Empty the tabs that cannot be seen: they would keep an earlier link."""
        if but != SOURCE:
            self.source.show_pieces(())
        if but != MESSAGE:
            self.message.show_pieces(())
        if but != INSPECTION and "inspection" in self.__dict__:
            for pane in self.inspection:
                pane.show_inspection(None)
        if but != PICTURE and "picture" in self.__dict__:
            self.picture.show_link(None)

    def _show_facts(self) -> None:
        shown = self._shown
        self.facts.setText(shown.facts if shown else "")
        self.target.show_row(shown.row if shown else None)
        is_wanted = shown is not None and self.bar.tab != MESSAGE
        self.known.setVisible(is_wanted)

    def _source(self) -> Pieces:
        if self._shown is None:
            return ours(say("Select a link to see its source."), Kind.MUTED)
        row = self._shown.row
        try:
            result = excerpt(row, self._shown.octets)
        except UNREADABLE as error:
            return ours(why(error), Kind.MUTED)
        kind = MARKS.get(row.rank, Kind.STRONG if row.rank == CALM else Kind.ADDED)
        lines = lines_of(result, kind, escaped=self.escaped.isChecked())
        return tuple(piece for line in lines for piece in line)[:-1]

    def _show_mark(self) -> None:
        """Bring the octets of the link into sight, however low the pane is."""
        pieces = self.source.pieces
        marks = [at for at, each in enumerate(pieces) if each.kind not in UNMARKED]
        area = self._pages[SOURCE]
        if marks and isinstance(area, QScrollArea):
            low = self.source.height_of(pieces[: marks[0] + 1])
            area.ensureVisible(0, self.source.y() + low, 0, 0)

    def _follow(self, row: QRect) -> None:
        """Keep the finding that the keys are at in sight."""
        area = self._pages[INSPECTION]
        inner = area.widget() if isinstance(area, QScrollArea) else None
        if inner is not None and isinstance(area, QScrollArea):
            top = self.inspection[1].list.viewport().mapTo(inner, row.topLeft()).y()
            area.ensureVisible(0, top + row.height(), 0, GAP)
            area.ensureVisible(0, top, 0, GAP)

    @property
    def _is_page(self) -> bool:
        return self._entry is not None and self._entry.is_page

    def _on_base(self) -> None:
        if self._entry is not None:
            self.base_requested.emit(self._entry.key.file)

    def _on_open(self) -> None:
        if self._shown is not None:
            self.open_requested.emit(self._shown.row.value, self._shown.row.base)

    def _on_resolve(self) -> None:
        if self._shown is not None and self._shown.row.base is not None:
            self.resolve_requested.emit(self._shown.row.base, self._shown.row.value)


def sought(shown: DetailedLink) -> CodeLink:
    """The picture that a link was read from."""
    from uriinspector.gui.documents.code_pane import CodeLink

    return CodeLink(shown.row, PurePath(shown.head.path).name, shown.octets)
