"""What the answers rest on: the program, its libraries, and the date of every table."""

from __future__ import annotations

import re
import sys
from importlib import metadata, resources
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.shipped import shipped, shipped_text

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARIES = (
    ("ada-url", "how browsers read"),
    ("idna", "international host names"),
    ("publicsuffixlist", "registrable domains"),
    ("rich", "colours"),
)
HEAD = re.compile(
    r"^#?\s*(unicode|version|date of the data|date)\s*[:=]\s*\"?([^\"\n]*?)\"?$", re.M
)


def told() -> Iterator[str]:
    """The lines of ``--version``."""
    yield f"uriinspect {metadata.version('uriinspector')}\n"
    yield f"  Python {sys.version.split()[0]}\n"
    for name, use in LIBRARIES:
        yield f"  {name} {metadata.version(name)}  {use}\n"
    yield f"  public suffix list  {_suffix_list()}\n"
    for folder, word in (("unicode", "Unicode table"), ("lists", "list")):
        for path in sorted(shipped(folder).iterdir()):
            if path.suffix in {".txt", ".toml"}:
                yield f"  {word} {path.stem}  {_head(f'{folder}/{path.name}')}\n"


def _suffix_list() -> str:
    found = resources.files("publicsuffixlist") / "public_suffix_list.dat"
    with Path(str(found)).open(encoding="utf-8") as file:
        for row in (next(file, "") for _ in range(40)):
            if row.startswith("// VERSION:"):
                return row.partition(":")[2].strip().partition("_")[0]
    return "of unknown date"


def _head(name: str) -> str:
    """What a table says of itself in its first lines."""
    found = dict(HEAD.findall(shipped_text(name)[:1_500]))
    number = f"Unicode {found['unicode']}" if "unicode" in found else found.get("version", "?")
    return f"{number}, {found.get('date of the data') or found.get('date', 'no date')}"
