"""Mistakes with the base: which of it is kept, and where the reference goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from uriinspector.core.expression import expression
from uriinspector.core.parse import resolve
from uriinspector.core.reference import recompose
from uriinspector.documents.document import Link
from uriinspector.documents.scan import scan
from uriinspector.lessons.mistake import Pair, row

# Of more folders than these nobody keeps just some.
MOST_FOLDERS = 20


def keep_last_segment(pair: Pair) -> Iterator[str | None]:
    """The base is taken for a folder."""
    scheme, authority, path, *_ = pair.base_parts
    if pair.is_merged and path and not path.endswith("/"):
        yield pair.resolved(pair.reference, recompose(scheme, authority, f"{path}/"))


def base_slash_ignored(pair: Pair) -> Iterator[str | None]:
    """The folder that the base ends in is removed like a file."""
    scheme, authority, path, *_ = pair.base_parts
    if pair.is_merged and path.endswith("/") and len(path) > 1:
        yield pair.resolved(pair.reference, recompose(scheme, authority, path[:-1]))


def glued(pair: Pair) -> Iterator[str]:
    """The reference is written behind the base's path as it is."""
    scheme, authority, path, *_ = pair.base_parts
    if pair.is_relative and pair.parts[2]:
        front = recompose(scheme, authority, path)
        yield front + pair.reference
        if {"", ".", ".."} & set(pair.segments):  # else the dots are gone: kept-last-segment
            yield f"{front.removesuffix('/')}/{pair.reference.lstrip('/')}"


def ends_behind_path(pair: Pair) -> bool:
    """Whether the base has a query or a fragment."""
    return pair.base_parts[3:] != (None, None)


def glued_whole(pair: Pair) -> Iterator[str]:
    """The reference is written behind the whole base."""
    if pair.reference[:1] not in {"", "#"} and ends_behind_path(pair):
        yield pair.base + pair.reference
        yield pair.base.partition("#")[0] + pair.reference


def glued_whole_slash(pair: Pair) -> Iterator[str]:
    """The same with a slash between."""
    for base in (pair.base, pair.base.partition("#")[0]) if ends_behind_path(pair) else ():
        yield f"{base}/{pair.reference}"
        yield f"{base.removesuffix('/')}/{pair.reference.lstrip('/')}"


def slash_doubled(pair: Pair) -> Iterator[str | None]:
    """One slash more where both come together."""
    if pair.is_relative and pair.reference[:1] == "/":
        yield f"{pair.origin}/{pair.reference}"
    if pair.is_merged:
        yield pair.in_directory(f"/{pair.reference}")
        if pair.segments[0] not in {".", ".."}:
            scheme, authority, *_ = pair.base_parts
            yield pair.resolved(pair.reference, recompose(scheme, authority, f"{pair.directory}/"))


def slash_left_out(pair: Pair) -> Iterator[str]:
    """No slash where both come together."""
    if pair.is_merged and pair.directory[1:]:
        yield f"{pair.origin}{pair.directory[:-1]}{pair.reference}"
        target = pair.resolved(pair.reference) or ""
        first = next((each for each in pair.segments if each not in {"", ".", ".."}), "")
        at = target.find(f"/{first}", len(pair.origin) + 1)
        if first and at > 0:
            yield target[:at] + target[at + 1 :]


def root_as_relative(pair: Pair) -> Iterator[str | None]:
    """A leading slash is overlooked."""
    if pair.is_relative and pair.parts[2][:1] == "/":
        yield pair.resolved(f".{pair.reference}")
        yield pair.in_directory(pair.reference)
        yield pair.in_directory(pair.reference.lstrip("/"))
        folders = pair.directory.split("/")[:-1]
        yield from (
            f"{pair.origin}{'/'.join(folders[:count])}{pair.reference}"
            for count in range(2, min(len(folders), MOST_FOLDERS))
        )


def relative_as_root(pair: Pair) -> Iterator[str | None]:
    """The reference is put behind the host."""
    if pair.is_merged:
        yield pair.resolved(f"/{pair.reference}")
        names = [each for each in pair.segments if each not in {".", ".."}]
        yield f"{pair.origin}/{'/'.join(names)}{pair.ending}"


def network_path_as_path(pair: Pair) -> Iterator[str]:
    """Two leading slashes are taken for a relative path."""
    if pair.reference.startswith("//"):
        yield pair.in_directory(pair.reference)
        yield pair.in_directory(pair.reference[1:])
        yield pair.in_directory(pair.reference.lstrip("/"))


def network_path_as_root(pair: Pair) -> Iterator[str]:
    """Two leading slashes are taken for one."""
    if pair.reference.startswith("//"):
        yield pair.origin + pair.reference
        yield f"{pair.origin}/{pair.reference.lstrip('/')}"


def network_path_alone(pair: Pair) -> Iterator[str]:
    """The scheme is left out."""
    if pair.reference.startswith("//"):
        yield pair.reference
        yield pair.reference.lstrip("/")


def scheme_as_path(pair: Pair) -> Iterator[str]:
    """The scheme of the reference is taken for a part of a path."""
    if pair.parts[0] is not None:
        yield pair.in_directory(pair.reference)
        yield f"{pair.origin}/{pair.reference}"


def same_scheme_ignored(pair: Pair) -> Iterator[str | None]:
    """A scheme that equals the base's is taken as if it were not there."""
    scheme, base_scheme = pair.parts[0], pair.base_parts[0]
    if scheme and base_scheme and scheme.lower() == base_scheme.lower() and pair.parts[1] is None:
        yield pair.resolved(pair.reference[len(scheme) + 1 :])
        yield f"{pair.origin}/{pair.reference[len(scheme) + 1 :].lstrip('/')}"


def no_slash_after_host(pair: Pair) -> Iterator[str]:
    """A base without a path gives no slash."""
    if pair.is_merged and pair.base_parts[1] is not None and not pair.base_parts[2]:
        yield pair.origin + pair.reference
        names = [each for each in pair.segments if each not in {".", ".."}]
        yield f"{pair.origin}{'/'.join(names)}{pair.ending}"


def network_path_doubled(pair: Pair) -> Iterator[str]:
    """The two slashes are written although the reference has them."""
    if pair.reference.startswith("//"):
        yield f"{pair.base_parts[0]}://{pair.reference}"


def segment_left_out(pair: Pair) -> Iterator[str | None]:
    """One name of several in the reference is gone."""
    names = [at for at, each in enumerate(pair.segments) if each not in {"", ".", ".."}]
    for at in names[:MOST_FOLDERS] if len(names) > 1 else ():
        yield pair.with_path("/".join([*pair.segments[:at], *pair.segments[at + 1 :]]))


def first_folder_only(pair: Pair) -> Iterator[str]:
    """All but the first folder of the base is dropped."""
    if pair.is_merged and pair.directory.count("/") > 3:
        first = pair.directory[: pair.directory.index("/", 1) + 1]
        names = [each for each in pair.segments if each not in {".", ".."}]
        yield f"{pair.origin}{first}{'/'.join(names)}{pair.ending}"


NARROW = (
    row(
        "no-slash-after-host",
        no_slash_after_host,
        "You put the reference right after the host. A path that follows a host begins with a "
        "slash.",
        "RFC 3986 5.2.3",
        since="2003",
    ),
    row(
        "network-path-alone",
        network_path_alone,
        'You left out the scheme. A reference that begins with "//" takes its scheme from the '
        "base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "network-path-doubled",
        network_path_doubled,
        'You wrote "//" twice. The reference already begins with it.',
        "RFC 3986 5.2.2",
    ),
    row(
        "network-path-as-root",
        network_path_as_root,
        'You kept the host of the base. After "//", the reference names a host.',
        "RFC 3986 4.2",
    ),
    row(
        "network-path-as-path",
        network_path_as_path,
        'You took "//" for the start of a path. After "//", the reference names a host.',
        "RFC 3986 4.2",
    ),
    row(
        "base-slash-ignored",
        base_slash_ignored,
        "You removed the last folder of the base. The base ends in a slash, so the folder is kept.",
        "RFC 3986 5.2.3",
    ),
    row(
        "root-as-relative",
        root_as_relative,
        "You kept folders of the base. A path that begins with a slash replaces the whole path "
        "of the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "same-scheme-ignored",
        same_scheme_ignored,
        "You ignored the scheme of the reference. A reference with a scheme takes nothing from "
        "the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "scheme-as-path",
        scheme_as_path,
        "You took the scheme for part of a path. A reference with a scheme takes nothing from "
        "the base.",
        "RFC 3986 5.2.2",
    ),
)
WIDE = (
    row(
        "kept-last-segment",
        keep_last_segment,
        "You kept the last segment of the base. A relative path replaces everything after the "
        "last slash.",
        "RFC 3986 5.2.3",
    ),
    row(
        "relative-as-root",
        relative_as_root,
        "You put the reference at the root. A relative path goes into the folder of the base.",
        "RFC 3986 5.2.3",
    ),
    row(
        "first-folder-only",
        first_folder_only,
        "You kept only the first folder of the base. Each folder of the base stays until a "
        '".." removes it.',
        "RFC 3986 5.2.3",
    ),
    row(
        "segment-left-out",
        segment_left_out,
        "You left out a segment of the reference.",
        "RFC 3986 5.2.3",
    ),
    row(
        "slash-doubled",
        slash_doubled,
        "You wrote one slash too many. The base and the reference meet at one slash.",
        "RFC 3986 5.2.3",
    ),
    row(
        "slash-left-out",
        slash_left_out,
        "You left out the slash before the reference. The last slash of the base is kept.",
        "RFC 3986 5.2.3",
    ),
)
GLUED = (
    row(
        "glued",
        glued,
        "You appended the reference to the path of the base. First remove the last segment of "
        "the base.",
        "RFC 3986 5.2.3",
    ),
    row(
        "glued-whole",
        glued_whole,
        "You appended the reference to the whole base. Take both apart into components first.",
        "RFC 3986 5.2.2",
    ),
    row(
        "glued-whole-slash",
        glued_whole_slash,
        "You appended a slash and the reference to the whole base. Take both apart into "
        "components first.",
        "RFC 3986 5.2.2",
    ),
)

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


PAGE_BASE_ROWS = (
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
