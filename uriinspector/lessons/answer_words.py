"""The words that stand for answers, such as "none", in the language in which they are asked for."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.lessons.kind_words import KIND_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Answers of these kinds are words, one after the other; those of others are one, or a text.
OF_WORDS = frozenset({"valid", "origin", "editions"})
QUOTED = expression('["\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d]')


def written_answer(kind: str, answer: str, translate: Callable[[str], str]) -> str:
    """An answer as the form of the question asks for it: "no 25" in German is "nein 25".

    A sheet names the words in quotation marks, so what it asks for and what it says is right are
    the same.
    """
    template = KIND_WORDS[kind].answer.template
    words = dict(zip(_words(template), _words(translate(template)), strict=False))
    if kind in OF_WORDS:
        return " ".join(words.get(each, each) for each in answer.split(" "))
    return words.get(answer, answer)


def _words(template: str) -> Iterator[str]:
    """What is in quotation marks, and the words of it."""
    quoted = QUOTED.findall(template)
    return chain(quoted, *(each.split() for each in quoted))
