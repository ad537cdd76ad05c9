"""RFC 2141, 1997: a name and nothing after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.charset import ALPHANUM
from uriinspector.core.production import Production
from uriinspector.core.schemes.urn.grammar import missing, name_faults, nid_rules, nul_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Violation
    from uriinspector.core.schemes.urn.name import Name

CITES = ("RFC 2141 2.2", "RFC 2141 2.3.2", "RFC 2141 2.4")
NID = nid_rules("RFC 2141 2", shortest=1, reserved=True)
# <trans> without <reserved>: 2.3.2 keeps "/", "?" and "#" back, 2.3.1 has "%" for escapes alone.
NSS = Production("NSS", ALPHANUM + "()+,-.:=@;$_!*'", *CITES)


def faults(name: Name) -> Iterator[Violation]:
    """Every place where section 2 is not met."""
    yield from name_faults(name, NID)
    if name.nss is None:
        return
    start, end = name.nss
    if start == end:
        yield missing(start, "NSS", NSS.cites)
    yield from NSS.faults(name.text, start, end)
    yield from nul_faults(name.text, start, end, "RFC 2141 2.4")
