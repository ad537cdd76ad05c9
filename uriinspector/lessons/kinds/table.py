"""All kinds of questions by name, and the judgment of answers."""

import re
from dataclasses import replace

from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.lessons.diagnosis import Diagnosis, misspelled, of_additions, of_strange_name
from uriinspector.lessons.draw import Draw, seed_of
from uriinspector.lessons.kinds import (
    dot_removals,
    ladder_levels,
    links,
    targets,
    texts,
    written_references,
)
from uriinspector.lessons.mistake import quoted
from uriinspector.lessons.mistakes.hosts import LinkQuestion
from uriinspector.lessons.mistakes.part_spans import NOT_IN_LINK
from uriinspector.lessons.question import (
    MEANING_OF,
    MORE,
    MOST_TRIES,
    Judged,
    NoQuestionError,
    Question,
    Wishes,
    meant,
)

# Quotation marks to ignore around an answer, since questions quote words such as "none".
AROUND = {
    '"': '"',
    "'": "'",
    "`": "`",
    "\u201c": "\u201d",
    "\u201d": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201a": "\u2018\u2019",
    "\u2018": "\u2019",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2039": "\u203a",
    "\u203a": "\u2039",
    "<": ">",
    "(": ")",
}
MOST_AROUND = 2
# A word such as "Answer:" before an answer, or "URL:" before a URL (RFC 3986 appendix C).
LABEL = expression(
    r"(?:(?:answer|antwort)(?:[ \t]*:|[ \t])|[^\W\d_]{3,}[ \t]*:[ \t](?!//)|"
    r"url:[ \t]*(?=[a-z][\w+.-]*:))[ \t]*",
    re.IGNORECASE,
)


def bare_answer(answer: str) -> str:
    """Return an answer without quotation marks, "Answer:", or a final dot after words."""
    text = _without_label(answer)
    for _ in range(MOST_AROUND):
        if len(text) < 2 or text[-1] not in AROUND.get(text[0], ""):
            break
        text = _without_label(text[1:-1])
    return text.removesuffix(".") if meant(text) else text


def _without_label(text: str) -> str:
    begins = LABEL.match(text.strip())
    return text.strip()[begins.end() if begins else 0 :]


def _without_words(text: str) -> str:
    """Return the only word of a text that means something, such as the host after "It is"."""
    words = [each for each in text.split() if MEANING_OF.get(each.casefold()) != MORE]
    return words[0] if len(words) == 1 else text


KINDS = {
    each.name: each
    for each in (
        targets.TARGET_KIND,
        *links.DESTINATION_KINDS,
        links.MARK_KIND,
        targets.ORIGIN_KIND,
        ladder_levels.KIND,
        texts.VALID_KIND,
        written_references.RELATIVE_KIND,
        written_references.WRITE_KIND,
        targets.EDITIONS_KIND,
        links.BASE_KIND,
        dot_removals.KIND,
        links.LETTER_KIND,
        *texts.ENCODING_KINDS,
    )
}
NO_WISHES = Wishes()
# Kinds whose answers are text in which single characters can be wrong.
HOSTS = frozenset({"where", "site"})
OF_NAMES = HOSTS | {"target"}
TYPED = HOSTS | {"target", "mark", "encode", "decode"}


def drawn(kind: str, seed: str, wishes: Wishes = NO_WISHES) -> Question:
    """Draw the question for a seed; raise NoQuestionError if none meets the requirements."""
    for number in range(MOST_TRIES):
        question = KINDS[kind].draw(Draw(seed, number), wishes)
        if question is not None:
            return replace(question, seed=seed_of(kind, seed))
    raise NoQuestionError(kind)


def judged(question: Question, answer: str) -> Judged:
    """Judge an answer as written and, if it is wrong, without quotation marks around it."""
    judgement, bare = _judged(question, answer), bare_answer(answer)
    if question.kind in OF_NAMES:
        bare = _without_words(bare)
    if judgement.right is not False or bare in {"", answer.strip()}:
        return judgement
    without = _judged(question, bare)
    return without if without.right or not judgement.diagnosis.causes else judgement


def _of_strange_text(question: Question, answer: str) -> Diagnosis | None:
    """Return the reason why an answer that no mistake gives is wrong, if it is simple."""
    kind, given = question.kind, question.given
    if kind in HOSTS and "of" not in given:
        return of_strange_name(LinkQuestion(**given), answer)
    if kind == "mark":
        return None if answer in given["text"] else Diagnosis((NOT_IN_LINK,))
    if kind == "encode":
        plain = decode_escapes(answer)
        return misspelled(plain, given["text"]) or of_additions(plain, given["text"])
    return of_additions(answer, question.key) if kind == "decode" else None


def _judged(question: Question, answer: str) -> Judged:
    """Judge an answer by the key, and by other answers that the edition allows."""
    judge = KINDS[question.kind].judge
    judgement = judge(question, answer) if answer.strip() else Judged(None)
    is_unknown = judgement.right is False and not judgement.diagnosis.causes
    if is_unknown and question.kind in TYPED and not question.choices:
        known = misspelled(answer.strip(), question.key, is_host=question.kind in HOSTS)
        known = known or _of_strange_text(question, answer.strip())
        judgement = Judged(False, known or judgement.diagnosis)
    if judgement.right is False and any(
        judge(replace(question, key=key), answer).right for key in question.also
    ):
        usual = message(
            "The specification leaves a choice here: your answer is right, and so is {text}.",
            text=quoted(question.key),
        )
        return Judged(True, Diagnosis(near=(usual,)))
    return judgement
