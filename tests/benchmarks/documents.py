"""Scanning pages and messages compared with the standard library.

``python -m tests.benchmarks.documents``: both sides take the same bytes alternately in one process.
Reported is the median of the ratios per round, since other load on the machine slows both. The
pages are generated: some 600 bytes per link, all links different, with ordinary markup; with
--installed, the pages in /usr/share/doc are added. The messages contain such pages in each
transfer encoding. With --many, only a folder of 100,000 small files is scanned.
"""

import email
import email.policy
import sys
import tracemalloc
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import uriinspector
from tests.benchmarks.cli import paired
from tests.benchmarks.core import seconds
from tests.benchmarks.corpus import references
from tests.benchmarks.folders import many_files, processes
from tests.benchmarks.pages import made_page
from tests.documents.mails import encoded
from uriinspector.documents import scan_state as kinds
from uriinspector.documents.html.scanner import Scanner
from uriinspector.documents.html.tokens import attribute_value
from uriinspector.documents.scan import READERS, scan

ROUNDS = 5
BASE = "https://www.example.com/dir/page.html"
HOLDS = {"href", "src", "action"}


def made_message(page: bytes, encoding: str) -> bytes:
    """Return a message with this page, a text and an attachment."""
    parts = [(b"text/plain", b"short text\r\n"), (b"text/html; charset=utf-8", page)]
    lines = [b"From: a@a.test", b"To: b@b.test", b"MIME-Version: 1.0"]
    lines += [b"Content-Type: multipart/mixed; boundary=frontier", b""]
    for kind, octets in (*parts, (b"application/octet-stream", bytes(range(256)) * 800)):
        written = "base64" if kind.startswith(b"application") else encoding
        lines += [b"--frontier", b"Content-Type: " + kind]
        lines += [b"Content-Transfer-Encoding: " + written.encode(), b"", encoded(octets, written)]
    return b"\r\n".join([*lines, b"--frontier--", b""])


def pages(most: int = 100) -> list[bytes]:
    """Return pages of a hundred links each."""
    links = references()
    return [made_page(links[at : at + 100]) for at in range(0, len(links), 100)][:most]


def installed() -> list[bytes]:
    """Return the pages installed on this machine, up to 30 MB."""
    found, size = [], 0
    for path in sorted(Path("/usr/share/doc").rglob("*.html")):
        octets = path.read_bytes() if path.is_file() else b""
        size += len(octets)
        if size > 30 << 20:
            break
        found.append(octets)
    return found


def find(octets: list[bytes]) -> None:
    """Find every link with its byte range."""
    for page in octets:
        Scanner(page, 0, len(page), "utf-8").scan()


def find_values(octets: list[bytes]) -> None:
    """Find every link with its decoded value."""
    for page in octets:
        for _, start, end, _, _, value in Scanner(page, 0, len(page), "utf-8").scan().locations:
            _ = value or attribute_value(page[start:end])


def scan_pages(octets: list[bytes]) -> None:
    """Scan documents: hashes, encodings, bases, and every link with value and source."""
    for page in octets:
        for link in uriinspector.scan(page, base=BASE).links:
            _ = link.value, link.source


def judge(octets: list[bytes]) -> None:
    """Compute findings and verdict of every link."""
    for page in octets:
        for link in uriinspector.scan(page, base=BASE).links:
            link.judged()


class Parser(HTMLParser):
    """A typical parser with the standard library; it has positions of tags, but not of values."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str | None, tuple[int, int]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that contain references."""
        for name, value in attrs:
            if name in HOLDS:
                self.found.append((tag, name, value, self.getpos()))


def parse(octets: list[bytes]) -> None:
    """Parse the pages with the standard library."""
    for page in octets:
        Parser().feed(page.decode("utf-8", "replace"))


MAIL_ALONE = {kinds.MESSAGE: READERS[kinds.MESSAGE]}


def divide(octets: list[bytes]) -> None:
    """Split and decode messages, with positions and hashes, without searching for links."""
    for message in octets:
        scan(message, readers=MAIL_ALONE)


def scan_messages(octets: list[bytes]) -> None:
    """Scan messages as documents, with the position of every link."""
    for message in octets:
        for link in uriinspector.scan(message).links:
            _ = link.value, link.source


def parse_messages(octets: list[bytes]) -> None:
    """Parse messages with the standard library, decoding every part."""
    for message in octets:
        for part in email.message_from_bytes(message, policy=email.policy.default).walk():
            if not part.is_multipart():
                part.get_payload(decode=True)


class Row(NamedTuple):
    """Two ways of doing about the same, their input, and the target ratio."""

    name: str
    ours: Callable[[list[bytes]], None]
    theirs: Callable[[list[bytes]], None]
    octets: list[bytes]
    aim: float


def rows(*, more: bool) -> list[Row]:
    """Return all measurements."""
    made = pages()
    kinds_of = cycle(("8bit", "quoted-printable", "base64"))
    mails = [made_message(page, next(kinds_of)) for page in made[:60]]
    found = [
        Row("links with octets / html.parser", find, parse, made, 6.0),
        Row("links with octets and values / html.parser", find_values, parse, made, 6.0),
        Row("documents, links with sources / html.parser", scan_pages, parse, made, 1.0),
        Row("full judgement / html.parser", judge, parse, made[:40], 0.6),
        Row("messages taken apart / email", divide, parse_messages, mails, 3.0),
        Row("messages, links with sources / email", scan_messages, parse_messages, mails, 1.0),
    ]
    if more:
        real = installed()
        found.append(Row("installed pages / html.parser", find, parse, real, 6.0))
        found.append(Row("installed pages, judged / html.parser", judge, parse, real[:150], 0.6))
    return found


def measured(row: Row) -> tuple[str, ...]:
    """Return the figures as table cells."""
    times = paired(
        lambda: seconds(row.ours, row.octets),  # type: ignore[arg-type]
        lambda: seconds(row.theirs, row.octets),  # type: ignore[arg-type]
        ROUNDS,
    )
    ratios = sorted(theirs / ours for ours, theirs in times)
    size = sum(map(len, row.octets)) / 1e6
    speed = size / median(ours for ours, _ in times)
    colour = "green" if median(ratios) >= row.aim else "red"
    return (
        row.name,
        f"{size:.1f}",
        f"{speed:.1f}",
        f"[{colour}]{median(ratios):.2f}[/]",
        f"{ratios[0]:.2f} to {ratios[-1]:.2f}",
        f"{row.aim}",
    )


def memory() -> str:
    """Return the peak memory of a scan per link in bytes, without the input."""
    page = made_page(references())
    scan(b"<a href=x>")
    tracemalloc.start()
    document = uriinspector.scan(page)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return f"memory: {peak / len(document.links):.0f} octets a link beyond the input (aim: 600)"


def main() -> None:
    """Measure everything and print the table."""
    import tempfile

    if "--many" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            for line in many_files(Path(folder), 100_000):
                Console().print(line)
        return
    table = Table(title=f"{ROUNDS} rounds each")
    for name in ("ours / theirs", "MB", "MB/s", "times", "rounds", "aim"):
        table.add_column(name, justify="left" if "/ " in name else "right")
    for row in rows(more="--installed" in sys.argv):
        table.add_row(*measured(row))
    console = Console()
    console.print(table)
    console.print(memory())
    with tempfile.TemporaryDirectory() as folder:
        console.print(processes(Path(folder), pages() * 5))


if __name__ == "__main__":
    main()
