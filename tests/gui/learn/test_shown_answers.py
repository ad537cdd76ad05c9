"""Answers revealed on request."""

from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.learn.sentences import spoken
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.lesson import course


def test_revealed_answer_is_explained(page: LearnPage) -> None:
    lesson, exercise = next(
        (lesson, each)
        for lesson in course().lessons
        for each in lesson.exercises
        if each.kind == "rung"
    )
    page.start(lesson, exercise)
    view = page.question_view
    view.give_up()
    assert view.round is not None
    question = view.round.asked.question
    reason = view.reason
    assert reason is not None
    near = judged(question, question.key).diagnosis.near
    assert near
    spoken_text = reason.spoken()
    assert spoken_text.startswith("The answer.")
    assert all(spoken(each) in spoken_text for each in near)
