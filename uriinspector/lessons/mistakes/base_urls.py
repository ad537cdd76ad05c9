"""Mistakes about the base of a link in a page."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.parse import resolve
from uriinspector.documents.scan import scan
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.document import Link

MOST_CANDIDATES = 6
COMMENT = expression("<!--(.*?)-->", re.DOTALL)
COMMENTED = expression(r"<base\s[^>]*?href=[\"']?([^\"'\s>]+)", re.IGNORECASE)


class PageBase:
    """A page, where it came from, and the base of its last link that is no base itself."""

    def __init__(self, page: str, url: str) -> None:
        self.page = page
        self.url = url
        self._links = scan(page.encode("utf-8", "replace"), base=url).links

    @cached_property
    def bases(self) -> list[Link]:
        """The base elements with an address, in their order."""
        return [each for each in self._links if each.element == "base"]

    @cached_property
    def _asked(self) -> Link | None:
        return next((each for each in reversed(self._links) if each.element != "base"), None)

    @property
    def link(self) -> str:
        """The reference that is asked for."""
        return self._asked.value if self._asked else ""

    @property
    def key(self) -> str | None:
        """Its base; None where there is none."""
        return self._asked.base.text if self._asked else None

    @cached_property
    def written(self) -> list[str]:
        """The addresses of the base elements as they are written."""
        return [each.value for each in self.bases]

    @cached_property
    def resolved(self) -> list[str]:
        """The addresses of the base elements, resolved."""
        targets = (resolve(self.url, each).target for each in self.written)
        return [each for each in targets if each is not None]

    @cached_property
    def in_comments(self) -> list[str]:
        """The addresses of base elements in comments, resolved and as they are written."""
        comments = " ".join(COMMENT.findall(self.page))
        written = COMMENTED.findall(comments)[:MOST_CANDIDATES]
        targets = (resolve(self.url, each).target for each in written)
        return [*(each for each in targets if each is not None), *written]

    @property
    def target(self) -> str | None:
        """Where the link leads."""
        return resolve(self.key or self.url, self.link).target

    @property
    def folder(self) -> str:
        """Where the page lies."""
        return self.url[: self.url.rfind("/") + 1]

    @cached_property
    def candidates(self) -> list[str]:
        """What can be taken for the base, and the base."""
        bases = (*self.resolved, *self.written, *self.in_comments)
        texts = [self.key, *bases, self.url, self.target, self.folder]
        found = dict.fromkeys(each for each in texts if each)
        return list(found)[:MOST_CANDIDATES]


def written_base(page: PageBase) -> Iterator[str]:
    """The address of a base element as it is written."""
    yield from (each for each in page.written if each not in page.resolved)


def other_base(page: PageBase) -> Iterator[str]:
    """Another base element than the first one."""
    yield from page.resolved[1:]
    yield from page.written[1:]


def base_in_comment(page: PageBase) -> Iterator[str]:
    """A base element that is only a comment."""
    yield from (each for each in page.in_comments if each != page.key)


def url_of_page(page: PageBase) -> Iterator[str]:
    """Where the page came from, though it has a base element."""
    if page.bases:
        yield page.url


def folder_of_page(page: PageBase) -> Iterator[str]:
    """The folder in place of the page."""
    if not page.bases:
        yield page.folder


def folder_despite_base(page: PageBase) -> Iterator[str]:
    """The same, though the page has a base element."""
    if page.bases:
        yield page.folder


def target_of_link(page: PageBase) -> Iterator[str]:
    """Where the link leads."""
    if page.target is not None:
        yield page.target


ROWS = (
    row(
        "second-base",
        other_base,
        "You took another base element. Only the first one with an address counts.",
        "RFC 3986 5.1.1",
    ),
    row(
        "base-not-resolved",
        written_base,
        "You took the address as it is written. It is resolved with the URL of the page.",
        "RFC 3986 5.1.1",
    ),
    row(
        "base-in-comment",
        base_in_comment,
        "You took a base element in a comment. A comment is not part of the page's elements.",
        "RFC 3986 5.1.1",
    ),
    row(
        "url-for-base",
        url_of_page,
        "You took the URL of the page. The page has a base element, and that decides.",
        "RFC 3986 5.1.1",
    ),
    row(
        "target-for-base",
        target_of_link,
        "You gave the target of the link. The base is what it is resolved with.",
        "RFC 3986 5.1",
    ),
    row(
        "folder-for-base",
        folder_of_page,
        "You gave the folder of the page. The base is the whole URL; merging cuts it.",
        "RFC 3986 5.1.3",
    ),
    row(
        "folder-despite-base",
        folder_despite_base,
        "You gave the folder of the page. The page has a base element, and that decides.",
        "RFC 3986 5.1.1",
    ),
)
