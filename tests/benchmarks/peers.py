"""The cost of a row compared with other link parsers: python -m tests.benchmarks.peers.

Each program runs in a separate process with its own libraries (in ``build/peers``, downloaded by
pip the first time). All take the same rows alternately, a new slice in each round, after an
uncounted slice. Reported is the median of the ratios of processor time. The programs do different
work: the table says what each returns. ``--write`` stores the figures for the manual.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.architecture.source import ROOT
from tests.benchmarks.corpus import SEED, web

FOLDER = ROOT / "build/peers"
KEPT = ROOT / "packaging/tables/row_costs.json"
ROUNDS, SIZE = 7, 1_000
# Rows of logs have few hosts and many paths.
HOSTS = 97
LOOP = """
import sys, time
rows = open(sys.argv[1], encoding="utf-8").read().split("\\n")
answers, sys.stdout = sys.stdout, sys.stderr  # a program may print what it likes
for line in sys.stdin:
    start, end = map(int, line.split())
    chosen = rows[start:end]
    before = time.process_time()
    work(chosen)
    print(time.process_time() - before, file=answers, flush=True)
"""


class Peer(NamedTuple):
    """A program to compare, and the share of each slice that it gets.

    The table shows the version of ``package``, which pip installs, or of ``engine``.
    """

    name: str
    answers: str
    code: str
    package: str = ""
    share: float = 1.0
    engine: str = ""


PEERS = (
    Peer(
        "`urllib.parse.urlsplit`",
        "five components and the host",
        """
from urllib.parse import urlsplit
def work(rows):
    for row in rows:
        try:
            urlsplit(row).hostname
        except ValueError:
            pass
""",
    ),
    Peer(
        "ada-url",
        "the components as browsers parse them",
        """
from ada_url import URL
def work(rows):
    for row in rows:
        try:
            URL(row).hostname
        except ValueError:
            pass
""",
        "ada-url",
    ),
    Peer(
        "tldextract",
        "subdomain, domain and suffix",
        """
from tldextract import TLDExtract
extract = TLDExtract(suffix_list_urls=(), cache_dir=None)
def work(rows):
    for row in rows:
        extract(row)
""",
        "tldextract",
    ),
    Peer(
        "dfir-unfurl",
        "a tree of the decoded values",
        """
from unfurl.core import run
def work(rows):
    for row in rows:
        run(row, remote_lookups=False)
""",
        "dfir-unfurl",
        0.02,
    ),
    Peer(
        "`inspect`",
        "components, faults, findings and verdict",
        """
from uriinspector import inspect
def work(rows):
    for row in rows:
        inspect(row).verdict
""",
    ),
    Peer(
        "`inspect_array`",
        "the same in all columns of Arrow",
        """
import pyarrow
from uriinspector.arrow import inspect_array
def work(rows):
    inspect_array(pyarrow.array(rows))
""",
        engine="pyarrow",
    ),
    Peer(
        "`uri_verdict`",
        "the columns of `uri`",
        """
import duckdb, pyarrow
from uriinspector.duckdb import register
connection = duckdb.connect()
register(connection)
def work(rows):
    connection.register("links", pyarrow.table({"url": rows}))
    connection.sql("SELECT uri_verdict(url) FROM links").to_arrow_table()
""",
        engine="DuckDB",
    ),
)


def libraries(peer: Peer) -> Path:
    """Return the folder of a program's libraries, which are downloaded the first time."""
    folder = FOLDER / peer.package
    complete = folder / ".complete"
    if peer.package and not complete.exists():
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
        subprocess.run([*pip, peer.package], check=True)
        complete.touch()
    return folder


class Worker:
    """The process of a program."""

    def __init__(self, peer: Peer, rows: Path) -> None:
        self._share = peer.share
        # A program must not find the libraries of another one.
        own = {"PYTHONPATH": str(libraries(peer))} if peer.package else {"PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", peer.code + LOOP, str(rows)],
            env=os.environ | own,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def spent(self, number: int) -> float:
        """Return the processor time per row of a slice in microseconds."""
        count = max(int(SIZE * self._share), 1)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{number * SIZE} {number * SIZE + count}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline()) / count * 1e6

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def references() -> list[str]:
    """Return links to other servers, almost each with a different host."""
    random = Random(SEED)
    return [web(random) for _ in range(SIZE * (ROUNDS + 1))]


def log_lines() -> list[str]:
    """Return rows with few hosts and many paths, a third of them repeated."""
    count = SIZE * (ROUNDS + 1)
    numbers = [n - n % 3 if n % 3 == 2 else n for n in range(count)]
    return [f"https://www{n % HOSTS}.example.org/path/{n}/page.html?n={n}" for n in numbers]


def measured(rows: list[str]) -> list[tuple[float, float]]:
    """Return the microseconds per row of each program, and the ratio to the first."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows")
        file.write_text("\n".join(rows), "utf-8")
        workers = [Worker(peer, file) for peer in PEERS]
        rounds = [[each.spent(number) for each in workers] for number in range(ROUNDS + 1)][1:]
        for each in workers:
            each.close()
    times = [median(those) for those in zip(*rounds, strict=True)]
    ratios = [[each / row[0] for each in row] for row in rounds]
    return list(zip(times, map(median, zip(*ratios, strict=True)), strict=True))


def titled(peer: Peer) -> str:
    """Return the name of the program with the version of its library or interpreter."""
    if peer.engine:
        return f"{peer.name}, {peer.engine} {metadata.version(peer.engine)}"
    if not peer.package:
        return peer.name
    found = metadata.distributions(name=peer.package, path=[str(libraries(peer))])
    return f"{peer.name} {next(iter(found)).version}"


def main() -> None:
    """Measure and print the figures."""
    table = Table("program", "answers", "links, us", "of urlsplit", "log lines, us", "of urlsplit")
    both = [measured(references()), measured(log_lines())]
    rows = [
        (titled(peer), peer.answers, *(round(each, 1) for each in (*links, *lines)))
        for peer, links, lines in zip(PEERS, *both, strict=True)
    ]
    for row in rows:
        table.add_row(*map(str, row))
    Console(width=120).print(table)
    if "--write" in sys.argv[1:]:
        when = datetime.now(UTC).date().isoformat()
        kept = {"date": when, "python": platform.python_version(), "programs": rows}
        KEPT.write_text(f"{json.dumps(kept, indent=1)}\n", "utf-8")


if __name__ == "__main__":
    main()
