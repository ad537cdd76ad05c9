"""Fields of Word, in RTF as in its other formats: what they load, open or lead to."""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

LINK, PICTURE, LOADED, COMMAND = "link", "picture", "loaded", "command"
KINDS = {
    "HYPERLINK": LINK,
    "INCLUDEPICTURE": PICTURE,
    "INCLUDETEXT": LOADED,
    "IMPORT": PICTURE,
    "INCLUDE": LOADED,
    "DDE": COMMAND,
    "DDEAUTO": COMMAND,
}
NAME = expression(r"\s{0,99}([A-Za-z]{1,20})(?=[\s\"\\]|\Z)")
# A switch with what may follow it, a quoted text, or a word.
ARGUMENT = expression(
    r"\s*+(?:\\(?P<switch>[A-Za-z*#@!])|[\"\u201c](?P<quoted>[^\"\u201d]*+)[\"\u201d]?"
    r"|(?P<word>[^\s\"\\]++(?:\\\\?[^\s\"\\]++|(?!))*+))"
)
# Switches of a link that have an argument.
VALUED = frozenset("lotnm")
LONGEST = 16_384


class FieldCode(NamedTuple):
    """What a field does, to which address, and where that stands in its code."""

    kind: str
    value: str
    start: int
    end: int


def read_field(code: str) -> FieldCode | None:
    """The address in the code of a field; None for fields without one."""
    name = NAME.match(code)
    kind = KINDS.get(name[1].upper()) if name else None
    if name is None or kind is None:
        return None
    if kind == COMMAND:
        text = code[name.end() : LONGEST].strip()
        return FieldCode(kind, text, name.end(), len(code))
    switch, found, place = "", None, ""
    for match in ARGUMENT.finditer(code, name.end(), name.end() + LONGEST):
        if match["switch"]:
            switch = match["switch"].lower()
            continue
        group = "quoted" if match["quoted"] is not None else "word"
        if switch in VALUED and kind == LINK:
            place = match[group] if switch == "l" else place
        elif found is None and match[group]:
            found = match, group
        switch = ""
    if found is None:
        return None
    match, group = found
    value = match[group].replace("\\\\", "\\").strip()
    return FieldCode(kind, f"{value}#{place}" if place else value, *match.span(group))
