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
from uriinspector.core.expression import expression
from uriinspector.core.model import (
    WORD,
    CharacterName,
    Count,
    CountedMessage,
    Message,
    NamedTuple,
    kind_of,
)

# The thousands separators.
GROUPS = {"de": ".", "pl": "\xa0"}
DECIMAL_POINTS = {"de": ",", "pl": ","}


FORMATTER = Formatter()
# A character in a text, and how Unicode names letters.
CODE_POINT = expression(r"(U\+[0-9A-F]{4,6} )([A-Z][A-Z0-9 -]*[A-Z0-9])")
LETTER = expression(r"([A-Z]+) (SMALL|CAPITAL) LETTER ([A-Z]+)(?: WITH ([A-Z ]+))?")
LETTERS = {"SMALL": "{script} SMALL LETTER {letter}", "CAPITAL": "{script} CAPITAL LETTER {letter}"}
# The words in the names of letters, and the names of other characters, that are translated.
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC")
ACCENTS = (
    *("GRAVE", "ACUTE", "CIRCUMFLEX", "TILDE", "DIAERESIS", "RING ABOVE", "CEDILLA", "CARON"),
    *("STROKE", "MACRON", "BREVE", "OGONEK", "DOUBLE ACUTE", "DOT ABOVE", "DOT BELOW", "TONOS"),
)
CHARACTERS = (
    *("NULL", "BELL", "BACKSPACE", "TAB", "LINE FEED", "LINE TABULATION", "FORM FEED"),
    *("CARRIAGE RETURN", "ESCAPE", "DELETE", "NEXT LINE", "CONTROL CHARACTER", "LONE SURROGATE"),
    *("PRIVATE USE", "UNASSIGNED", "SPACE", "EXCLAMATION MARK", "QUOTATION MARK", "NUMBER SIGN"),
    *("DOLLAR SIGN", "PERCENT SIGN", "AMPERSAND", "APOSTROPHE", "LEFT PARENTHESIS"),
    *("RIGHT PARENTHESIS", "ASTERISK", "PLUS SIGN", "COMMA", "HYPHEN-MINUS", "FULL STOP"),
    *("SOLIDUS", "COLON", "SEMICOLON", "LESS-THAN SIGN", "EQUALS SIGN", "GREATER-THAN SIGN"),
    *("QUESTION MARK", "COMMERCIAL AT", "LEFT SQUARE BRACKET", "REVERSE SOLIDUS"),
    *("RIGHT SQUARE BRACKET", "CIRCUMFLEX ACCENT", "LOW LINE", "GRAVE ACCENT"),
    *("LEFT CURLY BRACKET", "VERTICAL LINE", "RIGHT CURLY BRACKET", "TILDE", "NO-BREAK SPACE"),
    *("SOFT HYPHEN", "ZERO WIDTH SPACE", "ZERO WIDTH NON-JOINER", "ZERO WIDTH JOINER"),
    *("ZERO WIDTH NO-BREAK SPACE", "LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK", "WORD JOINER"),
    *("RIGHT-TO-LEFT OVERRIDE", "LEFT-TO-RIGHT OVERRIDE", "HYPHEN", "EN DASH", "EM DASH"),
    *("HORIZONTAL ELLIPSIS", "LEFT SINGLE QUOTATION MARK", "RIGHT SINGLE QUOTATION MARK"),
    *("LEFT DOUBLE QUOTATION MARK", "RIGHT DOUBLE QUOTATION MARK", "EURO SIGN", "DEGREE SIGN"),
    *("REPLACEMENT CHARACTER", "FULLWIDTH SOLIDUS", "FRACTION SLASH", "DIVISION SLASH"),
    *("IDEOGRAPHIC FULL STOP", "FULLWIDTH FULL STOP", "LATIN SMALL LETTER SHARP S"),
)


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

    def character(self, name: str) -> str:
        """Translate the name of a character; untranslated ones are marked as Unicode names."""
        if self is english:
            return name
        text = name.upper()
        match = LETTER.fullmatch(text)
        if match is None or (script := self.translate(match[1])) == match[1]:
            told = self.translate(text)
            return self("Unicode name {name}", name=text) if told == text else told
        told = self(LETTERS[match[2]], script=script, letter=match[3].capitalize())
        accents = match[4].split(" AND ") if match[4] else []
        for template, each in zip(
            ("{name} WITH {accent}", "{name} AND {accent}"), accents, strict=False
        ):
            told = self(template, name=told, accent=self.translate(each))
        return told

    def _shown(self, value: object) -> object:
        if isinstance(value, Message):
            return self(value)
        if isinstance(value, CharacterName):
            return self.character(value)
        if self is not english and type(value) is str and "U+" in value:
            return CODE_POINT.sub(lambda match: match[1] + self.character(match[2]), value)
        if type(value) is int or isinstance(value, Count):
            return self.number(value)
        return value


english = Language("en")


@cache
def speaking(language: str) -> Language:
    return (
        english if language == "en" else Language(language, shipped(f"translations/{language}.mo"))
    )
