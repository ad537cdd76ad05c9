"""Writes what bash, zsh and fish complete the command line by: ``completion.py FOLDER``.

The folder gets what lies below ``share``, where each shell looks for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from commandline import programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from commandline import Argument, Command, Program

HERE = Path(__file__).parent
PLACES = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}


def main(folder: Path) -> None:
    """Each program in each shell."""
    for program in programs():
        for shell, write in (("bash", bash), ("zsh", zsh), ("fish", fish)):
            file = folder / PLACES[shell].format(program.name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(write(program), "utf-8")


def filled(shell: str, program: Program, between: str = "|", **more: str) -> str:
    """The frame of a shell's file with the rows in it."""
    frame = Template((HERE / f"completion.{shell}").read_text("utf-8"))
    return frame.substitute(
        name=program.name,
        first=program.commands[0].name,
        valued=between.join(program.valued),
        commands=between.join(command.name for command in program.named) or "''",
        **more,
    )


def bash(program: Program) -> str:
    """Values by the option before, options by the command, the rest by its place."""
    values, options, places = [], [], []
    for command in program.commands:
        values += [
            f'"{command.name} {option.name}") {offered(option)} ;;'
            for option in command.options
            if option.takes
        ]
        names = " ".join(option.name for option in command.options)
        options.append(f'{command.name}) words "{names}" ;;')
        for number, place in enumerate(placed(program, command)):
            at = "*" if place.again else str(number)
            places.append(f'"{command.name} "{at}) {offered(place)} ;;')
    rows = {"values": values, "options": options, "places": places}
    return filled("bash", program, **{name: "\n        ".join(each) for name, each in rows.items()})


def placed(program: Program, command: Command) -> list[Argument]:
    """What stands in the places; the first word may be a command."""
    places = list(command.places)
    if program.named and command == program.commands[0]:
        places = [places[0]._replace(words=tuple(c.name for c in program.named), again=False)]
    return places


def offered(argument: Argument) -> str:
    """What bash offers for an argument."""
    if argument.words:
        return f'words "{" ".join(argument.words)}"'
    return "files" if argument.is_file else ":"


def zsh(program: Program) -> str:
    """The specifications that zsh's own ``_arguments`` takes."""
    cases = []
    for command in program.commands:
        rows = [_zsh_option(option) for option in command.options]
        for number, place in enumerate(command.places, 1):
            at = "*" if place.again else str(number)
            rows.append(f"{at}:{place.takes}:{_zsh_values(place)}")
        if program.named and command == program.commands[0]:
            rows[-1:] = ["1: :_uriinspect_commands", "*:URI: "]
        told = " \\\n            ".join(_quoted(row) for row in rows)
        cases.append(f"({command.name}) _arguments \\\n            {told} ;;")
    described = [
        _quoted(f"{command.name}:{command.about.replace(':', chr(92) + ':')}")
        for command in program.named
    ]
    return filled(
        "zsh", program, cases="\n        ".join(cases), described="\n        ".join(described)
    )


def _zsh_option(option: Argument) -> str:
    about = option.about
    for mark in "[]:":
        about = about.replace(mark, f"\\{mark}")
    equals = "=" if option.takes and option.name.startswith("--") else ""
    value = f":{option.takes}:{_zsh_values(option)}" if option.takes else ""
    return f"{option.name}{equals}[{about}]{value}"


def _zsh_values(argument: Argument) -> str:
    if argument.words:
        return f"({' '.join(argument.words)})"
    return "_files" if argument.is_file else " "


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def fish(program: Program) -> str:
    """A line for each option of each command."""
    return filled("fish", program, " ", rows="\n".join(_fish_rows(program)))


def _fish_rows(program: Program) -> Iterator[str]:
    is_first = f"-n '__{program.name}_is {program.commands[0].name} 0'"
    for command in program.named:
        yield f"complete -c {program.name} {is_first} -a {command.name} -d {_fished(command.about)}"
    for command in program.commands:
        begin = f"complete -c {program.name} -n '__{program.name}_is {command.name}'"
        for option in command.options:
            name = option.name.lstrip("-")
            letter = "-l" if option.name.startswith("--") else "-s"
            yield f"{begin} {letter} {name}{_fish_values(option)} -d {_fished(option.about)}"
        for number, place in enumerate(command.places):
            at = "" if place.again else f" {number}"
            words = f" -a '{' '.join(place.words)}'" if place.words else ""
            if words or place.is_file:
                yield f"{begin[:-1]}{at}'{words or ' -F'}"


def _fish_values(argument: Argument) -> str:
    if argument.words:
        return f" -x -a '{' '.join(argument.words)}'"
    if argument.is_file:
        return " -r -F"
    return " -x" if argument.takes else ""


def _fished(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
