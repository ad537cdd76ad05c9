"""Reading and writing case files, compared with the same links in JSON lines.

``python -m tests.benchmarks.cases [LINKS]``
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

import uriinspector
from tests.benchmarks.paired import paired
from tests.gui.documents.samples import MAIL
from uriinspector.documents.cases.link_row import Decision, LinkRow, head_of, row_of
from uriinspector.documents.cases.store import CaseFile

BATCH, ROUNDS = 5_000, 5


def links(count: int) -> list[LinkRow]:
    """Return links like those of a long mail: all different, some with their own findings."""
    found = [row_of(link, 0) for link in uriinspector.scan(MAIL, name="mail.eml").links]
    return [_link(found[at % len(found)], at) for at in range(count)]


def _link(link: LinkRow, at: int) -> LinkRow:
    host = f"host{at}.example"
    value = f"https://{host}/a/path/{at}?q={at}"
    return link._replace(value=value, target=value, host=host, site=host)


def into_case(path: Path, rows: list[LinkRow]) -> None:
    """Write all links, one transaction per batch, as the window does."""
    path.unlink(missing_ok=True)
    with closing(CaseFile.make(path)) as case:
        case.add([(0, head_of(uriinspector.scan(MAIL, name="mail.eml"), "", 0))])
        for first in range(0, len(rows), BATCH):
            case.add([(first, rows[first : first + BATCH])])


def out_of_case(path: Path) -> int:
    """Read all links, with every value checked."""
    with closing(CaseFile.open(path)) as case:
        return sum(len(each) for each in case.contents() if isinstance(each, list))


def into_json(path: Path, rows: list[LinkRow]) -> None:
    """Write the links as JSON lines and flush them to disk."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()
        os.fsync(file.fileno())


def out_of_json(path: Path) -> int:
    """Read the JSON lines."""
    with path.open(encoding="utf-8") as file:
        return sum(1 for line in file if json.loads(line))


def decided(path: Path) -> None:
    """Store a hundred decisions, each on disk before the next."""
    with closing(CaseFile.open(path)) as case:
        for number in range(100):
            case.decide({number: Decision("malicious", "note")})


def seconds(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def main() -> None:
    """Measure and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rows = links(count)
    table = Table("", "case, s", "JSON lines, s", "ratio")
    with tempfile.TemporaryDirectory() as folder:
        case, lines = Path(folder, "a.uricase"), Path(folder, "a.jsonl")
        for name, ours, theirs in (
            ("written", lambda: into_case(case, rows), lambda: into_json(lines, rows)),
            ("read", lambda: out_of_case(case), lambda: out_of_json(lines)),
        ):
            times = paired(partial(seconds, ours), partial(seconds, theirs), ROUNDS)
            mine, other = (median(column) for column in zip(*times, strict=True))
            ratio = median(b / a for a, b in times)
            table.add_row(name, f"{mine:.2f}", f"{other:.2f}", f"{ratio:.2f}")
        console = Console()
        console.print(table)
        sizes = [each.stat().st_size / count for each in (case, lines)]
        console.print(f"octets a link: {sizes[0]:.0f} in the case, {sizes[1]:.0f} as JSON")
        console.print(f"a decision, on the disk: {seconds(lambda: decided(case)) * 10:.1f} ms")


if __name__ == "__main__":
    main()
