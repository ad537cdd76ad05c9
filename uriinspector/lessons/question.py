"""Questions, and answers to them as they were judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.diagnosis import UNNAMED, Diagnosis
from uriinspector.lessons.material import FIRST_MATERIAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.analysis.finding import Phrase
    from uriinspector.core.model import Json


class AnswerChoice(NamedTuple):
    """One answer to choose: a code that never changes, and how it is shown."""

    code: str
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what it gives, what it asks, and the answer that the engine has to it."""

    kind: str
    given: Mapping[str, str]
    asks: Phrase
    key: str
    seed: str = ""
    choices: tuple[AnswerChoice, ...] = ()
    details: tuple[Phrase, ...] = ()

    def to_dict(self) -> Json:
        """As in JSON; the key is left out, since a sheet may go to those who answer."""
        more = {
            "details": [each.text for each in self.details],
            "choices": [each.phrase.text for each in self.choices],
        }
        told = {name: texts for name, texts in more.items() if texts}
        return {"kind": self.kind, **self.given, "question": self.asks.text, **told}


class Judged(NamedTuple):
    """Whether an answer is right; None where there is no answer."""

    right: bool | None
    diagnosis: Diagnosis = UNNAMED


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a drawn question shall be like; whatever is left out is drawn."""

    edition: str = "2005"
    bases: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    material: int = FIRST_MATERIAL
    of: str = ""  # what else the kind can ask for: "innermost" or "lines"
    pairs: str = ""  # of which links two are compared: "addresses" or "names"


class NoQuestionError(Exception):
    """Nothing could be drawn that fits the wishes."""
