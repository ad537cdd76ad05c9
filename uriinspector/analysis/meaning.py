"""The link that a text stands for if it is not a link itself."""

import re
from collections.abc import Iterable
from functools import partial
from html import unescape
from itertools import islice
from typing import Protocol

from uriinspector.analysis.defanged import ESCAPES, has_host, is_followed, link_edits
from uriinspector.analysis.derived import DEFANGED, ENCODED, MISSPELLED, WRAPPED, Derived
from uriinspector.analysis.host_shape import shaped_like_host
from uriinspector.analysis.international.known_names import is_one_edit
from uriinspector.analysis.international.scripts import located
from uriinspector.analysis.running_text import (
    HEADERS,
    WHITE_CLASS,
    WHITE_SPACE,
    addresses,
    is_mention,
    is_one,
    unwrap,
)
from uriinspector.core.expression import expression, lowered
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.readers.browser import STRIPPED, host_in_browsers

# A text of only these characters has no marks, unless one of the strings in MARKED occurs.
UNMARKED = expression(r"[A-Za-z0-9/._~?=&;#+-]*+")
MARKED = ("//", "__", "dot", "DOT")
# A path that is judged as written: its first segment is empty or one word that an address bar does
# not read as a host, and no colon follows.
PATH_ALONE = expression(
    r"(?:|\.\.?|(?!localhost|0x|[\w-]*dot)[a-z0-9-](?:[a-z0-9-]|_(?!_)|(?!))*+)"
    r"(?:[/?#](?![/\\])[^:]*+)?",
    re.IGNORECASE | re.ASCII,
)
# The maximum length of text with a link in it, and the maximum number of references in it.
LONGEST, MOST = 4_096, 8
# Text that ends in a path or query, which the following link is a part of.
IN_A_REFERENCE = expression(rf"[^{WHITE_CLASS}/?]*+[/?][^{WHITE_CLASS}]*(?<=[=&?/#])")
# The beginning of prose such as "Note: some text", which the grammar reads as a scheme.
LABEL = expression(r"[A-Za-z]{1,30}:\s+[^\s/\\]")
# A link in Markdown or HTML with its text.
MARKED_UP = expression(
    r"\s*\[(?P<label>[^\[\]\r\n]{1,200})\]\(<?(?P<link>[^\s<>]+?)>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)\s*"
    r"|\s*<a\s[^<>]*?\bhref\s*=\s*[\"']?(?P<href>[^\s\"'<>]++)[^<>]*+>\s*(?P<text>[^<>]{1,200}?)\s*</a\s*>\s*",
    re.IGNORECASE,
)
# Text in front of a link, and behind it, that makes a command run what the link leads to.
# Instructions for installing programs use shells, but not these programs or a hidden window.
_OPTIONS = r"(?:\.exe)?[\"']?(?:\s+(?:[-/]\S*|\S+\.dll,\S*)|(?!))*+\s*[\"']?"
_LOADED = r"(?:\s+-\S+|(?!))*+\s*[\"']?(?:\$\(|<\(|`)[^)`]*\b(?:curl|wget)\b"
IN_FRONT = expression(
    r"(?:\A|[\s\"'`(&|;/\\])(?:"
    rf"(?P<abused>mshta|regsvr32|rundll32|wscript|cscript){_OPTIONS}\Z"
    r"|(?P<hidden>powershell|pwsh)(?:\.exe)?\s[^|]{0,200}?-w(?:in(?:dowstyle)?)?\s+h"
    rf"|(?P<installer>msiexec)(?:\.exe)?\s+[-/][ip]\s*[\"']?\Z|(?P<shell>eval|source|(?:ba|z|da|k)?sh){_LOADED}"
    r"|(?P<evaluates>iex|invoke-expression)[\s\"'(&]++(?:new-object|irm|iwr|curl|wget|invoke-)\b)",
    re.IGNORECASE,
)
BEHIND = expression(
    r"[^|]{0,80}\|\s*(?:sudo\s+)?(?:\S{0,40}/)?"
    r"(?P<pipe>(?:ba|z|da|k)?sh|python[0-9.]*|perl|ruby|node|php|iex|invoke-expression|cmd|powershell|pwsh)"
    r"(?=[\s\"')]|\Z)",
    re.IGNORECASE,
)
# Characters as web pages can write them, of those that a scheme and its colon consist of.
ENTITY = expression(
    r"&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|colon|tab|newline|sol|lpar|rpar);?", re.IGNORECASE
)
ERRORS = "surrogatepass"
# A comment after a command, which can hide the command from view.
COMMENT = expression(rf"[{WHITE_CLASS}]#")
# A dot after a backslash, with or without brackets.
ESCAPED_DOT = expression(r"\\[.\[({]")
# The prefix that RFC 1738 puts before a link; in later editions it is a scheme.
PREFIX = "url"
# The beginning of a web link, with additional white space and wrong marks.
BEGINNING = expression(r"([a-z][a-z\s]{1,9})[\s:;.,]{0,4}//(?=[^/?#])")
BLANKS = expression(r"\s+")
LONGEST_BEGINNING = 24
HTTP = ("http", "https")


class MeaningInput(Protocol):
    """Facts about a text that are available before looking for a derived text."""

    reference: Reference
    text: str
    base: str | None
    scheme: str | None
    stands_alone: bool
    is_web: bool

    @property
    def is_plain(self) -> bool:
        """True if all readers agree on the host."""

    @property
    def is_wrapped(self) -> bool:
        """True if the text may have a wrapper around it, or be defanged."""

    @property
    def is_webdav(self) -> bool:
        """True if Windows reads user and host as a WebDAV path."""

    @property
    def stripped_scheme(self) -> str | None:
        """The scheme that browsers find although the grammar finds none."""

    @property
    def browser_host(self) -> str | None:
        """The host in browsers."""


def derived(given: MeaningInput) -> Derived | None:
    """Return the link that the text stands for; None if it is a link itself."""
    if given.scheme is None:
        if not given.is_wrapped and PATH_ALONE.fullmatch(given.text):
            return None
    elif given.is_plain and given.scheme in schemes() and not given.is_wrapped:
        return None
    link = _from_markup(given) or _unwrapped(given) or _undefanged(given) or _respelled(given)
    return link or _surrounded(given) or _completed(given)


def _from_markup(given: MeaningInput) -> Derived | None:
    """Decode the beginning of a link in the source code of a web page: "javascript&colon;"."""
    text = given.text
    if not given.stands_alone or "&" not in text[:LONGEST]:
        return None
    marked_up = MARKED_UP.fullmatch(text)
    start, end = marked_up.span("href") if marked_up and marked_up["href"] else (0, len(text))
    edits = [(*each.span(), unescape(each[0])) for each in ENTITY.finditer(text, start, end)]
    inside = Derived(ENCODED, text, [(0, start, ""), *edits, (end, len(text), "")])
    written = STRIPPED.sub("", text[start:end]).partition(":")[0]
    scheme, colon, _ = STRIPPED.sub("", inside.text).partition(":")
    is_scheme = bool(colon) and (scheme in {"javascript", *HTTP} or lowered(scheme) in schemes())
    return inside if is_scheme and lowered(written) != lowered(scheme) else None


def _undefanged(given: MeaningInput) -> Derived | None:
    """Undo the marks of a defanged link, unless browsers follow it as written."""
    text = given.text
    # The two slashes of a network path are not a mark.
    is_network = given.scheme is None and given.reference.authority is not None
    body = text[2:] if is_network else text
    if UNMARKED.fullmatch(body) and not any(each in body for each in MARKED):
        return None
    if _is_as_written(given):
        return None
    if given.scheme is None and not given.stands_alone and ":" not in text[:40]:
        return None
    if given.scheme is not None and given.is_web and _is_followed(given):
        return None
    start, end, inside, _ = unwrap(text)
    if inside != text[start:end] or not is_one(inside, text.lstrip(WHITE_SPACE)[:1]):
        start, end = 0, len(text)
    edits = link_edits(text[start:end], needs_scheme=not given.stands_alone)
    if not edits:
        return None
    moved = [(first + start, last + start, after) for first, last, after in edits]
    how = DEFANGED
    if all(ESCAPES.fullmatch(text, first, last) for first, last, _ in moved):
        how = ENCODED
    elif all("".join(text[first:last].split()) == after for first, last, after in moved):
        how = WRAPPED  # only white space, which people type by mistake
    return Derived(how, text, [(0, start, ""), *moved, (end, len(text), "")])


def _is_as_written(given: MeaningInput) -> bool:
    """Return True for a known scheme that has no host and whose colon is not marked."""
    scheme = given.scheme
    if scheme is None or scheme == PREFIX or scheme not in schemes() or has_host(scheme):
        return False
    start, end = given.reference.spans[1]
    return start == 0 and given.text[end + 1 : end + 2].isalnum()


def _is_followed(given: MeaningInput) -> bool:
    r"""Return True if browsers find a possible host, except in cases such as "evil\\.com"."""
    host = given.browser_host
    return is_followed(host) and not (ESCAPED_DOT.search(given.text) and "." not in (host or "."))


def _unwrapped(given: MeaningInput) -> Derived | None:
    """Unwrap a text that consists of a wrapper around one link (RFC 3986 Appendix C).

    With a base, a wrapper is part of the path; if 1994 already reads the link inside, nothing
    is done.
    """
    text = given.text
    if not given.is_wrapped or given.base is not None:
        return None
    if given.stripped_scheme is not None:
        return None
    start, end, inside, is_wrapped = unwrap(text)
    is_read = given.reference.spans[0][0] > 0 and inside == text[start:end]
    if inside == text or is_read or not _is_link(given, inside, is_wrapped=is_wrapped):
        return None
    is_bare = given.reference.spans[0][0] == 0 and given.scheme not in {None, PREFIX}
    if is_bare and given.scheme not in HEADERS:
        return None
    if not is_bare and not is_one(text[start:end], text.lstrip(WHITE_SPACE)[0]):
        return None
    return Derived(WRAPPED, text, [(0, start, ""), *_removed(text, start, end, inside)])


def slip_of(scheme: str, usual: Iterable[str]) -> str | None:
    """Return the usual scheme one typing error away, even if there is a surplus first letter."""
    if len(scheme) < 3 or scheme in schemes():
        return None
    slips = [each for each in usual if is_one_edit(scheme, each) or is_one_edit(scheme[1:], each)]
    return max(slips, key=partial(_likeness, scheme), default=None)


def _likeness(scheme: str, usual: str) -> tuple[bool, bool]:
    return scheme[1:] == usual, usual.endswith("s") == ("s" in scheme)


def _respelled(given: MeaningInput) -> Derived | None:
    """Correct a wrong, lookalike or invisible character at the beginning of a web link."""
    text = given.text
    if not given.stands_alone or given.stripped_scheme is not None or given.scheme in schemes():
        return None
    start, end, inside, _ = unwrap(text)
    looks = located(text[start : start + LONGEST_BEGINNING])
    match = BEGINNING.match(looks.text)
    if match is None or inside != text[start:end]:
        return None
    last = start + looks.written(0, match.end()).end
    written, scheme = lowered(text[start:last]), BLANKS.sub("", match[1])
    if written in {f"{scheme}://", f"{scheme}//"}:
        scheme = slip_of(scheme, HTTP) or ""
    host = parse(f"http://{text[last:end]}").host
    if scheme not in HTTP or not is_followed(host_in_browsers(host or "")):
        return None
    edits = [(0, start, ""), (start, last, f"{scheme}://"), (end, len(text), "")]
    return Derived(MISSPELLED, text, edits)


def _surrounded(given: MeaningInput) -> Derived | None:
    """Find the only link in a text that is not a link as a whole."""
    text = given.text
    is_text = given.scheme is None or (LABEL.match(text) and given.scheme not in schemes())
    is_text = given.stands_alone and is_text and ":" in text[:LONGEST]
    if not is_text or len(text) > LONGEST or given.reference.valid or given.stripped_scheme:
        return None
    octets = text.encode("utf-8", ERRORS)
    found = list(islice(addresses(octets, 0, len(octets)), MOST))
    if marked_up := MARKED_UP.fullmatch(text):
        at = len(text[: max(marked_up.span("link")[0], marked_up.span("href")[0])].encode())
        found = [each for each in found if each.start <= at < each.end]
    if not found:
        return None
    first = found[0]
    start = len(octets[: first.start].decode("utf-8", ERRORS))
    end = start + len(octets[first.start : first.end].decode("utf-8", ERRORS))
    if others := [each.start for each in found if each.value != first.value]:
        comment = COMMENT.search(text, end) if command_at(text, start, end) else None
        if comment is None or len(text[: comment.end()].encode("utf-8", ERRORS)) > min(others):
            return None
    if parse(first.value).scheme is None or "\ufffd" in first.value:
        return None
    if IN_A_REFERENCE.fullmatch(text, 0, start):
        return None
    return Derived(WRAPPED, text, [(0, start, ""), *_removed(text, start, end, first.value)])


def command_at(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find the command in the text that would run what the link at this place leads to."""
    return IN_FRONT.search(text, 0, start) or BEHIND.match(text, end)


def _removed(text: str, start: int, end: int, inside: str) -> list[tuple[int, int, str]]:
    """Return the edits that remove everything from ``start`` on except the inner text."""
    edits, at = [], start
    for char in inside:
        stop = text.find(char, at, end)
        if stop > at:
            edits.append((at, stop, ""))
        at = stop + 1
    return [*edits, (at, len(text), "")]


def _is_link(given: MeaningInput, text: str, *, is_wrapped: bool) -> bool:
    """Return True if a text without spaces has a known scheme or is shaped like a host."""
    reference = parse(text)
    if len(text.split(None, 1)) != 1 or is_mention(text):
        return False
    if is_wrapped and reference.scheme is not None and lowered(reference.scheme) in schemes():
        return True
    return given.stands_alone and shaped_like_host(reference) is not None


def _completed(given: MeaningInput) -> Derived | None:
    """Return the link that an address bar makes of a text outside of documents."""
    if not given.stands_alone or given.is_webdav or given.stripped_scheme is not None:
        return None
    return shaped_like_host(given.reference)
