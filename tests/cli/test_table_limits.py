"""Limits of table readers: longest line, mail and page, and bytes used for detection."""

import bz2
import gzip
import io
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.for_each import for_each
from uriinspector.cli import row_inputs
from uriinspector.cli.row_inputs import (
    CsvInput,
    JsonInput,
    MboxInput,
    TableFaults,
    TableInput,
    WarcInput,
)
from uriinspector.cli.table_writers import form_of_content, form_of_name

FORMS = {
    "parquet": "parquet pq", "arrow": "arrow feather ipc", "csv": "csv tsv",
    "jsonl": "jsonl ndjson",
}  # fmt: skip


@for_each("form", *FORMS)
def test_table_format_follows_the_extension(form: str) -> None:
    for ending in FORMS[form].split():
        assert form_of_name(f"a.{ending}") == form_of_name(f"A.B.{ending.upper()}") == form
        assert form_of_content(b"x", f"a.{ending}") == form


@for_each(
    "octets, form",
    *((b"PAR1", "parquet"), (b"ARROW1", "arrow"), (b"\xff\xff\xff\xff\0", "arrow")),
    *((b"WARC/1.0", "warc"), (b"From x", "mbox"), (b"{", "jsonl")),
    *((b"\xef\xbb\xbf \r\n{", "jsonl"), (b"\t{", "csv"), (b"from x", "csv"), (b"PAR", "csv")),
    (b"", "csv"),
)
def test_table_format_follows_the_signature(octets: bytes, form: str) -> None:
    assert form_of_content(octets, "a.dat") == form
    assert form_of_content(b"x", "a.mbox") == "mbox"
    assert form_of_content(b"x", "a.warc") == "warc"


@for_each("pack", bytes, gzip.compress, bz2.compress, lzma.compress)
@for_each("blanks, form", (4_095, "jsonl"), (4_096, "csv"))
def test_table_format_follows_the_first_bytes(
    pack: Any, blanks: int, form: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.dat"
    file.write_bytes(pack(b" " * blanks + b'{"url": "a"}\n'))
    source = TableInput(str(file))
    assert source.form == form
    source.close()


def mails(octets: bytes) -> list[bytes]:
    """Return the mails of a mailbox."""
    box = MboxInput(io.BytesIO(octets), TableFaults("email"))
    return [row["content"] for batch in box.batches() for row in batch.to_pylist()]


def test_mail_starts_at_a_from_line_after_a_blank_line() -> None:
    assert mails(b"From a\nx\n\nFrom b\ny\nFrom c\n") == [b"x\n\n", b"y\nFrom c\n"]
    assert mails(b"x\n\r\nFrom b\r\ny") == [b"x\n\r\n", b"y"]
    assert mails(b"\nFrom b\n") == [b"\n", b""]
    assert mails(b"") == []
    # A long line is read in pieces; the end of a piece must not count as the end of a line.
    long = b"x" * row_inputs.LONGEST_MESSAGE_LINE
    assert mails(b"From a\n\n" + long + b"From b\n") == [b"\n" + long + b"From b\n"]
    assert mails(b"From a\n" + long + b"\n\nFrom b\n") == [long + b"\n\n", b""]


@for_each("more", 0, 1)
def test_mail_is_limited_in_size(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_inputs, "LONGEST_MESSAGE", 10)
    long = b"x" * (8 + more) + b"\n\n"
    assert mails(b"From a\n" + long + b"From b\ny") == ([b"y"] if more else [long, b"y"])


def pages(octets: bytes) -> list[bytes]:
    """Return the pages of a WARC file."""
    file = WarcInput(io.BytesIO(octets), TableFaults("record"))
    return [row["content"] for batch in file.batches() for row in batch.to_pylist()]


def record(block: bytes, kind: str = "resource") -> bytes:
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


@for_each("kind", "resource", "metadata")
@for_each("size", 9, 10, 11, 3 << 20)
def test_warc_page_is_limited_in_size(
    kind: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_inputs, "LONGEST_MESSAGE", 10)
    known = kind == "resource" and size <= 10
    found = pages(record(b"x" * size, kind) + record(b"y"))
    assert found == ([b"x" * size] if known else []) + [b"y"]


def test_mailbox_is_read_in_batches_of_mails() -> None:
    box = b"".join(b"From a\n%d\n\n" % at for at in range(513))
    sizes = [each.num_rows for each in MboxInput(io.BytesIO(box), TableFaults("")).batches()]
    assert sizes == [512, 1]


def lines(octets: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    """Return the cells of a one-column table, and the errors printed."""
    table = CsvInput(io.BytesIO(octets), TableFaults("line"))
    cells = [row["a"] for batch in table.batches() for row in batch.to_pylist()]
    return cells, capsys.readouterr().err.splitlines()


def test_csv_line_is_limited_in_length(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_inputs, "LONGEST_LINE", 9)
    message = "uriinspect: line {}: left out: longer than 9 bytes"
    assert lines(b"a\n12345678\nb", capsys) == (["12345678", "b"], [])
    for size in (9, 10, 17, 18, 19, 40):
        rows = b"a\n" + b"x" * size + b"\nb\n" + b"y" * 10
        assert lines(rows, capsys) == (["b"], [message.format(2), message.format(4)]), size


@for_each("at", 999, 1_000)
def test_first_thousand_json_lines_define_the_columns(at: int) -> None:
    rows = [b'{"a": 1}\n'] * 1_001
    rows[at] = b'{"a": 1, "b": 2}\n'
    read = JsonInput(io.BytesIO(b"".join(rows)), TableFaults("line"))
    assert read.schema.names == (["a", "b"] if at < 1_000 else ["a"])


@for_each("delimiter", ",", ";", "\t", "|")
def test_delimiter_is_the_one_that_splits_the_header(delimiter: str) -> None:
    table = CsvInput(io.BytesIO(f"a{delimiter}b\n".encode()), TableFaults("line"))
    assert table.schema.names == ["a", "b"]
    # If several delimiters are equally frequent, the first is used.
    table = CsvInput(io.BytesIO(b"a|b;c\n"), TableFaults("line"))
    assert table.schema.names == ["a|b", "c"]
