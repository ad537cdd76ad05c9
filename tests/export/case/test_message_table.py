"""The CSV table of messages: one row each, defanged and guarded against formulas."""

import csv
from io import StringIO

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.cases.link_row import Decision, head_of
from uriinspector.export.case.case_model import CaseExport, FileDecision, file_of
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

MAIL = (
    b'From: "PayPal" <a@evil.test>, <b@evil.test>\nTo: Ann <ann@work.test>\n'
    b"Reply-To: x@other.test\nSubject: =1+1 https://login.test/\n"
    b"Message-ID: <1@evil.test>\nDate: Thu, 26 Nov 2026 07:38:02 +0100\n"
    b"Authentication-Results: mx.test; spf=pass smtp.mailfrom=evil.test\n\n"
    b"https://link.test/ https://two.test/\n"
)
BOX = b"From x@y Mon\n" + MAIL + b"\nFrom x@y Mon\nSubject: no sender\n\nhello\n"


PLAIN = ExportOptions()


def rows(octets: bytes, name: str, options: ExportOptions = PLAIN) -> list[dict[str, str]]:
    document = uriinspector.scan(octets, name=name)
    decided = FileDecision("" if name == "a.eml" else "1.1", Decision("malicious", "why"))
    file = file_of(head_of(document, name, 0), (decided,))
    text = "".join(export_case_as(CaseExport(name, "", (file,), ()), "messages", options))
    return list(csv.DictReader(StringIO(text)))


@for_each("octets, name, count", (MAIL, "a.eml", 1), (BOX, "a.mbox", 2), (b"<p>x", "a.html", 0))
def test_message_table_has_a_row_for_each_message(octets: bytes, name: str, count: int) -> None:
    found = rows(octets, name)
    assert len(found) == count
    for row in found[:1]:
        assert row["from"] == "a[@]evil[.]test; b[@]evil[.]test"
        assert (row["name"], row["reply_to"], row["links"]) == ("PayPal", "x[@]other[.]test", "3")
        assert row["subject"] == "'=1+1 hxxps://login[.]test/"
        assert row["checks"] == "spf=pass evil[.]test"
        assert "sender-known-name" in row["codes"].split()
        assert row["severity"] in {"low", "medium", "high"}
        assert (row["mark"], row["note"]) == ("malicious", "why")
    for row in found[1:]:
        assert (row["subject"], row["from"], row["mark"]) == ("no sender", "", "")


def test_message_table_respects_its_options() -> None:
    assert rows(MAIL, "a.eml", ExportOptions(exact=True))[0]["from"] == "a@evil.test; b@evil.test"
    cleaned = rows(MAIL, "a.eml", ExportOptions(without_recipient=True))[0]
    assert cleaned["to"] == ""
    assert "ann" not in "".join(cleaned.values()).lower()
