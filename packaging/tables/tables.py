"""The format of generated tables: comments with their origin, then one row per line."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import fontTools.unicodedata.ScriptExtensions
import fontTools.unicodedata.Scripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "unicode"
LAST = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)

# ICU reports its Unicode version, but no release date.
RELEASED = {"16.0": "2024-09-10", "17.0": "2025-09-09"}


def dated_like_fonttools() -> str:
    """Return the newest date in fontTools' files."""
    modules = (fontTools.unicodedata.Scripts, fontTools.unicodedata.ScriptExtensions)
    heads = (Path(str(each.__file__)).read_text("utf-8")[:1000] for each in modules)
    return max(re.findall(r"# Date: (\d{4}-\d\d-\d\d)", "".join(heads)))


def unicode_of_fonttools() -> str:
    """Return the Unicode version of fontTools' files."""
    head = Path(str(fontTools.unicodedata.Scripts.__file__)).read_text("utf-8")[:1000]
    found = re.search(r"Scripts-([\d.]+)\.txt", head)
    return found[1] if found else "unknown"


def write(
    name: str,
    contents: str,
    *,
    source: str,
    unicode: str,
    date: str,
    lines: Iterable[str],
    generator: str | None = None,
) -> None:
    """Write a table, reproducibly."""
    head = {
        "contents": contents,
        "unicode": unicode,
        "date of the data": date,
        "package": " and ".join(f"{each} {version(each)}" for each in source.split()),
        "generator": f"packaging/tables/{generator or name.replace('-', '_')}.py",
        "licence of the data": "Unicode License v3, https://www.unicode.org/license.txt",
    }
    body = [*(f"# {key}: {value}" for key, value in head.items()), *lines, ""]
    path = FOLDER / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(body), encoding="ascii", newline="\n")


def runs(value: Callable[[int], str]) -> Iterator[tuple[int, int, str]]:
    """Yield first, last and value of each run of code points with the same non-empty value."""
    first, held = 0, value(0)
    for code in range(1, LAST + 2):
        here = value(code) if code <= LAST else None
        if here != held:
            if held:
                yield first, code - 1, held
            first, held = code, here or ""


def ranged(first: int, last: int) -> str:
    """Format a range like the Unicode files."""
    return f"{first:04X}" if first == last else f"{first:04X}..{last:04X}"
