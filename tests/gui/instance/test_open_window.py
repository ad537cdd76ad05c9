"""Passing links from a second start to the open window, and refusing unsafe requests."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.gui import instance
from uriinspector.gui.command_line import Argument, arguments_of
from uriinspector.gui.instance import (
    LOCK,
    LONGEST_REQUEST,
    MOST_ARGUMENTS,
    PIPE,
    Request,
    forget_requests,
    hand_over,
    is_private,
    make_private,
    request_in,
    request_of,
    runtime_folder,
    take_request,
    write_request,
)
from uriinspector.gui.shell.after_start import WindowPipe, show_request
from uriinspector.gui.shell.window import Window

LINK = "http://www.example.com@10.0.0.1/"
ASKING = """
import sys
from pathlib import Path
from uriinspector.gui.command_line import Argument
from uriinspector.gui.instance import hand_over
from uriinspector.gui.instance import Request
print(hand_over(Path(sys.argv[1]), Request((Argument(sys.argv[2]),))))
print(sorted(each for each in sys.modules if each.startswith("PySide6")))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = runtime_folder({"XDG_RUNTIME_DIR": str(tmp_path)}, tmp_path)
    assert make_private(place)
    return place


@pytest.fixture
def pipe(folder: Path, qapp: QApplication) -> Iterator[WindowPipe]:
    made = WindowPipe(folder, qapp)
    assert made.listen()
    yield made
    made.close()


def start_asking(folder: Path, text: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ASKING, str(folder), text],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_second_process_passes_its_link_without_qt(
    pipe: WindowPipe, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(pipe.requested, timeout=20_000) as told:
        asking = start_asking(folder, LINK)
    assert told.args == [Request((Argument(LINK),))]
    out, _ = asking.communicate(timeout=20)
    assert out.split("\n")[:2] == ["True", "[]"]
    assert sorted(each.name for each in folder.iterdir()) == [LOCK, PIPE]


def test_concurrent_starts_are_all_received(pipe: WindowPipe, folder: Path, qtbot: QtBot) -> None:
    requests: list[Request] = []
    pipe.requested.connect(requests.append)
    links = [f"http://h{number}/{'x' * 9_000}" for number in range(6)]
    starts = [start_asking(folder, link) for link in links]
    qtbot.waitUntil(lambda: len(requests) == len(links), timeout=30_000)
    assert {each.arguments[0].name for each in requests} == set(links)
    assert [start.communicate(timeout=20)[0].split("\n")[0] for start in starts] == ["True"] * 6


def test_only_one_window_listens_at_a_time(pipe: WindowPipe, folder: Path) -> None:
    other = WindowPipe(folder)
    assert not other.listen()
    assert not pipe.listen()
    pipe.close()
    assert other.listen()
    other.close()


@pytest.mark.usefixtures("qapp")
def test_new_window_listens_after_a_kill(folder: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from uriinspector.gui.shell.after_start import WindowPipe\n"
        "application = QCoreApplication([])\npipe = WindowPipe(Path(sys.argv[1]))\n"
        "print(pipe.listen(), flush=True)\ntime.sleep(60)\n"
    )
    run = [sys.executable, "-c", script, str(folder)]
    listening = subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert listening.stdout is not None
    assert listening.stdout.readline() == "True\n"
    asking = start_asking(folder, LINK)  # the listener hangs, so the start opens a new window
    assert asking.communicate(timeout=20)[0].startswith("False")
    listening.kill()
    listening.communicate()
    assert not hand_over(folder, Request())
    pipe = WindowPipe(folder)
    assert pipe.listen()
    pipe.close()


def test_invalid_bytes_in_pipe_are_ignored(pipe: WindowPipe, folder: Path, qtbot: QtBot) -> None:
    requests: list[Request] = []
    pipe.requested.connect(requests.append)
    (folder / "request-0123456789abcdef").write_text("[" * 100_000, encoding="utf-8")
    (folder / "request-1123456789abcdef").symlink_to("/etc/passwd")
    os.mkfifo(folder / "request-2123456789abcdef")
    lines = (
        b"\0" * 3_000,
        b"../lock\n",
        b"request-" * 300 + b"\n",
        b"request-0123456789abcdef\nrequest-1123456789abcdef\nrequest-2123456789abcdef\n",
        b"request-3123456789abcdef\n\n\n\xff\xfe\n",
    )
    descriptor = os.open(folder / PIPE, os.O_WRONLY | os.O_NONBLOCK)
    for line in lines:
        os.write(descriptor, line)
    good = write_request(folder, Request((Argument(LINK),)))
    os.write(descriptor, f"\n{good.name}\n".encode())
    qtbot.waitUntil(lambda: bool(requests), timeout=5_000)
    os.close(descriptor)
    assert [each.arguments for each in requests] == [(Argument(LINK),)]
    assert Path("/etc/passwd").exists()


@for_each(
    "octets", b"", b"{}", b"7",
    b"[" * 100_000,
    b'{"arguments": 7}',
    b'{"arguments": [], "workspace": "elsewhere"}',
    b'{"arguments": [], "tab": "nowhere"}',
    b'{"arguments": [], "workspace": "documents", "tab": "grammar"}',
    json.dumps({"arguments": [["a", False]] * (MOST_ARGUMENTS + 1)}).encode(),
    b" " * (LONGEST_REQUEST + 1),
)  # fmt: skip
def test_invalid_request_is_rejected(octets: bytes) -> None:
    assert request_in(octets) is None


def test_invalid_parts_of_a_request_are_dropped() -> None:
    rows = [
        ["a", False],
        ["/b", True],
        ["c", True],
        ["//host/x", True],
        [1, True],
        "x",
        ["/\0", True],
    ]
    found = request_in(json.dumps({"arguments": rows, "base": 7, "token": "a b"}).encode())
    assert found is not None
    expected = [("a", False), ("/b", True), ("c", False), ("//host/x", False), ("/\0", False)]
    assert [tuple(each) for each in found.arguments] == expected
    assert (found.base, found.token) == (None, "")


def test_written_request_is_read_back_unchanged(folder: Path) -> None:
    odd = os.fsdecode(b"/tmp/\xff\n\xe4")
    request = Request((Argument(odd, is_path=True), Argument(LINK)), "compare", "list", "b:", "t0")
    file = write_request(folder, request)
    assert file.stat().st_mode & 0o777 == 0o600
    assert take_request(folder, file.name) == request
    assert take_request(folder, file.name) is None


def test_shared_and_foreign_folders_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared" / "a"
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    assert not is_private(shared)
    linked = tmp_path / "linked"
    linked.symlink_to(shared)
    assert not is_private(linked)
    assert not is_private(tmp_path / "nowhere")
    private = tmp_path / "x" / "y"
    assert make_private(private)
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert not is_private(private)
    assert not make_private(private)
    assert not hand_over(private, Request())
    assert not WindowPipe(private).listen()


def test_symlinked_request_is_not_read(folder: Path, tmp_path: Path) -> None:
    """The content is valid; only the symlink is wrong."""
    elsewhere = write_request(tmp_path, Request((Argument(LINK),)))
    name = "request-0123456789abcdef"
    (folder / name).symlink_to(elsewhere)
    assert take_request(folder, name) is None
    assert (folder / name).is_symlink()
    assert take_request(tmp_path, elsewhere.name) == Request((Argument(LINK),))


def test_request_of_another_user_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write_request(folder, Request((Argument(LINK),)))
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: 12_345)
        assert take_request(folder, file.name) is None
    assert file.exists()
    assert take_request(folder, file.name) == Request((Argument(LINK),))


def test_request_that_is_not_a_file_is_not_read(folder: Path) -> None:
    name = "request-0123456789abcdef"
    (folder / name).mkdir()
    assert take_request(folder, name) is None
    assert (folder / name).is_dir()


def test_pipe_of_another_user_is_not_written_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folders are checked too; here only the pipe is another user's."""
    os.mkfifo(folder / PIPE)
    reading = os.open(folder / PIPE, os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(instance, "is_private", lambda _folder: True)
    monkeypatch.setattr(instance, "PATIENCE", 0)
    assert not hand_over(folder, Request())
    assert os.read(reading, 100).startswith(b"request-")
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert not hand_over(folder, Request((Argument(LINK),)))
    assert os.read(reading, 100) == b""
    os.close(reading)


def test_symlinked_pipe_and_lock_are_not_opened(folder: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    (folder / PIPE).symlink_to(tmp_path / "pipe")
    assert not hand_over(folder, Request((Argument(LINK),)))
    assert os.read(reading, 100) == b""
    os.close(reading)
    (folder / LOCK).symlink_to(tmp_path / "elsewhere")
    assert not WindowPipe(folder).listen()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_files_that_are_not_pipes_are_not_written_to(folder: Path, kind: str) -> None:
    target = folder / "target"
    target.touch()
    if kind == "file":
        (folder / PIPE).touch()
    elif kind == "folder":
        (folder / PIPE).mkdir()
    else:
        (folder / PIPE).symlink_to(target)
    assert not hand_over(folder, Request((Argument(LINK),)))
    assert target.read_bytes() == b""


def test_listener_replaces_a_file_but_not_a_folder(folder: Path) -> None:
    (folder / PIPE).mkdir()
    assert not WindowPipe(folder).listen()
    (folder / PIPE).rmdir()
    (folder / PIPE).touch()
    pipe = WindowPipe(folder)
    assert pipe.listen()
    pipe.close()


def test_old_requests_are_removed(folder: Path) -> None:
    old, new = write_request(folder, Request()), write_request(folder, Request())
    long_ago = time.time() - 3_600
    os.utime(old, (long_ago, long_ago))
    forget_requests(folder)
    assert not old.exists()
    assert new.exists()


def test_no_request_is_passed_without_named_pipes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "CAN_ASK", False)
    assert not hand_over(folder, Request())


@for_each(
    "own", ["--new-window"], ["--theme", "dark"], ["--size", "800x500"], ["--edition", "1994"]
)
def test_some_options_require_a_new_window(own: list[str]) -> None:
    assert request_of(arguments_of([*own, LINK]), {}) is None
    assert request_of(arguments_of(["--screenshot", "x.png", LINK]), {}) is None


def test_request_has_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").touch()
    options = arguments_of(["--uri", "b", "a.html", LINK])
    request = request_of(options, {"XDG_ACTIVATION_TOKEN": "token"})
    assert request is not None
    assert [tuple(each) for each in request.arguments] == [
        ("b", False),
        (str(tmp_path / "a.html"), True),
        (LINK, False),
    ]
    assert request.token == "token"


def test_each_display_has_its_own_runtime_folder(tmp_path: Path) -> None:
    names = {
        runtime_folder({"XDG_RUNTIME_DIR": "/r", "DISPLAY": each}, tmp_path)
        for each in (":0", ":1")
    }
    assert len(names) == 2
    assert {each.parent for each in names} == {Path("/r/uriinspector")}
    assert runtime_folder({"XDG_RUNTIME_DIR": "r"}, tmp_path).parent == tmp_path / "run"


def test_window_shows_the_request(window: Window, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<a href=http://a.example/>", encoding="utf-8")
    show_request(window, Request((Argument(LINK),), token="t1"))
    assert window.inspect_page.editor.text() == LINK
    show_request(window, Request((Argument("g"),), "resolve", base="http://a/b/"))
    assert window.profile.settings["workspace"] == "resolve"
    show_request(window, Request((Argument(str(page), is_path=True),)))
    assert window.profile.settings["workspace"] == "documents"
    show_request(window, Request())
    assert window.profile.settings["workspace"] == "documents"


def test_second_start_passes_its_link_and_exits(tmp_path: Path) -> None:
    """Use real processes; a third one with --new-window stays."""
    places = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
    environment = os.environ | {name: str(tmp_path) for name in places}
    environment["QT_QPA_PLATFORM"] = "offscreen"
    command = [sys.executable, "-m", "uriinspector"]
    first = subprocess.Popen([*command, "http://first/"], cwd=ROOT, env=environment)
    try:
        folder = runtime_folder(environment, tmp_path)
        until = time.monotonic() + 60
        while not (folder / PIPE).exists() and time.monotonic() < until:
            time.sleep(0.05)
        second = subprocess.run(
            [*command, "http://second/"], cwd=ROOT, env=environment, timeout=60, check=False
        )
        assert second.returncode == 0
        third = subprocess.Popen([*command, "--new-window", "x:"], cwd=ROOT, env=environment)
        time.sleep(1)
        assert third.poll() is None
        third.kill()
        third.wait()
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()
