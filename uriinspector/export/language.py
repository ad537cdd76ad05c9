"""In which language a report speaks: a function from English templates to what is said."""

from __future__ import annotations

from typing import Protocol


class Translator(Protocol):
    """Says a template, whose places are named, with the places filled."""

    def __call__(self, template: str, /, **args: object) -> str:
        """What is said."""


def english(template: str, /, **args: object) -> str:
    """The template as it stands; numbers in groups of three."""
    if not args:
        return template
    return template.format_map({name: _written(value) for name, value in args.items()})


def _written(value: object) -> object:
    return f"{value:,}" if type(value) is int else value
