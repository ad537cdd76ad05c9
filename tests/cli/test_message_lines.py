"""Messages in the terminal: a sentence, the way that they took, and what is attached."""

from uriinspector import scan
from uriinspector.analysis.defang import defang
from uriinspector.cli.scan_report import MOST_MESSAGES, message_lines

MAIL = b"""\
Received: from mx.example (mx.example [192.0.2.1]) by in.example; Sun, 22 Nov 2026 10:00:30 +0000
Received: from pc\x1b by mx.example; Sun, 22 Nov 2026 09:58:20 +0000
Received: nothing
From: PayPal <x@kxqv.top>
Subject: a\xe2\x80\xaeb https://kxqv.top/
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: application/pdf
Content-Disposition: attachment; filename=a.pdf

%PDF-1.4
--x--
"""


def lines(octets: bytes) -> list[str]:
    rows = message_lines(scan(octets).messages, defang, 200)
    return ["".join(piece.text for piece in row).strip() for row in rows]


def test_a_message_is_told_with_its_way_and_its_attachments() -> None:
    result = [each for each in lines(MAIL) if each]
    assert result[0] == "Claims to be PayPal, sent from kxqv[.]top; no web links."
    assert "\u202e" not in result[1]
    assert "hxxps://kxqv[.]top/" in result[1]
    assert result[2] == "Received, according to the header: no date"
    assert "\x1b" not in result[3]
    assert result[4].endswith("by in[.]example, 2026-11-22T10:00:30Z, after 130 s")
    assert result[5].startswith("Attachment: a[.]pdf, application/pdf, 8 bytes, SHA-256 ")


def test_an_attachment_without_a_name_is_told_by_its_type() -> None:
    octets = MAIL.replace(b"; filename=a.pdf", b"")
    [told] = [each for each in lines(octets) if each.startswith("Attachment")]
    assert told.startswith("Attachment: application/pdf, 8 bytes, SHA-256 ")


def test_only_the_first_messages_are_listed() -> None:
    result = lines(b"From a\nFrom: a@b.example\n\nx\n\n" * (MOST_MESSAGES + 3))
    assert result[1].startswith("Message 1.1: Claims to be from b[.]example")
    assert result[-1] == "3 more messages: use --json"
