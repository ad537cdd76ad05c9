"""Texts that modules name: each is one that has a translation, to the letter."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from uriinspector import documents
from uriinspector.core.model import Message
from uriinspector.export.language import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator


def texts_in(value: object) -> Iterator[str]:
    """The texts in a table of any kind."""
    if isinstance(value, Message):
        yield value.template
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from texts_in(each)
    elif isinstance(value, dict):
        for pair in value.items():
            yield from texts_in(pair)


def test_every_text_is_one_that_is_translated() -> None:
    german = catalogue("de")
    modules = walk_packages(documents.__path__, f"{documents.__name__}.")
    texts = {text for each in modules for text in texts_in(vars(import_module(each.name)))}
    assert len(texts) > 60
    assert not texts - german.keys()
