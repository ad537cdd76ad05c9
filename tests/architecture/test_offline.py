"""Nothing leaves the machine, no program is started, and no foreign file is opened."""

import json
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.source import PACKAGE, ROOT
from tests.for_each import for_each
from uriinspector.analysis.list_folder import default_folder
from uriinspector.documents.picture_process import command

# The program with its resources, its libraries, and Python itself.
OURS = (
    PACKAGE,
    ROOT / "resources",
    *(Path(sysconfig.get_path(each)) for each in ("stdlib", "platstdlib", "purelib", "platlib")),
    # Folders where argparse looks for translations, also with Debian's Python.
    *(
        Path(each, "share", folder)
        for each in {sys.prefix, sys.base_prefix}
        for folder in ("locale", "locale-langpack")
    ),
)
# Where Python looks for modules: folders, and an archive that may not exist.
LOOKED_INTO = {
    ROOT,
    # Examined once, for the user's lists.
    default_folder(),
    *(Path(each) for each in sys.path if each.endswith(".zip")),
    *(parent for each in OURS for parent in each.parents),
}


class Record(NamedTuple):
    """The record of a process: forbidden actions, opened files, picture processes."""

    left: list[str]
    opened: list[tuple[Path, bool]]
    # The commands by which the picture processes were started.
    readers: list[list[str]]

    @property
    def foreign(self) -> list[Path]:
        """Return the files outside the program's own folders."""
        return [
            path
            for path, _ in self.opened
            if path not in LOOKED_INTO and not any(path.is_relative_to(each) for each in OURS)
        ]

    @property
    def written(self) -> list[Path]:
        """Return the files that were opened for writing."""
        return [path for path, writes in self.opened if writes]


@cache
def run(what: str) -> Record:
    """Return the record of a watched process; ``-B`` keeps Python from writing bytecode."""
    answer = subprocess.run(
        [sys.executable, "-B", "-m", "tests.architecture.offline", what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout)
    opened = [(ROOT / path, writes) for path, writes in found["opened"]]
    return Record(found["left"], opened, found["readers"])


@for_each("what", "everything", "kinds", "terminal")
def test_nothing_leaves_the_machine_and_no_program_is_started(what: str) -> None:
    assert run(what).left == []


@for_each("what", "everything", "kinds", "terminal")
def test_no_foreign_file_is_opened_and_no_file_is_written(what: str) -> None:
    assert run(what).foreign == []
    assert run(what).written == []


def test_a_single_process_reads_all_pictures() -> None:
    (reader,) = run("everything").readers
    assert reader == command()
    assert reader[1:4] == ["-I", "-S", "-B"]
    assert run("terminal").readers == []


def test_access_to_own_files_is_recorded() -> None:
    seen = {path for path, _ in run("everything").opened}
    assert ROOT / "resources/lists/services.toml" in seen


@for_each(
    "what, event",
    ("connect", "socket.connect"), ("connect_ex", "socket.connect"), ("send", "socket.sendto"),
    ("look_up", "socket.getaddrinfo"),
    ("look_up_by_name", "socket.gethostbyname"),
    ("start", "subprocess.Popen"),
)  # fmt: skip
def test_forbidden_action_is_recorded_and_refused(what: str, event: str) -> None:
    assert event in run(what).left


def test_access_to_a_foreign_file_is_recorded() -> None:
    assert Path("/dev/null") in run("read").written
    assert Path("/etc/passwd") in run("read").foreign


def test_local_socket_is_recorded_and_allowed() -> None:
    assert run("local").left
