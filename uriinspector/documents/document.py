"""A document: its links in order, each made when it is asked for, and what there is around them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TYPE_CHECKING, overload

from uriinspector.analysis.finding import finding_order, worst_severity
from uriinspector.core.model import NamedTuple
from uriinspector.documents.link import Link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.list_sources import ListSource
    from uriinspector.core.model import Json
    from uriinspector.documents.document_messages import EmailMessage
    from uriinspector.documents.document_values import DocumentPart, Examined, NotExamined
    from uriinspector.documents.envelope import Envelope
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.message_scope import MessageScope

BATCH = 1_000


class Links(Sequence[Link]):
    """Links of all leaves, one after the other; only offsets are kept."""

    def __init__(self, leaves: tuple[tuple[Leaf, list[LinkLocation]], ...]) -> None:
        self._leaves = leaves
        self._ends = list(accumulate(len(link_locations) for _, link_locations in leaves))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The places in which they stand."""
        return tuple(leaf for leaf, _ in self._leaves)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Link]:
        for leaf, link_locations in self._leaves:
            for each in link_locations:
                yield Link(leaf, each)

    @overload
    def __getitem__(self, index: int) -> Link: ...
    @overload
    def __getitem__(self, index: slice) -> list[Link]: ...
    def __getitem__(self, index: int | slice) -> Link | list[Link]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        number = bisect_right(self._ends, at)
        leaf, link_locations = self._leaves[number]
        return Link(leaf, link_locations[at - self._ends[number] + len(link_locations)])


class ReportRow(NamedTuple):
    """What a table shows of one link: compact, and free to be sent elsewhere."""

    number: int
    severity: str | None
    code: str | None
    host: str | None


@dataclass(frozen=True, slots=True)
class Document:
    """All that a scan found; what was not looked at is told too."""

    name: str | None
    kind: str
    size: int
    sha256: str
    links: Links
    commented: Links
    # What its parts have in common that are in no message.
    outside: MessageScope
    messages: tuple[EmailMessage, ...]
    parts: tuple[DocumentPart, ...]
    envelopes: tuple[Envelope, ...]
    examined: tuple[Examined, ...]
    not_examined: tuple[NotExamined, ...]
    # The paths of archives that a password would open.
    locked: tuple[str, ...] = ()
    # The lists that judged in place of shipped ones.
    lists: tuple[ListSource, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is said of its messages, and of pages in none, as a whole; the worst first."""
        messages, own = self.messages, self.outside.findings
        if len(messages) == 1 and not own:
            return messages[0].findings
        every = chain(own, *(each.findings for each in messages))
        return tuple(sorted(every, key=finding_order))

    @property
    def envelope(self) -> Envelope | None:
        """The envelope, where there is one message, others inside of it aside."""
        return self.envelopes[0] if self.envelopes and self.kind != "mbox" else None

    @property
    def severity(self) -> str | None:
        """The worst of all that is said of it; every link is judged for that."""
        own = (each.severity for each in self.findings)
        return worst_severity(chain(own, (row.severity for rows in self.rows() for row in rows)))

    def rows(self, size: int = BATCH) -> Iterator[list[ReportRow]]:
        """What a table needs, a batch at a time."""
        batch: list[ReportRow] = []
        for index, link in enumerate(self.links):
            verdict = link.verdict
            code = verdict.worst.code if verdict.worst else None
            batch.append(
                ReportRow(index, verdict.severity, code, verdict.final_host or verdict.host)
            )
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch

    def head(self) -> Json:
        """All but the links, as in the JSON of the package."""
        record = {
            "schema": 1,
            "name": self.name,
            "kind": self.kind,
            "size": self.size,
            "sha256": self.sha256,
            "findings": [each.to_dict() for each in self.findings],
            "parts": [each.to_dict() for each in self.parts],
            "envelope": self.envelope.to_dict() if self.envelope else None,
            "envelopes": [each.to_dict() for each in self.envelopes],
            "messages": [each.to_dict() for each in self.messages],
            "examined": [each.to_dict() for each in self.examined],
            "not_examined": [each.to_dict() for each in self.not_examined],
        }
        if self.lists:
            record["lists"] = [each.to_dict() for each in self.lists]
        return record

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        record = self.head()
        record["links"] = [each.to_dict() for each in self.links]
        record["commented"] = [each.to_dict() for each in self.commented]
        return record
