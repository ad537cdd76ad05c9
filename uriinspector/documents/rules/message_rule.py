"""A rule about a message as a whole: one function in one table, with its words and clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules.link_rule import SOURCE, LinkHit, finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.rules.message_context import MessageContext


class MessageHit(NamedTuple):
    """What a rule found; what is None is as the rule says."""

    severity: str | None = None
    variant: str = ""
    args: Mapping[str, str] = {}


class MessageRule(NamedTuple):
    """One row of the table of rules about messages."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    find: Callable[[MessageContext], Iterable[MessageHit]]
    rises: str = ""

    def apply(self, context: MessageContext) -> Iterator[Finding]:
        """What it says of one message; its place is where the message begins."""
        at = context.start
        for severity, variant, args in self.find(context):
            yield finding(self, LinkHit(at, at, severity, variant, args, SOURCE))
