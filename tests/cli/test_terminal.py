"""Runs in a real terminal (tmux)."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import environment

Look = Callable[[], str]

DECEPTIVE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
PATIENCE = 20


class Terminal:
    """A terminal with a shell in it."""

    def __init__(self, socket: Path, path: str) -> None:
        self._command = ["tmux", "-S", str(socket), "-f", os.devnull]
        self._path = path

    def open(self, columns: int, rows: int) -> None:
        """Start the shell with a dollar sign as its prompt."""
        inside = {"PATH": self._path, "PS1": "$ ", "COLORTERM": "truecolor", "HISTFILE": ""}
        words = [f"{name}={value}" for name, value in environment(**inside).items()]
        shell = ["env", "-u", "NO_COLOR", "-u", "COLUMNS", "-u", "LINES", *words, "sh"]
        size = ["-x", str(columns), "-y", str(rows)]
        self._tmux("new-session", "-d", *size, shlex.join(shell))
        self.wait_for("$")

    def type(self, *keys: str) -> None:
        """Press keys."""
        self._tmux("send-keys", *keys)

    def look(self, *how: str) -> str:
        """Return the screen; with "-e" including colors."""
        return self._tmux("capture-pane", "-p", *how)

    def wait_for(self, words: str) -> str:
        """Return the screen as soon as it contains the words."""
        end = time.monotonic() + PATIENCE
        while words not in (seen := self.look()):
            assert time.monotonic() < end, f"{words!r} never came:\n{seen}"
            time.sleep(0.05)
        return seen

    def close(self) -> None:
        self._tmux("kill-server")

    def _tmux(self, *words: str) -> str:
        answer = subprocess.run(
            [*self._command, *words], capture_output=True, check=True, env=environment(TERM="xterm")
        )
        return answer.stdout.decode()


@pytest.fixture
def terminal(tmp_path: Path, on_the_path: str) -> Iterator[Terminal]:
    """Return a terminal, which is closed at the end. Without tmux, these tests fail."""
    assert shutil.which("tmux"), "tmux is missing: packaging/test installs it or says how"
    made = Terminal(tmp_path / "tmux", on_the_path)
    yield made
    made.close()


def test_deceptive_link_is_reported_in_color(terminal: Terminal) -> None:
    terminal.open(100, 40)
    terminal.type(f"uriinspect '{DECEPTIVE}'; echo status $?", "Enter")
    seen = terminal.wait_for("status 1")
    rows = seen.splitlines()
    at = rows.index(DECEPTIVE)
    assert rows[at + 1] == "└──┘   └──────userinfo, not the host─────┘ └─host─┘└────path────┘"
    assert "Goes to 10.0.0.1, not example.com" in seen
    assert "           ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~^" in rows
    assert "\x1b[1m" in terminal.look("-e")
    assert "\x1b[38;2;" in terminal.look("-e")


def test_rows_are_not_wrapped_by_a_narrow_terminal(terminal: Terminal) -> None:
    terminal.open(60, 70)
    terminal.type(f"uriinspect '{DECEPTIVE}'; echo status $?", "Enter")
    rows = terminal.wait_for("status 1").splitlines()
    assert "Goes to 10.0.0.1" in "\n".join(rows)
    # A row that is too wide would be continued on the next line.
    assert any(row.startswith("└──┘   └───") for row in rows)
    assert any(row.strip() == "~" * 34 + "^" for row in rows)


def test_verdict_is_repeated_if_it_scrolled_off(terminal: Terminal) -> None:
    terminal.open(80, 12)
    terminal.type(f"clear; uriinspect '{DECEPTIVE}'; echo status $?", "Enter")
    assert "Goes to 10.0.0.1" in terminal.wait_for("status 1")


def test_hostile_link_cannot_move_the_cursor(terminal: Terminal) -> None:
    terminal.open(80, 90)
    terminal.type(
        "uriinspect \"$(printf 'http://a/\\033[2J\\033]0;x\\007\\342\\200\\256')\"", "Enter"
    )
    assert "http://a/‹U+001B›[2J‹U+001B›]0;x‹U+0007›‹U+202E›" in terminal.wait_for("Findings")
    terminal.type("clear; uriinspect defang \"$(printf '\\033[2Jhttp://a.b')\"", "Enter")
    assert "‹U+001B›[2Jhxxp://a[.]b" in terminal.wait_for("a[.]b")


def test_no_color_variable_disables_colors(terminal: Terminal) -> None:
    terminal.open(80, 40)
    terminal.type("NO_COLOR=1 uriinspect http://a.example/; echo status $?", "Enter")
    terminal.wait_for("status 0")
    assert "\x1b[38;2;" not in terminal.look("-e")


def test_interrupt_returns_to_the_prompt(terminal: Terminal) -> None:
    terminal.open(80, 40)
    terminal.type("uriinspect --jsonl; echo status $?", "Enter", "http://a/", "Enter")
    terminal.wait_for('"schema": 1')
    terminal.type("C-c")
    assert "Traceback" not in terminal.wait_for("status 130")
