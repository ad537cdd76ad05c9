"""The page that compares two references: headline, ladder, appearance, groups of a list.

Color is never the only mark: differing characters are also bold, with a mark below them in both
lines.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QFrame,
    QGridLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

import uriinspector
from uriinspector.analysis.citation import shown_cite
from uriinspector.core.compare import RUNGS, EquivalenceClass
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import URN_EDITIONS
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.compare.comparison_view import (
    MOST_ROWS,
    CharacterColumn,
    ComparePair,
    ComparisonView,
    DifferenceRow,
    FactRow,
    GroupRequest,
    GroupRow,
    Headline,
    RungCard,
    comparison_view,
    fill_menu,
    group,
    group_rows,
    headline,
    spelled,
)
from uriinspector.gui.editor.look import NOTHING
from uriinspector.gui.editor.uri_edit import BaseField, ExcerptBar, UriEdit
from uriinspector.gui.inspect.card_page import CardPage
from uriinspector.gui.inspect.normal_tab import TITLES
from uriinspector.gui.inspect.noted_table import copy_button
from uriinspector.gui.jobs.latest_job import AT_ONCE, IdleQueue, LatestJob
from uriinspector.gui.jobs.stream_job import WIDTH, ProgressBar, StreamJob
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.paragraph import Cache, ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.pieces import NEW_LINE, Pieces, muted, plain_label, show_tip, visible
from uriinspector.gui.text.translation import (
    URN_TITLES,
    describe_length,
    edition_title,
    say,
    say_count,
)
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.transfer.incoming import listed_references
from uriinspector.gui.transfer.paste_and_drop import offer_list
from uriinspector.gui.widgets.cards import (
    GAP,
    CardFrame,
    FoldingLayout,
    button,
    card_title,
    chooser,
    empty_label,
    explain,
    field_card,
    menu_button,
    scrolled,
)
from uriinspector.gui.widgets.layouts import TurningLayout, column_of, fill, row, stretched
from uriinspector.gui.widgets.notice_strip import NoticeStrip
from uriinspector.gui.widgets.reading_order import ACROSS
from uriinspector.gui.widgets.severity_sign import SeverityCard, SeveritySign
from uriinspector.gui.widgets.view_parts import Fitted, Restyled, SingleScrollBar

SIZE = 15  # font size of the texts, before zoom
LETTERS, BETWEEN = 24, 12  # before zoom: space for "A" and "B", and between two blocks
MOST_BLOCKS = 3  # if there are more, they scroll
CACHE_SIZE = 8  # number of widths for which rows are cached
SIGN = "▲"


class Block(NamedTuple):
    """A block of columns: the index of the first, every left edge, and then the right end."""

    first: int
    edges: tuple[float, ...]


class AlignedTexts(Restyled, QAbstractScrollArea):
    """Both texts aligned by character, with marks where they differ."""

    last_attribute = "_layouts"

    def __init__(self) -> None:
        super().__init__()
        self._columns: Sequence[CharacterColumn] = ()
        self._chosen = -1
        self._edges: list[float] = [0.0]  # left edges of all columns, as if in a single block
        self._layouts: Cache[tuple[Block, ...]] = Cache(CACHE_SIZE)  # by width
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._dress()

    def show_columns(self, columns: Sequence[CharacterColumn]) -> None:
        """Show columns, scrolled to the first difference."""
        self._columns = columns
        self._chosen = -1
        self._renew()
        result = spelled(tuple(columns))
        self.setAccessibleName(say("Character by character"))
        self.setAccessibleDescription(result or say("no difference"))
        self._scroll_to(0)

    def choose(self, change: int) -> None:
        """Frame a difference and scroll to it."""
        self._chosen = change
        self._scroll_to(change)
        self.viewport().update()

    def blocks(self) -> tuple[Block, ...]:
        return self._blocks(self.viewport().width())

    def heightForWidth(self, width: int) -> int:
        count = min(len(self._blocks(width)), MOST_BLOCKS)
        return round(count * self._pitch()) if count else 0

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, round(self._pitch()) if self._columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._scroll_to(max(self._chosen, 0))

    def restyle(self) -> None:
        self._dress()
        self._renew()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pitch, top = self._pitch(), self.verticalScrollBar().value()
        for number, block in enumerate(self.blocks()):
            y = number * pitch - top
            if -pitch < y < self.viewport().height():
                self._draw(painter, block, y)
        painter.end()

    def _draw(self, painter: QPainter, block: Block, y: float) -> None:
        line = self._metrics.height()
        painter.setFont(theme.interface_font(11))
        painter.setPen(theme.color("muted"))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        room = pixels(LETTERS)
        painter.drawText(QRectF(0, y, room, line), middle, say("A"))
        painter.drawText(QRectF(0, y + line, room, line), middle, say("B"))
        for place, left in enumerate(block.edges[:-1]):
            column = self._columns[block.first + place]
            box = QRectF(left, y, block.edges[place + 1] - left, 2 * line)
            if column.change >= 0:
                self._mark(painter, box, is_chosen=column.change == self._chosen)
            self._letter(painter, column.upper, column.change, QPointF(left, y))
            self._letter(painter, column.lower, column.change, QPointF(left, y + line))

    def _mark(self, painter: QPainter, box: QRectF, *, is_chosen: bool) -> None:
        painter.setBrush(theme.color("warning_card"))
        painter.setPen(theme.color("warning") if is_chosen else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setPen(theme.color("warning"))
        painter.setFont(theme.interface_font(8))
        below = QRectF(box.left() - 4, box.bottom(), box.width() + 8, pixels(BETWEEN))
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, SIGN)

    def _letter(self, painter: QPainter, text: str, change: int, at: QPointF) -> None:
        painter.setFont(self._bold if change >= 0 else self._font)
        painter.setPen(theme.color("warning" if change >= 0 else "text"))
        painter.drawText(at + QPointF(0, self._metrics.ascent()), text)

    def _dress(self) -> None:
        self._font = theme.uri_font(SIZE)
        self._bold = QFont(self._font)
        self._bold.setWeight(QFont.Weight.Bold)
        self._metrics = QFontMetricsF(self._bold)
        self._cell = self._metrics.horizontalAdvance("0")

    def _pitch(self) -> float:
        """Return the distance between the tops of two blocks."""
        return 2 * self._metrics.height() + pixels(BETWEEN) + 4

    def _renew(self) -> None:
        wide = accumulate(map(self._wide, self._columns), initial=0.0)
        self._edges = list(wide)
        self._layouts.clear()
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        whole, number = len(self.blocks()) * self._pitch(), self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(number)
        bar.setSingleStep(round(self._pitch()))
        bar.setRange(0, max(round(whole) - number, 0))
        self.viewport().update()

    def _scroll_to(self, change: int) -> None:
        """Scroll to the first block that contains a difference."""
        for number, block in enumerate(self.blocks()):
            last = block.first + len(block.edges) - 1
            if any(each.change == change for each in self._columns[block.first : last]):
                self.verticalScrollBar().setValue(round(number * self._pitch()))
                return

    def _blocks(self, width: int) -> tuple[Block, ...]:
        return self._layouts.get(width, lambda: tuple(self._broken(width)))

    def _broken(self, width: int) -> Iterator[Block]:
        start, first = pixels(LETTERS), 0
        room = width - start
        while first < len(self._columns):
            left = self._edges[first]
            last = max(bisect_right(self._edges, left + room) - 1, first + 1)
            yield Block(first, tuple(start + edge - left for edge in self._edges[first : last + 1]))
            first = last

    def _wide(self, column: CharacterColumn) -> float:
        if column.upper.isascii() and column.lower.isascii():
            return self._cell  # each text has at most one character
        measure = self._metrics.horizontalAdvance
        return max(self._cell, measure(column.upper), measure(column.lower))


class ClassesCard(CardFrame):
    """A list of references, grouped by equivalence at the selected rung."""

    pair_requested = Signal(str, str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[str, ...] = ()
        self._editions = ("2005", "rfc8141")
        self._classes: list[EquivalenceClass] = []
        self.job = StreamJob(self)
        self.progress = ProgressBar(self.job, pixels(WIDTH))
        levels = {name: say(TITLES[name]) for name in RUNGS}
        self.rung = chooser(say("Level to compare at"), levels, RUNGS[-1], letters=0)
        self.summary = plain_label(role="title")
        self.hint = plain_label(role="quiet")
        words = say("Paste a list from the clipboard, one link per line")
        self.paste = button(say("Paste a list"), self.take_clipboard, does=words)
        words = say("Compare two references")
        self.back = button(say("Back to the pair"), self.closed.emit, does=words)
        self.grid = Grid(None, _class_columns(), say("Groups of equivalent references"), widest=1)
        self.copy = copy_button(say("selected"), self._chosen)
        self._lay_out()
        self._wire()
        self._show_summary()

    def take_clipboard(self) -> None:
        """Group the list on the clipboard."""
        self.show_list(listed_references(QGuiApplication.clipboard().text()))

    def take_focus(self) -> None:
        """Focus the list or, if there is none, the paste button."""
        (self.paste if self.grid.isHidden() else self.grid).setFocus()

    def show_list(self, texts: tuple[str, ...]) -> None:
        self._texts = texts
        self.refresh()

    def use_editions(self, edition: str, urn_edition: str) -> None:
        """Set the editions, and regroup if they have changed."""
        if self._editions != (edition, urn_edition):
            self._editions = (edition, urn_edition)
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.fit(self.width())

    def refresh(self) -> None:
        self._classes = []
        wanted = GroupRequest(self._texts, str(self.rung.currentData()), *self._editions)
        self.job.start(group, wanted, size=sum(map(len, self._texts)))

    def _on_began(self) -> None:
        self.summary.setText(say("Grouping…"))
        self.hint.setText("")

    def _on_ended(self, whole: bool) -> None:
        if not whole:
            self._classes = []  # groups of an incomplete list are unreliable
        self.grid.set_rows(group_rows(self._classes))
        self._show_summary(is_whole=whole)

    def _show_summary(self, *, is_whole: bool = True) -> None:
        for each in (self.grid, self.copy):
            each.setVisible(bool(self._classes))
        if self._classes:
            text = say_count(
                len(self._classes),
                "{total} references in 1 group",
                "{total} references in {count} groups",
                total=len(self._texts),
            )
            hint = say(
                "References in different groups were not shown to be equivalent. Press Enter to "
                "compare the selected line."
            )
        else:
            text = say("No list yet") if is_whole else say("Stopped before the end of the list.")
            hint = say("Paste a list with one reference per line.")
        self.summary.setText(text)
        self.hint.setText(hint)

    def _lay_out(self) -> None:
        title = row(self.summary, None, self.progress)
        self._head = FoldingLayout(title, row(self.paste, self.rung, self.back))
        self._head.setContentsMargins(16, 8, 16, 8)
        foot = row(stretched(self.hint), self.copy, margins=(16, 4, 16, 8))
        column = column_of(
            self._head, stretched(self.grid), foot, into=self, margins=(1, 1, 1, 1), spacing=0
        )
        column.addStretch(0)
        self.summary.setWordWrap(False)
        self.grid.setMinimumHeight(200)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _wire(self) -> None:
        self.job.began.connect(self._on_began)
        self.job.part_received.connect(lambda part: self._classes.extend(part.rows))
        self.job.ended.connect(self._on_ended)
        self.rung.currentIndexChanged.connect(self.refresh)
        self.grid.row_opened.connect(self._on_opened)

    def _on_opened(self, chosen: GroupRow) -> None:
        self.pair_requested.emit(chosen.first, "" if chosen.text == chosen.first else chosen.text)

    def _chosen(self) -> str:
        chosen = self.grid.current_value
        return "\n".join(self._texts) if chosen is None else str(chosen.text)


def _class_columns() -> list[Column]:
    return [
        Column(
            say("As written"),
            lambda row: row.written,
            is_uri=True,
            spans_all=lambda row: row.is_heading,
        ),
        Column(say("Changes"), lambda row: row.change, is_uri=True, wraps=True),
    ]


HEADLINE, DETAIL = TextStyle(size=16, weight=600), TextStyle()


class CompareBanner(SeverityCard):
    """The headline: whether the texts look alike, and the first rung where they are equivalent."""

    def __init__(self) -> None:
        super().__init__()
        self.sign = SeveritySign()
        self.line = ParagraphLabel(most=4)
        self.detail = ParagraphLabel(most=6)
        words = say("Show the clause that explains this result")
        self.explain = button(say("Explain"), self._on_explain, does=words)
        self._lay_out()
        self.show_headline(headline(None))

    def show_headline(self, headline: Headline) -> None:
        self._headline = headline
        self.sign.show_severity(self._headline.severity)
        self.line.set_runs([TextRun(visible(self._headline.line), HEADLINE)])
        self.detail.set_runs([TextRun(visible(self._headline.detail), DETAIL)])
        self.explain.setVisible(bool(self._headline.cite))
        words = f"{self._headline.line}. {self._headline.detail}"
        self.setAccessibleName(words)
        announce_answer(self, words)
        self.update()

    def severity(self) -> str:
        """Return the severity of the headline."""
        return self._headline.severity

    def answer_enter(self) -> None:
        if self._headline.cite:
            self._on_explain()

    def _lay_out(self) -> None:
        words = column_of(self.line, self.detail, margins=(0, 0, 4, 0), spacing=5)
        parts = (self.sign, stretched(words), self.explain)
        whole = row(*parts, into=self, margins=(12, 12, 16, 12))
        for each in (self.sign, self.explain):
            whole.setAlignment(each, Qt.AlignmentFlag.AlignVCenter)

    def _on_explain(self) -> None:
        explain(self, self._headline.cite)


EMPTY = 100  # height of an empty panel, before zoom
TITLE, STRONG, QUIET = TextStyle(), TextStyle(weight=650), TextStyle("muted", 12)
ANSWER, YES = TextStyle("muted", 12), TextStyle(size=12, weight=650)
HEAD = 132  # before zoom: width of the titles to the left of the forms


class LadderCard(CardFrame):
    """All rungs of the ladder, from string comparison to the network, then browsers."""

    def __init__(self) -> None:
        super().__init__()
        self.rungs: list[RungWidget] = []
        self.empty = empty_label(
            say("Shows at which level of the comparison ladder the two links match."), EMPTY
        )
        title = card_title(say("Comparison ladder"))
        self._column = column_of(title, stretched(self.empty), into=self, spacing=0)
        self._column.addStretch(0)

    def show_steps(self, cards: Sequence[RungCard]) -> Iterator[Callable[[], object]]:
        """Yield calls that each show the card of one rung."""
        yield lambda: self.empty.setVisible(not cards)
        for number in range(max(len(cards), len(self.rungs))):
            yield partial(self._show_card, number, cards[number] if number < len(cards) else None)

    def _show_card(self, number: int, card: RungCard | None) -> None:
        if number == len(self.rungs):
            rung_widget = RungWidget()
            self.rungs.append(rung_widget)
            self._column.insertWidget(self._column.count() - 1, rung_widget)
        self.rungs[number].setVisible(card is not None)
        if card is not None:
            self.rungs[number].show_card(card)


class RungWidget(QFrame):
    """The widget of one rung."""

    def __init__(self) -> None:
        super().__init__()
        self.card: RungCard | None = None
        self.title = ParagraphLabel(most=2)
        self.answer = ParagraphLabel(most=2)
        self.forms = (MarkedText(size=12), MarkedText(size=12))
        self.note = ParagraphLabel(most=4)
        self.links: list[QWidget] = []
        self._head = QWidget()
        column_of(self.title, self.answer, None, into=self._head, spacing=2)
        body = column_of(*self.forms, spacing=2)
        self._cites = column_of(spacing=2)
        cites = column_of(self._cites, None, spacing=0)
        fill(body, row(stretched(self.note), cites, spacing=12), None)
        row(self._head, stretched(body), into=self, margins=(16, 7, 16, 8), spacing=12)

    def show_card(self, card: RungCard) -> None:
        self._head.setFixedWidth(pixels(HEAD))
        if card == self.card:
            return
        self.card = card
        self.setObjectName("met" if card.is_first else "rung")
        self.style().polish(self)
        self.title.set_runs([TextRun(card.title, STRONG if card.is_first else TITLE)])
        style = YES if card.is_met else ANSWER
        self.answer.set_runs([TextRun(f"{card.sign} {card.outcome}", style)])
        self.note.set_runs([TextRun(card.note, QUIET)])
        for number, each in enumerate(self.forms):
            each.setVisible(number < len(card.forms))
            each.show_pieces(card.forms[number] if number < len(card.forms) else ())
        self._link(card)
        self.setAccessibleName(f"{card.title}: {card.outcome}")

    def _link(self, card: RungCard) -> None:
        for old in self.links:
            old.hide()
            old.deleteLater()
        self.links = []
        for cite in card.cites:
            result = button(
                shown_cite(cite, say("appendix")), partial(explain, self, cite), link=True
            )
            self.links.append(result)
            sides = Qt.AlignmentFlag
            self._cites.addWidget(result, 0, sides.AlignTop | sides.AlignRight)


class LikenessCard(CardFrame):
    """The card that compares the appearance of two texts."""

    difference_chosen = Signal(object)  # DifferenceRow

    def __init__(self) -> None:
        super().__init__()
        self.aligned = AlignedTexts()
        self.table = Differences()
        self.facts = FactGrid()
        self.note = plain_label(role="quiet")
        self.note.setContentsMargins(16, 4, 16, 4)
        self.empty = empty_label(say("Shows both links, aligned character by character."), EMPTY)
        self._lay_out()
        self.table.row_chosen.connect(self._on_row)
        self.show_shown(None)

    def show_shown(self, shown: ComparisonView | None) -> None:
        """Compare how both texts look; ``shown`` is None if a text is missing."""
        for call in self.show_steps(shown):
            call()

    def show_steps(self, shown: ComparisonView | None) -> Iterator[Callable[[], object]]:
        """Yield the calls that make up ``show_shown``, one per pane."""
        yield lambda: self._show_note(shown)
        yield lambda: self.aligned.show_columns(shown.columns if shown else ())
        yield lambda: self.table.show_differences(shown.differences if shown else ())
        yield lambda: self.facts.show_rows(shown.facts if shown else ())

    def _show_note(self, shown: ComparisonView | None) -> None:
        self.empty.setVisible(shown is None)
        self.aligned.setVisible(shown is not None)
        self.note.setText(_noted(shown) if shown else "")
        self.note.setVisible(bool(self.note.text()))

    def _lay_out(self) -> None:
        title = card_title(say("Appearance"))
        around = column_of(self.aligned, margins=(16, 0, 8, 4))
        column = column_of(
            title,
            stretched(self.empty),
            around,
            self.note,
            self.facts,
            self.table,
            into=self,
            spacing=0,
        )
        column.addStretch(0)

    def _on_row(self, chosen: DifferenceRow | None) -> None:
        if chosen is not None:
            self.aligned.choose(chosen.change)
            self.difference_chosen.emit(chosen)


def _noted(shown: ComparisonView) -> str:
    """Return a note if there are no differences, or if some text is not shown."""
    if not shown.differences:
        return say("No difference.")
    text = []
    if shown.left_out:
        text.append(say("{count} more characters are not shown.", count=shown.left_out))
    if len(shown.differences) == MOST_ROWS:
        text.append(say("The first {count} differences are listed.", count=MOST_ROWS))
    return " ".join(text)


class Differences(Grid):
    """The differing characters, two lines per row; the height fits the rows."""

    def __init__(self) -> None:
        self._sized: tuple[int, ...] = ()
        super().__init__(None, _likeness_columns(), say("Different characters"), widest=3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_differences(self, rows: tuple[DifferenceRow, ...]) -> None:
        self._sized = ()
        self.setVisible(bool(rows))
        self.set_rows(rows)
        self._fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        self._sized = ()
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and self._wanted:
            self._fit_height()

    def resizeRowsToContents(self) -> None:
        """Measure the rows only if column widths have changed."""
        widths = tuple(map(self.columnWidth, range(len(self._columns))))
        if self._sized != widths:
            self._sized = widths
            super().resizeRowsToContents()

    def _fit_height(self) -> None:
        rows = self.verticalHeader().length()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows)


def _likeness_columns() -> list[Column]:
    letters = (*muted(say("A")), *NEW_LINE, *muted(say("B")))
    return [
        Column("", lambda _row: letters, is_rigid=True, wraps=True),
        Column(say("Location"), _both_sides(lambda row, side: row.position(side)), wraps=True),
        Column(
            say("Character"),
            _both_sides(lambda row, side: row.character(side)),
            is_uri=True,
            is_rigid=True,
            wraps=True,
        ),
        Column(
            say("Code point, name and script"),
            _both_sides(lambda row, side: row.description(side)),
            wraps=True,
        ),
    ]


def _both_sides(of: Callable[[DifferenceRow, int], Pieces]) -> Callable[[DifferenceRow], Pieces]:
    return lambda row: (*of(row, 0), *NEW_LINE, *of(row, 1))


class FactGrid(QFrame):
    """Facts about the two texts."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rung")  # draws a line above
        self.cells: list[MarkedText] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 8, 16, 12)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)
        for column, stretch in enumerate((0, 1, 1)):
            self._grid.setColumnStretch(column, stretch)

    def show_rows(self, rows: tuple[FactRow, ...]) -> None:
        self.setVisible(bool(rows))
        if not rows:
            return
        if not self.cells:
            self._begin(rows)
        for each, pieces in zip(self.cells, _answers(rows), strict=True):
            each.show_pieces(pieces)

    def _begin(self, rows: tuple[FactRow, ...]) -> None:
        for column, letter in enumerate((say("A"), say("B")), 1):
            self._grid.addWidget(plain_label(letter, role="quiet"), 0, column)
        for number, each in enumerate(rows, 1):
            self._place(number, each)

    def _place(self, number: int, row: FactRow) -> None:
        title = plain_label(row.title, role="quiet", wraps=False)
        self._grid.addWidget(title, number, 0, Qt.AlignmentFlag.AlignTop)
        for column in (1,) if row.is_one else (1, 2):
            cell = MarkedText(size=12, is_uri=not row.is_one)
            cell.setAccessibleDescription(row.title)
            self.cells.append(cell)
            self._grid.addWidget(cell, number, column, 1, 2 if row.is_one else 1)


def _answers(rows: tuple[FactRow, ...]) -> list[Pieces]:
    return [pieces for row in rows for pieces in ((row.a,) if row.is_one else (row.a, row.b))]


class ReferenceSide(QWidget):
    """One of the two references, with its editor, selection and base."""

    def __init__(self, title: str, paste: str) -> None:
        super().__init__()
        self.selection = Selection()
        self.editor = UriEdit(self.selection)
        self.editor.setAccessibleName(title)
        self.excerpt = ExcerptBar(self.editor)
        self.paste = button(paste, self.editor.paste, name=f"{paste}: {title}")
        self.copy = copy_button(title, self.editor.text)
        self.base_field = BaseField(say("Base URI: needed for relative references"), title)
        name, opener = plain_label(title, role="quiet"), self.base_field.opener
        head = row(name, None, opener, self.paste, self.copy)
        self.base = self.base_field.editor
        # Extra height goes above the base, so that both sides line up at top and bottom.
        texts = column_of(head, self.editor, self.excerpt, None, spacing=4)
        frame = field_card(texts, self.base_field)
        column_of(frame, into=self)

    def show_brief(self, brief: bool) -> None:
        """Hide or show the copy button; the menu and a shortcut can copy as well."""
        self.copy.setVisible(not brief)


# Below this page width (before zoom), panes are stacked.
WIDE = 900
SHARE = 0.12  # fraction of the height for each text, side by side
GROWN = 0.18  # fraction for a long text in a narrow, low window
NARROWEST = 90  # width of a combo box in a small window
SIDE_BY_SIDE = 560  # in a low window this wide, texts are side by side
LOWEST = 180  # the minimum height of appearance and ladder, before zoom
LOW = 560  # below this height (before zoom), the purpose is hidden
PURPOSE = "Do two links look alike, and do they count as the same address?"
AROUND = 48  # margins of the page, and its scroll bar


class ComparePage(Fitted, CardPage):
    """The workspace: two editors, the headline, appearance and ladder."""

    last_attribute = "purpose"

    compared = Signal(object)  # Compared, or None if both texts are empty
    described = Signal(str)  # the lengths of the texts

    def __init__(self, edition: str = "2005", urn_edition: str = "rfc8141") -> None:
        super().__init__()
        self.job = LatestJob(comparison_view, self, self._show)
        self._pair_shown: ComparePair | None = None
        self.idle_queue = IdleQueue(self)
        self.a = ReferenceSide(say("Reference A"), say("Paste"))
        self.b = ReferenceSide(say("Reference B"), say("Paste"))
        self.edition = chooser(
            say("Edition of the specification"),
            {name: edition_title(name) for name in uriinspector.EDITIONS},
            edition,
            letters=0,
        )
        self.urn_edition = chooser(
            say("URN edition"),
            {name: say(URN_TITLES[name]) for name in URN_EDITIONS},
            urn_edition,
            letters=0,
        )
        for box in (self.edition, self.urn_edition):
            box.setMinimumWidth(NARROWEST)
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToContents)
        self.without_fragments = QCheckBox(say("Ignore fragments"))
        show_tip(self.without_fragments, say("Compare without the part after “#”"))
        menu = QMenu(self)
        self.examples = menu_button(say("Examples"), menu, say("Choose an example"))
        fill_menu(menu, self.show_pair)
        self.listing = ClassesCard()
        words = say("Group the equal links in a list")
        self.list_button = button(say("Group a list"), self.show_list, does=words)
        self.swap = button(say("Swap"), self.exchange, does=say("Exchange the two references"))
        self.strip = NoticeStrip()
        self.banner = CompareBanner()
        self.likeness = LikenessCard()
        self.ladder = LadderCard()
        self._lay_out()
        self._wire()
        self.refresh()

    def show_pair(self, pair: ComparePair) -> None:
        for box, name in ((self.edition, pair.edition), (self.urn_edition, pair.urn_edition)):
            box.setCurrentIndex(box.findData(name))
        self.without_fragments.setChecked(not pair.fragments)
        for side, text, base in ((self.a, pair.a, pair.base_a), (self.b, pair.b, pair.base_b)):
            side.base.set_text(base)
            side.editor.set_text(text)

    def pair(self) -> ComparePair:
        return ComparePair(
            self.a.editor.text(),
            self.b.editor.text(),
            str(self.edition.currentData()),
            str(self.urn_edition.currentData()),
            self.a.base.text(),
            self.b.base.text(),
            fragments=not self.without_fragments.isChecked(),
        )

    def page_state(self) -> ComparePair:
        """Return the state that survives a language change."""
        return self.pair()

    def restore(self, state: ComparePair) -> None:
        self.show_pair(state)

    def exchange(self) -> None:
        self.show_pair(self.pair().swapped)

    def show_list(self) -> None:
        """Group the list on the clipboard, in place of the pair."""
        self._show_pair_parts(shown=False)
        self.listing.take_clipboard()
        self.listing.take_focus()

    def group(self, text: str) -> None:
        self._show_pair_parts(shown=False)
        self.listing.show_list(listed_references(text))
        self.listing.take_focus()

    def close_list(self) -> None:
        self._show_pair_parts(shown=True)
        self.a.editor.setFocus()

    def refresh(self) -> None:
        """Compare the texts in the editors and update all panes."""
        pair = self.pair()
        self.idle_queue.close()  # drop the remaining updates for earlier texts
        self.listing.use_editions(pair.edition, pair.urn_edition)
        for side in (self.a, self.b):
            side.base_field.check(pair.edition)
        self._describe()
        self.job.ask(pair if pair.length else None, is_long=pair.length > AT_ONCE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.listing.isVisible():
            self.a.editor.setFocus()

    def _show(self, shown: ComparisonView | None) -> None:
        """Show a comparison immediately, or pane by pane if the texts are long."""
        both = shown if shown and shown.rungs else None
        looks = shown.looks if shown else ((NOTHING, ""), (NOTHING, ""))
        compared = shown.compared if shown else None
        pair = compared.pair if compared else None
        if pair != self._pair_shown:
            self.close_card()
        self._pair_shown = pair
        self.restyle()
        is_short = compared is None or compared.pair.length <= AT_ONCE
        self.idle_queue.take(
            (
                lambda: self.banner.show_headline(shown.headline if shown else headline(None)),
                lambda: self.a.editor.show_look(*looks[0]),
                lambda: self.b.editor.show_look(*looks[1]),
                *self.likeness.show_steps(both),
                *self.ladder.show_steps(both.rungs if both else ()),
                lambda: self.compared.emit(compared),
            ),
            at_once=is_short,
        )

    def _lay_out(self) -> None:
        self._sides = TurningLayout(stretched(self.a), stretched(self.b))
        self._sides.setObjectName(ACROSS)
        self._panes = TurningLayout(stretched(self.likeness), stretched(self.ladder), spacing=0)
        self._pair = QWidget()
        both, frame = QWidget(), CardFrame()
        self._area = area = QScrollArea()
        for each in (both, self.likeness, self.ladder):
            each.setObjectName("plain")
        both.setLayout(self._panes)
        area.setWidget(both)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        column_of(area, into=frame)
        column_of(self._sides, self.banner, stretched(frame), into=self._pair, spacing=GAP)
        SingleScrollBar(self).watch(self.a, self.b, frame)
        tools = row(self.swap, self.list_button, None, self.examples)
        editions = row(self.without_fragments, self.urn_edition, self.edition)
        self._head = FoldingLayout(tools, editions)
        self.strip.float_over(self)
        self.purpose = plain_label(say(PURPOSE), role="muted")
        parts = (stretched(self._pair), stretched(self.listing))
        scrolled(self, self.purpose, self._head, *parts)
        self.listing.hide()

    def _wire(self) -> None:
        for side in (self.a, self.b):
            side.editor.text_edited.connect(self.refresh)
            side.base.text_edited.connect(self.refresh)
            side.editor.received.connect(partial(self._on_received, side))
            self.job.waiting_changed.connect(side.excerpt.show_waiting)
        for box in (self.edition, self.urn_edition):
            box.currentIndexChanged.connect(self.refresh)
        self.without_fragments.toggled.connect(self.refresh)
        self.likeness.difference_chosen.connect(self._on_difference)
        self.listing.pair_requested.connect(self._on_listed)
        self.listing.closed.connect(self.close_list)

    def _on_received(self, side: ReferenceSide, data: QMimeData) -> None:
        offer_list(self.strip, side.editor, data, say("Group as a list"), self.group)

    def _show_pair_parts(self, *, shown: bool) -> None:
        for each in (self._pair, self.swap, self.list_button):
            each.setVisible(shown)
        self.listing.setVisible(not shown)
        self._describe()

    def _describe(self) -> None:
        pair = self.pair() if self.listing.isHidden() else None
        texts = (("A", pair.a), ("B", pair.b)) if pair else ()
        lengths = (describe_length(name, text) for name, text in texts)
        self.described.emit(" · ".join(filter(None, lengths)))

    def _on_listed(self, a: str, b: str) -> None:
        self.close_list()
        self.show_pair(self.pair()._replace(a=a, b=b, base_a="", base_b=""))

    def restyle(self) -> None:
        is_wide = self.width() >= pixels(WIDE)
        is_low = self.height() < pixels(LOW)
        # In a short window, texts are side by side if possible, to leave room for the headline.
        is_side_by_side = is_wide or (is_low and self.width() >= pixels(SIDE_BY_SIDE))
        self._sides.turn(is_wide=is_side_by_side)
        self._panes.turn(is_wide=is_wide)
        for side in (self.a, self.b):
            side.show_brief(is_side_by_side and not is_wide)
        for number, edition in enumerate(uriinspector.EDITIONS):
            self.edition.setItemText(number, edition_title(edition) if is_wide else edition)
        self._head.fit(self.width() - AROUND)
        self.purpose.setVisible(not is_low)
        self._area.setMinimumHeight(pixels(LOWEST // 2 if is_low else LOWEST))
        for side in (self.a, self.b):
            if is_side_by_side and not is_wide:
                side.editor.let_grow(self.height() * GROWN)
            else:
                side.editor.keep_height(self.height() * (SHARE if is_wide else SHARE / 2))

    fit = restyle

    def _on_difference(self, difference: DifferenceRow) -> None:
        for number, side in enumerate((self.a, self.b)):
            span = difference.span(number)
            side.editor.select(*span)
