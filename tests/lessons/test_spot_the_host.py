"""A round of links: the same for a code, honest ones among them, and false alarms apart."""

import re

from tests.for_each import for_each
from uriinspector.lessons.spot_the_host import (
    HONEST_IN_TURN,
    code_for,
    result_of,
    spot_answer,
    spot_code,
    spot_round,
)
from uriinspector.lessons.tricks import HONEST, HONEST_MIXED


@for_each(
    "text, code",
    ("7K3-F2Q", "7K3-F2Q"),
    (" spot 7k3 f2q ", "7K3-F2Q"),
    ("7k3f2q", "7K3-F2Q"),
    ("OIL-111", "011-111"),
    ("7K3-F2", None),
    ("7K3-F2U", None),
    ("", None),
)
def test_a_code_is_read_as_people_write_it(text: str, code: str | None) -> None:
    assert spot_code(text) == code


def test_every_code_can_be_read_back() -> None:
    for number in range(200):
        assert spot_code(code_for(number)) == code_for(number)


def test_a_round_is_the_same_for_its_code() -> None:
    assert spot_round("7K3-F2Q") == spot_round("7K3-F2Q")
    assert spot_round("7K3-F2Q") != spot_round("7K3-F2R")
    assert spot_round("7K3-F2Q").title == "Spot 7K3-F2Q"


@for_each("number", *range(20))
def test_two_in_five_are_honest_and_half_of_them_odd(number: int) -> None:
    links = spot_round(code_for(number)).links
    honest = [link for link in links if link.is_honest]
    assert (len(links), len(honest)) == (20, 8)
    assert sorted(each.trick for each in honest) == sorted(HONEST_IN_TURN * 2)
    assert len({link.question.given["text"] for link in links}) == 20
    for link in links:
        assert not link.choices or link.question.key in link.choices
        assert len(set(link.choices)) == len(link.choices)


def test_a_round_can_be_about_one_trick() -> None:
    names = {link.trick for link in spot_round("7K3-F2Q", "subdomain", 10).links}
    assert names - set(HONEST) == {"subdomain"}


def test_answers_are_letters_numbers_or_hosts() -> None:
    link = next(each for each in spot_round("7K3-F2Q").links if len(each.choices) == 4)
    at = link.choices.index(link.question.key)
    for answer in ("ABCD"[at], "abcd"[at], str(at + 1), link.question.key.upper()):
        assert spot_answer(link, answer).judged.right is True
    assert spot_answer(link, "ABCD"[at - 1]).judged.right is False
    assert spot_answer(link, " ").judged.right is None
    assert spot_answer(link, "9").judged.right is False


def test_false_alarms_are_counted_apart_and_time_counts_nothing() -> None:
    played = spot_round("7K3-F2Q")
    answers = [
        spot_answer(link, "wrong.test" if link.is_honest else link.question.key, number)
        for number, link in enumerate(played.links)
    ]
    result = result_of([*answers, spot_answer(played.links[0], "")])
    assert (result.right, result.asked, result.false_alarms, result.honest) == (12, 20, 8, 8)
    assert result.seconds == 9.5
    assert set(result.again) == set(HONEST_MIXED)
    assert sum(each.asked for each in result.tricks) == 20
    assert result_of([]).seconds is None


def test_a_round_is_drawn_for_every_code() -> None:
    for number in range(40):
        assert re.fullmatch(r"[0-9A-Z-]{7}", spot_round(code_for(number), count=7).code)


def test_the_name_that_deceives_is_among_the_choices() -> None:
    for number in range(30):
        for link in spot_round(code_for(number), "userinfo", 5).links:
            if not link.is_honest:
                lure = link.question.given["text"].partition("//")[2].partition("@")[0]
                assert lure in link.choices
