"""The reader of pictures: QR codes and their like that hold references.

Pictures are put aside while a document is read, and searched when all text has been read: none
can keep the reader from that.  Each gets its share of the budget; the smallest file comes first, so
that what it leaves is for the larger ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.model import Count, message
from uriinspector.documents.document_values import LinkPlace
from uriinspector.documents.picture_formats import (
    DECODED,
    FRAMES,
    POINTS,
    picture_format,
    written_format,
)
from uriinspector.documents.rules.stopped_reading import BROKEN, LARGE_IMAGE, LIMIT
from uriinspector.documents.scan_state import PictureTexts, QueuedPicture

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from uriinspector.documents.octets import Octets
    from uriinspector.documents.picture_formats import PictureFormat
    from uriinspector.documents.scan_state import Entity, Scan
    from uriinspector.documents.work_budget import WorkBudget

IN_PICTURE = LinkPlace("img", None)
DAMAGED = message("damaged image")
UNPACKED = message("unsupported compression")
TOO_MANY = message("pixel limit of the document reached")
MISSING = message("QR codes need zxing-cpp and Pillow")
# Why a picture was not read, or not in full, and what the finding about that says, if there is one.
REASONS = {
    "damaged": (DAMAGED, None),
    "large": (message("image larger than {count} pixels", count=Count(POINTS)), LARGE_IMAGE),
    "spent": (TOO_MANY, LARGE_IMAGE),
    "frames": (message("only the first {count} frames were checked", count=FRAMES), None),
    "full": (message("image not searched at full size; small codes may be missed"), LARGE_IMAGE),
    "memory": (message("the image takes more memory to read than allowed"), LIMIT),
    "time": (message("the image takes more time to read than allowed"), LIMIT),
    "died": (message("the process that reads images broke down at this one"), BROKEN),
    "not started": (message("the process that reads images could not be started"), None),
    "missing": (MISSING, None),
}


def read_picture(scan: Scan, entity: Entity) -> str | None:
    """Every code in a picture is a link; its place is the picture."""
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
    """Put a picture aside; ``read`` takes the texts of its codes, and why some may be missing."""
    picture = QueuedPicture(size, octets, place, scan.message)
    scan.pictures.append(picture)

    def hand_over() -> None:
        read(picture.result.texts, picture.result.reasons)
        for variant in picture.result.findings:
            scan.report_stopped(picture.scope, place, variant)

    scan.do_later(hand_over)


def read_pictures(scan: Scan) -> None:
    """Read the pictures that were put aside, and hand over their texts in the order of the file."""
    queued = sorted(scan.pictures, key=lambda each: each.size)
    for done, each in enumerate(queued):
        each.result = texts_in(each.octets, scan.budget, len(queued) - done)
    scan.do_what_is_left()


def texts_in(
    get: Callable[[], bytes | None],
    budget: WorkBudget,
    pictures: int = 1,
    kinds: Container[str] | None = None,
) -> PictureTexts:
    """Return the texts of codes, of these kinds only; a picture may cost its share of the rest."""
    points, seconds = budget.share(pictures)
    if min(points, seconds) <= 0:
        return _texts([], "spent")
    octets = get()
    if octets is None:
        return PictureTexts([], (UNPACKED,))
    form = picture_format(octets) or written_format(octets)
    if form is None:
        return _texts([], "damaged")
    if form not in DECODED:
        return PictureTexts([], (not_checked(form),))
    from uriinspector.documents.picture_process import read_codes

    reading = read_codes(octets, form.name, points, seconds)
    budget.charge_picture(reading.points, reading.seconds)
    texts = [code.text for code in reading.codes if kinds is None or code.kind in kinds]
    return _texts(texts, *reading.reasons)


def _texts(texts: list[str], *reasons: str) -> PictureTexts:
    known = [_reason(each) for each in dict.fromkeys(reasons)]
    findings = dict.fromkeys(variant for _, variant in known if variant)
    return PictureTexts(texts, tuple(reason for reason, _ in known), tuple(findings))


def _reason(name: str) -> tuple[str, str | None]:
    """Return the words for a reason, which may end with a number of frames."""
    name, _, count = name.partition(" of ")
    if name == "frames" and count.isdecimal():
        template = "only the first {count} of {all} frames were checked"
        return message(template, count=FRAMES, all=Count(int(count))), None
    return REASONS.get(name, REASONS["died"])


def not_checked(form: PictureFormat) -> str:
    """Say that pictures of a format are not decoded."""
    return message("not checked: {name}", name=form.name)
