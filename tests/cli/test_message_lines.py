"""Messages in the terminal: summary, delivery path and attachments."""

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.analysis.defang import defang
from uriinspector.cli.scan_outcome import ScanRequest
from uriinspector.cli.scan_report import MOST_MESSAGES, NO_RESULT, WHOLE, message_lines, report
from uriinspector.cli.styled_line import laid_out
from uriinspector.documents.indicators import indicators_in, is_bitcoin

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


def lines(octets: bytes, *, is_full: bool = False) -> list[str]:
    rows = laid_out(message_lines(scan(octets).messages, defang, is_full=is_full), 200)
    return ["".join(piece.text for piece in row).strip() for row in rows]


def test_message_is_shown_with_its_header_and_attachments() -> None:
    result = [each for each in lines(MAIL) if each]
    assert (
        result[0] == "Claims to be PayPal, with an address at kxqv[.]top; no clickable web links."
    )
    assert result[1] == "Header and text"
    assert result[2] == "From: PayPal <x[@]kxqv[.]top>"
    assert result[3].startswith("Subject: ")
    assert "\u202e" not in result[3]
    assert "hxxps://kxqv[.]top/" in result[3]
    assert result[4:6] == [NO_RESULT, "Text: no visible text found"]
    assert result[6] == "Attachments and indicators"
    assert result[7].startswith("Attachment: a.pdf, application/pdf, 8 bytes, SHA-256 ")
    assert result[8:] == ["Addresses: x[@]kxqv[.]top"]


def test_servers_are_listed_only_in_full_output() -> None:
    hops = [each for each in lines(MAIL, is_full=True) if each.startswith("Received")]
    assert hops[0] == "Received, according to the header: no date"
    assert "\x1b" not in hops[1]
    assert hops[2].endswith("by in[.]example, 2026-11-22T10:00:30Z, after 2 min 10 s")
    assert not any(each.startswith("Received") for each in lines(MAIL))
    (hop,) = (
        each
        for each in lines(
            b"Received: from mx.example (mx.example [IPv6:2001:db8::1]) by in.example; now\n"
            b"From: a@b.example\n\nx",
            is_full=True,
        )
        if each.startswith("Received")
    )
    assert "from mx[.]example [2001:db8::1], by in[.]example" in hop


CHECKED = b"""\
Authentication-Results: in.example; spf=pass smtp.mailfrom=b.example
Received: from mx.example (mx.example [192.0.2.1]) by in.example; Sun, 22 Nov 2026 10:00:30 +0000
Authentication-Results: other.example; dkim=pass header.d=b.example
From: Ann <a@b.example>, Bob <b@b.example>
To: Me <me@c.example>
Reply-To: other@d.example
Return-Path: <back@e.example>
Date: Sun, 22 Nov 2026 10:00:30 +0000
Content-Type: text/html

<p>Pay to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa, not to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb.
<p>Call +44 20 7946 0958, or write to help@f.example or me@c.example.
"""


def test_checks_text_and_indicators_of_a_message_are_shown() -> None:
    result = lines(CHECKED)
    for line in (
        "From: Ann <a[@]b[.]example>, Bob <b[@]b[.]example>",
        "To: Me <me[@]c[.]example>",
        "Date: Sun, 22 Nov 2026 10:00:30 +0000",
        "Reply-To: other[@]d[.]example",
        "Return-Path: back[@]e[.]example",
        "Check: SPF pass for b[.]example, according to the receiver (in[.]example)",
        "Check: DKIM pass for b[.]example, according to a field that the sender could have "
        "written (other[.]example)",
        "Telephone numbers: +44 20 7946 0958",
        "Bitcoin: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    ):
        assert line in result, line
    (text,) = (each for each in result if each.startswith("Text: "))
    assert text.startswith("Text: Pay to 1A1zP1")
    (addresses,) = (each for each in result if each.startswith("Addresses: "))
    assert "help[@]f[.]example" in addresses
    assert "me[@]c[.]example" not in addresses
    indicators = scan(CHECKED).to_dict()["messages"][0]["indicators"]
    assert indicators["telephones"] == ["+44 20 7946 0958"]
    assert indicators["bitcoin"] == ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"]


@for_each(
    "text, is_right",
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", True),
    ("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", True),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", True),
    ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", True),
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", False),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", False),
)
def test_bitcoin_addresses_need_a_valid_checksum(text: str, is_right: bool) -> None:
    assert is_bitcoin(text) is is_right


@for_each(
    "text, is_number",
    *(("+1 (888) 555-0123", True), ("888-555-0123", True), ("+49 30 1234567", True)),
    *(("2026-11-28 12:30:11", False), ("192.168.100.2000", False), ("978-3-16-148410-0", False)),
    *(("123-456-7890", False), ("id=888-555-0123", False)),
)
def test_telephone_numbers_in_the_text_are_recognized(text: str, is_number: bool) -> None:
    assert bool(indicators_in(f"So: {text}", (), ()).telephones) is is_number


@for_each(
    "text, address",
    ("https://a.test/?to=ann%40b.example.com&x", "ann@b.example.com"),
    ("https://a.test/?to=ann%2540b.example.com", "ann@b.example.com"),
    ("%3Cann@b.example.com%3E", "ann@b.example.com"),
    ("mailto:%20ann@b.example.com", "ann@b.example.com"),
    ("from=3Dann@b.example.com", "ann@b.example.com"),
    ('"\\u003cann@b.example.com\\u003e"', "ann@b.example.com"),
    ("u003eann@b.example.com", "ann@b.example.com"),
    ("...ann.lee+a@b.example.com.", "ann.lee+a@b.example.com"),
    ("3dprint@b.example.com", "3dprint@b.example.com"),
    ("logo@2x.png", None),
    ("https://ann@b.example.com/", None),
    ("https://ann:pw@b.example.com/", None),
)
def test_addresses_in_encoded_text_are_decoded(text: str, address: str | None) -> None:
    assert indicators_in(text, (), ()).addresses == ((address,) if address else ())


def test_encoded_numbers_are_decoded() -> None:
    bitcoin = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    found = indicators_in(f"tel:%2B1%20888%20555%200123 bitcoin%3A{bitcoin}", (), ())
    assert (found.telephones, found.bitcoin) == (("+1 888 555 0123",), (bitcoin,))


def test_attachment_without_a_name_is_shown_by_type() -> None:
    octets = MAIL.replace(b"; filename=a.pdf", b"")
    [attachment] = [each for each in lines(octets) if each.startswith("Attachment:")]
    assert attachment.startswith("Attachment: application/pdf, 8 bytes, SHA-256 ")


def test_only_the_first_messages_are_listed() -> None:
    result = lines(b"From a\nFrom: a@b.example\n\nx\n\n" * (MOST_MESSAGES + 3))
    assert result[1].startswith("Message 1.1: Claims to be from b[.]example")
    assert result[-1] == "3 more messages: use --json"


LISTED = b"""\
From: a@b.example
Content-Type: text/html

<a href="https://iana.org/">x</a> <a href="">x</a> <p>%s
<a href="https://user:pw@kxqv.test/">x</a>
<img src="https://w3.org/a.png">
"""


def report_lines(octets: bytes, least: str = "info", *, is_full: bool = False) -> list[str]:
    request = ScanRequest(None, "2005", (), least, exact=False, width=200, is_full=is_full)
    rows, _ = report(scan(octets), "a.eml", request, "site")
    return ["".join(piece.text for piece in row).rstrip() for row in laid_out(rows, 200)]


def links_of(rows: list[str]) -> list[str]:
    start = rows.index("Links")
    return rows[start + 1 : rows.index("", start)]


def test_links_with_findings_come_first_each_with_its_reason() -> None:
    rows = links_of(report_lines(LISTED % b"x"))
    assert "kxqv[.]test" in rows[0]
    assert rows[1].strip().endswith(".")
    assert [each.strip() for each in rows[2:]] == [
        "hxxps://iana[.]org/", "(empty)", "hxxps://w3[.]org/a.png",
    ]  # fmt: skip


def test_links_below_the_lowest_severity_are_only_counted() -> None:
    rows = links_of(report_lines(LISTED % b"x", "low"))
    assert "kxqv[.]test" in rows[0]
    assert rows[2:] == ["  3 below low not shown"]


def test_sites_have_headings_and_count_what_the_summary_counts() -> None:
    rows = report_lines(LISTED % b"x")
    assert any("; 1 of 2 clickable web links to kxqv[.]test." in each for each in rows)
    start = rows.index("Sites (registrable domains)")
    assert rows[start + 1].split() == ["site", "links", "clickable", "first", "at", "finding"]
    pictures = next(each for each in rows[start:] if "w3[.]" in each)
    assert pictures.split()[:3] == ["w3[.]org", "1", "0"]


def test_findings_come_before_the_header_and_their_absence_is_said() -> None:
    rows = report_lines(MAIL)
    assert rows.index("Findings") < rows.index("Header and text")
    assert "No findings" in report_lines(b"From: a@b.example\n\nx")


def test_full_output_has_the_whole_text_up_to_a_limit() -> None:
    octets = LISTED % (b"word " * 200 + b"<p>END https://kxqv.test/")
    short = report_lines(octets)
    assert any(each.endswith("\u2026") for each in short)
    assert not any("END" in each for each in short)
    rows = report_lines(octets, is_full=True)
    assert any("END hxxps://kxqv[.]test/" in each for each in rows)
    rows = report_lines(LISTED % (b"word " * WHOLE), is_full=True)
    assert "    The rest of the text is not shown." in rows
