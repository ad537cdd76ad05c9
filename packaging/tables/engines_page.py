"""The recipes and measurements on the manual's page about engines for columns of links."""

from __future__ import annotations

import json
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from markdown_table import table

from uriinspector.arrow import inspect_array

RECIPES = Path(__file__).resolve().parents[1] / "recipes"
HOSTS = Path(__file__).with_name("whose_host.json")
TITLES = {
    "polars": "Polars",
    "datafusion": "DataFusion",
    "dask": "Dask",
    "daft": "Daft",
    "ray": "Ray Data",
    "beam": "Beam",
}
# What ``python -m tests.benchmarks.peers --write`` measured.
COSTS = Path(__file__).with_name("row_costs.json")
# What ``python -m tests.benchmarks.skew --write`` did, and ``spark_skew``.
SKEW = Path(__file__).with_name("skew.json")
ALL_COLUMNS = "`inspect_array`"
ROWS = (1_000_000_000, 10_000_000_000, 100_000_000_000)
CORES = 64


def engine_values(_: Callable[[str], str]) -> dict[str, str]:
    """Return the recipes, and what was measured."""
    recipes = "\n\n".join(f"## {title}\n\n{recipe(name)}" for name, title in TITLES.items())
    values = {"spark": recipe("spark"), "recipes": recipes}
    return values | row_costs() | skew_figures() | whose_host()


COST_HEADS = (
    *("program", "what it answers", "a link, µs", "of `urlsplit`", "a line of a log, µs"),
    "of `urlsplit`",
)


def row_costs() -> dict[str, str]:
    """What a row costs by the last measurement, and what follows for many rows."""
    kept = json.loads(COSTS.read_text("utf-8"))
    [(_, _, new, _, log, _)] = (row for row in kept["programs"] if row[0].startswith(ALL_COLUMNS))
    return {
        "new": f"{round(1e6 / new, -2):,.0f}",
        "log": f"{round(1e6 / log, -2):,.0f}",
        "sizes": table((("rows", *_heads()), *(_size(rows, new, log) for rows in ROWS))),
        "date": kept["date"],
        "cost_python": kept["python"],
        "costs": table((COST_HEADS, *map(_cost, kept["programs"]))),
    }


def skew_figures() -> dict[str, str]:
    """What skewed and repeated rows cost, by the last measurement."""
    kept = json.loads(SKEW.read_text("utf-8"))
    here, spark = kept["one computer"], kept["spark"]
    one, other = (here["ways"][f"DuckDB, {way}"] for way in ("distinct and join", "row by row"))
    shares = {shape: f"{rate / other[shape][0]:.2f}" for shape, (rate, _) in one.items()}
    return {
        "skew": _skew_table(here["ways"]),
        "skew_rows": f"{here['rows']:,}",
        "distinct_spread": shares["spread"],
        "distinct_repeated": shares["each link 50 times"],
        "spark_skew": _skew_table(spark["ways"]),
        "skew_spark": spark["version"],
        "spark_rows": f"{spark['rows']:,}",
    }


def _skew_table(ways: dict[str, dict[str, list[float]]]) -> str:
    shapes = list(next(iter(ways.values())))
    rows = ((way, *(_skew_cell(found[each]) for each in shapes)) for way, found in ways.items())
    return table((("rows", *shapes), *rows))


def _skew_cell(figures: list[float]) -> str:
    rate, *ratios = figures
    return f"{round(rate, -2):,} ({'; '.join(map(str, ratios))})"


def _cost(row: list[Any]) -> tuple[str, ...]:
    """A row of the table, its figures as they are read."""
    name, answers, *figures = row
    return name, answers, *(f"{each:,.0f}" if each >= 1_000 else f"{each}" for each in figures)


def whose_host() -> dict[str, str]:
    """The table of hosts, from answers that were kept."""
    kept = json.loads(HOSTS.read_text("utf-8"))
    links, columns = kept["links"], kept["hosts"]
    browsers = [row["uri"]["host"] for row in inspect_array(links, columns=["uri"]).to_pylist()]
    cells = [links, browsers, *columns.values()]
    heads = ("link", "browsers go to", *(f"`{each}`" for each in columns))
    rows = [tuple(_cell(each) for each in row) for row in zip(*cells, strict=True)]
    python, spark, tried = (str(_different(browsers, each)) for each in columns.values())
    return {
        "hosts": table((heads, *rows)),
        "python": kept["versions"]["Python"],
        "spark_version": kept["versions"]["Spark"],
        "different": python,
        "spark_different": spark,
        "try_different": tried,
        "all": str(len(links)),
    }


def _cell(text: str | None) -> str:
    """A text with nothing hidden in it."""
    if text is None:
        return "none"
    return text if text == "an error" else f"`{text.encode('unicode_escape').decode('ascii')}`"


def _different(browsers: list[str | None], others: list[str | None]) -> int:
    pairs = zip(browsers, others, strict=True)
    return sum(_plain(one) != _plain(other) for one, other in pairs)


def _plain(host: str | None) -> str | None:
    if host is None or ":" not in host:
        return host and host.lower()
    try:
        return ip_address(host.strip("[]")).exploded
    except ValueError:
        return host


def recipe(name: str) -> str:
    """A recipe as it is in its file, as a block of code."""
    rows = (RECIPES / f"{name}.py").read_text("utf-8").splitlines()
    return "\n".join(f"    {row}".rstrip() for row in rows)


def _heads() -> tuple[str, ...]:
    return (
        "core-hours, new hosts",
        f"on {CORES} cores",
        "core-hours, log lines",
        f"on {CORES} cores",
    )


def _size(rows: int, *costs: float) -> tuple[str, ...]:
    """So many rows, and what they take where one costs so many microseconds."""
    cells = [f"{rows:,}"]
    for each in costs:
        hours = rows * each / 1e6 / 3600
        cells += [f"{hours:,.0f}", f"{hours / CORES:,.1f} h"]
    return tuple(cells)
