"""Which letter of a host is of another script?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Phrase
from uriinspector.core.expression import expression
from uriinspector.lessons.diagnosis import Diagnosis, of_choice
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.look_alike_links import honest_host, with_look_alike
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.script_letters import NONE, ROWS, MixedName
from uriinspector.lessons.question import Judged, Question
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "letters"
WORDS = frozenset({"none", "no", "-", "keiner", "keine", "keines", "nein"})
NUMBER = expression(r"#?(\d{1,6})\.?")
BEFORE = ("https://", "http://")


def question(given: Mapping[str, str]) -> Question:
    """A question about the host of a link; look-alikes differ only in its ASCII form."""
    name = MixedName(given["text"])
    host = name.span.of(name.text)
    values = {"text": name.text, "ascii": host_in_browsers(host) or host}
    asks = Phrase(
        "Which character of the host is a letter of another script than the letters around it? "
        'Answer with its number in the link, counted from 1; or with "none".'
    )
    return Question(NAME, values, asks, name.key)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A host with one Cyrillic letter, or an honest one of one script, or of digits and ASCII."""
    del wishes  # nothing else is drawn
    pool = Pool(draw)
    front = draw.choice(BEFORE)
    place = NONE
    form = draw.number(5)
    if form < 3:
        host, at = with_look_alike(pool)
        place = str(len(front) + at + 1)
    elif form == 3:
        host = honest_host(pool)
    else:
        name, dot, ending = pool.take("lures").rpartition(".")
        host = (name.replace("o", "0", 1) if "o" in name else name.replace("l", "1")) + dot + ending
    drawn = question({"text": f"{front}{host}/{pool.take('dirs')}"})
    return drawn if drawn.key == place else None


def judge(asked: Question, answer: str) -> Judged:
    """The number of the character, or the character itself."""
    text = answer.strip()
    if not text:
        return Judged(None)
    name = MixedName(asked.given["text"])
    given = _place(name, text)
    if not given:
        return Judged(False, Diagnosis(near=(Phrase('Answer with a number or with "none".'),)))
    if given in {asked.key, *(str(at + 1) for at in name.places)}:
        return Judged(True)
    return Judged(False, of_choice(ROWS, name, given))


def _place(name: MixedName, text: str) -> str:
    """The number in an answer; "" where there is none."""
    number = NUMBER.fullmatch(text)
    if number:
        return str(int(number[1]))
    if text.casefold() in WORDS:
        return NONE
    places = (at for at in range(*name.span) if name.text[at] == text)
    return next((str(at + 1) for at in places), "")


KIND = QuestionKind(NAME, draw_question, question, judge)
