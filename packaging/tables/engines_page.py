"""The page of the manual about the engines that carry columns of links, with a recipe for each."""

from __future__ import annotations

import json
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

PAGE = """\
# Engines that carry it

URI Inspector has no engine for tables of its own: one function on Arrow, carried by what people
already run. A worker needs the engine alone, without the window: `pip install
'uriinspector-engine[arrow]'`. Each recipe reads `links.parquet` with a column `url` and writes the
same rows with an inspection; the checks run each of them.

On one computer without any of these: `uriinspect table --jobs 2 links.parquet judged.parquet`.
What a process holds does not grow with the rows, but for about 25 kB of Parquet's own table of
contents for each 16,384 of them: with 10,000,000 lines of a log and all columns it was 166 MB at
most, and 160 MB after the first 1,000,000 (`python -m tests.benchmarks.table_memory --log`); where
no two links are the same, 203 MB after 1,000,000, 209 MB after 10,000,000, and 240 MB at most,
while the parts were joined.

## Spark

Tried with Spark 4.3 in local mode; `pip install 'uriinspector-engine[spark]'`.

{spark}

As a job, with Parquet in and out:

    pip install 'uriinspector-engine[spark]'    # on each worker, or in a packed environment
    job=$(python3 -c 'import uriinspector.spark.__main__ as job; print(job.__file__)')
    spark-submit "$job" IN OUT --column url --columns uri.severity,uri.codes --partition-by day

`--distinct` inspects each link once and joins the answers to the rows; it pays where lines repeat
themselves and costs two shuffles. `--partitions` spreads few large files over more tasks.

### A cluster, on paper

No cluster was run. The table is computed from what one core of one computer inspects, all columns,
as measured below (`inspect_array`): {new} rows a second where nearly each link goes to a new host,
{log} where lines of a log have few hosts. Reading, writing and shuffling come on top.

{sizes}

- **Skew.** Rows are inspected where they are read: nothing is grouped by host, so one host in half
  of the rows makes no task longer; "Skew and repeated rows" below has figures. With `--distinct`,
  rows are joined by the whole link, and Spark may have to bring all rows of one link to one task;
  it splits partitions above `spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes`.
- **Tasks.** Spark joins small partitions of the distinct links to few tasks, because it counts
  their octets and not what inspecting them costs: name `--partitions` with `--distinct`.
- **State.** None is kept between rows, but for what each Python worker remembers about hosts, in
  caches of bounded size. `spark.python.worker.reuse` (on by default) keeps it from task to task.
- **Memory.** A worker needs some 200 MB of Python beside Spark's own memory; leave it room with
  `spark.executor.memoryOverhead`.
- **Again.** Output partitions are named by Spark. `uri.rules_version` says which rules judged a
  row, so that rows of older rules can be found and judged again.

{recipes}

## What a row costs

Measured on {date} on a computer with two cores, which had other work as well, with Python
{cost_python}: `python -m tests.benchmarks.peers` runs each program in a process and with libraries
of its own, and gives all of them the same rows in turn, a new slice of 1,000 in each of seven
rounds, dfir-unfurl the first 20 of a slice. Told are the medians of the processor time of a row and
of its ratio to that of `urlsplit` in the same round. The links go to a new host nearly each time;
the lines of a log have 97 hosts, and a third of them comes for the second time. The programs do
different work: the table says what each answers, not which is better.

{costs}

## Skew and repeated rows

Rows of which nearly each goes to a host of its own stand beside rows of which half go to one host,
half are one link, or each link comes fifty times on average, some of them far more often:
`python -m tests.benchmarks.skew`, {skew_rows} rows of each, on the same computer; each way in a
process of its own, with new rows in each of three rounds. A cell has the rows that a second of the
processor inspects, and how many times those of spread rows that is in the same round, as medians.
No kind of rows is slower than spread ones.

{skew}

To ask for each link once and join costs spread rows little in DuckDB ({distinct_spread} of the rate
without) and is worth it for links that come again ({distinct_repeated} of the rate).

The same in Spark {skew_spark} in local mode, with {spark_rows} rows in eight files
(`python -m tests.benchmarks.spark_skew`), Java and Python counted together. The other figures in a
cell are of the stage that ran longest: how many tasks it had, and how many times their mean the
longest of them ran.

{spark_skew}

## Whose host?

What functions that people have at hand answer for deceptive links, run with Python {python} and
Spark {spark_version}, beside the host that browsers go to (`uri.host`, by the library ada-url).
`parse_url` of Spark ends the whole query where it says "an error"; `try_parse_url` answers null.
DuckDB 2.0 has no function for the host of a link without an extension. Links and hosts are written
as Python writes strings.

{hosts}

They differ from browsers in {different} of {all} (`urlsplit`), {spark_different} of {all}
(`parse_url`) and {try_different} of {all} (`try_parse_url`), compared as texts; letter case and the
forms of an IPv6 address are not counted.
"""


def engines_page() -> str:
    """Write the page."""
    return PAGE.format(
        spark=recipe("spark"),
        **row_costs(),
        **skew_figures(),
        **whose_host(),
        recipes="\n\n".join(f"## {title}\n\n{recipe(name)}" for name, title in TITLES.items()),
    )


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


def whose_host() -> dict[str, Any]:
    """The table of hosts, from answers that were kept."""
    kept = json.loads(HOSTS.read_text("utf-8"))
    links, columns = kept["links"], kept["hosts"]
    browsers = [row["uri"]["host"] for row in inspect_array(links, columns=["uri"]).to_pylist()]
    cells = [links, browsers, *columns.values()]
    heads = ("link", "browsers go to", *(f"`{each}`" for each in columns))
    rows = [tuple(_cell(each) for each in row) for row in zip(*cells, strict=True)]
    python, spark, tried = (_different(browsers, each) for each in columns.values())
    return {
        "hosts": table((heads, *rows)),
        "python": kept["versions"]["Python"],
        "spark_version": kept["versions"]["Spark"],
        "different": python,
        "spark_different": spark,
        "try_different": tried,
        "all": len(links),
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
