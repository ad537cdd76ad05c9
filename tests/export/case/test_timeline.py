"""The timeline of a case: order, time zones and confidence."""

import csv
import io

from tests.export.case.samples import MAIL, case
from uriinspector.export.case.case_report import COLUMNS, FOLDED, ROWS
from uriinspector.export.formats import export_case_as
from uriinspector.export.options import ExportOptions

UUID = "550e8400-e29b-11d4-a716-446655440000"
PAGE = (
    f'<a href="https://a.example/?t=1800000000&id={UUID}">x</a>'
    '<a href="https://a.example/1700000000">y</a>'
    '<a href="https://a.example/about">no time</a>'
    '<a href="https://a.example/?date=20231114">z</a>'
).encode()


def written(*, exact: bool = False) -> str:
    made = case(("p.html", PAGE), ("m.eml", MAIL))
    return "".join(export_case_as(made, "timeline", ExportOptions(exact=exact)))


def rows(*, exact: bool = False) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written(exact=exact))))


def test_timeline_is_sorted_with_zone_and_confidence() -> None:
    assert [(row["time"], row["zone"], row["confidence"]) for row in rows()] == [
        ("2001-01-04T23:43:07.540992Z", "UTC", "certain"),
        ("2023-11-14", "not given", "likely"),
        ("2023-11-14T22:13:20Z", "UTC", "possible"),
        ("2026-11-22T00:10:00Z", "UTC", "claimed"),
        ("2027-01-15T08:00:00Z", "UTC", "likely"),
    ]


def test_timeline_row_has_meaning_and_position() -> None:
    found = {row["time"]: row for row in rows()}
    time = found["2023-11-14T22:13:20Z"]
    assert time["meaning"] == "2023-11-14 22:13:20 UTC, if Unix seconds"
    assert (time["document"], time["line"], time["text"]) == ("p.html", "1", "1700000000")
    assert time["link"] == "hxxps://a[.]example/1700000000"
    message = found["2026-11-22T00:10:00Z"]
    assert message["text"] == "Sun, 22 Nov 2026 01:10:00 +0100"
    assert (message["document"], message["link"]) == ("m.eml", "")


def test_timeline_continues_after_a_message_without_a_time() -> None:
    mails = b"From a@b.test\nDate: never\n\nx\n\nFrom a@b.test\n" + MAIL
    made = case(("m.mbox", mails))
    found = list(csv.DictReader(io.StringIO("".join(export_case_as(made, "timeline")))))
    assert [row["time"] for row in found] == ["2026-11-22T00:10:00Z"]


def test_timeline_has_original_links_on_request() -> None:
    assert "https://a.example/1700000000" in written(exact=True)
    assert "https://a.example" not in written()


def test_timeline_has_one_line_for_each_time_and_message() -> None:
    page = b'<a href="https://a.example/?t=1700000000&q=%0A">x</a><a href="https://b\xe2\x80\xae/1700000000">y</a>'
    made = case(("n\n\u202e.html", page))
    text = "".join(export_case_as(made, "timeline"))
    assert "\u202e" not in text
    assert len(text.splitlines()) == 1 + len(list(csv.reader(io.StringIO(text)))) - 1
    made = case(("p.html", b'<a href="https://a.example/about">x</a>'))
    assert "".join(export_case_as(made, "timeline")) == ",".join(COLUMNS) + "\n"
    made = case(("p.html", PAGE), ("n.eml", PLAIN))
    found = list(csv.DictReader(io.StringIO("".join(export_case_as(made, "timeline")))))
    [row] = [row for row in found if row["document"] == "n.eml"]
    # RFC 5322 3.3: "-0000" is UTC.
    assert (row["time"], row["zone"]) == ("2026-11-21T01:10:00Z", "UTC")


PLAIN = b"From: a@b.example\nDate: Sat, 21 Nov 2026 01:10:00 -0000\n\nno link here\n"


def report(*sources: tuple[str, bytes], form: str = "markdown") -> str:
    return "".join(export_case_as(case(*sources), form))


def listed(text: str) -> list[str]:
    part = text.partition("## Times\n")[2].partition("## ")[0]
    return [line for line in part.split("\n") if line.startswith("- ")]


def test_report_lists_the_times_in_order() -> None:
    assert listed(report(("p.html", PAGE), ("n.eml", PLAIN)))[1:] == [
        "- likely: 2023-11-14 (all-digit date), no time zone, `20231114`; `p.html`, line 1",
        "- possible: 2023-11-14 22:13:20 UTC, if Unix seconds, `1700000000`; `p.html`, line 1",
        "- claimed: 2026-11-21 01:10:00 UTC, Date of the message,"
        " `Sat, 21 Nov 2026 01:10:00 -0000`; `n.eml`, part 1",
        "- likely: 2027-01-15 08:00:00 UTC (Unix seconds), `1800000000`; `p.html`, line 1",
    ]
    for form in ("markdown", "html"):
        assert "Times" not in report(("p.html", b'<a href="https://a.example/">x</a>'), form=form)


def test_report_keeps_the_most_certain_of_many_times() -> None:
    some = b"".join(
        b'<a href="https://a%d.example/%d">x</a>' % (at, 1_700_000_000 + at) for at in range(ROWS)
    )
    text = report(("p.html", some + b'<a href="https://z.example/?t=1800000000">x</a>'))
    assert len(listed(text)) == ROWS
    assert "1800000000" in listed(text)[-1]
    assert "The timeline export has 1 more entry." in text


def test_equal_times_in_the_timeline_keep_their_order() -> None:
    page = b"".join(
        b'<a href="https://a.example/?%s=1700000000">x</a>' % name for name in (b"z", b"a", b"m")
    )
    found = listed(report(("p.html", page), ("o.html", page.replace(b"17", b"16"))))
    assert found == sorted(found, key=lambda each: "2023" in each)
    lines = "".join(export_case_as(case(("p.html", page)), "timeline")).splitlines()
    assert [line.rpartition("?")[2][0] for line in lines[1:]] == ["a", "m", "z"]


def test_long_list_of_times_is_folded_in_html() -> None:
    for count, is_open in ((FOLDED, True), (FOLDED + 1, False)):
        page = b"".join(
            b'<a href="https://a.example/%d">x</a>' % (1_700_000_000 + at) for at in range(count)
        )
        assert ("<details open>" in report(("p.html", page), form="html")) is is_open
