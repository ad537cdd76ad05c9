"""Tables of results are read with their verdicts; other contents are refused."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from uriinspector.analysis.inspection import inspect
from uriinspector.arrow import inspect_batch, results, scan_batch
from uriinspector.arrow.columns import inspection_type, rules_version
from uriinspector.arrow.results import (
    DAMAGED,
    NO_DESTINATIONS,
    NO_FINDINGS,
    NO_LINKS,
    NO_SEVERITIES,
    NO_VERSION,
    NOT_RESULTS,
    OF_FILES,
    TOO_LARGE,
    UNKNOWN_FINDING,
    ResultTableError,
    read_results,
)
from uriinspector.documents.cases.link_row import CALM, NOT_IN_TABLE, Head, LinkRow, row_of
from uriinspector.documents.scan import scan

LINKS = [
    "https://www.example.com/a?b#c", "http://paypal.com@evil.example/", "../up", "",
    "//host.example/x", "https://xn--bnk-6cd.example/login", "mailto:someone@work.example",
    "https://t.co/abc", "http://0x7f.1/", "javascript:alert(1)",
    "http://ex\u00e4mple.com/\u202etxt",
]  # fmt: skip


def judged(links: Sequence[str | None] = LINKS, **options: Any) -> pa.Table:
    """Return the table that ``uriinspect table`` makes of these links."""
    batch = pa.record_batch({"time": pa.array(range(len(links))), "url": pa.array(links)})
    return pa.Table.from_batches([inspect_batch(batch, **options)])


def stored(table: pa.Table, path: Path, **options: Any) -> Path:
    pq.write_table(table, path, **options)
    return path


def read(path: Path) -> tuple[Head, list[LinkRow]]:
    head, *batches = read_results(path, 3)
    assert isinstance(head, Head)
    return head, [row for each in batches if isinstance(each, list) for row in each]


def reasons(head: Head) -> list[str]:
    return [each.reason for each in head.not_examined]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judged.parquet"


def test_result_table_rows_equal_those_of_a_scan(path: Path) -> None:
    head, rows = read(stored(judged(), path))
    assert (head.links, head.kind, head.name) == (len(LINKS), "parquet", "judged.parquet")
    for row, text in zip(rows, LINKS, strict=True):
        scanned = row_of(scan(f"<a href='{text}'>").links[0], 3)
        verdict = inspect(text).verdict
        assert row.value == text
        assert row.host == (verdict.final_host or verdict.host)
        assert row.severity == verdict.severity
        if verdict.host:
            assert row.site == scanned.site


def test_result_table_rows_are_numbered(path: Path) -> None:
    head, rows = read(stored(judged(["http://a/", None, "http://b/", None, "http://c/"]), path))
    assert [each.line for each in rows] == [1, 3, 5]
    assert head.links == 3
    assert "2 rows without a link" in reasons(head)


def test_rules_version_is_reported(path: Path) -> None:
    head, _ = read(stored(judged(), path))
    assert reasons(head) == [f"judged earlier with rules version {rules_version()}"]


def test_missing_columns_of_a_results_table_are_reported(path: Path) -> None:
    head, rows = read(stored(judged(columns=["url.original", "uri.severity"]), path))
    assert reasons(head) == [NO_VERSION, NO_DESTINATIONS, NO_FINDINGS]
    assert {each.site for each in rows} == {NOT_IN_TABLE}
    assert {(each.host, each.title, each.code) for each in rows} == {(None, "", "")}


def test_single_text_column_is_used_as_links(path: Path) -> None:
    table = judged(columns=["uri.rank", "uri.codes"])
    _, rows = read(stored(table, path))
    assert [each.value for each in rows] == LINKS
    twice = table.append_column("referrer", pa.array(LINKS))
    with pytest.raises(ResultTableError, match=NO_LINKS):
        read(stored(twice, path))


def test_links_are_read_from_large_strings(path: Path) -> None:
    large = judged().cast(
        pa.schema(
            [
                ("time", pa.int64()),
                ("url", pa.large_string()),
                ("inspection", _large(inspection_type())),
            ]
        )
    )
    assert read(stored(large, path))[1] == read(stored(judged(), path))[1]


def _large(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_large(field.type)) for field in kind])
    return pa.large_string() if pa.types.is_string(kind) else kind


def _with(severity: list[Any], codes: list[Any], **more: Any) -> pa.Table:
    size = len(severity)
    url = pa.StructArray.from_arrays(
        [pa.array([f"http://a/{at}" for at in range(size)])], ["original"]
    )
    columns = {
        "severity": pa.array(severity, pa.string()),
        "codes": pa.array(codes, pa.list_(pa.string())),
    } | more
    uri = pa.StructArray.from_arrays(list(columns.values()), list(columns))
    return pa.table({"inspection": pa.StructArray.from_arrays([url, uri], ["url", "uri"])})


def test_unknown_codes_in_a_results_table_are_not_findings(path: Path) -> None:
    codes = [["later-rule"], ["<b>safe</b>"], ["x" * 100], [None], [], None, ["backslash", "z"]]
    _, rows = read(stored(_with(["high"] * 7, codes), path))
    assert [each.code for each in rows] == ["later-rule", *[""] * 5, "backslash"]
    assert [each.title == UNKNOWN_FINDING for each in rows] == [True] * 3 + [False] * 4


def test_unknown_severity_is_read_as_none(path: Path) -> None:
    _, rows = read(stored(_with(["enormous", None, "high"], [[], [], []]), path))
    assert [each.rank for each in rows] == [CALM, CALM, 3]


@pytest.mark.parametrize("rank", [-5, 0, 4, 120])
def test_severity_ranks_are_limited_to_known_values(rank: int, path: Path) -> None:
    uri = pa.StructArray.from_arrays([pa.array([rank], pa.int8())], ["rank"])
    url = pa.StructArray.from_arrays([pa.array(["a"])], ["original"])
    table = pa.table({"inspection": pa.StructArray.from_arrays([url, uri], ["url", "uri"])})
    _, rows = read(stored(table, path))
    assert CALM <= rows[0].rank <= 3


HOSTILE = {
    "no column of ours": pa.table({"url": ["http://a/"]}),
    "a column of ours that is none": pa.table({"inspection": ["http://a/"]}),
    "a number for a text": pa.table({"inspection": [{"url": {"original": 7}}]}),
    "texts for a group": pa.table({"inspection": [{"url": "a", "uri": "b"}]}),
    "lists in lists": pa.table(
        {"inspection": [{"url": {"original": "a"}, "uri": {"codes": [[["a"]]], "rank": 1}}]}
    ),
    "an empty group": pa.table({"inspection": [{"other": {"original": "a"}}]}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_result_table_with_other_contents_is_refused(name: str, path: Path) -> None:
    with pytest.raises(ResultTableError, match=NOT_RESULTS):
        read(stored(HOSTILE[name], path))


def test_table_of_document_links_is_refused_with_its_reason(path: Path) -> None:
    (batch,) = scan_batch(pa.record_batch({"content": ["http://a.test/"]}))
    with pytest.raises(ResultTableError, match=OF_FILES):
        read(stored(pa.Table.from_batches([batch]), path))


def test_table_without_severities_is_refused(path: Path) -> None:
    with pytest.raises(ResultTableError, match=NO_SEVERITIES):
        read(stored(judged(columns=["url"]), path))


def test_duplicate_inspection_columns_are_refused(path: Path) -> None:
    column = judged().column("inspection")
    table = pa.Table.from_arrays([column, column], names=["inspection", "inspection"])
    with pytest.raises(ResultTableError, match=NOT_RESULTS):
        read(stored(table, path))


def test_empty_results_table_has_no_rows(path: Path) -> None:
    assert read(stored(judged([]), path))[1] == []


@pytest.mark.parametrize("part", [0, 4, 9, 100, 1_000, -1, -9])
def test_truncated_results_table_is_refused(part: int, path: Path) -> None:
    path.write_bytes(stored(judged(), path).read_bytes()[:part])
    with pytest.raises(ResultTableError, match=DAMAGED):
        read(path)


def test_damaged_result_table_raises_only_its_own_error(path: Path) -> None:
    octets = bytearray(stored(judged(LINKS * 20), path, compression="zstd").read_bytes())
    for at in range(4, len(octets), 97):
        changed = bytearray(octets)
        changed[at] ^= 0x5A
        path.write_bytes(changed)
        with suppress(ResultTableError):
            read(path)


def test_column_name_that_is_not_utf_8_is_refused(path: Path) -> None:
    octets = stored(judged(), path).read_bytes()
    path.write_bytes(octets.replace(b"severity", b"severit\x81"))
    with pytest.raises(ResultTableError, match=DAMAGED):
        read(path)


def test_overlong_text_in_a_results_table_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "LONGEST", 1_000)
    with pytest.raises(ResultTableError, match=TOO_LARGE):
        read(stored(judged(["http://a/" + "x" * 1_000]), path))


def test_columns_that_unpack_to_too_much_are_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "UNPACKED", 100)
    with pytest.raises(ResultTableError, match=TOO_LARGE):
        read(stored(judged(), path))


def test_small_file_that_expands_to_long_hosts_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "ALL_TEXTS", 1 << 20)
    host = pa.array(["h" * 2_000] * 2_000)
    table = _with(["high"] * 2_000, [["backslash"]] * 2_000, host=host)
    assert stored(table, path).stat().st_size < 40_000
    with pytest.raises(ResultTableError, match=TOO_LARGE):
        read(path)


def test_rows_of_a_results_table_are_limited(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_LINKS", 30)
    monkeypatch.setattr(results, "READ_AT_ONCE", 10)
    head, rows = read(stored(judged(LINKS * 5), path))
    assert len(rows) == head.links == 30
    assert "only the first 30 links are listed" in reasons(head)


def test_texts_that_are_not_utf8_are_read(path: Path) -> None:
    stored(judged(["http://a/?" + "q" * 7]), path, use_dictionary=False, compression="none")
    path.write_bytes(path.read_bytes().replace(b"?qqqqqqq", b"?qqq\xffqqq"))
    _, (row,) = read(path)
    assert row.value == "http://a/?qqq\ufffdqqq"


def test_multiple_rules_versions_are_not_named(path: Path) -> None:
    versions = pa.array([f"1.{at}" for at in range(6)])
    head, _ = read(stored(_with(["low"] * 6, [[]] * 6, rules_version=versions), path))
    assert NO_VERSION in reasons(head)


def test_column_named_base_is_not_used_as_a_base(path: Path) -> None:
    table = judged(["../up"]).append_column("base", pa.array(["http://evil.example/"]))
    assert read(stored(table, path))[1][0].base is None
