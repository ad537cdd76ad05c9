"""The corrected link: fixed stage by stage, with choices where two answers are right."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from uriinspector.analysis.correction_stages import (
    AROUND,
    COLON,
    DOTS,
    DRIVE,
    EMPTY_HOST,
    INVISIBLE,
    KINDS,
    PORT,
    REMOVED,
    SCHEME,
    SLASHES,
    SOMEWHERE,
    SPACE,
    SYNTAX,
    URL,
    EditedText,
    FixChange,
    FixChoice,
    FixOption,
    ReferenceFix,
    TextFix,
    apply_fixes,
    backslashes,
    colon_in_front,
    dots_above_root,
    drive_letter,
    empty_port,
    escapes,
    host_of_browsers,
    hosts,
    is_hidden,
    is_same_link,
    is_same_request,
    line_breaks,
    outside_grammar,
    percent_signs,
    rereading,
    scheme_in_browsers,
    stray_percents,
    surrounding_space,
)
from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.analysis.escapes import (
    BACKSLASH,
    BROKEN,
    CONTROL,
    EXCLUDED,
    INVALID,
    NON_ASCII,
    PERCENT,
    SMALL,
    SPECIAL,
    TWICE,
    escaped,
    spots,
)
from uriinspector.analysis.rules.escaping import runs_of
from uriinspector.core.charset import ALPHANUM
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Json, NamedTuple, Part, message
from uriinspector.core.parse import parse
from uriinspector.core.percent import utf8_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import schemes
from uriinspector.readers.browser import host_in_unicode, is_taken_as_written, serialized

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
TWICE_WRITTEN = message('"&" was encoded twice: written once.')
NAMED = message('A parameter whose name begins with "amp;": left as it is.')
PARAMETER = message("A parameter of that name: the ampersand is written in full.")
BLANK = message("A space between words: left as it is.")
PLUS = message("The plus sign itself: percent-encoded.")
BETWEEN = message("It separates parameters: left as it is.")
PART_OF_VALUE = message("It is part of a value: percent-encoded.")
# A plus sign, and an ampersand before what has no value.
SIGNS = expression(r"\+|&(?!amp;)(?=[^&=#]*+(?:[&#]|\Z))")
SIGN, SIGN_CITES = "query-sign", ("WHATWG URL 5.1", "RFC 3986 2.2")
CHARACTER = message("The character that browsers read: percent-encoded.")
ONCE = message("It was encoded once too often: one layer is taken away.")
ON_PURPOSE = message("The decoded text has percent-encoding in it: left as it is.")
# What can be chosen by name for the findings of each code.
OPTIONS: Mapping[str, tuple[str, ...]] = {
    BROKEN: ("literal", "character"),
    INVALID: ("utf-8", "bytes"),
    INVISIBLE: ("remove", "encode"),
    PORT: ("once", "keep"),
    NON_ASCII: ("parameter", "character"),
    SLASHES: ("host", "path"),
    EMPTY_HOST: ("host", "path"),
    COLON: ("scheme", "path"),
    TWICE: ("once", "keep"),
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
        *(_escaped_escapes(reference, skipped) if TWICE in codes else ()),
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
        yield at, end, BROKEN, "Invalid percent-encoding", tuple(options), cites


def _foreign_bytes(reference: Reference, edited: EditedText, skipped: set[int]) -> Iterator[_Row]:
    # Not what has just been written for a character of a query in another encoding.
    written = {each.start for each in edited.changes if each.code == NON_ASCII}
    spans = (
        each.span
        for each in spots(reference)
        if INVALID in each.kinds
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
        yield *run, INVALID, "Invalid UTF-8", options, ("RFC 3986 2.5", "RFC 3629 3")


def _hidden(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    start = reference.spans[2][1] if reference.authority is not None else 0
    for at in range(start, len(reference.text)):
        char = reference.text[at]
        if at not in skipped and is_hidden(char):
            options = (
                FixOption("", UNWANTED, "remove"),
                FixOption(escaped(utf8_of(char)), WANTED, "encode"),
            )
            cites = KINDS[NON_ASCII].clauses(reference.edition)
            yield at, at + 1, INVISIBLE, "Invisible character", options, cites


def _entities(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    span = reference.span(Part.QUERY)
    at = reference.text.find("&amp;", *span) if span else -1
    while span and at >= 0:
        if at not in skipped:
            options = (FixOption("&", TWICE_WRITTEN, "once"), FixOption("&amp;", NAMED, "keep"))
            yield at, at + 5, PORT, "Valid but unusual syntax", options, ("HTML 13.2.5.72",)
        at = reference.text.find("&amp;", at + 5, span.end)


def _signs(reference: Reference, skipped: set[int]) -> Iterator[_Row]:
    """In a query of the web, "+" can be a space, and "&" before a name without a value a sign."""
    span = reference.span(Part.QUERY)
    if span is None or lowered(reference.scheme or "http") not in SPECIAL:
        return
    for match in SIGNS.finditer(reference.text, *span):
        at, char = match.start(), match[0]
        if at in skipped:
            continue
        kept, meaning = (BLANK, PLUS) if char == "+" else (BETWEEN, PART_OF_VALUE)
        names = ("space", "plus") if char == "+" else ("between", "value")
        options = (
            FixOption(char, kept, names[0]),
            FixOption(escaped(char.encode()), meaning, names[1]),
        )
        yield at, at + 1, SIGN, message("Sign with two meanings"), options, SIGN_CITES


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
            yield at, at + 3, TWICE, "Double percent-encoding", options, cites


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


# The usual brackets of template languages, PHP, and of programs that send mail.  A run inside of
# one has an upper bound, or every opening bracket would look for its end through a whole page.
INSIDE = r"(?s:.){0,2000}?"
PLACEHOLDER = expression(
    rf"\{{\{{{INSIDE}\}}\}}\}}?"
    rf"|\{{%{INSIDE}%\}}"
    rf"|\{{#{INSIDE}#\}}"
    rf"|<[%?]{INSIDE}[%?]>"
    rf"|[$#@]\{{[^{{}}]{{1,2000}}\}}"
    r"|\$\([^()]{1,200}\)"
    rf"|\[\[{INSIDE}\]\]"
    rf"|\[%{INSIDE}%\]"
    r"|\*\|[^|]{1,200}\|\*"
    r"|%%[A-Za-z_][\w.-]{0,100}%%"
    r"|%(?:(?![0-9A-Fa-f]{2})[A-Za-z_]{3,60}|[A-Z_]{4,60})%(?![0-9A-Fa-f]{2})"
    r"|%\([A-Za-z_][\w.-]{0,100}\)[a-z]"
    # A whole value, as programs that send mail have it; elsewhere brackets are those of a query.
    r"|\A\[[A-Za-z_][\w .:-]{1,60}\]"
    # RFC 6570 2.1 to 2.4, and "{$name}", "{name:type}" of other languages.
    r"|\{[$+#./;?&=,!@|]?[A-Za-z0-9_][\w.%:*,\[\]'>()-]{0,200}\}"
)
# Such brackets also surround GUIDs, which are no placeholders.
GUID = expression(r"\{[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f-]{8,}\}")
# One that begins and does not end: what follows may be anything.
OPENED = expression(r"\{\{|\{%|<[%?]|\$\{|\[%|\[\[")


def placeholders(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the placeholders in a text."""
    return tuple(
        match.span() for match in PLACEHOLDER.finditer(text) if not GUID.fullmatch(match[0])
    )


def masked(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The text with a letter for each of their characters, which means nothing in a reference."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], "x" * (end - start))
        at = end
    return "".join([*pieces, text[at:]])


def is_unfinished(text: str) -> bool:
    """Whether a placeholder begins in a text without its placeholders, and has no end."""
    return OPENED.search(text) is not None


# A reference in which nothing of all this can be found: nearly every one is such.
SIMPLE = r"[A-Za-z0-9_~=;,!$'()*+-]|&(?!amp;)|\.(?!\.)"
PLAIN = expression(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*+:|(?!))?+(?://[A-Za-z0-9.-]*+(?::[0-9][0-9]*+)?+)?+"
    rf"(?:{SIMPLE}|(?!))*+(?:[/?](?:{SIMPLE}|[/?:@]|(?!))*+)?+(?:#(?:{SIMPLE}|[/?:@]|(?!))*+)?+"
)
CODE = frozenset({"javascript", "vbscript", "livescript"})
# Written for people alone: "name at host", "name(at)host".
NO_ADDRESS = expression(r"mailto:(?=[^@?%]*+(?:\?|\Z))[A-Za-z0-9._~+-]*+[^@?%]", re.IGNORECASE)
DRIVE_PATH = expression(r"[A-Za-z]:[\\/]")
IS_CODE = message("The link is code, not a reference.")
IS_DRIVE = message("A file path of Windows: a page needs a file URL or a relative reference.")
IS_NO_ADDRESS = message('The address has no "@": what it should be is not known.')
IS_TEMPLATE = message("A placeholder of a template is not closed in the link.")
IS_DEFANGED = message("The link is defanged.")
IS_REJECTED = message("Browsers reject the link: what it should be is not known.")
IS_UNCERTAIN = message("Parsers would not agree that the fixed link asks for the same.")


IS_TEXT = message("The text is not a link.")
IS_PLACEHOLDER = message("Only the placeholders of a template are not valid; they are left alone.")
IS_DERIVED = message("Another link is meant, which is corrected instead.")
# The meanings that keep what browsers read.
AS_READ = ((BROKEN, "literal"), (INVISIBLE, "encode"))


@dataclass(frozen=True, slots=True)
class FixSetting:
    """Where a reference is, and by which edition it is judged."""

    edition: str = "2005"
    base: str | None = None
    in_markup: bool = True
    # How characters beyond ASCII are sent in a query: by the encoding of the page.
    query: Callable[[str], bytes | None] = lambda char: char.encode("utf-8", "replace")
    # Characters that a name without its ";" was read as, and how that is written.
    bare: Mapping[int, str] = field(default_factory=dict)
    # The codes of the findings on it; None: whatever there may be.
    codes: frozenset[str] | None = None
    # Codes and the options that are taken where they are choices, the first ones first.
    chosen: tuple[tuple[str, str], ...] = ()
    # Whether what is valid stays as it is.
    is_minimal: bool = False

    def allows(self, *codes: str) -> bool:
        """Whether one of these was found."""
        return self.codes is None or not self.codes.isdisjoint(codes)


def is_plain(text: str) -> bool:
    """Whether there is certainly nothing to fix."""
    return PLAIN.fullmatch(text) is not None


def fix_reference(text: str, setting: FixSetting | None = None) -> ReferenceFix:
    """All that has one right answer, and the choices that are left."""
    fixer = ReferenceFixer(text, setting or FixSetting())
    reason = fixer.reason_to_leave()
    if reason is not None:
        return ReferenceFix(text, text, omitted=reason)
    return fixer.propose()


class ReferenceFixer:
    """One reference while it is worked on."""

    def __init__(self, text: str, setting: FixSetting) -> None:
        self.text = text
        self.setting = setting
        self._spans = placeholders(text)
        self._masked = masked(text, self._spans)
        self._edited = EditedText(self._masked)
        self._uncertain = False
        # Characters at the front that may be a scheme with a slip in it.
        self._front: set[int] = set()

    def reason_to_leave(self) -> str | None:
        """Why it is not touched at all."""
        masked_text = self._masked.strip("\t\n\r\f ")
        if is_unfinished(masked_text):
            return IS_TEMPLATE
        if DRIVE_PATH.match(masked_text):
            return IS_DRIVE
        if scheme_in_browsers(masked_text, None, in_markup=False) in CODE:
            return IS_CODE
        if NO_ADDRESS.match(masked_text):
            return IS_NO_ADDRESS
        if "defanged" in (self.setting.codes or ()):
            return IS_DEFANGED
        is_rejected = serialized(self._masked, self.setting.base or SOMEWHERE) is None
        return IS_REJECTED if is_rejected and not self.setting.is_minimal else None

    def _allows(self, *codes: str) -> bool:
        """Whether something of the kind was found, or came to light by a change."""
        return bool(self._edited.changes) or self.setting.allows(*codes)

    def propose(self) -> ReferenceFix:
        """Stage by stage; a stage that would ask for something else is not taken."""
        self._structure()
        self._front = self._doubtful_places()
        self._characters()
        if not self._spans and not self.setting.is_minimal:
            self._segments()
        setting = self.setting
        choices = self._choices()
        fixes = self._edited.fixes(setting.edition)
        # White space around it is no part of a value in markup (HTML 2.4.1).
        before = AROUND.sub("", self._masked) if setting.in_markup else self._masked
        rereads = rereading(before, self._edited.text, setting.base) if fixes else ()
        reason = IS_UNCERTAIN if self._uncertain else None
        fixed = apply_fixes(self.text, fixes)
        return ReferenceFix(self.text, fixed, fixes, choices, reason, rereads)

    def _choices(self) -> tuple[FixChoice, ...]:
        """Those that are left when all that were made are taken, which change no host but one."""
        before = self._edited
        reference, skipped, setting = self._reference(), self._skipped(), self.setting
        codes = {TWICE} if setting.is_minimal else setting.codes or ()
        rows = choice_rows(before, reference, skipped, setting.bare, codes)
        if setting.is_minimal:
            rows = sorted([*rows, *(ChoiceRow(*each) for each in _signs(reference, skipped))])
        if setting.allows(SLASHES):
            rows = sorted([*slash_rows(reference, skipped, setting.base), *rows])
        if setting.allows(EMPTY_HOST):
            rows = sorted([*many_slashes(reference, skipped, setting.base), *rows])
        if self._front and (span := doubtful_front(reference)) is not None:
            rows = [front_row(reference, span), *rows]
        changes = {row: row.change(setting.chosen) for row in rows}
        offered = rows
        # Those in front come last, so that the others are still where they were.
        for is_host in (False, True):
            stage = [row for row in rows if changes[row] and row.is_front is is_host]
            edited = self._edited.copy()
            edited.apply(
                each
                for row in stage
                if (each := changes[row]) and each.replacement != before.text[row.start : row.end]
            )
            base = setting.base
            if is_host or hosts(self._edited.text, base) == hosts(edited.text, base):
                self._edited = edited
                taken = set(stage)
                rows = [row for row in rows if row not in taken]
            else:
                self._uncertain = True
        return tuple(row.choice(before) for row in (offered if setting.is_minimal else rows))

    def _structure(self) -> None:
        setting = self.setting
        if setting.in_markup and setting.allows(SPACE, CONTROL):
            self._take(SPACE, surrounding_space(self._edited.text))
        edited = self._edited.copy()
        if not self._spans and setting.allows(BACKSLASH, EXCLUDED, SYNTAX):
            plain = REMOVED.sub("", edited.text)
            scheme = scheme_in_browsers(plain, setting.base, in_markup=setting.in_markup)
            edited.apply(backslashes(edited.text, scheme))
        if setting.allows(CONTROL):
            edited.apply(line_breaks(edited.text))
        # Together: a parser may come to the host of browsers by both alone.
        self._adopt(BACKSLASH, edited)

    def _characters(self) -> None:
        setting, skipped = self.setting, self._skipped()
        if not self._spans and self._allows(SYNTAX):
            # First: behind "./" more can be decoded.
            if not self._front:
                self._take(COLON, colon_in_front(self._reference()))
            skipped = self._skipped()
        if not self._spans and self._allows(EXCLUDED, SYNTAX):
            self._take(DRIVE, drive_letter(self._reference()))
        if self._allows(EXCLUDED, SYNTAX, NON_ASCII, CONTROL, BACKSLASH):
            kept = "" if setting.is_minimal else "\ufffd"
            self._take(SYNTAX, outside_grammar(self._reference(), skipped, setting.query, kept))
        if self._allows(BROKEN, SYNTAX):
            self._take(BROKEN, percent_signs(self._reference(), self._skipped()))
        if setting.is_minimal:
            if not self._spans:
                self._edited.apply(host_of_browsers(self._reference(), setting.base))
            return
        changes = (
            each for each in escapes(self._reference(), self._skipped()) if self._allows(each.code)
        )
        self._take(SMALL, changes)

    def _segments(self) -> None:
        if self._allows(PORT):
            self._take(PORT, empty_port(self._reference()))
        self._take(DOTS, dots_above_root(self._reference(), self.setting.base))

    def _doubtful_places(self) -> set[int]:
        if self._spans or not self.setting.allows(SYNTAX, EXCLUDED, NON_ASCII, INVISIBLE):
            return set()
        span = doubtful_front(self._reference())
        return set() if span is None else {self._edited.places[at] for at in range(*span)}

    def _reference(self) -> Reference:
        return parse(self._edited.text, edition=self.setting.edition)

    def _skipped(self) -> set[int]:
        """The characters of placeholders, and those of which the author has to say something."""
        inside = {at for span in self._spans for at in range(*span)}
        inside |= self.setting.bare.keys() | self._front
        if not inside:
            return set()
        return {at for at, place in enumerate(self._edited.places[:-1]) if place in inside}

    def _take(self, kind: str, changes: Iterable[FixChange]) -> None:
        """A stage, unless it would change what is asked for."""
        edited = self._edited.copy()
        edited.apply(changes)
        self._adopt(kind, edited)

    def _adopt(self, kind: str, edited: EditedText) -> None:
        before, after = self._edited.text, edited.text
        if edited.changes == self._edited.changes:
            return
        is_utf8 = self.setting.query("\xe9") == b"\xc3\xa9"
        if is_same_request(before, after, self.setting.base, kind, query=is_utf8):
            self._edited = edited
        else:
            self._uncertain = True


@dataclass(frozen=True, slots=True)
class Correction:
    """A link as its edition allows it; browsers read it as the original."""

    original: str
    text: str
    changes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]

    def with_options(self, names: Mapping[int, str]) -> Correction:
        """The same with other options, by the places of their choices."""
        chosen = [
            TextFix(choice.start, choice.end, written, choice.code, meaning, choice.cites, name)
            for choice in self.choices
            for written, meaning, name in choice.options
            if names.get(choice.start) == name and written is not None
        ]
        kept = [
            each
            for each in self.changes
            if not any(each.start < one.end and one.start < each.end for one in chosen)
        ]
        changes = tuple(sorted([*kept, *chosen], key=lambda each: each.start))
        text = apply_fixes(self.original, changes)
        return Correction(self.original, text, changes, self.choices)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        changes = [
            {
                "start": each.start,
                "end": each.end,
                "from": self.original[each.start : each.end],
                "to": each.replacement,
                "reason": each.title,
                "cites": [*each.cites],
            }
            for each in self.changes
        ]
        choices = [each.to_dict() for each in self.choices]
        return {"text": self.text, "changes": changes, "choices": choices}


def correct(text: str, base: str | None = None, edition: str = "2005") -> Correction | str | None:
    """The corrected link, or why there is none; None where there is nothing to correct."""
    if parse(text, edition=edition).valid:
        return None
    if base is None and _is_prose(text):
        return IS_TEXT
    fixer = ReferenceFixer(text, FixSetting(edition, base, chosen=AS_READ, is_minimal=True))
    reason = fixer.reason_to_leave()
    if reason is not None:
        return reason
    result = fixer.propose()
    spans = placeholders(result.fixed)
    fixed = parse(masked(result.fixed, spans), edition=edition)
    if not fixed.valid:
        if result.omitted:
            return result.omitted
        if serialized(text, base or SOMEWHERE) is None:
            return IS_REJECTED
        return message(
            "Nothing valid can be written instead: {told}.", told=fixed.violations[0].message
        )
    if result.fixed == text:
        return IS_PLACEHOLDER
    pairs = {(text, result.fixed), (masked(text, placeholders(text)), fixed.text)}
    if not all(is_same_link(before, after, base) for before, after in pairs):
        return IS_UNCERTAIN
    return Correction(text, result.fixed, result.fixes, result.choices)


def _is_prose(text: str) -> bool:
    """True for words with white space between them, and nothing that begins a link."""
    text = REMOVED.sub("", text)
    is_link = SCHEME.match(text) or text.startswith(("/", "\\", "?", "#", "."))
    return not is_link and len(text.split(None, 2)) > 2


def as_iri(reference: Reference) -> str | None:
    """The link with the characters beyond ASCII that it encodes (RFC 3987 3.2); None without any.

    What is not seen, and what is not UTF-8, stays encoded.
    """
    text = reference.text
    pieces, at = [], 0
    for spot in spots(reference):
        char = spot.octets[0].char if spot.octets and spot.octets[0].form == "utf-8" else None
        if (
            char is not None
            and spot.part is not Part.HOST
            and not is_hidden(char)
            and char < "\ufff0"
        ):
            pieces += [text[at : spot.span.start], char]
            at = spot.span.end
    host = reference.span(Part.HOST)
    found = "".join([*pieces, text[at:]])
    if host is not None and "xn--" in lowered(host.of(text)) and is_taken_as_written(host.of(text)):
        found = found[: host.start] + host_in_unicode(host.of(text)) + found[host.end :]
    return found if found != text else None
