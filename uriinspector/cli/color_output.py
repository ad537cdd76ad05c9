"""Colored lines: the only module that imports rich."""

import os
import tomllib
from collections.abc import Iterable
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.safe_text import visible
from uriinspector.cli.styled_line import Line

# Terminal colors for styles that have no color in the theme.
OWN = {
    "strong": "bold",
    "high": "bold red",
    "badge-high": "bold reverse red",
    "medium": "bold {warning}",
    "badge-medium": "bold reverse {warning}",
    "low": "{accent}",
    "badge-low": "reverse {accent}",
    "info": "{muted}",
    "badge-info": "reverse {muted}",
    "muted": "{muted}",
    "mark": "bold red",
    "clause": "{accent}",
    "host": "bold {host}",
    "site": "bold underline {host}",
}


def paint(out: TextIO, lines: Iterable[Line], theme: str = "") -> None:
    """Print lines in the theme's colors, or the nearest ones that the terminal has."""
    styles = _styles(theme or _terminal_theme())
    console = Console(
        file=out, force_terminal=True, no_color=False, highlight=False, markup=False, emoji=False
    )
    if console.color_system is None:
        console = Console(file=out, force_terminal=True, no_color=False, color_system="standard")
    for each in lines:
        text = Text()
        for run in each:
            text.append(visible(run.text), styles.get(run.style, ""))
        text.rstrip()
        console.print(text, soft_wrap=True)


def _styles(theme: str) -> dict[str, str]:
    colours: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
    parts = colours.pop("parts")
    meant: dict[str, str] = colours | parts
    return meant | {name: style.format_map(meant) for name, style in OWN.items()}


def _terminal_theme() -> str:
    """Return "light" or "dark" based on COLORFGBG: colors 7 and 15 are light backgrounds."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in {"7", "15"} else "dark"
