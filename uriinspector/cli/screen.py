"""Standard output: plain in a pipe, with colors on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import Message, message

if TYPE_CHECKING:
    from uriinspector.cli.styled_line import Block

NARROWEST, WIDEST, PIPED = 40, 120, 100
# Replacements for ASCII-only terminals.
ASCII = str.maketrans("└┘─│╵├‹›…→≠–’·", "''-||+<>.>!-'.")


class Screen:
    """An output with its width and colors."""

    def __init__(
        self, out: TextIO, *, coloured: bool = False, theme: str = "", width: int = 0
    ) -> None:
        self.out = out
        self.is_terminal = is_terminal(out)
        self.width = width or _width(out)
        self.height = _height(out)
        self.coloured = coloured
        self._theme = theme

    def write(self, blocks: Iterable[Block]) -> None:
        """Write lines as they are produced."""
        from uriinspector.cli.styled_line import laid_out

        lines = laid_out(blocks, self.width)
        if self.coloured:
            from uriinspector.cli.color_output import paint

            paint(self.out, lines, self._theme)
            return
        known = "utf" in (self.out.encoding or "utf-8").lower()
        for each in lines:
            row = visible("".join(run.text for run in each)).rstrip()
            self.out.write((row if known else row.translate(ASCII)) + "\n")

    def json(self, value: object) -> None:
        """Write a value as JSON."""
        self.out.write(json.dumps(value, indent=2) + "\n")

    def exact(self, text: str) -> None:
        """Write text unchanged for programs; on a terminal, make hidden characters visible."""
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
    """Encode text as UTF-8; lone surrogates become invalid bytes instead of an error."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def is_terminal(out: TextIO) -> bool:
    """Return True if the output is an open terminal."""
    try:
        return out.isatty()
    except ValueError:
        return False


def wants_colour(choice: str, out: TextIO) -> bool:
    """Return True if the output should have colors, according to ``--color`` and NO_COLOR."""
    if choice != "auto":
        return choice == "always"
    quiet = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(out) and not quiet


def _width(out: TextIO) -> int:
    """Return the width from COLUMNS or the terminal, or a default in a pipe."""
    text = os.environ.get("COLUMNS", "")
    if text.isascii() and text.isdigit() and int(text[:6]):
        return min(max(int(text[:6]), NARROWEST), WIDEST)
    try:
        return min(max(os.get_terminal_size(out.fileno()).columns, NARROWEST), WIDEST)
    except (OSError, ValueError):
        return PIPED


def _height(out: TextIO) -> int | None:
    try:
        return os.get_terminal_size(out.fileno()).lines
    except (OSError, ValueError):
        return None


# The language for standard error, and the system messages to translate.
spoken = ["en"]
OF_SYSTEMS = (
    message("No such file or directory"),
    message("Permission denied"),
    message("Is a directory"),
)


def at(place: str, reason: str) -> Message:
    """Return a message about a file or a line in it."""
    return message("{place}: {reason}", place=place, reason=reason)


def complain(text: str) -> None:
    """Print a line on standard error, translating it if it is a message."""
    if isinstance(text, Message) and spoken[-1] != "en":
        from uriinspector.export.language import speaking

        text = speaking(spoken[-1])(text)
    if sys.stderr is not None:
        sys.stderr.write(f"uriinspect: {visible(text)}\n")
        sys.stderr.flush()
