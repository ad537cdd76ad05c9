"""The input for comparing two versions of the program: stored samples and seeded edits.

``write`` puts all of it into a folder, so that both versions read the same bytes.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.benchmarks.corpus import BASES, references
from tests.benchmarks.pages import made_page
from tests.cli.transcript_runs import FILES as TERMINAL_FILES
from tests.cli.transcript_runs import PAGES as TERMINAL_RUNS
from tests.documents.golden_samples import FILES, MAILS
from tests.documents.golden_samples import PAGES as HTML
from tests.fuzz.corpus import units
from tests.fuzz.target import CORPUS

SEED = 2005
LINKS, PAIRS, DOCUMENTS = 20_000, 1_000, 300
# Pieces inserted into links; most have a meaning in some edition or parser.
PIECES = (
    *("@", "//", "/../", "/./", "%2F", "%00", "%zz", "%", "\\", ":", ":80", "#", "?", "&u="),
    *(" ", "\t", "\n", "\u202e", "\u200b", "\u0430", "\u3002", "xn--", "[::1]", "0x7f.1"),
    *("http:", "javascript:", "data:,", "www.paypal.com", "paypa1", ".zip", ";type=a", "+"),
    *("aHR0cDovL2EudGVzdC8", "//@"),
)


def sample_links() -> list[str]:
    """Return the stored links: expected findings, and inputs found by the fuzzers."""
    rows = [row.text for row in (*BENIGN, *MALICIOUS)]
    fuzzed = [
        text
        for name in ("parser", "text", "report", "resolver", "growth-text")
        for unit in units(CORPUS / f"{name}.txt")
        for text in unit[1:].decode("utf-8", "replace").splitlines()
    ]
    return list(dict.fromkeys([*rows, *fuzzed]))


def links() -> list[str]:
    """Return 20,000 links: the samples, edited samples, and typical links of pages."""
    random, samples = Random(SEED), sample_links()
    found = dict.fromkeys(samples)
    found |= dict.fromkeys(islice(references(), LINKS // 2 - len(samples)))
    while len(found) < LINKS:
        found[edited(random, random.choice(samples))] = None
    return list(found)[:LINKS]


def edited(random: Random, text: str) -> str:
    """Return a link with one to three pieces inserted, doubled or removed."""
    for _ in range(random.randint(1, 3)):
        start, end = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        piece = random.choice((random.choice(PIECES), text[start:end][:40], ""))
        text = text[:start] + piece + text[end if not piece else start :]
    return text[:2_000]


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Return pairs of a base and a reference; half of the bases are from the specifications."""
    random = Random(SEED + 1)
    return [
        (random.choice(BASES) if number % 2 else random.choice(texts), random.choice(texts))
        for number in range(PAIRS)
    ]


def documents(texts: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield named documents: the samples, the fuzzers' inputs, pages of links, and edits of all."""
    named = {f"{name}.html": f"<!doctype html>\n{text}" for name, text in HTML.items()}
    stored = [
        (name, content.encode() if isinstance(content, str) else content)
        for name, content in (named | MAILS | FILES).items()
    ]
    for path in sorted(CORPUS.glob("document-*.txt")):
        kind = path.stem.removeprefix("document-")
        stored += [(f"fuzz-{number}.{kind}", unit) for number, unit in enumerate(units(path))]
    for number in range(20):
        stored.append((f"page-{number}.html", made_page(texts[number * 60 : number * 60 + 60])))
    yield from stored
    random = Random(SEED + 2)
    for number in range(max(0, DOCUMENTS - len(stored))):
        name, content = random.choice(stored)
        start, end = sorted((random.randint(0, len(content)), random.randint(0, len(content))))
        piece = random.choice((b"", content[start : start + 64], b"\r\n\r\n", b"=\n", b'"'))
        yield f"edited-{number}-{name}", content[:start] + piece + content[min(end, start + 64) :]


def write(folder: Path) -> None:
    """Write links, pairs, documents, and the files and runs of the command line."""
    texts = links()
    (folder / "links.json").write_text(json.dumps(texts), "ascii")
    (folder / "pairs.json").write_text(json.dumps(pairs(texts)), "ascii")
    names = []
    for number, (name, content) in enumerate(documents(texts)):
        names.append(name)
        _put(folder / "documents" / str(number), content)
    (folder / "documents.json").write_text(json.dumps(names), "utf-8")
    for name, content in TERMINAL_FILES.items():
        _put(folder / "terminal" / name, content)
    runs = [
        (f"{page} {number}", run.arguments, run.given if run.given is None else list(run.given))
        for page, rows in TERMINAL_RUNS.items()
        for number, run in enumerate(rows)
    ]
    (folder / "runs.json").write_text(json.dumps(runs), "utf-8")
    for name in ("settings", "pack"):
        stored = [unit.decode("utf-8", "surrogateescape") for unit in units(CORPUS / f"{name}.txt")]
        (folder / f"{name}.json").write_text(json.dumps(stored), "ascii")
    for number, unit in enumerate(units(CORPUS / "case.txt")):
        _put(folder / "cases" / f"{number}.uricase", unit)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
