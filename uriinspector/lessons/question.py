"""Questions, their choices, and the judgment of answers."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase

from uriinspector.core.compare import compare
from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, Json, Marked, Message, NamedTuple, message
from uriinspector.lessons.diagnosis import UNKNOWN_CHOICE, UNNAMED, Diagnosis, causes_of
from uriinspector.lessons.draw import FIRST_MATERIAL, Draw
from uriinspector.lessons.mistake import EMPTY, NONE, SAME_DOCUMENT, Mistake


class AnswerChoice(NamedTuple):
    """A possible answer: its text, and a code that never changes."""

    code: str
    phrase: Message


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the given texts, what to find, and the engine's answer.

    ``also`` has other right answers, if the edition allows more than one.
    """

    kind: str
    given: Mapping[str, str]
    asks: Message
    key: str
    seed: str = ""
    choices: tuple[AnswerChoice, ...] = ()
    details: tuple[Message, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def variant(self) -> str:
        """The variant of the kind or, if there is none, the kind itself."""
        return self.given.get("of") or self.kind

    @property
    def edition(self) -> str:
        return self.given.get("edition", "2005")

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the choices."""
        return tuple(ascii_uppercase[: len(self.choices)])

    def to_dict(self) -> Json:
        """Return the question as JSON, without the key, since students may see it."""
        more = {"details": list(self.details), "choices": [each.phrase for each in self.choices]}
        further = {name: texts for name, texts in more.items() if texts}
        return {"kind": self.kind, **self.given, "question": self.asks, **further}


class Judged(NamedTuple):
    """The judgment of an answer; ``right`` is None if there is no answer."""

    right: bool | None
    diagnosis: Diagnosis = UNNAMED


@dataclass(frozen=True, slots=True)
class Wishes:
    """Requirements for drawing a question; everything else is random."""

    edition: str = "2005"
    bases: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    material: int = FIRST_MATERIAL
    of: str = ""  # variant of the kind: "innermost" or "lines"
    pairs: str = ""  # kind of links to compare: "addresses" or "names"


def can_go_wrong(
    wishes: Wishes,
    mistakes: Iterable[Mistake],
    given: object,
    is_right: Callable[[str | None], bool],
) -> bool:
    """Return True if one of the requested mistakes gives a wrong answer."""
    wanted = (each for each in mistakes if not wishes.about or each.code in wishes.about)
    return any(causes_of(wanted, given, lambda text: not is_right(text), wishes.edition))


class NoQuestionError(Exception):
    """No question that meets the requirements could be drawn."""


# Default values of fields that a question can omit.
DEFAULTS = {"edition": "2005", "base": "", "asks": "", "times": "1"}


def values_of(given: Mapping[str, str], names: str) -> dict[str, str]:
    """Return these fields of the given data, with defaults for missing ones."""
    return {
        name: given.get(name) or DEFAULTS[name] if name in DEFAULTS else given[name]
        for name in names.split()
    }


MOST_CHOICES = len(ascii_uppercase)
LETTERS = expression(r"[A-Z]+")
# Words that may occur between letters.
BETWEEN = frozenset({"AND", "UND", "THEN", "DANN", "RULE", "REGEL", "LINE", "ZEILE", "STEP"})
LETTER_AND_WORDS = expression(r"([A-Za-z])(?:[.:)]?|[.:)][ \t]+(.+))", re.DOTALL)
# Words people type when they have no answer (such as "none"), and filler words around them.
MORE = "more"
MEANINGS = {
    NONE: "none no not nothing nowhere absent missing undefined kein keine keinem keinen keiner "
    "keines keins nein nicht nichts nirgends nirgendwo nirgendwohin fehlt undefiniert - \u2013 "
    "\u2014",
    EMPTY: "empty leer leere leerer leeres",
    SAME_DOCUMENT: "same current dasselbe selbe gleiche aktuelle aktuelles",
    MORE: "a an the of them these there this that is it such one present host server target letter "
    "uri character component reference string text document level levels to with das die der "
    "dieser diesen ist es gibt davon hier da gar zu mit stufe stufen vorhanden ziel ziel-uri "
    "buchstabe zeichen komponente referenz dokument",
}
MEANING_OF = {word: meaning for meaning, words in MEANINGS.items() for word in words.split()}
THIS_DOCUMENT = frozenset({"this document", "dieses dokument"})
QUOTES = "\"'`()<>\u201a\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u2039\u203a \t"


def meant(answer: str) -> str:
    """Return "none", "empty" or "same document" if an answer means one of them in words, else
    "".
    """
    text = answer.strip(QUOTES).casefold()
    if not text:
        return EMPTY if answer.strip() else ""
    if text in THIS_DOCUMENT:
        return SAME_DOCUMENT
    meanings = {MEANING_OF.get(each, "") for each in text.removesuffix(".").split()} - {MORE}
    return meanings.pop() if len(meanings) == 1 else ""


def letters_in(answer: str) -> str:
    """Return the letters of an answer, without words and symbols between them."""
    return "".join(each for each in LETTERS.findall(answer.upper()) if each not in BETWEEN)


NO_CHOICE = frozenset({NONE, "not-shown"})  # codes of choices such as "None of these"


def text_choice(text: str) -> AnswerChoice:
    """Return a choice whose text is from the question and is also its code."""
    return AnswerChoice(text, message("{text}", text=Marked(text, EVIDENCE)))


def letter_of(at: int) -> str:
    return ascii_uppercase[at]


def letter_for(code: str, question: Question) -> str:
    """Return the letter for a choice."""
    return letter_of([each.code for each in question.choices].index(code))


def with_choices(
    question: Question, choices: Iterable[AnswerChoice], *answers: Iterable[str]
) -> Question:
    """Return a question with these choices; ``answers`` are the codes of right answers."""
    asked = replace(question, choices=tuple(choices))
    codes = (each.code for each in asked.choices)
    letters = dict(zip(codes, asked.letters, strict=True))
    texts = (" ".join(letters[code] for code in right if code in letters) for right in answers)
    key, *also = dict.fromkeys(texts)
    return replace(asked, key=key, also=tuple(also))


def not_right(words: Message) -> Judged:
    """Return the judgment of an answer that does not have the expected form."""
    return Judged(False, Diagnosis(near=(words,)))


def judged_choice(question: Question, answer: str, why: Callable[[str], Diagnosis]) -> Judged:
    """Judge a choice; ``why`` returns the diagnosis of a wrong one."""
    code = chosen(question, answer)
    if code is None:
        return Judged(False, UNKNOWN_CHOICE)
    is_right = code == chosen(question, question.key)
    return Judged(True) if is_right else Judged(False, why(code))


def lettered(question: Question, answer: str, say: Callable[[str], str]) -> str:
    """Return the letter of the choice that an answer names in words, as translated by ``say``."""
    text = answer.strip().casefold()
    words = [say(each.phrase).casefold() for each in question.choices]
    named = (each for each in (text, text.removesuffix(".")) if each in words)
    return next((letter_of(words.index(each)) for each in named), answer)


def chosen(question: Question, answer: str) -> str | None:
    """Return the code of the choice that an answer names by letter, code or text, or None."""
    text, choices = answer.strip(), question.choices
    lettered = LETTER_AND_WORDS.fullmatch(text)
    at = ascii_uppercase.find(lettered[1].upper()) if lettered else len(choices)
    if lettered and at < len(choices):
        words = (lettered[2] or "").casefold()
        others = (each.phrase.casefold() for each in choices if each is not choices[at])
        if not words or words not in others:
            return choices[at].code
    if meant(text) == NONE:
        named = (each.code for each in choices if each.code in NO_CHOICE)
    else:
        texts = dict.fromkeys((text, text.removesuffix(".")))
        named = (each.code for own in texts for each in choices if _is_named(each, own))
    return next(named, None)


def _is_named(choice: AnswerChoice, text: str) -> bool:
    """Return True if the text names a choice by an equivalent link, or by its words in any case."""
    if choice.phrase.template == "{text}":
        return text == choice.code or compare(text, choice.code).first_equal is not None
    names = {choice.code, choice.code.replace("-", " "), choice.phrase.casefold()}
    return text == choice.code or text.casefold() in names


def in_order(question: Question, answer: str) -> list[str] | None:
    """Return the codes named by an answer's letters, in order; None if a letter is unknown."""
    if meant(answer) == NONE:
        return []
    places = [ascii_uppercase.index(each) for each in letters_in(answer)]
    if not places or max(places) >= len(question.choices):
        return None
    return [question.choices[at].code for at in places]


# The maximum number of draws for a question that meets the requirements.
MOST_TRIES = 60
# Kinds that have become variants: the new kind and its variant.
JOINED_KINDS = {"order": ("steps", "lines"), "inner": ("where", "innermost")}
REMOVED_KINDS = frozenset({"tricks"})


def current_kind(kind: str, given: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
    """Return the current kind of a stored question, with its given data."""
    name, of = JOINED_KINDS.get(kind, (kind, ""))
    return (name, {**given, "of": of}) if of else (kind, given)


class QuestionKind(NamedTuple):
    """A kind of question: how it is drawn, made from given data, and judged."""

    name: str
    draw: Callable[[Draw, Wishes], Question | None]
    question: Callable[[Mapping[str, str]], Question]
    judge: Callable[[Question, str], Judged]
