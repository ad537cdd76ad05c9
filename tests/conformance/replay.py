"""Check every step of a derivation against the published grammar."""

from collections.abc import Iterator
from string import ascii_letters, digits, hexdigits

from tests.conformance.grammar_file import grammar_file
from uriinspector.core.model import Node

CORE = {"ALPHA": ascii_letters, "DIGIT": digits, "HEXDIG": hexdigits}


def replayed(tree: Node, text: str, edition: str) -> str:
    """Return the text of the leaves, after checking every node against its rule."""
    return "".join(_leaves(tree, text, edition))


def _leaves(node: Node, text: str, edition: str) -> Iterator[str]:
    run = node.span.of(text)
    assert node.expected is None, node
    assert node.omitted == 0, node
    if node.rule.startswith('"'):
        assert node.rule.lower() == f'"{run.lower()}"', node
        assert not node.children, node
        yield run
    elif node.rule in CORE:
        assert len(run) == 1, node
        assert run in CORE[node.rule], node
        assert not node.children, node
        yield run
    else:
        _assert_a_step(node, edition)
        for child in node.children:
            yield from _leaves(child, text, edition)


def _assert_a_step(node: Node, edition: str) -> None:
    names = "".join(
        each.rule if each.rule.startswith('"') else f"<{each.rule}>" for each in node.children
    )
    rule = grammar_file(edition).children[node.rule]
    assert rule.fullmatch(names), (node.rule, names)
    at = node.span.start
    for child in node.children:
        assert child.span.start == at, node
        at = child.span.end
    assert at == node.span.end, node


def sound_parts(tree: Node) -> Iterator[Node]:
    """Yield the topmost nodes of a tree that contain no faults."""
    if _is_sound(tree):
        yield tree
        return
    for child in tree.children:
        yield from sound_parts(child)


def _is_sound(node: Node) -> bool:
    return node.expected is None and all(_is_sound(child) for child in node.children)
