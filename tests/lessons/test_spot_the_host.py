"""Spot the host: rounds are reproducible by code, and honest links are counted separately."""

import re
from dataclasses import replace

from tests.benchmarks.drawn_questions import is_reserved, real_hosts
from tests.for_each import for_each
from uriinspector import inspect
from uriinspector.lessons.hints import hint
from uriinspector.lessons.kinds.scenes import SCENES
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.question import Wishes
from uriinspector.lessons.spot_the_host import (
    HONEST_IN_TURN,
    SpotLink,
    code_for,
    result_of,
    scene_link,
    spot_answer,
    spot_code,
    spot_round,
)
from uriinspector.lessons.tricks import HONEST, HONEST_MIXED


@for_each(
    "text, code",
    ("7K3-F2Q", "7K3-F2Q"), (" spot 7k3 f2q ", "7K3-F2Q"), ("7k3f2q", "7K3-F2Q"),
    ("OIL-111", "011-111"), ("7K3-F2", None), ("7K3-F2U", None), ("", None),
)  # fmt: skip
def test_round_code_accepts_spaces_lowercase_and_similar_letters(
    text: str, code: str | None
) -> None:
    assert spot_code(text) == code


def test_every_code_can_be_read_back() -> None:
    for number in range(200):
        assert spot_code(code_for(number)) == code_for(number)


def test_round_depends_on_its_code() -> None:
    assert spot_round("7K3-F2Q") == spot_round("7K3-F2Q")
    assert spot_round("7K3-F2Q") != spot_round("7K3-F2R")
    assert spot_round("7K3-F2Q").title == "Spot 7K3-F2Q"


@for_each("number", *range(20))
def test_two_in_five_links_are_honest_and_half_of_those_unusual(number: int) -> None:
    links = spot_round(code_for(number)).links
    honest = [link for link in links if link.is_honest]
    assert (len(links), len(honest)) == (20, 8)
    assert sorted(each.trick for each in honest) == sorted(HONEST_IN_TURN * 2)
    assert len({link.question.given["text"] for link in links}) == 20
    for link in links:
        assert not link.choices or link.question.key in link.choices
        assert len(set(link.choices)) == len(link.choices)


def test_round_can_be_limited_to_one_trick() -> None:
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


def test_false_alarms_are_counted_separately_and_time_gives_no_points() -> None:
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


def test_every_code_starts_a_round() -> None:
    for number in range(40):
        assert re.fullmatch(r"[0-9A-Z-]{7}", spot_round(code_for(number), count=7).code)


def test_deceptive_name_is_among_the_choices() -> None:
    for number in range(30):
        for link in spot_round(code_for(number), "userinfo", 5).links:
            if not link.is_honest:
                lure = link.question.given["text"].partition("//")[2].partition("@")[0]
                assert lure in link.choices


def scenes(name: str) -> list[SpotLink]:
    links = (link for number in range(6) for link in spot_round(code_for(number)).links)
    return [scene_link(link, name) for link in links]


@for_each("name", "email", "bar")
def test_wrong_place_in_a_scene_is_named_as_the_mistake(name: str) -> None:
    for link in scenes(name):
        question, scene = link.question, SCENES[name]
        hosts = {}
        for letter, choice in zip(link.choices, question.choices, strict=True):
            place, _, host = choice.code.rpartition(" ")
            judgement = judged(question, letter)
            is_right = letter == question.key
            assert judgement.right is is_right
            hosts[place] = host
            if place in scene.reasons:
                assert judgement.diagnosis.mistake == f"looked-at-{place}"
            elif not is_right:
                assert judgement.diagnosis.mistake, choice.code
        assert hosts.keys() == {scene.decides, *scene.reasons}
        right = next(each.code for each in question.choices if judged(question, each.code).right)
        expected = inspect(question.given["text"]).verdict.host or "none"
        assert right == f"{scene.decides} {expected}"


@for_each("name", "email", "bar")
def test_honest_scenes_show_a_single_host_and_all_hosts_are_reserved(name: str) -> None:
    shown = {False: 0, True: 0}
    for link in scenes(name):
        given = link.question.given
        host = inspect(given["text"]).verdict.host
        around = {given[place] for place in SCENES[name].reasons}
        assert not real_hosts(link.question)
        assert all(is_reserved(each) for each in around)
        shown[around == {host}] += 1
        assert not link.is_honest or around == {host}
    assert shown[True] >= 40
    assert shown[False] >= 60


def test_scene_depends_on_its_code() -> None:
    assert scenes("email") == scenes("email")
    link = scenes("bar")[0].question
    assert KINDS["where"].question(link.given) == replace(link, seed="")


def test_scenes_can_be_requested_by_name() -> None:
    for name in SCENES:
        question = drawn("where", "x", Wishes(of=name))
        assert question.given["of"] == name
        assert len(hint(question, 3, Wishes(of=name), "y").lines) > 1
