"""Read the texts of the codes in a picture, and report why some of them may be missing."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.picture_formats import (
    DECODED,
    FRAMES,
    POINTS,
    PictureFormat,
    picture_format,
    written_format,
)

if TYPE_CHECKING:
    from uriinspector.documents.work_budget import WorkBudget

# The variants of the finding about images that were not read in full.
LARGE_IMAGE, LIMIT, BROKEN = "large image", "limit", "broken"
DAMAGED = message("damaged image")
UNPACKED = message("unsupported compression")
TOO_MANY = message("pixel limit of the document reached")
MISSING = message("QR codes can only be read with zxing-cpp and Pillow")
DECODED_FORMS = frozenset(DECODED)
# The message and the finding's variant, if there is a finding, for each reason.
REASONS = {
    "damaged": (DAMAGED, None),
    "large": (message("image larger than {count} pixels", count=Count(POINTS)), LARGE_IMAGE),
    "spent": (TOO_MANY, LARGE_IMAGE),
    "frames": (message("only the first {count} frames were checked", count=FRAMES), None),
    "full": (
        message("image not searched at full size; small codes may have been missed"),
        LARGE_IMAGE,
    ),
    "memory": (message("reading the image takes more memory than allowed"), LIMIT),
    "time": (message("reading the image takes more time than allowed"), LIMIT),
    "died": (message("the process that reads images crashed on this image"), BROKEN),
    "not started": (message("the process that reads images could not be started"), None),
    "missing": (MISSING, None),
}


class PictureTexts(NamedTuple):
    """The texts of the codes in a picture, why it was not read in full, and findings about that."""

    texts: list[str]
    reasons: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()


def texts_in(
    get: Callable[[], bytes | None],
    budget: WorkBudget,
    pictures: int = 1,
    kinds: Container[str] | None = None,
) -> PictureTexts:
    """Return the texts of codes of these kinds; the cost is limited to a share of the budget."""
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


def texts_in_halves(octets: tuple[bytes | None, bytes | None], budget: WorkBudget) -> list[str]:
    """Return the texts of codes in two pictures that are shown as one."""
    first, second = octets
    forms = [each and picture_format(each) for each in octets]
    points, seconds = budget.share(2)
    if not (first and second and min(points, seconds) > 0) or not DECODED_FORMS.issuperset(forms):
        return []
    from uriinspector.documents.picture_process import read_codes

    form = "+".join((*(each.name for each in forms if each), str(len(first))))
    reading = read_codes(first + second, form, points, seconds)
    budget.charge_picture(reading.points, reading.seconds)
    return [code.text for code in reading.codes]


def _texts(texts: list[str], *reasons: str) -> PictureTexts:
    known = [_reason(each) for each in dict.fromkeys(reasons)]
    findings = dict.fromkeys(variant for _, variant in known if variant)
    return PictureTexts(texts, tuple(reason for reason, _ in known), tuple(findings))


def _reason(name: str) -> tuple[str, str | None]:
    name, _, count = name.partition(" of ")
    if name == "frames" and count.isdecimal():
        template = "only the first {count} of {all} frames were checked"
        return message(template, count=FRAMES, all=Count(int(count))), None
    return REASONS.get(name, REASONS["died"])


def not_checked(form: PictureFormat) -> str:
    """Return the message that pictures of a format are not decoded."""
    return message("not checked: {name}", name=form.name)
