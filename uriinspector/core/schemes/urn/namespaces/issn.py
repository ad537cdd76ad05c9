"""issn: numbers of serials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.schemes.dossier import Field, Note
from uriinspector.core.schemes.urn.namespaces.checked import bare, check_by_eleven, wrong_check
from uriinspector.core.schemes.urn.namespaces.namespace import Namespace, misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span

CITES = ("RFC 3044", "RFC 8254")
NUMBER = expression("[0-9]{4}-?[0-9]{3}[0-9Xx]")


def look(text: str, nss: Span) -> Iterator[Field | Note]:
    """The number and its check digit."""
    written = nss.of(text)
    if not NUMBER.fullmatch(written):
        yield misshapen("issn", nss, "an ISSN (four digits, a hyphen, four more)", *CITES)
        return
    digits = bare(written)
    yield Field("issn", nss, written, digits, "ISSN")
    yield Field.present(text, "check digit", nss.end - 1, nss.end, "computed from the other digits")
    if "-" not in written:
        explanation = "an ISSN is written with a hyphen in the middle"
        yield Note("issn-hyphen", "info", explanation, nss, CITES)
    right = check_by_eleven(digits[:-1])
    if digits[-1] != right:
        yield wrong_check("issn", digits[-1], right, nss.end, *CITES)


def same(name: str) -> str:
    """The hyphen says nothing, nor does the case of an X."""
    return bare(name) if NUMBER.fullmatch(name) else name


NAMESPACE = Namespace("issn", "International Standard Serial Number", CITES, look, same)
