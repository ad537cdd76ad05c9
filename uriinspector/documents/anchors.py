"""Find the links of a page with the text that users see for them, for example in pasted HTML.

Nothing is judged here, which makes it fast enough to run on every key press.
"""

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import resolve
from uriinspector.documents.document_values import END, PLACE, START, TAG
from uriinspector.documents.html.page import link_text
from uriinspector.documents.html.scanner import Scanner
from uriinspector.documents.html.tokens import attribute_value, read_tag
from uriinspector.documents.leaf import NO_BASE, embedded

LONGEST = 1_000_000  # bytes of a page to search
ELEMENTS = frozenset({"a", "area"})
ATTRIBUTES = frozenset({"href", "xlink:href"})


class Anchor(NamedTuple):
    """A link's target, resolved against the page's BASE if there is one, and its visible text."""

    href: str
    shown: str


def anchors(source: str) -> list[Anchor]:
    """Return the links of a page or a fragment of one, in order."""
    octets = source[:LONGEST].encode("utf-8", "surrogatepass")
    page = Scanner(octets, 0, len(octets), UTF8).scan()
    base = None
    if page.base is not None:
        href = attribute_value(octets[page.base[START] : page.base[END]], UTF8)
        base = embedded(href, NO_BASE).text
    result = []
    for reference in page.locations:
        element = reference[PLACE].element
        if element not in ELEMENTS or reference[PLACE].attribute not in ATTRIBUTES:
            continue
        value = attribute_value(octets[reference[START] : reference[END]], UTF8)
        target = None if base is None else resolve(base, value).target
        tag = read_tag(octets, reference[TAG] + 1 + len(element), len(octets))
        text = link_text(octets, tag, len(octets), UTF8, element)
        # Collapse white space of any kind: surrounding spaces do not change a name in the text.
        words = " ".join(text.visible.split()) if text else ""
        result.append(Anchor(value if target is None else target, words))
    return result
