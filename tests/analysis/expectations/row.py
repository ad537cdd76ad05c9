"""Rows of the tables of expectations.

A row has a text, the expected findings, and the final host. Other findings do not matter, except
those in ``forbidden`` and the worst severity, which is the verdict's.

The severities in these tables:
- *info*: a neutral fact that the reader should know;
- *low*: unusual, or a place where anyone may publish; also common in honest links;
- *medium*: rare in honest links, common in others, or a fault that hides the destination;
- *high*: very probably misleading or an attack.
"""

from typing import Final, NamedTuple

SEVERITIES: Final = ("info", "low", "medium", "high")

# The text leaves the final host open, or readers disagree about it.
UNCLEAR: Final = "?"


class Said(NamedTuple):
    """An expected finding: its code, its severity, and the text of its span.

    Where several spans are acceptable, ``marks`` lists them; if empty, any span is.
    """

    code: str
    severity: str
    marks: tuple[str, ...] = ()


class Row(NamedTuple):
    """A reference and its expected findings."""

    text: str
    said: tuple[Said, ...]
    final_host: str | None
    source: str
    why: str
    base: str | None = None
    protect: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    # The verdict's severity, if not that of the worst expected finding.
    verdict: str | None = None

    @property
    def worst(self) -> str | None:
        """Return the severity of the verdict."""
        ranks = [SEVERITIES.index(each.severity) for each in self.said]
        return self.verdict or (SEVERITIES[max(ranks)] if ranks else None)


def info(code: str, *marks: str) -> Said:
    return Said(code, "info", marks)


def low(code: str, *marks: str) -> Said:
    return Said(code, "low", marks)


def medium(code: str, *marks: str) -> Said:
    return Said(code, "medium", marks)


def high(code: str, *marks: str) -> Said:
    return Said(code, "high", marks)
