"""Recipes for the manual's page about engines, and figures for the page about benchmarks."""

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
# Written by ``python -m tests.benchmarks.peers --write``.
COSTS = Path(__file__).with_name("row_costs.json")
# Written by ``python -m tests.benchmarks.skew --write`` and ``spark_skew``.
SKEW = Path(__file__).with_name("skew.json")
ALL_COLUMNS = "`inspect_array`"
ROWS = (1_000_000_000, 10_000_000_000, 100_000_000_000)
CORES = 64
LOG_ROWS = (1_000_000, 1_000_000_000)
LOG_CORES = 4


def engine_values(_: Callable[[str], str]) -> dict[str, str]:
    recipes = "\n\n".join(f"## {title}\n\n{recipe(name)}" for name, title in TITLES.items())
    return {"spark": recipe("spark"), "recipes": recipes}


def benchmark_values(_: Callable[[str], str]) -> dict[str, str]:
    return row_costs() | skew_figures() | whose_host()


def log_values(say: Callable[[str], str]) -> dict[str, str]:
    """Return the time for many rows on a computer with several cores."""
    new, log = costs_in_all_columns()
    heads = (say("rows"), say("new hosts"), say("lines of a log"))
    rows = (
        (f"{rows:,}".replace(",", say(",")), _time(rows * new, say), _time(rows * log, say))
        for rows in LOG_ROWS
    )
    return {
        "new": per_second(new).replace(",", say(",")),
        "log": per_second(log).replace(",", say(",")),
        "times": table((heads, *rows)),
    }


def costs_in_all_columns() -> tuple[float, float]:
    """Return the microseconds per row with new hosts, and per line of a log."""
    kept = json.loads(COSTS.read_text("utf-8"))
    [(_, _, new, _, log, _)] = (row for row in kept["programs"] if row[0].startswith(ALL_COLUMNS))
    return new, log


def per_second(cost: float) -> str:
    """Return rows per second from microseconds per row."""
    return f"{round(1e6 / cost, -2):,.0f}"


def _time(microseconds: float, say: Callable[[str], str]) -> str:
    """Return the time on several cores in a suitable unit."""
    seconds = microseconds / 1e6 / LOG_CORES
    if seconds < 60:
        return say("{count} seconds").format(count=f"{seconds:.0f}")
    if seconds < 3600:
        return say("{count} minutes").format(count=f"{seconds / 60:.0f}")
    return say("{count} hours").format(count=f"{seconds / 3600:.1f}".replace(".", say(".")))


COST_HEADS = (
    *("program", "what it returns", "µs per link", "ratio to `urlsplit`", "µs per log line"),
    "ratio to `urlsplit`",
)


def row_costs() -> dict[str, str]:
    """Return the cost of a row in the last measurement, and the totals for many rows."""
    kept = json.loads(COSTS.read_text("utf-8"))
    new, log = costs_in_all_columns()
    return {
        "new": per_second(new),
        "log": per_second(log),
        "sizes": table((("rows", *_heads()), *(_size(rows, new, log) for rows in ROWS))),
        "date": kept["date"],
        "cost_python": kept["python"],
        "costs": table((COST_HEADS, *map(_cost, kept["programs"]))),
    }


def skew_figures() -> dict[str, str]:
    """Return the cost of skewed and repeated rows in the last measurement."""
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
    """Return a row of the table with formatted figures."""
    name, answers, *figures = row
    return name, answers, *(f"{each:,.0f}" if each >= 1_000 else f"{each}" for each in figures)


def whose_host() -> dict[str, str]:
    """Return a table of hosts from the stored answers."""
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
    """Return text with hidden characters escaped, as code."""
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
    """Return the file of a recipe as an indented block of code."""
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
    """Return a number of rows, with the hours that they take at each cost."""
    cells = [f"{rows:,}"]
    for each in costs:
        hours = rows * each / 1e6 / 3600
        cells += [f"{hours:,.0f}", f"{hours / CORES:,.1f} h"]
    return tuple(cells)
