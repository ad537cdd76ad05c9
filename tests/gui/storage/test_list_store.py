"""Lists of one's own in the window: chosen, kept, refused, and given up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uriinspector.analysis.list_sources import KINDS, KNOWN_NAMES, SERVICES, SHIPPED
from uriinspector.gui.shell.list_settings import REMOTE, ListRow
from uriinspector.gui.shell.settings_dialog import SettingsDialog
from uriinspector.gui.storage.list_store import UNSAVED, ListStore
from uriinspector.gui.storage.profile import Profile, profile_at

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.gui.shell.window import Window

OWN = "# date: 2026-01-02\nnordbankia\tname\tbanks\town\tnordbankia.example\n"


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own names.txt"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


def test_nothing_is_read_until_it_is_asked_for(tmp_path: Path) -> None:
    assert ListStore().lists is SHIPPED
    assert ListStore(tmp_path / "nowhere").lists is SHIPPED
    assert not (tmp_path / "nowhere").exists()


def test_a_file_is_kept_under_its_name(tmp_path: Path, own: str) -> None:
    store = profile_at(tmp_path / "config", tmp_path / "data").lists
    assert store.choose(KNOWN_NAMES, own)
    again = profile_at(tmp_path / "config", tmp_path / "data").lists
    source = again.source(KNOWN_NAMES)
    assert source is not None
    assert (source.name, source.entries, source.date) == ("own names.txt", 1, "2026-01-02")
    assert again.lists.known_names == store.lists.known_names
    assert again.source(SERVICES) is None


def test_another_file_takes_the_place_of_the_first(tmp_path: Path, own: str) -> None:
    folder = tmp_path / "lists"
    store = ListStore(folder)
    assert store.choose(KNOWN_NAMES, own)
    other = tmp_path / "other.txt"
    other.write_text(OWN.replace("nordbankia", "sudbankia"), encoding="utf-8")
    assert store.choose(KNOWN_NAMES, str(other))
    assert [each.name for each in (folder / KNOWN_NAMES).iterdir()] == ["other.txt"]
    store.reset(KNOWN_NAMES)
    assert store.lists is SHIPPED
    assert list((folder / KNOWN_NAMES).iterdir()) == []
    assert ListStore(folder).lists is SHIPPED


def test_a_file_that_is_no_list_changes_nothing(tmp_path: Path, own: str) -> None:
    store = ListStore(tmp_path / "lists")
    assert store.choose(KNOWN_NAMES, own)
    bad = tmp_path / "bad.txt"
    bad.write_text("a b\nc d\n", encoding="utf-8")
    assert not store.choose(KNOWN_NAMES, str(bad))
    first, second = store.problems[KNOWN_NAMES]
    assert first.startswith("bad.txt: line 1: 5 columns")
    assert second.startswith("line 2: 5 columns")
    assert store.source(KNOWN_NAMES) is not None
    assert store.choose(KNOWN_NAMES, own)
    assert store.problems == {}


@pytest.mark.parametrize("path", ["\\\\host\\share\\a.txt", "//host/share/a.txt"])
def test_no_network_file_is_opened(path: str, window: Window) -> None:
    [row, *_] = SettingsDialog(window, window.theme, Profile()).lists
    row.ask = lambda _parent, _title: path
    row.choose.click()
    assert row.problem.text() == REMOTE


def test_a_file_that_cannot_be_read_or_kept_is_said(tmp_path: Path, own: str) -> None:
    store = ListStore(tmp_path / "file" / "lists")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not store.choose(KNOWN_NAMES, str(tmp_path / "nowhere"))
    assert store.problems[KNOWN_NAMES][0].startswith("Cannot read the file: ")
    assert not store.choose(KNOWN_NAMES, "a\0b")
    assert store.choose(KNOWN_NAMES, own)
    assert store.problems[KNOWN_NAMES] == (UNSAVED,)
    assert store.source(KNOWN_NAMES) is not None


def test_a_kept_file_that_is_no_list_any_more_is_said(tmp_path: Path) -> None:
    kept = tmp_path / KNOWN_NAMES / "own.txt"
    kept.parent.mkdir()
    kept.write_text("a b\n", encoding="utf-8")
    store = ListStore(tmp_path)
    assert store.lists is SHIPPED
    assert store.problems[KNOWN_NAMES][0].startswith("own.txt: line 1")
    kept.unlink()
    kept.mkdir()
    store = ListStore(tmp_path)
    assert store.lists is SHIPPED
    assert store.problems[KNOWN_NAMES][0].startswith("Cannot read the file: ")
    store.reset(KNOWN_NAMES)


def test_the_settings_show_what_judges(window: Window, own: str) -> None:
    window.show_text("https://nordbankla.com/")
    page = window.inspect_page
    dialog = SettingsDialog(window, window.theme, window.profile)
    dialog.lists_changed.connect(page.use_names)
    assert [each.status.text()[:13] for each in dialog.lists] == ["Built-in list"] * len(KINDS)
    names = dialog.lists[KINDS.index(KNOWN_NAMES)]
    assert not names.reset.isEnabled()
    assert names.choose.accessibleName() == "Known names: Choose file…"
    names.ask = lambda _parent, _title: own
    names.choose.click()
    status = "own names.txt, entries: 1, date: 2026-01-02, instead of the built-in list"
    assert names.status.text() == status
    assert page.inspection
    assert "lookalike" in {each.code for each in page.inspection.findings}
    names.reset.click()
    assert names.status.text().startswith("Built-in list")
    assert "lookalike" not in {each.code for each in page.inspection.findings}


def test_the_settings_show_what_is_wrong(window: Window, tmp_path: Path) -> None:
    dialog = SettingsDialog(window, window.theme, Profile())
    names = dialog.lists[0]
    bad = tmp_path / "bad.txt"
    bad.write_text("a b\n" * 40, encoding="utf-8")
    names.ask = lambda _parent, _title: str(bad)
    names.choose.click()
    assert not names.problem.isHidden()
    assert names.problem.text().endswith("and 20 more problems")
    assert "line 1: 5 columns" in names.choose.accessibleDescription()
    names.ask = lambda _parent, _title: ""
    names.choose.click()
    assert not names.problem.isHidden()
    names.reset.click()
    assert names.problem.isHidden()


@pytest.mark.usefixtures("window")
def test_a_built_in_list_is_saved_and_can_be_chosen(tmp_path: Path) -> None:
    row = ListRow(Profile().lists, SERVICES)
    file = tmp_path / "copy.toml"
    row.ask_where = lambda _parent, _title, _name: str(file)
    row.export.click()
    row.ask = lambda _parent, _title: str(file)
    row.choose.click()
    assert row.status.text().startswith("copy.toml, entries: ")
    row.ask_where = lambda _parent, _title, _name: ""
    row.export.click()
    assert row.problem.isHidden()
    row.ask_where = lambda _parent, _title, _name: str(tmp_path / "no" / "where")
    row.export.click()
    assert row.problem.text().startswith("Cannot write the file: ")
    row.ask_where = lambda _parent, _title, _name: "//host/share"
    row.export.click()
    assert row.problem.text() == "Network locations are never written to."
    row.deleteLater()
