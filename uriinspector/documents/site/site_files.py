"""The files of a site: a list made by walking its folder, before any link is looked at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.regular_files import LINK as LINK_WORDS
from uriinspector.documents.regular_files import Skipped, Subfolder, entries_in
from uriinspector.documents.site.site_store import FILE, FOLDER, LINK, PAGE, UNREAD, SiteEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

# By their endings: a site has a hundred images for a page, and opening all of them takes long.
PAGES = (".html", ".htm", ".xhtml", ".xht", ".shtml")
# What has references of its own, though nobody takes it for a page.
SHEETS = (".css", ".svg")
XML = (".xhtml", ".xht", ".svg")
UP = expression(r"(?:\.{1,2}/+)*(?:\.\.\Z)?")
INDEXES = (
    *("index.html", "index.htm", "index.xhtml", "index.shtml", "index.php", "index.jsp"),
    *("index.asp", "index.aspx", "index.cgi", "default.html", "default.htm", "default.asp"),
    *("default.aspx", "Default.htm", "Default.aspx"),
)


def site_entries(root: str) -> Iterator[SiteEntry]:
    """Everything in a folder, by paths below it with slashes; links and special files are named."""
    for number, each in enumerate(entries_in(root), 1):
        path = path_in(root, each if isinstance(each, str) else each.path)
        kind = _kind(each, path)
        target = _link_target(root, path) if kind == LINK else ""
        yield SiteEntry(number, path, kind, target)


def _link_target(root: str, path: str) -> str:
    """The path in the site that a symbolic link names; "" where it may be another one.

    The link is read, and what it names is not asked for.
    """
    try:
        target = os.readlink(os.path.join(root, path)).replace(os.sep, "/")  # noqa: PTH115, PTH118
    except OSError:
        return ""
    parts = path.split("/")[:-1]
    ups = UP.match(target)
    rest = target[ups.end() if ups else 0 :].rstrip("/")
    climbs = ups[0].count("..") if ups else 0
    # Behind the first name a ".." is of what that name leads to.
    if target.startswith("/") or climbs > len(parts) or ".." in rest.split("/"):
        return ""
    names = (each for each in rest.split("/") if each not in {"", "."})
    return "/".join((*parts[: len(parts) - climbs], *names))


def path_in(root: str, path: str) -> str:
    """The path of a file in the site."""
    start = len(os.path.join(root, ""))  # noqa: PTH118 - as it is written
    return path[start:].replace(os.sep, "/")


def _kind(entry: str | Skipped | Subfolder, path: str) -> int:
    if isinstance(entry, Subfolder):
        return FOLDER
    if isinstance(entry, Skipped):
        return LINK if entry.why == LINK_WORDS else UNREAD
    return PAGE if path.lower().endswith(PAGES) else FILE


def has_references(path: str) -> bool:
    """Whether references are looked for in a file."""
    return path.lower().endswith(PAGES + SHEETS)
