"""Targets that read tables, as the command does, and columns of links."""

import csv
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr
from functools import partial
from io import BytesIO, StringIO
from itertools import islice

import pyarrow as pa

import uriinspector
from tests.fuzz.storage_targets import stored
from tests.fuzz.target import Target
from tests.fuzz.text_targets import TOKENS, chosen, decoded
from uriinspector import EDITIONS
from uriinspector.analysis.safe_text import visible
from uriinspector.arrow import inspect_array, inspect_batch, scan_batch
from uriinspector.arrow.columns import well_formed
from uriinspector.cli.arguments import MisuseError
from uriinspector.cli.row_inputs import TableInput
from uriinspector.cli.table_writers import (
    ARROW,
    CSV,
    JSONL,
    MBOX,
    PARQUET,
    WARC,
    join_parts,
    write_part,
)

# File names for formats that are recognized only by the name.
NAMES = {
    PARQUET: "a.parquet",
    ARROW: "a.arrow",
    CSV: "a.csv",
    JSONL: "a.jsonl",
    MBOX: "a.mbox",
    WARC: "a.warc",
}
# Limits: more rows and links would not test anything new.
MOST_ROWS, MOST_LINKS = 40, 10
COLUMN = "url"


@contextmanager
def complaints() -> Iterator[StringIO]:
    """Capture messages about rows, and check that they contain no terminal control characters."""
    with redirect_stderr(StringIO()) as errors:
        yield errors
    for line in errors.getvalue().splitlines():
        assert line == visible(line)


def table(form: str, data: bytes) -> None:
    """Read a table: its rows can be written and read again, or it is refused with a reason."""
    file = stored(NAMES[form], data)
    with complaints():
        try:
            with closing(TableInput(str(file))) as source:
                rows = list(islice((batch for batch, _ in source.batches()), MOST_ROWS))
        except MisuseError:
            return
    for batch in rows:
        batch.validate(full=True)
        assert batch.schema == source.schema
    if source.has_files:
        for batch in rows:
            links = scan_batch(batch, base="base", name="name")
            assert all(each.num_columns for each in islice(links, MOST_LINKS))
    elif source.schema.names:
        written_and_read(rows, source.schema)


def written_and_read(rows: list[pa.RecordBatch], schema: pa.Schema) -> None:
    """Check that a table has as many rows as before after writing it in every format."""
    rows = [batch.slice(0, MOST_ROWS) for batch in rows[:2]]
    if COLUMN in schema.names and pa.types.is_string(schema.field(COLUMN).type):
        rows = [inspect_batch(batch, COLUMN, columns=["uri.severity"]) for batch in rows]
        schema = rows[0].schema if rows else schema
    count = sum(batch.num_rows for batch in rows)
    for form in (JSONL, CSV, ARROW):
        part, whole = BytesIO(), BytesIO()
        assert write_part(form, schema, rows, part) == count
        part.seek(0)
        join_parts(form, schema, [part], whole)
        assert rows_in(form, whole) == count


def rows_in(form: str, written: BytesIO) -> int:
    """Return the number of rows of a file, counted with other libraries."""
    written.seek(0)
    if form == ARROW:
        options = pa.ipc.IpcReadOptions(use_threads=False)
        return int(pa.ipc.open_file(written, options=options).read_all().num_rows)
    text = written.getvalue().decode()
    if form == JSONL:
        return sum(isinstance(json.loads(line), dict) for line in text.split("\n")[:-1])
    return len(list(csv.reader(StringIO(text, newline="")))) - 1


def columns(data: bytes) -> None:
    """Inspect a column: each link has the same result as in a single inspection."""
    how, rest = chosen(data)
    edition = EDITIONS[how % 4]
    texts = [well_formed(each) or "" for each in decoded(rest).split("\n")[:8]]
    rows = inspect_array([*texts, None, *texts], edition=edition).to_pylist()
    assert rows[len(texts)] is None
    assert rows[: len(texts)] == rows[len(texts) + 1 :]
    for text, row in zip(texts, rows, strict=False):
        alone = uriinspector.inspect(text, edition=edition)
        assert row["url"]["original"] == text
        assert row["uri"]["severity"] == alone.verdict.severity
        assert row["uri"]["host"] == alone.verdict.host
        assert row["uri"]["valid"] == alone.valid
        assert row["uri"]["codes"] == list(dict.fromkeys(each.code for each in alone.findings))


TARGETS = (
    *(Target(f"table-{form}", partial(table, form), 4_096, tokens="table") for form in NAMES),
    Target("columns", columns, 600, tokens=TOKENS),
)
