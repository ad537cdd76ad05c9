"""The options of each command, and the lists of names that options refer to."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from uriinspector import EDITIONS
from uriinspector.analysis.list_folder import MOST_OCTETS, folder_in_use
from uriinspector.analysis.list_sources import KINDS, PARAMETERS, SHIPPED, Lists
from uriinspector.cli import screen
from uriinspector.cli.screen import complain
from uriinspector.core.model import LANGUAGES
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS, SCAN_FORMATS, SITE_FORMATS

if TYPE_CHECKING:
    from uriinspector.analysis.list_files import ListFile, UserLists


class MisuseError(Exception):
    """A request that cannot be carried out; the message explains why."""


class BrokenFileError(MisuseError):
    """Errors in one of the user's files; the help of a command would not explain them."""


def refuse(message: str, cause: BaseException | None = None) -> NoReturn:
    """Raise a MisuseError."""
    raise MisuseError(message) from cause


INSPECT = "inspect"
COMMANDS = (
    *("resolve", "compare", "normalize", "tree", "explain", "defang", "refang", "batch", "report"),
    *("fill", "scan", "fix", "lists", "values", "check", "sheet", "spot", "desktop", "table"),
)
LEVELS = ("info", "low", "medium", "high")
# The default output, for people; the tables of formats list all others.
TABLE = "table"
SCANNED = tuple(dict.fromkeys((TABLE, *SCAN_FORMATS, *CASE_FORMATS, *SITE_FORMATS)))
REPORTED = tuple(name for name, each in LINK_FORMATS.items() if not each.is_drawn)
WIDTH = 80
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")


# Prefixes of argparse messages, and their replacements.
PLAIN = {
    "the following arguments are required: ": "missing ",
    "unrecognized arguments: ": "unknown arguments: ",
    "argument -": "-",
    "--site: expected one argument": "--site needs the folder with the pages, for example: --site "
    "public",
    "missing BASE, REF": "missing the base and the reference",
    "missing REF": "missing the reference",
    "missing A, B": "missing the two links",
    "missing B": "missing the second link",
    "invalid int value: ": "not a number: ",
    "invalid choice: ": "unknown value ",
}


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that raises errors instead of exiting; help texts are in ``help.py``."""

    def error(self, message: str) -> NoReturn:
        """Raise argparse's message in plainer words; argparse itself would print it and exit."""
        for beginning, plain in PLAIN.items():
            message = message.replace(beginning, plain)
        if self.prog == "uriinspect scan" and message == "unknown arguments: -o":
            message += "; the output goes to standard output: add > FILE"
        refuse(message)


class _Formatter(argparse.HelpFormatter):
    """A formatter with a fixed width: detecting the terminal's would import more modules."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH)


# Options that replace the list printed by "fix" with another output.
MODES = ("diff", "write", "check")
# Options without a value, and options whose value is a file.
_FLAGS = """
    --json --jsonl --full --exact --without-recipient --lenient --form --without-fragments --check
    --typed --strict --all --handle-links --file-menus --undo --ampersands --no-backup
    --diff --write
"""
_FILES = "--protect --students --pack --templates file"
# Other options by name; "command:name" is an option of one command only. packaging/make uses the
# metavars in the manual pages and shell completion.
_ROWS: dict[str, dict[str, Any]] = {
    "--color": {"choices": ("auto", "always", "never"), "default": "auto"},
    "--theme": {"choices": ("dark", "light"), "default": ""},
    "--base": {},
    "--base-a": {},
    "--base-b": {},
    "--language": {"choices": tuple(LANGUAGES), "default": "en"},
    # The default is the language of the pack.
    "pack:--language": {"choices": tuple(LANGUAGES)},
    "--column": {"action": "append", "metavar": "NAME", "default": []},
    "--above-root": {"choices": ("keep", "drop", "refuse"), "default": "keep"},
    "-o": {"dest": "output", "metavar": "FILE"},
    "--date": {"metavar": "DATE"},
    "uris": {"nargs": "*", "metavar": "LINK"},
    "normalize:uris": {"nargs": "+", "metavar": "LINK"},
    "uri": {"metavar": "LINK"},
    "fill:uri": {"nargs": "?", "metavar": "LINK"},
    "paths": {"nargs": "*", "metavar": "PATH"},
    "texts": {"nargs": "*", "metavar": "TEXT"},
    "base_uri": {"metavar": "BASE"},
    "reference": {"metavar": "REF"},
    "a": {"metavar": "A"},
    "b": {"metavar": "B"},
    "names": {"nargs": "*", "metavar": "CODE|CLAUSE"},
    "what": {"choices": ("resolve", "valid", "equal"), "metavar": "WHAT"},
    "sheet:--format": {"choices": ("csv", "html", "json", "moodle"), "default": "csv"},
    "sheet:--key": {"choices": ("without", "with", "alone"), "default": "without"},
    "--list": {"choices": ("kinds", "mistakes", "tricks", "conditions", "lessons")},
    "pack": {"nargs": "?", "metavar": "PACK"},
    "--trick": {"metavar": "TRICK"},
    "--in": {"dest": "scene", "choices": ("email", "bar")},
    "code": {"nargs": "?", "metavar": "CODE"},
    "--by": {"choices": ("student", "question", "item", "mistake", "class")},
    "check:--format": {"choices": ("csv", "json", "html")},
    "check:--key": {"choices": ("without", "with"), "default": "without"},
    "check:--fail-on": {"choices": ("wrong", "never"), "default": "never"},
    "kind": {"nargs": "?", "metavar": "KIND"},
    "name": {"nargs": "?", "metavar": "NAME"},
    "--group": {"choices": ("site", "target"), "default": "site"},
    "--site": {"metavar": "ROOT"},
    "table:--column": {"default": "url", "metavar": "NAME"},
    "--content": {"metavar": "NAME"},
    "--columns": {"metavar": "LIST"},
    "table:--format": {"choices": ("parquet", "arrow", "csv", "jsonl")},
    "source": {"metavar": "IN"},
    "target": {"metavar": "OUT"},
    "--only": {"metavar": "CODES"},
    "--choose": {"metavar": "CHOICES"},
    "--backup": {"metavar": "ENDING", "default": ".bak"},
}
_ROWS |= {
    "--edition": {"choices": EDITIONS, "default": "2005"},
    "--urn-edition": {"choices": URN_EDITIONS, "default": "rfc8141"},
    "--min-severity": {"choices": LEVELS, "default": "info"},
    "--fail-on": {"choices": (*LEVELS, "never"), "default": "high"},
    "--jobs": {"type": int, "default": 1, "metavar": "N"},
    "sheet:--count": {"type": int, "metavar": "N"},
    "spot:--count": {"type": int, "default": 20, "metavar": "N"},
    "report:--format": {"choices": REPORTED, "default": "markdown"},
    "scan:--format": {"choices": SCANNED, "default": TABLE},
    **{name: {"action": "store_true"} for name in _FLAGS.split()},
    **{name: {"metavar": "FILE"} for name in (*_FILES.split(), *(f"--{kind}" for kind in KINDS))},
}


def _options(names: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    return tuple((name.rpartition(":")[2], _ROWS[name]) for name in names.split())


EVERYWHERE = _options("--color --theme")
_LISTS = " ".join(f"--{kind}" for kind in KINDS)
# The options for names and lists, for every command that judges links.
_JUDGED_BY = f"--protect {_LISTS}"
_COMMANDS = {
    INSPECT: f"""--edition --urn-edition --base --json --jsonl --full --exact --jobs {_JUDGED_BY}
        --min-severity --fail-on uris""",
    "resolve": "--edition --lenient --above-root --json base_uri reference",
    "compare": "--edition --urn-edition --base-a --base-b --without-fragments --json a b",
    "normalize": "--edition --urn-edition --json --form normalize:uris",
    "tree": "--edition --json uri",
    "explain": "--json --language names",
    "defang": "texts",
    "refang": "texts",
    "values": f"--edition --json --exact --{PARAMETERS} texts",
    "batch": "--edition --urn-edition --base --lenient --above-root --json what file",
    "sheet": """--students --column sheet:--count sheet:--format sheet:--key --check --list
        pack:--language -o pack""",
    "spot": "--trick spot:--count --typed --in --language code",
    "check": """--edition --base --json pack:--language --pack --students --column --by
        check:--format check:--key check:--fail-on -o file""",
    "report": f"""--edition --urn-edition --base {_JUDGED_BY} --exact --without-recipient --language
        -o report:--format uri""",
    "lists": f"--json {_LISTS} --all kind",
    "desktop": "--handle-links --file-menus --undo",
    "fill": f"""--edition --urn-edition --base {_JUDGED_BY} --without-recipient -o --templates
        --date name fill:uri""",
    "scan": f"""--edition --base --json --jsonl scan:--format --group --full --site --jobs --date
        --exact --without-recipient --language {_JUDGED_BY} --min-severity --fail-on --strict
        paths""",
    "table": f"""table:--column --content --columns table:--format --jobs --edition {_JUDGED_BY}
        source target""",
    "fix": """--edition --base --json --exact --diff --write --check --only --choose --ampersands
        --backup --no-backup --strict paths""",
}
OPTIONS = {command: _options(names) for command, names in _COMMANDS.items()}
# Options that apply only to some outputs of a command, and those outputs.
_APPLIES = {
    INSPECT: {"--full": "text json jsonl", "--exact": "text"},
    "scan": {
        "--language": "markdown html",
        "--exact": "table markdown html csv targets timeline messages site-svg",
        # With recipient data removed, a list of targets would show different targets.
        "--without-recipient": " ".join(CASE_FORMATS.keys() - {*SCAN_FORMATS, "targets"}),
        "--group": "table",
        "--full": "table",
        "--date": "markdown html stix misp",
        "--min-severity": " ".join((TABLE, *SCAN_FORMATS)),
    },
    "report": {
        "--exact": " ".join(LINK_FORMATS.keys() - {"json"}),
        "--language": " ".join({*REPORTED} - {"json"}),
    },
    "fix": {"--exact": "text", "--no-backup": "write", "--backup": "write"},
    "normalize": {},  # has two outputs, which cannot be combined
    "values": {"--exact": "text"},
    # The other commands ignore base URIs and URN rules in a batch.
    "batch": {
        "--base": "resolve",
        "--lenient": "resolve",
        "--above-root": "resolve",
        "--urn-edition": "equal",
    },
}
APPLIES = {
    command: {name: frozenset(outputs.split()) for name, outputs in rows.items()}
    for command, rows in _APPLIES.items()
}
_LISTED, _TEMPLATES, _EXAMPLE = ("--list", "--language"), ("--templates",), ("-o",)
_WITH_PACK = tuple(name for name, _ in OPTIONS["check"] if name not in {"--edition", "--base"})
# Special forms of a command: name, a function that recognizes the form, and the options allowed in
# it.
NARROWED: dict[str, tuple[tuple[str, Callable[[argparse.Namespace], bool], tuple[str, ...]], ...]]
NARROWED = {
    "check": (("check --pack", lambda given: given.pack is not None, _WITH_PACK),),
    "sheet": (
        ("sheet --list", lambda given: given.list is not None, _LISTED),
        ("sheet without PACK", lambda given: given.pack is None, _EXAMPLE),
        ("sheet --check", lambda given: given.check, ("--check", "--language")),
    ),
    "fill": (("fill without NAME", lambda given: given.name is None, _TEMPLATES),),
}
# Options of version 0.1, with their replacements.
GONE = {
    ("lists", "--update"): "copy the file into the folder for your own lists",
    ("lists", "--restore"): "remove the file from the folder for your own lists",
}
# Options that take the next argument as their value.
VALUED = frozenset(
    name
    for options in (*OPTIONS.values(), EVERYWHERE)
    for name, how in options
    if name.startswith("-") and "action" not in how
)


def command_of(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the command and the remaining arguments.

    Only the first word that is not an option can be a command.
    """
    at = _first_word(arguments)
    if at is not None and arguments[at] in (*COMMANDS, INSPECT):
        return arguments[at], [*arguments[:at], *arguments[at + 1 :]]
    return INSPECT, list(arguments)


def _first_word(arguments: Sequence[str]) -> int | None:
    """Return the index of the first argument that is neither an option nor its value."""
    skip = False
    for at, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument == "--":
            break
        elif argument.startswith("-") and argument != "-":
            skip = argument in VALUED
        else:
            return at
    return None


# How similar a word must be to a command's name, and its maximum length.
LIKENESS, LONGEST_WORD = 0.75, 16


def refuse_misspelled(arguments: Sequence[str]) -> None:
    """Refuse a first word that looks like a misspelled command, and not like a link or a file."""
    at = _first_word(arguments)
    word = "" if at is None else arguments[at]
    is_word = word.isascii() and word.isalpha() and len(word) <= LONGEST_WORD
    if not is_word or _is_given("--base", arguments) or os.path.lexists(word):
        return
    from difflib import get_close_matches

    if near := get_close_matches(word.lower(), (*COMMANDS, INSPECT), 1, LIKENESS):
        refuse(f'"{word}" is not a command. Did you mean: uriinspect {near[0]}?')


def asks_for(arguments: Sequence[str], *names: str) -> bool:
    """Return True if one of these options is among the arguments before any "--"."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return any(name in arguments[:end] for name in names)


def options_of(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the options of a command; raise MisuseError if they are invalid."""
    for (owner, name), instead in GONE.items():
        if owner == command and _is_given(name, arguments):
            refuse(f'{name} was removed; {instead}, which "uriinspect {command}" shows')
    parser = Parser(
        prog=f"uriinspect {command}", add_help=False, allow_abbrev=False, formatter_class=_Formatter
    )
    for name, how in (*EVERYWHERE, *OPTIONS[command]):
        taken = how if name.startswith("-") else how | {"type": _without_shield}
        parser.add_argument(name, **taken)
    given = list(arguments)
    if "--" in given:
        at = given.index("--")
        given[at:] = [SHIELD + each for each in given[at + 1 :]]
    return parser.parse_intermixed_args(given)


def refuse_unused(command: str, options: argparse.Namespace, arguments: Sequence[str]) -> None:
    """Refuse options that would have no effect on the chosen output."""
    _refuse_narrowed(command, options, arguments)
    if command not in APPLIES:
        return
    output = _output_of(options)
    flag = f"--{output}" if _is_given(f"--{output}", arguments) else f"--format {output}"
    if not hasattr(options, "format") and output == "text":
        flag = "the usual output"
    if options.__dict__.get("what") == output:
        flag = output
    for name, outputs in APPLIES[command].items():
        if _is_given(name, arguments) and output not in outputs:
            known = ", ".join(f"--{each}" if each in MODES else each for each in sorted(outputs))
            refuse(f"{name} does not apply to {flag}; it applies to: {known}")


def _refuse_narrowed(command: str, options: argparse.Namespace, arguments: Sequence[str]) -> None:
    for words, is_so, known in NARROWED.get(command, ()):
        if not is_so(options):
            continue
        for name, _ in OPTIONS[command]:
            if name.startswith("-") and name not in known and _is_given(name, arguments):
                refuse(f"{name} does not apply to {words}")
        return


def _is_given(name: str, arguments: Sequence[str]) -> bool:
    end = arguments.index("--") if "--" in arguments else len(arguments)
    value = name if len(name) == 2 else f"{name}="
    return any(each == name or each.startswith(value) for each in arguments[:end])


def _output_of(options: argparse.Namespace) -> str:
    """Return the name of the chosen output; refuse two outputs at once."""
    values = vars(options)
    modes = MODES if "write" in values else ()
    form = values.get("format")
    asked = {each for each in (*modes, "json", "jsonl", "form") if values.get(each)}
    asked |= {form} - {None, TABLE}
    if len(asked) > 1 and not modes:
        one, other = sorted(asked)[:2]
        refuse(f"{one} and {other}: choose one output")
    return str(values.get("what") or next(iter(asked), form or "text"))


# This prefix marks arguments after "--": argparse loses track of them if options follow URIs.
SHIELD = "\0--\0"


def _without_shield(argument: str) -> str:
    return argument.removeprefix(SHIELD)


def own_lists() -> UserLists | None:
    """Return the lists in the user's folder, or None if there is no folder."""
    folder = folder_in_use()
    return _lists_in(folder) if folder else None


@cache
def _lists_in(folder: Path) -> UserLists:
    from uriinspector.analysis.list_files import UserLists
    from uriinspector.export.templates import LIST_CHECKS

    return UserLists(folder, LIST_CHECKS)


def report_broken_lists() -> None:
    """Print which of the user's lists contain errors and are therefore not used."""
    own = own_lists()
    for each in own.files if own else ():
        if each.name and each.source is None:
            for text in (*each.problems, "not used"):
                complain(f"{each.file}: {text}")


def lists_of(options: argparse.Namespace) -> Lists:
    """Return the lists for judging links: from the options, the user's folder, or built in."""
    own = own_lists()
    lists = own.lists if own else SHIPPED
    given = {kind: getattr(options, kind.replace("-", "_"), None) for kind in KINDS}
    if not any(given.values()):
        return lists
    from uriinspector.analysis.list_files import lists_from
    from uriinspector.analysis.list_problems import ListError

    for kind, file in given.items():
        if file is None:
            continue
        try:
            lists = lists_from([_list_file(kind, file)], lists)
        except ListError as error:
            refuse_all(file, error.texts)
    return lists


def refuse_links(command: str, paths: Sequence[str]) -> None:
    """Refuse links given in place of files."""
    if any("://" in each and not os.path.lexists(each) for each in paths):
        refuse(f"{command} reads files; to inspect a link: uriinspect LINK")


def refuse_all(file: str, texts: Sequence[str]) -> NoReturn:
    """Refuse a file and list all its errors."""
    *others, last = texts
    for each in others:
        complain(screen.at(file, each))
    raise BrokenFileError(screen.at(file, last))


def _list_file(kind: str, file: str) -> ListFile:
    from uriinspector.analysis.list_files import ListFile

    with opened(file) as source:
        return ListFile(kind, file, source.read(MOST_OCTETS + 1))


def protected_in(options: argparse.Namespace) -> tuple[str, ...]:
    return names_in(options.protect) if options.protect else ()


def names_in(file: str) -> tuple[str, ...]:
    """Return the names in a file, one per line, ignoring empty lines and comments."""
    with opened(file) as source:
        rows = source.read().decode("utf-8-sig", "replace").splitlines()
    result = (row.partition("#")[0].strip() for row in rows)
    return tuple(name for name in result if name)


def standard_input(closed: str = "standard input is closed: name a file") -> BinaryIO:
    """Return standard input, or refuse with this message if it is closed."""
    if sys.stdin is None:
        refuse(closed)
    return sys.stdin.buffer


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input; invalid UTF-8 is preserved as surrogates."""
    for row in standard_input("missing TEXT: standard input is closed"):
        yield row.decode("utf-8", "surrogateescape")


def is_elsewhere(file: str) -> bool:
    """Return True for file names that could cause access to another computer."""
    return file[:2].replace("\\", "/") == "//" or file[:5].lower() == "file:"


def opened(file: str) -> BinaryIO:
    """Open a file, but refuse a name that could cause access to another computer."""
    if is_elsewhere(file):
        refuse(f"{file}: network files are never opened; copy the file to this computer")
    try:
        return Path(file).open("rb")
    except ValueError:
        refuse(f"{file}: invalid file name")
