"""Tests of the for_each decorator: every case runs, and failures are reported by name."""

import inspect
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.for_each import for_each
from tests.quick_run import EXAMPLES


def run(test: Any, *, quick: bool = False, whole: bool = False, **fixtures: object) -> None:
    """Run a decorated test as pytest does."""
    config = SimpleNamespace(getoption={"--quick": quick}.get)
    node = SimpleNamespace(get_closest_marker={"whole": whole}.get)
    test(request=SimpleNamespace(config=config, node=node), **fixtures)


def test_every_combination_runs_and_failures_are_reported_by_name() -> None:
    seen = []

    @for_each("a, b", (1, "x"), (2, "\u202e"), (3, "z"))
    @for_each("c", True, None, ids=["first", "second"])
    def planted(a: int, b: str, *, c: bool) -> None:
        seen.append((a, b, c))
        assert a != 2
        if c is None and a == 3:
            pytest.fail("no exception of the usual kind")

    with pytest.raises(BaseExceptionGroup) as raised:
        run(planted)
    assert seen == [(a, b, c) for a, b in ((1, "x"), (2, "\u202e"), (3, "z")) for c in (True, None)]
    names = ["a=2, b='\\u202e', first", "a=2, b='\\u202e', second", "a=3, b='z', second"]
    assert raised.value.message.split("\n") == ["3 of 6 cases fail", *names]
    assert [each.__notes__ for each in raised.value.exceptions] == [[f"case: {n}"] for n in names]


@for_each("quick, whole, count", (True, False, EXAMPLES), (True, True, 99), (False, False, 99))
def test_quick_run_takes_some_of_many_cases(*, quick: bool, whole: bool, count: int) -> None:
    seen = []

    @for_each("number", *range(99))
    def counted(number: int) -> None:
        seen.append(number)

    run(counted, quick=quick, whole=whole)
    assert len(set(seen)) == len(seen) == count


def test_each_case_has_its_own_folder_and_monkeypatch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PLANTED", raising=False)

    @for_each("name", "a", "b")
    def changed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert os.environ.get("PLANTED") is None
        monkeypatch.setenv("PLANTED", name)
        assert [*tmp_path.iterdir()] == []
        (tmp_path / "same").touch()

    run(changed, tmp_path=tmp_path, monkeypatch=monkeypatch)


def test_marks_between_two_decorators_are_kept() -> None:
    @pytest.mark.whole
    @for_each("a", 1)
    @pytest.mark.parametrize("b", [1])
    @for_each("c", 1)
    @pytest.mark.long
    def marked(a: int, b: int, c: int) -> None:
        assert a == b == c

    assert [each.name for each in vars(marked)["pytestmark"]] == ["long", "parametrize", "whole"]


def test_row_with_missing_values_raises() -> None:
    with pytest.raises(ValueError, match="shorter"):
        for_each("a, b", (1, 2), (3,))


def test_test_without_rows_is_skipped() -> None:
    @for_each("path")
    @for_each("number", 1)
    def never(path: Path, number: int, tmp_path: Path) -> None:
        raise AssertionError(path, number, tmp_path)

    assert [*inspect.signature(never).parameters] == ["tmp_path", "request"]
    with pytest.raises(pytest.skip.Exception):
        run(never)
