"""Export of a case from the window in every format."""

import csv
import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, PAGE, open_files, settle
from tests.gui.documents.test_file_list import BOX, CALM, NO_LINKS
from uriinspector.analysis.list_files import ListFile, lists_from
from uriinspector.analysis.list_sources import KNOWN_NAMES
from uriinspector.documents.cases.link_row import CaseCounts, Decision, FileKey, head_of, row_of
from uriinspector.documents.scan import scan
from uriinspector.export.case.case_report import case_report
from uriinspector.export.case.recipient_removal import NOTE
from uriinspector.export.formats import CASE_FORMATS
from uriinspector.export.language import english, speaking
from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents.case_export import (
    FORMS,
    ExportRequest,
    ExportSheet,
    SheetEntries,
    export_case,
    export_options,
    left_out,
    pieces,
    write,
    written,
)
from uriinspector.gui.documents.case_storage import unsaved_work
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import SITE
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.text.translation import say, speak


@pytest.fixture
def case() -> OpenCase:
    made = OpenCase()
    for number, (name, octets) in enumerate((("invoice.eml", MAIL), ("page.html", PAGE))):
        document = scan(octets, name=name)
        made.add(head_of(document, f"/home/ann/{name}", 0))
        made.add([row_of(link, number) for link in document.links])
    made.decide({2: Decision("malicious", "Reported by ann@work.example"), 4: Decision("benign")})
    return made


def text_of(sheet: ExportSheet, form: str) -> str:
    return "".join(pieces(sheet, form, Event()))


# A timeline lists only times, and a table of targets has no decisions.
WHOLE = [form for form in CASE_FORMATS if form not in {"timeline", "targets", "messages"}]


@pytest.mark.parametrize("form", WHOLE)
def test_every_format_exports_links_with_decisions(form: str, case: OpenCase) -> None:
    text = text_of(ExportSheet(case, range(len(case.rows)), {}), form)
    assert all(word in text for word in ("xn--bnk-6cd", "malicious", "Reported by"))
    assert "/home/ann" not in text


@pytest.mark.parametrize("form", WHOLE)
def test_tables_export_shown_rows_and_reports_the_whole_case(form: str, case: OpenCase) -> None:
    text = text_of(ExportSheet(case, (0,), {0: 7}), form)
    assert ("one.example" in text.replace("[.]", ".")) is not CASE_FORMATS[form].is_table
    if form == "jsonl":
        assert json.loads(text)["links"] == 7


def test_sheet_entries_support_slicing_and_len(case: OpenCase) -> None:
    links = SheetEntries(ExportSheet(case, (3, 1, 2), {}), Event())
    assert [each.row.value for each in links[1:]] == [case.rows[1].value, case.rows[2].value]
    assert (len(links), len(links[:2])) == (3, 2)


@pytest.mark.parametrize("form", CASE_FORMATS)
def test_cancelled_export_leaves_no_file(form: str, case: OpenCase, tmp_path: Path) -> None:
    stopped = Event()
    stopped.set()
    write(tmp_path / "x", ExportSheet(case, range(len(case.rows)), {}), form, stopped)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def invoice(window: Window, tmp_path: Path) -> Iterator[DocumentsPage]:
    window.show()
    window.open_workspace("documents")
    made = window.documents_page
    open_files(made, tmp_path, {"invoice.eml": MAIL})
    yield made
    made.close()


def test_export_menu_lists_every_format(invoice: DocumentsPage) -> None:
    *forms, line, switch = invoice.body.exporting.actions()
    assert [action.text() for action in forms] == [f"{title}…" for title, _ in FORMS.values()]
    assert line.isSeparator()
    assert (switch.objectName(), switch.isCheckable()) == ("without_recipient", True)


def is_told(invoice: DocumentsPage, words: str) -> bool:
    return words in invoice.strip.words.text()


def test_save_dialog_suggests_name_and_extension_of_the_format(
    qtbot: QtBot, invoice: DocumentsPage, tmp_path: Path
) -> None:
    asked: list[tuple[str, str, str]] = []

    def ask(title: str, name: str, ending: str) -> str:
        asked.append((title, name, ending))
        return str(tmp_path / f"{name}.{ending}")

    invoice.case_exporter.ask = ask
    for action in invoice.body.exporting.actions():
        action.trigger()
        name, ending = asked[-1][1:]
        qtbot.waitUntil(partial(is_told, invoice, f"{Path(name).name}.{ending}"))
        assert (tmp_path / f"{name}.{ending}").stat().st_size > 0
    assert [title for title, _, _ in asked] == [title for title, _ in FORMS.values()]
    assert {Path(name).parent for _, name, _ in asked} == {tmp_path}
    assert {f"{Path(name).name}.{ending}" for _, name, ending in asked} == {
        *("invoice report.md", "invoice report.html", "invoice links.csv"),
        *("invoice links.jsonl", "invoice STIX.json", "invoice MISP.json"),
        *("invoice targets.csv", "invoice messages.csv", "invoice links.parquet"),
    }


def test_export_reports_that_recipient_data_was_removed(
    qtbot: QtBot, window: Window, invoice: DocumentsPage, tmp_path: Path
) -> None:
    window.menus.actions["without_recipient"].trigger()
    invoice.case_exporter.ask = lambda *_: str(tmp_path / "case.md")
    invoice.case_exporter.save("markdown")
    qtbot.waitUntil(
        lambda: invoice.strip.words.text().endswith(f"saved as case.md in {tmp_path}. {say(NOTE)}")
    )
    assert NOTE.split(";")[0] in (tmp_path / "case.md").read_text("utf-8")


@for_each("form", *(each for each in FORMS if each != "messages"))  # this table has no links
def test_export_that_would_reveal_a_recipient_is_refused(form: str, tmp_path: Path) -> None:
    host = f"{b'ann.lee@work.example'.hex()}.evil.test"
    head = b"To: Ann Lee <ann.lee@work.example>\nContent-Type: text/html\n\n"
    document = scan(head + f'<a href="https://{host}/">x</a>'.encode(), name="mail.eml")
    case = OpenCase()
    case.add(head_of(document, "mail.eml", 0))
    case.add([row_of(link, 0) for link in document.links])
    sheet = ExportSheet(case, range(len(case.rows)), {}, ExportOptions(without_recipient=True))
    path = tmp_path / "export"
    problem = written(ExportRequest(path, sheet, form), Event()).problem
    assert "would remain in mail.eml, line 4, column 10" in problem
    speak("de")
    assert "eine Empfängeradresse bliebe stehen: in mail.eml, Zeile 4, Spalte 10" in say(problem)
    speak("en")
    assert not path.exists()
    plain = sheet._replace(options=ExportOptions())
    assert written(ExportRequest(path, plain, form), Event()).problem == ""
    assert path.exists()


@pytest.fixture
def german() -> Iterator[None]:
    speak("de")
    yield
    speak("en")


@pytest.mark.usefixtures("german")
def test_reports_are_translated_and_machine_formats_are_english(case: OpenCase) -> None:
    rows = range(len(case.rows))
    german = ExportSheet(case, rows, {}, ExportOptions(say=speaking("de")))
    text = text_of(german, "markdown")
    assert text.startswith("# 2 Dateien\n\n**Höchster Schweregrad: hoch**, nur der Text")
    assert "- Markiert als: **bösartig**" in text
    assert "Führt zu `xn--bnk-6cd[.]example`" in text
    assert '<html lang="de">' in text_of(german, "html")
    for form in ("csv", "jsonl"):
        assert text_of(german, form) == text_of(ExportSheet(case, rows, {}), form)
    for form in ("stix", "misp"):
        machine = text_of(german, form)
        assert "2 files" in machine
        assert "Führt zu" not in machine


def test_report_language_follows_the_settings() -> None:
    settings = Settings()
    assert export_options(settings).say is english
    settings.set("english_reports", True)
    assert export_options(settings).say("{count} files", count=1000) == "1,000 files"


def test_failed_export_is_reported(qtbot: QtBot, invoice: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "case.md").mkdir()
    invoice.case_exporter.ask = lambda *_: str(tmp_path / "case.md")
    invoice.case_exporter.save("markdown")
    qtbot.waitUntil(lambda: invoice.strip.words.text().startswith("case.md: "))
    invoice.case_exporter.ask = lambda *_: str(tmp_path / "other.md")
    invoice.case_exporter.save("markdown")
    qtbot.waitUntil(lambda: "saved as other.md in" in invoice.strip.words.text())


def test_export_judges_links_with_the_lists_in_use() -> None:
    names = b"nordbankia\tname\tbanks\town\tnordbankia.example\n"
    lists = lists_from([ListFile(KNOWN_NAMES, "own.txt", names)])
    document = scan(b'<a href="https://nordbankla.com/">x</a>', name="page.html")
    case = OpenCase(lists=lists)
    case.add(head_of(document, "page.html", 0))
    case.add([row_of(link, 0) for link in document.links])
    text = text_of(ExportSheet(case, range(len(case.rows)), {}), "markdown")
    assert "lookalike" in text
    assert "own.txt" in text


E, J, M = Qt.Key.Key_E, Qt.Key.Key_J, Qt.Key.Key_M

SHIFT = Qt.KeyboardModifier.ShiftModifier

# These formats have no column for marks.
WITHOUT_MARKS = {"targets", "timeline"}


@pytest.fixture
def mails(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    """Three emails, one without links, and a page."""
    open_files(page, tmp_path, {"a.eml": CALM, "b.eml": MAIL, "c.eml": NO_LINKS, "d.html": PAGE})
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


@pytest.mark.parametrize("form", sorted(set(CASE_FORMATS) - WITHOUT_MARKS))
def test_email_marks_and_notes_are_in_every_export(decided: DocumentsPage, form: str) -> None:
    text = text_of(sheet_of(decided), form)
    assert "malicious" in text
    assert "benign" in text
    assert "Asked" in text
    cleaned = text_of(sheet_of(decided, ExportOptions(without_recipient=True)), form)
    assert "Asked" in cleaned
    assert "ann@work" not in cleaned.replace("[@]", "@")


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
    open_files(
        page, tmp_path, {"all.mbox": b"From x@y Mon\n" + b"\nFrom x@y Mon\n".join([CALM] * 20)}
    )
    page.case.decide({page.case.files.rows[-1].key: Decision("malicious", "the last one")})
    assert "the last one" in text_of(sheet_of(page), "html")


def test_mailbox_is_not_counted_as_an_email(page: DocumentsPage, tmp_path: Path) -> None:
    open_files(page, tmp_path, {"all.mbox": BOX})
    assert page.case.counts() == CaseCounts(1, 3, 0, len(page.case.rows))
    page.files.table.selectAll()
    page.marking._mark(page.files.table, "benign")  # noqa: SLF001
    assert page.files.status.text() == "0 of 3 not marked"
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
    kept = decided.case_commands.status()
    assert words_of(decided) == f"{links} links · {kept}"
    assert f"3 emails, 1 other file · {links} links" in plain_text(decided.header.words.pieces)
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
    assert words == [
        f"Grouped: {rows} rows for {total} links; each row shows one link from its group."
    ]
    assert list(left_out(sheet_of(decided), "html")) == []


def test_stix_and_misp_state_that_ignored_links_are_left_out(decided: DocumentsPage) -> None:
    decided.case.decide({0: Decision("ignored")})
    for form in ("stix", "misp"):
        assert "Left out: 1 link marked ignored." in text_of(sheet_of(decided), form)
        assert "1 link marked as ignored was left out." in list(left_out(sheet_of(decided), form))


def note_on(qtbot: QtBot, page: DocumentsPage, words: str) -> str:
    """Write a note in the open editor and return the editor's accessible name."""
    editor = page.files.table.note_editor
    assert editor
    name = editor.accessibleName()
    qtbot.keyClicks(editor, words)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.files.table.note_editor is None)
    return name


def test_e_edits_the_selected_note_and_shift_e_the_last_marked_one(
    qtbot: QtBot, mails: DocumentsPage
) -> None:
    table = mails.files.table
    order = [mails.case.files.rows[each] for each in table.numbered.numbers]
    for key in (J, M):
        qtbot.keyClick(table, key)
    qtbot.keyClick(table, E)
    assert order[1].head.name in note_on(qtbot, mails, "selected")
    qtbot.keyClick(table, E, SHIFT)
    assert note_on(qtbot, mails, "last marked") == "Note on Invoice overdue · b.eml"
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
