"""A case without recipient data: in no form of it is there anything that tells whom it was for."""

from __future__ import annotations

import pytest

from tests.export.case.samples import case, hostile
from uriinspector.analysis.list_files.list_reader import ListFile, lists_from
from uriinspector.analysis.list_sources import REWRITERS, SHIPPED
from uriinspector.documents.envelope import Mailbox
from uriinspector.documents.scan import scan
from uriinspector.export.case.case_model import CaseExport, scanned
from uriinspector.export.case.recipient_removal import NOTE, CleanedEntries, cleaned, prose
from uriinspector.export.formats import CASE_FORMATS, ExportOptions, export_case_as

CLEAN = ExportOptions(without_recipient=True)
TELLING = ("ann@", "ann[@]", "ann=", "ann%40", "4711", "12345678", "Ann", "Delivered")


@pytest.mark.parametrize("form", CASE_FORMATS)
def test_nothing_in_any_form_tells_whom_it_was_for(form: str) -> None:
    made = case(title="Reported by ann@work.example")
    text = "".join(export_case_as(made, form, ExportOptions(without_recipient=True)))
    assert [word for word in TELLING if word in text] == []
    whole = "".join(export_case_as(made, form))
    # A timeline names nobody but in links that have a time.
    assert form == "timeline" or [word for word in TELLING if word in whole] != []


@pytest.mark.parametrize("form", [name for name, e in CASE_FORMATS.items() if not e.is_table])
def test_it_says_that_it_was_taken_out(form: str) -> None:
    text = "".join(export_case_as(case(), form, ExportOptions(without_recipient=True)))
    assert "Recognized recipient data is replaced" in text.replace("\\", "")


def test_of_the_sender_the_domain_stays() -> None:
    (envelope,) = cleaned(case()).files[0].envelopes
    assert envelope.senders == (Mailbox("Bank Service", "removed@news.example"),)
    assert envelope.return_path == "removed@news.example"
    assert envelope.authentication == ("spf=pass",)
    assert (envelope.recipients, envelope.delivered_to, envelope.message_id) == ((), (), None)
    assert envelope.subject == "Invoice for removed overdue"


def test_of_a_path_the_last_part_stays() -> None:
    names = [each.name for each in cleaned(case()).files]
    assert names == ["invoice.eml", "page.html"]
    for form in CASE_FORMATS:
        assert "mails/" not in "".join(export_case_as(case(), form, CLEAN))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Call me", "Call me"),
        ("ann@work.example called", "removed called"),
        ("see https://a.example/?uid=12345678 and ann@b.example", None),
        ("image logo@2x.png stays", "image logo@2x.png stays"),
        ("mailto:ann@work.example", "mailto:removed"),
    ],
)
def test_sentences_are_cleaned_too(text: str, left: str | None) -> None:
    assert prose(text) == (left or "see https://a.example/?uid=removed and removed")


def test_each_reference_of_a_value_is_cleaned_by_itself() -> None:
    (found,) = (each for each in cleaned(case()).links if each.row.element == "img srcset")
    assert found.row.value == (
        "http://[2001:db8::1]/a.png 1x, http://cdn.example/b.png?email=removed 2x"
    )


def test_what_is_said_is_said_of_what_is_left() -> None:
    before = {each.row.line: each for each in case().links}
    for after in cleaned(case()).links:
        assert "ann" not in after.row.code
        assert after.row.severity == after.inspection().verdict.severity
        assert (after.row.line, after.mark) == (before[after.row.line].row.line, after.mark)


def test_of_several_references_the_target_is_that_of_the_worst_that_is_left() -> None:
    (before,) = (each for each in case().links if each.row.element == "img srcset")
    (after,) = (each for each in cleaned(case()).links if each.row.element == "img srcset")
    assert (before.row.host, before.row.target) == (
        "cdn.example",
        "http://cdn.example/b.png?email=ann@work.example",
    )
    assert (after.row.host, after.row.target) == ("[2001:db8::1]", "http://[2001:db8::1]/a.png")


def test_any_part_of_the_links_can_be_asked_for() -> None:
    links = cleaned(hostile()).links
    assert isinstance(links, CleanedEntries)
    assert len(links) == len(hostile().links)
    assert list(links[1:3]) == [links[1], links[2]]
    assert [each.row.start for each in links] == [each.row.start for each in hostile().links]


def test_it_is_said_once() -> None:
    assert cleaned(case()).notes == (NOTE,)


def test_what_a_service_of_ones_own_says_of_recipients_is_removed() -> None:
    row = (
        b'[[rewriter]]\nname = "Gate"\nkind = "rewriter"\nhosts = ["gate.example"]\n'
        b'parameters = ["u"]\nrecipient = ["whom"]\n'
    )
    lists = lists_from([ListFile(REWRITERS, "gate.toml", row)])
    link = "https://gate.example/?u=https://a.example/&whom=team7"
    page = f'<a href="{link}">x</a>'.encode()
    for given, left in ((SHIPPED, "team7"), (lists, "removed")):
        file, links = scanned(scan(page, lists=given), "page.html")
        [only] = cleaned(CaseExport("a", "", (file,), list(links))).links
        assert only.row.value == link.replace("team7", left)
