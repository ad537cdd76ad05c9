"""Mark a component of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.core.model import Part
from uriinspector.core.reference import recompose
from uriinspector.lessons.diagnosis import of_part
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.marked_link import MarkedLink
from uriinspector.lessons.material import Pool
from uriinspector.lessons.pair import components
from uriinspector.lessons.question import Judged, Question
from uriinspector.lessons.template import filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.core.model import Span
    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.question import Wishes

NAME = "mark"
ABSENT, EMPTY = "none", "empty"
# What people type, without case.
WORDS = {
    **dict.fromkeys(("none", "absent", "not present", "(none)", "keine", "kein", "fehlt"), ABSENT),
    **dict.fromkeys(("empty", "(empty)", "leer", '""'), EMPTY),
}


def key_of(text: str | None) -> str:
    """A component as it is typed."""
    return ABSENT if text is None else text or EMPTY


def question(given: Mapping[str, str]) -> Question:
    """A question about a component of a link."""
    part = Part(given["part"])
    asks = Phrase(
        'What is the text of this component: {part}? Answer "none" if it is not present, "empty" '
        "if it is empty.",
        (Arg("part", part.value, TERM),),
    )
    values = {"text": given["text"], "part": part.value, "edition": given.get("edition", "2005")}
    key = key_of(MarkedLink(values["text"], part, values["edition"]).key)
    return Question(NAME, values, asks, key)


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A link of many components; what it was built of and the parser agree."""
    pool = Pool(draw)
    if wishes.texts:
        return _of_text(filled(draw.choice(wishes.texts), pool), draw, wishes)
    built = _components(pool)
    authority = built.get(Part.HOST, "")
    if Part.USERINFO in built:
        authority = f"{built[Part.USERINFO]}@{authority}"
    if Part.PORT in built:
        authority = f"{authority}:{built[Part.PORT]}"
    built[Part.AUTHORITY] = authority
    text = recompose(
        built[Part.SCHEME],
        authority,
        built[Part.PATH],
        built.get(Part.QUERY),
        built.get(Part.FRAGMENT),
    )
    part = Part(draw.choice(wishes.parts or tuple(Part)))
    drawn = question({"text": text, "part": part.value, "edition": wishes.edition})
    return drawn if drawn.key == key_of(built.get(part)) else None


def _of_text(text: str, draw: Draw, wishes: Wishes) -> Question | None:
    """A text without an authority; the expression of appendix B and the parser agree."""
    part = Part(draw.choice(wishes.parts or tuple(Part)))
    drawn = question({"text": text, "part": part.value, "edition": wishes.edition})
    names = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
    built = dict(zip(names, components(text), strict=True))
    return drawn if drawn.key == key_of(built.get(part)) else None


def _components(pool: Pool) -> dict[Part, str]:
    draw = pool.draw
    built = {Part.SCHEME: draw.choice(("http", "https", "ftp")), Part.HOST: pool.take("hosts")}
    if draw.number(2):
        secret = f":{pool.take('passwords')}" if draw.number(2) else ""
        built[Part.USERINFO] = pool.take("users") + secret
    if draw.number(2):
        built[Part.PORT] = pool.take("ports")
    built[Part.PATH] = f"/{pool.take('dirs')}/{pool.take('files')}"
    if draw.number(3):
        more = f"?{pool.take('queries')}" if draw.chance(4) else ""
        built[Part.QUERY] = "" if draw.chance(4) else pool.take("queries") + more
    if draw.number(3):
        built[Part.FRAGMENT] = "" if draw.chance(4) else pool.take("fragments")
    return built


def span_asked(asked: Question) -> Span | None:
    """Return the span of the component that is asked for; None if no component is."""
    if asked.kind != "mark":
        return None
    given = asked.given
    return MarkedLink(given["text"], Part(given["part"]), given["edition"]).span


def judge(asked: Question, answer: str) -> Judged:
    """The text of the component; white space at both ends is forgiven."""
    text = answer.strip()
    if not text:
        return Judged(None)
    if text == asked.key or WORDS.get(text.casefold()) == asked.key:
        return Judged(True)
    word = WORDS.get(text.casefold())
    given = None if word == ABSENT else "" if word == EMPTY else text
    values = asked.given
    mark = MarkedLink(values["text"], Part(values["part"]), values["edition"])
    return Judged(False, of_part(mark, given))


KIND = QuestionKind(NAME, draw_question, question, judge)
