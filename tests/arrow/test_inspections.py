"""Columns of links: the results of single inspections, null for null, selected columns."""

from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from tests.benchmarks.corpus import references
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect_each
from uriinspector.analysis.list_files import ListFile, lists_from
from uriinspector.arrow import (
    COLUMNS,
    inspect_array,
    inspect_batch,
    inspection_type,
    map_batches,
    scan_batch,
)
from uriinspector.arrow import columns as values_module
from uriinspector.arrow.columns import RANKS, well_formed
from uriinspector.arrow.functions import VERSION_KEY, parse_url

HOSTILE = [
    "", " ", "\x00", "http://", "http://paypal.com@0x7f.1/",
    "https://user:secret@www.example.co.uk:8080/a/b?c=d#e", "HTTPS://EXAMPLE.COM",
    "http://[::1]:99999/", "http://1.2.3.4:080/x", "http://a..b/", "http://xn--a/",
    "http://b\u00fccher.example/\u202e", "//host/x", "mailto:a@b.test", "javascript:alert(1)",
    "hxxps://evil[.]com/x", "https://www.google.com/url?q=https%3A%2F%2Fevil.test%2F",
    "urn:isbn:0451450523", "\U0001f600",
    "a" * 5_000,
]  # fmt: skip
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def expected(text: str, **options: Any) -> dict[str, Any]:
    """Return the expected row of a text, from its inspection."""
    inspection = uriinspector.inspect(text, **options)
    verdict, reference = inspection.verdict, inspection.reference
    return {
        "severity": verdict.severity,
        "rank": ["info", "low", "medium", "high"].index(verdict.severity) + 1
        if verdict.severity
        else 0,
        "codes": list(dict.fromkeys(each.code for each in inspection.findings)),
        "headline": verdict.headline,
        "host": verdict.host,
        "final_host": verdict.final_host,
        "route": [hop.text for hop in verdict.route if hop.known],
        "valid": inspection.valid,
        "spans": [
            {"part": part.value, "start": each.span.start, "end": each.span.end}
            for part, each in reference.components.items()
        ],
    }


def comparable(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row["uri"][name] for name in expected("")}


@for_each("text", *HOSTILE)
def test_row_equals_the_inspection_of_the_text(text: str) -> None:
    [row] = inspect_array([text]).to_pylist()
    assert comparable(row) == expected(text)
    assert row["url"]["original"] == text


@given(st.lists(TEXTS, max_size=8))
def test_rows_keep_their_order_for_any_texts(texts: list[str]) -> None:
    rows = inspect_array([*texts, None, *texts]).to_pylist()
    answers = [None if row is None else comparable(row) for row in rows]
    alone = [expected(text) for text in texts]
    assert answers == [*alone, None, *alone]


def test_many_rows_equal_single_inspections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values_module, "AT_ONCE", 7)
    monkeypatch.setattr("uriinspector.arrow.functions.INSPECTED_AT_ONCE", 100)
    texts = references(1_000)
    rows = inspect_array(pa.array(texts)).to_pylist()
    assert [comparable(row) for row in rows] == [expected(text) for text in texts]


def test_columns_have_elastic_common_schema_names() -> None:
    [row] = inspect_array(["HTTPS://user:pw@www.Example.co.uk:8080/a?b#c"]).to_pylist()
    assert row["url"] == {
        "original": "HTTPS://user:pw@www.Example.co.uk:8080/a?b#c",
        "scheme": "https",
        "domain": "www.example.co.uk",
        "registered_domain": "example.co.uk",
        "top_level_domain": "co.uk",
        "subdomain": "www",
        "port": 8080,
        "path": "/a",
        "query": "b",
        "fragment": "c",
        "username": "user",
    }


@for_each(
    "text, port",
    ("http://a:0/", 0), ("http://a:65535/", 65_535), ("http://a:65536/", None),
    ("http://a:/", None), ("http://a:000080/", 80), ("http://a:\u0663/", None),
    ("http://a:123456789012/", None),
)  # fmt: skip
def test_port_outside_the_range_is_null(text: str, port: int | None) -> None:
    [row] = inspect_array([text], columns=["url.port"]).to_pylist()
    assert row == {"url": {"port": port}}


@for_each(
    "host",
    "0x7f.1", "2130706433", "0x.", "1.2.3.", "192.168.1.1", "[2001:db8::1]", "localhost", "com",
    "a..b",
)  # fmt: skip
def test_public_suffix_or_address_has_no_registered_domain(host: str) -> None:
    [row] = inspect_array([f"http://{host}/"], columns=["url"]).to_pylist()
    assert row["url"]["domain"] == host
    assert row["url"]["registered_domain"] is None
    assert row["url"]["subdomain"] is None


@for_each("column", *COLUMNS)
def test_single_column_equals_the_same_column_among_all(column: Any) -> None:
    group, _, name = column.name.partition(".")
    alone = inspect_array(HOSTILE, columns=[column.name]).to_pylist()
    among = inspect_array(HOSTILE).to_pylist()
    assert [row[group] for row in alone] == [{name: row[group][name]} for row in among]


def test_grammar_columns_need_no_inspection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values_module, "inspect_each", None)
    assert inspect_array(["http://a.test/x"], columns=["url", "uri.valid"]).to_pylist()


def test_inspection_options_apply_to_every_row() -> None:
    [row] = inspect_array(["http://examp1e.com/"], protect=["example.com"]).to_pylist()
    assert "lookalike" in row["uri"]["codes"]
    texts = ["http://a/?b", "mid-.txt", "~x"]
    rows = inspect_array(texts, edition="1994").to_pylist()
    assert [comparable(row) for row in rows] == [expected(text, edition="1994") for text in texts]


@for_each(
    "kind", pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())
)
def test_every_string_type_is_read(kind: pa.DataType) -> None:
    array = pa.array(["http://a.test/", None, "http://a.test/"], pa.string()).cast(kind)
    rows = inspect_array(array, columns=["uri.host"]).to_pylist()
    assert rows == [{"uri": {"host": "a.test"}}, None, {"uri": {"host": "a.test"}}]


def test_chunked_empty_and_sliced_arrays_are_read() -> None:
    chunked = pa.chunked_array([["http://a.test/"], [], ["http://b.test/"]])
    rows = inspect_array(chunked, columns=["uri.host"]).to_pylist()
    assert [row["uri"]["host"] for row in rows] == ["a.test", "b.test"]
    nothing: list[Any] = [pa.array([], pa.string()), pa.chunked_array([], pa.string()), []]
    for empty in nothing:
        assert inspect_array(empty).type == inspection_type()
        assert len(inspect_array(empty)) == 0
    assert inspect_array(pa.nulls(3)).to_pylist() == [None] * 3
    array = pa.array(["http://a.test/", "http://b.test/", None, "http://c.test/"])[1:]
    rows = inspect_array(array, columns=["uri.host"]).to_pylist()
    assert rows == [{"uri": {"host": "b.test"}}, None, {"uri": {"host": "c.test"}}]


def test_wrong_type_or_unknown_column_raises() -> None:
    with pytest.raises(TypeError, match="a column of strings is expected, not of binary"):
        inspect_array(pa.array([b"http://a.test/"]))
    with pytest.raises(ValueError, match=r"unknown column 'uri\.colour'"):
        inspect_array(["x"], columns=["uri.colour"])
    with pytest.raises(ValueError, match="unknown column ''"):
        inspect_array(["x"], columns=[])
    with pytest.raises(TypeError, match="protect"):
        inspect_array(["x"], protect=[7])  # type: ignore[list-item]


def test_batch_gets_a_column_with_version_metadata() -> None:
    batch = pa.record_batch({"when": [1, 2], "url": ["http://a.test/", None]})
    result = inspect_batch(batch, columns=["uri.host"])
    assert result.schema.names == ["when", "url", "inspection"]
    assert result.column(2).to_pylist() == [{"uri": {"host": "a.test"}}, None]
    assert result.schema.field(2).metadata == {VERSION_KEY: b"1"}
    with pytest.raises(ValueError, match="unknown column 'link'"):
        inspect_batch(batch, "link")
    with pytest.raises(ValueError, match="there is a column 'when' already"):
        inspect_batch(batch, into="when")


def test_batches_are_mapped_one_by_one() -> None:
    batch = pa.record_batch({"link": ["http://a.test/"]})
    batches = map_batches(iter([batch, batch]), "link", into="it", columns=iter(["uri.host"]))
    assert next(batches).schema.names == ["link", "it"]
    assert next(batches).column("it").to_pylist() == [{"uri": {"host": "a.test"}}]
    assert list(batches) == []


def test_severity_ranks_go_from_none_to_high() -> None:
    assert [RANKS[each] for each in (None, "info", "low", "medium", "high")] == [0, 1, 2, 3, 4]


def test_equal_texts_are_inspected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(texts: list[str], **options: Any) -> Any:
        asked.extend(texts)
        return inspect_each(texts, **options)

    monkeypatch.setattr(values_module, "inspect_each", counting)
    assert len(inspect_array(["http://a.test/", "http://b.test/"] * 50)) == 100
    assert asked == ["http://a.test/", "http://b.test/"]


def test_invalid_utf_8_in_a_string_column_is_replaced() -> None:
    """A file can declare any bytes to be UTF-8."""
    octets = b"http://a.test/\xff\xed\xa0\x80"
    offsets = pa.array([0, len(octets)], pa.int32()).buffers()[1]
    texts = pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(octets)])
    [row] = inspect_array(texts).to_pylist()
    assert row["url"]["path"] == "/" + "\ufffd" * 4
    assert parse_url(texts, "HOST").to_pylist() == ["a.test"]
    [link] = [
        each
        for batch in scan_batch(pa.record_batch({"content": texts}))
        for each in batch.to_pylist()
    ]
    assert link["host"] == "a.test"
    named = pa.record_batch({"content": ["a { background: url(x.png) }"], "name": texts})
    list(scan_batch(named, name="name"))  # an invalid name does not end the run either


def test_columns_are_judged_by_own_lists() -> None:
    file = ListFile("known-names", "own", b"nordbank\tname\tbanks\town\tnordbank.example\n")
    lists, text = lists_from([file]), "https://nordbankla.com/"
    [row] = inspect_array([text], lists=lists).to_pylist()
    assert row["uri"]["codes"] == ["lookalike"]
    assert inspect_array([text]).to_pylist()[0]["uri"]["codes"] == []
    page = pa.record_batch({"content": [f"<a href='{text}'>"]})
    [found] = scan_batch(page, lists=lists)
    assert found.to_pylist()[0]["codes"] == ["lookalike"]


def test_base_column_adds_targets() -> None:
    batch = pa.record_batch(
        {"content": [b"<a href=x>", b"<a href=y>"], "at": ["http://a.test/b/", None]}
    )
    rows = [each for part in scan_batch(batch, base="at") for each in part.to_pylist()]
    assert [each["target"] for each in rows] == ["http://a.test/b/x", None]


PIECES = (
    *("http://", "https://", "HTTPS:", "//", "\\\\", "javascript:", "data:text/html,", "mailto:",
        "@"),
    *("paypal.com", "xn--pypal-4ve.com", "0x7f.1", "[::1]", "evil.test", "b\u00fccher.example",
        ".."),
    *(":8080", ":99999", ":", "/", "\\", "?", "#", "%2F", "%00", "%ED%A0%80", "%", "&amp;",
        "%25252f"),
    *("\u202e", "\u200b", "\x00", "\t", "\r\n", " ", "\U0001f600", "\u0430", "\uff0f", "\u2024",
        "e\u0301"),
    *("url=https%3A%2F%2Fa.test", "aHR0cDovL2EudGVzdC8=", "hxxp[:]//", "(", ")", "<", "\ufffd",
        "\ufffe"),
)  # fmt: skip


def hostile_texts(count: int) -> list[str]:
    """Return pieces that programs parse differently, in random order, and damaged links."""
    random = Random(27)
    links = references(count // 2)
    found = []
    for number, link in enumerate(links):
        at = random.randrange(len(link) + 1)
        found.append(link if number % 2 else link[:at] + random.choice(PIECES) + link[at:])
        found.append("".join(random.choices(PIECES, k=random.randrange(1, 12))))
    return found


@pytest.mark.full
def test_hundred_thousand_rows_equal_single_inspections() -> None:
    texts = hostile_texts(100_000)
    assert len(texts) == 100_000
    rows = inspect_array(pa.array(texts)).to_pylist()
    assert [
        text for text, row in zip(texts, rows, strict=True) if comparable(row) != well(text)
    ] == []


def well(text: str) -> dict[str, Any]:
    """Return the expected row with invalid characters replaced, as in UTF-8."""
    return {name: _well(value) for name, value in expected(text).items()}


def _well(value: Any) -> Any:
    if isinstance(value, list):
        return [_well(each) for each in value]
    return well_formed(value) if isinstance(value, str) else value


def test_protected_name_may_be_a_single_string() -> None:
    links, columns = ["https://www.exampel.test/"], ["uri.codes"]
    one = inspect_array(links, columns=columns, protect="example.test")
    assert one.equals(inspect_array(links, columns=columns, protect=["example.test"]))
    assert not one.equals(inspect_array(links, columns=columns))
