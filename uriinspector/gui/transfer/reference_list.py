"""What counts as a list: references below each other, one a line.  No Qt here."""

from __future__ import annotations


def lines_in(text: str) -> list[str]:
    """Every line, exactly; what ends one is a line feed, a carriage return, or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def references_in(text: str) -> tuple[str, ...]:
    """One reference a line, exactly; lines without anything in them are left out."""
    return tuple(line for line in lines_in(text) if line.strip(" \t"))


def is_list(text: str) -> bool:
    """Whether there is something in more lines than one."""
    if "\n" not in text and "\r" not in text:
        return False
    first = text.lstrip(" \t\r\n")
    ends = [at for at in (first.find("\n"), first.find("\r")) if at >= 0]
    return bool(ends) and bool(first[min(ends) :].strip(" \t\r\n"))
