"""A service that rewrites links, and a link of it: the values that decoders work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.schemes.dossier import pairs

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference

# What a service does with the link inside: it checks it and goes on, it counts the click and goes
# on, it goes on, it shows the page under its own name, and so on; an "opaque" one goes on too, and
# mostly does not let it be read.
KINDS = ("rewriter", "counter", "redirector", "proxy", "amp", "translate", "archive", "opaque")
# The kinds that bring a browser to what is inside, or show it as it is there.
FOLLOWED = frozenset({"rewriter", "counter", "redirector", "amp", "translate", "opaque"})
# The kinds that show the page under a name of their own.
SHOWN = frozenset({"proxy", "translate", "archive"})
# How a row's path ends where more may follow; no path at all is any path.
OPEN = frozenset({"", "/", "*"})


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A service: whose links they are, and where the other link stands in them.

    A host is exact, or "*.name" for all names below one.  A path is the whole path; with "/" at its
    end, whatever is below it; with "*", whatever begins so.
    """

    name: str
    kind: str
    hosts: tuple[str, ...]
    path: str = ""
    decoder: str = "parameter"
    parameters: tuple[str, ...] = ()
    # The parameters that tell for whom the link was made.
    recipient: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether a browser ends up at what is inside."""
        return self.kind in FOLLOWED

    @property
    def start(self) -> str:
        """What the path begins with."""
        return self.path.removesuffix("*")

    def has(self, path: str) -> bool:
        """Whether a path is one of the service's: whole segments, so that "/urls" is not "/url"."""
        if not path.startswith(self.start):
            return False
        return self.path[-1:] in OPEN or path[len(self.path) :] in {"", "/"}


class Inside(NamedTuple):
    """The link inside of a rewritten one: where it stands, and what it says."""

    start: int
    end: int
    text: str


class RewrittenLink:
    """A link of a service, as its decoder sees it."""

    def __init__(self, reference: Reference, row: Rewriter) -> None:
        self.reference = reference
        self.text = reference.text
        self.row = row

    @property
    def path(self) -> Span:
        """Where the path stands."""
        return Span(*self.reference.spans[6])

    @property
    def after_path(self) -> Span:
        """All after the row's part of the path, query and fragment too."""
        return Span(self.path.start + len(self.row.start), len(self.text))

    def value(self) -> Span | None:
        """The first of the row's parameters that has a value."""
        return next(iter(self.values(self.row.parameters)), None)

    def values(self, names: tuple[str, ...]) -> list[Span]:
        """The values of these parameters, in the order of the names."""
        result: dict[str, Span] = {}
        if not names:
            return []
        for name, value in pairs(self.text, self.reference.span(Part.QUERY)):
            called = name.of(self.text).removeprefix("amp;")
            if value is not None and value.start < value.end:
                result.setdefault(called, value)
        return [result[name] for name in names if name in result]
