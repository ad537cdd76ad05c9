"""Every way to resolve: an edition, and in which manner where it leaves a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.core.resolve import resolve
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.resolution import Step
    from uriinspector.core.resolve import Resolution

# What stands before the rule of a step in a citation.
DOCUMENTS = {"1994": "", "1997": "url-syntax-05 ", "2003": "rfc2396bis-01 ", "2005": "RFC 3986 "}
# What is called a part of an algorithm, and no clause of its own.
NO_CLAUSE = " parse"


class Variant(NamedTuple):
    """An edition, its switches, and what the way is called."""

    edition: str
    title: str
    strict: bool = True
    above_root: str = "keep"

    def resolve(self, base: str, text: str) -> Resolution:
        """Resolve in this way."""
        return resolve(
            base, text, edition=self.edition, strict=self.strict, above_root=self.above_root
        )


VARIANTS = (
    Variant("1994", "1994 · partial form"),
    Variant("1997", "1997 · draft"),
    Variant("2003", "2003 · keep"),
    Variant("2003", "2003 · drop", above_root="drop"),
    Variant("2003", "2003 · refuse", above_root="refuse"),
    Variant("2003", "2003 · keep, not validating", strict=False),
    Variant("2003", "2003 · drop, not validating", strict=False, above_root="drop"),
    Variant("2003", "2003 · refuse, not validating", strict=False, above_root="refuse"),
    Variant("2005", "2005 · strict"),
    Variant("2005", "2005 · lenient", strict=False),
)
STRICT_2005 = VARIANTS[8]


def variant_of(edition: str, *, strict: bool = True, above_root: str = "keep") -> Variant:
    """The way with these switches."""
    wanted = (edition, strict, above_root)
    return next(way for way in VARIANTS if (way.edition, way.strict, way.above_root) == wanted)


def cite_of(edition: str, rule: str) -> str:
    """The citation of the clause that a step follows."""
    return DOCUMENTS[edition] + rule.removesuffix(NO_CLAUSE)


def outcome(resolution: Resolution) -> str:
    """Why there is no target; "" where there is one."""
    if resolution.target is not None:
        return ""
    if resolution.same_document:
        return say("the current document")
    return say(resolution.problem.message) if resolution.problem else say("no target")


def remark(resolution: Resolution, steps: tuple[Step, ...]) -> str:
    """What is odd about a target: a step after the last that shows a text."""
    if resolution.target is None or not steps or steps[-1].after is not None:
        return ""
    return say(steps[-1].note)


def usable(variant: Variant, base: str) -> str:
    """Whether a base can serve, as the edition itself says when a relative reference asks."""
    if not base:
        return say("empty")
    problem = variant.resolve(base, "x").problem
    if problem is None or problem.code == "above-root":
        kind = say("hierarchical") if is_hierarchical(variant, base) else say("not hierarchical")
        return say("entered · {kind}, can be a base", kind=kind)
    kind = say("opaque") if problem.code == "base-opaque" else say("without a scheme")
    return say("entered · {kind}, cannot be a base", kind=kind)


def is_hierarchical(variant: Variant, base: str) -> bool:
    """Whether dots in a reference have levels to climb: the path begins with a slash, or may."""
    reference = parse(base, edition=variant.edition)
    return reference.span(Part.AUTHORITY) is not None or reference.path.startswith("/")
