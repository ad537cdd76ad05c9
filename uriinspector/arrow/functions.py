"""Functions for data engines: columns of links, emails or pages in, columns out.

In a log, the same link occurs again and again, though seldom within one call. The cache is limited
to the links of 32 calls, and to about 32 megabytes of links and answers.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from threading import Lock
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.arrow.columns import (
    RANKS,
    SCHEMA_VERSION,
    TEXT,
    TEXTS,
    JudgedBy,
    LinkColumn,
    array_of,
    arrays_of,
    batch_of,
    chosen,
    column_in,
    grouped,
    inspection_type,
    numbers,
    texts_in,
    well_formed,
)
from uriinspector.core.model import NamedTuple, Span
from uriinspector.core.parse import parse, texts_of, unknown_choice
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.documents.document import Link
from uriinspector.documents.scan import scan

Strings: TypeAlias = pa.Array | pa.ChunkedArray | Sequence[str | None]

# The number of texts that are inspected before their values are moved from Python to Arrow memory.
INSPECTED_AT_ONCE = 16_384
INTO = "inspection"
VERSION_KEY = b"uriinspector.schema_version"


def already_there(column: str) -> ValueError:
    """Return the error for a column name that is already taken."""
    return ValueError(f"there is a column {column!r} already: name another one with into=")


def not_strings(kind: pa.DataType) -> TypeError:
    """Return the error for a column that is not text; the caller has to decode bytes."""
    return TypeError(f"a column of strings is expected, not of {kind}")


def inspect_array(
    strings: pa.Array | pa.ChunkedArray | Sequence[str | None],
    *,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> pa.StructArray:
    """Return a struct for each text, with the structs ``url`` and ``uri``; null for null.

    ``columns`` selects groups ("uri") or columns ("uri.severity"); others are not computed.
    """
    wanted = chosen(columns)
    encoded = encoded_texts(strings)
    rows = _of_texts(
        encoded.dictionary, wanted, JudgedBy(edition, texts_of("protect", protect), lists)
    )
    if len(encoded) == len(rows) and encoded.null_count == 0:
        return rows  # no text was repeated
    return rows.take(encoded.indices)


def inspect_batch(
    batch: pa.RecordBatch,
    column: str = "url",
    *,
    into: str = INTO,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> pa.RecordBatch:
    """Return the batch with an additional column: the inspections of the links in ``column``."""
    links = column_in(batch, column)
    if into in batch.schema.names:
        raise already_there(into)
    columns = None if columns is None else tuple(columns)
    result = inspect_array(links, columns=columns, edition=edition, protect=protect, lists=lists)
    schema = batch.schema.append(inspection_field(into, columns))
    return pa.RecordBatch.from_arrays([*batch.columns, result], schema=schema)


def inspection_field(into: str = INTO, columns: Iterable[str] | None = None) -> pa.Field:
    """Return the field of the added column."""
    metadata = {VERSION_KEY: str(SCHEMA_VERSION).encode()}
    return pa.field(into, inspection_type(columns), metadata=metadata)


def map_batches(
    batches: Iterable[pa.RecordBatch],
    column: str = "url",
    *,
    into: str = INTO,
    columns: Iterable[str] | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[pa.RecordBatch]:
    """Inspect a stream of batches, as engines pass them to a worker."""
    names = None if columns is None else tuple(columns)
    known = texts_of("protect", protect)
    for batch in batches:
        yield inspect_batch(
            *(batch, column), into=into, columns=names, edition=edition, protect=known, lists=lists
        )


def encoded_texts(strings: pa.Array | pa.ChunkedArray | Sequence[str | None]) -> pa.DictionaryArray:
    """Encode texts as a dictionary, in which each text occurs once."""
    if not isinstance(strings, pa.Array | pa.ChunkedArray):
        strings = pa.array(strings, pa.string())
    if isinstance(strings, pa.ChunkedArray):
        strings = strings.combine_chunks()
    if pa.types.is_dictionary(strings.type):
        strings = strings.cast(strings.type.value_type)
    if pa.types.is_null(strings.type):
        strings = strings.cast(pa.string())
    kind = strings.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if pa.types.is_string_view(kind):
        strings, is_text = strings.cast(pa.large_string()), True
    if not is_text:
        raise not_strings(kind)
    return pc.dictionary_encode(strings)


def _of_texts(texts: pa.Array, wanted: Sequence[LinkColumn], by: JudgedBy) -> pa.StructArray:
    """Return a row for each text, working on a limited number of texts at a time."""
    parts = [
        _struct(texts_in(texts[at : at + INSPECTED_AT_ONCE]), wanted, by)
        for at in range(0, len(texts), INSPECTED_AT_ONCE)
    ]
    if len(parts) == 1:
        return parts[0]
    return pa.concat_arrays(parts) if parts else _struct([], wanted, by)


def _struct(texts: list[str], wanted: Sequence[LinkColumn], by: JudgedBy) -> pa.StructArray:
    return struct_of(arrays_of(texts, wanted, by), wanted)


def struct_of(columns: Iterable[pa.Array], wanted: Sequence[LinkColumn]) -> pa.StructArray:
    """Combine the columns into structs by group."""
    arrays = iter(columns)
    names, structs = [], []
    for group, fields in grouped(wanted):
        inner = [next(arrays) for _ in fields]
        structs.append(pa.StructArray.from_arrays(inner, fields=fields))
        names.append(group)
    return pa.StructArray.from_arrays(structs, names)


CALLS, OCTETS = 32, 32 << 20


class AnsweredCall(NamedTuple):
    """The answer to one call: its rows, the row number of each text, and its size."""

    rows: pa.StructArray
    places: dict[str, int]
    octets: int


class RecentRows:
    """Answers for columns of texts, reused from recent calls if possible."""

    def __init__(self, answer: Callable[[pa.Array], pa.StructArray]) -> None:
        self._answer = answer
        self._calls: deque[AnsweredCall] = deque()
        self._octets = 0
        # For each text, the call whose answer contains it.
        self._by_text: dict[str, AnsweredCall] = {}
        # Engines call from several threads.
        self._lock = Lock()

    def rows(self, texts: pa.Array | pa.ChunkedArray) -> pa.StructArray:
        """Return a row for each text; null for null."""
        encoded = encoded_texts(texts)
        unique = texts_in(encoded.dictionary)
        with self._lock:
            calls = list(map(self._by_text.get, unique))
        new = [at for at, call in enumerate(calls) if call is None]
        if len(new) < len(unique):
            rows = self._joined(unique, new, calls)
        else:
            rows = self._answer(encoded.dictionary)
            self._remember(unique, rows)
        is_as_asked = len(encoded) == len(rows) and encoded.null_count == 0
        return rows if is_as_asked else rows.take(encoded.indices)

    def _joined(
        self, texts: list[str], new: list[int], calls: list[AnsweredCall | None]
    ) -> pa.StructArray:
        """Return the rows for texts, some of them new, the others from earlier calls."""
        places, pieces = list(new), []
        if new:
            asked = [texts[at] for at in new]
            pieces.append(self._answer(array_of(asked, pa.string())))
            self._remember(asked, pieces[0])
        for call, known in _by_call(calls):
            places += known
            pieces.append(_taken(call.rows, [call.places[texts[at]] for at in known]))
        order = [0] * len(texts)
        for row, at in enumerate(places):
            order[at] = row
        return _taken(pa.concat_arrays(pieces), order)

    def _remember(self, texts: list[str], rows: pa.StructArray) -> None:
        octets = rows.nbytes + sum(map(len, texts))
        if octets > OCTETS:
            return
        call = AnsweredCall(rows, {text: at for at, text in enumerate(texts)}, octets)
        with self._lock:
            while len(self._calls) == CALLS or self._octets + octets > OCTETS:
                self._forget(self._calls.popleft())
            self._calls.append(call)
            self._octets += octets
            self._by_text.update(dict.fromkeys(texts, call))

    def _forget(self, call: AnsweredCall) -> None:
        self._octets -= call.octets
        for text in call.places:
            if self._by_text.get(text) is call:
                del self._by_text[text]


def _taken(rows: pa.StructArray, places: list[int]) -> pa.StructArray:
    """Return some of the rows, without copying if they are adjacent, as they often are in logs."""
    first, count = places[0], len(places)
    if places == list(range(first, first + count)):
        return rows.slice(first, count)
    return rows.take(numbers(array("i", places)))


def _by_call(calls: list[AnsweredCall | None]) -> Iterable[tuple[AnsweredCall, list[int]]]:
    """Return each call with the indexes of the texts that it answered."""
    result: dict[int, tuple[AnsweredCall, list[int]]] = {}
    for at, call in enumerate(calls):
        if call is not None:
            result.setdefault(id(call), (call, []))[1].append(at)
    return result.values()


# ``row`` is the index in the batch. A part that was not examined has ``unread`` instead of a link.
LINKS = pa.schema(
    [
        ("row", pa.int64()),
        ("kind", TEXT),
        ("part", TEXT),
        ("element", TEXT),
        ("attribute", TEXT),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("value", TEXT),
        ("text", TEXT),
        ("target", TEXT),
        ("severity", TEXT),
        ("rank", pa.int8()),
        ("codes", TEXTS),
        ("headline", TEXT),
        ("host", TEXT),
        ("final_host", TEXT),
        ("unread", TEXT),
    ]
)
NAMES = tuple(LINKS.names)
# The maximum number of links in an output batch.
READ_AT_ONCE = 16_384


def scan_batch(
    batch: pa.RecordBatch,
    column: str = "content",
    *,
    name: str | None = None,
    base: str | None = None,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[pa.RecordBatch]:
    """Yield the links in a column of files (bytes or strings), in batches; null has no links.

    ``name`` is the column with the file names, which hint at the kinds of the files; ``base`` is
    the column with their base URIs.
    """
    by = JudgedBy(edition, texts_of("protect", protect), lists)
    hints = repeat(None) if name is None else texts_in(column_in(batch, name))
    bases = repeat(None) if base is None else texts_in(column_in(batch, base))
    contents = column_in(batch, column)
    if pa.types.is_string(contents.type) or pa.types.is_large_string(contents.type):
        contents = contents.cast(pa.large_binary())
    rows: list[tuple[Any, ...]] = []
    for row, (content, hint, at) in enumerate(zip(contents, hints, bases, strict=False)):
        for link in _links(row, content.as_py(), hint, at, by):
            rows.append(link)
            if len(rows) == READ_AT_ONCE:
                yield batch_of(rows, LINKS)
                rows = []
    if rows:
        yield batch_of(rows, LINKS)


def _links(
    row: int, content: bytes | None, name: str | None, base: str | None, by: JudgedBy
) -> Iterator[tuple[Any, ...]]:
    if content is None:
        return
    document = scan(
        content, name=name, base=base, edition=by.edition, protect=by.protect, lists=by.lists
    )
    for link in document.links:
        yield _row(row, document.kind, link)
    for part in document.not_examined:
        yield _unread(row, document.kind, part.part, part.reason)


def _row(row: int, kind: str, link: Link) -> tuple[Any, ...]:
    place, source, judgement = link.place, link.source, link.judged()
    verdict, target = judgement.verdict, link.target
    codes = list(dict.fromkeys(each.code for each in judgement.findings))
    return (
        row,
        kind,
        link.part,
        place.element,
        place.attribute,
        source.start,
        source.end,
        well_formed(link.value),
        well_formed(link.text),
        well_formed(target),
        verdict.severity,
        RANKS[verdict.severity],
        codes,
        verdict.headline,
        well_formed(verdict.host),
        well_formed(verdict.final_host),
        None,
    )


def _unread(row: int, kind: str, part: str, reason: str) -> tuple[Any, ...]:
    values: dict[str, Any] = {"row": row, "kind": kind, "part": part, "unread": reason}
    return tuple(values.get(each) for each in NAMES)


# ClickHouse's functions, and the equivalent columns.
CLICKHOUSE = {
    "protocol": "url.scheme",
    "domain": "url.domain",
    "topLevelDomain": "url.top_level_domain",
    "cutToFirstSignificantSubdomain": "url.registered_domain",
    "port": "url.port",
    "path": "url.path",
    "queryString": "url.query",
    "fragment": "url.fragment",
}
# The attributes of OCSF's object "url", and the equivalent columns.
OCSF = {
    "url_string": "url.original",
    "scheme": "url.scheme",
    "hostname": "url.domain",
    "domain": "url.registered_domain",
    "subdomain": "url.subdomain",
    "port": "url.port",
    "path": "url.path",
    "query_string": "url.query",
}


def _file(reference: Reference) -> str:
    query = reference.query
    return reference.path if query is None else f"{reference.path}?{query}"


# The parts of parse_url in Spark and Hive.
SPARK: dict[str, Callable[[Reference], str | None]] = {
    "HOST": lambda each: each.host,
    "PATH": lambda each: each.path,
    "QUERY": lambda each: each.query,
    "REF": lambda each: each.fragment,
    "PROTOCOL": lambda each: each.scheme,
    "AUTHORITY": lambda each: each.authority,
    "FILE": _file,
    "USERINFO": lambda each: each.userinfo,
}


def parse_url(strings: Strings, part: str, key: str | None = None) -> pa.Array:
    """Return one part of each text as written; for the query, the value of ``key`` if given.

    Like Spark's try_parse_url, it raises no error for any text.
    """
    if part not in SPARK:
        raise unknown_choice("part", part, SPARK)
    if key is not None and part != "QUERY":
        raise unknown_choice("part", part, ["QUERY"])
    read = SPARK[part] if key is None else lambda each: _value_of(each, key)
    encoded = encoded_texts(strings)
    values = [read(parse(text)) for text in texts_in(encoded.dictionary)]
    return pa.array(values, pa.string()).take(encoded.indices)


try_parse_url = parse_url


def _value_of(reference: Reference, key: str) -> str | None:
    start, end = reference.spans[7]
    span = None if start < 0 else Span(start, end)
    for name, value in pairs(reference.text, span):
        if value is not None and name.of(reference.text) == key:
            return value.of(reference.text)
    return None


def column_of(strings: Strings, name: str) -> pa.Array:
    """Return the column for a name that ClickHouse uses, such as "domain" or "topLevelDomain"."""
    if name not in CLICKHOUSE:
        raise unknown_choice("function", name, CLICKHOUSE)
    return _column(inspect_array(strings, columns=[CLICKHOUSE[name]]), CLICKHOUSE[name])


def ocsf_url(strings: Strings) -> pa.StructArray:
    """Return OCSF's "url" object for each text; null for null."""
    rows = inspect_array(strings, columns=OCSF.values())
    fields: list[Any] = [_column(rows, each) for each in OCSF.values()]
    return pa.StructArray.from_arrays(fields, list(OCSF), mask=rows.is_null())


def _column(rows: pa.StructArray, name: str) -> pa.Array:
    return pc.struct_field(rows, name.split("."))
