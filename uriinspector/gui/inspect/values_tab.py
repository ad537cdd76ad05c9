"""The tab with the values in the link, decoded."""

from collections.abc import Iterable
from itertools import chain

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.analysis.inspection import Inspection, Nested
from uriinspector.analysis.values.value import (
    CERTAIN,
    LIKELY,
    LINK,
    POSSIBLE,
    Value,
    ValueReading,
    every_value,
)
from uriinspector.analysis.values.walk import OWN
from uriinspector.core.model import EVIDENCE, NamedTuple, Span
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import copy_button
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.pieces import (
    Kind,
    Pieces,
    muted,
    ours,
    outside,
    plain_label,
    plain_text,
    visible,
)
from uriinspector.gui.text.translation import say, say_pieces
from uriinspector.gui.widgets.cards import button, chooser
from uriinspector.gui.widgets.layouts import column_of, row, stretched

ARROW = " \u2192 "
# The maximum number of characters shown; a copy contains all of them.
LONGEST = 400


class ValueRow(NamedTuple):
    """A reading of a value; ``is_rival`` is True if a row above has a more confident reading."""

    value: Value
    reading: ValueReading
    is_rival: bool

    @property
    def span(self) -> Span:
        return self.value.span

    @property
    def is_link(self) -> bool:
        return self.reading.kind == LINK

    @property
    def name(self) -> Pieces:
        """Return the name of the value and its text as written."""
        if self.is_rival:
            return muted(say("or"))
        name = self.value.name
        called = (*outside(name, Kind.MUTED), *muted(": ")) if name else ()
        return (*called, *outside(self.value.text[:LONGEST]))

    @property
    def meaning(self) -> Pieces:
        """Return the reading in words, muted if it is merely possible."""
        kind = Kind.MUTED if self.reading.confidence == POSSIBLE else Kind.PLAIN
        runs = say_pieces(self.reading.phrase)
        return tuple(
            chain.from_iterable(
                outside(run.text[:LONGEST], kind) if run.kind == EVIDENCE else ours(run.text, kind)
                for run in runs
            )
        )

    @property
    def decoders(self) -> Pieces:
        """Return the names of the decoders, outermost first."""
        own = () if self.reading.decoder == OWN else (self.reading.decoder,)
        return muted(ARROW.join((*self.value.via, *own)))

    @property
    def confidence(self) -> Pieces:
        words = {CERTAIN: say("certain"), LIKELY: say("likely"), POSSIBLE: say("possible")}
        kind = Kind.STRONG if self.reading.confidence == CERTAIN else Kind.MUTED
        return ours(words[self.reading.confidence], kind)


def value_rows(values: Iterable[Value], kind: str = "") -> list[ValueRow]:
    """Return rows for readings; with ``kind``, only those of that kind or containing one."""
    return [
        ValueRow(value, reading, number > 0)
        for value in values
        for number, reading in enumerate(value.readings)
        if not kind or reading.kind == kind or _holds(reading, kind)
    ]


def rows_inside(row: ValueRow, kind: str = "") -> list[ValueRow]:
    """Return the readings of the values inside a decoded value."""
    return value_rows(row.reading.inside, kind)


def kinds_in(inspection: Inspection) -> list[str]:
    """Return the kinds of all readings without duplicates."""
    every = every_value(inspection.values)
    return list(dict.fromkeys(reading.kind for value in every for reading in value.readings))


def _holds(reading: ValueReading, kind: str) -> bool:
    return any(
        inner.kind == kind for value in every_value(reading.inside) for inner in value.readings
    )


def links_inside(inspection: Inspection) -> dict[str, Nested]:
    """Return all links inside, at any depth, by their text."""
    result: dict[str, Nested] = {}
    waiting = list(inspection.nested)
    while waiting:
        each = waiting.pop(0)
        result.setdefault(each.layer.text, each)
        waiting += each.inspection.nested if each.inspection else ()
    return result


def verdict_of(nested: Nested) -> Pieces:
    """Return the headline of a nested link's verdict, preceded by the wrapping service if known."""
    service = nested.layer.service
    name = muted(f"{say('via {service}', service=visible(service))} · ") if service else ()
    if nested.inspection is None:
        return (*name, *muted(say("nested too deeply: not checked")))
    return (*name, *outside(say(nested.inspection.verdict.headline)))


LONGEST_NOTE = 300


def kind_names() -> dict[str, str]:
    """Return the kinds of readings in the window's language, for the filter."""
    return {
        "layer": say("Encodings"),
        "link": say("Links"),
        "structure": say("Structures"),
        "text": say("Texts"),
        "identifier": say("Identifiers"),
        "time": say("Times"),
        "address": say("Addresses"),
        "parameter": say("Parameters"),
    }


class ValuesTab(Tab):
    """The tab with a tree of readings; values inside a decoded value are its child rows."""

    open_requested = Signal(str, object)  # a link, and its base or None

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self._inspection: Inspection | None = None
        self._links: dict[str, Nested] = {}
        self.tree = Tree(
            selection,
            self._columns(),
            say("Values"),
            children_of=lambda row: rows_inside(row, self.kind),
            spans=lambda row: row.span,
            shares=(5, 6, 3, 3),
        )
        self.note = plain_label(role="quiet")
        self.kinds = chooser(say("Kinds of values"), letters=0)
        self.opens = button(say("Inspect this link"), lambda: self._open(self._chosen()))
        self.copy = copy_button(say("the decoded value"), self._decoded)
        self.tree.row_opened.connect(self._open)
        self.tree.row_chosen.connect(self._on_chosen)
        self.kinds.currentIndexChanged.connect(self._fill_tree)
        # The note, which shows a value, gets its own row: there is no room next to the buttons.
        words = row(stretched(self.note), margins=(16, 4, 12, 0))
        foot = row(None, self.kinds, self.opens, self.copy, margins=(16, 4, 12, 8))
        whole = QWidget()
        column_of(stretched(self.tree), words, foot, into=whole, spacing=0)
        self.fill(whole)

    @property
    def kind(self) -> str:
        """Return the selected kind, or an empty string for all."""
        return str(self.kinds.currentData() or "")

    def present(self, inspection: Inspection) -> str:
        self._inspection = inspection
        self._links = links_inside(inspection)
        if not inspection.values:
            return say("No value in this link can be decoded.")
        self._offer_kinds(inspection)
        self._fill_tree()
        return ""

    def _offer_kinds(self, inspection: Inspection) -> None:
        """Offer all kinds that occur, and keep the selected one if possible."""
        before, names = self.kind, kind_names()
        self.kinds.blockSignals(True)
        self.kinds.clear()
        self.kinds.addItem(say("All values"), "")
        for kind in kinds_in(inspection):
            self.kinds.addItem(names[kind], kind)
        self.kinds.setCurrentIndex(max(self.kinds.findData(before), 0))
        self.kinds.blockSignals(False)

    def _fill_tree(self) -> None:
        if self._inspection is not None:
            self.tree.set_top(value_rows(self._inspection.values, self.kind))

    def _open(self, row: ValueRow | None) -> None:
        if row is not None and row.is_link:
            link = self._links.get(row.reading.value)
            base = link.inspection.base if link and link.inspection else None
            self.open_requested.emit(row.reading.value, base)

    def _chosen(self) -> ValueRow | None:
        index: QModelIndex = self.tree.currentIndex()
        return self.tree.branches.value(index) if index.isValid() else None

    def _decoded(self) -> str:
        chosen = self._chosen()
        return chosen.reading.value if chosen else ""

    def _on_chosen(self, row: ValueRow | None) -> None:
        self.opens.setEnabled(row is not None and row.is_link)
        self.copy.setEnabled(row is not None)
        hint = say("Select a value to highlight its characters in the link.")
        self.note.setText(_in_full(row, self._meaning(row)) if row else hint)

    def _columns(self) -> list[Column]:
        return [
            Column(say("Value"), lambda row: row.name, is_uri=True),
            Column(say("Interpretation"), self._meaning, sign=self._severity),
            Column(say("Decoded by"), lambda row: row.decoders),
            Column(say("Confidence"), lambda row: row.confidence, is_rigid=True),
        ]

    def _meaning(self, row: ValueRow) -> Pieces:
        """Return the reading in words, or the verdict of a link."""
        link = self._links.get(row.reading.value) if row.is_link else None
        return verdict_of(link) if link else row.meaning

    def _severity(self, row: ValueRow) -> str:
        link = self._links.get(row.reading.value) if row.is_link else None
        return (link and link.inspection and link.inspection.verdict.severity) or ""


def _in_full(row: ValueRow, meaning: Pieces) -> str:
    cut = "\u2026" if len(row.reading.value) > LONGEST_NOTE else ""
    words = f"{plain_text(meaning)} · {visible(row.reading.value[:LONGEST_NOTE])}{cut}"
    source = row.reading.source
    return f"{words} · {say('Source: {source}', source=source)}" if source else words
