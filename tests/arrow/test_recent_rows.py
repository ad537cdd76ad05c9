"""The cache of rows: the same results, computed once, with a limited size."""

from random import Random

import pyarrow as pa
import pytest

from uriinspector.arrow import functions, inspect_array
from uriinspector.arrow.functions import RecentRows


@pytest.fixture
def asked() -> list[list[str]]:
    return []


@pytest.fixture
def recent(asked: list[list[str]]) -> RecentRows:
    """Return a cache of rows (length, text) that records which rows were computed."""

    def answer(texts: pa.Array) -> pa.StructArray:
        found = texts.to_pylist()
        asked.append(found)
        lengths = pa.array([len(each) for each in found], pa.int32())
        return pa.StructArray.from_arrays([lengths, texts], ["length", "text"])

    return RecentRows(answer)


def answered(recent: RecentRows, *texts: str | None) -> list[str | None]:
    rows = recent.rows(pa.array(texts, pa.string())).to_pylist()
    assert all(row is None or row["length"] == len(row["text"]) for row in rows)
    return [row and row["text"] for row in rows]


def test_cached_rows_are_not_inspected_again(recent: RecentRows, asked: list[list[str]]) -> None:
    assert answered(recent, "a", "bb", None, "a") == ["a", "bb", None, "a"]
    assert answered(recent, "c", "bb", "a", None, "c") == ["c", "bb", "a", None, "c"]
    assert answered(recent, "bb", "c") == ["bb", "c"]
    assert answered(recent) == []
    assert asked == [["a", "bb"], ["c"], []]


def test_cached_rows_equal_those_of_an_array() -> None:
    random = Random(7)
    recent = RecentRows(lambda texts: inspect_array(texts, columns=["uri"]))
    for _ in range(60):
        numbers = random.choices(range(90), k=random.randrange(30))
        texts = pa.array([f"http://h{n}.test/" if n % 7 else None for n in numbers], pa.string())
        assert recent.rows(texts).equals(inspect_array(texts, columns=["uri"]))


def test_oldest_cached_rows_are_dropped(
    recent: RecentRows, asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "CALLS", 2)
    for text in ("a", "b", "c", "b", "a"):
        assert answered(recent, text) == [text]
    assert asked == [["a"], ["b"], ["c"], ["a"]]


def test_row_cache_is_limited_in_size(
    recent: RecentRows, asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "OCTETS", 1_000)
    long = "x" * 2_000
    for text in (long, long, "y" * 300, "z" * 300, "y" * 300):
        assert answered(recent, text) == [text]
    assert [each[0][0] for each in asked] == ["x", "x", "y", "z", "y"]
