"""The two tables of a site: its pages, and the findings of one."""

from __future__ import annotations

from uriinspector.documents.rules.site_references import BY_CODE
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.gui.documents.site_words import place_words
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, visible
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.severity_sign import word_of


def page_grid(theme: Theme) -> Grid:
    """A row for each page, the worst first."""
    columns = (
        _severity(),
        Column(say("Page"), lambda row: outside(row.path), keeps_end=True),
        Column(say("Broken"), lambda row: _count(row.broken), is_rigid=True),
        Column(say("Findings"), lambda row: _count(row.findings), is_rigid=True),
        Column(say("Links"), lambda row: _count(row.links), is_rigid=True),
    )
    grid = _grid(theme, columns, say("Pages of the site"), 1)
    grid.lazy.name_rows(page_sentence, (0,))
    return grid


def finding_grid(theme: Theme) -> Grid:
    """A row for each finding of a page, the worst first."""
    columns = (
        _severity(),
        Column(say("Finding"), lambda row: ours(say(BY_CODE[row.code].title))),
        Column(say("Line"), lambda row: ours(place_words(row), Kind.MUTED), is_rigid=True),
        Column(
            say("Reference"),
            lambda row: outside(row.value[row.first : row.last]),
            keeps_end=True,
            is_uri=True,
        ),
    )
    grid = _grid(theme, columns, say("Findings of the page"), 3)
    grid.lazy.name_rows(finding_sentence, (0,))
    return grid


def page_sentence(row: PageRow) -> str:
    """What is said of a row."""
    counts = say_count(row.findings, "1 finding", "{count} findings")
    broken = say("{count} broken", count=row.broken)
    return ", ".join(filter(None, (visible(row.path), word_of(row.severity or ""), broken, counts)))


def finding_sentence(row: SiteFinding) -> str:
    """What is said of a row."""
    texts = (say(BY_CODE[row.code].title), word_of(row.severity), place_words(row))
    return ", ".join(filter(None, (*texts, visible(row.value[row.first : row.last]))))


def _severity() -> Column:
    """The sign alone, which is a word; a reader is told it with the row."""
    return Column(
        say("Severity"),
        lambda _row: (),
        is_rigid=True,
        sign=lambda row: row.severity or "",
    )


def _grid(theme: Theme, columns: tuple[Column, ...], name: str, widest: int) -> Grid:
    return Grid(theme, Selection(), columns, name, widest=widest, spans=lambda *_: None)


def _count(count: int) -> Pieces:
    return ours(number(count), Kind.PLAIN if count else Kind.MUTED)
