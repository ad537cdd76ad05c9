"""The overhead of a column over its inspections: python -m tests.benchmarks.columns.

Both sides take the same texts alternately in one process. Reported is the median of the ratios of
processor time. The links are taken once each, and as in a log: few hosts, many paths, a third of
the lines repeated.
"""

import time
from collections.abc import Callable
from statistics import median

import duckdb
import pyarrow as pa
from rich.console import Console
from rich.table import Table

import uriinspector
from tests.benchmarks.corpus import references
from uriinspector.arrow import inspect_array
from uriinspector.duckdb import register

ROUNDS = 7
SIZE = 30_000
SOME = ("uri.severity", "uri.codes", "uri.host")


def log_lines() -> list[str]:
    """Return links to a hundred hosts, a third of them twice."""
    new = [
        f"https://www{n % 97}.example.org/path/{n}/page.html?n={n}" for n in range(SIZE * 2 // 3)
    ]
    return [*new, *new[: SIZE // 3]]


def inspected(texts: list[str]) -> None:
    for text in texts:
        _ = uriinspector.inspect(text).verdict


def all_columns(texts: list[str]) -> None:
    inspect_array(pa.array(texts))


def some_columns(texts: list[str]) -> None:
    """Compute severity, findings and host."""
    inspect_array(pa.array(texts), columns=SOME)


def grammar_columns(texts: list[str]) -> None:
    """Compute the columns that only need the grammar."""
    inspect_array(pa.array(texts), columns=["url"])


def one_group(texts: list[str]) -> None:
    """Compute all columns returned by the SQL function."""
    inspect_array(pa.array(texts), columns=["uri"])


def in_sql(texts: list[str]) -> None:
    """Compute the same in SQL, on a connection with an empty cache."""
    connection = connections.pop()
    connection.register("links", pa.table({"url": texts}))
    connection.sql("SELECT uri_verdict(url) FROM links").to_arrow_table()
    connection.close()


connections: list[duckdb.DuckDBPyConnection] = []


def connected() -> None:
    """Connect in advance: starting DuckDB takes about 15 ms, independent of the rows."""
    connection = duckdb.connect()
    register(connection)
    connections.append(connection)


PAIRS: tuple[tuple[str, Callable[[list[str]], None], str, Callable[[list[str]], None]], ...] = (
    ("Arrow, all columns", all_columns, "inspect", inspected),
    ("Arrow, three columns", some_columns, "inspect", inspected),
    ("Arrow, url alone", grammar_columns, "inspect", inspected),
    ("DuckDB, uri_verdict", in_sql, "Arrow, uri", one_group),
)


def seconds(work: Callable[[list[str]], None], texts: list[str]) -> float:
    """Return the processor time of one round."""
    if work is in_sql:
        connected()
    before = time.process_time()
    work(texts)
    return time.process_time() - before


def main() -> None:
    """Measure and print the figures."""
    table = Table("corpus", "ours", "beside", "us a row", "ratio", "from to")
    for name, texts in (("references", references(SIZE)), ("log lines", log_lines())):
        for ours, work, beside, other in PAIRS:
            times = [(seconds(other, texts), seconds(work, texts)) for _ in range(ROUNDS + 1)][1:]
            ratios = sorted(mine / theirs for theirs, mine in times)
            row = median(mine for _, mine in times) / len(texts) * 1e6
            spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
            table.add_row(name, ours, beside, f"{row:.1f}", f"{median(ratios):.2f}", spread)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
