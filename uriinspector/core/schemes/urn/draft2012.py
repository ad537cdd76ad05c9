"""draft-ietf-urnbis-rfc2141bis-urn-03, 2012: query directives, and fragments by leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.production import Production
from uriinspector.core.schemes.urn.directives import query_faults
from uriinspector.core.schemes.urn.grammar import missing, name_faults, nid_rules, nul_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Violation
    from uriinspector.core.schemes.urn.name import Name

# 2.1 counts: the grammar collected in appendix B would let a namespace end with a hyphen.
NID = nid_rules("rfc2141bis-urn-03 2.1", reserved=True)
NSS = Production(
    "NSS", charset.PCHAR_2005, "rfc2141bis-urn-03 2.2", "rfc2141bis-urn-03 2.5", "RFC 3986 3.3"
)
FRAGMENT = Production("fragment", charset.FRAGMENT_2005, "rfc2141bis-urn-03 2.4", "RFC 3986 3.5")


def faults(name: Name) -> Iterator[Violation]:
    """Every place where section 2 is not met."""
    yield from name_faults(name, NID)
    if name.nss:
        if name.nss.start == name.nss.end:
            yield missing(name.nss.start, "NSS", NSS.cites)
        yield from NSS.faults(name.text, *name.nss)
    if name.query:
        yield from query_faults(name.text, *name.query)
    if name.f:
        yield from FRAGMENT.faults(name.text, *name.f)
    for span in (name.nss, name.query, name.f):
        if span:
            yield from nul_faults(name.text, *span, "rfc2141bis-urn-03 2.5.3")
