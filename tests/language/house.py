"""The language rules of this project, each a function that yields the offenses in all texts."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from string import Formatter

from tests.language.glossary import BannedWord, Glossary, whole_word
from tests.language.printed import PrintedTexts

LONGEST_TITLE = 48
LONGEST_MESSAGE = 160
READ_AT_LENGTH = {
    "clauses",
    "help",
    "grammar",
    "productions",
    "pages",
}  # kinds of long texts; all others are short messages
ARTICLE = re.compile(r"(?:An?|The|Eine?|Der|Die|Das)\s")


@dataclass(frozen=True, slots=True, order=True)
class Offence:
    """A text that violates a rule, and the part that does."""

    rule: str
    text: str
    by: str


def title_twice(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """Two rules have the same title, which would confuse readers."""
    for title, count in Counter(texts.titles).items():
        if count > 1:
            yield title, f"{count} times"


def long_title(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """A title is too long for the column of findings."""
    for title in in_both(texts.titles, texts):
        if len(title) > LONGEST_TITLE:
            yield title, f"{len(title)} characters"


def title_form(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """A title is not a noun phrase: it begins with an article or ends with a period."""
    for title in in_both(texts.titles, texts):
        if ARTICLE.match(title):
            yield title, "an article"
        if title.endswith("."):
            yield title, "a period"


def long_message(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """A message is too long to be read at a glance."""
    messages = {
        text for kind, own in texts.kinds.items() if kind not in READ_AT_LENGTH for text in own
    }
    read_at_length = {text for kind in READ_AT_LENGTH for text in texts.kinds.get(kind, ())}
    for text in in_both(messages - read_at_length, texts):
        if len(text) > LONGEST_MESSAGE:
            yield text, f"{len(text)} characters"


def banned_english(texts: PrintedTexts, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """An English text contains a banned word."""
    words = [word for word in glossary.banned if not word.german]
    for kind, own in texts.kinds.items():
        here = [word for word in words if kind not in word.allowed_in]
        yield from with_banned(own, here, glossary)


def banned_german(texts: PrintedTexts, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """A German text contains a banned word; its kind is that of its template."""
    words = [word for word in glossary.banned if word.german]
    kinds = {"": texts.translations.keys() - frozenset().union(*texts.kinds.values())}
    for kind, own in {**texts.kinds, **kinds}.items():
        here = [word for word in words if kind not in word.allowed_in]
        german = {texts.translations[text] for text in own if text in texts.translations}
        yield from with_banned(german, here, glossary)
    here = [word for word in words if "pages" not in word.allowed_in]
    yield from with_banned(texts.german, here, glossary)


# Phrases that are typical of earlier texts in this project, but that a native writer would not use.
HABITS = re.compile(
    r"\b(?:what|which) (?:is|was) (?:told|said|looked|kept|meant by)\b|\bwho(?:so)?ever\b"
    r"|\b(?:no|some)body\b|\bbesides\b|\banew\b|\boctets?\b|\b(?:is|are) told\b|\bof ours\b"
    r"|\bfrom now on\b|\bnot always there\b|\b(?:it|that|which) stands\b|\bhonest links?\b"
    r"|\bhand(?:s|ed)? on\b|\btells? of\b|(?<!there )\b(?:is|are) no [a-z]",
    re.IGNORECASE,
)
READ_BY_PEOPLE = ("pages", "help", "terminal")


def habit(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """A text contains a phrase of this kind."""
    for kind in READ_BY_PEOPLE:
        for text in texts.kinds.get(kind, ()):
            yield from ((text, found.lower()) for found in HABITS.findall(text))


def lost_place(texts: PrintedTexts, _: Glossary) -> Iterator[tuple[str, str]]:
    """The placeholders of a translation differ from those of its template."""
    for english, german in texts.translations.items():
        differing = places(english) ^ places(german)
        if differing:
            yield german, ", ".join(sorted(differing))


def other_term(texts: PrintedTexts, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """A translation uses another term than the glossary."""
    pairs = [
        (whole_word(f"{term}{ending}"), term, german)
        for term, german in glossary.pairs.items()
        for ending in ("", "s")
    ]
    for english, german in texts.translations.items():
        plain, lowered = glossary.plain(english), german.lower()
        for pattern, term, stems in pairs:
            if not any(each in lowered for each in stems) and pattern.search(plain):
                yield german, term


RULES: dict[str, Callable[[PrintedTexts, Glossary], Iterable[tuple[str, str]]]] = {
    "title-twice": title_twice, "title-length": long_title, "title-form": title_form,
    "message-length": long_message, "banned-english": banned_english,
    "banned-german": banned_german, "habit": habit, "placeholders": lost_place,
    "other-term": other_term,
}  # fmt: skip


def offences(texts: PrintedTexts, glossary: Glossary) -> set[Offence]:
    """Return every text that violates a rule."""
    excepted = {each.text for each in glossary.exceptions}
    return {
        Offence(name, text, by)
        for name, rule in RULES.items()
        for text, by in rule(texts, glossary)
        if text not in excepted
    }


def in_both(english: Iterable[str], texts: PrintedTexts) -> list[str]:
    """Return these texts and their translations."""
    each = sorted(set(english))
    return each + [texts.translations[text] for text in each if text in texts.translations]


def places(template: str) -> set[str]:
    """Return the names of a template's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def with_banned(
    texts: Iterable[str], words: list[BannedWord], glossary: Glossary
) -> Iterator[tuple[str, str]]:
    """Yield each text with each banned word that it contains."""
    for text in texts:
        plain = glossary.plain(text)
        yield from ((text, word.shown) for word in words if word.pattern.search(plain))


def unused_exceptions(texts: PrintedTexts, glossary: Glossary) -> list[str]:
    """Return the exceptions that prevent no offense."""
    unused = []
    for each in glossary.exceptions:
        others = tuple(other for other in glossary.exceptions if other is not each)
        touched = with_text(texts, each.text or each.phrase)
        strict = replace(glossary, exceptions=others)
        if offences(touched, strict) == offences(touched, glossary):
            unused.append(each.text or each.phrase)
    return unused


def with_text(texts: PrintedTexts, piece: str) -> PrintedTexts:
    """Return only the texts that contain this piece in either language."""
    pairs = {en: de for en, de in texts.translations.items() if piece in en or piece in de}
    kinds = {
        kind: frozenset(text for text in own if piece in text) for kind, own in texts.kinds.items()
    }
    return replace(texts, kinds=kinds, titles=(), translations=pairs)
