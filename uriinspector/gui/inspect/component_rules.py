"""The clause that each component rests on, in each edition."""

from __future__ import annotations

from uriinspector.core.model import Part

RULES = {
    "2005": (
        "RFC 3986",
        {
            Part.SCHEME: "3.1",
            Part.AUTHORITY: "3.2",
            Part.USERINFO: "3.2.1",
            Part.HOST: "3.2.2",
            Part.PORT: "3.2.3",
            Part.PATH: "3.3",
            Part.QUERY: "3.4",
            Part.FRAGMENT: "3.5",
        },
    ),
    "2003": (
        "rfc2396bis-01",
        {
            Part.SCHEME: "3.1",
            Part.AUTHORITY: "3.2",
            Part.USERINFO: "3.2.2",
            Part.HOST: "3.2.2",
            Part.PORT: "3.2.2",
            Part.PATH: "3.3",
            Part.QUERY: "3.4",
            Part.FRAGMENT: "4.1",
        },
    ),
    "1997": (
        "url-syntax-05",
        {
            Part.SCHEME: "4.1",
            Part.AUTHORITY: "4.3.1",
            Part.USERINFO: "4.3.1",
            Part.HOST: "4.3.1",
            Part.PORT: "4.3.1",
            Part.PATH: "4.3.2",
            Part.QUERY: "4.3.3",
            Part.FRAGMENT: "3",
        },
    ),
    "1994": (
        "RFC 1738",
        {
            Part.SCHEME: "2.1",
            Part.AUTHORITY: "3.1",
            Part.USERINFO: "3.1",
            Part.HOST: "3.1",
            Part.PORT: "3.1",
            Part.PATH: "3.1",
            Part.QUERY: "3.3",
            Part.FRAGMENT: "2.2",
        },
    ),
}


def rule_of(edition: str, part: Part) -> str:
    """Cite the clause that defines a component."""
    document, clauses = RULES[edition]
    return f"{document} {clauses[part]}"


def short(cite: str, edition: str) -> str:
    """A clause of the edition's own text needs no more than its number."""
    document, number = cite.rsplit(" ", 1) if " " in cite else (cite, "")
    return f"§{number}" if document == RULES[edition][0] else cite
