"""Work in turns: one call after the other, and none that was overtaken."""

from collections.abc import Callable
from functools import partial

from pytestqt.qtbot import QtBot

from uriinspector.gui.jobs.latest_job import IdleQueue


def calls(made: list[str], names: str) -> list[Callable[[], None]]:
    return [partial(made.append, name) for name in names]


def test_a_little_is_made_at_once(qtbot: QtBot) -> None:  # noqa: ARG001
    made: list[str] = []
    IdleQueue().take(calls(made, "abc"), at_once=True)
    assert made == ["a", "b", "c"]


def test_between_two_turns_the_window_is_answered(qtbot: QtBot) -> None:
    made: list[str] = []
    turns = IdleQueue()
    turns.take(calls(made, "abc"), at_once=False)
    assert (made, turns.is_busy) == ([], True)
    qtbot.waitUntil(lambda: not turns.is_busy)
    assert made == ["a", "b", "c"]


def test_overtaken_calls_are_not_made(qtbot: QtBot) -> None:
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
