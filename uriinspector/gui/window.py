"""The one window: it lays out and wires, and leaves the work to the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCharFormat
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

import uriinspector
from uriinspector.core.model import Component, Part, Violation
from uriinspector.gui.editor import UriEdit
from uriinspector.gui.plain import is_risky, plain_label, visible
from uriinspector.gui.tables import Field, Table
from uriinspector.gui.theme import Theme, uri_font

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference

EDITION_TITLES = {
    "1994": "1994 · RFC 1738",
    "1997": "1997 · towards RFC 2396",
    "2003": "2003 · towards RFC 3986",
    "2005": "2005 · RFC 3986",
}
CALM = "Every character stands where the grammar allows it."
PROMISE = "This program never opens a connection. It judged the text; the site was not visited."

Row = tuple[Part, Component | None]


def component_fields(theme: Theme) -> list[Field]:
    """Return the columns of the component table."""

    def said(row: Row) -> str:
        component = row[1]
        if component is None:
            return "not present"
        return visible(component.text) or "empty"

    evidence, host = uri_font(), uri_font()
    host.setBold(True)

    def face(row: Row) -> QFont | None:
        if row[1] is None or not row[1].text:
            return None
        return host if row[0] == Part.HOST else evidence

    return [
        Field("Component", lambda row: str(row[0].value), swatch=lambda row: theme.color(row[0])),
        Field(
            "Span",
            lambda row: f"{row[1].span.start}–{row[1].span.end}" if row[1] else "",
            color=lambda _row: theme.color("muted"),
        ),
        Field(
            "Text",
            said,
            color=lambda row: None if row[1] and row[1].text else theme.color("muted"),
            font=face,
        ),
        Field("Called", lambda row: row[1].term if row[1] else ""),
    ]


def violation_fields(theme: Theme) -> list[Field]:
    """Return the columns of the list of violations."""

    def said(violation: Violation) -> str:
        where = " · ".join((violation.rule, *violation.cites))
        return f"{visible(violation.message)}\nexpected: {visible(violation.expected)}\n{where}"

    return [
        Field("Where", lambda v: f"{v.start}–{v.end}", color=lambda _v: theme.color("muted")),
        Field("What", said),
    ]


def verdict(text: str, reference: Reference, edition: str) -> tuple[str, str]:
    """Say how the text stands to the grammar of the edition: a headline and a line below it."""
    if not text:
        return "Nothing to look at yet", "Paste or type a URI reference. Nothing is ever opened."
    if reference.valid:
        return (
            f"Matches the {edition} grammar",
            "This is about spelling only: it does not say that the link is safe.",
        )
    first = reference.violations[0]
    return f"Does not match the {edition} grammar", visible(first.message)


def counted(violations: tuple[Violation, ...]) -> str:
    """Say how many places do not match."""
    match len(violations):
        case 0:
            return "Against the grammar"
        case 1:
            return "1 place that does not match"
        case count:
            return f"{count} places that do not match"


class Window(QMainWindow):
    """What is typed above is taken apart below."""

    def __init__(self, theme: Theme) -> None:
        """Build the window with nothing in it."""
        super().__init__()
        self.setWindowTitle("URI Inspector")
        self.setMinimumSize(700, 460)
        self._theme = theme
        self.editor = UriEdit(theme)
        self.edition = QComboBox()
        for name in uriinspector.EDITIONS:
            self.edition.addItem(EDITION_TITLES.get(name, name), name)
        self.edition.setCurrentIndex(self.edition.findData("2005"))
        self.edition.setAccessibleName("Edition of the specification")
        self.headline = plain_label(role="headline")
        self.detail = plain_label(role="quiet")
        self.components = Table(component_fields(theme), "Components", widest=2, spare=3)
        self.violations = Table(
            violation_fields(theme), "Places that do not match", widest=1, wraps=True
        )
        self.count = plain_label(role="title")
        self.calm = plain_label(role="quiet")
        self.calm.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.calm.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.size_note = plain_label(role="quiet")
        self._verdict_card = card(self.headline, self.detail)
        self._lay_out()
        self._wire()
        self._show_reference()

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        self.editor.set_text(text)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(plain_label("URI reference", role="quiet"), 1)
        top.addWidget(self.edition)
        tables = QHBoxLayout()
        tables.setSpacing(12)
        tables.addWidget(card(plain_label("Components", role="title"), self.components), 1)
        tables.addWidget(card(self.count, self.calm, self.violations), 1)
        foot = QHBoxLayout()
        foot.addWidget(self.size_note, 1)
        foot.addWidget(aligned_right(plain_label(PROMISE, role="quiet")), 2)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(12)
        column.addWidget(card(top, self.editor))
        column.addWidget(self._verdict_card)
        column.addLayout(tables, 1)
        column.addLayout(foot)
        self.setCentralWidget(page)

    def _wire(self) -> None:
        self.editor.text_edited.connect(self._show_reference)
        self.edition.currentIndexChanged.connect(self._show_reference)
        self.components.row_selected.connect(self._on_component)
        self.violations.row_selected.connect(self._on_violation)

    def _on_component(self, row: Row) -> None:
        if row[1]:
            self.editor.select(*row[1].span)

    def _on_violation(self, violation: Violation) -> None:
        self.editor.select(violation.start, violation.end)

    def _show_reference(self) -> None:
        text, edition = self.editor.text(), str(self.edition.currentData())
        reference = uriinspector.parse(text, edition=edition)
        headline, detail = verdict(text, reference, edition)
        self.headline.setText(headline)
        self.detail.setText(detail)
        self._warn(bool(text) and not reference.valid)
        self.components.set_rows([(part, reference.components.get(part)) for part in Part])
        violations = reference.violations if text else ()
        self.violations.set_rows(violations)
        self.violations.setVisible(bool(violations))
        self.calm.setVisible(not violations)
        self.calm.setText(CALM if text else "Places that do not match are listed here.")
        self.count.setText(counted(violations))
        self.size_note.setText(described(text))
        self.editor.paint_runs(self._formats(reference, violations))

    def _warn(self, warns: bool) -> None:
        self._verdict_card.setProperty("warns", warns)
        for widget in (self._verdict_card, self.headline):
            widget.style().polish(widget)

    def _formats(
        self, reference: Reference, violations: tuple[Violation, ...]
    ) -> list[tuple[int, int, QTextCharFormat]]:
        """Colour every component, and underline what does not match."""
        runs = []
        for part, component in reference.components.items():
            if part == Part.AUTHORITY:
                continue  # it is shown through what it holds
            form = QTextCharFormat()
            form.setForeground(self._theme.color(part))
            if part == Part.HOST:
                form.setFontWeight(QFont.Weight.Bold)
            runs.append((*component.span, form))
        for violation in violations:
            form = QTextCharFormat()
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            form.setUnderlineColor(self._theme.color("warning"))
            runs.append((violation.start, violation.end, form))
        return runs


def card(*contents: QWidget | QHBoxLayout) -> QFrame:
    """Put things below each other on one card."""
    frame = QFrame()
    frame.setObjectName("card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(14, 10, 14, 10)
    column.setSpacing(4)
    for each in contents:
        if isinstance(each, QWidget):
            column.addWidget(each)
        else:
            column.addLayout(each)
    return frame


def aligned_right(label: QLabel) -> QLabel:
    """Move the words to the right edge."""
    label.setAlignment(Qt.AlignmentFlag.AlignRight)
    return label


def described(text: str) -> str:
    """Say how long the text is and whether anything in it cannot be seen."""
    hidden = sum(map(is_risky, text))
    kind = (
        f"{hidden} hard to see" if hidden else "ASCII only" if text.isascii() else "not only ASCII"
    )
    return f"{len(text)} characters · {kind}" if text else ""
