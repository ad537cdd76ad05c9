"""A rule about a link where it stands: one function in one table, with its words and clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from uriinspector.analysis.finding import Finding
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.safe_text import QUOTED, visible
from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import (
    END,
    PLACE,
    START,
    LinkLocation,
    LinkPlace,
    Source,
)
from uriinspector.documents.rules.sites import is_same
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.documents.html.page import LinkText
    from uriinspector.documents.html.tokens import Tag
    from uriinspector.documents.judge import Judgement
    from uriinspector.documents.leaf import Leaf

VALUE, TEXT, SOURCE = "value", "text", "source"
# A page of no more octets and links than these has little to show.
SMALL, FEW = 8192, 4


class LinkContext:
    """A link, what its spelling came to, and what stands around it; each thing made once."""

    def __init__(self, leaf: Leaf, location: LinkLocation, judged: Judgement, value: str) -> None:
        self.leaf = leaf
        self.location = location
        self.judged = judged
        self.place: LinkPlace = location[PLACE]
        self.value = value

    @lazy
    def is_unspoken(self) -> bool:
        """Whether its text is in plain sight and names no site, as most do."""
        return self.place.element == "a" and self.leaf.is_unspoken(self.location)

    @lazy
    def tag(self) -> Tag:
        """The tag that it stands in."""
        return self.leaf.tag(self.location)

    @lazy
    def shown(self) -> LinkText | None:
        """The shown text."""
        return self.leaf.shown(self.location, self.tag)

    @property
    def source(self) -> Source:
        """Where the value is written."""
        return self.leaf.source(self.location[START], self.location[END])

    @property
    def host(self) -> str | None:
        """Where it goes in the end, as far as the text tells; the first stop where it does not."""
        return self.judged.verdict.final_host or self.judged.verdict.host

    @lazy
    def page(self) -> str | None:
        """The host of the page itself, as far as anybody told: a BASE is no witness.

        A file of this computer has none."""
        base = self.leaf.outer.text
        return (browser.read(base).host or None) if base is not None else None

    @property
    def elsewhere(self) -> str | None:
        """The host, where it is not the page's; of an unknown page any host is."""
        host, page = self.host, self.page
        return None if host is None or (page is not None and self.is_same(host, page)) else host

    def is_same(self, a: str, b: str) -> bool:
        """Whether two hosts belong to one organisation, by the names that judge here."""
        return is_same(a, b, self.leaf.judge.names)

    def is_home(self, host: str) -> bool:
        """Whether most links of the page go to the host's site, so that it is likely its own."""
        home = self.leaf.home
        return home is not None and self.is_same(host, home)

    @property
    def is_on_small_page(self) -> bool:
        """Whether the page has hardly anything to show besides."""
        leaf = self.leaf
        return leaf.end - leaf.start < SMALL and len(leaf.locations) <= FEW

    def attribute(self, name: str) -> str | None:
        """Another attribute of the same tag."""
        return self.leaf.attribute(self.tag, name)


class LinkHit(NamedTuple):
    """A place that a rule found; what is None is as the rule says."""

    start: int
    end: int
    severity: str | None = None
    variant: str = ""
    args: Mapping[str, str] = {}
    of: str = VALUE


class DocumentRule(NamedTuple):
    """A rule about a document as a whole, or about a message: its words alone."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    rises: str = ""


class LinkRule(NamedTuple):
    """One row of the table of rules about links; ``where`` says at which places it is asked."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    where: Callable[[LinkPlace], bool]
    find: Callable[[LinkContext], Iterable[LinkHit]]
    rises: str = ""


class RuleWords(Protocol):
    """The words of a rule, whatever it is about."""

    @property
    def code(self) -> str:
        """The code of its findings."""

    @property
    def severity(self) -> str:
        """The usual one."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def texts(self) -> Mapping[str, str]:
        """A sentence for each variant."""

    @property
    def cites(self) -> tuple[str, ...]:
        """Its clauses."""


def finding(rule: RuleWords, hit: LinkHit) -> Finding:
    """A finding of a rule."""
    return Finding(
        code=rule.code,
        severity=hit.severity or rule.severity,
        start=hit.start,
        end=hit.end,
        title=rule.title,
        template=rule.texts[hit.variant],
        cites=rule.cites,
        args={name: visible(value, QUOTED) for name, value in hit.args.items()},
        of=hit.of,
    )
