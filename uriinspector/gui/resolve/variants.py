"""Every way to resolve as the page tells it.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.variants import (
    STRICT_2005,
    VARIANTS,
    Variant,
    can_be_base,
    variant_of,
)
from uriinspector.core.model import Part
from uriinspector.core.parse import parse
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.parse import Resolution

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
# What stands before the rule of a step in a citation.
DOCUMENTS = {"1994": "", "1997": "url-syntax-05 ", "2003": "rfc2396bis-01 ", "2005": "RFC 3986 "}
# What is called a part of an algorithm, and no clause of its own.
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
NOT_STRICT = "A scheme that is the base's own is ignored: the reference counts as relative."


def explanation(variant: Variant) -> str:
    """What a way to resolve is, in a line or two."""
    lines = [say(EXPLANATIONS[variant.edition])]
    if variant.edition == "2003":
        lines.append(say(ABOVE_ROOT[variant.above_root]))
    if not variant.strict:
        lines.append(say(NOT_STRICT))
    return " ".join(lines)


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


def usable(variant: Variant, base: str) -> str:
    """Whether a base can serve, as the edition itself says when a relative reference asks."""
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
    """Whether dots in a reference have levels to climb: the path begins with a slash, or may."""
    reference = parse(base, edition=variant.edition)
    return reference.span(Part.AUTHORITY) is not None or reference.path.startswith("/")
