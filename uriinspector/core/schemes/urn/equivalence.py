"""Lexical equivalence: what each edition changes before two URNs are compared octet by octet.

Escapes are never taken off; only their digits lose their case.  Nothing here says "different".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered, with_capital_triplets
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.core.schemes.urn.faults import faults
from uriinspector.core.schemes.urn.name import PREFIX, Name, is_urn, read_name
from uriinspector.core.schemes.urn.namespaces.table import namespace_of

if TYPE_CHECKING:
    from uriinspector.core.model import Json
    from uriinspector.core.normal import Pieces
    from uriinspector.core.schemes.dossier import Choice

# Rule by rule: its name, its clauses.  The first of an edition says whether the same is named.
RULES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "rfc2141": (("5", ("RFC 2141 5",)),),
    "draft2012": (
        ("5a", ("rfc2141bis-urn-03 5",)),
        ("5b", ("rfc2141bis-urn-03 5",)),
    ),
    "rfc8141": (("3.1", ("RFC 8141 3.1",)),),
}
NAMESPACE = "namespace"


class Ruling(NamedTuple):
    """Two texts as one rule leaves them; ``equal`` is None where one of them is no URN."""

    rule: str
    a: str | None
    b: str | None
    cites: tuple[str, ...]
    urn_edition: str

    @property
    def equal(self) -> bool | None:
        """Whether the rule shows them equivalent."""
        return None if self.a is None or self.b is None else self.a == self.b

    @property
    def differs(self) -> tuple[str, ...]:
        """The parts in which both still differ; none where they do not, or are not both URNs."""
        if self.a is None or self.b is None:
            return ()
        a, b = (
            _parts(read_name(each, 0, len(each), self.urn_edition)) for each in (self.a, self.b)
        )
        return tuple(part for part in a if a[part] != b[part])

    def to_dict(self) -> Json:
        """Every field by its name."""
        return {
            "rule": self.rule,
            "a": self.a,
            "b": self.b,
            "equal": self.equal,
            "differs": list(self.differs),
            "cites": list(self.cites),
        }


def _parts(name: Name) -> dict[str, str | None]:
    spans = {"nid": name.nid, "nss": name.nss, "query": name.query, "fragment": name.f}
    return {part: span.of(name.text) if span else None for part, span in spans.items()}


def equivalent(a: str, b: str, urn_edition: str) -> tuple[Ruling, ...]:
    """What every rule of the edition says, and then the rules of the namespace itself."""
    names = [_read(text, urn_edition) for text in (a, b)]
    rulings = []
    for rule, cites in RULES[urn_edition]:
        left, right = (form(name, rule) if name else None for name in names)
        rulings.append(Ruling(rule, left, right, cites, urn_edition))
    left, right = (own_form(name) if name else None for name in names)
    clauses = [cite for name in names if name for cite in _own_clauses(name)]
    own = Ruling(NAMESPACE, left, right, tuple(dict.fromkeys(clauses)), urn_edition)
    return (*rulings, own)


def canonical(name: Name) -> str:
    """The whole text with all that has no case in one case; nothing is left out."""
    nid = name.nid.of(name.text)
    rest = name.text[name.nid.end : _end(name)]
    return PREFIX + with_capital_triplets((lowered(nid) if name.nss else nid) + rest)


def form(name: Name, rule: str) -> str:
    """The text as it is compared under one rule."""
    whole = canonical(name)
    assigned = whole[: name.end - name.prefix.start]
    if rule == "5a":
        return assigned
    if rule == "5b":
        return assigned + _sorted_query(name)
    if rule == "3.1":
        # What is no r- or q-component is an error: nothing allows to leave it out.
        return assigned if name.query is None or name.r or name.q else _without_f(name, whole)
    return whole


def own_form(name: Name) -> str:
    """As under the edition's first rule, and what the namespace itself holds to be the same."""
    text = form(name, RULES[name.urn_edition][0][0])
    known = namespace_of(name.nid.of(name.text))
    if known is None or name.nss is None:
        return text
    start = name.nss.start - name.prefix.start
    end = name.nss.end - name.prefix.start
    return text[:start] + known.same(text[start:end]) + text[end:]


def compared(pieces: Pieces, choice: Choice) -> Pieces:
    """A URN on the last rung of the ladder: its own edition's rule, and its namespace's."""
    if pieces.whole_authority() is not None:
        return pieces
    text = PREFIX + pieces.path
    text += "" if pieces.query is None else f"?{pieces.query}"
    text += "" if pieces.fragment is None else f"#{pieces.fragment}"
    name = read_name(text, 0, len(text), choice.urn_edition)
    # What is no URN is compared as it stands: no rule says what may be left out of it.
    whole = canonical(name) if next(faults(name), None) else own_form(name)
    rest = whole[len(PREFIX) :]
    rest, hashed, fragment = rest.partition("#")
    path, asked, query = rest.partition("?")
    return pieces._replace(
        path=path, query=query if asked else None, fragment=fragment if hashed else None
    )


def clauses(choice: Choice) -> tuple[str, ...]:
    """What that last rung rests on."""
    return RULES[choice.urn_edition][0][1]


def _read(text: str, urn_edition: str) -> Name | None:
    return read_name(text, 0, len(text), urn_edition) if is_urn(text) else None


def _own_clauses(name: Name) -> tuple[str, ...]:
    known = namespace_of(name.nid.of(name.text))
    return known.cites if known else ()


def _end(name: Name) -> int:
    return max(span.end for span in (name.nid, name.nss, name.query, name.f) if span)


def _without_f(name: Name, whole: str) -> str:
    return whole if name.f is None else whole[: name.f.start - 1 - name.prefix.start]


def _sorted_query(name: Name) -> str:
    """5b: directives have no order; those of one keyword are put in order of their values."""
    if name.query is None:
        return ""
    query = with_capital_triplets(name.query.of(name.text))
    return "?" + "&".join(sorted(query.split("&")))
