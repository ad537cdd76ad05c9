"""Questions answered by a reference: the shortest one, or one that meets conditions."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, product

from uriinspector.core.model import EVIDENCE, Marked, Message, message
from uriinspector.core.parse import resolve
from uriinspector.core.reference_forms import levels_between
from uriinspector.lessons.diagnosis import (
    Diagnosis,
    alternatives,
    causes_of,
    difference_in_segments,
    one_by_one,
)
from uriinspector.lessons.draw import Draw
from uriinspector.lessons.kinds import targets
from uriinspector.lessons.mistake import EMPTY, Components, Mistake, components, leads, quoted
from uriinspector.lessons.mistakes.pairs import RESOLVING, Pair, TextPieces
from uriinspector.lessons.mistakes.reference_writing import EFFECTS, ROWS, WrittenWay, requirements
from uriinspector.lessons.question import Judged, Question, QuestionKind, Wishes, meant, values_of

RELATIVE = "relative"
MOST_LEVELS = 20
# Learners who make these mistakes when resolving write a reference that leads elsewhere. The
# reasons of all other mistakes are about a computed target, not a reference.
IN_MIND = [each for each in RESOLVING if each.code in {"kept-last-segment", "base-slash-ignored"}]


def relative_question(given: Mapping[str, str]) -> Question:
    """Make a question about a base and the target to reach."""
    values = values_of(given, "base target edition")
    edition = values["edition"]
    asks = message(
        "Write a reference that leads from the base to this target in the {year} edition; the "
        'shortest is best. Answer "empty" for a reference with no characters.',
        year=edition,
    )
    best = shortest(**values)
    return Question(RELATIVE, values, asks, values["target"] if best is None else best or EMPTY)


def reference_of(answer: str) -> str:
    """Return the reference that an answer means, which can be empty."""
    return "" if answer == EMPTY else answer


def shortest(base: str, target: str, edition: str) -> str | None:
    """Return the shortest reference that leads to the target; None if there is none."""
    resolved = ((each, resolve(base, each, edition=edition).target) for each in forms(base, target))
    return min((each for each, result in resolved if result == target), key=len, default=None)


def forms(base: str, target: str) -> Iterator[str]:
    """Yield references that may lead to the target, from an empty one to the whole target."""
    t = TextPieces(target)
    yield from (t.fragment, t.end, t.path + t.end, target)
    yield t.rest if t.authority else target
    # Merging inserts a slash after an authority (RFC 3986 5.2.3), so an empty path is the root.
    here = components(base)[2] or "/"
    up, own = levels_between(here, t.path)
    if up <= MOST_LEVELS:
        yield f"{'../' * up}{own}{t.end}"
        yield f"{'../' * up}./{own}{t.end}"
        if not own:
            yield f"{'/'.join(['..'] * up) or '.'}{t.end}"


def draw_relative(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw a pair whose base and target have the same host; ask for a reference to the target."""
    pair = targets.draw_target(draw, wishes)
    if pair is None or components(pair.key)[1] != components(pair.given["base"])[1]:
        return None
    given = {"base": pair.given["base"], "target": pair.key, "edition": wishes.edition}
    drawn = relative_question(given)
    best = reference_of(drawn.key)
    agrees = leads(pair.given["base"], best, pair.key, wishes.edition)
    return drawn if agrees and len(best) <= len(pair.given["reference"]) else None


def judge_relative(asked: Question, answer: str) -> Judged:
    """Judge a reference by its target; the diagnosis mentions a shorter reference."""
    text = answer.strip()
    reference = "" if meant(text) == EMPTY else text
    base, target, edition = (asked.given[name] for name in ("base", "target", "edition"))
    best = len(reference_of(asked.key))
    if leads(base, reference, target, edition):
        shorter = message(
            "A shorter reference has the same target: {text}.", text=quoted(asked.key)
        )
        return Judged(True, Diagnosis(near=(shorter,) if len(reference) > best else ()))
    ways = (each for each in forms(base, target) if leads(base, each, target, edition))
    wanted = [WrittenWay(base, each) for each in dict.fromkeys(ways)]
    pair = Pair(base, reference, edition)
    in_mind = causes_of(IN_MIND, pair, target.__eq__, edition)
    written = (each for each in ROWS if any(reference in each.wrong(way) for way in wanted))
    # For dots and slashes alone, there are many possible causes: only the effect is explained.
    causes = (*in_mind, *written) if any(map(str.isalnum, reference)) else ()
    effect = _effect(pair, target)
    near: tuple[Message, ...] = ()
    if pair.target is not None:
        leads_to = message("This reference leads to {text}.", text=quoted(pair.target))
        if effect.code == "leads-elsewhere":
            effect = effect._replace(reason=leads_to)
        else:
            near = (leads_to,)
    if causes:
        return Judged(False, alternatives(causes)._replace(near=(*near, effect.reason)))
    return Judged(False, Diagnosis((effect,), near=near))


def _effect(pair: Pair, wanted: str) -> Mistake:
    """Return the difference between the target of a reference and the wanted one."""
    real = pair.target
    if real is None:
        return EFFECTS["leads-nowhere"]
    code = {real + "/": "slash-missing", real.removesuffix("/"): "slash-added"}.get(wanted)
    own, others = components(real), components(wanted)
    is_host = pair.reference.startswith("//") and own[1] != others[1]
    code = code or ("read-as-host" if is_host else _difference(own, others))
    return EFFECTS["leads-to-base" if code.startswith("leads") and real == pair.b.text else code]


def _difference(real: Components, wanted: Components) -> str:
    """Return the code of a difference in folder levels, or in the components at the end."""
    if real[:3] == wanted[:3]:
        pairs = [each for each in zip(real[3:], wanted[3:], strict=True) if each[0] != each[1]]
        if all(own == "" and other is None for own, other in pairs):
            return "delimiter-too-many"
        return "end-missing" if not any(own for own, _ in pairs) else "leads-elsewhere"
    if real[1] != wanted[1]:
        return "leads-to-other-host"
    if real[0] != wanted[0] or real[3:] != wanted[3:]:
        return "leads-elsewhere"
    own, right = real[2], wanted[2]
    if own.endswith("/") and own.startswith(right):
        return "folder-inside"
    if own.endswith("/") and right.startswith(own):
        return "folder-above"
    code = f"leads-{difference_in_segments(own, right)}"
    return code if code in EFFECTS else "leads-elsewhere"


RELATIVE_KIND = QuestionKind(RELATIVE, draw_relative, relative_question, judge_relative)

WRITE = "write"
# The maximum number of texts to try when looking for a right answer.
MOST_EXAMPLES = 4_000
# The range from which a question's maximum length is drawn.
SHORTEST, LONGEST = 26, 60
# Conditions that are slow to check.
INSPECTED = frozenset({"finding", "no_finding"})
SCHEMES = ("http:", "", "ftp:", "mailto:", "1a:")
AUTHORITIES = (
    "//a.example",
    "",
    "//u@a.example",
    "//a.example:81",
    "//u@a.example:81",
    "//a.example:",
    "//192.0.2.7",
    "//[2001:db8::1]",
    "//",
    "//@a.example",
    "//a_b.example",
)
PATHS = ("/x", "", "/", "/x y", "/~x", "/a/../x", "/%zz", "/[x]", "x", "/x|y")
ENDS = ("", "?q", "#f", "?q#f", "?", "#", "?q#f#g")


def write_question(given: Mapping[str, str]) -> Question:
    """Make a question from conditions, given as JSON."""
    values = values_of(given, "asks wants")
    asks = message("Write a URI reference that meets all of these conditions.")
    details = tuple(each.wanted for each in requirements(values["wants"]))
    if values["asks"]:
        asks, details = message("{text}", text=Marked(values["asks"], EVIDENCE)), ()
    return Question(WRITE, values, asks, example(values["wants"]), details=details)


@lru_cache(maxsize=256)
def example(wants: str) -> str:
    """Return a text that meets all conditions; empty if none was found."""
    wanted = sorted(requirements(wants), key=lambda each: each.name in INSPECTED)
    near: list[str] = []
    for each in wanted:
        if isinstance(each.value, dict):
            near += each.value.values()
        if each.name == "resolves_to":
            near += forms(each.value["base"], each.value["target"])
    for text in (*near, *islice(texts(), MOST_EXAMPLES)):
        if text and all(each.holds(text) for each in wanted):
            return text
    return ""


def texts() -> Iterator[str]:
    """Yield references of many forms, simple ones first."""
    for scheme, end, path, authority in product(SCHEMES, ENDS, PATHS, AUTHORITIES):
        if not (authority and path[:1] not in {"", "/"}):
            yield f"{scheme}{authority}{path}{end}"


def draw_write(draw: Draw, wishes: Wishes) -> Question | None:
    """Draw conditions: one component present, another absent, perhaps an empty one, and a maximum
    length.
    """
    first, second, third = draw.sample(("userinfo", "port", "query", "fragment"), 3)
    wants: list[dict[str, str | int]] = [
        {"valid": wishes.edition},
        {"has": first},
        {"has_not": second},
    ]
    if third in {"query", "fragment"} and draw.chance(2):
        wants.append({"empty": third})
    wants.append({"length_at_most": SHORTEST + draw.number(LONGEST - SHORTEST)})
    drawn = write_question({"wants": json.dumps(wants)})
    return drawn if drawn.key else None


def judge_write(asked: Question, answer: str) -> Judged:
    """Judge a reference by all conditions; the cause is the first one that it does not meet."""
    text = answer.strip()
    wanted = requirements(asked.given["wants"])
    missed = [each for each in wanted if not each.holds(text)]
    if not missed:
        return Judged(True)
    causes = (Mistake("condition-not-met", each.missed_by(text)) for each in missed)
    return Judged(False, one_by_one(causes)._replace(also=()))


WRITE_KIND = QuestionKind(WRITE, draw_write, write_question, judge_write)
