"""A window that repeats one activity and reports each step until it is killed.

``killed_window.py ACTIVITY FOLDER [MAIL]``: each printed line is a completed step; while typing, it
is the length of the text and the time.
"""

import sys
import time
from itertools import count
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.documents.samples import wait
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.learn.panes import MarkedPane, TypedPane
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.theme import theme
from uriinspector.gui.widgets.notice_strip import Notice

KEYS = "abcdefghij/klm?n=opq&r"
REST = 0.03  # seconds between keys, as fast as a user types
PACK_FILE = "week.toml"
PACK = """pack = 1
id = "school.example/killed"
version = 1
title = "Killed"
[[item]]
id = "spot"
kind = "where"
count = 20
"""
BEGINNING = "https://www.paypal.com@evil.test/"


def typed(length: int) -> str:
    """Return the text after this number of keys."""
    return (BEGINNING + KEYS * (length // len(KEYS) + 1))[:length]


def print_line(*what: object) -> None:
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


def rest(application: QApplication, seconds: float) -> None:
    """Process events for a number of seconds."""
    end = time.monotonic() + seconds
    while True:
        application.processEvents()
        if time.monotonic() >= end:
            return
        time.sleep(0.002)


def wait_for(application: QApplication, page: DocumentsPage, name: str) -> None:
    """Wait until the page reports that a file is saved."""
    while name not in page.strip.words.text():
        rest(application, 0)
    page.strip.show_notice(Notice(""))


def typing(application: QApplication, window: Window) -> None:
    """Type without a pause, so that the text never enters the history."""
    window.open_workspace("inspect")
    window.show()
    editor = window.inspect_page.editor
    for number in count(1):
        QTest.keyClicks(editor, typed(number)[-1])
        print_line("typed", number, time.monotonic())
        rest(application, REST)


def noting(application: QApplication, window: Window) -> None:
    """Write one long note."""
    table = window.documents_page.table
    table.setCurrentIndex(table.links.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_E)
    editor = table.note_editor
    assert editor
    for number in range(1, 1_000):
        QTest.keyClicks(editor, typed(number)[-1])
        print_line("noted", number, time.monotonic(), table.current())
        rest(application, REST)


def marking(application: QApplication, window: Window) -> None:
    """Mark rows repeatedly while more rows are being read."""
    table = window.documents_page.table
    for word, key in cycle_of_marks():
        table.setCurrentIndex(table.links.index(0, 0))
        for _ in range(min(table.links.rowCount(), 40)):
            number = table.current()
            QTest.keyClick(table, key)
            print_line("marked", number, word)
        rest(application, 0)


def cycle_of_marks() -> list[tuple[str, Qt.Key]]:
    """Yield alternating marks, because the same mark again would remove it."""
    return [("malicious", Qt.Key.Key_M), ("benign", Qt.Key.Key_B)] * 10_000


def saving(application: QApplication, window: Window) -> None:
    """Mark one row after the other, and save the case each time, under two alternating names."""
    page, folder = window.documents_page, Path(sys.argv[2])
    commands = page.case_commands
    for number, (word, key) in enumerate(cycle_of_marks()):
        table = page.table
        table.setCurrentIndex(table.links.index(number, 0))
        row = table.current()
        QTest.keyClick(table, key)
        name = f"{number % 2}.uricase"
        print_line("saves", name, row, word)
        commands.ask = lambda *_, name=name: str(folder / name)
        commands.save()
        wait_for(application, page, name)
        print_line("saved", name, row, word)


def exporting(application: QApplication, window: Window) -> None:
    """Export the rows repeatedly to the same file."""
    page = window.documents_page
    actions = page.case_exporter
    actions.ask = lambda *_: str(Path(sys.argv[2]) / "links.csv")
    for number in count():
        actions.save("csv")
        wait_for(application, page, "links.csv")
        print_line("exported", number)


def answering(application: QApplication, window: Window) -> None:
    """Answer one question after the other, round after round."""
    window.show()
    window.open_workspace("learn")
    page = window.learn_page
    lesson = page.lesson_view.lesson
    number = 0
    while True:
        page.start(lesson, lesson.exercises[0])
        while page.stack.currentWidget() is page.question_view:
            view = page.question_view
            assert isinstance(view.pane, MarkedPane)
            view.pane.buttons[number % 2].click()
            number += 1
            print_line("answered", number)
            view.go_on()
            rest(application, 0)


def answering_pack(application: QApplication, window: Window) -> None:
    """Answer the questions of a teacher's pack, for one student after the other."""
    window.show()
    window.open_workspace("learn")
    page = window.learn_page
    file = Path(sys.argv[2]) / PACK_FILE
    number = 0
    for student in count():
        page.open_pack(str(file))
        page.pack_view.student.setText(f"student {student}")
        page.pack_view.start()
        page.pack_view.job.finish()
        while page.stack.currentWidget() is page.question_view:
            view = page.question_view
            assert isinstance(view.pane, TypedPane)
            QTest.keyClicks(view.pane.field, f"host-{number}.test")
            view.check()
            number += 1
            print_line("answered", number)
            view.go_on()
            rest(application, 0)


EACH = (typing, noting, marking, saving, exporting, answering, answering_pack)
ACTIVITIES = {each.__name__: each for each in EACH}


def main() -> None:
    """Start the activity, which never ends."""
    application = QApplication([])
    folder = Path(sys.argv[2])
    theme.use("light")
    window = Window(profile_at(folder / "config", folder / "data"))
    window.restore(text=True)
    if sys.argv[3:]:
        window.open_workspace("documents")
        window.show()
        window.documents_page.open_file(sys.argv[3])
        wait(window.documents_page)
        rest(application, 0.5)  # by then, the window has been activated
    (folder / PACK_FILE).write_text(PACK, "utf-8")
    print_line("ready")
    ACTIVITIES[sys.argv[1]](application, window)


if __name__ == "__main__":
    main()
