"""Translation of the interface into the chosen language.

Templates are written in English where they are used, with named placeholders, and are the keys of
their translations. The packages below the window also return their messages as English templates.
"""

from collections.abc import Iterator

from uriinspector.export.language import MessagePiece, english, speaking


class _Current:
    """The language in use."""

    language = english


def speak(name: str) -> None:
    """Set the language; texts that are already displayed must be set again."""
    _Current.language = speaking(name)


def language() -> str:
    return _Current.language.name


def say(template: str, /, **args: object) -> str:
    """Translate a template or message."""
    return _Current.language(template, **args)


def say_pieces(text: str) -> Iterator[MessagePiece]:
    """Yield the pieces of a translated message, with their kinds."""
    return _Current.language.pieces(text)


def say_count(count: int, one: str, many: str, /, **args: object) -> str:
    """Translate the singular or plural for a number; ``many`` contains {count}."""
    return _Current.language.count(count, one, many, **args)


def number(count: int) -> str:
    """Format a number for the language in use."""
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
    return say(TITLES.get(name, name))


def describe_length(name: str, text: str) -> str:
    """Return a label such as "Name: 5 characters", or an empty string for empty text."""
    if not text:
        return ""
    length = say_count(len(text), "1 character", "{count} characters")
    return say("{name}: {length}", name=name, length=length)
