"""Office files, OOXML and OLE: links with their texts, loaded resources and macros."""

import random
import struct
import zlib
from base64 import b64decode
from html import escape

import uriinspector
from tests.documents.compound_files import compound
from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents.office import packaged_file, vba_text

TYPES = {"[Content_Types].xml": b"<Types/>"}
KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

MACROS = "in macros (VBA), only addresses in plain text are checked"


# The streams EncryptionInfo and EncryptedPackage, encrypted with msoffcrypto-tool 6.1.0; that of
# Office 2007 was decrypted with it.
ENCRYPTED = {
    ("agile", "secret"): (
        "eNqtVE2IG2UYjqKHruhNWDyN40lidyZ/k+ySpE7+dmazyeY/k+yhfjv5JjOZn2925kuyEyoL/hxUUIoetAWL"
        "VLRXqSD10u5FKq1aUA/Fi9JjrQiLigiLH0m6mxQpVH3nMt/P+zzv877PzLlHfb5HyPO8z+eLn9gxDWoAHVdD"
        "VoIOLLE0BS0ZdTSrm6DrtdzxGE25GFgdYCALJmgPuvSJ5EKcXHI8G5MsiiBYboJWMbZXGMaVVWgCd8nUZAe5"
        "SMFLMjIZpCiaDJkgy3LMUSo9yV2xHyBbh152AoAcxgauO0RO5y6Q/G+BZOhgjZwBDOnkAkUiTs4zAAPKBQau"
        "aiOiPcDR1JaBZP1oSS6lNEzUByNkpQJXnZxxYXqMchiyZqvQ4Y0ucjSsmgmaz1bp6W5aBZo1bvjdtwLqwHQq"
        "PUGcSaoKfCQQpMc1NYDRJ0xizTBqubDlVfvFUg4W2mCrJfKJBE0xUyEdokK0MOwSEI+adh92BBPIeegl6G4A"
        "tMRWayucj0iyvwTtTj0SyXpRLisEWDOcqRVLOtPtNkP5RozDa1GUgSU88nc9zdiQisGKP8IENAtsYV1a7TU3"
        "uHIvGwyNK5jjmtZbyg0BlHvR1aG26pQlLdpXSwCZ7bau4ILCl8vbXbcd0128nJcibBMYozIb8UbDEBfl/fWq"
        "YAmuX5H0pseqPU3v51u5spcrz+qdHaybPBzD3D7Vd7T/bLrk3Ijj9sqhXtJXyrU1K436FiZOYVmWfgAjzVvn"
        "npgz2f/rq/vyznouGMiNOLnirAlZo6k7MtBizvzEG9Ah3xN0BEIkWnafdGEw6kQDoC1hOKi1FaVSF3hTHpKs"
        "+9L+I+K0jpFZ0TGTSYmNZRgUcgFtWFVjoajd84ekbRuty2sdeb2Qyq1VQ3yQ3Wi3DT5TX5UigjrgVE001pG9"
        "zSvLBSYdllKMFSylJMjN6yCTnJKlu166atVDGVsoBnd0NabGajVZ7KGmPjIUo+XVBmy7lhdafnRkxrEx5uwz"
        "NSlzj0vjM7/F5MKbvknIZz46Zt6MLf7ZOth/+/VN9jT85Y/dLy3x24/f++HSh5/tlC/d2e8137/xbv6Vvcs/"
        "fSJevXn59uBO+tani9cPvvv5xuavH1z4vch9f/7iG3svn71y8p3HnthXn33ozNf7py5+8fQzL/yoH+w+fuqv"
        "W+irp86+dvv4tXBJ33vx2vborcpLx765Ck+ef+70yu6Tv517uHFh8fPNV3eu/w3MFBwq"
    ),
    ("agile", "VelvetSweatshop"): (
        "eNqtVE2IG2UYjtgVuyL1YMVDkXFERII7P/nZ7JqkJtnZZJLNZic/k0x6KJNvvvnJ/GZmksyk4kFK/UEWVBRE"
        "2BXEg3ioiEqrIIgXwUOrePHowYu9KSgFC37dpLtJkULVdy7z/bzP8z7v+8zsL0Uix9DzXCQSSZ8OTAMbQdfT"
        "bCuDUyskjkEL2JJmKRm81dx8JoVjni9akmjYFszgIfTw09nlNLrkho6PsjCEYHkZXPV9Z50gPKBCU/RWTA24"
        "tmfL/gqwTcKWZQ1AgibJJHGUik9z1527yNZhyEwBbJdwRM8b2650Cwj8WyAAXV9DZ6IP8ewyhiKNzjdEX8Q8"
        "0fAb2gRpp5I41jNsoB8t0aW85iP1dAKtVNFTp2fJOH6AchhAc1To5gzFdjVfNTN4jmngs92CKmrWQcNvvVVt"
        "CRbyhSniXFKjlEtQNH5QEy8aQ8REwLiss51qu8zHBBArJxIBA8eZDI4RMyESUsFaPlQQSIjNug+lkimCCgwz"
        "+JYat9kkJ8kVp0vTBBUQOurXGs/1B6mAN+oda5SKDTbarjBub3PsarIBos6kRk+KgDUJV6/rxRjZ0kbKpFUN"
        "mkq/3isxdO5mBQtcs3qHslOrMPHNoF73gr4spybFWIMu1AllzSEFpt5jABftC2rSGPJeveYITXViqGG5GSr+"
        "pqCqLF3muS1j2NK2dSsmFHti2Njm5vXOD9bLHo5hYR8butp/Nl12YcRpZ/1QL+or5jmaVbCHlo+cQpIkfhdG"
        "WrTObbFgsv/XV3fknfMcSaQSOYNmg1UIJBhscM6gWFmcOA9d9D1Bt4SIWMsZoi7kfWJMK6Ssk76kdHaKPUBV"
        "/ZtOvSPtPyLO6hg3WyNqtAPCtW6d3e5RBGj4XLTV6VSU+Digy7IgVKuTwarNa71kqHYTuU6blRoh4KWJUjSb"
        "PNvfyqVGHLMJugwowxSkosR4QQea5Iysq4QkNbblRF7pNh2v2t4YUgZZqOY6YbzGBaalu7VGMsrEV8kjMx4Y"
        "Y8E+M5MSt7k0PfdbzC7vRqbx6TcnT1x55F7vu/D8Ty+SZ55aO//gx0ue8diHP7xz9ouH1WuvPPuSeOq9gQx+"
        "vVq4cEYKc5fBhZ9fPk6+9v6jqeef3F96Vbv2wBv+Rf3xrwc/XvnFOfZm94mvTtx/6unLH5zblt79be/Lb3+/"
        "74+P3n5drpmTc5c+Ea7uHL/k78epvRvjP/+6fs/e97s3rr+V7+6efKj02ecvnJX+BuZxEUE="
    ),
    ("standard", "VelvetSweatshop"): (
        "eNp7wMDAwMLAxKACpHuAGESDAF8aULyBgQGIGCQYEMCXIZMhmaGIIZ+hGIjTGEoYFBhcGfIYMhgSgWQyQypD"
        "ClAkiCGYwRFIg8RAfEegmmAg7QzUWclQANSVz5AOZCcC2RlgExUYAsCmlgF5KUBTioB2CQDxlZwpvWfTDZY7"
        "6BxiPHl907Wc+YfXb8hs5Nn4ZvKCH44r9ESAahwFe7g+3LnOWbD9SOhFn8fB9yrbE5Jkj5/dM3WhqX/KzO99"
        "ULebpLv0NEzce3b72pM7S6bYPD/VsOnj7XMXs3lPmin2HfjjP6lVKjJzEktXXcxqxzOOe329kxm4z6mIfzCQ"
        "PMOaYBxdubRe6cK1t69zIiJNsu8uCt0VcOta/2a+eZUOn731j6k6pwrcXi040UV6ztTXfMvSYgUk/9n85jSt"
        "5bWd9Kn5XFVh82Y5o6COwoYC24WG8S2z9k72BwCGZ36M"
    ),
}


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


def test_word_fields_that_load_or_run_are_reported() -> None:
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
        "word/embeddings/a.docx": word(f'<w:hyperlink r:id="rId1">{run("x")}</w:hyperlink>',
            ("rId1", "hyperlink", "http://in.test/")),
        "word/vbaProject.bin": b"x",
    }  # fmt: skip
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
        "in compound files, only addresses in plain text are checked",
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


def encrypted(kind: str, password: str, rounds: bytes = b"1000") -> bytes:
    streams = zlib.decompress(b64decode(ENCRYPTED[kind, password]))
    (size,) = struct.unpack_from("<I", streams)
    info, package = streams[4 : 4 + size], streams[4 + size :]
    info = info.replace(b'spinCount="1000"', b'spinCount="%s"' % rounds)
    return compound({"EncryptionInfo": info, "EncryptedPackage": package})


@for_each("kind, password", *ENCRYPTED)
def test_encrypted_office_file_is_opened(kind: str, password: str) -> None:
    octets = encrypted(kind, password)
    is_open = password == "VelvetSweatshop"  # which Office tries by itself
    for given in ("", "wrong", password):
        document = uriinspector.scan(octets, passwords=[given] if given else [])
        is_right = is_open or given == password
        assert [each.value for each in document.links] == ["https://a.test/x"] * is_right, given
        assert document.locked == (() if is_right else ("1",))
        assert [each.reason for each in document.not_examined] == ["encrypted"] * (not is_right)


def test_damaged_encrypted_office_file_does_not_raise() -> None:
    chance = random.Random(5)
    for kind, password in ENCRYPTED:
        octets = encrypted(kind, password)
        for _ in range(40):
            broken = bytearray(octets)
            for _ in range(3):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            uriinspector.scan(bytes(broken), passwords=["secret"]).to_dict()


def test_slow_key_of_an_office_file_is_not_derived() -> None:
    octets = encrypted("agile", "secret", b"9999999")
    document = uriinspector.scan(octets, passwords=["secret"])
    assert document.locked == ("1",)


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
