"""The save dialog adds the extension and never overwrites a file without confirmation."""

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
def test_missing_extension_is_added(path: str, ending: str, whole: str) -> None:
    assert with_ending(path, ending) == whole


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> list[str]:  # noqa: ARG001
    """Return the file names to choose one by one; after the last, the dialog is cancelled."""
    given: list[str] = []
    monkeypatch.setattr(QFileDialog, "exec", lambda _self: bool(given))
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: [given.pop(0)])
    return given


def test_save_dialog_adds_the_extension(tmp_path: Path, answers: list[str]) -> None:
    answers.append(str(tmp_path / "report"))
    assert ask_for_file("Save", "link", "md") == str(tmp_path / "report.md")
    assert ask_for_file("Save", "link", "md") == ""


def test_existing_file_requires_confirmation(tmp_path: Path, answers: list[str]) -> None:
    (tmp_path / "www.example.com.md").write_text("old", "utf-8")
    answers += [str(tmp_path / "www.example.com"), str(tmp_path / "www.example.com.md")]
    assert ask_for_file("Save", "link", "md") == str(tmp_path / "www.example.com.md")
    assert answers == []
    answers.append(str(tmp_path / "www.example.com"))
    assert ask_for_file("Save", "link", "md") == ""
