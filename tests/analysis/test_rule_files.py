"""Modules of rules are loaded when they apply."""

import subprocess
import sys

from tests.architecture.source import PACKAGE, ROOT
from tests.for_each import for_each
from uriinspector.analysis.rules import table
from uriinspector.analysis.rules.table import FILES, RuleFile
from uriinspector.analysis.services import shipped_services

FOLDER = PACKAGE / "analysis/rules"
LOADED = """
import sys, uriinspector
uriinspector.inspect("https://example.com/a/b.html")
print([name for name in sys.argv[1:] if f"uriinspector.analysis.rules.{name}" in sys.modules])
"""


@for_each("file", *FILES)
def test_rule_file_row_has_the_facts_of_its_rules(file: RuleFile) -> None:
    rules = table.rules_in(file.name)
    marks = {mark for rule in rules for mark in rule.when.split()}
    kinds = marks & {kind for kind, _ in shipped_services().rows}
    assert set(file.when.split()) == (marks - kinds) | ({"is_listed"} if kinds else set())
    assert file.about_hosts == any(rule.of_host for rule in rules)


def test_every_module_with_rules_has_a_row() -> None:
    written = {path.stem for path in FOLDER.glob("*.py") if "\nRULES" in path.read_text("utf-8")}
    assert written - {"table"} == {file.name for file in FILES}


def test_rule_table_has_each_rule_once() -> None:
    codes = [rule.code for rule in table.RULES]
    assert len(codes) == len(set(codes)) > 80
    assert not hasattr(table, "OTHERS")


def test_plain_link_loads_no_rules() -> None:
    names = [file.name for file in FILES]
    command = [sys.executable, "-c", LOADED, *names]
    answer = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    assert answer.stdout.strip() == "[]"
