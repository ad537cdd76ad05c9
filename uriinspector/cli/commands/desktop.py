"""The command "desktop": makes the desktop open links and files with this program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from uriinspector.cli.arguments import refuse
from uriinspector.cli.desktop import (
    DesktopPlaces,
    FileMenus,
    LinkHandler,
    places_of,
    window_program,
)
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import paragraph

ELSEWHERE = (
    "this works on Linux and BSD desktops; choose the handler of links in the system settings"
)
NO_WINDOW = "the package uriinspector, which has the window, is not installed"
FIELD = "{path}: desktops cannot start a program with % in its path"
CHOSEN = (
    "Web links now open in URI Inspector, which inspects them and opens nothing."
    ' Undo it with "uriinspect desktop --undo".'
)
MENUS = (
    'File managers now offer "Inspect with URI Inspector": Dolphin, Nemo, PCManFM, Nautilus and'
    ' Caja, and Thunar under "Send To", in new windows of theirs.'
)
UNDONE = "URI Inspector no longer handles web links."
MENUS_UNDONE = "The entries of file managers are removed."
NOTHING = "There is nothing to undo."
CHANGED_SINCE = "{file}: {key} was changed since, and stays {value}."


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Set up or undo the integration, or show its state."""
    if sys.platform in {"win32", "darwin"}:
        refuse(ELSEWHERE)
    places = places_of(os.environ)
    is_chosen = options.handle_links or options.file_menus
    if options.undo and is_chosen:
        refuse("--undo undoes both: leave out the other options")
    texts = _undo(places) if options.undo else _choose(options, places, chosen=is_chosen)
    screen.write(map(paragraph, texts))
    return 0


def _choose(options: argparse.Namespace, places: DesktopPlaces, *, chosen: bool) -> Iterator[str]:
    handler, menus = LinkHandler(places), FileMenus(places)
    if not chosen:
        http, https = (each or "not chosen" for each in handler.handlers())
        yield f"Handler of http links: {http}"
        yield f"Handler of https links: {https}"
        yield f"File managers: {'added' if menus.is_added else 'not added'}"
        return
    program = window_program()
    if program is None:
        refuse(NO_WINDOW)
    if "%" in str(program):  # GLib takes it for a placeholder, even if doubled
        refuse(FIELD.format(path=program))
    if options.handle_links:
        handler.choose(program)
        yield CHOSEN
    if options.file_menus:
        menus.add(program)
        yield MENUS


def _undo(places: DesktopPlaces) -> Iterator[str]:
    handler, menus = LinkHandler(places), FileMenus(places)
    is_installed = handler.is_installed
    for change in handler.undo():
        yield CHANGED_SINCE.format(file=change.file, key=change.key, value=change.since)
    if is_installed:
        yield UNDONE
    if menus.remove():
        yield MENUS_UNDONE
    elif not is_installed:
        yield NOTHING
