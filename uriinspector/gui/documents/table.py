"""The tables of links and of files, with their filter bars."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, DecisionKey, FileKey
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import file_model, link_model
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.file_model import AT_ONCE, FileModel, file_order_of
from uriinspector.gui.documents.link_model import LinkModel
from uriinspector.gui.documents.open_case import FileEntry, OpenCase
from uriinspector.gui.documents.order import (
    NONE,
    SITE,
    TARGET,
    Order,
    OrderRequest,
    RowQuery,
    names_in,
)
from uriinspector.gui.documents.rows import mark_words, severity_of
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import MenuEntry, add_entry, fill_when_opened
from uriinspector.gui.tables.grid import CopiedLinks
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import plain_label, show_tip
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import icon, pixels
from uriinspector.gui.widgets.cards import FoldingLayout, add_key, button, card, menu_button, rule
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.severity_sign import word_of
from uriinspector.gui.widgets.view_parts import Fitted, Restyled


class LinkTable(CopiedLinks, DecisionTable):
    """A table of links."""

    row_resolved = Signal(int)  # resolve a link against its base
    known_requested = Signal()  # add the site of the current row to the known sites
    base_requested = Signal(int)  # set the address of the link's page
    forms_requested = Signal(int)  # show ways to write a link
    fixes_requested = Signal(int)  # review the fixes of the link's file
    left = Signal()  # back to the list of files

    marks_links = True
    left_out = (link_model.ELEMENT,)

    def __init__(self, case: OpenCase) -> None:
        self.links = LinkModel(case)
        super().__init__(self.links, say("Links"))
        self.row_actions["known_site"] = self.known_requested.emit
        self.row_actions["select_site"] = self.select_site
        self.row_actions["leave_rows"] = self.left.emit
        self.row_actions["resolve_row"] = self._resolve
        self.set_delegates()
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        else:
            super().keyPressEvent(event)

    def _resolve(self) -> None:
        if self.current() >= 0:
            self.row_resolved.emit(self.current())

    def set_order(self, order: Order) -> None:
        """Show rows in an order; if a filter is active, announce how many rows are left."""
        self.links.set_order(order)
        count, is_all = len(order.numbers), len(order.numbers) == len(self.links.case.rows)
        words = say_count(count, "1 row shown", "{count} rows shown")
        announce_answer(self, "" if is_all else words)

    def row_to_follow(self, first: int) -> int:
        """Return the position of the worst row of the files from ``first`` on, or -1."""
        kind, numbers = self.links.case.rows.kind, self.links.numbers
        rows = (row for row, each in enumerate(numbers) if kind(each).file >= first)
        if self.sorting[0]:
            return max(rows, key=lambda row: kind(numbers[row]).rank, default=-1)
        return next(rows, -1)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Return the numbers of the links that rows represent."""
        links = self.links
        if all(links.count(each) == 1 for each in numbers):
            return [*numbers]
        rows = links.case.rows
        of = names_in(rows, links.order.group)
        names = {of(each) for each in numbers}
        return [each for each in range(len(rows)) if of(each) in names]

    def select_site(self) -> None:
        """Select all visible rows with the same site as the current one."""
        number, rows = self.current(), self.links.case.rows
        if number >= 0:
            of = names_in(rows, SITE)
            site = of(number)
            alike = [each for each in self.links.numbers if of(each) == site]
            self.select_numbers(alike)

    def number_of(self, key: DecisionKey) -> int:
        return key if isinstance(key, int) else -1

    def entries(self) -> Iterator[MenuEntry | None]:
        """Yield the context menu of the current link; None is a separator."""
        number, case, shown = self.current(), self.links.case, keys_in_use.shown
        row = case.rows[number]
        opened, resolved = (
            partial(self.row_opened.emit, number),
            partial(self.row_resolved.emit, number),
        )
        is_page, has_base = case.heads[row.file].kind == HTML, row.base is not None
        based, fixed = (
            partial(self.base_requested.emit, row.file),
            partial(self.fixes_requested.emit, row.file),
        )
        formed = partial(self.forms_requested.emit, number)
        yield MenuEntry(say("Open in Inspect"), opened, key="Return")
        yield MenuEntry(say("Resolve against its base"), resolved, has_base, "Shift+Return")
        yield MenuEntry(say("Address of the page…"), based, is_page)
        yield MenuEntry(say("Review fixes of this file…"), fixed)
        yield MenuEntry(say("Write it differently…"), formed, has_base)
        yield None
        yield MenuEntry(say("Copy defanged"), self.copy_defanged, key="Ctrl+C")
        yield MenuEntry(say("Copy original"), self.copy_exact, key="Ctrl+Shift+C")
        yield None
        yield from self.deciding(case.steps)
        has_host = row.host is not None
        site, known = say("Select all links to this site"), say("Mark site as known")
        yield MenuEntry(site, self.select_site, has_host, shown("select_site"))
        yield MenuEntry(known, self.known_requested.emit, has_host, shown("known_site"))

    def links_selected(self) -> list[str]:
        return [self.links.case.rows[each].value for each in self.selected()]


SIDES = 24  # width of the margins in a text field
LEVELS = ("high", "medium", "low")
LEAST, ROOMY = 72, 400  # before zoom: minimum width of the filter, and of a roomy bar


class FilterEdit(Fitted, QLineEdit):
    """A filter field; the Down key leads to the table."""

    left = Signal()

    def __init__(self, name: str, words: str) -> None:
        """``words`` describes the filter, in the placeholder and the tooltip."""
        super().__init__()
        self.setAccessibleName(name)
        self.describe(words)

    def describe(self, words: str) -> None:
        self._words = words
        show_tip(self, words)
        self.fit()

    def fit(self) -> None:
        """Shorten the placeholder to its first word if it does not fit."""
        is_fitting = self.fontMetrics().horizontalAdvance(self._words) + SIDES <= self.width()
        self.setPlaceholderText(self._words if is_fitting else self._words.partition(":")[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the table with Down; clear the filter with Esc."""
        if event.key() == Qt.Key.Key_Down:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class FilterBar(Fitted, Restyled, QWidget):
    """The filters of a list: text, severities, mark and grouping."""

    last_attribute = "chips"

    changed = Signal()

    def __init__(self, table: DecisionTable, name: str, words: str) -> None:
        super().__init__()
        self._table = table
        self.filter = FilterEdit(name, words)
        self.filter.setMinimumWidth(pixels(LEAST))
        self.mark: str | None = None  # required mark; "" for rows without, None for all
        self.group, self.shows_known, self._folded, self._total = NONE, False, 0, 0
        self.levels: dict[int, QPushButton] = {}
        for each in LEVELS:
            self.levels[RANK[each]] = button("", self.changed.emit, checkable=True)
            self.levels[RANK[each]].setObjectName("level")
        self.choice = menu_button("", QMenu(self))
        fill_when_opened(self.choice.menu(), self._fill)
        self.chips = [button("", lambda: None) for _ in range(2)]  # filters chosen elsewhere
        for chip in self.chips:
            chip.hide()
        asked = row(stretched(self.filter), *self.levels.values(), self.choice, spacing=4)
        self._rows = FoldingLayout(asked, row(*self.chips, spacing=8))
        self._rows.setContentsMargins(12, 8, 12, 8)
        self.setLayout(self._rows)
        self.filter.textChanged.connect(lambda _text: self.changed.emit())
        self.filter.left.connect(table.setFocus)
        self.restyle()

    @property
    def ranks(self) -> frozenset[int]:
        """Return the selected severities; empty for all."""
        return frozenset(rank for rank, each in self.levels.items() if each.isChecked())

    def query(self) -> RowQuery:
        """Return the query for rows and their order."""
        column, falls = self._table.sorting
        return RowQuery(
            text=self.filter.text(),
            ranks=self.ranks,
            mark=self.mark,
            group=self.group,
            column=column,
            falls=falls,
            shows_known=self.shows_known,
        )

    def show_counts(self, total: int, counts: Mapping[int, int]) -> None:
        """Show the number of rows of each severity."""
        self._total = total
        for rank, each in self.levels.items():
            count = counts.get(rank, 0)
            each.setText(number(count))
            each.setEnabled(count > 0 or each.isChecked())
            level = word_of(severity_of(rank))
            words = say("Only {level}: {count}", level=level, count=count)
            each.setAccessibleName(words)
            add_key(each, words)
        self.fit()
        self._name_choice()

    def show_folded(self, count: int) -> None:
        """Show how many rows are collapsed, or could be."""
        self._folded = count
        self.shows_known &= count > 0
        self._name_choice()

    def show_chip(self, at: int, words: str) -> None:
        """Show a filter chosen elsewhere as a button that removes it; hide it if ``words``
        is empty.
        """
        most = 30
        shown = words if len(words) <= most else f"…{words[-most:]}"
        self.chips[at].setText(f"{shown}  ✕".replace("&", "&&"))
        self.chips[at].setAccessibleName(say("Show all, not only {what}", what=words))
        self.chips[at].setVisible(bool(words))
        self.fit()

    def clear(self) -> None:
        """Clear the filter, keeping the sort order."""
        self.filter.clear()
        self.mark = None
        for each in self.levels.values():
            each.setChecked(False)
        self._name_choice()

    def show_all(self) -> None:
        """Show all rows, including known sites, without grouping."""
        self.clear()
        self.group, self.shows_known = NONE, self._folded > 0
        self.changed.emit()

    def want(self, name: str, value: object) -> None:
        """Set an attribute: the mark, the grouping, or whether known sites are shown."""
        setattr(self, name, value)
        self._name_choice()
        self.changed.emit()

    def fit(self) -> None:
        is_wide = self.width() >= pixels(ROOMY)
        for each in self.levels.values():
            each.setVisible(is_wide or each.isEnabled())
        self._rows.fit(self.width())

    def restyle(self) -> None:
        """Update the icons of the severities."""
        side = pixels(14)
        for name in LEVELS:
            self.levels[RANK[name]].setIcon(icon(name, name))
            self.levels[RANK[name]].setIconSize(QSize(side, side))

    def _name_choice(self) -> None:
        words = [dict(self._marks())[self.mark]]
        if self._folded and not self.shows_known:
            words.append(say("{count} hidden", count=self._folded))
        self.choice.setText(" · ".join(words))
        self.choice.setAccessibleName(", ".join(words))

    def _marks(self) -> tuple[tuple[str | None, str], ...]:
        return (
            (None, say("All {count}", count=self._total)),
            ("", say("Not marked")),
            *((word, mark_words(word).capitalize()) for word in (MALICIOUS, BENIGN, IGNORED)),
        )

    def _fill(self) -> None:
        """Fill the menu with marks, sort orders and groupings."""
        menu = self.choice.menu()
        _offer(menu, self._marks(), self.mark, partial(self.want, "mark"))
        orders = [(each.name, each.title) for each in self._table.numbered.cells]
        _offer(menu.addMenu(say("Sort by")), orders, self._table.sorting[0], self._table.sort)
        if not self._table.marks_links:
            return
        groups = (
            (NONE, say("Not grouped")),
            (TARGET, say("Group: unique URL")),
            (SITE, say("Group: site")),
        )
        _offer(menu.addMenu(say("Group by")), groups, self.group, partial(self.want, "group"))
        if self._folded:
            words = ("Show 1 link to a known site", "Show {count} links to known sites")
            want = partial(self.want, "shows_known", not self.shows_known)
            add_entry(menu, say_count(self._folded, *words), want, is_ticked=self.shows_known)


def _offer(
    menu: QMenu, values: Iterable[tuple[Any, str]], chosen: object, on: Callable[[Any], object]
) -> None:
    """Add checkable entries to a menu."""
    for value, words in values:
        add_entry(menu, words, partial(on, value), is_ticked=value == chosen)


class FileTable(DecisionTable):
    """A table of files; no row is current until the user chooses one."""

    base_requested = Signal(int)  # for a page
    fixes_requested = Signal(int)
    password_requested = Signal(int)  # for an archive

    spacing = 16
    stacked = (file_model.SENDER, file_model.SUBJECT)
    words_widest = 264

    def __init__(self, case: OpenCase) -> None:
        self.files = FileModel(case)
        super().__init__(self.files, say("Files and messages"))
        self.row_actions["leave_rows"] = self.let_go
        self.set_delegates()
        self.fit()

    @property
    def is_stacked(self) -> bool:
        """True if the list is narrow or has emails, so that subjects get the whole width."""
        return self._is_narrow or self.files.case.files.has_messages

    def use(self, case: OpenCase) -> None:
        self._follows = None
        super().use(case)

    def current(self) -> int:
        """Return the number of the chosen file; -1 if none is chosen, so that all are shown."""
        index = self.currentIndex()
        is_chosen = index.isValid() and self.selectionModel().isRowSelected(index.row())
        return index.data(ROW_ROLE) if is_chosen else -1

    @property
    def entry(self) -> FileEntry | None:
        """Return the chosen file or email, or None."""
        number = self.current()
        return self.files.entry(number) if number >= 0 else None

    def step(self, steps: int) -> None:
        """Go forward or back by a number of rows; if no row is current, go to the first."""
        if self.current() >= 0:
            super().step(steps)
        elif self.files.numbers:
            self.choose(0)

    def go_on(self, entry: FileEntry | None = None) -> None:
        """Go to the next unmarked row, wrapping around, or to the next row if all are marked.

        If no row is chosen, the search begins after ``entry``.
        """
        numbers, case = self.files.numbers, self.files.case
        here = self.current()
        if here < 0 and entry is not None:
            here = case.files.numbers[entry.key]
        start = self.files.row_of(here) + 1 if here >= 0 else 0
        for each in (*numbers[start:], *numbers[:start]):
            entry = self.files.entry(each)
            if not entry.is_folder and entry.key not in case.file_marks:
                self.go(each)
                return
        if numbers:
            self.go(numbers[start % len(numbers)])

    def let_go(self) -> None:
        """Clear the selection, so that the links of all files are shown."""
        self.clearSelection()
        self.selectionModel().clearCurrentIndex()

    def first_row(self) -> int:
        """Return -1, because all files are shown until one is chosen."""
        return -1

    def _on_current(self) -> None:
        """Do nothing: only the selected row counts, not the row with the focus."""

    def row_to_follow(self, first: int) -> int:
        """Return the position of the worst row of the files from ``first`` on, or -1."""
        entry, numbers = self.files.entry, self.files.numbers
        rows = (row for row, each in enumerate(numbers) if entry(each).key.file >= first)
        wanted = ((entry(numbers[row]), row) for row in rows)
        ranked = ((each.level, not each.is_folder, -row) for each, row in wanted)
        return -max(ranked, default=(0, False, 1))[2]

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Return the keys of files, including the emails in each file that only contains emails."""
        entries = self.files.case.files
        return list(dict.fromkeys(chain.from_iterable(map(entries.decided_with, numbers))))

    def number_of(self, key: DecisionKey) -> int:
        """Return the number of a file's row, or -1."""
        return -1 if isinstance(key, int) else self.files.case.files.numbers.get(key, -1)

    def entries(self) -> Iterator[MenuEntry | None]:
        """Yield the entries of the context menu; None is a separator."""
        number = self.current()
        entry = self.files.entry(number)
        opened = partial(self.row_opened.emit, number)
        yield MenuEntry(say("Go to its links"), opened, key="Return")
        yield MenuEntry(say("Show the links in all files"), self.let_go, key="Escape")
        yield None
        yield from self.deciding(self.files.case.steps)
        for words, signal, is_offered in (
            (say("Address of the page…"), self.base_requested, entry.is_page),
            (say("Enter the password…"), self.password_requested, bool(entry.head.locked)),
            (say("Review fixes of this file…"), self.fixes_requested, True),
        ):
            yield MenuEntry(words, partial(signal.emit, entry.key.file), is_offered)


# The list of files is shown if there are at least this many.
LISTED = 2


class FileList(QObject):
    """The list of files with its filter; it determines the scope (None for all files)."""

    scope_changed = Signal()
    appeared = Signal()  # the list has become visible

    def __init__(self, case: OpenCase, parent: QObject) -> None:
        super().__init__(parent)
        self._case = case
        self._known_scope: tuple[FileKey, ...] | None = None  # the scope reported last
        self.table = FileTable(case)
        name = say("Filter the files and messages")
        self.bar = FilterBar(self.table, name, "")
        self.status = plain_label(role="quiet", wraps=False, yields=True)
        self.table.set_empty_text(say("No file or message matches the filter."))
        self.sorting = plain_label(role="quiet", wraps=False)
        foot = row(stretched(self.status), self.sorting, margins=(16, 4, 12, 8))
        self.card = card(self.bar, self.table, rule(), foot, margins=(1, 1))
        self.card.hide()
        self.job = LatestJob(file_order_of, self, rest=0, can_stop=True)
        self.job.answered.connect(self.table.show_order)
        self.bar.changed.connect(self._arrange)
        self.table.sort_requested.connect(lambda *_: self._on_sort())
        self.table.selection_changed.connect(self._on_selection)

    @property
    def is_listed(self) -> bool:
        """True if there are several files, or an email to read."""
        return len(self._case.files) >= LISTED or self._case.files.has_messages

    @property
    def entry(self) -> FileEntry | None:
        """Return the chosen file or email, or None."""
        return self.table.entry if self.is_listed else None

    @property
    def is_automatic(self) -> bool:
        """True if the program chose the file, because it is the worst."""
        return self.entry is not None and self.table.is_following

    @property
    def scope(self) -> tuple[FileEntry, ...] | None:
        """Return the files and emails whose links are shown; None for all."""
        if self.entry is not None:
            return (self.entry,)
        order = self.table.files.order
        if not (order.is_filtered and self.is_listed):
            return None
        rows = map(self.table.files.entry, order.numbers)
        return tuple(each for each in rows if not each.is_folder)

    def use(self, case: OpenCase) -> None:
        """Show another case, or the same case after its rows were renumbered."""
        self._case = case
        self.job.drop()
        self.table.use(case)

    def show_all(self) -> None:
        self._count()
        self._arrange(patient=True)
        had_appeared = not self.card.isHidden()
        self.card.setVisible(self.is_listed)
        if self.is_listed and not had_appeared:
            self.appeared.emit()

    def show_decided(self) -> None:
        """Update the list after a decision, if it is sorted or filtered by marks."""
        self._count()
        if self.bar.mark is not None or self.table.sorting[0] == "mark":
            self._arrange(patient=True)

    def _count(self) -> None:
        """Show the number of entries by severity, and how many have no mark."""
        entries = list(self._case.files.single())
        self.bar.show_counts(len(entries), Counter(each.level for each in entries))
        left = sum(each.key not in self._case.file_marks for each in entries)
        words = say("{count} of {total} not marked", count=left, total=len(entries))
        self.status.setText(words)
        self._name_order()

    def _on_selection(self) -> None:
        scope = self.scope
        keys = None if scope is None else tuple(each.key for each in scope)
        if keys != self._known_scope:
            self._known_scope = keys
            self.scope_changed.emit()

    def _arrange(self, *, patient: bool = False) -> None:
        request, is_long = (
            OrderRequest(self._case, self.bar.query()),
            len(self._case.files) > AT_ONCE,
        )
        self.job.ask(request, is_long=is_long, patient=patient)

    def _on_sort(self) -> None:
        self._name_order()
        self._arrange()

    def _name_order(self) -> None:
        files, column = self.table.files, self.table.sorting[0]
        usual, words = say("Severity"), say("Filter: file, finding…")
        if self._case.files.has_messages:
            usual, words = say("Severity, then date"), say("Filter: sender, subject, reason…")
        self.bar.filter.describe(words)
        self.sorting.setText(files.column_title(files.column(column)) if column else usual)
