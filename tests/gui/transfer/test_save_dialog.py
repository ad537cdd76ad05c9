"""A file that is saved has its ending, and nothing is overwritten that was not asked about."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.for_each import for_each
from uriinspector.gui.transfer.exporter import ask_for_file, with_ending


@for_each(
    "path, ending, whole",
    ("/a/report", "md", "/a/report.md"),
    ("/a/report.md", "md", "/a/report.md"),
    ("/a/report.MD", "md", "/a/report.MD"),
    ("/a/report.txt", "md", "/a/report.txt"),
    ("/a/www.example.com", "md", "/a/www.example.com.md"),
    ("/a/case 1.2", "uricase", "/a/case 1.2.uricase"),
    ("/a.b/case", "uricase", "/a.b/case.uricase"),
    ("C:\\a.b\\links", "csv", "C:\\a.b\\links.csv"),
    ("/a/.md", "md", "/a/.md"),
    ("/a/x.", "svg", "/a/x..svg"),
)
def test_a_name_gets_the_ending_that_it_lacks(path: str, ending: str, whole: str) -> None:
    assert with_ending(path, ending) == whole


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> list[str]:  # noqa: ARG001
    """What a person chooses, one after the other; after the last the dialog is closed."""
    given: list[str] = []
    monkeypatch.setattr(QFileDialog, "exec", lambda _self: bool(given))
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: [given.pop(0)])
    return given


def test_a_chosen_name_gets_its_ending(tmp_path: Path, answers: list[str]) -> None:
    answers.append(str(tmp_path / "report"))
    assert ask_for_file("Save", "link", "md") == str(tmp_path / "report.md")
    assert ask_for_file("Save", "link", "md") == ""


def test_a_file_of_that_name_is_asked_about(tmp_path: Path, answers: list[str]) -> None:
    (tmp_path / "www.example.com.md").write_text("old", "utf-8")
    answers += [str(tmp_path / "www.example.com"), str(tmp_path / "www.example.com.md")]
    assert ask_for_file("Save", "link", "md") == str(tmp_path / "www.example.com.md")
    assert answers == []
    answers.append(str(tmp_path / "www.example.com"))
    assert ask_for_file("Save", "link", "md") == ""
