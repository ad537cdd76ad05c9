"""On which level of the comparison do two texts become equal?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Arg, Phrase
from uriinspector.lessons.choice import chosen, letters_of
from uriinspector.lessons.compared_links import PAIRS
from uriinspector.lessons.diagnosis import UNKNOWN_CHOICE, UNNAMED, of_choice
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.level_reasons import level_reasons, rule_cites
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes import sameness
from uriinspector.lessons.mistakes.sameness import LEVELS, NOT_SHOWN, ComparedPair
from uriinspector.lessons.question import AnswerChoice, Judged, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "rung"
CHOICES = (
    AnswerChoice("string", Phrase("As they are, character by character")),
    AnswerChoice("case", Phrase("After case normalization")),
    AnswerChoice("percent-encoding", Phrase("After percent-encoding normalization")),
    AnswerChoice("dot-segments", Phrase("After removing dot segments")),
    AnswerChoice("scheme", Phrase("After normalization by the rules of the scheme")),
    AnswerChoice(NOT_SHOWN, Phrase("None of these levels makes them equal")),
)


def question(given: Mapping[str, str]) -> Question:
    """A question about two texts."""
    values = {"a": given["a"], "b": given["b"], "edition": given.get("edition") or "2005"}
    asks = Phrase(
        "On which level do the two become equal first, in the {year} edition?",
        (Arg("year", values["edition"]),),
    )
    level = ComparedPair(values["a"], values["b"], values["edition"]).key
    asked = Question(NAME, values, asks, "", choices=CHOICES)
    return replace(asked, key=letters_of((level,), asked))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A link, and the same one changed on one level; the change and the comparison agree."""
    pool = Pool(draw)
    if wishes.pairs:
        return _of_pair(*draw.choice(PAIRS[wishes.pairs])(pool), draw, wishes.edition)
    host, directory, name = pool.take("hosts"), pool.take("dirs"), pool.take("names")
    query = f"?{pool.take('queries')}&{pool.take('queries')}" if draw.chance(2) else ""
    level = draw.choice(wishes.levels or (*LEVELS[1:], NOT_SHOWN, NOT_SHOWN))
    one = f"http://{host}/{directory}/{name}{query}"
    other = _changed(level, host, directory, name, query, draw)
    if draw.chance(3) and level in {"percent-encoding", "dot-segments", "scheme"}:
        other = other.replace(host, host.upper(), 1)  # a difference below the level
    texts = draw.sample((one, other), 2)
    drawn = question({"a": texts[0], "b": texts[1], "edition": wishes.edition})
    return drawn if chosen(drawn, drawn.key) == level and one != other else None


def _of_pair(level: str, one: str, other: str, draw: Draw, edition: str) -> Question | None:
    """Two texts that were built to become equal on a level; the comparison agrees."""
    texts = draw.sample((one, other), 2)
    drawn = question({"a": texts[0], "b": texts[1], "edition": edition})
    return drawn if chosen(drawn, drawn.key) == level and one != other else None


def _changed(level: str, host: str, directory: str, name: str, query: str, draw: Draw) -> str:
    path = f"/{directory}/{name}"
    if level == "case":
        return draw.choice((f"HTTP://{host}{path}{query}", f"http://{host.title()}{path}{query}"))
    if level == "percent-encoding":
        at = draw.number(len(name))
        encoded = f"%{ord(name[at]):02X}"
        return f"http://{host}/{directory}/{name[:at]}{encoded}{name[at + 1 :]}{query}"
    if level == "dot-segments":
        form = draw.choice((f"/{directory}/./{name}", f"/x/../{directory}/{name}", f"/.{path}"))
        return f"http://{host}{form}{query}"
    if level == "scheme":
        return f"http://{host}:80{path}{query}"
    return draw.choice(
        (
            f"https://{host}{path}{query}",
            f"http://{host}{path}/{query}",
            f"http://{host}/{directory.title()}/{name}{query}",
            f"http://{host}/{directory}%2F{name}{query}",
            f"http://{host}{path}?{'&'.join(query[1:].split('&')[::-1])}",
            f"http://{host}{path}{query}#top",
            f"http://{host}{path}{query or '?'}",
            f"http://{'' if host.startswith('www.') else 'www.'}{host}{path}{query}",
        )
    )


def judge(asked: Question, answer: str) -> Judged:
    """By the letter, or the name of the level."""
    if not answer.strip():
        return Judged(None)
    code = chosen(asked, answer)
    if code is None:
        return Judged(False, UNKNOWN_CHOICE)
    given = asked.given
    pair = ComparedPair(given["a"], given["b"], given["edition"])
    is_right = code == pair.key
    diagnosis = UNNAMED if is_right else of_choice(sameness.ROWS, pair, code, given["edition"])
    reasons = level_reasons(pair, code)
    return Judged(is_right, diagnosis._replace(near=reasons, cites=rule_cites(pair)))


KIND = QuestionKind(NAME, draw_question, question, judge)
