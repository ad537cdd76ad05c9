"""The colours of a theme, by their meaning, for what is drawn outside of the window."""

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
    """A theme: colour by meaning, the parts of a URI apart."""

    meanings: dict[str, str]
    parts: dict[str, str]

    def css(self, sheet: str) -> str:
        """Those that a style sheet asks for, as its variables."""
        values = self.meanings | self.parts
        return "; ".join(
            f"--{name}: {values[name]}" for name in sorted(set(VARIABLE.findall(sheet)))
        )


@lru_cache(maxsize=2)
def theme_colors(theme: str) -> ThemeColors:
    """The theme of that name: light or dark."""
    values: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
    parts: dict[str, str] = values.pop("parts")
    return ThemeColors(values, parts)
