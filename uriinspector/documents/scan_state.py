"""A scan while it goes on: parts are taken one by one, what is not looked at is written down."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.decryption.archive_passwords import ArchivePasswords
from uriinspector.documents.document_values import DocumentPart, Examined, NotExamined
from uriinspector.documents.judge import JudgementCache
from uriinspector.documents.kind_table import BINARY, TEXT
from uriinspector.documents.kinds import TYPES, kind_of
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.message_scope import MessageScope
from uriinspector.documents.octets import DecodedOctets, OctetCache
from uriinspector.documents.process_guard import BlockedError, blocked_attempts
from uriinspector.documents.rules.stopped_reading import stopped_reading
from uriinspector.documents.work_budget import WorkBudget, links_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from uriinspector.documents.document_values import DocumentBase
    from uriinspector.documents.judge import Judge
    from uriinspector.documents.line_index import LineIndex
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.octets import Coding, Octets
    from uriinspector.documents.placed_findings import PlacedFindings

    # Looks for links in an entity; the answer is why it was not done, or not to the end.
    Reader: TypeAlias = Callable[["Scan", "Entity"], str | None]
    Sink: TypeAlias = Callable[[Leaf, int, int], None]

# Nothing deeper is opened, and no more parts in all.
DEPTH = 16
PARTS = 100_000
# A part costs as much as so many octets even where it has none.
PART = 1 << 10
# Nor more links: each of them takes some two hundred octets.
LINKS = 5_000_000
# So many links are told at once to those who wait for them.
BATCH = 10_000


# What is not looked into although its kind is known.
UNREAD = {
    "application/pkcs7-mime": message("signed or encrypted (S/MIME)"),
    "application/x-pkcs7-mime": message("signed or encrypted (S/MIME)"),
    "application/pgp-encrypted": message("encrypted (OpenPGP)"),
    "archive": message("unsupported archive format (RAR)"),
}
UNKNOWN = message("unsupported format")


def _unread(kind: str, media: str) -> str:
    return UNREAD.get(media.lower()) or UNREAD.get(kind) or message("unsupported format")


@dataclass(frozen=True, slots=True)
class Entity:
    """Octets that somebody calls a file, a part or a member, and what is said about them."""

    octets: Octets
    start: int
    end: int
    path: str
    base: DocumentBase
    type: str | None = None
    name: str | None = None
    charset: str | None = None
    encoding: str | None = None
    depth: int = 0
    content_id: str | None = None
    location: str | None = None
    # Whether the type was told by somebody who was asked: then content does not overrule it.
    is_declared: bool = False
    # Only its beginning was unpacked, and whoever unpacked it reports that.
    is_cut: bool = False

    @property
    def size(self) -> int:
        """How many octets."""
        return self.end - self.start

    def view(self) -> memoryview:
        """The octets, not copied."""
        return memoryview(self.octets.get())[self.start : self.end]

    def inside(self, octets: Octets, start: int, end: int, path: str, base: DocumentBase) -> Entity:
        """Something inside of it, one level down; what it is has to be said yet."""
        return Entity(octets, start, end, path, base, depth=self.depth + 1)


class PartReading(NamedTuple):
    """How a part is read: the smallest ``rank`` comes first."""

    rank: int
    size: int
    read: Callable[[], None]


class PictureTexts(NamedTuple):
    """The texts of the codes in a picture, why it was not read in full, and findings about that."""

    texts: list[str]
    reasons: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


NOT_READ = PictureTexts([])


@dataclass(slots=True, eq=False)
class QueuedPicture:
    """A picture that is still to be read: ``size`` is that of the packed bytes."""

    size: int
    octets: Callable[[], bytes | None]
    place: tuple[Octets, int, int]
    scope: MessageScope
    result: PictureTexts = NOT_READ


@dataclass(slots=True)
class Scan:
    """All that a scan has found so far."""

    readers: Mapping[str, Reader]
    lines: LineIndex
    edition: str
    protect: tuple[str, ...]
    budget: WorkBudget
    sink: Sink | None = None
    # The sum of the file, which is that of its first part.
    sha256: str | None = None
    parts: list[DocumentPart] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    looked_at: list[Entity] = field(default_factory=list)
    not_examined: list[NotExamined] = field(default_factory=list)
    # Pictures, which are read when all else has been.
    pictures: list[QueuedPicture] = field(default_factory=list)
    # What is done after that, each with the number of parts that had not been examined before it.
    later: list[tuple[int, Callable[[], None]]] = field(default_factory=list)
    # Of entities and leaves that turned out not to be readable: their identities.
    unread: set[int] = field(default_factory=set)
    # The messages in the order of the file, and for each part the one that it is in.
    messages: list[MessageScope] = field(default_factory=list)
    owners: list[MessageScope] = field(default_factory=list)
    passwords: ArchivePasswords = field(default_factory=ArchivePasswords)
    judgements: JudgementCache = field(default_factory=JudgementCache)
    # What is said of the file by others.
    placed: PlacedFindings | None = None
    octet_cache: OctetCache = field(init=False)
    # How many links are kept, and how many of them are left.
    most_links: int = field(init=False)
    links: int = field(init=False)
    # How many refusals of the budget are in the findings.
    _reported: int = field(default=0, init=False)
    message: MessageScope = field(init=False)
    # What is in no message.
    outside: MessageScope = field(init=False)

    def __post_init__(self) -> None:
        self.octet_cache = OctetCache(self.budget)
        self.links = self.most_links = min(LINKS, links_for(self.budget.size))
        self.message = self.outside = MessageScope(self.judge(self.protect))
        blocked_attempts()  # earlier ones of this thread are not about this file

    def judge(self, protect: tuple[str, ...]) -> Judge:
        """One who knows these names; what was judged is kept in one place for all messages."""
        return self.judgements.judge(self.edition, protect)

    @property
    def is_full(self) -> bool:
        """Whether no part more is opened."""
        return len(self.parts) >= PARTS

    def take(self, entity: Entity) -> str:
        """A part: written down, then looked at by the reader of its kind; which is the answer."""
        kind, content_type = kind_of(
            entity.view(), entity.type, entity.name, is_declared=entity.is_declared
        )
        if kind == BINARY and self.message.envelope and not (entity.type or entity.name):
            kind, content_type = TEXT, TYPES[TEXT]  # RFC 2045 5.2, whatever octets there are
        entity = replace(entity, type=entity.type or content_type)
        leaves, position = len(self.leaves), len(self.looked_at)
        if not self.enter(entity):
            return kind
        number = len(self.parts) - 1
        reader = self.readers.get(kind)
        try:
            reason = reader(self, entity) if reader else _unread(kind, entity.type or "")
        except BlockedError:
            reason = None
        self.report_blocked(entity)
        if reason is not None:
            # What ends where the unpacking stopped is not damaged.
            if not (entity.is_cut and reason.startswith("damaged")):
                self.leave_out(entity, reason)
            if len(self.leaves) == leaves:
                del self.looked_at[position]
        if self.budget.refusals > self._reported:
            self._reported = self.budget.refusals
            place = (entity.octets, entity.start, entity.end)
            self.report_stopped(self.owners[number], place)
        return kind

    def report_stopped(
        self, scope: MessageScope, place: tuple[Octets, int, int], variant: str = ""
    ) -> None:
        """Add the finding that not all was read, once of each kind for each message."""
        if variant not in scope.stopped:
            scope.stopped.add(variant)
            octets, start, end = place
            found = stopped_reading(*octets.extent(start, end), self.budget.size, variant)
            scope.looks.append(lambda: (found,))

    def open_message(self, scope: MessageScope) -> None:
        """The part that was taken last is a message; what follows belongs to it."""
        self.message = self.owners[-1] = scope
        self.messages.append(scope)

    def enter(self, entity: Entity) -> bool:
        """Writes a part down; whether it may be looked at."""
        if self.is_full:
            self.leave_out(
                entity, message("only the first {count} parts were checked", count=Count(PARTS))
            )
            return False
        self._write_down(entity)
        if entity.depth > DEPTH:
            self.leave_out(entity, message("nested more than {count} levels deep", count=DEPTH))
            return False
        self.looked_at.append(entity)
        return True

    def examined(self) -> tuple[Examined, ...]:
        """The parts that were looked at, and how many links each of them holds itself."""
        counts: Counter[str] = Counter()
        for leaf in self.leaves:
            counts[leaf.part.path] += len(leaf.locations) + len(leaf.commented)
        return tuple(Examined(e.path, e.type or "", counts[e.path]) for e in self.looked_at)

    def leave_out(self, entity: Entity, reason: str) -> None:
        """Coverage is never silent."""
        self.not_examined.append(NotExamined(entity.path, entity.type or "", reason))

    def read_in_turn(self, readings: Sequence[PartReading]) -> None:
        """Read parts by their rank, each with its share; what is found stays in their order."""
        records: tuple[list[Any], ...] = (
            *(self.parts, self.owners, self.leaves, self.looked_at, self.messages),
            *(self.message.attached, self.not_examined),
        )
        begins, later = [len(each) for each in records], len(self.later)
        found: dict[int, tuple[list[list[Any]], list[tuple[int, Callable[[], None]]]]] = {}
        following = sum(each.size for each in readings)
        for number in sorted(range(len(readings)), key=lambda at: readings[at].rank):
            starts, late = [len(each) for each in records], len(self.later)
            following -= readings[number].size
            with self.budget.sharing(following):
                readings[number].read()
            pieces = [each[start:] for each, start in zip(records, starts, strict=True)]
            actions = [(at - starts[-1], action) for at, action in self.later[late:]]
            found[number] = pieces, actions
        for each, begin in zip(records, begins, strict=True):
            del each[begin:]
        del self.later[later:]
        for number in range(len(readings)):
            pieces, actions = found[number]
            self.later += [(len(self.not_examined) + at, action) for at, action in actions]
            for each, piece in zip(records, pieces, strict=True):
                each += piece

    def report_blocked(self, entity: Entity) -> None:
        """Report attempts that were blocked: a library may have caught the error, and given up."""
        for attempt in blocked_attempts():
            self.leave_out(entity, attempt)

    def do_later(self, action: Callable[[], None]) -> None:
        """Call it when all pictures have been read; what it leaves out has its place here."""
        self.later.append((len(self.not_examined), action))

    def do_what_is_left(self) -> None:
        """Do what was put off."""
        before, self.not_examined = self.not_examined, []
        position, every = 0, []
        for at, action in self.later:
            with suppress(BlockedError):
                action()
            every += before[position:at] + self.not_examined
            position, self.not_examined = at, []
        self.not_examined = every + before[position:]
        if self.unread:
            self.looked_at = [each for each in self.looked_at if id(each) not in self.unread]
            self.leaves = [each for each in self.leaves if id(each) not in self.unread]

    def _write_down(self, entity: Entity) -> None:
        import hashlib  # it loads all of OpenSSL

        self.budget.spend(PART)
        start, end = entity.octets.extent(entity.start, entity.end)
        self.owners.append(self.message)
        self.parts.append(
            DocumentPart(
                path=entity.path,
                type=entity.type or "application/octet-stream",
                name=entity.name,
                charset=entity.charset,
                encoding=entity.encoding,
                size=entity.size,
                sha256=(not self.parts and self.sha256)
                or hashlib.sha256(entity.view()).hexdigest(),
                start=start,
                end=end,
                content_id=entity.content_id,
                location=entity.location,
                base=entity.base,
            )
        )

    def decoded(self, outer: Octets, start: int, end: int, coding: Coding) -> Octets | None:
        """What a run of octets decodes to; None where that would be too much in all."""
        decoded_octets = DecodedOctets(outer, start, end, coding, self.octet_cache)
        if not self.budget.has_rest():
            return None
        decoded_octets.get()
        return decoded_octets

    def leaf(self, entity: Entity, octets: Octets, span: tuple[int, int], encoding: str) -> Leaf:
        """A place for links, not yet with any."""
        part = next(each for each in reversed(self.parts) if each.path == entity.path)
        result = Leaf(
            part=part,
            octets=octets,
            start=span[0],
            end=span[1],
            encoding=encoding,
            base=entity.base,
            outer=entity.base,
            message=self.message,
            lines=self.lines,
            is_page=False,
        )
        if entity.depth == 0:
            result.placed = self.placed
        self.leaves.append(result)
        return result

    def add(self, leaf: Leaf, links: Iterable[LinkLocation]) -> None:
        """Links as they are found, a batch at a time, and no more than are kept in all."""
        links = iter(links)
        while batch := list(islice(links, min(BATCH, self.links))):
            before = len(leaf.locations)
            leaf.locations += batch
            self.links -= len(batch)
            self.tell(leaf, before)
        if self.links <= 0 and next(links, None) is not None:
            self.too_many(leaf)

    def too_many(self, leaf: Leaf) -> None:
        """Not all links of a leaf are kept; said once for each part."""
        self.budget.refuse()
        reason = message("only the first {count} links are listed", count=Count(self.most_links))
        text = NotExamined(leaf.part.path, leaf.part.type, reason)
        if text not in self.not_examined[-1:]:
            self.not_examined.append(text)

    def tell(self, leaf: Leaf, before: int) -> None:
        """Whoever waits for links gets those that have come since."""
        if self.sink is not None and len(leaf.locations) > before:
            self.sink(leaf, before, len(leaf.locations))
