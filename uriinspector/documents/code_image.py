"""Find the picture that a link was decoded from, and the position of the code, as plain pixels."""

from collections.abc import Iterable

from uriinspector.core.model import NamedTuple
from uriinspector.documents.document_values import END, PLACE, START, TAG, VALUE, LinkLocation
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.picture_formats import DECODED, picture_format
from uriinspector.documents.picture_process import CodeImage, read_codes
from uriinspector.documents.reading.codes import IN_PICTURE
from uriinspector.documents.reading.page import picture_of
from uriinspector.documents.reading.pdf import picture_at
from uriinspector.documents.scan import readers_within, scan
from uriinspector.documents.work_budget import WorkBudget

PDF_START = b"%PDF-"
# The maximum width and height of the result.
SIDE = 1_200


class CodeQuery(NamedTuple):
    part: str
    start: int
    text: str


def find_code_image(
    octets: bytes, name: str, wanted: CodeQuery, passwords: Iterable[str] = ()
) -> CodeImage | None:
    """Search the document for the link's picture; return None if it is missing or not decodable."""
    document = scan(octets, name=name, readers=readers_within(wanted.part), passwords=passwords)
    for leaf in document.links.leaves:
        if leaf.part.path != wanted.part:
            continue
        for link_location in leaf.locations:
            if link_location[PLACE] is IN_PICTURE and link_location[VALUE] == wanted.text:
                place = leaf.source(link_location[START], link_location[END])
                if place.start == wanted.start:
                    picture = _picture(leaf, link_location)
                    return _drawn(picture, wanted.text) if picture is not None else None
    return None


def _picture(leaf: Leaf, location: LinkLocation) -> bytes | None:
    """Return the picture file: the part itself, a picture in a PDF, or a data URI in a page."""
    octets, span = leaf.octets.get(), (location[START], location[END])
    if octets.startswith(PDF_START, leaf.start):
        return picture_at(octets, (leaf.start, leaf.end), span)
    if not leaf.is_page:
        return octets[slice(*span)]
    written = (location[TAG], location[START], location[END], IN_PICTURE, None, None)
    return picture_of(leaf.value(written))


def _drawn(octets: bytes, text: str) -> CodeImage | None:
    form = picture_format(octets)
    if form not in DECODED:
        return None
    points, seconds = WorkBudget(len(octets)).share(1)
    return read_codes(octets, form.name, points, seconds, text, SIDE).image
