"""The pieces that the derivation trees of all editions are built from.

Every node is one application of one rule of the edition's published grammar, down to the single
character: its children stand in the order of the rule's right-hand side, and what the grammar
spells out is a leaf in quotation marks.  ALPHA, DIGIT and HEXDIG are leaves, too: they are core
rules of ABNF, which the texts take from elsewhere.

A tree is made for looking at: of one component, no more than the first ``MOST`` characters are
derived, and no more than ``MOST`` faults of the whole text have nodes.  A leaf stands for the rest
and says how many nodes it leaves out, so that a megabyte makes no million.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core import charset
from uriinspector.core.charset import members
from uriinspector.core.host import is_hostname, is_ipv6, matches_hostnumber
from uriinspector.core.model import NamedTuple, Node, Span, Violation
from uriinspector.core.production import TRIPLET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from uriinspector.core.reference import Spans

    # What a host is; nothing where it is none by the edition's rules.
    Host: TypeAlias = Callable[[str, int, int], tuple[Node, ...]]


MOST = 4096
SPAN = attrgetter("span")
AND_SO_ON = "\u2026"
# RFC 5234 B.1, which 2003 and 2005 build on.
CORE = {"ALPHA": charset.ALPHA, "DIGIT": charset.DIGIT, "HEXDIG": charset.HEXDIG}
# A rule over a run of the text, derived as far as a limit in it.
Derive: TypeAlias = Callable[[str, int, int, int], Node]
# The rules on the way to a character, the outermost first.
Paths: TypeAlias = dict[str, tuple[str, ...]]


def node(text: str, rule: str, start: int, end: int, *children: Node) -> Node:
    """A rule over a run of the text; what lies between its children is spelt out by the rule."""
    filled: list[Node] = []
    at = start
    for child in children:
        if at < child.span.start:
            filled.append(literal(text, at, child.span.start))
        filled.append(child)
        at = child.span.end
    if at < end:
        filled.append(literal(text, at, end))
    return Node(rule, Span(start, end), tuple(filled))


def literal(text: str, start: int, end: int) -> Node:
    """What the grammar spells out, in small letters as it does there: its case does not count."""
    return Node(f'"{text[start:end].lower()}"', Span(start, end))


def and_so_on(start: int, end: int, omitted: int) -> Node:
    """One leaf for all the nodes over the rest of a text."""
    return Node(AND_SO_ON, Span(start, end), omitted=omitted)


class Alphabet:
    """The rules of an edition that derive one character, or an octet that is escaped.

    Each has its characters and the rules that derive most of them; it spells out the others.  What
    has characters alone and no such row is a core rule.
    """

    def __init__(
        self, escaped: str, digit: str, rules: Mapping[str, str | tuple[str, ...]]
    ) -> None:
        self.escaped = escaped
        self.digit = digit  # the rule of an octet's two digits
        self.rules = rules

    def run(
        self, rule: str, allowed: str, *rules: str, first: str = "", any_case: bool = False
    ) -> Run:
        """A rule that is any number of these characters; ``first`` derives the first one."""
        paths = self._paths(allowed, rules)
        if any_case:
            paths |= {char.upper(): path for char, path in paths.items()}
        return Run(rule, paths, self._to(first) if first else {}, self._to(self.digit))

    def _paths(self, allowed: str, rules: tuple[str, ...]) -> Paths:
        """The rules on the way to each character, by the first alternative that derives it."""
        result: Paths = {char: (f'"{char}"',) for char in allowed}
        for rule in reversed(rules):
            result |= self._to(rule)
        return result

    def _to(self, rule: str) -> Paths:
        """The rules from this one on."""
        if rule == self.escaped:
            return {"%": (rule,)}
        row = self.rules[rule]
        if isinstance(row, str):
            return dict.fromkeys(row, (rule,))
        return {char: (rule, *path) for char, path in self._paths(row[0], row[1:]).items()}


class Run:
    """A rule of the form ``*( pchar / "/" )``: the way to each of its characters."""

    def __init__(self, rule: str, paths: Paths, first: Paths, digits: Paths) -> None:
        self.rule = rule
        self.paths = paths
        self.first = paths | first
        self.digits = digits
        one = f"[{members(''.join(self.first).replace('%', ''))}]"
        self.one = re.compile(f"{one}|{TRIPLET}" if "%" in paths else one)

    def __call__(self, text: str, start: int, end: int, limit: int | None = None) -> Node:
        """The rule over a run of the text."""
        return Node(self.rule, Span(start, end), self.nodes(text, start, end, limit))

    def nodes(self, text: str, start: int, end: int, limit: int | None = None) -> tuple[Node, ...]:
        """A node for each character and triplet; what the rule does not allow has none."""
        limit = start + MOST if limit is None else limit
        result: list[Node] = []
        paths = self.first
        for match in self.one.finditer(text, start, end):
            first, last = match.span()
            if first >= limit:
                omitted = sum(1 for _ in self.one.finditer(text, first, end))
                return (*result, and_so_on(first, end, omitted))
            children = () if last == first + 1 else self._triplet(text, first)
            result.append(_derived(paths[text[first]], first, last, children))
            paths = self.paths
        return tuple(result)

    def _triplet(self, text: str, start: int) -> tuple[Node, ...]:
        """The percent sign is spelt out, each digit is one of the rule."""
        digits = (_derived(self.digits[text[at]], at, at + 1) for at in (start + 1, start + 2))
        return literal(text, start, start + 1), *digits


def _derived(path: tuple[str, ...], start: int, end: int, children: tuple[Node, ...] = ()) -> Node:
    """One rule below the other, over the same run."""
    span = Span(start, end)
    for rule in reversed(path):
        children = (Node(rule, span, children),)
    return children[0]


def before(delimiter: str, text: str, start: int, end: int) -> int:
    """Where a delimiter stands, or the end."""
    at = text.find(delimiter, start, end)
    return end if at < 0 else at


def optional(derive: Run | Derive, text: str, span: tuple[int, int]) -> tuple[Node, ...]:
    """A component, if it is there at all."""
    start, end = span
    return () if start < 0 else (derive(text, start, end, start + MOST),)


def separated(
    derive: Run | Derive, delimiter: str, text: str, start: int, end: int, limit: int
) -> tuple[Node, ...]:
    """Nodes of one rule with a delimiter between them: segments, labels, groups."""
    result: list[Node] = []
    while (stop := text.find(delimiter, start, end)) >= 0:
        if start >= limit:
            omitted = 2 * text.count(delimiter, start, end) + 1
            return (*result, and_so_on(start, end, omitted))
        result.append(derive(text, start, stop, limit))
        start = stop + len(delimiter)
    return (*result, derive(text, start, end, limit))


def with_faults(tree: Node, violations: tuple[Violation, ...], text: str) -> Node:
    """The tree with a node for each of the first violations, in the deepest rule that it lies in.

    What such a node covers of the rules beside it stands below it: nothing is derived twice.  How
    many violations are left out stands at the root.
    """
    return _placed(tree, violations[:MOST], text)._replace(omitted=len(violations[MOST:]))


def _placed(tree: Node, violations: Sequence[Violation], text: str) -> Node:
    if not violations:
        return tree
    inside: list[list[Violation]] = [[] for _ in tree.children]
    here: list[Violation] = []
    for fault in violations:
        index = next((at for at in _around(tree, fault) if _leads_to(tree.children[at], fault)), -1)
        (inside[index] if index >= 0 else here).append(fault)
    pairs = zip(tree.children, inside, strict=True)
    sound = deque(_placed(child, faults, text) for child, faults in pairs)
    children: list[Node] = []
    for fault in here:
        children += _until(sound, fault.start, text)
        covered = tuple(each for each in _until(sound, fault.end, text) if not _is_spelt(each))
        children.append(Node(fault.rule, Span(fault.start, fault.end), covered, fault.expected))
    return Node(tree.rule, tree.span, (*children, *sound), tree.expected, tree.omitted)


def _is_spelt(child: Node) -> bool:
    return child.rule.startswith('"')


def _around(tree: Node, fault: Violation) -> range:
    """The children that a fault lies in; where nothing stands, those on both sides of it."""
    first = last = bisect_right(tree.children, (fault.start, inf), key=SPAN)
    while first and tree.children[first - 1].span.end >= fault.end:
        first -= 1
    return range(first, last)


def _leads_to(child: Node, fault: Violation) -> bool:
    """What is there lies in any rule around it; what is missing, in the rule that misses it."""
    if _is_spelt(child):
        return False
    if fault.start < fault.end or child.span.start < fault.start < child.span.end:
        return True
    return child.rule == fault.rule or any(
        _leads_to(child.children[at], fault) for at in _around(child, fault)
    )


def _until(nodes: deque[Node], end: int, text: str) -> Iterator[Node]:
    """Takes the nodes up to a place in the text; what is spelt out there is cut."""
    while nodes and nodes[0].span.start < end:
        first = nodes.popleft()
        start, stop = first.span
        if stop > end:
            rest = (
                and_so_on(end, stop, first.omitted) if first.omitted else literal(text, end, stop)
            )
            nodes.appendleft(rest)
            first = (
                first._replace(span=Span(start, end))
                if first.omitted
                else literal(text, start, end)
            )
        yield first


ALPHABETS = frozenset(
    {
        *("ALPHA", "DIGIT", "HEXDIG", "alpha", "lowalpha", "upalpha", "hialpha", "digit", "hex"),
        *("mark", "safe", "extra"),
    }
)
# The rules of all editions that derive one character or one escaped octet.
CHARACTERS = ALPHABETS | {
    *("pchar", "uchar", "xchar", "urlc", "uric", "uric-no-slash", "unreserved", "reserved"),
    *("sub-delims", "alphanum", "alphadigit", "escape", "escaped", "pct-encoded"),
}


class DerivationRow(NamedTuple):
    """One node, or a run of nodes that differ in their characters alone."""

    rules: tuple[str, ...]
    nodes: tuple[Node, ...]

    @property
    def span(self) -> Span:
        """All that the nodes cover."""
        return Span(self.nodes[0].span.start, self.nodes[-1].span.end)

    @property
    def is_run(self) -> bool:
        """Whether it is about characters, each of which has more rules below it."""
        return self.rules[0] in CHARACTERS

    @property
    def name(self) -> str:
        """The rules on the way to the characters, and how many of these there are."""
        count = len(self.nodes)
        return " \u203a ".join(self.rules) + (f" \u00d7{count}" if count > 1 else "")


def rows(nodes: Iterable[Node]) -> Iterator[DerivationRow]:
    """The nodes below another one as they are listed."""
    for rules, group in groupby(nodes, _chain):
        if rules[0] in CHARACTERS:
            yield DerivationRow(rules, tuple(group))
        else:
            yield from (DerivationRow(rules, (node,)) for node in group)


def _chain(node: Node) -> tuple[str, ...]:
    """The rules down to the character, without the alphabet that it is a letter of."""
    result = [node.rule]
    while node.expected is None and len(node.children) == 1 and node.rule in CHARACTERS:
        (node,) = node.children
        if node.rule in CHARACTERS - ALPHABETS:
            result.append(node.rule)
    return tuple(result)


DIGIT = Alphabet("", "DIGIT", CORE).run("dec-octet", "", "DIGIT")


def hostport(host: Host, port: Run | Derive, text: str, spans: Spans) -> Node:
    """Host [ ":" port ]: so in all editions but the last."""
    _, _, authority, _, named, number, *_ = spans
    children = node(text, "host", *named, *host(text, *named)), *optional(port, text, number)
    return node(text, "hostport", named[0], authority[1], *children)


def name_or_number(label: Run, top: Run, number: Derive) -> Host:
    """RFC 1738 5, 1997 4.3.1: hostname = *( domainlabel "." ) toplabel, or four numbers."""

    def derive(text: str, start: int, end: int) -> tuple[Node, ...]:
        limit = start + MOST
        if matches_hostnumber(text, start, end):
            return (number(text, start, end, limit),)
        if not is_hostname(text[start:end]):
            return ()
        last = text.rfind(".", start, end) + 1 or start
        labels = separated(label, ".", text, start, last - 1, limit) if start < last else ()
        return (node(text, "hostname", start, end, *labels, top(text, last, end, limit)),)

    return derive


def ipv4_address(text: str, start: int, end: int) -> Node:
    """2003 and 2005 3.2.2: four numbers."""
    numbers = separated(_dec_octet, ".", text, start, end, end)
    return node(text, "IPv4address", start, end, *numbers)


def _dec_octet(text: str, start: int, end: int, _limit: int) -> Node:
    """What decides about the range of a number is spelt out, the rest is DIGIT."""
    at = min(start + 1, end - 1)
    children: tuple[Node, ...] = ()
    if end - start == 3 and text[start] == "2":
        # "25" and a digit up to 5, or "2", a digit up to 4, and any digit
        at = end if text[start + 1] == "5" else end - 1
        children = (literal(text, at - 1, at),)
    return node(text, "dec-octet", start, end, *children, *DIGIT.nodes(text, at, end))


def ipv6_literal(rule: str, group: Run, text: str, start: int, end: int) -> Node:
    """2003 and 2005 3.2.2: an address in brackets; what is none has no node."""
    closed = before("]", text, start, end)
    children: tuple[Node, ...] = ()
    if is_ipv6(text[start + 1 : closed]):
        groups = _groups(group, text, start + 1, closed)
        children = (node(text, "IPv6address", start + 1, closed, *groups),)
    return node(text, rule, start, min(closed + 1, end), *children)


def _groups(group: Run, text: str, start: int, end: int) -> tuple[Node, ...]:
    """Groups of 16 bits; "::" stands for those that are zero.

    The last 32 bits are one rule wherever two groups or an IPv4 address give them.
    """
    gap = text.find("::", start, end)
    low = start if gap < 0 else gap + 2
    children = separated(group, ":", text, start, gap, end) if start < gap else ()
    last = text.rfind(":", low, end) + 1 or low
    bits: tuple[Node, ...]
    if text.find(".", last, end) >= 0:
        bits = (ipv4_address(text, last, end),)
    elif last > low:
        last = text.rfind(":", low, last - 1) + 1 or low
        bits = separated(group, ":", text, last, end, end)
    else:
        return (*children, group(text, low, end)) if low < end else children
    if low < last:
        children += separated(group, ":", text, low, last - 1, end)
    return (*children, node(text, "ls32", last, end, *bits))
