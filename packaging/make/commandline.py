"""What can be typed after each command: from the tables that the command line is read by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from help_text import taken_apart

from uriinspector.analysis.rules.table import RULES
from uriinspector.cli.arguments import COMMANDS, EVERYWHERE, INSPECT, OPTIONS
from uriinspector.cli.help import COMMANDS as HELP
from uriinspector.cli.help import MAIN
from uriinspector.documents.rules.table import EVERY
from uriinspector.export.templates import shipped_templates
from uriinspector.gui.command_line import OPTIONS as OF_WINDOW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILES = ("FILE", "PATH", "LINK or FILE")
EVERYONES = (("--help", {"action": "store_true"}),)
# Words that no table of the command line lists: codes of findings, names of templates.
KNOWN = {
    ("explain", "names"): sorted(rule.code for rule in (*RULES, *EVERY)),
    ("fill", "name"): sorted(shipped_templates()),
}


class Argument(NamedTuple):
    """An option, or what stands in a place of its own."""

    name: str
    about: str = ""
    takes: str = ""  # what stands for its value in the help; nothing for a flag
    words: tuple[str, ...] = ()
    is_file: bool = False
    again: bool = False  # as often as one likes


class Command(NamedTuple):
    """One command: its options, and what stands in which place."""

    name: str
    about: str
    options: tuple[Argument, ...]
    places: tuple[Argument, ...]


class Program(NamedTuple):
    """A program with its commands; the first one is meant where none is named."""

    name: str
    commands: tuple[Command, ...]

    @property
    def valued(self) -> list[str]:
        """Options that take the next word with them."""
        options = (option for each in self.commands for option in each.options)
        return sorted({option.name for option in options if option.takes})

    @property
    def named(self) -> tuple[Command, ...]:
        """The commands that have to be named."""
        return self.commands[1:]


def programs() -> Iterator[Program]:
    """The terminal's and the window's."""
    yield Program("uriinspect", tuple(_command(name) for name in (INSPECT, *COMMANDS)))
    rows = (*OF_WINDOW, *EVERYONES)
    about = {name: how.get("help", "") for name, how in rows}
    made = [_argument("", name, how, about[name]) for name, how in rows]
    yield Program("uriinspector", (_sorted_out("window", "", made),))


def _command(name: str) -> Command:
    inspects = name == INSPECT
    told = [taken_apart(HELP.get(name, MAIN)), taken_apart(MAIN)]
    version = (("--version", {"action": "store_true"}),) if inspects else ()
    rows = (*OPTIONS[name], *EVERYWHERE, *version, *EVERYONES)
    made = [
        _argument(name, each, how, _first(text.about(each) for text in told)) for each, how in rows
    ]
    head = next((row.words for row in told[1].rows() if row.name.split()[0] == name), "")
    return _sorted_out(name, _short(head) or "restore defanged links", made)


def _sorted_out(name: str, about: str, made: list[Argument]) -> Command:
    options = tuple(each for each in made if each.name.startswith("-"))
    return Command(name, about, options, tuple(each for each in made if each not in options))


def _argument(command: str, name: str, how: dict[str, Any], about: str) -> Argument:
    takes = "" if "action" in how else how.get("metavar") or name.strip("-").upper()
    words: Iterable[object] = how.get("choices") or KNOWN.get((command, name)) or ()
    return Argument(
        name,
        _short(about),
        takes,
        tuple(map(str, words)),
        takes in FILES,
        how.get("nargs") in {"*", "+"},
    )


def _first(found: Iterable[str]) -> str:
    """The words that say something by themselves."""
    return next((each for each in found if each and not each.startswith("as for")), "")


def _short(about: str) -> str:
    """Up to the end of its first thought."""
    return re.split(r"[;.:](?: |$)", re.sub(r" \([^)]*\)", "", about))[0]
