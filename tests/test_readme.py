"""The README is true: its commands run, and the pages of the manual are up to date."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.analysis.expectations.benign import ROWS as HONEST
from tests.analysis.expectations.checking import inspected
from tests.analysis.expectations.malicious import ROWS as OTHERS
from tests.architecture.source import PACKAGE, ROOT
from tests.for_each import for_each
from uriinspector import Inspection
from uriinspector.analysis.finding import SEVERITIES, Finding
from uriinspector.analysis.rewriters import Rewriters, inside, rewriters, rows_from
from uriinspector.analysis.rules.table import RULES
from uriinspector.core.parse import parse
from uriinspector.documents.rules.table import EVERY as ABOUT_DOCUMENTS

if TYPE_CHECKING:
    from uriinspector.documents.rules.table import AnyRule

README = (ROOT / "README.md").read_text("utf-8")
MAP = (PACKAGE / "README.md").read_text("utf-8")
PAGES = {
    name: (ROOT / name).read_text("utf-8")
    for name in (
        "README.md", "uriinspector/README.md", "tests/README.md", "packaging/README.md",
        ".github/CONTRIBUTING.md",
    )
}  # fmt: skip
NAMED_FILE = re.compile(r"`((?:[\w.]+/)+[\w.-]+(?:\.\w+)?|__init__\.py)`")
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)

# Beginnings of commands that are not run here, and why.
NOT_RUN = {
    "packaging/run": "sets up an environment, which needs a package index, and opens a window",
    "packaging/test": "runs this very test",
    "packaging/wheel": "is run by tests/packaging/test_wheel",
    "packaging/deb": "takes minutes; --full runs it, by packaging/check",
    "pipx install": "needs pipx and a package index; --full runs it, by packaging/check",
    "pipx uninstall": "needs pipx; --full runs it, by packaging/check",
    "sudo apt-get install": "needs root; --full runs it, by packaging/check",
    "pip install": "needs a package index; tests/packaging/test_wheel installs the engine alone",
    "uriinspect desktop": "changes the desktop; tests/cli/test_desktop.py runs it",
    "rm ": "removes folders of the user",
}


def blocks(language: str, page: str = README) -> list[str]:
    """Return the code blocks in a language, without indentation."""
    return [
        "".join(line.removeprefix(margin) for line in body.splitlines(keepends=True))
        for margin, kind, body in BLOCK.findall(page)
        if kind == language
    ]


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


def not_run(command: str) -> list[str]:
    return [each for each in NOT_RUN if command.startswith(each)]


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 175


def test_manual_tables_are_up_to_date() -> None:
    stale = subprocess.run(
        [ROOT / "packaging/manual", "--check"],
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (stale.returncode, stale.stdout) == (0, "")


def test_outdated_manual_table_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT / "packaging/tables")
    manual = importlib.import_module("manual")
    page = "# Keys\n\n<!-- actions -->\n\nold\n\n<!-- / -->\n"
    (tmp_path / "keys.md").write_text(page, "utf-8")
    monkeypatch.setattr(manual, "FOLDER", tmp_path)
    assert manual.main("--check") == 1
    assert capsys.readouterr().out == "keys: run packaging/manual --write\n"


@for_each("rule", *RULES, *ABOUT_DOCUMENTS)
def test_every_rule_has_title_texts_sources_and_severity(rule: AnyRule) -> None:
    assert rule.title
    assert rule.texts
    assert all(rule.texts.values())
    assert rule.cites
    assert all(rule.cites)
    assert rule.severity in SEVERITIES


def test_rule_codes_are_unique() -> None:
    codes = [rule.code for rule in RULES]
    assert len(codes) == len(set(codes))


def all_findings(inspection: Inspection) -> Iterator[Finding]:
    """Return all findings, including those of nested layers."""
    yield from inspection.findings
    for layer in inspection.nested:
        if layer.inspection:
            yield from all_findings(layer.inspection)


def test_every_severity_of_a_rule_is_documented() -> None:
    """No finding in the sample tables has a severity that the rule's documentation leaves out."""
    told = {rule.code: {rule.severity, *re.findall(r"\w+", rule.rises.lower())} for rule in RULES}
    findings = [each for row in (*HONEST, *OTHERS) for each in all_findings(inspected(row))]
    assert {(f.code, f.severity) for f in findings if f.severity not in told[f.code]} == set()


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return a PATH on which ``uriinspect`` is the program under test."""
    script = tmp_path / "uriinspect"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m uriinspector.cli "$@"\n')
    script.chmod(0o755)
    return f"{tmp_path}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("command", [each for each in COMMANDS if not not_run(each)])
def test_readme_command_runs(command: str, path: str) -> None:
    """Exit status 1 is fine, too: it means that something was found."""
    answer = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=ROOT,
        env=os.environ | {"PATH": path},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert answer.returncode in {0, 1}
    assert answer.stdout
    assert answer.stderr == b""


def test_debian_check_installs_as_the_readme_describes() -> None:
    check = (ROOT / "packaging/check").read_text("utf-8").replace("\\\n", " ")
    lines = [
        shlex.split(each, comments=True) for each in COMMANDS if "pipx" in each or "apt-get" in each
    ]
    assert len(lines) == 3
    places = {"dist/uriinspector-*.whl": "/tmp/uriinspector-*.whl"}
    places |= {"--pip-args=--find-links=dist": "--pip-args=--find-links=/tmp"}
    places |= {"./dist/uriinspector_*.deb": "/tmp/uriinspector.deb"}
    for words in lines:
        there = [places.get(each, each) for each in words if each != "sudo"]
        assert any(
            set(there) <= set(shlex.split(line.replace("'", "")))
            for line in check.splitlines()
            if "pipx" in line or "apt-get" in line
        ), words


def test_enough_commands_run_and_each_exception_is_needed() -> None:
    assert sum(shlex.split(each)[0] == "uriinspect" for each in COMMANDS) >= 5
    assert {name for each in COMMANDS for name in not_run(each)} == set(NOT_RUN)
    assert all(NOT_RUN.values())


@for_each("source", *blocks("python"))
def test_python_example_runs(source: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines()[0].startswith("high Goes to 127.0.0.1")
    assert answer.stdout.splitlines()[1] == "http://a/g"


@for_each("rows", *blocks("toml", MAP))
def test_rewriter_row_of_the_code_map_works(rows: str) -> None:
    [row] = rows_from(rows)
    link = parse("https://eu.gateway.example/check?url=https%3A%2F%2Fevil.test%2F&to=a")
    table: Rewriters = rewriters([row])
    assert table.of(link) == row
    found = inside(row, link)
    assert found
    assert found.text == "https://evil.test/"


@for_each(
    "page, name",
    *[
        (page, name)
        for page, text in PAGES.items()
        for name in sorted(set(NAMED_FILE.findall(text)))
        if not name.startswith(".venv/")
    ],
)
def test_every_named_file_exists(page: str, name: str) -> None:
    folders = (ROOT, PACKAGE, (ROOT / page).parent)
    assert any((folder / name).exists() for folder in folders)


def test_screenshots_are_small_and_have_alt_texts() -> None:
    pictures = re.findall(r"^!\[(.+)\]\((.+)\)$", README, re.MULTILINE)
    assert len(pictures) == 2
    for words, name in pictures:
        assert len(words) > 40
        assert (ROOT / name).read_bytes().startswith(b"\x89PNG")
        assert (ROOT / name).stat().st_size < 100_000


def test_readme_begins_with_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:24])
    assert "\npackaging/run " in first
    assert "\npackaging/test " in first
