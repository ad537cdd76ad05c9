"""The Learn page by keyboard, in small windows, and for screen readers."""

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.learn.keyboard import (
    Key,
    Modifier,
    answer_rightly,
    begin,
    focus,
    press,
    tab_to,
    wrongly,
)
from uriinspector.gui.learn.given_texts import QuietEdit
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.panes import (
    MarkedPane,
    OriginPane,
    SequencePane,
    SeveralPane,
    StepsPane,
    TypedPane,
)
from uriinspector.gui.learn.progress_rows import DONE, Sign
from uriinspector.gui.place_keys import USUAL, keys_in_use
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import say
from uriinspector.lessons.exercise_round import item_of
from uriinspector.lessons.kinds.dot_removals import steps_of
from uriinspector.lessons.lesson import ROUND, course
from uriinspector.lessons.mistakes.table import MISTAKES

EXERCISES = [
    ("components", "five", 1), ("components", "all", 1), ("empty", "mark", 1), ("host", "host", 1),
    ("host", "host", 2), ("host", "host", 3), ("dots", "up", 1), ("dots", "up", 2),
    ("merging", "origins", 1), ("domains", "domain", 1), ("domains", "domain", 2),
    ("components", "write", 1), ("merging", "relative", 1), ("query", "relative", 1),
    ("dots", "order", 1), ("dots", "rules", 1), ("dots", "rules", 2), ("base", "page", 1),
    ("editions", "who", 1), ("editions", "order1997", 1), ("escapes", "valid", 1),
    ("escapes", "same", 1), ("nested", "inner", 1),
]  # fmt: skip


@pytest.mark.parametrize(("lesson", "exercise", "level"), EXERCISES)
def test_round_is_completed_by_keyboard(
    page: LearnPage, lesson: str, exercise: str, level: int
) -> None:
    view = begin(page, lesson, exercise, level)
    for number in range(1, ROUND + 1):
        if number <= 2 * (level - 1):
            continue  # already answered to reach the level
        assert view.head.place.text() == f"{number} of {ROUND}"
        answer_rightly(view)
        assert view.reason is not None
        assert view.reason.title.text() == "Correct"
        assert view.reason.hasFocus()
        press(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.round_end
    assert page.round_end.score.text() == f"Points: {ROUND} of {ROUND}"
    assert view.round is not None
    item = item_of(view.round.lesson, view.round.exercise)
    assert all(each.at_once for each in page.record.outcomes(item))
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view


def test_wrong_answer_is_explained_and_can_be_retried(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    pane, given = view.pane, view.given
    assert isinstance(pane, TypedPane)
    assert given is not None
    assert not given.editors["base"].look.tints
    reason = wrongly(view)
    assert view.reason is not None
    assert view.reason.spoken().startswith(f"Wrong. {reason.split('. ')[0]}")
    assert all(run.look.struck for run in pane.line.label.runs())
    assert given.editors["base"].look.tints
    assert view.reason.again.isVisible()
    assert not view.reason.next.isVisible()
    press(focus(), Key.Key_Return)  # again
    assert pane.field.hasFocus()
    assert view.round is not None
    press(focus(), view.round.asked.question.key)
    press(focus(), Key.Key_Return)
    assert view.round.results[-1].outcome.points == 0.5
    assert page.record.attempts()[-1].tries == 2


def test_answer_is_shown_after_two_wrong_tries(page: LearnPage) -> None:
    view = begin(page, "dots", "up", 2)
    wrongly(view)
    press(focus(), Key.Key_Return)
    wrongly(view)
    assert view.round is not None
    assert isinstance(view.pane, TypedPane)
    assert view.pane.key_line.label.text() == view.round.asked.question.key
    assert view.round.results[-1].outcome.points == 0


def test_answer_can_be_requested_after_a_wrong_try(page: LearnPage) -> None:
    view = begin(page, "merging", "origins")
    assert isinstance(view.pane, OriginPane)
    for each in view.pane.rows:
        each.buttons["merged"].click()
    view.check()
    assert view.reason is not None
    tab_to(view.reason.show_answer)
    press(focus(), " ")
    assert view.round is not None
    assert len(view.round.results) == 1
    assert "correct: " in view.pane.rows[0].tag.text()


def test_lines_are_ordered_by_keyboard(page: LearnPage) -> None:
    pane = begin(page, "dots", "order").pane
    assert isinstance(pane, SequencePane)
    press(focus(), "abc")
    press(focus(), Key.Key_Up, Modifier.AltModifier)
    assert pane.answer() == "A C B"
    press(focus(), Key.Key_Up)
    press(focus(), Key.Key_Down, Modifier.AltModifier)
    assert pane.answer() == "C A B"
    press(focus(), Key.Key_Down, Modifier.AltModifier)
    press(focus(), Key.Key_Down, Modifier.AltModifier)
    press(focus(), Key.Key_Delete)
    assert pane.answer() == "C B"
    press(focus(), "b")
    assert pane.answer() == "C B B"
    assert pane.list.count() == 3


def test_wrong_order_is_struck_out_and_can_be_corrected(page: LearnPage) -> None:
    view = begin(page, "dots", "order")
    pane = view.pane
    assert view.round is not None
    assert isinstance(pane, SequencePane)
    key = view.round.asked.question.key
    press(focus(), key.replace(" ", "")[:-1].lower())
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert "You left out line" in view.reason.spoken()
    assert all(run.look.struck for run in pane.line.label.runs())
    press(focus(), Key.Key_Return)  # again
    press(focus(), key[-1].lower())
    press(focus(), Key.Key_Return)
    assert view.round.results[-1].outcome.points == 0.5


def test_wrong_step_is_struck_out_and_earlier_steps_stay(page: LearnPage) -> None:
    view = begin(page, "dots", "rules", 2)
    pane = view.pane
    assert view.round is not None
    assert isinstance(pane, StepsPane)
    first = steps_of(view.round.asked.question)[0]
    press(focus(), first.letter.lower())
    pane.output.set_text(first.output)
    pane.input.set_text(first.input)
    view.check()
    assert len(pane.stack.rows) == 1
    view.check()
    assert view.missing.text() == "There is no answer yet."
    press(focus(), "d")
    view.check()
    assert view.reason is not None
    assert "Step 2 is rule" in view.reason.spoken()
    assert all(run.look.struck for run in pane.line.label.runs())
    press(focus(), Key.Key_Return)  # again
    assert len(pane.stack.rows) == 1
    view.give_up()
    assert not pane.asking.isVisible()


def test_multiple_answers_are_judged_one_by_one(page: LearnPage) -> None:
    view = begin(page, "editions", "who")
    pane = view.pane
    assert view.round is not None
    assert isinstance(pane, SeveralPane)
    keys = view.round.asked.question.key.split()
    wrong = next(each for each in pane.rows if each.text not in keys)
    press(focus(), wrong.button.text().lower())
    press(focus(), Key.Key_Return)
    assert all(run.look.struck for run in wrong.label.runs())
    assert view.reason is not None
    assert "the result is different" in view.reason.spoken()
    marked = [each.text for each in pane.rows if each.tag.text() == "correct"]
    assert marked == [each for each in keys if each != "none"]


def test_longer_equivalent_reference_is_correct(page: LearnPage) -> None:
    view = begin(page, "merging", "relative")
    assert view.round is not None
    question = view.round.asked.question
    press(focus(), question.given["target"])
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert (
        view.reason.spoken()
        == f'Correct. A shorter reference has the same target: "{question.key}".'
    )


def test_typed_text_is_colored_and_its_fault_is_explained(page: LearnPage) -> None:
    view = begin(page, "components", "write")
    pane = view.pane
    assert isinstance(pane, TypedPane)
    press(focus(), "http://x y/")
    assert pane.field.look.tints
    press(focus(), Key.Key_Return)
    assert view.reason is not None
    assert view.reason.spoken().startswith(
        "Wrong. The reference does not match the grammar of the 2005 edition."
    )


def test_violation_is_marked_after_the_answer(page: LearnPage) -> None:
    view = begin(page, "escapes", "valid")
    assert view.round is not None
    while view.round.asked.question.key == "yes":
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    pane = view.pane
    assert isinstance(pane, MarkedPane)
    pane.editor.select(0, 1)
    press(focus(), Key.Key_Return)
    assert pane.line.label.text() == "does not match at character 1: h"
    place = int(view.round.asked.question.key.removeprefix("no "))
    assert pane.editor.selected().start == place - 1


def test_answered_pair_opens_in_compare(page: LearnPage, window: Window) -> None:
    view = begin(page, "same", "year2003")
    answer_rightly(view)
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is window.compare_page
    assert view.round is not None
    given = view.round.asked.question.given
    pair = window.compare_page.pair()
    assert (pair.a, pair.b, pair.edition) == (given["a"], given["b"], "2003")


def test_empty_answer_is_not_counted(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    press(focus(), Key.Key_Return)
    assert view.missing.text() == "There is no answer yet."
    assert page.record.count() == 0


def test_last_hint_costs_the_point(page: LearnPage) -> None:
    view = begin(page, "dots", "up")
    for number in range(1, 5):
        press(focus(), Key.Key_F2)
        assert view.hints.aside.text() == f"{number} of 4 used"
    press(focus(), Key.Key_F2)
    assert view.round is not None
    assert view.round.hints == 4
    answer_rightly(view)
    assert view.round.results[-1].outcome.points == 0
    assert page.record.attempts()[-1].right is False


def test_escape_keeps_recorded_answers(page: LearnPage) -> None:
    answer_rightly(begin(page, "host", "host"))
    press(focus(), Key.Key_Escape)
    assert page.stack.currentWidget() is page.lesson_view
    assert len(page.record.attempts()) == 1
    assert page.lesson_view.exercises.buttons[1].hasFocus() or focus().isVisible()


def test_mistakes_are_recorded_for_the_exercise(page: LearnPage) -> None:
    reason = wrongly(begin(page, "dots", "up", 2))
    ((code, count),) = page.record.mistakes(["dots/up"]).items()
    assert count == 1
    assert reason in {each.reason for each in MISTAKES if each.code == code}


def test_finished_exercise_is_marked_as_done(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    for _ in range(4):
        answer_rightly(view)
        press(focus(), Key.Key_Return)
    press(focus(), Key.Key_Escape)
    sign = page.lesson_view.exercises.stack.rows[1].findChild(Sign)
    assert sign is not None
    assert sign.name == DONE
    assert page.lesson_view.outline.progress.text().startswith("1 of ")


def test_question_opens_in_workspace_only_after_the_answer(page: LearnPage, window: Window) -> None:
    view = begin(page, "dots", "up")
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is page
    answer_rightly(view)
    assert view.round is not None
    given = view.round.asked.question.given
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is window.resolve_page
    assert window.resolve_page.base.text() == given["base"]
    window.open_workspace("learn")
    view = begin(page, "host", "host")
    answer_rightly(view)
    press(focus(), Key.Key_Return, Modifier.ControlModifier)
    assert window.pages.shown() is window.inspect_page


def test_answers_are_not_stored_when_switched_off(page: LearnPage, window: Window) -> None:
    window.profile.settings.set("keep_answers", False)
    answer_rightly(begin(page, "host", "host"))
    assert page.record.attempts() == []
    assert page.record.count() == 1


def test_language_change_keeps_the_question(page: LearnPage, window: Window) -> None:
    view = begin(page, "dots", "up")
    answer_rightly(view)
    press(focus(), Key.Key_Return)
    assert view.round is not None
    given = view.round.asked.question.given
    window.profile.settings.set("language", "de")
    again = window.learn_page.question_view
    assert again.round is not None
    assert again.round.asked.question.given == given
    assert again.head.place.text() == "2 von 6"
    window.profile.settings.set("language", "en")


def test_copied_link_is_defanged(page: LearnPage) -> None:
    view = begin(page, "host", "host")
    assert view.given is not None
    editor = view.given.editors["text"]
    editor.selectAll()
    editor.copy()
    assert QApplication.clipboard().text().startswith(("hxxp", "h"))
    assert "http" not in QApplication.clipboard().text()


def test_focusable_widgets_have_accessible_names(page: LearnPage) -> None:
    for lesson, exercise, level in EXERCISES:
        view = begin(page, lesson, exercise, level)
        for each in view.findChildren(QWidget):
            is_reached = each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()
            if is_reached and each.isEnabled():
                name = each.accessibleName() or getattr(each, "text", str)()
                assert name, f"{each} in {lesson}/{exercise}"


def test_hint_key_can_be_changed(page: LearnPage) -> None:
    keys_in_use.use({**USUAL, "next_hint": ("F9",)})
    try:
        view = begin(page, "dots", "up")
        press(focus(), Key.Key_F2)
        assert view.hints.aside.text() == "0 of 4 used"
        press(focus(), Key.Key_F9)
        assert view.hints.aside.text() == "1 of 4 used"
    finally:
        keys_in_use.use(USUAL)


@pytest.fixture
def german(page: LearnPage, window: Window) -> Iterator[LearnPage]:
    del page
    window.profile.settings.set("language", "de")
    yield window.learn_page
    window.profile.settings.set("language", "en")


def test_lesson_titles_are_not_cut(german: LearnPage, window: Window) -> None:
    window.resize(900, 600)
    QApplication.processEvents()
    rows = german.lesson_view.outline.list
    texts = [" ".join(rows.item(at).text().split()) for at in range(rows.count())]
    assert texts == [f"{each.number} {say(each.title)}" for each in course().lessons]
    assert any("\n" in rows.item(at).text() for at in range(rows.count()))


def test_questions_fit_the_window_width(german: LearnPage, window: Window) -> None:
    window.resize(700, 460)
    view = german.question_view
    for lesson in course().lessons:
        for exercise in lesson.exercises:
            german.start(lesson, exercise)
            for _ in range(4):
                view.ask_hint()
            QApplication.processEvents()
            assert view.area.horizontalScrollBar().maximum() == 0
            view.give_up()
            QApplication.processEvents()
            wide = view.area.horizontalScrollBar().maximum()
            assert wide == 0, f"{lesson.code}/{exercise.code} is {wide} too wide"
            assert view.head.title.height() >= view.head.title.heightForWidth(
                view.head.title.width()
            )


@pytest.mark.usefixtures("window")
def test_lines_do_not_break_inside_percent_encoded_bytes(page: LearnPage) -> None:
    del page
    text = "https://a.example/maps?to=https%3A%2F%2Fqd27.invalid%2Fapi/" * 3
    edit = QuietEdit("Link")
    edit.show_text(text)
    bytes_at = [match.start() for match in re.finditer("%..", text)]
    for width in range(420, 900, 9):
        edit.resize(width, 300)
        edit.show()
        QApplication.processEvents()
        layout = edit.document().firstBlock().layout()
        starts = [layout.lineAt(at).textStart() for at in range(layout.lineCount())]
        assert len(starts) > 1
        inside = {at + step for at in bytes_at for step in (1, 2)}
        assert not inside & set(starts), (width, starts)
    edit.close()
    edit.deleteLater()


@pytest.fixture
def focused(page: LearnPage) -> Iterator[list[QWidget]]:
    """Return the list of widgets that get the focus, in order."""
    del page
    seen: list[QWidget] = []
    application = QApplication.instance()
    assert isinstance(application, QApplication)

    def note(_before: QWidget | None, after: QWidget | None) -> None:
        if after is not None:
            seen.append(after)

    application.focusChanged.connect(note)
    yield seen
    application.focusChanged.disconnect(note)


def moves_once(focused: list[QWidget], do: Callable[[], object]) -> QWidget:
    """Run an action and assert that the focus moves once, to its final widget."""
    focused.clear()
    do()
    QApplication.processEvents()
    names = [f"{type(each).__name__} {each.accessibleName()}" for each in focused]
    assert len(focused) == 1, names
    assert focused[0] is focus()
    assert focus().isVisible()
    return focus()


def test_focus_moves_once_per_step_of_a_round(page: LearnPage, focused: list[QWidget]) -> None:
    view = page.question_view
    start = page.lesson_view.exercises.buttons[0]
    start.setFocus()
    moves_once(focused, lambda: press(start, Key.Key_Return))
    while page.stack.currentWidget() is view:
        moves_once(focused, lambda: answer_by_call(page))
        assert view.reason is not None
        assert view.reason.hasFocus()
        moves_once(focused, lambda: press(focus(), Key.Key_Return))
    assert page.stack.currentWidget() is page.round_end
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    assert page.stack.currentWidget() is page.lesson_view


def answer_by_call(page: LearnPage) -> None:
    """Check an answer without the keyboard, which would first focus a choice."""
    page.question_view.answer_choice(rightly=True)


def test_focus_moves_once_on_retry_and_leaving(
    page: LearnPage, window: Window, focused: list[QWidget]
) -> None:
    view = begin(page, "dots", "up", 2)
    moves_once(focused, lambda: wrongly(view))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))  # again
    moves_once(focused, lambda: wrongly(view))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    moves_once(focused, lambda: press(focus(), Key.Key_Return))  # go on
    moves_once(focused, window.menus.actions["spot"].trigger)
    moves_once(focused, lambda: press(focus(), Key.Key_Escape))
    assert page.stack.currentWidget() is view
    moves_once(focused, lambda: answer_by_call(page))


def test_focus_moves_on_when_its_widget_is_hidden(page: LearnPage) -> None:
    button = page.lesson_view.exercises.buttons[0]
    button.setFocus()
    button.hide()
    QApplication.processEvents()
    assert focus().isVisible()
    assert page.isAncestorOf(focus())
