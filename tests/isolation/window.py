"""The window, used as a person would, in a separate process: window.py FOLDER."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.documents.samples import settle, wait
from tests.isolation.material import links
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.theme import theme

ROWS = 400


def opened(folder: Path) -> Window:
    """Open a new window."""
    application = QApplication.instance() or QApplication(["uriinspector"])
    assert isinstance(application, QApplication)
    theme.use("light")
    theme.dress(application)
    window = Window(profile_at(folder / "config", folder / "data"))
    window.complete()
    window.show()
    return window


def gone_through(window: Window, path: Path) -> None:
    """Open files or a case, select every row, and mark some."""
    page = window.documents_page
    window.open_paths([str(path)])
    wait(page)
    for row in range(min(page.table.links.rowCount(), ROWS)):
        page.table.setCurrentIndex(page.table.links.index(row, 0))
        QApplication.processEvents()
        if row % 20 == 0:
            QTest.keyClick(page.table, Qt.Key.Key_M)
    settle(page)


def work(folder: Path, secret: Path) -> None:
    """Show every link, every file, and a foreign case that is saved under another name."""
    window = opened(folder)
    for text in links(secret):
        window.show_text(text)
        window.inspect_page.inspection_job.finish()
        QApplication.processEvents()
    for name in ("resolve", "compare"):
        window.open_workspace(name)
        QApplication.processEvents()
    page = window.documents_page
    gone_through(window, folder / "files")
    sys.stdout.write(f"files: {len(page.case.heads)}, links: {len(page.case.rows)}\n")
    gone_through(window, folder / "elsewhere.uricase")
    saved = page.case_commands.case_storage.save(page.case, folder / "saved.uricase").result(60)
    sys.stdout.write(f"case: {saved.path.name}, kept: {saved.summary().stored_files}\n")
    window.close()


if __name__ == "__main__":
    work(Path(sys.argv[1]), Path(sys.argv[2]))
