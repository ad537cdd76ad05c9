"""The cost of our work compared with other programs: python -m tests.benchmarks.peers.

Each program runs in its own process with its own libraries (in ``build/peers``, downloaded by pip
the first time). All take the same rows in turn, new ones in each round, after a round that is not
counted. Reported are the processor time of a row, children included, and the median of the ratios
to the first program of a table. The programs do different work: the table says what each returns.

Real material: ``--links FILE`` and ``--log FILE`` with a link per line, ``--pages FOLDER``,
``--mails FOLDER``. Without them, links are generated, pages are those in /usr/share/doc, and mails
are those of Python's tests. ``--before FOLDER`` also runs our programs from another checkout.
``--instructions`` also counts instructions with valgrind, which load on the machine does not
change. ``--only NAME`` measures one table. ``--write`` stores the figures for the manual.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
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
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
rows = open(sys.argv[1], encoding="utf-8").read().split("\\n")
answers, sys.stdout = sys.stdout, sys.stderr  # a program may print what it likes
def spent():
    both = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in both)
for line in sys.stdin:
    start, end, files = map(int, line.split())
    chosen = rows[start:end]
    if files:
        chosen = [open(each, "rb").read() for each in chosen]
    before = spent()
    work(chosen)
    print(spent() - before, file=answers, flush=True)
"""
# Counts what `work` does in the second slice, and its preparation and a first slice alone.
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--trace-children=yes")
RAW = argparse.RawDescriptionHelpFormatter
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")
WORK = "{imports}\ndef work(rows):\n    for row in rows:\n        {step}\n"
GUARDED = (
    "{imports}\ndef work(rows):\n    for row in rows:\n        try:\n            {step}\n"
    "        except ValueError:\n            pass\n"
)


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

    @property
    def is_ours(self) -> bool:
        """Return True if the program is a part of this project."""
        return "uriinspector" in self.code


def each_row(imports: str, step: str, code: str = WORK) -> str:
    """Return a program that does one step for each row."""
    return code.format(imports=imports, step=step)


LINKS = (
    Peer(
        "`urllib.parse.urlsplit`",
        "five components and the host",
        each_row("from urllib.parse import urlsplit\nurlsplit = urlsplit.__wrapped__",
            "urlsplit(row).hostname", GUARDED),
    ),
    Peer("uritools", "five components and the host",
        each_row("from uritools import urisplit", "urisplit(row).gethost()", GUARDED), "uritools"),
    Peer("yarl", "the components, encoded",
        each_row("from yarl import URL", "URL(row).host", GUARDED), "yarl"),
    Peer("ada-url", "the components as browsers parse them",
        each_row("from ada_url import URL", "URL(row).hostname", GUARDED), "ada-url"),
    Peer(
        "tldextract",
        "subdomain, domain and suffix",
        each_row("from tldextract import TLDExtract\n"
            "extract = TLDExtract(suffix_list_urls=(), cache_dir=None)", "extract(row)"),
        "tldextract",
    ),
    Peer("dfir-unfurl", "a tree of the decoded values",
        each_row("from unfurl.core import run", "run(row, remote_lookups=False)"), "dfir-unfurl",
        0.02),
    Peer("`parse`", "the spans of all components",
        each_row("from uriinspector import parse", "parse(row).spans")),
    Peer("`inspect`", "components, faults, findings and verdict",
        each_row("from uriinspector import inspect", "inspect(row).verdict")),
    Peer("`inspect_array`", "the same in all columns of Arrow",
        "import pyarrow\nfrom uriinspector.arrow import inspect_array\n"
        "def work(rows):\n    inspect_array(pyarrow.array(rows))\n", engine="pyarrow"),
    Peer("`uri_verdict`", "the columns of `uri`",
        "import duckdb, pyarrow\nfrom uriinspector.duckdb import register\n"
        "connection = duckdb.connect()\nregister(connection)\n"
        "def work(rows):\n    connection.register('links', pyarrow.table({'url': rows}))\n"
        "    connection.sql('SELECT uri_verdict(url) FROM links').to_arrow_table()\n",
        engine="DuckDB"),
)  # fmt: skip
PAIRS = "def pairs(rows):\n    return zip(rows, rows[1:])\n"
RESOLVING = "def work(rows):\n    for base, row in pairs(rows):\n        try:\n            {step}\n"
RESOLVING += "        except ValueError:\n            pass\n"
RESOLVE = (
    Peer("`urllib.parse.urljoin`", "the target; each link on the one before",
        PAIRS + "from urllib.parse import urljoin\n" + RESOLVING.format(step="urljoin(base, row)")),
    Peer("uritools", "the target",
        PAIRS + "from uritools import urijoin\n" + RESOLVING.format(step="urijoin(base, row)"),
        "uritools"),
    Peer(
        "`resolve`",
        "the target, without a trace",
        PAIRS + "from uriinspector import resolve\n" + RESOLVING.format(
            step="resolve(base, row).target",
        ),
    ),
)  # fmt: skip
SCAN = "from uriinspector import scan"
PAGES = (
    Peer(
        "`html.parser`",
        "the attributes with links",
        """
from html.parser import HTMLParser
class Parser(HTMLParser):
    def handle_starttag(self, tag, attributes):
        found.extend((tag, *each) for each in attributes if each[0] in {"href", "src", "action"})
found = []
def work(rows):
    for row in rows:
        Parser().feed(row.decode("utf-8", "replace"))
""",
    ),
    Peer(
        "lexbor",
        "a tree, and the elements with links",
        each_row(
            "from selectolax.lexbor import LexborHTMLParser",
            "LexborHTMLParser(row).css('[href], [src], [action]')",
        ),
        "selectolax",
    ),
    Peer(
        "`scan`",
        "every link with value and place",
        each_row(SCAN, "[(each.value, each.source) for each in scan(row).links]"),
    ),
    Peer(
        "`scan`, judged",
        "the verdict of every link, too",
        each_row(SCAN, "[each.judged() for each in scan(row).links]"),
    ),
)
MAILS = (
    Peer(
        "`email`",
        "all parts, decoded",
        each_row("import email, email.policy", "[each.get_payload(decode=True) for each in "
            "email.message_from_bytes(row, policy=email.policy.default).walk() "
            "if not each.is_multipart()]").replace("def work",
            "import warnings\nwarnings.simplefilter('ignore')\ndef work"),
    ),
    Peer(
        "fast-mail-parser",
        "all parts, decoded",
        each_row("from fast_mail_parser import ParseError, parse_email", "parse_email(row)",
            GUARDED).replace("ValueError", "(ParseError, UnicodeError)"),
        "fast-mail-parser",
    ),
    *PAGES[-2:],
)  # fmt: skip
RUN = "import subprocess, sys\ndef run(*more, **given):\n    subprocess.run([sys.executable, "
RUN += "*more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **given)\n"
LABEL = """
import sys
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel("URI Inspector")
label.resize(1320, 860)
label.show()
application.processEvents()
label.grab().save(sys.argv[1], "PNG")
"""
STARTS = (
    Peer("`python -c pass`", "nothing", each_row(RUN, "run('-c', 'pass')")),
    Peer("`uriinspect LINK`", "a report", each_row(RUN, "run('-m', 'uriinspector.cli', row)")),
    Peer(
        "a label of Qt",
        "a picture",
        each_row(f"{RUN}\nimport os\nos.environ['QT_QPA_PLATFORM'] = 'offscreen'",
            f"run('-c', {LABEL!r}, os.devnull)"),
    ),
    Peer(
        "`uriinspector LINK --screenshot`",
        "a picture of the window",
        each_row(f"{RUN}\nimport os, tempfile\nos.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
            "picture = tempfile.mkdtemp() + '/window.png'",
            "run('-m', 'uriinspector', row, '--screenshot', picture)"),
    ),
)  # fmt: skip


class Comparison(NamedTuple):
    """A table: its programs, rows, and the number of rows in a slice."""

    name: str
    peers: tuple[Peer, ...]
    rows: list[str]
    size: int
    is_files: bool = False


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

    def __init__(self, peer: Peer, compared: Comparison, file: Path, tree: Path) -> None:
        self._compared = compared
        self.count = max(int(compared.size * peer.share), 1)
        # A program must not find the libraries of another one.
        own = {"PYTHONPATH": str(libraries(peer) if peer.package else tree), "PYTHONHASHSEED": "0"}
        self._environment = os.environ | own
        self._command = [sys.executable, "-c", peer.code + LOOP, str(file)]
        self._process = self._started(self._command)

    def _started(self, command: list[str]) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command,
            env=self._environment,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe if command[0] == VALGRIND[0] else None,
            text=True,
        )

    def _slice(self, number: int) -> str:
        start = number * self._compared.size
        return f"{start} {start + self.count} {int(self._compared.is_files)}\n"

    def spent(self, number: int) -> float:
        """Return the processor time per row of a slice in microseconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(self._slice(number))
        self._process.stdin.flush()
        return float(self._process.stdout.readline()) / self.count * 1e6

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def instructions(self) -> float:
        """Return the instructions per row of the second slice."""
        with tempfile.TemporaryDirectory() as folder:
            out = f"--cachegrind-out-file={folder}/%p"
            both = (self._started([*VALGRIND, out, *self._command]) for _ in range(2))
            slices = (self._slice(0), self._slice(0) + self._slice(1))
            reports = [each.communicate(text)[1] for each, text in zip(both, slices, strict=True)]
        less, more = (
            sum(int(each.replace(",", "")) for each in COUNTED.findall(text)) for text in reports
        )
        return (more - less) / self.count


def made_links() -> list[str]:
    """Return links to other servers, almost each with a different host."""
    random = Random(SEED)
    return [web(random) for _ in range(SIZE * (ROUNDS + 1))]


def made_log() -> list[str]:
    """Return rows with few hosts and many paths, a third of them repeated."""
    count = SIZE * (ROUNDS + 1)
    numbers = [n - n % 3 if n % 3 == 2 else n for n in range(count)]
    return [f"https://www{n % HOSTS}.example.org/path/{n}/page.html?n={n}" for n in numbers]


def lines(file: str) -> list[str]:
    """Return the lines of a file in random order."""
    found = Path(file).read_text("utf-8", "surrogateescape").splitlines()
    Random(SEED).shuffle(found)
    return found


def files(folder: str, ending: str = "") -> list[str]:
    """Return the files of a folder in random order."""
    found = [str(each) for each in sorted(Path(folder).rglob(f"*{ending}")) if each.is_file()]
    Random(SEED).shuffle(found)
    return found


def comparisons(chosen: argparse.Namespace) -> Iterator[Comparison]:
    """Yield the tables for the given material."""
    links = lines(chosen.links) if chosen.links else made_links()
    yield Comparison("links", LINKS, links, SIZE)
    yield Comparison("log", LINKS, lines(chosen.log) if chosen.log else made_log(), SIZE)
    yield Comparison("resolve", RESOLVE, links, SIZE)
    pages = files(chosen.pages) if chosen.pages else files("/usr/share/doc", ".html")
    tests = Path(os.__file__).parent / "test/test_email/data"
    for name, peers, found in (
        ("pages", PAGES, pages),
        ("mails", MAILS, files(chosen.mails or str(tests))),
    ):
        if found:
            yield Comparison(name, peers, found, max(len(found) // (ROUNDS + 1), 1), is_files=True)
    yield Comparison("starts", STARTS, links, 2)


class Measured(NamedTuple):
    """A program's time per row in microseconds, ratio to the first, and instructions per row."""

    name: str
    answers: str
    time: float
    ratio: float
    instructions: float | None


def measured(
    compared: Comparison, *, before: Path | None = None, instructions: bool = False
) -> list[Measured]:
    """Measure the programs of a table in turn."""
    ways = [(peer, titled(peer), ROOT) for peer in compared.peers]
    if before:
        ways += [(peer, f"{peer.name}, before", before) for peer in compared.peers if peer.is_ours]
    rounds = min(ROUNDS, len(compared.rows) // compared.size - 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows")
        file.write_text("\n".join(compared.rows), "utf-8", "surrogateescape")
        workers = [Worker(peer, compared, file, tree) for peer, _, tree in ways]
        times = [[each.spent(number) for each in workers] for number in range(rounds + 1)][1:]
        for each in workers:
            each.close()
        counts = [each.instructions() if instructions else None for each in workers]
    ratios = [[each / row[0] for each in row] for row in times]
    found = zip(ways, zip(*times, strict=True), zip(*ratios, strict=True), counts, strict=True)
    return [
        Measured(title, peer.answers, median(those), median(these), count)
        for (peer, title, _), those, these, count in found
    ]


def titled(peer: Peer) -> str:
    """Return the name of the program with the version of its library or interpreter."""
    if peer.engine:
        return f"{peer.name}, {peer.engine} {metadata.version(peer.engine)}"
    if not peer.package:
        return peer.name
    libraries(peer)
    found = metadata.distributions(name=peer.package, path=[str(libraries(peer))])
    return f"{peer.name} {next(iter(found)).version}"


def shown(name: str, rows: list[Measured]) -> Table:
    """Return the figures as a table."""
    table = Table("program", "answers", "µs", "of the first", "instructions", title=name)
    for each in rows:
        count = "" if each.instructions is None else f"{each.instructions:,.0f}"
        table.add_row(each.name, each.answers, f"{each.time:,.1f}", f"{each.ratio:.2f}", count)
    return table


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RAW)
    for option in ("--links", "--log", "--pages", "--mails", "--only"):
        parser.add_argument(option)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    all_rows = {}
    for compared in comparisons(chosen):
        if chosen.only in {None, compared.name}:
            rows = measured(compared, before=chosen.before, instructions=chosen.instructions)
            all_rows[compared.name] = rows
            Console(width=120).print(shown(compared.name, rows))
    if chosen.write:
        programs = [
            (new.name, new.answers, *(round(x, 1) for x in (*new[2:4], *log[2:4])))
            for new, log in zip(all_rows["links"], all_rows["log"], strict=True)
        ]
        when = datetime.now(UTC).date().isoformat()
        kept = {"date": when, "python": platform.python_version(), "programs": programs}
        KEPT.write_text(f"{json.dumps(kept, indent=1)}\n", "utf-8")


if __name__ == "__main__":
    main()
