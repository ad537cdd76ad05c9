"""The idle queue: calls run one by one, and superseded ones are skipped."""

from collections.abc import Callable
from functools import partial

from pytestqt.qtbot import QtBot

from uriinspector.gui.jobs.latest_job import IdleQueue


def calls(made: list[str], names: str) -> list[Callable[[], None]]:
    return [partial(made.append, name) for name in names]


def test_calls_can_run_immediately(qtbot: QtBot) -> None:  # noqa: ARG001
    made: list[str] = []
    IdleQueue().take(calls(made, "abc"), at_once=True)
    assert made == ["a", "b", "c"]


def test_calls_can_run_in_the_event_loop(qtbot: QtBot) -> None:
    made: list[str] = []
    turns = IdleQueue()
    turns.take(calls(made, "abc"), at_once=False)
    assert (made, turns.is_busy) == ([], True)
    qtbot.waitUntil(lambda: not turns.is_busy)
    assert made == ["a", "b", "c"]


def test_superseded_calls_are_skipped(qtbot: QtBot) -> None:
    made: list[str] = []
    turns = IdleQueue()
    others = partial(turns.take, calls(made, "xy"), at_once=False)
    turns.take([*calls(made, "a"), others, *calls(made, "bc")], at_once=False)
    qtbot.waitUntil(lambda: not turns.is_busy)
    assert made == ["a", "x", "y"]
    turns.take(calls(made, "z"), at_once=False)
    turns.close()
    qtbot.wait(20)
    assert made == ["a", "x", "y"]
