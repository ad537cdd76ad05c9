"""Detect picture formats by their first bytes.

The decoder is chosen by these bytes alone. Formats whose decoders start other programs or render
with system libraries, such as EPS and WMF, are named but never decoded.
"""

import re
import struct
import zlib
from re import Pattern

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

# The maximum number of pixels per frame, and of frames, to decode: a few bytes can expand to a
# billion pixels.
POINTS = 40_000_000
FRAMES = 8
# The position of the brand in an ISO base media file (ISO/IEC 14496-12 4.3).
BRAND = rb".{4}ftyp"


class PictureFormat(NamedTuple):
    name: str
    media: str
    beginning: Pattern[bytes]


def _rows(table: dict[str, tuple[str, bytes]]) -> tuple[PictureFormat, ...]:
    return tuple(
        PictureFormat(name, media, expression(beginning, re.DOTALL))
        for name, (media, beginning) in table.items()
    )


DECODED = _rows(
    {
        "PNG": ("image/png", rb"\x89PNG\r\n\x1a\n"),
        "JPEG": ("image/jpeg", rb"\xff\xd8\xff"),
        # Text can begin with these letters, too.
        "GIF": ("image/gif", rb"GIF8[79]a(?:(?=.{0,57}\x00)|(?!.{0,57}<))"),
        "BMP": ("image/bmp", rb"BM(?=.{0,61}\x00)"),
        "TIFF": ("image/tiff", rb"(?:II|MM)(?:[*+]\x00|\x00[*+])"),
        "WEBP": ("image/webp", rb"RIFF.{4}WEBP"),
        "JPEG2000": ("image/jp2", rb"\xff\x4f\xff\x51|\x00{3}\x0cjP {2}\r\n\x87\n"),
        "AVIF": ("image/avif", BRAND + rb"(?:avi[fs]|(?:mif1|msf1).{0,60}avi[fs])"),
        "ICO": ("image/vnd.microsoft.icon", rb"\x00\x00\x01\x00[^\x00]\x00"),
    }
)
NAMED = _rows(
    {
        "EPS": ("application/postscript", rb"\xc5\xd0\xd3\xc6"),
        "PSD": ("image/vnd.adobe.photoshop", rb"8BP[SB]\x00"),
        "HEIF": ("image/heif", BRAND + rb"(?:he[iv][cmsx]|mif1|msf1)"),
        "JPEG XL": ("image/jxl", rb"\x00{3}\x0cJXL \r\n\x87\n"),
        "JPEG XR": ("image/jxr", rb"II\xbc"),
        "ICNS": ("image/icns", rb"icns\x00"),
        "CUR": ("image/x-win-cursor", rb"\x00\x00\x02\x00[^\x00]\x00"),
        "WMF": ("image/wmf", rb"\xd7\xcd\xc6\x9a\x00\x00"),
        "EMF": ("image/emf", rb"\x01\x00{3}.{36} EMF"),
        "DDS": ("image/vnd.ms-dds", rb"DDS \x7c\x00"),
        "QOI": ("image/qoi", rb"qoif\x00"),
        "Sun raster": ("image/x-sun-raster", rb"\x59\xa6\x6a\x95"),
        "SGI": ("image/sgi", rb"\x01\xda[\x00\x01][\x01\x02]\x00"),
        "PCX": ("image/vnd.zbrush.pcx", rb"\n[\x00\x02\x03\x05]\x01[\x01\x02\x04\x08]"),
        "DCX": ("image/x-dcx", rb"\xb1\x68\xde\x3a"),
        "FLI": ("video/x-fli", rb".{4}[\x11\x12]\xaf.{8}[\x00\x03]\x00"),
        "BLP": ("image/x-blp", rb"BLP[12].{0,11}\x00"),
        "FTEX": ("image/x-ftex", rb"FTEX.{0,11}\x00"),
        "MSP": ("image/x-msp", rb"(?:DanM|LinS).{0,11}\x00"),
        "PIXAR": ("image/x-pixar", rb"\x80\xe8\x00\x00"),
        "HDF5": ("application/x-hdf5", rb"\x89HDF\r\n\x1a\n"),
        "GRIB": ("application/x-grib", rb"GRIB.{3}\x01"),
        "MPEG": ("video/mpeg", rb"\x00\x00\x01[\xb3\xba]"),
    }
)
# Text formats are also searched as text: a magic word at the start must not hide a page.
WRITTEN = _rows(
    {
        "EPS": ("application/postscript", rb"%!PS"),
        "SVG": ("image/svg+xml", rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]"),
        "FITS": ("image/fits", rb"SIMPLE {2}="),
        "XPM": ("image/x-xpixmap", rb"/\* XPM \*/"),
        "XBM": ("image/x-xbitmap", rb"\s*#define \S{1,99}_width "),
        "PPM": ("image/x-portable-anymap", rb"P[0-7fy]\s"),
    }
)
# The number of bytes to look at.
BEGINNING = 512


def picture_format(octets: bytes | memoryview) -> PictureFormat | None:
    """Return the format of a picture that cannot be text, whether it can be decoded or not."""
    head = bytes(octets[:64])
    if head.isascii() and b"\0" not in head and not head.startswith(b"GIF8"):
        return None
    return _first(octets, DECODED + NAMED)


def written_format(octets: bytes | memoryview) -> PictureFormat | None:
    """Return the format of a picture that is written as text, such as SVG."""
    return _first(octets, WRITTEN)


def _first(octets: bytes | memoryview, formats: tuple[PictureFormat, ...]) -> PictureFormat | None:
    head = bytes(octets[:BEGINNING])
    return next((each for each in formats if each.beginning.match(head)), None)


def png_file(width: int, height: int, bits: int, colour: int, rows: bytes) -> bytes:
    """Return a PNG file with these deflated rows."""
    about = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    chunks = ((b"IHDR", about), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(name: bytes, octets: bytes) -> bytes:
    checked = struct.pack(">I", zlib.crc32(name + octets))
    return struct.pack(">I", len(octets)) + name + octets + checked
