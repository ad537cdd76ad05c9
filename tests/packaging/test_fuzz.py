"""The fuzzing script on small targets: proven feedback, stored faults, continued runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

pytestmark = [
    pytest.mark.full,  # downloads the fuzzer, and depends on time
    pytest.mark.skipif(sys.version_info >= (3, 14), reason="the fuzzer has no wheel for it"),
    pytest.mark.skipif(sys.platform != "linux", reason="the fuzzer has no wheel for it"),
]

TABLE = """\
from tests.fuzz.target import Target
from uriinspector.core.parse import parse


def sound(data):
    parse(data.decode("utf-8", "replace")).to_dict()


def faulty(data):
    sound(data)
    if len(data) > 2:
        raise KeyError(len(data) > 2)


def blind(data):
    return len(data)


def late(data):
    import uriinspector.cli.main


TARGETS = {work.__name__: Target(work.__name__, work, 100) for work in (sound, faulty, blind, late)}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("farm")
    (made / "planted_targets.py").write_text(TABLE, "utf-8")
    return made


def fuzz(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "packaging/fuzz", "--table", "planted_targets", "--state", folder / "state", *more],
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def executions(answer: subprocess.CompletedProcess[str]) -> int:
    """Return the number of executions in the table, which has one target."""
    return int(answer.stdout.splitlines()[-1].split()[1].replace(",", ""))


def test_target_with_feedback_is_fuzzed_and_continued(folder: Path) -> None:
    answer = fuzz(folder, "sound", "--minutes", "0.1", "--turn", "5")
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"sound: feedback proved: from one input to \d+ new ones", answer.stderr)
    first = executions(answer)
    assert first > 100
    again = fuzz(folder, "sound", "--minutes", "0.1", "--turn", "5")
    assert executions(again) > first
    assert "feedback" not in again.stderr  # proven already for this state
    assert executions(fuzz(folder, "sound", "--list")) == executions(again)
    assert executions(fuzz(folder, "sound", "--list", "--fresh")) == 0


def test_fault_is_stored_once_and_fuzzing_continues(folder: Path) -> None:
    answer = fuzz(folder, "faulty", "--minutes", "0.2", "--turn", "10")
    assert answer.returncode == 1, answer.stderr
    [fault] = (folder / "state/faulty/faults").glob("*.bin")
    assert len(fault.read_bytes()) > 2
    assert "KeyError: True" in fault.with_suffix(".txt").read_text("utf-8")
    assert "FAULT: " in answer.stderr


def test_target_without_feedback_is_refused(folder: Path) -> None:
    answer = fuzz(folder, "blind", "--minutes", "0.1")
    assert answer.returncode == 2
    assert "blind: feedback NOT proved" in answer.stderr


def test_modules_imported_without_instrumentation_are_refused(folder: Path) -> None:
    answer = fuzz(folder, "late", "--minutes", "0.1")
    assert answer.returncode == 2
    assert "imported without instrumentation: ['uriinspector.cli." in answer.stderr


def test_unknown_target_is_refused(folder: Path) -> None:
    answer = fuzz(folder, "cellar")
    assert answer.returncode == 2
    assert answer.stderr == "no such target; there are: sound, faulty, blind, late\n"
