"""The program's vocabulary as data: a term for each concept, and banned words."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACE = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")  # a placeholder, which may contain another
KEYS = {
    "concept": {"name", "english", "german", "elsewhere", "note"},
    "style": {"name", "note"},
    "exception": {"text", "phrase", "why"},
}
BANS = {"banned", "banned_german", "patterns", "patterns_german", "except"}


@dataclass(frozen=True, slots=True)
class BannedWord:
    """A word, phrase or pattern that must not be printed."""

    shown: str
    pattern: re.Pattern[str]
    german: bool = False
    allowed_in: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Term:
    """The terms for a concept in English and German."""

    concept: str
    english: tuple[str, ...]
    german: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LanguageException:
    """A text or phrase that looks like an offense but is not one."""

    why: str
    text: str = ""
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Glossary:
    """All terms, banned words and exceptions."""

    terms: tuple[Term, ...]
    banned: tuple[BannedWord, ...]
    pairs: Mapping[str, tuple[str, ...]]
    exceptions: tuple[LanguageException, ...] = ()

    def plain(self, text: str) -> str:
        """Return the text without placeholders and excepted phrases."""
        if any(each.text == text for each in self.exceptions if each.text):
            return ""
        for each in self.exceptions:
            text = text.replace(each.phrase, " ") if each.phrase else text
        return PLACE.sub("{}", text)


def whole_word(phrase: str) -> re.Pattern[str]:
    """Return a pattern for a phrase of whole words, in which "*" matches any ending."""
    parts = re.escape(phrase).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w.-]){parts}(?!\w)", re.IGNORECASE)


def banned_words(row: Mapping[str, Sequence[str]]) -> Iterable[BannedWord]:
    """Yield the words banned by one row of the glossary, in both languages."""
    allowed_in = frozenset(row.get("except", ()))
    for ending, german in (("", False), ("_german", True)):
        for phrase in row.get(f"banned{ending}", ()):
            yield BannedWord(phrase, whole_word(phrase), german, allowed_in)
        for pattern in row.get(f"patterns{ending}", ()):
            yield BannedWord(pattern, re.compile(pattern), german, allowed_in)


def read(glossary: str, exceptions: str = "") -> Glossary:
    """Parse a glossary and its exceptions."""
    data, excepted = tomllib.loads(glossary), tomllib.loads(exceptions).get("exception", [])
    concepts, styles = data.get("concept", []), data.get("style", [])
    for kind, rows in (("concept", concepts), ("style", styles), ("exception", excepted)):
        strange = {key for row in rows for key in row} - KEYS[kind] - BANS
        if strange:
            fault = f"keys that the glossary does not know: {sorted(strange)}"
            raise ValueError(fault)
    return Glossary(
        tuple(Term(row["name"], tuple(row["english"]), tuple(row["german"])) for row in concepts),
        tuple(word for row in (*concepts, *styles) for word in banned_words(row)),
        {english: tuple(german) for english, german in data.get("pairs", {}).items()},
        tuple(LanguageException(**row) for row in excepted),
    )


@cache
def glossary() -> Glossary:
    """Return the program's glossary."""
    files = (HERE / "glossary.toml", HERE / "exceptions.toml")
    return read(*(file.read_text("utf-8") for file in files))
