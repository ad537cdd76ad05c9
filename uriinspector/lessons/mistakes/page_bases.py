"""Mistakes about the base of a link in a page."""

import re
from collections.abc import Iterator
from functools import cached_property

from uriinspector.core.expression import expression
from uriinspector.core.parse import resolve
from uriinspector.documents.document import Link
from uriinspector.documents.scan import scan
from uriinspector.lessons.mistake import rows

MOST_CANDIDATES = 6
COMMENT = expression("<!--(.*?)-->", re.DOTALL)
COMMENTED = expression(r"<base\s[^>]*?href=[\"']?([^\"'\s>]+)", re.IGNORECASE)


class PageBase:
    """A page, its URL, and the base of its last link that is not a base element."""

    def __init__(self, page: str, url: str) -> None:
        self.page = page
        self.url = url
        self._links = scan(page.encode("utf-8", "replace"), base=url).links

    @cached_property
    def bases(self) -> list[Link]:
        """The base elements with an address, in order."""
        return [each for each in self._links if each.element == "base"]

    @cached_property
    def _link(self) -> Link | None:
        return next((each for each in reversed(self._links) if each.element != "base"), None)

    @property
    def link(self) -> str:
        """The link that the question is about, as written."""
        return self._link.value if self._link else ""

    @property
    def key(self) -> str | None:
        """The base of the link; None if there is none."""
        return self._link.base.text if self._link else None

    @cached_property
    def written(self) -> list[str]:
        """The addresses of the base elements as written."""
        return [each.value for each in self.bases]

    @cached_property
    def resolved(self) -> list[str]:
        """The addresses of the base elements, resolved."""
        targets = (resolve(self.url, each).target for each in self.written)
        return [each for each in targets if each is not None]

    @cached_property
    def in_comments(self) -> list[str]:
        """The addresses of base elements inside comments, first resolved, then as written."""
        comments = " ".join(COMMENT.findall(self.page))
        written = COMMENTED.findall(comments)[:MOST_CANDIDATES]
        targets = (resolve(self.url, each).target for each in written)
        return [*(each for each in targets if each is not None), *written]

    @property
    def target(self) -> str | None:
        return resolve(self.key or self.url, self.link).target

    @property
    def folder(self) -> str:
        """The URL of the page's folder."""
        return self.url[: self.url.rfind("/") + 1]

    @cached_property
    def candidates(self) -> list[str]:
        """The base, and other texts that can be mistaken for it."""
        bases = (*self.resolved, *self.written, *self.in_comments)
        texts = [self.key, *bases, self.url, self.target, self.folder]
        found = dict.fromkeys(each for each in texts if each)
        return list(found)[:MOST_CANDIDATES]

    def unresolved(self) -> Iterator[str]:
        """Yield addresses of base elements as written, without resolving."""
        yield from (each for each in self.written if each not in self.resolved)

    def other_bases(self) -> Iterator[str]:
        """Yield addresses of base elements after the first."""
        yield from (*self.resolved[1:], *self.written[1:])

    def only_in_comments(self) -> Iterator[str]:
        """Yield addresses of base elements that are only in comments."""
        yield from (each for each in self.in_comments if each != self.key)


TABLE = (
    (
        "second-base",
        "",
        "*other_bases",
        "You used a different base element. Only the first one with an address counts.",
        "RFC 3986 5.1.1",
    ),
    (
        "base-not-resolved",
        "",
        "*unresolved",
        "You used the address of the base element as written. It is resolved against the URL of "
        "the page.",
        "RFC 3986 5.1.1",
    ),
    (
        "base-in-comment",
        "",
        "*only_in_comments",
        "You used a base element that is inside a comment. Browsers ignore comments.",
        "RFC 3986 5.1.1",
    ),
    (
        "url-for-base",
        "bases",
        "{url}",
        "You used the URL of the page. The page has a base element, which takes precedence.",
        "RFC 3986 5.1.1",
    ),
    (
        "target-for-base",
        "target",
        "{target}",
        "You gave the target of the link. The base is the URL that the link is resolved against.",
        "RFC 3986 5.1",
    ),
    (
        "folder-for-base",
        "!bases",
        "{folder}",
        "You gave the folder of the page. The base is the whole URL; only merging shortens it.",
        "RFC 3986 5.1.3",
    ),
    (
        "folder-despite-base",
        "bases",
        "{folder}",
        "You gave the folder of the page. The page has a base element, which takes precedence.",
        "RFC 3986 5.1.1",
    ),
)
PAGE_BASE_ROWS = rows(*TABLE)
