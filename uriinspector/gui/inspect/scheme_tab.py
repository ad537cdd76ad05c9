"""The tab about the scheme: components, actions and notes from its specification."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from PySide6.QtWidgets import QWidget

from uriinspector.analysis.inspection import Inspection
from uriinspector.core.model import Span, Violation
from uriinspector.core.schemes.dossier import Action, Dossier, Field, Inner, Note
from uriinspector.gui.inspect.component_rows import section
from uriinspector.gui.inspect.detail_tabs import Tab
from uriinspector.gui.inspect.noted_table import NotedTable, copy_button
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import Kind, Pieces, muted, ours, outside, plain_label, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import explain
from uriinspector.gui.widgets.layouts import column_of, row, stretched

LEVELS = {"info": Kind.PLAIN, "unusual": Kind.DIFFERS, "danger": Kind.FAULT}


@dataclass(frozen=True, slots=True)
class DossierRow:
    """A row; ``exact`` is the text to copy, ``cite`` the clause that supports it."""

    name: Pieces
    text: Pieces = ()
    meaning: Pieces = ()
    span: Span | None = None
    exact: str | None = None
    cite: str = ""
    is_heading: bool = False


def dossier_rows(dossier: Dossier) -> Iterator[DossierRow]:
    """Yield rows for everything known about the scheme, each kind under a heading."""
    remarks = chain(map(_note, dossier.notes), map(_fault, dossier.violations))
    yield from _under(say("Notes"), remarks)
    yield from _under(say("Components"), map(_field, dossier.fields))
    yield from _under(say("What an app would do; nothing is done here"), _actions(dossier))
    yield from _under(say("Nested links"), map(_inner, dossier.inner))
    others = chain(_content(dossier), _forms(dossier))
    yield from _under(say("Other forms"), others)


def _under(words: str, rows: Iterable[DossierRow]) -> Iterator[DossierRow]:
    """Yield a heading and the rows, or nothing if there are no rows."""
    for number, each in enumerate(rows):
        if not number:
            yield DossierRow(ours(words, Kind.STRONG), is_heading=True)
        yield each


def _field(field: Field) -> DossierRow:
    name, meaning = ours(say(field.name)), ours(say(field.meaning))
    if field.value is None:
        return DossierRow(name, muted(say("not present")), meaning)
    value = outside(field.value) or muted(say("empty"))
    return DossierRow(name, value, meaning, field.span, field.value)


def _actions(dossier: Dossier) -> Iterator[DossierRow]:
    variant = ""
    for each in dossier.actions:
        if each.variant != variant:
            variant = each.variant
            yield DossierRow(muted(say(variant)), is_heading=True)
        yield _action(each)


def _action(action: Action) -> DossierRow:
    shown = outside(action.text) or muted("–")
    return DossierRow(
        ours(say(action.verb)), shown, ours(say(action.note)), None, action.text or None
    )


def _note(note: Note) -> DossierRow:
    kind = LEVELS.get(note.level, Kind.PLAIN)
    cite = note.cites[0] if note.cites else ""
    clause = muted(f" ({section(cite)})") if cite else ()
    words = (*outside(say(note.message)), *clause)
    return DossierRow(ours(say(note.level), kind), (), words, note.span, cite=cite)


def _fault(fault: Violation) -> DossierRow:
    cite = fault.cites[0] if fault.cites else ""
    words = say(
        "{told}; expected: {expected}", told=say(fault.message), expected=say(fault.expected)
    )
    meaning = outside(f"{words} ({section(cite)})" if cite else words)
    name = ours(say("does not match the scheme's grammar"), Kind.DIFFERS)
    return DossierRow(name, outside(fault.rule), meaning, Span(fault.start, fault.end), cite=cite)


def _forms(dossier: Dossier) -> Iterator[DossierRow]:
    for words, meaning, form in (
        (say("normal form"), say("according to the rules of the scheme"), dossier.normal),
        (say("easier to read"), say("for display only"), dossier.display),
    ):
        if form is not None:
            yield DossierRow(ours(words), outside(form), ours(meaning), None, form)


def _content(dossier: Dossier) -> Iterator[DossierRow]:
    content = dossier.content
    if content is not None:
        text = content.get("text")
        words = say(
            "{kind}, {nature}, {size} bytes",
            kind=content.get("media_type"),
            nature=content.get("nature"),
            size=content.get("size"),
        )
        shown = muted(say("no text")) if text is None else outside(text)
        yield DossierRow(ours(say("content")), shown, outside(words), None, text)


def _inner(inner: Inner) -> DossierRow:
    return DossierRow(outside(inner.via), outside(inner.text), (), inner.span, inner.text)


class SchemeTab(Tab):
    """The tab with one table: notes, components, actions, links inside and other forms."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.heading = plain_label(role="title")
        self.about = plain_label(role="quiet")
        self.grid = Grid(
            selection,
            _columns(),
            say("What the scheme defines"),
            widest=2,
            spans=lambda each, _column: each.span,
        )
        self.copy = copy_button(say("selected"), self._exact)
        self.noted = NotedTable(self.grid, _row_text, self.copy)
        self.grid.row_chosen.connect(lambda _row: self._offer())
        self.grid.row_opened.connect(self._on_opened)
        self.fill(self._laid_out())

    def present(self, inspection: Inspection) -> str:
        dossier = inspection.dossier
        if dossier is None:
            return say("A relative reference uses the scheme of its base.")
        self.heading.setText(say(dossier.title))
        self.about.setText(_about(dossier))
        self.noted.show_rows(
            dossier_rows(dossier), say("Select a row to see its full text or to copy it.")
        )
        self._offer()
        return ""

    def _laid_out(self) -> QWidget:
        self.heading.setWordWrap(False)
        top = row(self.heading, stretched(self.about), margins=(16, 8, 12, 6), spacing=12)
        content = QWidget()
        column_of(top, stretched(self.noted), into=content, spacing=0)
        return content

    def _chosen(self) -> DossierRow | None:
        row: DossierRow | None = self.grid.current_value
        return row

    def _exact(self) -> str:
        chosen = self._chosen()
        return (chosen.exact if chosen else None) or ""

    def _offer(self) -> None:
        self.copy.setEnabled(bool(self._exact()))

    def _on_opened(self, row: DossierRow) -> None:
        if row.cite:
            explain(self, row.cite)


def _columns() -> list[Column]:
    return [
        Column(say("Name"), lambda said: said.name, is_rigid=True, spans_all=_is_heading),
        Column(say("Text"), lambda said: said.text, is_uri=True),
        Column(say("Meaning"), lambda said: said.meaning),
    ]


def _is_heading(row: DossierRow) -> bool:
    return row.is_heading


def _about(dossier: Dossier) -> str:
    number = str(dossier.default_port or "")
    port = say("default port {port}", port=number) if number else ""
    grammar = (
        say("matches the scheme's grammar")
        if dossier.valid
        else say("does not match the scheme's grammar")
    )
    known = grammar if dossier.known else say("not known to this program")
    return " · ".join(filter(None, (port, known, "; ".join(dossier.cites))))


def _row_text(row: DossierRow, _column: int) -> str:
    return " · ".join(filter(None, map(plain_text, (row.name, row.text, row.meaning))))
