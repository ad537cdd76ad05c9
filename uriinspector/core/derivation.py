"""The derivation trees of all editions, and the pieces that they are built from.

Every node is one application of one rule of the edition's published grammar, down to the single
character: its children stand in the order of the rule's right-hand side, and what the grammar
spells out is a leaf in quotation marks.  ALPHA, DIGIT and HEXDIG are leaves, too: they are core
rules of ABNF, which the texts take from elsewhere.

A tree is made for looking at: of one component, no more than the first ``MOST`` characters are
derived, and no more than ``MOST`` faults of the whole text have nodes.  A leaf stands for the rest
and says how many nodes it leaves out, so that a megabyte makes no million.

In 1994 the rules of ``text`` and ``prefix`` are those of the appendix of RFC 1738 in words; a
fragment-id and a partial form are draft 02's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core import charset
from uriinspector.core.charset import members
from uriinspector.core.editions import year1994
from uriinspector.core.editions.year1994 import (
    FTP_TYPES,
    FULL_FORM,
    GRAMMARS,
    SLASHES_ARE_DATA,
    Url,
    typecode,
    unwrapped,
)
from uriinspector.core.editions.year1997 import split_user
from uriinspector.core.editions.year2003 import is_opaque, is_server
from uriinspector.core.editions.year2005 import path_form
from uriinspector.core.host import (
    is_hostname,
    is_ipv6,
    matches_hostnumber,
    matches_ipv4,
    matches_ipvfuture,
)
from uriinspector.core.model import NamedTuple, Node, Span, Violation
from uriinspector.core.production import TRIPLET
from uriinspector.core.reference import Reference, Spans

if TYPE_CHECKING:
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


ALPHABET_1997 = Alphabet(
    "escaped",
    "hex",
    {
        "lowalpha": (charset.LOWALPHA,),
        "upalpha": (charset.UPALPHA,),
        "alpha": ("", "lowalpha", "upalpha"),
        "digit": (charset.DIGIT,),
        "alphanum": ("", "alpha", "digit"),
        "hex": (charset.HEXDIG, "digit"),
        "mark": (charset.MARK_1997,),
        "unreserved": ("", "alpha", "digit", "mark"),
        "reserved": (charset.RESERVED_1997,),
        "pchar": (charset.PCHAR_1997, "unreserved", "escaped"),
        "urlc": ("", "reserved", "unreserved", "escaped"),
    },
)
SCHEME_1997 = ALPHABET_1997.run("scheme", charset.SCHEME_1997, "alpha", "digit")
USER_1997 = ALPHABET_1997.run("user", charset.USER_1997, "unreserved", "escaped")
PASSWORD_1997 = ALPHABET_1997.run("password", charset.USER_1997, "unreserved", "escaped")
DOMAIN_LABEL_1997 = ALPHABET_1997.run("domainlabel", "-", "alphanum")
TOP_LABEL_1997 = ALPHABET_1997.run("toplabel", "-", "alphanum", first="alpha")
HOST_1997 = name_or_number(
    DOMAIN_LABEL_1997, TOP_LABEL_1997, ALPHABET_1997.run("hostnumber", ".", "digit")
)
PORT_1997 = ALPHABET_1997.run("port", "", "digit")
SEGMENT_1997 = ALPHABET_1997.run("segment", "", "pchar")
PARAM = ALPHABET_1997.run("param", "", "pchar")
QUERY_1997 = ALPHABET_1997.run("query", "", "urlc")
FRAGMENT_1997 = ALPHABET_1997.run("fragment", "", "urlc")


def derive_1997(reference: Reference) -> Node:
    """URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    children: tuple[Node, ...] = ()
    if scheme[0] >= 0:
        relative = _relative(reference, scheme[1] + 1, end)
        generic = node(text, "generic-URL", 0, end, SCHEME_1997(text, *scheme), relative)
        children = (node(text, "absoluteURL", 0, end, generic),)
    elif end > 0:
        children = (_relative(reference, 0, end),)
    children += optional(FRAGMENT_1997, text, fragment)
    return with_faults(node(text, "URL-reference", *whole, *children), reference.violations, text)


def _relative(reference: Reference, start: int, end: int) -> Node:
    """RelativeURL = net_path | abs_path | rel_path; 4.4: where there are two slashes, a site."""
    text, spans = reference.text, reference.spans
    _, _, site, userinfo, _, _, path, query, _ = spans
    if site[0] < 0:
        return node(text, "relativeURL", start, end, _path_1997(text, path, query))
    children: tuple[Node, ...] = ()
    if site[0] < site[1]:
        children = (
            *user_nodes(USER_1997, PASSWORD_1997, text, *userinfo),
            hostport(HOST_1997, PORT_1997, text, spans),
        )
    children = (node(text, "site", *site, *children),)
    if path[0] < end:
        children += (_path_1997(text, path, query),)
    return node(text, "relativeURL", start, end, node(text, "net_path", start, end, *children))


def _path_1997(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    """Abs_path = "/" rel_path; rel_path = [ path_segments ] [ "?" query ]."""
    start, end = path[0], max(path[1], query[1])
    if text.startswith("/", *path):
        return node(text, "abs_path", start, end, _rel_path(text, (start + 1, path[1]), query))
    return _rel_path(text, path, query)


def _rel_path(text: str, path: tuple[int, int], query: tuple[int, int]) -> Node:
    start, end = path
    children: tuple[Node, ...] = ()
    if start < end:
        segments = separated(_segment, "/", text, start, end, start + MOST)
        children = (node(text, "path_segments", start, end, *segments),)
    children += optional(QUERY_1997, text, query)
    return node(text, "rel_path", start, max(end, query[1]), *children)


def _segment(text: str, start: int, end: int, limit: int) -> Node:
    """Segment = *pchar *( ";" param )."""
    stop = before(";", text, start, end)
    children = SEGMENT_1997.nodes(text, start, stop, limit)
    if stop < end:
        spelt = literal(text, stop, stop + 1)
        children = (*children, spelt, *separated(PARAM, ";", text, stop + 1, end, limit))
    return node(text, "segment", start, end, *children)


def user_nodes(user: Run, password: Run, text: str, start: int, end: int) -> Iterator[Node]:
    """[ user [ ":" password ] "@" ], the same in RFC 1738."""
    if start >= 0:
        for term, first, last in split_user(text, start, end):
            yield (user if term == "user" else password)(text, first, last)


ALPHABET_1994 = Alphabet(
    "escape",
    "hex",
    {
        "lowalpha": (charset.LOWALPHA,),
        "hialpha": (charset.UPALPHA,),
        "alpha": ("", "lowalpha", "hialpha"),
        "digit": (charset.DIGIT,),
        "alphadigit": ("", "alpha", "digit"),
        "safe": (charset.SAFE_1994,),
        "extra": (charset.EXTRA_1994,),
        "reserved": (charset.RESERVED_1994,),
        "hex": (charset.HEXDIG, "digit"),
        "unreserved": ("", "alpha", "digit", "safe", "extra"),
        "uchar": ("", "unreserved", "escape"),
        "xchar": ("", "unreserved", "reserved", "escape"),
    },
)
SCHEME_1994 = ALPHABET_1994.run("scheme", "+-.", "lowalpha", "digit", any_case=True)  # 2.1
USER_1994 = ALPHABET_1994.run("user", charset.USER_1994, "uchar")
PASSWORD_1994 = ALPHABET_1994.run("password", charset.USER_1994, "uchar")
DIGITS = ALPHABET_1994.run("digits", "", "digit")
SEARCH = ALPHABET_1994.run("search", charset.HSEGMENT_1994, "uchar")
ARTICLE = ALPHABET_1994.run("article", charset.ARTICLE_1994, "uchar")
GROUP = ALPHABET_1994.run("group", charset.GROUP_1994, "alpha", "digit")
FIELD_NAME = ALPHABET_1994.run("fieldname", charset.FIELD_1994, "uchar")
FIELD_VALUE = ALPHABET_1994.run("fieldvalue", charset.FIELD_1994, "uchar")
FTP_TYPE = ALPHABET_1994.run("ftptype", "".join(FTP_TYPES))
GOPHER_TYPE = ALPHABET_1994.run("gtype", "", "xchar")


@cache
def any_number_of(character: str, rule: str) -> Run:
    """A rule that is ``*xchar`` or ``*uchar``."""
    return ALPHABET_1994.run(rule, "", character)


def _path_1994(rule: str, segment: str, allowed: str) -> Derive:
    """Segments with slashes between them."""
    run = ALPHABET_1994.run(segment, allowed, "uchar")

    def derive(text: str, start: int, end: int, limit: int) -> Node:
        return node(text, rule, start, end, *separated(run, "/", text, start, end, limit))

    return derive


HPATH = _path_1994("hpath", "hsegment", charset.HSEGMENT_1994)
FPATH = _path_1994("fpath", "fsegment", charset.FSEGMENT_1994)
PPATH = _path_1994("ppath", "psegment", charset.FSEGMENT_1994)


def _numbers(text: str, start: int, end: int, limit: int) -> Node:
    return node(text, "hostnumber", start, end, *separated(DIGITS, ".", text, start, end, limit))


def _port(text: str, start: int, end: int, limit: int) -> Node:
    children = (DIGITS(text, start, end, limit),) if start < end else ()
    return node(text, "port", start, end, *children)


HOST_1994 = name_or_number(
    ALPHABET_1994.run("domainlabel", "-", "alphadigit"),
    ALPHABET_1994.run("toplabel", "-", "alphadigit", first="alpha"),
    _numbers,
)


def derive_url(url: Url, scheme: str) -> Node:
    """By the scheme's own rule, where the text begins as that rule does."""
    text, start, end = url.text, url.spans[1][0], url.end
    if scheme in GRAMMARS and (url.spans[2][0] >= 0 or scheme in SLASHES_ARE_DATA):
        own = node(text, f"{scheme}url", start, end, *SCHEMES[scheme](url))
    else:
        children = SCHEME_1994(text, *url.spans[1]), _schemepart(url)
        own = node(text, "otherurl", start, end, node(text, "genericurl", start, end, *children))
    return node(text, "url", start, end, own)


def _schemepart(url: Url) -> Node:
    """Schemepart = *xchar | ip-schemepart: the second one wherever it derives the text."""
    text, start, end = url.text, url.start, url.end
    path = url.spans[6]
    has_login = url.spans[2][0] >= 0 and next(year1994.login(url), None) is None
    if not has_login or path[0] == path[1] < end:
        return any_number_of("xchar", "schemepart")(text, start, end)
    rest = (any_number_of("xchar", "urlpath")(text, path[0] + 1, end),) if path[0] < end else ()
    inside = node(text, "ip-schemepart", start, end, _login(url), *rest)
    return node(text, "schemepart", start, end, inside)


def _login(url: Url) -> Node:
    """Login = [ user [ ":" password ] "@" ] hostport."""
    children = *user_nodes(USER_1994, PASSWORD_1994, url.text, *url.spans[3]), _hostport(url)
    return node(url.text, "login", *url.spans[2], *children)


def _hostport(url: Url) -> Node:
    return hostport(HOST_1994, _port, url.text, url.spans)


def _after_slash(url: Url, derive: Run | Derive) -> tuple[Node, ...]:
    """What follows the slash behind a hostport, if there is one."""
    start, end = url.spans[6]
    return optional(derive, url.text, (start + 1, end)) if start < end else ()


def _http(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    yield from _after_slash(url, HPATH)
    yield from optional(SEARCH, url.text, url.spans[7])


def _ftp(url: Url) -> Iterator[Node]:
    yield _login(url)
    (start, end), text = url.spans[6], url.text
    typed = typecode(text, start, end)
    if start < end:
        yield FPATH(text, start + 1, typed.start() if typed else end, start + MOST)
    if typed:
        yield FTP_TYPE(text, *typed.span(1))


def _file(url: Url) -> Iterator[Node]:
    """The host is optional; it has no port."""
    start, end = url.spans[4]
    if start < end:
        yield node(url.text, "host", start, end, *HOST_1994(url.text, start, end))
    else:  # two things that are spelt out, with nothing between them
        yield literal(url.text, url.spans[1][0], start)
    yield from _after_slash(url, FPATH)


def _gopher(url: Url) -> Iterator[Node]:
    """[ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ], cut at the first tabs.

    Where a search would hold what none may hold, a selector derives all of it.
    """
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    typed = GOPHER_TYPE.one.match(text, start + 1, end)
    if not typed:
        return
    yield GOPHER_TYPE(text, *typed.span())
    start = typed.end()
    tab = before("%09", text, start, end)
    second = before("%09", text, tab + 3, end)
    if not year1994.SEARCH.accepts(text, min(tab + 3, end), second):
        tab = second = end
    if start < end:
        yield any_number_of("xchar", "selector")(text, start, tab)
    if tab < end:
        yield SEARCH(text, tab + 3, second)
    if second < end:
        yield any_number_of("xchar", "gopher+_string")(text, second + 3, end)


def _mailto(url: Url) -> Iterator[Node]:
    yield any_number_of("xchar", "encoded822addr")(url.text, url.start, url.end)


def _news(url: Url) -> Iterator[Node]:
    """Grouppart = "*" | group | article."""
    text, start, end = url.text, url.start, url.end
    at = text.rfind("@", start, end)
    children: tuple[Node, ...] = (GROUP(text, start, end),)
    if at >= 0:
        host = node(text, "host", at + 1, end, *HOST_1994(text, at + 1, end))
        children = (node(text, "article", start, end, *ARTICLE.nodes(text, start, at), host),)
    elif text[start:end] == "*":
        children = ()
    yield node(text, "grouppart", start, end, *children)


def _nntp(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    slash = before("/", text, start + 1, end)
    if start < end:
        yield GROUP(text, start + 1, slash)
    if slash < end:
        yield DIGITS(text, slash + 1, end)


def _telnet(url: Url) -> Iterator[Node]:
    yield _login(url)


def _wais(url: Url) -> Iterator[Node]:
    """A database, an index that is searched, or a document."""
    (start, end), query = url.spans[6:8]
    text = url.text
    first = before("/", text, start + 1, end)
    second = before("/", text, first + 1, end)
    children = [_hostport(url)]
    if start < end:
        children.append(any_number_of("uchar", "database")(text, start + 1, first))
    if first < end:
        children.append(any_number_of("uchar", "wtype")(text, first + 1, second))
    if second < end:
        children.append(any_number_of("uchar", "wpath")(text, second + 1, end))
    children += optional(SEARCH, text, query)
    kind = "waisdoc" if first < end else "waisindex" if query[0] >= 0 else "waisdatabase"
    whole = node(text, kind, url.spans[1][0], url.end, *children)
    yield whole if start < url.end else children[0]  # without a database it is none of the three


def _prospero(url: Url) -> Iterator[Node]:
    yield _hostport(url)
    (start, end), text = url.spans[6], url.text
    at = before(";", text, start, end)
    if start < end:
        yield PPATH(text, start + 1, at, start + MOST)
    while at < end:
        if at - start > MOST:
            yield and_so_on(at, end, text.count(";", at, end))
            return
        stop = before(";", text, at + 1, end)
        equals = before("=", text, at + 1, stop)
        value = (equals + 1, stop) if equals < stop else (-1, -1)
        children = FIELD_NAME(text, at + 1, equals), *optional(FIELD_VALUE, text, value)
        yield node(text, "fieldspec", at, stop, *children)
        at = stop


SCHEMES: dict[str, Callable[[Url], Iterator[Node]]] = {
    "ftp": _ftp,
    "file": _file,
    "http": _http,
    "gopher": _gopher,
    "mailto": _mailto,
    "news": _news,
    "nntp": _nntp,
    "telnet": _telnet,
    "wais": _wais,
    "prospero": _prospero,
}


def derive_1994(reference: Reference) -> Node:
    """Wrapper, prefix, url; a fragment-id stands outside of the url."""
    text, scheme = reference.text, reference.scheme
    start, _, prefix = unwrapped(text)
    *_, fragment = reference.spans
    url = Url(text, reference.spans)
    children = [node(text, "prefix", prefix, start)] if prefix >= 0 else []
    if scheme is not None:
        children.append(derive_url(url, scheme.lower()))
    elif FULL_FORM.match(text, start):
        # What stands before the colon is no scheme: all of it is derived as what follows one.
        inside = any_number_of("xchar", "schemepart")(text, start, url.end)
        for rule in ("genericurl", "otherurl", "url"):
            inside = node(text, rule, start, url.end, inside)
        children.append(inside)
    else:
        children.append(any_number_of("xchar", "partial form")(text, start, url.end))
    if fragment[0] >= 0:
        children.append(any_number_of("xchar", "fragment-id")(text, *fragment))
    return with_faults(node(text, "text", 0, len(text), *children), reference.violations, text)


ALPHABET_2003 = Alphabet(
    "escaped",
    "HEXDIG",
    CORE
    | {
        "alphanum": ("", "ALPHA", "DIGIT"),
        "mark": (charset.MARK_2003,),
        "unreserved": ("", "ALPHA", "DIGIT", "mark"),
        "reserved": (charset.RESERVED_2003,),
        "uric": ("", "reserved", "unreserved", "escaped"),
        "uric-no-slash": (charset.URIC_NO_SLASH_2003, "unreserved", "escaped"),
        "pchar": (charset.PCHAR_2003, "unreserved", "escaped"),
    },
)
SCHEME_2003 = ALPHABET_2003.run("scheme", charset.SCHEME_2003, "ALPHA", "DIGIT")
USERINFO_2003 = ALPHABET_2003.run("userinfo", charset.USERINFO_2003, "unreserved", "escaped")
REG_NAME_2003 = ALPHABET_2003.run("reg-name", charset.REG_NAME_2003, "unreserved", "escaped")
DOMAIN_LABEL_2003 = ALPHABET_2003.run("domainlabel", "-", "alphanum")
TOP_LABEL_2003 = ALPHABET_2003.run("toplabel", "-", "alphanum", first="ALPHA")
PORT_2003 = ALPHABET_2003.run("port", "", "DIGIT")
H4 = ALPHABET_2003.run("h4", "", "HEXDIG")
SEGMENT_2003 = ALPHABET_2003.run("segment", "", "pchar")
REL_SEGMENT = ALPHABET_2003.run("rel-segment", charset.REL_SEGMENT_2003, "unreserved", "escaped")
OPAQUE_PART = ALPHABET_2003.run("opaque-part", "", "uric", first="uric-no-slash")
QUERY_2003 = ALPHABET_2003.run("query", charset.QUERY_2003, "pchar")
FRAGMENT_2003 = ALPHABET_2003.run("fragment", charset.QUERY_2003, "pchar")


def derive_2003(reference: Reference) -> Node:
    """URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    end = max(path[1], query[1])
    children: tuple[Node, ...] = ()
    if scheme[0] >= 0:
        after = _after_scheme(reference, scheme[1] + 1, end)
        children = (node(text, "absolute-URI", 0, end, SCHEME_2003(text, *scheme), after),)
    elif end > 0:
        children = (node(text, "relative-URI", 0, end, *_hierarchy(reference)),)
    children += optional(FRAGMENT_2003, text, fragment)
    return with_faults(node(text, "URI-reference", *whole, *children), reference.violations, text)


def _after_scheme(reference: Reference, start: int, end: int) -> Node:
    """( hier-part / opaque-part )."""
    if is_opaque(reference):
        return OPAQUE_PART(reference.text, start, end)
    return node(reference.text, "hier-part", start, end, *_hierarchy(reference))


def _hierarchy(reference: Reference) -> Iterator[Node]:
    """[ net-path / abs-path / rel-path ] [ "?" query ]."""
    text = reference.text
    _, _, authority, _, _, _, path, query, _ = reference.spans
    if authority[0] < 0:
        yield from _path_2003(text, *path)
    else:
        children = _authority_2003(reference), *_path_2003(text, *path)
        yield node(text, "net-path", authority[0] - 2, path[1], *children)
    yield from optional(QUERY_2003, text, query)


def _path_2003(text: str, start: int, end: int) -> tuple[Node, ...]:
    """Abs-path = "/" path-segments; rel-path = rel-segment [ abs-path ]."""
    if start == end:
        return ()
    if text[start] == "/":
        segments = separated(SEGMENT_2003, "/", text, start + 1, end, start + MOST)
        children = node(text, "path-segments", start + 1, end, *segments)
        return (node(text, "abs-path", start, end, children),)
    slash = before("/", text, start, end)
    first = REL_SEGMENT(text, start, slash)
    return (node(text, "rel-path", start, end, first, *_path_2003(text, slash, end)),)


def _authority_2003(reference: Reference) -> Node:
    """Authority = server / reg-name; server = [ [ userinfo "@" ] hostport ]."""
    text, spans = reference.text, reference.spans
    _, _, authority, userinfo, host, *_ = spans
    children: tuple[Node, ...] = ()
    if host[0] < 0 or not is_server(text, spans):
        return node(text, "authority", *authority, REG_NAME_2003(text, *authority))
    if authority[0] < authority[1]:
        children = (
            *optional(USERINFO_2003, text, userinfo),
            hostport(_host_2003, PORT_2003, text, spans),
        )
    return node(text, "authority", *authority, node(text, "server", *authority, *children))


def _host_2003(text: str, start: int, end: int) -> tuple[Node, ...]:
    """Host = IPv6reference / IPv4address / hostname; hostname = domainlabel qualified."""
    if text.startswith("[", start, end):
        return (ipv6_literal("IPv6reference", H4, text, start, end),)
    if matches_ipv4(text, start, end):
        return (ipv4_address(text, start, end),)
    dot = before(".", text, start, end)
    qualified = node(text, "qualified", dot, end, *_more_labels(text, dot, end))
    return (node(text, "hostname", start, end, DOMAIN_LABEL_2003(text, start, dot), qualified),)


def _more_labels(text: str, start: int, end: int) -> Iterator[Node]:
    """*( "." domainlabel ) [ "." toplabel "." ]: only before a final dot stands a toplabel."""
    limit = start + MOST
    last = text.rfind(".", start, end - 1) if text.endswith(".", start, end) else end
    if start < last:
        yield from separated(DOMAIN_LABEL_2003, ".", text, start + 1, last, limit)
    if last < end:
        yield TOP_LABEL_2003(text, last + 1, end - 1, limit)


ALPHABET_2005 = Alphabet(
    "pct-encoded",
    "HEXDIG",
    CORE
    | {
        "unreserved": (charset.UNRESERVED_2005, "ALPHA", "DIGIT"),
        "sub-delims": (charset.SUB_DELIMS_2005,),
        "pchar": (charset.PCHAR_2005, "unreserved", "pct-encoded", "sub-delims"),
    },
)
DATA = ("unreserved", "pct-encoded", "sub-delims")
SCHEME_2005 = ALPHABET_2005.run("scheme", charset.SCHEME_2005, "ALPHA", "DIGIT")
USERINFO_2005 = ALPHABET_2005.run("userinfo", charset.USERINFO_2005, *DATA)
REG_NAME_2005 = ALPHABET_2005.run("reg-name", charset.REG_NAME_2005, *DATA)
PORT_2005 = ALPHABET_2005.run("port", "", "DIGIT")
H16 = ALPHABET_2005.run("h16", "", "HEXDIG")
FUTURE = ALPHABET_2005.run("IPvFuture", charset.IPVFUTURE_2005, "unreserved", "sub-delims")
SEGMENT_2005 = ALPHABET_2005.run("segment", "", "pchar")
SEGMENT_NZ = ALPHABET_2005.run("segment-nz", "", "pchar")
QUERY_2005 = ALPHABET_2005.run("query", charset.QUERY_2005, "pchar")
FRAGMENT_2005 = ALPHABET_2005.run("fragment", charset.FRAGMENT_2005, "pchar")
# What the first segment is called in each form of path (3.3); every other is a plain segment.
FIRST_SEGMENT = {
    "path-abempty": SEGMENT_2005,
    "path-absolute": SEGMENT_NZ,
    "path-rootless": SEGMENT_NZ,
    "path-noscheme": ALPHABET_2005.run("segment-nz-nc", charset.SEGMENT_NZ_NC_2005, *DATA),
}


def derive_2005(reference: Reference) -> Node:
    """URI-reference = URI / relative-ref."""
    text = reference.text
    whole, scheme, *_, path, query, fragment = reference.spans
    is_uri = scheme[0] >= 0
    part = "hier-part" if is_uri else "relative-part"
    children = (
        *optional(SCHEME_2005, text, scheme),
        node(
            text, part, scheme[1] + 1, path[1], *_authority_2005(reference), _path_2005(reference)
        ),
        *optional(QUERY_2005, text, query),
        *optional(FRAGMENT_2005, text, fragment),
    )
    inside = node(text, "URI" if is_uri else "relative-ref", *whole, *children)
    return with_faults(node(text, "URI-reference", *whole, inside), reference.violations, text)


def _path_2005(reference: Reference) -> Node:
    text, form = reference.text, path_form(reference)
    start, end = reference.spans[6]
    limit = start + MOST
    slash = text.startswith("/", start, end)
    at = start + slash
    children: tuple[Node, ...] = ()
    # path-absolute may be the slash alone; after an authority a slash begins a segment.
    if at < end or (slash and form == "path-abempty"):
        stop = before("/", text, at, end)
        children = (FIRST_SEGMENT[form](text, at, stop, limit),)
        if stop < end:
            children += separated(SEGMENT_2005, "/", text, stop + 1, end, limit)
    return node(text, form, start, end, *children)


def _authority_2005(reference: Reference) -> Iterator[Node]:
    """Authority = [ userinfo "@" ] host [ ":" port ]."""
    text = reference.text
    _, _, authority, userinfo, host, port, *_ = reference.spans
    if authority[0] >= 0:
        named = node(text, "host", *host, _host_2005(text, *host))
        children = *optional(USERINFO_2005, text, userinfo), named, *optional(PORT_2005, text, port)
        yield node(text, "authority", *authority, *children)


def _host_2005(text: str, start: int, end: int) -> Node:
    """IP-literal / IPv4address / reg-name, the first that matches."""
    closed = before("]", text, start, end)
    if matches_ipvfuture(text, start + 1, closed) and text[start] == "[":
        dot = text.index(".", start)
        children = *H16.nodes(text, start + 2, dot), *FUTURE.nodes(text, dot + 1, closed)
        future = node(text, "IPvFuture", start + 1, closed, *children)
        return node(text, "IP-literal", start, min(closed + 1, end), future)
    if text.startswith("[", start, end):
        return ipv6_literal("IP-literal", H16, text, start, end)
    if matches_ipv4(text, start, end):
        return ipv4_address(text, start, end)
    return REG_NAME_2005(text, start, end)


TREES = {"1994": derive_1994, "1997": derive_1997, "2003": derive_2003, "2005": derive_2005}
