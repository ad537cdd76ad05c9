"""Write the licenses of third-party code in Qt: ``qt_parts.py COPYRIGHT FILE VERSION``.

PySide6 does not contain them. ``COPYRIGHT`` is /usr/share/doc/libqt6core6t64/copyright of the
Debian package of the same minor version of Qt, which lists them file by file.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = """\
The libraries of Qt contain the work of others. Their names and licenses follow,
as Debian lists them for qt6-base {version}; where there is a choice, the one
other than the GPL applies. ICU is under the license of the Unicode data below.
"""
# Source files that are not part of any library for Linux, Windows or macOS.
ELSEWHERE = re.compile(r"import_from|/(?:gradle|android|wasm)/|haiku|ftrandom|cmake/")
CHOSEN = {"GPL-2+ or FTL": ("FTL",)}
OF_QT = "LGPL-3 or GPL-2"
INSIDE = "src/3rdparty/"


def paragraphs(text: str) -> list[dict[str, str]]:
    """Return the fields of each paragraph in the file."""
    found = []
    for block in re.split(r"\n[ \t]*\n", text):
        rows = re.findall(r"(?m)^([A-Z][\w-]*):[ \t]*(.*(?:\n[ \t].*)*)", block)
        found.append(dict(rows))
    return found


def shown(value: str) -> str:
    """Return a value without the leading spaces and dots of Debian's format."""
    rows = [row.strip() if row.strip() != "." else "" for row in value.split("\n")]
    return "\n".join(rows).strip()


def parts(blocks: list[dict[str, str]]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the files, the copyright and the licenses of each shipped part."""
    for each in blocks:
        files = each.get("Files", "")
        if INSIDE in files and not ELSEWHERE.search(files):
            licence = named(each)
            if licence == OF_QT:
                continue
            names = CHOSEN.get(licence) or tuple(re.split(r" and ", licence))
            yield " ".join(files.split()), shown(each.get("Copyright", "")), list(names)


def written(text: str, version: str) -> str:
    """Return all parts, followed by the text of each license."""
    blocks = paragraphs(text)
    found = list(parts(blocks))
    lines = [HEAD.format(version=version)]
    for files, owner, names in found:
        lines.append(f"{files}\nLicence: {' and '.join(names)}\n{owner}\n")
    for name in sorted({name for _, _, names in found for name in names}):
        texts = [each["License"].partition("\n")[2] for each in blocks if named(each) == name]
        wanted = next((shown(each) for each in texts if each.strip()), "")
        assert wanted or name == "public-domain", f"no text of {name}"
        lines.append(f"{'-' * 40}\n{name}\n\n{wanted or 'In the public domain.'}\n")
    return "\n".join(lines)


def named(block: dict[str, str]) -> str:
    """Return the license of a paragraph."""
    return block.get("License", "").split("\n")[0]


if __name__ == "__main__":
    source, target, number = sys.argv[1:4]
    Path(target).write_text(written(Path(source).read_text("utf-8"), number), "utf-8")
