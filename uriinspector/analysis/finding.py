"""What is said about one place in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.core.model import JsonFields

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uriinspector.core.model import Json

INFO, LOW, MEDIUM, HIGH = "info", "low", "medium", "high"
SEVERITIES = (INFO, LOW, MEDIUM, HIGH)
RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}
# For a sentence without places.
NO_ARGS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fix(JsonFields):
    """A derived text that shows the same link without what was found; the original stays."""

    title: str
    text: str


class Finding(NamedTuple):
    """One finding; ``template`` is a whole sentence with named places for ``args``.

    ``of`` says which text the span lies in: the value itself, the shown text, or the source.
    """

    code: str
    severity: str
    start: int
    end: int
    title: str
    template: str
    cites: tuple[str, ...]
    args: Mapping[str, str] = NO_ARGS
    fix: Fix | None = None
    of: str = "value"

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return self.template.format_map(self.args)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "code": self.code,
            "severity": self.severity,
            "start": self.start,
            "end": self.end,
            "of": self.of,
            "title": self.title,
            "message": self.message,
            "cites": list(self.cites),
            "fix": self.fix.to_dict() if self.fix else None,
        }


def worst_severity(severities: Iterable[str | None]) -> str | None:
    """The worst of them; None where nothing was found."""
    return max(filter(None, severities), key=RANK.__getitem__, default=None)
