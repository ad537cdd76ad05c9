"""The table command: an inspection for each row, written in parts, with reproducible bytes."""

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.arrow import inspect_array
from uriinspector.cli import row_inputs
from uriinspector.cli.commands import table as table_command
from uriinspector.cli.table_writers import TablePart, TableProgress, duration

LINKS = [
    "http://paypal.com@evil.test/", 'https://example.com/a,b;c?d="e"#f', "", None, "=1+1",
    "http://\U0001f600.test/\u202e", "https://www.google.com/url?q=https%3A%2F%2Fevil.test%2F",
] * 5  # fmt: skip
COLUMNS = ["uri.severity", "uri.codes", "url.domain"]


@pytest.fixture(autouse=True)
def patch(tmp_path: Path) -> Iterator[pytest.MonkeyPatch]:
    """Use parts of four rows, and a temporary folder; ``uriinspect`` undoes its own changes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_inputs, "MOST_ROWS", 4)
        patch.chdir(tmp_path)
        yield patch


def written(name: str, links: list[str | None] | None = None) -> str:
    """Write a file of links, with other columns before and after them."""
    rows = LINKS if links is None else links
    table = pa.table(
        {
            "n": pa.array(range(len(rows)), pa.int64()),
            "url": pa.array(rows, pa.string()),
            "more": pa.array([{"a": [n, None]} for n in range(len(rows))]),
        }
    )
    if name.endswith(".parquet"):
        pa.parquet.write_table(table, name)
    elif name.endswith(".arrow"):
        with pa.ipc.new_file(name, table.schema) as file:
            file.write_table(table)
    elif name.endswith(".stream"):
        with pa.ipc.new_stream(name, table.schema) as file:
            file.write_table(table)
    elif name.endswith(".jsonl"):
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    else:
        with open(name, "w", newline="", encoding="utf-8") as file:  # noqa: PTH123
            writer = csv.writer(file, delimiter=";")
            writer.writerow(["n", "url", "more"])
            writer.writerows([n, url, "x\ny"] for n, url in enumerate(rows))
    return name


def read(name: str) -> list[dict[str, Any]]:
    """Return the rows of a written file."""
    if name.endswith(".parquet"):
        return pa.parquet.read_table(name).to_pylist()  # type: ignore[no-any-return]
    if name.endswith(".arrow"):
        return pa.ipc.open_file(name).read_all().to_pylist()  # type: ignore[no-any-return]
    if name.endswith(".jsonl"):
        return [json.loads(row) for row in Path(name).read_text("utf-8").splitlines()]
    return list(csv.DictReader(io.StringIO(Path(name).read_text("utf-8"))))


@for_each("target", "out.parquet", "out.arrow", "out.jsonl")
@for_each("source", "a.parquet", "a.arrow", "a.stream", "a.jsonl", "a.csv")
def test_table_adds_an_inspection_to_each_row(
    source: str, target: str, uriinspect: Command
) -> None:
    answer = uriinspect("table", written(source), target)
    assert answer == (0, f"{len(LINKS)} rows of {source}, written to {target}\n", "")
    rows = read(target)
    texts = [each or "" for each in LINKS] if source == "a.csv" else LINKS
    assert [row["url"] for row in rows] == texts
    assert [row["inspection"] for row in rows] == inspect_array(texts).to_pylist()
    assert [int(row["n"]) for row in rows] == list(range(len(LINKS)))
    more = "x\ny" if source == "a.csv" else {"a": [0, None]}
    assert rows[0]["more"] in (more, json.dumps(more))
    assert not Path(f"{target}.parts").exists()


def test_table_csv_has_a_column_for_each_value(uriinspect: Command) -> None:
    assert uriinspect("table", written("a.parquet"), "out.csv").status == 0
    rows = read("out.csv")
    found = inspect_array(LINKS).to_pylist()
    assert [row["url"] for row in rows[:5]] == [LINKS[0], LINKS[1], "", "", "'=1+1"]
    assert rows[0]["uri.codes"].split(" ") == found[0]["uri"]["codes"]
    assert json.loads(rows[0]["uri.spans"]) == found[0]["uri"]["spans"]
    assert json.loads(rows[0]["more"]) == {"a": [0, None]}
    assert (rows[0]["n"], rows[0]["uri.rank"], rows[0]["uri.valid"]) == ("0", "4", "true")
    assert list(rows[0])[3:] == [each.name for each in uriinspector_columns()]


def uriinspector_columns() -> Any:
    from uriinspector.arrow import COLUMNS as EVERY

    return EVERY


@for_each("form", "parquet", "arrow", "csv", "jsonl")
def test_table_rows_do_not_depend_on_processes_or_on_writing_parts(
    form: str, uriinspect: Command
) -> None:
    source, asked = written("a.csv"), ("--columns", ",".join(COLUMNS))
    assert uriinspect("table", source, f"one.{form}", *asked).status == 0
    assert uriinspect("table", source, f"two.{form}", *asked, "--jobs=2").status == 0
    assert Path(f"one.{form}").read_bytes() == Path(f"two.{form}").read_bytes()
    assert uriinspect("table", source, f"{form}/", *asked, f"--format={form}").status == 0
    parts = sorted(Path(form).iterdir())
    assert len(parts) == -(-len(LINKS) // 4)
    if form in {"parquet", "arrow", "jsonl"}:
        assert [row for each in parts for row in read(str(each))] == read(f"one.{form}")


def test_table_run_continues_with_the_existing_parts(uriinspect: Command) -> None:
    source = written("a.jsonl")
    uriinspect("table", source, "folder/")
    parts = sorted(Path("folder").iterdir())
    before = {each: (each.read_bytes(), each.stat().st_mtime_ns) for each in parts}
    parts[3].unlink()
    (Path("folder") / f".{'0' * 16}.new").write_bytes(b"written aside")
    assert uriinspect("table", source, "folder/").status == 0
    assert sorted(Path("folder").iterdir()) == parts
    for path, (octets, moment) in before.items():
        assert path.read_bytes() == octets
        assert (path.stat().st_mtime_ns == moment) is (path != parts[3])


def test_table_parts_made_with_other_options_are_refused(uriinspect: Command) -> None:
    source = written("a.jsonl")
    uriinspect("table", source, "folder/")
    answer = uriinspect("table", source, "folder/", "--edition=1997")
    assert answer.status == 2
    assert (
        "this folder has parts of this input that were made with other rules or options"
        in answer.err
    )
    written("b.jsonl", ["http://b.test/"])
    assert uriinspect("table", "b.jsonl", "folder/").status == 0


@for_each(
    "arguments, expected",
    (("a.csv", "out.parquet", "--column=link"), "no column 'link'; available: n, url, more"),
    (("a.parquet", "out.csv", "--column=n"), "the column 'n' contains int64, not text"),
    (("a.parquet", "out.csv", "--content=n"), "the column 'n' contains int64, not text or bytes"),
    (("a.csv", "out.txt"), "out.txt: the name must end in .parquet, .arrow, .csv or .jsonl"),
    (("a.csv", "no/out.csv"), "No such file or directory"),
    (("a.csv", "a.csv"), "a.csv: this is the input"),
    (("a.csv", "out.csv", "--columns=uri.severe"), "uri.severe"),
    (("a.csv", "out.csv", "--jobs=0"), "--jobs must be"),
    (("a.csv", "//host/out.csv"), "network locations are never written to"),
    (("//host/a.csv", "out.csv"), "network files are never opened; copy the file to this computer"),
    (("none.csv", "out.csv"), "none.csv: No such file or directory"),
    ((".", "out.csv"), "Is a directory"),
    (("empty.csv", "out.csv"), "empty.csv: the file is empty"),
    (("blank.csv", "out.csv"), "no header row: add a first row with the column names, such as url"),
    (("twice.csv", "out.csv"), "two columns have the same name: 'url'"),
    (("there.jsonl", "out.parquet"), "already has a column 'inspection'"),
    (("there.csv", "out.csv"), "already has a column 'uri.codes'"),
    (("bad.parquet", "out.csv"), "bad.parquet: this file cannot be read as parquet: "),
    (("bad.arrow", "out.csv"), "bad.arrow: this file cannot be read as arrow: "),
    (("bad.jsonl", "out.csv"), "no line contains a JSON object"),
    (("bad.csv.gz", "out.csv"), "bad.csv.gz: this file cannot be read as "),
)
def test_impossible_tables_are_refused_with_a_reason(
    arguments: tuple[str, ...], expected: str, uriinspect: Command
) -> None:
    written("a.csv")
    written("a.parquet")
    for name, octets in {
        "empty.csv": b"",
        "blank.csv": b"\n\n",
        "twice.csv": b"url,url\n",
        "there.jsonl": b'{"url": "a", "inspection": 1}',
        "there.csv": b"url,uri.codes\na,b\n",
        "bad.parquet": b"PAR1" + b"x" * 99,
        "bad.arrow": b"ARROW1\0\0" + b"x" * 99,
        "bad.jsonl": b"{\n[]\n",
        "bad.csv.gz": gzip.compress(b"url\n" + b"http://a.test/\n" * 9_999)[:-20],
    }.items():
        Path(name).write_bytes(octets)
    before = sorted(Path().iterdir())
    answer = uriinspect("table", *arguments)
    assert (answer.status, answer.out) == (2, "")
    assert expected in answer.err
    assert "Traceback" not in answer.err
    assert sorted(Path().iterdir()) == before or "gz" in arguments[0]


def test_missing_library_is_reported_with_the_install_command(
    uriinspect: Command, patch: pytest.MonkeyPatch
) -> None:
    patch.setattr(table_command, "find_spec", lambda _name: None)
    answer = uriinspect("table", "a.csv", "b.csv")
    assert answer.status == 2
    assert "pip install pyarrow" in answer.err


def test_unreadable_rows_are_reported_and_left_out(
    uriinspect: Command, patch: pytest.MonkeyPatch
) -> None:
    patch.setattr(row_inputs, "LONGEST_LINE", 1_000)
    rows = [
        b"\xef\xbb\xbfsep=;",
        b"n;url",
        b"1;http://a.test/",
        b"2;http://b.test/;",
        b"3",
        b"",
        b"4;http://\xff.test/",
        b"5;" + b"x" * 2_000,
        b"6;http://c.test/\0",
    ]
    Path("a.csv").write_bytes(b"\r\n".join(rows))
    answer = uriinspect("table", "a.csv", "out.jsonl", "--columns=url.domain")
    assert answer.status == 3
    assert answer.err.splitlines() == [
        "uriinspect: line 4: left out: 3 cells, but 2 columns",
        "uriinspect: line 5: left out: 1 cell, but 2 columns",
        "uriinspect: line 7: bytes that are not UTF-8 were replaced by U+FFFD",
        "uriinspect: line 8: left out: longer than 1,000 bytes",
        "uriinspect: 3 rows were left out",
        "uriinspect: 1 row was changed",
    ]
    assert [row["n"] for row in read("out.jsonl")] == ["1", "4", "6"]


def test_json_lines_keep_their_types(uriinspect: Command, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(row_inputs, "SAMPLE", 2)
    rows = [
        {"url": "http://a.test/", "i": 1, "f": 1, "b": True, "m": 1, "z": None},
        {"url": None, "i": None, "f": 0.5, "m": [1, {"a": "b"}]},
        {"url": "http://b.test/\ud800", "i": "x", "f": 3, "m": "t", "new": 1},
        {"url": 5, "i": 1 << 70, "z": {}},
    ]
    lines = [json.dumps(row) for row in rows]
    Path("a.jsonl").write_text("\n".join([*lines, "", "[1]", "{", "[" * 99_999]))
    assert uriinspect("table", "a.jsonl", "out.parquet", "--columns=url.domain").status == 3
    schema = pa.parquet.read_schema("out.parquet")
    assert [str(each) for each in schema.types[:6]] == [
        *("string", "int64", "double", "bool", "string", "string")
    ]
    # Integers and floats become numbers; with any other type they become JSON.
    patch.setattr(row_inputs, "SAMPLE", 3)
    Path("c.jsonl").write_text('{"url": "a", "x": 1}\n{"url": "b", "x": 0.5}\n{"x": true}\n')
    assert uriinspect("table", "c.jsonl", "three.parquet", "--columns=url.domain").status == 0
    assert [row["x"] for row in read("three.parquet")] == ["1", "0.5", "true"]
    found = read("out.parquet")
    assert [row["m"] for row in found] == ["1", '[1, {"a": "b"}]', '"t"', None]
    assert [row["i"] for row in found] == [1, None, None, None]
    assert [row["url"] for row in found] == ["http://a.test/", None, "http://b.test/\ufffd", "5"]
    assert [row["inspection"] is None for row in found] == [False, True, False, False]
    assert uriinspect("table", "a.jsonl", "out.jsonl", "--columns=url.domain").status == 3
    assert [row["m"] for row in read("out.jsonl")] == [1, [1, {"a": "b"}], "t", None]


def test_values_of_all_types_become_json_and_csv(uriinspect: Command) -> None:
    import datetime
    import decimal

    table = pa.table(
        {
            "url": pa.array(["http://a.test/"]).dictionary_encode(),
            "bytes": [b"\0\xff"],
            "day": [datetime.date(2026, 11, 23)],
            "f": [float("nan")],
            "d": [decimal.Decimal("1.5")],
            "l": [["=a", None]],
            "t": [datetime.timedelta(seconds=1)],
        }
    )
    pa.parquet.write_table(table, "a.parquet")
    for form in ("jsonl", "csv"):
        assert uriinspect("table", "a.parquet", f"out.{form}", "--columns=url.domain").status == 0
    [row] = read("out.jsonl")
    assert (row["bytes"], row["day"], row["f"], row["d"]) == ("AP8=", "2026-11-23", "nan", "1.5")
    [cells] = read("out.csv")
    assert (cells["bytes"], cells["day"], cells["d"]) == ("AP8=", "2026-11-23", "1.5")
    assert cells["l"] == '["=a", null]'


def test_invalid_utf8_in_parquet_is_reported(uriinspect: Command) -> None:
    octets = b"http://a.test/\xff"
    offsets = pa.array([0, len(octets)], pa.int32()).buffers()[1]
    texts = pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(octets)])
    pa.parquet.write_table(pa.table({"url": texts}), "a.parquet")
    answer = uriinspect("table", "a.parquet", "out.jsonl")
    assert answer.status == 3
    assert "row 1: bytes in 'url' that are not UTF-8 were replaced by U+FFFD" in answer.err
    assert read("out.jsonl")[0]["url"] == "http://a.test/\ufffd"


MAILS = [
    b"Subject: a\n\n>From here http://paypal.com@evil.test/\n",
    b"Subject: b\nContent-Type: text/html\n\n<a href=http://b.test/>x</a>\n",
]


def test_table_of_a_mailbox_has_a_row_for_each_link(uriinspect: Command) -> None:
    box = b"".join(b"From x@y Mon Nov 23 00:00:00 2026\n" + each + b"\n" for each in MAILS)
    Path("a.mbox").write_bytes(box)
    answer = uriinspect("table", "a.mbox", "out.jsonl")
    assert answer == (0, "2 emails of a.mbox, written to out.jsonl\n", "")
    rows = read("out.jsonl")
    assert [(row["row"], row["host"]) for row in rows] == [(0, "evil.test"), (1, "b.test")]
    mails = pa.table({"raw": pa.array([*MAILS, None])})
    pa.parquet.write_table(mails, "mails.parquet")
    assert uriinspect("table", "--content=raw", "mails.parquet", "two.jsonl").status == 0
    assert [row["host"] for row in read("two.jsonl")] == ["evil.test", "b.test"]
    assert uriinspect("table", "a.mbox", "out.csv", "--jobs=2").status == 0
    assert [row["host"] for row in read("out.csv")] == ["evil.test", "b.test"]


def record(
    kind: str, block: bytes, uri: str = "http://a.test/d/", media: str = "application/http"
) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n"
        f"Content-Type: {media}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(body: bytes, *fields: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", *fields, "", ""]).encode() + body


PAGE = b"<a href=x>x</a>"


@for_each("pack", bytes, gzip.compress)
def test_warc_pages_have_their_addresses(pack: Any, uriinspect: Command) -> None:
    deflate = zlib.compressobj(wbits=-15)
    deflated = deflate.compress(PAGE) + deflate.flush()
    chunks = b"8;x\r\n<a href=\r\n7\r\nx>x</a>\r\n0\r\n\r\n"
    octets = [
        record("warcinfo", b"software: x\r\n", media="application/warc-fields"),
        record("request", b"GET / HTTP/1.1\r\n\r\n"),
        record("response", response(PAGE)),
        record("response", response(gzip.compress(PAGE), "Content-Encoding: gzip")),
        record("response", response(deflated, "content-encoding: deflate")),
        record("response", response(chunks, "Transfer-Encoding: chunked")),
        record("resource", PAGE, "<http://b.test/>", "text/html"),
        record("response", response(b"\xff\xff", "Content-Encoding: gzip")),
        record("response", response(PAGE, "Content-Encoding: zz")),
    ]
    Path("a.warc.gz").write_bytes(b"".join(map(pack, octets)))
    answer = uriinspect("table", "a.warc.gz", "out.parquet")
    assert answer.status == 3
    damaged, unknown, summary = answer.err.splitlines()
    assert damaged.startswith("uriinspect: record 8: the body is damaged: ")
    assert unknown == "uriinspect: record 9: the content encoding 'zz' is not known"
    assert summary == "uriinspect: 2 rows were changed"
    rows = [row for row in read("out.parquet") if row["value"] == "x"]
    assert [row["row"] for row in rows] == [0, 1, 2, 3, 4, 6]
    assert rows[0]["target"] == "http://a.test/d/x"
    assert rows[4]["target"] == "http://b.test/x"
    assert rows[4]["source"] == "http://b.test/"


@pytest.mark.parametrize(
    ("octets", "expected"),
    [
        (record("response", response(PAGE))[:-9],
            "record 1: left out: the file ends in the middle of the record"),
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\n", "record 1: left out: record without a length"),
        (record("response", response(PAGE)) + b"what\r\n", "record 2: left out: not a record"),
        (record("response", response(b"x" * 200)), "record 1: left out: longer than"),
    ],
)  # fmt: skip
def test_damaged_warc_is_reported(
    octets: bytes, expected: str, uriinspect: Command, patch: pytest.MonkeyPatch
) -> None:
    patch.setattr(row_inputs, "LONGEST_MESSAGE", 150)
    Path("a.warc").write_bytes(octets)
    answer = uriinspect("table", "a.warc", "out.jsonl")
    assert answer.status == 3
    assert expected in answer.err


def test_overlong_mail_is_left_out(uriinspect: Command, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(row_inputs, "LONGEST_MESSAGE", 100)
    Path("a.mbox").write_bytes(
        b"From x\n" + b"http://a.test/\n" * 99 + b"\nFrom y\n\nhttp://b.test/\n"
    )
    answer = uriinspect("table", "a.mbox", "out.jsonl")
    assert answer.status == 3
    assert "email 1: left out: longer than" in answer.err
    assert [(row["row"], row["host"]) for row in read("out.jsonl")] == [(0, "b.test")]


def test_concurrent_table_run_is_refused(uriinspect: Command) -> None:
    fcntl = pytest.importorskip("fcntl")
    source = written("a.csv")
    Path("out.csv.parts").mkdir()
    with Path("out.csv.parts/.uriinspect.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer = uriinspect("table", source, "out.csv")
    assert answer.status == 2
    assert "another run is writing its parts there" in answer.err


def test_table_without_rows_has_its_columns(uriinspect: Command) -> None:
    for form in ("parquet", "arrow", "csv"):
        assert uriinspect("table", written(f"a.{form}", []), f"out.{form}").status == 0
        assert read(f"out.{form}") == []
    assert pa.parquet.read_schema("out.parquet").names == ["n", "url", "more", "inspection"]
    assert Path("out.csv").read_text().startswith('"n","url","more","url.original"')


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_rate_and_remaining_time(patch: pytest.MonkeyPatch) -> None:
    now = 100.0
    patch.setattr("time.monotonic", lambda: now)
    out = Terminal()
    progress = TableProgress(out)
    progress.step(TablePart(0, 500, 0.25, is_new=False))
    now = 110.0
    progress.step(TablePart(1, 1_000, 0.5, is_new=True))
    assert (
        out.getvalue() == "\r[############............] 1,500 rows, 100 a second, 20 s left\x1b[K"
    )
    progress.clear()
    assert out.getvalue().endswith("\r\x1b[K")
    log = io.StringIO()
    progress = TableProgress(log)
    now = 120.0
    progress.step(TablePart(0, 500, 0.25, is_new=True))
    assert log.getvalue() == ""
    now = 175.0
    progress.step(TablePart(0, 500, 0.5, is_new=True))
    assert log.getvalue().startswith("uriinspect: [####")
    assert [duration(each) for each in (5, 65, 3_700)] == ["5 s", "1 min 5 s", "1 h 1 min"]
