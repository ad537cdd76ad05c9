"""The window restores its state after restarts, theme and language changes, damage and kills."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.stories.conftest import Desktop
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.history import History
from uriinspector.gui.text.translation import language
from uriinspector.gui.theme import theme

RESTORE = Window.restore
LINKS = ("http://a.test/1", "https://www.paypal.com@evil.test/", "mailto:x@b.test")
# A window that inspects one text after the other until it is killed.
BUSY = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.theme import theme
from uriinspector.gui.shell.window import Window
application = QApplication([])
folder = Path(sys.argv[1])
theme.use("light")
window = Window(profile_at(folder / "config", folder / "data"))
number = 0
while True:
    window.show_text(f"http://a.test/{number}")
    print(number, flush=True)
    number += 1
"""


def press(window: Window, name: str) -> None:
    window.menus.actions[name].trigger()


def text(window: Window) -> str:
    return window.inspect_page.editor.text()


def shades(window: Window) -> list[int]:
    """Return the lightness of rail, window and card."""
    picture = window.grab().toImage()
    return [picture.pixelColor(*place).lightness() for place in ((2, 300), (96, 300), (700, 50))]


def on_top(desktop: Desktop) -> Any:
    """Return the open dialog."""
    return desktop.application.activeModalWidget()


def test_history_is_searched_after_a_restart(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    for link in LINKS:
        window.show_text(link)
    window = desktop.start()
    assert text(window) == LINKS[-1]
    press(window, "history")
    picker = on_top(desktop)
    table = picker.table.model()
    assert [table.index(row, 0).data() for row in range(table.rowCount())] == [*LINKS[::-1]]
    qtbot.keyClicks(picker.search, "paypal")
    assert table.index(0, 0).data() == LINKS[1]
    assert ", high, " in table.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert text(window) == LINKS[1]


def test_restored_text_is_not_a_new_entry(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text(LINKS[0])
    before = window.profile.history.entries()
    window = desktop.start()
    assert text(window) == LINKS[0]
    window = desktop.start()
    assert window.profile.history.entries() == before
    qtbot.keyClicks(window.inspect_page.editor, "x")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    assert len(window.profile.history.entries()) == 2


def test_back_and_forward_work_after_a_restart(desktop: Desktop) -> None:
    window = desktop.start()
    for link in LINKS:
        window.show_text(link)
    window = desktop.start()
    seen = []
    for name in ("back", "back", "back", "forward"):
        press(window, name)
        seen.append(text(window))
    assert seen == [LINKS[1], LINKS[0], LINKS[0], LINKS[1]]


def test_history_switched_off_stores_nothing(desktop: Desktop) -> None:
    window = desktop.start()
    window.profile.settings.set("history", False)
    window.show_text("http://secret.test/")
    window = desktop.start()
    assert text(window) == ""
    assert not any(b"secret" in each.read_bytes() for each in (desktop.folder / "data").iterdir())


def test_damaged_history_is_reported_and_the_program_works(qtbot: QtBot, desktop: Desktop) -> None:
    (desktop.folder / "data").mkdir()
    (desktop.folder / "data" / "history.sqlite").write_bytes(b"no data base" * 500)
    window = desktop.start()
    window.show_text(LINKS[1])
    assert window.inspect_page.inspection
    press(window, "history")
    picker = on_top(desktop)
    assert "damaged" in picker.note.text()
    qtbot.keyClick(picker, Qt.Key.Key_Escape)
    press(window, "settings")
    dialog = on_top(desktop)
    dialog.clear_button.click()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    window.show_text(LINKS[0])
    assert [entry.text for entry in window.profile.history.entries()] == [LINKS[0]]


def test_theme_and_zoom_change_immediately_and_persist(desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text(LINKS[1])
    light = shades(window)
    press(window, "theme_dark")
    assert theme.name == "dark"
    assert all(dark < 128 < bright for dark, bright in zip(shades(window), light, strict=True))
    press(window, "theme_light")
    assert shades(window) == light
    press(window, "zoom_in")
    press(window, "zoom_in")
    press(window, "theme_dark")
    height = window.menuBar().height()
    window = desktop.start()
    assert (window.profile.settings["zoom"], window.profile.settings["theme"]) == (125, "dark")
    assert window.menuBar().sizeHint().height() == height
    press(window, "zoom_reset")
    assert theme.pixels(100) == 100


def test_language_changes_immediately_and_keeps_the_text(desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text(LINKS[1])
    press(window, "next_finding")
    span = window.inspect_page.selection.span
    press(window, "language_de")
    assert language() == "de"
    assert window.menuBar().actions()[0].text() == "&Datei"
    assert text(window) == LINKS[1]
    assert window.inspect_page.selection.span == span
    assert "Offline: Geprüft wurde nur der Text" in window.status_bar.promise.text()
    native = QKeySequence.SequenceFormat.NativeText
    assert window.menus.actions["undo"].shortcut().toString(native) == "Strg+Z"
    window = desktop.start()
    assert language() == "de"
    press(window, "language_en")
    assert window.menuBar().actions()[0].text() == "&File"


def test_edition_is_shared_by_menu_chooser_and_next_start(desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text("http://[::1]/")
    press(window, "edition_1997")
    assert window.inspect_page.edition.currentData() == "1997"
    assert window.inspect_page.inspection
    assert not window.inspect_page.inspection.valid
    window = desktop.start()
    assert window.menus.actions["edition_1997"].isChecked()
    window.inspect_page.edition.setCurrentIndex(window.inspect_page.edition.findData("2005"))
    assert window.menus.actions["edition_2005"].isChecked()


def choose_urns(window: Window, edition: str) -> None:
    """Choose the URN edition."""
    chooser = window.inspect_page.urn_edition
    assert chooser.isVisible()
    chooser.setCurrentIndex(chooser.findData(edition))


def test_urn_edition_is_offered_for_urns_and_remembered(desktop: Desktop) -> None:
    window = desktop.start()
    page = window.inspect_page
    window.show_text("http://a/")
    assert not page.urn_edition.isVisible()
    window.show_text("URN:urn:x")
    assert page.inspection
    assert not [each for each in page.inspection.findings if each.code == "syntax-error"]
    choose_urns(window, "draft2012")
    (finding,) = (each for each in page.inspection.findings if each.code == "syntax-error")
    assert finding.cites == ("rfc2141bis-urn-03 2.1",)
    window = desktop.start()
    page = window.inspect_page
    window.show_text("urn:foo:%61")
    assert page.urn_edition.currentData() == "draft2012"
    assert page.inspection
    assert page.inspection.options.urn_edition == "draft2012"
    window.show_text("")
    assert not page.urn_edition.isVisible()
    window.open_workspace("compare")
    assert window.compare_page.urn_edition.currentData() == "draft2012"


def test_status_bar_shows_the_selection(desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm")
    assert not window.status_bar.selection.isVisible()
    press(window, "next_finding")
    assert window.status_bar.selection.text() == "Selection 7–42 · 35 characters"
    assert window.status_bar.text.text() == "65 characters · ASCII only"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@for_each("after", 1, 12)
def test_kill_loses_no_finished_history_entry(tmp_path: Path, after: int) -> None:
    window = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert window.stdout
    lines = [window.stdout.readline() for _ in range(after)]
    assert all(lines), "the window ended before it was killed"
    window.send_signal(signal.SIGKILL)
    lines += window.stdout.read().splitlines(keepends=True)
    window.wait()
    window.stdout.close()
    history = History(tmp_path / "data" / "history.sqlite")
    kept = {entry.text for entry in history.entries(most=10_000)}
    assert {f"http://a.test/{int(line)}" for line in lines if line.endswith("\n")} <= kept
    assert history.problem is None


def drafts(desktop: Desktop) -> list[str]:
    return sorted(each.name for each in (desktop.folder / "data" / "drafts").glob("*.draft"))


def typed_and_killed(qtbot: QtBot, desktop: Desktop, words: str) -> None:
    window = desktop.start()
    qtbot.keyClicks(window.inspect_page.editor, words)
    window.profile.drafts.finish()
    assert drafts(desktop) == ["1.draft"]
    assert window.profile.history.entries() == []
    with patch.object(window.history_recorder, "finish"):
        desktop.close()


def test_text_typed_before_a_kill_is_restored(qtbot: QtBot, desktop: Desktop) -> None:
    typed_and_killed(qtbot, desktop, "http://a@10.0.0.1/")
    window = desktop.start()
    assert text(window) == "http://a@10.0.0.1/"
    (entry,) = window.profile.history.entries()
    assert (entry.text, entry.edition, entry.severity) == ("http://a@10.0.0.1/", "2005", "low")
    assert drafts(desktop) == []
    window = desktop.start()
    assert text(window) == "http://a@10.0.0.1/"
    assert window.profile.history.entries() == [entry]


def test_text_typed_before_a_kill_is_kept_in_the_history(qtbot: QtBot, desktop: Desktop) -> None:
    typed_and_killed(qtbot, desktop, "http://a.test/")
    with patch.object(Window, "restore", lambda window, text: RESTORE(window, text=not text)):
        window = desktop.start()
    assert text(window) == ""
    assert [entry.text for entry in window.profile.history.entries()] == ["http://a.test/"]
    assert drafts(desktop) == []


def test_long_text_is_restored_too(qtbot: QtBot, desktop: Desktop) -> None:
    long = "http://a.test/" + "x" * 5_000
    window = desktop.start()
    window.inspect_page.editor.set_text(long)
    window.profile.drafts.finish()
    with patch.object(window.history_recorder, "finish"):
        desktop.close()
    window = desktop.start()
    assert text(window) == long
    qtbot.waitUntil(lambda: len(window.profile.history.entries()) == 1)
    qtbot.waitUntil(lambda: drafts(desktop) == [])


def test_entered_text_is_not_a_draft(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    qtbot.keyClicks(window.inspect_page.editor, "http://a.test/")
    window.profile.drafts.finish()
    assert drafts(desktop) == ["1.draft"]
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    window.profile.drafts.finish()
    assert drafts(desktop) == []


def test_text_not_accepted_by_a_damaged_history_stays_a_draft(
    qtbot: QtBot, desktop: Desktop
) -> None:
    (desktop.folder / "data").mkdir()
    (desktop.folder / "data" / "history.sqlite").write_bytes(b"no data base" * 500)
    window = desktop.start()
    qtbot.keyClicks(window.inspect_page.editor, "http://a.test/")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    window.profile.drafts.finish()
    assert drafts(desktop) == ["1.draft"]
    window = desktop.start()
    assert text(window) == "http://a.test/"


@pytest.mark.parametrize("when", ["before", "meanwhile", "between"])
def test_history_switched_off_keeps_no_draft(qtbot: QtBot, desktop: Desktop, when: str) -> None:
    if when == "between":
        typed_and_killed(qtbot, desktop, "http://secret.test/")
        settings = desktop.folder / "config" / "settings.json"
        kept = json.loads(settings.read_text("utf-8"))
        settings.write_text(json.dumps(kept | {"history": False}))
        assert text(desktop.start()) == ""
    else:
        window = desktop.start()
        window.profile.settings.set("history", when != "before")
        qtbot.keyClicks(window.inspect_page.editor, "http://secret.test/")
        window.profile.drafts.finish()
        window.profile.settings.set("history", False)
        window.profile.drafts.finish()
    files = [each for each in (desktop.folder / "data").rglob("*") if each.is_file()]
    assert not any(b"secret" in each.read_bytes() for each in files)


def test_cleared_history_leaves_no_draft(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    qtbot.keyClicks(window.inspect_page.editor, "http://secret.test/")
    window.profile.drafts.finish()
    window.profile.clear_history()
    window.profile.drafts.finish()
    assert drafts(desktop) == []


def test_draft_expires_like_a_history_entry(qtbot: QtBot, desktop: Desktop) -> None:
    typed_and_killed(qtbot, desktop, "http://a.test/")
    file = desktop.folder / "data" / "drafts" / "1.draft"
    file.write_bytes(b"2005 1000000.0\nhttp://a.test/")
    assert text(desktop.start()) == ""
    assert drafts(desktop) == []
