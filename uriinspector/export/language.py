"""Translate the program's English templates when a text is shown.

The catalogs use GNU gettext: ``resources/translations`` has a ``.po`` file for each language;
packaging/make/translations.py compiles it to the ``.mo`` file that is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from typing import cast

from uriinspector.analysis.resource_files import shipped
from uriinspector.core.model import WORD, Count, CountedMessage, Message, NamedTuple, kind_of

# The thousands separators.
GROUPS = {"de": ".", "pl": "\xa0"}
DECIMAL_POINTS = {"de": ",", "pl": ","}


FORMATTER = Formatter()


class MessagePiece(NamedTuple):
    text: str
    kind: str = WORD


class Language:
    """A translator into one language, which also formats numbers."""

    def __init__(self, name: str, file: Path | None = None) -> None:
        """Read the compiled catalog; without one, texts stay English."""
        self.name = name
        self._groups = GROUPS.get(name, ",")
        self.catalog = NullTranslations()
        if file is not None and file.exists():
            with file.open("rb") as opened:
                self.catalog = GNUTranslations(opened)

    def __reduce__(self) -> tuple[Callable[[str], Language], tuple[str]]:
        return speaking, (self.name,)  # in another process, the catalog is read again

    def __call__(self, template: str, /, **args: object) -> str:
        """Translate a template or message and fill in its placeholders."""
        if isinstance(template, Message):
            return self._filled(self._template(template), template.args)
        return self._filled(self.translate(template), args)

    def _template(self, text: Message) -> str:
        if isinstance(text, CountedMessage):
            count = cast("int", text.args["count"])
            return self.catalog.ngettext(text.template, text.plural, count)
        return self.translate(text.template)

    def count(self, count: int, one: str, many: str, /, **args: object) -> str:
        """Return the singular or plural form of a text, with the number in {count}."""
        return self._filled(self.catalog.ngettext(one, many, count), {"count": count, **args})

    def translate(self, template: str) -> str:
        """Return the translation of a template, or the template itself if there is none."""
        # The empty template is the header of the catalog.
        return self.catalog.gettext(template) if template else template

    def pieces(self, text: str) -> Iterator[MessagePiece]:
        """Yield the parts of a translated message with their kinds."""
        if not isinstance(text, Message) or not text.args:
            yield MessagePiece(self(text))
            return
        for words, name, _, _ in FORMATTER.parse(self._template(text)):
            if words:
                yield MessagePiece(words)
            value = text.args[name] if name else ""
            if isinstance(value, Message):
                yield from self.pieces(value)
            elif value != "":
                yield MessagePiece(str(self._shown(value)), kind_of(value))

    def number(self, count: int) -> str:
        return f"{count:,}".replace(",", self._groups)

    def decimal(self, number: str) -> str:
        """Return a number with the decimal separator of the language."""
        return number.replace(".", DECIMAL_POINTS.get(self.name, "."))

    def _filled(self, text: str, args: Mapping[str, object]) -> str:
        if not args:
            return text
        return text.format_map({name: self._shown(value) for name, value in args.items()})

    def _shown(self, value: object) -> object:
        if isinstance(value, Message):
            return self(value)
        if type(value) is int or isinstance(value, Count):
            return self.number(value)
        return value


english = Language("en")


@cache
def speaking(language: str) -> Language:
    return (
        english if language == "en" else Language(language, shipped(f"translations/{language}.mo"))
    )
