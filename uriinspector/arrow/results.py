"""Tables of results: written from a case, and read as rows of a case.

The file may come from anywhere. It is read once before anything is reported, in small batches and
without unneeded columns. Missing information is reported as missing, never invented.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from sys import intern
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.rules.table import RULES
from uriinspector.arrow.columns import COLUMNS, TEXT, array_of, arrays_of_inspections, texts_in
from uriinspector.arrow.functions import INTO, LINKS, inspection_field, struct_of
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.cases.link_row import CALM, NOT_IN_TABLE, Head, LinkRow, nowhere
from uriinspector.documents.document_values import (
    DEFAULT,
    ONE,
    DocumentBase,
    DocumentPart,
    NotExamined,
)
from uriinspector.documents.rules.sites import site_of
from uriinspector.documents.scan_state import MOST_LINKS, PARQUET, TYPES
from uriinspector.documents.work_budget import OCTETS
from uriinspector.export.case.case_model import CaseExport, CaseLink, DecidedEntry, decided_files

DAMAGED = "damaged, or not a Parquet file"
TOO_LARGE = "its columns are too large to be opened"
NOT_RESULTS = "not a table of results as written by uriinspect table"
OF_FILES = "a table of links in emails or pages; only tables of inspected links can be opened"
NO_SEVERITIES = "the table has no severity column: uri.severity or uri.rank"
NO_LINKS = "the table does not say which of its columns was inspected: url.original is missing"
ORIGINAL, SEVERITY, RANKED = "url.original", "uri.severity", "uri.rank"
CODES, HOST, FINAL_HOST = "uri.codes", "uri.host", "uri.final_host"
RULES_VERSION = "uri.rules_version"
# Metadata with the role of a column, for the base and the target of links in documents.
ROLE = b"uriinspector.role"
BASE, TARGET = "base", "target"
TEXTS = (ORIGINAL, SEVERITY, HOST, FINAL_HOST, RULES_VERSION)


class ResultTableError(ValueError):
    """Raised with the reason if a table cannot be opened."""


@contextmanager
def refusing() -> Iterator[None]:
    """Turn the library's errors about damaged or oversized files into ResultTableError."""
    try:
        yield
    except MemoryError as error:
        raise ResultTableError(TOO_LARGE) from error
    except (pa.ArrowException, OSError, OverflowError, UnicodeDecodeError) as error:
        raise ResultTableError(DAMAGED) from error


def result_kinds(schema: pa.Schema) -> dict[str, pa.DataType]:
    """Return the types of the columns that are present; raise ResultTableError if one is wrong."""
    places = schema.get_all_field_indices(INTO)
    if not places and set(LINKS.names) <= set(schema.names):
        raise ResultTableError(OF_FILES)
    if len(places) != 1 or not pa.types.is_struct(schema.field(places[0]).type):
        raise ResultTableError(NOT_RESULTS)
    result = {}
    groups = {each.name: each.type for each in schema.field(places[0]).type}
    for name in (*TEXTS, RANKED, CODES):
        group, _, inner = name.partition(".")
        kind = groups.get(group)
        at = kind.get_field_index(inner) if kind is not None and pa.types.is_struct(kind) else -1
        if kind is None or at < 0:
            continue
        result[name] = kind.field(at).type
        if not _is_right(name, result[name]):
            raise ResultTableError(NOT_RESULTS)
    if not result:
        raise ResultTableError(NOT_RESULTS)
    return result


def context_field(role: str) -> pa.Field:
    """Return the field for the base or the target of each link."""
    return pa.field(role, pa.string(), metadata={ROLE: role.encode()})


def contexts(schema: pa.Schema) -> list[str]:
    """Return the names of our base and target columns, ignoring others with the same names."""
    return [
        each
        for each in (BASE, TARGET)
        if schema.get_all_field_indices(each)
        and schema.field(each).metadata
        and schema.field(each).metadata.get(ROLE) == each.encode()
        and is_text(schema.field(each).type)
    ]


def _is_right(name: str, kind: pa.DataType) -> bool:
    if name == RANKED:
        return bool(pa.types.is_integer(kind))
    if name == CODES:
        is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
        return is_list and is_text(kind.value_type)
    return is_text(kind)


def is_text(kind: pa.DataType) -> bool:
    """Return True if a column contains texts in any representation."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


# The size of a row group, as in files written by ``uriinspect table``.
WRITTEN_AT_ONCE = 16_384
# Columns that precede the inspection: the position of the link, its text, and the decision.
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
    """Write a row for each link, and one for each email or file with a decision."""
    links = iter(case.links)
    decided = list(decided_files(case))
    with pa.parquet.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        if decided:
            writer.write_batch(_decided_batch(decided))
        while some := list(islice(links, WRITTEN_AT_ONCE)):
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


UNKNOWN_FINDING = "Finding unknown to this version"
HIGHEST = max(RANK.values())
CODE = re.compile("[a-z0-9-]{1,64}")


class ResultColumns(NamedTuple):
    """The columns of one batch; None if absent."""

    texts: pa.Array
    severities: pa.Array | None
    ranks: pa.Array | None
    codes: pa.Array | None
    hosts: pa.Array | None
    final_hosts: pa.Array | None
    bases: pa.Array | None
    targets: pa.Array | None

    @property
    def octets(self) -> int:
        """The size of all texts in bytes."""
        columns = [*self[:2], *self[4:]]
        if self.codes is not None:
            columns.append(plain(self.codes.flatten()))
        return sum(total(each) for each in columns if each is not None)


def columns_of(batch: pa.RecordBatch, texts: pa.Array, known: frozenset[str]) -> ResultColumns:
    """Return the columns of a batch; ``known`` are the names of those that are present."""

    def found(name: str) -> pa.Array | None:
        return inner_column(batch, name) if name in known else None

    def context(name: str) -> pa.Array | None:
        at = batch.schema.get_field_index(name)
        return plain(batch.column(at)) if name in known else None

    return ResultColumns(
        texts,
        found(SEVERITY),
        found(RANKED),
        found(CODES),
        found(HOST),
        found(FINAL_HOST),
        context(BASE),
        context(TARGET),
    )


def rows_of(columns: ResultColumns, file: int, first: int) -> Iterator[LinkRow]:
    """Yield a row for each text; ``first`` is the row number of the first one in the table."""
    has_hosts = columns.hosts is not None or columns.final_hosts is not None
    size = len(columns.texts)
    severities, ranks, hosts, final_hosts, bases, targets = (
        [None] * size if each is None else texts_in(each) for each in (*columns[1:3], *columns[4:])
    )
    codes = [None] * size if columns.codes is None else _first_codes(columns.codes)
    for at, text in enumerate(texts_in(columns.texts)):
        if text is None:
            continue
        host, target = final_hosts[at] or hosts[at], targets[at]
        code, title = _finding(codes[at])
        yield LinkRow(
            file=file,
            part="1",
            element="",
            value=text,
            how=ONE,
            base=bases[at],
            target=text if target == text else target,
            host=host and intern(host),
            site=_site(text, target, host) if has_hosts else NOT_IN_TABLE,
            rank=_rank(ranks[at], severities[at]),
            title=title,
            code=code,
            line=first + at,
            column=1,
            start=0,
            end=0,
        )


def inner_column(batch: pa.RecordBatch, name: str) -> pa.Array:
    """Return a column inside the added struct; null where the struct is null."""
    inner = pc.struct_field(batch.column(batch.schema.get_field_index(INTO)), name.split("."))
    return plain(inner) if is_text(inner.type) else inner


def plain(texts: pa.Array) -> pa.Array:
    """Convert texts to one type, whatever type they are stored in."""
    return texts if pa.types.is_large_string(texts.type) else texts.cast(pa.large_string())


def total(texts: pa.Array) -> int:
    """Return the size of all texts in bytes."""
    return pc.sum(pc.binary_length(texts)).as_py() or 0


def _first_codes(codes: pa.Array) -> list[str | None]:
    """Return the first code in each list, which belongs to the worst finding."""
    starts, ends = codes.offsets[:-1].to_pylist(), codes.offsets[1:].to_pylist()
    texts = texts_in(plain(codes.values))
    return [
        None if start == end or is_null else texts[start]
        for start, end, is_null in zip(starts, ends, codes.is_null().to_pylist(), strict=True)
    ]


def _rank(rank: int | None, severity: str | None) -> int:
    """Return a case's rank for the severity; without one, the table's rank minus one."""
    if severity is not None:
        return RANK.get(severity, CALM)
    return CALM if rank is None else min(max(rank - 1, CALM), HIGHEST)


@cache
def _titles() -> dict[str, str]:
    return {each.code: each.title for each in RULES}


def _finding(code: str | None) -> tuple[str, str]:
    """Return a code and its title; an unknown code gets a general title."""
    if not code:
        return "", ""
    title = _titles().get(code)
    if title is not None:
        return intern(code), title
    return (code if CODE.fullmatch(code) else ""), UNKNOWN_FINDING


def _site(text: str, target: str | None, host: str | None) -> str:
    return _site_of(host) if host else intern(nowhere(text, target))


@lru_cache(maxsize=1 << 16)
def _site_of(host: str) -> str:
    return intern(site_of(host))


# The number of rows that are unpacked and reported together.
READ_AT_ONCE = 1_024
# Limits in bytes: for the text of a row, and for all unpacked columns of a file.
LONGEST, UNPACKED = 4 << 20, 16 << 30
# The limit for all texts together, however small the compressed file is.
ALL_TEXTS = 4 * OCTETS
NO_DESTINATIONS = "the table contains no destinations"
NO_FINDINGS = "the table contains no findings"
NO_VERSION = "judged earlier with an unknown version of the rules"
JUDGED = "judged earlier with rules version {version}"
WITHOUT_LINK = "{count} rows without a link"
TOO_MANY = "only the first {count} links are listed"
VERSION = re.compile("[A-Za-z0-9.+ -]{1,60}")
# The maximum number of rule versions that are named.
NAMED = 3


@dataclass(slots=True)
class TableSummary:
    """The result of the first pass."""

    rows: int = 0
    links: int = 0
    octets: int = 0
    is_cut: bool = False
    versions: dict[str, None] = field(default_factory=dict)


def read_results(path: Path, number: int) -> Iterator[Head | list[LinkRow]]:
    """Yield the header of a table, then its rows in batches; ``number`` is the file's number."""
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
    """A Parquet file with the column that ``uriinspect table`` adds."""

    def __init__(self, file: BinaryIO) -> None:
        file.seek(0)
        with refusing():
            self._file = pa.parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
            self._kinds = result_kinds(self._file.schema_arrow)
            self._contexts = contexts(self._file.schema_arrow)
            # Damaged row groups raise an error here; in ``row_group`` they would end
            # the process.
            next(self._file.iter_batches(1 << 62, columns=[]), None)
        if self._unpacked() > UNPACKED:
            raise ResultTableError(TOO_LARGE)
        if not {SEVERITY, RANKED} & set(self._kinds):
            raise ResultTableError(NO_SEVERITIES)
        with refusing():
            self._text = self._text_column()

    def summary(self) -> TableSummary:
        """Read the table once, and return what is needed before the first row."""
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
        """Yield sentences about what is unknown or was not examined."""
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
        """Yield the rows that the summary counted."""
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
        if ORIGINAL in self._kinds:
            return inner_column(batch, ORIGINAL)
        return plain(batch.column(batch.schema.get_field_index(self._text)))

    def _batches(self, names: list[str], others: Iterable[str] = ()) -> Iterator[pa.RecordBatch]:
        columns = [*(f"{INTO}.{name}" for name in names), *others]
        columns += [] if ORIGINAL in self._kinds else [self._text]
        yield from self._file.iter_batches(READ_AT_ONCE, columns=columns, use_threads=False)

    def _text_column(self) -> str:
        """Return the name of the inspected column; "" if the inspections contain the texts.

        Otherwise, the inspected column has to be the only other text column.
        """
        if ORIGINAL in self._kinds:
            return ""
        schema = self._file.schema_arrow
        names = [each.name for each in schema if each.name != INTO and is_text(each.type)]
        if len(names) != 1 or "." in names[0]:
            raise ResultTableError(NO_LINKS)
        return str(names[0])

    def _unpacked(self) -> int:
        """Return the unpacked size of the file, as declared in its metadata.

        Only the total sizes of row groups are read: a damaged column would make pyarrow end the
        process.
        """
        metadata = self._file.metadata
        groups = map(metadata.row_group, range(metadata.num_row_groups))
        return sum(each.total_byte_size for each in groups)
