"""The command: arguments, screenshots, and messages about missing system parts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.gui import system
from uriinspector.gui.app import fill, picture
from uriinspector.gui.command_line import Argument, argument, arguments_of, named
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import profile_at

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_in(ROOT, *arguments, **environment)


def run_in(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return subprocess.run(
        [sys.executable, "-m", "uriinspector", *arguments],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_version_works_without_display() -> None:
    answer = run("--version")
    assert answer.returncode == 0
    assert answer.stdout.startswith("uriinspector ")
    assert "public suffix list" in answer.stdout
    assert "PySide6-Essentials" in answer.stdout


@for_each("theme", "light", "dark")
def test_screenshot_works_without_display(tmp_path: Path, theme: str) -> None:
    file = tmp_path / "window.png"
    answer = run("--screenshot", str(file), "--theme", theme, "--size", "800x500", "http://a/%zz")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == f"The picture is saved: {file}\n"
    shown = QImage(str(file))
    assert (shown.width(), shown.height()) == (800, 500)
    assert (shown.pixelColor(2, 2).lightness() < 128) == (theme == "dark")


def test_screenshot_uses_language_and_leaves_no_files(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    english, german = tmp_path / "en.png", tmp_path / "de.png"
    for file, language in ((english, "en"), (german, "de")):
        asked = ("--screenshot", str(file), "--language", language, "--zoom", "150", "http://a/")
        assert run(*asked, **places).returncode == 0
    assert QImage(str(english)) != QImage(str(german))
    assert [path for path in home.rglob("*") if "uriinspector" in path.name] == []


def test_screenshot_waits_for_the_document(qapp: QApplication, window: Window) -> None:
    window.open_all([Argument(str(ROOT / "packaging/readme/mail.eml"), is_path=True)])
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.show()
    taken = picture(qapp, window).toImage()
    assert len(window.documents_page.case.rows) == 10
    assert not window.documents_page.scan_queue.is_busy
    for _ in range(20):
        qapp.processEvents()
    assert window.grab().toImage() == taken


def test_unwritable_screenshot_fails(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "window.png"
    answer = run("--screenshot", str(file))
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"The picture could not be saved: {file}\n"


def test_screenshot_reports_absolute_path(tmp_path: Path) -> None:
    answer = run_in(tmp_path, "--screenshot", "my window.png")
    assert answer.stdout == f"The picture is saved: {tmp_path}/my window.png\n"
    assert (tmp_path / "my window.png").stat().st_size > 1_000


def test_missing_display_is_reported() -> None:
    answer = run()
    assert answer.returncode == system.EX_UNAVAILABLE
    assert answer.stderr.startswith("No display found")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system brings fonts")
def test_missing_fonts_are_reported(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text("<fontconfig><dir>/nonexistent</dir></fontconfig>")
    picture = tmp_path / "window.png"
    answer = run("--screenshot", str(picture), FONTCONFIG_FILE=str(fonts))
    assert answer.returncode == system.EX_UNAVAILABLE
    assert answer.stderr.splitlines()[-2:] == system.NO_FONTS.splitlines()
    assert not picture.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there a dead display makes Qt abort")
def test_unreachable_display_is_reported() -> None:
    answer = run(DISPLAY=":987")
    assert answer.returncode == system.EX_UNAVAILABLE
    assert answer.stderr.count("\n") <= 4


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all that it needs")
def test_missing_libraries_are_reported_with_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(system.BASE, "libnowhere.so.9", "libnowhere9")
    found = system.probe({"DISPLAY": ":0"})
    assert found.platform is None
    assert "sudo apt-get install -y" in str(found.problem)
    assert "libnowhere9" in str(found.problem)


@for_each(
    "environment, names",
    ({}, []),
    ({"DISPLAY": ":0"}, ["xcb"]),
    ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ["xcb", "wayland"]),
    ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w", "XDG_SESSION_TYPE": "wayland"}, ["wayland", "xcb"]),
    ({"QT_QPA_PLATFORM": "wayland;xcb"}, ["wayland", "xcb"]),
)
def test_likeliest_platform_is_first(environment: dict[str, str], names: list[str]) -> None:
    assert system.platforms(environment) == names


def test_uri_option_accepts_any_text() -> None:
    assert named(arguments_of(["--uri=--version"])) == [Argument("--version")]


def test_arguments_are_files_or_texts(tmp_path: Path) -> None:
    file = tmp_path / "a.url"
    file.write_text("URL=http://a/")
    options = arguments_of(["http://b/", str(file), "--", "-c:", file.as_uri()])
    assert named(options) == [
        Argument("http://b/"),
        Argument(str(file), is_path=True),
        Argument("-c:"),
        Argument(str(file), is_path=True),
    ]


@for_each(
    "text",
    *("http://a/", "example.com", "../x", "", "a\0b", "x" * 9_999, "\ud800", "mailto:x@b.test"),
    *("\\\\host\\share", "//host/share", "/\\host/x", "file://host/x", "file:////host/x"),
)
def test_arguments_that_are_not_files_are_texts(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert argument(text) == Argument(text)


@for_each("text", "\\\\host\\share", "//host/share", "file://host/x")
def test_network_paths_are_not_accessed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("pathlib.Path.is_file", lambda path: pytest.fail(f"asked for {path}"))
    assert not argument(text).is_path


def test_folder_opens_in_documents(qapp: QApplication, window: Window, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<a href="http://a.test/">a</a>')
    assert named(arguments_of([str(tmp_path)])) == [Argument(str(tmp_path), is_path=True)]
    window.open_all([Argument(str(tmp_path), is_path=True)])
    window.show()
    picture(qapp, window)
    assert window.pages.shown() is window.documents_page
    assert len(window.documents_page.case.rows) == 1


def test_files_and_folder_open_together(qapp: QApplication, window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    pages = [tmp_path / "a.html", tmp_path / "b.html", folder / "c.html"]
    for number, page in enumerate(pages):
        page.write_text(f'<a href="http://{number}.test/">a</a>')
    window.open_all([Argument(str(each), is_path=True) for each in (*pages[:2], folder)])
    window.show()
    picture(qapp, window)
    assert len(window.documents_page.case.rows) == 3


@pytest.mark.usefixtures("qapp")
@pytest.mark.usefixtures("theme")
def test_damaged_history_does_not_drop_the_given_link(tmp_path: Path) -> None:
    desk = profile_at(tmp_path / "config", tmp_path / "data")
    for text in ("http://old.test/", "http://damaged.test/"):
        desk.history.note(text, "2005", None)
    desk.history.connection().execute("UPDATE entries SET text = x'ff' WHERE id = 2")
    desk.history.connection().commit()
    desk.history.close()
    window = Window(profile_at(tmp_path / "config", tmp_path / "data"), whole=False)
    fill(window, arguments_of(["http://named.test/"]))
    assert window.inspect_page.editor.text() == "http://named.test/"
    assert "set aside" in window.inspect_page.strip.words.text()
    shiboken6.delete(window)


def test_invalid_size_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        arguments_of(["--size", "big"])
    assert stop.value.code == 2
    assert "'big' is not a size such as 1120x720" in capsys.readouterr().err


@for_each(
    "asked, problem",
    (["--tab", "rules"], "--tab: inspect has no tab rules; it has encoding, normal, parsers"),
    (["--workspace", "compare", "--tab", "grammar"], "compare has no tab grammar; it has pair"),
    (["--workspace", "documents", "--base", "http://a/"], "--base: documents finds base URIs"),
    (["--edition", "1986"], "--edition: invalid choice: '1986'"),
)
def test_unknown_views_are_refused(
    capsys: pytest.CaptureFixture[str], asked: list[str], problem: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        arguments_of(asked)
    assert refused.value.code == 2
    assert problem in capsys.readouterr().err


def test_screenshot_shows_the_requested_workspace_edition_and_tab(tmp_path: Path) -> None:
    pictures = []
    for edition in ("1997", "2005"):
        file = tmp_path / f"{edition}.png"
        view = ("--workspace", "resolve", "--edition", edition, "--tab", "grammar")
        answer = run(*view, "--base", "http://a/b", "../c", "--screenshot", str(file))
        assert (answer.returncode, answer.stderr) == (0, "")
        pictures.append(QImage(str(file)))
    assert pictures[0] != pictures[1]


def test_mistyped_path_is_reported_as_missing(window: Window, tmp_path: Path) -> None:
    missing = str(tmp_path / "mial.eml")
    window.open_all([argument(missing)])
    assert window.inspect_page.strip.words.text() == f"No such file: {missing}"


@pytest.mark.parametrize("text", ["example.com", "../x", "https://a.example/x.eml"])
def test_text_is_not_reported_as_missing_file(window: Window, text: str) -> None:
    window.open_all([argument(text)])
    assert "No such file" not in window.inspect_page.strip.words.text()
