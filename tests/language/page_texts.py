"""The sentences of the README, the changelog and the manual, without code and generated tables."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import ROOT

MANUAL = ROOT / "resources/manual"
# Fenced blocks, indented blocks, and text that packaging/manual fills in.
LEFT_OUT = re.compile(
    r"^```.*?^```$|^    .*$|<!-- (\w+) -->.*?<!-- / -->|<!--.*?-->", re.DOTALL | re.MULTILINE
)
CODE = re.compile(r"`[^`]*`")
TARGET = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
ITEM = re.compile(r"\n(?=[-*|#] ?|\d+\. )|\n\s*\n")


def sentences(page: Path) -> Iterator[str]:
    """Yield the paragraphs, items, headings and table rows of a page, each on one line."""
    text = CODE.sub("X", LEFT_OUT.sub("X", page.read_text("utf-8")))
    text = TARGET.sub(r"\1", text)
    for each in ITEM.split(text):
        words = " ".join(each.split()).strip("|-*# ")
        if re.search(r"[a-z]{2}", words):
            yield words


def english_pages() -> frozenset[str]:
    """Return every sentence of the English pages."""
    pages = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(MANUAL.glob("*.md")))
    return frozenset(each for page in pages for each in sentences(page))


def german_pages() -> frozenset[str]:
    """Return every sentence of the German pages."""
    return frozenset(each for page in sorted(MANUAL.glob("de/*.md")) for each in sentences(page))
