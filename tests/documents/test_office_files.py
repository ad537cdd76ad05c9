"""Office files, OOXML and OLE: links with their texts, loaded resources and macros."""

import struct
from html import escape

import uriinspector
from tests.documents.compound_files import compound
from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents.office import packaged_file, vba_text

TYPES = {"[Content_Types].xml": b"<Types/>"}
KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

MACROS = "of macros (VBA), only written addresses are checked"


def related(*rows: tuple[str, str, str]) -> bytes:
    elements = "".join(
        f'<Relationship Id="{name}" Type="{KIND}{kind}" Target="{escape(target)}" '
        'TargetMode="External"/>'
        for name, kind, target in rows
    )
    inner = f'<Relationship Id="rIdX" Type="{KIND}styles" Target="styles.xml"/>'
    return f"<Relationships>{elements}{inner}</Relationships>".encode()


def linked(octets: bytes) -> list[tuple[str | None, str | None, str, str | None]]:
    links = uriinspector.scan(octets).links
    for link in links:
        assert 0 <= link.source.start < link.source.end <= len(octets)
    return [(link.element, link.attribute, link.value, link.text) for link in links]


def word(body: str, *rows: tuple[str, str, str]) -> bytes:
    document = f"<w:document><w:body>{body}</w:body></w:document>".encode()
    return zipped(
        {**TYPES, "word/document.xml": document, "word/_rels/document.xml.rels": related(*rows)}
    )


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def field(code: str, shown: str) -> str:
    pieces = "".join(
        f"<w:r><w:instrText>{escape(each)}</w:instrText></w:r>" for each in code.split("|")
    )
    begin, separate, end = (
        f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")
    )
    return begin + pieces + separate + run(shown) + end


def test_word_links_have_their_texts() -> None:
    body = (
        f'<w:p><w:hyperlink r:id="rId1">{run("www.")}{run("bank.com")}</w:hyperlink></w:p>'
        f'<w:p><w:hyperlink w:anchor="here">{run("inner")}</w:hyperlink>{run("x &amp; http://plain.test/")}</w:p>'
        + field(' HYPERLINK "http://fie|ld.test/" \\o "tip"', "a field")
        + f'<w:fldSimple w:instr=" HYPERLINK &quot;http://simple.test/&quot;">{run("simple")}</w:fldSimple>'
        + '<v:shape href="http://vml.test/"/>'
    )
    rows = (
        ("rId1", "hyperlink", "http://evil.test/?a=1&b=2"),
        ("rId2", "attachedTemplate", "http://template.test/x.dotm"),
        ("rId3", "image", "http://image.test/"),
        ("rId4", "hyperlink", "http://unused.test/"),
    )
    octets = word(body, *rows)
    assert linked(octets) == [
        ("a", "href", "http://evil.test/?a=1&b=2", "www.bank.com"),
        ("a", "href", "http://field.test/", "a field"),
        ("a", "href", "http://simple.test/", "simple"),
        ("a", "href", "http://vml.test/", ""),
        (None, None, "http://plain.test/", None),
        (None, "attachedtemplate", "http://template.test/x.dotm", None),
        (None, "image", "http://image.test/", None),
        (None, "hyperlink", "http://unused.test/", None),
    ]
    codes = {each.code for each in uriinspector.scan(octets).links[0].findings}
    assert "text-href-mismatch" in codes


def test_word_fields_that_load_or_run() -> None:
    body = field('INCLUDEPICTURE "http://p.test/" \\d', "") + field('DDEAUTO c:\\\\x.exe "/k"', "")
    body += field("PAGE", "1") + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    document = uriinspector.scan(word(body))
    assert [(link.element, link.value) for link in document.links] == [("img", "http://p.test/")]
    assert document.not_examined[0].reason == 'DDE command: c:\\\\x.exe "/k"'


@for_each("element", "hlinkClick", "hlinkHover", "hlinkMouseOver")
def test_hyperlink_of_a_shape_is_a_link(element: str) -> None:
    slide = f'<p:sld><p:cNvPr><a:{element} r:id="rId1"/></p:cNvPr></p:sld>'
    members = {
        **TYPES,
        "ppt/slides/slide1.xml": slide.encode(),
        "ppt/slides/_rels/slide1.xml.rels": related(("rId1", "hyperlink", "http://shape.test/")),
    }
    assert linked(zipped(members)) == [("a", "href", "http://shape.test/", "")]
    members["ppt/slides/slide1.xml"] = slide.replace(element, f"{element}x").encode()
    assert linked(zipped(members)) != [("a", "href", "http://shape.test/", "")]


def test_links_of_slides_are_on_text_runs_or_shapes() -> None:
    slide = (
        '<p:sld><p:cNvPr><a:hlinkClick r:id="rId1"/></p:cNvPr><a:p><a:r><a:rPr>'
        '<a:hlinkClick r:id="rId2"/></a:rPr><a:t>www.bank.com</a:t></a:r></a:p></p:sld>'
    )
    rows = (("rId1", "hyperlink", "http://shape.test/"), ("rId2", "hyperlink", "http://evil.test/"))
    members = {
        **TYPES,
        "ppt/slides/slide1.xml": slide.encode(),
        "ppt/slides/_rels/slide1.xml.rels": related(*rows),
    }
    assert linked(zipped(members)) == [
        ("a", "href", "http://shape.test/", ""),
        ("a", "href", "http://evil.test/", "www.bank.com"),
    ]


def test_excel_links_formulas_and_dde_are_read() -> None:
    sheet = (
        '<worksheet><sheetData><row><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is>'
        '<t>in the cell</t></is></c><c r="C1">'
        '<f>HYPERLINK("http://f.test/?a=1&amp;b=2","say ""hi""")</f></c>'
        '<c r="D1"><f>WEBSERVICE("http://w.test/")</f><v>7</v></c></row></sheetData><hyperlinks>'
        '<hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B1:B2" r:id="rId2"/>'
        '<hyperlink ref="E1" r:id="rId3" display="shown"/><hyperlink ref="F1" location="A1"/>'
        "</hyperlinks></worksheet>"
    )
    rows = tuple((f"rId{each}", "hyperlink", f"http://{each}.test/") for each in (1, 2, 3))
    strings = b"<sst><si><t>first</t></si><si><r><t>www.</t></r><r><t>bank.com</t></r></si></sst>"
    dde = b'<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'
    members = {
        **TYPES,
        "xl/worksheets/sheet1.xml": sheet.encode(),
        "xl/worksheets/_rels/sheet1.xml.rels": related(*rows),
        "xl/sharedStrings.xml": strings,
        "xl/externalLinks/externalLink1.xml": dde,
        "xl/styles.xml": b"<x/>",
    }
    octets = zipped(members)
    assert linked(octets)[:5] == [
        ("a", "href", "http://f.test/?a=1&b=2", 'say "hi"'),
        ("img", "src", "http://w.test/", None),
        ("a", "href", "http://1.test/", "www.bank.com"),
        ("a", "href", "http://2.test/", "in the cell"),
        ("a", "href", "http://3.test/", "shown"),
    ]
    reasons = [each.reason for each in uriinspector.scan(octets).not_examined]
    assert "DDE command: cmd /c calc" in reasons
    assert reasons[-1].endswith("other parts: 2")


def test_embedded_files_are_read_and_macros_reported() -> None:
    members = {
        **TYPES,
        "word/afchunk.html": b"<a href=http://chunk.test/>x</a>",
        "word/embeddings/a.docx": word(
            f'<w:hyperlink r:id="rId1">{run("x")}</w:hyperlink>',
            ("rId1", "hyperlink", "http://in.test/"),
        ),
        "word/vbaProject.bin": b"x",
    }
    document = uriinspector.scan(zipped(members))
    assert [link.value for link in document.links] == ["http://chunk.test/", "http://in.test/"]
    assert MACROS in {each.reason for each in document.not_examined}


def test_utf16_part_is_read() -> None:
    members = {
        **TYPES,
        "word/document.xml": f"\ufeff<w:p>{run('http://a.test/')}</w:p>".encode("utf-16-le"),
    }
    assert [link.value for link in uriinspector.scan(zipped(members)).links] == ["http://a.test/"]


def test_fields_and_addresses_of_ole_files_are_read() -> None:
    narrow = b'\x13 HYPERLINK "http://narrow.test/" \x01\x14www.bank.com\x15 http://other.test/a. '
    wide = '\x13HYPERLINK "http://wide.test/"\x14w\xe9\x15 \x13DDEAUTO c:\\x\x14\x15'.encode(
        "utf-16-le"
    )
    packed = b"calc.html\0C:\\a\\calc.html\0" + struct.pack("<HHI", 0, 3, 3) + b"C:\0"
    content = b"<a href=http://packed.test/>x</a>"
    package = b"\0\0\0\0\x02\0" + packed + struct.pack("<I", len(content)) + content
    octets = compound(
        {
            "WordDocument": bytes(100) + narrow + bytes(3) + wide + b"x" * 5000,
            "Data": "\0http://monik\xe9r.test/ \0http://moniker.test/\0".encode("utf-16-le"),
            "Macros": {"VBA": {"dir": b"x"}},
            "ObjectPool": {"_1": {"\x01Ole10Native": package}},
            "Empty": b"",
        }
    )
    document = uriinspector.scan(octets)
    assert document.kind == "ole"
    assert [(link.value, link.text) for link in document.links] == [
        ("http://narrow.test/", "www.bank.com"),
        ("http://wide.test/", "wé"),
        ("http://other.test/a", None),
        ("http://monikér.test/", None),
        ("http://moniker.test/", None),
        ("http://packed.test/", "x"),
    ]
    for link in document.links[:3]:
        source = link.source
        assert link.value.encode() in octets[source.start : source.end].replace(b"\0", b"")
    reasons = [each.reason for each in document.not_examined]
    assert reasons == [
        MACROS,
        "DDE command: c:\\x",
        "in compound files, only addresses that are written out are checked",
    ]
    assert [each.name for each in document.parts if each.name][-1] == "calc.html"


@for_each("storage", "VBA", "Macros", "_VBA_PROJECT_CUR")
def test_macros_of_ole_files_are_reported(storage: str) -> None:
    document = uriinspector.scan(compound({storage: {"dir": b"x"}, "Data": b" http://a.test/ "}))
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert MACROS in [each.reason for each in document.not_examined]


def test_includepicture_of_an_ole_file_is_an_image() -> None:
    text = b'\x13 INCLUDEPICTURE "http://p.test/i.png" \\d \x14\x15 '
    text += b'\x13 HYPERLINK "http://a.test/" \x14x\x15'
    document = uriinspector.scan(compound({"WordDocument": bytes(100) + text + b"x" * 5000}))
    assert [(link.element, link.value) for link in document.links] == [
        ("img", "http://p.test/i.png"),
        ("a", "http://a.test/"),
    ]


@for_each("label", "a.html", "a name that is rather long and has some words.html")
@for_each("path", "", "C:\\a\\a.html")
def test_packaged_file_is_read_after_its_names(label: str, path: str) -> None:
    names = f"{label}\0{path}\0".encode() + struct.pack("<HHI", 0, 3, 3) + b"C:\0"
    content = b"<a href=http://packed.test/>x</a>"
    package = b"\0\0\0\0\x02\0" + names + struct.pack("<I", len(content)) + content
    found = packaged_file(package)
    assert found is not None
    assert (found.name, package[found.start : found.end]) == (label, content)


@for_each("size", *range(6, 40))
def test_truncated_package_is_ignored(size: int) -> None:
    names = b"a.html\0C:\\a.html\0" + struct.pack("<HHI", 0, 3, 9) + b"C:\\a.htm\0"
    whole = b"\0\0\0\0\x02\0" + names
    assert packaged_file(whole[:size]) is None


def test_encrypted_office_file_is_reported() -> None:
    document = uriinspector.scan(compound({"EncryptedPackage": b"x" * 100}))
    assert [each.reason for each in document.not_examined] == ["encrypted"]


# The example in MS-OVBA 3.2.3.
PACKED = (
    "01 2f b0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6a 01 38 08 61 6b 6c 00 30 6d 6e"
    " 6f 70 06 71 02 70 04 10 72 73 74 75 76 10 77 78 79 7a 00 3c"
)


def test_vba_text_of_the_specification_is_decompressed() -> None:
    text = b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa"
    assert vba_text(memoryview(bytes.fromhex(PACKED))) == text


def macro(code: bytes) -> bytes:
    """Pack the text of a module with literals only."""
    text = b'Attribute VB_Name = "M"\r\n' + code
    chunk = b"".join(b"\0" + text[at : at + 8] for at in range(0, len(text), 8))
    return b"\x01" + struct.pack("<H", 0xB000 | len(chunk) - 1) + chunk


@for_each(
    "code, values",
    (b'Open "https://a.test/x.exe"', ["https://a.test/x.exe"]),
    (b'Open "htt" & "ps://a.te" + "st/x.exe"', ["https://a.test/x.exe"]),
    (b'MsgBox "hello"', []),
)
def test_addresses_in_macros_are_links(code: bytes, values: list[str]) -> None:
    module = b"\xff" * 9 + macro(code)
    older = compound({"Macros": {"VBA": {"M": module}}})
    newer = zipped({**TYPES, "word/vbaProject.bin": compound({"VBA": {"M": module}})})
    for octets, name in ((older, "a.doc"), (newer, "a.docm"), (newer, "a.docx")):
        document = uriinspector.scan(octets, name=name)
        assert [link.value for link in document.links] == values
        assert all(link.attribute == "macro" for link in document.links)
    found = [each.severity for each in document.findings if each.code == "archived-file"]
    assert found == ["medium"]  # the extension does not indicate macros


def test_damaged_macros_do_not_raise() -> None:
    packed = macro(b'Open "https://a.test/x.exe"' * 9)
    for at in range(len(packed)):
        vba_text(memoryview(packed[:at] + b"\xff" + packed[at + 1 :]))
        vba_text(memoryview(packed[:at]))
