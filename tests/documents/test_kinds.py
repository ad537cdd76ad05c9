"""Detecting a file's kind from its first bytes, declared type and name."""

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.scan_state import kind_of

# Letters that start no known format.
PLAIN = b"one two three"

ENDINGS = {
    "html": "html htm xhtml xht shtml svg hta htc",
    "message": "eml mht mhtml emlx nws",
    "text": "txt md rst csv log json tex py c text unheard-of",
    "mbox": "mbox", "calendar": "ics ical ifb", "contact": "vcf vcard", "shortcut": "url website",
    "style": "css", "plist": "webloc plist",
}  # fmt: skip
TYPES = {
    "html": "text/html application/xhtml+xml image/svg+xml text/xml",
    "message": "message/rfc822 message/global message/news",
    "text": "text/plain text/csv text/markdown text/unheard-of",
    "mbox": "application/mbox",
    "calendar": "text/calendar application/ics",
    "contact": "text/vcard text/x-vcard text/directory",
    "shortcut": "application/x-mswinurl application/internet-shortcut",
    "style": "text/css",
    "rtf": "application/rtf text/rtf",
}
ZEROS = bytes(80)
SIGNATURES: list[tuple[bytes, str, str]] = [
    (b"bplist00", "plist", "application/x-plist"),
    (bytes.fromhex("4c0000000114020000000000c000000000000046"), "lnk", "application/x-ms-shortcut"),
    (b"{\\rtf1", "rtf", "application/rtf"),
    (bytes.fromhex("789f3e22"), "tnef", "application/ms-tnef"),
    (bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3"), "onenote", "application/onenote"),
    (bytes.fromhex("d0cf11e0a1b11ae1"), "ole", "application/x-ole-storage"),
    (b"%PDF-1.7", "pdf", "application/pdf"), (b"\x89PNG\r\n\x1a\n", "image", "image/png"),
    (b"\xff\xd8\xff", "image", "image/jpeg"), (b"GIF87a", "image", "image/gif"),
    (b"GIF89a", "image", "image/gif"),
    (b"RIFF\x10\0\0\0WEBPVP8 ", "image", "image/webp"),
    (b"BM" + ZEROS, "image", "image/bmp"), (b"II*\0", "image", "image/tiff"),
    (b"MM\0*", "image", "image/tiff"), (b"PK\x03\x04", "zip", "application/zip"),
    (b"PK\x05\x06", "zip", "application/zip"), (b"\x1f\x8b\x08", "gzip", "application/gzip"),
    (b"BZh91AY&SY", "bzip2", "application/x-bzip2"),
    (b"BZh1\x17rE8P\x90", "bzip2", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "xz", "application/x-xz"),
    (bytes(257) + b"ustar\0", "tar", "application/x-tar"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07\0", "archive", "application/vnd.rar"),
    (b"Rar!\x1a\x07\x01\0", "archive", "application/vnd.rar"),
    (b"MZ" + ZEROS, "binary", "application/x-dosexec"),
    (b"\x7fELF\x02", "binary", "application/x-elf"),
    (b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", "signed", "application/pkcs7-mime"),
    (b"-----BEGIN PKCS7-----\n", "signed", "application/pkcs7-mime"),
    (b"-----BEGIN CMS-----\n", "signed", "application/pkcs7-mime"),
    (b"BEGIN:VCALENDAR\n", "calendar", "text/calendar"),
    (b"begin:vcard\n", "contact", "text/vcard"),
    (b"[InternetShortcut]\nURL=", "shortcut", "application/x-mswinurl"),
]  # fmt: skip
# The same letters followed by more text, or by other digits.
NO_SIGNATURES = [
    *(b"BM is a make of cars", b"MZ is short for Mozambique", b"BZh is no archive", b"BZh01AY&SY"),
    *(b"PK\x03", b"GIF", b"RIFF\x10\0\0\0WAVE", b"%PDF", b"BEGIN:VCAL", b"7z", b"II*"),
]


def kind(octets: bytes, name: str | None = None, declared: str | None = None) -> str:
    return kind_of(memoryview(octets), declared, name)[0]


@for_each(
    "ending, expected",
    *[(ending, kind) for kind, endings in ENDINGS.items() for ending in endings.split()],
)
def test_file_name_decides_the_kind_of_plain_bytes(ending: str, expected: str) -> None:
    assert kind(PLAIN, f"a.{ending}") == kind(PLAIN, f"A.B.{ending.upper()}") == expected
    # Only the text after the last dot is an extension.
    assert kind(PLAIN, ending) == kind(PLAIN, f"{ending}.zzz") == "text"


@for_each(
    "media, expected", *[(media, kind) for kind, types in TYPES.items() for media in types.split()]
)
def test_declared_type_decides_without_a_known_extension(media: str, expected: str) -> None:
    assert kind(PLAIN, None, media) == kind(PLAIN, "a.zzz", media.upper()) == expected


@for_each("octets, expected, media", *SIGNATURES)
def test_signature_outranks_name_and_declared_type(
    octets: bytes, expected: str, media: str
) -> None:
    for name, declared in ((None, None), ("a.txt", "text/plain"), ("a.csv", "text/html")):
        assert kind_of(memoryview(octets), declared, name) == (expected, media)


@for_each("octets", *NO_SIGNATURES)
def test_plain_text_does_not_match_a_signature(octets: bytes) -> None:
    assert kind(octets, "a.txt") == "text"


def test_file_name_outranks_the_type_unless_declared() -> None:
    assert kind(PLAIN, "a.css", "text/calendar") == "style"
    assert kind_of(memoryview(PLAIN), "text/calendar", "a.css", is_declared=True)[0] == "calendar"
    # A part declared as plain text is judged by its name.
    assert kind_of(memoryview(PLAIN), "text/plain", "a.css", is_declared=True)[0] == "style"


def test_page_longer_than_the_sniffed_bytes_is_html() -> None:
    page = b"<!doctype html>" + b" " * 10_000 + b'<a href="http://a.test/">x</a>'
    assert [link.value for link in uriinspector.scan(page).links] == ["http://a.test/"]
    assert kind(page) == "html"


MAIL = b"From: a@a.test\nTo: b@b.test\nSubject: Note\n"


@for_each("name", "mail.txt", "mail.log", "mail.html", "mail")
def test_mail_is_recognized_whatever_its_extension(name: str) -> None:
    assert kind(MAIL + b"\nHello", name) == "message"


@for_each(
    "octets",
    b"Note: x\n\nSee http://a.test/\n", b"Date: 3 May\nSubject: Minutes\n\nWe met.\n",
    b"From: Anna\n\nHello", b"Date: today\nContent-Type: text/html\nX-A: 1\n\n<p>",
    b"From: Anna\nTo: Bob\nHi there, see you\n",
)  # fmt: skip
def test_text_that_begins_with_a_label_is_not_a_message(octets: bytes) -> None:
    assert kind(octets, "a.txt") == "text"
    assert kind(octets, "a.html") == "html"


@for_each("encoding", "base64", "quoted-printable", "uuencode", "7bit")
@for_each("form", "text/plain", "text/html", "image/png", "multipart/mixed; boundary=b")
@for_each("name", "a.txt", "a.html")
def test_header_hides_no_link_that_an_editor_or_browser_shows(
    encoding: str, form: str, name: str
) -> None:
    fields = f"Content-Type: {form}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    page = b'<p><a href="https://a.test/">x</a>'
    values = {link.value for link in uriinspector.scan(MAIL + fields + page, name=name).links}
    assert values == {"https://a.test/"}


def test_quoted_printable_page_in_a_mail_with_the_name_of_a_page_is_read_once() -> None:
    fields = b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
    page = b'<a href=3D"https://a.test/?a=3Db">x</a>'
    links = uriinspector.scan(MAIL + fields + page, name="a.html").links
    assert [link.value for link in links] == ["https://a.test/?a=b"]
