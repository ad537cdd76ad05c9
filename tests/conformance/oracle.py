"""An independent judge of validity: the editions' own grammars, run by the `abnf` package.

The grammars stand in `grammars/` as data. Nothing here knows how the program parses.

- 2005: URI-reference as it stands. 2003: URI-reference as mended. Both are run over the whole
  text; in 2003 every text that could be read in two ways is valid in both or in neither.
- 1997: the grammar alone would take nearly any text that has a scheme for an opaque-URL, and
  `//a_b` for a path, so 4.4 comes first: the text is split with the expression of appendix B
  (scheme narrowed to what the scheme rule allows), then each part is judged by its rule.
- 1994: a wrapper and a `URL:` are set aside, then the scheme chooses the rule (TRAPS 17).

`abnf` keeps every possible end of every rule (alternatives, repetitions and options alike), so
no order of alternatives can hide a match; `parse_all` takes the longest. Case does not count in
its literals, which is folded for ASCII only.
"""

import re
from functools import cache
from pathlib import Path

from abnf import ParseError, Rule

GRAMMARS = Path(__file__).parent / "grammars"


class Grammar1994(Rule):
    """RFC 1738, section 5."""


class Grammar1997(Rule):
    """draft-fielding-url-syntax-05, appendix A."""


class Grammar2003(Rule):
    """draft-fielding-uri-rfc2396bis-01, gathered and mended."""


class Grammar2005(Rule):
    """RFC 3986, appendix A."""


# Rules are kept per class, so each edition has a class of its own.
CLASSES: dict[str, type[Rule]] = {
    "1994": Grammar1994,
    "1997": Grammar1997,
    "2003": Grammar2003,
    "2005": Grammar2005,
}

# What a reference is called in each edition's grammar.
START = {
    "1994": "url",
    "1997": "URL-reference",
    "2003": "URI-reference",
    "2005": "URI-reference",
}

# RFC 1738, section 5: the schemes that have a rule of their own.
SCHEME_RULES_1994 = {
    "ftp": "ftpurl",
    "file": "fileurl",
    "http": "httpurl",
    "gopher": "gopherurl",
    "mailto": "mailtourl",
    "news": "newsurl",
    "nntp": "nntpurl",
    "telnet": "telneturl",
    "wais": "waisurl",
    "prospero": "prosperourl",
}

# 1997, appendix B, with the scheme of 4.1: a text whose start is no scheme is a relative path.
SPLIT_1997 = re.compile(
    r"(?:[A-Za-z0-9+.-]+:)?(?://(?P<site>[^/?#]*))?"
    r"(?P<rest>[^#]*)(?:#(?P<fragment>.*))?",
    re.DOTALL,
)


@cache
def grammar(edition: str) -> type[Rule]:
    """The rules of an edition, read from its file once."""
    rules = CLASSES[edition]
    rules.load_grammar((GRAMMARS / f"{edition}.abnf").read_text(encoding="ascii"))
    return rules


def matches(rule: str, text: str, edition: str) -> bool:
    """Whether the whole text can be derived from one rule of an edition."""
    try:
        grammar(edition)(rule).parse_all(text)
    except ParseError:
        return False
    return True


def is_in_language(text: str, edition: str) -> bool:
    """Whether the whole text is a reference (in 1994: a URL) of the edition."""
    if edition == "1994":
        return _is_url_1994(text)
    if edition == "1997":
        return _is_reference_1997(text)
    return matches(START[edition], text, edition)


def without_wrapper_1994(text: str) -> str:
    """The text inside an optional `<...>` and after an optional `URL:`, each taken off once."""
    if len(text) >= 2 and text[0] == "<" and text[-1] == ">":
        text = text[1:-1]
    return text[4:] if text[:4].upper() == "URL:" else text


def _is_url_1994(text: str) -> bool:
    url = without_wrapper_1994(text)
    scheme = url.partition(":")[0].lower() if url.isascii() else ""
    return matches(SCHEME_RULES_1994.get(scheme, "genericurl"), url, "1994")


def _is_reference_1997(text: str) -> bool:
    split = SPLIT_1997.fullmatch(text)
    assert split is not None
    site, rest, fragment = split.group("site", "rest", "fragment")
    if fragment is not None and not matches("fragment", fragment, "1997"):
        return False
    if site is not None:
        # net_path = "//" site [ abs_path ]: after a site nothing but "/" can follow.
        return matches("site", site, "1997") and (not rest or matches("abs-path", rest, "1997"))
    if rest.startswith("/"):
        return matches("abs-path", rest, "1997")
    # With a scheme, opaque-URL allows *urlc here, which says the same as rel_path.
    return matches("rel-path", rest, "1997")
