"""The columns of a table that ``uriinspect table`` wrote, by which it is known and read."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa

from uriinspector.arrow.document_links import LINKS
from uriinspector.arrow.inspections import INTO

if TYPE_CHECKING:
    from collections.abc import Iterator

DAMAGED = "damaged, or not a Parquet file"
TOO_LARGE = "its columns are too large to be opened"
NOT_RESULTS = "not a table of results as uriinspect table writes it"
OF_FILES = "a table of links in emails or pages; only tables of inspected links can be opened"
NO_SEVERITIES = "the table has no severities: uri.severity or uri.rank"
NO_LINKS = "the table does not say which of its columns was inspected: url.original is missing"
ORIGINAL, SEVERITY, RANKED = "url.original", "uri.severity", "uri.rank"
CODES, HOST, FINAL_HOST = "uri.codes", "uri.host", "uri.final_host"
RULES_VERSION = "uri.rules_version"
# A column that says with its metadata what it holds: links of documents have a base.
ROLE = b"uriinspector.role"
BASE, TARGET = "base", "target"
TEXTS = (ORIGINAL, SEVERITY, HOST, FINAL_HOST, RULES_VERSION)


class ResultTableError(ValueError):
    """Why a table is not opened."""


@contextmanager
def refusing() -> Iterator[None]:
    """Whatever the library says of a file that is not whole, in words of ours."""
    try:
        yield
    except MemoryError as error:
        raise ResultTableError(TOO_LARGE) from error
    except (pa.ArrowException, OSError, OverflowError) as error:
        raise ResultTableError(DAMAGED) from error


def result_kinds(schema: pa.Schema) -> dict[str, pa.DataType]:
    """Which of the columns that are read there are, each of the type that it has to have."""
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
    """A column with the base or the target of each link."""
    return pa.field(role, pa.string(), metadata={ROLE: role.encode()})


def contexts(schema: pa.Schema) -> list[str]:
    """Which of those there are; another column may have the same name by chance."""
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
    """Whether a column holds texts, however it does that."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))
