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
    """What is kept of an inspection."""

    target: str | None
    findings: tuple[Finding, ...]
    verdict: Verdict


class Judge:
    """Inspects for one document, or one message of it."""

    def __init__(self, edition: str, protect: tuple[str, ...]) -> None:
        self.edition = edition
        self.protect = protect
        self._kept: OrderedDict[tuple[str, str | None], Judged] = OrderedDict()

    def inspection(self, text: str, base: str | None) -> Inspection:
        """All about a reference; made anew each time."""
        return inspect(text, base=base, edition=self.edition, protect=self.protect)

    def of(self, text: str, base: str | None) -> Judged:
        """What it comes to."""
        key = (text, base)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = self.inspection(text, base)
        found = self._kept[key] = Judged(made.target, made.findings, made.verdict)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found
