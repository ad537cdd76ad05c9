"""Every kind of question by its name, and how one is drawn."""

from __future__ import annotations

from dataclasses import replace

from uriinspector.lessons.bare_answers import bare_answer
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.kinds import (
    component_marks,
    destinations,
    dot_removals,
    edition_results,
    encoded_texts,
    grammar_matches,
    ladder_levels,
    origins,
    other_scripts,
    page_bases,
    shortest_references,
    targets,
    written_references,
)
from uriinspector.lessons.kinds.kind import MOST_TRIES
from uriinspector.lessons.question import Judged, NoQuestionError, Question, Wishes

KINDS = {
    each.name: each
    for each in (
        targets.KIND,
        *destinations.KINDS,
        component_marks.KIND,
        origins.KIND,
        ladder_levels.KIND,
        grammar_matches.KIND,
        shortest_references.KIND,
        written_references.KIND,
        edition_results.KIND,
        page_bases.KIND,
        dot_removals.KIND,
        other_scripts.KIND,
        *encoded_texts.KINDS,
    )
}
NO_WISHES = Wishes()


def drawn(kind: str, seed: str, wishes: Wishes = NO_WISHES) -> Question:
    """The question of a seed: the same for ever; NoQuestionError where nothing fits."""
    for number in range(MOST_TRIES):
        question = KINDS[kind].draw(Draw(seed, number), wishes)
        if question is not None:
            return replace(question, seed=seed_of(kind, seed))
    raise NoQuestionError(kind)


def judged(question: Question, answer: str) -> Judged:
    """Whether an answer is right, and if not, why; one in quotation marks may be meant without."""
    kind = KINDS[question.kind]
    judgement, bare = kind.judge(question, answer), bare_answer(answer)
    if judgement.right is not False or judgement.diagnosis.causes or bare in {"", answer.strip()}:
        return judgement
    return kind.judge(question, bare)
