"""The table of actions from which the menus are built."""

from collections import Counter
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtGui import QGuiApplication, QKeySequence

from tests.for_each import for_each
from uriinspector.gui.shell.commands import commands
from uriinspector.gui.shell.menu_dialogs import Shortcut, ShortcutPage, shortcuts
from uriinspector.gui.shell.menus import ACTIONS, INSPECTING
from uriinspector.gui.shell.start import MENUS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.storage.settings import ROWS

# These copy rows in Documents.
COPIES_ROWS = {"copy_defanged"}
PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def test_shortcuts_and_action_names_are_unique() -> None:
    keys = Counter(QKeySequence(each).toString() for act in ACTIONS for each in act.keys)
    assert [each for each, count in keys.items() if count > 1] == []
    assert "" not in keys
    assert len({act.name for act in ACTIONS}) == len(ACTIONS)


@for_each("act", *ACTIONS)
def test_action_has_menu_label_and_description(act: object) -> None:
    assert act.menu in MENUS  # type: ignore[attr-defined]
    assert act.words  # type: ignore[attr-defined]
    assert act.description  # type: ignore[attr-defined]


def test_action_choices_are_valid_setting_values() -> None:
    for act in ACTIONS:
        if act.choice:
            assert act.choice[1] in ROWS[act.choice[0]].choices


def test_commands_and_actions_match(window: Window) -> None:
    names = {act.name for act in ACTIONS if not act.choice and not act.switch}
    assert set(commands(window)) == names


def test_menu_bar_actions_have_shortcuts_and_status_tips(window: Window) -> None:
    titles = [each.text() for each in window.menuBar().actions()]
    assert titles == ["&File", "&Edit", "&View", "&Go", "&Help"]
    for act in ACTIONS:
        if act.name in window.menus.actions:
            made = window.menus.actions[act.name]
            assert [each.toString() for each in made.shortcuts()] == [
                QKeySequence(each).toString() for each in act.keys
            ]
            assert made.statusTip()


def test_inspect_actions_are_disabled_in_other_workspaces(window: Window) -> None:
    window.show()
    window.show_text(PUZZLE)
    states = {}
    for name in PAGES:
        window.open_workspace(name)
        states[name] = {window.menus.actions[each].isEnabled() for each in INSPECTING - COPIES_ROWS}
    assert states == {name: {name == "inspect"} for name in PAGES}
    selected = []
    for name in ("resolve", "inspect"):
        window.open_workspace(name)
        window.menus.actions["next_finding"].trigger()  # like its shortcut
        start, end = window.inspect_page.editor.selected()
        selected.append(end > start)
    assert selected == [False, True]


def test_shortcut_page_lists_shortcuts(window: Window) -> None:
    told = {row.keys for row in shortcuts(window.menus.actions)}
    assert {"Ctrl+L", "Ctrl+Z", "F8", "Ctrl+Shift+Z, Ctrl+Y", "Ctrl++, Ctrl+=", "Esc"} <= told


def test_shortcut_page_can_be_searched(window: Window) -> None:
    page = ShortcutPage(window, window.menus.actions, window.profile.key_file)
    page.search.setText("find next")
    keys = [row.keys for row in page.table.lazy.rows]
    assert 0 < len(keys) < 5
    assert "F8" in keys
    page.search.clear()
    assert len(page.table.lazy.rows) > len(keys)


def test_undo_and_redo_edit_the_link_without_focus(window: Window) -> None:
    window.show_text("http://a/")
    window.show_text("http://b/")
    window.menus.actions["undo"].trigger()
    assert window.inspect_page.editor.text() == "http://a/"
    window.menus.actions["redo"].trigger()
    assert window.inspect_page.editor.text() == "http://b/"


def test_copy_exact_copies_selection_or_whole_text(window: Window) -> None:
    window.show_text(PUZZLE)
    window.menus.actions["copy_exact"].trigger()
    assert QGuiApplication.clipboard().text() == PUZZLE
    window.menus.actions["next_finding"].trigger()
    window.menus.actions["copy_exact"].trigger()
    assert QGuiApplication.clipboard().text() == "www.example.com&story=breaking_news"


def test_next_and_previous_finding_wrap_around(window: Window) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    assert page.inspection
    spans = [(each.start, each.end) for each in page.inspection.findings]
    seen = []
    for name in ("next_finding", "next_finding", "previous_finding", "previous_finding"):
        window.menus.actions[name].trigger()
        assert page.selection.span
        seen.append(tuple(page.selection.span))
    assert seen == [spans[0], spans[1], spans[0], spans[-1]]


@pytest.mark.usefixtures("theme")
def test_custom_shortcuts_are_used_in_menus_and_shortcut_page(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('next_finding = "F4"\nopen = "F8"\nredo = "x"\nquit = 1\n')
    window = Window(profile_at(tmp_path, tmp_path))
    try:
        actions = window.menus.actions
        shown = {name: actions[name].shortcut().toString() for name in ("next_finding", "open")}
        assert shown == {"next_finding": "F4", "open": "F8"}
        assert actions["redo"].shortcuts() == [QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")]
        window.report_stored()
        notice = window.inspect_page.strip.words.text()
        assert notice.startswith('keys.toml: redo: "x" already has a use in fields and lists')
        assert notice.endswith("1 more: see Help, Keyboard shortcuts.")
        page = ShortcutPage(window, actions, window.profile.key_file)
        assert "F4" in {row.keys for row in shortcuts(actions)}
        assert "quit: the key must be in quotes" in page.words.text()
        assert str(tmp_path / "keys.toml") in page.words.text()
    finally:
        window.profile.history.close()
        shiboken6.delete(window)


@pytest.mark.parametrize(
    ("workspace", "first", "keys"),
    [("documents", Shortcut("Documents", "J", "Next row"), {"M", "N", "F3, Shift+F3"}),
        ("inspect", Shortcut("Inspect", "Alt+Down", "Go to the next component"), {"F8"})],
)  # fmt: skip
def test_keys_of_the_open_workspace_are_listed_first(
    window: Window, workspace: str, first: Shortcut, keys: set[str]
) -> None:
    offered = window.menus.actions
    listed = shortcuts(offered, workspace)
    own = [each for each in listed if each.action.startswith(first.action)]
    assert listed[: len(own)] == own
    assert own[0] == first
    assert keys <= {each.keys for each in own}
    assert sorted(each.keys for each in listed) == sorted(each.keys for each in shortcuts(offered))
