"""Proposes what to change in one reference: stage by stage, each held to what parsers say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.core.parse import parse
from uriinspector.documents.fixes.choices import choice_rows
from uriinspector.documents.fixes.component_fixes import (
    colon_in_front,
    dots_above_root,
    drive_letter,
    empty_port,
    escapes,
    outside_grammar,
    percent_signs,
)
from uriinspector.documents.fixes.edited_text import EditedText
from uriinspector.documents.fixes.fix_table import (
    BACKSLASH,
    COLON,
    CONTROL,
    DOTS,
    DRIVE,
    EMPTY_HOST,
    EXCLUDED,
    HEX,
    INVISIBLE,
    NON_ASCII,
    PORT,
    SLASHES,
    SPACE,
    STRAY,
    SYNTAX,
)
from uriinspector.documents.fixes.fix_values import ReferenceFix, apply_fixes
from uriinspector.documents.fixes.placeholders import is_unfinished, masked, placeholders
from uriinspector.documents.fixes.same_request import (
    SOMEWHERE,
    hosts,
    is_same_request,
    rereading,
)
from uriinspector.documents.fixes.scheme_or_host_choices import (
    doubtful_front,
    front_row,
    many_slashes,
    slash_rows,
)
from uriinspector.documents.fixes.space_and_backslashes import (
    AROUND,
    REMOVED,
    backslashes,
    line_breaks,
    scheme_in_browsers,
    surrounding_space,
)
from uriinspector.readers.browser import serialized

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from uriinspector.core.reference import Reference
    from uriinspector.documents.fixes.edited_text import FixChange
    from uriinspector.documents.fixes.fix_values import FixChoice

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
