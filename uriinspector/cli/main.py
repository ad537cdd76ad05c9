"""The command's entry point: reads arguments, imports the command, returns the exit status."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import TracebackType

from uriinspector.analysis.list_folder import use_folder
from uriinspector.cli.arguments import (
    INSPECT,
    BrokenFileError,
    MisuseError,
    asks_for,
    command_of,
    options_of,
    own_lists,
    refuse_misspelled,
    refuse_unused,
    report_broken_lists,
)
from uriinspector.cli.screen import Screen, at, complain, spoken, wants_colour
from uriinspector.core.model import message
from uriinspector.documents import process_guard

# Modules and tables created at startup are never freed: searching them for reference cycles after
# every few hundred new objects would take a tenth of the startup time.
YOUNG = 100_000
MISUSE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
# Commands implemented in another command's module.
ROOMS = {"refang": "defang"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status."""
    if arguments is not None:
        return _status(arguments)
    process_guard.install()  # not if called from Python, where the process is the caller's
    gc.set_threshold(YOUNG)
    try:
        return _status(sys.argv[1:])
    finally:
        gc.freeze()  # prevents a final search for reference cycles


def _status(arguments: Sequence[str]) -> int:
    sys.excepthook = _crash
    try:
        _prepare()
        use_folder()
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except MisuseError as mistake:
        text = mistake.args[0]
        if not isinstance(mistake, BrokenFileError):
            text = message("{text} (see {help})", text=text, help=_help_for(arguments))
        complain(text)
        return MISUSE
    except MemoryError:
        complain("out of memory: try a smaller file, or fewer processes (--jobs 1)")
        return MISUSE
    except OSError as trouble:
        _save_output()
        why = message(trouble.strerror) if trouble.strerror else str(trouble)
        complain(at(str(trouble.filename), why) if trouble.filename else why)
        return MISUSE
    return status


def _help_for(arguments: Sequence[str]) -> str:
    """Return the command line that shows the help for these arguments."""
    command, _ = command_of(arguments)
    return "uriinspect --help" if command == INSPECT else f"uriinspect {command} --help"


def _run(arguments: Sequence[str]) -> int:
    command, rest = command_of(arguments)
    if asks_for(rest, "--help", "-h"):
        from uriinspector.cli.help import COMMANDS, MAIN

        sys.stdout.write(COMMANDS.get(command, MAIN))
        return 0
    if asks_for(rest, "--version"):
        sys.stdout.writelines(_version_lines())
        return 0
    if command == INSPECT and rest == [*arguments]:
        refuse_misspelled(rest)
    options = options_of(command, rest)
    refuse_unused(command, options, rest)
    room = import_module(f"uriinspector.cli.commands.{ROOMS.get(command, command)}")
    options.command = command
    spoken[:] = [getattr(options, "language", None) or "en"]
    if command != "lists":
        report_broken_lists()
    coloured = wants_colour(options.color, sys.stdout)
    status: int = room.run_command(
        options, Screen(sys.stdout, coloured=coloured, theme=options.theme)
    )
    return status


def _version_lines() -> Iterator[str]:
    """Yield the versions of the program and its libraries, and the date of every table."""
    from datetime import date
    from importlib import metadata

    from uriinspector.analysis import versions

    yield f"uriinspect {versions.program().version}\n"
    yield f"  Python {sys.version.split()[0]}\n"
    for each in (
        *versions.libraries(),
        versions.VersionRow("rich", metadata.version("rich"), "colors"),
    ):
        yield f"  {each.name} {each.version}  {each.use}\n"
    today = date.today()
    own, has_old = own_lists(), False
    for each in versions.judged_by(own.lists.sources if own else ()):
        note = f"  {versions.AGED}" if versions.is_old(each, today) else ""
        has_old |= bool(note)
        yield f"  {each.name}  {each.version}{note}\n"
    if has_old:
        yield "A new version of this program may have newer tables and lists.\n"


def _prepare() -> None:
    """Make sure that there is an output, and that all characters can be written to it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _save_output() -> None:
    """Flush the output, unless it is closed or full."""
    try:
        sys.stdout.flush()
    except OSError:
        _give_up_output()


def _give_up_output() -> None:
    """Redirect standard output to the null device, so that flushing it at exit cannot fail."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def _crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of an internal error, with hidden characters made visible."""
    import traceback

    for row in "".join(traceback.format_exception(kind, error, trace)).splitlines():
        complain(row)
