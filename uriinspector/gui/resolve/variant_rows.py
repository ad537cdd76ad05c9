"""The variants of resolution, and their results for a pair. No Qt here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from uriinspector.analysis.annotated import Annotated, Stretch, covering, labelled
from uriinspector.analysis.variants import (
    STRICT_2005,
    VARIANTS,
    Variant,
    browser_answer,
    can_be_base,
    remark,
    variant_answers,
    variant_of,
)
from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.parse import Resolution, parse
from uriinspector.core.reference import Step
from uriinspector.gui.editor.look import NOTHING, Look, look_of
from uriinspector.gui.text.pieces import Kind, Pieces, differing, muted, ours, outside
from uriinspector.gui.text.translation import say

__all__ = [
    "STRICT_2005",
    "VARIANTS",
    "Variant",
    "cite_of",
    "explanation",
    "outcome",
    "usable",
    "variant_of",
]
# The document of each edition, which precedes a step's rule in a citation.
DOCUMENTS = {"1994": "", "1997": "url-syntax-05 ", "2003": "rfc2396bis-01 ", "2005": "RFC 3986 "}
# The suffix of rules that name a part of an algorithm rather than a clause.
NO_CLAUSE = " parse"

EXPLANATIONS = {
    "1994": "URL drafts of 1994, where a relative reference is called a partial form.",
    "1997": 'Draft url-syntax-05, towards RFC 2396. ".." above the root is kept.',
    "2003": "Draft rfc2396bis-01, towards RFC 3986.",
    "2005": 'RFC 3986. ".." above the root is dropped.',
}
ABOVE_ROOT = {
    "keep": 'In a merged path, ".." above the root is kept.',
    "drop": 'In a merged path, ".." above the root is dropped.',
    "refuse": 'If a merged path has ".." above the root, there is no target.',
}
NOT_STRICT = "A scheme that is the same as the base's is ignored: the reference counts as relative."


def explanation(variant: Variant) -> str:
    lines = [say(EXPLANATIONS[variant.edition])]
    if variant.edition == "2003":
        lines.append(say(ABOVE_ROOT[variant.above_root]))
    if not variant.strict:
        lines.append(say(NOT_STRICT))
    return " ".join(lines)


def cite_of(edition: str, rule: str) -> str:
    return DOCUMENTS[edition] + rule.removesuffix(NO_CLAUSE)


def outcome(resolution: Resolution) -> str:
    """Return why there is no target, or "" if there is one."""
    if resolution.target is not None:
        return ""
    if resolution.same_document:
        return say("the current document")
    return say(resolution.problem.message) if resolution.problem else say("no target")


def usable(variant: Variant, base: str) -> str:
    """Say whether a base can be used, in the edition's terms."""
    if not base:
        return say("empty")
    if can_be_base(variant, base):
        kind = say("hierarchical") if is_hierarchical(variant, base) else say("not hierarchical")
        return say("{kind}: can be a base", kind=kind)
    problem = variant.resolve(base, "x").problem
    is_opaque = problem is not None and problem.code == "base-opaque"
    kind = say("opaque") if is_opaque else say("without a scheme")
    return say("{kind}: cannot be a base", kind=kind)


def is_hierarchical(variant: Variant, base: str) -> bool:
    """Return True if the base has an authority, or a path that begins with "/"."""
    reference = parse(base, edition=variant.edition)
    return reference.span(Part.AUTHORITY) is not None or reference.path.startswith("/")


class Answer(NamedTuple):
    """The target with one variant; ``variant`` is None for browsers, whose steps are not shown."""

    variant: Variant | None
    title: str
    target: str | None
    note: str
    pieces: Pieces
    mark: Pieces


def answers(base: str, text: str, chosen: Variant) -> list[Answer]:
    """Return a row for each variant, and one for browsers."""
    usual = chosen.resolve(base, text).target
    cell = cache(partial(_cell, usual))
    result = []
    for way, each, words in variant_answers(base, text, chosen):
        note = outcome(each) or say(words)
        mark = () if way == chosen else _mark(usual, each.target)
        result.append(Answer(way, say(way.title), each.target, note, cell(each.target), mark))
    read = browser_answer(base, text)
    note = "" if read.accepted else say("rejected")
    target = read.serialized
    mark = _mark(usual, target)
    result.append(Answer(None, say("Browsers (WHATWG)"), target, note, cell(target), mark))
    return result


def _mark(usual: str | None, target: str | None) -> Pieces:
    """Return a word for whether a target is the same as the selected variant's."""
    if target == usual:
        return muted(say("same"))
    return ours(say("different"), Kind.DIFFERS)


def _cell(usual: str | None, target: str | None) -> Pieces:
    if target is None:
        return muted(say("no target"))
    return outside(target) if usual is None else differing(usual, target)


# Longer pairs are resolved without recording steps.
LONGEST = 100_000
AUTHORITY = frozenset({Part.USERINFO, Part.HOST, Part.PORT})


class ResolvePair(NamedTuple):
    """A base, a reference, and the variant to resolve them with."""

    base: str
    reference: str
    variant: Variant

    @property
    def length(self) -> int:
        return len(self.base) + len(self.reference)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The result for a pair; it has no steps and answers if the pair is too long."""

    pair: ResolvePair
    resolution: Resolution
    base_state: str
    problem: str
    remark: str
    look: Look
    steps: tuple[Step, ...] = ()
    answers: tuple[Answer, ...] = ()
    note: str = ""


def resolved(pair: ResolvePair) -> Resolved:
    """Resolve a pair and prepare the result for display."""
    base, text, way = pair
    resolution, state = way.resolve(base, text), usable(way, base)
    if pair.length > LONGEST:
        note = say("This pair is too long to show step by step.")
        return Resolved(pair, resolution, state, outcome(resolution), "", NOTHING, note=note)
    steps = resolution.steps
    look = NOTHING if resolution.target is None else look_of(drawn_by_origin(resolution))
    odd = remark(resolution)
    result = tuple(answers(base, text, way))
    return Resolved(
        pair, resolution, state, outcome(resolution), say(odd) if odd else "", look, steps, result
    )


def drawn_by_origin(resolution: Resolution) -> Annotated:
    """Return the target, with its parts labeled by their origin."""
    reference = parse(resolution.target or "", edition=resolution.edition)
    values = {step.part: step.after for step in resolution.steps if step.part}
    whole = (reference.authority, reference.path)
    if values and whole != (values[Part.AUTHORITY], values[Part.PATH]):
        parts = tuple(_component_stretches(values, resolution.origins))
    else:
        parts = tuple(_by_origin(labelled(reference), resolution.origins))
    return Annotated(reference.text, tuple(covering(parts, len(reference.text))), None, (), ())


def _by_origin(parts: tuple[Stretch, ...], origins: dict[Part, str]) -> Iterator[Stretch]:
    """Yield the parts labeled by origin, or by name if the edition does not record origins."""
    for each in parts:
        part = Part.AUTHORITY if each.part in AUTHORITY else each.part
        yield each._replace(label=origins.get(part, each.label) if part else each.label)


# The delimiters before and after each component of a target (RFC 3986 5.3).
AROUND = (
    (Part.SCHEME, "", ":"),
    (Part.AUTHORITY, "//", ""),
    (Part.PATH, "", ""),
    (Part.QUERY, "?", ""),
    (Part.FRAGMENT, "#", ""),
)


def _component_stretches(
    values: Mapping[Part, object], origins: Mapping[Part, str]
) -> Iterator[Stretch]:
    """Yield the components as they were joined, for targets that would be parsed differently.

    In the 1997 edition, "http://a" and "g" result in "http://ag", where "g" was merged and is
    not part of the base's site.
    """
    at = 0
    for part, before, behind in AROUND:
        text = values[part]
        if isinstance(text, str):
            start, end = at + len(before), at + len(before) + len(text)
            if text:
                # An authority that is only a host is colored as a host.
                is_host = part is Part.AUTHORITY and not {"@", ":"} & set(text)
                yield Stretch(start, end, Part.HOST if is_host else part, origins[part])
            at = end + len(behind)
