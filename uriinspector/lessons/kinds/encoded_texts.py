"""Write a text with percent-encoding; decode one so many times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.core.model import Part
from uriinspector.core.percent import encode
from uriinspector.lessons.diagnosis import Diagnosis, alternatives, causes_of
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.material import Pool
from uriinspector.lessons.mistakes.percent_encoding import (
    DECODING,
    ENCODING,
    ESCAPE,
    MOST_TIMES,
    STAYS,
    EncodedText,
    PlainText,
    upper_escapes,
)
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.template import filled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.mistake import Mistake
    from uriinspector.lessons.question import Wishes

ENCODE, DECODE = "encode", "decode"
PLACES = {
    Part.USERINFO: "the userinfo",
    Part.PATH: "one segment of a path",
    Part.QUERY: "a query",
    Part.FRAGMENT: "a fragment",
}
# Texts that are to be encoded, and, encoded, to be decoded.
TEXTS = (
    "{dir} {name}",
    "{dir}/{name}",
    "{dir}?{name}",
    "{dir}#{fragment}",
    "50% {dir}",
    "100%/{name}",
    "{dir} & {name}",
    "{user} {dir}/{name}",
    "caf\u00e9 {dir}",
    "{dir}/m\u00fcller",
    "{name} 5 \u20ac",
    "\u00fcber {dir}#{fragment}",
    "{dir}+{name} {fragment}",
    "a+b = {name}?",
    "{user}@{dir}/{name}",
    "{dir} [{name}]",
    "~{user}/{dir} {name}",
    "na\u00efve {dir}?",
)
UPPER = Phrase("Upper case is usual in percent-encoding.")
ANOTHER_TEXT = Phrase("Decoded, this is another text.")
NOT_ALLOWED = Phrase("This has a character that this component does not allow.")
NOT_IT = Phrase("This is not what decoding gives.")
TIMES = {
    "1": "Decode the percent-encoding of this text once.",
    "2": "Decode the percent-encoding of this text twice in a row.",
    "3": "Decode the percent-encoding of this text three times in a row.",
}


def encode_question(given: Mapping[str, str]) -> Question:
    """A question about a text that becomes data of a component."""
    part = Part(given["part"])
    asks = Phrase(
        "Write this text with percent-encoding in UTF-8, as data in {place}. ASCII letters, "
        "digits and -._~ stay as they are.",
        (Arg("place", PLACES[part], TERM),),
    )
    values = {"text": given["text"], "part": part.value}
    return Question(ENCODE, values, asks, PlainText(values["text"], part).key)


def decode_question(given: Mapping[str, str]) -> Question:
    """A question about a text with percent-encoding."""
    values = {"text": given["text"], "times": given.get("times") or "1"}
    key = EncodedText(values["text"], int(values["times"])).key
    template = TIMES[values["times"]]
    return Question(DECODE, values, Phrase(template), key)


def draw_encode(draw: Draw, wishes: Wishes) -> Question | None:
    """A text in which something has to be encoded."""
    text = filled(draw.choice(wishes.texts or TEXTS), Pool(draw))
    part = Part(draw.choice(tuple(wishes.parts) or tuple(each.value for each in PLACES)))
    given = PlainText(text, part)
    must = set(text) - STAYS[part]
    return encode_question({"text": text, "part": part.value}) if must and given.key else None


def draw_decode(draw: Draw, wishes: Wishes) -> Question | None:
    """A text that was encoded once to three times, as often as it is decoded or once more."""
    text = filled(draw.choice(wishes.texts or TEXTS), Pool(draw))
    times = int(draw.choice(wishes.levels)) if wishes.levels else 1 + draw.number(2)
    layers = min(times + draw.number(2), MOST_TIMES)
    texts = [text]
    for _ in range(layers):
        texts.append(encode(texts[-1], Part.QUERY) or "")
    drawn = decode_question({"text": texts[-1], "times": str(times)})
    return drawn if drawn.key == texts[layers - times] != drawn.given["text"] else None


def judge_encode(asked: Question, answer: str) -> Judged:
    """Right if it has the text for data; what is no delimiter there may stay or be encoded."""
    text = answer.strip()
    if not text:
        return Judged(None)
    given = PlainText(asked.given["text"], Part(asked.given["part"]))
    if given.is_right(text):
        is_lower = any(each != each.upper() for each in ESCAPE.findall(text))
        return Judged(True, Diagnosis(near=(UPPER,) if is_lower else ()))
    near = NOT_ALLOWED if set(ESCAPE.sub("", text)) - STAYS[given.part] else ANOTHER_TEXT
    # The case of encoded bytes is no difference.
    return Judged(False, _named(ENCODING, given, upper_escapes(text), near))


def judge_decode(asked: Question, answer: str) -> Judged:
    """Character by character."""
    text = answer.strip()
    if not text:
        return Judged(None)
    if text == asked.key.strip():
        return Judged(True)
    given = EncodedText(asked.given["text"], int(asked.given["times"]))
    return Judged(False, _named(DECODING, given, text, NOT_IT))


def _named(rows: Iterable[Mistake], given: object, text: str, near: Phrase) -> Diagnosis:
    causes = tuple(causes_of(rows, given, lambda wrong: (wrong or "").strip() == text, "2005"))
    return alternatives(causes) if causes else Diagnosis(near=(near,))


KINDS = (
    QuestionKind(ENCODE, draw_encode, encode_question, judge_encode),
    QuestionKind(DECODE, draw_decode, decode_question, judge_decode),
)
