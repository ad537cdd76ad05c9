"""Traced system calls: no sockets, no other programs, and no paths that links name."""

import csv
import os
import re
import sys
from pathlib import Path

import pytest

import uriinspector
from tests.architecture.source import ROOT
from tests.documents.test_picture_formats import WITHIN, sample
from tests.fuzz import corpus
from tests.fuzz.document_targets import NAMES
from tests.fuzz.table import TARGETS
from tests.isolation.material import WORD, files, links
from tests.isolation.system_calls import Trace, missing, traced
from uriinspector.documents.cases.link_row import head_of, row_of
from uriinspector.documents.cases.store import CaseFile
from uriinspector.documents.picture_worker import DECODERS
from uriinspector.documents.scan import READERS

WHY_NOT = missing()
pytestmark = [
    pytest.mark.full,  # some minutes, and another program
    pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT),
]
LINES = 60
# The number of files scanned per kind, limited since tracing is slow.
MOST, FEW = 60, 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create files whose links point to an existing file."""
    made = tmp_path_factory.mktemp("isolation")
    secret = made / WORD / "secret.html"
    secret.parent.mkdir()
    secret.write_text("<a href='http://read.test/'>this must not be read</a>")
    (made / "files").mkdir()
    for name, octets in files(secret).items():
        (made / "files" / name).write_bytes(octets)
    for kind in READERS:
        for number, octets in enumerate(corpus.units(TARGETS[f"document-{kind}"].corpus)[:FEW]):
            (made / "files" / f"{kind}-{number}-{NAMES.get(kind, '')}").write_bytes(octets)
    case_from_elsewhere(made / "elsewhere.uricase", secret)
    (made / "links").write_text("".join(f"{each}\n" for each in links(secret)), "utf-8")
    return made


def case_from_elsewhere(path: Path, secret: Path) -> None:
    """Write a case that claims a file of this computer, and one of another computer."""
    document = uriinspector.scan(secret)
    here = head_of(document, str(secret), secret.stat().st_mtime_ns)
    case = CaseFile.make(path)
    case.add([(0, here), (1, here._replace(path=f"//{WORD}.test/share/a.html"))])
    case.add([(0, [row_of(link, 0) for link in document.links])])
    case.close()


def environment(folder: Path) -> dict[str, str]:
    """Return an environment without display, session bus or real home."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    places = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "PYTHONPATH": ROOT}
    own = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "QT_QPA_PLATFORM": "offscreen"}
    return kept | own | {name: str(place) for name, place in places.items()}


def run(folder: Path, *arguments: str, says: str = "") -> Trace:
    """Run Python under strace and check that it did its work; otherwise it would prove nothing."""
    trace, answer = traced(
        [sys.executable, "-B", *arguments], folder / "strace.log", environment(folder), folder
    )
    assert answer.returncode in (0, 1), answer.stderr.decode()[-2_000:]
    assert b"Traceback" not in answer.stderr
    assert says in answer.stdout.decode()
    assert trace.calls
    return trace


def terminal(folder: Path, *arguments: str, says: str = "") -> Trace:
    """Run a command, and check that it writes no files."""
    trace = run(folder, "-m", "uriinspector.cli", *arguments, says=says)
    assert trace.written[:LINES] == []
    return trace


def assert_alone(trace: Trace) -> None:
    """Check that it used no network, started nothing, and touched no path that only links name."""
    assert trace.network[:LINES] == []
    assert trace.started[:LINES] == []
    assert trace.touched[:LINES] == []


@pytest.mark.parametrize("form", ["--full", "--json"])
def test_terminal_inspects_links_in_isolation(folder: Path, form: str) -> None:
    every = (folder / "links").read_text("utf-8").splitlines()
    assert_alone(terminal(folder, form, "--", *every))


@pytest.mark.parametrize(
    "options", [("--jobs", "1"), ("--jobs", "2", "--format", "jsonl")], ids=["one", "several"]
)
def test_terminal_scans_files_in_isolation(folder: Path, options: tuple[str, ...]) -> None:
    trace = terminal(folder, "scan", *options, "files")
    assert_alone(trace)
    assert 1 <= len(trace.readers) <= int(options[1])


@pytest.mark.parametrize("kind", READERS)
def test_terminal_scans_each_kind_of_file_in_isolation(folder: Path, kind: str) -> None:
    """The files of the fuzz tests, intact and damaged."""
    made = folder / f"kind-{kind}"
    made.mkdir()
    for number, octets in enumerate(corpus.units(TARGETS[f"document-{kind}"].corpus)[:MOST]):
        (made / f"{number}-{NAMES.get(kind, '')}").write_bytes(octets)
    arguments = ("scan", "--jobs", "1", "--format", "json", made.name)
    assert_alone(terminal(folder, *arguments, says=f'"kind": "{kind}"'))


@pytest.mark.parametrize("within", WITHIN)
def test_terminal_reads_each_picture_format_in_isolation(folder: Path, within: str) -> None:
    made = folder / f"pictures-{within}"
    made.mkdir()
    for form in (*DECODERS, "EPS"):
        (made / form).write_bytes(WITHIN[within](sample(form)))
    trace = terminal(folder, "scan", "--jobs", "1", made.name)
    assert_alone(trace)
    assert len(trace.readers) >= 1


@pytest.mark.parametrize("command", ["report", "table"])
def test_only_the_named_output_is_written(folder: Path, command: str) -> None:
    """Until it is complete, under a temporary name in the same folder."""
    every = (folder / "links").read_text("utf-8").splitlines()
    with (folder / "links.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["link"], *([each] for each in every)])
    arguments = {
        "report": ("-o", "named.html", "--format", "html", every[0]),
        "table": ("--column", "link", "links.csv", "named.csv"),
    }
    trace = run(folder, "-m", "uriinspector.cli", command, *arguments[command])
    assert_alone(trace)
    named = re.compile(r'"(?:[^"]*/)?(?:named\.(?:html|csv)[^"]*|\.[0-9a-f]{16}\.new)"')
    assert [each for each in trace.written if not named.search(each)] == []
    assert any("named." in each for each in trace.written)


def test_other_commands_run_in_isolation(folder: Path) -> None:
    secret = str(folder / WORD / "secret.html")
    for command in (
        ("resolve", f"file://{secret}", "../x"),
        ("compare", f"file://{secret}", f"file://localhost{secret}"),
        ("report", "--format", "html", f"file://{secret}"),
        ("defang", f"file://{secret}"),
        ("fill", "ticket", f"file://{secret}"),
    ):
        assert_alone(terminal(folder, *command))


def test_window_shows_links_files_and_cases_in_isolation(folder: Path) -> None:
    secret = folder / WORD / "secret.html"
    arguments = ("-m", "tests.isolation.window", str(folder), str(secret))
    assert_alone(run(folder, *arguments, says="case: saved.uricase, kept: 0\n"))


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("import socket; socket.socket().connect_ex(('127.0.0.1', 9))", "network"),
        ("import socket; socket.getaddrinfo('localhost', 80)", "network"),
        ("import subprocess; subprocess.run(['true'])", "started"),
        ("import os; os.system('true')", "started"),
        (f"import os; os.path.exists('/tmp/{WORD}')", "touched"),
        ("open('new', 'w')", "written"),
        ("import os; os.mkdir('made'); os.rmdir('made')", "written"),
        (f"open('{WORD}/secret.html')", "touched"),
        (f"import os; os.path.exists(r'\\\\host\\{WORD}')", "touched"),
    ],
)
def test_planted_escape_attempt_is_detected(folder: Path, code: str, question: str) -> None:
    assert getattr(run(folder, "-c", code), question) != []
