"""In which language a report speaks: a function from English templates to what is said."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.core.model import Count, Message, translated

# What is between groups of three digits.
GROUPS = {"de": "."}


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
        import tomllib  # the command line starts without it

        for path in sorted(shipped(f"translations/{language}").glob("*.toml")):
            values |= tomllib.loads(shipped_text(f"translations/{language}/{path.name}"))
    return values


def translation_into(language: str) -> Callable[[str], str]:
    """Translates templates; what has no translation stays English."""
    known = catalogue(language)

    def translate(template: str) -> str:
        return known.get(template, template)

    return translate


def speaking(language: str) -> Translator:
    """Says templates in a language, with numbers as it writes them."""
    if language == "en":
        return english
    translate = translation_into(language)

    def say(template: str, /, **args: object) -> str:
        if isinstance(template, Message):
            return translated(template, say)
        text = translate(template)
        return (
            text.format_map({name: spoken(each) for name, each in args.items()}) if args else text
        )

    def spoken(value: object) -> object:
        if isinstance(value, Message):
            return translated(value, say)
        is_number = type(value) is int or isinstance(value, Count)
        return f"{value:,}".replace(",", GROUPS[language]) if is_number else value

    return say
