"""The tables of rules and fixes compared with the code and the manual."""

import inspect
import re
from pathlib import Path

from tests.for_each import for_each
from tests.golden_files import compare
from uriinspector.analysis.correction import KINDS
from uriinspector.analysis.finding import SEVERITIES
from uriinspector.analysis.rules.table import RULES as ABOUT_REFERENCES
from uriinspector.documents.rules.table import EVERY as ABOUT_DOCUMENTS

MANUAL = Path(__file__).resolve().parents[2] / "resources/manual"
RULES = {each.code: each for each in (*ABOUT_REFERENCES, *ABOUT_DOCUMENTS)}
# A severity in a comparison is not a choice.
NAMED = re.compile(rf"(?<!== )\b(?:{'|'.join(SEVERITIES).upper()})\b")


@for_each("code", *RULES)
def test_severities_chosen_by_a_rule_are_described(code: str) -> None:
    rule = RULES[code]
    functions = [each for each in rule if inspect.isfunction(each)]
    chosen = {name.lower() for each in functions for name in NAMED.findall(inspect.getsource(each))}
    assert chosen - {rule.severity} <= set(re.findall(r"\w+", rule.rises.lower()))


@for_each("code", *RULES)
def test_rule_texts_are_whole_sentences(code: str) -> None:
    rule = RULES[code]
    assert rule.title == rule.title.strip()
    assert re.fullmatch(r"\w(?s:.)+[\w)\"]", rule.title)
    for variant, text in getattr(rule, "texts", {}).items():
        assert re.fullmatch(r"[\w\"{](?s:.)+[.?}]", text), variant
        assert "  " not in text


def test_document_rules_match_the_golden_file() -> None:
    lines = []
    for each in ABOUT_DOCUMENTS:
        lines.append(f"{each.code} {each.severity} [{', '.join(each.cites)}] {each.title}")
        lines += [f"    rises: {each.rises}"] if each.rises else []
        lines += [f"    {variant or '-'}: {text}" for variant, text in each.texts.items()]
    compare("rules.txt", "".join(f"{each}\n" for each in lines), Path(__file__).parent / "golden")


def rows(page: str) -> dict[str, list[str]]:
    """Return the rows of a manual page whose first cell is a code."""
    text = (MANUAL / page).read_text("utf-8")
    cells = [
        [cell.replace("&#124;", "|") for cell in line[2:-2].split(" | ")]
        for line in text.splitlines()
        if line.startswith("| `")
    ]
    return {code.strip("`"): rest for code, *rest in cells}


def test_manual_lists_every_rule_once() -> None:
    assert set(rows("rules.md")) == set(RULES)
    assert len(RULES) == len(ABOUT_REFERENCES) + len(ABOUT_DOCUMENTS)


@for_each("code", *[each.code for each in ABOUT_DOCUMENTS])
def test_rule_in_the_manual_matches_the_code(code: str) -> None:
    rule = RULES[code]
    severity, rises, title, _, cites = rows("rules.md")[code]
    assert (severity, rises, title) == (rule.severity, rule.rises, rule.title)
    assert cites == ", ".join(rule.cites)


def test_fix_in_the_manual_matches_the_code() -> None:
    found = rows("fixes.md")
    for code, kind in KINDS.items():
        assert found[code] == [kind.title, ", ".join(kind.cites)]
