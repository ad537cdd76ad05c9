"""The published grammars, and the regular expressions and character tables made from them.

BNF as in RFC 822 (1994 and 1997) and ABNF (2003 and 2005) are parsed alike: "|" means "/", ``*[ ...
]`` repeats a group, and text in quotation marks ignores case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from uriinspector.core.charset import members
from uriinspector.core.expression import expression
from uriinspector.core.model import Json, NamedTuple, Span
from uriinspector.core.production import TRIPLET

# The groups $1 to $9, each from its opening to its closing parenthesis.
SUBEXPRESSIONS = (
    "(([^:/?#]+):)",
    "([^:/?#]+)",
    "(//([^/?#]*))",
    "([^/?#]*)",
    "([^?#]*)",
    r"(\?([^#]*))",
    "([^#]*)",
    "(#(.*))",
    "(.*)",
)
_SCHEME, _, _AUTHORITY, _, _PATH, _QUERY, _, _FRAGMENT, _ = SUBEXPRESSIONS
EXPRESSION = f"^{_SCHEME}?{_AUTHORITY}?{_PATH}{_QUERY}?{_FRAGMENT}?"
# Names of the groups without delimiters; RFC 1738 has no appendix B.
COMPONENTS = {2: "scheme", 4: "authority", 5: "path", 7: "query", 9: "fragment"}
TERMS = {"1997": {**COMPONENTS, 4: "site"}, "2003": COMPONENTS, "2005": COMPONENTS}
# With DOTALL, because a text can contain line breaks.
_SPLIT = expression(f"(?s){EXPRESSION}")


class ExpressionGroup(NamedTuple):
    """A pair of parentheses and the span it matched; None where it is undefined."""

    number: int
    expression: str
    term: str  # "" if the group includes a delimiter
    span: Span | None

    def value(self, text: str) -> str | None:
        """Return the matched text, or None if the group is undefined."""
        return self.span.of(text) if self.span else None

    def to_dict(self, text: str) -> Json:
        start, end = self.span or (None, None)
        return {
            "number": self.number,
            "expression": self.expression,
            "term": self.term or None,
            "start": start,
            "end": end,
            "text": self.value(text),
        }


def expression_groups(text: str, edition: str) -> tuple[ExpressionGroup, ...]:
    """Return the groups $1 to $9 of a text; none in an edition without appendix B.

    The expression only splits the text: nothing is validated, not even the scheme.
    """
    terms = TERMS.get(edition)
    if terms is None:
        return ()
    match = _SPLIT.match(text)
    assert match is not None  # every part of the expression may be empty
    return tuple(
        ExpressionGroup(
            number,
            expression,
            terms.get(number, ""),
            None if match[number] is None else Span(*match.span(number)),
        )
        for number, expression in enumerate(SUBEXPRESSIONS, 1)
    )


# RFC 1738 section 5, complete and in its original order. The first four rules are additions: its
# appendix and draft 02 describe them in prose, and the trees need names for them. Corrected: the
# slash in gopherurl had no quotation marks.
RULES_1994 = r"""
text = "<" [ prefix ] url ">" | [ prefix ] url
prefix = "URL:"
partial form =
fragment-id =
genericurl = scheme ":" schemepart
url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl | fileurl | prosperourl | otherurl
otherurl = genericurl
scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]
schemepart = *xchar | ip-schemepart
ip-schemepart = "//" login [ "/" urlpath ]
login = [ user [ ":" password ] "@" ] hostport
hostport = host [ ":" port ]
host = hostname | hostnumber
hostname = *[ domainlabel "." ] toplabel
domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit
alphadigit = alpha | digit
hostnumber = digits "." digits "." digits "." digits
port = digits
user = *[ uchar | ";" | "?" | "&" | "=" ]
password = *[ uchar | ";" | "?" | "&" | "=" ]
urlpath = *xchar
ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
fpath = fsegment *[ "/" fsegment ]
fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
ftptype = "A" | "I" | "D" | "a" | "i" | "d"
fileurl = "file://" [ host | "localhost" ] "/" fpath
httpurl = "http://" hostport [ "/" hpath [ "?" search ]]
hpath = hsegment *[ "/" hsegment ]
hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]
gtype = xchar
selector = *xchar
gopher+_string = *xchar
mailtourl = "mailto:" encoded822addr
encoded822addr = 1*xchar
newsurl = "news:" grouppart
grouppart = "*" | group | article
group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
nntpurl = "nntp://" hostport "/" group [ "/" digits ]
telneturl = "telnet://" login [ "/" ]
waisurl = waisdatabase | waisindex | waisdoc
waisdatabase = "wais://" hostport "/" database
waisindex = "wais://" hostport "/" database "?" search
waisdoc = "wais://" hostport "/" database "/" wtype "/" wpath
database = *uchar
wtype = *uchar
wpath = *uchar
prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
ppath = psegment *[ "/" psegment ]
psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
fieldspec = ";" fieldname "=" fieldvalue
fieldname = *[ uchar | "?" | ":" | "@" | "&" ]
fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"
    | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"
    | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x"
    | "y" | "z"
hialpha = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H"
    | "I" | "J" | "K" | "L" | "M" | "N" | "O" | "P"
    | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X"
    | "Y" | "Z"
alpha = lowalpha | hialpha
digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
safe = "$" | "-" | "_" | "." | "+"
extra = "!" | "*" | "'" | "(" | ")" | ","
national = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"
punctuation = "<" | ">" | "#" | "%" | <">
reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="
hex = digit | "A" | "B" | "C" | "D" | "E" | "F"
    | "a" | "b" | "c" | "d" | "e" | "f"
escape = "%" hex hex
unreserved = alpha | digit | safe | extra
uchar = unreserved | escape
xchar = unreserved | reserved | escape
digits = 1*digit
"""  # noqa: E501

# draft-fielding-url-syntax-05 appendix A, complete.
RULES_1997 = r"""
URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]
absoluteURL = generic-URL | opaque-URL
opaque-URL = scheme ":" *urlc
generic-URL = scheme ":" relativeURL
relativeURL = net_path | abs_path | rel_path
net_path = "//" site [ abs_path ]
abs_path = "/" rel_path
rel_path = [ path_segments ] [ "?" query ]
scheme = 1*( alpha | digit | "+" | "-" | "." )
site = [ [ user [ ":" password ] "@" ] hostport ]
user = *( unreserved | escaped | ";" | "&" | "=" | "+" )
password = *( unreserved | escaped | ";" | "&" | "=" | "+" )
hostport = host [ ":" port ]
host = hostname | hostnumber
hostname = *( domainlabel "." ) toplabel
domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum
toplabel = alpha | alpha *( alphanum | "-" ) alphanum
hostnumber = 1*digit "." 1*digit "." 1*digit "." 1*digit
port = *digit
path = [ "/" ] path_segments
path_segments = segment *( "/" segment )
segment = *pchar *( ";" param )
param = *pchar
pchar = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
query = *urlc
fragment = *urlc
urlc = reserved | unreserved | escaped
reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
unreserved = alpha | digit | mark
mark = "$" | "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")" | ","
escaped = "%" hex hex
hex = digit | "A" | "B" | "C" | "D" | "E" | "F"
    | "a" | "b" | "c" | "d" | "e" | "f"
alphanum = alpha | digit
alpha = lowalpha | upalpha
lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"
    | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p"
    | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x"
    | "y" | "z"
upalpha = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H"
    | "I" | "J" | "K" | "L" | "M" | "N" | "O" | "P"
    | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X"
    | "Y" | "Z"
digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
"""

# draft-fielding-uri-rfc2396bis-01, collected from its sections.
# Corrected: domainlabel and toplabel, which had "|" instead of "/", and "alpha" in toplabel.
RULES_2003 = r"""
URI-reference = [ absolute-URI / relative-URI ] [ "#" fragment ]
absolute-URI-reference = absolute-URI [ "#" fragment ]
absolute-URI = scheme ":" ( hier-part / opaque-part )
relative-URI = [ net-path / abs-path / rel-path ] [ "?" query ]
hier-part = [ net-path / abs-path ] [ "?" query ]
opaque-part = uric-no-slash *uric
uric-no-slash = unreserved / escaped / "[" / "]" / ";" / "?" / ":" / "@"
    / "&" / "=" / "+" / "$" / ","
net-path = "//" authority [ abs-path ]
abs-path = "/" path-segments
rel-path = rel-segment [ abs-path ]
rel-segment = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )
scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority = server / reg-name
reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )
server = [ [ userinfo "@" ] hostport ]
userinfo = *( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )
hostport = host [ ":" port ]
host = IPv6reference / IPv4address / hostname
port = *DIGIT
hostname = domainlabel qualified
qualified = *( "." domainlabel ) [ "." toplabel "." ]
domainlabel = alphanum [ 0*61( alphanum / "-" ) alphanum ]
toplabel = ALPHA [ 0*61( alphanum / "-" ) alphanum ]
alphanum = ALPHA / DIGIT
IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet = DIGIT / ( %x31-39 DIGIT ) / ( "1" 2DIGIT ) / ( "2" %x30-34 DIGIT ) / ( "25" %x30-35 )
IPv6reference = "[" IPv6address "]"
IPv6address = ( 6( h4 ":" ) ls32 )
    / ( "::" 5( h4 ":" ) ls32 )
    / ( [ h4 ] "::" 4( h4 ":" ) ls32 )
    / ( [ *1( h4 ":" ) h4 ] "::" 3( h4 ":" ) ls32 )
    / ( [ *2( h4 ":" ) h4 ] "::" 2( h4 ":" ) ls32 )
    / ( [ *3( h4 ":" ) h4 ] "::" h4 ":" ls32 )
    / ( [ *4( h4 ":" ) h4 ] "::" ls32 )
    / ( [ *5( h4 ":" ) h4 ] "::" h4 )
    / ( [ *6( h4 ":" ) h4 ] "::" )
ls32 = ( h4 ":" h4 ) / IPv4address
h4 = 1*4HEXDIG
path = [ abs-path / opaque-part ]
path-segments = segment *( "/" segment )
segment = *pchar
pchar = unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / ","
query = *( pchar / "/" / "?" )
fragment = *( pchar / "/" / "?" )
uric = reserved / unreserved / escaped
reserved = "[" / "]" / ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
unreserved = ALPHA / DIGIT / mark
mark = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"
escaped = "%" HEXDIG HEXDIG
delims = "<" / ">" / "#" / "%" / DQUOTE
unwise = "{" / "}" / "|" / "\" / "^" / "`"
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""

# RFC 3986 appendix A, complete.
RULES_2005 = r"""
URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
URI-reference = URI / relative-ref
absolute-URI = scheme ":" hier-part [ "?" query ]
relative-ref = relative-part [ "?" query ] [ "#" fragment ]
relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority = [ userinfo "@" ] host [ ":" port ]
userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
host = IP-literal / IPv4address / reg-name
port = *DIGIT
IP-literal = "[" ( IPv6address / IPvFuture ) "]"
IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address = 6( h16 ":" ) ls32
    / "::" 5( h16 ":" ) ls32
    / [ h16 ] "::" 4( h16 ":" ) ls32
    / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
    / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
    / [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32
    / [ *4( h16 ":" ) h16 ] "::" ls32
    / [ *5( h16 ":" ) h16 ] "::" h16
    / [ *6( h16 ":" ) h16 ] "::"
h16 = 1*4HEXDIG
ls32 = ( h16 ":" h16 ) / IPv4address
IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
reg-name = *( unreserved / pct-encoded / sub-delims )
path = path-abempty / path-absolute / path-noscheme / path-rootless / path-empty
path-abempty = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty = 0<pchar>
segment = *pchar
segment-nz = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
query = *( pchar / "/" / "?" )
fragment = *( pchar / "/" / "?" )
pct-encoded = "%" HEXDIG HEXDIG
unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved = gen-delims / sub-delims
gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""

EDITIONS = {"1994": RULES_1994, "1997": RULES_1997, "2003": RULES_2003, "2005": RULES_2005}
# A rule and its continuation lines.
RULE = expression(r"^(\S.*?) = ?(.*(?:\n +.*)*)$", re.MULTILINE)


def rule_texts(edition: str) -> dict[str, str]:
    """Return the rules of an edition as printed, by name."""
    return {name: re.sub("\n +", "\n", text) for name, text in RULE.findall(EDITIONS[edition])}


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """Text that the grammar gives literally."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class CharacterRange:
    """Any single character in a range."""

    first: str
    last: str


@dataclass(frozen=True, slots=True, eq=False)
class RuleName:
    """A reference to another rule."""

    rule: str


@dataclass(frozen=True, slots=True, eq=False)
class Repetition:
    """An expression that is repeated at least ``least`` and at most ``most`` times."""

    what: Expression
    least: int
    most: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Concatenation:
    """Expressions in sequence."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alternation:
    """A choice between several expressions."""

    options: tuple[Expression, ...]


Expression: TypeAlias = (
    "Literal | CharacterRange | RuleName | Repetition | Concatenation | Alternation"
)
TOKEN = expression(
    r'\s*(?:"(?P<literal>[^"]*)"|(?P<quote><">|DQUOTE)|%x(?P<range>[0-9A-F]{2}-[0-9A-F]{2})'
    r"|(?P<repeat>[0-9]*\*[0-9]*|[0-9]+)|<?(?P<name>[A-Za-z][\w+-]*)>?|(?P<sign>[\[\]()|/]))"
)


class Notation:
    """A parser for the right-hand sides of rules."""

    def __init__(self, text: str) -> None:
        matches = TOKEN.finditer(text)
        self.tokens = [(each.lastgroup, each[each.lastgroup or 0]) for each in matches]
        self.tokens.reverse()

    def expression(self) -> Expression:
        """Parse alternatives up to the closing bracket or the end."""
        rows: list[list[Expression]] = [[]]
        while self.tokens and self.tokens[-1] not in {("sign", "]"), ("sign", ")")}:
            if self.tokens[-1] in {("sign", "|"), ("sign", "/")}:
                self.tokens.pop()
                rows.append([])
            else:
                rows[-1].append(self._item())
        options = [row[0] if len(row) == 1 else Concatenation(tuple(row)) for row in rows]
        return options[0] if len(options) == 1 else Alternation(tuple(options))

    def _item(self) -> Expression:
        kind, value = self.tokens.pop()
        if kind == "repeat":
            least, star, most = value.partition("*")
            what = self._item()
            if isinstance(what, Repetition):  # RFC 822: the outer limit applies
                what = what.what
            low = int(least or 0)
            return Repetition(what, low, (int(most) if most else None) if star else low)
        if kind == "range":
            first, last = (chr(int(each, 16)) for each in value.split("-"))
            return CharacterRange(first, last)
        if kind == "name":
            return RuleName(value)
        if kind != "sign":
            return Literal('"' if kind == "quote" else value)
        inside = self.expression()
        self.tokens.pop()
        return Repetition(inside, 0, 1) if value == "[" else inside


# Core rules of ABNF, defined elsewhere: nothing is derived below them.
CORE = frozenset({"ALPHA", "DIGIT", "HEXDIG"})
# For each character, the rules that derive it, outermost first.
Ways: TypeAlias = dict[str, tuple[str, ...]]


class Grammar:
    """The rules of one edition and their regular expressions."""

    def __init__(self, edition: str) -> None:
        texts = rule_texts(edition)
        self.rules = {name: Notation(text).expression() for name, text in texts.items() if text}
        self._escape = next(rule for rule, what in self.rules.items() if _is_escape(what))
        self._patterns: dict[Expression, str] = {}

    @property
    def digit(self) -> Expression:
        """The expression for one digit of an escape."""
        escape = self.rules[self._escape]
        assert isinstance(escape, Concatenation)
        return escape.items[1]

    def pattern(self, what: Expression) -> str:
        """Return a regular expression for the texts that an expression derives."""
        if what not in self._patterns:
            self._patterns[what] = self._pattern(what)
        return self._patterns[what]

    def _pattern(self, what: Expression) -> str:
        first, rest = self.ways(what) or ({}, {"": ()})
        if not rest:  # a single character: a set without duplicate letters
            chars = members("".join(first.keys() - {"%"}))
            return f"(?ai:[{chars}]|{TRIPLET})" if "%" in first else f"(?ai:[{chars}])"
        if isinstance(what, Literal):
            return f"(?ai:{re.escape(what.text)})"
        if isinstance(what, RuleName):
            return self.pattern(self.rules[what.rule])
        if isinstance(what, Repetition):
            most = "" if what.most is None else what.most
            return f"(?:{self.pattern(what.what)}){{{what.least},{most}}}"
        if isinstance(what, Concatenation):
            return "".join(map(self.pattern, what.items))
        assert isinstance(what, Alternation)
        # Longer alternatives first: otherwise a label would match as its first letter only.
        options = sorted(what.options, key=lambda each: not isinstance(each, Concatenation))
        return f"(?:{'|'.join(map(self.pattern, options))})"

    def ways(self, what: Expression) -> tuple[Ways, Ways] | None:
        """Return the rules for the first character of a run, and those for the others.

        Return None if the expression is not a run, or if a character has two derivations.
        """
        first: Ways = {}
        rest: Ways = {}
        for char, way, is_first in self._ways(what, True):
            known = first if is_first else rest
            if len(char) != 1 or known.setdefault(char, way) != way:
                return None
        return first, rest

    def _ways(
        self, what: Expression, is_first: bool
    ) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        if isinstance(what, Literal):
            yield what.text, (f'"{what.text}"',), is_first
        elif isinstance(what, CharacterRange):
            for code in range(ord(what.first), ord(what.last) + 1):
                yield chr(code), (f'"{chr(code)}"',), is_first
        elif isinstance(what, RuleName):
            for char, way in self._ways_by(what.rule).items():
                yield char, way, is_first
        elif isinstance(what, Alternation):
            for each in what.options:
                yield from self._ways(each, is_first)
        elif isinstance(what, Repetition):
            yield from self._ways(what.what, is_first)
            if what.most != 1:
                yield from self._ways(what.what, False)
        else:
            for each in what.items:
                yield from self._ways(each, is_first)
                is_first = is_first and isinstance(each, Repetition) and each.least == 0

    def _ways_by(self, rule: str) -> Ways:
        """Return the rules for each character of a rule, or only "" if it derives several."""
        if rule == self._escape:
            return {"%": (rule,)}
        first, rest = self.ways(self.rules[rule]) or ({}, {"": ()})
        if rest:
            return {"": ()}
        return {char: (rule,) if rule in CORE else (rule, *way) for char, way in first.items()}


def _is_escape(what: Expression) -> bool:
    if not isinstance(what, Concatenation):
        return False
    percent = what.items[0]
    return isinstance(percent, Literal) and percent.text == "%"


def leaves(what: Expression) -> Iterator[Literal | RuleName]:
    """Yield the literals and rule names of an expression, in order."""
    if isinstance(what, Literal | RuleName):
        yield what
    elif isinstance(what, Repetition):
        yield from leaves(what.what)
    elif isinstance(what, Alternation | Concatenation):
        for each in what.options if isinstance(what, Alternation) else what.items:
            yield from leaves(each)


@cache
def grammar_of(edition: str) -> Grammar:
    return Grammar(edition)
