"""All times of a case in their order, with their zones and how sure they are."""

from __future__ import annotations

import csv
import io

from tests.export.case.samples import MAIL, case
from uriinspector.export.case.timeline import COLUMNS
from uriinspector.export.formats import ExportOptions, export_case_as

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


def test_times_are_in_their_order_with_zone_and_confidence() -> None:
    assert [(row["time"], row["zone"], row["confidence"]) for row in rows()] == [
        ("2001-01-04T23:43:07.540992Z", "UTC", "certain"),
        ("2023-11-14", "not given", "likely"),
        ("2023-11-14T22:13:20Z", "UTC", "possible"),
        ("2026-11-22T00:10:00Z", "UTC", "claimed"),
        ("2027-01-15T08:00:00Z", "UTC", "likely"),
    ]


def test_each_time_says_what_it_is_and_where() -> None:
    found = {row["time"]: row for row in rows()}
    time = found["2023-11-14T22:13:20Z"]
    assert time["meaning"] == "2023-11-14 22:13:20 UTC, if Unix seconds"
    assert (time["document"], time["line"], time["text"]) == ("p.html", "1", "1700000000")
    assert time["link"] == "hxxps://a[.]example/1700000000"
    message = found["2026-11-22T00:10:00Z"]
    assert message["text"] == "Sun, 22 Nov 2026 01:10:00 +0100"
    assert (message["document"], message["link"]) == ("m.eml", "")


def test_links_are_as_written_where_that_is_wanted() -> None:
    assert "https://a.example/1700000000" in written(exact=True)
    assert "https://a.example" not in written()


def test_each_row_is_one_line_with_nothing_hidden() -> None:
    page = b'<a href="https://a.example/?t=1700000000&q=%0A">x</a><a href="https://b\xe2\x80\xae/1700000000">y</a>'
    made = case(("n\n\u202e.html", page))
    text = "".join(export_case_as(made, "timeline"))
    assert "\u202e" not in text
    assert len(text.splitlines()) == 1 + len(list(csv.reader(io.StringIO(text)))) - 1


def test_a_case_without_times_has_its_columns() -> None:
    made = case(("p.html", b'<a href="https://a.example/about">x</a>'))
    assert "".join(export_case_as(made, "timeline")) == ",".join(COLUMNS) + "\n"
