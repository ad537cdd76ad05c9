"""Fixes of a reference, and of all references of a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import Json, message
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.documents.document_values import START
from uriinspector.documents.fixes.choices import (
    choice_rows,
    doubtful_front,
    front_row,
    many_slashes,
    slash_rows,
)
from uriinspector.documents.fixes.component_fixes import (
    AMPERSAND,
    AROUND,
    BACKSLASH,
    COLON,
    CONTROL,
    DOTS,
    DRIVE,
    EMPTY_HOST,
    EXCLUDED,
    HEX,
    INVISIBLE,
    KINDS,
    NON_ASCII,
    PORT,
    REMOVED,
    SLASHES,
    SOMEWHERE,
    SPACE,
    STRAY,
    SYNTAX,
    EditedText,
    FixChange,
    FixChoice,
    ReferenceFix,
    TextFix,
    apply_fixes,
    backslashes,
    colon_in_front,
    dots_above_root,
    drive_letter,
    empty_port,
    escapes,
    hosts,
    is_same_request,
    line_breaks,
    outside_grammar,
    percent_signs,
    rereading,
    scheme_in_browsers,
    surrounding_space,
)
from uriinspector.documents.fixes.value_spelling import (
    OctetEdit,
    ValueSpelling,
    applied,
    file_edits,
    is_in_code,
    is_name,
    is_writable,
    is_xhtml,
    overlap,
    query_octets,
)
from uriinspector.documents.html.embedded_addresses import ReferenceItem, items_of
from uriinspector.documents.leaf import Leaf
from uriinspector.readers.browser import serialized

if TYPE_CHECKING:
    from uriinspector.documents.document import Document, Link

    # Codes and options, the first ones first.
    Chosen = tuple[tuple[str, str], ...]

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
# GUIDs stand in such brackets, and name something.
GUID = expression(r"\{[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f-]{8,}\}")
# One that begins and does not end: what follows may be anything.
OPENED = expression(r"\{\{|\{%|<[%?]|\$\{|\[%|\[\[")


def placeholders(text: str) -> tuple[tuple[int, int], ...]:
    """Where they are."""
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
        return IS_REJECTED if is_rejected else None

    def _allows(self, *codes: str) -> bool:
        """Whether something of the kind was found, or came to light by a change."""
        return bool(self._edited.changes) or self.setting.allows(*codes)

    def propose(self) -> ReferenceFix:
        """Stage by stage; a stage that would ask for something else is not taken."""
        self._structure()
        self._front = self._doubtful_places()
        self._characters()
        if not self._spans:
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
        rows = choice_rows(before, reference, skipped, setting.bare, setting.codes or ())
        if setting.allows(SLASHES):
            rows = sorted([*slash_rows(reference, skipped, setting.base), *rows])
        if setting.allows(EMPTY_HOST):
            rows = sorted([*many_slashes(reference, skipped, setting.base), *rows])
        if self._front and (span := doubtful_front(reference)) is not None:
            rows = [front_row(reference, span), *rows]
        changes = {row: row.change(setting.chosen) for row in rows}
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
                rows = [row for row in rows if row not in stage]
            else:
                self._uncertain = True
        return tuple(row.choice(before) for row in rows)

    def _structure(self) -> None:
        setting = self.setting
        if setting.in_markup and setting.allows(SPACE, CONTROL):
            self._take(SPACE, surrounding_space(self._edited.text))
        edited = self._edited.copy()
        if not self._spans and setting.allows(BACKSLASH, SYNTAX):
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
            self._take(SYNTAX, outside_grammar(self._reference(), skipped, setting.query))
        if self._allows(STRAY, SYNTAX):
            self._take(STRAY, percent_signs(self._reference(), self._skipped()))
        changes = (
            each for each in escapes(self._reference(), self._skipped()) if self._allows(each.code)
        )
        self._take(HEX, changes)

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


NOT_WRITABLE = message("It is in a packed or converted part, which is not written.")
IN_CODE = message("It is in a script.")
NOT_CHARACTERS = message("Not each of its characters is written in the file.")
OTHERWISE = message("The fixed value would be read differently in its place.")
CHANGED = message("The fixed file would not be read as intended: nothing was written.")


@dataclass(frozen=True, slots=True)
class LinkFix:
    """What is proposed for the value of one link, which is the one of that ``number``."""

    number: int
    link: Link
    value: str
    fixed: str
    fixes: tuple[TextFix, ...]
    choices: tuple[FixChoice, ...]
    edits: tuple[OctetEdit, ...]
    omitted: str | None = None
    rereads: tuple[str, ...] = ()

    def only(self, codes: frozenset[str]) -> LinkFix:
        """The same with fixes of these kinds alone, and what was chosen."""
        pairs = [
            (fix, edit)
            for fix, edit in zip(self.fixes, self.edits, strict=True)
            if fix.code in codes or fix.option
        ]
        fixes = tuple(fix for fix, _ in pairs)
        fixed = apply_fixes(self.value, fixes)
        return replace(self, fixed=fixed, fixes=fixes, edits=tuple(edit for _, edit in pairs))

    def to_dict(self) -> Json:
        """As in the JSON of the command."""
        return {
            "link": self.number,
            "value": self.value,
            "fixed": self.fixed,
            "source": self.link.source.to_dict(),
            "part": self.link.part,
            "fixes": [each.to_dict() for each in self.fixes],
            "choices": [each.to_dict() for each in self.choices],
            "omitted": self.omitted,
            "other_host_in": list(self.rereads),
        }


def fixes_of(
    document: Document, *, every_ampersand: bool = False, chosen: Chosen = ()
) -> Iterator[LinkFix]:
    """What is proposed for each link at which something is wrong, in the order of the document."""
    leaf: Leaf | None = None
    every = False
    for number, link in enumerate(document.links):
        if link.leaf is not leaf:
            leaf = link.leaf
            every = every_ampersand or is_xhtml(leaf)
        fix = fix_link(number, link, every_ampersand=every, chosen=chosen)
        if fix is not None:
            yield fix


def fix_link(
    number: int, link: Link, *, every_ampersand: bool = False, chosen: Chosen = ()
) -> LinkFix | None:
    """What is proposed for one link; None where nothing is wrong with it."""
    value = link.value
    written = link.leaf.written(link.location)
    codes = frozenset(each.code for each in link.findings)
    if is_plain(value) and b"&" not in written and codes.isdisjoint((SLASHES, EMPTY_HOST)):
        return None
    if is_name(link.place):
        return None
    if is_in_code(link.place):
        return _omitted(number, link, IN_CODE, codes)
    spelling = ValueSpelling.of(link.leaf, link.location)
    if spelling is None:
        return _omitted(number, link, NOT_CHARACTERS, codes)
    if not is_writable(link.leaf.octets):
        return _omitted(number, link, NOT_WRITABLE, codes)
    proposed = _of_items(link, spelling, replace(_setting(link, codes), chosen=chosen))
    fixes = [each for item, one in proposed for each in _moved(one.fixes, item.start)]
    choices = tuple(
        replace(each, start=each.start + item.start, end=each.end + item.start)
        for item, one in proposed
        for each in one.choices
    )
    omitted = next((one.omitted for _, one in proposed if one.omitted), None)
    omitted = None if codes.isdisjoint(KINDS) else omitted
    fixes += _ampersands(spelling, every=every_ampersand) if omitted is None else []
    fixes.sort(key=lambda each: each.start)
    if not fixes and not choices and omitted is None:
        return None
    edits = spelling.edits(fixes, link.location[START])
    fixed = apply_fixes(value, tuple(fixes))
    rereads = tuple(dict.fromkeys(each for _, one in proposed for each in one.rereads))
    result = LinkFix(
        number, link, value, fixed, tuple(fixes), choices, tuple(edits), omitted, rereads
    )
    return result if _reads_back(result, spelling) else _omitted(number, link, OTHERWISE, codes)


def fix_as_decided(number: int, link: Link, fixes: tuple[TextFix, ...]) -> LinkFix:
    """One link with these changes; without them, and why, where its place would not take them."""
    value = link.value
    spelling = ValueSpelling.of(link.leaf, link.location)
    edits = spelling.edits(fixes, link.location[START]) if spelling else []
    fixed = apply_fixes(value, fixes)
    result = LinkFix(number, link, value, fixed, fixes, (), tuple(edits))
    if spelling is None or not _reads_back(result, spelling):
        return left_alone(result)
    return result


def _omitted(number: int, link: Link, why: str, codes: frozenset[str]) -> LinkFix | None:
    """A link that is left alone; said only where there would be something to fix."""
    value = link.value
    if codes.isdisjoint(KINDS) or not fix_reference(value, _setting(link, codes)).fixes:
        return None
    return LinkFix(number, link, value, value, (), (), (), why)


def _setting(link: Link, codes: frozenset[str]) -> FixSetting:
    leaf = link.leaf
    return FixSetting(
        edition=leaf.judge.edition,
        base=link.base.text,
        in_markup=link.place.is_markup or leaf.is_page,
        query=partial(query_octets, leaf),
        codes=codes,
    )


def _of_items(
    link: Link, spelling: ValueSpelling, setting: FixSetting
) -> list[tuple[ReferenceItem, ReferenceFix]]:
    """Each reference of the value, and what is proposed for it."""
    value = spelling.value
    items = items_of(value, link.place.how)
    bare = spelling.bare_names()
    result = []
    for item in items if items is not None else (ReferenceItem(0, value),):
        own = {at - item.start: name for at, name in bare.items() if at >= item.start}
        result.append((item, fix_reference(item.text, replace(setting, bare=own))))
    return result


def _moved(fixes: Iterable[TextFix], by: int) -> Iterator[TextFix]:
    for each in fixes:
        yield replace(each, start=each.start + by, end=each.end + by)


def _ampersands(spelling: ValueSpelling, *, every: bool) -> list[TextFix]:
    kind = KINDS[AMPERSAND]
    inside = [range(*span) for span in placeholders(spelling.value)]
    return [
        TextFix(at, at + 1, "&", AMPERSAND, kind.title, kind.clauses(""))
        for at in spelling.bare_ampersands(every=every)
        if not any(at in each for each in inside)
    ]


def _reads_back(fix: LinkFix, spelling: ValueSpelling) -> bool:
    """Whether the new octets are read as the fixed value, in the place that they are in."""
    start = fix.link.location[START]
    edits = [each._replace(start=each.start - start, end=each.end - start) for each in fix.edits]
    if overlap(edits):
        return False
    octets = applied(spelling.octets, edits)
    return spelling.reread(octets, fix.link.leaf.encoding) == fix.fixed and _is_list_intact(fix)


def _is_list_intact(fix: LinkFix) -> bool:
    """Whether a list still has its references: a comma that now ends one would end its item."""
    how = fix.link.place.how
    before, after = items_of(fix.value, how), items_of(fix.fixed, how)
    if before is None or after is None:
        return before is after
    intended = [apply_fixes(each.text, tuple(_inside(fix.fixes, each))) for each in before]
    return intended == [each.text for each in after]


def _inside(fixes: Iterable[TextFix], item: ReferenceItem) -> Iterator[TextFix]:
    end = item.start + len(item.text)
    return _moved((each for each in fixes if item.start <= each.start < end), -item.start)


def file_edits_of(fixes: Iterable[LinkFix]) -> list[OctetEdit]:
    """The fixes as edits of the file, in order."""
    return file_edits((fix.link.leaf.octets, edit) for fix in fixes for edit in fix.edits)


def misread_links(
    octets: bytes, document: Document, fixes: Iterable[LinkFix], scan: Callable[[bytes], Document]
) -> set[int] | None:
    """The links of the new file that have another value than is intended.

    None where they cannot be told: it has other parts, or more or fewer links.
    """
    fixed = {each.number: each.fixed for each in fixes}
    again = scan(octets)
    if len(again.links) != len(document.links) or len(again.parts) != len(document.parts):
        return None
    return {
        number
        for number, (before, after) in enumerate(zip(document.links, again.links, strict=True))
        if after.value != fixed.get(number, before.value) or after.place != before.place
    }


def left_alone(fix: LinkFix) -> LinkFix:
    """A link whose fix would be read differently in its place."""
    return replace(fix, fixed=fix.value, fixes=(), edits=(), omitted=OTHERWISE)
