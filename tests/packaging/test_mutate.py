"""The mutation run on a small project: what it finds, draws and leaves alone, also when killed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path

slow = pytest.mark.full  # each change is a run of tests of its own

MODULE = '''\
"""A shop."""

from __future__ import annotations

from functools import cache

PRICES = {"apple": 3, "pear": 4}
LARGE = 10


@cache
def price(name: str | None) -> int | None:
    """What it costs."""
    if name not in PRICES:
        return None
    return PRICES[name]


def is_large(count: int) -> bool:
    return count > LARGE


def never_run(count: int) -> int:
    return count + 1


def doubled(count: int) -> int:
    return count * 2


PAIR = doubled(1)


def ranked(names: list[str]) -> list[str]:
    return sorted(names, key=len)
'''
TESTS = """\
from small.core.shop import PAIR, is_large, price, ranked

def test_price():
    assert price("apple") == 3
    assert price("plum") is None

def test_ranked():
    assert ranked(["bb", "a"]) == ["a", "bb"]

def test_pair():
    assert PAIR == 2

def test_large():
    assert is_large(100)
    assert not is_large(1)
"""
SETTINGS = """\
[tool.pytest.ini_options]
pythonpath = ["."]
addopts = ["--import-mode=importlib"]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    texts = {
        "small/__init__.py": "",
        "small/core/__init__.py": "",
        "small/core/shop.py": MODULE,
        "tests/core/test_shop.py": TESTS,
        "pyproject.toml": SETTINGS,
        ".gitignore": "build/\n__pycache__/\n",
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    subprocess.run(["git", "init", "--quiet", "."], cwd=root, check=True)
    return root


def command(project: Path, *more: str) -> list[str]:
    script = str(ROOT / "packaging/mutate")
    return [script, "core", "--project", str(project), "--package", "small", *more]


def mutate(project: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(project, *more), capture_output=True, text=True, check=False, timeout=600
    )


def test_what_is_called_equivalent_is_in_the_program_and_has_a_reason() -> None:
    rows = tomllib.loads((ROOT / "packaging/mutation/equivalents.toml").read_text("utf-8"))
    for row in rows.get("equivalent", []):
        source = {line.strip() for line in (ROOT / row["path"]).read_text("utf-8").splitlines()}
        before = [line[1:].strip() for line in row["change"] if line[0] == "-"]
        assert before, row
        assert set(before) <= source, row
        assert row["reason"].endswith("."), row


@pytest.fixture(scope="module")
def answer(project: Path) -> subprocess.CompletedProcess[str]:
    """All changes of the small project, after a run that was killed in the middle."""
    running = subprocess.Popen(command(project), stderr=subprocess.PIPE, text=True)
    assert running.stderr
    for line in running.stderr:
        if line.startswith("[2/"):
            break
    running.send_signal(signal.SIGKILL)
    running.wait()
    running.stderr.close()
    return mutate(project)


def survivors(answer: subprocess.CompletedProcess[str]) -> dict[tuple[int, str], str]:
    """The change and the tests of each survivor, by its line and its operator."""
    blocks = answer.stdout.split("\n\n")[:-1]
    heads = [re.match(r"small/core/shop\.py:(\d+): \w+/([A-Za-z]+)", block) for block in blocks]
    return {
        (int(head[1]), head[2]): block for head, block in zip(heads, blocks, strict=True) if head
    }


@slow
def test_what_no_test_notices_is_listed(answer: subprocess.CompletedProcess[str]) -> None:
    assert answer.returncode == 0, answer.stderr
    listed = survivors(answer)
    assert set(listed) >= {
        (7, "RemoveEntry"),  # of a table, and no test asks for a pear
        (7, "NumberReplacer"),
        (35, "ChangeOrder"),  # and no test has a long name that comes first
        (8, "NumberReplacer"),  # of a constant, and no test is at the border
    }
    assert '    -PRICES = {"apple": 3, "pear": 4}' in listed[7, "RemoveEntry"]
    assert '    +PRICES = {"apple": 3,}' in listed[7, "RemoveEntry"]
    assert "ran tests/core/test_shop.py: " in listed[7, "RemoveEntry"]


@slow
def test_what_no_test_runs_is_said_so(answer: subprocess.CompletedProcess[str]) -> None:
    assert "no test runs it" in survivors(answer)[24, "ReplaceBinaryOperator"]


@slow
def test_what_makes_no_difference_is_not_tried(project: Path, answer: object) -> None:
    assert answer
    lines = (project / "build/mutation/core/results.jsonl").read_text("utf-8").splitlines()
    changes = ["".join(json.loads(line)["mutant"]["diff"]) for line in lines]
    assert not [each for each in changes if "@cache" in each or "shop." in each]
    assert all('"""' not in each for each in changes)
    assert len(set(changes)) == len(changes)


@slow
def test_what_ran_while_it_was_imported_is_changed_too(
    answer: subprocess.CompletedProcess[str],
) -> None:
    assert not [line for line, _ in survivors(answer) if line == 28]
    assert "shop.py:28" in answer.stderr


@slow
def test_every_change_counts_once(answer: subprocess.CompletedProcess[str]) -> None:
    last = answer.stdout.splitlines()[-1]
    counts = re.fullmatch(
        r"(\d+) changes: (\d+) killed, (\d+) survived, (\d+) timed out, (\d+) equivalent; "
        r"[\d.]+% noticed or equivalent",
        last,
    )
    assert counts
    every, killed, survived, slow, same = map(int, counts.groups())
    assert every == killed + survived + slow + same
    assert killed > 3
    assert survived == len(survivors(answer))


@slow
def test_the_project_is_left_alone(project: Path, answer: object) -> None:
    assert answer
    assert (project / "small/core/shop.py").read_text("utf-8") == MODULE
    assert (project / "tests/core/test_shop.py").read_text("utf-8") == TESTS


@slow
def test_what_was_tried_is_not_tried_again(project: Path, answer: object) -> None:
    assert answer
    began = time.monotonic()
    again = mutate(project, "--sample", "5")
    assert again.stderr.count("\n[") + again.stderr.startswith("[") >= 5
    assert time.monotonic() - began < 30


@slow
def test_a_seed_draws_the_same_changes(project: Path, answer: object) -> None:
    assert answer
    samples = [mutate(project, "--sample", "4", "--seed", seed).stderr for seed in ("7", "7", "8")]
    drawn = [sorted(re.findall(r"shop\.py:\d+", sample)) for sample in samples]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == len(drawn[2]) == 4


@slow
def test_tests_that_fail_say_nothing(project: Path, answer: object) -> None:
    assert answer
    failing = project / "tests/core/test_failing.py"
    failing.write_text("def test_it():\n    assert False\n", "utf-8")
    try:
        refused = mutate(project, "--sample", "1")
    finally:
        failing.unlink()
    assert refused.returncode == 2
    assert "do not pass as they are: tests/core/test_failing.py::test_it;" in refused.stderr


@slow
def test_a_room_that_is_not_there_is_said_so(project: Path) -> None:
    refused = subprocess.run(
        [ROOT / "packaging/mutate", "cellar", "--project", project, "--package", "small"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert refused.returncode == 2
    assert refused.stderr == "there is no such room: small/cellar\n"
