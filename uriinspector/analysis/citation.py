"""Citations: a document, and optionally a clause in it."""

import re
from collections.abc import Iterable

from uriinspector.core.expression import expression

NUMBERED = re.compile(
    r"(RFC \d+|UTS \d+|UAX \d+|WHATWG \w+|[a-z][\w-]*-\d+) (\S.*)", re.ASCII
).fullmatch
# Common short names of documents: the year of an edition, or a part of the name.
SHORT_NAMES = {
    "1994": "RFC 1738",
    "1997": "url-syntax-05",
    "2003": "rfc2396bis-01",
    "2005": "RFC 3986",
    "2012": "rfc2141bis-urn-03",
    "1738": "RFC 1738",
    "3986": "RFC 3986",
    "rfc2396bis": "rfc2396bis-01",
    "2396bis": "rfc2396bis-01",
}
FILES = expression(r"^draft-(?:fielding|fielding-uri|ietf-urnbis)-(?=url-|rfc\d)", re.IGNORECASE)
RFC = expression(r"^RFC[ -]?(?=\d+(?!\w))", re.IGNORECASE)
DRAFT = expression(r"^draft-ietf-uri-url-(?=0[23]\b)", re.IGNORECASE)
# Words before a clause number. The only appendix of RFC 1738 has no number and is not split.
DIVISION = expression(
    r",?\s*(?:§|\b(?:section|clause|appendix|abschnitt|anhang)\b(?=\s+\S))", re.IGNORECASE
)
SECTION = re.compile(r"[0-9][0-9.]*[a-z]?").fullmatch
APPENDIX = re.compile(r"[A-Z](?:\.[0-9.]+)?").fullmatch


def parted(cite: str) -> tuple[str, str]:
    """Split a citation into document and clause ("" if there is none): "RFC 3986" and "7.6"."""
    match = NUMBERED(cite)
    return (match[1], match[2]) if match else (cite, "")


def plain_cite(asked: str) -> str:
    """Return a citation in the program's own form: "2003 §2.2" becomes "rfc2396bis-01 2.2"."""
    plain = DRAFT.sub("url-draft-", FILES.sub("", asked.strip()))
    words = DIVISION.sub(" ", RFC.sub("RFC ", plain)).split()
    first, *others = " ".join(words).rstrip(".:,").split(" ")
    return " ".join((SHORT_NAMES.get(first, first), *others))


def shown_cites(cites: Iterable[str], between: str = "; ") -> str:
    """Join the display forms of citations, without repetitions."""
    return between.join(dict.fromkeys(map(shown_cite, cites)))


def shown_cite(cite: str, appendix: str = "appendix") -> str:
    """Return a citation in display form, such as "RFC 3986 §7.6" or "RFC 3986 appendix A"."""
    document, clause = parted(cite)
    if SECTION(clause):
        return f"{document} §{clause}"
    if APPENDIX(clause):
        return f"{document} {appendix} {clause}"
    return cite
