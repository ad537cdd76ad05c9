"""The types of rules about links and documents, and the facts about a link that rules check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from uriinspector.analysis.facts import visible_value
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.resource_files import lazy
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

NO_PLAIN: Mapping[str, str] = {}
VALUE, TEXT, SOURCE = "value", "text", "source"
# The limits in bytes and links of a small page, which has little to show.
SMALL, FEW = 8192, 4


class LinkContext:
    """A link with its judgement and its surroundings; all facts are computed once."""

    def __init__(self, leaf: Leaf, location: LinkLocation, judged: Judgement, value: str) -> None:
        self.leaf = leaf
        self.location = location
        self.judged = judged
        self.place: LinkPlace = location[PLACE]
        self.value = value

    @lazy
    def has_plain_text(self) -> bool:
        """True if the link's text is visible and, like most texts, names no site."""
        return self.place.element == "a" and self.leaf.has_plain_text(self.location)

    @lazy
    def tag(self) -> Tag:
        return self.leaf.tag(self.location)

    @lazy
    def shown(self) -> LinkText | None:
        return self.leaf.shown(self.location, self.tag)

    @property
    def source(self) -> Source:
        return self.leaf.source(self.location[START], self.location[END])

    @property
    def host(self) -> str | None:
        """The final host if the link shows it, otherwise its first host."""
        return self.judged.verdict.final_host or self.judged.verdict.host

    @lazy
    def page(self) -> str | None:
        """The host of the page, or None if its address is unknown, as for local files.

        A BASE does not prove the address.
        """
        base = self.leaf.outer.text
        return (browser.read(base).host or None) if base is not None else None

    @property
    def elsewhere(self) -> str | None:
        """The link's host, or None if there is none or it is known to be the page's."""
        host, page = self.host, self.page
        return None if host is None or (page is not None and self.is_same(host, page)) else host

    def is_same(self, a: str, b: str) -> bool:
        """Return True if two hosts belong to one organization, according to the known names."""
        return is_same(a, b, self.leaf.judge.names)

    def is_home(self, host: str) -> bool:
        """Return True if most links of the page go to the host's site, probably its own."""
        home = self.leaf.home
        return home is not None and self.is_same(host, home)

    @property
    def is_on_small_page(self) -> bool:
        """True if the page has hardly any other content."""
        leaf = self.leaf
        return leaf.end - leaf.start < SMALL and len(leaf.locations) <= FEW

    def attribute(self, name: str) -> str | None:
        return self.leaf.attribute(self.tag, name)


class LinkHit(NamedTuple):
    """A match of a rule; if ``severity`` is None, the rule's severity applies."""

    start: int
    end: int
    severity: str | None = None
    variant: str = ""
    args: Mapping[str, str] = {}
    of: str = VALUE


class DocumentRule(NamedTuple):
    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    rises: str = ""
    # Sentences without technical terms, by variant, for texts that contain such terms.
    plain: Mapping[str, str] = NO_PLAIN


class LinkRule(NamedTuple):
    """A rule about links; ``where`` returns True for the places that the rule applies to."""

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    where: Callable[[LinkPlace], bool]
    find: Callable[[LinkContext], Iterable[LinkHit]]
    rises: str = ""


class RuleWords(Protocol):
    @property
    def code(self) -> str: ...

    @property
    def severity(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def texts(self) -> Mapping[str, str]: ...

    @property
    def cites(self) -> tuple[str, ...]: ...


def finding(rule: RuleWords, hit: LinkHit) -> Finding:
    return Finding(
        code=rule.code,
        severity=hit.severity or rule.severity,
        start=hit.start,
        end=hit.end,
        title=rule.title,
        template=rule.texts[hit.variant],
        cites=rule.cites,
        args={name: visible_value(name, value) for name, value in hit.args.items()},
        of=hit.of,
    )
