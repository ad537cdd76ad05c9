"""The page that resolves a reference against a base: it lays out and wires."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from uriinspector.gui.cards import GAP, menu_button, scrolled
from uriinspector.gui.resolve.answers import answers
from uriinspector.gui.resolve.batch import Batch
from uriinspector.gui.resolve.given import Given
from uriinspector.gui.resolve.panes import After, Editions
from uriinspector.gui.resolve.samples import tables
from uriinspector.gui.resolve.steps import Steps
from uriinspector.gui.resolve.target import Target
from uriinspector.gui.resolve.ways import STRICT_2005, WAYS, Way, outcome, remark, usable
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent

    from uriinspector.core.resolve import Resolution
    from uriinspector.gui.inspect.drawer import Drawer
    from uriinspector.gui.resolve.samples import Table
    from uriinspector.gui.theme import Theme

# Longer pairs are resolved, but not told step by step.
LONGEST = 100_000
# Before zoom: narrower than this, cards stand below each other.
NARROW, SIDE_BY_SIDE = 620, 760
STEPS_HEIGHT, BESIDE_HEIGHT = 250, 380
# Lower than this, a lesson shows the texts and nothing around them.
BARE, BARE_STEPS = 520, 180
CLICKS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
FIRST = ("http://a/b/c/d;p?q", "../../../g?y#s")


class Kept(NamedTuple):
    """What outlasts a change of the language."""

    base: str
    reference: str
    way: Way
    at: int
    teaches: bool


class ResolvePage(QWidget):
    """Base and reference above, the target below them, then the steps beside what they lead to."""

    inspect_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Build the page; when it is first shown, it shows an example of the specifications."""
        super().__init__()
        self.setObjectName("page")
        self._theme = theme
        self.teaches = False
        self._is_revealed = self._is_walking = False
        self.way = self._chooser()
        self.examples = menu_button(say("Examples"))
        self.base = Given(theme, say("Base URI"), say("Type the base"), self.examples)
        self.reference = Given(theme, say("Reference"), say("Type a reference"), self.way)
        self.target = Target(theme)
        self.steps = Steps(theme)
        self.after = After(theme)
        self.editions = Editions(theme)
        self.batch = Batch(theme)
        self.resolution: Resolution | None = None
        self._lay_out()
        self._wire()

    @cached_property
    def drawer(self) -> Drawer:
        """The cards of the clauses."""
        from uriinspector.gui.inspect.drawer import Drawer

        return Drawer(self._theme, self)

    def show_pair(self, base: str, reference: str, way: Way | None = None) -> None:
        """Resolve this pair, in this way if one is given."""
        for given, text in ((self.base, base), (self.reference, reference)):
            given.editor.blockSignals(True)
            given.editor.set_text(text)
            given.editor.blockSignals(False)
        if way is not None:
            self.way.blockSignals(True)
            self.way.setCurrentIndex(WAYS.index(way))
            self.way.blockSignals(False)
        self.refresh()

    def refresh(self) -> None:
        """Resolve what is in the editors, and show all of it."""
        way, base, text = self.chosen(), self.base.text(), self.reference.text()
        self.base.look(way.edition)
        self.reference.look(way.edition, base)
        problem = usable(way, base)
        self.base.state.setText(problem)
        self.resolution = made = way.resolve(base, text)
        is_short = len(base) + len(text) <= LONGEST
        steps = made.steps if is_short else ()
        self.target.show_resolution(made, outcome(made), remark(made, steps))
        too_long = say("This pair is too long to be told step by step, and by every edition.")
        self.steps.show_steps(steps, way.edition, "" if is_short else too_long)
        self.editions.show_answers(answers(base, text, way) if is_short else (), way)
        self._is_revealed = False
        self._is_walking = False
        self.steps.go(0 if self.teaches else len(steps))
        self._is_walking = True

    def follow(self) -> None:
        """Keep the step in sight where the page is higher than the window."""
        table, area = self.steps.table, self.findChild(QScrollArea)
        page = area.widget() if area is not None else None
        if area is not None and page is not None and table.isVisible():
            row = table.visualRect(table.currentIndex())
            place = table.viewport().mapTo(page, row.bottomLeft())
            area.ensureVisible(0, place.y(), 0, 2 * row.height())

    def chosen(self) -> Way:
        """The way that the chooser shows."""
        return WAYS[max(self.way.currentIndex(), 0)]

    def teach(self, on: bool) -> None:
        """Cover what is to be found out, or uncover all of it."""
        self.teaches, self._is_revealed = on, False
        self.steps.speak_up(loud=on)
        self.beside.setVisible(not on)
        self._arrange()
        self.steps.go(0 if on else self.steps.count)
        self.steps.table.setFocus()

    def kept(self) -> Kept:
        """Give what has to outlast a change of the language."""
        texts = self.base.text(), self.reference.text()
        return Kept(*texts, self.chosen(), self.steps.at, self.teaches)

    def restore(self, kept: Kept) -> None:
        """Show again what was kept."""
        if not kept.base and not kept.reference:
            return  # it was never opened
        self.show_pair(kept.base, kept.reference, kept.way)
        self.teach(kept.teaches)
        self.steps.go(kept.at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step wherever the keys go."""
        steps = CLICKS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.steps.step(steps)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In an editor too: one paragraph has no pages to turn."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = CLICKS.get(Qt.Key(event.key()))
            if steps is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                self.steps.step(steps)
                return True
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """The keys go into the reference, unless something here has them already."""
        super().showEvent(event)
        if self.resolution is None:
            self.show_pair(*FIRST)
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            self.reference.editor.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand side by side where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom leaves another room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what is still at work."""
        self.base.inspector.close()
        self.reference.inspector.close()
        super().closeEvent(event)

    def _arrange(self) -> None:
        pixels, ways = self._theme.pixels, QBoxLayout.Direction
        is_narrow = self.width() < pixels(NARROW)
        self.givens.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)
        is_wide = self.width() >= pixels(SIDE_BY_SIDE)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.body.orientation() != orientation:
            self.body.setOrientation(orientation)
        is_bare = self.teaches and self.height() < pixels(BARE)
        least = BARE_STEPS if is_bare else STEPS_HEIGHT
        if not self.teaches:
            least = BESIDE_HEIGHT if is_wide else STEPS_HEIGHT + GAP + BESIDE_HEIGHT
        self.pages.setMinimumHeight(pixels(least))
        for given in (self.base, self.reference):
            given.show_bare(is_bare)
        for given in (self.base, self.reference):
            given.editor.allow(self.height() * 0.2)
        self.target.drawn.allow(self.height() * 0.2)

    def _chooser(self) -> QComboBox:
        chooser = QComboBox()
        for way in WAYS:
            chooser.addItem(say(way.title))
        chooser.setCurrentIndex(WAYS.index(STRICT_2005))
        chooser.setAccessibleName(say("Edition of the specification"))
        return chooser

    def _fill_examples(self) -> None:
        menu = QMenu(self)
        for table in tables():
            chosen = menu.addAction(say(table.title))
            chosen.triggered.connect(lambda _on, table=table: self._show_batch(table))
        menu.addSeparator()
        menu.addAction(say("Changed between editions")).triggered.connect(
            lambda _on: self._show_batch(None)
        )
        self.examples.setMenu(menu)

    def _show_batch(self, table: Table | None) -> None:
        if table is None:
            self.batch.show_changes()
        else:
            self.batch.show_table(table)
        self.pages.setCurrentWidget(self.batch)
        QTimer.singleShot(0, self, self._look_at_batch)  # when all is laid out

    def _look_at_batch(self) -> None:
        area = self.findChild(QScrollArea)
        if area is not None and self.batch.isVisible():
            top = self.pages.y() - GAP
            area.verticalScrollBar().setValue(top if area.verticalScrollBar().maximum() else 0)

    def _leave_batch(self) -> None:
        self.pages.setCurrentWidget(self.body)
        self.steps.table.setFocus()

    def _lay_out(self) -> None:
        self.givens = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.givens.setSpacing(GAP)
        for given in (self.base, self.reference):
            self.givens.addWidget(given, 1)
        self.beside = QWidget()
        panes = QVBoxLayout(self.beside)
        panes.setContentsMargins(0, 0, 0, 0)
        panes.setSpacing(GAP)
        panes.addWidget(self.after)
        panes.addWidget(self.editions, 1)
        self.body = QSplitter(Qt.Orientation.Horizontal)
        self.body.setHandleWidth(GAP)
        self.body.setChildrenCollapsible(False)
        self.body.addWidget(self.steps)
        self.body.addWidget(self.beside)
        self.body.setSizes([738, 446])
        self.pages = QStackedWidget()
        self.pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.pages.addWidget(self.body)
        self.pages.addWidget(self.batch)
        column = scrolled(self)
        column.setContentsMargins(16, 14, 16, 10)
        column.setSpacing(GAP)
        column.addLayout(self.givens)
        column.addWidget(self.target)
        column.addWidget(self.pages, 1)

    def _wire(self) -> None:
        self._fill_examples()
        self.batch.pair_chosen.connect(self._on_pair)
        self.batch.closed.connect(self._leave_batch)
        for given in (self.base, self.reference):
            given.text_edited.connect(self.refresh)
            given.editor.installEventFilter(self)
        self.way.currentIndexChanged.connect(self.refresh)
        self.steps.stepped.connect(self._on_stepped)
        self.steps.clause_requested.connect(lambda clause: self.drawer.show_clause(clause))
        self.editions.way_chosen.connect(lambda way: self.way.setCurrentIndex(WAYS.index(way)))
        self.target.inspect_requested.connect(self.inspect_requested)
        self.target.cover_requested.connect(self._on_cover)

    def _on_stepped(self, at: int) -> None:
        self.after.show_step(self.steps.steps, at)
        is_covered = self.teaches and not self._is_revealed
        self.steps.table.cover(covered=is_covered)
        if self._is_walking:
            QTimer.singleShot(0, self, self.follow)  # when all is laid out
        self.target.show_covered(is_covered and (at < self.steps.count or not self.steps.count))

    def _on_pair(self, base: str, reference: str, way: Way) -> None:
        self.show_pair(base, reference, way)
        self._leave_batch()

    def _on_cover(self) -> None:
        """Reveal what is covered; else begin to teach."""
        if self.teaches and not self._is_revealed and self.steps.at < self.steps.count:
            self._is_revealed = True
            self._on_stepped(self.steps.at)
        else:
            self.teach(True)
