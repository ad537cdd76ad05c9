"""English texts that know what they were made of, so that they can be told in another language.

A constant text is its own template.  One with something in it is made by ``message``: it is a
str like any other, and beside that it keeps the template, which is the key in a catalogue of
translations, and what fills its places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Message(str):
    """A whole template with its places filled; what fills one may be a message itself."""

    __slots__ = ("args", "template")

    template: str
    args: Mapping[str, object]


class Count(int):
    """A number of things: every language parts its digits in its own way."""

    def __format__(self, form: str) -> str:
        """In English, unless another form is asked for."""
        return format(int(self), form or ",")


def message(template: str, /, **args: object) -> str:
    """The English text of a template with these arguments."""
    result = Message(template.format_map(args))
    result.template = template
    result.args = args
    return result


def listed(texts: Sequence[str]) -> str:
    """One text after the other, each of them a message of its own."""
    explanation, *others = (each if isinstance(each, Message) else message(each) for each in texts)
    for each in others:
        explanation = message("{before}, {next}", before=explanation, next=each)
    return explanation


def conjoined(names: Sequence[str]) -> str:
    """Names in a row, with "and" before the last one."""
    *front, last = names or ("",)
    if not front:
        return last
    row = listed(front) if isinstance(front[0], Message) else ", ".join(front)
    return message("{front} and {last}", front=row, last=last)


def translated(text: str, translate: Callable[..., str]) -> str:
    """The text in another language: ``translate`` puts its templates into words."""
    if not isinstance(text, Message):
        return translate(text)
    args = {
        name: translated(arg, translate) if isinstance(arg, Message) else arg
        for name, arg in text.args.items()
    }
    return translate(text.template, **args)
