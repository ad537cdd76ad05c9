"""Parse the text of ``--help`` into rows, prose and examples.

The format: a heading ends with a colon at the margin; a row has its name indented by two spaces
and its description after at least two more; lines indented further continue a row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADING = re.compile(r"([a-z][\w ]*):$")
ROW = re.compile(r"  (?! )(.+?)(?:  +(.*))?$")
FURTHER = re.compile(r"   +(.*)$")


@dataclass
class Row:
    """A name, such as an option with its value, and the lines of its description."""

    name: str
    lines: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Return the description as one line."""
        return " ".join(self.lines)


@dataclass
class Passage:
    """The text under a heading, or before the first one."""

    heading: str = ""
    prose: list[list[str]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


@dataclass
class Help:
    """A parsed help text: its usage, and its passages."""

    usage: list[str]
    passages: list[Passage]

    def rows(self) -> Iterator[Row]:
        """Yield all rows except the examples."""
        for passage in self.passages:
            if passage.heading != "examples":
                yield from passage.rows

    def about(self, option: str) -> str:
        """Return the description of an option, or an empty string."""
        for row in self.rows():
            if option in re.findall(r"--?[a-z-]+", row.name):
                return row.words
        return ""


def taken_apart(text: str) -> Help:
    """Parse the text of ``--help``."""
    head, _, body = text.partition("\n\n")
    usage = re.sub(r"\n {3,}(?=\[)", " ", head).removeprefix("usage: ").split("\n")
    passages = [Passage()]
    for paragraph in body.split("\n\n"):
        _add(passages, paragraph.rstrip("\n").split("\n"))
    return Help([line.strip() for line in usage], [p for p in passages if p.prose or p.rows])


def _add(passages: list[Passage], lines: list[str]) -> None:
    heading = HEADING.match(lines[0])
    if heading:
        passages.append(Passage(heading[1]))
        lines = lines[1:]
    if not all(line.startswith("  ") for line in lines):
        if passages[-1].rows:
            passages.append(Passage())
        passages[-1].prose.append(lines)
        return
    for line in lines:
        _take(passages[-1], line)


def _take(passage: Passage, line: str) -> None:
    row = ROW.match(line)
    if passage.heading == "examples":
        passage.rows.append(Row(line.strip()))
    elif row is None:
        further = FURTHER.match(line)
        passage.rows[-1].lines.append(further[1] if further else line.strip())
    elif re.search(r"\w\.$", row[1]):  # a sentence: separated from the next by two spaces
        passage.after.append(line.strip())
    else:
        passage.rows.append(Row(row[1], [row[2]] if row[2] else []))
