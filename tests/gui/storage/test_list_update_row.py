"""Newer built-in lists in the settings: taken from files, refused, and given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.analysis.test_list_updates import NAMES, later
from uriinspector.gui.shell import about, list_update_row
from uriinspector.gui.shell.list_update_row import ListUpdateRow
from uriinspector.gui.storage.profile import Profile, profile_at

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def row(tmp_path: Path, qtbot: QtBot) -> ListUpdateRow:
    made = ListUpdateRow(profile_at(tmp_path / "config", tmp_path / "data").updates)
    qtbot.addWidget(made)
    return made


def test_a_file_is_taken_and_given_up(row: ListUpdateRow, tmp_path: Path) -> None:
    file = tmp_path / "known-names.txt"
    file.write_text(later(NAMES), encoding="utf-8")
    assert not row.reset.isEnabled()
    row.ask = lambda *_: [str(file)]
    row.update_button.click()
    assert "Updated from files: known-names.txt" in row.status.text()
    assert row.problem.text() == ""
    again = profile_at(tmp_path / "config", tmp_path / "data").updates
    assert again is not None
    assert list(again.lists) == [NAMES]
    row.reset.click()
    assert row.status.text().startswith("No list is updated.")
    assert not row.reset.isEnabled()


def test_what_is_no_list_is_named_with_its_line(row: ListUpdateRow, tmp_path: Path) -> None:
    file = tmp_path / "digits.txt"
    file.write_text("# date of the data: 2099-01-01\nzero\n", encoding="utf-8")
    paths = [str(file), str(tmp_path / "none.txt"), "//host/digits.txt", str(tmp_path)]
    row.ask = lambda *_: paths
    row.update_button.click()
    lines = row.problem.text().split("\n")
    assert lines[0] == 'digits.txt: line 2: column 1: "zero" is not allowed'
    assert lines[1].startswith("none.txt: cannot read the file: No such file")
    assert lines[2] == "digits.txt: network files are never opened."
    assert "cannot read the file: Is a directory" in lines[3]
    assert not row.reset.isEnabled()


def test_nothing_is_chosen_and_nothing_changes(row: ListUpdateRow) -> None:
    row.ask = lambda *_: []
    row.update_button.click()
    assert row.problem.text() == ""


def test_without_a_folder_nothing_can_be_kept(qtbot: QtBot) -> None:
    made = ListUpdateRow(Profile().updates)
    qtbot.addWidget(made)
    assert not made.update_button.isEnabled()


def test_what_is_old_is_named_here_and_in_about(
    row: ListUpdateRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_update_row, "is_old", lambda *_: True)
    row.show_state(())
    assert "More than a year old: public_suffix_list.dat, confusables.txt, " in row.status.text()
    monkeypatch.setattr(about, "is_old", lambda *_: True)
    lines = dict(about.sections())["Data tables and lists"]
    assert [line for line in lines if not line.endswith(" · more than a year old")] == []
