"""Without recipient data: the same text with nothing in it that tells whom it was made for.

Mail addresses, tokens, secrets and the recipient fields of services give way to a word, and the
text that is left is inspected anew: whatever is handed on is made of that alone, so nothing that
was taken out can come back by another way.  What lies packed inside (base64 and the like) is
cleaned by itself and packed again; where no way of packing brings it back it gives way as a whole.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING
from urllib.parse import quote

from uriinspector.analysis.defang import defang
from uriinspector.analysis.derived import MEANT, REPLACED, WRAPPED
from uriinspector.analysis.finding import one_for_each_place
from uriinspector.analysis.gates import RECIPIENT
from uriinspector.analysis.inspection import inspect
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Part, message
from uriinspector.export.known_recipients import RecipientSearch, merged
from uriinspector.export.templates import refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.nested import Layer
    from uriinspector.analysis.recipients import Recipient

REMOVED = "removed"
ANY_ADDRESS = RecipientSearch()
# No text is inspected oftener than this, with all that is inside of it.
INSPECTIONS = 64
# A token of a recipient, its pair written plainly or escaped any number of times.
TOKEN = expression(
    rf"(?:[?&;#]|%(?:25)*(?:3[FfBb]|26|23))(?:{RECIPIENT})(?:=|%(?:25)*3[Dd])"
    r"(?P<value>(?:(?!%(?:25)*(?:26|23|3[Bb]))[^&#;]|(?!)){4,}+)",
    re.IGNORECASE,
)
# Findings that say where a secret stands.
SECRET, PASSWORD = "sensitive-info", "userinfo-password"
# Where a host stands for browsers, by whatever slashes: no mail address is looked for there.
AUTHORITY = expression(r"\s*(?:(?:https?|wss?|ftp):[/\\]*|[/\\]{2,})[^/\\?#]*", re.IGNORECASE)
# The fields of a mail that hold addresses.
ADDRESSED = expression(r"[?&](?:to|cc|bcc)=(?P<value>[^&#]+)", re.IGNORECASE)
REMAINS = "Not exported: a recipient's address would remain in {place}"
IN_HOST = "the name of a host: {text}"
LIMIT = "Data that was not recognized can remain."
# What was done: nothing, something in one place, in several.
NOTES = (
    f"No recipient data was recognized. {LIMIT}",
    f'Recognized recipient data is replaced with "{REMOVED}" in 1 place. {LIMIT}',
    f'Recognized recipient data is replaced with "{REMOVED}" in {{count}} places. {LIMIT}',
)


class CleanedInspection(NamedTuple):
    """An inspection of what is left, and how many places gave way."""

    inspection: Inspection
    removed: int

    @property
    def note(self) -> str:
        """What was done, in words that go with whatever is handed on."""
        if self.removed > 1:
            return message(NOTES[2], count=self.removed)
        return NOTES[self.removed]


def without_recipient(
    inspection: Inspection, search: RecipientSearch | None = None
) -> CleanedInspection:
    """The same inspection of what is left of its text, and of its base."""
    work = _Work(search or ANY_ADDRESS)
    count = 0
    if inspection.base is not None:
        base = work.cleaned(work.again(inspection, inspection.base, None))
        if base.removed:
            count = base.removed
            inspection = work.again(inspection, inspection.text, base.inspection.text)
    cleaned_inspection = work.cleaned(inspection)
    return CleanedInspection(cleaned_inspection.inspection, cleaned_inspection.removed + count)


def refuse_hosts(inspection: Inspection) -> None:
    """RefusedError where an address is encoded in the name of a host, which always stays."""
    if inspection.base is not None:
        refuse_hosts(inspect(inspection.base))
    for each in (inspection.reference.host, inspection.verdict.host, inspection.verdict.final_host):
        for start, end in ANY_ADDRESS.packed(each or ""):
            refuse(message(REMAINS, place=message(IN_HOST, text=(each or "")[start:end])))
    for inner in inspection.nested:
        if inner.inspection is not None:
            refuse_hosts(inner.inspection)


class _Work:
    """Cleans a text and what is inside of it, with no more than so many inspections in all."""

    def __init__(self, search: RecipientSearch) -> None:
        self.search = search
        self.left = INSPECTIONS

    def cleaned(self, inspection: Inspection) -> CleanedInspection:
        """What is left of a text; taking one thing out may show another, until nothing is left."""
        removed = 0
        while True:
            places = merged(self._places(inspection))
            if places:
                inspection = self.again(inspection, _replaced(inspection.text, places))
            inspection, inside = self._cleaned_inside(inspection)
            removed += len(places) + inside
            if self.left < 0 or not (places or inside):
                return CleanedInspection(inspection, removed)

    def _places(self, inspection: Inspection) -> Iterator[tuple[int, int]]:
        """Where something stands that is to go, and is not gone already; hosts always stay."""
        text, reference = inspection.text, inspection.reference
        authority = AUTHORITY.match(text)
        span = reference.span(Part.AUTHORITY)
        start = span.end if span else authority.end() if authority else 0
        # What a wrapper holds is looked at by itself.
        held = (each.layer.end for each in inspection.nested if _is_held(each.layer))
        start = max([start, *held])
        result = [each for each in self._spans_after(inspection, start) if each[0] >= start]
        userinfo = reference.span(Part.USERINFO)
        if userinfo:
            result += self._addresses(text, *userinfo)
            # What is before the host can be a known address together with the host.
            known = self.search.addresses.spans(text[: span.end if span else userinfo.end])
            result += ((low, userinfo.end) for low, _ in known if low >= userinfo.start)
            result += _spans_of(inspection, PASSWORD)
        return (each for each in result if text[each[0] : each[1]] != REMOVED)

    def _spans_after(self, inspection: Inspection, start: int) -> Iterator[tuple[int, int]]:
        """Behind the host."""
        text, reference = inspection.text, inspection.reference
        yield from _spans(inspection.recipients)
        yield from _spans_of(inspection, SECRET)
        yield from (match.span("value") for match in TOKEN.finditer(text))
        # What is in a link inside is cleaned there, and encoded again.
        inside = [(e.layer.start, e.layer.end) for e in inspection.nested if e.inspection]
        for low, high in self._addresses(text, start, len(text)):
            if not any(first <= low and high <= last for first, last in inside):
                yield low, high
        if (reference.scheme or "").lower() == "mailto":
            yield from _addressees(text, *reference.spans[6])

    def _addresses(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        return ((start + low, start + high) for low, high in self.search.spans(text[start:end]))

    def again(self, inspection: Inspection, text: str, base: str | None = "") -> Inspection:
        """Another text, with all that was chosen for this one; its base too unless one is given."""
        self.left -= 1
        chosen = inspection.options
        return inspect(
            text,
            base=inspection.base if base == "" else base,
            edition=chosen.edition,
            urn_edition=chosen.urn_edition,
            protect=chosen.protect,
            strict=chosen.strict,
            above_root=chosen.above_root,
            lists=chosen.lists,
        )

    def _cleaned_inside(self, inspection: Inspection) -> CleanedInspection:
        """The same for each reference inside; from the last one, so that places stay."""
        removed = 0
        for each in reversed(inspection.nested):
            if each.inspection is None or self.left < 0:
                inspection = self._packed(inspection, each.layer, None)
                removed += 1
                continue
            inner = self.cleaned(each.inspection)
            if inner.removed:
                inspection = self._packed(inspection, each.layer, inner.inspection.text)
                removed += inner.removed
        return CleanedInspection(inspection, removed)

    def _packed(self, inspection: Inspection, layer: Layer, wanted: str | None) -> Inspection:
        """The text with another reference inside, which is seen to be read from it again."""
        packings = (str,) if _is_held(layer) else PACKINGS
        if layer.via in COMPLETED and inspection.derived is not None:
            packings = (inspection.derived.around,)
        for packing in packings if wanted is not None and self.left > 0 else ():
            text = _replaced(inspection.text, [(layer.start, layer.end)], packing(wanted or ""))
            result = self.again(inspection, text)
            if any(each.layer.text == wanted for each in result.nested):
                return result
        return self.again(inspection, _replaced(inspection.text, [(layer.start, layer.end)]))


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def _base64(text: str) -> str:
    return urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


def _proofpoint(text: str) -> str:
    """As its second way to write a link has it."""
    rest = quote(text, safe="/:", errors="surrogatepass").replace("_", "%5F").replace("-", "%2D")
    return rest.replace("%", "-").replace("/", "_")


# Readings beside that by the grammar: what is in front of them is not in the text.
COMPLETED = MEANT - REPLACED
PACKINGS: tuple[Callable[[str], str], ...] = (_quoted, _base64, _proofpoint, defang, str)


def _is_held(layer: Layer) -> bool:
    return layer.via == WRAPPED


def _spans(places: Iterable[Recipient | Finding]) -> Iterator[tuple[int, int]]:
    return ((each.start, each.end) for each in places)


def _spans_of(inspection: Inspection, code: str) -> Iterator[tuple[int, int]]:
    """Every place of the findings of this code."""
    return _spans(one_for_each_place(each for each in inspection.findings if each.code == code))


def _addressees(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """All to whom a mail is to be written, however their addresses look."""
    at = start
    for item in text[start:end].split(","):
        yield at, at + len(item)
        at += len(item) + 1
    yield from (match.span("value") for match in ADDRESSED.finditer(text, end))


def _replaced(text: str, places: list[tuple[int, int]], by: str = REMOVED) -> str:
    pieces, at = [], 0
    for start, end in places:
        pieces += [text[at:start], by]
        at = end
    return "".join([*pieces, text[at:]])
