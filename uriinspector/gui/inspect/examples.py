"""The built-in examples: those in the specifications, and typical attacks."""

import tomllib
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from PySide6.QtWidgets import QMenu

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.model import NamedTuple
from uriinspector.gui.selection import add_entry
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

LONGEST = 64


class Example(NamedTuple):
    """A link with its title, its edition, and the base to resolve it against."""

    text: str
    edition: str
    title: str = ""
    base: str | None = None


class ExampleGroup(NamedTuple):
    """A group of examples with their source."""

    title: str
    source: str
    examples: tuple[Example, ...]


@cache
def groups() -> tuple[ExampleGroup, ...]:
    """Return all groups; they are read only once."""
    values: list[dict[str, Any]] = tomllib.loads(shipped_text("examples.toml"))["group"]
    return tuple(
        ExampleGroup(
            each["title"],
            each["source"],
            tuple(
                Example(edition=each["edition"], base=each.get("base"), **one)
                for one in each["examples"]
            ),
        )
        for each in values
    )


def fill(menu: QMenu, on: Callable[[Example], object]) -> None:
    """Add the examples to a menu when it is first opened."""

    def build() -> None:
        if menu.isEmpty():
            for group in groups():
                below = menu.addMenu(say(group.title))
                below.addAction(group.source).setEnabled(False)
                below.addSeparator()
                for example in group.examples:
                    add_entry(below, words_of(example), partial(on, example))

    menu.aboutToShow.connect(build)


def words_of(example: Example) -> str:
    """Return the label of an example in a menu."""
    shown = say(example.title) if example.title else visible(example.text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
