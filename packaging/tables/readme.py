"""The README's two tables, made from the rules and from what they say about the tests' tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.analysis.expectations.benign import ROWS as HONEST
from tests.analysis.expectations.checking import inspected, missing, rank
from tests.analysis.expectations.malicious import ROWS as OTHERS
from tests.analysis.expectations.row import UNCLEAR
from uriinspector.analysis.rules.table import RULES
from uriinspector.documents.rules.table import EVERY as ABOUT_DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.documents.rules.all_rules import AnyRule

README = Path(__file__).resolve().parents[2] / "README.md"


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows as Markdown; the first one is the head."""
    head, *body = (f"| {' | '.join(each.replace('|', '&#124;') for each in row)} |" for row in rows)
    rule = "|" + "---|" * (head.count(" | ") + 1)
    return "\n".join((head, rule, *body))


def rules() -> str:
    """A line for each rule about references, in the order of the program's own table."""
    return told(RULES)


def document_rules() -> str:
    """The same for the rules about links where they stand."""
    return told(ABOUT_DOCUMENTS)


def told(those: Iterable[AnyRule]) -> str:
    """A line for each of the rules."""
    head = ("code", "severity", "rises or falls", "title", "clauses and sources")
    rows = ((f"`{r.code}`", r.severity, r.rises, r.title, ", ".join(r.cites)) for r in those)
    return table((head, *rows))


def figures() -> str:
    """What comes out for the references of the tests' tables."""
    return table((("of the program's own tables", "how many", "share"), *map(share, counted())))


def share(figure: tuple[str, int, int]) -> tuple[str, ...]:
    """A figure in words and in per cent."""
    told, count, of = figure
    return told, f"{count} of {of}", f"{100 * count / of:.1f} %"


def counted() -> Iterator[tuple[str, int, int]]:
    """What is counted, how often it is so, and of how many."""
    rows = (*HONEST, *OTHERS)
    worst = {row: rank(inspected(row).verdict.severity) for row in rows}
    low, high = rank("low"), rank("high")
    bad = [row for row in OTHERS if row.worst == "high"]
    settled = [row for row in rows if row.final_host != UNCLEAR]
    yield (
        "honest references that rise above low: false alarms",
        sum(worst[row] > low for row in HONEST),
        len(HONEST),
    )
    yield (
        "misleading, attacking or faulty references of which every expected finding is named, "
        "with its severity and its place",
        sum(not missing(row) for row in OTHERS),
        len(OTHERS),
    )
    yield (
        "of these, attacks that should be called high and are",
        sum(worst[row] == high for row in bad),
        len(bad),
    )
    yield (
        "references of which the verdict names the right last host, or rightly none",
        sum(inspected(row).verdict.final_host == row.final_host for row in settled),
        len(settled),
    )


def put(text: str, name: str, made: str) -> str:
    """The text with what stands between the two marks of a table made new."""
    begin, end = f"<!-- {name}: packaging/rules-table -->", f"<!-- end of {name} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        told = f"the README has no marks for {name}"
        raise ValueError(told)
    return f"{before}{begin}\n{made}\n{end}{after}"


TABLES: dict[str, Callable[[], str]] = {
    "rules": rules,
    "document-rules": document_rules,
    "figures": figures,
}


def written(text: str) -> str:
    """A README with its tables as they should be."""
    for name, make in TABLES.items():
        text = put(text, name, make())
    return text


def main(asked: str = "rules") -> None:
    """Print one, or write both."""
    if asked == "--write":
        README.write_text(written(README.read_text("utf-8")), "utf-8")
    else:
        sys.stdout.write(TABLES[asked]() + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
