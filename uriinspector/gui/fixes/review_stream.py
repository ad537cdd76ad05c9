"""Files read for a review, as a thread sends what is proposed for them.  No Qt."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import NamedTuple
from uriinspector.documents.fixes.proposals import proposals_of
from uriinspector.documents.scan import scan
from uriinspector.gui.fixes.fix_review import ReviewedFile
from uriinspector.gui.jobs.stream import BATCH, JobBatch, ProcessEndedError, from_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event

    from uriinspector.documents.fixes.proposals import FixRequest

# Starting a process takes longer than reading this much.
AT_HAND = 1 << 19
ENDED = "the reader process stopped unexpectedly"


class ReviewSource(NamedTuple):
    """A file to be reviewed: where its octets are, and how it is read.

    ``path`` is empty where it cannot be written in place: it was pasted, or comes from a case.
    """

    number: int
    name: str
    path: str
    size: int
    octets: Callable[[], bytes]
    request: FixRequest


def here_or_there(
    work: Callable[..., Iterator[Any]], given: tuple[Any, ...], size: int, stopped: Event
) -> Iterator[Any]:
    """Work on a little here, and on much in a process, which can be stopped."""
    return work(*given) if size <= AT_HAND else from_process(work, given, stopped)


def why_not(trouble: Exception) -> str:
    """What the system says of it."""
    return getattr(trouble, "strerror", None) or str(trouble)


def review_batches(sources: tuple[ReviewSource, ...], stopped: Event) -> Iterator[JobBatch]:
    """All that is proposed for some files; each comes with how far it is."""
    of, done = sum(max(each.size, 1) for each in sources), 0
    for source in sources:
        try:
            octets = source.octets()
            given = (source.number, source.name, octets, source.request)
            for rows in here_or_there(file_rows, given, len(octets), stopped):
                yield JobBatch(rows, done, of)
        except ProcessEndedError:
            if stopped.is_set():
                return
            yield JobBatch([ReviewedFile(source.number, source.name, problem=ENDED)], done, of)
        except (OSError, ValueError) as trouble:
            file = ReviewedFile(source.number, source.name, problem=why_not(trouble))
            yield JobBatch([file], done, of)
        done += max(source.size, 1)
    yield JobBatch([], of, of)


def file_rows(number: int, name: str, octets: bytes, request: FixRequest) -> Iterator[list[Any]]:
    """One file: what it is, and its proposals in batches."""
    document = scan(octets, name=name, base=request.base, edition=request.edition)
    digest = sha256(octets).hexdigest()
    parts = document.not_examined
    batch: list[Any] = [ReviewedFile(number, name, digest, len(document.links), parts)]
    for each in proposals_of(number, document, request):
        batch.append(each)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    yield batch
