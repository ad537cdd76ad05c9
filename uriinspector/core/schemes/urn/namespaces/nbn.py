"""nbn: numbers of national bibliographies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.expression import expression
from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 8458", "RFC 3188")
PREFIX = expression("[A-Za-z]{2}(?::[A-Za-z0-9][A-Za-z0-9]*+)*+-")


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """The country, who numbers there, and the number."""
    match = PREFIX.match(text, *nss)
    if not match or match.end() == nss.end:
        explanation = "a national bibliography number (country, optional colons, hyphen, number)"
        yield misshapen("nbn", nss, explanation, *CITES)
        return
    at, number = nss.start, 0
    for run in match[0][:-1].split(":"):
        name = message("sub-namespace {number}", number=number) if number else "country"
        meaning = "a library in that country" if number else "the country of the national library"
        yield Field.present(text, name, at, at + len(run), meaning)
        at, number = at + len(run) + 1, number + 1
    yield Field.present(
        text,
        "number",
        match.end(),
        nss.end,
        "assigned by the library; uppercase and lowercase can differ in meaning",
    )


def same(name: str) -> str:
    """The prefix has no case; the number may have one."""
    match = PREFIX.match(name)
    return lowered(match[0]) + name[match.end() :] if match else name


NAMESPACE = Namespace("nbn", "National Bibliography Number", CITES, look, same)
