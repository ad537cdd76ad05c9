"""The one table of the kinds of files: what each begins with, is called, and is declared as.

The readers of those that are read stand in ``documents/scan.py`` by the same names.
"""

from __future__ import annotations

from uriinspector.core.model import NamedTuple

HTML, TEXT, MESSAGE, MBOX, ZIP, IMAGE, PDF = (
    "html",
    "text",
    "message",
    "mbox",
    "zip",
    "image",
    "pdf",
)
CALENDAR, CONTACT, SHORTCUT, STYLE = "calendar", "contact", "shortcut", "style"
OLE, OUTLOOK, TNEF, RTF, ONENOTE = "ole", "outlook", "tnef", "rtf", "onenote"
WINDOWS_SHORTCUT, PROPERTY_LIST, SIGNED = "lnk", "plist", "signed"
GZIP, TAR, BZIP, XZ, SEVEN_ZIP = "gzip", "tar", "bzip2", "xz", "7z"
ARCHIVE, BINARY, PARQUET = "archive", "binary", "parquet"


class DocumentKind(NamedTuple):
    """A kind: its name and media type; the octets, the ends of names and the types that tell it."""

    name: str
    media: str
    signatures: tuple[tuple[bytes, str], ...] = ()
    endings: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


def _kind(
    name: str,
    media: str,
    *signatures: bytes,
    endings: tuple[str, ...] = (),
    types: tuple[str, ...] = (),
) -> DocumentKind:
    return DocumentKind(name, media, tuple((each, media) for each in signatures), endings, types)


KINDS: tuple[DocumentKind, ...] = (
    _kind(
        HTML,
        "text/html",
        endings=("html", "htm", "xhtml", "xht", "shtml", "svg", "hta", "htc"),
        types=("text/html", "application/xhtml+xml", "image/svg+xml", "text/xml"),
    ),
    _kind(
        MESSAGE,
        "message/rfc822",
        endings=("eml", "mht", "mhtml", "emlx", "nws"),
        types=("message/rfc822", "message/global", "message/news"),
    ),
    _kind(
        TEXT,
        "text/plain",
        endings=("txt", "md", "rst", "csv", "log", "json", "tex", "py", "c", "text"),
        types=("text/plain", "text/csv", "text/markdown"),
    ),
    _kind(MBOX, "application/mbox", endings=("mbox",), types=("application/mbox",)),
    _kind(
        CALENDAR,
        "text/calendar",
        endings=("ics", "ical", "ifb"),
        types=("text/calendar", "application/ics"),
    ),
    _kind(
        CONTACT,
        "text/vcard",
        endings=("vcf", "vcard"),
        types=("text/vcard", "text/x-vcard", "text/directory"),
    ),
    _kind(
        SHORTCUT,
        "application/x-mswinurl",
        endings=("url", "website"),
        types=("application/x-mswinurl", "application/internet-shortcut"),
    ),
    _kind(STYLE, "text/css", endings=("css",), types=("text/css",)),
    _kind(PROPERTY_LIST, "application/x-plist", b"bplist00", endings=("webloc", "plist")),
    _kind(
        WINDOWS_SHORTCUT,
        "application/x-ms-shortcut",
        bytes.fromhex("4c0000000114020000000000c000000000000046"),
    ),
    _kind(RTF, "application/rtf", b"{\\rt", types=("application/rtf", "text/rtf")),
    _kind(TNEF, "application/ms-tnef", b"\x78\x9f\x3e\x22"),
    _kind(SIGNED, "application/pkcs7-mime"),
    _kind(OUTLOOK, "application/vnd.ms-outlook"),
    _kind(OLE, "application/x-ole-storage", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    _kind(ONENOTE, "application/onenote", bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3")),
    _kind(PDF, "application/pdf", b"%PDF-"),
    # By the first bytes of each format, in ``picture_formats.py``.
    _kind(IMAGE, "image/*"),
    _kind(ZIP, "application/zip", b"PK\x03\x04", b"PK\x05\x06"),
    _kind(GZIP, "application/gzip", b"\x1f\x8b"),
    _kind(BZIP, "application/x-bzip2", b"BZh"),
    _kind(XZ, "application/x-xz", b"\xfd7zXZ\0"),
    _kind(TAR, "application/x-tar"),
    _kind(SEVEN_ZIP, "application/x-7z-compressed", b"7z\xbc\xaf\x27\x1c"),
    _kind(ARCHIVE, "application/vnd.rar", b"Rar!\x1a\x07"),
    _kind(PARQUET, "application/vnd.apache.parquet", b"PAR1", endings=("parquet", "pq")),
    DocumentKind(
        BINARY,
        "application/octet-stream",
        ((b"MZ", "application/x-dosexec"), (b"\x7fELF", "application/x-elf")),
    ),
)
