"""Whose work is shipped, and under which licence: read from the one file that tells."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import QPlainTextEdit

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.dialog_sheet import DialogSheet

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme

FILE = "licences.txt"
HEAD = re.compile(r"^={78}\n(.+)\nLicence: (.+)\n={78}$\n+", re.MULTILINE)


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
        super().__init__(parent, theme, say("Licences"), (720, 640))
        self.view = QPlainTextEdit(shipped_text(FILE))
        self.view.setReadOnly(True)
        self.view.setFont(theme.uri_font(11))
        self.view.setObjectName("framed")
        self.view.setAccessibleName(say("Licences"))
        self.body.addWidget(self.view)
