"""Skewed and repeated rows in Spark: python -m tests.benchmarks.spark_skew [--write], on Linux.

Needs the extra "spark" and Java. In one session in local mode, the rows of ``skew.py`` are read
from Parquet, inspected and written by the job: all rows, and each distinct link once. Reported are
the rows inspected per second of processor time (Java and Python together), the ratio to spread rows
of the same round, and for the longest stage of the job the number of tasks and the ratio of its
longest task to the mean, by the clock. All are medians of the rounds.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

import pyarrow as pa
import pyarrow.parquet
from pyspark.sql import SparkSession
from rich.console import Console
from rich.table import Table

from tests.benchmarks.skew import SHAPES, figures, keep
from uriinspector.spark.__main__ import inspected_links, options

SIZE, ROUNDS, FILES, TICKS = 100_000, 2, 8, 100
COLUMNS = ["--columns", "uri.severity,uri.codes,uri.host"]
WAYS: dict[str, tuple[str, ...]] = {
    "as they come": (),
    "`--distinct`": ("--distinct",),
    f"`--distinct --partitions {FILES}`": ("--distinct", "--partitions", str(FILES)),
}


def write_rows(folder: Path, shape: str, seed: str, count: int) -> None:
    """Write the rows, with another column, in as many files as there are tasks."""
    random = Random(seed)
    links = SHAPES[shape](random, count)
    sums = [f"{random.getrandbits(128):032x}" for _ in links]
    table, size = pa.table({"url": links, "sum": sums}), -(-count // FILES)
    folder.mkdir()
    for at in range(FILES):
        pa.parquet.write_table(table.slice(at * size, size), folder / f"{at}.parquet")


def processor() -> float:
    """Return the processor time of this process and all its children, in seconds."""
    fields = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = each.read_text("ascii", "replace")
        except OSError:
            continue
        fields[int(each.parent.name)] = [
            int(part) for part in text.rpartition(")")[2].split()[1:15]
        ]
    mine = {os.getpid()}
    while more := {pid for pid, (parent, *_) in fields.items() if parent in mine} - mine:
        mine |= more
    return sum(sum(fields[pid][10:14]) for pid in mine) / TICKS


def run(session: SparkSession, way: str, source: Path, count: int) -> float:
    """Return the processor time of a job."""
    target = source.with_name(f"{source.name}-judged")
    asked = options([str(source), str(target), *COLUMNS, *WAYS[way]])
    session.sparkContext.setJobDescription(source.name)
    before = processor()
    inspected_links(session.read.parquet(str(source)), asked).write.parquet(str(target))
    spent = processor() - before
    assert pa.parquet.read_table(target, columns=["sum"]).num_rows == count
    return spent


def longest_stages(logs: Path) -> dict[str, list[int]]:
    """Return the durations of the tasks in the longest stage of each job, by job name."""
    names: dict[int, str] = {}
    stages: dict[int, list[int]] = {}
    for event in _events(logs):
        if event["Event"] == "SparkListenerJobStart":
            name = event["Properties"].get("spark.job.description")
            names |= dict.fromkeys(event["Stage IDs"], name)
        elif event["Event"] == "SparkListenerTaskEnd":
            time = event["Task Metrics"]["Executor Run Time"]
            stages.setdefault(event["Stage ID"], []).append(time)
    found: dict[str, list[int]] = {}
    for stage, times in stages.items():
        if sum(times) > sum(found.get(names[stage], [])):
            found[names[stage]] = times
    return found


def _events(logs: Path) -> Iterator[dict[str, Any]]:
    for path in logs.iterdir():
        with path.open("r", encoding="utf-8") as file:
            yield from map(json.loads, file)


def measured(count: int, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return rows per second, ratio, tasks and longest task for each way and shape."""
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder, logs = Path(name), Path(name, "logs")
        logs.mkdir()
        session = started(logs)
        for number in range(-1, rounds):
            for at, way in enumerate(WAYS):
                for shape in SHAPES:
                    source = folder / f"{number} {at} {shape}"
                    # The first round is small and not counted: it starts everything.
                    size = count if number >= 0 else count // 20
                    write_rows(source, shape, source.name, size)
                    spent = run(session, way, source, size)
                    if number >= 0:
                        times.setdefault((way, shape), []).append(spent)
        session.stop()
        stages = longest_stages(logs)
    result: dict[str, dict[str, list[float]]] = {}
    for at, way in enumerate(WAYS):
        for shape in SHAPES:
            row = figures(times[way, "spread"], times[way, shape], count)
            tasks = [stages[f"{number} {at} {shape}"] for number in range(rounds)]
            longest = median(max(each) / mean(each) for each in tasks)
            row += [int(median(map(len, tasks))), round(longest, 1)]
            result.setdefault(way, {})[shape] = row
    return result


def started(logs: Path) -> SparkSession:
    """Start a local session that logs the duration of each task."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": logs.as_uri(),
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.sql.files.openCostInBytes": "128MB",  # a task for each file
    }
    return SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()


def _cell(rate: float, ratio: float, tasks: float, longest: float) -> str:
    return f"{rate:,.0f} (x{ratio}; {tasks} tasks, {longest})"


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=SIZE)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--write", action="store_true", help="keep them for the manual")
    asked = parser.parse_args()
    found = measured(asked.rows, asked.rounds)
    table = Table("rows a second of the processor (x spread; tasks, longest)", *SHAPES)
    for title, shapes in found.items():
        table.add_row(title, *(_cell(*each) for each in shapes.values()))
    Console(width=120).print(table)
    if asked.write:
        keep("spark", {"version": metadata.version("pyspark"), "rows": asked.rows, "ways": found})


if __name__ == "__main__":
    main()
