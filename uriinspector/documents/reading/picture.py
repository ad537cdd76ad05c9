"""The reader of pictures: QR codes and their like that hold references."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from uriinspector.documents.encoding import UTF8
from uriinspector.documents.found import Place

if TYPE_CHECKING:
    from PIL.Image import Image

    from uriinspector.documents.gathering import Entity, Gathering

# Larger pictures are not decoded: a few octets can stand for a billion points.
POINTS = 40_000_000
FRAMES = 8
CODES = 64
IN_PICTURE = Place("img", None)
MISSING = "QR codes are looked for where zxing-cpp and Pillow are installed"
TOO_LARGE = f"a picture of more than {POINTS:,} points is not decoded"
TOO_MANY = "more points of pictures than are decoded for one document"
LONGEST = 8_192


def codes_in(gathering: Gathering, octets: bytes) -> tuple[list[str], str | None]:
    """The texts of all codes in a picture, and why it was not looked at, or not in full."""
    try:
        from PIL.Image import DecompressionBombError
        from PIL.Image import open as opened
    except ImportError:
        return [], MISSING
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with opened(io.BytesIO(octets)) as picture:
                width, height = picture.size
                frames = getattr(picture, "n_frames", 1)
                if width * height > POINTS:
                    return [], TOO_LARGE
                gathering.points -= width * height * min(frames, FRAMES)
                if gathering.points < 0:
                    return [], TOO_MANY
                return _codes(picture, frames)
    except DecompressionBombError:
        return [], TOO_LARGE
    except Exception:  # noqa: BLE001 - whatever a library raises at a broken picture
        return [], "a broken picture"


def _codes(picture: Image, frames: int) -> tuple[list[str], str | None]:
    try:
        import zxingcpp
    except ImportError:
        return [], MISSING
    found: list[str] = []
    for number in range(min(frames, FRAMES)):
        picture.seek(number)
        grey = _grey(picture)
        width, height = grey.size
        points = memoryview(grey.tobytes()).cast("B", shape=[height, width])
        for each in zxingcpp.read_barcodes(points)[:CODES]:
            if each.text and each.text not in found:
                found.append(each.text[:LONGEST])
    rest = (
        f"only the first {FRAMES} of {frames:,} frames are looked at" if frames > FRAMES else None
    )
    return found, rest


def _grey(picture: Image) -> Image:
    """In shades of grey, on white where nothing is painted."""
    from PIL.Image import new

    if not picture.has_transparency_data:
        return picture.convert("L")
    made = picture.convert("RGBA")
    paper = new("RGBA", made.size, "white")
    paper.alpha_composite(made)
    return paper.convert("L")


def read_picture(gathering: Gathering, entity: Entity) -> str | None:
    """Every code in a picture is a link; its place is the picture."""
    texts, reason = codes_in(gathering, bytes(entity.view()))
    if reason is not None and not texts:
        return reason
    leaf = gathering.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    for text in texts:
        leaf.found.append((entity.start, entity.start, entity.end, IN_PICTURE, None, text))
    return reason
