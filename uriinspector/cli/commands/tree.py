"""The command "tree": the grammar rules that match a link, and the appendix B groups."""

import argparse
from collections.abc import Iterator

from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import (
    Block,
    Row,
    clipped,
    fitting,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.core.derivation import DerivationRow, rows
from uriinspector.core.grammar import EXPRESSION, ExpressionGroup, expression_groups
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference

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
        screen.json(values)
    else:
        screen.write(_lines(reference))
    return 0


def _lines(reference: Reference) -> Iterator[Block]:
    (root,) = rows([reference.derivation])
    for count, row in enumerate(_rows(root, reference.text)):
        if count == MOST_ROWS:
            yield line(run("more rows: use --json", "muted"))
            break
        yield row
    faults = len(reference.violations)
    text = f"{faults} mismatch{'es' if faults > 1 else ''}"
    yield ()
    yield paragraph(
        f"{reference.edition} edition: {text if faults else 'the text matches the grammar'}."
    )
    yield from _groups(reference)


def _groups(reference: Reference) -> Iterator[Block]:
    """Yield the regular expression in appendix B, with the text that each group matched."""
    groups = expression_groups(reference.text, reference.edition)
    if not groups:
        return
    yield from section("Appendix B")
    yield paragraph(EXPRESSION, 2, "clause")
    yield lambda most: table(_group(each, reference.text, most) for each in groups)(most)


def _group(group: ExpressionGroup, text: str, most: int) -> Row:
    value = group.value(text)
    shown = run("undefined" if value is None else "empty", "muted")
    if value:
        shown = run(clipped(value, max(most - 20, 8)))
    return f"${group.number}", run(group.term, _style(group.term)), shown


def _rows(shown: DerivationRow, text: str, front: str = "", prefix: str = "") -> Iterator[Block]:
    expected, name = shown.nodes[0].expected, shown.name
    style = "mark" if expected is not None else _style(shown.rules[0])
    covered = shown.span.of(text)
    if expected is not None:
        covered, name = f'"{covered}"' if covered else "nothing", f"not {name}"
    title = line(run(front, "muted"), run(name, style))
    # A literal's rule name is its text.
    is_text = name.startswith('"')
    rest = "muted" if covered else ""
    yield title if is_text else fitting((*title, run("  ")), covered, style=rest)
    if expected is not None:
        yield paragraph(f"expected: {expected}", 2, "", run(prefix, "muted"))
    below = () if shown.is_run else tuple(rows(shown.nodes[0].children))
    for index, each in enumerate(below, 1):
        branch, gap = ("└─ ", "   ") if (index == len(below)) else ("├─ ", "│  ")
        yield from _rows(each, text, prefix + branch, prefix + gap)


PARTS = frozenset({"scheme", "authority", "userinfo", "host", "port", "query", "fragment"})


def _style(rule: str) -> str:
    if rule in PARTS:
        return rule
    return "path" if "path" in rule else ""
