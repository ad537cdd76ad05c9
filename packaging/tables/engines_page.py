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
# Rows that one core inspects in a second, all columns: links that are each new, and lines of a log
# with few hosts: inspect_array on 20,000 of each, processor time of the first run in a process.
NEW, LOG = 8_000, 29_000
# What ``python -m tests.benchmarks.peers`` printed: program, what it answers, and the microseconds
# of a row and how many times that is what urlsplit takes, for links and for lines of a log.
COST_DATE, COST_PYTHON = "2026-11-23", "3.11.7"
COSTS = (
    ("`urllib.parse.urlsplit`", "five parts and the host", 3.9, 1.0, 2.4, 1.0),
    ("ada-url 4.0.0", "the parts as browsers have them", 2.7, 0.7, 2.5, 1.0),
    ("tldextract 5.4.0", "subdomain, domain and suffix", 3.1, 0.9, 2.8, 1.2),
    ("dfir-unfurl 20261007", "a tree of what the values in it say", 29_608, 7_925, 23_719, 10_385),
    ("`inspect`", "parts, faults, findings and verdict", 116.7, 30.7, 15.0, 6.3),
    ("`inspect_array`, pyarrow 26.0.1", "the same in all columns of Arrow", 156.2, 39.9, 22.1, 9.0),
    ("`uri_verdict`, DuckDB 2.0.0", "the columns of `uri`", 145.4, 37.7, 24.7, 9.9),
)
ROWS = (1_000_000_000, 10_000_000_000, 100_000_000_000)
CORES = 64

PAGE = """\
# Engines that carry it

URI Inspector has no engine for tables of its own: one function on Arrow, carried by what people
already run. A worker needs the engine alone, without the window: `pip install
'uriinspector-engine[arrow]'`. Each recipe reads `links.parquet` with a column `url` and writes the
same rows with an inspection; the checks run each of them.

On one computer without any of these: `uriinspect table --jobs 2 links.parquet judged.parquet`.

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

No cluster was run. The table is computed from what one core of one computer inspects, all columns:
{new} rows a second where each link is new, {log} where lines of a log have few hosts. Reading,
writing and shuffling come on top.

{sizes}

- **Skew.** Rows are inspected where they are read: nothing is grouped by host, so one host in half
  of the rows makes no task longer. With `--distinct`, rows are joined by the whole link; where one
  link is in much of the rows, `spark.sql.adaptive.skewJoin.enabled` (on by default) splits it.
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
        new=f"{NEW:,}",
        log=f"{LOG:,}",
        sizes=table((("rows", *_heads()), *map(_size, ROWS))),
        **whose_host(),
        date=COST_DATE,
        cost_python=COST_PYTHON,
        costs=table((COST_HEADS, *map(_cost, COSTS))),
        recipes="\n\n".join(f"## {title}\n\n{recipe(name)}" for name, title in TITLES.items()),
    )


COST_HEADS = (
    *("program", "what it answers", "a link, µs", "of `urlsplit`", "a line of a log, µs"),
    "of `urlsplit`",
)


def _cost(row: tuple[str, str, float, float, float, float]) -> tuple[str, ...]:
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
        "core-hours, each link new",
        f"on {CORES} cores",
        "core-hours, log lines",
        f"on {CORES} cores",
    )


def _size(rows: int) -> tuple[str, ...]:
    cells = [f"{rows:,}"]
    for rate in (NEW, LOG):
        hours = rows / rate / 3600
        cells += [f"{hours:,.0f}", f"{hours / CORES:,.1f} h"]
    return tuple(cells)
