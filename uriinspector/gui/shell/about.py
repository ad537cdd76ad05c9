"""About the program: versions, tables with their dates, licences, and what it never does."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib import metadata
from platform import python_version
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QScrollArea, QWidget

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.versions import AGED, is_old, judged_by
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.gui.icons import window_icon
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, card
from uriinspector.gui.widgets.dialog_sheet import DialogSheet
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.list_sources import ListSource
    from uriinspector.analysis.versions import VersionRow
    from uriinspector.gui.theme import Theme


NEVER = (
    "It never connects to a network, resolves names or reads network files.",
    "It never opens a link, wherever you click.",
    "It never runs scripts, macros or programs from what it checks.",
    "It never calls a link safe. It checks the text and does not visit the site.",
)


class About(DialogSheet):
    """What this program is made of."""

    def __init__(self, parent: QWidget, theme: Theme, sources: tuple[ListSource, ...] = ()) -> None:
        """Show it; ``sources`` are the user's lists that judge."""
        super().__init__(parent, theme, say("About URI Inspector"), (640, 640))
        inside = QWidget()
        inside.setObjectName("page")
        column = column_of(self._head(), into=inside, margins=(0, 0, 8, 0), spacing=12)
        for title, rows in sections(sources):
            lines = [plain_label(row) for row in rows]
            column.addWidget(card(plain_label(title, role="title"), *lines))
        column.addStretch(1)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setWidget(inside)
        self.body.addWidget(self.view)

    def _head(self) -> QHBoxLayout:
        """The icon, the name, the version, and the way to the texts of all licences."""
        picture = plain_label()
        side = self.theme.pixels(64)
        picture.setPixmap(window_icon().pixmap(QSize(side, side), self.devicePixelRatioF()))
        version = metadata.version("uriinspector")
        words = column_of(
            plain_label("URI Inspector", role="headline"),
            plain_label(say("Version {version}. License: MIT.", version=version)),
            spacing=2,
        )
        self.texts = button(say("License texts"), lambda: Licences(self, self.theme).open())
        return row(picture, stretched(words), self.texts, spacing=14)


def sections(sources: tuple[ListSource, ...] = ()) -> list[tuple[str, list[str]]]:
    """Titles, each with its lines."""
    _, *others = licences()
    libraries = [f"{named(each.name)} · {each.licence}" for each in others]
    return [
        (say("What the program never does"), [say(each) for each in NEVER]),
        (say("Libraries and their licenses"), libraries),
        (say("Data tables and lists"), [_dated(each) for each in judged_by(sources)]),
        (say("Fonts and icons"), [say(FONTS)]),
    ]


def _dated(table: VersionRow) -> str:
    """A table or list with its date, and whether that is long ago."""
    line = f"{table.name} · {table.version}"
    return f"{line} · {say(AGED)}" if is_old(table, date.today()) else line


def named(part: str) -> str:
    """What is shipped, with its version if it has one of its own."""
    versions = {"Qt": qVersion, "Python": python_version}
    try:
        return f"{part} {versions[part]() if part in versions else metadata.version(part)}"
    except metadata.PackageNotFoundError:
        return part


FONTS = (
    "Inter and JetBrains Mono, if installed: SIL Open Font License 1.1. Icons made for this "
    "program."
)


FILE = "licences.txt"
HEAD = expression(r"^={78}\n(.+)\nLicence: (.+)\n={78}$\n+", re.MULTILINE)


class Licence(NamedTuple):
    """One thing that is shipped or required, its licence as SPDX names it, and its text."""

    name: str
    licence: str
    text: str


@cache
def licences() -> tuple[Licence, ...]:
    """All of them, the program's own first."""
    _, *pieces = HEAD.split(shipped_text(FILE))
    return tuple(
        Licence(name, licence, text.strip("\n"))
        for name, licence, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    )


class Licences(DialogSheet):
    """The file itself, to be read and searched."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Show it."""
        super().__init__(parent, theme, say("Licenses"), (720, 640))
        self.view = QPlainTextEdit(shipped_text(FILE))
        self.view.setReadOnly(True)
        self.view.setFont(theme.uri_font(11))
        self.view.setObjectName("framed")
        self.view.setAccessibleName(say("Licenses"))
        self.body.addWidget(self.view)
