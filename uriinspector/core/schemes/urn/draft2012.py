"""draft-ietf-urnbis-rfc2141bis-urn-03, 2012: query directives, and fragments by leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.expression import expression
from uriinspector.core.model import Violation
from uriinspector.core.production import BAD_PERCENT, TRIPLET, Production
from uriinspector.core.schemes.urn.directives import query_faults
from uriinspector.core.schemes.urn.grammar import missing, name_faults, nid_rules, nul_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.schemes.urn.name import Name

# 2.1 counts: the grammar collected in appendix B would let a namespace end with a hyphen.
NID = nid_rules("rfc2141bis-urn-03 2", reserved=True)
NSS = Production(
    "NSS", charset.PCHAR_2005, "rfc2141bis-urn-03 2.2", "rfc2141bis-urn-03 2.5", "RFC 3986 3.3"
)
# 2.5.2: what is not reserved must not be encoded.  A namespace may give any character a meaning of
# its own but for those that RFC 3986 2.3 leaves none, letters, digits and four marks.
#
# - A run of such triplets is one fault ("++").
# - A "%" that starts no triplet takes those right behind it along: in "%%41" the first "%" is the
#   fault, and what the rest would be without it is not clear.
UNRESERVED = "|".join(f"{ord(char):02x}" for char in charset.UNRESERVED_2005)
NEEDLESS = expression(
    rf"{BAD_PERCENT}(?:{TRIPLET})*+|(?P<needless>(?:%(?:{UNRESERVED})|(?!))++)", re.IGNORECASE
)
FRAGMENT = Production("fragment", charset.FRAGMENT_2005, "rfc2141bis-urn-03 2.4", "RFC 3986 3.5")


def faults(name: Name) -> Iterator[Violation]:
    """Every place where section 2 is not met."""
    yield from name_faults(name, NID)
    if name.nss:
        if name.nss.start == name.nss.end:
            yield missing(name.nss.start, "NSS", NSS.cites)
        yield from NSS.faults(name.text, *name.nss)
        yield from _needless_faults(name.text, *name.nss)
    if name.query:
        yield from query_faults(name.text, *name.query)
    if name.f:
        yield from FRAGMENT.faults(name.text, *name.f)
    for span in (name.nss, name.query, name.f):
        if span:
            yield from nul_faults(name.text, *span, "rfc2141bis-urn-03 2.5.3")


def _needless_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    expected = "unreserved characters without percent-encoding"
    explanation = "unreserved characters are percent-encoded"
    for match in NEEDLESS.finditer(text, start, end):
        if match.lastgroup:
            yield Violation(
                *match.span(), "NSS", expected, explanation, ("rfc2141bis-urn-03 2.5.2",)
            )
