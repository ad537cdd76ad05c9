"""QR codes in images, and links in PDF files."""

import base64
import io
import struct
import sys
import zlib
from email.message import EmailMessage

import pytest
from PIL import Image

import uriinspector
from tests.documents.mails import simple
from tests.documents.samples import URL, code, pdf_file, picture, scanned, zipped
from tests.for_each import for_each
from uriinspector.documents.reading.pdf import picture_in
from uriinspector.documents.work_budget import WorkBudget


@for_each("form", "PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
def test_qr_code_in_an_image_is_a_link(form: str) -> None:
    octets = picture(form)
    document = uriinspector.scan(octets)
    (link,) = document.links
    assert (link.element, link.value) == ("img", URL)
    assert (link.source.start, link.source.end) == (0, len(octets))
    assert document.kind == "image"


def test_qr_code_in_an_attached_image_has_its_position_in_the_message() -> None:
    body = base64.encodebytes(picture())
    octets = simple("Content-Type: image/png\nContent-Transfer-Encoding: base64", body)
    (link,) = uriinspector.scan(octets).links
    assert base64.b64decode(octets[link.source.start : link.source.end]) == picture()


def test_qr_code_on_transparent_background_is_read() -> None:
    grey = code()
    made = Image.new("LA", grey.size, (0, 0))
    made.putalpha(grey.point(lambda value: 255 - value))
    octets = io.BytesIO()
    made.save(octets, "PNG")
    (link,) = uriinspector.scan(octets.getvalue()).links
    assert link.value == URL


def test_qr_code_in_a_data_image_is_read() -> None:
    uri = "data:image/png;base64," + base64.b64encode(picture()).decode()
    document = uriinspector.scan(f"<p><img src='{uri}'><img src='data:image/png,x'>")
    assert [link.value for link in document.links][2:] == [URL]
    assert document.links[2].source == document.links[0].source


def test_data_images_over_the_limit_are_reported() -> None:
    page = "<img src='data:image/png;base64,AAAA'>" * 70
    told = uriinspector.scan("<!doctype html>" + page).not_examined
    assert len(told) == 65
    assert {each.reason for each in told[:64]} == {"damaged image"}
    assert told[64].reason == "only the first 64 images of a page were checked"


def large(grey: Image.Image, place: tuple[int, int], side: int = 5_000) -> bytes:
    """Return a white image that contains another one."""
    made, octets = Image.new("1", (side, side), 1), io.BytesIO()
    made.paste(grey.convert("1"), place)
    made.save(octets, "PNG")
    return octets.getvalue()


def test_each_of_many_large_images_gets_its_share() -> None:
    big = code().resize((1_320, 1_320))
    members = {f"{at}.png": large(big, (9 * at, 0)) for at in range(12)}
    document = uriinspector.scan(zipped(members))
    assert [link.value for link in document.links] == [URL] * 12
    assert len(document.not_examined) >= 11
    assert {each.reason for each in document.not_examined} == {
        "image not searched at full size; small codes may have been missed"
    }
    (found,) = document.findings
    assert (found.code, found.severity) == ("reading-stopped", "low")


@for_each("place", (0, 0), (1_100, 1_390), (4_868, 4_868), (2_434, 17))
def test_small_qr_code_in_a_large_image_is_found(place: tuple[int, int]) -> None:
    document = uriinspector.scan(large(code(), place))
    assert [link.value for link in document.links] == [URL]
    assert document.not_examined == ()


def test_image_without_a_qr_code_is_listed_as_examined() -> None:
    octets = io.BytesIO()
    Image.new("RGB", (9, 9), "white").save(octets, "PNG")
    document = uriinspector.scan(octets.getvalue())
    assert [each.links for each in document.examined] == [0]
    assert document.not_examined == ()


@for_each("octets", b"\x89PNG\r\n\x1a\n", picture()[:60], b"GIF89a\0\0\0\0")
def test_damaged_image_is_reported(octets: bytes) -> None:
    (told,) = uriinspector.scan(octets).not_examined
    assert told.reason == "damaged image"


def test_huge_images_are_not_decoded() -> None:
    head = b"IHDR" + struct.pack(">II5B", 30_000, 30_000, 1, 0, 0, 0, 0)
    octets = picture("PNG")[:8] + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    body = b"IDAT" + zlib.compress(b"")
    octets += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    (told,) = uriinspector.scan(octets).not_examined
    assert "image larger than" in told.reason
    image = io.BytesIO()
    Image.new("1", (8_000, 8_000)).save(image, "PNG")
    (told,) = uriinspector.scan(image.getvalue()).not_examined
    assert "image larger than" in told.reason


def test_only_the_first_frames_of_an_image_are_read() -> None:
    octets = io.BytesIO()
    frames = [Image.new("L", (99, 99), shade) for shade in range(11)]
    code().save(octets, "GIF", save_all=True, append_images=frames)
    document = uriinspector.scan(octets.getvalue())
    assert [link.value for link in document.links] == [URL]
    assert "only the first 8" in document.not_examined[0].reason


@for_each("missing", "PIL.Image", "zxingcpp")
def test_missing_image_libraries_are_reported(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    (told,) = uriinspector.scan(picture()).not_examined
    assert "zxing-cpp and Pillow" in told.reason


def test_pdf_links_have_their_positions() -> None:
    octets = pdf_file("http://pdf.test/a", "http://pdf.test/b")
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://pdf.test/a", "http://pdf.test/b"]
    for link in document.links:
        assert octets[link.source.start : link.source.end].decode() == link.value
    assert "no other text" in document.not_examined[0].reason


def test_links_in_pdf_object_streams_point_to_the_stream() -> None:
    octets = pdf_file("http://pdf.test/a", packed=True)
    (link,) = uriinspector.scan(octets).links
    assert link.value == "http://pdf.test/a"
    stream = octets[link.source.start : link.source.end]
    assert b"/URI (http://pdf.test/a)" in zlib.decompressobj().decompress(stream)


@for_each("inverted", False, True)
@for_each("kind", "grey", "rgb", "bits", "predicted", "jpeg", "packed jpeg")
def test_qr_code_on_a_scanned_page_is_a_link(kind: str, inverted: bool) -> None:
    octets = scanned(kind, inverted=inverted, predicted=kind == "predicted")
    document = uriinspector.scan(octets)
    (link,) = document.links
    assert (link.element, link.value) == ("img", URL)
    assert octets.count(octets[link.source.start : link.source.end]) == 1
    assert "images and embedded files are checked" in document.not_examined[0].reason


def test_unsupported_pdf_image_encoding_is_reported() -> None:
    document = uriinspector.scan(scanned("fax"))
    assert list(document.links) == []
    assert document.not_examined[0].reason.endswith("images skipped: 1")


@for_each("wrong", b"/Width 0", b"/Width 99999", b"/BitsPerComponent 16")
def test_pdf_image_with_false_dimensions_is_skipped(wrong: bytes) -> None:
    name = wrong.split()[0]
    octets = scanned("grey")
    at = octets.find(name)
    octets = octets[:at] + wrong + octets[octets.find(b" /", at + 1) :]
    if name == b"/Width":
        octets = octets.replace(b"/Height ", b"/Height 9")
    assert uriinspector.scan(octets).not_examined[0].reason.endswith("images skipped: 1")


@for_each(
    "written, value",
    (b"(http\\072//a.test/)", "http://a.test/"),
    (b"(http://a.test/\\(x\\))", "http://a.test/(x)"),
    (b"(http://a.test/(x))", "http://a.test/(x)"),
    (b"(http://a.test/\\\nx)", "http://a.test/x"),
    (b"<687474703A 2f2F612e746573742F>", "http://a.test/"),
    (b"(\xfe\xff\0h\0t\0t\0p\0:\x20\xac)", "http:\u20ac"),
)
def test_pdf_strings_are_decoded(written: bytes, value: str) -> None:
    (link,) = uriinspector.scan(b"%PDF-1.7\n<< /S /URI /URI " + written + b" >>").links
    assert link.value == value


def test_unreadable_pdf_is_reported() -> None:
    told = uriinspector.scan(pdf_file("http://a.test/", encrypted=True)).not_examined
    assert [each.reason for each in told] == ["encrypted"]
    broken = pdf_file("http://a.test/", packed=True).replace(b"stream\r\n", b"stream\r\n!!")
    assert list(uriinspector.scan(broken).links) == []


def test_cmyk_image_is_not_read_as_rgb() -> None:
    raw = zlib.compress(bytes(4 * 8 * 8))
    head = b"/Width 8/Height 8/BitsPerComponent 8/Filter/FlateDecode"
    assert picture_in(head, memoryview(raw), WorkBudget(1 << 20)) is None
    assert (
        picture_in(head, memoryview(zlib.compress(bytes(3 * 8 * 8))), WorkBudget(1 << 20))
        is not None
    )


@for_each("predicted", True, False)
@for_each("kind", "grey", "rgb", "bits")
def test_image_of_a_scanned_page_is_a_valid_png(kind: str, predicted: bool) -> None:
    if predicted and kind != "grey":
        return
    head, _, rest = scanned(kind, predicted=predicted).partition(b"stream\n")
    made = picture_in(
        head[head.index(b"<<") :],
        memoryview(rest.partition(b"\nendstream")[0]),
        WorkBudget(1 << 20),
    )
    assert made is not None
    at, names = 8, []
    while at < len(made):
        size, name = struct.unpack_from(">I4s", made, at)
        held = made[at + 4 : at + 8 + size]
        assert struct.unpack_from(">I", made, at + 8 + size) == (zlib.crc32(held),)
        names.append(name)
        at += 12 + size
    assert names == [b"IHDR", b"IDAT", b"IEND"]
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.mode, picture.size) == (
            {"grey": "L", "rgb": "RGB", "bits": "1"}[kind],
            code().size,
        )
        assert picture.convert("L").tobytes() == code().tobytes()


def in_message(*pictures: Image.Image) -> list[str]:
    """Return the links of a message with these pictures."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@a.example", "b@b.example", "x"
    mail.set_content("Scan this")
    for each in pictures:
        held = io.BytesIO()
        each.save(held, "PNG")
        mail.add_attachment(held.getvalue(), "image", "png")
    return [each.value for each in uriinspector.scan(mail.as_bytes()).links]


def test_qr_code_in_two_halves_is_a_link() -> None:
    whole = code()
    width, height = whole.size
    across, down = (0, 0, width // 2, height), (0, 0, width, height // 2)
    rest = (width // 2, 0, width, height), (0, height // 2, width, height)
    for first, second in zip((across, down), rest, strict=True):
        assert URL in in_message(whole.crop(first), whole.crop(second))
        assert URL not in in_message(whole.crop(first))
        assert URL not in in_message(whole.crop(second), whole.crop(first))
    # Another picture between them, and two of other sizes, are not one code.
    banner = Image.new("L", (width, height // 2), 255)
    assert URL not in in_message(whole.crop(down), banner, whole.crop(rest[1]))
    assert in_message(banner, banner, Image.new("L", (9, 900))) == []
