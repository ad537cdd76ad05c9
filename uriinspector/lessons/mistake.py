"""A mistake as a row of a table, and what it works on: a pair, a link, a component."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice, product
from typing import Any, TypeAlias

from uriinspector.analysis.domains import public_suffix, site_of
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.core.editions import year1994
from uriinspector.core.expression import expression
from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import Message, NamedTuple, Part, Span, message
from uriinspector.core.parse import ABOVE_ROOT, Resolution, parse, resolve
from uriinspector.core.reference import LETTER_SCHEME, five_parts, recompose
from uriinspector.readers.browser import host_in_browsers, host_in_unicode


def no_answers(_: object) -> tuple[str, ...]:
    """Return nothing: some mistakes are known by the answer alone."""
    return ()


class Mistake(NamedTuple):
    """``wrong`` gives the answers of a learner who makes it; nothing where it cannot be made.

    It works on what the question gives and never on its key.  None among its answers is the
    answer "none": no target, no host.
    """

    code: str
    reason: Message
    cites: tuple[str, ...] = ()
    wrong: Callable[[Any], Iterable[str | None]] = no_answers
    since: str = "1994"  # the first edition in which the reason is true


def row(
    code: str,
    wrong: Callable[[Any], Iterable[str | None]],
    reason: str,
    *cites: str,
    since: str = "1994",
) -> Mistake:
    """A mistake whose reason has no places."""
    return Mistake(code, message(reason), cites, wrong, since)


match = five_parts(LETTER_SCHEME).match
# Scheme, authority, path, query, fragment; None for what is not present.
Components: TypeAlias = "tuple[str | None, str | None, str, str | None, str | None]"
# The last line of the algorithm of 1994 is for what its text leaves open.
OPEN_IN_1994 = len(LISTINGS["1994"].lines) - 1
NO_TARGET, SAME_DOCUMENT = "none", "same document"


def components(text: str) -> Components:
    """The five components, by the expression of appendix B."""
    scheme, authority, path, query, fragment = match(text).groups()
    return scheme, authority, path or "", query, fragment


def is_defined(resolution: Resolution) -> bool:
    """Whether the edition's text decides the case: that of 1994 leaves some open."""
    listing = LISTINGS["1994"]
    return not any(listing.place(step) == OPEN_IN_1994 for step in resolution.steps[-1:])


def answer_of(resolution: Resolution) -> str:
    """The target, or the words for that there is none."""
    if resolution.target is not None:
        return resolution.target
    return SAME_DOCUMENT if resolution.same_document else NO_TARGET


def allowed_resolutions(base: str, reference: str, edition: str) -> Iterator[Resolution]:
    """Resolve in each of the ways that the editions leave to a program, the usual one first."""
    choices = ABOVE_ROOT if edition == "2003" else ABOVE_ROOT[:1]
    for is_strict, above_root in product((True, False), choices):
        yield resolve(base, reference, edition=edition, strict=is_strict, above_root=above_root)


def allowed_answers(base: str, reference: str, edition: str) -> tuple[str, ...]:
    """Every result that the edition allows, each once; the first is that of the program.

    2003 and 2005 let a program ignore a scheme that equals that of the base, and 2003 lets it keep,
    remove or refuse ".." above the root.  1994 does not say what is removed first; where it leaves
    a case open, no target and the result of 1997 are not wrong.  Its rule for a final "." is clear.
    """
    ways = list(allowed_resolutions(base, reference, edition))
    answers = list(map(answer_of, ways))
    if edition == "1994":
        answers += year1994.other_targets(base, reference)
        ends_in_dot = reference.partition("#")[0].rpartition("/")[2] == "."
        if not ends_in_dot and not is_defined(ways[0]):
            answers += (NO_TARGET, answer_of(resolve(base, reference, edition="1997")))
    return tuple(dict.fromkeys(answers))


class Pair:
    """What a question about a target gives: the mistakes work on this."""

    def __init__(self, base: str, reference: str, edition: str = "2005") -> None:
        self.base = base
        self.reference = reference
        self.edition = edition
        self.base_parts = components(base)
        self.parts = components(reference)
        self.segments = self.parts[2].split("/")
        scheme, authority, path, *_ = self.base_parts
        self.origin = recompose(scheme, authority)
        self.directory = path[: path.rfind("/") + 1] or ("" if authority is None else "/")

    @cached_property
    def is_relative(self) -> bool:
        """Whether neither scheme nor authority is present: the base's host is kept."""
        return self.parts[0] is None and self.parts[1] is None

    @cached_property
    def is_merged(self) -> bool:
        """Whether its path is put behind the base's last slash."""
        return self.is_relative and self.parts[2][:1] not in {"", "/"}

    @cached_property
    def levels_up(self) -> int:
        """How many of its segments are ".."."""
        return self.segments.count("..")

    @cached_property
    def ending(self) -> str:
        """Query and fragment of the reference, with their delimiters."""
        return self.reference[len(recompose(*self.parts[:3])) :]

    @cached_property
    def target(self) -> str | None:
        """What the edition makes of both."""
        return resolve(self.base, self.reference, edition=self.edition).target

    @cached_property
    def target_parts(self) -> Components | None:
        """Its components; None where there is no target."""
        return None if self.target is None else components(self.target)

    def resolved(self, reference: str, base: str | None = None) -> str | None:
        """What the edition makes of another reference, or of another base."""
        base = self.base if base is None else base
        return resolve(base, reference, edition=self.edition).target

    def with_path(self, path: str) -> str | None:
        """The target of the reference if this were its path."""
        scheme, authority, _, query, fragment = self.parts
        return self.resolved(recompose(scheme, authority, path, query, fragment))

    def in_directory(self, rest: str) -> str:
        """A text right behind the base's last slash."""
        return f"{self.origin}{self.directory}{rest}"


NO_HOST = "none"
# What can be taken for the name of a host, wherever it is written.
HOST_NAME = expression(r"(?<![\w.-])[^\W_][\w-]*+(?:\.[^\W_][\w-]*+)++")
MOST_NAMES = 20


class LinkQuestion:
    """A link, its base if it has one, and what browsers make of both."""

    def __init__(self, text: str, base: str = "", asks_site: bool = False) -> None:
        self.text = text
        self.base = base
        self.asks_site = asks_site
        self.reference = parse(text, edition="2005")

    @cached_property
    def inspection(self) -> Inspection:
        """All that the program knows about the link."""
        return inspect(self.text, base=self.base or None)

    @property
    def host(self) -> str | None:
        """The host that browsers go to; None where they go to none."""
        return self.inspection.verdict.host

    @property
    def site(self) -> str | None:
        """Its registrable domain; the host itself where it is an address or a single label."""
        host = self.host
        return None if host is None else site_or_host(host)

    @property
    def has_no_domain(self) -> bool:
        """Whether the host has no registrable domain: an address, a suffix, a single label."""
        return self.host is not None and site_of(self.host) is None

    @property
    def key(self) -> str | None:
        """What was asked for."""
        return self.site if self.asks_site else self.host

    @cached_property
    def userinfo(self) -> str:
        """The text before "@" in the authority; the longest one that a parser takes for it."""
        return self.reference.userinfo or ""

    @cached_property
    def authority(self) -> str:
        """What is between the two slashes and the path."""
        return self.reference.authority or ""

    def names_in(self, text: str | None) -> Iterator[str]:
        """What looks like the name of a host there, and the names that it ends in."""
        for match in islice(HOST_NAME.finditer(text or ""), MOST_NAMES):
            labels = match[0].split(".")[-MOST_NAMES:]
            yield match[0]
            yield from (".".join(labels[at:]) for at in range(1, len(labels) - 1))


def site_or_host(host: str) -> str:
    """The registrable domain; an address and a suffix are their own."""
    return site_of(host) or host


def suffix_of(host: str) -> str | None:
    """The public suffix of a name; None for an address."""
    return None if site_of(host) is None else public_suffix(host)


def plain(answer: str) -> str:
    """An answer as it is compared: hosts have no case."""
    text = answer.strip().lower()
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def same_host(answer: str, host: str) -> bool:
    """Whether an answer names this host, in its ASCII form or as it is displayed."""
    text, key = plain(answer), plain(host)
    if text == key:
        return True
    if ":" in text:
        return host_in_browsers(f"[{text}]") == f"[{key}]"
    if text.isascii():
        return False
    return host_in_browsers(text) == key or text == host_in_unicode(key)


class MarkedLink:
    """What a question about a component gives: the mistakes work on this."""

    def __init__(self, text: str, part: Part, edition: str = "2005") -> None:
        self.text = text
        self.part = part
        self.reference = parse(text, edition=edition)

    def span_of(self, part: Part) -> Span | None:
        """Where a component is; None where it is not present."""
        return self.reference.span(part)

    @property
    def span(self) -> Span | None:
        """Where the component is that was asked for."""
        return self.span_of(self.part)

    @property
    def key(self) -> str | None:
        """Its text."""
        return None if self.span is None else self.span.of(self.text)
