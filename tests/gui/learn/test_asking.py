"""Questions made from the links shown in Inspect, Resolve and Compare."""

import pytest

from tests.gui.learn.keyboard import Key, answer_rightly, focus, press
from uriinspector.gui.compare.comparison_view import ComparePair
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window


def asked_kinds(page: LearnPage) -> list[str]:
    """Answer every question correctly by keyboard and return the kinds of questions."""
    view, kinds = page.question_view, []
    while page.stack.currentWidget() is view:
        assert view.round is not None
        kinds.append(view.round.asked.question.kind)
        answer_rightly(view)
        assert view.reason is not None
        assert view.reason.title.text() == "Correct"
        press(focus(), Key.Key_Return)
    return kinds


def test_question_from_resolve_keeps_no_answers(page: LearnPage, window: Window) -> None:
    window.resolve_page.show_pair("http://a.example/b/c/d;p?q", "../g")
    window.open_workspace("resolve")
    action = window.menus.actions["ask"]
    assert action.isEnabled()
    action.trigger()
    assert window.pages.shown() is page
    view = page.question_view
    assert view.round is not None
    assert view.round.asked.question.key == "http://a.example/b/g"
    assert view.pane is not None
    press(focus(), "http://a.example/b/c/g")
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert "You went up one level too few." in view.reason.spoken()
    press(focus(), Key.Key_Return)
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    assert page.round_end.score.text() == "Points: ½ of 1"
    assert page.record.count() == 0
    assert not action.isEnabled()


def test_too_long_pair_is_refused(page: LearnPage) -> None:
    page.ask_pair("http://a/", "x" * 3_000, "2005")
    assert page.stack.currentWidget() is page.lesson_view
    assert page.strip.words.text() == "This is too long to be asked about."


@pytest.mark.parametrize(
    ("text", "base", "kinds"),
    [
        ("https://www.bank.example@x93.test:81/a", "", ["where", "mark", "mark"]),
        ("https://www.bank.example/a?b#c", "", ["where", "site", "mark", "mark"]),
        ("mailto:a@b.example", "", ["mark", "mark"]),
        ("../g?y", "http://a.example/b/c/d", ["where", "mark", "mark", "target", "origin"]),
        ("//", "", []),
        ("", "", []),
        ("none:empty", "", []),
    ],
)
def test_questions_from_inspect(
    page: LearnPage, window: Window, text: str, base: str, kinds: list[str]
) -> None:
    window.inspect_page.show_text(text, base or None)
    window.open_workspace("inspect")
    window.menus.actions["ask"].trigger()
    assert window.pages.shown() is page
    if not kinds:
        assert page.strip.words.text() == "There is nothing to ask about this."
        return
    assert page.question_view.head.title.text() == "Link from Inspect"
    assert asked_kinds(page) == kinds
    words = "These questions were about your own texts. Nothing was kept."
    assert page.round_end.words.text().startswith(words)
    assert page.record.count() == 0


def test_questions_from_compare_use_its_base_and_fragment_options(
    page: LearnPage, window: Window
) -> None:
    pair = ComparePair("HTTP://a.example/g#s", "g", base_b="http://a.example/b", fragments=False)
    window.compare_page.show_pair(pair)
    window.open_workspace("compare")
    action = window.menus.actions["ask"]
    assert action.isEnabled()
    action.trigger()
    view = page.question_view
    assert view.round is not None
    given = view.round.asked.question.given
    assert (given["a"], given["b"]) == ("HTTP://a.example/g", "http://a.example/g")
    assert asked_kinds(page) == ["rung"]
    press(focus(), Key.Key_Return)  # again
    assert view.round.asked.question.given == given


def test_empty_side_in_compare_gives_no_question(page: LearnPage, window: Window) -> None:
    window.compare_page.show_pair(ComparePair("http://a.example/", ""))
    window.open_workspace("compare")
    window.menus.actions["ask"].trigger()
    assert page.strip.words.text() == "There is nothing to ask about this."
