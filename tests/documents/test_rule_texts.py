"""What the table of rules says of severities, held against the functions that choose them."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields

import pytest

from uriinspector.analysis.finding import SEVERITIES
from uriinspector.analysis.rules.table import RULES as ABOUT_REFERENCES
from uriinspector.documents.rules.all_rules import RULES as ABOUT_DOCUMENTS

RULES = {each.code: each for each in (*ABOUT_REFERENCES, *ABOUT_DOCUMENTS)}
# A severity that something is compared with is not chosen.
NAMED = re.compile(rf"(?<!== )\b(?:{'|'.join(SEVERITIES).upper()})\b")


@pytest.mark.parametrize("code", RULES)
def test_a_severity_that_a_rule_chooses_is_told_in_words(code: str) -> None:
    rule = RULES[code]
    values = (getattr(rule, field.name) for field in fields(rule))
    functions = [each for each in values if inspect.isfunction(each)]
    chosen = {name.lower() for each in functions for name in NAMED.findall(inspect.getsource(each))}
    assert chosen - {rule.severity} <= set(re.findall(r"\w+", rule.rises))
