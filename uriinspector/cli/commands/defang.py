"""The commands "defang" and "refang", for arguments or standard input."""

import argparse
from collections.abc import Callable

from uriinspector.analysis.defang import defang, refang
from uriinspector.cli.arguments import input_lines
from uriinspector.cli.screen import Screen


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Change each argument, or each line of standard input."""
    change: Callable[[str], str] = defang if options.command == "defang" else refang
    for text in [f"{each}\n" for each in options.texts] or input_lines():
        screen.exact(change(text))
    return 0
