"""A pasted list in classes: a heading for each class, its members below.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.core.compare import EquivalenceClass, forms
from uriinspector.core.model import NamedTuple
from uriinspector.gui.jobs.stream import BATCH, JobBatch, in_batches
from uriinspector.gui.text.pieces import Kind, Pieces, changed, ours, outside
from uriinspector.gui.text.translation import say_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class GroupRequest(NamedTuple):
    """References, the rung on which they are to meet, and by which editions."""

    texts: tuple[str, ...]
    rung: str
    edition: str
    urn_edition: str


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The heading of a class, or one of its members."""

    text: str
    first: str  # the first member of its class
    form: str
    size: int = 0  # of a heading: how many there are in its class

    @property
    def is_heading(self) -> bool:
        """Whether it stands for a class."""
        return self.size > 0

    @property
    def written(self) -> Pieces:
        """A member as it was pasted; of a class how many are the same, and what they are."""
        if not self.is_heading:
            return outside(self.text)
        words = say_count(
            self.size, "1 reference without equivalents", "{count} equivalent references"
        )
        return (*ours(words + "  ", Kind.STRONG), *outside(self.form))

    @property
    def change(self) -> Pieces:
        """What is changed of a member until it is the same as the others."""
        return () if self.is_heading else _changed(self.text, self.form)


# A cell asks several times: how wide it is, how high, and when it is painted.
_changed = lru_cache(maxsize=256)(changed)


def group(listing: GroupRequest) -> Iterator[JobBatch]:
    """The classes, the largest first; equal ones in the order of the list.

    While the texts climb there is nothing to show yet but how far they are.
    """
    texts, rung, edition, urn_edition = listing
    values: dict[str, list[str]] = {}
    result = forms(texts, rung, edition=edition, urn_edition=urn_edition)
    for done, (text, form) in enumerate(zip(texts, result, strict=True)):
        values.setdefault(form, []).append(text)
        if done % BATCH == 0:
            yield JobBatch([], done, len(texts))
    classes = (EquivalenceClass(form, tuple(members)) for form, members in values.items())
    ordered = sorted(classes, key=lambda each: -len(each.texts))
    yield from in_batches(((len(texts), each) for each in ordered), len(texts))


def group_rows(classes: Iterable[EquivalenceClass]) -> Iterator[GroupRow]:
    """Heading after heading, each with its members."""
    for each in classes:
        first = each.texts[0]
        yield GroupRow(each.form, first, each.form, len(each.texts))
        for text in each.texts:
            yield GroupRow(text, first, each.form)
