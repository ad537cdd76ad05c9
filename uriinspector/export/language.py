"""In which language a report speaks: a function from English templates to what is said."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Protocol

from uriinspector.analysis.resource_files import shipped, shipped_text

if TYPE_CHECKING:
    from collections.abc import Callable


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


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every translation into a language: files of "English template" = "translation"."""
    values: dict[str, str] = {}
    if language != "en":
        for path in sorted(shipped(f"translations/{language}").glob("*.toml")):
            values |= tomllib.loads(shipped_text(f"translations/{language}/{path.name}"))
    return values


def translation_into(language: str) -> Callable[[str], str]:
    """Translates templates; what has no translation stays English."""
    known = catalogue(language)

    def translate(template: str) -> str:
        return known.get(template, template)

    return translate
