"""How much a finding about a spelling counts where the link is: what the element does decides.

A link that people follow leads them somewhere; a picture is only loaded, nobody reads its address,
and no code runs from it; an address in a script is a text of which nobody knows the use.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, RANK, finding_order
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.analysis.finding import Finding, Weigh

# What a place does with its reference.
FOLLOWED, FRAMED, PICTURED, SCRIPTED = "followed", "framed", "pictured", "scripted"
IN_CODE, NAMED = "in code", "named"
FRAMES = frozenset({"iframe", "frame", "embed", "object", "applet", "ilayer", "layer"})
LEADING = frozenset({"href", "xlink:href", "action", "formaction", "content"})
LOADING = frozenset(
    {"src", "srcset", "imagesrcset", "poster", "background", "lowsrc", "dynsrc", "icon", "style"}
)
# Nothing is asked for under these, whatever they say (HTML 5.2, 4.7, 4.4).
NAMING = frozenset({"itemid", "itemtype", "cite", "longdesc", "profile", "usemap", "urn"})
# What deceives somebody who reads the address, or the next program: of what is loaded nobody reads
# it, and the one program is the browser.
READ = frozenset(
    {"backslash", "bidi-control", "control-char", "double-encoding", "double-scheme", "empty-host"}
    | {"encoded-control", "encoded-payload", "host-syntax", "hostlike-in-fragment"}
    | {"hostlike-in-path", "hostlike-in-query", "idna-error", "invisible-char", "ip-invalid"}
    | {"long-host", "missing-authority", "parser-differential", "port-invalid", "port-unusual"}
    | {"scheme-typo", "subdomain-deception"}
)
# Names that imitate others say something of who made the page, wherever they are.
IMITATING = frozenset(
    {"compatibility-mapping", "confusable", "lookalike", "mixed-script", "userinfo-deceptive"}
    | {"whole-script-confusable"}
)
LOADED: Mapping[str, str] = dict.fromkeys(READ, LOW) | dict.fromkeys(IMITATING, MEDIUM)
LIMITS: Mapping[str, Mapping[str, str]] = {
    FOLLOWED: {},
    FRAMED: {},
    PICTURED: {**LOADED, "data-active": INFO, "dangerous-scheme": MEDIUM},
    SCRIPTED: {**LOADED, "data-active": LOW},
    IN_CODE: LOADED,
    NAMED: {},
}
CODE = expression(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)
# A document that code carries, and what would be in it: a type alone is one that it looks for.
CARRIED = expression(r"data:[^,]*,(?=.{16})", re.DOTALL | re.IGNORECASE)


@lru_cache(maxsize=4096)
def effect_of(element: str | None, attribute: str | None) -> str | None:
    """What the place does with a reference; None outside of pages, and where nothing is known."""
    if element is None:
        return None
    if attribute is None:
        return {"script": IN_CODE, "style": PICTURED}.get(element)
    if attribute.startswith("on"):
        return IN_CODE
    if attribute in NAMING:
        return NAMED
    if element in FRAMES:
        return FRAMED
    if element == "script":
        return SCRIPTED
    if element == "link":
        return PICTURED
    if attribute in LOADING or element in {"image", "use", "feimage"}:
        return PICTURED
    return FOLLOWED if attribute in LEADING else None


def weighed(effect: str, text: str, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings with what they count at such a place, the worst first."""
    limits = LIMITS[effect]
    result = [_lowered(each, _limit(effect, limits, text, each)) for each in findings]
    return tuple(sorted(result, key=finding_order))


WEIGHTS: Mapping[str, Weigh] = {effect: partial(weighed, effect) for effect in LIMITS}


def _limit(effect: str, limits: Mapping[str, str], text: str, finding: Finding) -> str:
    code = finding.code
    if effect == NAMED:
        return LOW
    if effect in {IN_CODE, SCRIPTED} and code == "data-active" and CARRIED.match(text):
        return MEDIUM
    if effect == IN_CODE and code == "data-active":
        return INFO
    if effect in {FOLLOWED, FRAMED}:
        return _followed(text, finding)
    return limits.get(code, HIGH)


def _followed(text: str, finding: Finding) -> str:
    """Of a link that people follow, or that opens by itself."""
    if finding.code == "dangerous-scheme":
        # What the code does is said by a rule of its own; most of it calls the page's functions.
        return LOW if CODE.match(text) else HIGH
    if finding.code == "control-char":
        # Editors break long values: browsers put them together, as all that reads HTML does.
        if finding.start < text.find(":") or "browsers remove it" not in finding.template:
            return HIGH
        return LOW if finding.template.startswith("{char}:") else MEDIUM
    if finding.code == "empty-host" and not finding.args:
        return LOW
    return HIGH


def _lowered(finding: Finding, limit: str) -> Finding:
    if RANK[finding.severity] <= RANK[limit]:
        return finding
    return finding._replace(
        severity=limit, also=tuple(each._replace(severity=limit) for each in finding.also)
    )
