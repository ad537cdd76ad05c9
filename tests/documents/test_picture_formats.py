"""Image formats: nine are decoded, by content; the others are only named."""

import base64
import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache

from PIL import features

import uriinspector
from tests.architecture.source import ROOT
from tests.documents.mails import simple
from tests.documents.samples import URL, code, picture, scanned, zipped
from tests.for_each import for_each
from uriinspector.documents.picture_formats import DECODED
from uriinspector.documents.picture_worker import DECODERS

ALLOWED = {"PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "JPEG2000", "AVIF", "ICO"}
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n{} loop\n%%EOF\n"
# Formats that Pillow cannot write: bytes that its decoder accepts as a beginning.
BEGINNINGS = {
    "BUFR": b"BUFR\0\0\0\0",
    "CUR": b"\0\0\2\0\1\0\x10\x10\0\0\1\0\1\0\0\1\0\0\x16\0\0\0",
    "DCX": b"\xb1\x68\xde\x3a\x0c\0\0\0\0\0\0\0",
    "FITS": b"SIMPLE  =                    T".ljust(80) + b"END".ljust(2_800),
    "FLI": b"\0\0\0\0\x12\xaf\1\0\x40\1\xc8\0\x08\0\3\0".ljust(128, b"\0"),
    "FPX": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(1_536, b"\0"),
    "FTEX": b"FTEX\2\0\0\0\x10\0\0\0\x10\0\0\0\1\0\0\0\1\0\0\0",
    "GBR": b"\0\0\0\x1c\0\0\0\1\0\0\0\x08\0\0\0\x08\0\0\0\1",
    "GRIB": b"GRIB\0\0\0\1", "HDF5": b"\x89HDF\r\n\x1a\n", "IMT": b"\n*width 8\n*height 8\n*\n\x0c",
    "IPTC": b"\x1c\x03\x14\0\1\0",
    "MCIDAS": b"\0\0\0\0\0\0\0\4".ljust(256, b"\0"),
    "MIC": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(1_536, b"\1"),
    "MPEG": b"\0\0\1\xb3\x16\0\xf0\x15", "PCD": b"\0" * 2_048 + b"PCD_",
    "PIXAR": b"\x80\xe8\0\0".ljust(512, b"\0"), "PSD": b"8BPS\0\1" + b"\0" * 20,
    "SUN": b"\x59\xa6\x6a\x95" + b"\0\0\0\x08" * 7,
    "WMF": b"\xd7\xcd\xc6\x9a\0\0" + b"\0\0\0\0\1\0\1\0\x40\0".ljust(34, b"\0"),
    "XVTHUMB": b"P7 332\n#END_OF_COMMENTS\n8 8 255\n",
    "EPS": EPS,
    "IM": b"Image type: L image\r\nImage size (x*y): 8*8\r\n".ljust(511, b"\0") + b"\x1a",
    "XPM": b'/* XPM */\nstatic char *a[] = {\n"8 8 1 1",\n"a c #000000",\n',
}  # fmt: skip
EVERY = "import json, PIL.Image as i; i.init(); print(json.dumps([i.ID, sorted(i.SAVE)]))"
SCAN = """
import sys, uriinspector
found = uriinspector.scan(sys.stdin.buffer.read())
print([link.value for link in found.links if not link.value.startswith("data:")])
print([each.reason for each in found.not_examined])
print(sorted(name for name in sys.modules if "Plugin" in name))
"""


@lru_cache
def pillow() -> tuple[list[str], list[str]]:
    """Return the formats that Pillow reads and writes, determined in another process."""
    answer = subprocess.run([sys.executable, "-c", EVERY], capture_output=True, check=True)
    opened, saved = json.loads(answer.stdout)
    return opened, saved


def sample(form: str) -> bytes:
    if form in BEGINNINGS:
        return BEGINNINGS[form]
    made = io.BytesIO()
    mode = {"BLP": "P", "MSP": "1", "XBM": "1", "PALM": "L", "SPIDER": "F"}
    code().resize((256, 256)).convert(mode.get(form, "RGB")).save(made, form)
    return made.getvalue()


def inline(octets: bytes) -> bytes:
    return b"<p><img src='data:image/png;base64," + base64.b64encode(octets) + b"'>"


def attached(octets: bytes) -> bytes:
    body = base64.encodebytes(octets)
    head = "Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64"
    return simple(head, body)


def in_pdf(octets: bytes) -> bytes:
    """Return a PDF file with these bytes in place of a JPEG image."""
    return scanned("jpeg").replace(picture("JPEG"), octets)


WITHIN: dict[str, Callable[[bytes], bytes]] = {
    "file": bytes, "page": inline, "mail": attached, "PDF": in_pdf,
    "archive": lambda octets: zipped({"a.png": octets}),
}  # fmt: skip


@for_each("form", *pillow()[0])
def test_only_allowed_formats_of_pillow_are_decoded(form: str) -> None:
    document = uriinspector.scan(inline(sample(form)))
    values = [link.value for link in document.links if not link.value.startswith("data:")]
    is_read = form in ALLOWED or form in {"MPO"}  # its first image is a JPEG
    assert values == ([URL] if is_read else [])
    assert bool(document.not_examined) is not is_read


def test_every_allowed_format_has_one_decoder() -> None:
    assert {each.name for each in DECODED} == set(DECODERS) == ALLOWED
    assert features.check("avif")


@for_each("within", *WITHIN)
def test_postscript_is_not_decoded_and_its_decoder_not_imported(within: str) -> None:
    octets = WITHIN[within](EPS)
    answer = subprocess.run(
        [sys.executable, "-c", SCAN], input=octets, capture_output=True, check=True, cwd=ROOT
    )
    links, reasons, modules = answer.stdout.decode().splitlines()
    assert links == "[]"
    assert ("images skipped: 1" if within == "PDF" else "not checked: EPS") in reasons
    assert "Eps" not in modules
    assert modules == "[]"


@for_each("form", *sorted(ALLOWED))
def test_allowed_format_is_recognized_in_every_container(form: str) -> None:
    octets = sample(form)
    for within in WITHIN.values():
        assert [link.value for link in uriinspector.scan(within(octets)).links][-1:] == [URL]


@for_each(
    "octets, name",
    (b"8BPS\0\1" + bytes(20), "PSD"),
    (b"\0\0\0\x18ftypheic" + bytes(12), "HEIF"),
    (b"\0\0\0\x1cftypmif1\0\0\0\0mif1heic" + bytes(12), "HEIF"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL"),
    (b"<svg xmlns='a'/>", "SVG"), (b"P6 1 1 255 abc", "PPM"), (sample("DDS"), "DDS"),
    (sample("ICNS"), "ICNS"), (sample("PCX"), "PCX"), (sample("SGI"), "SGI"),
    (sample("XBM"), "XBM"),
)  # fmt: skip
def test_other_image_format_is_named(octets: bytes, name: str) -> None:
    (told,) = uriinspector.scan(inline(octets)).not_examined
    assert told.reason == f"not checked: {name}"


def test_links_written_in_postscript_are_read() -> None:
    octets = EPS.replace(b"{} loop", b"[ /URI (http://a.test/x) /LNK pdfmark")
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://a.test/x"]
    assert [each.reason for each in document.not_examined] == ["not checked: EPS"]


@for_each("beginning", b"GIF89a", b"BM", b"%!PS", b"P1 ", b"8BPS", b"DDS ")
def test_page_that_starts_like_an_image_is_read(beginning: bytes) -> None:
    mail = simple("Content-Type: text/html", beginning + b"<a href='http://a.test/'>x</a>")
    assert [link.value for link in uriinspector.scan(mail).links] == ["http://a.test/"]


def test_text_that_starts_like_an_image_is_text() -> None:
    document = uriinspector.scan(b"P1 incident, see http://a.test/")
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert document.not_examined == ()
