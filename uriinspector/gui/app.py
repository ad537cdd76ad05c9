"""The command: reads its arguments, looks at the machine, and only then loads Qt."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from importlib import metadata
from typing import TYPE_CHECKING

from uriinspector.gui import system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.theme import Theme


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the window; the answer is the exit code."""
    options = arguments_of(arguments)
    found = system.probe(os.environ)
    if found.problem == system.NO_DISPLAY and options.screenshot:
        found = system.probe({"QT_QPA_PLATFORM": "offscreen"})
    if found.problem:
        sys.stderr.write(f"{found.problem}\n")
        return system.EX_UNAVAILABLE
    if found.platform:
        os.environ["QT_QPA_PLATFORM"] = found.platform
    return show(options)


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="uriinspector", description="Shows what a link is made of. Nothing is ever opened."
    )
    parser.add_argument("uri", nargs="?", metavar="URI", help="the text to look at")
    parser.add_argument(
        "--uri", dest="text", metavar="TEXT", help="the same, whatever it looks like"
    )
    parser.add_argument("--theme", choices=("light", "dark", "system"), default="system")
    parser.add_argument("--size", type=size, default=(1320, 860), metavar="WxH")
    parser.add_argument("--screenshot", metavar="FILE", help="save a picture as PNG and leave")
    parser.add_argument(
        "--version", action="version", version=f"uriinspector {metadata.version('uriinspector')}"
    )
    return parser.parse_args(arguments)


def size(text: str) -> tuple[int, int]:
    """Read a size such as 1120x720."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def show(options: argparse.Namespace) -> int:
    """Dress the application and run its window, which is gone before the application goes."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.theme import Theme

    application = QApplication.instance() or QApplication(["uriinspector"])
    assert isinstance(application, QApplication)
    application.setStyle("Fusion")
    name = options.theme
    if name == "system":
        is_dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        name = "dark" if is_dark else "light"
    theme = Theme(name)
    theme.dress(application)
    return run_window(application, theme, options)


def run_window(application: QApplication, theme: Theme, options: argparse.Namespace) -> int:
    """Stay until the window is closed, or save its picture and leave."""
    import shiboken6

    from uriinspector.gui.window import Window

    window = Window(theme)
    window.resize(*options.size)
    window.show_text(options.text if options.text is not None else options.uri or "")
    try:
        if options.screenshot:
            window.inspect_page.inspector.finish()
            return 0 if window.grab().save(options.screenshot, "PNG") else 1
        window.show()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return int(application.exec())
    finally:
        shiboken6.delete(window)  # left to the end of the interpreter, the order is wrong


if __name__ == "__main__":
    sys.exit(main())
