"""The cost of skewed and repeated rows: python -m tests.benchmarks.skew [--write].

Rows that each have a different host are compared with rows of which half have one host, half are
one link, or each link occurs fifty times on average, by Zipf's law. Each way to inspect them runs
in a new process; the ways alternate, with new rows in each round. Reported are the medians of the
rows inspected per second of processor time, and of the ratio to spread rows of the same round.
``--write`` stores them for the manual.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import duckdb
import pyarrow as pa
from rich.console import Console
from rich.table import Table

from tests.architecture.source import ROOT
from tests.benchmarks.corpus import web
from uriinspector.arrow import inspect_array, map_batches
from uriinspector.duckdb import register

SIZE, ROUNDS, TIMES, BATCH = 50_000, 3, 50, 16_384
RECIPE = ROOT / "packaging/recipes/distinct.sql"
KEPT = ROOT / "packaging/tables/skew.json"
COLUMNS = ["uri"]


def spread(random: Random, count: int) -> list[str]:
    """Return links with almost always different hosts."""
    return [web(random) for _ in range(count)]


def one_host(random: Random, count: int) -> list[str]:
    """Return links of which half have one host, with new paths."""
    own = f"https://www.h{random.randrange(10**9)}.example"
    half = [f"{own}/path/{number}/page.html?n={number}" for number in range(count // 2)]
    return _mixed(random, half + spread(random, count - len(half)))


def one_link(random: Random, count: int) -> list[str]:
    """Return links of which half are equal."""
    return _mixed(random, [web(random)] * (count // 2) + spread(random, count - count // 2))


def repeated(random: Random, count: int) -> list[str]:
    """Return links repeated fifty times on average, with frequencies by Zipf's law."""
    links = spread(random, count // TIMES)
    weights = [1 / (place + 1) for place in range(len(links))]
    return random.choices(links, weights, k=count)


def _mixed(random: Random, rows: list[str]) -> list[str]:
    random.shuffle(rows)
    return rows


SHAPES: dict[str, Callable[[Random, int], list[str]]] = {
    "spread": spread, "one host in half": one_host, "one link in half": one_link,
    "each link 50 times": repeated,
}  # fmt: skip


def arrow(rows: pa.Table, _: duckdb.DuckDBPyConnection) -> int:
    """Inspect batch by batch."""
    batches = rows.to_batches(max_chunksize=BATCH)
    return sum(each.num_rows for each in map_batches(batches, columns=COLUMNS))


def row_by_row(rows: pa.Table, connection: duckdb.DuckDBPyConnection) -> int:
    """Let DuckDB inspect each row."""
    return _answered(rows, connection, "SELECT proxy.*, uri_verdict(url).severity FROM proxy")


def distinct(rows: pa.Table, connection: duckdb.DuckDBPyConnection) -> int:
    """Let DuckDB inspect each distinct link once, and join."""
    return _answered(rows, connection, RECIPE.read_text("utf-8"))


def _answered(rows: pa.Table, connection: duckdb.DuckDBPyConnection, asked: str) -> int:
    connection.register("proxy", rows)
    return len(connection.sql(asked).to_arrow_table())


WAYS: dict[str, tuple[str, Callable[[pa.Table, duckdb.DuckDBPyConnection], int]]] = {
    "arrow": ("Arrow, batch by batch", arrow),
    "row-by-row": ("DuckDB, row by row", row_by_row),
    "distinct": ("DuckDB, distinct and join", distinct),
}


def measure_here(way: str, shape: str, number: int, count: int) -> None:
    """Print the processor time, without that of starts."""
    rows = pa.table({"url": SHAPES[shape](Random(number), count)})
    connection = duckdb.connect(config={"threads": 1})
    register(connection)
    inspect_array(["https://user@www.start.example:80/?url=http%3A%2F%2Fa.example%2F"])
    before = time.process_time()
    answered = WAYS[way][1](rows, connection)
    spent = time.process_time() - before
    assert answered == count
    sys.stdout.write(f"{spent}\n")


def seconds(way: str, shape: str, number: int, count: int) -> float:
    """Return the processor time, measured in a new process."""
    command = [sys.executable, "-m", "tests.benchmarks.skew", "--here", way, shape, str(number)]
    answer = subprocess.run(
        [*command, "--rows", str(count)], check=True, capture_output=True, text=True
    )
    return float(answer.stdout)


def measured(count: int) -> dict[str, dict[str, list[float]]]:
    """Return rows per second and ratio to spread rows for each way and shape."""
    found: dict[tuple[str, str], list[float]] = {}
    for number in range(ROUNDS):
        for shape in SHAPES:
            for way in WAYS:
                found.setdefault((way, shape), []).append(seconds(way, shape, number, count))
    return {
        title: {shape: figures(found[way, "spread"], found[way, shape], count) for shape in SHAPES}
        for way, (title, _) in WAYS.items()
    }


def figures(plain: list[float], skewed: list[float], count: int) -> list[float]:
    """Return the rows per second, and their ratio to spread rows."""
    ratios = [one / other for one, other in zip(plain, skewed, strict=True)]
    return [round(count / median(skewed)), round(median(ratios), 2)]


def keep(name: str, found: dict[str, Any]) -> None:
    """Store figures next to existing ones."""
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    text = json.dumps(dict(sorted((kept | {name: found}).items())), indent=1)
    KEPT.write_text(f"{text}\n", "utf-8")


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=SIZE)
    parser.add_argument("--write", action="store_true", help=f"keep them in {KEPT.name}")
    parser.add_argument("--here", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        way, shape, number = options.here
        measure_here(way, shape, int(number), options.rows)
        return
    found = measured(options.rows)
    table = Table("rows a second of the processor", *SHAPES)
    for title, shapes in found.items():
        table.add_row(title, *(f"{rate:,.0f} (x{ratio})" for rate, ratio in shapes.values()))
    Console(width=120).print(table)
    if options.write:
        keep("one computer", {"rows": options.rows, "ways": found})


if __name__ == "__main__":
    main()
