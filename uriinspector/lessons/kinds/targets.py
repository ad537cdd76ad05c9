"""What does this reference mean at this base?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Arg, Phrase
from uriinspector.core.parse import resolve
from uriinspector.lessons.diagnosis import Diagnosis, causes_of, of_target
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.table import RESOLVING
from uriinspector.lessons.pair import NO_TARGET, SAME_DOCUMENT, Pair, answer_of, is_defined
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.template import filled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uriinspector.core.parse import Resolution
    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "target"
BASES = (
    "{scheme}://{host}/{dir}/{dir}/{file}?{query}",
    "{scheme}://{host}/{dir}/{dir}/{file}",
    "{scheme}://{host}/{dir}/{dir}/{dir}/{file}?{query}",
    "{scheme}://{host}/{dir}/{dir}/{dir}/{file}",
    "{scheme}://{host}/{dir}/{dir}/{file}?{query}#{fragment}",
    "{scheme}://{host}/{dir}/{dir}/",
    "{scheme}://{host}/{dir}/{dir}/{file};{name}?{query}",
    "{scheme}://{host}:{port}/{dir}/{dir}/{file}",
    "{scheme}://{user}@{host}/{dir}/{dir}/{file}",
    "{scheme}://{host}",
)
REFERENCES = (
    "{name}",
    "{name}/{name}",
    "./{name}",
    "../{name}",
    "../../{name}",
    "../{dir}/{name}",
    "{dir}/../{name}",
    "{dir}/./{name}",
    "../../../../../{name}",
    "..",
    "../..",
    ".",
    "../",
    "./",
    "{name}/",
    "?{query}",
    "{name}?{query}",
    "../{name}?{query}",
    "#{fragment}",
    "{name}#{fragment}",
    "{name}?{query}#{fragment}",
    "",
    "?",
    "#",
    "{name}?",
    "{name}#",
    "/{name}",
    "/{dir}/{name}",
    "/{dir}/../{name}",
    "//{host}",
    "//{host}/{name}",
    "//{host}/{dir}/../{name}",
    "{scheme}:{name}",
    "{name}:{name}",
    "{name}?{query}/../{name}",
    "{name}#{fragment}/../{name}",
    "..{name}",
    "{name}..",
    "%2e%2e/{name}",
    "..//{name}",
    "{dir}//../{name}",
    "{dir}//{name}",
    "{name};{name}",
    "{name};{name}/../{name}",
)
# The words for an answer that is no text: what people type, without case.
WORDS = {
    "none": NO_TARGET,
    "no target": NO_TARGET,
    "(none)": NO_TARGET,
    "keine": NO_TARGET,
    "keine ziel-uri": NO_TARGET,
    "same document": SAME_DOCUMENT,
    "the same document": SAME_DOCUMENT,
    "(the same document)": SAME_DOCUMENT,
    "current document": SAME_DOCUMENT,
    "dasselbe dokument": SAME_DOCUMENT,
    "aktuelles dokument": SAME_DOCUMENT,
}


def question(given: Mapping[str, str]) -> Question:
    """A question about a base and a reference."""
    edition = given.get("edition") or "2005"
    values = {"base": given["base"], "reference": given["reference"], "edition": edition}
    asks = Phrase(
        "What is the target of the reference in the {year} edition?", (Arg("year", edition),)
    )
    key = answer_of(resolve(values["base"], values["reference"], edition=edition))
    return Question(NAME, values, asks, key)


def draw_pair(draw: Draw, bases: Sequence[str], references: Sequence[str]) -> tuple[str, str]:
    """A base and a reference of two templates, made of the same material."""
    pool = Pool(draw)
    base = filled(draw.choice(bases), pool)
    return base, filled(draw.choice(references), pool, base.partition(":")[0])


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """One that has a target, and on which the wanted mistakes give other answers."""
    base, reference = draw_pair(draw, wishes.bases or BASES, wishes.references or REFERENCES)
    drawn = question({"base": base, "reference": reference, "edition": wishes.edition})
    resolution = resolve(base, reference, edition=wishes.edition)
    pair = Pair(base, reference, wishes.edition)
    if resolution.target is None or not is_defined(resolution):
        return None
    last = [each.after for each in resolution.steps if isinstance(each.after, str)]
    if not last or last[-1] != resolution.target:
        return None

    def differs(wrong: str | None) -> bool:
        return wrong != resolution.target

    wanted = [each for each in RESOLVING if not wishes.about or each.code in wishes.about]
    first = next(causes_of(wanted, pair, differs, wishes.edition), None)
    return drawn if first else None


def explained(resolution: Resolution, answer: str) -> Diagnosis:
    """Why an answer is not the target of a strict resolution."""
    text = answer.strip()
    pair = Pair(resolution.base, resolution.reference, resolution.edition)
    return of_target(pair, WORDS.get(text.casefold(), text))


def judge(asked: Question, answer: str) -> Judged:
    """Character by character; only white space at both ends is forgiven."""
    text = answer.strip()
    if not text:
        return Judged(None)
    text = WORDS.get(text.casefold(), text)
    if text == asked.key:
        return Judged(True)
    given = asked.given
    return Judged(False, of_target(Pair(given["base"], given["reference"], given["edition"]), text))


KIND = QuestionKind(NAME, draw_question, question, judge)
