"""Signed, compressed and encrypted content: signatures are never verified."""

import base64
import zlib

import uriinspector
from tests.documents.mails import simple
from tests.for_each import for_each

OIDS = {
    "signed": "2a864886f70d010702", "enveloped": "2a864886f70d010703",
    "encrypted": "2a864886f70d010706", "compressed": "2a864886f70d0109100109",
    "authenticated": "2a864886f70d0109100117", "data": "2a864886f70d010701",
}  # fmt: skip
PART = b'Content-Type: text/html\r\n\r\n<a href="http://a.test/">x</a>'


def der(tag: int, *inside: bytes) -> bytes:
    content = b"".join(inside)
    size = len(content)
    if size < 0x80:
        return bytes((tag, size)) + content
    length = size.to_bytes(4, "big")
    return bytes((tag, 0x84)) + length + content


def open_ended(tag: int, *inside: bytes) -> bytes:
    return bytes((tag, 0x80)) + b"".join(inside) + b"\0\0"


def oid(name: str) -> bytes:
    return der(6, bytes.fromhex(OIDS[name]))


def cms(kind: str, content: bytes | None) -> bytes:
    written = b"" if content is None else der(0xA0, der(4, content))
    fields = (der(2, b"\x01"), der(0x31), der(0x30, oid("data"), written), der(0xA0, b"certs"))
    return der(0x30, oid(kind), der(0xA0, der(0x30, *fields)))


def in_pieces(content: bytes) -> bytes:
    pieces = (der(4, content[at : at + 7]) for at in range(0, len(content), 7))
    written = open_ended(0xA0, open_ended(0x24, *pieces))
    fields = (
        der(2, b"\x01"),
        open_ended(0x31, open_ended(0x30)),
        open_ended(0x30, oid("data"), written),
    )
    return open_ended(0x30, oid("signed"), open_ended(0xA0, open_ended(0x30, *fields)))


def letters(octets: bytes) -> bytes:
    return b"-----BEGIN PKCS7-----\n" + base64.encodebytes(octets) + b"-----END PKCS7-----\n"


@for_each(
    "octets", cms("signed", PART), in_pieces(PART), letters(cms("signed", PART)),
    ids=["der", "ber in pieces", "letters"],
)  # fmt: skip
def test_signed_content_is_read_and_the_signature_is_not_verified(octets: bytes) -> None:
    document = uriinspector.scan(octets)
    assert document.kind == "signed"
    (link,) = document.links
    assert (link.part, link.element, link.value) == ("1.1", "a", "http://a.test/")
    assert 0 < link.source.start < link.source.end <= len(octets)
    (told,) = document.not_examined
    assert "never verified" in told.reason


def test_signed_message_and_signed_file_are_read() -> None:
    head = "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n"
    mail = simple(
        head + "Content-Transfer-Encoding: base64", base64.encodebytes(cms("signed", PART))
    )
    assert [link.value for link in uriinspector.scan(mail).links] == ["http://a.test/"]
    file = uriinspector.scan(cms("signed", b"http://b.test/"), name="invoice.txt.p7m")
    assert [link.value for link in file.links] == ["http://b.test/"]
    assert file.parts[1].name == "invoice.txt"


def test_compressed_content_is_unpacked() -> None:
    document = uriinspector.scan(cms("compressed", zlib.compress(PART)))
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert document.not_examined == ()


@for_each(
    "octets, reason",
    (cms("enveloped", PART), "encrypted (S/MIME)"),
    (cms("encrypted", PART), "encrypted (S/MIME)"),
    (cms("authenticated", PART), "encrypted (S/MIME)"),
    (cms("data", PART), "signed or encrypted (S/MIME)"),
    (cms("signed", None), "signature without content; signatures are never verified"),
    (der(0x30, oid("signed")), "signed or encrypted (S/MIME)"),
    (der(0x30, oid("signed"), der(0xA0)),
        "signature without content; signatures are never verified"),
    (b"\x30\x84\xff\xff\xff\xff" + oid("signed") + b"\xa0\x80\x30\x80" * 3000, "signature without"),
)  # fmt: skip
def test_unreadable_signed_content_is_reported(octets: bytes, reason: str) -> None:
    document = uriinspector.scan(octets)
    assert len(document.links) == 0
    assert document.not_examined[0].reason.startswith(reason)


@for_each("depth, is_read", (1, True), (4, True), (5, False), (5_000, False))
def test_nested_octet_strings_are_followed_to_a_limit(depth: int, is_read: bool) -> None:
    written = der(4, PART)
    for _ in range(depth):
        written = der(0x24, written)
    inner = der(0x30, oid("data"), der(0xA0, written))
    fields = (der(2, b"\x01"), der(0x31), inner)
    document = uriinspector.scan(der(0x30, oid("signed"), der(0xA0, der(0x30, *fields))))
    assert document.kind == "signed"
    assert len(document.links) == is_read
