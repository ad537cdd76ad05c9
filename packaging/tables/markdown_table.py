"""Tables in Markdown for the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Format rows as Markdown; the first one is the head."""
    head, *body = (f"| {' | '.join(each.replace('|', '&#124;') for each in row)} |" for row in rows)
    rule = "|" + "---|" * (head.count(" | ") + 1)
    return "\n".join((head, rule, *body))
