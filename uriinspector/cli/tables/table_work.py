"""One part of a table: rows in, their inspections or the links of their files out, on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from uriinspector.analysis.whole_files import replacing
from uriinspector.arrow import LINKS, inspect_batch, scan_batch
from uriinspector.arrow.inspections import INTO, inspection_field
from uriinspector.cli.tables.table_writers import release_memory, write_part
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.cli.tables.part_files import PartFiles

# Links of files say which row they are of, and in a WARC what address that has.
FILE_LINKS = LINKS.append(pa.field("source", pa.string()))


class TableRequest(NamedTuple):
    """What is wanted, the same for every part."""

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
        """The columns that are written."""
        if self.has_files:
            return FILE_LINKS
        return self.schema.append(inspection_field(INTO, self.columns))


class TablePiece(NamedTuple):
    """Rows of one part, or how many they are where the part is there already."""

    number: int
    row: int
    rows: int
    read: float
    octets: bytes | None


class TablePart(NamedTuple):
    """A part that is there."""

    number: int
    rows: int
    read: float
    is_new: bool


class PartWork:
    """What a process does with each piece."""

    def __init__(self, request: TableRequest, parts: PartFiles) -> None:
        self._request, self._parts = request, parts

    def __call__(self, piece: TablePiece) -> TablePart:
        """Write the part, unless it is there."""
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
