"""DuckDB functions give the same results as inspected columns."""

import duckdb
import pyarrow as pa
import pytest

import uriinspector.duckdb
from tests.architecture.source import ROOT
from tests.arrow.test_inspections import HOSTILE
from uriinspector.arrow import inspect_array
from uriinspector.duckdb import register, type_name


def connected(**options: object) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    register(connection, **options)  # type: ignore[arg-type]
    return connection


def test_sql_results_equal_column_results_for_any_field_and_option() -> None:
    texts = [each for each in HOSTILE if "\x00" not in each]
    links = pa.table({"url": [*texts, None]})
    connection = connected()
    connection.register("links", links)
    rows = connection.execute("SELECT uri_verdict(url), uri_parts(url) FROM links").fetchall()
    alone = inspect_array([*texts, None]).to_pylist()
    assert rows == [(row and row["uri"], row and row["url"]) for row in alone]
    asked = "SELECT uri_verdict('http://paypal.com@evil.test/').severity, uri_verdict(NULL)"
    assert connected().execute(asked).fetchall() == [("high", None)]
    asked = "SELECT uri_verdict('http://examp1e.com/').codes"
    [(codes,)] = connected(protect=["example.com"]).execute(asked).fetchall()
    assert "lookalike" in codes


def test_table_can_be_grouped_by_domain() -> None:
    connection = connected()
    connection.execute(
        "CREATE TABLE proxy AS SELECT 'https://h' || (i % 10) || '.example/' || i AS url"
        " FROM range(5000) r(i)"
    )
    asked = "SELECT uri_parts(url).domain AS host, count(*) FROM proxy GROUP BY ALL ORDER BY host"
    assert connection.execute(asked).fetchall() == [(f"h{n}.example", 500) for n in range(10)]


def test_recipe_for_distinct_links_keeps_every_row() -> None:
    connection = connected()
    rows = [("http://paypal.com@evil.test/", 1), (None, 2), ("https://a.co.uk/x", 3), (None, 4)]
    rows.append((rows[0][0], 5))
    connection.execute("CREATE TABLE proxy (url VARCHAR, line INTEGER)")
    connection.executemany("INSERT INTO proxy VALUES (?, ?)", rows)
    asked = (ROOT / "packaging/recipes/distinct.sql").read_text("utf-8")
    found = connection.execute(f"SELECT * FROM ({asked}) ORDER BY line").fetchall()
    severities = ["high", None, None, None, "high"]
    assert found == [(*row, each) for row, each in zip(rows, severities, strict=True)]


def test_column_types_have_sql_names() -> None:
    kind = pa.struct([("a", pa.list_(pa.string())), ("b", pa.bool_())])
    assert type_name(kind) == 'STRUCT("a" VARCHAR[], "b" BOOLEAN)'
    assert set(uriinspector.duckdb.FUNCTIONS) == {"uri_verdict", "uri_parts"}
    with pytest.raises(KeyError):
        type_name(pa.date32())
