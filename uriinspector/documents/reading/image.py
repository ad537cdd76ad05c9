"""The reader of pictures, which finds links in QR codes and other codes.

Pictures are searched after all text was read, so that they cannot use up its budget. Each gets its
share of the budget; the smallest files come first and leave their unused share to the larger ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from uriinspector.analysis.encoding import UTF8
from uriinspector.documents.document_values import LinkPlace
from uriinspector.documents.octets import Octets
from uriinspector.documents.picture_codes import texts_in, texts_in_halves
from uriinspector.documents.scan_state import Entity, QueuedPicture, Scan

IN_PICTURE = LinkPlace("img", None)
# The maximum number of pairs of pictures that are searched as one, and their size in bytes.
PAIRS, HALVES_LARGEST = 8, 2 << 20


def read_picture(scan: Scan, entity: Entity) -> str | None:
    """Queue a picture; the codes in it become links, whose span is the picture."""
    place = (entity.octets, entity.start, entity.end)
    leaf = scan.leaf(entity, entity.octets, place[1:], UTF8)

    def read(texts: list[str], reasons: Sequence[str]) -> None:
        span = (entity.start, entity.start, entity.end)
        scan.add(leaf, ((*span, IN_PICTURE, None, text) for text in texts))
        for reason in reasons:
            scan.leave_out(entity, reason)
        if reasons and not texts:
            scan.unread.update((id(entity), id(leaf)))

    queue(scan, entity.size, lambda: bytes(entity.view()), place, read)
    return None


def queue(
    scan: Scan,
    size: int,
    octets: Callable[[], bytes | None],
    place: tuple[Octets, int, int],
    read: Callable[[list[str], Sequence[str]], None],
) -> None:
    """Queue a picture; ``read`` gets its texts later, and reasons why some may be missing."""
    picture = QueuedPicture(size, octets, place, scan.message)
    scan.pictures.append(picture)

    def hand_over() -> None:
        read(picture.result.texts, picture.result.reasons)
        for variant in picture.result.findings:
            scan.report_stopped(picture.scope, place, variant)

    scan.do_later(hand_over)


def read_pictures(scan: Scan) -> None:
    """Read the queued pictures, and hand over their texts in the order of the file."""
    queued = sorted(scan.pictures, key=lambda each: each.size)
    for done, each in enumerate(queued):
        each.result = texts_in(each.octets, scan.budget, len(queued) - done)
    _read_halves(scan)
    scan.do_what_is_left()


def _read_halves(scan: Scan) -> None:
    """Search neighboring pictures of a message without codes as if they were one."""
    left = PAIRS
    for one, other in pairwise(scan.pictures):
        if one.scope.envelope is None or one.scope is not other.scope or left == 0:
            continue
        if not any((*one.result, *other.result)) and one.size + other.size < HALVES_LARGEST:
            left -= 1
            texts = texts_in_halves((one.octets(), other.octets()), scan.budget)
            one.result = one.result._replace(texts=texts)
