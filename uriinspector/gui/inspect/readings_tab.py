"""The tab about parsers: how each one splits the link.

The chosen edition is the reference: cells of other parsers are marked where they differ from it.
"""

from uriinspector.analysis.inspection import Inspection
from uriinspector.core.model import NamedTuple, Part, Span, Violation
from uriinspector.core.reference import Reference
from uriinspector.gui.inspect.component_rows import section
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import NotedTable
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import (
    MOST_MARKS,
    Kind,
    Pieces,
    differences,
    differing,
    muted,
    ours,
    outside,
    plain_text,
    shown,
)
from uriinspector.gui.text.translation import edition_title, say
from uriinspector.gui.widgets.cards import explain
from uriinspector.readers.reading import Reading

PARTS = (Part.SCHEME, Part.USERINFO, Part.HOST, Part.PORT, Part.PATH, Part.QUERY, Part.FRAGMENT)
YEARS = ("1994", "1997", "2003", "2005")


class ReaderCell(NamedTuple):
    """A cell: its text, its span, and the span of the characters that differ."""

    pieces: Pieces
    span: Span | None = None
    parting: Span | None = None
    differs: bool = False


class ReaderRow(NamedTuple):
    """A parser's row: a cell for each component, and whether it accepts the link."""

    reader: str
    cells: tuple[ReaderCell, ...]
    grammar: ReaderCell
    cite: str = ""
    is_refused: bool = False

    @property
    def title(self) -> str:
        if self.reader in YEARS:
            return edition_title(self.reader)
        return say("Browsers (WHATWG)") if self.reader == "browser" else say("Python urllib")

    @property
    def differs(self) -> bool:
        """True if the parser reads any component differently."""
        return any(cell.differs for cell in self.cells)


def reader_rows(inspection: Inspection) -> tuple[ReaderRow, ...]:
    """Return a row for each parser: the editions by year, then browsers and Python."""
    values = {each.reader: each for each in inspection.readings}
    measure = values[inspection.edition]
    return tuple(_row(each, measure, inspection) for each in values.values())


def parts_read(inspection: Inspection) -> frozenset[Part]:
    """Return the components that at least one parser finds."""
    return frozenset(
        part for part in PARTS for each in inspection.readings if getattr(each, part) is not None
    )


def _row(reading: Reading, measure: Reading, inspection: Inspection) -> ReaderRow:
    reference = inspection.reference
    if reading.reader in YEARS:
        from uriinspector.core.parse import parse  # imported with the first link

        own = parse(inspection.text, edition=reading.reader)
        grammar, cite = _in_grammar(own.violations, reading)
    else:
        own, (grammar, cite) = reference, (_taken(reading), "")
    cells = (_cell(reading, measure, part, own, inspection) for part in PARTS)
    return ReaderRow(
        reading.reader,
        tuple(cells),
        grammar,
        cite,
        is_refused=not reading.accepted and reading.reader not in YEARS,
    )


def _cell(
    reading: Reading, measure: Reading, part: Part, own: Reference, inspection: Inspection
) -> ReaderCell:
    usual_span = inspection.reference.span(part)
    if reading.path is None:  # valid readings always have a path: this parser rejected the link
        return ReaderCell(muted("–"), usual_span)
    text: str | None = getattr(reading, part)
    usual: str | None = getattr(measure, part)
    span = own.span(part) or usual_span
    if text == usual or measure.path is None:
        is_host = part is Part.HOST and bool(text)
        return ReaderCell(_host_pieces(text or "") if is_host else _component_pieces(text), span)
    if not text or usual is None:
        words = _component_pieces(text, Kind.DIFFERS)
        return ReaderCell(words, span, span, differs=True)
    # If there is a base, the values are parts of targets, which do not occur in the text.
    is_resolved = inspection.base is not None
    place = span if is_resolved else parting(usual, text, usual_span)
    return ReaderCell(differing(usual, text), span, place, differs=True)


def _host_pieces(host: str) -> Pieces:
    """Return a host; the names in front of its site are dimmed."""
    from uriinspector.analysis.domains import site_of  # imported for the first host

    site = site_of(host.removesuffix(".")) or ""
    at = host.lower().rfind(site) if site else 0
    return shown([(host[: max(at, 0)], Kind.MUTED), (host[max(at, 0) :], Kind.PLAIN)])


def _component_pieces(text: str | None, kind: Kind = Kind.PLAIN) -> Pieces:
    """Return the text of a component, or words that tell a missing one from an empty one."""
    if text:
        return outside(text, kind)
    words = say("not present") if text is None else say("empty")
    return ours(words, Kind.MUTED if kind is Kind.PLAIN else kind)


def parting(usual: str, text: str, span: Span | None) -> Span | None:
    """Return the part of ``span``, the usual text, that another parser reads differently.

    Returns all of ``span`` if characters were only added.
    """
    result = differences(usual, text, MOST_MARKS)
    if span is None or not result:
        return span
    first, last = span.start + result[0].a.start, span.start + result[-1].a.end
    return Span(first, last) if first < last else span


def _in_grammar(faults: tuple[Violation, ...], reading: Reading) -> tuple[ReaderCell, str]:
    if not faults:
        kind = Kind.PLAIN if reading.accepted else Kind.DIFFERS
        answer = ours(say(reading.note or "yes"), kind)
        return ReaderCell(answer, differs=not reading.accepted), ""
    first, cite = faults[0], faults[0].cites[0] if faults[0].cites else ""
    words = f"{say(first.message)} ({section(cite)})" if cite else say(first.message)
    marked = outside(words, Kind.DIFFERS)
    if len(faults) > 1:
        marked += muted(" " + say("and {count} more", count=len(faults) - 1))
    return ReaderCell(marked, None, Span(first.start, first.end), differs=True), cite


def _taken(reading: Reading) -> ReaderCell:
    note = reading.note or ""
    if not reading.accepted:
        return ReaderCell(outside(say(note or "rejected"), Kind.DIFFERS), differs=True)
    if not note:
        return ReaderCell(ours(say("accepted")))
    return ReaderCell(
        (*outside(say(note), Kind.DIFFERS), *ours(" · " + say("accepted"))), differs=True
    )


GRAMMAR = len(PARTS) + 1
# Columns that are hidden if no parser finds the component.
RARE = frozenset({Part.USERINFO, Part.PORT, Part.QUERY, Part.FRAGMENT})


class ReadingsTab(Tab):
    """The tab with a row for each parser; differences from the chosen edition are marked."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.grid = Grid(
            selection,
            _columns(),
            say("Parsers"),
            widest=GRAMMAR,
            spans=_span,
            pointed=_pointed,
            by_cell=True,
        )
        self.noted = NotedTable(self.grid, _row_text)
        self.grid.row_opened.connect(self._on_opened)
        self.fill(self.noted)

    def present(self, inspection: Inspection) -> str:
        rows = reader_rows(inspection)
        parts = parts_read(inspection)
        for number, part in enumerate(PARTS, 1):
            self.grid.show_column(number, shown=part not in RARE or part in parts)
        self.noted.show_rows(rows, _summary(rows, inspection.edition))
        return ""

    def _on_opened(self, row: ReaderRow) -> None:
        if row.cite:
            explain(self, row.cite)


def _columns() -> list[Column]:
    return [
        Column(say("Parser"), lambda row: ours(row.title), is_rigid=True),
        *(_column(number, part) for number, part in enumerate(PARTS)),
        Column(say("Valid"), lambda row: row.grammar.pieces),
    ]


def _column(number: int, part: Part) -> Column:
    return Column(
        say(part.value),
        lambda row: row.cells[number].pieces,
        is_uri=True,
        keeps_end=part is Part.HOST,
        is_rigid=part in (Part.SCHEME, Part.HOST, Part.PORT),
    )


def _span(row: ReaderRow, column: int) -> Span | None:
    if column == GRAMMAR:
        return row.grammar.parting
    return row.cells[column - 1].span if column else None


def _pointed(row: ReaderRow, column: int) -> Span | None:
    if column == GRAMMAR:
        return row.grammar.parting
    cell = row.cells[column - 1] if column else None
    return (cell.parting or cell.span) if cell else None


def _row_text(row: ReaderRow, column: int) -> str:
    if not column:
        return ""
    if column == GRAMMAR:
        return f"{row.title}: {plain_text(row.grammar.pieces)}"
    return (
        f"{row.title} · {say(PARTS[column - 1].value)}: {plain_text(row.cells[column - 1].pieces)}"
    )


def _summary(rows: tuple[ReaderRow, ...], edition: str) -> str:
    if any(row.differs for row in rows):
        return say(
            "Highlighted: differs from the {edition} edition. Point to a cell to highlight its "
            "characters in the link.",
            edition=edition,
        )
    if any(row.is_refused for row in rows):
        return say("All parsers that accept the link find the same components.")
    return say("All parsers find the same components.")
