"""Where a reference leads, in a line that every link has: all of it is in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF

from uriinspector.core.parse import parse, resolve
from uriinspector.documents.cases.link_row import NO_BASE, SAME, LinkRow
from uriinspector.documents.document_values import ONE
from uriinspector.documents.scan_state import PARQUET
from uriinspector.gui.documents.browser_target import in_browsers, written_value
from uriinspector.gui.documents.link_cells import site_words
from uriinspector.gui.text.marked_text import MarkedLayout, MarkedText
from uriinspector.gui.text.pieces import Kind, Pieces, fitted, ours, outside, plain_text, show_tip
from uriinspector.gui.text.translation import number, say, say_count

SIZE = 12
# What has a scheme means the same against any base of another scheme.
ANY_BASE = "about:"


class TargetLine(MarkedText):
    """A line of fixed height; what is too long for it lacks its middle."""

    def show_row(self, row: LinkRow | None) -> None:
        """Show the target of a link."""
        self.show_pieces(target_pieces(row) if row else ())
        show_tip(self, plain_text(self.pieces))

    def heightForWidth(self, _width: int) -> int:
        """One line, however long the text is."""
        return self.minimumSizeHint().height()

    def sizeHint(self) -> QSize:
        """As narrow as it may be: it gets what is left."""
        hint: QSize = self.minimumSizeHint()
        return hint

    def _lay_out(self, width: int) -> MarkedLayout:
        font = self._font()
        measure = QFontMetricsF(font).horizontalAdvance
        pieces = fitted(self.pieces, width, measure)
        return MarkedLayout(self._theme, pieces, font, width, wraps=False, is_uri=True)


def target_pieces(row: LinkRow) -> Pieces:
    """The target by the edition, and what browsers make of the reference where that differs."""
    name = ours(say("Target") + " ", Kind.MUTED)
    written = row.target or absolute_target(row)
    if written is None:
        is_one = row.how == ONE and row.site != SAME
        return name + ours(site_words(NO_BASE if is_one else row.site), Kind.MUTED)
    target = _named(written)
    others = in_browsers(row)
    if others is None:
        return name + target
    shown = _named(others) if others else ours(say("rejected"))
    return name + target + ours(f"   {say('in browsers')} ", Kind.MUTED) + shown


def _named(target: str) -> Pieces:
    """A target that lacks its middle where there is no room for it."""
    pieces = outside(target)
    return (pieces[0]._replace(is_name=True),) if len(pieces) == 1 else pieces


def absolute_target(row: LinkRow) -> str | None:
    """What a reference with a scheme means without a base; None of any other."""
    if row.how != ONE:
        return None
    value = written_value(row)
    if parse(value).scheme is None:
        return None
    return resolve(ANY_BASE, value).target


def place_words(row: LinkRow, kind: str) -> str:
    """Where a link stands in a file of this kind."""
    if kind == PARQUET:
        return say("Row {row} of the table", row=number(row.line))
    return say(
        "Part {part} · line {line}, column {column} · {size} from byte {start}",
        part=row.part,
        line=row.line,
        column=row.column,
        size=say_count(row.end - row.start, "1 byte", "{count} bytes"),
        start=row.start,
    )
