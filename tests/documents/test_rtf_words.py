"""RTF control words: characters, breaks, groups and fields."""

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.rtf import read_field

FIELD = rb'{\rtf1\ansi\ansicpg1252 {\field{\*\fldinst {HYPERLINK "http://a.test/"}}{\fldrslt %b}}}'
LINK = "http://inside.test/"
CHARACTERS = {
    "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
    "bullet": "\u2022", "endash": "\u2013", "emdash": "\u2014", "enspace": "\u2002",
    "emspace": "\u2003", "zwj": "\u200d", "zwnj": "\u200c", "_": "\u2011", "~": "\xa0", "{": "{",
    "}": "}", "\\": "\\",
}  # fmt: skip


def shown(text: bytes) -> str | None:
    (link,) = uriinspector.scan(FIELD % text).links
    return link.text


@for_each("word, character", *CHARACTERS.items())
def test_rtf_control_word_is_a_character(word: str, character: str) -> None:
    space = " " if word.isalpha() else ""
    assert shown(f"a\\{word}{space}b".encode()) == f"a{character}b"


@for_each("word", "par", "line", "sect", "page", "row", "cell", "column", "tab")
def test_rtf_break_separates_words(word: str) -> None:
    assert (shown(f"a\\{word} b".encode()) or "").split() == ["a", "b"]
    assert shown(f"a\\{word}x b".encode()) == "ab"


BREAKS = ["par", "line", "sect", "page", "row", "cell", "column", "tab"]


@for_each("word", *BREAKS)
def test_rtf_break_separates_words_in_fields_and_html(word: str) -> None:
    page = rf"\field{{\*\fldinst HYPERLINK\{word} http://a.test/\{word} x}}{{\fldrslt y}}"
    assert values(f"{{{page}}}") == ["http://a.test/"]
    html = rf"{{\*\htmltag <a href=x>}}a\{word} b{{\*\htmltag </a>}}"
    (link,) = uriinspector.scan(rf"{{\rtf1\ansi\fromhtml1 {html}}}".encode()).links
    assert (link.text or "").split() == ["a", "b"]


@for_each(
    "code",
    "HYPERLINK ", 'HYPERLINK "', r"HYPER{\b LINK} ", r'{\i HYPERLINK }{\b "}', r"HYPERLINK\line ",
)  # fmt: skip
@for_each("behind", "", " ", r"{\b  }", r"{\b  \\t }", r"\line x", "}{")
def test_field_address_has_its_exact_position(code: str, behind: str) -> None:
    end = '"' if '"' in code else ""
    field = rf"{{\*\fldinst {{{code}{LINK}{end}{behind}}}}}{{\fldrslt x}}"
    octets = rf"{{\rtf1\ansi {{\field{field}}}}}".encode()
    (link,) = uriinspector.scan(octets).links
    assert octets[link.source.start : link.source.end].decode() == link.value == LINK


@for_each(
    "written, value",
    (rb"\'68ttp://a.test/", "http://a.test/"),
    (rb"http://a.test/\'e9", "http://a.test/\xe9"),
    (rb"\'68ttp://a.te{\b st/}\'e9", "http://a.test/\xe9"),
    (rb"http://a.test/\u945", "http://a.test/\u03b1"),
    (rb"http://a.test\\'2fx", r"http://a.test\'2fx"),
)
@for_each("quote", b"", b'"')
def test_position_covers_escapes_at_both_ends_of_the_address(
    written: bytes, value: str, quote: bytes
) -> None:
    field = rb"{\*\fldinst {HYPERLINK " + quote + written + quote + rb"}}{\fldrslt x}"
    octets = rb"{\rtf1\ansi\ansicpg1252 {\field" + field + b"}}"
    (link,) = uriinspector.scan(octets).links
    assert (link.value, octets[link.source.start : link.source.end]) == (value, written)


@for_each(
    "group", "fonttbl", "colortbl", "stylesheet", "info", "pict", "objdata", "sn", "sv", "filetbl"
)
def test_text_in_hidden_rtf_groups_is_not_read(group: str) -> None:
    assert values(rf"{{\{group} {LINK} }}") == []
    assert values(rf"{{\{group}x {LINK} }}") == [LINK]


@for_each("group", "shpinst", "shptxt", "shppict", "do", "dptxbxtext", "ud")
def test_text_in_ignorable_rtf_groups_is_read(group: str) -> None:
    assert values(rf"{{\*\{group} {LINK} }}") == [LINK]
    assert values(rf"{{\*\{group}x {LINK} }}") == []


def values(group: str) -> list[str]:
    return [link.value for link in uriinspector.scan(rf"{{\rtf1\ansi {group}}}".encode()).links]


@for_each(
    "name, kind",
    ("HYPERLINK", "link"), ("INCLUDEPICTURE", "picture"), ("IMPORT", "picture"),
    ("INCLUDETEXT", "loaded"), ("INCLUDE", "loaded"), ("DDE", "command"), ("DDEAUTO", "command"),
)  # fmt: skip
def test_rtf_field_kind_decides_the_element(name: str, kind: str) -> None:
    for written in (name, name.lower(), f" {name}"):
        field = read_field(f'{written} "http://a.test/"')
        assert field is not None
        assert (field.kind, field.value.strip('"')) == (kind, "http://a.test/")
    assert read_field(f'{name}X "http://a.test/"') is None


@for_each("switch", *"lotnmLOTNM")
def test_field_switch_argument_is_not_the_address(switch: str) -> None:
    field = read_field(rf'HYPERLINK \{switch} "tip" "http://a.test/"')
    assert field is not None
    place = "#tip" if switch in "lL" else ""
    assert field.value == f"http://a.test/{place}"


@for_each("switch", *"hHds*")
def test_address_follows_a_switch_without_argument(switch: str) -> None:
    field = read_field(rf'HYPERLINK \{switch} "http://a.test/" "http://b.test/"')
    assert field is not None
    assert field.value == "http://a.test/"


@for_each("name", "INCLUDEPICTURE", "INCLUDETEXT", "IMPORT", "INCLUDE")
@for_each("switch", *"lotnmd")
def test_switch_of_a_loading_rtf_field_has_no_argument(name: str, switch: str) -> None:
    field = read_field(rf'{name} \{switch} "http://a.test/" "http://b.test/"')
    assert field is not None
    assert field.value == "http://a.test/"
