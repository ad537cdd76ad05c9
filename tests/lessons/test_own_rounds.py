"""Questions about the user's texts: each can be answered, and none raises."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.lessons.exercise_round import OwnRound, compared_round, link_round, resolved_round

LINKS = st.text(max_size=40) | st.from_regex(r"(https?:)?//[a-z@:.%\[\]]{0,20}/?[?#]?[a-z]{0,3}")
EDITIONS = st.sampled_from(("1994", "1997", "2003", "2005"))


def answer_all(asking: OwnRound | None) -> None:
    """Give a wrong answer, take every hint, and give the right answer to each question."""
    while asking is not None and not asking.is_over:
        asked = asking.ask()
        assert asking.check("no such answer").judged.right is not None or asked.choices
        for _ in range(4):
            assert asking.hint() is not None
        checked = asking.check(asked.question.key)
        assert checked.judged.right, asked.question
        asking.finish(right=True, seconds=0)


@settings(max_examples=25, deadline=None)
@given(LINKS, st.sampled_from(("", "http://a.example/b/c?q")), EDITIONS)
def test_any_link_can_be_asked_about(text: str, base: str, edition: str) -> None:
    answer_all(link_round(text, base, edition))


@settings(max_examples=25, deadline=None)
@given(LINKS, LINKS, EDITIONS)
def test_any_two_texts_can_be_asked_about(a: str, b: str, edition: str) -> None:
    answer_all(compared_round(a, b, edition))


@settings(max_examples=25, deadline=None)
@given(LINKS, EDITIONS)
def test_any_reference_can_be_asked_about(text: str, edition: str) -> None:
    answer_all(resolved_round("http://a.example/b/c", text, edition))


@for_each("text", "https://xn--bcher-kva.example/", "http://[::1]/", "http:g")
def test_unusual_hosts_can_be_asked_about(text: str) -> None:
    answer_all(link_round(text, "", "2005"))


def test_deceptive_part_is_among_the_choices() -> None:
    asking = link_round("https://www.bank.example@x93.test:81/a", "", "2005")
    assert asking is not None
    assert "www.bank.example" in asking.ask().choices
