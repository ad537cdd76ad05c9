"""Which editions, or browsers, make this of a pair?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector import EDITIONS
from uriinspector.analysis.finding import EVIDENCE, WORD, Arg, Phrase
from uriinspector.core.expression import expression
from uriinspector.core.parse import resolve
from uriinspector.lessons.choice import NOTHING
from uriinspector.lessons.diagnosis import Diagnosis
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistake import Mistake, no_answers
from uriinspector.lessons.pair import answer_of, components, is_defined
from uriinspector.lessons.question import Judged, Question
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "editions"
BROWSERS = "browsers"
WAYS = (*EDITIONS, BROWSERS)
WORDS = {**{year: year for year in EDITIONS}, "browsers": BROWSERS, "browser": BROWSERS}
WORD_OR_YEAR = expression(r"[^\W_]+")
NONE = "none"
# Pairs on which the editions often differ.
REFERENCES = (
    "?{query}",
    "#{fragment}",
    "",
    "../../../../{name}",
    "/../{name}",
    "/./{name}",
    "{name}?{query}/../{name}",
    "{scheme}:{name}",
    "{name}/..",
    "./{name}",
    "{name};{name}/../{name}",
    "..",
)


def ways_of(base: str, reference: str) -> list[str]:
    """Those that decide the case."""
    editions = [year for year in EDITIONS if is_defined(resolve(base, reference, edition=year))]
    return [*editions, BROWSERS]


def result_of(way: str, base: str, reference: str) -> str | None:
    """What an edition or browsers make of a pair."""
    if way == BROWSERS:
        return browser.read(reference, base).serialized
    return answer_of(resolve(base, reference, edition=way))


def question(given: Mapping[str, str]) -> Question:
    """A question about a pair and a result."""
    values = {name: given[name] for name in ("base", "reference", "result")}
    ways = ways_of(values["base"], values["reference"])
    asks = Phrase(
        'Which of these make this target of it: {ways}? Name all of them, or answer "none".',
        (Arg("ways", ", ".join(ways), WORD),),
    )
    makes = [
        way
        for way in ways
        if result_of(way, values["base"], values["reference"]) == values["result"]
    ]
    return Question(NAME, values, asks, " ".join(makes) or NONE)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A pair that not all of them take alike, and one of the results."""
    references = wishes.references or REFERENCES
    pair = targets.draw_pair(draw, wishes.bases or targets.BASES, references)
    results = [result_of(way, *pair) for way in ways_of(*pair)]
    base, reference = pair
    hosts = {components(base)[1], components(reference)[1], None}
    # A result with another host is none to print: glued to a name, it can be one that exists.
    texts = sorted({each for each in results if each and components(each)[1] in hosts})
    texts = [each for each in texts if ":" in each]
    if len(set(results)) < 2 or not texts:
        return None
    return question({"base": base, "reference": reference, "result": draw.choice(texts)})


def judge(asked: Question, answer: str) -> Judged:
    """All of them, in any order."""
    text = answer.strip().casefold()
    if not text:
        return Judged(None)
    words = [] if text in NOTHING else WORD_OR_YEAR.findall(text)
    unknown = next((word for word in words if word not in WORDS), None)
    if unknown is not None:
        return Judged(False, Diagnosis(near=(Phrase("Answer with years and browsers."),)))
    given = {WORDS[word] for word in words}
    key = set() if asked.key == NONE else set(asked.key.split())
    if given == key:
        return Judged(True)
    causes = tuple(_wrong(asked, given, key))
    codes = tuple(dict.fromkeys(each.code for each in causes))
    near = tuple(each.reason for each in causes[1:])
    return Judged(False, Diagnosis(causes[:1], codes[1:], near=near))


def _wrong(asked: Question, given: set[str], key: set[str]) -> Iterator[Mistake]:
    ways = ways_of(asked.given["base"], asked.given["reference"])
    for way in WAYS:
        if way in given - set(ways):
            reason = Phrase("The text of {way} leaves this open.", (Arg("way", way, WORD),))
            yield Mistake("edition-too-many", reason, (), no_answers)
        elif way in given - key:
            real = result_of(way, asked.given["base"], asked.given["reference"])
            shown = Arg("text", f'"{real or NONE}"', EVIDENCE)
            reason = Phrase(
                "In {way}, the result is another one: {text}.", (Arg("way", way, WORD), shown)
            )
            if way == BROWSERS:
                reason = Phrase("In browsers, the result is another one: {text}.", (shown,))
            yield Mistake("edition-too-many", reason, (), no_answers)
        elif way in key - given:
            reason = Phrase("In {way}, the result is the same.", (Arg("way", way, WORD),))
            if way == BROWSERS:
                reason = Phrase("In browsers, the result is the same.")
            yield Mistake("edition-left-out", reason, (), no_answers)


KIND = QuestionKind(NAME, draw_question, question, judge)
