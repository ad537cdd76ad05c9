"""Cards with a table of pairs: a pasted list, or examples from the specifications."""

import csv
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFileDialog, QMenu

import uriinspector
from uriinspector import EDITIONS
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.export import judged_answers
from uriinspector.export.csv import csv_row
from uriinspector.gui.accessibility import announce
from uriinspector.gui.jobs.latest_job import LatestJob, timer_of
from uriinspector.gui.jobs.stream import JobBatch, in_batches
from uriinspector.gui.jobs.stream_job import WIDTH, ProgressBar, StreamJob
from uriinspector.gui.resolve.variant_rows import STRICT_2005, Variant, outcome, variant_of
from uriinspector.gui.selection import add_entry, to_clipboard
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    differing,
    muted,
    ours,
    outside,
    plain_label,
    visible,
)
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import pixels
from uriinspector.gui.transfer.incoming import lines_in
from uriinspector.gui.transfer.small_files import read_file
from uriinspector.gui.widgets.cards import CardFrame, FoldingLayout, button, chooser
from uriinspector.gui.widgets.layouts import column_of, row, stretched

ASKED = ("reference",)
# The maximum numbers of lines and characters used to detect the format.
LOOKED_AT, LONGEST = 50, 65_536
# Expected values that stand for no target.
NO_TARGET = frozenset({"", "none", "same document"})
COLUMNS = ("base", "reference", "expected", "got", "mark", "finding")


class ListFormat(NamedTuple):
    """A line format: its columns in order; empty if the first line names the columns."""

    title: str
    order: tuple[str, ...]
    is_plain: bool = False  # each line is a reference, without columns


LINES = ListFormat("One reference per line", ASKED, is_plain=True)
MARKED = ListFormat("Reference, expected", ("reference", "expected"))
PAIRS = ListFormat("Base, reference", ("base", "reference"))
ALL = ListFormat("Base, reference, expected", ("base", "reference", "expected"))
NAMED = ListFormat("Columns named in the first line", ())
SHAPES = (LINES, MARKED, PAIRS, ALL, NAMED)


class PastedList(NamedTuple):
    """A text with a reference on each line, and its format."""

    text: str
    shape: ListFormat


class ListAnswer(NamedTuple):
    """A resolved row: ``got`` is the result; if there is no target, ``explanation`` says why."""

    line: int
    base: str
    reference: str
    expected: str
    got: str
    explanation: str = ""
    mark: str = judged_answers.UNMARKED
    finding: str = ""  # the title of the worst finding above "info"

    @property
    def is_fault(self) -> bool:
        """True if the row could not be read; ``explanation`` is the reason."""
        return not self.got


def shape_of(text: str) -> ListFormat:
    """Detect the format of a text from its first lines."""
    delimiter = _delimiter(text)
    cells = _first_cells(text, delimiter)
    if cells and judged_answers.header(cells[0], ASKED):
        return NAMED
    counts = {len(each) for each in cells}
    if delimiter == "\t" and counts:
        # References contain no tabs, so the most common number of cells determines the
        # format.
        counts = {Counter(len(each) for each in cells).most_common(1)[0][0]}
        cells = [each for each in cells if len(each) in counts]
    if counts == {3}:
        return ALL
    if counts == {2}:
        return MARKED if all(_is_answer(each[1]) for each in cells) else PAIRS
    return LINES


def fits(text: str, shape: ListFormat) -> bool:
    """Return True if the first lines of a text have this format."""
    cells = _first_cells(text, _delimiter(text))
    named = bool(cells) and judged_answers.header(cells[0], ASKED) is not None
    if shape.is_plain or named:
        return shape.is_plain or shape is NAMED
    return any(len(each) == len(shape.order) for each in cells)


def _first_cells(text: str, delimiter: str) -> list[list[str]]:
    first = "\n".join(lines_in(text[:LONGEST])[:LOOKED_AT])
    return [each for each in csv.reader(StringIO(first), delimiter=delimiter) if each]


def _delimiter(text: str) -> str:
    """Return the delimiter of the first line, or a tab if most lines have one."""
    first = lines_in(text[:LONGEST])[:LOOKED_AT]
    if 2 * sum("\t" in each for each in first) > sum(bool(each.strip()) for each in first):
        by_name = judged_answers.delimiter_of(first[0], ASKED)
        return (
            by_name
            if judged_answers.header(next(csv.reader([first[0]], delimiter=by_name)), ASKED)
            else "\t"
        )
    return judged_answers.delimiter_of(first[0], ASKED)


def answered(pasted: PastedList, base: str, variant: Variant) -> Iterator[JobBatch]:
    """Resolve each row against its own base, or against ``base`` if it has none."""
    of = pasted.text.count("\n") + 1
    lines = _Lines(pasted.text)
    answers = (
        (line, _unread(line, lines[line], cells))
        if isinstance(cells, str)
        else (line, _answer(line, cells, base, variant))
        for line, cells in _cells(pasted)
    )
    return in_batches(answers, of)


class _Lines:
    """The lines of a text by number, split on first use."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _all(self) -> list[str]:
        return lines_in(self._text)

    def __getitem__(self, number: int) -> str:
        return self._all[number - 1] if number <= len(self._all) else ""


def csv_text(answers: Iterable[ListAnswer]) -> str:
    """Return the table as CSV, with formulas defused for spreadsheets."""
    rows_made = (
        csv_row(each.base, each.reference, each.expected, each.got, each.mark, each.finding)
        for each in answers
    )
    return csv_row(*COLUMNS) + "".join(rows_made)


class Saved(NamedTuple):
    """The table as text for the clipboard, or a problem with the file; empty if a file was
    written.
    """

    text: str | None = None
    trouble: str = ""


def saved(wanted: tuple[Path | None, list[ListAnswer]]) -> Saved:
    """Return the table as text, or write it to a file."""
    path, answers = wanted
    text = csv_text(answers)
    if path is None:
        return Saved(text)
    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8", "surrogatepass"))
    except (OSError, ValueError) as trouble:
        return Saved(trouble=why_not(trouble))
    return Saved()


def _cells(pasted: PastedList) -> Iterator[tuple[int, dict[str, str] | str]]:
    text, shape = pasted
    if shape.is_plain:
        for number, line in enumerate(lines_in(text), 1):
            if line.strip(" \t"):
                yield number, {"reference": line}
        return
    lines = StringIO(text, newline="")
    yield from judged_answers.rows(lines, ASKED, shape.order, delimiter=_delimiter(text))


def _unread(line: int, text: str, fault: str) -> ListAnswer:
    """Return the answer for a line that could not be read as a row."""
    return ListAnswer(line, "", text[:LONGEST], "", "", fault)


def _answer(line: int, cells: dict[str, str], base: str, variant: Variant) -> ListAnswer:
    own, expected = cells.get("base") or base, cells.get("expected", "")
    resolution = variant.resolve(own, cells["reference"])
    explanation = ""
    if resolution.target is None:
        explanation = resolution.problem.message if resolution.problem else "the current document"
    got, mark = judged_answers.outcome(resolution), judged_answers.mark_of(resolution, expected)
    finding = _worst(cells["reference"], own, variant.edition)
    return ListAnswer(line, own, cells["reference"], expected, got, explanation, mark, finding)


def _worst(reference: str, base: str, edition: str) -> str:
    """Return the title of a reference's worst finding above "info", or ""."""
    findings = uriinspector.inspect(reference, base=base or None, edition=edition).findings
    return next((each.title for each in findings[:1] if each.severity != "info"), "")


def _is_answer(cell: str) -> bool:
    return cell.strip().casefold() in NO_TARGET or parse(cell).scheme is not None


def given(text: str) -> Pieces:
    """Return text from outside as pieces, or the word "empty"."""
    return outside(text) or muted(say("empty"))


def mark(*, is_right: bool) -> Pieces:
    """Return the icon and word for a right or wrong answer."""
    if is_right:
        return (*ours("✓", Kind.ADDED), *muted("  " + say("right")))
    return (*ours("✗", Kind.FAULT), *muted("  " + say("wrong")))


PRINTED_BASE = "http://a/b/c/d;p?q"


class Sample(NamedTuple):
    """An example: a pair, its variant, and the expected result."""

    base: str
    reference: str
    variant: Variant
    target: str | None
    same: bool
    problem: str | None
    clause: str


class SampleTable(NamedTuple):
    """A table of examples from one specification."""

    title: str
    source: str
    samples: tuple[Sample, ...]


class SampleResult(NamedTuple):
    """An example and the actual result."""

    sample: Sample
    got: str | None
    explanation: str  # the reason why there is no target
    right: bool


class EditionChange(NamedTuple):
    """A pair that some editions resolve differently, and a description of the change."""

    base: str
    reference: str
    title: str


@cache
def tables() -> tuple[SampleTable, ...]:
    return tuple(
        SampleTable(
            each["title"],
            each["source"],
            tuple(_sample(each["base"], each["edition"], row) for row in each["rows"]),
        )
        for each in _read()["table"]
    )


@cache
def changes() -> tuple[EditionChange, ...]:
    return tuple(
        EditionChange(each.get("base", PRINTED_BASE), each["reference"], each["title"])
        for each in _read()["change"]
    )


def run(table: SampleTable) -> list[SampleResult]:
    return [_result(sample) for sample in table.samples]


def fill_samples(menu: QMenu, on: Callable[[SampleTable | None], object]) -> None:
    """Fill a menu with the tables, and "Changes between editions", for which ``on`` gets None."""
    for table in tables():
        add_entry(menu, say(table.title), partial(on, table))
    menu.addSeparator()
    add_entry(menu, say("Changes between editions"), partial(on, None))


def _result(sample: Sample) -> SampleResult:
    resolution = sample.variant.resolve(sample.base, sample.reference)
    problem = resolution.problem.code if resolution.problem else None
    expected = (sample.target, sample.same, sample.problem)
    right = (resolution.target, resolution.same_document, problem) == expected
    return SampleResult(sample, resolution.target, outcome(resolution), right)


def _sample(base: str, edition: str, row: dict[str, Any]) -> Sample:
    above, strict = row.get("above_root", "keep"), row.get("strict", True)
    way = variant_of(edition, strict=strict, above_root=above)
    return Sample(
        base,
        row["reference"],
        way,
        row.get("target"),
        row.get("same", False),
        row.get("problem"),
        row["clause"],
    )


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(shipped_text("resolutions.toml"))


NARROW_SAMPLES = 560  # before zoom: in narrower tables, variants and clauses are hidden
LEFT_OUT = "RFC 1808, RFC 2396 and RFC 3987 are not implemented."


class SampleCard(CardFrame):
    """A table of examples or of changes; choosing a row resolves its pair on the page."""

    pair_chosen = Signal(str, str, object)  # base, reference, Variant
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label(role="title")
        self.summary = plain_label(role="quiet")
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.results = _grid(_result_columns(), say("Examples"), 2)
        self.changes = _grid(_change_columns(), say("Changes between editions"), 5)
        for grid in (self.results, self.changes):
            grid.row_opened.connect(self._on_row)
            grid.clicked.connect(lambda index, grid=grid: self._on_row(grid.lazy.rows[index.row()]))
        head = row(self.title, None, self.done, margins=(16, 8, 16, 4))
        self.summary.setContentsMargins(10, 0, 14, 8)
        column_of(
            head,
            self.summary,
            stretched(self.results),
            stretched(self.changes),
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )

    def show_table(self, table: SampleTable) -> None:
        """Resolve and mark every example of a table."""
        results = run(table)
        right = sum(result.right for result in results)
        self.title.setText(say(table.title))
        self.summary.setText(
            say("{right} of {count} match the printed target", right=right, count=len(results))
        )
        self.results.set_rows(results)
        self._show(self.results)

    def show_changes(self) -> None:
        """Show the targets of the same pairs in every edition."""
        self.title.setText(say("Changes between editions"))
        self.summary.setText(say(LEFT_OUT))
        self.changes.set_rows(changes())
        self._show(self.changes)

    def _show(self, grid: Grid) -> None:
        self.results.setVisible(grid is self.results)
        self.changes.setVisible(grid is self.changes)
        grid.setFocus()

    def _on_row(self, chosen: SampleResult | EditionChange) -> None:
        if isinstance(chosen, SampleResult):
            sample = chosen.sample
            self.pair_chosen.emit(sample.base, sample.reference, sample.variant)
        else:
            self.pair_chosen.emit(chosen.base, chosen.reference, STRICT_2005)


def _grid(columns: list[Column], name: str, widest: int) -> Grid:
    grid = Grid(None, columns, name, widest=widest)
    grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return grid


def _result_columns() -> list[Column]:
    return [
        Column(say("Reference"), lambda each: given(each.sample.reference), is_uri=True),
        Column(say("As printed"), _printed, is_uri=True),
        Column(say("As resolved"), _resolved, is_uri=True),
        _rare(say("Variant"), lambda each: _how(each.sample.variant)),
        _rare(say("Clause"), lambda each: each.sample.clause),
        Column(say("Result"), lambda each: mark(is_right=each.right), is_rigid=True),
    ]


def _rare(title: str, words: Callable[[SampleResult], str]) -> Column:
    return Column(title, lambda each: muted(words(each)), is_rigid=True, least=NARROW_SAMPLES)


def _printed(each: SampleResult) -> Pieces:
    if each.sample.target is not None:
        return outside(each.sample.target)
    return muted(say("the current document") if each.sample.same else say("no target"))


def _resolved(each: SampleResult) -> Pieces:
    if each.got is None:
        return muted(each.explanation)
    return differing(each.sample.target or each.got, each.got)


def _how(variant: Variant) -> str:
    if variant.above_root != "keep":
        return say(variant.above_root)
    return "" if variant.strict else say("lenient")


def _change_columns() -> list[Column]:
    targets = [_target_column(place) for place in range(len(EDITIONS))]
    return [
        Column(say("Reference"), _asked, is_uri=True),
        *targets,
        Column(say("What changed"), lambda each: ours(say(each.title)), wraps=True),
    ]


def _asked(each: EditionChange) -> Pieces:
    base = () if each.base == PRINTED_BASE else muted(f"{each.base}  + ")
    return (*base, *given(each.reference))


def _target_column(place: int) -> Column:
    """Return the column of an edition's targets, with changes from the previous edition marked."""

    def cell(each: EditionChange) -> Pieces:
        resolutions = [
            variant_of(name).resolve(each.base, each.reference) for name in EDITIONS[: place + 1]
        ]
        now, before = resolutions[-1], resolutions[-2] if place else resolutions[-1]
        if now.target is None:
            text = say("the current document") if now.same_document else say("no target")
            return muted(text)
        return differing(before.target or now.target, now.target)

    return Column(EDITIONS[place], cell, is_uri=True)


LINE, REFERENCE, LIST_BASE, EXPECTED, GOT, RESULT, FINDING = range(7)
NARROW_LIST = 620  # before zoom: in narrower tables, lines and bases are hidden


class ListTable(Grid):
    """The rows of a list, which arrive in batches and are formatted when they become visible."""

    def __init__(self) -> None:
        self.answers: list[ListAnswer] = []
        self.marks: Counter[str] = Counter()
        self._base = ""
        self._is_only_wrong = self._has_bases = self._has_findings = False
        columns, name = _columns(), say("Resolved list")
        super().__init__(None, columns, name, widest=GOT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def begin(self, base: str) -> None:
        """Remove all rows; ``base`` is for new rows without a base."""
        self.answers, self.marks = [], Counter()
        self._base, self._has_bases, self._has_findings = base, False, False
        self.set_rows(())

    def take(self, rows: list[ListAnswer]) -> None:
        result, is_first = len(self.lazy.rows), not self.answers
        self.answers += rows
        self.marks.update(each.mark for each in rows)
        self._has_bases |= any(each.base != self._base for each in rows)
        had_findings = self._has_findings
        self._has_findings |= any(each.finding for each in rows)
        if is_first:
            self.show_chosen()
        elif not self._is_only_wrong:
            self.lazy.extend(islice(self.answers, result, None))
        if self._has_findings and not (had_findings or is_first):
            self._show_columns()
            self._measure()

    def show_only_wrong(self, *, on: bool) -> None:
        """Show only the wrong rows, or all rows."""
        self._is_only_wrong = on
        self.show_chosen()

    def show_chosen(self) -> None:
        """Apply the filter and show the first row."""
        self._show_columns()
        self.set_rows(self._chosen())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_columns()
        super().resizeEvent(event)

    def _chosen(self) -> Iterator[ListAnswer]:
        is_all = not self._is_only_wrong
        return (each for each in self.answers if is_all or each.mark == judged_answers.WRONG)

    def _show_columns(self) -> None:
        is_wide = self.width() >= pixels(NARROW_LIST)
        is_marked = len(self.marks) > 1 or judged_answers.UNMARKED not in self.marks
        self.show_column(LINE, shown=is_wide)
        self.show_column(LIST_BASE, shown=self._has_bases and is_wide)
        self.show_column(FINDING, shown=self._has_findings)
        for column in (EXPECTED, RESULT):
            self.show_column(column, shown=is_marked)


def _columns() -> list[Column]:
    return [
        Column(say("Line"), lambda each: muted(number(each.line)), is_rigid=True),
        Column(say("Reference"), lambda each: given(each.reference), is_uri=True),
        Column(say("Base URI"), lambda each: outside(each.base, Kind.MUTED), is_uri=True),
        Column(say("Expected"), lambda each: outside(each.expected), is_uri=True),
        Column(say("As resolved"), _got, is_uri=True),
        Column(say("Result"), _mark, is_rigid=True),
        Column(say("Finding"), lambda each: ours(say(each.finding)) if each.finding else ()),
    ]


def _got(each: ListAnswer) -> Pieces:
    if each.is_fault:
        if each.explanation.startswith("missing column"):
            return ours(say("no reference on this line"), Kind.FAULT)
        return ours(say("Cannot read this line: {why}", why=each.explanation), Kind.FAULT)
    if each.explanation:
        return muted(say(each.explanation))
    return (
        differing(each.expected, each.got)
        if each.mark == judged_answers.WRONG
        else outside(each.got)
    )


def _mark(each: ListAnswer) -> Pieces:
    return mark(is_right=each.mark == judged_answers.RIGHT) if each.mark else ()


# Milliseconds between the last change to the base and resolving a list again.
REST = 250
# Up to this number of rows, files are saved without a worker.
FEW = 1_000
NARROWEST = 90  # minimum width of the combo box
HINT = (
    "Paste, open or drop one reference per line, or table cells: reference and expected target, "
    "with an optional base in front."
)


def _codes_in(picture: tuple[bytes, str]) -> tuple[Sequence[str], str]:
    """Return the texts from the codes in a picture, and the picture's path."""
    from uriinspector.gui.transfer.paste_and_drop import find_codes

    return find_codes(picture[0]).texts, picture[1]


class ListCard(CardFrame):
    """References of a list, one per row; choosing a row shows its steps."""

    pair_chosen = Signal(str, str)  # base, reference
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._chosen_shape: ListFormat | None = None
        self._against: tuple[str, Variant] = ("", STRICT_2005)
        self.job = StreamJob(self)
        self.saver = LatestJob(saved, self, self._on_saved)
        self.picture_job = LatestJob(_codes_in, self, self._take_codes, rest=0)
        self.title = plain_label(role="title")
        self.summary = plain_label(role="quiet")
        shapes = {each: say(each.title) for each in SHAPES}
        self.shape = chooser(say("Columns of the list"), shapes, letters=0)
        self.shape.setMinimumWidth(NARROWEST)
        self.only_wrong = QCheckBox(say("Only wrong rows"))
        self.paste = button(say("Paste a list"), self.take_clipboard)
        self.open = button(say("Open a list…"), self._on_open)
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.progress = ProgressBar(self.job, pixels(WIDTH))
        self.table = ListTable()
        self.copy = button(
            say("Copy original"),
            lambda: self._export_rows(None),
            name=say("Copy original: {what}", what=say("the table as CSV")),
        )
        self.save = button(say("Save as CSV with original links…"), self._on_save)
        self._rest = timer_of(self, self.refresh, is_single=True, interval=REST)
        self._lay_out()
        self._wire()
        self._show_summary()

    def take_clipboard(self) -> None:
        self.show_list(QGuiApplication.clipboard().text())

    def take_file(self, path: str) -> None:
        """Resolve the list in a file, or the codes in a picture."""
        content = read_file(path)
        if content.picture is not None:
            self.picture_job.ask((content.picture, path), is_long=True)
        else:
            self._take_codes((content.texts, path))

    def _take_codes(self, codes: tuple[Sequence[str], str] | None) -> None:
        """Show the texts of a file as a list, or a message if there are none."""
        texts, path = codes or ((), "")
        if texts:
            self.show_list("\n".join(texts))
        elif path:
            file = visible(Path(path).name)
            self.summary.setText(say("Cannot read a list from this file: {file}", file=file))
            announce(self.summary.text())

    def take(self, data: QMimeData) -> bool:
        """Handle dropped data; return False if there is neither a local file nor text."""
        path = next((each.toLocalFile() for each in data.urls() if each.isLocalFile()), "")
        if path:
            self.take_file(path)
        elif data.hasText():
            self.show_list(data.text())
        return bool(path) or data.hasText()

    def show_list(self, text: str) -> None:
        """Resolve the lines of a text in the chosen format if they match it, else in the
        detected one.
        """
        if self.picture_job.is_busy:
            self.picture_job.drop()
        self.text = text if text.strip() else ""
        chosen = self._chosen_shape
        shape = chosen if chosen is not None and fits(text, chosen) else shape_of(text)
        with QSignalBlocker(self.shape):
            self.shape.setCurrentIndex(SHAPES.index(shape))
        self.refresh()
        self.take_focus()

    def resolve_against(self, base: str, variant: Variant) -> None:
        """Set the variant, and the base for rows that have none; resolve again after a pause."""
        if (base, variant) != self._against:
            self._against = (base, variant)
            if self.text:
                self._rest.start()

    def take_focus(self) -> None:
        """Focus the table or, if there is no list, the paste button."""
        (self.table if self.text else self.paste).setFocus()

    def refresh(self) -> None:
        self._rest.stop()
        self.job.close()
        self.table.begin(self._against[0])
        if self.text:
            pasted = PastedList(self.text, SHAPES[self.shape.currentIndex()])
            self.job.start(answered, pasted, *self._against, size=len(self.text))
        self._show_summary()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.fit(self.width())

    def _on_shape(self, number: int) -> None:
        self._chosen_shape = SHAPES[number]

    def _on_came(self, part: JobBatch) -> None:
        self.table.take(part.rows)
        self._show_summary()

    def _show_summary(self, *, is_whole: bool = True) -> None:
        marks, count = self.table.marks, len(self.table.answers)
        is_ready = count > 0 and not self.job.is_busy
        for each in (self.table, self.shape, self.copy, self.save):
            each.setVisible(bool(self.text))
        for each in (self.copy, self.save):
            each.setEnabled(is_ready)
        self.only_wrong.setVisible(marks[judged_answers.WRONG] > 0 or self.only_wrong.isChecked())
        if not self.text:
            self.title.setText(say("No list yet"))
            self.summary.setText(say(HINT))
            return
        self.title.setText(say_count(count, "1 reference", "{count} references"))
        self.summary.setText(
            self._summary_text(count - marks[judged_answers.UNMARKED], is_whole=is_whole)
        )

    def _summary_text(self, marked: int, *, is_whole: bool) -> str:
        if not is_whole:
            return say("Stopped before the end of the list.")
        if not marked:
            return say("Press Enter to show the steps for a line.")
        right = self.table.marks[judged_answers.RIGHT]
        return say("{right} of {count} match the expected target", right=right, count=marked)

    def _on_open(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, say("Open a list…"))
        if path:
            self.take_file(path)

    def _on_save(self) -> None:
        words = say("Save as CSV with original links…")
        path, _kind = QFileDialog.getSaveFileName(self, words, "resolved.csv")
        if path:
            self._export_rows(Path(path))

    def _export_rows(self, path: Path | None) -> None:
        answers = self.table.answers
        self.saver.ask((path, answers), is_long=len(answers) > FEW)

    def _on_saved(self, saved: Saved) -> None:
        if saved.text is not None:
            to_clipboard(saved.text)
        elif saved.trouble:
            self.summary.setText(say("Not saved: {why}", why=saved.trouble))
        else:
            self.summary.setText(say("Saved unchanged: the file contains clickable links."))

    def _on_opened(self, chosen: ListAnswer) -> None:
        if not chosen.is_fault:
            self.pair_chosen.emit(chosen.base, chosen.reference)

    def _lay_out(self) -> None:
        title = row(self.title, None, self.progress)
        self._head = FoldingLayout(title, row(self.paste, self.open, self.shape, self.done))
        self._head.setContentsMargins(16, 8, 16, 4)
        under = row(stretched(self.summary), self.only_wrong, margins=(16, 0, 16, 8))
        foot = row(None, self.copy, self.save, margins=(16, 6, 16, 8))
        column = column_of(
            self._head,
            under,
            stretched(self.table),
            foot,
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )
        column.addStretch(0)
        self.title.setWordWrap(False)

    def _wire(self) -> None:
        self.job.part_received.connect(self._on_came)
        self.job.ended.connect(lambda whole: self._show_summary(is_whole=whole))
        self.shape.activated.connect(self._on_shape)
        self.shape.currentIndexChanged.connect(self.refresh)
        self.only_wrong.toggled.connect(lambda on: self.table.show_only_wrong(on=on))
        self.table.row_opened.connect(self._on_opened)
