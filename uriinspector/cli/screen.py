"""Where lines go: plain into a pipe, coloured onto a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from uriinspector.analysis.safe_text import visible

if TYPE_CHECKING:
    from uriinspector.cli.styled_line import Line

NARROWEST, WIDEST, PIPED = 40, 120, 100
# For terminals that know only ASCII.
ASCII = str.maketrans("└┘─│╵├‹›…→≠–’·", "''-||+<>.>!-'.")


class Screen:
    """What is written to, how wide it is, and whether it has colours."""

    def __init__(self, out: TextIO, *, coloured: bool = False, theme: str = "") -> None:
        self.out = out
        self.is_terminal = is_terminal(out)
        self.width = _width(out)
        self.height = _height(out)
        self.coloured = coloured
        self._theme = theme

    def write(self, lines: Iterable[Line]) -> None:
        """All the lines, as each of them is made."""
        if self.coloured:
            from uriinspector.cli.color_output import paint

            paint(self.out, lines, self._theme)
            return
        known = "utf" in (self.out.encoding or "utf-8").lower()
        for each in lines:
            row = visible("".join(run.text for run in each)).rstrip()
            self.out.write((row if known else row.translate(ASCII)) + "\n")

    def exact(self, text: str) -> None:
        """A text for machines, to the letter; a terminal is shown what hides in it."""
        if self.is_terminal:
            self.out.write("\n".join(map(visible, text.split("\n"))))
            return
        self.out.flush()
        raw = getattr(self.out, "buffer", None)
        if raw is None:
            self.out.write(text)
        else:
            raw.write(octets_of(text))


def octets_of(text: str) -> bytes:
    """UTF-8, and the octets that were none when they were read."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def is_terminal(out: TextIO) -> bool:
    """Whether somebody is looking."""
    try:
        return out.isatty()
    except ValueError:
        return False


def wants_colour(choice: str, out: TextIO) -> bool:
    """``--color``, NO_COLOR, and what the output is."""
    if choice != "auto":
        return choice == "always"
    quiet = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(out) and not quiet


def _width(out: TextIO) -> int:
    """COLUMNS, or the terminal's own; a pipe has none."""
    text = os.environ.get("COLUMNS", "")
    if text.isascii() and text.isdigit() and int(text[:6]):
        return min(max(int(text[:6]), NARROWEST), WIDEST)
    try:
        return min(max(os.get_terminal_size(out.fileno()).columns, NARROWEST), WIDEST)
    except (OSError, ValueError):
        return PIPED


def _height(out: TextIO) -> int | None:
    """The terminal's; a pipe has no end."""
    try:
        return os.get_terminal_size(out.fileno()).lines
    except (OSError, ValueError):
        return None


def complain(text: str) -> None:
    """One clear line on standard error."""
    if sys.stderr is not None:
        sys.stderr.write(f"uriinspect: {visible(text)}\n")
        sys.stderr.flush()
