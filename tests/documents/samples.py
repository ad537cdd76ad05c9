"""Archives, pictures and papers made for the tests."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any

import zxingcpp
from PIL import Image

URL = "http://qr.test/?a=1"


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these members."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, octets in members.items():
            archive.writestr(name, octets)
    return made.getvalue()


def code(text: str = URL) -> Image.Image:
    """A QR code in shades of grey."""
    barcode = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    made: Any = zxingcpp.write_barcode_to_image(barcode, scale=4)
    points = memoryview(made)
    height, width = (points.shape or ())[:2]
    return Image.frombytes("L", (width, height), points.tobytes())


def picture(form: str = "PNG", text: str = URL) -> bytes:
    """A picture file with a QR code in it."""
    made = io.BytesIO()
    code(text).convert("RGB").save(made, form)
    return made.getvalue()


def paper(*addresses: str, packed: bool = False, encrypted: bool = False) -> bytes:
    """A PDF file with these links, open or in a packed object stream."""
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
