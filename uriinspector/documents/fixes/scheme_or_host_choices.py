"""What a reference begins with, where it may be a scheme, a host or a path: the author decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from uriinspector.analysis.facts import SPECIAL
from uriinspector.core.charset import ALPHANUM
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import message
from uriinspector.core.schemes.lookup import schemes
from uriinspector.documents.fixes.choices import ChoiceRow
from uriinspector.documents.fixes.component_fixes import escaped, is_hidden
from uriinspector.documents.fixes.fix_table import COLON, EMPTY_HOST, KINDS, SLASHES, URL
from uriinspector.documents.fixes.fix_values import FixOption
from uriinspector.documents.fixes.space_and_backslashes import SCHEME
from uriinspector.readers.browser import serialized

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# Anything but two slashes, and something behind them that could be a host.
FRONT = expression(r"(https?|wss?|ftp):(?:/?|/{3,})(?=([^/?#]+))", re.IGNORECASE)
MANY = expression(r"/{3,}(?=[^/?#])")
NAME = expression("[A-Za-z][A-Za-z0-9+.-]*+")
# What a segment may have in it as it is.
SEGMENT = frozenset(ALPHANUM + "-._~%!$&'()*+,;=@")
IS_HOST = message("The name of a host: written behind two slashes.")
IS_PATH = message("A path on the host of the page: written without the scheme.")
IS_ROOTED = message("A path on the host of the page: written with one slash.")
IS_SCHEME = message("The scheme of the link: written without the other characters.")
IS_RELATIVE = message('A relative path: written with "./" in front.')
IS_SLIP = message("A slip in the scheme: write the right one.")
WRONG_SLASHES = "Wrong number of slashes"
COLON_IN_FRONT = message("Colon in the first segment")


def slash_rows(reference: Reference, skipped: set[int], base: str | None) -> Iterator[ChoiceRow]:
    """Browsers take what is behind any number of them for a host; the grammar, for a path."""
    match = FRONT.match(reference.text)
    if match is None or not skipped.isdisjoint(range(*match.span(2))):
        return
    scheme, first = match.groups()
    if base is not None and lowered(base).startswith(f"{lowered(scheme)}:"):
        return  # then browsers, too, may read a path
    options = []
    if serialized(f"{scheme}://{reference.text[match.end() :]}", None) is not None:
        options.append(FixOption(f"{scheme}://", IS_HOST, "host"))
    is_rooted = match[0].endswith("/")
    # Without a slash in front, what comes before a colon would be a scheme.
    if is_rooted or ":" not in first:
        options.append(FixOption("/" if is_rooted else "", IS_PATH, "path"))
    cites = (URL, "RFC 3986 3")
    yield ChoiceRow(*match.span(), SLASHES, WRONG_SLASHES, tuple(options), cites, is_front=True)


def many_slashes(reference: Reference, skipped: set[int], base: str | None) -> Iterator[ChoiceRow]:
    """Three slashes or more and no scheme: a host to browsers, a path to the grammar."""
    match = MANY.match(reference.text)
    scheme = SCHEME.match(base) if base is not None else None
    kind = lowered(scheme[1]) if scheme else "https"
    if match is None or kind not in SPECIAL or kind == "file" or match.end() in skipped:
        return
    if serialized(f"{kind}://{reference.text[match.end() :]}", None) is None:
        return
    options = (FixOption("//", IS_HOST, "host"), FixOption("/", IS_ROOTED, "path"))
    cites = (URL, "RFC 3986 3.2")
    yield ChoiceRow(*match.span(), EMPTY_HOST, WRONG_SLASHES, options, cites, is_front=True)


def doubtful_front(reference: Reference) -> tuple[int, int] | None:
    """A first segment up to its colon that may be a scheme with a slip in it; None elsewhere."""
    if reference.scheme is not None or reference.authority is not None:
        return None
    first, colon, rest = reference.path.partition(":")
    if not colon or "/" in first:
        return None
    if not rest.startswith("//") and not _is_known(cleaned(first)):
        return None
    return 0, len(first)


def front_row(reference: Reference, span: tuple[int, int]) -> ChoiceRow:
    """The choice between a scheme and a path."""
    first = reference.text[slice(*span)]
    name = cleaned(first)
    path = "".join(each if each in SEGMENT else escaped(_octets(each)) for each in first)
    options = (
        FixOption(name, IS_SCHEME, "scheme")
        if _is_known(name)
        else FixOption(None, IS_SLIP, "slip"),
        FixOption(f"./{path}", IS_RELATIVE, "path"),
    )
    title, cites = COLON_IN_FRONT, KINDS[COLON].clauses(reference.edition)
    return ChoiceRow(*span, COLON, title, options, cites, is_front=True)


def cleaned(first: str) -> str:
    """Without what is not seen and white space, and with escapes decoded."""
    return "".join(each for each in unquote(first) if not (each.isspace() or is_hidden(each)))


def _is_known(name: str) -> bool:
    return NAME.fullmatch(name) is not None and lowered(name) in schemes()


def _octets(char: str) -> bytes:
    return char.encode("utf-8", "replace")
