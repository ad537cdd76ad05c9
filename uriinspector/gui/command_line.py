"""The window's command line: options, workspaces, texts and files.

The navigation rail, the command line and the tests use the table of workspaces below;
``workspaces.py`` creates the pages.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uriinspector import EDITIONS
from uriinspector.analysis.list_folder import folder_in_use
from uriinspector.core.expression import expression
from uriinspector.core.model import LANGUAGES, NamedTuple


class WorkspaceSpec(NamedTuple):
    """A workspace: its name, its label, and its views by command-line name.

    A view is a tab or another part of a page that can be shown; the values are the names that its
    page uses.
    """

    name: str
    words: str
    views: dict[str, str]
    takes_base: bool = True


WORKSPACES = (
    WorkspaceSpec(
        "inspect",
        "Inspect",
        {
            "encoding": "escapes",
            "normal": "normal",
            "parsers": "readings",
            "scheme": "scheme",
            "nested": "values",
            "query": "query",
            "values": "values",
            "grammar": "grammar",
        },
    ),
    # "grammar" is also the name for the rules, which are to resolution what a grammar is to
    # parsing.
    WorkspaceSpec(
        "resolve",
        "Resolve",
        {
            "steps": "steps",
            "rules": "rules",
            "grammar": "rules",
            "teach": "teach",
            "list": "list",
            "compare": "compare",
        },
    ),
    WorkspaceSpec("compare", "Compare", {"pair": "pair", "list": "list"}),
    WorkspaceSpec(
        "documents",
        "Documents",
        {
            "source": "source",
            "inspection": "inspection",
            "image": "image",
            "message": "message",
            "fixes": "fixes",
        },
        takes_base=False,
    ),
    # A view for each kind of question, one for an answered question, and one for the end of a
    # round.
    WorkspaceSpec(
        "learn",
        "Learn",
        {
            "lesson": "lesson",
            "target": "target",
            "where": "where",
            "mark": "mark",
            "origin": "origin",
            "site": "site",
            "relative": "relative",
            "write": "write",
            "valid": "valid",
            "rung": "rung",
            "base": "base",
            "editions": "editions",
            "steps": "steps",
            "lines": "lines",
            "innermost": "innermost",
            "letters": "letters",
            "encode": "encode",
            "decode": "decode",
            "answered": "answered",
            "result": "result",
            "spot": "spot",
        },
        takes_base=False,
    ),
)
BY_NAME = {each.name: each for each in WORKSPACES}


def all_views() -> tuple[str, ...]:
    """Return the names of all views without duplicates, in the order of the table."""
    return tuple(dict.fromkeys(name for each in WORKSPACES for name in each.views))


def problem_of(workspace: str, view: str) -> str:
    """Return why a workspace cannot show a view, or "" if it can."""
    views = BY_NAME[workspace].views
    return "" if view in views else f"{workspace} has no tab {view}; it has {', '.join(views)}"


SCHEME = expression(r"[A-Za-z][A-Za-z0-9+.-]+:")  # a single letter and a colon are a drive
DESCRIPTION = "Shows where a link really goes and why. Works offline: nothing is ever opened."
EPILOG = (
    "Anything that is not the name of a file on this computer is read as a link. Network "
    "paths are never opened. Several files are shown in Documents."
)
WHAT = "LINK or FILE"
ZOOMS = (100, 110, 125, 150, 175, 200)


class Argument(NamedTuple):
    """A text to inspect, or the path of a file or folder."""

    name: str
    is_path: bool = False


def argument(text: str) -> Argument:
    """Return an argument as a file path or a link, without contacting another machine."""
    from uriinspector.gui.transfer.incoming import is_remote, local_path

    local = local_path(text)
    if local is not None:
        return Argument(local, is_path=True)
    if SCHEME.match(text) or is_remote(text):
        return Argument(text)
    try:
        path = Path(text)
        return Argument(text, bool(text) and (path.is_file() or path.is_dir()))
    except (OSError, ValueError):
        return Argument(text)


def named(options: argparse.Namespace) -> list[Argument]:
    """Return the texts and paths to show, in order."""
    forced = [] if options.text is None else [Argument(options.text)]
    return forced + [argument(each) for each in options.what]


def size(text: str) -> tuple[int, int]:
    """Parse a size such as 1120x720."""
    width, _, height = text.partition("x")
    try:
        return int(width), int(height)
    except ValueError:
        problem = f"'{text}' is not a size such as 1120x720"
        raise argparse.ArgumentTypeError(problem) from None


def _option(name: str, help_text: str, **how: Any) -> tuple[str, dict[str, Any]]:
    return name, how | {"help": help_text}


# Arguments for argparse; shell completion also uses these rows.
OPTIONS = (
    _option("what", "link to inspect, or files and folders to open", nargs="*", metavar=WHAT),
    _option(
        "--uri", "read TEXT as a link, even if a file has that name", dest="text", metavar="TEXT"
    ),
    _option("--workspace", ", ".join(BY_NAME), choices=tuple(BY_NAME), metavar="NAME"),
    _option(
        "--edition", f"{', '.join(EDITIONS)}; for this session", choices=EDITIONS, metavar="YEAR"
    ),
    _option("--base", "the page that a relative link is on", metavar="URL"),
    _option("--tab", "tab to show; an unknown name lists all tabs", metavar="NAME"),
    _option(
        "--theme",
        "light, dark or system; for this session",
        choices=("light", "dark", "system"),
        metavar="NAME",
    ),
    _option(
        "--zoom",
        f"{', '.join(map(str, ZOOMS))}; for this session",
        type=int,
        choices=ZOOMS,
        metavar="PERCENT",
    ),
    _option(
        "--language",
        "en, de or system; for this session",
        choices=(*LANGUAGES, "system"),
        metavar="NAME",
    ),
    _option("--size", "window size, such as 1120x720", type=size, metavar="WxH"),
    _option("--new-window", "open another window, even if one is open", action="store_true"),
    _option("--screenshot", "save an image (PNG) and exit; needs no display", metavar="FILE"),
    _option("--version", "show versions of the program and its tables", action="store_true"),
)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="uriinspector",
        usage=f"%(prog)s [options] [{WHAT} ...]",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    for name, how in OPTIONS:
        parser.add_argument(name, **how)
    return parser


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; exit with a message if it is invalid."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    workspace = options.workspace or "inspect"
    if options.tab and (problem := problem_of(workspace, options.tab)):
        parser.error(f"argument --tab: {problem}")
    if options.base is not None and not BY_NAME[workspace].takes_base:
        parser.error(f"argument --base: {workspace} finds base URIs in the files")
    return options


def version_text() -> str:
    """Return the output of ``--version``."""
    from datetime import date
    from importlib import metadata

    from uriinspector.analysis import versions
    from uriinspector.gui.storage.own_lists import OwnLists

    python = versions.VersionRow("Python", sys.version.split()[0])
    qt = versions.VersionRow("PySide6-Essentials", metadata.version("PySide6-Essentials"))
    codes = versions.VersionRow("zxing-cpp", metadata.version("zxing-cpp"))
    today, sources = date.today(), OwnLists(folder_in_use()).lists.sources
    rows = (python, qt, *versions.libraries(), codes, *versions.judged_by(sources))
    aged = {True: f"  {versions.AGED}", False: ""}
    rest = "".join(
        f"  {each.name} {each.version}{aged[versions.is_old(each, today)]}\n" for each in rows
    )
    return f"uriinspector {versions.program().version}\n{rest}"
