"""An address inside of other code, and expressions that read octets and characters alike."""

from __future__ import annotations

import re
from typing import Any, NamedTuple


class EmbeddedAddress(NamedTuple):
    """An address, and where it is written, quotes aside."""

    start: int
    end: int
    value: str


class DualPattern:
    """One expression for octets and for characters: code is ASCII wherever it matters."""

    def __init__(self, expression: str) -> None:
        self._text = re.compile(expression, re.ASCII)
        self._octets = re.compile(expression.encode("ascii"))

    def of(self, code: str | bytes) -> Any:
        """The compiled expression that fits."""
        return self._text if isinstance(code, str) else self._octets
