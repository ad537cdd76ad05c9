"""Defanging and the way back: of the arguments, or of standard input line by line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from uriinspector.analysis.defang import defang, refang
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """A line for each line."""
    change: Callable[[str], str] = defang if options.command == "defang" else refang
    for text in [f"{each}\n" for each in options.texts] or _lines():
        screen.exact(change(text))
    return 0


def _lines() -> Iterator[str]:
    """Standard input, to the letter: what is no UTF-8 is carried along."""
    if sys.stdin is None:
        refuse("missing TEXT: standard input is closed")
    for row in sys.stdin.buffer:
        yield row.decode("utf-8", "surrogateescape")
