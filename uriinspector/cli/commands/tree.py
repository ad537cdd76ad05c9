"""The command "tree": the grammar rules that match a link, and the groups of appendix B."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.cli import styled_line
from uriinspector.core.derivation import DerivationRow, rows
from uriinspector.core.expression_groups import EXPRESSION, ExpressionGroup, expression_groups
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference

if TYPE_CHECKING:
    import argparse

    from uriinspector.cli.screen import Screen

# A longer tree would be hard to read.
MOST_ROWS = 400


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print the tree, or its JSON."""
    reference = parse(options.uri, edition=options.edition)
    if options.json:
        tree = reference.derivation.to_dict()
        groups = expression_groups(options.uri, options.edition)
        values = {
            "schema": 1,
            "text": options.uri,
            "edition": options.edition,
            "tree": tree,
            "groups": [each.to_dict(options.uri) for each in groups] or None,
        }
        screen.out.write(json.dumps(values, indent=2) + "\n")
    else:
        screen.write(_lines(reference, screen.width))
    return 0


def _lines(reference: Reference, most: int) -> Iterator[styled_line.Line]:
    (root,) = rows([reference.derivation])
    for count, row in enumerate(_rows(root, reference.text, most)):
        if count == MOST_ROWS:
            yield styled_line.line(styled_line.run("more rows: use --json", "muted"))
            break
        yield row
    faults = len(reference.violations)
    text = f"{faults} mismatch{'es' if faults > 1 else ''}"
    yield ()
    yield from styled_line.paragraph(
        f"{reference.edition} edition: {text if faults else 'the text matches the grammar'}.",
        most,
    )
    yield from _groups(reference, most)


def _groups(reference: Reference, most: int) -> Iterator[styled_line.Line]:
    """Yield the expression in appendix B, with the text that each group matched."""
    groups = expression_groups(reference.text, reference.edition)
    if not groups:
        return
    yield from styled_line.section("Appendix B")
    yield from styled_line.paragraph(EXPRESSION, most, 2, "clause")
    yield from styled_line.table([_group(each, reference.text, most) for each in groups], most)


def _group(group: ExpressionGroup, text: str, most: int) -> styled_line.Row:
    value = group.value(text)
    shown = styled_line.run("undefined" if value is None else "empty", "muted")
    if value:
        shown = styled_line.run(styled_line.clipped(value, max(most - 20, 8)))
    return f"${group.number}", styled_line.run(group.term, _style(group.term)), shown


def _rows(
    shown: DerivationRow, text: str, most: int, front: str = "", prefix: str = ""
) -> Iterator[styled_line.Line]:
    expected, name = shown.nodes[0].expected, shown.name
    style = "mark" if expected is not None else _style(shown.rules[0])
    covered = shown.span.of(text)
    if expected is not None:
        covered, name = f'"{covered}"' if covered else "nothing", f"not {name}"
    room = most - len(front) - len(name) - 2
    listed = styled_line.run(styled_line.clipped(covered, max(room, 8)), "muted" if covered else "")
    # The name of a delimiter is its text.
    tail = () if name.startswith('"') else ("  ", listed)
    yield styled_line.line(styled_line.run(front, "muted"), styled_line.run(name, style), *tail)
    if expected is not None:
        for row in styled_line.wrapped(f"expected: {expected}", max(most - len(prefix) - 2, 20)):
            yield styled_line.line(styled_line.run(prefix, "muted"), "  ", styled_line.run(row))
    below = () if shown.is_run else tuple(rows(shown.nodes[0].children))
    for index, each in enumerate(below, 1):
        last = index == len(below)
        branch, gap = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from _rows(each, text, most, prefix + branch, prefix + gap)


PARTS = frozenset({"scheme", "authority", "userinfo", "host", "port", "query", "fragment"})


def _style(rule: str) -> str:
    if rule in PARTS:
        return rule
    return "path" if "path" in rule else ""
