"""The work for one file grows with its size, however often things are packed into each other."""

from __future__ import annotations

import base64
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.linear import seconds
from uriinspector.documents.rules.stopped_reading import stopped_reading
from uriinspector.documents.scan import scan
from uriinspector.documents.work_budget import WorkBudget, octets_for

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.document import Document


def zipped(*members: bytes, name: str = "a.zip") -> bytes:
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, octets in enumerate(members):
            archive.writestr(f"{number}{name}", octets)
    return to.getvalue()


def nested(unit: bytes, times: int = 16) -> bytes:
    leaf = zipped(unit * ((1 << 20) // len(unit)), name=".txt")
    return zipped(*[zipped(*[leaf] * times)] * times)


@pytest.mark.parametrize("unit", [b" ", b"http: ", b"[.]"])
def test_a_small_archive_that_unpacks_to_a_large_one_is_left_and_that_is_told(unit: bytes) -> None:
    octets = nested(unit)
    document = scan(octets, name="a.zip")
    assert len(octets) < 25_000
    assert sum(part.size for part in document.parts) < octets_for(len(octets)) + (2 << 20)
    assert "more files not opened" in document.not_examined[-1].reason


def test_more_archives_in_it_cost_no_more_time() -> None:
    some, more = (nested(b" ", times) for times in (8, 24))
    scan(some)
    costs = [min(seconds(lambda: scan(each)) for _ in range(3)) for each in (some, more)]  # noqa: B023 - called at once
    assert costs[1] < 3 * costs[0] + 0.1


def test_empty_members_are_not_for_nothing() -> None:
    inner = zipped(*[b""] * 60, name="")
    octets = zipped(*[zipped(*[inner] * 60)] * 60)
    document = scan(octets, name="a.zip")
    most = octets_for(len(octets)) // 1024 + 1
    assert 0.9 * most < len(document.parts) <= most
    assert "more files not opened" in document.not_examined[-1].reason


def test_a_word_of_rtf_costs_as_much_as_sixteen_octets() -> None:
    words = rb"\b " * 5_000
    texts = zipped(*[words] * 100, name=".txt")
    assert len(scan(texts, name="a.zip").parts) == 101
    octets = zipped(*[rb"{\rtf1 " + words + b"}"] * 100, name=".rtf")
    document = scan(octets, name="a.zip")
    opened, cost = len(document.parts) - 1, 5_000 * 16 + len(words) + 1_024
    assert (opened - 1) * cost < octets_for(len(octets)) <= opened * (cost + 100)
    assert [each.reason for each in document.not_examined] == [
        f"{100 - opened} more files not opened"
    ]


@pytest.mark.parametrize(
    ("size", "most"),
    [
        *((0, 4 << 20), (1, (4 << 20) + 128), (1 << 20, 132 << 20), (2_064_383, (256 << 20) - 128)),
        *((2_064_384, 256 << 20), (2_064_385, 256 << 20), (200 << 20, 256 << 20)),
    ],
)
def test_a_large_file_may_be_decoded_as_before(size: int, most: int) -> None:
    assert octets_for(size) == most


def stopped(document: Document) -> list[Finding]:
    return [each for each in document.findings if each.code == "reading-stopped"]


def test_work_is_charged_until_nothing_is_left() -> None:
    budget = WorkBudget(0)
    assert budget.charge(4 << 20)
    assert not budget.is_refused
    assert not budget.charge(1)
    assert budget.is_refused
    assert budget.left == 0


def test_each_picture_gets_its_share_of_points_and_seconds() -> None:
    budget = WorkBudget(0)
    assert budget.share(1) == (400_000_000, 5.0)
    assert budget.share(100) == (6_000_000, 1.0)
    budget.charge_picture(100_000_000, 4.0)
    assert budget.share(3) == (100_000_000, 8 / 3)
    budget.charge_picture(300_000_000 - 10_001, 0)
    assert budget.share(1)[0] == 10_001
    budget.charge_picture(1, 8.5)
    assert budget.points == 1
    assert budget.share(2)[1] < 0


def test_spent_budget_is_a_finding_of_the_file() -> None:
    octets = nested(b" ")
    (found,) = stopped(scan(octets, name="a.zip"))
    assert found.severity == "medium"
    assert 0 <= found.start < found.end <= len(octets)
    assert stopped(scan(zipped(b"http://a.test/"), name="a.zip")) == []


def test_spent_budget_is_a_finding_of_the_message_that_it_is_in() -> None:
    head = "From: a@a.test\nMIME-Version: 1.0\nContent-Type: application/zip\n"
    body = base64.encodebytes(nested(b" ")).decode()
    mail = f"{head}Content-Transfer-Encoding: base64\n\n{body}"
    box = f"From x\nSubject: a\n\nhttp://a.test/\nFrom x\n{mail}\n".encode()
    document = scan(box, name="a.mbox")
    calm, bomb = document.messages
    assert [each.code for each in calm.findings].count("reading-stopped") == 0
    assert [each.code for each in bomb.findings].count("reading-stopped") == 1


def test_stopped_reading_weighs_less_in_a_large_file() -> None:
    assert stopped_reading(0, 1, 16 << 20).severity == "medium"
    assert stopped_reading(0, 1, (16 << 20) + 1).severity == "low"
