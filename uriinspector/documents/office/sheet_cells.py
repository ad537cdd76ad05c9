"""Cells of Excel that are links: what they show is written elsewhere than their address."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.documents.office.relationships import XmlAttribute

LINKED = expression(
    rb"<(?:\w+:)?hyperlink\s[^<>]{0,2000}?\bref\s{0,9}=\s{0,9}[\"']([A-Z]{1,3}[0-9]{1,7})"
)
STRING = expression(rb"<(?:\w+:)?si>|<(?:\w+:)?t(?:\s[^<>]{0,200})?>([^<]*+)")
# More cells and more strings are not kept.
CELLS, STRINGS, LONGEST = 100_000, 500_000, 2_000


class SheetCells:
    """The texts of the cells that links of a sheet name."""

    def __init__(self, octets: bytes, strings: Callable[[int], str]) -> None:
        found = LINKED.finditer(octets)
        self._wanted = {match[1].decode() for match, _ in zip(found, range(CELLS), strict=False)}
        self._strings = strings
        self._texts: dict[str, str] = {}
        self._name = ""
        self._is_shared = False
        self.is_open = False

    def open(self, attributes: Mapping[str, XmlAttribute]) -> None:
        """A cell begins; only those that are links are of interest."""
        name, kind = attributes.get("r"), attributes.get("t")
        self.is_open = name is not None and name.value in self._wanted
        self._name = name.value if name is not None else ""
        self._is_shared = kind is not None and kind.value == "s"

    def add(self, octets: bytes, *, is_text: bool) -> None:
        """A text in the cell, or the number of a text."""
        text = unescape(octets[:LONGEST].decode("utf-8", "replace"))
        if self._is_shared and not is_text:
            text = self._strings(int(text)) if text.isdecimal() and len(text) < 9 else ""
        self._texts[self._name] = self._texts.get(self._name, "") + text

    def shown(self, attributes: Mapping[str, XmlAttribute]) -> str:
        """What a link shows: its cell, or what it says itself."""
        cell, display = attributes.get("ref"), attributes.get("display")
        text = self._texts.get(cell.value.partition(":")[0], "") if cell else ""
        return text or (display.value if display else "")


def shared_strings(octets: bytes, start: int, end: int) -> list[str]:
    """The texts that cells have by their numbers."""
    result: list[str] = []
    for match in STRING.finditer(octets, start, end):
        if match[1] is None:
            if len(result) >= STRINGS:
                break
            result.append("")
        elif result and len(result[-1]) < LONGEST:
            result[-1] += unescape(match[1].decode("utf-8", "replace"))
    return result
