"""What was found, the worst first; and in words, where nothing was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from uriinspector.analysis.finding import RANK, SEVERITIES, Finding, one_for_each_place
from uriinspector.core.model import Span
from uriinspector.gui.inspect.finding_list import FindingList, span_of, spoken
from uriinspector.gui.selection import (
    MenuEntry,
    MenuValue,
    Selection,
    open_menu,
    to_clipboard,
    value_entries,
)
from uriinspector.gui.text.paragraph import (
    NEW_LINE,
    ParagraphLabel,
    TextRun,
    TextStyle,
    draw_line,
    metrics_of,
)
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.severity_sign import draw_shape, word_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

TITLE, QUIET = TextStyle(weight=600), TextStyle("muted")
LOWEST = 170  # what a page leaves to the pane before it scrolls
SHAPE = 8  # pixels of a shape before its number, before zoom


class SeverityCounts(QWidget):
    """How many there are of each severity, the worst first."""

    def __init__(self, theme: Theme) -> None:
        """Start without any."""
        super().__init__()
        self._theme = theme
        self._counts: list[tuple[str, str]] = []
        self._findings: Counter[str] = Counter()
        self._is_short = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_counts(self, findings: Sequence[Finding]) -> None:
        """Count these."""
        self._findings = Counter(each.severity for each in findings)
        self.setAccessibleName(self.text())
        self._renew()

    def fit(self, width: float) -> None:
        """Leave the words out where there is no room for them: the shapes tell."""
        self._is_short = False
        self._is_short = sum(map(self._width, self._shown())) > width
        self._renew()

    def text(self) -> str:
        """The counts in words."""
        return ", ".join(f"{self._findings[each]} {word_of(each)}" for each in self._severities())

    def _severities(self) -> list[str]:
        return [each for each in reversed(SEVERITIES) if self._findings[each]]

    def _shown(self) -> list[tuple[str, str]]:
        return [
            (each, str(self._findings[each]) + ("" if self._is_short else f" {word_of(each)}"))
            for each in self._severities()
        ]

    def _renew(self) -> None:
        self._counts = self._shown()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the words are."""
        return QSize(round(sum(map(self._width, self._counts))) + 1, self._theme.pixels(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a shape and the words for each severity."""
        painter = QPainter(self)
        x, side = 0.0, self._theme.pixels(SHAPE)
        for severity, words in self._counts:
            x += self._theme.pixels(10)
            shape = QRectF(x, (self.height() - side) / 2, side, side)
            draw_shape(painter, self._theme, severity, shape)
            left = x + side + self._theme.pixels(4)
            place = QRectF(left, 0, self.width() - left, self.height())
            draw_line(painter, self._theme, [TextRun(words, TextStyle(severity, 12))], place)
            x += self._width((severity, words)) - self._theme.pixels(10)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the theme has changed."""
        if event.type() == event.Type.StyleChange:
            self._renew()
        super().changeEvent(event)

    def _width(self, count: tuple[str, str]) -> float:
        words = metrics_of(self._theme, TextStyle(count[0], 12)).horizontalAdvance(count[1])
        return words + self._theme.pixels(SHAPE + 4 + 10)


class Findings(QFrame):
    """The findings of an inspection."""

    fix_requested = Signal(str)
    clause_requested = Signal(str)
    explain_requested = Signal(object)  # a Finding

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without findings."""
        super().__init__()
        self.setObjectName("card")
        self._selection = selection
        self._mirroring = False
        self._text = ""
        self._at = -1  # the finding that a key has led to
        self.title = ParagraphLabel(theme, most=1)
        self.counts = SeverityCounts(theme)
        self.list = FindingList(theme)
        head = row(stretched(self.title), self.counts, margins=(13, 8, 13, 7))
        line = QFrame()
        line.setObjectName("line")
        self.setMinimumHeight(LOWEST)
        column_of(head, line, self.list, into=self, margins=(1, 1, 1, 6), spacing=0)
        self.list.fix_requested.connect(self.fix_requested)
        self.list.clause_requested.connect(self.clause_requested)
        self.list.explain_requested.connect(self.explain_requested)
        self.list.finding_entered.connect(self._on_entered)
        self.list.menu_requested.connect(
            lambda finding, place: open_menu(self.list, self.entries(finding), place)
        )
        self.list.selectionModel().currentChanged.connect(self._on_current)
        selection.span_selected.connect(self._on_selected)
        selection.span_hovered.connect(self._on_hovered)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the findings of what was inspected."""
        result = (*_inside(inspection), *inspection.findings) if inspection else ()
        self._text = inspection.text if inspection else ""
        self._mirroring = True
        self.list.show_findings(tuple(one_for_each_place(result)), _empty(inspection))
        self._mirroring = False
        listed = self.list.model_of_findings.grouping.listed
        self.title.tell([TextRun(_title(len(result), listed), TITLE)])
        self.counts.show_counts(result)
        self._fit()
        self._on_selected(self._selection.span)

    def grow(self, *, on: bool = True) -> None:
        """Be as high as all findings are, and leave the scrolling to what this stands in."""
        self.setMinimumHeight(0 if on else LOWEST)
        self.list.grow(on=on)

    def entries(self, finding: Finding) -> tuple[MenuEntry | None, ...]:
        """The menu of a finding: of the text that it is about, and of its words."""
        span = span_of(finding)
        value = span.of(self._text)
        explain = partial(self.explain_requested.emit, finding)
        shown = MenuValue(value, span, explain=explain)
        words = MenuEntry(say("Copy the finding"), lambda: to_clipboard(spoken(finding)), True)
        first, *others = value_entries(self._selection, shown)
        return (first, others[0], words, *others[1:])

    def step(self, steps: int) -> Finding | None:
        """Go to the next finding, or to one before, round and round; several may have one span."""
        grouping, here = self.list.model_of_findings.grouping, self._selection.span
        spans = [span_of(each) for each in grouping.findings]
        if not spans:
            return None
        if not (0 <= self._at < len(spans) and spans[self._at] == here):
            self._at = spans.index(here) if here in spans else -1 if steps > 0 else 0
        self._at = (self._at + steps) % len(spans)
        self._selection.select(spans[self._at])
        row = grouping.row_of(self._at)
        if row >= 0:
            self._choose(row)
        return grouping.findings[self._at]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The head may have to be shorter."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.counts.fit(self.width() - self.title.wanted_width() - 36)

    def _on_selected(self, span: Span | None) -> None:
        """Mark what is selected elsewhere; nothing is told back."""
        model, current = self.list.model_of_findings, self.list.currentIndex().row()
        if span is not None and current >= 0 and span_of(model.rows[current].finding) == span:
            return
        self._mirroring = True
        number = model.grouping.row_at(span)
        if number >= 0:
            self._choose(number)
        else:
            self.list.setCurrentIndex(QModelIndex())
            self.list.clearSelection()
        self._mirroring = False

    def _choose(self, row: int) -> None:
        self._mirroring = True
        index = self.list.model_of_findings.index(row)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        self._mirroring = False

    def _on_hovered(self, span: Span | None) -> None:
        if not self._mirroring:
            self.list.mark(self.list.model_of_findings.grouping.row_at(span))

    def _on_current(self, current: QModelIndex) -> None:
        if not self._mirroring and current.isValid():
            finding = self.list.model_of_findings.rows[current.row()].finding
            self._selection.select(span_of(finding))

    def _on_entered(self, finding: Finding | None) -> None:
        self._mirroring = True  # several findings may have one span: this one is marked already
        self._selection.hover(span_of(finding) if finding else None)
        self._mirroring = False


def _inside(inspection: Inspection) -> Iterator[Finding]:
    """What the severity is from, where that is only said of a link inside."""
    worst = inspection.verdict.worst
    known = max((RANK[each.severity] for each in inspection.findings), default=-1)
    if worst is not None and RANK[worst.severity] > known:
        title = say("In the link inside: {title}", title=say(worst.title))
        end = len(inspection.text)
        yield worst._replace(start=0, end=end, title=title, fix=None, also=())


def _title(count: int, listed: int) -> str:
    if count == 0:
        return say("No findings")
    if count > listed:
        return say("{count} findings, the first {listed}", count=f"{count:,}", listed=listed)
    return say_count(count, "1 finding", "{count} findings")


def _empty(inspection: Inspection | None) -> list[TextRun]:
    """What it means that there is nothing; it never means that all is well."""
    if inspection is None:
        return [TextRun(say("Findings appear here, highest severity first."), QUIET)]
    return [
        TextRun(say("No deceptive spelling found.") + NEW_LINE, TITLE),
        TextRun(_not_examined(has_host=inspection.verdict.host is not None), QUIET),
    ]


def _not_examined(*, has_host: bool) -> str:
    if has_host:
        return say(
            "Not checked: whether the host exists, who runs it, what it returns and where it "
            "redirects. Only the text was checked."
        )
    return say(
        "Not checked: what happens when the link is opened and whether its target exists. Only "
        "the text was checked."
    )
