"""Exporting from the window: clipboard, files and notices."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

import uriinspector
from tests.for_each import for_each
from tests.gui.conftest import both_themes
from uriinspector.analysis.inspection import inspect
from uriinspector.cli.arguments import REPORTED
from uriinspector.export.formats import LINK_FORMATS, export_as
from uriinspector.export.options import ExportOptions
from uriinspector.export.templates import shipped_templates
from uriinspector.gui.shell.commands import exporter_of
from uriinspector.gui.shell.menus import ACTIONS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme
from uriinspector.gui.transfer.exporter import (
    EXPORTS,
    LONGEST_HOST,
    SCALE,
    Exporter,
    ask_for_file,
    face,
    png,
    report_name,
    with_ending,
)

LINK = "https://www.example.com@evil.test/?uid=12345678"

MADE = inspect(LINK)


class Hands(NamedTuple):
    """An exporter with its recorded notices, complaints and file questions."""

    on: Exporter
    told: list[str]
    complaints: list[str]
    asked: list[tuple[str, str, str]]


@pytest.fixture
def hands(theme: Theme, tmp_path: Path) -> Hands:  # noqa: ARG001
    told: list[str] = []
    complaints: list[str] = []
    asked: list[tuple[str, str, str]] = []

    def ask(title: str, name: str, ending: str) -> str:
        asked.append((title, name, ending))
        return str(tmp_path / f"link.{ending}")

    return Hands(Exporter(told.append, complaints.append, ask), told, complaints, asked)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_link_and_report_are_copied_defanged(hands: Hands) -> None:
    hands.on.copy_defanged(MADE)
    assert clipboard() == "hxxps://www[.]example[.]com[@]evil[.]test/?uid=12345678"
    hands.on.copy_report(MADE)
    assert clipboard() == export_as(MADE, "markdown")
    assert hands.told[0].startswith("Copied, defanged: hxxp")
    assert hands.complaints == []


@pytest.mark.parametrize("form", REPORTED)
def test_saved_file_is_the_export(form: str, hands: Hands, theme: Theme, tmp_path: Path) -> None:
    hands.on.save(MADE, form)
    file = tmp_path / f"link.{LINK_FORMATS[form].ending}"
    assert file.read_bytes().decode() == export_as(MADE, form, ExportOptions(theme=theme.name))
    assert hands.asked == [
        (LINK_FORMATS[form].title, "evil.test report", LINK_FORMATS[form].ending)
    ]
    assert hands.told == [f"Saved as {file.name}."]


@pytest.fixture
def german() -> Iterator[None]:
    speak("de")
    yield
    speak("en")


@pytest.mark.usefixtures("german")
def test_reports_use_the_window_language_or_english(hands: Hands, tmp_path: Path) -> None:
    hands.on.copy_report(MADE)
    assert clipboard().startswith("# Führt zu `evil[.]test`, nicht zu `example[.]com`\n")
    hands.on.save(MADE, "html")
    assert '<html lang="de">' in (tmp_path / "link.html").read_text("utf-8")
    hands.on.save(MADE, "json")
    assert (tmp_path / "link.json").read_text("utf-8") == export_as(MADE, "json")
    hands.on.is_english = True
    hands.on.copy_report(MADE)
    assert clipboard() == export_as(MADE, "markdown")


@pytest.mark.usefixtures("german")
def test_removed_recipient_data_is_noted_in_the_report(hands: Hands) -> None:
    hands.on.without_recipient = True
    hands.on.copy_report(MADE)
    assert "- Erkannte Empfängerdaten sind an 1 Stelle durch „removed“ ersetzt." in clipboard()
    assert hands.told[0].endswith("können noch enthalten sein.")


def test_report_language_setting_is_used(window: Window) -> None:
    window.profile.settings.set("english_reports", True)
    assert exporter_of(window).is_english


@both_themes
def test_png_export_writes_an_image(hands: Hands, theme: Theme, tmp_path: Path) -> None:
    hands.on.save(MADE, "png")
    image = QImage(str(tmp_path / "link.png"))
    assert image.width() == 960 * SCALE
    assert image.pixelColor(100, 40) == theme.color("card")
    seen = {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(image.height())}
    for meaning in ("host", "userinfo", "scheme", "high", "text"):
        assert theme.color(meaning).rgba() in seen, meaning
    assert hands.complaints == []


@both_themes
def test_png_text_is_aligned_with_its_bracket(theme: Theme) -> None:
    """The drawn text of a long row ends where its bracket ends."""
    text = "a:" + "W" * 70
    svg = export_as(inspect(text), "svg", ExportOptions(face=face(), theme=theme.name))
    image = QImage.fromData(png(svg))
    colour = theme.color("path").rgba()
    columns = [
        x
        for x in range(image.width())
        if any(image.pixel(x, y) == colour for y in range(100, image.height()))
    ]
    last = 36 + 72 * float(svg.split('textLength="')[1].split('"')[0])
    assert abs(max(columns) / SCALE - last) < 3
    assert QColor.fromRgba(colour).isValid()


def test_recipient_data_is_removed_from_every_export(hands: Hands, tmp_path: Path) -> None:
    hands.on.without_recipient = True
    for run in EXPORTS.values():
        run(hands.on, MADE)
        assert "12345678" not in clipboard()
    for name in shipped_templates():
        hands.on.fill(MADE, name)
        assert "12345678" not in clipboard()
    for file in tmp_path.iterdir():
        assert b"12345678" not in file.read_bytes()
    assert json.loads((tmp_path / "link.json").read_bytes())["recipient_data_removed"] == 1
    assert len(hands.told) == len(EXPORTS) + len(shipped_templates())
    assert all(" in 1 place. " in each for each in hands.told)


def test_recipient_address_in_host_blocks_every_export(hands: Hands, tmp_path: Path) -> None:
    hands.on.without_recipient = True
    link = inspect(f"https://{b'ann.lee@work.example'.hex()}.evil.test/")
    for run in EXPORTS.values():
        run(hands.on, link)
    hands.on.fill(link, "splunk")
    assert len(hands.complaints) == len(EXPORTS) + 1
    assert all("would remain in the name of a host: 616e" in each for each in hands.complaints)
    assert [*tmp_path.iterdir(), *hands.told] == []


def test_every_export_format_has_an_action() -> None:
    assert {f"save_{form}" for form in LINK_FORMATS} < EXPORTS.keys()
    assert EXPORTS.keys() <= {act.name for act in ACTIONS}


@pytest.mark.usefixtures("theme")
@for_each(
    "chosen, why",
    ("/no-such-folder/link.md", "link.md: No such file or directory"),
    ("/", ": Is a directory"),
    ("//host.test/link.md", "The program never writes to network locations."),
    ("\\\\host.test\\link.md", "The program never writes to network locations."),
    ("a\0b", "null"),
)
def test_unwritable_file_is_reported(chosen: str, why: str) -> None:
    told: list[str] = []
    complaints: list[str] = []
    Exporter(told.append, complaints.append, lambda *_: chosen).save(MADE, "markdown")
    assert told == []
    assert len(complaints) == 1
    assert why in complaints[0]


@pytest.mark.usefixtures("theme")
def test_cancelled_save_does_nothing() -> None:
    said: list[str] = []
    Exporter(said.append, said.append, lambda *_: "").save(MADE, "png")
    assert said == []


def test_template_is_filled_and_copied(hands: Hands) -> None:
    hands.on.fill(MADE, "virustotal")
    assert clipboard() == 'entity:url hostname:"evil.test"\n'
    assert hands.told == ["VirusTotal search text copied."]
    hands.on.fill(inspect("mailto:a@b.test"), "virustotal")
    hands.on.fill(MADE, "nothing")
    assert "this link has no value for {host}" in hands.complaints[0]
    assert hands.complaints[1] == "Template nothing no longer exists."
    assert clipboard() == 'entity:url hostname:"evil.test"\n'


def test_custom_templates_are_offered(hands: Hands, tmp_path: Path) -> None:
    hands.on.own_templates = tmp_path / "templates.toml"
    assert hands.on.templates() == shipped_templates()
    hands.on.own_templates.write_text("[template.a]\ntitle='A'\nquoting='text'\ntext='{host}'\n")
    assert [*hands.on.templates()] == [*shipped_templates(), "a"]
    hands.on.fill(MADE, "a")
    assert clipboard() == "evil[.]test"
    assert hands.complaints == []
    for content in (b"[template", b"\xff"):
        hands.on.own_templates.write_bytes(content)
        assert hands.on.templates() == shipped_templates()
        assert hands.complaints.pop().startswith("templates.toml: ")
    hands.on.own_templates = tmp_path
    assert hands.on.templates() == shipped_templates()
    assert "Is a directory" in hands.complaints[0]


def test_export_actions_use_the_current_link(window: Window) -> None:
    copied = window.menus.actions["copy_defanged"]
    copied.trigger()
    assert "no link to export" in window.inspect_page.strip.words.text()
    window.show_text(LINK)
    copied.trigger()
    assert clipboard() == "hxxps://www[.]example[.]com[@]evil[.]test/?uid=12345678"
    window.menus.actions["without_recipient"].trigger()
    window.inspect_page.banner.report_requested.emit()
    assert clipboard().startswith("# ")
    assert "12345678" not in clipboard()


def test_template_menu_lists_templates(window: Window) -> None:
    window.show_text(LINK)
    menu = window.menus.menus["file/hand_on/fill"]
    menu.aboutToShow.emit()
    made = menu.actions()
    assert len(made) == len(shipped_templates())
    made[0].trigger()
    assert "evil.test" in clipboard()


@for_each(
    "path, ending, whole",
    ("/a/report", "md", "/a/report.md"), ("/a/report.md", "md", "/a/report.md"),
    ("/a/report.MD", "md", "/a/report.MD"), ("/a/report.txt", "md", "/a/report.txt"),
    ("/a/www.example.com", "md", "/a/www.example.com.md"),
    ("/a/case 1.2", "uricase", "/a/case 1.2.uricase"),
    ("/a.b/case", "uricase", "/a.b/case.uricase"),
    ("C:\\a.b\\links", "csv", "C:\\a.b\\links.csv"),
    ("/a/.md", "md", "/a/.md"),
    ("/a/x.", "svg", "/a/x..svg"),
)  # fmt: skip
def test_missing_extension_is_added(path: str, ending: str, whole: str) -> None:
    assert with_ending(path, ending) == whole


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> list[str]:  # noqa: ARG001
    """Return the file names to choose one by one; after the last, the dialog is canceled."""
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


@for_each(
    "text, name",
    ("https://www.paypal.com@evil.test/x", "evil.test report"),
    ("https://evil.test:8443/a/b?c", "evil.test report"),
    ("http://[2001:db8::1]/", "2001-db8-1 report"),
    ("http://192.0.2.7/", "192.0.2.7 report"),
    ("http://nul.evil.test/", "_nul.evil.test report"),
    ("http://com1/", "_com1 report"), ("http://..%2f..%2fevil/", "link report"),
    ("mailto:a@b.test", "link report"), ("", "link report"), ("../x", "link report"),
)  # fmt: skip
def test_report_is_named_after_the_host(text: str, name: str) -> None:
    assert report_name(uriinspector.inspect(text)) == name


@for_each(
    "text",
    "http://a\u202eb.test/",
    "http://" + "a." * 200 + "evil.test/",
    "//h\\..\\x",
    "x:/\x00",
    "http://ä.test",
)
def test_report_name_is_safe(text: str) -> None:
    name = report_name(uriinspector.inspect(text))
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_ ")
    assert not name.startswith((".", "-", " "))
    assert len(name) <= LONGEST_HOST + len("_ report")
