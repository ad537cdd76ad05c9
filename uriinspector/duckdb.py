"""Functions that inspect links in DuckDB; ``register(connection)`` adds them.

    SELECT uri_verdict(url).severity, count(*) FROM proxy GROUP BY ALL

Needs the extra "duckdb". Recently inspected links are cached (see `arrow/functions.py` for the
limits); if a table has many repeated links, inspect the distinct links and join the results.
"""

from collections.abc import Callable, Iterable

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from duckdb.func import FunctionNullHandling, PythonUDFType

from uriinspector.arrow import inspect_array, inspection_type
from uriinspector.arrow.functions import RecentRows
from uriinspector.core.parse import texts_of

# The SQL functions, and the group of columns that each one returns.
FUNCTIONS = {"uri_verdict": "uri", "uri_parts": "url"}
SIMPLE = {
    pa.string(): "VARCHAR",
    pa.int8(): "TINYINT",
    pa.int32(): "INTEGER",
    pa.bool_(): "BOOLEAN",
}


def register(
    connection: duckdb.DuckDBPyConnection, *, edition: str = "2005", protect: Iterable[str] = ()
) -> None:
    """Add ``uri_verdict(text)`` and ``uri_parts(text)`` to a connection.

    NULL returns NULL, and no text raises an error.
    """
    known = texts_of("protect", protect)
    for name, group in FUNCTIONS.items():
        result = type_name(inspection_type([group]).field(group).type)
        connection.create_function(
            name,
            _answers(group, edition, known),
            ["VARCHAR"],
            result,
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )


def _answers(
    group: str, edition: str, protect: tuple[str, ...]
) -> Callable[[pa.ChunkedArray], pa.StructArray]:
    """Return the function that DuckDB calls with a vector of texts; it must have one parameter."""

    def inspected(texts: pa.Array) -> pa.StructArray:
        rows = inspect_array(texts, columns=[group], edition=edition, protect=protect)
        return pc.struct_field(rows, [group])

    recent = RecentRows(inspected)

    def answer(texts: pa.ChunkedArray) -> pa.StructArray:
        return recent.rows(texts)

    return answer


def type_name(kind: pa.DataType) -> str:
    """Return DuckDB's name for an Arrow type."""
    if pa.types.is_list(kind):
        return f"{type_name(kind.value_type)}[]"
    if pa.types.is_struct(kind):
        fields = (f'"{each.name}" {type_name(each.type)}' for each in kind)
        return f"STRUCT({', '.join(fields)})"
    return SIMPLE[kind]
