"""The words of the window, in the language that was chosen.

A template is written in English where it is used, with named places; as it stands it is the key
to its translation.  What the rooms below say in English comes as a template too.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from uriinspector.analysis.shipped import shipped, shipped_text

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = {"en": "English", "de": "Deutsch"}


class _Words:
    """The language in use; English needs no translation."""

    def __init__(self) -> None:
        self.language = "en"
        self.translations: Mapping[str, str] = {}


_WORDS = _Words()


def speak(language: str) -> None:
    """Use a language from now on; what is already shown has to be shown again."""
    _WORDS.language = language
    _WORDS.translations = catalogue(language)


def language() -> str:
    """Give the language in use."""
    return _WORDS.language


def catalogue(language: str) -> dict[str, str]:
    """Read every translation into a language: files of "English template" = "translation"."""
    found: dict[str, str] = {}
    if language != "en":
        for path in sorted(shipped(f"translations/{language}").glob("*.toml")):
            found |= tomllib.loads(shipped_text(f"translations/{language}/{path.name}"))
    return found


def say(template: str, /, **args: object) -> str:
    """Say a template in the language in use, with its places filled."""
    told = _WORDS.translations.get(template, template)
    return told.format_map(args) if args else told
