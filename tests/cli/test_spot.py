"""The spot command: a round of links in the terminal."""

from tests.cli.conftest import Command
from uriinspector.lessons.spot_the_host import scene_link, spot_round


def test_spot_round_is_played_to_its_end(uriinspect: Command) -> None:
    links = spot_round("7K3-F2Q", count=5).links
    given = "".join(f"{link.question.key}\n" for link in links).encode()
    answer = uriinspect("spot", "--count", "5", "7k3f2q", given=given)
    assert answer.status == 0
    assert answer.out.startswith("Spot 7K3-F2Q\n")
    assert all(link.question.given["text"] in answer.out for link in links)
    assert "Right answers: 5/5" in answer.out
    assert "Legitimate links answered incorrectly: 0/2" in answer.out
    assert "Worth practicing again" not in answer.out


def test_wrong_spot_answers_have_a_reason(uriinspect: Command) -> None:
    answer = uriinspect(
        "spot", "--count", "3", "--trick", "userinfo", "7K3-F2Q", given=b"none\n" * 3
    )
    assert (
        answer.out.count("You named no host, but browsers connect to a host with this link.") == 3
    )
    assert "Right answers: 0/3" in answer.out
    assert "Worth practicing again: " in answer.out


def test_end_of_input_ends_a_spot_round(uriinspect: Command) -> None:
    answer = uriinspect("spot", "--typed", "--language", "de", given=b"\n")
    assert answer.status == 0
    assert "Keine Antwort" in answer.out
    assert "Richtige Antworten: 0/0" in answer.out
    assert "Median" not in answer.out
    assert "\n  A  " not in answer.out


def test_spot_shows_links_without_a_host_in_german(uriinspect: Command) -> None:
    answer = uriinspect(
        *("spot", "--count", "1", "--trick", "no-host", "--language", "de", "7K3-F2Q"),
        given=b"x.test\n",
    )
    assert "  keiner\n" in answer.out
    assert "Die Antwort ist keiner" in answer.out


def test_wrong_arguments_of_spot_are_refused(uriinspect: Command) -> None:
    assert "not a code such as" in uriinspect("spot", "x").err
    assert "unknown; available: plain" in uriinspect("spot", "--trick", "x").err


def test_email_and_address_bar_scenes_ask_about_their_link(uriinspect: Command) -> None:
    links = [scene_link(each, "email") for each in spot_round("7K3-F2Q", count=3).links]
    given = "".join(f"{link.question.key}\n" for link in links).encode()
    answer = uriinspect("spot", "--count", "3", "--in", "email", "7k3f2q", given=given)
    assert "Which host does the button in this email lead to" in answer.out
    assert all(link.question.given["sender"] in answer.out for link in links)
    assert "Right answers: 3/3" in answer.out
    german = uriinspect("spot", "--count", "3", "--in", "bar", "--language", "de", "7k3f2q")
    assert "Von welcher Website stammt diese Seite" in german.out
