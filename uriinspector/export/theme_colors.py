"""The colors of a theme by meaning, for images and pages made outside of the window."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

THEMES = ("light", "dark")
VARIABLE = expression(r"var\(--(\w+)\)")


class ThemeColors(NamedTuple):
    """The colors of a theme by meaning, and those of a URI's components."""

    meanings: dict[str, str]
    parts: dict[str, str]

    def css(self, sheet: str) -> str:
        values = self.meanings | self.parts
        return "; ".join(
            f"--{name}: {values[name]}" for name in sorted(set(VARIABLE.findall(sheet)))
        )


@lru_cache(maxsize=2)
def theme_colors(theme: str) -> ThemeColors:
    values: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
    parts: dict[str, str] = values.pop("parts")
    return ThemeColors(values, parts)
