"""Decisions on emails are in every export, counted consistently, and can have notes."""

import csv
import io
import json
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, PAGE, settle
from tests.gui.documents.test_file_list import BOX, CALM, NO_LINKS
from uriinspector.documents.cases.case_counts import CaseCounts
from uriinspector.documents.cases.link_row import Decision, FileKey
from uriinspector.export.case.case_report import case_report
from uriinspector.export.formats import CASE_FORMATS
from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents.case_export import ExportSheet, export_case, left_out, pieces, write
from uriinspector.gui.documents.case_storage import unsaved_work
from uriinspector.gui.documents.order import SITE
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.text.translation import speak

E, J, M = Qt.Key.Key_E, Qt.Key.Key_J, Qt.Key.Key_M
SHIFT = Qt.KeyboardModifier.ShiftModifier
# These formats have no column for marks.
WITHOUT_MARKS = {"targets", "timeline"}


@pytest.fixture
def mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    """Three emails, one without links, and a page."""
    for name, content in (("a.eml", CALM), ("b.eml", MAIL), ("c.eml", NO_LINKS), ("d.html", PAGE)):
        (tmp_path / name).write_bytes(content)
    page.open_files([str(tmp_path / name) for name in ("a.eml", "b.eml", "c.eml", "d.html")])
    settle(page)
    page.files.table.let_go()
    return page


@pytest.fixture
def decided(mails: DocumentsPage) -> DocumentsPage:
    """Two marked emails: one with links, and one without links but with a note."""
    mails.case.decide(
        {
            FileKey(1): Decision("malicious", ""),
            FileKey(2): Decision("benign", "Asked ann@work.example, see http://desk.example/"),
        }
    )
    return mails


def sheet_of(page: DocumentsPage, options: ExportOptions | None = None) -> ExportSheet:
    order = page.table.links.order
    return ExportSheet(page.case, order.numbers, order.counts or {}, options or ExportOptions())


def text_of(sheet: ExportSheet, form: str) -> str:
    return "".join(pieces(sheet, form, Event()))


@pytest.mark.parametrize("form", sorted(set(CASE_FORMATS) - WITHOUT_MARKS))
def test_email_marks_and_notes_are_in_every_export(decided: DocumentsPage, form: str) -> None:
    text = text_of(sheet_of(decided), form)
    assert "malicious" in text
    assert "benign" in text
    assert "Asked" in text
    cleaned = text_of(sheet_of(decided, ExportOptions(without_recipient=True)), form)
    assert "Asked" in cleaned
    assert "ann@" not in cleaned.replace("[@]", "@")


@pytest.mark.parametrize("form", sorted(WITHOUT_MARKS))
def test_format_without_marks_has_an_export_notice(decided: DocumentsPage, form: str) -> None:
    assert "malicious" not in text_of(sheet_of(decided), form)
    words = list(left_out(sheet_of(decided), form))
    assert words == ["Marks and notes are not part of this format."]


def test_marked_email_is_exported_as_a_row_without_links(decided: DocumentsPage) -> None:
    rows = list(csv.DictReader(io.StringIO(text_of(sheet_of(decided), "csv"))))
    marked = {row["document"]: row["mark"] for row in rows if row["links"] == "0"}
    assert marked == {"b.eml": "malicious", "c.eml": "benign"}
    assert sum(int(row["links"]) for row in rows) == len(decided.case.rows)
    (note,) = [row["note"] for row in rows if row["note"]]
    assert note == "Asked ann[@]work[.]example, see hxxp://desk[.]example/"
    lines = [json.loads(each) for each in text_of(sheet_of(decided), "jsonl").splitlines()]
    assert {each["document"]: each["mark"] for each in lines if not each["links"]} == marked
    assert {tuple(each) for each in lines} == {tuple(lines[-1])}


def test_parquet_export_contains_email_marks(decided: DocumentsPage, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    write(tmp_path / "a.parquet", sheet_of(decided), "parquet", Event())
    rows = pq.read_table(tmp_path / "a.parquet").to_pylist()
    assert [(row["document"], row["mark"]) for row in rows if not row["links"]] == [
        ("b.eml", "malicious"),
        ("c.eml", "benign"),
    ]
    assert sum(row["links"] for row in rows) == len(decided.case.rows)


def test_stix_export_contains_email_marks(decided: DocumentsPage) -> None:
    bundle = json.loads(text_of(sheet_of(decided), "stix"))
    objects = {each["id"]: each for each in bundle["objects"]}
    notes = [each for each in objects.values() if each.get("abstract") == "Marked malicious"]
    assert [objects[ref]["type"] for each in notes for ref in each["object_refs"]] == [
        "email-message"
    ]


def test_report_counts_marks_on_emails_and_links(decided: DocumentsPage) -> None:
    def fact(name: str) -> str:
        report = case_report(export_case(sheet_of(decided), Event()))
        return next(each.text for each in report.facts if each.name == name)

    assert fact("Files") == "4 files: 3 emails, 1 other file"
    assert fact("Marked by the analyst") == "Files: 1 benign, 1 malicious"
    decided.case.decide({0: Decision("benign")})
    assert fact("Marked by the analyst") == "Files: 1 benign, 1 malicious; Links: 1 benign"


def test_marked_email_in_a_large_mailbox_is_in_the_report(
    page: DocumentsPage, tmp_path: Path
) -> None:
    (tmp_path / "all.mbox").write_bytes(b"From x@y Mon\n" + b"\nFrom x@y Mon\n".join([CALM] * 20))
    page.open_file(str(tmp_path / "all.mbox"))
    settle(page)
    last = page.case.files.rows[-1].key
    page.case.decide({last: Decision("malicious", "the last one")})
    assert "the last one" in text_of(sheet_of(page), "html")


def test_mailbox_is_not_counted_as_an_email(page: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "all.mbox").write_bytes(BOX)
    page.open_file(str(tmp_path / "all.mbox"))
    settle(page)
    assert page.case.counts() == CaseCounts(1, 3, 0, len(page.case.rows))
    page.files.table.selectAll()
    page.marking._mark(page.files.table, "benign")  # noqa: SLF001
    assert "3 emails marked" in words_of(page)
    report = case_report(export_case(sheet_of(page), Event()))
    assert "Emails: 3 benign" in [each.text for each in report.facts]


def words_of(page: DocumentsPage) -> str:
    told: list[str] = []
    page.described.connect(told.append)
    page._describe()  # noqa: SLF001
    return told[-1]


def question(page: DocumentsPage) -> str:
    work = unsaved_work(page.case, page.case_storage, is_reading=False, can_save=True)
    assert work
    return work.words[0]


def test_status_header_and_quit_question_show_equal_counts(decided: DocumentsPage) -> None:
    links = len(decided.case.rows)
    assert words_of(decided) == f"3 emails, 1 other file · {links} links · 2 files marked"
    assert f"3 emails, 1 other file · 9 parts · {links} links" in plain_text(
        decided.header.words.pieces
    )
    assert question(decided) == (
        f"3 emails, 1 other file, {links} links. Marked or with a note: 2 files, 0 links. "
        "Of medium or high severity and not marked: 0 of 1 file, 2 of 2 links."
    )


def test_quit_question_is_translated(decided: DocumentsPage) -> None:
    speak("de")
    try:
        assert question(decided).startswith("3 E-Mails, 1 andere Datei, 10 Links. Markiert oder")
    finally:
        speak("en")


def test_export_notice_counts_rows_left_out_or_grouped(decided: DocumentsPage) -> None:
    decided.bar.want("group", SITE)
    decided.bar.filter.setText("bank")
    settle(decided)
    order = decided.table.links.order
    assert order.counts
    links, total = sum(order.counts.values()), len(decided.case.rows)
    words = list(left_out(sheet_of(decided), "csv"))
    assert words[-1] == f"{total - links} of {total} links left out: not shown in the table."
    decided.bar.filter.clear()
    settle(decided)
    rows = len(decided.table.links.numbers)
    words = list(left_out(sheet_of(decided), "csv"))
    assert words == [f"Grouped: {rows} rows for {total} links, each with one link of its group."]
    assert list(left_out(sheet_of(decided), "html")) == []


def test_stix_and_misp_state_that_ignored_links_are_left_out(decided: DocumentsPage) -> None:
    decided.case.decide({0: Decision("ignored")})
    for form in ("stix", "misp"):
        assert "Left out: 1 link marked ignored." in text_of(sheet_of(decided), form)
        assert "1 link marked as ignored left out." in list(left_out(sheet_of(decided), form))


def note_on(qtbot: QtBot, page: DocumentsPage, words: str) -> str:
    """Write a note in the open editor and return the editor's accessible name."""
    editor = page.files.table.note_editor
    assert editor
    name = editor.accessibleName()
    qtbot.keyClicks(editor, words)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.files.table.note_editor is None)
    return name


def test_e_edits_selected_note_and_shift_e_the_last_marked(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    table = mails.files.table
    order = [mails.case.files.rows[each] for each in table.numbered.numbers]
    for key in (J, M):
        qtbot.keyClick(table, key)
    qtbot.keyClick(table, E)
    assert order[1].head.name in note_on(qtbot, mails, "selected")
    qtbot.keyClick(table, E, SHIFT)
    name = note_on(qtbot, mails, "last marked")
    assert name == "Note on Invoice overdue · b.eml"
    assert mails.case.file_notes == {order[1].key: "selected", order[0].key: "last marked"}


def test_shift_e_works_when_a_filter_hides_the_email(qtbot: QtBot, mails: DocumentsPage) -> None:
    table = mails.files.table
    first = mails.case.files.rows[table.numbered.numbers[0]].key
    mails.files.bar.want("mark", "")
    for key in (J, M):
        qtbot.keyClick(table, key)
    settle(mails)
    assert mails.case.files.numbers[first] not in table.numbered.numbers
    qtbot.keyClick(table, E, SHIFT)
    note_on(qtbot, mails, "why")
    assert mails.case.file_notes == {first: "why"}


def test_shift_e_without_a_mark_shows_a_notice(qtbot: QtBot, mails: DocumentsPage) -> None:
    qtbot.keyClick(mails.files.table, E, SHIFT)
    assert mails.strip.words.text() == "Nothing is marked yet."
    assert mails.files.table.note_editor is None


def test_saved_case_name_is_in_title_header_and_report(
    qtbot: QtBot, mails: DocumentsPage, tmp_path: Path
) -> None:
    titles: list[str] = []
    mails.titled.connect(titles.append)
    path = tmp_path / "Phishing in May.uricase"
    mails.case_commands.ask = lambda *_: str(path)
    mails.case_commands.save()
    settle(mails)
    assert titles[-1] == "Phishing in May"
    assert plain_text(mails.header.words.pieces).startswith("Phishing in May ")
    report = tmp_path / "report.md"
    mails.case_exporter.ask = lambda *_: str(report)
    mails.case_exporter.save("markdown")
    qtbot.waitUntil(lambda: "saved as report.md in" in mails.strip.words.text())
    assert report.read_text(encoding="utf-8").startswith("# Phishing in May\n")
    selected = mails.case.rows[mails.table.current()].value
    mails.case_commands.new()
    assert titles[-1] == ""
    mails.case_commands.open(path)
    settle(mails)
    assert titles[-1] == "Phishing in May"
    assert mails.reader.row
    assert mails.reader.row.value == selected
    assert mails.case.files.of(mails.reader.row.file, "1").head.name == "b.eml"  # type: ignore[union-attr]
