"""Write both manual pages from the text of ``--help``: ``man.py FOLDER``."""

from __future__ import annotations

import os
import re
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from help_text import Help, Passage, taken_apart

from uriinspector.cli.help import COMMANDS, MAIN
from uriinspector.gui.command_line import make_parser

if TYPE_CHECKING:
    from collections.abc import Iterator

DAY = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0"))))
VERSION = metadata.version("uriinspector")
MARKS = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
)
# Headings of the help text, and the corresponding ones of the manual page.
HEADINGS = {"commands": "COMMANDS", "exit status": "EXIT STATUS", "examples": "EXAMPLES"}
SURROUNDINGS = {
    "NO_COLOR": "If it is set, no colors are used, unless --color is always.",
    "COLUMNS": "Width of the text, if the terminal does not report it.",
    "COLORTERM, TERM": "Number of colors of the terminal.",
    "COLORFGBG": "Whether the background of the terminal is light or dark.",
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("uriinspect", terminal()), ("uriinspector", window())):
        # The beginning of a section also begins a paragraph.
        page = re.sub(r"(?m)^(\.S[HS] .*\n)\.PP\n", r"\1", "\n".join(rows) + "\n")
        (folder / f"{name}.1").write_text(page, "utf-8")


def terminal() -> Iterator[str]:
    """Yield the page of the terminal program; each command has a subsection."""
    told = taken_apart(MAIN)
    parts = {name: taken_apart(text) for name, text in COMMANDS.items()}
    yield from head("uriinspect", "show where a link really goes and why")
    yield from synopsis(told)
    yield ".SH DESCRIPTION"
    yield from passage(told.passages[0])
    options = False
    for each in told.passages[1:]:
        if each.heading in HEADINGS:
            yield f".SH {HEADINGS[each.heading]}"
        elif each.heading:
            yield from () if options else (".SH OPTIONS",)
            options = True
            yield f".SS {each.heading.capitalize()}"
        yield from passage(each)
        if each.heading == "commands":
            for name, part in parts.items():
                yield from of_command(name, part)
    yield ".SH ENVIRONMENT"
    for name, words in SURROUNDINGS.items():
        yield from (".TP", f"\\fB{name}\\fR", escaped(words))
    yield from (".SH SEE ALSO", r".BR uriinspector (1)")


def of_command(name: str, part: Help) -> Iterator[str]:
    """Yield the subsection of a command with its options and examples."""
    yield f".SS uriinspect {name}"
    for line in part.usage:
        yield from (".PP", marked(line))
    for each in part.passages:
        if each.heading:
            yield from (".PP", f"{each.heading.capitalize()}:")
        yield from passage(each)


def window() -> Iterator[str]:
    """Yield the page of the program with the window."""
    os.environ["COLUMNS"] = "80"
    told = taken_apart(make_parser().format_help())
    yield from head("uriinspector", "window that shows where a link really goes and why")
    yield from synopsis(told)
    yield ".SH DESCRIPTION"
    yield from passage(told.passages[0])
    yield ".SH OPTIONS"
    for each in told.passages[1:]:
        yield from passage(each)
    yield from (".SH SEE ALSO", r".BR uriinspect (1)")


def head(name: str, what: str) -> Iterator[str]:
    """Yield the header and the name of a page."""
    yield f'.TH {name.upper()} 1 {DAY} "URI Inspector {VERSION}" "User Commands"'
    yield ".nh"
    yield ".ad l"
    yield from (".SH NAME", f"{name} \\- {escaped(what)}")


def synopsis(told: Help) -> Iterator[str]:
    """Yield the synopsis, one usage per line."""
    yield ".SH SYNOPSIS"
    for number, line in enumerate(told.usage):
        yield from (".br",) if number else ()
        yield marked(line)


def passage(found: Passage) -> Iterator[str]:
    """Yield prose, then rows; examples are preformatted."""
    for lines in found.prose:
        yield from (".PP", *(escaped(line) for line in lines))
    if found.heading == "examples":
        yield from (".PP", ".RS 4", ".nf")
        yield from (escaped(row.name) for row in found.rows)
        yield from (".fi", ".RE")
        return
    for row in found.rows:
        yield from (".TP", marked(row.name))
        for number, line in enumerate(row.lines):
            # A row may contain a small list, such as "expected: yes or no".
            yield from (".br",) if number and re.match(r"\w+: ", line) else ()
            yield escaped(line)
    for line in found.after:
        yield from (".PP", escaped(line))


def marked(text: str) -> str:
    """Mark literal words as bold, and placeholders as italic."""
    words = re.split(r"([\[\]|, ]+)", text)
    return shielded("".join(_marked(word) for word in words))


def _marked(word: str) -> str:
    if re.fullmatch(r"[A-Z][A-Za-z]*", word) or word in {"URI", "WxH"}:
        return f"\\fI{word}\\fR"
    if re.fullmatch(r"-[\w-]*|[a-z]+|\d", word) and word not in {"or", "options"}:
        return f"\\fB{word.translate(MARKS)}\\fR"
    return word.translate(MARKS)


def escaped(text: str) -> str:
    """Escape a line for roff."""
    return shielded(text.translate(MARKS))


def shielded(text: str) -> str:
    """Protect a dot at the beginning of a line, which roff would take for a request."""
    return rf"\&{text}" if text.startswith(".") else text


if __name__ == "__main__":
    main(Path(sys.argv[1]))
