"""Build messages with each transfer encoding and several charsets."""

import base64
import quopri
from typing import NamedTuple

HTML = (
    '<html><body class="x=y"><a href="http://a.test/{n}?q={c}&amp;r=1">{c} text</a>\n'
    "<img src='img/{n}.png'  alt=x> <p style=\"background:url(http://b.test/{n})\">\n</body></html>\n"
)
VALUES = ("http://a.test/{n}?q={c}&r=1", "img/{n}.png", "http://b.test/{n}")


class Made(NamedTuple):
    """A message, and the values of its links in order."""

    octets: bytes
    values: list[str]


def encoded(octets: bytes, encoding: str) -> bytes:
    """Return the bytes in a transfer encoding, wrapped as mail programs do."""
    if encoding == "base64":
        return base64.encodebytes(octets).replace(b"\n", b"\r\n")
    if encoding == "quoted-printable":
        return quopri.encodestring(octets).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return octets.replace(b"\n", b"\r\n")


def page(number: int, char: str) -> tuple[str, list[str]]:
    """A page with three links, and their values."""
    return HTML.format(n=number, c=char), [each.format(n=number, c=char) for each in VALUES]


def message(encoding: str, charset: str, char: str, pages: int = 3) -> Made:
    """Return a multipart message with this number of pages."""
    lines = [b"From: A <a@a.test>", b"To: b@b.test", b"MIME-Version: 1.0"]
    lines += [b'Content-Type: multipart/mixed; boundary="=_b o:und"', b"", b"preamble"]
    values: list[str] = []
    for number in range(pages):
        text, expected = page(number, char)
        values += expected
        lines += [b"--=_b o:und", f"Content-Type: text/html; charset={charset}".encode()]
        lines += [f"Content-Transfer-Encoding: {encoding}".encode(), b""]
        lines.append(encoded(text.encode(charset), encoding))
    lines += [b"--=_b o:und--", b"epilogue", b""]
    return Made(b"\r\n".join(lines), values)


def simple(header: str, body: str | bytes) -> bytes:
    """Return a message with a header and a body."""
    octets = body.encode() if isinstance(body, str) else body
    return f"From: a@a.test\nTo: b@b.test\n{header}\n\n".encode() + octets
