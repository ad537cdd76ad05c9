"""The colours of a theme, by their meaning, for what is drawn outside of the window."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any, NamedTuple

from uriinspector.analysis.shipped import shipped_text

THEMES = ("light", "dark")


class Colours(NamedTuple):
    """A theme: colour by meaning, the parts of a URI apart."""

    meanings: dict[str, str]
    parts: dict[str, str]

    @property
    def css(self) -> str:
        """All of them as variables of a style sheet."""
        return ";".join(f"--{name}:{value}" for name, value in (self.meanings | self.parts).items())


@lru_cache(maxsize=2)
def colours(theme: str) -> Colours:
    """The theme of that name: light or dark."""
    found: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
    parts: dict[str, str] = found.pop("parts")
    return Colours(found, parts)
