"""Characters that a text excludes, and why: RFC 1738 2.2, 1997 and 2003 2.4.3; 2005 is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTROLS = "".join(map(chr, (*range(0x20), 0x7F)))


class Exclusion(NamedTuple):
    """The clause that gives the reasons, and the reason for each character."""

    cite: str
    reasons: Mapping[str, str]


def _reasons(unwise: str) -> dict[str, str]:
    return {
        **dict.fromkeys(CONTROLS, "it is not printable"),
        **dict.fromkeys(unwise, "gateways are known to change it"),
        **dict.fromkeys('<>"', "it delimits URLs in text"),
        "#": "it begins a fragment",
        " ": "spaces get lost or added when a URL is copied",
    }


EXCLUSIONS = {
    "RFC 1738": Exclusion("RFC 1738 2.2", _reasons(charset.NATIONAL_1994)),
    "url-syntax-05": Exclusion("url-syntax-05 2.4.3", _reasons(charset.UNWISE_1997)),
    "rfc2396bis-01": Exclusion("rfc2396bis-01 2.4.3", _reasons(charset.UNWISE_2003)),
}
NONE = Exclusion("", {})


def exclusion_of(cite: str) -> Exclusion:
    """That of the text in which a production is."""
    return EXCLUSIONS.get(cite.rpartition(" ")[0], NONE)
