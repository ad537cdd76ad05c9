"""Faults that have two right answers: the user decides."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from urllib.parse import unquote

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.rules.escaping import NO_UTF8, runs_of
from uriinspector.core.charset import ALPHANUM
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, message
from uriinspector.core.percent import octets
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.documents.fixes.component_fixes import (
    COLON,
    EMPTY_HOST,
    INVISIBLE,
    KINDS,
    NON_ASCII,
    PERCENT,
    PORT,
    SCHEME,
    SLASHES,
    STRAY,
    TWICE_ENCODED,
    URL,
    UTF8,
    EditedText,
    FixChange,
    FixChoice,
    FixOption,
    escaped,
    is_hidden,
    stray_percents,
)
from uriinspector.readers.browser import serialized

# What the function "escape" of old scripts writes.
UNICODE = expression(r"%u([0-9A-Fa-f]{4})")
# An escape of an escape; where that is one of a "%", there are more than two answers.
TWICE_ESCAPED = expression("%25(?!25)(?=[0-9A-Fa-f]{2})")
LITERAL = message("The percent sign itself.")
SLIP = message("A slip in the two digits: write the right ones.")
OLD_FORM = message("A character in an old form of JavaScript, here as UTF-8.")
AS_WINDOWS = message("Windows-1252 text: written as UTF-8, if the server expects that.")
AS_BYTES = message("The server expects these bytes: left as they are.")
UNWANTED = message("It came in by accident: removed.")
WANTED = message("It is part of the name: percent-encoded.")
TWICE = message('"&" was encoded twice: written once.')
NAMED = message('A parameter whose name begins with "amp;": left as it is.')
PARAMETER = message("A parameter of that name: the ampersand is written in full.")
CHARACTER = message("The character that browsers read: percent-encoded.")
ONCE = message("It was encoded once too often: one layer is taken away.")
ON_PURPOSE = message("The decoded text has percent-encoding in it: left as it is.")
# What can be chosen by name for the findings of each code.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    STRAY: ("literal", "character"),
    UTF8: ("utf-8", "bytes"),
    INVISIBLE: ("remove", "encode"),
    PORT: ("once", "keep"),
    NON_ASCII: ("parameter", "character"),
    SLASHES: ("host", "path"),
    EMPTY_HOST: ("host", "path"),
    COLON: ("scheme", "path"),
    TWICE_ENCODED: ("once", "keep"),
}


class ChoiceRow(NamedTuple):
    """One of them, by the text as it is now."""

    start: int
    end: int
    code: str
    title: str
    options: tuple[FixOption, ...]
    cites: tuple[str, ...]
    # Whether the host is what is chosen.
    is_front: bool = False

    def choice(self, edited: EditedText) -> FixChoice:
        """The same by the original text."""
        return FixChoice(edited.places[self.start], edited.ends[self.end - 1], *self[2:6])

    def change(self, chosen: Iterable[tuple[str, str]]) -> FixChange | None:
        """The first of the chosen options that there is."""
        for code, name in chosen:
            for each in self.options if code == self.code else ():
                if each.name == name and each.replacement is not None:
                    place = (self.start, self.end, each.replacement, code, self.cites)
                    return FixChange(*place, name, each.meaning)
        return None


def choice_rows(
    edited: EditedText,
    reference: Reference,
    skipped: set[int],
    bare: Mapping[int, str],
    codes: Container[str],
) -> list[ChoiceRow]:
    """All of them, in the order of the text; ``codes`` are those of the findings."""
    rows = [
        *_percents(reference, skipped),
        *_foreign_bytes(reference, edited, skipped),
        *_hidden(reference, skipped),
        *_entities(reference, skipped),
        *_bare_names(reference, edited, bare),
        *(_escaped_escapes(reference, skipped) if TWICE_ENCODED in codes else ()),
    ]
    return sorted(ChoiceRow(*each) for each in rows)


_Row = tuple[int, int, str, str, tuple[FixOption, ...], tuple[str, ...]]


def _percents(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    text, cites = reference.text, PERCENT[reference.edition]
    for at, is_doubtful in stray_percents(reference, skipped):
        if not is_doubtful:
            continue
        end, options = at + 1, [FixOption("%25", LITERAL, "literal")]
        if match := UNICODE.match(text, at):
            char = chr(int(match[1], 16))
            if not "\ud800" <= char <= "\udfff":
                written = escaped(char.encode("utf-8"))
                literal = FixOption(f"%25{match[0][1:]}", LITERAL, "literal")
                end, options = match.end(), [FixOption(written, OLD_FORM, "character"), literal]
        options.append(FixOption(None, SLIP, "slip"))
        yield at, end, STRAY, "Invalid percent-encoding", tuple(options), cites


def _foreign_bytes(reference: Reference, edited: EditedText, skipped: set[int]) -> Iterator[_Row]:
    # Not what has just been written for a character of a query in another encoding.
    written = {each.start for each in edited.changes if each.code == NON_ASCII}
    spans = (
        each.sequence
        for each in octets(reference)
        if each.form in NO_UTF8
        and each.span.start not in skipped
        and edited.places[each.span.start] not in written
    )
    for run in runs_of(spans):
        same = run.of(reference.text)
        text = decode(bytes.fromhex(same.replace("%", "")), WINDOWS)
        options = (
            FixOption(escaped(text.encode()), AS_WINDOWS, "utf-8"),
            FixOption(same, AS_BYTES, "bytes"),
        )
        yield *run, UTF8, "Invalid UTF-8", options, ("RFC 3986 2.5", "RFC 3629 3")


def _hidden(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    start = reference.spans[2][1] if reference.authority is not None else 0
    for at in range(start, len(reference.text)):
        char = reference.text[at]
        if at not in skipped and is_hidden(char):
            options = (
                FixOption("", UNWANTED, "remove"),
                FixOption(escaped(char.encode("utf-8", "replace")), WANTED, "encode"),
            )
            cites = KINDS[NON_ASCII].clauses(reference.edition)
            yield at, at + 1, INVISIBLE, "Invisible character", options, cites


def _entities(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    span = reference.span(Part.QUERY)
    at = reference.text.find("&amp;", *span) if span else -1
    while span and at >= 0:
        if at not in skipped:
            options = (FixOption("&", TWICE, "once"), FixOption("&amp;", NAMED, "keep"))
            yield at, at + 5, PORT, "Valid but unusual syntax", options, ("HTML 13.2.5.72",)
        at = reference.text.find("&amp;", at + 5, span.end)


def _bare_names(
    reference: Reference, edited: EditedText, bare: Mapping[int, str]
) -> Iterator[_Row]:
    if not bare:
        return
    for at, place in enumerate(edited.places[:-1]):
        if place in bare and not reference.text[at].isascii():
            written = escaped(reference.text[at].encode("utf-8", "replace"))
            options = (
                FixOption(bare[place], PARAMETER, "parameter"),
                FixOption(written, CHARACTER, "character"),
            )
            title = "Unencoded non-ASCII characters"
            yield at, at + 1, NON_ASCII, title, options, ("HTML 13.2.5.73",)


def _escaped_escapes(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    for match in TWICE_ESCAPED.finditer(reference.text):
        at = match.start()
        if at not in skipped:
            options = (FixOption("%", ONCE, "once"), FixOption("%25", ON_PURPOSE, "keep"))
            cites = PERCENT[reference.edition]
            yield at, at + 3, TWICE_ENCODED, "Double percent-encoding", options, cites


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
