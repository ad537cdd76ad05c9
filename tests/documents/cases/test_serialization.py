"""Sentences of a case are words of ours with names in their places, whoever wrote the file."""

from __future__ import annotations

import json

import pytest

from uriinspector import inspect
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.serialization import findings_from, findings_to

FINDING = json.loads(
    json.dumps(findings_to(inspect("https://www.paypal.com@x93.test/").findings)[0])
)


def test_findings_come_back() -> None:
    (found,) = findings_from([FINDING])
    assert json.loads(json.dumps(findings_to([found]))) == [FINDING]


@pytest.mark.parametrize(
    "template",
    [
        *("{x:>999999999}", "{x!r}", "{x.__class__}", "{x[0]}", "{0}", "{}", "{y}"),
        *("{x", "x}", "{x:{x}}", "{x:}}", 7, None),
    ],
)
def test_a_template_has_names_in_its_places_and_nothing_else(template: object) -> None:
    with pytest.raises(CaseError):
        findings_from([FINDING | {"template": template, "args": {"x": "y"}}])


@pytest.mark.parametrize("template", ["{x}", "no place", "{{{x}}}", ""])
def test_a_template_with_the_names_that_there_are_is_whole(template: str) -> None:
    (found,) = findings_from([FINDING | {"template": template, "args": {"x": "y"}}])
    assert found.message == template.format(x="y")
