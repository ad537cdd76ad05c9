"""The names that people know from their engines, and other schemas: views of the same columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from uriinspector.arrow.arrow_texts import texts_in
from uriinspector.arrow.inspections import encoded_texts, inspect_array
from uriinspector.core.model import Span
from uriinspector.core.parse import parse, unknown_choice
from uriinspector.core.schemes.dossier import pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.core.reference import Reference

    Strings: TypeAlias = pa.Array | pa.ChunkedArray | Sequence[str | None]

# ClickHouse's functions, and the columns that they are.
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
# The attributes of OCSF's object "url", and the columns that they are.
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
    """One part of each text as it is written; of a query, the value of one key where it is named.

    What Spark calls try_parse_url is the same: no text raises.
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
    """A column by the name that ClickHouse has for it: "domain", "topLevelDomain"."""
    if name not in CLICKHOUSE:
        raise unknown_choice("function", name, CLICKHOUSE)
    return _column(inspect_array(strings, columns=[CLICKHOUSE[name]]), CLICKHOUSE[name])


def ocsf_url(strings: Strings) -> pa.StructArray:
    """OCSF's object "url" of each text; null for null."""
    rows = inspect_array(strings, columns=OCSF.values())
    fields: list[Any] = [_column(rows, each) for each in OCSF.values()]
    return pa.StructArray.from_arrays(fields, list(OCSF), mask=rows.is_null())


def _column(rows: pa.StructArray, name: str) -> pa.Array:
    return pc.struct_field(rows, name.split("."))
