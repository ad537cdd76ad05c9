"""Verdicts by what they say: one run of values for each of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.verdict import Verdict
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.analysis.finding import Sentence
    from uriinspector.analysis.verdict import Hop

FIELDS = ("severity", "host", "route", "final_host", "sentence", "through")
assert Verdict._fields[: len(FIELDS)] == FIELDS


class VerdictColumns(NamedTuple):
    """What columns are read from."""

    severity: Sequence[str | None]
    host: Sequence[str | None]
    route: Sequence[tuple[Hop, ...]]
    final_host: Sequence[str | None]
    sentence: Sequence[Sentence]
    through: Sequence[tuple[str, ...]]

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> VerdictColumns:
        """Those of some verdicts, at least of one."""
        return cls(*list(zip(*verdicts, strict=True))[:6])
