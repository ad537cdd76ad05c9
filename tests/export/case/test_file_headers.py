"""The section of a report about a file and its messages, and its limits."""

from dataclasses import replace

from tests.export.case.samples import case
from tests.for_each import for_each
from uriinspector.analysis.finding import Finding
from uriinspector.documents.cases.link_row import Decision
from uriinspector.documents.document_values import NotExamined
from uriinspector.export.case.case_model import File, FileDecision
from uriinspector.export.case.case_report import FileReport, ReportWords, file_report, remarks

SAY = ReportWords(str)
NOTHING = File("a.bin", "binary", 1, "00", 0)


def report_on(octets: bytes, name: str = "a.eml") -> FileReport:
    return file_report(file(octets, name), SAY)


def file(octets: bytes, name: str = "a.eml") -> File:
    return case((name, octets)).files[0]


def fact(report: FileReport, name: str) -> str:
    every = [*report.facts, *(each for envelope in report.envelopes for each in envelope.facts)]
    return next((each.text for each in every if each.name == name), "")


def mail(*header: str, body: str = "x") -> bytes:
    return "\r\n".join(["From: a@b.test", *header, "", body]).encode()


@for_each(
    "kind, words",
    *((kind, "archive") for kind in ("zip", "gzip", "tar", "bzip2", "xz", "7z")),
    ("outlook", "message"), ("message", "message"), ("html", "page"), ("mbox", "mailbox"),
    ("image", "image"), ("pdf", "PDF"), ("rtf", "rtf"),
)  # fmt: skip
def test_report_describes_the_kind_of_a_file_in_words(kind: str, words: str) -> None:
    assert fact(file_report(replace(NOTHING, kind=kind), SAY), "Kind") == words


@for_each("size, words", (0, "0 bytes"), (1, "1 byte"), (2_000, "2,000 bytes"))
def test_report_formats_file_size_in_singular_and_plural(size: int, words: str) -> None:
    assert fact(file_report(replace(NOTHING, size=size), SAY), "Size") == words


@for_each("count", 1, 6, 7, 8, 12, 13, 14)
def test_number_of_listed_findings_is_limited(count: int) -> None:
    findings = tuple(Finding(f"c{at}", "low", 0, 1, "T", f"M{at}.", ()) for at in range(count))
    *shown, last = remarks((*findings, *findings), SAY, 6)
    assert [each.code for each in shown[:6]] == [
        f"c{at}" for at in range(min(count - (count <= 6), 6))
    ]
    more = "1 more finding" if count == 7 else f"{count - 6} more findings"
    assert last.title == (more if count > 6 else "T")


def test_decisions_on_files_and_messages_are_separate() -> None:
    of_file, of_message = Decision("malicious", "the file"), Decision("benign", "the message")
    report = file_report(replace(NOTHING, decisions=(FileDecision("", of_file),)), SAY)
    assert fact(report, "Marked by the analyst") == "malicious"
    report = file_report(replace(NOTHING, decisions=(FileDecision("1", of_message),)), SAY)
    assert fact(report, "Marked by the analyst") == ""


@for_each("count, more", (29, []), (30, []), (31, ["1 more"]))
def test_at_most_thirty_unexamined_parts_are_listed(count: int, more: list[str]) -> None:
    rows = tuple(NotExamined(str(at), "x/y", "damaged") for at in range(count))
    report = file_report(replace(NOTHING, not_examined=rows), SAY)
    assert report.unexamined[0] == "part 0, x/y: damaged"
    assert [*report.unexamined[30:]] == more
    assert len(report.unexamined) == min(count, 30) + len(more)


@for_each("count", 29, 30, 31)
def test_at_most_thirty_parts_are_listed(count: int) -> None:
    part = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n"
    octets = mail("Content-Type: multipart/mixed; boundary=b", body=part * (count - 1) + "--b--")
    report = report_on(octets)
    assert len(file(octets).parts) == count
    more = ("1 more",) if count == 31 else ()
    assert (len(report.parts), report.parts[30:]) == (min(count, 30) + len(more), more)


@for_each("count", 1, 2, 10, 11)
def test_at_most_ten_messages_are_listed(count: int) -> None:
    box = "".join(f"From a@b.test Sun Nov 22 01:10:00 2026\n{HEAD}\n" for _ in range(count))
    report = report_on(box.encode(), "a.mbox")
    assert len(report.envelopes) == min(count, 10)
    shown = "11, of which 10 are shown" if count == 11 else ""
    assert fact(report, "Messages") == shown
    assert (report.envelopes[0].title == "Message") is (count == 1)


HEAD = "From: a@b.test\nSubject: s\nDate: Sun, 22 Nov 2026 01:10:00 +0100\n\nx\n"


@for_each("count, more", (5, ""), (6, "1 more"), (200, "at least 95 more"))
def test_at_most_five_recipients_are_listed(count: int, more: str) -> None:
    people = ", ".join(f"p{at}@c.test" for at in range(count))
    texts = fact(report_on(mail(f"To: {people}")), "To").split(", ")
    assert texts == [*(f"<p{at}@c.test>" for at in range(5)), *([more] if more else [])]


@for_each("length", 299, 300, 301)
def test_reported_header_field_is_cut_to_300_characters(length: int) -> None:
    words = f"{'word ' * 60}"[: length - 1].ljust(length - 1, "x") + "z"
    subject = fact(report_on(mail(f"Subject: {words}")), "Subject")
    assert subject.startswith(words[:300])
    assert (subject == words) is (length <= 300)


@for_each("count", 12, 13)
def test_at_most_twelve_servers_are_listed(count: int) -> None:
    hops = [
        f"Received: from s{at}.test by t{at}.test; Sun, 22 Nov 2026 01:10:00 +0100"
        for at in range(count)
    ]
    assert fact(report_on(mail(*hops)), "Received, according to the header").count(" -> ") == 12


def test_header_fields_are_shown_by_name() -> None:
    report = report_on(
        mail(
            *("Reply-To: r@c.test", "To: Ann <t@c.test>", "Return-Path: <p@c.test>"),
            *(
                "Subject: a\r\n  b",
                "Date: Sun, 22 Nov 2026 01:10:00 +0100",
                "Message-ID: <m@c.test>",
            ),
        )
    )
    expected = {
        "From": "<a@b.test>",
        "Reply-To": "<r@c.test>",
        "To": '"Ann" <t@c.test>',
        "Return-Path": "p@c.test",
        "Subject": "a b",
        "Date": "Sun, 22 Nov 2026 01:10:00 +0100",
        "Message-ID": "<m@c.test>",
        "Checks, according to the header": "none",
        "Received, according to the header": "",
    }
    assert {name: fact(report, name) for name in expected} == expected


def test_each_message_has_its_own_assessment() -> None:
    inner = mail("Subject: inner", body="http://b.test/")
    outer = b"\r\n".join(
        [
            *(b"From: Bank <x@b.test>", b"Reply-To: evil@c.test", b"MIME-Version: 1.0"),
            *(b'Content-Type: multipart/mixed; boundary="q"', b"", b"--q"),
            *(b"Content-Type: message/rfc822", b"", inner, b"--q--", b""),
        ]
    )
    facts = [
        (each.title, [fact.text for fact in each.facts if fact.name == "Assessment"])
        for each in report_on(outer).envelopes
    ]
    assert facts == [
        ("Message in part 1", ["Claims to be from b.test; no clickable web links"]),
        ("Message in part 1.1", ["Claims to be from b.test; 1 clickable web link to b.test"]),
    ]
