"""How a value is written so that it cannot end what it stands in: a row for each language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import defanged, drawn, named
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.markdown import prose
from uriinspector.export.refusal import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

WILDCARDS = expression(r"[\\*?]")
ESCAPED = expression(r'[\\"]')


class Quoting(NamedTuple):
    """How values are written, and rows of them joined: lines of ours are never lines from outside.

    ``in_quotes`` where they belong between double quotes.
    """

    write: Callable[[str], str]
    in_quotes: bool = True
    before: str = ""
    between: str = "; "

    def rows(self, values: tuple[str, ...]) -> str:
        """Several values, each written."""
        return self.between.join(self.before + self.write(each) for each in values)


def text(value: str) -> str:
    """Words for people; links defanged, nothing hidden."""
    return defanged(value)


def markdown(value: str) -> str:
    """The same in Markdown."""
    return prose(defanged(value))


def json_string(value: str) -> str:
    """The inside of a JSON string, in ASCII."""
    return json.dumps(value)[1:-1]


def backslashed(value: str) -> str:
    """Backslash and quote get a backslash; what hides has no way to be written and is refused."""
    for char in value:
        if drawn(char) != char:
            refuse(f"{named(char)} cannot be written in this query language")
    return _escaped(value)


def with_numbers(value: str) -> str:
    """The same, and what hides is written by its number."""
    return "".join(_numbered(char) if drawn(char) != char else char for char in _escaped(value))


def _escaped(value: str) -> str:
    return ESCAPED.sub(r"\\\g<0>", value)


def _numbered(char: str) -> str:
    """A character, or the two halves that it has in UTF-16."""
    octets = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{octets[at : at + 2].hex()}" for at in range(0, len(octets), 2))


def sigma(value: str) -> str:
    """A value without wildcards, inside of the double quotes of YAML."""
    return "".join(map(_in_yaml, WILDCARDS.sub(r"\\\g<0>", value)))


def _in_yaml(char: str) -> str:
    if char in '\\"':
        return f"\\{char}"
    if "\ud800" <= char <= "\udfff":
        refuse(f"{named(char)} cannot be written in YAML")
    return char if " " <= char <= "~" else f"\\U{ord(char):08X}"


QUOTINGS = {
    "text": Quoting(text, in_quotes=False, between="\n"),
    "markdown": Quoting(markdown, in_quotes=False, before="- ", between="\n"),
    "json": Quoting(json_string),
    "splunk": Quoting(backslashed),
    # Both read "\\u" and four digits, and take "*" between quotes for itself.
    "elastic": Quoting(with_numbers),
    "lucene": Quoting(with_numbers),
    "sentinel": Quoting(backslashed),
    "sigma": Quoting(sigma),
}
