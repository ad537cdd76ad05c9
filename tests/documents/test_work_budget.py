"""The work for one file grows with its size, however often things are packed into each other."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.linear import seconds
from uriinspector.documents.scan import scan
from uriinspector.documents.scan_state import AT_LEAST, OCTETS, PART, TIMES, octets_for


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
    assert len(document.parts) <= octets_for(len(octets)) // PART + 1
    assert "more files not opened" in document.not_examined[-1].reason


def test_a_large_file_may_be_decoded_as_before() -> None:
    assert octets_for(0) == AT_LEAST
    assert octets_for(1 << 20) == AT_LEAST + (TIMES << 20)
    assert octets_for(4 << 20) == octets_for(200 << 20) == OCTETS
