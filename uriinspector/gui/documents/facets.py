"""The tree of files and parts, and the list of sites; choosing a row filters the links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from uriinspector.analysis.finding import Finding
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.document_values import DocumentBase, DocumentPart
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents.header_text import base_pieces, why
from uriinspector.gui.documents.link_model import site_words
from uriinspector.gui.documents.open_case import FileEntry, OpenCase, SiteCount, count_site, worst
from uriinspector.gui.documents.rows import severity_of
from uriinspector.gui.inspect.findings import cited, message
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE, Column, Index
from uriinspector.gui.tables.tree_view import BranchModel
from uriinspector.gui.text.pieces import Kind, Pieces, file_name, muted, ours, outside, visible
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import pixels
from uriinspector.gui.widgets.cards import explain
from uriinspector.gui.widgets.severity_sign import draw_shape
from uriinspector.gui.widgets.view_parts import ENTER, Restyled

INDENT, SHAPE, LEAD = 12, 8, 8
# The maximum number of sites to list; the filter finds the others.
SITES = 500
# The maximum number of files in the tree; the file list has all of them.
FILES = 200


class Facet(NamedTuple):
    """A row that filters by a file, a part or a site, or explains a finding."""

    pieces: Pieces
    file: int | None = None
    part: str = ""
    site: str = ""
    severity: str = ""
    children: tuple[Facet, ...] = ()
    finding: Finding | None = None

    @property
    def tip(self) -> str:
        """Return the message and the clauses of the finding."""
        if self.finding is None:
            return ""
        cites = ", ".join(map(cited, self.finding.cites))
        return message(self.finding) + (f" ({cites})" if cites else "")


NO_FACET = Facet(())


def files(case: OpenCase, scope: Sequence[FileEntry] | None = None) -> list[Facet]:
    """Return rows for all files, including unreadable ones, or only for the files in a scope."""
    if scope is not None:
        facets = [_file(case, e.key.file, e.head, e.links, e) for e in scope[:FILES]]
        return [*facets, *_more_files(len(scope))]
    links: Counter[int] = Counter()
    for (file, _), count in case.parts.items():
        links[file] += count
    heads = case.heads[:FILES]
    facets = [_file(case, place, head, links[place]) for place, head in enumerate(heads)]
    facets += _more_files(len(case.heads))
    for each in case.troubles:
        pieces = muted(why(each))
        facets.append(Facet(ours(visible(each.path)), children=(Facet(pieces, severity="medium"),)))
    return facets


def _more_files(count: int) -> Iterator[Facet]:
    if count > FILES:
        rest = say("{count} more: choose a file above", count=count - FILES)
        yield Facet(muted(rest))


def _file(
    case: OpenCase, file: int, head: Head, links: int, chosen: FileEntry | None = None
) -> Facet:
    """Return the row of a file with its parts, or only the parts of the chosen email."""
    part = chosen.key.part if chosen else ""
    findings = chosen.report.findings if chosen and chosen.report else head.findings
    below = [
        Facet(ours(say(each.title)), severity=each.severity, finding=each) for each in findings
    ]
    inside: dict[str, list[DocumentPart]] = {}
    parts = [each for each in head.parts if f"{each.path}.".startswith(f"{part}." * bool(part))]
    known = {each.path for each in parts}
    for each in parts:
        inside.setdefault(_upper(each.path, known), []).append(each)
    if head.kind == HTML and not any(each.text for each in head.bases.values()):
        below.append(Facet(muted(say("No base URL"))))
    for top in inside.get("", ()):
        facet = _part(case, file, inside, top)
        # Parts of the file itself are listed directly below its name.
        below += facet.children if top.path == "1" else (facet,)
    return Facet(_counted(file_name(case.name_of(file)), links), file, children=tuple(below))


def _upper(path: str, known: set[str]) -> str:
    """Return the path of the innermost listed part around this part, or an empty string."""
    while path:
        path = path.rpartition(".")[0]
        if path in known:
            break
    return path


def _part(
    case: OpenCase, file: int, inside: dict[str, list[DocumentPart]], part: DocumentPart
) -> Facet:
    base = case.heads[file].bases.get(part.path, part.base)
    below = list(_base(base)) if base else []
    below += (
        Facet(ours(say("Not checked: {what}", what=visible(say(each.reason))), Kind.DIFFERS))
        for each in case.heads[file].not_examined
        if each.part == part.path
    )
    below += (_part(case, file, inside, each) for each in inside.get(part.path, ()))
    name = ours(visible(part.type)) + (ours(" ") + file_name(part.name) if part.name else ())
    links = case.parts.get((file, part.path), 0)
    return Facet(_counted(name, links), file, part.path, children=tuple(below))


def _base(base: DocumentBase) -> Iterator[Facet]:
    """Return rows with a part's base URL and where it comes from."""
    return map(Facet, base_pieces(base, is_named=False))


def sites(case: OpenCase, scope: Sequence[FileEntry] | None = None) -> list[Facet]:
    """Return rows for sites, worst first: for all sites, or only for those in a scope."""
    counts = case.sites if scope is None else sites_of(scope)
    facets = [
        Facet(
            _site(each.name) + ours(f"  {number(each.links)}", Kind.STRONG),
            site=each.name,
            severity=severity_of(each.rank),
        )
        for each in worst(counts.values(), SITES)
    ]
    if len(counts) > SITES:
        rest = say("{count} more: use the filter", count=len(counts) - SITES)
        facets.append(Facet(muted(rest)))
    return facets


def sites_of(scope: Sequence[FileEntry]) -> dict[str, SiteCount]:
    """Return the counts of sites, added up over several files."""
    if len(scope) == 1:
        return scope[0].sites
    counts: dict[str, SiteCount] = {}
    for each in chain.from_iterable(entry.sites.values() for entry in scope):
        count_site(counts, each.name, each.rank, each.links)
    return counts


def _site(name: str) -> Pieces:
    return _plain_name(name) or ours(site_words(name))


@lru_cache(maxsize=2 * SITES)
def _plain_name(name: str) -> Pieces:
    """Return the cached name of a site as text, or nothing if ``site_words`` replaces the name."""
    if name != site_words(name):
        return ()
    pieces = outside(name)  # a long name is cut in its middle, not the number after it
    return (pieces[0]._replace(is_name=True),) if len(pieces) == 1 else pieces


def _counted(pieces: Pieces, links: int) -> Pieces:
    return pieces + ours(f"  {number(links)}", Kind.STRONG) if links else pieces


class FacetDelegate(MarkedDelegate):
    """A delegate that paints a severity icon in front of the text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a height smaller than that of table rows."""
        hint = super().sizeHint(option, index)
        return QSize(hint.width(), round(QFontMetricsF(self.font()).height()) + LEAD)

    def draw(self, painter: QPainter, room: QRectF, value: Facet) -> None:
        side = pixels(SHAPE)
        room = room.adjusted(-4, 0, 0, 0)
        if value.severity:
            shape = QRectF(room.left(), room.center().y() - side / 2, side, side)
            painter.save()
            draw_shape(painter, value.severity, shape)
            painter.restore()
        if value.severity or value.site:
            room = room.adjusted(side + pixels(6), 0, 0, 0)
        super().draw(painter, room, value)


class Facets(Restyled, QTreeView):
    """A tree or a list of rows to filter by."""

    last_attribute = "branches"

    chosen = Signal(object)  # a Facet

    def __init__(self, name: str, *, is_flat: bool = False) -> None:
        super().__init__()
        self.setObjectName("facets")
        columns = [
            Column(
                name,
                lambda facet: facet.pieces,
                is_uri=is_flat,
                sign=lambda facet: facet.severity,
                tip=lambda facet: facet.tip,
            )
        ]
        self.branches = BranchModel(columns, lambda facet: facet.children)
        self.setModel(self.branches)
        self.setItemDelegate(FacetDelegate(columns[0], self))
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.restyle()
        self.facets: list[Facet] = []
        self.clicked.connect(self._choose)

    def show_facets(self, facets: list[Facet]) -> None:
        """Show these rows, all expanded."""
        if facets != self.facets:
            self.facets = facets
            self.branches.set_top(facets)
            self.expandAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {*ENTER, Qt.Key.Key_Space}:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        self.setIndentation(pixels(INDENT))
        self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex) -> None:
        facet = index.data(ROW_ROLE) if index.isValid() else None
        if facet is None:
            return
        if facet.finding is not None:
            explain(self, facet.finding)
        elif facet.file is not None or facet.site:
            self.chosen.emit(facet)
