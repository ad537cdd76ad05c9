"""The man pages agree with ``--help`` and are well-formed."""

import re
import subprocess
from pathlib import Path

import pytest

from uriinspector.cli.arguments import COMMANDS, EVERYWHERE, OPTIONS
from uriinspector.cli.help import COMMANDS as HELP
from uriinspector.cli.help import MAIN
from uriinspector.gui.command_line import OPTIONS as OF_WINDOW

PAGES = ("uriinspect", "uriinspector")


def shown(page: Path) -> str:
    """Return the rendered page as plain text with very long lines."""
    command = ["mandoc", "-T", "utf8", "-O", "width=1000", str(page)]
    result = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60)
    return re.sub(r".\x08", "", result.stdout)


@pytest.fixture(scope="module")
def pages(share: Path) -> dict[str, str]:
    return {name: shown(share / f"man/man1/{name}.1") for name in PAGES}


@pytest.mark.parametrize("name", PAGES)
def test_man_page_is_well_formed(name: str, share: Path) -> None:
    command = ["mandoc", "-T", "lint", "-W", "warning", str(share / f"man/man1/{name}.1")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (answer.returncode, answer.stdout) == (0, "")


def section(page: str, command: str) -> str:
    """Return the text about one command."""
    return re.split(r"\n {0,3}\S", page.partition(f"\n   uriinspect {command}\n")[2])[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_man_page_describes_every_command_as_its_help_does(
    command: str, pages: dict[str, str]
) -> None:
    text = section(pages["uriinspect"], command)
    for name, _ in OPTIONS[command]:
        if name.startswith("-") and name in HELP[command]:
            assert name in text
    assert words(HELP[command]) - words(text) == {"usage"}


def test_man_page_of_uriinspect_has_every_word_of_its_help(pages: dict[str, str]) -> None:
    assert words(MAIN) - words(pages["uriinspect"]) == {"usage"}
    for options in (EVERYWHERE, *OPTIONS.values()):
        for name, _ in options:
            assert not name.startswith("-") or name in pages["uriinspect"]


def test_man_page_of_the_window_has_every_option(pages: dict[str, str]) -> None:
    for name, how in OF_WINDOW:
        assert how["help"] in pages["uriinspector"]
        assert not name.startswith("-") or name in pages["uriinspector"]


def words(text: str) -> set[str]:
    return {each.strip(".:") for each in re.findall(r"[\w.:/'~%^&@-]+", text.lower())}


def test_man_page_has_version_and_date(pages: dict[str, str]) -> None:
    for page in pages.values():
        assert re.search(r"URI Inspector \d+\.\d+\.\d+ .*2026-09-21", page)
