"""Restrictions on imports: the core is pure, nothing uses the network, Qt is optional."""

import subprocess
import sys
from pathlib import Path

from tests.architecture.source import PACKAGE, ROOT, imported, is_within, modules
from tests.for_each import for_each

# Modules without I/O, clocks, randomness or process state.
PURE = {
    "__future__", "abc", "array", "binascii", "bisect", "collections", "contextlib", "copy",
    "dataclasses", "difflib", "enum", "functools", "heapq", "ipaddress", "itertools", "math",
    "operator", "re", "string", "types", "typing", "unicodedata",
}  # fmt: skip

NETWORK = (
    "aiohttp", "asyncio", "ftplib", "http", "httpx", "imaplib", "nntplib", "poplib",
    "publicsuffixlist.update", "PySide6.QtDBus", "PySide6.QtNetwork", "PySide6.QtWebEngineCore",
    "PySide6.QtWebEngineWidgets", "PySide6.QtWebSockets", "requests", "smtplib", "socket",
    "socketserver", "ssl", "telnetlib", "urllib.error", "urllib.request", "urllib.robotparser",
    "urllib3", "webbrowser", "wsgiref", "xmlrpc",
)  # fmt: skip
# Ways to work outside the GUI thread, and the only file besides ``gui/jobs`` that may use them: it
# writes all decisions to disk in order, even after the page is closed.
RUNNERS = (
    "PySide6.QtCore.QProcess", "PySide6.QtCore.QRunnable", "PySide6.QtCore.QThread",
    "PySide6.QtCore.QThreadPool", "_thread", "asyncio", "concurrent.futures.process",
    "concurrent.futures.ProcessPoolExecutor", "concurrent.futures.ThreadPoolExecutor",
    "concurrent.futures.thread", "multiprocessing", "subprocess", "threading.Thread",
    "threading.Timer",
)  # fmt: skip
WRITER = PACKAGE / "gui/documents/case_storage.py"
# The guard contains the names of the modules that it blocks.
GUARD = PACKAGE / "documents/process_guard.py"
# Decoders of pictures and codes; only this file uses them, in a separate process.
DECODERS = ("PIL", "zxingcpp")
QT_DECODERS = ("QImageReader", "loadFromData", "fromData(", "QMovie")
DECODING = PACKAGE / "documents/picture_worker.py"
OPENERS = ("QDesktopServices", "setOpenExternalLinks", "setOpenLinks", "startfile", "xdg-open")

WITHOUT_QT = """
import importlib, sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ImportError("Qt is blocked here")

sys.meta_path.insert(0, NoQt())
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def impure(source: str) -> set[str]:
    return {
        name
        for name in imported(source)
        if not is_within(name, "uriinspector.core") and name.partition(".")[0] not in PURE
    }


def reaching(source: str) -> set[str]:
    return {name for name in imported(source) if any(is_within(name, net) for net in NETWORK)}


def running(source: str) -> set[str]:
    return {name for name in imported(source) if any(is_within(name, each) for each in RUNNERS)}


@for_each("path", *modules("core"))
def test_core_imports_only_itself_and_pure_standard_modules(path: Path) -> None:
    assert impure(path.read_text(encoding="utf-8")) == set()


@for_each(
    "source, found",
    ("import re, os.path", {"os.path"}),
    ("from io import StringIO", {"io", "io.StringIO"}),
    ("from uriinspector.analysis import x", {"uriinspector.analysis", "uriinspector.analysis.x"}),
    ("from uriinspector.core.model import Span", set()),
    ("def f():\n    importlib.import_module('time')", {"time"}),
)
def test_impure_import_is_found(source: str, found: set[str]) -> None:
    assert impure(source) == found


@for_each("path", *modules())
def test_no_module_uses_the_network(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert reaching(source) == set()
    if path != GUARD:
        assert [word for word in OPENERS if word in source] == []


@for_each(
    "source, found",
    ("import socket", {"socket"}),
    ("from urllib import request", {"urllib.request"}),
    ("import http.client", {"http.client"}),
    ("from PySide6 import QtNetwork", {"PySide6.QtNetwork"}),
    ("__import__('ssl')", {"ssl"}),
    ("from urllib.parse import quote", set()),
    ("import html, httpish", set()),
)
def test_network_import_is_found(source: str, found: set[str]) -> None:
    assert reaching(source) == found


@for_each("path", *modules("gui"))
def test_window_starts_threads_and_processes_only_in_jobs(path: Path) -> None:
    if PACKAGE / "gui/jobs" not in path.parents and path != WRITER:
        assert running(path.read_text(encoding="utf-8")) == set()


def test_modules_that_start_threads_or_processes_are_found() -> None:
    jobs = {path.name for path in modules("gui/jobs") if running(path.read_text(encoding="utf-8"))}
    assert jobs == {"latest_job.py", "stream.py", "stream_job.py"}
    assert running(WRITER.read_text(encoding="utf-8")) == {"threading.Thread"}
    assert running("from threading import Event\nfrom concurrent.futures import Future") == set()


def decoding(source: str) -> set[str]:
    names = {name for name in imported(source) if any(is_within(name, each) for each in DECODERS)}
    return names | {word for word in QT_DECODERS if word in source}


@for_each("path", *modules())
def test_only_the_picture_process_decodes_pictures(path: Path) -> None:
    if path != DECODING:
        assert decoding(path.read_text(encoding="utf-8")) == set()


def test_import_of_a_decoder_is_found() -> None:
    assert "PIL" in {name[:3] for name in decoding(DECODING.read_text(encoding="utf-8"))}
    assert decoding("from PIL import Image") >= {"PIL"}
    assert decoding("def f():\n    import zxingcpp") == {"zxingcpp"}
    assert decoding("from PySide6.QtGui import QImageReader") == {"QImageReader"}
    assert decoding("import pillory\nfrom PySide6.QtGui import QImage") == set()


def import_without_qt(names: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_everything_except_the_window_imports_without_qt() -> None:
    answer = import_without_qt([dotted(p) for p in modules() if PACKAGE / "gui" not in p.parents])
    assert answer.returncode == 0, answer.stderr


def test_window_does_not_import_without_qt() -> None:
    assert "Qt is blocked here" in import_without_qt(["uriinspector.gui.shell.window"]).stderr


def test_importing_the_package_loads_no_heavy_modules() -> None:
    heavy = ("PySide6", "ada_url", "idna", "publicsuffixlist", "rich", "email", "sqlite3", "fsrs")
    script = f"import sys, uriinspector; print([m for m in {heavy!r} if m in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_terminal_arguments_load_no_document_or_export_modules() -> None:
    script = "import sys, uriinspector.cli.arguments; print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = ("uriinspector.documents", "uriinspector.export.case", "uriinspector.export.report")
    assert [name for name in answer.stdout.split() if name.startswith(heavy)] == []
