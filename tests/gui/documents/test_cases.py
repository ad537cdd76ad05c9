"""Cases in the workspace: backed up, saved, opened, closed and damaged."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.documents.cases.test_store import small
from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, PAGE, column, settle, source_text, wait
from uriinspector.documents.cases import store
from uriinspector.documents.cases.link_row import Decision, DecisionKey
from uriinspector.documents.cases.schema import DAMAGED, CaseError
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents import case_storage
from uriinspector.gui.documents.case_storage import CaseWriter
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.storage.profile import Profile
from uriinspector.gui.theme import theme


@pytest.fixture
def mail(page: DocumentsPage, tmp_path: Path) -> Path:
    """A mail that is open on the page."""
    file = tmp_path / "invoice.eml"
    file.write_bytes(MAIL)
    page.open_file(str(file))
    settle(page)
    return file


def saved(page: DocumentsPage, file: Path) -> str:
    """Save the case to the file and return the notice."""
    page.case_commands.ask = lambda *_: str(file)
    page.case_commands.save()
    settle(page)
    return page.strip.words.text()


def opened(page: DocumentsPage, file: Path) -> str:
    """Open the file as if dropped and return the notice."""
    page.open_file(str(file))
    settle(page)
    return page.strip.words.text()


def backup_copies(desk: Profile) -> list[Path]:
    """Return the backup copies of unsaved cases."""
    assert desk.cases_folder
    return sorted(desk.cases_folder.glob("*")) if desk.cases_folder.exists() else []


def entries(page: DocumentsPage) -> list[str]:
    """Return the enabled entries of the case menu."""
    page.body.cases.aboutToShow.emit()
    return [each.text() for each in page.body.cases.actions() if each.isEnabled() and each.text()]


def press(qtbot: QtBot, page: DocumentsPage, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(page.table, key)


def test_unsaved_case_is_backed_up_from_its_first_file(
    page: DocumentsPage, desk: Profile, mail: Path, qtbot: QtBot
) -> None:
    assert mail.exists()
    assert page.case_commands.status() == "Not saved; a copy is kept on this computer"
    press(qtbot, page, Qt.Key.Key_M)
    page.close()
    (file,) = backup_copies(desk)
    with closing(CaseFile.open(file)) as case:
        assert case.summary() == ("invoice.eml", 1, 1, len(page.case.rows), 1)
        assert case.octets(0, 0, len(MAIL)) == MAIL


@pytest.mark.usefixtures("mail")
def test_case_stays_attached_after_language_change(
    page: DocumentsPage, desk: Profile, qtbot: QtBot
) -> None:
    press(qtbot, page, Qt.Key.Key_M)
    state = page.page_state()
    page.close()
    other = DocumentsPage(desk, state)
    try:
        assert other.case_commands.status() == "Not saved; a copy is kept on this computer"
        qtbot.keyClick(other.table, Qt.Key.Key_Down)
        qtbot.keyClick(other.table, Qt.Key.Key_B)
        assert sorted(other.case.marks.values()) == ["benign", "malicious"]
    finally:
        other.close()
    (file,) = backup_copies(desk)
    with closing(CaseFile.open(file)) as case:
        assert case.summary().decisions == 2


@pytest.mark.usefixtures("mail")
def test_unsaved_case_without_decisions_is_deleted(page: DocumentsPage, desk: Profile) -> None:
    assert backup_copies(desk)
    page.close()
    assert backup_copies(desk) == []


@pytest.mark.usefixtures("mail")
def test_previous_unsaved_case_can_be_reopened_or_discarded(
    page: DocumentsPage, desk: Profile, qtbot: QtBot
) -> None:
    rows = list(page.case.rows)
    press(qtbot, page, Qt.Key.Key_M, Qt.Key.Key_B)
    decisions = page.case.decisions()
    page.case_commands.new()
    assert not page.case.rows
    assert page.stack.currentIndex() == 0
    assert page.strip.words.text() == (
        "The previous case was not saved. A copy is kept on this computer."
    )
    assert [each for each in entries(page) if "2 links marked" in each]
    page.strip.does.click()
    settle(page)
    assert (list(page.case.rows), page.case.decisions()) == (rows, decisions)
    assert [column(page, "level")[0], column(page, "mark")[:2]] == ["high", ["malicious", "benign"]]
    page.case_commands.discard()
    assert backup_copies(desk) == []
    assert not page.case.rows


@pytest.mark.usefixtures("mail")
def test_saved_case_is_self_contained(page: DocumentsPage, desk: Profile, tmp_path: Path) -> None:
    file = tmp_path / "march.uricase"
    file.write_bytes(b"something else that may go")
    assert saved(page, file) == "Saved as march.uricase."
    assert page.case_commands.status() == "Saved in march.uricase"
    assert backup_copies(desk) == []
    again = tmp_path / "april.uricase"
    saved(page, again)
    page.close()
    for each in (file, again):
        with closing(CaseFile.open(each)) as case:
            assert case.keeps(0)
            assert case.summary().links == len(page.case.rows)
    assert not [each for each in tmp_path.iterdir() if each.suffix in {".new", ".uricase-journal"}]


def test_source_is_shown_after_the_file_is_deleted(
    page: DocumentsPage, tmp_path: Path, mail: Path
) -> None:
    saved(page, tmp_path / "a.uricase")
    mail.unlink()
    page.table.step(1)
    assert "https://b=D0=B0nk.ex=" in source_text(page)
    page.case_commands.new()
    opened(page, tmp_path / "a.uricase")
    assert "https://b=D0=B0nk.ex=" in source_text(page)


def test_opened_case_never_accesses_the_original_files(
    page: DocumentsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uriinspector.documents.cases.schema.LARGEST", 5)
    mail = tmp_path / "invoice.eml"
    mail.write_bytes(MAIL)
    page.open_file(str(mail))
    settle(page)
    assert "The source of 1 file is missing" in saved(page, tmp_path / "a.uricase")
    page.case_commands.new()
    opened(page, tmp_path / "a.uricase")
    stat = Path.stat
    monkeypatch.setattr(
        Path, "stat", lambda path, **how: pytest.fail("x") if path == mail else stat(path, **how)
    )
    page.table.step(1)
    assert "The source is not in the case" in source_text(page)


def test_files_can_be_added_to_a_reopened_case(
    page: DocumentsPage, tmp_path: Path, mail: Path, qtbot: QtBot
) -> None:
    saved(page, tmp_path / "a.uricase")
    page.case_commands.new()
    opened(page, tmp_path / "a.uricase")
    before = len(page.case.rows)
    (mail.parent / "b.html").write_bytes(PAGE)
    page.open_files([str(mail.parent / "b.html"), str(mail.parent / "gone.html")])
    settle(page)
    assert [row.file for row in page.case.rows[before:]] == [1, 1]
    page.table.go(before)
    press(qtbot, page, Qt.Key.Key_B)
    page.case_commands.new()
    opened(page, tmp_path / "a.uricase")
    assert [head.name for head in page.case.heads] == ["invoice.eml", "b.html"]
    assert page.case.decisions() == {before: Decision("benign")}
    assert [each.path for each in page.case.troubles] == [str(mail.parent / "gone.html")]


# Ways to spoil a case file, each with the expected message.
WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "no case": (lambda file: file.write_bytes(b"x"), "Not a URI Inspector case file."),
    "newer": (lambda file: changed(file, "PRAGMA user_version = 9"),
        "This case was saved by a newer"),
    "damaged": (lambda file: changed(file, "DROP TABLE texts"), "This case is damaged. It"),
    "in use": (CaseFile.open, "This case is open in another window."),
}  # fmt: skip


def changed(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as rows:
        rows.execute(statement)
        rows.commit()


@pytest.mark.usefixtures("mail")
@pytest.mark.parametrize("name", WRONG)
def test_opening_an_invalid_case_keeps_the_current_case(
    page: DocumentsPage, tmp_path: Path, name: str
) -> None:
    spoil, words = WRONG[name]
    saved(page, tmp_path / "a.uricase")
    shutil.copy(tmp_path / "a.uricase", tmp_path / "b.uricase")
    held = spoil(tmp_path / "b.uricase")
    rows = list(page.case.rows)
    assert opened(page, tmp_path / "b.uricase").startswith(f"b.uricase: {words}")
    assert list(page.case.rows) == rows
    assert page.case_commands.status() == "Saved in a.uricase"
    if name == "in use":
        assert saved(page, tmp_path / "b.uricase") == f"Not saved: {words}"
    if isinstance(held, CaseFile):
        held.close()


@pytest.mark.usefixtures("mail")
def test_read_only_case_can_be_saved_under_another_name(
    page: DocumentsPage, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "a.uricase"
    saved(page, file)
    page.case_commands.new()
    file.chmod(0o400)
    before = file.read_bytes()
    assert opened(page, file).startswith("Cannot write to this case.")
    press(qtbot, page, Qt.Key.Key_M)
    assert saved(page, file).startswith("Not saved: Cannot write to this case.")
    assert saved(page, tmp_path / "b.uricase") == "Saved as b.uricase."
    assert page.case_commands.status() == "Saved in b.uricase"
    decisions = page.case.decisions()
    page.case_commands.new()
    opened(page, tmp_path / "b.uricase")
    assert page.case.decisions() == decisions
    assert file.read_bytes() == before


@pytest.mark.usefixtures("mail")
def test_damaged_case_is_shown_read_only(page: DocumentsPage, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "a.uricase"
    saved(page, file)
    page.case_commands.new()
    changed(file, "UPDATE decisions SET mark = 1")
    changed(file, "INSERT INTO decisions VALUES (0, 'unheard of', '')")
    before = file.read_bytes()
    opened(page, file)
    assert page.case.rows
    assert "This case is damaged" in page.case_commands.status()
    press(qtbot, page, Qt.Key.Key_M)
    page.close()
    assert file.read_bytes() == before


@pytest.mark.parametrize("path", [r"\\host.test\share\a.uricase", "//host.test/a.uricase"])
def test_case_on_a_network_path_is_never_opened(
    page: DocumentsPage, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def watched(original: Callable[..., object]) -> Callable[..., object]:
        def call(each: Path, *given: object, **named: object) -> object:
            asked.extend([each] if "host.test" in str(each) else [])
            return original(each, *given, **named)

        return call

    with monkeypatch.context() as patched:
        for name in ("is_file", "is_dir", "stat", "open", "exists"):
            patched.setattr(Path, name, watched(getattr(Path, name)))
        page.case_commands.open(Path(path))
        assert page.strip.words.text() == "network files are never opened"
        page.open_file(path)
        wait(page)
    assert page.strip.words.text().endswith("network files are never opened")
    assert asked == []


@pytest.mark.usefixtures("mail")
def test_case_is_never_saved_to_a_network_path(page: DocumentsPage) -> None:
    assert saved(page, Path("//host.test/a.uricase")) == (
        "The program never writes to network locations."
    )


def test_case_is_not_called_lost_while_backups_are_on(page: DocumentsPage) -> None:
    assert page.case_commands.status() == "Not saved; a copy is kept on this computer"


def test_unsaved_case_is_not_backed_up_when_backups_are_off(
    qapp: QApplication, tmp_path: Path, desk: Profile
) -> None:
    desk.settings.set("cases", False)
    theme.use("light")
    theme.dress(qapp)
    page = DocumentsPage(desk)
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    page.open_file(str(tmp_path / "invoice.eml"))
    settle(page)
    assert page.case_commands.status() == (
        "Not saved: the case will be lost when you close the window"
    )
    assert backup_copies(desk) == []
    assert saved(page, tmp_path / "a.uricase") == "Saved as a.uricase."
    page.close()
    with closing(CaseFile.open(tmp_path / "a.uricase")) as case:
        assert case.summary().links == len(page.case.rows)
    shiboken6.delete(page)


@pytest.mark.usefixtures("mail")
def test_unwritable_cases_folder_is_reported(page: DocumentsPage, desk: Profile) -> None:
    page.case_commands.new()
    assert desk.cases_folder
    desk.cases_folder.rmdir()
    desk.cases_folder.write_bytes(b"no folder")
    page.open_file(str(desk.cases_folder.parent.parent / "invoice.eml"))
    settle(page)
    assert page.case.rows
    assert page.strip.words.text().startswith("Cannot write to this case.")


def test_full_disk_is_reported_and_case_can_be_saved_elsewhere(
    page: DocumentsPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "connected", small)
    (tmp_path / "many.html").write_bytes(PAGE * 600)
    page.open_file(str(tmp_path / "many.html"))
    settle(page)
    assert len(page.case.rows) == 1200
    assert page.case_commands.status().startswith("The disk is full.")
    assert page.strip.words.text().startswith("The disk is full.")
    monkeypatch.undo()
    assert saved(page, tmp_path / "a.uricase") == "Saved as a.uricase."
    assert page.case_commands.status() == "Saved in a.uricase"
    page.case_commands.new()
    opened(page, tmp_path / "a.uricase")
    assert len(page.case.rows) == 1200


@pytest.mark.usefixtures("mail")
def test_files_left_unread_at_exit_are_reported(page: DocumentsPage, tmp_path: Path) -> None:
    saved(page, tmp_path / "a.uricase")
    page.case_commands.new()
    with closing(CaseFile.open(tmp_path / "a.uricase")) as case:
        case.wait_for(["many.mbox"])
    words = opened(page, tmp_path / "a.uricase")
    assert words == (
        "1 file not read. many.mbox: the program closed before the file was fully read"
    )


def test_case_menu_lists_only_available_actions(page: DocumentsPage, tmp_path: Path) -> None:
    assert entries(page) == ["New case", "Open case…"]
    page.case_commands.save()
    assert page.strip.words.text() == "There is no case to save."
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    page.open_file(str(tmp_path / "invoice.eml"))
    settle(page)
    assert entries(page) == ["New case", "Open case…", "Save case as…", "Discard the case"]
    saved(page, tmp_path / "a.uricase")
    assert entries(page) == ["New case", "Open case…", "Save case as…"]
    assert isinstance(page.adding.cases.menu(), QMenu)
    page.case_commands.ask_open = lambda: str(tmp_path / "b.uricase")
    page.case_commands.open_asked()
    assert page.strip.words.text() == "b.uricase: File not found."


@pytest.mark.parametrize("is_moved", [False, True], ids=["deleted", "moved"])
@pytest.mark.usefixtures("mail")
def test_missing_case_file_is_replaced_by_a_backup_copy(
    page: DocumentsPage, desk: Profile, tmp_path: Path, qtbot: QtBot, *, is_moved: bool
) -> None:
    file = tmp_path / "a.uricase"
    saved(page, file)
    press(qtbot, page, Qt.Key.Key_M)
    file.rename(tmp_path / "b.uricase") if is_moved else file.unlink()
    qtbot.waitUntil(lambda: "A copy is kept" in page.strip.words.text(), timeout=20_000)
    assert page.strip.words.text().startswith("The case file was moved or deleted.")
    assert page.case_commands.status() == "Not saved; a copy is kept on this computer"
    press(qtbot, page, Qt.Key.Key_B)
    settle(page)
    rows = len(page.case.rows)
    page.close()
    assert file.exists() is False
    (copy,) = backup_copies(desk)
    with closing(CaseFile.open(copy)) as case:
        assert case.summary() == ("invoice.eml", 1, 1, rows, 2)
        assert case.octets(0, 0, len(MAIL)) == MAIL


@pytest.mark.usefixtures("mail")
def test_file_that_replaced_the_case_is_not_overwritten(
    page: DocumentsPage, desk: Profile, qtbot: QtBot
) -> None:
    file = page.case_commands.case_storage.file
    assert file in backup_copies(desk)
    file.unlink()
    file.write_text("of somebody else")
    qtbot.waitUntil(lambda: "A copy is kept" in page.strip.words.text(), timeout=20_000)
    page.close()
    assert file.read_text() == "of somebody else"


if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.documents.cases.contents import StepWriting
    from uriinspector.documents.cases.store import CaseFile

WAIT = 20.0

MARK: dict[DecisionKey, Decision] = {0: Decision("benign")}


class SlowFile:
    """A case file that is slow or fails."""

    can_write = is_in_place = True

    def __init__(self, seconds: float = 0, fault: str = "") -> None:
        self.seconds, self.fault = seconds, fault
        self.answers = threading.Event()
        self.answers.set()
        self.decided = 0

    def decide(
        self, _decisions: Mapping[DecisionKey, Decision], _write_steps: StepWriting | None
    ) -> None:
        assert self.answers.wait(WAIT)
        time.sleep(self.seconds)
        if self.fault:
            raise CaseError(self.fault)
        self.decided += 1


def writer_of(file: SlowFile | None) -> CaseWriter:
    return CaseWriter(cast("CaseFile", file))


def took(writer: CaseWriter) -> float:
    began = time.monotonic()
    writer.decide(MARK)
    return time.monotonic() - began


def test_decision_is_written_before_decide_returns() -> None:
    file = SlowFile(0.1)
    writer = writer_of(file)
    for count in range(1, 4):
        writer.decide(MARK)
        assert file.decided == count
    writer.close()


def test_unresponsive_disk_delays_only_the_first_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_storage, "PATIENCE", 0.5)
    file = SlowFile()
    writer = writer_of(file)
    file.answers.clear()
    assert took(writer) >= 0.5
    assert sum(took(writer) for _ in range(5)) < 0.45
    file.answers.set()
    writer.finish()
    assert file.decided == 6
    file.seconds = 0.2
    assert took(writer) >= 0.2  # the disk responds again
    writer.close()


@for_each("file", None, SlowFile(fault=DAMAGED))
def test_decisions_do_not_wait_without_a_writable_case(file: SlowFile | None) -> None:
    writer = writer_of(file)
    assert sum(took(writer) for _ in range(5)) < case_storage.PATIENCE
    writer.close()
