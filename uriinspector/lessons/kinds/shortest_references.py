"""Which reference leads from here to there, and is there a shorter one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE, Arg, Phrase
from uriinspector.core.parse import resolve
from uriinspector.core.reference import recompose
from uriinspector.core.reference_forms import levels_between
from uriinspector.lessons.diagnosis import Diagnosis, alternatives, causes_of
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.kinds.kind import QuestionKind
from uriinspector.lessons.mistakes.reference_writing import ROWS, WantedTarget
from uriinspector.lessons.mistakes.table import RESOLVING
from uriinspector.lessons.pair import Pair, components
from uriinspector.lessons.question import Judged, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.lessons.draw import Draw
    from uriinspector.lessons.pair import Components
    from uriinspector.lessons.question import Wishes

NAME = "relative"
EMPTY = "empty"
WORDS = frozenset({"empty", "(empty)", "leer", "(leer)", '""'})
MOST_LEVELS = 20
# Whoever resolves in these ways writes a reference that leads elsewhere.  The reasons of all other
# mistakes speak of a target that was made, not of a reference.
IN_MIND = frozenset({"kept-last-segment", "base-slash-ignored"})


def question(given: Mapping[str, str]) -> Question:
    """A question about a base and the target that is wanted."""
    edition = given.get("edition") or "2005"
    values = {"base": given["base"], "target": given["target"], "edition": edition}
    asks = Phrase(
        "Write the shortest reference that leads from the base to this target in the {year} "
        'edition. Answer "empty" for a reference without characters.',
        (Arg("year", edition),),
    )
    best = shortest(values["base"], values["target"], edition)
    return Question(NAME, values, asks, values["target"] if best is None else best or EMPTY)


def shortest(base: str, target: str, edition: str) -> str | None:
    """A reference of the fewest characters that leads there; None where there is none."""
    ways = (each for each in forms(base, target) if leads(base, each, target, edition))
    return min(ways, key=len, default=None)


def leads(base: str, reference: str, target: str, edition: str) -> bool:
    """Whether a reference resolves to this target."""
    return resolve(base, reference, edition=edition).target == target


def forms(base: str, target: str) -> Iterator[str]:
    """References that can lead there: from nothing to the whole target."""
    _, authority, path, query, fragment = components(target)
    rest = recompose(None, None, "", query, fragment)
    hash_part = "" if fragment is None else f"#{fragment}"
    yield from (hash_part, rest, path + rest, target)
    yield target.partition(":")[2] if authority is not None else target
    # Behind an authority, merging puts a slash in front (RFC 3986 5.2.3): no path is the root.
    here = components(base)[2] or "/"
    up, own = levels_between(here, path)
    if up <= MOST_LEVELS:
        yield f"{'../' * up}{own}{rest}"
        yield f"{'../' * up}./{own}{rest}"
        if not own:
            yield f"{'/'.join(['..'] * up) or '.'}{rest}"


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """The target of a drawn pair on the same host."""
    pair = targets.draw_question(draw, wishes)
    if pair is None or components(pair.key)[1] != components(pair.given["base"])[1]:
        return None
    given = {"base": pair.given["base"], "target": pair.key, "edition": wishes.edition}
    drawn = question(given)
    best = "" if drawn.key == EMPTY else drawn.key
    agrees = leads(pair.given["base"], best, pair.key, wishes.edition)
    return drawn if agrees and len(best) <= len(pair.given["reference"]) else None


def judge(asked: Question, answer: str) -> Judged:
    """Right if it leads there; that there is a shorter one is told."""
    text = answer.strip()
    if not text:
        return Judged(None)
    reference = "" if text.casefold() in WORDS else text
    base, target, edition = (asked.given[name] for name in ("base", "target", "edition"))
    best = len("" if asked.key == EMPTY else asked.key)
    if leads(base, reference, target, edition):
        shorter = Phrase("A shorter one leads there: {text}.", (_quoted(asked.key),))
        return Judged(True, Diagnosis(near=(shorter,) if len(reference) > best else ()))
    ways = (each for each in forms(base, target) if leads(base, each, target, edition))
    wanted = WantedTarget(base, ways)
    pair = Pair(base, reference, edition)
    in_mind = causes_of(RESOLVING, pair, lambda wrong: wrong == target, edition)
    written = causes_of(ROWS, wanted, lambda wrong: wrong == reference, edition)
    likely = tuple(each for each in in_mind if each.code in IN_MIND)
    # Dots and slashes alone come about in many ways: what they do is said, and not why.
    has_name = any(char.isalnum() for char in reference)
    diagnosis = alternatives((*likely, *written)) if has_name else Diagnosis()
    return Judged(False, diagnosis._replace(near=_where_it_leads(pair.target, target)))


def _where_it_leads(real: str | None, wanted: str) -> tuple[Phrase, ...]:
    """What the reference does."""
    if real is None:
        return (Phrase("This reference has no target."),)
    leads_to = Phrase("This reference leads to {text}.", (_quoted(real),))
    differs = {
        real + "/": "Only the slash at the end is missing.",
        real.removesuffix("/"): "Only the slash at the end is one too many.",
        real: "",
    }.get(wanted) or _difference(components(real), components(wanted))
    return (leads_to, Phrase(differs)) if differs else (leads_to,)


def _difference(real: Components, wanted: Components) -> str:
    """What differs where one thing alone does: the height of a folder, or what comes after it."""
    if real[:3] == wanted[:3]:
        return "The query or the fragment of the target is missing." if not any(real[3:]) else ""
    if real[:2] != wanted[:2] or real[3:] != wanted[3:] or not real[2].endswith("/"):
        return ""
    if wanted[2].startswith(real[2]):
        return "That is a folder above."
    return "That is a folder inside." if real[2].startswith(wanted[2]) else ""


def _quoted(text: str) -> Arg:
    return Arg("text", f'"{text}"', EVIDENCE)


KIND = QuestionKind(NAME, draw_question, question, judge)
