"""Nothing leaves the machine, no program is started, and no file but our own is opened."""

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

# The program, what is shipped with it, what it stands on, and Python itself.
OURS = (
    PACKAGE,
    ROOT / "resources",
    *(Path(sysconfig.get_path(each)) for each in ("stdlib", "platstdlib", "purelib", "platlib")),
    # Where argparse looks for translations of its own words, and Debian's Python as well.
    *(
        Path(each, "share", folder)
        for each in {sys.prefix, sys.base_prefix}
        for folder in ("locale", "locale-langpack")
    ),
)
# Where Python looks for modules: the folders themselves, and an archive that need not exist.
LOOKED_INTO = {
    ROOT,
    # Once, for the user's lists.
    default_folder(),
    *(Path(each) for each in sys.path if each.endswith(".zip")),
    *(parent for each in OURS for parent in each.parents),
}


class Record(NamedTuple):
    """What a process did: events that lead out of it, files, and whether it wrote to them."""

    left: list[str]
    opened: list[tuple[Path, bool]]
    # The processes that read pictures: how each was started.
    readers: list[list[str]]

    @property
    def foreign(self) -> list[Path]:
        """The files that are none of ours."""
        return [
            path
            for path, _ in self.opened
            if path not in LOOKED_INTO and not any(path.is_relative_to(each) for each in OURS)
        ]

    @property
    def written(self) -> list[Path]:
        """The files that were opened in order to write."""
        return [path for path, writes in self.opened if writes]


@cache
def run(what: str) -> Record:
    """A process under watch; ``-B``: Python itself would write down what it compiles."""
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
def test_nothing_leaves_the_machine_and_no_other_program_is_started(what: str) -> None:
    assert run(what).left == []


@for_each("what", "everything", "kinds", "terminal")
def test_no_file_is_opened_or_asked_for_but_our_own(what: str) -> None:
    assert run(what).foreign == []
    assert run(what).written == []


def test_one_process_reads_all_pictures_and_is_our_own() -> None:
    (reader,) = run("everything").readers
    assert reader == command()
    assert reader[1:4] == ["-I", "-S", "-B"]
    assert run("terminal").readers == []


def test_our_own_files_are_seen() -> None:
    seen = {path for path, _ in run("everything").opened}
    assert ROOT / "resources/lists/services.toml" in seen


@for_each(
    "what, event",
    ("connect", "socket.connect"),
    ("connect_ex", "socket.connect"),
    ("send", "socket.sendto"),
    ("look_up", "socket.getaddrinfo"),
    ("look_up_by_name", "socket.gethostbyname"),
    ("start", "subprocess.Popen"),
)
def test_a_way_out_is_seen_and_refused(what: str, event: str) -> None:
    assert event in run(what).left


def test_a_foreign_file_is_seen() -> None:
    assert Path("/dev/null") in run("read").written
    assert Path("/etc/passwd") in run("read").foreign


def test_a_socket_inside_the_machine_is_seen_and_let_be() -> None:
    assert run("local").left
