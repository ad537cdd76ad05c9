"""Cases exported without recipient data: no format identifies the recipient."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import at_most
from tests.export.case.samples import MADE, case, hostile
from tests.export.test_known_recipients import CODINGS
from tests.for_each import for_each
from uriinspector.analysis.list_files import ListFile, lists_from
from uriinspector.analysis.list_sources import REWRITERS, SHIPPED
from uriinspector.documents.document_values import Mailbox
from uriinspector.documents.scan import scan
from uriinspector.export.case.case_model import CaseExport, scanned
from uriinspector.export.case.recipient_removal import (
    NOTE,
    CleanedEntries,
    RecipientRemoval,
    cleaned,
    refuse_remaining,
)
from uriinspector.export.formats import CASE_FORMATS, export_case_as
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.export.recipient_data import ANY_ADDRESS, RecipientAddresses, RecipientSearch

CLEAN = ExportOptions(without_recipient=True)
TELLING = ("ann@", "ann[@]", "ann=", "ann%40", "4711", "12345678", "Ann", "Delivered")


@for_each("form", *CASE_FORMATS)
def test_no_format_identifies_the_recipient(form: str) -> None:
    made = case(title="Reported by ann@work.example")
    text = "".join(export_case_as(made, form, ExportOptions(without_recipient=True)))
    assert [word for word in TELLING if word in text] == []
    whole = "".join(export_case_as(made, form))
    # A timeline contains only addresses in links with a time.
    assert form == "timeline" or [word for word in TELLING if word in whole] != []


@for_each("form", *[name for name, e in CASE_FORMATS.items() if not e.is_table])
def test_exports_say_that_recipient_data_was_removed(form: str) -> None:
    text = "".join(export_case_as(case(), form, ExportOptions(without_recipient=True)))
    assert "Recognized recipient data is replaced" in text.replace("\\", "")


def test_recipient_removal_keeps_the_sender_domain() -> None:
    (envelope,) = cleaned(case()).files[0].envelopes
    assert envelope.senders == (Mailbox("Bank Service", "removed@news.example"),)
    assert envelope.return_path == "removed@news.example"
    assert envelope.authentication == ("spf=pass",)
    assert (envelope.recipients, envelope.delivered_to, envelope.message_id) == ((), (), None)
    assert envelope.subject == "Invoice for removed overdue"


@for_each(
    "sender, shown",
    ("info@parcel-service.example", ""), ("no-reply@a.example", ""),
    ("Max.Mustermann84@a.example", ""), ("x7f3k29d@a.example", "removed@a.example"),
    ("a+b@a.example", "removed@a.example"), ("info123456@a.example", "removed@a.example"),
    ("qwkdjfhgzmxncbvla@a.example", "removed@a.example"),
    # A part of the recipient's name, the recipient's address, and the recipient as sender.
    ("news-maria@a.example", "removed@a.example"),
    ("maria.muster=work.example@a.example", "removed@a.example"),
    ("maria.muster@work.example", "removed@work.example"),
    ("maria.muster@home.example", "removed@home.example"),
)  # fmt: skip
def test_address_of_a_sender_is_kept_unless_it_could_name_the_recipient(
    sender: str, shown: str
) -> None:
    mail = f"From: Service <{sender}>\nTo: Maria Muster <maria.muster@work.example>\n\nx".encode()
    file, links = scanned(scan(mail), "mail.eml")
    (envelope,) = cleaned(CaseExport("a", "", (file,), list(links))).files[0].envelopes
    assert envelope.senders == (Mailbox("Service", shown or sender),)


def test_sentences_without_recipient_data_can_be_translated() -> None:
    mail = (
        b"From: A <a@a.test>\nTo: ann@work.example\n"
        b"Authentication-Results: mx.test; dmarc=fail header.from=a.test; dkim=fail\n\nx"
    )
    file, links = scanned(scan(mail), "mail.eml")
    wishes = ExportOptions(without_recipient=True, say=speaking("de"))
    made = CaseExport("a", "", (file,), list(links))
    assert "DMARC und DKIM" in "".join(export_case_as(made, "markdown", wishes))
    assert pickle.loads(pickle.dumps(wishes)).say("high") == "hoch"


def test_recipient_removal_keeps_the_file_name_without_its_path() -> None:
    assert [each.name for each in cleaned(case()).files] == ["invoice.eml", "page.html"]
    for form in CASE_FORMATS:
        assert "mails/" not in "".join(export_case_as(case(), form, CLEAN))


@for_each(
    "text, left",
    ("Call me", "Call me"),
    ("ann@work.example called", "removed called"),
    ("see https://a.example/?uid=12345678 and ann@b.example", None),
    ("image logo@2x.png stays", "image logo@2x.png stays"),
    ("mailto:ann@work.example", "mailto:removed"),
)
def test_recipient_removal_cleans_notes(text: str, left: str | None) -> None:
    assert RecipientRemoval(ANY_ADDRESS).prose(text) == (
        left or "see https://a.example/?uid=removed and removed"
    )


def test_recipient_removal_cleans_each_srcset_candidate() -> None:
    (found,) = (each for each in cleaned(case()).links if each.row.element == "img srcset")
    assert found.row.value == (
        "http://[2001:db8::1]/a.png 1x, http://cdn.example/b.png?email=removed 2x"
    )


def test_findings_are_those_of_the_cleaned_links() -> None:
    before = {each.row.line: each for each in case().links}
    for after in cleaned(case()).links:
        assert "ann" not in after.row.code
        assert after.row.severity == after.inspection().verdict.severity
        assert (after.row.line, after.mark) == (before[after.row.line].row.line, after.mark)


def test_srcset_target_is_the_worst_cleaned_candidate() -> None:
    (before,) = (each for each in case().links if each.row.element == "img srcset")
    (after,) = (each for each in cleaned(case()).links if each.row.element == "img srcset")
    assert (before.row.host, before.row.target) == (
        "cdn.example",
        "http://cdn.example/b.png?email=ann@work.example",
    )
    assert (after.row.host, after.row.target) == ("[2001:db8::1]", "http://[2001:db8::1]/a.png")


def test_cleaned_links_can_be_sliced() -> None:
    links = cleaned(hostile()).links
    assert isinstance(links, CleanedEntries)
    assert len(links) == len(hostile().links)
    assert list(links[1:3]) == [links[1], links[2]]
    assert [each.row.start for each in links] == [each.row.start for each in hostile().links]


def test_note_on_removed_data_occurs_once() -> None:
    assert cleaned(case()).notes == (NOTE,)


def test_recipients_in_custom_services_are_removed() -> None:
    row = (
        b'[[rewriter]]\nname = "Gate"\nkind = "rewriter"\nhosts = ["gate.example"]\n'
        b'parameters = ["u"]\nrecipient = ["whom"]\n'
    )
    lists = lists_from([ListFile(REWRITERS, "gate.toml", row)])
    link = "https://gate.example/?u=https://a.example/&whom=team7"
    page = f'<a href="{link}">x</a>'.encode()
    for judged_by, left in ((SHIPPED, "team7"), (lists, "removed")):
        file, links = scanned(scan(page, lists=judged_by), "page.html")
        [only] = cleaned(CaseExport("a", "", (file,), list(links))).links
        assert only.row.value == link.replace("team7", left)


def mail_with(written: str, *, address: str, name: str, host: str = "x.test") -> bytes:
    """Return a message with this text in every place that the sender controls."""
    return (
        f"From: {name} <bounce+{address.replace('@', '=')}@news.example>\n"
        f"To: {name} <{address}>\nSubject: {name}: {written}\n"
        "Date: Sun, 22 Nov 2026 01:10:00 +0100\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="b"\n\n'
        "--b\nContent-Type: text/html; charset=utf-8\n\n"
        f'<base href="https://base.example/{written}/">\n'
        f'<a href="https://{host}/?d={written}&amp;t=1700000000">Dear {name}, {written}</a>\n'
        f'<a href="https://x.test/{written}/path">x</a> <a href="https://x.test/#{written}">x</a>\n'
        f'<a href="https://r.test/?u=https%3A%2F%2Finner.test%2F%3Fd%3D{written}">x</a>\n'
        f'<img srcset="/a?d={written} 1x, /b?d={written} 2x"> <a href="mailto:{address}">x</a>\n'
        f'\n--b\nContent-Type: text/html; name="{written}.html"\n\n'
        f'<a href="{written}">x</a>\n--b--\n'
    ).encode()


@settings(max_examples=at_most(40), deadline=None)
@given(
    names=st.lists(st.sampled_from(list(CODINGS)), max_size=3),
    words=st.lists(st.from_regex(r"[a-z]{4,9}", fullmatch=True), min_size=2, max_size=2),
    domain=st.from_regex(r"[a-z]{5,9}\.(?:example|test)", fullmatch=True),
)
def test_recipient_in_any_coding_is_removed_from_every_format(
    names: list[str], words: list[str], domain: str
) -> None:
    address, name = f"{'.'.join(words)}@{domain}", " ".join(words).title()
    written = address
    for coding in names:
        written = CODINGS[coding](written)
    octets = mail_with(written, address=address, name=name)
    file, links = scanned(scan(octets, name=f"for {address}.eml"), f"for {address}.eml")
    made = CaseExport(f"About {name}", MADE, (file,), list(links))
    find = RecipientSearch(RecipientAddresses([address]), takes_any=False)
    for form in CASE_FORMATS:
        assert find.spans("".join(export_case_as(made, form)))
        text = "".join(export_case_as(made, form, CLEAN))
        plain = text.replace("[.]", ".").replace("[@]", "@")
        assert [each for each in (written, address, name) if each in plain] == [], form
        assert find.spans(text) == [], form


def test_address_in_a_host_name_refuses_the_export() -> None:
    address = "maria.musterfrau@kunde.example"
    host = f"{address.encode().hex()}.evil.test"
    octets = mail_with("a", address=address, name="Maria", host=host)
    file, links = scanned(scan(octets), "mail.eml")
    made = CaseExport("Case", MADE, (file,), list(links))
    for form in CASE_FORMATS.keys() - {"messages"}:  # this format contains no links
        assert host in "".join(export_case_as(made, form)).replace("[.]", ".")
        with pytest.raises(RefusedError, match=r"mail\.eml, line 12, column 10: .*6d61726961"):
            "".join(export_case_as(made, form, CLEAN))
    # A sender must not be able to block reports by adding other people's addresses.
    strange = mail_with("a", address="other@work.example", name="Maria", host=host)
    file, links = scanned(scan(strange), "mail.eml")
    other = CaseExport("Case", MADE, (file,), list(links))
    for form in CASE_FORMATS:
        assert "".join(export_case_as(other, form, CLEAN))


def test_recipients_in_the_written_export_are_found() -> None:
    written = ["first line\n" * 9_000, "second ann@wo", "rk.example line\n"]
    with pytest.raises(RefusedError, match=r"in line 9001 of the export: second ann@work\.example"):
        list(refuse_remaining(case(), written))
    harmless = ["a" * 70_000, "b" * 70_000, "support@shop.example"]
    assert "".join(refuse_remaining(case(), harmless)) == "".join(harmless)


def test_senders_and_common_words_do_not_block_an_export() -> None:
    head = (
        "From: Rose <rose@shop.example>\nReply-To: support@shop.example\n"
        "To: Mark Rose <mark@work.example>, news@lists.example, support@shop.example\n"
        "List-Post: <mailto:news@lists.example>\nSubject: Mark the date, a rose\n"
        "Content-Type: text/html\n\n"
    )
    texts = ("news@lists.example", "support@shop.example", "rose@shop.example")
    hosts = "".join(f'<a href="https://{each.encode().hex()}.x.test/">a</a>' for each in texts)
    file, links = scanned(scan(f"{head}{hosts}mark as read".encode()), "mail.eml")
    made = CaseExport("Case", MADE, (file,), list(links))
    for form in CASE_FORMATS:
        assert "mark@work" not in "".join(export_case_as(made, form, CLEAN)).replace("[@]", "@")
    (envelope,) = cleaned(made).files[0].envelopes
    assert envelope.subject == "removed the date, a rose"


def test_failing_cleanup_fails_the_export(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(RecipientRemoval, "link", fails)
    with pytest.raises(IndexError):
        list(cleaned(case()).links)
