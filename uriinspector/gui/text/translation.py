"""The words of the window, in the language that was chosen.

A template is written in English where it is used, with named places; as it stands it is the key
to its translation.  What the rooms below say in English comes as a template too.
"""

from __future__ import annotations

from collections.abc import Mapping

from uriinspector.core.model import Count, Message, translated
from uriinspector.export.language import catalogue

LANGUAGES = {"en": "English", "de": "Deutsch"}


class _Words:
    """The language in use; English needs no translation."""

    def __init__(self) -> None:
        self.language = "en"
        self.translations: Mapping[str, str] = {}
        self.untranslated: set[str] = set()


_WORDS = _Words()


def speak(language: str) -> None:
    """Use a language from now on; what is already shown has to be shown again."""
    _WORDS.language = language
    _WORDS.untranslated.clear()
    _WORDS.translations = catalogue(language)


def language() -> str:
    """Give the language in use."""
    return _WORDS.language


def untranslated() -> frozenset[str]:
    """Give what was said in English although another language is in use."""
    return frozenset(_WORDS.untranslated)


def say(template: str, /, **args: object) -> str:
    """Say a template in the language in use, with its places filled.

    A message of the core knows its own template and what fills it.
    """
    if isinstance(template, Message):
        return translated(template, say)
    text = _WORDS.translations.get(template)
    if text is None:
        text = template
        if _WORDS.language != "en":
            _WORDS.untranslated.add(template)
    if not args:
        return text
    return text.format_map({name: _written(value) for name, value in args.items()})


def say_count(count: int, one: str, many: str, /, **args: object) -> str:
    """Say how many: ``one`` for exactly one, ``many`` with its place {count} for any other."""
    return say(one if count == 1 else many, count=count, **args)


def number(count: int) -> str:
    """Write a number as the language in use does."""
    grouped = f"{count:,}"
    return grouped.replace(",", ".") if _WORDS.language == "de" else grouped


def _written(value: object) -> object:
    return number(int(value)) if type(value) is int or isinstance(value, Count) else value


TITLES = {
    "1994": "1994 · RFC 1738",
    "1997": "1997 · draft towards RFC 2396",
    "2003": "2003 · draft towards RFC 3986",
    "2005": "2005 · RFC 3986",
}
URN_TITLES = {
    "rfc2141": "URNs: RFC 2141",
    "draft2012": "URNs: 2012 draft",
    "rfc8141": "URNs: RFC 8141",
}


def edition_title(name: str) -> str:
    """Say which text an edition is."""
    return say(TITLES.get(name, name))


def describe_length(name: str, text: str) -> str:
    """The name of a text and its length; nothing of an empty one."""
    if not text:
        return ""
    length = say_count(len(text), "1 character", "{count} characters")
    return say("{name}: {length}", name=name, length=length)
