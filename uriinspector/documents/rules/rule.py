"""A rule about a link where it stands: one function in one table, with its words and clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.finding import Finding
from uriinspector.analysis.lazy import lazy
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.documents.found import END, PLACE, START
from uriinspector.documents.rules.sites import is_same
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from uriinspector.documents.found import Found, Place
    from uriinspector.documents.html.shown import Shown
    from uriinspector.documents.html.tag import Tag
    from uriinspector.documents.judge import Judged
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.model import Source

VALUE, TEXT, SOURCE = "value", "text", "source"


class Standing:
    """A link, what its spelling came to, and what stands around it; each thing made once."""

    def __init__(self, leaf: Leaf, found: Found, judged: Judged, value: str) -> None:
        self.leaf = leaf
        self.found = found
        self.judged = judged
        self.place: Place = found[PLACE]
        self.value = value

    @lazy
    def is_unspoken(self) -> bool:
        """Whether its text is in plain sight and names no site, as most do."""
        return self.place.element == "a" and self.leaf.is_unspoken(self.found)

    @lazy
    def tag(self) -> Tag:
        """The tag that it stands in."""
        return self.leaf.tag(self.found)

    @lazy
    def shown(self) -> Shown | None:
        """The shown text."""
        return self.leaf.shown(self.found, self.tag)

    @property
    def source(self) -> Source:
        """Where the value is written."""
        return self.leaf.source(self.found[START], self.found[END])

    @property
    def host(self) -> str | None:
        """Where it goes in the end, as far as the text tells; the first stop where it does not."""
        return self.judged.verdict.final_host or self.judged.verdict.host

    @lazy
    def page(self) -> str | None:
        """The host of the page itself, as far as anybody told: a BASE is no witness."""
        base = self.leaf.outer.text
        return browser.read(base).host if base is not None else None

    @property
    def elsewhere(self) -> str | None:
        """The host, where it is not the page's; of an unknown page any host is."""
        host, page = self.host, self.page
        return None if host is None or (page is not None and is_same(host, page)) else host

    def attribute(self, name: str) -> str | None:
        """Another attribute of the same tag."""
        return self.leaf.attribute(self.tag, name)


class Said(NamedTuple):
    """A place that a rule found; what is None is as the rule says."""

    start: int
    end: int
    severity: str | None = None
    variant: str = ""
    args: Mapping[str, str] = {}
    of: str = VALUE


@dataclass(frozen=True, slots=True)
class DocumentRule:
    """A rule about a document as a whole, or about a message: its words alone."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    rises: str = ""


@dataclass(frozen=True, slots=True)
class LinkRule:
    """One row of the table of rules about links; ``where`` says at which places it is asked."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    where: Callable[[Place], bool]
    find: Callable[[Standing], Iterable[Said]]
    rises: str = ""

    def apply(self, standing: Standing) -> Iterable[Finding]:
        """What it says of one link."""
        for said in self.find(standing):
            yield finding(self, said)


def finding(rule: LinkRule | DocumentRule, said: Said) -> Finding:
    """A finding of a rule."""
    return Finding(
        code=rule.code,
        severity=said.severity or rule.severity,
        start=said.start,
        end=said.end,
        title=rule.title,
        template=rule.texts[said.variant],
        cites=rule.cites,
        args={name: visible(value, QUOTED) for name, value in said.args.items()},
        of=said.of,
    )
