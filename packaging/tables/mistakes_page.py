"""The page of the manual with all mistakes that wrong answers are named by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.analysis.citation import shown_cites
from uriinspector.cli.answer_sums import families, sentence
from uriinspector.lessons.mistakes.table import ANSWER_ROWS, MISTAKES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.lessons.mistake import Mistake

MISTAKES_PAGE = """\
# Mistakes

A wrong answer is named if one of these mistakes gives exactly this answer. Each is a function that
makes the mistake on the question. `uriinspect check` has the codes in the columns "mistake" and
"also"; `uriinspect explain CODE` shows one; `uriinspect sheet --list mistakes --language de` lists
them in German.

In a pack, `about` makes the program draw questions on which a mistake gives another answer than the
right one. It can name the mistakes of the kind of the item.

{families}
## Only in answers

{others}
"""


def rows(mistakes: Iterable[Mistake], known: set[str], say: Callable[[str], str]) -> str:
    """Tabulate those that are not known yet, each code once."""
    by_code: dict[str, tuple[str, ...]] = {}
    for each in mistakes:
        if each.code not in known:
            cells = (f"`{each.code}`", sentence(each, say), shown_cites(each.cites, ", "))
            by_code.setdefault(each.code, cells)
    known.update(by_code)
    head = tuple(map(say, ("code", "reason", "clauses")))
    return table((head, *by_code.values()))


def mistakes_page(
    page: str = MISTAKES_PAGE,
    heading: str = "For `about` of",
    say: Callable[[str], str] = str,
) -> str:
    """Write the page: by kind of question, then what only answers can have."""
    known: set[str] = set()
    pieces = []
    for kinds, mistakes in families():
        names = ", ".join(f"`{each}`" for each in kinds)
        pieces.append(f"## {heading} {names}\n\n{rows(mistakes, known, say)}\n")
    others = rows((*MISTAKES, *ANSWER_ROWS), known, say)
    return page.format(families="\n".join(pieces), others=others)
