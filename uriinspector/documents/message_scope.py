"""What the parts of one message share while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.analysis.lazy import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.envelope import Envelope
    from uriinspector.documents.judge import Judge


@dataclass(eq=False)
class MessageScope:
    """A message, or a file outside of any: then there is no envelope.

    ``names`` are the addresses of its parts, ``attached`` the paths of those that are attached, and
    ``looks`` what looks for findings about its parts, once somebody asks.
    """

    judge: Judge
    envelope: Envelope | None = None
    start: int = 0
    names: dict[str, str] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    looks: list[Callable[[], Iterable[Finding]]] = field(default_factory=list)
    # The findings that report that not all of it was read, by their variants.
    stopped: set[str] = field(default_factory=set)

    @lazy
    def findings(self) -> tuple[Finding, ...]:
        """What they find: looked for when somebody asks, and once."""
        return tuple(each for look in self.looks for each in look())
