"""Commands and Python on a page of the manual, run as printed.

A ``console`` block has commands after "$ " and their output; ``sh`` has only commands; ``python``
is a script, and a ``text`` block right after it is its output. A line "..." matches any number of
lines that the page leaves out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.architecture.source import ROOT

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEWSLETTER = """From: Garden Club <news@garden-club.example>
To: ann@example.org
Subject: Newsletter {number}
Date: Mon, 16 Nov 2026 08:{minute:02}:00 +0000
Content-Type: text/plain; charset=utf-8

Read number {number} at https://www.garden-club.example/news/{number}
"""


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    text: str
    start: int
    end: int


class Run(NamedTuple):
    """A command and its output on the page: None if the page shows none."""

    command: str
    printed: str | None
    start: int = 0
    end: int = 0


def blocks(page: str) -> list[Block]:
    return [Block(each[1], each[2], each.start(2), each.end(2)) for each in FENCED.finditer(page)]


def runs(page: str) -> list[Run]:
    """Return every command and script of a page, in order."""
    found: list[Run] = []
    every = blocks(page)
    for number, block in enumerate(every):
        if block.kind == "sh":
            found += [Run(line, None) for line in block.text.splitlines() if line.strip()]
        elif block.kind == "console":
            found += console(block)
        elif block.kind == "python":
            after = every[number + 1] if number + 1 < len(every) else None
            is_answer = (
                after and after.kind == "text" and not page[block.end + 4 : after.start - 8].strip()
            )
            place = (after.start, after.end) if after and is_answer else (0, 0)
            found.append(Run(f"python3 - <<'END'\n{block.text}END", page[slice(*place)], *place))
    return found


def console(block: Block) -> list[Run]:
    """Return the commands of a session, each with its output."""
    parts = [each.start() for each in re.finditer(r"^\$ ", block.text, re.MULTILINE)]
    found = []
    for start, end in zip(parts, [*parts[1:], len(block.text)], strict=True):
        command, _, printed = block.text[start + 2 : end].partition("\n")
        first = block.start + start + 2 + len(command) + 1
        found.append(Run(command, printed, first, block.start + end))
    return found


def is_shown(shown: str, printed: str) -> bool:
    """Return True if a page shows this output, apart from the lines left out."""
    parts = [
        re.escape(part)
        for part in re.split(r"^\.\.\.\n", shown.rstrip() + "\n", flags=re.MULTILINE)
    ]
    return re.fullmatch(r"(?:.*\n)?".join(parts), printed.rstrip() + "\n", re.DOTALL) is not None


def answer(command: str, folder: Path) -> tuple[int, str]:
    """Run a shell command and return its exit status and output."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=surroundings(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout.decode()


def surroundings(folder: Path) -> dict[str, str]:
    """Return an environment in which ``uriinspect`` and ``python3`` are those under test."""
    tools = folder.parent / "tools"
    tools.mkdir(exist_ok=True)
    for name, module in (("uriinspect", " -m uriinspector.cli"), ("python3", "")):
        script = tools / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{module} "$@"\n')
        script.chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    own = {"HOME": str(folder.parent / "home"), "COLUMNS": "80", "PYTHONPATH": str(ROOT)}
    return {"PATH": path, "LANG": os.environ.get("LANG", "C.UTF-8"), **own}


def samples(folder: Path) -> None:
    """Create the files that the manual's commands use."""
    folder.mkdir()
    shutil.copytree(ROOT / "tests/pages/site", folder / "public")
    shutil.copy(ROOT / "packaging/readme/mail.eml", folder / "suspicious.eml")
    mails = folder / "mails"
    mails.mkdir()
    for number in range(1, 100):
        text = NEWSLETTER.format(number=number, minute=number % 60)
        (mails / f"{number:03}.eml").write_text(text, "utf-8")
    shutil.copy(folder / "suspicious.eml", mails / "100.eml")
    links = [f"https://www.garden-club.example/news/{number}" for number in range(1, 1000)]
    rows = [f"2026-11-{number % 28 + 1:02},{link}" for number, link in enumerate(links)]
    rows.append("2026-11-28,https://www.paypal.com@login.evil.test/")
    (folder / "proxy.csv").write_text("\n".join(("day,url", *rows, "")), "utf-8")
    (folder / "links.txt").write_text("\n".join((*links[:3], rows[-1][11:], "")), "utf-8")
    (folder / "class.csv").write_text("name\nAnn\nBob\n", "utf-8")
