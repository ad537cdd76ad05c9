"""Does this text match the grammar, and if not, where does it stop matching?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Arg, Phrase
from uriinspector.core.expression import expression
from uriinspector.lessons.diagnosis import Diagnosis, of_choice
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.grammar_answers import NO, ROWS, YES, GrammarText
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.template import filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "valid"
ANSWER = expression(r"(yes|no|ja|nein|y|n|j)?[\s,:;#]*(\d{1,6})?(?:-\d+)?\.?", re.IGNORECASE)
YES_OR_NO = {"yes": YES, "y": YES, "ja": YES, "j": YES, "no": NO, "nein": NO, "n": NO}
# Texts that match in some editions, in all of them or in none.
FORMS = (
    "{scheme}://{host}/{dir}/{name}",
    "{dir}/{name}",
    "//{host}/{name}",
    "{scheme}://{host}:/{dir}/{name}",
    "{scheme}://{dir}_{user}.example/{file}",
    "{scheme}://{user}@{host}/{dir}",
    "{scheme}://{host}/{dir}?",
    "{scheme}://{host}/{dir}#",
    "{scheme}://{host}?{query}",
    "{scheme}://[2001:db8::1]/{dir}",
    "{scheme}://{host}/~{user}/{name}",
    "{scheme}://{host}/{dir}/%20{name}",
    "../{name}?{query}",
    "{scheme}://{host}/{dir} {name}",
    "{scheme}://{host}/{dir}/%{name}",
    "{scheme}://{host}/{dir}/{name}%",
    "{scheme}://{host}/{dir}/[{name}]",
    "{scheme}://{host}/{dir}/{name}\u00e9",
    "{scheme}://{host}/{dir}|{name}",
    '{scheme}://{host}/{dir}/"{name}"',
    "{scheme}://{host}/{dir}?{query}#{fragment}#{fragment}",
    "{scheme}://{host}/{dir}\\{name}",
    "{scheme}://{host}/{dir}?{query}^2",
    "{scheme}://{host}/<{name}>",
)


def question(given: Mapping[str, str]) -> Question:
    """A question about a text."""
    values = {"text": given["text"], "edition": given.get("edition") or "2005"}
    asks = Phrase(
        'Does this match the grammar of the {year} edition? Answer "yes"; or "no" and the number '
        "of the first character that does not, counted from 1.",
        (Arg("year", values["edition"]),),
    )
    return Question(NAME, values, asks, _key(GrammarText(values["text"], values["edition"])))


def _key(given: GrammarText) -> str:
    first = given.first
    if first is None:
        return YES
    more = f"-{first.end}" if first.end - first.start > 1 else ""
    return f"{NO} {first.start + 1}{more}"


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A text whose first violation, if it has one, is one character."""
    text = filled(draw.choice(wishes.texts or FORMS), Pool(draw))
    given = GrammarText(text, wishes.edition)
    first = given.first
    if (given.key == YES) != (first is None):
        return None
    if first is not None and first.end - first.start != 1:
        return None
    return question({"text": text, "edition": wishes.edition})


def judge(asked: Question, answer: str) -> Judged:
    """Yes, or no with the place; any place in the violation is right."""
    text = answer.strip()
    if not text:
        return Judged(None)
    given = GrammarText(asked.given["text"], asked.given["edition"])
    match = ANSWER.fullmatch(text)
    if not match or not any(match.groups()):
        return Judged(False, Diagnosis(near=(Phrase("Answer yes, or no with a number."),)))
    said = YES_OR_NO[match[1].lower()] if match[1] else NO
    place = int(match[2]) - 1 if match[2] else None
    if said == given.key == YES and place is None:
        return Judged(True)
    if said != given.key:
        return Judged(False, of_choice(ROWS, given, said))
    first = given.first
    if first is None:
        return Judged(False, of_choice(ROWS, given, NO))
    if place is not None and first.start <= place < max(first.end, first.start + 1):
        return Judged(True)
    diagnosis = Diagnosis() if place is None else of_choice(ROWS, given, f"{NO} {place + 1}")
    return Judged(False, diagnosis._replace(near=(_near(place, first.start, first.end),)))


def _near(place: int | None, start: int, end: int) -> Phrase:
    if place is None:
        return Phrase("It does not match. Which character is the first that does not?")
    if place < start:
        return Phrase("Up to that character, the text matches.")
    if place < end:
        return Phrase("It does not match.")
    return Phrase("Another text before that character does not match.")


KIND = QuestionKind(NAME, draw_question, question, judge)
