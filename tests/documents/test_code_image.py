"""Finding the image that a QR link was read from."""

import base64
import io
from collections.abc import Callable

from PIL import Image

import uriinspector
from tests.documents.mails import simple
from tests.documents.samples import URL, code, picture, scanned, zipped
from tests.for_each import for_each
from uriinspector.documents.code_image import SIDE, CodeQuery, find_code_image
from uriinspector.documents.picture_process import CodeImage

OTHER = "http://other.test/"


def attached(octets: bytes) -> bytes:
    body = base64.encodebytes(octets)
    return simple("Content-Type: image/png\nContent-Transfer-Encoding: base64", body)


def inline(octets: bytes) -> bytes:
    return b"<p><img src='data:image/png;base64," + base64.b64encode(octets) + b"'>"


def moving() -> bytes:
    """Return an animation with the code in its second frame."""
    made, second = io.BytesIO(), code()
    Image.new("L", second.size, 255).save(made, "GIF", save_all=True, append_images=[second])
    return made.getvalue()


def image_with_code(size: tuple[int, int], place: tuple[int, int]) -> bytes:
    """Return an image of this size with the code at the given position."""
    made, octets = Image.new("L", size, 255), io.BytesIO()
    made.paste(code(), place)
    made.save(octets, "PNG")
    return octets.getvalue()


def found(octets: bytes, text: str = URL) -> CodeImage | None:
    link = next(each for each in uriinspector.scan(octets).links if each.value == text)
    return find_code_image(octets, "", CodeQuery(link.part, link.source.start, link.value))


@for_each(
    "octets", picture(), attached(picture()), inline(picture()),
    zipped({"a.txt": b"http://a.test/", "b.png": picture()}),
    moving(),
    zipped({"a.eml": attached(picture()), "b.eml": attached(picture(text=OTHER))}),
    ids=["picture", "attached", "inline", "zipped", "second frame", "mail in an archive"],
)  # fmt: skip
def test_image_of_a_link_is_found(octets: bytes) -> None:
    made = found(octets)
    assert made is not None
    assert made.code.text == URL
    assert (made.width, made.height) == code().size == (made.columns, made.lines)
    assert made.dots == code().convert("RGB").tobytes()


@for_each("kind", "grey", "rgb", "bits", "predicted", "jpeg", "packed jpeg")
@for_each("within", bytes, attached)
def test_image_of_a_scanned_page_is_found(within: Callable[[bytes], bytes], kind: str) -> None:
    made = found(within(scanned(kind, predicted=kind == "predicted")))
    assert made is not None
    assert made.code.text == URL
    assert (made.width, made.height) == code().size


def test_image_of_the_requested_code_is_found() -> None:
    octets = inline(picture()) + inline(picture(text=OTHER))
    made = found(octets, OTHER)
    assert made is not None
    assert made.code.text == OTHER


def test_code_image_has_the_corners_of_the_code() -> None:
    made = found(image_with_code((500, 400), (120, 60)))
    assert made is not None
    left, top = (min(corner[axis] for corner in made.code.corners) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in made.code.corners) for axis in (0, 1))
    width, height = code().size
    assert 120 <= left < right <= 120 + width
    assert 60 <= top < bottom <= 60 + height
    assert right - left > width / 2


def test_code_image_keeps_its_colors() -> None:
    paper, octets = Image.new("RGB", (300, 300), "#DFE8F4"), io.BytesIO()
    paper.paste(code(), (50, 50))
    paper.save(octets, "PNG")
    seen = found(octets.getvalue())
    assert seen is not None
    assert seen.dots[:3] == bytes.fromhex("DFE8F4")


def test_large_code_image_is_scaled_down() -> None:
    made = found(image_with_code((3_000, 1_000), (2_500, 500)))
    assert made is not None
    assert (made.width, made.height) == (3_000, 1_000)
    assert (made.columns, made.lines) == (SIDE, SIDE // 3)
    assert len(made.dots) == made.columns * made.lines * 3
    assert max(corner[0] for corner in made.code.corners) > 2_500


@for_each("wanted", CodeQuery("1", 1, URL), CodeQuery("1", 0, OTHER), CodeQuery("1.1", 0, URL))
def test_image_of_a_missing_code_is_not_found(wanted: CodeQuery) -> None:
    assert find_code_image(picture(), "", wanted) is None
