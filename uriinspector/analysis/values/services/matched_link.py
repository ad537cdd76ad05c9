"""A link as the table of services reads it: which of its parts mean what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.parameters.service_row import CONSENT
from uriinspector.analysis.values.candidates import LONGEST_NAME
from uriinspector.analysis.values.datum import FRAGMENT, HOST, PATH, QUERY
from uriinspector.core.expression import lowered
from uriinspector.core.model import Part
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.parameters.place_pattern import PlacePattern
    from uriinspector.analysis.parameters.service_row import Meaning, ServiceRow
    from uriinspector.analysis.parameters.service_table import ServiceTable
    from uriinspector.analysis.values.datum import Datum
    from uriinspector.core.reference import Reference

# A part by its component, its name and its number, as in a datum.
Key = tuple[str, str, int]
WEB = frozenset({"http", "https", ""})
LABEL = "label"
# No more parameters of one link are looked at.
MOST_PARAMETERS = 200


class PlacedMeaning:
    """What a part means by a row; ``text`` is what of it the row speaks of, decoded."""

    __slots__ = ("meaning", "row", "text")

    def __init__(self, row: ServiceRow, meaning: Meaning, text: str) -> None:
        self.row = row
        self.meaning = meaning
        self.text = text


class MatchedLink:
    """The rows that a link belongs to, and what each of its parts means by them."""

    def __init__(self, table: ServiceTable, link: Reference) -> None:
        self.parameters: dict[str, str] = {}
        self.purpose: ServiceRow | None = None
        self._meanings: dict[Key, PlacedMeaning] = {}
        self._link = link
        self._host = lowered(link.host or "").removesuffix(".")
        if not self._host or lowered(link.scheme or "") not in WEB:
            return
        if "\\" in (link.authority or ""):
            return  # browsers read it as "/": for them the host ends there
        query = list(self._pairs(Part.QUERY, QUERY))
        fragment = list(self._pairs(Part.FRAGMENT, FRAGMENT))
        for key, text in query:
            self.parameters.setdefault(key[1], text)
        for key, text in fragment:
            self.parameters.setdefault(f"#{key[1]}", text)
        rows = table.candidates(self._host, self.parameters)
        if rows:
            self._pairs_of = {QUERY: query, FRAGMENT: fragment}
            for row in rows:
                self._ask(row)

    def of(self, datum: Datum) -> PlacedMeaning | None:
        """What a part means."""
        return self._meanings.get((datum.part, datum.name, datum.index))

    def text_of(self, name: str, row: ServiceRow) -> str | None:
        """What a row reads as the value of one of its names."""
        meaning = row.meaning_of(lowered(name))
        return next(
            (each.text for each in self._meanings.values() if each.meaning is meaning), None
        )

    def _pairs(self, part: Part, component: str) -> Iterator[tuple[Key, str]]:
        text = self._link.text
        span = self._link.span(part)
        for index, (name, value) in enumerate(pairs(text, span)):
            if index >= MOST_PARAMETERS:
                break
            if value is not None and 0 < name.end - name.start <= LONGEST_NAME:
                called = lowered(name.of(text).removeprefix("amp;"))
                yield (component, called, index), decoded(value.of(text).replace("+", " "))

    def _ask(self, row: ServiceRow) -> None:
        """Enter what the row says, if the link is one of its own."""
        places = self._places(row)
        if places is None or not all(self.parameters.get(name) for name in row.needs):
            return
        if row.says and self.purpose is None:
            self.purpose = row
        for key, name, text in places:
            self._enter(key, row, row.values[name], text)
        for component, mark in ((QUERY, ""), (FRAGMENT, "#")):
            for key, text in self._pairs_of[component]:
                meaning = row.meaning_of(mark + key[1])
                if meaning and text and meaning.allows(text):
                    self._enter(key, row, meaning, text)

    def _enter(self, key: Key, row: ServiceRow, meaning: Meaning, text: str) -> None:
        self._meanings.setdefault(key, PlacedMeaning(row, meaning, text))

    def _places(self, row: ServiceRow) -> list[tuple[Key, str, str]] | None:
        """The places with what is in them; None if the link is not the row's."""
        path = self._link.path
        if row.endpoints:
            endpoint = ENDPOINTS[self._host]
            pattern = endpoint.consent if row.endpoints == CONSENT else endpoint.device
            return [] if pattern and pattern.fullmatch(path) else None
        result: list[tuple[Key, str, str]] = []
        fragment = row.fragment_pattern
        labels = row.host_patterns
        is_plain = not labels or self._host in row.hosts
        wanted = (
            (labels, self._host, HOST, LABEL, is_plain),
            (row.path_patterns, path, PATH, "", not row.paths),
            ((fragment,) if fragment else (), self._link.fragment, FRAGMENT, "", not fragment),
        )
        for patterns, text, component, name, is_any in wanted:
            if is_any:
                continue
            places = _first(patterns, text, row)
            if places is None:
                return None
            result += [((component, name, index), place, value) for index, place, value in places]
        return result


def _first(
    patterns: tuple[PlacePattern, ...], text: str | None, row: ServiceRow
) -> list[tuple[int, str, str]] | None:
    """The places by the first pattern that fits, where each value is one that the row allows."""
    for pattern in patterns if text is not None else ():
        match = pattern.expression.fullmatch(text or "")
        if match is None:
            continue
        values = [(index, name, decoded(match[name])) for name, index in pattern.runs]
        if all(row.values[name].allows(value) for _, name, value in values):
            return values
    return None
