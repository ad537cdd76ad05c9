"""A part that was searched for links, its bases, and the data that its links need.

In the 1997 (3) and 2003 (4.2) editions, an empty reference or a bare fragment refers to the
document itself, whatever its BASE is. Such a reference has a target only in attributes that always
cause a request: the document's URL in 1997, the base URI in 2003. In 2005 (5.2), it is resolved
against the base. Browsers submit a form without an action to its document (HTML 4.10.18.6), and
fetch nothing for an image without an address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote as unquoted

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.encoding import decode
from uriinspector.analysis.finding import Finding
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.core.parse import parse, resolve
from uriinspector.documents.document_values import (
    CONTENT_BASE,
    CONTENT_LOCATION,
    DEFAULT,
    EMBEDDED,
    ENCAPSULATING,
    END,
    PLACE,
    RETRIEVAL,
    START,
    TAG,
    VALUE,
    DocumentBase,
    DocumentPart,
    LineIndex,
    LinkLocation,
    LinkPlace,
    MessageScope,
    Source,
)
from uriinspector.documents.html.page import LinkText, has_text, hiding_classes, link_text
from uriinspector.documents.html.scanner import Passwords
from uriinspector.documents.html.tokens import (
    HIDING,
    PLAIN_LINK_TEXT,
    Attribute,
    Tag,
    attribute_value,
    read_tag,
)
from uriinspector.documents.octets import Octets
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.documents.judge import Judge, Judgement

# The number of links to search for the most common host, and the number that must name it.
LOOKED_AT = 1_000
FEWEST = 6
ANCHOR = LinkPlace("a", "href")
WEB_HOST = expression(rb"\s*https?://([a-zA-Z0-9.-]{1,253})(?=[/?#\s]|\Z)")


@dataclass(slots=True, eq=False)
class Leaf:
    """Bytes from ``start`` to ``end`` and the links in them, unchanged once they have been read."""

    part: DocumentPart
    octets: Octets
    start: int
    end: int
    encoding: str
    base: DocumentBase
    outer: DocumentBase
    message: MessageScope
    lines: LineIndex
    is_page: bool
    # True if the links were compressed, so that a small file can contain any number of them.
    is_packed: bool = False
    locations: list[LinkLocation] = field(default_factory=list)
    commented: list[LinkLocation] = field(default_factory=list)
    # Findings about its links that other checks supply.
    placed: PlacedFindings | None = None
    # For links with a line break after a hyphen, by their offsets: the other reading, without
    # or with the hyphen.
    others: dict[int, str] = field(default_factory=dict)
    # The texts that a PDF file shows in the rectangles of links, by their offsets.
    captions: dict[int, str] = field(default_factory=dict)
    # A cache of the last tag that was parsed: a single tag can contain a hundred thousand
    # links.
    _last: tuple[int, Tag] | None = field(default=None, init=False, repr=False)
    _value: tuple[Attribute, str] | None = field(default=None, init=False, repr=False)
    _passwords: Passwords | None = field(default=None, init=False, repr=False)
    _home: tuple[str | None] | None = field(default=None, init=False, repr=False)
    _linked: Counter[str] | None = field(default=None, init=False, repr=False)
    _apart: Counter[str] | None = field(default=None, init=False, repr=False)
    _hiding: frozenset[str] | None = field(default=None, init=False, repr=False)

    @property
    def judge(self) -> Judge:
        return self.message.judge

    @property
    def in_message(self) -> bool:
        return self.message.envelope is not None

    @property
    def is_shown_as_message(self) -> bool:
        """True if email programs show it in the message; attachments are separate documents."""
        is_attached = self.part.path in self.message.attached
        return self.in_message and not (is_attached or self.is_in_attached_file)

    @property
    def is_in_attached_file(self) -> bool:
        """True for a part of an attached file, such as a file in an archive."""
        names = self.part.path.split(".")
        every = self.message.separate
        return bool(every) and any(".".join(names[:end]) in every for end in range(1, len(names)))

    def value(self, location: LinkLocation) -> str:
        """Return the decoded value of a link, untrimmed."""
        value = location[VALUE]
        if value is not None:
            return value
        octets = self.octets.get()[location[START] : location[END]]
        return (
            attribute_value(octets, self.encoding)
            if self.is_page
            else decode(octets, self.encoding)
        )

    def written(self, location: LinkLocation) -> bytes:
        return self.octets.get()[location[START] : location[END]]

    def shown(self, location: LinkLocation, tag: Tag | None = None) -> LinkText | None:
        place: LinkPlace = location[PLACE]
        if (caption := self.captions.get(location[START])) is not None:
            return LinkText(caption, caption)
        if not self.is_page or place.element is None or place.attribute is None:
            return None
        if not has_text(place.element):
            return None
        tag = self.tag(location) if tag is None else tag
        octets, hiding = self.octets.get(), self.hiding
        return link_text(octets, tag, self.end, self.encoding, place.element, hiding)

    @property
    def hiding(self) -> frozenset[str]:
        if self._hiding is None:
            self._hiding = hiding_classes(self.octets.get(), self.start, self.end)
        return self._hiding

    def text_of(self, tag: Tag) -> str:
        text = link_text(self.octets.get(), tag, self.end, self.encoding, "a")
        return text.text if text else ""

    def has_plain_text(self, location: LinkLocation) -> bool:
        """Return True if a link's text is visible and lacks the characters that every site
        name contains.
        """
        octets = self.octets.get()
        plain = PLAIN_LINK_TEXT.match(octets, location[END], self.end)
        return plain is not None and HIDING.search(octets, location[TAG], plain.end()) is None

    def tag(self, location: LinkLocation) -> Tag:
        at, place = location[TAG], location[PLACE]
        if self._last is None or self._last[0] != at:
            name_end = at + 1 + len(place.element or "")
            self._last = at, read_tag(self.octets.get(), name_end, self.end)
        return self._last[1]

    @property
    def passwords(self) -> Passwords:
        """The password fields of the page, found on first use."""
        if self._passwords is None:
            self._passwords = Passwords(self.octets.get(), self.start, self.end)
        return self._passwords

    @property
    def home(self) -> str | None:
        """The host of most absolute links in a page, which is probably its own, or None."""
        if self._home is None:
            self._home = (self._usual_host(),)
        return self._home[0]

    def _usual_host(self) -> str | None:
        """Return the host with the most links; None for messages: senders choose their links."""
        if self.in_message or not self.is_page:
            return None
        counts = self.linked_sites
        most = counts.most_common(1)
        if not most or most[0][1] < FEWEST or most[0][1] * 4 < counts.total():
            return None
        return most[0][0]

    @property
    def linked_sites(self) -> Counter[str]:
        """The number of absolute links to each site in a page, among the first LOOKED_AT links."""
        if self._linked is None:
            self._linked = Counter(site for site, _ in self._linked_addresses())
        return self._linked

    @property
    def linked_apart(self) -> Counter[str]:
        """The number of distinct absolute addresses on each site, among the first LOOKED_AT
        links.
        """
        if self._apart is None:
            self._apart = Counter(site for site, _ in set(self._linked_addresses()))
        return self._apart

    def _linked_addresses(self) -> Iterator[tuple[str, bytes]]:
        """Yield the site and the address of each absolute link among the first LOOKED_AT."""
        octets = self.octets.get()
        for location in islice(self.locations, LOOKED_AT):
            start, end, place = location[START], location[END], location[PLACE]
            if place == ANCHOR and (host := WEB_HOST.match(octets, start, end)):
                yield _site(host[1].decode("ascii").lower()), octets[start:end]

    def attribute(self, tag: Tag, name: str) -> str | None:
        result = tag.attributes.get(name)
        if result is None:
            return None
        # Cache the value: every word of a long script can be a link that needs it.
        if self._value is None or self._value[0] != result:
            octets = self.octets.get()[result.start : result.end]
            self._value = result, attribute_value(octets, self.encoding)
        return self._value[1]

    def source(self, start: int, end: int) -> Source:
        """Return the span in the file of a run of bytes."""
        first, last = self.octets.place(start, end)
        return Source(first, last, *self.lines.place(first))

    def named(self, value: str, target: str | None) -> str | None:
        """Return the part of the message that a reference names (RFC 2392, RFC 2557), or None."""
        names = self.message.names
        if not names:
            return None
        if value[:4].lower() == "cid:":
            return names.get("cid:" + unquoted(value[4:]))
        return names.get((target or value).partition("#")[0])


def _site(host: str) -> str:
    """Return the registrable domain of a host, or the host itself if it has none."""
    name = host.removesuffix(".")
    return (registrable_domain(name) if name[-1:].isalpha() else None) or name


NO_BASE = DocumentBase(
    None,
    DEFAULT,
    message("No base URL found, so all references count as absolute (url-syntax-05 5.1.4)."),
)
# Schemes that the HTML standard excludes for the base of a page (4.2.3).
REFUSED = frozenset({"data", "javascript"})
WITHOUT_AUTHORITY = (
    "The BASE has no host, so browsers resolve it against the document's URL (HTML 4.2.3)."
)
IGNORED = message("The Content-Base header is relative and is ignored (url-syntax-05 5.1.1).")
UNRESOLVED = message(
    "The Content-Location header is relative, and there is no base to resolve it "
    "(url-syntax-05 5.1.1)."
)


def retrieved(base: str | None) -> DocumentBase:
    if base is None:
        return NO_BASE
    return DocumentBase(
        base, RETRIEVAL, message("The base URL given with the document (url-syntax-05 5.1.3).")
    )


def enclosed(outer: DocumentBase) -> DocumentBase:
    """Return the base that a part inherits from the entity around it."""
    if outer.text is None or outer.origin in {ENCAPSULATING, DEFAULT}:
        return outer
    source = _origin_note(outer.origin)
    explanation = message(
        "From the enclosing entity: {source} (url-syntax-05 5.1.2).", source=source
    )
    return DocumentBase(outer.text, ENCAPSULATING, explanation)


def _origin_note(origin: str) -> str:
    return {
        CONTENT_BASE: message("its Content-Base"),
        CONTENT_LOCATION: message("its Content-Location"),
        EMBEDDED: message("its BASE element"),
        RETRIEVAL: message("the base URL given with the document"),
    }[origin]


def embedded(href: str, outer: DocumentBase) -> DocumentBase:
    """Return the base from a page's BASE; a relative one is resolved against the page's URL."""
    text = browser.STRIPPED.sub("", href)
    reference = parse(text)
    if reference.scheme is None:
        if outer.text is None:
            explanation = message(
                "The BASE is relative and the document's URL is unknown, so there is no base "
                "URL (HTML 2.4.3)."
            )
            return DocumentBase(None, EMBEDDED, explanation)
        target = resolve(outer.text, text).target
        explanation = message(
            "The relative BASE, resolved against {base} (HTML 4.2.3); url-syntax-05 appendix D "
            "requires an absolute URL.",
            base=_where(outer),
        )
        return DocumentBase(target, EMBEDDED, explanation) if target else outer
    if reference.scheme.lower() in REFUSED or not browser.read(text).accepted:
        ignored = message("The BASE is ignored: browsers reject it (HTML 4.2.3).")
        return replace(outer, note=_with(outer.note, ignored))
    if outer.text is not None and reference.authority is None:
        # "https:/a/" has a host only if the document's URL has another scheme (URL 4.4).
        written = browser.serialized(text, outer.text)
        if written is not None and written.host != browser.read(text).host:
            return DocumentBase(written.text, EMBEDDED, message(WITHOUT_AUTHORITY))
    return DocumentBase(
        text, EMBEDDED, message("From the BASE element (url-syntax-05 5.1.1, HTML 4.2.3).")
    )


def _with(note: str, more: str) -> str:
    return message("{note} {more}", note=note, more=more)


def _where(outer: DocumentBase) -> str:
    if outer.origin == ENCAPSULATING:
        return message("the base of the enclosing entity")
    return message("the document's URL")


def headed(
    content_base: str | None, content_location: str | None, outer: DocumentBase
) -> DocumentBase:
    """Return the base from the header of a message or part; white space in it is ignored."""
    if content_base is not None:
        text = "".join(content_base.split()).strip('"<>')
        if parse(text).scheme is not None:
            return DocumentBase(
                text, CONTENT_BASE, message("From the Content-Base header (url-syntax-05 5.1.1).")
            )
        base = headed(None, content_location, outer)
        return replace(base, note=_with(base.note, IGNORED))
    if content_location is None:
        return outer
    text = "".join(content_location.split()).strip('"<>')
    if parse(text).scheme is not None:
        return DocumentBase(
            text,
            CONTENT_LOCATION,
            message("From the Content-Location header (url-syntax-05 5.1.1)."),
        )
    if outer.text is None:
        return replace(outer, note=_with(outer.note, UNRESOLVED))
    target = resolve(outer.text, text).target
    explanation = message(
        "The relative Content-Location, resolved against the base of the enclosing entity "
        "(url-syntax-05 5.1.1)."
    )
    return DocumentBase(target, CONTENT_LOCATION, explanation) if target else outer


STAYING = frozenset({"1997", "2003"})
FORMS = frozenset({"action", "action-xhr", "formaction"})
# Attributes whose address is requested as soon as the page is shown.
FETCHED = frozenset(
    {"src", "srcset", "imagesrcset", "data", "poster", "background", "lowsrc", "dynsrc", "icon"}
    | {"manifest", "code", "codebase", "archive", "object", "classid"}
)
# 5.1.4: the document's own URL is unknown.
CURRENT = DocumentBase("", DEFAULT, message("The containing document (url-syntax-05 3)."))


def is_void(value: str) -> bool:
    """Return True for an empty reference or a bare fragment."""
    return not value or value[0] == "#"


def is_unfetched(place: LinkPlace, value: str) -> bool:
    return not value and place.attribute in FETCHED


def base_of(leaf: Leaf, location: LinkLocation, value: str) -> DocumentBase:
    """Return the base of a reference: the leaf's base, or the document's own URL."""
    if leaf.base is leaf.outer:
        return leaf.base
    return base_at(leaf, location[PLACE], value)


def base_at(leaf: Leaf, place: LinkPlace, value: str) -> DocumentBase:
    base, document = leaf.base, leaf.outer
    if place.element is None:
        return base
    if place.element == "base":
        # An absolute BASE is its own target, even if the document's URL is unknown.
        is_known = document.text is not None or parse(value).scheme is None
        return document if is_known else base
    if not is_void(value):
        return base
    edition, attribute = leaf.judge.edition, place.attribute
    if not value and (attribute in FORMS or attribute in FETCHED):
        if edition != "2003" and (attribute in FORMS or edition == "1997"):
            return document
        return base
    if edition not in STAYING:
        return base
    return document if document.text is not None else CURRENT


def requested(leaf: Leaf, location: LinkLocation, value: str, judged: Judgement) -> Judgement:
    """Adjust the judgement of an empty reference in a form or image to what browsers request.

    The edition determines the target. In every edition, browsers submit the form to the document
    and fetch no image, so no host other than the document's is involved.
    """
    place: LinkPlace = location[PLACE]
    is_form, is_fetched = place.attribute in FORMS, place.attribute in FETCHED
    if value or place.element is None or not (is_form or is_fetched):
        return judged
    document, target = leaf.outer.text, judged.target
    base = base_of(leaf, location, value).text
    if base and (is_form or leaf.judge.edition in STAYING):
        target = base.partition("#")[0]
    there = leaf.judge.of(document, None).verdict if document else None
    host = there.host if there else None
    route = (judged.verdict.route[0]._replace(host=host),)
    verdict = judged.verdict._replace(host=host, final_host=host, route=route)
    if there and is_form:
        verdict = verdict.saying(there.sentence)
    return judged._replace(target=target, verdict=verdict)


@dataclass(slots=True)
class PlacedFindings:
    """Findings by the file offset of the value; ``whole`` are those about the file as a whole."""

    by_start: dict[int, list[Finding]] = field(default_factory=dict)
    whole: list[Finding] = field(default_factory=list)

    def at(self, start: int) -> list[Finding]:
        return self.by_start.get(start, [])
