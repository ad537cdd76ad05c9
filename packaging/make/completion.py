"""Write completion scripts for bash, zsh and fish: ``completion.py FOLDER``.

The folder has the structure of ``share`` on Linux; each shell looks in its own subfolder.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shtab
from help_text import taken_apart

from uriinspector.analysis.rules.table import RULES
from uriinspector.cli.arguments import COMMANDS, EVERYWHERE, INSPECT, OPTIONS
from uriinspector.cli.help import COMMANDS as HELP
from uriinspector.cli.help import MAIN
from uriinspector.documents.rules.table import EVERY
from uriinspector.export.templates import shipped_templates
from uriinspector.gui.command_line import OPTIONS as OF_WINDOW
from uriinspector.gui.command_line import all_views

if TYPE_CHECKING:
    from collections.abc import Iterable

PLACES = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}
FILES = ("FILE", "PATH", "LINK or FILE")
# Values that are not in the tables of the command line: codes of findings, names of templates.
KNOWN = {
    ("explain", "names"): sorted(rule.code for rule in (*RULES, *EVERY)),
    ("fill", "name"): sorted(shipped_templates()),
    ("", "--tab"): all_views(),
}


def main(folder: Path) -> None:
    """Write the scripts of both programs for each shell."""
    for parser in (terminal(), window()):
        for shell, place in PLACES.items():
            file = folder / place.format(parser.prog)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(shtab.complete(parser, shell), "utf-8")


def terminal() -> argparse.ArgumentParser:
    """Return a parser with a subparser for each command; without a command, it inspects a link."""
    rows = {row.name.split()[0]: row.words for row in taken_apart(MAIN).rows()}
    parser = argparse.ArgumentParser(prog="uriinspect")
    version = ("--version", {"action": "store_true"})
    add(parser, INSPECT, [each for each in (*OPTIONS[INSPECT], version) if each[0] != "uris"])
    commands = parser.add_subparsers()
    for name in COMMANDS:
        about = short(rows.get(name) or "restore defanged links")
        add(commands.add_parser(name, help=about, description=about), name, OPTIONS[name])
    return parser


def window() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="uriinspector")
    add(parser, "", OF_WINDOW)
    return parser


def add(
    parser: argparse.ArgumentParser, command: str, rows: Iterable[tuple[str, dict[str, Any]]]
) -> None:
    """Add the options and arguments of a command with their descriptions, values and file types."""
    texts = [taken_apart(HELP.get(command, MAIN)), taken_apart(MAIN)]
    for name, how in (*rows, *(EVERYWHERE if command else ())):
        about = (how.get("help"), *(text.about(name) for text in texts))
        words = next((each for each in about if each and not each.startswith("as for")), "")
        how = how | {"help": short(words)}
        if (command, name) in KNOWN:
            how["choices"] = KNOWN[command, name]
        argument = parser.add_argument(name, **how)
        if argument.metavar in FILES:
            argument.complete = shtab.FILE  # type: ignore[attr-defined]


def short(about: str) -> str:
    """Return the description up to the first semicolon, period or colon."""
    return re.split(r"[;.:](?: |$)", re.sub(r" \([^)]*\)", "", about))[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
