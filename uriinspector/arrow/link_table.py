"""Links of a case as a table of Parquet, with the column that ``uriinspect table`` adds."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet

from uriinspector.arrow.arrow_texts import array_of
from uriinspector.arrow.column_table import COLUMNS, TEXT
from uriinspector.arrow.column_values import arrays_of_inspections
from uriinspector.arrow.inspections import inspection_field, struct_of
from uriinspector.arrow.result_schema import BASE, TARGET, context_field
from uriinspector.export.case.case_model import decided_files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from uriinspector.export.case.case_model import CaseExport, CaseLink, DecidedEntry

# One group of rows, as ``uriinspect table`` makes it.
AT_ONCE = 16_384
# What stands in front: where the link is, what is written there, and what was decided.
FIELDS = (
    *(("document", TEXT), ("part", TEXT), ("line", pa.int64()), ("column", pa.int64())),
    *(("start", pa.int64()), ("end", pa.int64()), ("element", TEXT), ("url", TEXT)),
    *(
        context_field(BASE),
        context_field(TARGET),
        ("links", pa.int64()),
        ("mark", TEXT),
        ("note", TEXT),
    ),
)
SCHEMA = pa.schema([*FIELDS, inspection_field()])


def write_links(case: CaseExport, out: BinaryIO) -> None:
    """A row for each link that is given, inspected where it stands."""
    links = iter(case.links)
    decided = list(decided_files(case))
    with pa.parquet.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        if decided:
            writer.write_batch(_decided_batch(decided))
        while some := list(islice(links, AT_ONCE)):
            writer.write_batch(_batch(case, some), row_group_size=len(some))


def _decided_batch(decided: list[DecidedEntry]) -> pa.RecordBatch:
    """Return a row without a link for each email or file that was marked or has a note."""
    rows = [
        dict.fromkeys(SCHEMA.names)
        | {
            "document": each.file.name,
            "part": each.part,
            "links": 0,
            "mark": each.decision.mark or None,
            "note": each.decision.note or None,
        }
        for each in decided
    ]
    return pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def _batch(case: CaseExport, links: list[CaseLink]) -> pa.RecordBatch:
    rows = [
        (
            case.files[each.row.file].name,
            *(each.row.part, each.row.line, each.row.column, each.row.start, each.row.end),
            *(each.row.element or None, each.row.value, each.row.base, each.row.target),
            *(each.links, each.mark, each.note or None),
        )
        for each in links
    ]
    columns: Iterable[tuple[object, ...]] = zip(*rows, strict=True)
    arrays = [array_of(each, kind) for each, kind in zip(columns, SCHEMA.types, strict=False)]
    inspections = (each.inspection() for each in links)
    inspected = struct_of(arrays_of_inspections(inspections, COLUMNS, len(links)), COLUMNS)
    return pa.RecordBatch.from_arrays([*arrays, inspected], schema=SCHEMA)
