"""Tests that run many cases in one item, and report each case that fails."""

import contextlib
import functools
import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.quick_run import spread

Test = Callable[..., None]

SHOWN = 80  # characters of an argument in a report


class Case(NamedTuple):
    """The arguments from one row, and the row's name if it has one."""

    arguments: dict[str, Any]
    name: str

    def __str__(self) -> str:
        return self.name or ", ".join(
            f"{key}={ascii(value)[:SHOWN]}" for key, value in self.arguments.items()
        )


def for_each(names: str, *rows: Any, ids: Iterable[object] = ()) -> Callable[[Test], Test]:
    """Run a test with each row, as ``pytest.mark.parametrize`` does, but as one item.

    Several decorators on one test run it with every combination.  Each case gets its own
    ``monkeypatch`` and ``tmp_path`` if the test takes them; all cases share its other fixtures.
    """
    keys = [name.strip() for name in names.split(",")]
    labels = [*map(str, ids)] or [""] * len(rows)
    cases = [
        Case(dict(zip(keys, row if len(keys) > 1 else (row,), strict=True)), label)
        for row, label in zip(rows, labels, strict=True)
    ]

    def decorate(test: Test) -> Test:
        tables = [cases, *getattr(test, "tables", [])]
        body = vars(test)["__wrapped__"] if len(tables) > 1 else test
        loop = looped(body, tables, {*keys, *getattr(test, "given", ())})
        vars(loop)["pytestmark"] = [*getattr(test, "pytestmark", [])]
        return loop

    return decorate


def looped(test: Test, tables: list[list[Case]], given: set[str]) -> Test:
    """Return a test that runs this one with every combination of cases, which supply ``given``."""

    def loop(request: pytest.FixtureRequest, **fixtures: Any) -> None:
        combinations = [*itertools.product(*tables)]
        if not combinations:
            pytest.skip("there are no cases")  # as parametrize does
        if request.config.getoption("--quick") and not request.node.get_closest_marker("whole"):
            combinations = [*spread(combinations)]
        failed: list[str] = []
        failures: list[BaseException] = []
        for number, cases in enumerate(combinations):
            arguments = {key: value for case in cases for key, value in case.arguments.items()}
            try:
                with separate(fixtures, number) as own:
                    test(**arguments, **own)
            except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001  # of any kind
                failed.append(", ".join(map(str, cases)))
                failure.add_note(f"case: {failed[-1]}")
                failures.append(failure)
        if failures:
            count = f"{len(failures)} of {len(combinations)} cases fail"
            raise BaseExceptionGroup("\n".join([count, *failed]), failures)

    functools.update_wrapper(loop, test, updated=())
    taken = [each for name, each in inspect.signature(test).parameters.items() if name not in given]
    request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
    vars(loop).update(
        __signature__=inspect.Signature([*taken, request]), tables=tables, given=given
    )
    return loop


@contextlib.contextmanager
def separate(fixtures: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Give each case its own folder and monkeypatch."""
    own = dict(fixtures)
    if "tmp_path" in own:
        own["tmp_path"] = own["tmp_path"] / f"case-{number}"
        own["tmp_path"].mkdir()
    with contextlib.ExitStack() as stack:
        if "monkeypatch" in own:
            own["monkeypatch"] = stack.enter_context(pytest.MonkeyPatch.context())
        yield own
