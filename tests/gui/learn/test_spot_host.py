"""Spot the host: rounds, single tricks, class mode and results."""

import pytest
from PySide6.QtWidgets import QPushButton

from tests.gui.learn.keyboard import Key, answer_rightly, focus, press, tab_to
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import ChoicePane, MarkedPane, TypedPane
from uriinspector.gui.learn.question_view import QuestionView
from uriinspector.gui.shell.window import Window
from uriinspector.lessons.kinds.links import SITE
from uriinspector.lessons.kinds.scenes import BAR, MAIL
from uriinspector.lessons.lesson import MARK, TYPE
from uriinspector.lessons.spot_the_host import SpotHostRound, SpotOptions
from uriinspector.lessons.tricks import TITLES, TRICKS


def spot_of(page: LearnPage) -> SpotHostRound:
    round_of_links = page.question_view.round
    assert isinstance(round_of_links, SpotHostRound)
    return round_of_links


def test_round_code_reproduces_the_round(page: LearnPage) -> None:
    page.spot("Spot 7k3-f2q")
    view = page.question_view
    assert isinstance(view.round, SpotHostRound)
    assert view.round.code == "7K3-F2Q"
    given = [each.question.given for each in view.round.links]
    for _ in given:
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.round_end
    assert page.round_end.score.text() == "Points: 20 of 20"
    assert page.round_end.words.text().startswith("Wrong answers about legitimate links: 0 of 8.")
    page.spot("7K3 F2Q")
    assert isinstance(view.round, SpotHostRound)
    assert [each.question.given for each in view.round.links] == given


def test_wrong_answers_on_honest_links_are_counted_separately(page: LearnPage) -> None:
    page.spot("7K3-F2Q")
    view = page.question_view
    assert isinstance(view.round, SpotHostRound)
    for link in view.round.links:
        view.answer_choice(rightly=not link.is_honest)
        view.go_on()
    result = view.round.result()
    assert result.false_alarms == result.honest == 8
    assert set(result.again) == {"plain", "honest", "login"}
    rows = [each.accessibleName() for each in page.round_end.tricks.stack.rows]
    assert rows[0].endswith((": 0 of 4", ": 0 of 2"))
    assert len(rows) == len(result.tricks)


def test_invalid_round_code_is_reported(page: LearnPage) -> None:
    page.spot("no code")
    assert page.stack.currentWidget() is page.lesson_view
    assert page.strip.words.text() == "This is not the code of a round: no code"


def test_every_trick_has_a_title() -> None:
    assert list(TITLES) == list(TRICKS)


def test_single_trick_is_practiced_by_keyboard(page: LearnPage, window: Window) -> None:
    window.menus.actions["spot"].trigger()
    start = page.spot_start
    assert start.start.hasFocus()
    start.trick.setCurrentIndex(start.trick.findData("subdomain"))
    tab_to(start.code)
    press(focus(), "7k3f2q")
    press(focus(), Key.Key_Return)
    asked = spot_of(page)
    assert asked.code == "7K3-F2Q"
    assert {each.trick for each in asked.links if not each.is_honest} == {"subdomain"}
    view = page.question_view
    assert view.head.subtitle.text() == "round 7K3-F2Q · Name in front of the registrable domain"
    answer_rightly(view)
    assert view.reason is not None
    kind = TITLES[asked.links[0].trick]
    assert view.reason.text.text().endswith(f"Kind of link: {kind}")
    press(focus(), Key.Key_Escape)
    window.menus.actions["spot"].trigger()
    assert start.options() == SpotOptions("subdomain")
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view


def test_missed_trick_can_be_practiced(page: LearnPage) -> None:
    page.spot("7K3-F2Q")
    view = page.question_view
    for number in range(20):
        view.answer_choice(rightly=number != 3)
        view.go_on()
    missed = page.question_view.round
    assert isinstance(missed, SpotHostRound)
    trick = missed.links[3].trick
    button = next(
        each for each in page.round_end.tricks.findChildren(QPushButton) if each.isVisible()
    )
    assert button.accessibleName() == f"Practice: {TITLES[trick]}"
    tab_to(button)
    press(focus(), " ")
    assert spot_of(page).options.trick == trick


@pytest.mark.parametrize(
    ("way", "pane"), [(TYPE, TypedPane), (MARK, MarkedPane), (SITE, ChoicePane)]
)
def test_answer_modes_use_their_panes(page: LearnPage, way: str, pane: type) -> None:
    page.spot("7K3-F2Q", SpotOptions("subdomain", way))
    view, count = page.question_view, 0
    for _ in range(4):
        count += isinstance(view.pane, pane)
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    assert count >= 2
    assert page.question_view.round is not None
    assert all(each.outcome.at_once for each in page.question_view.round.results)


def test_component_colors_are_optional(page: LearnPage) -> None:
    page.spot("7K3-F2Q", SpotOptions(has_colors=True))
    given = page.question_view.given
    assert given is not None
    assert given.editors["text"].look.tints
    page.spot("7K3-F2Q")
    given = page.question_view.given
    assert given is not None
    assert not given.editors["text"].look.tints


def class_view(page: LearnPage) -> QuestionView:
    page.spot("7K3-F2Q", SpotOptions(is_class=True))
    return page.question_view


def test_class_mode_zooms_in_and_keeps_no_answers(page: LearnPage, window: Window) -> None:
    settings = window.profile.settings
    settings.set("zoom", 125)
    view = class_view(page)
    assert settings["zoom"] == 200
    assert not view.hints.isVisible()
    links = spot_of(page).links
    for number, link in enumerate(links):
        assert view.reason is not None
        if number == 0:  # wrong answer by show of hands
            wrong = next(each for each in link.choices if each != link.question.key)
            press(focus(), str(link.choices.index(wrong) + 1))
        elif number < 3:
            press(focus(), str(link.choices.index(link.question.key) + 1))
        press(focus(), " ")
        assert view.reason.isVisible()
        assert (
            view.reason.title.text()
            != "This is wrong. None of the mistakes that have a name gives it."
        )
        press(focus(), " ")
    assert page.round_end.score.text() == "Correct: 2 of 3"
    assert not page.round_end.results.isVisible()
    assert settings["zoom"] == 125
    assert page.record.count() == 0


def test_answer_shown_in_class_mode_is_not_called_wrong(page: LearnPage) -> None:
    view = class_view(page)
    press(focus(), " ")
    assert view.reason is not None
    assert view.reason.title.text() == "The answer"
    assert view.reason.severity() == "info"
    assert not view.reason.sign.isVisible()


def test_leaving_class_mode_restores_the_zoom(page: LearnPage, window: Window) -> None:
    class_view(page)
    window.profile.settings.set("language", "de")
    again = window.learn_page
    assert window.profile.settings["zoom"] == 200
    press(focus(), Key.Key_Escape)
    assert again.stack.currentWidget() is again.lesson_view
    assert window.profile.settings["zoom"] == 100
    window.profile.settings.set("language", "en")


@pytest.mark.parametrize(("way", "sender"), [(MAIL, "Sender: "), (BAR, "Tab: ")])
def test_mail_and_address_bar_show_the_link(page: LearnPage, way: str, sender: str) -> None:
    page.spot("7K3-F2Q", SpotOptions("", way))
    view = page.question_view
    assert isinstance(view.pane, ChoicePane)
    assert view.given is not None
    assert sender in view.given.spoken()
    assert view.round is not None
    assert view.round.asked.question.given["text"] in view.given.spoken()
    answer_rightly(view)
    assert view.round.results[0].outcome.right
