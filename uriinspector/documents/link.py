"""One link of a document: made when it is asked for, from offsets and from its part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.documents.found import CONTEXT, END, ONE, PLACE, START
from uriinspector.documents.html.items import items_of
from uriinspector.documents.judge import Judged
from uriinspector.documents.rules.table import findings_of, headline_of

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Verdict
    from uriinspector.core.model import Json
    from uriinspector.documents.found import Found, Place
    from uriinspector.documents.html.items import Item
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.model import Base, Source


@dataclass(frozen=True, slots=True)
class Link:
    """A reference where it stands."""

    leaf: Leaf
    found: Found

    @property
    def place(self) -> Place:
        """Element, attribute, and how the value is read."""
        return self.found[PLACE]

    @property
    def element(self) -> str | None:
        """The element in small letters; None outside of pages."""
        return self.place.element

    @property
    def attribute(self) -> str | None:
        """The attribute; None for what stands in a text, a script or a style."""
        return self.place.attribute

    @property
    def value(self) -> str:
        """The value as a conforming parser has it, untrimmed."""
        return self.leaf.value(self.found)

    @property
    def items(self) -> tuple[str, ...] | None:
        """The references in a value that holds several."""
        found = self._items(self.value)
        return None if found is None else tuple(each.text for each in found)

    @property
    def text(self) -> str | None:
        """The text that is shown for it; None where there is none."""
        found = self.leaf.shown(self.found)
        return found and found.text

    @property
    def context(self) -> str | None:
        """Whether it stands in a template or a noscript."""
        return self.found[CONTEXT]

    @property
    def source(self) -> Source:
        """Where its value is written in the file, to the octet."""
        return self.leaf.source(self.found[START], self.found[END])

    @property
    def part(self) -> str:
        """The path of the part that it stands in."""
        return self.leaf.part.path

    @property
    def base(self) -> Base:
        """What it is resolved against, and why."""
        return self.leaf.base

    @property
    def names_part(self) -> str | None:
        """The path of the part that it names, by Content-ID or Content-Location."""
        return self.leaf.named(self.value, self.target)

    @property
    def inspection(self) -> Inspection:
        """All about it; of several references, about the first."""
        value = self.value
        items = self._items(value)
        text = value if items is None else items[0].text if items else ""
        return self.leaf.judge.inspection(text, self.base.text)

    @property
    def target(self) -> str | None:
        """What it means where it stands."""
        return self.judged().target

    @property
    def verdict(self) -> Verdict:
        """Where it goes, and the worst that is said of it."""
        return self.weighed()[0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is said of its spelling and of where it stands, the worst first."""
        return self.weighed()[1]

    def _items(self, value: str) -> tuple[Item, ...] | None:
        how = self.place.how
        return None if how == ONE else items_of(value, how)

    def judged(self, value: str | None = None) -> Judged:
        """Its spelling with its base; of several references the worst, with the findings of all."""
        judge, base = self.leaf.judge, self.leaf.base.text
        value = self.value if value is None else value
        items = self._items(value)
        if items is None:
            return judge.of(value, base)
        if not items:
            return judge.of("", base)
        all_judged = [(item, judge.of(item.text, base)) for item in items]
        worst = max((judged for _, judged in all_judged), key=_weight)
        findings = [
            each._replace(start=each.start + item.start, end=each.end + item.start)
            for item, judged in all_judged
            for each in judged.findings
        ]
        return Judged(all_judged[0][1].target, _in_order(findings), worst.verdict)

    def weighed(self) -> tuple[Verdict, tuple[Finding, ...]]:
        """Verdict and findings together."""
        value = self.value
        judged = self.judged(value)
        own = findings_of(self.leaf, self.found, judged, value)
        if not own:
            return judged.verdict, judged.findings
        findings = _in_order([*own, *judged.findings])
        return headline_of(judged.verdict, findings, own), findings

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        verdict, findings = self.weighed()
        items = self.items
        return {
            "element": self.element,
            "attribute": self.attribute,
            "value": self.value,
            "items": None if items is None else list(items),
            "text": self.text,
            "context": self.context,
            "source": self.source.to_dict(),
            "part": self.part,
            "base": self.base.to_dict(),
            "target": self.target,
            "names_part": self.names_part,
            "verdict": verdict.to_dict(),
            "findings": [each.to_dict() for each in findings],
        }


def _weight(judged: Judged) -> int:
    return RANK.get(judged.verdict.severity or "", -1)


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda each: (-RANK[each.severity], each.start, each.end)))
