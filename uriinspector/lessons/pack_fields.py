"""The fields of an item of a pack: which each kind has, of which type, and what they give."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import Part, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LONGEST_VALUE, MOST_TEXTS = 2_000, 200
# The fields of an item, and whether it is a number, a text, or one text or several.
NUMBER, TEXT, SWITCH = "a whole number", "a text", "true or false"
TEXTS, CONDITIONS = "a text or a list of texts", "a list of conditions"
FIELDS = {
    **dict.fromkeys(("id", "kind", "edition", "says", "a", "b", "page", "url", "asks"), TEXT),
    **dict.fromkeys(("result", "of"), TEXT),
    **dict.fromkeys(("count", "level", "times"), NUMBER),
    **dict.fromkeys(("no_colours", "no_colors"), SWITCH),
    **dict.fromkeys(("base", "reference", "references", "text", "texts", "editions"), TEXTS),
    **dict.fromkeys(("about", "tricks", "parts", "target", "targets"), TEXTS),
    "wants": CONDITIONS,
}
# Which fields, besides id and kind, each kind of question has.
EVERY_KIND = ("id", "kind", "level", "no_colours", "no_colors")
OF_REFERENCES = ("count", "base", "reference", "references", "edition", "editions", "says")
OF_PAIRS = (*OF_REFERENCES, "about")
OF_LINKS = ("count", "about", "tricks", "text", "texts", "base", "says")
OF_TEXTS = ("count", "text", "texts", "edition", "editions", "says")
KIND_FIELDS = {
    "target": OF_PAIRS,
    "origin": OF_PAIRS,
    "where": (*OF_LINKS, "of"),
    "site": OF_LINKS,
    "mark": ("count", "parts", "text", "texts", "edition", "says"),
    "rung": ("count", "a", "b", "edition", "editions", "says"),
    "valid": OF_TEXTS,
    "relative": (*OF_REFERENCES, "target", "targets"),
    "write": ("count", "asks", "wants", "edition", "says"),
    "editions": ("count", "base", "reference", "references", "result", "says"),
    "base": ("count", "page", "url", "says"),
    "steps": (*OF_REFERENCES, "of"),
    "letters": ("count", "text", "texts", "says"),
    "encode": ("count", "parts", "text", "texts", "says"),
    "decode": ("count", "times", "text", "texts", "says"),
}
# The other editions have no such algorithm, and no such levels.
KIND_EDITIONS = {"steps": ("1997", "2003", "2005"), "rung": ("2003", "2005")}

# Components that have percent-encoding, without that of the host.
ENCODED_PARTS = ("userinfo", "path", "query", "fragment")
MOST_TIMES = 3


def texts(value: object) -> tuple[str, ...]:
    """One text or several."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else ()


def fits(value: object, kind: str) -> bool:
    """Whether a value has the type of its field."""
    if kind == NUMBER:
        return type(value) is int
    if kind == SWITCH:
        return isinstance(value, bool)
    if kind == CONDITIONS:
        return isinstance(value, list)
    if isinstance(value, str):
        return len(value) <= LONGEST_VALUE
    return (
        kind == TEXTS
        and isinstance(value, list)
        and 0 < len(value) <= MOST_TEXTS
        and all(isinstance(each, str) and len(each) <= LONGEST_VALUE for each in value)
    )


class FixedQuestions:
    """What the fixed questions of an item give; ``report`` is told what is missing.

    ``years`` are the editions that it asks for.
    """

    def __init__(
        self,
        fields: Mapping[str, Any],
        years: tuple[str, ...],
        report: Callable[[str, str], None],
    ) -> None:
        self._fields = fields
        self._years = years
        self._report = report

    def of_kind(self, kind: str) -> Iterator[dict[str, str]]:
        """Nothing where the questions are drawn."""
        ways: dict[str, Callable[[], Iterator[dict[str, str]]]] = {
            **dict.fromkeys(("where", "site"), self._links),
            "letters": self._one_text,
            "mark": self._marks,
            "valid": lambda: self._by_year(self._one_text()),
            "rung": lambda: self._by_year(self._together("a", "b")),
            "base": lambda: self._together("page", "url"),
            "write": self._wanted,
            "relative": lambda: self._by_year(self._targets()),
            "editions": self._results,
            "encode": self._places,
            "decode": self._decoded,
        }
        of_pairs = partial(self._pairs, "reference", "references")
        of = {"of": self._fields["of"]} if "of" in self._fields else {}
        every = ways[kind]() if kind in ways else self._by_year(of_pairs())
        yield from ({**each, **of} for each in every)

    def _one_text(self) -> Iterator[dict[str, str]]:
        yield from ({"text": each} for each in self._texts("text", "texts"))

    def _decoded(self) -> Iterator[dict[str, str]]:
        times = str(self._fields.get("times", 1))
        yield from ({**each, "times": times} for each in self._one_text())

    def _texts(self, one: str, several: str) -> tuple[str, ...]:
        return texts(self._fields.get(one)) + texts(self._fields.get(several))

    def _by_year(self, given: Iterator[dict[str, str]]) -> Iterator[dict[str, str]]:
        """Each in each edition."""
        every = list(given)
        for year in self._years:
            yield from ({**each, "edition": year} for each in every)

    def _together(self, *names: str) -> Iterator[dict[str, str]]:
        """Fields of which none is without the others."""
        there = [name for name in names if name in self._fields]
        missing = [name for name in names if name not in self._fields]
        if there and missing:
            reason = message("{name} needs {other}, too", name=there[0], other=missing[0])
            self._report(there[0], reason)
        elif there:
            yield {name: self._fields[name] for name in names}

    def _links(self) -> Iterator[dict[str, str]]:
        base = self._fields.get("base", "")
        if not isinstance(base, str):
            self._report("base", message("a fixed link has one base"))
            base = ""
        yield from ({"text": text, "base": base} for text in self._texts("text", "texts"))

    def _marks(self) -> Iterator[dict[str, str]]:
        parts = texts(self._fields.get("parts")) or tuple(Part)
        known = [each for each in parts if each in set(Part)]
        for text in self._texts("text", "texts"):
            for part in known:
                yield {"text": text, "part": part, "edition": self._years[0]}

    def _places(self) -> Iterator[dict[str, str]]:
        parts = texts(self._fields.get("parts")) or (Part.PATH.value,)
        for text in self._texts("text", "texts"):
            yield from ({"text": text, "part": each} for each in parts if each in ENCODED_PARTS)

    def _wanted(self) -> Iterator[dict[str, str]]:
        if "wants" in self._fields:
            wants = json.dumps(self._fields["wants"])
            yield {"asks": self._fields.get("asks", ""), "wants": wants}
        elif "asks" in self._fields:
            self._report("asks", message("{name} needs {other}, too", name="asks", other="wants"))

    def _results(self) -> Iterator[dict[str, str]]:
        result = self._fields.get("result")
        if result is None and isinstance(self._fields.get("base"), str):
            reason = message("{name} needs {other}, too", name="base", other="result")
            self._report("base", reason)
        elif result is not None:
            yield from (
                {**each, "result": result} for each in self._pairs("reference", "references")
            )

    def _targets(self) -> Iterator[dict[str, str]]:
        base, targets = self._fields.get("base"), self._texts("target", "targets")
        if isinstance(base, str) and not targets:
            self._report("base", message("{name} needs {other}, too", name="base", other="target"))
        elif targets:
            yield from self._pairs("target", "targets")

    def _pairs(self, one: str, several: str) -> Iterator[dict[str, str]]:
        base, single = self._fields.get("base"), self._fields.get(one)
        references = texts(self._fields.get(several))
        references += (single,) if isinstance(single, str) else ()
        if references and not isinstance(base, str):
            self._report("base", message("fixed references need one base"))
        elif isinstance(base, str) and not references:
            self._report("base", message("a fixed base needs references"))
        elif isinstance(base, str):
            yield from ({"base": base, one: each} for each in references)
