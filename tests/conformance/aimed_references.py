"""Hypothesis strategies for references, near misses, and texts that resemble references.

Texts are short, because an ABNF engine that follows all parses is slow.
"""

import string
from functools import cache

from abnf import Rule
from abnf.parser import Alternation, Concatenation, Literal, Option, Parser, Repetition
from hypothesis import strategies as st

from tests.conformance.oracle import START, grammar

DELIMITERS_AND_ODDITIES = ":/?#[]@!$&'()*+,;=%<>\"{}|\\^`~ ._-"
NON_ASCII = "\u00e9\u0660\u017f\u212a\uff0f\u202e\u2028\ud800\U0001f600"
INTERESTING = DELIMITERS_AND_ODDITIES + "aAfFgvVzZ019" + "\x00\t\n\x7f" + NON_ASCII

# The maximum number of additional repetitions, where the grammar has no limit.
UNROLLED = 4

SCHEMES_1994 = (
    *("ftp", "file", "http", "gopher", "mailto", "news"),
    *("nntp", "telnet", "wais", "prospero"),
)


def derivations(edition: str, rule: str) -> st.SearchStrategy[str]:
    """Generate texts from a rule by following its grammar."""
    return _of_rule(grammar(edition)(rule))


def _of(parser: Parser) -> st.SearchStrategy[str]:
    if isinstance(parser, Rule):
        return _of_rule(parser)
    if isinstance(parser, Literal):
        return _of_literal(parser.value)
    if isinstance(parser, Alternation):
        return st.one_of([_of(one) for one in parser.parsers])
    if isinstance(parser, Concatenation):
        return st.tuples(*[_of(one) for one in parser.parsers]).map("".join)
    if isinstance(parser, Option):
        return _of(parser.parser)
    if isinstance(parser, Repetition):
        least, most = parser.repeat.min, parser.repeat.max
        most = least + UNROLLED if most is None else min(most, least + UNROLLED)
        if most == 0:
            return st.just("")
        return st.lists(_of(parser.element), min_size=least, max_size=most).map("".join)
    raise NotImplementedError(type(parser).__name__)


@cache
def _of_rule(rule: Rule) -> st.SearchStrategy[str]:
    return _of(rule.definition)


def _of_literal(value: str | tuple[str, str]) -> st.SearchStrategy[str]:
    if isinstance(value, tuple):
        first, last = map(ord, value)
        return st.sampled_from([chr(code) for code in range(first, last + 1)])
    return st.sampled_from(sorted({value, value.lower(), value.upper()}, reverse=True))


@cache
def _references(edition: str) -> st.SearchStrategy[str]:
    start = derivations(edition, START[edition])
    if edition != "1994":
        return start
    url = st.one_of(start, *[derivations("1994", f"{scheme}url") for scheme in SCHEMES_1994])
    return st.one_of(url, url, url.map("URL:{}".format), url.map("<Url:{}>".format))


@st.composite
def derived(draw: st.DrawFn, edition: str) -> str:
    """Generate references from the edition's grammar; in 1994, also from each scheme's rule.

    It is a composite strategy for the sake of its name: reports would otherwise print the whole
    grammar.
    """
    return draw(_references(edition))


@st.composite
def near_misses(draw: st.DrawFn, edition: str) -> str:
    """Generate references with one edit."""
    text = draw(derived(edition))
    at = draw(st.integers(0, len(text)))
    put = draw(st.sampled_from(INTERESTING))
    edit = draw(st.sampled_from(["insert", "delete", "replace", "swap"]))
    if edit == "insert":
        return text[:at] + put + text[at:]
    if edit == "delete":
        return text[:at] + text[at + 1 :]
    if edit == "replace":
        return text[:at] + put + text[at + 1 :]
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def odd_texts() -> st.SearchStrategy[str]:
    """Generate short texts of special characters, and of any characters."""
    return st.one_of(
        st.text(alphabet=INTERESTING, max_size=12),
        st.text(alphabet=":/?#[]@%;=.a1", max_size=12),
        st.text(alphabet=st.characters(codec=None, exclude_categories=[]), max_size=8),
    )


def _joined(pieces: list[str], most: int = 6, by: str = "") -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=most).map(by.join)


@st.composite
def _ipv6(draw: st.DrawFn) -> str:
    """Generate addresses with about the right number of groups, with or without `::` and an
    IPv4 address at the end.
    """
    group = st.sampled_from(["0", "1", "ab", "FFFF", "00a1", "12345", "g", ""])
    usual = st.sampled_from(["0", "1", "ab", "FFFF", "00a1"])
    groups = draw(st.lists(st.one_of(usual, usual, usual, group), max_size=9))
    if draw(st.booleans()):
        groups.append(draw(_ipv4()))
    address = ":".join(groups)
    if draw(st.booleans()):
        places = [at for at, character in enumerate(address) if character == ":"]
        at = draw(st.sampled_from([0, len(address), *places]))
        address = f"{address[:at]}::{address[at:].removeprefix(':')}"
    return address


def _ipv4() -> st.SearchStrategy[str]:
    usual = st.sampled_from(["0", "9", "10", "99", "100", "199", "249", "255"])
    number = st.one_of(usual, usual, st.sampled_from(["00", "01", "256", "300", "999", "", "a"]))
    four = st.lists(number, min_size=4, max_size=4)
    return st.one_of(four, four, st.lists(number, max_size=6)).map(".".join)


def _literals() -> st.SearchStrategy[str]:
    future = _joined(["v", "V", "1", "F", "g", ".", "a", ":", "~", "%41", "@"])
    inside = st.one_of(
        _ipv6(), _ipv6(), future, future.map("v1.{}".format), _ipv4(), _ipv6().map("{}%25e".format)
    )
    return st.tuples(
        st.sampled_from(["[", "[", "[", "[", "", "[["]),
        inside,
        st.sampled_from(["]", "]", "]", "]", "", "]]", "]a"]),
    ).map("".join)


def _hostnames() -> st.SearchStrategy[str]:
    labels = ["a", "b", "com", "A1", "1a", "9", "a-b", "a--b", "a" * 63]
    strange = ["-a", "a-", "-", "", "a_b", "a" * 64, "%41", "%4", "\u00e9", "~", "!", "*", ",", "+"]
    return st.one_of(
        _joined(labels, by="."),
        _joined(labels, most=3, by=".").map("{}.".format),
        _joined(labels + strange, most=3, by="."),
    )


@st.composite
def authorities(draw: st.DrawFn) -> str:
    """Generate references with unusual authorities."""
    scheme = draw(st.sampled_from(["http:", "foo:", "", "ftp:", "telnet:", "X1+-.:", "1:"]))
    user = draw(
        st.one_of(
            st.just(""),
            st.sampled_from(["u@", "u:p@", "@", ":@", "u:p:q@", "u@v@", "u;&=+$,@", "u?@", "%40@"]),
        )
    )
    host = draw(st.one_of(_literals(), _hostnames(), _ipv4()))
    port = draw(st.sampled_from(["", "", ":", ":80", ":0", ":99999999", ":8a", ":-1", "::1"]))
    after = draw(st.sampled_from(["", "", "/", "/p", "?q", "#f", "//", "/[", "/?[", "/#[", ":x"]))
    return f"{scheme}//{user}{host}{port}{after}"


def scheme_specific() -> st.SearchStrategy[str]:
    """Generate references in the syntax of RFC 1738's schemes, also with other schemes and in
    wrong places.
    """
    scheme = st.sampled_from([*SCHEMES_1994, "HTTP", "Ftp", "foo", "urn", "x-y", "a.b", "1", "a_b"])
    pieces = ["/", "//", "h", "h.b", "1.2.3.4", ":", "80", "@", "u", "?", ";", "=", "&", "a", "*"]
    pieces += [
        ";type=a", ";type=", ";TYPE=D", "%09", "%0", "%41", "~", "+", "_", "[", "]", ",", "#",
    ]  # fmt: skip
    shape = st.tuples(scheme, st.sampled_from([":", "://", "://h", "://h/", ""]), _joined(pieces))
    text = shape.map("".join)
    return st.one_of(
        text,
        text,
        text.map("URL:{}".format),
        text.map("<{}>".format),
        text.map("<url:{}>".format),
        text.map("URL:URL:{}".format),
        text.map("URL:<{}>".format),
    )


def paths() -> st.SearchStrategy[str]:
    """Generate references made of dots, slashes, colons, question marks and number signs."""
    pieces = ["/", "//", "..", ".", "a", "b:c", ":", ";", ";p=1", "?", "#", "%2e", "%2F", "%"]
    return st.tuples(st.sampled_from(["", "", "a:", "http:", "a_:", "+:"]), _joined(pieces)).map(
        "".join
    )


def escapes() -> st.SearchStrategy[str]:
    """Generate references with many escapes, some of them malformed."""
    pieces = ["%", "%%", "%4", "%41", "%fF", "%G0", "%0g", "%\uff11\uff11", *string.hexdigits[:3]]
    frames = ["{}", "a:{}", "//{}", "//{}@h", "//h/{}", "//h?{}", "/?{}", "#{}", "http://h/{}?{}"]
    return st.tuples(st.sampled_from(frames), _joined(pieces)).map(
        lambda pair: pair[0].replace("{}", pair[1])
    )


@cache
def aimed(edition: str) -> dict[str, st.SearchStrategy[str]]:
    """Return every strategy of this module by name, for one edition."""
    return {
        "derived": derived(edition),
        "near-miss": near_misses(edition),
        "authority": authorities(),
        "scheme": scheme_specific(),
        "path": paths(),
        "escape": escapes(),
        "odd": odd_texts(),
    }


AIMS = ("derived", "near-miss", "authority", "scheme", "path", "escape", "odd")
