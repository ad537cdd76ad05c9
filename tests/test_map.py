"""The README's steps for adding a rule and an export work."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT

RULE = '''"""A rule about shouting."""

from uriinspector.analysis.facts import Facts
from uriinspector.analysis.finding import LOW
from uriinspector.analysis.gates import When
from uriinspector.analysis.facts import Hit, Rule


def shouting(facts: Facts):
    """Find an exclamation mark in the path."""
    at = facts.text.find("!")
    if at >= 0:
        yield Hit(at, at + 1)


RULES = (
    Rule("shouting", LOW, "Shouting", {"": "It shouts."}, ("RFC 3986 2.2",), When.WEB, shouting),
)
'''
EXPORT = """
def loud(given):
    return given.inspection.text.upper()
"""
EXPORT_ROW = """
LINK_FORMATS["loud"] = Format("loud", "txt", "Loud", "loud:loud")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the package that tests may change."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "uriinspector", ignore=ignored)
    (tmp_path / "resources").symlink_to(ROOT / "resources")
    return tmp_path / "uriinspector"


def change(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for before, after in pairs:
        assert text.count(before) == 1
        text = text.replace(before, after)
    path.write_text(text, "utf-8")


def run(package: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-B", "-m", "uriinspector.cli", *arguments],
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_adding_a_rule_takes_a_function_and_a_table_row(copy: Path) -> None:
    (copy / "analysis/rules/shouting.py").write_text(RULE, "utf-8")
    change(
        copy / "analysis/rules/table.py",
        ("FILES = (\n", 'FILES = (\n    RuleFile("shouting", When.WEB),\n'),
    )
    assert "It shouts." in run(copy, "http://a.example/!")
    assert "It shouts." not in run(copy, "http://a.example/")
    assert "Shouting" in run(copy, "explain", "shouting")


def test_adding_an_export_takes_a_function_and_a_table_row(copy: Path) -> None:
    (copy / "export/loud.py").write_text(EXPORT, "utf-8")
    formats = copy / "export/formats.py"
    formats.write_text(formats.read_text("utf-8") + EXPORT_ROW, "utf-8")
    assert "HTTP://A.EXAMPLE/" in run(copy, "report", "--format", "loud", "http://a.example/")
