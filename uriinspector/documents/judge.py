"""The judgement on a reference: the same text with the same base is inspected once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.inspection import inspect

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Verdict

# How many judgements are kept at hand; an inspection as a whole would take ten times as much.
KEPT = 4096


class Judged(NamedTuple):
    """What an inspection comes to, or a link where it stands; ``own`` is what its place adds."""

    target: str | None
    findings: tuple[Finding, ...]
    verdict: Verdict
    own: tuple[Finding, ...] = ()


class Judge:
    """Inspects for one document, or for the messages in it that protect the same names."""

    def __init__(self, edition: str, protect: tuple[str, ...], kept: Kept) -> None:
        self.edition = edition
        self.protect = protect
        self._kept = kept

    def inspection(self, text: str, base: str | None) -> Inspection:
        """All about a reference; made anew each time."""
        return inspect(text, base=base, edition=self.edition, protect=self.protect)

    def of(self, text: str, base: str | None) -> Judged:
        """What it comes to."""
        key = (self, text, base)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = self.inspection(text, base)
        found = self._kept[key] = Judged(made.target, made.findings, made.verdict)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


class Kept(OrderedDict[tuple[Judge, str, str | None], Judged]):
    """The last judgements of a whole document; a mailbox of thousands keeps no more of them."""

    def __init__(self) -> None:
        super().__init__()
        self._judges: dict[tuple[str, ...], Judge] = {}

    def judge(self, edition: str, protect: tuple[str, ...]) -> Judge:
        """The same one for the same names."""
        found = self._judges.get(protect)
        if found is None:
            found = self._judges[protect] = Judge(edition, protect, self)
        return found
