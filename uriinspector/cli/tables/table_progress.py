"""How far a table has come: rows, rate and what is left; often on a terminal, else seldom."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from uriinspector.cli.screen import is_terminal

if TYPE_CHECKING:
    from typing import TextIO

    from uriinspector.cli.tables.table_work import TablePart

OFTEN, SELDOM = 0.2, 60.0
WIDTH = 24


class TableProgress:
    """One line on a terminal, gone at the end; in a log one line a minute."""

    def __init__(self, out: TextIO | None) -> None:
        self._out = out
        self._is_terminal = out is not None and is_terminal(out)
        self._began = self._shown = time.monotonic()
        self.rows = self._new = 0
        self._there = 0.0

    def step(self, part: TablePart) -> None:
        """One part more."""
        self.rows += part.rows
        if part.is_new:
            self._new += part.rows
        else:
            self._there, self._began = part.read, time.monotonic()
        now = time.monotonic()
        if self._out is None or now - self._shown < (OFTEN if self._is_terminal else SELDOM):
            return
        self._shown = now
        text = self._text(part.read, now - self._began)
        self._out.write(f"\r{text}\x1b[K" if self._is_terminal else f"uriinspect: {text}\n")
        self._out.flush()

    def _text(self, read: float, seconds: float) -> str:
        filled = int(WIDTH * read)
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self.rows:,} rows"
        if self._new and seconds > 0:
            text += f", {self._new / seconds:,.0f} a second"
            if read > self._there:
                text += f", {duration((1 - read) / (read - self._there) * seconds)} left"
        return text

    def clear(self) -> None:
        """Take the line away."""
        if self._is_terminal and self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()


def duration(seconds: float) -> str:
    """In the two largest units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
