"""Columns of mails and pages: one row per link, as in a scan of the file."""

from typing import Any

import pyarrow as pa
import pytest

from uriinspector.arrow import LINKS, functions, scan_batch
from uriinspector.arrow.columns import RANKS
from uriinspector.documents.scan import scan

PAGE = (
    b'<base href="http://base.test/d/"><a href="../x">up</a><a href="http://paypal.com@evil.test/">'
)
MAIL = b"From: a@b.test\r\nSubject: x\r\n\r\nsee http://c.test/ now\r\n"


def rows_of(batch: pa.RecordBatch, **options: Any) -> list[dict[str, object]]:
    return [row for each in scan_batch(batch, **options) for row in each.to_pylist()]


def test_document_rows_equal_the_links_of_a_scan() -> None:
    rows = rows_of(pa.record_batch({"content": [PAGE, None, MAIL]}))
    assert [row["row"] for row in rows] == [0] * (len(rows) - 1) + [2]
    for number, octets in ((0, PAGE), (2, MAIL)):
        links = scan(octets).links
        mine = [row for row in rows if row["row"] == number]
        assert [row["value"] for row in mine] == [each.value for each in links]
        assert [row["target"] for row in mine] == [each.target for each in links]
        assert [row["severity"] for row in mine] == [each.verdict.severity for each in links]
        assert [row["rank"] for row in mine] == [RANKS[each.verdict.severity] for each in links]
        assert [row["start"] for row in mine] == [each.source.start for each in links]


def test_documents_as_strings_with_file_names_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "READ_AT_ONCE", 1)
    batch = pa.record_batch({"page": ["<a href=http://a.test/>", "http://b.test/ http://c.test/"]})
    assert [row["host"] for row in rows_of(batch, column="page")] == ["a.test", "b.test", "c.test"]
    named = pa.record_batch({"content": [b"a { background: url(x.png) }"], "file": ["a.css"]})
    assert [row["kind"] for row in rows_of(named, name="file")] == ["style"]


def test_unreadable_and_empty_documents_and_lone_surrogates_are_accepted() -> None:
    rows = rows_of(pa.record_batch({"content": [b"PK\x03\x04 broken"]}))
    assert rows
    assert rows[-1]["unread"]
    assert rows[-1]["value"] is None
    rows = rows_of(pa.record_batch({"content": [b"<a href='http://a.test/\xed\xa0\x80&#xD800;'>"]}))
    assert rows[0]["host"] == "a.test"
    assert list(scan_batch(pa.record_batch({"content": [None, b""]}))) == []
    [batch] = scan_batch(pa.record_batch({"content": [MAIL]}))
    assert batch.schema == LINKS
    with pytest.raises(ValueError, match="unknown column 'mail'"):
        list(scan_batch(batch, "mail"))
