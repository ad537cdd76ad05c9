"""Ask me this: what Inspect, Resolve and Compare show becomes questions."""

import pytest

from tests.gui.learn.keyboard import Key, answer_rightly, focus, press
from uriinspector.gui.compare.comparison_view import ComparePair
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.shell.window import Window


def asked_kinds(page: LearnPage) -> list[str]:
    """Answer every question rightly by keys, and give their kinds."""
    view, kinds = page.question_view, []
    while page.stack.currentWidget() is view:
        assert view.round is not None
        kinds.append(view.round.asked.question.kind)
        answer_rightly(view)
        assert view.reason is not None
        assert view.reason.title.text() == "Correct"
        press(focus(), Key.Key_Return)
    return kinds


def test_a_pair_of_resolve_becomes_a_question_whose_answer_is_not_kept(
    page: LearnPage, window: Window
) -> None:
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


def test_a_pair_that_is_too_long_is_not_asked_about(page: LearnPage) -> None:
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
def test_a_link_of_inspect_is_asked_about(
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


def test_two_texts_of_compare_are_asked_about_as_they_are_compared(
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


def test_with_one_text_there_is_nothing_to_compare(page: LearnPage, window: Window) -> None:
    window.compare_page.show_pair(ComparePair("http://a.example/", ""))
    window.open_workspace("compare")
    window.menus.actions["ask"].trigger()
    assert page.strip.words.text() == "There is nothing to ask about this."
