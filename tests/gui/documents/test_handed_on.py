"""Export of a case from the window in every format."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.documents.samples import MAIL, PAGE, wait
from uriinspector.analysis.list_files import ListFile, lists_from
from uriinspector.analysis.list_sources import KNOWN_NAMES
from uriinspector.documents.cases.link_row import Decision, head_of, row_of
from uriinspector.documents.scan import scan
from uriinspector.export.case.recipient_removal import NOTE
from uriinspector.export.formats import CASE_FORMATS
from uriinspector.export.language import english, speaking
from uriinspector.export.options import ExportOptions
from uriinspector.gui.documents.case_export import (
    FORMS,
    ExportRequest,
    ExportSheet,
    SheetEntries,
    export_options,
    pieces,
    write,
    written,
)
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.settings import Settings
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


@pytest.mark.parametrize("form", CASE_FORMATS)
def test_recipient_is_removed_from_every_format(form: str, case: OpenCase) -> None:
    text = text_of(
        ExportSheet(case, range(len(case.rows)), {}, ExportOptions(without_recipient=True)), form
    )
    assert not any(word in text for word in ("ann@", "ann[@]", "you@", "you[@]"))


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
def page(window: Window, tmp_path: Path) -> Iterator[DocumentsPage]:
    window.show()
    window.open_workspace("documents")
    made = window.documents_page
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    made.open_file(str(tmp_path / "invoice.eml"))
    wait(made)
    yield made
    made.close()


def test_export_menu_lists_every_format(page: DocumentsPage) -> None:
    *forms, line, switch = page.body.exporting.actions()
    assert [action.text() for action in forms] == [f"{title}…" for title, _ in FORMS.values()]
    assert line.isSeparator()
    assert (switch.objectName(), switch.isCheckable()) == ("without_recipient", True)


def is_told(page: DocumentsPage, words: str) -> bool:
    return words in page.strip.words.text()


def test_save_dialog_suggests_name_and_extension_of_the_format(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    asked: list[tuple[str, str, str]] = []

    def ask(title: str, name: str, ending: str) -> str:
        asked.append((title, name, ending))
        return str(tmp_path / f"{name}.{ending}")

    page.case_exporter.ask = ask
    for action in page.body.exporting.actions():
        action.trigger()
        name, ending = asked[-1][1:]
        written = f"{Path(name).name}.{ending}"
        qtbot.waitUntil(partial(is_told, page, written))
        assert (tmp_path / f"{name}.{ending}").stat().st_size > 0
    assert [title for title, _, _ in asked] == [title for title, _ in FORMS.values()]
    assert {Path(name).parent for _, name, _ in asked} == {tmp_path}
    assert {f"{Path(name).name}.{ending}" for _, name, ending in asked} == {
        *("invoice report.md", "invoice report.html", "invoice links.csv"),
        *("invoice links.jsonl", "invoice STIX.json", "invoice MISP.json"),
        *("invoice targets.csv", "invoice messages.csv", "invoice links.parquet"),
    }


def test_export_reports_that_recipient_data_was_removed(
    qtbot: QtBot, window: Window, page: DocumentsPage, tmp_path: Path
) -> None:
    window.menus.actions["without_recipient"].trigger()
    page.case_exporter.ask = lambda *_: str(tmp_path / "case.md")
    page.case_exporter.save("markdown")
    qtbot.waitUntil(
        lambda: page.strip.words.text().endswith(f"saved as case.md in {tmp_path}. {say(NOTE)}")
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
    assert "bliebe enthalten in mail.eml, Zeile 4, Spalte 10" in say(problem)
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
    assert text.startswith("# 2 Dateien\n\n**Höchste Schwere: hoch**, nur Text")
    assert "- Markiert: **bösartig**" in text
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


def test_failed_export_is_reported(qtbot: QtBot, page: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "case.md").mkdir()
    page.case_exporter.ask = lambda *_: str(tmp_path / "case.md")
    page.case_exporter.save("markdown")
    qtbot.waitUntil(lambda: page.strip.words.text().startswith("case.md: "))
    page.case_exporter.ask = lambda *_: str(tmp_path / "other.md")
    page.case_exporter.save("markdown")
    qtbot.waitUntil(lambda: "saved as other.md in" in page.strip.words.text())


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
