"""The words of the window, in the language that was chosen.

A template is written in English where it is used, with named places; as it stands it is the key
to its translation.  What the rooms below say in English comes as a template too.
"""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.export.language import MessagePiece, english, speaking

LANGUAGES = {"en": "English", "de": "Deutsch"}


class _Current:
    """The language in use."""

    language = english


def speak(name: str) -> None:
    """Use a language; texts that are already shown have to be shown again."""
    _Current.language = speaking(name)


def language() -> str:
    """Return the name of the language in use."""
    return _Current.language.name


def say(template: str, /, **args: object) -> str:
    """Return a template, or a message, in the language in use."""
    return _Current.language(template, **args)


def say_pieces(text: str) -> Iterator[MessagePiece]:
    """Yield the runs of a message in the language in use, with what they are."""
    return _Current.language.pieces(text)


def say_count(count: int, one: str, many: str, /, **args: object) -> str:
    """Return the form of a text for a number: ``many`` has the place {count}."""
    return _Current.language.count(count, one, many, **args)


def number(count: int) -> str:
    """Return a number as the language in use writes it."""
    return _Current.language.number(count)


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
