"""ldap and ldaps: RFC 4516."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.message import message
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, in_order
from uriinspector.core.schemes.reserved import generic_fields
from uriinspector.core.schemes.specific import cut, generic_faults, missing, part_of, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

PORTS = {"ldap": 389, "ldaps": 636}
CITE = "RFC 4516 2"
SCOPES = ("base", "one", "sub")
MEANINGS = (
    ("dn", "the entry where the search begins", "the root of the directory"),
    ("attributes", "the requested attributes of each entry", "all attributes"),
    ("scope", "depth of the search below the entry", "base: this entry only"),
    ("filter", "filter for the entries", "(objectClass=*): all entries"),
    ("extensions", 'further requirements; those with "!" are mandatory', "none"),
)


class Search(NamedTuple):
    """The five parts after the host; None where there is none."""

    dn: Span | None
    attributes: Span | None
    scope: Span | None
    filter: Span | None
    extensions: Span | None
    # A sixth question mark and all after it.
    surplus: Span | None


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which directory is asked, and what for."""
    scheme = lowered(reference.scheme or "")
    search = _search(reference)
    return Dossier(
        scheme=scheme,
        title="a search in a directory (LDAP)" + (", encrypted" * (scheme == "ldaps")),
        cites=("RFC 4516",),
        danger="fetches",
        default_port=PORTS[scheme],
        fields=(*_host_fields(reference), *_fields(reference.text, search)),
        actions=tuple(_actions(reference, search, PORTS[scheme])),
        violations=in_order(_violations(reference, search)),
        notes=tuple(_notes(reference, search)),
    )


def _search(reference: Reference) -> Search:
    path, query = reference.span(Part.PATH), reference.span(Part.QUERY)
    slash = path is not None and reference.text.startswith("/", *path)
    dn = Span(path.start + slash, path.end) if path and path.start < path.end else None
    runs = list(cut(reference.text, query, "?")) if query else []
    surplus = Span(runs[4].start - 1, runs[-1].end) if len(runs) > 4 else None
    four: list[Span | None] = [each if each.start < each.end else None for each in runs[:4]]
    four += [None] * (4 - len(four))
    return Search(dn, four[0], four[1], four[2], four[3], surplus)


def _host_fields(reference: Reference) -> Iterator[Field]:
    for each in generic_fields(reference):
        if each.name in {"userinfo", "host", "port"}:
            yield each


def _fields(text: str, search: Search) -> Iterator[Field]:
    for (name, meaning, without), span in zip(MEANINGS, search[:5], strict=True):
        yield Field.present(text, name, *span, meaning) if span else Field.absent(name, without)


def _actions(reference: Reference, search: Search, default_port: int) -> Iterator[Action]:
    text = reference.text
    host = visible(reference.host or "") or "the client's default LDAP server"
    port = visible(reference.port or str(default_port))
    yield Action("connect", message("{host} port {port}", host=host, port=port))
    dn, wanted = (visible(each.of(text)) if each else "" for each in (search.dn, search.filter))
    yield Action(
        "send", message('search "{dn}" for {wanted}', dn=dn, wanted=wanted or "(objectClass=*)")
    )


def _violations(reference: Reference, search: Search) -> Iterator[Violation]:
    text = reference.text
    if reference.authority is None:
        explanation = "such a URL must begin with two slashes"
        yield missing(part_of(reference).start, "ldapurl", '"//"', explanation, CITE)
    user, path, query = (reference.span(p) for p in (Part.USERINFO, Part.PATH, Part.QUERY))
    if user:
        yield Violation(*user, "ldapurl", "a host", "ldap URLs allow no login data", (CITE,))
    if query and path and path.start == path.end:
        explanation = "a slash separates the host from the rest"
        yield missing(path.start, "ldapurl", '"/"', explanation, CITE)
    if search.scope and lowered(search.scope.of(text)) not in SCOPES:
        explanation = "not an LDAP scope"
        yield Violation(*search.scope, "scope", "base, one or sub", explanation, (CITE,))
    if search.filter and not text.startswith(("(", "%28"), *search.filter):
        explanation = "a filter needs parentheses"
        yield Violation(*search.filter, "filter", '"("', explanation, ("RFC 4515 3",))
    if search.surplus:
        explanation = "nothing may follow the extensions"
        yield Violation(*search.surplus, "ldapurl", "the end", explanation, (CITE,))
    yield from generic_faults(reference)


def _notes(reference: Reference, search: Search) -> Iterator[Note]:
    if search.extensions and "!" in search.extensions.of(reference.text):
        explanation = "critical extension: a client that does not support it must stop"
        yield Note("critical-extension", "unusual", explanation, search.extensions, (CITE,))
    if reference.host:
        explanation = (
            "a program that resolves such text automatically, as logging libraries did, runs "
            "the result"
        )
        yield Note("lookup", "info", explanation, reference.span(Part.HOST))


PLAIN = Scheme(("ldap",), describe, "fetches", PORTS["ldap"])
SECURE = Scheme(("ldaps",), describe, "fetches", PORTS["ldaps"])
