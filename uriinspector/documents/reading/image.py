"""The reader of pictures: QR codes and their like that hold references."""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.message import Count, message
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.picture_formats import DECODED, picture_format, written_format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image
    from zxingcpp import Barcode

    from uriinspector.documents.picture_formats import PictureFormat
    from uriinspector.documents.scan_state import Entity, Scan

# Larger pictures are not decoded: a few octets can stand for a billion points.
POINTS = 40_000_000
FRAMES = 8
CODES = 64
IN_PICTURE = LinkPlace("img", None)
MISSING = message("QR codes need zxing-cpp and Pillow")
TOO_LARGE = message("image larger than {count} pixels", count=Count(POINTS))
TOO_MANY = message("pixel limit of the document reached")
LONGEST = 8_192
# The module and the class in Pillow that decode a format.
DECODERS = {
    "PNG": ("PngImagePlugin", "PngImageFile"),
    "JPEG": ("JpegImagePlugin", "JpegImageFile"),
    "GIF": ("GifImagePlugin", "GifImageFile"),
    "BMP": ("BmpImagePlugin", "BmpImageFile"),
    "TIFF": ("TiffImagePlugin", "TiffImageFile"),
    "WEBP": ("WebPImagePlugin", "WebPImageFile"),
    "JPEG2000": ("Jpeg2KImagePlugin", "Jpeg2KImageFile"),
    "AVIF": ("AvifImagePlugin", "AvifImageFile"),
    "ICO": ("IcoImagePlugin", "IcoImageFile"),
}


class ImageCode(NamedTuple):
    """What a code says, and its four corners in dots, from the upper left one on."""

    text: str
    corners: tuple[tuple[int, int], ...]


def codes_in(scan: Scan, octets: bytes) -> tuple[list[str], str | None]:
    """The texts of all codes in a picture, and why it was not looked at, or not in full."""
    form = picture_format(octets) or written_format(octets)
    if form is None:
        return [], message("damaged image")
    if form not in DECODED:
        return [], not_checked(form)
    try:
        from PIL.Image import DecompressionBombError
    except ImportError:
        return [], MISSING
    try:
        with opened(octets, form.name) as picture:
            width, height = picture.size
            frames = getattr(picture, "n_frames", 1)
            if width * height > POINTS:
                return [], TOO_LARGE
            scan.points -= width * height * min(frames, FRAMES)
            if scan.points < 0:
                return [], TOO_MANY
            return _codes(picture, frames)
    except DecompressionBombError:
        return [], TOO_LARGE
    except Exception:  # noqa: BLE001 - whatever a library raises at a broken picture
        return [], message("damaged image")


def _codes(picture: Image, frames: int) -> tuple[list[str], str | None]:
    try:
        values = dict.fromkeys(code.text for _, codes in by_frame(picture) for code in codes)
    except ImportError:
        return [], MISSING
    rest = (
        message(
            "only the first {count} of {all} frames were checked", count=FRAMES, all=Count(frames)
        )
        if frames > FRAMES
        else None
    )
    return list(values), rest


def not_checked(form: PictureFormat) -> str:
    """Say that pictures of a format are not decoded."""
    return message("not checked: {name}", name=form.name)


@contextmanager
def opened(octets: bytes, form: str) -> Iterator[Image]:
    """Open a picture with the decoder of this format, which decodes nothing yet.

    PIL.Image.open imports all decoders where none of those it knows accepts the picture; the one of
    EPS starts Ghostscript.
    """
    module, name = DECODERS[form]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with getattr(import_module(f"PIL.{module}"), name)(io.BytesIO(octets)) as picture:
            yield picture


def by_frame(picture: Image) -> Iterator[tuple[Image, list[ImageCode]]]:
    """The first frames in colours on white, each with its codes."""
    import zxingcpp

    for number in range(min(getattr(picture, "n_frames", 1), FRAMES)):
        picture.seek(number)
        paper = _on_white(picture)
        grey = paper.convert("L")
        dots = memoryview(grey.tobytes()).cast("B", shape=[grey.height, grey.width])
        read = zxingcpp.read_barcodes(dots)[:CODES]
        yield paper, [ImageCode(each.text[:LONGEST], _corners(each)) for each in read if each.text]


def _corners(read: Barcode) -> tuple[tuple[int, int], ...]:
    place = read.position
    corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    return tuple((corner.x, corner.y) for corner in corners)


def _on_white(picture: Image) -> Image:
    """White where nothing is painted."""
    from PIL.Image import new

    if not picture.has_transparency_data:
        return picture
    image = picture.convert("RGBA")
    paper = new("RGBA", image.size, "white")
    paper.alpha_composite(image)
    return paper


def read_picture(scan: Scan, entity: Entity) -> str | None:
    """Every code in a picture is a link; its place is the picture."""
    texts, reason = codes_in(scan, bytes(entity.view()))
    if reason is not None and not texts:
        return reason
    leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    for text in texts:
        leaf.locations.append((entity.start, entity.start, entity.end, IN_PICTURE, None, text))
    return reason
