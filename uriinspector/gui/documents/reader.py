"""The reader: details about the selected email, file or link, in tabs.

Screen readers find tabs that are merely hidden, so tabs that do not apply are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAccessible, QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from uriinspector.analysis.finding import HIGH, INFO, MEDIUM, RANK, Finding
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.model import EVIDENCE, Marked, Message, NamedTuple, message
from uriinspector.core.parse import parse, resolve
from uriinspector.documents.cases.link_row import (
    BENIGN,
    IGNORED,
    MALICIOUS,
    NO_BASE,
    SAME,
    Decision,
    Head,
    LinkRow,
)
from uriinspector.documents.document_values import ONE
from uriinspector.documents.scan_state import HTML, MBOX, PARQUET
from uriinspector.documents.scan_state import TEXT as PLAIN_TEXT
from uriinspector.gui.documents import file_model, reader_rows
from uriinspector.gui.documents.body_pane import (
    BodyPane,
    ContentsRequest,
    SourceContents,
    read_contents,
)
from uriinspector.gui.documents.decision_table import mark_icon
from uriinspector.gui.documents.link_model import in_browsers, site_words, written_value
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.reader_rows import DetailRow
from uriinspector.gui.documents.rows import severity_of
from uriinspector.gui.documents.source_octets import Octets
from uriinspector.gui.documents.source_view import SourceFile, SourceView
from uriinspector.gui.inspect.findings import FindingRow, Findings, listed_findings, spoken
from uriinspector.gui.inspect.row_list import CLAUSE, ClickTarget, ListRow, RowList
from uriinspector.gui.inspect.verdict_banner import (
    ADVICE,
    HEADLINE,
    HOST,
    PROOF,
    STRUCK,
    VerdictBanner,
)
from uriinspector.gui.inspect.welcome import SmallRibbon
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import (
    MenuEntry,
    MenuValue,
    Selection,
    copy_links_defanged,
    open_menu,
    to_clipboard,
    value_entries,
)
from uriinspector.gui.text.marked_text import MarkedLine
from uriinspector.gui.text.paragraph import STRONG, ParagraphLabel, TextRun, TextStyle, message_runs
from uriinspector.gui.text.pieces import (
    Pieces,
    muted,
    ours,
    outside,
    plain_label,
    plain_text,
    show_tip,
    visible,
)
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import icon, pixels
from uriinspector.gui.widgets.cards import GAP as SPACE
from uriinspector.gui.widgets.cards import (
    CardFrame,
    add_key,
    button,
    explain,
    icon_button,
    restyle_by,
    scroll_area,
)
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import CALM, SeverityCard, SeveritySign, word_of
from uriinspector.gui.widgets.view_parts import DividedPanes, Fitted, Restyled

if TYPE_CHECKING:
    from uriinspector.gui.documents.code_pane import CodeLink, CodePane

MESSAGE, TEXT, LINKS, ATTACHMENTS, HOPS, SOURCE, PICTURE, PARTS, FINDINGS, SITE = range(10)
# The names used on the command line.
TABS = {"source": SOURCE, "inspection": LINKS, "image": PICTURE, "message": MESSAGE}
SIZE, GAP, MARKED_LINKS = 12, 10, 500
NAME = 60  # maximum number of characters of a sender's name in a headline
# In a reader shorter than this (before zoom), the verdict on an email is brief, and only above the
# first tab; a page's link is shown only above tabs about the link, and above a site check only its
# source.
LOW = 520
BRIEF, NO_LIMIT = 124, 16_777_215  # before zoom: the height of only the link's source; Qt's maximum
# The initial ratio between the height of a page's card and that of the tabs below it.
DETAILS, PANEL = 316, 432
RIBBON = 96  # before zoom: the height of two lines of a link in color
LONGEST_RIBBON = 300  # longer links are shown without colors
TIGHT = 600  # before zoom: in a narrower reader, the tabs are tighter
MARGIN_WIDTH = 86  # before zoom: the width around the text of a banner
# A link with a scheme resolves in the same way against any base that has a different scheme.
ANY_BASE = "about:"
NO_FILE = SourceFile(None, 0, lambda _start, _end: b"")
# Advice about an email, by its severity.
HIGH_ADVICE = message("Do not click or reply. Report it.")
MEDIUM_ADVICE = message("Do not click or reply unless the sender confirms the email by phone.")
LINK_ADVICE = message("Click only links to sites that you know.")
REPLY_ADVICE = message("Reply only if you know the sender.")
ADDRESS, NO_ADDRESS = "The sender address is at {host}", "No sender address"
OTHER_ADDRESS = "The sender address is at {host}, not {name}"
# Findings that name the organization that the sender claims to be.
SENDER_NAMES = frozenset({"sender-known-name", "sender-name", "sender-domain"})
# Row shortcuts that the reader handles itself, instead of forwarding them to the list.
OWN_KEYS = frozenset({"open_row", "resolve_row", "leave_rows", "show_details"})


class Selected(NamedTuple):
    """The selection: an email or file, a link in it, and the data that the reader shows."""

    entry: FileEntry | None = None
    name: str = ""  # of the file
    row: LinkRow | None = None
    place: tuple[int, int] = (0, 0)  # number of the link, and of all links
    octets: Octets = lambda _start, _end: b""
    links: Callable[[], Sequence[tuple[int, LinkRow]]] = tuple
    edition: str = ""
    facts: str = ""  # about the link
    decision: Decision = Decision()
    is_listed: bool = False  # files are listed on the left, not links
    passwords: tuple[str, ...] = ()

    def is_same_file(self, other: Selected) -> bool:
        """Return True if the email or file is the same, with the same content."""
        one, two = self.entry, other.entry
        if one is None or two is None:
            return one is two
        return one.key == two.key and one.head is two.head

    def is_same(self, other: Selected) -> bool:
        """Return True if all tabs would show the same."""
        return self.is_same_file(other) and _facts(self) == _facts(other)

    @property
    def is_mail(self) -> bool:
        return self.entry is not None and self.entry.envelope is not None

    @property
    def is_page(self) -> bool:
        """True if the file is not an email, so that the link is shown above the tabs."""
        return self.entry is not None and self.entry.envelope is None


def _facts(selected: Selected) -> tuple[object, ...]:
    entry = selected.entry
    known = (entry.level, entry.title, entry.links, entry.site) if entry else ()
    return *known, selected.row, selected.edition, selected.is_listed


class ReaderTabs(QTabBar):
    """A tab bar with changing tabs in a fixed order."""

    tab_chosen = Signal(int)  # by the user

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(say("Details"))
        self.setExpanding(False)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._offered: list[int] = []
        self.currentChanged.connect(lambda _at: self.tab_chosen.emit(self.tab))

    @property
    def tab(self) -> int:
        return self._offered[max(self.currentIndex(), 0)] if self._offered else MESSAGE

    @property
    def offered(self) -> tuple[int, ...]:
        return tuple(self._offered)

    def place_of(self, tab: int) -> QRect:
        return self.tabRect(self._offered.index(tab))

    def look_at(self, tab: int) -> None:
        """Make a tab current without reporting it."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self._offered.index(tab))

    def offer(self, titles: dict[int, str]) -> None:
        """Show these tabs, and no others."""
        with QSignalBlocker(self):
            if list(titles) != self._offered:
                while self.count():
                    self.removeTab(0)
                self._offered = list(titles)
                for words in titles.values():
                    self.addTab(words)
                # Qt caches the accessible tabs by number, so screen readers would
                # find tabs without names.
                interface = QAccessible.queryAccessibleInterface(self)
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(interface))
            for at, words in enumerate(titles.values()):
                if self.tabText(at) != words:
                    self.setTabText(at, words)


def target_pieces(row: LinkRow) -> Pieces:
    """Return the target according to the edition and, if different, the target in browsers."""
    name = muted(say("Target") + " ")
    written = row.target or absolute_target(row)
    if written is None:
        is_one = row.how == ONE and row.site != SAME
        return name + muted(site_words(NO_BASE if is_one else row.site))
    target = _named(written)
    others = in_browsers(row)
    if others is None:
        return name + target
    shown = _named(others) if others else ours(say("rejected"))
    return name + target + muted(f"   {say('in browsers')} ") + shown


def _named(target: str) -> Pieces:
    """Return a target as a name, so that it can be cut in the middle."""
    pieces = outside(target)
    return (pieces[0]._replace(is_name=True),) if len(pieces) == 1 else pieces


def absolute_target(row: LinkRow) -> str | None:
    """Return the target of a link that has a scheme but no base; None for other links."""
    if row.how != ONE:
        return None
    value = written_value(row)
    if parse(value).scheme is None:
        return None
    return resolve(ANY_BASE, value).target


def place_words(row: LinkRow, head: Head) -> str:
    """Return the position of a link in its file, in words; the source shows the bytes."""
    if head.kind == PARQUET:
        return say("Row {row} of the table", row=number(row.line))
    where = say("Line {line}, column {column}", line=row.line, column=row.column)
    return f"{where} · {say('part {part}', part=row.part)}" if len(head.parts) > 1 else where


def headline_of(entry: FileEntry, of_link: Finding | None) -> Message:
    """Return the worst finding, which may be that of a link, in plain words.

    If none is above "info", return what the sender's address says.
    """
    envelope = entry.envelope
    if envelope is None:
        return message(entry.title) if entry.title else entry.calm
    for finding in entry.findings:
        args = finding.message.args
        name = args.get("known") or args.get("shown")
        if RANK[finding.severity] < entry.titled or entry.titled <= RANK[INFO]:
            continue
        if finding.code in SENDER_NAMES and name and "host" in args:
            return message(OTHER_ADDRESS, host=args["host"], name=name)
        claimed = envelope.senders[0].name.strip() if envelope.senders else ""
        if finding.code == "authentication-failed" and claimed:
            shown = Marked(visible(claimed[:NAME]), EVIDENCE)
            return message(
                'Claims to be "{name}"; the sender address is at {host}',
                host=args["host"],
                name=shown,
            )
        if finding.title == entry.title:
            return finding.plain
    if entry.titled > RANK[INFO]:
        is_named = of_link is not None and of_link.title == entry.title
        return of_link.plain if of_link is not None and is_named else message(entry.title)
    domain = next((each.domain for each in envelope.senders if each.domain), "")
    if not domain:
        return message(NO_ADDRESS)
    return message(ADDRESS, host=Marked(visible(domain), EVIDENCE))


def link_phrases(sentence: Message) -> Iterator[Message]:
    """Yield the parts of an email's summary sentence that follow its sender and its checks."""
    before, last = sentence.args.get("before"), sentence.args.get("next")
    if not (isinstance(before, Message) and isinstance(last, Message)):
        return
    if last.template.startswith("; ") and "according to" not in last.template:
        yield from link_phrases(before)
        yield last


def advice_of(entry: FileEntry) -> Message:
    """Return what to do with an email."""
    level = severity_of(entry.level)
    if level == HIGH:
        return HIGH_ADVICE
    if level == MEDIUM:
        return MEDIUM_ADVICE
    return LINK_ADVICE if entry.links else REPLY_ADVICE


class EntryBanner(Fitted, SeverityCard):
    """The verdict on an email or a file."""

    def __init__(self) -> None:
        super().__init__()
        self.is_brief = False  # only the advice is shown below the headline of a serious finding
        self._severity = self._title = self._advice = ""
        self._headline = message("")
        self._details: tuple[Message, ...] = ()
        self.sign = SeveritySign()
        self.headline, self.detail = ParagraphLabel(most=3), ParagraphLabel()
        words = column_of(None, self.headline, self.detail, None, spacing=4)
        sign = column_of(None, self.sign, None)
        row(sign, stretched(words), into=self, margins=(9, 8, 14, 8), spacing=6)

    def show_entry(self, entry: FileEntry | None, finding: Finding | None = None) -> None:
        """Show the verdict on an entry; the finding is its worst link's or a site check's."""
        self._severity = severity_of(entry.level) if entry else ""
        self._headline = headline_of(entry, finding) if entry else message("")
        self._details, self._advice, title = (), "", ""
        if entry is not None and entry.envelope:
            title = say(entry.title) if entry.title not in {"", self._headline} else ""
            self._details = tuple(link_phrases(entry.report.line)) if entry.report else ()
            self._advice = say(advice_of(entry))
        elif finding is not None:
            self._severity, self._headline = finding.severity, finding.plain
            title = say(finding.title)
            if finding.fix:
                self._advice = say("Write {text} instead.", text=visible(finding.fix.text))
        elif entry is not None and not (entry.title or entry.links):
            title = say("No links in this file.")
        self._title = title
        self.sign.show_severity(self.severity())
        self.fit()
        show_tip(self, say(entry.report.line) if entry and entry.report else title)
        self.detail.setVisible(bool(self.detail.text()))
        texts = (word_of(self._severity), self.headline.text(), self.detail.text())
        self.setAccessibleName(". ".join(each.rstrip(".") for each in texts if each))
        self.update()

    def severity(self) -> str:
        """Return the severity, or CALM if there is no finding."""
        return self._severity or CALM

    def fit(self) -> None:
        """Cut long names at the start, since a host ends with its site."""
        room = max(self.width() - pixels(MARGIN_WIDTH), 100)
        self.headline.set_runs(self._runs(room))
        advice, title = (
            TextRun(self._advice, ADVICE),
            TextRun(self._title, TextStyle("muted", 12)),
        )
        if self.is_brief and self._advice and self._severity in {HIGH, MEDIUM}:
            self.detail.set_runs([advice])
            return
        details = [
            run for each in self._details for run in message_runs(each, proof=PROOF, room=room)
        ]
        if details:
            first = details[0].text.removeprefix("; ")
            details[0] = TextRun(first[:1].upper() + first[1:])
            details.append(TextRun(". "))
        self.detail.set_runs([*details, advice, TextRun("  " * bool(advice.text)), title])

    def _runs(self, room: float) -> Iterator[TextRun]:
        host = HOST._replace(weight=STRONG)
        for at, run in enumerate(message_runs(self._headline, HEADLINE, host, room)):
            is_struck = at > 1 and self._headline.template == OTHER_ADDRESS
            yield TextRun(run.text, STRUCK) if is_struck and run.look == host else run


class ReaderList(RowList):
    """A list that forwards single-key shortcuts to the list on the left."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Forward shortcuts for marks, notes and rows to the reader."""
        name = keys_in_use.name_of(event)
        if (name and name != "open_row") or event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def copy_defanged(self) -> None:
        """Copy the current row with links defanged."""
        at = self.currentIndex().row()
        if at >= 0:
            copy_links_defanged([value_of(self.rows.lines[at].row)])


def value_of(row: ListRow) -> str:
    """Return the text to copy from a row."""
    if isinstance(row, FindingRow):
        return spoken(row.finding)
    return (row.value if isinstance(row, DetailRow) else "") or row.title


class LinkRibbon(SmallRibbon):
    """The link as written, with its parts in color."""

    text_size = 15
    least_lines = 1

    def __init__(self) -> None:
        super().__init__()
        self.allow(pixels(RIBBON))

    def show_link(self, row: LinkRow | None, inspection: Inspection | None) -> None:
        self.setVisible(row is not None and 0 < len(row.value) <= LONGEST_RIBBON)
        if row is not None and inspection is not None and not self.isHidden():
            self.setAccessibleName(say("Link"))
            if self.text() != row.value:
                self.set_text(row.value)
            self.show_inspection(inspection)


class LinkPane(QWidget):
    """The selected link with its target, verdict, findings and source."""

    bytes_requested = Signal()

    def __init__(
        self, selection: Selection, on_open: Callable[[], object], on_resolve: Callable[[], object]
    ) -> None:
        super().__init__()
        self._row: LinkRow | None = None
        self.target = MarkedLine(size=SIZE)
        self.place = plain_label(role="quiet", wraps=False)
        self.facts = plain_label(role="quiet", wraps=False, yields=True)
        self.open = button(say("Inspect"), on_open, name=say("Open in Inspect"), act="open_row")
        self.resolve = button(
            say("Resolve"),
            on_resolve,
            name=say("Resolve the link against its base"),
            act="resolve_row",
        )
        self.banner, self.findings = VerdictBanner(), Findings(selection)
        self.findings.grow()
        self.findings.list.entered_row.connect(self._follow)
        self.source = SourceView(is_compact=True)
        self.source.setMinimumHeight(pixels(60))
        self.shown = LinkRibbon()
        self.bytes = button(say("Show bytes"), self.bytes_requested.emit, link=True)
        self._head, self._is_brief, self._places = QWidget(), False, ("", "")
        row(stretched(column_of(self.shown)), self.resolve, self.open, into=self._head)
        facts = row(self.place, stretched(self.facts), self.bytes, spacing=16)
        inside, self._rest = QWidget(), QWidget()
        contents = (self._head, self.banner, self.target, facts, self.findings)
        rest = (stretched(self.source), stretched(self._rest))
        column_of(*contents, *rest, into=inside, margins=(16, 8, 12, 8), spacing=8)
        self.area = scroll_area(inside, say("Link"))
        self._most = 0
        self.banner.installEventFilter(self)
        column_of(self.area, into=self)

    def allow(self, most: int) -> None:
        """Make the pane high enough for the whole verdict, but at most ``most`` pixels high."""
        self._most = most
        last = self._head if self.banner.isHidden() else self.banner
        shown = 0 if self._is_brief else last.geometry().bottom() + GAP // 2
        self.area.setMinimumHeight(min(shown, most))

    def be_brief(self, *, wanted: bool, has_verdict: bool) -> None:
        """Show only the place of the link and its source, for small windows."""
        self._is_brief = wanted
        self._head.setVisible(not wanted)
        self.banner.setVisible(has_verdict and not wanted)
        self.place.setText(self._places[wanted])
        self._show_target()
        self.allow(self._most)

    def _show_target(self) -> None:
        row = self._row
        is_same = row is not None and (row.target or absolute_target(row)) in {None, row.value}
        is_needless = self._is_brief or (is_same and self.shown.isVisibleTo(self))
        self.target.setVisible(row is not None and not is_needless)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adapt to the height and place of the banner."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.allow(self._most)
        return super().eventFilter(watched, event)

    def show_link(
        self, selected: Selected, file: SourceFile | None, inspection: Inspection | None
    ) -> None:
        row, entry = selected.row, selected.entry
        head = entry.head if entry else None
        if row != self._row:
            self._row = row
            self.area.verticalScrollBar().setValue(0)
        self.shown.show_link(row, inspection)
        self.target.show_pieces(target_pieces(row) if row else ())
        show_tip(self.target, plain_text(self.target.pieces))
        self._show_target()
        self.bytes.setVisible(selected.is_page and row is not None)
        self.findings.setVisible(not selected.is_page)
        self._places = ("", "")
        if row and head:
            brief = say("{file}, line {line}", file=visible(selected.name), line=number(row.line))
            self._places = place_words(row, head), brief
        self.place.setText(self._places[self._is_brief])
        self.facts.setText(selected.facts if row else "")
        self.resolve.setVisible(row is not None and row.base is not None)
        self.open.setVisible(row is not None)
        self.source.setVisible(file is not None)
        self._rest.setVisible(file is None)
        if file is not None and row is not None:
            self.source.show_file(file)
            self.source.show_mark(row.start, row.end)
        mail = entry if selected.is_mail else None
        self.banner.is_doubtful = mail is not None and mail.rank >= RANK[MEDIUM]
        self.banner.is_in_page = entry is not None and entry.is_page
        for pane in (self.banner, self.findings):
            pane.show_inspection(inspection)

    def _follow(self, place: QRect) -> None:
        """Scroll to the finding that has the keyboard focus."""
        inner = self.area.widget()
        assert inner is not None
        top = self.findings.list.viewport().mapTo(inner, place.topLeft()).y()
        self.area.ensureVisible(0, top + place.height(), 0, GAP)
        self.area.ensureVisible(0, top, 0, GAP)


class MarkButtons(Restyled, QWidget):
    """Buttons to mark the selection and to edit its note."""

    last_attribute = "note"

    mark_requested = Signal(str)
    note_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[str, QPushButton] = {}
        self._has_icons = True
        for mark, words in (
            (MALICIOUS, say("Malicious")),
            (BENIGN, say("Benign")),
            (IGNORED, say("Ignore")),
        ):
            on, act = partial(self._on_mark, mark), f"mark_{mark}"
            self.marks[mark] = button(words, on, checkable=True, act=act)
        self.note = button(say("Note"), self.note_requested.emit)
        self.keys: dict[QPushButton, QLabel] = {}  # small hints at the right edge
        for each in (*self.marks.values(), self.note):
            self.keys[each] = plain_label(role="cap", wraps=False)
            row(None, self.keys[each], into=each, margins=(0, 6, 7, 6))
        row(*self.marks.values(), self.note, into=self, spacing=4)
        self.restyle()

    def show_icons(self, *, are_shown: bool) -> None:
        """Show or hide the mark icons, which need some room."""
        if are_shown != self._has_icons:
            self._has_icons = are_shown
            self.restyle()

    def restyle(self) -> None:
        for mark, each in self.marks.items():
            each.setIcon(mark_icon(mark) if self._has_icons else QIcon())
        acts = (*(f"mark_{mark}" for mark in self.marks), "add_note")
        for act, (each, hint) in zip(acts, self.keys.items(), strict=True):
            key = keys_in_use.shown(act)
            hint.setText(key or "")
            hint.setVisible(key is not None)
            restyle_by(each, "keyed", key is not None)

    def show_for(self, *, is_page: bool) -> None:
        """Hide the verdict marks for a page, which is usually the user's own; a menu has them."""
        for mark in (MALICIOUS, BENIGN):
            self.marks[mark].setVisible(not is_page)

    def show_decision(self, decision: Decision) -> None:
        for mark, each in self.marks.items():
            each.setChecked(decision.mark == mark)
        note = visible(decision.note)
        words = say("Note: {note}", note=note) if note else say("Add a note")
        self.note.setAccessibleName(words)
        add_key(self.note, words, "add_note")

    def _on_mark(self, mark: str) -> None:
        is_on = self.marks[mark].isChecked()
        self.mark_requested.emit(mark if is_on else "")


class Reader(DividedPanes):
    """The tabs about the selection; only the current tab is updated.

    For a page, the selected link is on a card above the tabs.
    """

    open_requested = Signal(str, object)  # a link, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a link
    link_opened = Signal(int)  # the number of a link in the email
    unfold_requested = Signal()  # in a small window: show the details
    row_key = Signal(object)  # a QKeyEvent for the list on the left
    left = Signal()  # back to the list
    changed = Signal()  # other details are shown
    tab_shown = Signal()

    def __init__(self) -> None:
        self.details, self.panel = CardFrame(), CardFrame()
        name = say("Link, details")
        super().__init__(Qt.Orientation.Vertical, name, SPACE, self.details, self.panel)
        self._selected = Selected()
        self._inspected: tuple[Selected, Inspection | None] | None = None
        self._is_page: bool | None = None
        self._site_count = 0
        self._site_finding: tuple[Selected, Finding | None] = Selected(), None
        self._worst: tuple[Selected, Finding | None] = Selected(), None
        self._is_tight = False
        self._contents: SourceContents | None = None
        self._shown: dict[tuple[str, int], str] = {}  # the texts of links by part and offset
        self._shown_place: object = None  # file and position last scrolled to in the source
        self._place: tuple[int, int] | None = None  # position to show in the source
        self._wanted: int | None = None  # the requested tab
        self._back = MESSAGE  # the tab to return to with Esc
        self._pages: dict[int, QWidget] = {}
        selection = Selection()
        self.job = LatestJob(read_contents, self, self._on_contents, can_stop=True)
        self.title = ParagraphLabel(most=2)
        self.marks = MarkButtons()
        self.banner = EntryBanner()
        self.bar = ReaderTabs()
        self.bar.tab_chosen.connect(self._on_tab)
        self.bar.tabBarClicked.connect(lambda _tab: self.unfold_requested.emit())
        self.message = self._list(selection, say("Message"))
        self.message.setViewportMargins(0, 4, 0, 0)
        self.attachments = self._list(selection, say("Attachments"))
        self.hops = self._list(selection, say("Hops"))
        self.body, self.source = BodyPane(), SourceView()
        self.link = LinkPane(selection, self._on_open, self._on_resolve)
        self.link.bytes_requested.connect(self._show_bytes)
        self.findings = Findings(selection)
        self.findings.setObjectName("plain")
        for findings in (self.link.findings, self.findings):
            findings.clause_requested.connect(partial(explain, self))
            findings.fix_requested.connect(lambda text: self.open_requested.emit(text, None))
        for view in (self.body, self.source):
            view.left.connect(self.go_back)
        name = say("Links, details")
        self.links_page = DividedPanes(Qt.Orientation.Vertical, name, 1, self.link)
        self.links_page.setObjectName("divided")
        self.larger = icon_button("", self._show_details)
        self.larger.setCheckable(True)
        self.stack = QStackedWidget()
        policies = QSizePolicy.Policy
        self.stack.setSizePolicy(policies.Ignored, policies.Expanding)
        self._lay_out()
        self.show_selected(Selected())

    @property
    def is_mail(self) -> bool:
        return self._selected.is_mail

    def host(self, tab: int, widget: QWidget) -> None:
        """Show a widget of the workspace as a tab."""
        self._pages[tab] = widget
        self.stack.addWidget(widget)

    def remove(self, tab: int) -> None:
        """Remove a hosted tab; if it was chosen, show the default tab."""
        self.stack.removeWidget(self._pages.pop(tab))
        self._wanted = None if self._wanted == tab else self._wanted
        self._arrange()

    def count_site(self, count: int) -> None:
        """Show the number of a site check's findings in its tab."""
        self._site_count = count
        self.bar.offer(self._titles())

    def show_site_finding(self, finding: Finding | None) -> None:
        """Show a finding of the site check instead of the verdict on the selected link."""
        self._site_finding = self._selected, finding
        self._show_head()

    def _finding_of_site(self) -> Finding | None:
        """Return the finding to show, unless something else was selected since."""
        of, finding = self._site_finding
        is_same = of.is_same_file(self._selected) and of.row == self.row
        if is_same and finding is not None and self.bar.tab in {SITE, SOURCE}:
            return finding
        row, entry = self.row, self._selected.entry
        found = entry.site_at.get(row.start) if row is not None and entry is not None else None
        is_worst = found and row and RANK[found.severity] > row.rank
        return found if is_worst else None

    def _worst_of_links(self) -> Finding | None:
        """Return the finding of an email's worst link, computed once per selection."""
        selected, entry = self._selected, self._selected.entry
        if self._worst[0] is not selected:
            worst = next(iter(selected.links()), None) if selected.is_mail else None
            found = worst and entry and entry.finding_of(worst[1], selected.edition)
            self._worst = selected, found or None
        return self._worst[1]

    @property
    def row(self) -> LinkRow | None:
        return self._selected.row

    @property
    def entry(self) -> FileEntry | None:
        return self._selected.entry

    def show_selected(self, selected: Selected) -> None:
        """Show everything about what is selected."""
        before, self._selected = self._selected, selected
        if not selected.is_same_file(before):
            self._contents = None
            self._ask()
        if not selected.is_same(before) or not self.bar.offered:
            self._place = (selected.row.start, selected.row.end) if selected.row else None
            self._arrange()
            self.changed.emit()
        if not selected.is_same_file(before):
            for view in (self.message, self.attachments, self.hops):
                view.choose(-1)
                view.scrollToTop()
        self.marks.show_decision(selected.decision)
        self.link.facts.setText(selected.facts)

    def show_tab(self, tab: int) -> None:
        """Show a tab, immediately or once it is available."""
        self._wanted = tab
        self._arrange()

    def show_place(self, start: int, end: int) -> None:
        """Show a range of the file's bytes in the source; Esc returns."""
        if self.bar.tab != SOURCE:
            self._back = self.bar.tab
        self._place = (start, end)
        self.show_tab(SOURCE)
        self.source.setFocus()

    def choose(self, at: int) -> None:
        """Switch to the tab at this index, and focus its page."""
        if 0 <= at < self.bar.count():
            self.unfold_requested.emit()
            self.bar.setCurrentIndex(at)
            self.focus_page()

    def go_back(self) -> None:
        """Return from the source to the previous tab, or to the list."""
        if self.bar.tab == SOURCE and self._back != SOURCE and self._back in self.bar.offered:
            tab, self._back = self._back, SOURCE
            self.show_tab(tab)
            self.focus_page()
        else:
            self.left.emit()

    def focus_page(self) -> None:
        page = self._pages[self.bar.tab]
        target = page.focusProxy() or page
        if self.bar.tab == LINKS:
            first = self.links_page.widget(0)
            target = (first and first.focusProxy()) or self.link.area
        elif self.bar.tab == FINDINGS:
            target = self.findings.list
        target.setFocus()

    def search(self) -> QLineEdit | None:
        """Return the search field of the current tab, or None if the reader does not have
        the focus.
        """
        fields = {TEXT: self.body.search, SOURCE: self.source.search}
        focus = QApplication.focusWidget()
        has_focus = focus is not None and self.isAncestorOf(focus)
        return fields.get(self.bar.tab) if has_focus else None

    @cached_property
    def picture(self) -> CodePane:
        """Return the pane for images, creating it for the first link from an image."""
        from uriinspector.gui.documents.code_pane import CodePane

        code_pane = CodePane()
        self.host(PICTURE, code_pane)
        return code_pane

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle F3 and Esc, and forward row shortcuts to the list."""
        name = keys_in_use.name_of(event)
        if event.key() == Qt.Key.Key_F3:
            if self.bar.tab != SOURCE:
                self._back = self.bar.tab
                self.show_tab(SOURCE)
            self.source.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.go_back()
        elif name and name not in OWN_KEYS:
            self.row_key.emit(event)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """If there is too little room, hide buttons and tighten the tabs."""
        super().resizeEvent(event)
        self._fit()
        self._show_head()

    def _fit(self) -> None:
        self.link.allow(self.height() * 5 // 9 if self._is_page else 0)
        is_tight, was_tight = self.width() < pixels(TIGHT), self._is_tight
        self.marks.show_icons(are_shown=not is_tight)
        beside = (120 if self._is_page else 28) if is_tight else 200
        room = self.width() - pixels(beside)
        self.marks.setVisible(self.marks.sizeHint().width() <= room)
        self._head_row.turn(is_wide=not is_tight or bool(self._is_page))
        restyle_by(self.bar, "tight", is_tight)
        # Align the first title with the contents below.
        self._tab_row.setContentsMargins(GAP + 1 if is_tight else GAP - 6, 0, GAP, 0)
        if is_tight != was_tight:
            self._is_tight = is_tight
            self.bar.offer(self._titles())
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)  # so that Qt computes the widths again

    def _list(self, selection: Selection, name: str) -> ReaderList:
        result = ReaderList(selection, name)
        result.row_used.connect(self._on_used)
        result.row_opened.connect(self._on_row)
        result.menu_requested.connect(
            lambda each, place: open_menu(result, tuple(self._entries(each)), place)
        )
        return result

    def _lay_out(self) -> None:
        self.head = QWidget()
        self.head.setObjectName("plain")
        self._head_row = TurningLayout(stretched(self.title), self.marks)
        self._head_row.setContentsMargins(16, 8, 12, 8)
        self.head.setLayout(self._head_row)
        tabs = QFrame()
        tabs.setObjectName("tabs")
        self._tab_row = row(stretched(self.bar), self.larger, into=tabs)
        for tab, page in (
            (MESSAGE, self.message),
            (TEXT, self.body),
            (LINKS, self.links_page),
            (FINDINGS, self.findings),
            (ATTACHMENTS, self.attachments),
            (HOPS, self.hops),
            (SOURCE, self.source),
        ):
            self.host(tab, page)
        self.verdict = QWidget()
        self.verdict.setObjectName("plain")
        column_of(self.banner, into=self.verdict, margins=(16, 0, 12, 4))
        column_of(None, into=self.details, margins=(1, 1, 1, 1), spacing=0)
        contents = (tabs, stretched(self.stack))
        column_of(*contents, into=self.panel, margins=(1, 1, 1, 1), spacing=0)
        self.setStretchFactor(0, DETAILS)
        self.setStretchFactor(1, PANEL)

    def _form(self) -> None:
        """Move the head, the verdict and the link: for a page into the card, for an email into the
        panel with the tabs.
        """
        is_page = self._selected.is_page
        if is_page == self._is_page:
            return
        self._is_page = is_page
        to = self.details.layout() if is_page else self.panel.layout()
        assert isinstance(to, QBoxLayout)
        to.insertWidget(0, self.head)
        to.insertWidget(1, self.verdict)
        if is_page:
            to.insertWidget(2, self.link, 1_000)  # gets nearly all of the remaining room
        else:
            self.links_page.addWidget(self.link)
        self._fit()
        is_low = self.height() < pixels(LOW)
        self.setSizes([PANEL, DETAILS] if is_low else [DETAILS, PANEL])

    def _show_details(self) -> None:
        """Show or hide the card above the tabs: there may be no room for it, or the tabs may be
        enlarged.
        """
        is_larger = self.larger.isChecked()
        is_low = self.height() < pixels(LOW) and self.bar.tab not in {FINDINGS, PICTURE}
        is_brief = is_low and self.bar.tab == SITE and self.row is not None
        is_page = self._selected.is_page and (is_brief or not is_low)
        self.larger.setVisible(is_page and not is_brief)
        self.details.setVisible(is_page and not is_larger)
        self.details.setMaximumHeight(pixels(BRIEF) if is_brief else NO_LIMIT)
        self.head.setVisible(not is_brief)
        self.link.be_brief(wanted=is_brief, has_verdict=self._finding_of_site() is None)
        words = say("Show the link") if is_larger else say("Enlarge")
        self.larger.setIcon(icon("fold" if is_larger else "unfold"))
        self.larger.setAccessibleName(words)
        show_tip(self.larger, words)

    def _show_bytes(self) -> None:
        if self.row is not None:
            self.show_place(self.row.start, self.row.end)

    def _ask(self) -> None:
        """Load the contents of the selected file in the background."""
        selected, entry = self._selected, self._selected.entry
        if entry is None or entry.head.kind == PARQUET:
            self.job.drop()
            return
        hint = entry.head.path if entry.head.octets is not None else PurePath(entry.head.path).name
        request = ContentsRequest(
            *((entry.key, entry.head.sha256), entry.head.size, selected.octets),
            *(hint, entry.part),
            passwords=selected.passwords,
            span=span_of(entry),
        )
        self.job.ask(request, is_long=True)

    def _on_contents(self, contents: SourceContents | None) -> None:
        self._contents = contents
        self._compute()

    def _titles(self) -> dict[int, str]:
        """Return the available tabs and their titles."""
        selected, entry = self._selected, self._selected.entry
        titles: dict[int, str] = {}
        is_page = selected.is_page
        links = entry.links if entry else 0
        counted = say("Links {count}", count=number(links) if links else "").rstrip()
        if is_page and selected.is_listed:
            titles[LINKS] = counted
        if is_page and selected.row is not None:
            inspection = self._inspection()
            count = len(listed_findings(inspection)) if inspection else 0
            words = say("Findings {count}", count=number(count) if count else "")
            titles[FINDINGS] = words.rstrip()
        checked = number(self._site_count) if self._site_count else ""
        names = {
            PARTS: say("Parts and base") if is_page and not self._is_tight else say("Parts"),
            SITE: say("Site check {count}", count=checked).rstrip(),
        }
        hosted = {tab: words for tab, words in names.items() if tab in self._pages}
        if is_page and SITE in hosted:
            titles[SITE] = hosted[SITE]
        if entry is not None:
            kind = entry.head.kind
            titles[MESSAGE] = (
                say("Page") if kind == HTML else say("File") if is_page else say("Message")
            )
            if selected.is_mail or kind in {HTML, PLAIN_TEXT}:
                titles[TEXT] = say("Text")
            if entry.envelope is not None:
                titles[LINKS] = counted
                files, hops = reader_rows.attachments(entry), entry.envelope.hops
                some_files, some_hops = (
                    number(len(each)) if each else "" for each in (files, hops)
                )
                titles[ATTACHMENTS] = say("Attachments {count}", count=some_files).rstrip()
                titles[HOPS] = say("Hops {count}", count=some_hops).rstrip()
            titles[SOURCE] = say("Source")
        if selected.row is not None and selected.row.is_code:
            titles[PICTURE] = say("Image")
        return titles | hosted

    def _arrange(self) -> None:
        """Show the available tabs, and make the requested one current."""
        self._form()
        titles = self._titles()
        self.bar.offer(titles)
        wanted = self._wanted if self._wanted in titles else self._usual(titles)
        if wanted in titles:
            self.bar.look_at(wanted)
        self._compute()

    def _usual(self, titles: dict[int, str]) -> int:
        """Return the default tab."""
        if PICTURE in titles:
            return PICTURE
        usual = (FINDINGS, MESSAGE, PARTS)
        return next((each for each in usual if each in titles), SITE)

    def _compute(self) -> None:
        """Update the current tab, and clear the other tabs, which may show an earlier link."""
        selected, entry, tab = self._selected, self._selected.entry, self.bar.tab
        is_page = selected.is_page
        links = selected.links() if entry and (is_page or tab in {MESSAGE, SOURCE, LINKS}) else ()
        self._shown = reader_rows.shown_texts(links, self._contents) if is_page else {}
        self._show_head()
        file = self._file(links) if entry and (is_page or tab in {SOURCE, LINKS}) else None
        about = reader_rows.message_rows
        given = (links, self._contents, selected.name, selected.edition)
        rows = about(entry, *given) if entry else ()
        self.message.show_rows(rows if tab == MESSAGE else (), ())
        words = say("The email has no attachments.")
        self._show(self.attachments, tab == ATTACHMENTS, reader_rows.attachment_rows, words)
        words = say("The email does not name any server that it passed through.")
        self._show(self.hops, tab == HOPS, hops_of_entry, words)
        self.body.show_contents(self._contents if tab == TEXT else None)
        is_link = is_page or tab == LINKS
        inspection = self._inspection() if is_link else None
        shown = selected if is_link else Selected()
        self.link.show_link(shown, file if is_page else None, inspection)
        self.link.setVisible(not is_page or selected.row is not None)
        self.findings.show_inspection(inspection if tab == FINDINGS else None)
        if tab != SOURCE or file is None:
            self._shown_place = None
            self.source.show_file(NO_FILE)
        else:
            self.source.show_file(file)
            marks = file.marks
            place = self._place or ((marks[0].start, marks[0].end) if marks else None)
            if place is not None and (file.key, place) != self._shown_place:
                self.source.show_mark(*place)
                self._shown_place = (file.key, place)
        if tab == PICTURE or "picture" in self.__dict__:
            self.picture.show_link(code_link(selected) if tab == PICTURE else None)
        if tab in self._pages:
            self.stack.setCurrentWidget(self._pages[tab])
        self.tab_shown.emit()

    def _inspection(self) -> Inspection | None:
        """Return the inspection of the selected link, computed once per selection."""
        selected, entry = self._selected, self._selected.entry
        if self._inspected is None or self._inspected[0] is not selected:
            result = None
            if selected.row is not None and entry is not None:
                options = (selected.edition, entry.head.protect, entry.head.lists)
                result = selected.row.inspection(*options)
            self._inspected = selected, result
        return self._inspected[1]

    def _show(
        self,
        view: RowList,
        is_shown: bool,
        rows: Callable[[FileEntry], Iterable[ListRow]],
        empty: str,
    ) -> None:
        entry = self._selected.entry
        words = [TextRun(empty, TextStyle("muted"))]
        view.show_rows(rows(entry) if is_shown and entry else (), words)

    def _file(self, links: Sequence[tuple[int, LinkRow]]) -> SourceFile | None:
        selected, entry, contents = self._selected, self._selected.entry, self._contents
        if entry is None:
            return None
        marks = reader_rows.source_marks(entry, links[:MARKED_LINKS], contents)
        key, lines = (entry.key, entry.head.sha256), contents.lines if contents else ()
        return SourceFile(key, entry.head.size, selected.octets, lines, marks)

    def _show_head(self) -> None:
        selected, entry = self._selected, self._selected.entry
        words, (at, count) = visible(selected.name), selected.place
        if entry is not None and entry.envelope is not None:
            words = plain_text(file_model.claimed_text((entry.envelope.subject or "")[:300]))
            words = words.strip() or say("(no subject)")
        elif not selected.is_listed and selected.row is not None:
            words = say("Link {number} of {count}", number=number(at), count=number(count))
            text = self._shown.get((selected.row.part, selected.row.start))
            words += say(", shown as {text}", text=visible(text)) if text else ""
        self.title.set_runs([TextRun(words, TextStyle(weight=600))])
        show_tip(self.title, words)
        is_low = self.height() < pixels(LOW)
        is_banner = selected.is_mail and not (is_low and self.bar.tab != MESSAGE)
        self._show_details()
        finding = self._finding_of_site()
        is_shown = selected.row is None or (finding is not None and not self.head.isHidden())
        self.banner.setVisible(is_banner or (selected.is_page and is_shown))
        self.banner.is_brief = is_low
        self.banner.show_entry(entry, finding or self._worst_of_links())
        self.marks.setEnabled(entry is not None)
        self.marks.show_for(is_page=entry is not None and entry.head.kind == HTML)
        self._fit()

    def _entries(self, each: ListRow) -> Iterator[MenuEntry | None]:
        yield from value_entries(Selection(), MenuValue(value_of(each)))
        if isinstance(each, FindingRow):
            yield MenuEntry(say("Explain"), partial(explain, self, each.finding))
            words = spoken(each.finding)
            yield MenuEntry(say("Copy the finding"), lambda: to_clipboard(words))

    def _on_used(self, each: ListRow, target: ClickTarget) -> None:
        if target.kind == CLAUSE:
            explain(self, target.value)
        else:
            self._on_row(each)

    def _on_row(self, each: ListRow) -> None:
        """Show the bytes of a row, or open its link."""
        place = getattr(each, "place", None)
        if isinstance(each, DetailRow) and each.number >= 0:
            self.link_opened.emit(each.number)
        elif place is not None:
            self.show_place(*place)
        elif isinstance(each, FindingRow):
            explain(self, each.finding)

    def _on_tab(self, tab: int) -> None:
        """Remember which tab the user has chosen, for other links as well."""
        self._wanted = tab
        self._back = SOURCE
        self._compute()

    def _on_open(self) -> None:
        if self.row is not None:
            self.open_requested.emit(self.row.value, self.row.base)

    def _on_resolve(self) -> None:
        if self.row is not None and self.row.base is not None:
            self.resolve_requested.emit(self.row.base, self.row.value)


def span_of(entry: FileEntry) -> tuple[int, int] | None:
    """Return the range of an email in a mailbox, so that only this email is read."""
    if entry.head.kind != MBOX or entry.part.count(".") != 1:
        return None
    spans = ((each.start, each.end) for each in entry.head.parts if each.path == entry.part)
    return next(spans, None)


def hops_of_entry(entry: FileEntry) -> Iterator[DetailRow]:
    return reader_rows.hop_rows(entry.envelope.hops if entry.envelope else ())


def code_link(selected: Selected) -> CodeLink | None:
    """Return the selected link with the data to find it in an image; None if none is selected."""
    from uriinspector.gui.documents.code_pane import CodeLink

    if selected.row is None or selected.entry is None:
        return None
    return CodeLink(selected.row, PurePath(selected.entry.head.path).name, selected.octets)
