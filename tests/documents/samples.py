"""Build archives, images and PDF files for the tests."""

import io
import zipfile
import zlib
from typing import Any

import zxingcpp
from PIL import Image

URL = "http://qr.test/?a=1"


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of these members, always the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, octets in members.items():
            member = zipfile.ZipInfo(name)  # without the current time
            member.compress_type = method
            archive.writestr(member, octets)
    return made.getvalue()


def code(text: str = URL) -> Image.Image:
    """Return a QR code in shades of gray."""
    barcode = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    made: Any = zxingcpp.write_barcode_to_image(barcode, scale=4)
    points = memoryview(made)
    height, width = (points.shape or ())[:2]
    return Image.frombytes("L", (width, height), points.tobytes())


def picture(form: str = "PNG", text: str = URL) -> bytes:
    """Return an image file with a QR code."""
    made = io.BytesIO()
    code(text).convert("RGB").save(made, form)
    return made.getvalue()


def patterns(side: int) -> Image.Image:
    """Return an image full of QR finder patterns but without a code."""
    tile = Image.new("1", (9, 9), 1)
    for box, color in (((1, 1, 8, 8), 0), ((2, 2, 7, 7), 1), ((3, 3, 6, 6), 0)):
        tile.paste(color, box)
    row, whole = Image.new("1", (side, 9), 1), Image.new("1", (side, side), 1)
    for at in range(0, side, 9):
        row.paste(tile, (at, 0))
    for at in range(0, side, 9):
        whole.paste(row, (0, at))
    return whole


def scanned(kind: str, *, inverted: bool = False, predicted: bool = False) -> bytes:
    """Return a PDF file with an image of a QR code, stored in one of several ways."""
    grey = code().point(lambda value: 255 - value) if inverted else code()
    made = grey.convert({"rgb": "RGB", "bits": "1"}.get(kind, "L"))
    bits, raw = (1 if kind == "bits" else 8), made.tobytes()
    told, name = b"", b"/FlateDecode"
    if predicted:
        told = b"/DecodeParms << /Predictor 15 /Colors 1 /Columns %d >>" % made.width
        row = made.width
        raw = b"".join(b"\0" + raw[at : at + row] for at in range(0, len(raw), row))
    octets = zlib.compress(raw)
    if kind in {"jpeg", "packed jpeg"}:
        octets, name = picture("JPEG"), b"/DCTDecode"
    if kind == "packed jpeg":
        octets, name = zlib.compress(octets), b"[ /FlateDecode /DCTDecode ]"
    if kind == "fax":
        name = b"/CCITTFaxDecode"
    head = b"<< /Type /XObject /Subtype /Image /Width %d /Height %d" % made.size
    head += b" /BitsPerComponent %d /Filter %b %b /Length %d >>" % (bits, name, told, len(octets))
    return b"%PDF-1.7\n1 0 obj " + head + b"\nstream\n" + octets + b"\nendstream\nendobj\n%%EOF\n"


def pdf_file(*addresses: str, packed: bool = False, encrypted: bool = False) -> bytes:
    """Return a PDF file with these links, plain or in a compressed object stream."""
    links = [
        b"<< /Type /Annot /Subtype /Link /A << /S /URI /URI (%b) >> >>" % each.encode()
        for each in addresses
    ]
    if packed:
        inner = zlib.compress(b" ".join(links))
        head = b"<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length %d >>" % len(inner)
        links = [head + b"\nstream\r\n" + inner + b"\nendstream"]
    objects = [b"%d 0 obj\n%b\nendobj\n" % (at, each) for at, each in enumerate(links, 1)]
    tail = b"/Encrypt 9 0 R" if encrypted else b""
    return b"%PDF-1.7\n" + b"".join(objects) + b"trailer << " + tail + b" >>\n%%EOF\n"
