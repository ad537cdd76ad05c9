"""Configurable widget keys: pressed, shown in menus and listed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.gui.place_keys import USUAL, KeysInUse, keys_in_use
from uriinspector.gui.shell.menu_dialogs import shortcuts
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import profile_at

Held = Qt.KeyboardModifier
pytestmark = pytest.mark.usefixtures("qapp")
LINK = "https://paypal.com@evil.test:8080/\u202ea?q=1"


@pytest.fixture(autouse=True)
def usual_again() -> Iterator[None]:
    yield
    keys_in_use.use(USUAL)


@for_each(
    "key, held, name",
    (Qt.Key.Key_M, Held.NoModifier, "mark_malicious"),
    (Qt.Key.Key_M, Held.ShiftModifier, ""),
    (Qt.Key.Key_M, Held.ControlModifier, ""),
    (Qt.Key.Key_Down, Held.AltModifier, "next_component"),
    (Qt.Key.Key_Down, Held.AltModifier | Held.KeypadModifier, "next_component"),
    (Qt.Key.Key_Down, Held.NoModifier, ""),
)
def test_key_name_includes_modifiers(key: Qt.Key, held: Qt.KeyboardModifier, name: str) -> None:
    assert KeysInUse().name_of(QKeyEvent(QEvent.Type.KeyPress, key, held)) == name


@pytest.mark.usefixtures("theme")
def test_custom_keys_mark_links(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "keys.toml").write_text('mark_benign = "G"\nadd_note = ""\n', encoding="utf-8")
    (tmp_path / "a.html").write_text('<a href="http://a.test/">a</a>', encoding="utf-8")
    window = Window(profile_at(tmp_path, tmp_path))
    try:
        listed = {row.description: row.keys for row in shortcuts(window.menus.actions)}
        assert listed["Documents: mark the link or message as benign"] == "G"
        assert "Documents: add a note (Enter saves, Esc cancels)" not in listed
        window.show()
        window.open_workspace("documents")
        page = window.documents_page
        page.open_file(str(tmp_path / "a.html"))
        qtbot.waitUntil(lambda: bool(page.case.rows) and page.is_settled())
        page.table.setCurrentIndex(page.table.links.index(0, 0))
        qtbot.keyClick(page.table, Qt.Key.Key_B)
        assert not page.case.marks
        qtbot.keyClick(page.table, Qt.Key.Key_G)
        assert list(page.case.marks.values()) == ["benign"]
    finally:
        window.quit_at_once()


@pytest.mark.usefixtures("theme")
def test_alt_arrows_announce_components(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("uriinspector.gui.editor.uri_edit.announce", said.append)
    window = Window()
    try:
        window.show()
        window.show_text(LINK)
        page = window.inspect_page
        page.inspection_job.finish()
        page.editor.select(0, 0)
        for _ in range(7):
            qtbot.keyClick(page.editor, Qt.Key.Key_Down, Held.AltModifier)
        assert said[:3] == [
            "scheme: https", "userinfo, not the host: paypal.com", "host: evil.test",
        ]  # fmt: skip
        assert said[3:5] == ["port: 8080", "path: /‹U+202E right-to-left override›a"]
        assert said[5] == said[6] == "query: q=1"
        assert page.selection.span == page.editor.selected()
        qtbot.keyClick(page.editor, Qt.Key.Key_Up, Held.AltModifier)
        assert said[-1] == said[4]
        page.editor.select(22, 22)  # in the host
        qtbot.keyClick(page.editor, Qt.Key.Key_Up, Held.AltModifier)
        assert said[-1] == "host: evil.test"
        assert page.editor.text() == LINK
        page.editor.set_text("")
        count = len(said)
        qtbot.keyClick(page.editor, Qt.Key.Key_Down, Held.AltModifier)
        assert len(said) == count
    finally:
        window.quit_at_once()
