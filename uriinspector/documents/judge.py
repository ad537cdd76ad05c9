"""Judge references, and weigh the findings by how the reference is used in its place.

A link that users follow takes them somewhere; a picture is only loaded, no one reads its address,
and it runs no code; an address in a script is a text of unknown use.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, RANK, Finding, finding_order
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.international.known_names import KnownNameIndex, index
from uriinspector.analysis.international.lookalike import KINDS
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.verdict import Verdict
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Weigh

# The uses of a reference.
FOLLOWED, FRAMED, PICTURED, SCRIPTED = "followed", "framed", "pictured", "scripted"
IN_CODE, NAMED, IN_TEXT, MENTIONED = "in code", "named", "in text", "mentioned"
FRAMES = frozenset({"iframe", "frame", "embed", "object", "applet", "ilayer", "layer"})
LEADING = frozenset({"href", "xlink:href", "action", "action-xhr", "formaction", "content"})
LOADING = frozenset(
    {"src", "srcset", "imagesrcset", "poster", "background", "lowsrc", "dynsrc", "icon", "style"}
)
# These attributes are never requested, whatever their values are (HTML 5.2, 4.7, 4.4).
NAMING = frozenset({"itemid", "itemtype", "cite", "longdesc", "profile", "usemap", "urn"})
# Findings about deceiving people or other programs that read the address: the address of a loaded
# resource is only read by the browser.
READ = frozenset(
    {"backslash", "bidi-control", "control-char", "double-encoding", "double-scheme", "empty-host"}
    | {"encoded-control", "encoded-payload", "hidden-page", "host-syntax", "hostlike-in-fragment"}
    | {"hostlike-in-path", "hostlike-in-query", "idna-error", "invisible-char", "ip-invalid"}
    | {"long-host", "missing-authority", "parser-differential", "port-invalid", "port-unusual"}
    | {"name-in-path", "scheme-typo", "subdomain-deception"}
)
# Imitations of names say something about the page's author, wherever they are.
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
    IN_TEXT: {},
    MENTIONED: {},
}
# Added words may be honest: "outlooksecure.com" may be a program for Outlook.
ADDED = KINDS["added-words"]
CODE = expression(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)
# A call, with only constants, of a function in the page that the text was copied from: outside that
# page, it does nothing. The names are those that browsers have everywhere.
CALL = expression(
    r"\s*javascript:\s*(?!(?:alert|confirm|prompt|eval|open|fetch|import\w*|set\w+|Function|execScript"
    r"|postMessage)\b)[A-Za-z_$][\w$]*\s*\("
    r"(?:\s*(?:'[^'\\<>]*'|\"[^\"\\<>]*\"|[0-9]*)\s*,?|(?!))*+\)[\s;]*\Z",
    re.IGNORECASE,
)
# A document inside the code. A media type without content does not count, since the code may only
# compare types.
CARRIED = expression(r"data:[^,]*,(?=.{16})", re.DOTALL | re.IGNORECASE)


@lru_cache(maxsize=4096)
def effect_of(element: str | None, attribute: str | None) -> str | None:
    """Return the use of a reference in this element and attribute; None for unknown uses."""
    if element is None:
        return IN_TEXT if attribute is None else None
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
    """Return the findings with their severities limited for this use, the worst first."""
    limits = LIMITS[effect]
    result = [_lowered(each, _limit(effect, limits, text, each)) for each in findings]
    return tuple(sorted(result, key=finding_order))


WEIGHTS: Mapping[str, Weigh] = {effect: partial(weighed, effect) for effect in LIMITS}


def _limit(effect: str, limits: Mapping[str, str], text: str, finding: Finding) -> str:
    code = finding.code
    if effect == NAMED:
        return LOW
    if effect == IN_TEXT:
        return LOW if code == "dangerous-scheme" and CALL.match(text) else HIGH
    if effect in {IN_CODE, SCRIPTED} and code == "data-active" and CARRIED.match(text):
        return MEDIUM
    if effect == IN_CODE and code == "data-active":
        return INFO
    if effect == MENTIONED and finding.args.get("how") == ADDED and finding.severity == MEDIUM:
        return LOW
    if effect in {FOLLOWED, FRAMED, MENTIONED}:
        return _followed(text, finding)
    limit = limits.get(code, HIGH)
    # One step lower: most similar names in picture addresses are coincidences.
    return LOW if code in IMITATING and finding.severity == limit else limit


def _followed(text: str, finding: Finding) -> str:
    """Return the severity limit for a link that users follow or a frame that opens by itself."""
    if finding.code == "dangerous-scheme":
        # Another rule judges what the code does; most code only calls functions of the
        # page.
        return LOW if CODE.match(text) else HIGH
    if finding.code == "control-char":
        # Editors wrap long values: browsers join them again, as do all HTML parsers.
        from uriinspector.analysis.rules.deceptive_characters import DROPPED, DROPPED_EARLY

        first = min(each.start for each in (finding, *finding.also))
        limits = {} if first < text.find(":") else {DROPPED: LOW, DROPPED_EARLY: MEDIUM}
        return limits.get(finding.template, HIGH)
    if finding.code == "empty-host" and not finding.args:
        return LOW
    return HIGH


def _lowered(finding: Finding, limit: str) -> Finding:
    if RANK[finding.severity] <= RANK[limit]:
        return finding
    return finding._replace(
        severity=limit, also=tuple(each._replace(severity=limit) for each in finding.also)
    )


# The maximum number of cached judgements; whole inspections would take ten times the memory.
CACHE_SIZE = 4096


class Judgement(NamedTuple):
    """The essential results for a reference or a link; ``own`` are the findings about its place."""

    target: str | None
    findings: tuple[Finding, ...]
    verdict: Verdict
    own: tuple[Finding, ...] = ()


class Judge:
    """An inspector for a document, or for the messages in it that protect the same names."""

    def __init__(self, edition: str, protect: tuple[str, ...], cache: JudgementCache) -> None:
        self.edition = edition
        self.protect = protect
        self.lists = cache.lists
        self._cache = cache

    @lazy
    def names(self) -> KnownNameIndex:
        return index(self.protect, self.lists.known_names)

    def with_names(self, names: tuple[str, ...]) -> Judge:
        return self._cache.judge(self.edition, (*self.protect, *names))

    def inspection(
        self, text: str, base: str | None, *, in_document: bool = False, effect: str | None = None
    ) -> Inspection:
        """Inspect a reference, without the cache."""
        return inspect(
            text,
            base=base,
            edition=self.edition,
            protect=self.protect,
            lists=self.lists,
            in_document=in_document,
            weigh=WEIGHTS[effect] if effect else None,
        )

    def of(
        self, text: str, base: str | None, *, in_document: bool = False, effect: str | None = None
    ) -> Judgement:
        """Judge a reference, using the cache.

        ``in_document`` is True if the reference is in markup, where relative ones are expected.
        ``effect`` is the use of the reference, from ``effect_of``.
        """
        key = (self, text, base, in_document, effect)
        judgement = self._cache.get(key)
        if judgement is not None:
            self._cache.move_to_end(key)
            return judgement
        result = self.inspection(text, base, in_document=in_document, effect=effect)
        judgement = self._cache[key] = Judgement(result.target, result.findings, result.verdict)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return judgement


class JudgementCache(OrderedDict[tuple[Judge, str, str | None, bool, str | None], Judgement]):
    """The latest judgements of a whole document, limited to CACHE_SIZE even for large mailboxes."""

    def __init__(self, lists: Lists = SHIPPED) -> None:
        super().__init__()
        self.lists = lists
        self._judges: dict[tuple[str, ...], Judge] = {}

    def judge(self, edition: str, protect: tuple[str, ...]) -> Judge:
        result = self._judges.get(protect)
        if result is None:
            result = self._judges[protect] = Judge(edition, protect, self)
        return result
