"""The fields of a URN's dossier: every part by its name, whether it is there or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Field
from uriinspector.core.schemes.urn import directives
from uriinspector.core.schemes.urn.namespaces.table import namespace_of
from uriinspector.core.schemes.urn.registration import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span
    from uriinspector.core.schemes.urn.name import Name

R_MEANING = "for the resolution service"
Q_MEANING = "for the resource or the service that gives access to it"
F_MEANING = "for the client: it is not sent"


def fields(name: Name) -> Iterator[Field]:
    """The tag, the namespace, the name in it, and what the edition has after it."""
    text = name.text
    yield Field.present(text, "urn", *name.prefix, "part of the name; it does not locate anything")
    yield Field.present(text, "nid", *name.nid, _namespace(name))
    yield _part(name, "nss", name.nss, "the named resource, by the rules of its namespace")
    if name.urn_edition == "draft2012":
        yield _part(name, "query", name.query, "for the resolution service, not part of the name")
        yield from _directives(name)
        yield _part(name, "fragment", name.f, F_MEANING)
    elif name.urn_edition == "rfc8141":
        yield _part(name, "r-component", name.r, R_MEANING)
        yield _part(name, "q-component", name.q, Q_MEANING)
        if name.query and name.r is None and name.q is None:
            yield Field.present(text, "query", *name.query, "neither an r- nor a q-component")
        yield _part(name, "f-component", name.f, F_MEANING)


def _part(name: Name, what: str, span: Span | None, meaning: str) -> Field:
    return (
        Field.present(name.text, what, *span, meaning)
        if span
        else Field.absent(what, "not present")
    )


def _namespace(name: Name) -> str:
    nid = name.nid.of(name.text)
    known = namespace_of(nid)
    return message("the namespace: {title}", title=message(known.title if known else kind_of(nid)))


def _directives(name: Name) -> Iterator[Field]:
    if name.query is None:
        return
    text = name.text
    result = list(directives.directives(text, *name.query))
    void = directives.void_keywords(text, result)
    for number, each in enumerate(result, 1):
        keyword = each.keyword.of(text)
        meaning = directives.KEYWORDS.get(
            keyword, "not registered: a resolver that does not support it ignores it"
        )
        if keyword in void:
            meaning += "; void: it occurs twice"
        yield Field.present(
            text, message("keyword {number}", number=number), *each.keyword, meaning
        )
        if each.value:
            value = directives.value_meaning(keyword, each.value.of(text))
            yield Field.present(text, message("value {number}", number=number), *each.value, value)
        else:
            yield Field.absent(message("value {number}", number=number), "not present")
