"""Damaged and hostile tables: refused with a message, or reported row by row."""

import gzip
import io
import re
import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from tests.for_each import for_each
from uriinspector.cli import row_inputs
from uriinspector.cli.arguments import MisuseError
from uriinspector.cli.row_inputs import CsvInput, JsonInput, TableFaults, TableInput

URL = ["http://a.test/", "http://b.test/"]


def arrow(table: pa.Table) -> bytes:
    out = io.BytesIO()
    with pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue()


def replaced(octets: bytes, old: tuple[int, ...], new: tuple[int, ...]) -> bytes:
    """Replace a run of numbers, as Arrow writes offsets, with another run."""
    before, after = (struct.pack(f"<{len(each)}i", *each) for each in (old, new))
    assert octets.count(before) >= 1
    return octets.replace(before, after)


PACKED = gzip.compress(b"url\nhttp://a.test/\n" * 9, mtime=0)
ENDS = len(URL[0]), len(URL[0] + URL[1])
TEXTS = arrow(pa.table({"url": URL}))
NUMBERED = arrow(pa.table({"url": pa.array(URL).dictionary_encode()}))
LISTS = arrow(pa.table({"url": URL, "more": [[7, 8], [9]]}))


def rows_of(octets: bytes, name: str, folder: Path) -> list[dict[str, Any]]:
    file = folder / name
    file.write_bytes(octets)
    source = TableInput(str(file))
    try:
        return [row for batch, _ in source.batches() for row in batch.to_pylist()]
    finally:
        source.close()


@for_each(
    "octets, words",
    (PACKED[:10], "cannot be unpacked: Compressed file ended"),
    (PACKED[:-9], "cannot be unpacked: Compressed file ended"),
    (PACKED[:12] + b"\xff" + PACKED[13:], "cannot be unpacked: Error -3"),
    (b"\x1f\x8b" + b"x" * 20, "cannot be unpacked: Unknown compression method"),
    (b"BZh9" + b"x" * 20, "cannot be unpacked: Invalid data stream"),
    (b"\xfd7zXZ\0" + b"x" * 20, "cannot be unpacked: Corrupt input data"),
    (b"PAR1xxxxPAR1", "cannot be read as parquet: "),
    (b"ARROW1\0\0xxxx", "cannot be read as arrow: "),
    (b"\xff\xff\xff\xff\xff\xff\xff\x7f", "cannot be read as arrow: "),
    (b"a," * 300_000, "300,001 columns, more than 4,096"),
    (b'"' + b"x" * (1 << 20) + b'x"\n',
        "the first row cannot be read: a cell has more than 1,048,576"),
)  # fmt: skip
def test_damaged_file_is_refused_with_a_message(octets: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match=re.escape(words)) as refused:
        rows_of(octets, "a.csv", tmp_path)
    assert str(refused.value).startswith(f"{tmp_path / 'a.csv'}: ")


def test_file_truncated_near_its_end_is_refused_while_reading(tmp_path: Path) -> None:
    octets = gzip.compress(bytes(range(32, 127)) * 900 + b"\n", mtime=0)
    packed = gzip.compress(b"url\n" + b"x\n" * 400_000 + octets, mtime=0)
    with pytest.raises(MisuseError, match=r"cannot be read as csv: Compressed file ended"):
        rows_of(packed[:-30], "a.csv.gz", tmp_path)


@for_each(
    "octets",
    replaced(TEXTS, (0, *ENDS), (0, ENDS[0], 1 << 20)),
    replaced(TEXTS, (0, *ENDS), (0, -ENDS[0], ENDS[1])),
    replaced(TEXTS, (0, *ENDS), (0, ENDS[1], ENDS[0])),
    replaced(NUMBERED, (0, *ENDS), (0, ENDS[0], 1 << 20)),
    replaced(NUMBERED, (0, 1), (0, 99)),
    replaced(LISTS, (0, 2, 3), (0, 2, 3_000)),
    ids=["beyond", "before", "backwards", "in a dictionary", "no such entry", "in a list"],
)
def test_arrow_offsets_outside_their_column_are_refused(octets: bytes, tmp_path: Path) -> None:
    """Arrow trusts the offsets in a file: the contents of other memory would be written out."""
    with pytest.raises(MisuseError, match=r"cannot be read as arrow: "):
        rows_of(octets, "a.arrow", tmp_path)


def test_column_name_with_invalid_utf8_is_refused(tmp_path: Path) -> None:
    octets = arrow(pa.table({"url": URL, "zq": URL})).replace(b"zq", b"\x98q")
    with pytest.raises(MisuseError, match=r"cannot be read as arrow: 'utf-8' codec"):
        rows_of(octets, "a.arrow", tmp_path)


@for_each("octets", TEXTS, NUMBERED, LISTS)
def test_intact_arrow_file_is_read(octets: bytes, tmp_path: Path) -> None:
    assert [row["url"] for row in rows_of(octets, "a.arrow", tmp_path)] == URL


def test_excessive_memory_demand_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("uriinspector.cli.row_inputs.validate", no_memory)
    with pytest.raises(MisuseError, match="cannot be read as arrow: it needs too much memory"):
        rows_of(TEXTS, "a.arrow", tmp_path)


@for_each("digits", 18, 19, 5_000)
def test_warc_length_is_limited_to_18_digits(
    digits: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: " + b"1" * digits + b"\r\n\r\nx"
    assert rows_of(record, "a.warc", tmp_path) == []
    errors = capsys.readouterr().err
    is_read = digits == 18
    assert ("longer than 64 MB" in errors) is is_read
    assert ("record without a length: the rest of the file was not read" in errors) is not is_read


def read_csv(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[list[list[str]], str]:
    read = CsvInput(io.BytesIO(text.encode()), TableFaults("line"))
    rows = [list(row.values()) for batch in read.batches() for row in batch.to_pylist()]
    return rows, capsys.readouterr().err


@for_each("end", "\n", "\r\n", "\r")
def test_lf_crlf_and_cr_end_a_csv_line(end: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = end.join(["url,n", "http://a.test/,1", '"b', 'b",2', "", "c", "d,4"])
    rows, errors = read_csv(text, capsys)
    assert rows == [["http://a.test/", "1"], [f"b{end}b", "2"], ["d", "4"]]
    assert errors == "uriinspect: line 6: left out: 1 cell, but 2 columns\n"


def test_csv_line_numbers_count_every_line_ending(capsys: pytest.CaptureFixture[str]) -> None:
    rows, errors = read_csv("url,n\ra\rb\nc\r\nd,4\re", capsys)
    assert rows == [["d", "4"]]
    assert re.findall(r"line (\d)", errors) == ["2", "3", "4", "6"]


def read_json(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, Any]], str]:
    read = JsonInput(io.BytesIO(text.encode()), TableFaults("line"))
    rows = [row for batch in read.batches() for row in batch.to_pylist()]
    return rows, capsys.readouterr().err


@for_each("half", "\\ud800", "\\uDFff")
def test_lone_surrogate_in_a_key_is_replaced(half: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows, errors = read_json(f'{{"a": 1, "{half}": 2, "{half}": 3}}\n{{"a": 4}}', capsys)
    assert rows == [{"a": 1, "\ufffd": 3}, {"a": 4, "\ufffd": None}]
    assert errors == "uriinspect: line 1: an unpaired surrogate in a key became U+FFFD\n"


def test_surrogate_pair_in_a_key_is_one_character(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_json('{"\\ud83d\\ude00": 1}', capsys) == ([{"\U0001f600": 1}], "")


@for_each("count, is_read", (4_096, True), (4_097, False))
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_number_of_columns_is_limited(count: int, is_read: bool, form: str, tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(count)]
    text = ",".join(names)
    if form == "jsonl":
        text = "\n".join(f'{{"{each}": 1}}' for each in names[:900])
        text += "\n{" + ", ".join(f'"{each}": 1' for each in names[900:]) + "}"
    if is_read:
        assert len(rows_of(text.encode(), f"a.{form}", tmp_path)) == (901 if form == "jsonl" else 0)
    else:
        with pytest.raises(MisuseError, match="4,097 columns, more than 4,096"):
            rows_of(text.encode(), f"a.{form}", tmp_path)


def test_columns_are_determined_from_a_limited_amount_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines used to determine the columns must not exceed the size of a part."""
    monkeypatch.setattr(row_inputs, "MOST_BYTES", 20)
    rows, errors = read_json('{"a": "123456"}\n{"b": 1}\n{"a": 2, "c": 3}\n', capsys)
    assert [sorted(row) for row in rows] == [["a", "b"]] * 3
    assert errors == "uriinspect: line 3: 'c' is not a key in the first 2 lines and was left out\n"
