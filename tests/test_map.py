"""The steps in the map for adding things work, and change no more files than expected."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT

RULE = '''"""A rule about shouting."""

from uriinspector.analysis.facts import Facts
from uriinspector.analysis.finding import LOW
from uriinspector.analysis.facts import Hit, Rule


def shouting(facts: Facts):
    """Find an exclamation mark in the path."""
    at = facts.text.find("!")
    if at >= 0:
        yield Hit(at, at + 1)


RULES = (
    Rule("shouting", LOW, "Loud", {"": "It shouts."}, ("RFC 3986 2.2",), shouting, when="is_web"),
)
'''
EXPORT = """
def loud(given):
    return given.inspection.text.upper()
"""
DECODER = """

@decoder("ticket", "ticket number", "none", Shape.OTHER | Shape.URLSAFE, 8, 8)
def ticket(datum: Datum) -> Iterator[Decoded]:
    if datum.text.startswith("TK-"):
        yield Decoded(ADDRESS, datum.text, message("Ticket"), CERTAIN)
"""
SCHEME = """SIMPLE: tuple[tuple[Any, ...], ...] = (
    ("shout", "a loud word", "content", "say", "aloud", "app"),
"""
COLUMN = """COLUMNS = (
    LinkColumn(
        "url.size", pa.int64(), FROM_PARTS, "The length.", lambda parts: [*map(len, parts.texts)]
    ),
"""
READER = """
from uriinspector.documents.reading.plain_text import read_text as read_notes
"""
READERS = """
from uriinspector.documents.reading.notes import read_notes

READERS: Mapping[str, Reader] = {
    "note": read_notes,
"""
KIND = """KINDS: tuple[DocumentKind, ...] = (
    _kind("note", "application/x-note", b"NOTE"),
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


def changed(package: Path) -> int:
    """Return the number of files that are new or differ from the original."""
    files = [each for each in package.rglob("*") if each.is_file()]
    originals = [PACKAGE / each.relative_to(package) for each in files]
    return sum(
        not old.exists() or old.read_bytes() != new.read_bytes()
        for new, old in zip(files, originals, strict=True)
    )


def test_rule_can_be_added_with_a_function_and_a_table_row(copy: Path) -> None:
    (copy / "analysis/rules/shouting.py").write_text(RULE, "utf-8")
    change(
        copy / "analysis/rules/table.py",
        ("FILES = (\n", 'FILES = (\n    RuleFile("shouting", "is_web"),\n'),
    )
    assert "It shouts." in run(copy, "http://a.example/!")
    assert "It shouts." not in run(copy, "http://a.example/")
    assert "Loud" in run(copy, "explain", "shouting")
    assert changed(copy) == 2


def test_export_can_be_added_with_a_function_and_a_table_row(copy: Path) -> None:
    (copy / "export/loud.py").write_text(EXPORT, "utf-8")
    formats = copy / "export/formats.py"
    formats.write_text(formats.read_text("utf-8") + EXPORT_ROW, "utf-8")
    assert "HTTP://A.EXAMPLE/" in run(copy, "report", "--format", "loud", "http://a.example/")
    assert changed(copy) == 2


def test_decoder_can_be_added_with_a_function_and_its_row(copy: Path) -> None:
    file = copy / "analysis/values/networks.py"
    file.write_text(file.read_text("utf-8") + DECODER, "utf-8")
    assert "Ticket" in run(copy, "values", "https://a.example/?t=TK-12345")
    assert changed(copy) == 1


def test_scheme_can_be_added_with_a_table_row(copy: Path) -> None:
    change(copy / "core/schemes/rows.py", ("SIMPLE: tuple[tuple[Any, ...], ...] = (\n", SCHEME))
    assert "a loud word" in run(copy, "--full", "shout:hello")
    assert changed(copy) == 1


def test_column_can_be_added_with_a_table_row(copy: Path) -> None:
    change(copy / "arrow/columns.py", ("COLUMNS = (\n", COLUMN))
    source, target = copy.parent / "links.csv", copy.parent / "judged.csv"
    source.write_text("url\nhttp://a.example/\n", "utf-8")
    run(copy, "table", "--columns", "url.size", str(source), str(target))
    assert "17" in target.read_text("utf-8")
    assert changed(copy) == 1


def test_language_can_be_added_with_a_catalog_and_a_table_row(copy: Path) -> None:
    resources = copy.parent / "resources"
    resources.unlink()
    shutil.copytree(ROOT / "resources", resources)
    shutil.copy(resources / "translations/de.mo", resources / "translations/pl.mo")
    change(copy / "core/model.py", ('LANGUAGES = {"en"', 'LANGUAGES = {"pl": "polski", "en"'))
    out = run(copy, "report", "--language", "pl", "http://a.example/")
    assert "Schwere" in out
    assert changed(copy) == 1


def test_kind_of_document_can_be_added_with_a_row_and_a_reader(copy: Path) -> None:
    (copy / "documents/reading/notes.py").write_text(READER, "utf-8")
    change(copy / "documents/scan.py", ("\nREADERS: Mapping[str, Reader] = {\n", READERS))
    change(copy / "documents/scan_state.py", ("KINDS: tuple[DocumentKind, ...] = (\n", KIND))
    notes = copy.parent / "a.note"
    notes.write_text("NOTE\nhttp://a.example/\n", "utf-8")
    assert "application/x-note" in run(copy, "scan", "--format", "json", str(notes))
    assert "http://a.example/" in run(copy, "scan", "--format", "json", str(notes))
    assert changed(copy) == 3
