"""A part in which links are looked for, its bases, and what its links need to know.

1997 (3) and 2003 (4.2): such a reference stays in the document, whatever its BASE says.  Only where
it always leads to a new request does it stand for an address: in 1997 for the document's own, in
2003 for the base URI.  2005 (5.2) has the base; browsers send a form without an action to the
document that it stands in (HTML 4.10.18.6), and fetch nothing for an image without an address.
"""

from __future__ import annotations

from collections import Counter
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
from uriinspector.documents.html.open_elements import Passwords
from uriinspector.documents.html.page import LinkText, has_text, hiding_classes, link_text
from uriinspector.documents.html.tokens import (
    HIDING,
    UNSPOKEN,
    Attribute,
    Tag,
    attribute_value,
    read_tag,
)
from uriinspector.documents.octets import Octets
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.documents.judge import Judge, Judgement

# How many links are asked which host most of them name, and how many have to name it.
LOOKED_AT = 1_000
FEWEST = 6
ANCHOR = LinkPlace("a", "href")
WEB_HOST = expression(rb"\s*https?://([a-zA-Z0-9.-]{1,253})(?=[/?#\s]|\Z)")


@dataclass(slots=True, eq=False)
class Leaf:
    """Octets with links in them, from ``start`` to ``end``; made by one reader, then only read."""

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
    # Its links were compressed, so that a small file can have any number of them.
    is_packed: bool = False
    locations: list[LinkLocation] = field(default_factory=list)
    commented: list[LinkLocation] = field(default_factory=list)
    # What is said of its links by others.
    placed: PlacedFindings | None = None
    # What a link may be as well, where a line was broken behind a hyphen.
    others: dict[int, str] = field(default_factory=dict)
    # The tag that was read last: one tag can hold a hundred thousand links.
    _last: tuple[int, Tag] | None = field(default=None, init=False, repr=False)
    _value: tuple[Attribute, str] | None = field(default=None, init=False, repr=False)
    _passwords: Passwords | None = field(default=None, init=False, repr=False)
    _home: tuple[str | None] | None = field(default=None, init=False, repr=False)
    _linked: Counter[str] | None = field(default=None, init=False, repr=False)
    _hiding: frozenset[str] | None = field(default=None, init=False, repr=False)

    @property
    def judge(self) -> Judge:
        """Who judges its links."""
        return self.message.judge

    @property
    def in_message(self) -> bool:
        """Whether it is part of a message."""
        return self.message.envelope is not None

    @property
    def is_shown_as_message(self) -> bool:
        """Whether an email program shows it; what is attached is a document of its own."""
        return self.in_message and self.part.path not in self.message.attached

    def value(self, location: LinkLocation) -> str:
        """What a link's value is: nothing is trimmed."""
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
        """The octets of the value."""
        return self.octets.get()[location[START] : location[END]]

    def shown(self, location: LinkLocation, tag: Tag | None = None) -> LinkText | None:
        """The text that is shown for a link; None where there is none."""
        place: LinkPlace = location[PLACE]
        if not self.is_page or place.element is None or place.attribute is None:
            return None
        if not has_text(place.element):
            return None
        tag = self.tag(location) if tag is None else tag
        octets, hiding = self.octets.get(), self.hiding
        return link_text(octets, tag, self.end, self.encoding, place.element, hiding)

    @property
    def hiding(self) -> frozenset[str]:
        """The classes whose elements are not seen."""
        if self._hiding is None:
            self._hiding = hiding_classes(self.octets.get(), self.start, self.end)
        return self._hiding

    def text_of(self, tag: Tag) -> str:
        """The text of a link, by its tag."""
        text = link_text(self.octets.get(), tag, self.end, self.encoding, "a")
        return text.text if text else ""

    def is_unspoken(self, location: LinkLocation) -> bool:
        """Whether its text is in plain sight and too simple to name any site."""
        octets = self.octets.get()
        plain = UNSPOKEN.match(octets, location[END], self.end)
        return plain is not None and HIDING.search(octets, location[TAG], plain.end()) is None

    def tag(self, location: LinkLocation) -> Tag:
        """The tag that a link stands in."""
        at, place = location[TAG], location[PLACE]
        if self._last is None or self._last[0] != at:
            name_end = at + 1 + len(place.element or "")
            self._last = at, read_tag(self.octets.get(), name_end, self.end)
        return self._last[1]

    @property
    def passwords(self) -> Passwords:
        """The fields for passwords; looked for once, when somebody asks."""
        if self._passwords is None:
            self._passwords = Passwords(self.octets.get(), self.start, self.end)
        return self._passwords

    @property
    def home(self) -> str | None:
        """The host that most links of a page name in full: most likely its own."""
        if self._home is None:
            self._home = (self._usual_host(),)
        return self._home[0]

    def _usual_host(self) -> str | None:
        """Of a message there is none: whoever sends it chooses what it links to."""
        if self.in_message or not self.is_page:
            return None
        counts = self.linked_sites
        most = counts.most_common(1)
        if not most or most[0][1] < FEWEST or most[0][1] * 4 < counts.total():
            return None
        return most[0][0]

    @property
    def linked_sites(self) -> Counter[str]:
        """How many links of a page name each site in full."""
        if self._linked is None:
            self._linked = Counter()
            octets = self.octets.get()
            for location in islice(self.locations, LOOKED_AT):
                if location[PLACE] == ANCHOR and (
                    host := WEB_HOST.match(octets, location[START], location[END])
                ):
                    self._linked[_site(host[1].decode("ascii").lower())] += 1
        return self._linked

    def attribute(self, tag: Tag, name: str) -> str | None:
        """The value of an attribute of a tag."""
        result = tag.attributes.get(name)
        if result is None:
            return None
        # Code of any length can have a link in each of its words, and is asked for with each.
        if self._value is None or self._value[0] != result:
            octets = self.octets.get()[result.start : result.end]
            self._value = result, attribute_value(octets, self.encoding)
        return self._value[1]

    def source(self, start: int, end: int) -> Source:
        """Where a run of the octets is written in the file."""
        first, last = self.octets.place(start, end)
        return Source(first, last, *self.lines.place(first))

    def named(self, value: str, target: str | None) -> str | None:
        """The part of the message that a reference names (RFC 2392, RFC 2557)."""
        names = self.message.names
        if not names:
            return None
        if value[:4].lower() == "cid:":
            return names.get("cid:" + unquoted(value[4:]))
        return names.get((target or value).partition("#")[0])


def _site(host: str) -> str:
    """The registrable domain of a host; an address is its own."""
    name = host.removesuffix(".")
    return (registrable_domain(name) if name[-1:].isalpha() else None) or name


NO_BASE = DocumentBase(None, DEFAULT, message("No base URL found (url-syntax-05 5.1.4)."))
# The HTML standard does not let these be the base of a page (4.2.3).
REFUSED = frozenset({"data", "javascript"})
WITHOUT_AUTHORITY = (
    "The BASE has no host, so browsers resolve it against the document's URL (HTML 4.2.3)."
)
IGNORED = message("The Content-Base header is relative and is ignored (url-syntax-05 5.1.1).")


def retrieved(base: str | None) -> DocumentBase:
    """The address that a document was fetched from, if somebody told it."""
    if base is None:
        return NO_BASE
    return DocumentBase(
        base, RETRIEVAL, message("The base URL given with the document (url-syntax-05 5.1.3).")
    )


def enclosed(outer: DocumentBase) -> DocumentBase:
    """What a part has from what it is enclosed in."""
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
        EMBEDDED: message("its BASE"),
        RETRIEVAL: message("the base URL given with the document"),
    }[origin]


def embedded(href: str, outer: DocumentBase) -> DocumentBase:
    """The BASE of a page; a relative one is read against the page's own address."""
    text = browser.STRIPPED.sub("", href)
    reference = parse(text)
    if reference.scheme is None:
        if outer.text is None:
            explanation = message(
                "The BASE is relative and the document's URL is unknown: no base URL (HTML 2.4.3)."
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
        # "https:/a/" has a host only where the document's own URL has another scheme (URL 4.4).
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
    """What the header fields of a message or part say; white space in them is dropped."""
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
        return outer
    target = resolve(outer.text, text).target
    explanation = message(
        "The relative Content-Location, resolved against the base of the enclosing entity "
        "(url-syntax-05 5.1.1)."
    )
    return DocumentBase(target, CONTENT_LOCATION, explanation) if target else outer


STAYING = frozenset({"1997", "2003"})
FORMS = frozenset({"action", "action-xhr", "formaction"})
# Attributes whose address is asked for as soon as the page is shown.
FETCHED = frozenset(
    {"src", "srcset", "imagesrcset", "data", "poster", "background", "lowsrc", "dynsrc", "icon"}
    | {"manifest", "code", "codebase", "archive", "object", "classid"}
)
# 5.1.4: where nothing says what the document's own address is.
CURRENT = DocumentBase("", DEFAULT, message("The containing document (url-syntax-05 3)."))


def is_void(value: str) -> bool:
    """Nothing, or a fragment alone."""
    return not value or value[0] == "#"


def is_unfetched(place: LinkPlace, value: str) -> bool:
    """Whether browsers fetch nothing at all for it."""
    return not value and place.attribute in FETCHED


def base_of(leaf: Leaf, location: LinkLocation, value: str) -> DocumentBase:
    """What a reference is resolved against: the leaf's base, or the document's own address."""
    if leaf.base is leaf.outer:
        return leaf.base
    return base_at(leaf, location[PLACE], value)


def base_at(leaf: Leaf, place: LinkPlace, value: str) -> DocumentBase:
    """The same for a value at a place of its page."""
    base, document = leaf.base, leaf.outer
    if place.element is None:
        return base
    if place.element == "base":
        # An absolute one is its own target, though nothing tells where the document is.
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
    """The same judgement for what an empty reference at a form or an image asks for.

    The edition says what the target is.  Browsers send the form to the document, whatever edition
    is chosen, and fetch no image: no host but the document's has any part in it.
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
        verdict = verdict._replace(sentence=there.sentence)
    return judged._replace(target=target, verdict=verdict)


@dataclass(slots=True)
class PlacedFindings:
    """By the octet of the file at which a value begins; ``whole`` are about the file as a whole."""

    by_start: dict[int, list[Finding]] = field(default_factory=dict)
    whole: list[Finding] = field(default_factory=list)

    def at(self, start: int) -> list[Finding]:
        """Those about the value that begins there."""
        return self.by_start.get(start, [])
