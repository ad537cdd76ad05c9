"""An independent oracle for validity: the editions' grammars, run by the `abnf` package.

The grammars are data in `grammars/`. Nothing here depends on the program's parser.

- 2005: URI-reference as published. 2003: URI-reference with corrections. Both are matched against
  the whole text; in 2003, ambiguous texts are valid in both readings or in neither.
- 1997: the grammar alone would accept nearly any text with a scheme as an opaque-URL, and
  `//a_b` as a path, so 4.4 comes first: the text is split with the expression of appendix B
  (the scheme narrowed to the scheme rule), then each part is matched against its rule.
- 1994: a wrapper and a `URL:` are removed, then the scheme selects the rule.

`abnf` keeps every possible end of every rule (for alternatives, repetitions and options alike), so
the order of alternatives cannot hide a match; `parse_all` takes the longest. Its literals are
case-insensitive, for ASCII only.
"""

import re
from functools import cache
from pathlib import Path

from abnf import ParseError, Rule

GRAMMARS = Path(__file__).parent / "grammars"


class Grammar1994(Rule):
    """The grammar of RFC 1738, section 5."""


class Grammar1997(Rule):
    """The grammar of draft-fielding-url-syntax-05, appendix A."""


class Grammar2003(Rule):
    """The grammar of draft-fielding-uri-rfc2396bis-01, collected and corrected."""


class Grammar2005(Rule):
    """The grammar of RFC 3986, appendix A."""


# The package stores rules in classes, so each edition needs its own.
CLASSES: dict[str, type[Rule]] = {
    "1994": Grammar1994, "1997": Grammar1997, "2003": Grammar2003, "2005": Grammar2005,
}  # fmt: skip

# The start rule of each edition's grammar.
START = {"1994": "url", "1997": "URL-reference", "2003": "URI-reference", "2005": "URI-reference"}

# RFC 1738, section 5: the schemes with a specific rule.
SCHEME_RULES_1994 = {
    "ftp": "ftpurl", "file": "fileurl", "http": "httpurl", "gopher": "gopherurl",
    "mailto": "mailtourl", "news": "newsurl", "nntp": "nntpurl", "telnet": "telneturl",
    "wais": "waisurl", "prospero": "prosperourl",
}  # fmt: skip

# 1997, appendix B, with the scheme of 4.1: without a valid scheme a text is a relative path.
SPLIT_1997 = re.compile(
    r"(?:[A-Za-z0-9+.-]+:)?(?://(?P<site>[^/?#]*))?"
    r"(?P<rest>[^#]*)(?:#(?P<fragment>.*))?",
    re.DOTALL,
)


@cache
def grammar(edition: str) -> type[Rule]:
    """Return the rules of an edition, read from its file once."""
    rules = CLASSES[edition]
    rules.load_grammar((GRAMMARS / f"{edition}.abnf").read_text(encoding="ascii"))
    return rules


def matches(rule: str, text: str, edition: str) -> bool:
    """Return True if the whole text matches a rule of an edition."""
    try:
        grammar(edition)(rule).parse_all(text)
    except ParseError:
        return False
    return True


def is_in_language(text: str, edition: str) -> bool:
    """Return True if the whole text is a reference (in 1994: a URL) of the edition."""
    if edition == "1994":
        return _is_url_1994(text)
    if edition == "1997":
        return _is_reference_1997(text)
    return matches(START[edition], text, edition)


def without_wrapper_1994(text: str) -> str:
    """Return the text inside optional `<...>` and after an optional `URL:`, each removed once."""
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
        # net_path = "//" site [ abs_path ]: only "/" can follow a site.
        return matches("site", site, "1997") and (not rest or matches("abs-path", rest, "1997"))
    if rest.startswith("/"):
        return matches("abs-path", rest, "1997")
    # With a scheme, opaque-URL allows *urlc here, which is the same language as rel_path.
    return matches("rel-path", rest, "1997")
