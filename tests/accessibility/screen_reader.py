"""Drives the window as a screen reader does: by role and name, over the accessibility bus.

    with open_window(folder, "--uri", "http://a@b.test/") as (reader, keys):
        reader.find("push button", "Copy defanged").do()
        reader.wait_for_announcement("Copied")

This module uses no class of the program. ``open_window`` runs it with a separate screen, session
bus and home; ``keys`` presses real keys.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.accessibility.requirements import SYSTEM_PYTHON, missing

BUS_READER = Path(__file__).with_name("bus_reader.py")
PATIENCE = 30.0
# By default a server resets when its last client disconnects, and accepts none meanwhile.
SCREEN = ("-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset")
MOST_CHILDREN = 400
Found = TypeVar("Found")


class BusError(Exception):
    """The bus did not do what was requested."""

    def __init__(self, *question: object) -> None:
        super().__init__(" ".join(map(str, question)))


@dataclass(frozen=True)
class Heard:
    """An event of the bus; announcements have a text."""

    event: str
    name: str
    role: str
    text: str
    first: int
    second: int


@dataclass(frozen=True)
class Node:
    """An object of the bus, queried again for each property."""

    reader: ScreenReader
    number: int

    def _about(self) -> dict[str, Any]:
        answer = self.reader.ask("about", self.number)
        assert isinstance(answer, dict)
        return answer

    @property
    def role(self) -> str:
        return str(self._about()["role"])

    @property
    def name(self) -> str:
        return str(self._about()["name"])

    @property
    def description(self) -> str:
        return str(self._about()["description"])

    @property
    def states(self) -> frozenset[str]:
        """Such as ``focused``, ``selected``, ``checked`` or ``showing``."""
        return frozenset(self._about()["states"])

    @property
    def children(self) -> list[Node]:
        found = self.reader.ask("children", self.number, MOST_CHILDREN)
        return [Node(self.reader, each) for each in found if each is not None]

    @property
    def relations(self) -> dict[str, list[str]]:
        """Such as ``labelled-by``, with the names of the related objects."""
        return dict(self.reader.ask("relations", self.number))

    @property
    def actions(self) -> list[str]:
        return list(self.reader.ask("actions", self.number))

    @property
    def extents(self) -> tuple[int, int, int, int]:
        left, top, width, height = self.reader.ask("extents", self.number)
        return left, top, width, height

    @property
    def text(self) -> str:
        """The whole text as read aloud."""
        return str(self.reader.ask("text", self.number, 0, -1))

    @property
    def length(self) -> int:
        return int(self.reader.ask("length", self.number))

    @property
    def caret(self) -> int:
        return int(self.reader.ask("caret", self.number))

    @property
    def selection(self) -> tuple[int, int] | None:
        found = self.reader.ask("selection", self.number)
        return (found[0], found[1]) if found else None

    def text_at(self, offset: int, unit: str = "CHAR") -> tuple[str, int, int]:
        """Return the CHAR, WORD, SENTENCE, LINE or PARAGRAPH at an offset, and its span."""
        text, start, end = self.reader.ask("text_at", self.number, offset, unit)
        return text, start, end

    def put_caret(self, offset: int) -> None:
        self.reader.ask("put_caret", self.number, offset)

    def select_text(self, start: int, end: int) -> None:
        self.reader.ask("select_text", self.number, start, end)

    def write(self, text: str) -> None:
        """Replace the whole text."""
        if not self.reader.ask("write", self.number, text):
            raise BusError("write", text)

    def do(self, action: str = "") -> None:
        """Perform an action, by default the first."""
        chosen = action or self.actions[0]
        if not self.reader.ask("do", self.number, chosen):
            raise BusError("do", chosen, self.name)

    def focus(self) -> None:
        self.reader.ask("focus", self.number)

    def select(self, index: int) -> None:
        """Select a child of a list or a tab bar."""
        self.reader.ask("select", self.number, index)

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of a table."""
        lines, columns = self.reader.ask("table", self.number)
        return lines, columns

    def cell(self, line: int, column: int = 0) -> Node:
        found = self.reader.ask("cell", self.number, line, column)
        if found is None:
            raise BusError("cell", line, column)
        return Node(self.reader, found)

    def walk(self, most: int = 12) -> Iterator[Node]:
        """Yield this node and its descendants, level by level."""
        level = [self]
        for _ in range(most):
            yield from level
            level = [child for each in level for child in each.children]

    def outline(self, depth: int = 0) -> str:
        """Return the tree below as text, for finding names."""
        about = self._about()
        line = f"{'  ' * depth}{about['role']}: {about['name']!r} {about['description']!r}\n"
        return line + "".join(each.outline(depth + 1) for each in self.children)


class ScreenReader:
    """A client of the bus that also collects its events."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._heard: list[Heard] = []
        self._process = subprocess.Popen(
            [SYSTEM_PYTHON, "-W", "ignore", str(BUS_READER)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(timeout=PATIENCE)
        self._process.stdout.close()

    def ask(self, *question: object) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the reader ended on {question}"
        answer = json.loads(line)
        if len(answer) > 1:
            raise BusError(answer[1])
        return answer[0]

    def application(self, name: str = "uriinspector") -> Node | None:
        """Return a program on the bus, or None."""
        numbers = [each for each in self.ask("applications") if each is not None]
        return next((it for it in (Node(self, n) for n in numbers) if it.name == name), None)

    def all(self, role: str, name: str = "", within: Node | None = None) -> list[Node]:
        """Return all showing objects with this role whose name contains these words."""
        top = within or self.application()
        if top is None:
            return []
        return [
            each
            for each in top.walk(16)
            if (about := each._about())["role"] == role  # noqa: SLF001  # asked once, not thrice
            and name in about["name"]
            and "showing" in about["states"]
        ]

    def find(self, role: str, name: str = "", within: Node | None = None) -> Node:
        """Wait for an object with this role whose name contains these words."""
        return wait_for(lambda: next(iter(self.all(role, name, within)), None), f"{role} {name}")

    def focused(self) -> Node | None:
        """Return the object that last reported the focus, or None.

        States are not enough: a selected tab and the current row of a closed list claim it too.
        """
        number = self.ask("focused")
        return None if number is None else Node(self, number)

    def hear(self) -> list[Heard]:
        """Return all events since the start, or since ``forget``."""
        self._heard += [Heard(**each) for each in self.ask("heard")]
        return self._heard

    def forget(self) -> None:
        """Drop the events so far."""
        self.hear()
        self._heard = []

    def announcements(self) -> list[str]:
        """Return the texts that the program asked to be spoken."""
        return [each.text for each in self.hear() if each.event.startswith("object:announcement")]

    def wait_for_announcement(self, words: str) -> str:
        """Wait for an announcement that contains these words."""

        def spoken() -> str | None:
            return next((each for each in self.announcements() if words in each), None)

        return wait_for(spoken, f"announcement: {words}")


class Keyboard:
    """Presses real keys on the screen of one window."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment

    def run(self, *arguments: str) -> str:
        answer = subprocess.run(
            ["xdotool", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return answer.stdout.strip()

    def activate(self, title: str = "URI Inspector") -> None:
        """Focus the window, as no window manager does it."""
        search = ("search", "--onlyvisible", "--name", title)
        number = wait_for(lambda: self.run(*search).partition("\n")[0], title)
        self.run("windowfocus", "--sync", number)

    def leave(self) -> None:
        """Move the focus to the root window."""
        self.run("windowfocus", self.run("search", "--maxdepth", "0", "--name", ".*"))

    def press(self, *keys: str) -> None:
        """Press keys by their X names, such as ``ctrl+l``, ``Return`` or ``F6``."""
        for key in keys:
            self.run("key", key)

    def write(self, text: str) -> None:
        self.run("type", "--delay", "12", text)


def wait_for(what: Callable[[], Found | None], name: str = "it") -> Found:
    """Wait until a function returns something true, and return it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = what()
        except BusError:  # an object found on the way no longer exists
            found = None
        if found:
            return found
        assert time.monotonic() < end, f"it never came: {name}"
        time.sleep(0.1)


@contextmanager
def display() -> Iterator[str]:
    """Start an invisible X server and yield its display."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *SCREEN], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        assert number, "no display: another server may have taken the number just then"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def session_bus(environment: dict[str, str]) -> Iterator[str]:
    """Start a separate message bus and yield its address."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait()
        daemon.stdout.close()


@contextmanager
def desktop(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a separate session: home, screen and bus."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    for name in ("home", "config", "data", "run"):
        (folder / name).mkdir(mode=0o700, exist_ok=True)
    kept.pop("WAYLAND_DISPLAY", None)
    kept |= {
        "HOME": str(folder / "home"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "LC_ALL": "C.UTF-8",
        "NO_AT_BRIDGE": "0",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHONWARNINGS": "ignore",
    }
    with display() as screen:
        kept["DISPLAY"] = screen
        with session_bus(kept) as address:
            yield kept | {"DBUS_SESSION_BUS_ADDRESS": address}


@contextmanager
def open_window(folder: Path, *arguments: str) -> Iterator[tuple[ScreenReader, Keyboard]]:
    """Start the program in a separate session, wait until it is on the bus, and end it afterwards.

    If packages are missing, skip the test and name them.
    """
    if missing():
        pytest.skip(f"needs the accessibility bus; missing: {' '.join(missing())}")
    with desktop(folder) as environment:
        reader = ScreenReader(environment)
        command = [sys.executable, "-m", "uriinspector", "--language", "en", *arguments]
        program = subprocess.Popen(command, env=environment, cwd=Path(__file__).parents[2])
        try:
            keys = Keyboard(environment)
            keys.activate()
            wait_for(reader.application, "the program on the bus")
            reader.find("frame")
            yield reader, keys
        finally:
            program.terminate()
            program.wait()
            reader.close()
