"""The manual: pages that come with the program, read in the window."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QBrush, QImage, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QTabBar, QTextEdit, QWidget

from uriinspector.analysis.resource_files import shipped
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.translation import language, say
from uriinspector.gui.widgets.dialog_sheet import DialogSheet

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

ORDER = (
    "ten-minutes",
    "rules",
    "values",
    "fixes",
    "sites",
    "teachers",
    "mistakes",
    "exports",
    "json",
    "keys",
    "columns",
    "engines",
)  # what most people look for comes first
ENGLISH_ALONE = "This page is available in English only."
COMMENT = expression(r"<!--.*?-->\s*", re.DOTALL)
EMPTY_CELL = expression(r"\|  (?=\|)")  # Qt would join it with the cell before
PICTURE = expression(r"!\[[^\]]*\]\(([^)]*)\)")
PLACE_IN_PAGE = expression(r"\[([^\]]*)\]\(#[^)]*\)")


class ManualPage(NamedTuple):
    """One page: its title, and the rest of it in Markdown."""

    title: str
    text: str


def manual_pages(spoken: str = "en") -> list[ManualPage]:
    """Read every page that is shipped, in a language where it is there in that.

    A page that is there in English alone says so in its first line.
    """
    english = {path.stem: path for path in shipped("manual").glob("*.md")}
    others = {path.stem: path for path in shipped(f"manual/{spoken}").glob("*.md")}
    names = sorted(english, key=lambda name: (name not in ORDER, (*ORDER, name).index(name)))
    pages = []
    for name in names:
        page = read_page(others.get(name, english[name]).read_text("utf-8"))
        if spoken != "en" and name not in others:
            page = page._replace(text=f"*{say(ENGLISH_ALONE)}*\n{page.text}")
        pages.append(page)
    return pages


def read_page(source: str) -> ManualPage:
    """Take the title off; places in the page cannot be followed here and become plain words."""
    title, _, text = COMMENT.sub("", source).removeprefix("# ").partition("\n")
    return ManualPage(title, EMPTY_CELL.sub("| \u00a0 ", PLACE_IN_PAGE.sub(r"\1", text)))


def show_pictures(document: QTextDocument, text: str, width: int) -> None:
    """Give a document the pictures that its text names, no wider than this."""
    for name in PICTURE.findall(text):
        image = QImage(str(shipped(f"manual/pictures/{PurePosixPath(name).name}")))
        if image.width() > width:
            image = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
    document.markContentsDirty(0, document.characterCount())


class Manual(DialogSheet):
    """The pages side by side; nothing in them can be opened."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        """Show the first page."""
        super().__init__(parent, theme, say("Manual"), (1040, 720))
        self.pages = manual_pages(language())
        self.bar = QTabBar()
        self.bar.setAccessibleName(say("Pages"))
        self.bar.setExpanding(False)
        for page in self.pages:
            self.bar.addTab(page.title)
        self.view = QTextEdit()  # unlike a browser of pages, it opens nothing
        self.view.setReadOnly(True)
        self.view.setAccessibleName(say("Manual"))
        self.bar.currentChanged.connect(self.show_page)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.view, 1)
        self.show_page(0)

    def show_page(self, number: int) -> None:
        """Show a page from its beginning."""
        self.view.setMarkdown(self.pages[number].text)
        document = self.view.document()
        show_pictures(document, self.pages[number].text, self.view.viewport().width() - 24)
        space_blocks(document, self.theme.pixels(6))
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                style_table(frame, QBrush(self.theme.color("line")), self.theme.pixels(5))


def space_blocks(document: QTextDocument, gap: int) -> None:
    """Part paragraphs and headings, which Qt sets without any space between them."""
    block = document.begin()
    while block.isValid():
        cursor = QTextCursor(block)
        if cursor.currentTable() is None:
            shape = block.blockFormat()
            shape.setTopMargin(2 * gap if shape.headingLevel() else gap)
            shape.setBottomMargin(gap)
            cursor.setBlockFormat(shape)
        block = block.next()


def style_table(table: QTextTable, line: QBrush, padding: int) -> None:
    """Draw calm lines, with room around the words."""
    shape = table.format()
    shape.setBorderBrush(line)
    shape.setCellPadding(padding)
    table.setFormat(shape)
