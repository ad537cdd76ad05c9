"""A table that ``uriinspect table`` wrote, as rows of a case: as they were judged, not judged anew.

The file comes from elsewhere.  It is gone through once before anything is told of it, in small
batches and without what is not needed; what it does not hold is said and never made up.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from uriinspector.arrow.arrow_texts import texts_in
from uriinspector.arrow.inspections import INTO
from uriinspector.arrow.result_rows import columns_of, inner_column, plain, rows_of
from uriinspector.arrow.result_schema import (
    CODES,
    FINAL_HOST,
    HOST,
    NO_LINKS,
    NO_SEVERITIES,
    ORIGINAL,
    RANKED,
    RULES_VERSION,
    SEVERITY,
    TOO_LARGE,
    ResultTableError,
    contexts,
    is_text,
    refusing,
    result_kinds,
)
from uriinspector.core.model import Count, message
from uriinspector.documents.cases.link_row import Head, LinkRow
from uriinspector.documents.document_values import DEFAULT, DocumentBase, DocumentPart, NotExamined
from uriinspector.documents.regular_files import open_regular
from uriinspector.documents.scan_state import MOST_LINKS, PARQUET, TYPES
from uriinspector.documents.work_budget import OCTETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

# So many rows are unpacked at once, and so many are told at once.
AT_ONCE = 1_024
# The texts of a row are no longer than this, nor do a file's columns unpack to more than that.
LONGEST, UNPACKED = 4 << 20, 4 << 30
# All texts of the rows together, however small the file that they are packed in.
ALL_TEXTS = 4 * OCTETS
NO_DESTINATIONS = "the table holds no destinations"
NO_FINDINGS = "the table holds no findings"
NO_VERSION = "judged before, by an unknown version of the rules"
JUDGED = "judged before, by rules version {version}"
WITHOUT_LINK = "{count} rows without a link"
TOO_MANY = "only the first {count} links are listed"
VERSION = re.compile("[A-Za-z0-9.+ -]{1,60}")
# So many versions of the rules are named.
NAMED = 3


@dataclass(slots=True)
class TableSummary:
    """What was seen in the first pass."""

    rows: int = 0
    links: int = 0
    octets: int = 0
    is_cut: bool = False
    versions: dict[str, None] = field(default_factory=dict)


def read_results(path: Path, number: int) -> Iterator[Head | list[LinkRow]]:
    """The header of a table and its rows, in batches; ``number`` is that of the file."""
    stamp = path.stat().st_mtime_ns
    with open_regular(path) as file:
        digest, size = hashlib.sha256(), 0
        while octets := file.read(1 << 20):
            digest.update(octets)
            size += len(octets)
        table = ResultTable(file)
        with refusing():
            summary = table.summary()
        part = DocumentPart(
            *("1", TYPES[PARQUET], path.name, None, None, size, digest.hexdigest(), 0, size)
        )
        missing = tuple(NotExamined("1", part.type, each) for each in table.reasons(summary))
        base = DocumentBase(None, DEFAULT, "")
        head = Head(
            *(str(path), path.name, PARQUET, size, part.sha256, stamp, (part,), ()),
            *(missing, (), (), summary.links, {"1": base}),
        )
        yield head
        with refusing():
            yield from table.rows(number, summary)


class ResultTable:
    """A file of Parquet with the column that ``uriinspect table`` adds."""

    def __init__(self, file: BinaryIO) -> None:
        file.seek(0)
        with refusing():
            self._file = pa.parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
            self._kinds = result_kinds(self._file.schema_arrow)
            self._contexts = contexts(self._file.schema_arrow)
        if self._unpacked() > UNPACKED:
            raise ResultTableError(TOO_LARGE)
        if not {SEVERITY, RANKED} & set(self._kinds):
            raise ResultTableError(NO_SEVERITIES)
        self._text = self._text_column()

    def summary(self) -> TableSummary:
        """All that is to be known before the first row is told."""
        result = TableSummary()
        wanted = [name for name in (ORIGINAL, RULES_VERSION) if name in self._kinds]
        for batch in self._batches(wanted):
            texts = self._texts(batch)
            lengths = pc.fill_null(pc.binary_length(texts), 0)
            if len(lengths) and pc.max(lengths).as_py() > LONGEST:
                raise ResultTableError(TOO_LARGE)
            result.octets += pc.sum(lengths).as_py() or 0
            links = len(texts) - texts.null_count
            if result.links + links > MOST_LINKS or result.octets > OCTETS:
                result.is_cut = True
                break
            result.rows += len(texts)
            result.links += links
            if RULES_VERSION in self._kinds:
                for each in texts_in(pc.unique(inner_column(batch, RULES_VERSION))[: NAMED + 1]):
                    result.versions.setdefault(each or "")
        if result.is_cut and not result.links:
            raise ResultTableError(TOO_LARGE)
        return result

    def reasons(self, summary: TableSummary) -> Iterator[str]:
        """What is not known of the rows, or was not looked at."""
        versions = [each for each in summary.versions if VERSION.fullmatch(each)]
        if versions and len(versions) == len(summary.versions) <= NAMED:
            yield message(JUDGED, version=", ".join(versions))
        else:
            yield NO_VERSION
        if not {HOST, FINAL_HOST} & set(self._kinds):
            yield NO_DESTINATIONS
        if CODES not in self._kinds:
            yield NO_FINDINGS
        if summary.rows > summary.links:
            yield message(WITHOUT_LINK, count=Count(summary.rows - summary.links))
        if summary.is_cut:
            yield message(TOO_MANY, count=Count(summary.links))

    def rows(self, file: int, summary: TableSummary) -> Iterator[list[LinkRow]]:
        """The rows that were counted."""
        wanted = [name for name in self._kinds if name != RULES_VERSION]
        known = frozenset((*wanted, *self._contexts))
        row = octets = 0
        for batch in self._batches(wanted, self._contexts):
            some = batch.slice(0, summary.rows - row)
            columns = columns_of(some, self._texts(some), known)
            octets += columns.octets
            if octets > ALL_TEXTS:
                raise ResultTableError(TOO_LARGE)
            rows = list(rows_of(columns, file, row + 1))
            row += some.num_rows
            if rows:
                yield rows
            if row >= summary.rows:
                return

    def _texts(self, batch: pa.RecordBatch) -> pa.Array:
        """The links of a batch."""
        if ORIGINAL in self._kinds:
            return inner_column(batch, ORIGINAL)
        return plain(batch.column(batch.schema.get_field_index(self._text)))

    def _batches(self, names: list[str], others: Iterable[str] = ()) -> Iterator[pa.RecordBatch]:
        columns = [*(f"{INTO}.{name}" for name in names), *others]
        columns += [] if ORIGINAL in self._kinds else [self._text]
        yield from self._file.iter_batches(AT_ONCE, columns=columns, use_threads=False)

    def _text_column(self) -> str:
        """The column that was inspected: the one with texts, where the links are not repeated."""
        if ORIGINAL in self._kinds:
            return ""
        schema = self._file.schema_arrow
        names = [each.name for each in schema if each.name != INTO and is_text(each.type)]
        if len(names) != 1 or "." in names[0]:
            raise ResultTableError(NO_LINKS)
        return str(names[0])

    def _unpacked(self) -> int:
        """The size of the columns that are read, as the file says."""
        metadata, heads = self._file.metadata, tuple(f"{INTO}.{each}" for each in self._kinds)
        total = 0
        for group in range(metadata.num_row_groups):
            chunks = metadata.row_group(group)
            for each in map(chunks.column, range(chunks.num_columns)):
                is_read = each.path_in_schema.startswith(heads)
                total += each.total_uncompressed_size if is_read else 0
        return total
