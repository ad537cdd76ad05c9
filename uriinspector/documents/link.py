"""One link of a document: made when it is asked for, from offsets and from its part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.documents.empty_references import base_of, requested
from uriinspector.documents.html.reference_lists import items_of
from uriinspector.documents.judge import Judgement
from uriinspector.documents.link_location import CONTEXT, END, PLACE, START
from uriinspector.documents.place_weight import effect_of
from uriinspector.documents.rules.table import findings_of
from uriinspector.documents.worst_reference import in_place, worst_of

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Verdict
    from uriinspector.core.model import Json
    from uriinspector.documents.document_values import DocumentBase, Source
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation, LinkPlace


@dataclass(frozen=True, slots=True)
class Link:
    """What a scanner ``Found``, with the leaf that it stands in: value, base and judgement.

    Everything is made anew when it is asked for; a ``LinkRow`` is what is kept of it.
    """

    leaf: Leaf
    location: LinkLocation

    @property
    def place(self) -> LinkPlace:
        """Element, attribute, and how the value is read."""
        return self.location[PLACE]

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
        return self.leaf.value(self.location)

    @property
    def items(self) -> tuple[str, ...] | None:
        """The references in a value that holds several."""
        reference_items = items_of(self.value, self.place.how)
        return None if reference_items is None else tuple(each.text for each in reference_items)

    @property
    def text(self) -> str | None:
        """The text that is shown for it; None where there is none."""
        link_text = self.leaf.shown(self.location)
        return link_text and link_text.text

    @property
    def context(self) -> str | None:
        """Whether it stands in a template or a noscript."""
        return self.location[CONTEXT]

    @property
    def source(self) -> Source:
        """Where its value is written in the file, to the octet."""
        return self.leaf.source(self.location[START], self.location[END])

    @property
    def part(self) -> str:
        """The path of the part that it stands in."""
        return self.leaf.part.path

    @property
    def message(self) -> str | None:
        """The path of the innermost message that it is in; None outside of messages."""
        envelope = self.leaf.message.envelope
        return envelope.part if envelope else None

    @property
    def base(self) -> DocumentBase:
        """What it is resolved against, and why."""
        return base_of(self.leaf, self.location, self.value)

    @property
    def names_part(self) -> str | None:
        """The path of the part that it names, by Content-ID or Content-Location."""
        return self.leaf.named(self.value, self.target)

    @property
    def inspection(self) -> Inspection:
        """All about it; of several references, about the worst."""
        judge, base, is_markup = self.leaf.judge, self.base.text, self.place.is_markup
        effect = effect_of(self.place.element, self.place.attribute)
        return worst_of(
            self.value,
            self.place.how,
            lambda text: judge.inspection(text, base, in_document=is_markup, effect=effect),
            in_markup=is_markup,
        )[0]

    @property
    def target(self) -> str | None:
        """What it means where it stands."""
        return self._spelling(self.value)[0].target

    @property
    def verdict(self) -> Verdict:
        """Where it goes, and the worst that is said of it."""
        return self.judged().verdict

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is said of its spelling and of where it stands, the worst first."""
        return self.judged().findings

    def _spelling(self, value: str) -> tuple[Judgement, tuple[Finding, ...]]:
        leaf, location = self.leaf, self.location
        judge, base = leaf.judge, base_of(leaf, location, value).text
        is_markup = self.place.is_markup
        effect = effect_of(self.place.element, self.place.attribute)
        worst, findings = worst_of(
            value,
            self.place.how,
            lambda text: judge.of(text, base, in_document=is_markup, effect=effect),
            in_markup=is_markup,
        )
        return requested(leaf, location, value, worst), findings

    def judged(self) -> Judgement:
        """Its spelling with its base, and where it stands; of several references the worst."""
        value = self.value
        spelled = self.spelled(value)
        own = self.placed(value, spelled)
        if not own:
            return spelled
        verdict, findings = in_place(spelled.verdict, spelled.findings, own)
        return Judgement(spelled.target, findings, verdict, tuple(own))

    def spelled(self, value: str) -> Judgement:
        """Its spelling with its base: the same for every link with this value at such a place."""
        worst, findings = self._spelling(value)
        return Judgement(worst.target, findings, worst.verdict)

    def placed(self, value: str, spelled: Judgement) -> list[Finding]:
        """What is said of where it stands."""
        return findings_of(self.leaf, self.location, spelled, value)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        judged, items = self.judged(), self.items
        return {
            "element": self.element,
            "attribute": self.attribute,
            "value": self.value,
            "items": None if items is None else list(items),
            "text": self.text,
            "context": self.context,
            "source": self.source.to_dict(),
            "part": self.part,
            "message": self.message,
            "base": self.base.to_dict(),
            "target": judged.target,
            "names_part": self.leaf.named(self.value, judged.target),
            "verdict": judged.verdict.to_dict(),
            "findings": [each.to_dict() for each in judged.findings],
        }
