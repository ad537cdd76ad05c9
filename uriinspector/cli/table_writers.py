"""The parts of a table on disk, and joining them into one file.

File names of parts contain hashes of the input and of everything that the results depend on, so a
new run reuses only finished parts that are still valid.
"""

from __future__ import annotations

import base64
import json
import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any, BinaryIO, TextIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from uriinspector.analysis.list_sources import Lists
from uriinspector.analysis.whole_files import is_locked_by_us, remove_unfinished, replacing
from uriinspector.arrow import LINKS, inspect_batch, scan_batch
from uriinspector.arrow.columns import TEXTS
from uriinspector.arrow.functions import INTO, inspection_field
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import is_terminal
from uriinspector.core.model import NamedTuple
from uriinspector.export.csv import FORMULA

# The metadata of columns that contain JSON text.
JSON_TEXT = {b"uriinspector.json": b"1"}


def as_text(value: Any) -> str | None:
    """Return strings unchanged, other values as JSON."""
    if value is None or isinstance(value, str):
        return value
    plain = _plain(value)
    return plain if isinstance(plain, str) else encode(plain)


def encode(value: Any) -> str:
    """Return a value as JSON, including types that JSON does not have."""
    try:
        return _encode(value)
    except ValueError:
        return _encode(_plain(value))


_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, default=lambda each: _plain(each)
).encode


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


LOCK = ".uriinspect.lock"
SHOWN = 12


class PartFiles:
    """The files with the parts, in one folder."""

    def __init__(self, folder: Path, input_sum: str, settings_sum: str, form: str) -> None:
        self.folder = folder
        self._input = f"part-{input_sum[:SHOWN]}-"
        self._head, self._form = f"{self._input}{settings_sum[:SHOWN]}-", form

    def path(self, number: int) -> Path:
        return self.folder / f"{self._head}{number:06}.{self._form}"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder for one run, and remove unfinished files of earlier runs."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / LOCK).open("wb") as lock:
            if not is_locked_by_us(lock.fileno()):
                refuse(f"{self.folder}: another run is writing its parts there; choose another OUT")
            remove_unfinished(self.folder)
            try:
                yield
            finally:
                (self.folder / LOCK).unlink(missing_ok=True)
                with suppress(OSError):
                    self.folder.rmdir()  # only if it is empty

    def refuse_others(self) -> None:
        """Refuse a folder with parts made with other options, since readers
        would get rows twice.
        """
        for each in self.folder.iterdir():
            if each.name.startswith(self._input) and not each.name.startswith(self._head):
                refuse(
                    f"{self.folder}: this folder has parts of this input that were made with other "
                    f"rules or options, such as {each.name}: remove them or name another folder"
                )

    def remove(self) -> None:
        """Remove all parts, after the complete file has been written."""
        for each in self.folder.iterdir():
            each.unlink()


PARQUET, ARROW, CSV, JSONL, MBOX, WARC = "parquet", "arrow", "csv", "jsonl", "mbox", "warc"
WRITTEN = (PARQUET, ARROW, CSV, JSONL)
ENDINGS = {
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".arrow": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
    ".csv": CSV,
    ".tsv": CSV,
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".mbox": MBOX,
    ".warc": WARC,
}
FIRST_BYTES = {
    b"PAR1": PARQUET,
    b"ARROW1": ARROW,
    b"\xff\xff\xff\xff": ARROW,  # a stream
    b"WARC/": WARC,
    b"From ": MBOX,
    b"{": JSONL,
}


def form_of_content(first: bytes, name: str) -> str:
    """Return the format of a file, judged by its first bytes or else by its name."""
    start = first.removeprefix(b"\xef\xbb\xbf").lstrip(b" \r\n")
    for octets, form in FIRST_BYTES.items():
        if start.startswith(octets):
            return form
    return ENDINGS.get(PurePath(name).suffix.lower(), CSV)


def form_of_name(name: str) -> str:
    """Return the format of the output, judged by its name; refuse unknown ones."""
    form = ENDINGS.get(PurePath(name).suffix.lower())
    if form not in WRITTEN:
        refuse(
            f"{name}: the name must end in .parquet, .arrow, .csv or .jsonl, or in / for a folder"
        )
    return form


PAGE = 1 << 16
GUARDED = rf"\A([{''.join(FORMULA)}])".replace("-", r"\-")


def write_part(
    form: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch], out: BinaryIO
) -> int:
    """Write the rows of a part; return their number."""
    count = 0

    def counted() -> Iterator[pa.RecordBatch]:
        nonlocal count
        for batch in batches:
            count += batch.num_rows
            yield batch

    if form == PARQUET:
        # One row group per part, as programs process files by row groups.
        table = pa.Table.from_batches(counted(), schema)
        with pa.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
            writer.write_table(table, row_group_size=max(1, table.num_rows))
    elif form == ARROW:
        with pa.ipc.new_file(out, schema) as writer:
            for batch in counted():
                writer.write_batch(batch)
    else:
        write = _csv if form == CSV else _json_lines
        for batch in counted():
            write(batch, out)
    return count


def join_parts(form: str, schema: pa.Schema, parts: Iterable[BinaryIO], out: BinaryIO) -> None:
    """Join all parts into one file, with only one part in memory at a time."""
    if form == PARQUET:
        with pa.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
            for part in parts:
                _append_part(writer, part)
                release_memory()
    elif form == ARROW:
        with pa.ipc.new_file(out, schema) as writer:
            for part in parts:
                reader = pa.ipc.open_file(part)
                for number in range(reader.num_record_batches):
                    writer.write_batch(reader.get_batch(number))
                release_memory()
    else:
        if form == CSV:
            _csv(pa.RecordBatch.from_pylist([], schema), out, has_header=True)
        for part in parts:
            while octets := part.read(1 << 20):
                out.write(octets)


def _append_part(writer: pa.parquet.ParquetWriter, part: BinaryIO) -> None:
    # Read in this thread, page by page, because each of Arrow's own threads retains memory.
    file = pa.parquet.ParquetFile(part, pre_buffer=False, buffer_size=PAGE)
    table = file.read(use_threads=False)
    if table.num_rows:
        writer.write_table(table, row_group_size=table.num_rows)


def release_memory() -> None:
    """Return unused memory to the system, because freed blocks rarely suit the next part."""
    pa.default_memory_pool().release_unused()


def _csv(batch: pa.RecordBatch, out: BinaryIO, *, has_header: bool = False) -> None:
    columns = {name: _cell(column) for name, column in _flat(batch).items()}
    if not has_header and not batch.num_rows:
        return
    options = pa.csv.WriteOptions(include_header=has_header)
    pa.csv.write_csv(pa.table(columns), out, options)


def _flat(batch: pa.RecordBatch) -> dict[str, pa.Array]:
    """Return the columns; each field of the inspection is a separate column."""
    result = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name != INTO:
            result[name] = column
            continue
        for group in column.type:
            for field in group.type:
                path = [group.name, field.name]
                inner = pc.struct_field(column, path)
                is_texts = field.type == TEXTS
                result[".".join(path)] = pc.binary_join(inner, " ") if is_texts else inner
    return result


def _cell(column: pa.Array) -> pa.Array:
    """Return a column in a form suitable for CSV; a "'" before formulas disables them."""
    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return column
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        column = pa.array(map(as_text, column.to_pylist()), pa.large_string())
    return pc.replace_substring_regex(column, pattern=GUARDED, replacement=r"'\1")


def _json_lines(batch: pa.RecordBatch, out: BinaryIO) -> None:
    names = batch.schema.names
    as_json = [each.metadata == JSON_TEXT for each in batch.schema]
    heads = [encode(name) + ": " for name in names]
    for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
        members = (
            head + (value if is_json and value is not None else encode(value))
            for head, value, is_json in zip(heads, row, as_json, strict=True)
        )
        out.write(f"{{{', '.join(members)}}}\n".encode())


OFTEN, SELDOM = 0.2, 60.0
WIDTH = 24


class TableProgress:
    """A progress line: erased at the end on a terminal, printed once a minute in a log."""

    def __init__(self, out: TextIO | None) -> None:
        self._out = out
        self._is_terminal = out is not None and is_terminal(out)
        self._began = self._shown = time.monotonic()
        self.rows = self._new = 0
        self._there = 0.0

    def step(self, part: TablePart) -> None:
        self.rows += part.rows
        if part.is_new:
            self._new += part.rows
        else:
            self._there, self._began = part.read, time.monotonic()
        now = time.monotonic()
        if self._out is None or now - self._shown < (OFTEN if self._is_terminal else SELDOM):
            return
        self._shown = now
        text = self._text(part.read, now - self._began)
        self._out.write(f"\r{text}\x1b[K" if self._is_terminal else f"uriinspect: {text}\n")
        self._out.flush()

    def _text(self, read: float, seconds: float) -> str:
        filled = int(WIDTH * read)
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self.rows:,} rows"
        if self._new and seconds > 0:
            text += f", {self._new / seconds:,.0f} a second"
            if read > self._there:
                text += f", {duration((1 - read) / (read - self._there) * seconds)} left"
        return text

    def clear(self) -> None:
        """Erase the line."""
        if self._is_terminal and self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()


def duration(seconds: float) -> str:
    """Return a duration in its two largest units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


# The columns for links in files, with ``source``: the input row, or an address in a WARC file.
FILE_LINKS = LINKS.append(pa.field("source", pa.string()))


class TableRequest(NamedTuple):
    """The options of a run, the same for every part."""

    schema: pa.Schema
    column: str
    has_files: bool
    columns: tuple[str, ...] | None
    edition: str
    protect: tuple[str, ...]
    lists: Lists
    form: str

    @property
    def out_schema(self) -> pa.Schema:
        """Return the columns of the output."""
        if self.has_files:
            return FILE_LINKS
        return self.schema.append(inspection_field(INTO, self.columns))


class TablePiece(NamedTuple):
    """Rows of a part, serialized by Arrow; ``octets`` is None once the part is complete."""

    number: int
    row: int
    rows: int
    read: float
    octets: bytes | None


class TablePart(NamedTuple):
    """A finished part."""

    number: int
    rows: int
    read: float
    is_new: bool


class PartWork:
    """The work of a process: inspecting the rows of a part, and writing the part."""

    def __init__(self, request: TableRequest, parts: PartFiles) -> None:
        self._request, self._parts = request, parts

    def __call__(self, piece: TablePiece) -> TablePart:
        """Write a part that is not finished yet."""
        if piece.octets is not None:
            request = self._request
            batch = pa.ipc.read_record_batch(pa.py_buffer(piece.octets), request.schema)
            with replacing(self._parts.path(piece.number)) as out:
                answers = self._answers(batch, piece.row)
                write_part(request.form, request.out_schema, answers, out)
            del batch, answers
            release_memory()
        return TablePart(piece.number, piece.rows, piece.read, piece.octets is not None)

    def _answers(self, batch: pa.RecordBatch, row: int) -> Iterator[pa.RecordBatch]:
        request = self._request
        if not request.has_files:
            found = inspect_batch(
                *(batch, request.column),
                columns=request.columns,
                edition=request.edition,
                protect=request.protect,
                lists=request.lists,
            )
            yield pa.RecordBatch.from_arrays(found.columns, schema=request.out_schema)
            return
        names = batch.schema.names
        for links in scan_batch(
            *(batch, request.column),
            name="name" if "name" in names else None,
            base="base" if "base" in names else None,
            edition=request.edition,
            protect=request.protect,
            lists=request.lists,
        ):
            rows = links.column(0)
            moved = pa.compute.add(rows, pa.scalar(row, pa.int64()))
            sources = (
                batch.column("base").take(rows)
                if "base" in names
                else pa.nulls(len(rows), pa.string())
            )
            yield pa.RecordBatch.from_arrays(
                [moved, *links.columns[1:], sources], schema=FILE_LINKS
            )
