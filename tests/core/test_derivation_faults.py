"""What no rule allows is a fault in the tree, and no rule is said to derive it."""

from __future__ import annotations

from string import printable
from typing import TYPE_CHECKING

import pytest

from uriinspector import EDITIONS, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Node

CHARACTERS = printable + "\x00\u00e9\u202e\ud800"
PLACES = [
    *("x{}y:a", "//h:1{}2/", "//u{}u@h/", "//u:p{}p@h/", "//h_{}h/", "/a{}b", "a{}b", "x:a{}b"),
    *("?a{}b", "#a{}b", "x://u{}u:p@h:1/a{}b?c{}d#e{}f", "ftp://h/a{}b/c{}d;type=a"),
    *("http://h/a{}b/c?d{}e", "file://h/a{}b", "gopher://h/1a{}b%09c{}d%09+{}e", "mailto:a{}b"),
    *("news:a{}b", "news:a{}b@h", "nntp://h/a{}b/1{}2", "telnet://u{}u:p{}p@h/", "wais://h/a{}b"),
    *("wais://h/a?b{}c", "wais://h/a/b{}c/d{}e", "prospero://h/a{}b;c{}d=e{}f"),
]


def nodes(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children:
        yield from nodes(child)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_derives_a_character_that_is_not_allowed(place: str, edition: str) -> None:
    for char in CHARACTERS:
        text = place.replace("{}", char)
        for each in nodes(parse(text, edition=edition).derivation):
            if each.expected is not None and each.span.of(text) == char:
                assert each.children == (), (text, each)
