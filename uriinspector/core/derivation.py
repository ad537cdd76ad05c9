"""The derivation trees of all editions: the published rules, applied to one text.

Each node is the application of one rule of the edition's published grammar, down to single
characters: its children follow the right-hand side of the rule, and text that the grammar gives
literally is a leaf in quotation marks. ALPHA, DIGIT and HEXDIG are leaves too: they are core rules
of ABNF.

The parsed reference gives the positions of the components; where the grammar is ambiguous, only the
rule that applies has a position. If a rule does not derive its text, the parts that were found are
its children, and the text between them becomes literals.

Trees are for display: only the first ``MOST`` characters of a component are derived, and at most
``MOST`` faults of the whole text have nodes. A leaf replaces the rest and counts the omitted nodes,
so a megabyte of text does not make a million nodes.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import TypeAlias

from uriinspector.core.charset import members
from uriinspector.core.editions import year1994
from uriinspector.core.editions.year1994 import (
    FULL_FORM,
    GRAMMARS,
    SLASHES_ARE_DATA,
    Url,
    typecode,
    unwrapped,
)
from uriinspector.core.editions.year2003 import is_opaque, is_server
from uriinspector.core.editions.year2005 import PATHS, path_form
from uriinspector.core.grammar import (
    CORE,
    Alternation,
    Concatenation,
    Expression,
    Literal,
    Repetition,
    RuleName,
    Ways,
    grammar_of,
    leaves,
)
from uriinspector.core.model import NamedTuple, Node, Span, Violation
from uriinspector.core.production import TRIPLET
from uriinspector.core.reference import NAMES, UNDEFINED, Reference, cut

MOST = 4096
SPAN = attrgetter("span")
AND_SO_ON = "\u2026"
# Positions of parts by rule; UNDEFINED for parts that are absent or derived by a different rule.
Places: TypeAlias = dict[str, tuple[int, int]]
# Nodes, and the position after the last one.
Derived: TypeAlias = tuple[list[Node], int]


def node(text: str, rule: str, start: int, end: int, children: Iterable[Node]) -> Node:
    """Make a node; the text between its children becomes literal leaves."""
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
    """Make a leaf for a literal of the grammar, in lowercase because literals ignore case."""
    return Node(f'"{text[start:end].lower()}"', Span(start, end))


def omission(start: int, end: int, omitted: int) -> Node:
    """Make one leaf that replaces all nodes for the remaining text."""
    return Node(AND_SO_ON, Span(start, end), omitted=omitted)


class Run:
    """A repetition such as ``*( pchar / "/" )``, with the rules that derive each character."""

    def __init__(self, first: Ways, rest: Ways, digits: Ways) -> None:
        self.first, self.rest, self.digits = map(_in_any_case, (first, rest, digits))
        allowed = self.first | self.rest
        one = f"[{members(''.join(allowed).replace('%', ''))}]"
        self.one = re.compile(f"{one}|{TRIPLET}" if "%" in allowed else one)

    def nodes(self, text: str, start: int, end: int, limit: int) -> list[Node]:
        """Return a node for each allowed character and escape before the limit, and one for
        the rest.
        """
        result: list[Node] = []
        for match in self.one.finditer(text, start, end):
            at, last = match.span()
            if at >= limit:
                omitted = sum(1 for _ in self.one.finditer(text, at, end))
                return [*result, omission(at, end, omitted)]
            way = (self.first if at == start else self.rest).get(text[at])
            if way:
                children = () if last == at + 1 else self._triplet(text, at)
                result.append(_derived(way, at, last, children))
        return result

    def _triplet(self, text: str, start: int) -> tuple[Node, ...]:
        """Return the children of an escape: the literal percent sign and two digits."""
        digits = (_derived(self.digits[text[at]], at, at + 1) for at in (start + 1, start + 2))
        return literal(text, start, start + 1), *digits


def _in_any_case(ways: Ways) -> Ways:
    """Add letters in the other case, unless they already have rules."""
    return {char.swapcase(): way for char, way in ways.items()} | ways


def _derived(way: tuple[str, ...], start: int, end: int, children: tuple[Node, ...] = ()) -> Node:
    """Nest nodes of the rules over the same span, the first rule outermost."""
    span = Span(start, end)
    for rule in reversed(way):
        children = (Node(rule, span, children),)
    return children[0]


# Rules whose derivation is shown only if the whole text is valid, so that faults are never inside
# them.
REGULAR = frozenset(
    {"hostname", "qualified", "hostnumber", "IPv4address", "dec-octet"}
    | {"IPv6address", "ls32", "IPvFuture"}
)
# Expressions that find the extent of rules without a known position, valid or not; after a "*",
# they match the characters at the beginning. All other rules extend to the end of the enclosing
# rule.
EXTENTS = {
    "1994": {
        "prefix": "<prefix>",
        "hsegment": "[^/]*",
        "fsegment": "[^/]*",
        "psegment": "[^/]*",
        "group": "[^/]*",
        "gtype": "<xchar>",
        # 3.4.1: the selector ends at the first encoded tab, unless the search after it
        # would be invalid: then it includes the rest.
        "selector": r"(?:(?!%09).)*(?=\Z|%09<search>(?:%09|\Z))|.*",
        "search": "(?:(?!%09).)*",
        "*article": ".*(?=@)",
        "ppath": "[^;]*",
        "fieldspec": ";[^;]*",
        "fieldname": "[^=]*",
    },
    "1997": {"segment": "[^/]*", "*segment": "[^;]*", "param": "[^;]*"},
    "2003": {
        "segment": "[^/]*",
        "rel-segment": "[^/]*",
        "IPv6reference": r"\[[^\]]*\]?",
        "IPv6address": r"[^\]]*",
    },
    "2005": {
        "segment": "[^/]*",
        "segment-nz": "[^/]*",
        "segment-nz-nc": "[^/]*",
        "IP-literal": r"\[[^\]]*\]?",
        "IPv6address": r"[^\]]*",
        "IPvFuture": r"[^\]]*",
    },
}
# Additional parts to look for in a rule that does not derive its text.
STRAY = {
    "text": ("partial form", "fragment-id"),
    "waisurl": ("hostport",),
    "waisdoc": ("search",),
    "net_path": ("rel_path",),
}


class CompiledGrammar:
    """The grammar of one edition, with a cache of compiled expressions."""

    def __init__(self, edition: str) -> None:
        self.grammar = grammar_of(edition)
        self.extents = {
            rule: re.compile(re.sub("<(.+?)>", self._pattern, pattern), re.DOTALL)
            for rule, pattern in EXTENTS[edition].items()
        }
        self._runs: dict[Expression, Run | None] = {}

    def _pattern(self, rule: re.Match[str]) -> str:
        return self.grammar.pattern(self.grammar.rules[rule[1]])

    def run(self, what: Expression) -> Run | None:
        """Return the run for an expression, or None if it is not a run of characters."""
        if what not in self._runs:
            ways = self.grammar.ways(what)
            digits, _ = self.grammar.ways(self.grammar.digit) or ({}, {})
            self._runs[what] = Run(*ways, digits) if ways else None
        return self._runs[what]

    def matching(self, what: Expression) -> re.Pattern[str]:
        """Return a regular expression that matches the derived texts."""
        return re.compile(self.grammar.pattern(what))


@cache
def rules_of(edition: str) -> CompiledGrammar:
    return CompiledGrammar(edition)


class WalkedRule(NamedTuple):
    """The rule being derived, the end of its text, and the position beyond which characters get no
    nodes.
    """

    rule: str
    end: int
    limit: int | None


class Walker:
    """Derives one text by the rules of an edition, given the positions of some parts."""

    def __init__(self, edition: str, text: str, places: Places) -> None:
        self.rules = rules_of(edition)
        self.text = text
        self.places = places

    def derive(self, rule: str, start: int, end: int, limit: int | None = None) -> Node:
        """Derive a range of the text by a rule; only characters before the limit get nodes."""
        rules = self.rules.grammar.rules
        # Draft 02 describes some rules only in prose: their characters are those allowed in a
        # urlpath.
        what = rules.get(rule) or rules["urlpath"]
        if rule in CORE:
            return Node(rule, Span(start, end))
        run = self.rules.run(what)
        if run:  # there are no literals between its characters
            nodes = run.nodes(self.text, start, end, limit or start + MOST)
            return Node(rule, Span(start, end), tuple(nodes))
        parts = tuple(leaves(what))
        if not any(isinstance(part, RuleName) and part.rule in self.places for part in parts):
            limit = limit or start + MOST
        nodes, at = self._parse(what, start, WalkedRule(rule, end, limit)) or ([], -1)
        if at != end:
            stray = map(RuleName, STRAY.get(rule, ()))
            nodes = list(self._parts_of_fault((*parts, *stray), start, WalkedRule(rule, end, None)))
        return node(self.text, rule, start, end, nodes)

    def _parse(self, what: Expression, at: int, within: WalkedRule) -> Derived | None:
        """Derive an expression at a position; None if the text does not match."""
        if isinstance(what, RuleName):
            return self._named(what.rule, at, within)
        if isinstance(what, Concatenation):
            return self._in_order(what.items, at, within)
        if isinstance(what, Repetition):
            return self._repeated(what, at, within)
        if isinstance(what, Alternation):
            options = sorted(what.options, key=self._place)
            if within.rule in REGULAR:
                options = [each for each in options if self._matches(each, at, within.end)]
            tries = (self._parse(each, at, within) for each in options)
            return next((each for each in tries if each), None)
        match = self.rules.matching(what).match(self.text, at, within.end)
        return match and ([literal(self.text, *match.span())], match.end())

    def _place(self, option: Expression) -> float:
        """Return a sort key: alternatives by position, those without a position last."""
        start, _ = self.places.get(option.rule if isinstance(option, RuleName) else "", UNDEFINED)
        return start if start >= 0 else inf

    def _matches(self, what: Expression, start: int, end: int) -> bool:
        return self.rules.matching(what).fullmatch(self.text, start, end) is not None

    def _named(self, rule: str, at: int, within: WalkedRule) -> Derived | None:
        start, stop, limit = at, self._extent(rule, at, within.end), within.limit
        if rule in self.places and within.rule not in REGULAR:
            (start, stop), limit = self.places[rule], None
        if start < at or stop < at:
            return None
        if rule in REGULAR and not self._matches(self.rules.grammar.rules[rule], start, stop):
            return None
        return [self.derive(rule, start, stop, limit)], stop

    def _extent(self, name: str, at: int, end: int) -> int:
        """Return the position where a rule's text ends; -1 if the rule does not match here."""
        if name not in self.rules.extents:
            return end
        match = self.rules.extents[name].match(self.text, at, end)
        return match.end() if match else -1

    def _in_order(
        self, items: tuple[Expression, ...], at: int, within: WalkedRule
    ) -> Derived | None:
        ends = [within.end] * len(items)
        if within.rule in REGULAR:
            groups = "".join(f"({self.rules.grammar.pattern(each)})" for each in items)
            match = re.compile(groups).fullmatch(self.text, at, within.end)
            assert match is not None
            ends = [end for _, end in match.regs[1:]]
        nodes: list[Node] = []
        for item, end in zip(items, ends, strict=True):
            found = self._parse(item, at, within._replace(end=end))
            if found is None:
                return None
            nodes += found[0]
            at = found[1]
        return nodes, at

    def _repeated(self, what: Repetition, at: int, within: WalkedRule) -> Derived:
        run = self.rules.run(what)
        limit = within.limit or at + MOST
        if run and what.most is None:
            stop = self._extent(f"*{within.rule}", at, within.end)
            return run.nodes(self.text, at, stop, limit), stop
        nodes: list[Node] = []
        count = 0
        while at < within.end and count != what.most:
            if what.most is None and (rest := self._rest(what.what, at, within.end, limit)):
                return nodes + rest, within.end
            end = within.end
            if within.rule in REGULAR:
                match = self.rules.matching(what.what).match(self.text, at, end)
                end = match.end() if match else at  # an optional part may be missing
            found = self._parse(what.what, at, within._replace(end=end))
            if found is None or found[1] == at:
                break
            nodes += found[0]
            at = found[1]
            count += 1
        return nodes, at

    def _rest(self, what: Expression, at: int, end: int, limit: int) -> list[Node]:
        """Return a leaf that replaces the repetitions after the limit and counts their
        nodes.
        """
        items = what.items if isinstance(what, Concatenation) else (what,)
        start = at + isinstance(items[0], Literal)
        if start < limit:
            return []
        omitted = len(items) * self.text.count(self._mark(what), at, end) - (start - at)
        front = [literal(self.text, at, start)] if at < start else []
        return [*front, omission(start, end, omitted)]

    def _mark(self, what: Expression) -> str:
        """Return a delimiter that occurs exactly once in each repetition."""
        inside = self.rules.grammar.rules[what.rule] if isinstance(what, RuleName) else what
        return next(each.text for each in leaves(inside) if isinstance(each, Literal))

    def _parts_of_fault(
        self, parts: Iterable[Literal | RuleName], at: int, within: WalkedRule
    ) -> Iterator[Node]:
        """Derive the parts of a rule that were found in its faulty text, in
        order, each only once.
        """
        spelt = at
        rules: set[str] = set()
        for part in parts:
            if isinstance(part, Literal):
                match = self.rules.matching(part).match(self.text, spelt, within.end)
                spelt = match.end() if match else spelt
            elif part.rule not in rules:
                has_place = part.rule in self.places
                found = self._named(part.rule, at if has_place else spelt, within)
                if found and (has_place or (part.rule in self.rules.extents and spelt < found[1])):
                    yield from found[0]
                    rules.add(part.rule)
                    at = spelt = found[1]


def with_faults(tree: Node, violations: tuple[Violation, ...], text: str) -> Node:
    """Add nodes for the first violations to the tree, each in the deepest rule that contains it.

    Nodes that the violation covers become its children, so nothing is derived twice. ``omitted``
    of the root is the number of violations left out.
    """
    return _placed(tree, violations[:MOST], text)._replace(omitted=len(violations[MOST:]))


def _placed(tree: Node, violations: Sequence[Violation], text: str) -> Node:
    if not violations:
        return tree
    inside: list[list[Violation]] = [[] for _ in tree.children]
    here: list[Violation] = []
    for fault in violations:
        index = next(
            (at for at in _around_fault(tree, fault) if _leads_to(tree.children[at], fault)), -1
        )
        (inside[index] if index >= 0 else here).append(fault)
    pairs = zip(tree.children, inside, strict=True)
    sound = deque(_placed(child, faults, text) for child, faults in pairs)
    children: list[Node] = []
    for fault in here:
        children += _take_until(sound, fault.start, text)
        covered = tuple(each for each in _take_until(sound, fault.end, text) if not _is_spelt(each))
        children.append(Node(fault.rule, Span(fault.start, fault.end), covered, fault.expected))
    return Node(tree.rule, tree.span, (*children, *sound), tree.expected, tree.omitted)


def _is_spelt(child: Node) -> bool:
    return child.rule.startswith('"')


def _around_fault(tree: Node, fault: Violation) -> range:
    """Return the indexes of the children that contain a fault, or of both neighbors if it is
    between two children.
    """
    first = last = bisect_right(tree.children, (fault.start, inf), key=SPAN)
    while first and tree.children[first - 1].span.end >= fault.end:
        first -= 1
    return range(first, last)


def _leads_to(child: Node, fault: Violation) -> bool:
    """Return True if the node for a fault belongs in this child.

    Faulty text belongs in every rule around it; a missing part belongs in the rule that lacks it.
    """
    if _is_spelt(child):
        return False
    if fault.start < fault.end or child.span.start < fault.start < child.span.end:
        return True
    return child.rule == fault.rule or any(
        _leads_to(child.children[at], fault) for at in _around_fault(child, fault)
    )


def _take_until(nodes: deque[Node], end: int, text: str) -> Iterator[Node]:
    """Take nodes up to a position from the queue; a leaf that extends beyond it is cut."""
    while nodes and nodes[0].span.start < end:
        first = nodes.popleft()
        start, stop = first.span
        if stop > end:
            rest = omission(end, stop, first.omitted) if first.omitted else literal(text, end, stop)
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
# The rules of all editions that derive one character or one escaped byte.
CHARACTERS = ALPHABETS | {
    *("pchar", "uchar", "xchar", "urlc", "uric", "uric-no-slash", "unreserved", "reserved"),
    *("sub-delims", "alphanum", "alphadigit", "escape", "escaped", "pct-encoded"),
}


class DerivationRow(NamedTuple):
    """One node, or consecutive nodes that differ only in their characters."""

    rules: tuple[str, ...]
    nodes: tuple[Node, ...]

    @property
    def span(self) -> Span:
        return Span(self.nodes[0].span.start, self.nodes[-1].span.end)

    @property
    def is_run(self) -> bool:
        """True if the row consists of characters, each possibly nested in several rules."""
        return self.rules[0] in CHARACTERS

    @property
    def name(self) -> str:
        """The rules down to the characters, and the number of characters if there is more than
        one.
        """
        count = len(self.nodes)
        return " \u203a ".join(self.rules) + (f" \u00d7{count}" if count > 1 else "")


def rows(nodes: Iterable[Node]) -> Iterator[DerivationRow]:
    """Group the children of a node into the rows of a list."""
    for rules, group in groupby(nodes, _chain):
        if rules[0] in CHARACTERS:
            yield DerivationRow(rules, tuple(group))
        else:
            yield from (DerivationRow(rules, (node,)) for node in group)


def _chain(node: Node) -> tuple[str, ...]:
    """Return the rules down to the character, without ALPHA, DIGIT and the like."""
    result = [node.rule]
    while node.expected is None and len(node.children) == 1 and node.rule in CHARACTERS:
        (node,) = node.children
        if node.rule in CHARACTERS - ALPHABETS:
            result.append(node.rule)
    return tuple(result)


def when(is_there: object, start: int, end: int) -> tuple[int, int]:
    """Return the position if the condition is true, otherwise UNDEFINED."""
    return (start, end) if is_there else UNDEFINED


def components(reference: Reference) -> Places:
    return dict(zip(NAMES, reference.spans[1:], strict=True))


def with_parts(reference: Reference) -> Places:
    """Return the positions of the components and of the parts that only this edition names."""
    absent = dict.fromkeys(("user", "password", "hostport"), UNDEFINED)
    parts = {term: (start, end) for term, start, end in reference.rules.parts(reference)}
    return components(reference) | absent | parts


def places_1994(reference: Reference) -> Places:
    """Return the positions for 1994, using the scheme's own rule if the text has its form."""
    text, spans = reference.text, reference.spans
    start = unwrapped(text)[0]
    _, scheme, login, _, _, _, path, query, fragment = spans
    url = Url(text, spans)
    name = reference.scheme_name
    after = url.start if scheme[0] >= 0 else start
    is_own = name in GRAMMARS and name and (login[0] >= 0 or name in SLASHES_ARE_DATA)
    is_url = scheme[0] >= 0 or FULL_FORM.match(text, start)
    # A schemepart is ip-schemepart if that rule derives the text.
    is_internet = login[0] >= 0 and next(year1994.login(url), None) is None
    is_internet = is_internet and not path[0] == path[1] < url.end
    typed = typecode(text, *path) if name == "ftp" else None
    in_path = when(path[0] < path[1], path[0] + 1, typed.start() if typed else path[1])
    return (
        with_parts(reference)
        | dict.fromkeys((f"{each}url" for each in GRAMMARS), UNDEFINED)
        | dict.fromkeys(("url", "otherurl", "genericurl"), when(is_url, start, url.end))
        | dict.fromkeys(("schemepart", "encoded822addr", "grouppart"), (after, url.end))
        | dict.fromkeys(("hpath", "fpath"), in_path)
        | {
            "partial form": when(not is_url, start, url.end),
            "fragment-id": fragment,
            "login": login,
            "ip-schemepart": when(is_internet, after, url.end),
            "urlpath": when(path[0] < path[1], path[0] + 1, url.end),
        }
        | ({"search": query} if query[0] >= 0 else {})
        | ({"digits": UNDEFINED} if reference.port == "" else {})
        | ({f"{name}url": (start, url.end), "otherurl": UNDEFINED} if is_own else {})
        | (PLACES_IN[name](url) if name in PLACES_IN else {})
    )


def in_news(url: Url) -> Places:
    """Return the positions of grouppart = "*" | group | article; the host is after the last "@"."""
    text, start, end = url.text, url.start, url.end
    at = text.rfind("@", start, end)
    return {
        "group": when(at < 0 and text[start:end] != "*", start, end),
        "article": when(at >= 0, start, end),
        "host": when(at >= 0, at + 1, end),
    }


def in_file(url: Url) -> Places:
    """Return the position of the host unless it is empty."""
    return {"host": when(url.spans[4][0] < url.spans[4][1], *url.spans[4])}


def in_wais(url: Url) -> Places:
    """Return the positions for a database, a search in one, or a document."""
    (start, end), query = url.spans[6:8]
    names = ("database", "wtype", "wpath")
    parts: Places = dict.fromkeys(names, UNDEFINED)
    runs = cut(url.text, Span(start + 1, end), "/") if start < end else ()
    parts |= zip(names, runs)  # noqa: B905
    if parts["wpath"] != UNDEFINED:
        parts["wpath"] = parts["wpath"][0], end
    forms = dict.fromkeys(("waisdatabase", "waisindex", "waisdoc"), UNDEFINED)
    if start < url.end:
        is_document = parts["wtype"] != UNDEFINED
        form = "waisdoc" if is_document else "waisindex" if query[0] >= 0 else "waisdatabase"
        forms[form] = url.spans[1][0], url.end
    return parts | forms


PLACES_IN: dict[str, Callable[[Url], Places]] = {"file": in_file, "news": in_news, "wais": in_wais}


def places_1997(reference: Reference) -> Places:
    """Return the positions for 1997; two slashes begin a site (4.4)."""
    _, scheme, site, _, _, _, path, query, _ = reference.spans
    end = max(path[1], query[1])
    after = scheme[1] + 1, end
    start = path[0] + reference.text.startswith("/", *path)
    places = with_parts(reference) | {
        "absoluteURL": when(scheme[0] >= 0, 0, end),
        "generic-URL": (0, end),
        "opaque-URL": UNDEFINED,
        "relativeURL": when(scheme[0] >= 0 or end > 0, *after),
        "net_path": when(site[0] >= 0, *after),
        "abs_path": when(path[0] < start, path[0], end),
        "rel_path": when(site[0] < 0 or path[0] < end, start, end),
        "path_segments": when(start < path[1], start, path[1]),
    }
    places.pop("param", None)  # there can be several
    return places


def places_2003(reference: Reference) -> Places:
    """Return the positions for 2003: hierarchical or opaque, server or registered name (section
    3).
    """
    text, spans = reference.text, reference.spans
    _, scheme, authority, _, host, _, path, query, _ = spans
    end = max(path[1], query[1])
    after = scheme[1] + 1, end
    is_other = is_opaque(reference)
    slash = text.find("/", *path)
    return components(reference) | {
        "absolute-URI": when(scheme[0] >= 0, 0, end),
        "relative-URI": when(scheme[0] < 0 < end, *after),
        "hier-part": when(not is_other, *after),
        "opaque-part": when(is_other, *after),
        "net-path": when(authority[0] >= 0, authority[0] - 2, path[1]),
        "server": when(host[0] >= 0 and is_server(text, spans), *authority),
        "reg-name": authority,
        "hostport": when(authority[0] < authority[1], host[0], authority[1]),
        "abs-path": when(slash >= 0, slash, path[1]),
        "rel-path": when(path[0] < path[1] and slash != path[0], *path),
    }


def places_2005(reference: Reference) -> Places:
    """Return the positions for 2005; which rule applies to the path depends on what precedes it
    (3.3).
    """
    whole, scheme, _, _, _, _, path, _, _ = reference.spans
    return components(reference) | {
        "URI": when(scheme[0] >= 0, *whole),
        **dict.fromkeys(("hier-part", "relative-part"), (scheme[1] + 1, path[1])),
        **dict.fromkeys(PATHS, UNDEFINED),
        path_form(reference): path,
    }


# For each edition, the rule for a whole text, and the function that finds its parts.
TREES: dict[str, tuple[str, Callable[[Reference], Places]]] = {
    "1994": ("text", places_1994),
    "1997": ("URL-reference", places_1997),
    "2003": ("URI-reference", places_2003),
    "2005": ("URI-reference", places_2005),
}


def derive(reference: Reference) -> Node:
    """Return the derivation tree of a reference, with its faults."""
    text = reference.text
    rule, places = TREES[reference.edition]
    tree = Walker(reference.edition, text, places(reference)).derive(rule, 0, len(text))
    return with_faults(tree, reference.violations, text)
