"""The text that a PDF file shows for its links, compared with where they go."""

import random
import zlib
from email.message import EmailMessage

from tests.for_each import for_each
from uriinspector import scan

EVIL = "https://kxqv.top/a"
SHOWN = "https://www.paypal.com/signin"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
LINK = b"<</Type/Annot/Subtype/Link/Rect[70 695 300 715]/A<</S/URI/URI(%b)>>>>"
PAGE = b"<</Type/Page/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[%b]>>"
TEXT = "BT /F1 12 Tf 72 700 Td (%s) Tj ET"


def stream(content: bytes, head: bytes = b"") -> bytes:
    packed = zlib.compress(content)
    return b"<<%b/Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (head, len(packed), packed)


def file(content: str, uri: str = EVIL, page: bytes = PAGE, **objects: bytes) -> bytes:
    """Return a PDF file with this page content and a link; ``objects`` replaces objects."""
    link = LINK % uri.encode()
    page = page % (link if "inline" in objects else b"6 0 R")
    numbered = {3: page, 4: stream(content.encode("latin-1")), 5: FONT, 6: link}
    numbered |= {int(name[1:]): each for name, each in objects.items() if name != "inline"}
    written = (b"%d 0 obj\n%b\nendobj\n" % each for each in sorted(numbered.items()))
    return b"%PDF-1.7\n" + b"".join(written) + b"trailer<</Root 1 0 R>>\n%%EOF"


def found(octets: bytes) -> str | None:
    for link in scan(octets).links:
        for each in link.findings:
            if each.code == "text-href-mismatch":
                assert "www.paypal.com" in each.message
                return each.severity
    return None


MAP = b"""1 begincodespacerange <0000><FFFF> endcodespacerange
2 beginbfrange <0001> <0060> <0020> <0061><0062>[<0041><0042>] endbfrange
1 beginbfchar <0070> <00660069> endbfchar"""
CODES = "".join(f"{ord(char) - 31:04x}" for char in SHOWN)
PACKED = stream(b"3 0 6 %d " % len(PAGE % b"6 0 R") + PAGE % b"6 0 R" + LINK % EVIL.encode(),
    b"/Type/ObjStm/N 2/First %d" % len(b"3 0 6 %d " % len(PAGE % b"6 0 R")))  # fmt: skip


@for_each(
    "octets",
    file(TEXT % SHOWN),
    file(TEXT % SHOWN, inline=b""),
    file(f"BT /F1 12 Tf 72 700 Td <{SHOWN.encode().hex()}> Tj ET"),
    file("BT /F1 12 Tf 72 700 Td [(www.pay)-9(pal)3(.com/)] TJ ET"),
    # No fonts, and another page without links.
    file(TEXT % SHOWN, page=PAGE.replace(b"<</F1 5 0 R>>", b"<<>>")),
    file(TEXT % SHOWN, o2=b"<</Type/Page/Contents[]/Annots[]>>"),
    # Moved and scaled, in pieces, on the next line, and with a map of two-byte codes.
    file("q .5 0 0 .5 36 350 cm BT /F1 24 Tf 1 0 0 1 72 700 Tm (www.paypal.com) Tj ET Q"),
    file("BT /F1 12 Tf 72 700 Td (www.) Tj 25 0 Td (paypal.com) Tj ET"),
    file("BT /F1 12 Tf 14 TL 72 714 Td (Hello) Tj T* (www.paypal.com) Tj ET"),
    file(f"BT /F1 12 Tf 72 700 Td <{CODES}> Tj ET", o5=b"<</ToUnicode 7 0 R>>", o7=stream(MAP)),
    # The page and its link are in a compressed stream; the address is a separate object.
    file(TEXT % SHOWN, o3=b"null", o6=b"null", o8=PACKED),
    file(TEXT % SHOWN, o6=b"<</Subtype/Link/Rect[70 695 300 715]/A 9 0 R>>",
        o9=b"<</S/URI/URI(%b)>>" % EVIL.encode()),
)  # fmt: skip
def test_pdf_link_text_that_names_another_site_is_reported(octets: bytes) -> None:
    if b"null" in octets:  # packed objects are used if there are no others
        octets = octets.replace(b"3 0 obj\nnull\nendobj\n", b"").replace(
            b"6 0 obj\nnull\nendobj\n", b""
        )
    assert found(octets) == "high"


@for_each(
    "content, uri",
    (TEXT % SHOWN, "https://www.paypal.com/x"),
    (TEXT % "Click here", EVIL),
    # Text after the link, above it and below it.
    (TEXT % "Click here, and never go to www.paypal.com again", EVIL),
    ("BT /F1 12 Tf 72 700 Td (See the page) Tj ( and the site www.paypal.com) Tj ET", EVIL),
    ("BT /F1 12 Tf 72 730 Td (www.paypal.com) Tj 0 -60 Td (www.paypal.com) Tj ET", EVIL),
    # Narrow characters: a word that begins in the rectangle belongs to the link.
    (TEXT % "See www.paypal.com.illi.test", "https://www.paypal.com.illi.test/"),
    ("", EVIL),
)
def test_pdf_text_outside_of_a_link_is_not_its_text(content: str, uri: str) -> None:
    rectangle = (
        b"[70 695 140 715]" if "Click" in content or "See" in content else b"[70 695 300 715]"
    )
    octets = file(content, uri).replace(b"[70 695 300 715]", rectangle)
    assert found(octets) is None


def test_attached_pdf_with_a_mismatched_link_text_is_reported() -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@a.example", "x"
    mail.set_content("See the file")
    mail.add_attachment(file(TEXT % SHOWN), "application", "pdf", filename="a.pdf")
    assert found(mail.as_bytes()) == "high"


def test_damaged_pdf_pages_do_not_raise() -> None:
    chance = random.Random(4)
    whole = file(f"BT /F1 12 Tf 72 700 Td <{CODES}> Tj ET", o5=b"<</ToUnicode 7 0 R>>",
        o7=MAP).replace(b"/Filter/FlateDecode", b"/Filter/ASCIIHexDecode")  # fmt: skip
    for _ in range(300):
        octets = bytearray(whole)
        for _ in range(chance.choice((1, 3, 9))):
            at = chance.randrange(len(octets))
            octets[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(4))
        assert scan(bytes(octets)).links is not None


@for_each(
    "piece",
    b"/Annots[", b"/Annots[<<", b"/Font<<", b"/Rect[1 ", b"beginbfchar ", b"1 0 obj ", b"(", b"<",
    b"(a(", b"BT (a) Tj ", b"1 0 obj/Type/Page/Annots[1 0 R]",
)  # fmt: skip
def test_repeated_pieces_of_pdf_pages_are_read(piece: bytes) -> None:
    many = piece * (200_000 // len(piece))
    octets = file("", o3=PAGE % b"6 0 R" + many, o4=many, o7=b"<</ToUnicode 4 0 R>>")
    assert EVIL in [each.value for each in scan(octets).links] or piece[:1] == b"("
