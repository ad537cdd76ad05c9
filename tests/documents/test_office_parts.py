"""Parts of Office files by name: those whose text is read, and those only counted."""

import struct

import uriinspector
from tests.documents.compound_files import compound
from tests.documents.samples import zipped
from tests.for_each import for_each

TYPES = {"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w:p/>"}
LINK = "http://a.test/"


def read(name: str) -> tuple[list[str], bool]:
    """Return the links in a part with this name, and whether unread parts were reported."""
    text = f"<w:p><w:r><w:t>{LINK}</w:t></w:r></w:p>".encode()
    document = uriinspector.scan(zipped({**TYPES, name: text}))
    told = any("other parts: 2" in each.reason for each in document.not_examined)
    return [link.value for link in document.links], told


def test_only_text_elements_of_office_files_are_read() -> None:
    text = f"<w:p><w:r><w:t/>{LINK}no<w:t>{LINK}</w:t>{LINK}no<w:instrText>{LINK}no</w:instrText>"
    document = uriinspector.scan(zipped({**TYPES, "word/footer1.xml": text.encode()}))
    assert [link.value for link in document.links] == [LINK]


@for_each(
    "folder",
    "word/footer", "ppt/comments/comment", "ppt/notesSlides/notesSlide", "ppt/presentation",
    "ppt/slides/slide", "xl/chartsheets/sheet", "xl/comments", "xl/drawings/vmlDrawing",
    "xl/externalLinks/externalLink", "xl/sharedStrings", "xl/workbook", "xl/worksheets/sheet",
)  # fmt: skip
@for_each("ending", ".xml", ".vml")
def test_text_of_content_parts_is_read(folder: str, ending: str) -> None:
    assert read(f"{folder}1{ending}") == ([LINK], False)


@for_each(
    "name",
    "word/theme/theme1.xml", "word/styles.xml", "word/fontTable.xml", "word/webSettings.xml",
    "word/numbering.xml", "docProps/app.xml", "xl/calcChain.xml", "ppt/tags/tag1.xml",
    "xl/printerSettings1.bin",
)  # fmt: skip
def test_text_of_other_parts_is_not_read(name: str) -> None:
    assert read(name) == ([], True)


@for_each("tag, between", ("tab", " "), ("br", " "), ("cr", " "), ("x", ""))
def test_breaks_in_an_office_link_text_may_separate_words(tag: str, between: str) -> None:
    text = f"<w:r><w:t>www.</w:t><w:{tag}/><w:t>bank.test</w:t></w:r>"
    body = f'<w:p><w:hyperlink r:id="r1">{text}</w:hyperlink></w:p>'.encode()
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    related = f'<Relationship Id="r1" Type="{kind}" Target="{LINK}" TargetMode="External"/>'
    members = {
        **TYPES,
        "word/document.xml": body,
        "word/_rels/document.xml.rels": f"<Relationships>{related}</Relationships>".encode(),
    }
    (link,) = uriinspector.scan(zipped(members)).links
    assert (link.value, link.text) == (LINK, f"www.{between}bank.test")


def embedded(text: str, encoding: str) -> list[str]:
    """Return the links of an OLE file that contains a text."""
    octets = bytes(100) + text.encode(encoding) + bytes(5000)
    return [link.value for link in uriinspector.scan(compound({"Data": octets})).links]


@for_each("encoding", "ascii", "utf-16-le")
@for_each("scheme", "https", "http", "ftp", "file", "mhtml", "webdav", "smb")
def test_address_in_an_ole_file_has_a_known_scheme(scheme: str, encoding: str) -> None:
    for written in (scheme, scheme.upper()):
        assert embedded(f" {written}://host.test/a ", encoding) == [f"{written}://host.test/a"]


def test_field_target_is_listed_once() -> None:
    fields = [
        f'\x13HYPERLINK "http://{name}.test/"\x14shown\x15 http://{name}-other.test/ '
        for name in ("wide", "narrow", "last")
    ]
    encodings = ("utf-16-le", "ascii", "utf-16-le")
    text = bytes(2).join(each.encode(how) for each, how in zip(fields, encodings, strict=True))
    document = uriinspector.scan(compound({"WordDocument": bytes(100) + text + b"x" * 5000}))
    assert sorted(link.value for link in document.links) == sorted(
        f"http://{name}{more}.test/"
        for name in ("wide", "narrow", "last")
        for more in ("", "-other")
    )


@for_each("encoding", "ascii", "utf-16-le")
@for_each("mark", *".,;:!?)]}'")
def test_trailing_punctuation_is_not_part_of_an_address(mark: str, encoding: str) -> None:
    assert embedded(f" http://a.test/x{mark} ", encoding) == ["http://a.test/x"]
    assert embedded(f" http://a.test/x{mark}y ", encoding) == [f"http://a.test/x{mark}y"]


@for_each("encoding", "ascii", "utf-16-le")
def test_unc_path_is_an_address(encoding: str) -> None:
    assert embedded(r" \\host.test\share\a ", encoding) == [r"\\host.test\share\a"]
    assert embedded(r" \\ab\share ", encoding) == []


@for_each("encoding", "ascii", "utf-16-le")
@for_each("quote", *"\"'")
def test_xml_namespace_is_not_an_address(quote: str, encoding: str) -> None:
    assert embedded(f"<a xmlns:office={quote}http://a.test/n{quote}>", encoding) == []
    assert embedded(f"<a xmlns={quote}http://a.test/n{quote}>", encoding) == []
    assert embedded(f"<a xmlnsx={quote}http://a.test/n{quote}>", encoding) == ["http://a.test/n"]


def sized(count: int, declared: int) -> bytes:
    """Return a compound file whose stream declares this size."""
    octets = bytearray(compound({"Data": b" http://a.test/ ".ljust(count, b"x")}))
    at = octets.index("Data".encode("utf-16-le")) + 120
    struct.pack_into("<I", octets, at, declared)
    return bytes(octets)


@for_each("declared, links", (5000, 1), (1 << 31, 1), (4096, 1), (0, 0))
def test_ole_stream_ends_at_its_size_or_the_end_of_the_file(declared: int, links: int) -> None:
    assert len(uriinspector.scan(sized(5000, declared)).links) == links
