"""Propose fixes for the references of a document, and check that they are read back as intended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.correction import (
    AMPERSAND,
    EMPTY_HOST,
    KINDS,
    SLASHES,
    FixChoice,
    FixSetting,
    ReferenceFix,
    TextFix,
    apply_fixes,
    fix_reference,
    is_plain,
    placeholders,
)
from uriinspector.core.model import Json, json_of, message
from uriinspector.documents.document_values import START
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

if TYPE_CHECKING:
    from uriinspector.documents.document import Document, Link

    # Codes and options, in order of preference.
    Chosen = tuple[tuple[str, str], ...]

NOT_WRITABLE = message("It is in a packed or converted part, which is not written.")
IN_CODE = message("It is in a script.")
NOT_CHARACTERS = message("Not each of its characters is written in the file.")
OTHERWISE = message("The fixed value would be read differently in its place.")
CHANGED = message("The fixed file would not be read as intended: nothing was written.")


@dataclass(frozen=True, slots=True)
class LinkFix:
    """The fixes proposed for the value of the link with this ``number``."""

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
        """Return only the fixes of these kinds and those that were chosen."""
        pairs = [
            (fix, edit)
            for fix, edit in zip(self.fixes, self.edits, strict=True)
            if fix.code in codes or fix.option
        ]
        fixes = tuple(fix for fix, _ in pairs)
        fixed = apply_fixes(self.value, fixes)
        return replace(self, fixed=fixed, fixes=fixes, edits=tuple(edit for _, edit in pairs))

    def to_dict(self) -> Json:
        return {
            **json_of(self, "link=number value fixed"),
            **json_of(self.link, "source part"),
            **json_of(self, "fixes choices omitted other_host_in=rereads"),
        }


def fixes_of(
    document: Document, *, every_ampersand: bool = False, chosen: Chosen = ()
) -> Iterator[LinkFix]:
    """Yield the fixes for faulty links in the order of the document."""
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
    """Return the fixes for one link, or None if it is not faulty."""
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
        each._replace(start=each.start + item.start, end=each.end + item.start)
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
    """Return a link with the given changes, or without any if they would be misread there."""
    value = link.value
    spelling = ValueSpelling.of(link.leaf, link.location)
    edits = spelling.edits(fixes, link.location[START]) if spelling else []
    fixed = apply_fixes(value, fixes)
    result = LinkFix(number, link, value, fixed, fixes, (), tuple(edits))
    if spelling is None or not _reads_back(result, spelling):
        return left_alone(result)
    return result


def _omitted(number: int, link: Link, why: str, codes: frozenset[str]) -> LinkFix | None:
    """Return a link that is not fixed, with the reason; None if there is nothing to fix."""
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
        yield each._replace(start=each.start + by, end=each.end + by)


def _ampersands(spelling: ValueSpelling, *, every: bool) -> list[TextFix]:
    kind = KINDS[AMPERSAND]
    inside = [range(*span) for span in placeholders(spelling.value)]
    return [
        TextFix(at, at + 1, "&", AMPERSAND, kind.title, kind.clauses(""))
        for at in spelling.bare_ampersands(every=every)
        if not any(at in each for each in inside)
    ]


def _reads_back(fix: LinkFix, spelling: ValueSpelling) -> bool:
    """Return True if the new bytes are read as the fixed value in their place."""
    start = fix.link.location[START]
    edits = [each._replace(start=each.start - start, end=each.end - start) for each in fix.edits]
    if overlap(edits):
        return False
    octets = applied(spelling.octets, edits)
    return spelling.reread(octets, fix.link.leaf.encoding) == fix.fixed and _is_list_intact(fix)


def _is_list_intact(fix: LinkFix) -> bool:
    """Return True if a list still has its references: a new comma at an end would split an item."""
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
    return file_edits((fix.link.leaf.octets, edit) for fix in fixes for edit in fix.edits)


def misread_links(
    octets: bytes, document: Document, fixes: Iterable[LinkFix], scan: Callable[[bytes], Document]
) -> set[int] | None:
    """Return the links of the new file that do not have the intended value.

    None if they cannot be compared, because there are other parts, or more or fewer links.
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
    """Return a link without its fixes, which would be read differently in their place."""
    return replace(fix, fixed=fix.value, fixes=(), edits=(), omitted=OTHERWISE)
