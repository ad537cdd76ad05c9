"""The structure of a site, coarse enough to be drawn: its pages, or folders of them, and links."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.site.site_address import SiteTarget
    from uriinspector.documents.site.site_store import SiteEntry

# More nodes than these make no picture that can be read; folders deeper than these are not asked.
MOST, DEEPEST = 40, 8
# So many folders are counted where there are too many.
COUNTED = 10_000
# So many missing targets have a name of their own.
MISSING = 1_000


@dataclass(slots=True)
class StructureNode:
    """A page, or a folder and all pages in it: its ``path`` ends in a slash, "" is the top."""

    path: str
    pages: int = 0
    broken: int = 0


class StructureEdge(NamedTuple):
    """How many links there are from one node to another."""

    source: str
    target: str
    links: int


@dataclass(slots=True)
class SiteStructure:
    """Nodes are chosen from the list of pages; then links are counted between them."""

    nodes: dict[str, StructureNode] = field(default_factory=dict)
    _depth: int | None = None
    _links: Counter[tuple[str, str]] = field(default_factory=Counter)
    # From which node, and to which path that is not there.
    _missing: Counter[tuple[str, str]] = field(default_factory=Counter)

    def choose(self, paths: Iterable[str]) -> None:
        """The nodes for these pages: the pages themselves if they are few, else their folders."""
        pages: list[str] = []
        folders: list[set[str]] = [set() for _ in range(DEEPEST + 1)]
        sizes: Counter[str] = Counter()
        for path in paths:
            if len(pages) <= MOST:
                pages.append(path)
            for depth, names in enumerate(folders):
                if len(names) <= MOST:
                    names.add(_folder(path, depth))
            first = _folder(path, 1)
            if first in sizes or len(sizes) < COUNTED:
                sizes[first] += 1
        if len(pages) <= MOST:
            chosen = pages
        else:
            fitting = [depth for depth in range(1, DEEPEST + 1) if len(folders[depth]) <= MOST]
            self._depth = max(fitting, default=1)
            largest = [name for name, _ in sizes.most_common(MOST - 1)]
            chosen = sorted(folders[self._depth] if fitting else {"", *largest})
        self.nodes = {name: StructureNode(name) for name in chosen}

    def name_of(self, path: str) -> str:
        """The node that a page belongs to."""
        if self._depth is None:
            return path
        name = _folder(path, self._depth)
        return name if name in self.nodes else ""

    @property
    def is_by_folder(self) -> bool:
        """Whether the nodes are folders."""
        return self._depth is not None

    @property
    def edges(self) -> list[StructureEdge]:
        """The links from one node to another, the most first."""
        return [StructureEdge(*pair, count) for pair, count in self._links.most_common()]

    @property
    def missing(self) -> list[StructureEdge]:
        """The links to what is not there, the most first."""
        return [StructureEdge(*pair, count) for pair, count in self._missing.most_common()]

    def add_page(self, path: str) -> None:
        """A page that was checked."""
        node = self.nodes.get(self.name_of(path))
        if node is not None:
            node.pages += 1

    def add_link(
        self, page: SiteEntry, entry: SiteEntry | None, target: SiteTarget, *, is_broken: bool
    ) -> None:
        """A link of a page within the site."""
        name = self.name_of(page.path)
        node = self.nodes.get(name)
        if node is None:
            return  # a style sheet
        node.broken += is_broken
        if is_broken:
            path = target.path + (f"#{target.fragment}" if entry is not None else "")
            if (name, path) in self._missing or len(self._missing) < MISSING:
                self._missing[name, path] += 1
        elif entry is not None:
            other = self.name_of(entry.path)
            if other != name and other in self.nodes:
                self._links[name, other] += 1


def _folder(path: str, depth: int) -> str:
    """The folder of a page, or the one so many levels below the top that it is in."""
    parts = path.split("/")[:-1][:depth]
    return "".join(f"{each}/" for each in parts)
