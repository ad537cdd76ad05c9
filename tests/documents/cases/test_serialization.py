"""Findings and heads stored in a case file, checked when they are read."""

import json

import pytest

from tests.for_each import for_each
from uriinspector import inspect, scan
from uriinspector.documents.cases.link_row import head_of
from uriinspector.documents.cases.schema import (
    CaseError,
    findings_from,
    findings_to,
    head_from,
    head_to,
)

FINDING = json.loads(
    json.dumps(findings_to(inspect("https://www.paypal.com@x93.test/").findings)[0])
)


def test_stored_findings_round_trip() -> None:
    (found,) = findings_from([FINDING])
    assert json.loads(json.dumps(findings_to([found]))) == [FINDING]


@for_each(
    "template",
    *("{x:>999999999}", "{x!r}", "{x.__class__}", "{x[0]}", "{0}", "{}", "{y}"),
    *("{x", "x}", "{x:{x}}", "{x:}}", 7, None),
)
def test_malformed_stored_template_raises(template: object) -> None:
    with pytest.raises(CaseError):
        findings_from([FINDING | {"template": template, "plain_template": "", "args": {"x": "y"}}])


@for_each("template", "{x}", "no place", "{{{x}}}", "")
def test_well_formed_stored_template_is_formatted(template: str) -> None:
    (found,) = findings_from(
        [FINDING | {"template": template, "plain_template": "", "args": {"x": "y"}}]
    )
    assert found.message == template.format(x="y")


MAIL = b"From: a@b.test\nContent-Location: http://c.test/\n\nx"
COLUMNS = ("a.eml", "a.eml", "message", 9, "", 0, 0)
# Fields that may be null.
LEFT_OPEN = {
    "parts": {"name", "charset", "encoding", "content_id", "location", "base"},
    "envelopes": {"subject", "date", "message_id", "return_path", "received_spf"},
}


def stored(**changes: object) -> tuple[object, ...]:
    """Return the columns of a mail, with changes to its first part or envelope."""
    values = json.loads(str(head_to(head_of(scan(MAIL), "a.eml", 0))))
    for place, change in changes.items():
        values[place][0] |= change
    return (*COLUMNS, json.dumps(values))


@for_each("place", *LEFT_OPEN)
def test_only_optional_fields_may_be_null(place: str) -> None:
    head = head_from(stored())
    assert head == head_from((*COLUMNS, str(head_to(head))))
    for name in json.loads(str(stored()[-1]))[place][0]:
        if name in LEFT_OPEN[place]:
            value, *_ = getattr(head_from(stored(**{place: {name: None}})), place)
            assert getattr(value, name) is None
        else:
            with pytest.raises((CaseError, TypeError)):
                head_from(stored(**{place: {name: None}}))


def test_authentication_results_of_an_older_case_come_from_the_sender() -> None:
    received = b"Received: from a.test (a.test [192.0.2.1]) by mx.test with ESMTP\n"
    results = b"Authentication-Results: mx.test; spf=pass smtp.mailfrom=b.test\n"
    mail = results + b"Received-SPF: fail (mx.test: domain of x@c.test)\n" + received + MAIL
    head = head_of(scan(mail), "a.eml", 0)
    claims = [(each.result, each.place) for each in head.envelopes[0].claims]
    assert claims == [("pass", "receiver"), ("fail", "receiver")]
    values = json.loads(str(head_to(head)))
    assert head_from((*COLUMNS, json.dumps(values))).envelopes == head.envelopes
    del values["envelopes"][0]["claims"]
    older = head_from((*COLUMNS, json.dumps(values))).envelopes[0].claims
    assert [(each.result, each.place) for each in older] == [("pass", "sender"), ("fail", "sender")]


def test_base_may_lack_text_but_not_origin() -> None:
    base = {"text": None, "origin": "default", "note": ""}
    part, *_ = head_from(stored(parts={"base": base})).parts
    assert part.base is not None
    assert part.base.text is None
    for name in ("origin", "note"):
        with pytest.raises(CaseError):
            head_from(stored(parts={"base": base | {name: None}}))


def test_stored_fields_have_the_right_types() -> None:
    for name in ("size", "start", "end"):
        with pytest.raises(CaseError):
            head_from(stored(parts={name: "7"}))
    for name in ("path", "type", "name", "sha256", "location"):
        with pytest.raises(CaseError):
            head_from(stored(parts={name: 7}))
    with pytest.raises(CaseError):
        head_from(stored(parts={"further": "x"}))
