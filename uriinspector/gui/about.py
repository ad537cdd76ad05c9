"""About the program: versions, tables with their dates, licences, and what it never does."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from uriinspector.analysis.versions import tables
from uriinspector.gui.cards import card
from uriinspector.gui.plain import plain_label
from uriinspector.gui.sheet import Sheet
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

NEVER = (
    "It opens no connection, looks up no name and fetches no file from another machine.",
    "It opens no link, and nothing in the window can be clicked open.",
    "It runs nothing of what it looks at: no script, no macro, no program.",
    "It never says that a link is safe: it judged the text, the site was not visited.",
)
# Library -> its licence, by the names of SPDX.
LICENCES = {
    "PySide6_Essentials": "LGPL-3.0-only",
    "ada-url": "Apache-2.0",
    "idna": "BSD-3-Clause",
    "pillow": "MIT-CMU",
    "publicsuffixlist": "MPL-2.0",
    "rich": "MIT",
    "zxing-cpp": "Apache-2.0",
}


class About(Sheet):
    """What this program is made of."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Tell it."""
        super().__init__(parent, theme, say("About URI Inspector"), (640, 640))
        inside = QWidget()
        inside.setObjectName("page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(plain_label("URI Inspector", role="headline"))
        version = metadata.version("uriinspector")
        column.addWidget(plain_label(say("Version {version}. Licence: MIT.", version=version)))
        for title, rows in sections():
            lines = [plain_label(row) for row in rows]
            column.addWidget(card(plain_label(title, role="title"), *lines))
        column.addStretch(1)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setWidget(inside)
        self.body.addWidget(self.view)


def sections() -> list[tuple[str, list[str]]]:
    """Titles, each with its lines."""
    libraries = [f"{name} {metadata.version(name)} · {kind}" for name, kind in LICENCES.items()]
    return [
        (say("What it never does"), [say(each) for each in NEVER]),
        (say("Libraries and their licences"), [f"Qt {qVersion()}", *libraries]),
        (say("Tables and lists"), [f"{each.name} · {each.version}" for each in tables()]),
        (say("Fonts and icons"), [say(FONTS)]),
    ]


FONTS = (
    "Inter and JetBrains Mono, if they are installed: SIL Open Font License 1.1. The icons were"
    " drawn for this program."
)
