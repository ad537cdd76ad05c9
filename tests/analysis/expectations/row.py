"""What one line of a table of expectations says.

A line is a text, what has to be said about it, and where it goes in the end. What else is said
does not matter, but for ``forbidden`` and for the worst severity, which the verdict shows.

The severities, as these tables mean them:

- *info*: a fact that the reader should know, and no reproach;
- *low*: unusual, or a place where anyone may publish; honest links have it every day;
- *medium*: rare in honest links, common in others, or a fault that hides where it goes;
- *high*: someone is very probably misled or attacked.
"""

from typing import Final, NamedTuple

SEVERITIES: Final = ("info", "low", "medium", "high")

# The text leaves open, or readers disagree on, which host comes last.
UNCLEAR: Final = "?"


class Said(NamedTuple):
    """A finding: its code, its severity, and the text that its span covers.

    Where several spans would be as good, ``marks`` names each of them; empty, it fixes none.
    """

    code: str
    severity: str
    marks: tuple[str, ...] = ()


class Row(NamedTuple):
    """A reference, and what has to be said about it."""

    text: str
    said: tuple[Said, ...]
    final_host: str | None
    source: str
    why: str
    base: str | None = None
    protect: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    # Where it is not the worst of what has to be said.
    verdict: str | None = None

    @property
    def worst(self) -> str | None:
        """The severity that the verdict shows."""
        ranks = [SEVERITIES.index(each.severity) for each in self.said]
        return self.verdict or (SEVERITIES[max(ranks)] if ranks else None)


def info(code: str, *marks: str) -> Said:
    """A fact."""
    return Said(code, "info", marks)


def low(code: str, *marks: str) -> Said:
    """Unusual."""
    return Said(code, "low", marks)


def medium(code: str, *marks: str) -> Said:
    """Rare in honest links."""
    return Said(code, "medium", marks)


def high(code: str, *marks: str) -> Said:
    """Very probably an attack."""
    return Said(code, "high", marks)
