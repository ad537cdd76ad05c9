"""A citation: a document, and maybe a clause in it."""

from __future__ import annotations

import re

NUMBERED = re.compile(
    r"(RFC \d+|UTS \d+|UAX \d+|WHATWG \w+|[a-z][\w-]*-\d+) (\S.*)", re.ASCII
).fullmatch
SECTION = re.compile(r"[0-9][0-9.]*[a-z]?").fullmatch
APPENDIX = re.compile(r"[A-Z](?:\.[0-9.]+)?").fullmatch


def parted(cite: str) -> tuple[str, str]:
    """The document, and the clause in it or "": "RFC 3986", "7.6"."""
    match = NUMBERED(cite)
    return (match[1], match[2]) if match else (cite, "")


def shown_cite(cite: str, appendix: str = "appendix") -> str:
    """As it is shown to people: "RFC 3986 §7.6", "RFC 3986 appendix A"."""
    document, clause = parted(cite)
    if SECTION(clause):
        return f"{document} §{clause}"
    if APPENDIX(clause):
        return f"{document} {appendix} {clause}"
    return cite
