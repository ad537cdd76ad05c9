"""The judgement on a reference: the same text with the same base is inspected once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.core.model import NamedTuple
from uriinspector.documents.place_weight import WEIGHTS

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.international.known_names import KnownNameIndex
    from uriinspector.analysis.list_sources import Lists
    from uriinspector.analysis.verdict import Verdict

# How many judgements are kept at hand; an inspection as a whole would take ten times as much.
CACHE_SIZE = 4096


class Judgement(NamedTuple):
    """What an inspection comes to, or a link where it stands; ``own`` is what its place adds."""

    target: str | None
    findings: tuple[Finding, ...]
    verdict: Verdict
    own: tuple[Finding, ...] = ()


class Judge:
    """Inspects for one document, or for the messages in it that protect the same names."""

    def __init__(self, edition: str, protect: tuple[str, ...], cache: JudgementCache) -> None:
        self.edition = edition
        self.protect = protect
        self.lists = cache.lists
        self._cache = cache

    @lazy
    def names(self) -> KnownNameIndex:
        """The known names and the protected ones."""
        return index(self.protect, self.lists.known_names)

    def with_names(self, names: tuple[str, ...]) -> Judge:
        """One who protects these names, too."""
        return self._cache.judge(self.edition, (*self.protect, *names))

    def inspection(
        self,
        text: str,
        base: str | None,
        *,
        in_document: bool = False,
        effect: str | None = None,
    ) -> Inspection:
        """All about a reference; made anew each time."""
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
        self,
        text: str,
        base: str | None,
        *,
        in_document: bool = False,
        effect: str | None = None,
    ) -> Judgement:
        """What it comes to; ``in_document``: a relative reference of markup is one; ``effect``:
        what the place does with it."""
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
    """The last judgements of a whole document; a mailbox of thousands keeps no more of them."""

    def __init__(self, lists: Lists = SHIPPED) -> None:
        super().__init__()
        self.lists = lists
        self._judges: dict[tuple[str, ...], Judge] = {}

    def judge(self, edition: str, protect: tuple[str, ...]) -> Judge:
        """The same one for the same names."""
        result = self._judges.get(protect)
        if result is None:
            result = self._judges[protect] = Judge(edition, protect, self)
        return result
