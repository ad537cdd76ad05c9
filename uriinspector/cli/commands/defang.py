"""The commands "defang" and "refang", for arguments or standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from uriinspector.analysis.defang import defang, refang
from uriinspector.cli.arguments import refuse
from uriinspector.cli.screen import Screen


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Change each argument, or each line of standard input."""
    change: Callable[[str], str] = defang if options.command == "defang" else refang
    for text in [f"{each}\n" for each in options.texts] or _lines():
        screen.exact(change(text))
    return 0


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; invalid UTF-8 is preserved by surrogates."""
    if sys.stdin is None:
        refuse("missing TEXT: standard input is closed")
    for row in sys.stdin.buffer:
        yield row.decode("utf-8", "surrogateescape")
