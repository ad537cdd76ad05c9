"""The options of every command, and the lists of names that options refer to."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from uriinspector import EDITIONS
from uriinspector.analysis.list_folder import MOST_OCTETS, folder_in_use
from uriinspector.analysis.list_sources import KINDS, PARAMETERS, SHIPPED, Lists
from uriinspector.cli.screen import complain
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS, SCAN_FORMATS, SITE_FORMATS

if TYPE_CHECKING:
    from uriinspector.analysis.list_files import ListFile, UserLists


class MisuseError(Exception):
    """A request that cannot be carried out; the message says why."""


def refuse(message: str, cause: BaseException | None = None) -> NoReturn:
    """Raise a MisuseError."""
    raise MisuseError(message) from cause


INSPECT = "inspect"
COMMANDS = (
    *("resolve", "compare", "normalize", "tree", "explain", "defang", "refang", "batch", "report"),
    *("fill", "scan", "fix", "lists", "values", "check", "sheet", "spot", "desktop", "table"),
)
LEVELS = ("info", "low", "medium", "high")
# The default output for people; all others are formats in a table.
TABLE = "table"
SCANNED = tuple(dict.fromkeys((TABLE, *SCAN_FORMATS, *CASE_FORMATS, *SITE_FORMATS)))
REPORTED = tuple(name for name, each in LINK_FORMATS.items() if not each.is_drawn)
WIDTH = 80
URN_EDITIONS = ("rfc2141", "draft2012", "rfc8141")


# How argparse begins a message, and what is printed instead.
PLAIN = {
    "the following arguments are required: ": "missing ",
    "unrecognized arguments: ": "unknown arguments: ",
    "argument -": "-",
    "invalid int value: ": "not a number: ",
    "invalid choice: ": "unknown value ",
}


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that raises its errors; the help texts are in ``help.py``."""

    def error(self, message: str) -> NoReturn:
        """Raise the message in plain words, where argparse would print it and exit."""
        for beginning, plain in PLAIN.items():
            message = message.replace(beginning, plain)
        refuse(message)


class _Formatter(argparse.HelpFormatter):
    """A formatter with a fixed width: asking the terminal for it would import more modules."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH)


def _option(name: str, **how: Any) -> tuple[str, dict[str, Any]]:
    return name, how


# packaging/make reads the metavars for the manual pages and the completion.
_FLAG: dict[str, Any] = {"action": "store_true"}
EVERYWHERE = (
    _option("--color", choices=("auto", "always", "never"), default="auto"),
    _option("--theme", choices=("dark", "light"), default=""),
)
EDITION = _option("--edition", choices=EDITIONS, default="2005")
URN_EDITION = _option("--urn-edition", choices=URN_EDITIONS, default="rfc8141")
BASE = _option("--base")
JSON = _option("--json", **_FLAG)
LANGUAGE = _option("--language", choices=("en", "de"), default="en")
# The language of the pack, unless another one is given.
PACK_LANGUAGE = _option("--language", choices=("en", "de"))
PROTECT = _option("--protect", metavar="FILE")
# Actions of "fix" that replace its list of changes.
MODES = ("diff", "write", "check")
# The names and lists that links are judged by, for every command that judges.
JUDGED_BY = (PROTECT, *(_option(f"--{kind}", metavar="FILE") for kind in KINDS))
EXACT = _option("--exact", **_FLAG)
WITHOUT_RECIPIENT = _option("--without-recipient", **_FLAG)
OUTPUT = ("-o", {"dest": "output", "metavar": "FILE"})
JOBS = _option("--jobs", type=int, default=1, metavar="N")
LENIENT = _option("--lenient", **_FLAG)
COLUMN = _option("--column", action="append", metavar="NAME", default=[])
ABOVE_ROOT = _option("--above-root", choices=("keep", "drop", "refuse"), default="keep")

OPTIONS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    INSPECT: (
        *(EDITION, URN_EDITION, BASE, JSON),
        _option("--jsonl", **_FLAG),
        _option("--full", **_FLAG),
        *(EXACT, JOBS, *JUDGED_BY),
        _option("--min-severity", choices=LEVELS, default="info"),
        _option("--fail-on", choices=(*LEVELS, "never"), default="high"),
        _option("uris", nargs="*", metavar="LINK"),
    ),
    "resolve": (
        EDITION,
        LENIENT,
        ABOVE_ROOT,
        JSON,
        _option("base_uri", metavar="BASE"),
        _option("reference", metavar="REF"),
    ),
    "compare": (
        *(EDITION, URN_EDITION, _option("--base-a"), _option("--base-b")),
        *(
            _option("--without-fragments", **_FLAG),
            JSON,
            _option("a", metavar="A"),
            _option("b", metavar="B"),
        ),
    ),
    "normalize": (
        *(EDITION, URN_EDITION, JSON),
        _option("--form", **_FLAG),
        _option("uris", nargs="+", metavar="LINK"),
    ),
    "tree": (EDITION, JSON, _option("uri", metavar="LINK")),
    "explain": (JSON, _option("names", nargs="*", metavar="CODE|CLAUSE")),
    "defang": (_option("texts", nargs="*", metavar="TEXT"),),
    "refang": (_option("texts", nargs="*", metavar="TEXT"),),
    "values": (
        *(EDITION, JSON, EXACT, _option(f"--{PARAMETERS}", metavar="FILE")),
        _option("texts", nargs="*", metavar="TEXT"),
    ),
    "batch": (
        *(EDITION, URN_EDITION, BASE, LENIENT, ABOVE_ROOT, JSON),
        _option("what", choices=("resolve", "valid", "equal"), metavar="WHAT"),
        _option("file", metavar="FILE"),
    ),
    "sheet": (
        *(_option("--students", metavar="FILE"), COLUMN),
        _option("--count", type=int, metavar="N"),
        _option("--format", choices=("csv", "html", "json", "moodle"), default="csv"),
        _option("--key", choices=("without", "with", "alone"), default="without"),
        _option("--check", **_FLAG),
        _option("--list", choices=("kinds", "mistakes", "tricks", "conditions", "lessons")),
        *(PACK_LANGUAGE, OUTPUT),
        _option("pack", nargs="?", metavar="PACK"),
    ),
    "spot": (
        _option("--trick", metavar="TRICK"),
        _option("--count", type=int, default=20, metavar="N"),
        *(_option("--typed", **_FLAG), _option("--in", dest="scene", choices=("email", "bar"))),
        *(LANGUAGE, _option("code", nargs="?", metavar="CODE")),
    ),
    "check": (
        *(EDITION, BASE, JSON, PACK_LANGUAGE, _option("--pack", metavar="FILE")),
        *(_option("--students", metavar="FILE"), COLUMN),
        _option("--by", choices=("student", "question", "item", "mistake", "class")),
        _option("--format", choices=("csv", "json", "html")),
        _option("--key", choices=("without", "with"), default="without"),
        *(_option("--fail-on", choices=("wrong", "never"), default="never"), OUTPUT),
        _option("file", metavar="FILE"),
    ),
    "report": (
        *(EDITION, URN_EDITION, BASE, *JUDGED_BY, EXACT, WITHOUT_RECIPIENT, LANGUAGE, OUTPUT),
        _option("--format", choices=REPORTED, default="markdown"),
        _option("uri", metavar="LINK"),
    ),
    "lists": (
        *(JSON, *JUDGED_BY[1:], _option("--all", **_FLAG)),
        _option("kind", nargs="?", metavar="KIND"),
    ),
    "desktop": tuple(
        _option(name, **_FLAG) for name in ("--handle-links", "--file-menus", "--undo")
    ),
    "fill": (
        *(EDITION, URN_EDITION, BASE, *JUDGED_BY, WITHOUT_RECIPIENT, OUTPUT),
        _option("--templates", metavar="FILE"),
        _option("--date", metavar="DATE"),
        _option("name", nargs="?", metavar="NAME"),
        _option("uri", nargs="?", metavar="LINK"),
    ),
    "scan": (
        *(EDITION, BASE, JSON),
        _option("--jsonl", **_FLAG),
        _option("--format", choices=SCANNED, default=TABLE),
        _option("--group", choices=("site", "target"), default="site"),
        _option("--full", **_FLAG),
        _option("--site", metavar="ROOT"),
        JOBS,
        _option("--date", metavar="DATE"),
        *(EXACT, WITHOUT_RECIPIENT, LANGUAGE),
        *JUDGED_BY,
        _option("--min-severity", choices=LEVELS, default="info"),
        _option("--fail-on", choices=(*LEVELS, "never"), default="high"),
        _option("--strict", **_FLAG),
        _option("paths", nargs="*", metavar="PATH"),
    ),
    "table": (
        _option("--column", default="url", metavar="NAME"),
        _option("--content", metavar="NAME"),
        _option("--columns", metavar="LIST"),
        _option("--format", choices=("parquet", "arrow", "csv", "jsonl")),
        *(JOBS, EDITION, *JUDGED_BY),
        _option("source", metavar="IN"),
        _option("target", metavar="OUT"),
    ),
    "fix": (
        *(EDITION, BASE, JSON, EXACT),
        *(_option(f"--{mode}", **_FLAG) for mode in MODES),
        _option("--only", metavar="CODES"),
        _option("--choose", metavar="CHOICES"),
        _option("--ampersands", **_FLAG),
        _option("--backup", metavar="ENDING", default=".bak"),
        _option("--no-backup", **_FLAG),
        _option("--strict", **_FLAG),
        _option("paths", nargs="*", metavar="PATH"),
    ),
}
_FOR_PEOPLE = frozenset(
    {TABLE, "markdown", "html", "csv", "targets", "timeline", "messages", "site-svg"}
)
_REPORTS, _DATED = frozenset({"markdown", "html"}), frozenset({"markdown", "html", "stix", "misp"})
# Options that apply to some outputs of a command only, with those outputs.
APPLIES: dict[str, dict[str, frozenset[str]]] = {
    INSPECT: {
        "--full": frozenset({"text", "json", "jsonl"}),
        "--exact": frozenset({"text"}),
    },
    "scan": {
        "--language": _REPORTS,
        "--exact": _FOR_PEOPLE,
        # A list of targets with replaced parts would name other targets.
        "--without-recipient": frozenset(CASE_FORMATS) - {*SCAN_FORMATS, "targets"},
        "--group": frozenset({TABLE}),
        "--full": frozenset({TABLE}),
        "--date": _DATED,
        "--min-severity": frozenset({TABLE, *SCAN_FORMATS}),
    },
    "report": {
        "--exact": frozenset(LINK_FORMATS) - {"json"},
        "--language": frozenset(REPORTED) - {"json"},
    },
    "fix": {
        "--exact": frozenset({"text"}),
        "--no-backup": frozenset({"write"}),
        "--backup": frozenset({"write"}),
    },
    "normalize": {},  # its two outputs exclude each other
    "values": {"--exact": frozenset({"text"})},
    # The other commands of a batch use neither a base nor the rules for URNs.
    "batch": {
        "--base": frozenset({"resolve"}),
        "--lenient": frozenset({"resolve"}),
        "--above-root": frozenset({"resolve"}),
        "--urn-edition": frozenset({"equal"}),
    },
}
_LISTED, _TEMPLATES, _EXAMPLE = ("--list", "--language"), ("--templates",), ("-o",)
_WITH_PACK = tuple(name for name, _ in OPTIONS["check"] if name not in {"--edition", "--base"})
# Special uses of a command, each with a test for it and the only options that it accepts.
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
# Options that version 0.1 had, with their replacements.
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
    skip = False
    for at, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument == "--":
            break
        elif argument.startswith("-") and argument != "-":
            skip = argument in VALUED
        elif argument in COMMANDS:
            return argument, [*arguments[:at], *arguments[at + 1 :]]
        else:
            break
    return INSPECT, list(arguments)


def asks_for(arguments: Sequence[str], *names: str) -> bool:
    """Return True if one of these options is among the arguments before a "--"."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return any(name in arguments[:end] for name in names)


def options_of(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the options of a command; raise MisuseError if they are invalid."""
    for (owner, name), instead in GONE.items():
        if owner == command and _is_given(name, arguments):
            refuse(f'{name} was removed: {instead}, which "uriinspect {command}" shows')
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
    flag = f"--{output}" if hasattr(options, output) else f"--format {output}"
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
    """Return the name of the chosen output; refuse two at the same time."""
    values = vars(options)
    modes = MODES if "write" in values else ()
    form = values.get("format")
    asked = {each for each in (*modes, "json", "jsonl", "form") if values.get(each)}
    asked |= {form} - {None, TABLE}
    if len(asked) > 1 and not modes:
        one, other = sorted(asked)[:2]
        refuse(f"{one} and {other}: choose one output")
    return str(values.get("what") or next(iter(asked), form or "text"))


# argparse forgets which arguments were after "--" if options follow URIs: this prefix marks them.
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
    """Print the names of the user's lists that contain errors and are therefore not used."""
    own = own_lists()
    for each in own.files if own else ():
        if each.name and each.source is None:
            for text in (*each.problems, "not used"):
                complain(f"{each.file}: {text}")


def lists_of(options: argparse.Namespace) -> Lists:
    """Return the lists to judge by: from options, from the user's folder, or built in."""
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
            *others, last = error.texts
            for each in others:
                complain(f"{file}: {each}")
            refuse(f"{file}: {last}")
    return lists


def _list_file(kind: str, file: str) -> ListFile:
    from uriinspector.analysis.list_files import ListFile

    with opened(file) as source:
        return ListFile(kind, file, source.read(MOST_OCTETS + 1))


def protected_in(options: argparse.Namespace) -> tuple[str, ...]:
    return names_in(options.protect) if options.protect else ()


def names_in(file: str) -> tuple[str, ...]:
    """Return the names in a file, one per line; empty lines and comments are left out."""
    with opened(file) as source:
        rows = source.read().decode("utf-8-sig", "replace").splitlines()
    result = (row.partition("#")[0].strip() for row in rows)
    return tuple(name for name in result if name)


def is_elsewhere(file: str) -> bool:
    """Return True for file names that could cause access to another computer."""
    return file[:2].replace("\\", "/") == "//" or file[:5].lower() == "file:"


def opened(file: str) -> BinaryIO:
    """Open a file, unless its name could cause access to another computer."""
    if is_elsewhere(file):
        refuse(f"{file}: network files are never opened; copy it to this computer")
    try:
        return Path(file).open("rb")
    except ValueError:
        refuse(f"{file}: invalid file name")
