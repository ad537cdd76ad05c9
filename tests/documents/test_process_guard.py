"""The guard blocks programs, connections and look-ups, but not the program's own work."""

import subprocess
import sys

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.isolation.guarded_process import BLOCKED, PASSED
from uriinspector.documents import process_guard

if sys.platform == "win32":
    pytest.skip("the attempts are those of POSIX", allow_module_level=True)


def guarded(name: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.isolation.guarded_process", name],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


@for_each("name", *BLOCKED)
def test_process_guard_blocks_and_reports_attempts(name: str) -> None:
    first, reported = guarded(name).splitlines()
    attempt, _, event = first.partition(" (")
    assert attempt in {process_guard.PROGRAM, process_guard.CONNECTION, process_guard.LOOK_UP}
    assert event.removesuffix(")") in process_guard.WATCHED
    assert name == "another thread" or reported == repr([attempt])


@for_each("name", *PASSED)
def test_process_guard_allows_own_work(name: str) -> None:
    assert guarded(name) == "passed\n"


def test_library_installs_no_audit_hook() -> None:
    script = (
        "import sys; sys.addaudithook = None; import uriinspector as u;"
        "print(len(u.scan('http://a.test/').links), u.inspect('http://a.test/').verdict.headline)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "1 Names a.test (reserved for tests)\n"
