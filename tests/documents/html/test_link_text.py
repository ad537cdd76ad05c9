"""The text of a link: word breaks, hidden text, images and reversed direction."""

from tests.for_each import for_each
from uriinspector.documents.html.page import LinkText, has_text, link_text
from uriinspector.documents.html.tokens import read_tag


def of(inner: str, element: str = "a", more: str = "", before: str = "") -> LinkText | None:
    page = f"{before}<{element} {more}>{inner}</{element}>rest".encode()
    tag = read_tag(page, len(before) + 1 + len(element), len(page))
    return link_text(page, tag, len(page), "utf-8", element)


def seen(inner: str, **more: str) -> str | None:
    text = of(inner, **more)
    return text and text.visible


@for_each("name", "br", "div", "p", "td", "th", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6")
def test_block_element_separates_words(name: str) -> None:
    assert seen(f"one<{name}>two") == "one two"
    assert seen(f"one<{name}x>two") == "onetwo"


@for_each("name", "img", "image", "svg", "video", "canvas", "object", "picture")
def test_visible_image_is_part_of_the_link_text(name: str) -> None:
    assert of(f"<{name}>") == LinkText("", "", is_pictured=True)
    assert of(f"<{name}x>") == LinkText("", "")
    assert of(f"<b style='display:none'><{name}></b>") == LinkText("", "")
    assert of(f"<b style='display:none'>x</b><{name}>") == LinkText("x", "", is_pictured=True)


def test_alt_text_is_part_of_the_link_text() -> None:
    assert seen("a<img alt=words>b") == "a words b"
    assert seen("a<svg alt=words>b") == "ab"


@for_each("element, attribute", ("area", "alt"), ("img", "alt"), ("input", "value"))
def test_link_text_of_void_elements_is_an_attribute(element: str, attribute: str) -> None:
    assert has_text(element)
    assert of("inner", element, f"{attribute}='a  b'") == LinkText("a b", "a b")
    assert of("inner", element, "title=x") is None


def test_only_some_elements_have_a_link_text() -> None:
    assert [each for each in ("a", "button", "b", "form", "iframe") if has_text(each)] == [
        "a",
        "button",
    ]


HIDING = [
    *("display:none", "DISPLAY : NONE", "visibility:hidden", "mso-hide:all"),
    *("opacity:0", "opacity:0.00", "opacity: .0;", "opacity:0 !important", "opacity:00"),
    *("max-height:0", "max-height:0px;", "max-height: 0 ;", "left:-100px", "top:-999em"),
    *("color:red;left: -100px", "clip:rect(0,0,0,0)", "clip : rect( 0", "disp/**/lay:none"),
    "d\\69 splay:none",
]
TEXTLESS = [
    *("font-size:0", "font-size:0px", "font-size:0.0pt;", "font-size:0em", "font-size:0rem"),
    *("font-size:0%", "font-size: .0 !important", "text-indent:-999px", "text-indent : -100em"),
]
SHOWING = [
    *("display:inline", "visibility:visible", "opacity:0.1", "opacity:1", "opacity:01"),
    *("max-height:0.5em", "max-height:10px", "left:-99px", "margin-left:1px", "clip:rect(1,1"),
    *("font-size:10px", "font-size:0.1em", "font-size:1px", "text-indent:-99px", "none"),
    *("/*display:none*/", "top:100px", "mso-hide:none"),
]


@for_each("style", *HIDING + TEXTLESS)
def test_css_can_hide_link_text(style: str) -> None:
    assert of(f"a<b style='{style}'>hidden</b>c") == LinkText("ahiddenc", "ac")


@for_each("style", *SHOWING)
def test_other_css_does_not_hide_link_text(style: str) -> None:
    assert of(f"a<b style='{style}'>shown</b>c") == LinkText("ashownc", "ashownc")


def test_link_text_in_hidden_elements_is_hidden() -> None:
    assert seen("a<b hidden>b<b>c</b>d</b>e") == "ae"
    assert seen("a<b hidden>b<i>c</i>d</b>e") == "ae"
    assert seen("a<br hidden>b") == "a b"  # a void element hides nothing after it
    assert seen("a<b hidden=''>b</i>c</b>d") == "ad"


def test_link_text_ends_at_its_end_tag_or_the_next_link() -> None:
    assert seen("one<a href=y>two") == "one"
    assert seen("a<abbr>b</abbr>c") == "abc"
    assert seen("a<!-- b -->c<!x>d") == "acd"
    assert seen("a<!-- b") == "a"
    assert seen("1 < 2 <3") == "1 < 2 <3"
    assert seen("a<script>b</script>c<style>d</style>e<title>f</title>g") == "aceg"


@for_each("size", 0, 1)
def test_length_of_link_text_is_limited(size: int) -> None:
    text = "x" * ((1 << 16) + size)
    assert len(seen(text) or "") == min(len(text), 1 << 16)


@for_each(
    "tag", "bdo dir=rtl", "bdo dir=' RTL '", "b style='unicode-bidi:bidi-override;direction:rtl'",
    "b style='direction : RTL; unicode-bidi : isolate-override'",
    "b dir=rtl style='unicode-bidi:bidi-override'",
)  # fmt: skip
def test_bidi_override_is_marked_in_the_text(tag: str) -> None:
    name = tag.partition(" ")[0]
    assert seen(f"a<{tag}>bc</{name}>d") == "a\u202ebc\u202cd"
    assert seen(f"a<{tag}>b<i>c</i>d</{name}>e") == "a\u202ebcd\u202ce"
    if name == "b":
        assert seen("bc", more=tag.removeprefix("b ")) == "\u202ebc"


@for_each(
    "tag",
    "bdo", "bdo dir=ltr", "b dir=rtl", "b style='direction:rtl'",
    "b style='unicode-bidi:bidi-override'", "b dir=ltr style='unicode-bidi:bidi-override'",
    "b dir=rtl style='unicode-bidi:isolate'",
)  # fmt: skip
def test_ordinary_text_direction_is_not_marked(tag: str) -> None:
    assert seen(f"a<{tag}>bc</{tag.partition(' ')[0]}>d") == "abcd"


@for_each(
    "before, is_turned",
    ("<bdo dir=rtl>", True), ("<BDO DIR=RTL>", True), ("<bdo dir=rtl><bdo dir=ltr>", False),
    ("<bdo dir=rtl></bdo>", False), ("<bdo dir=rtl><bd dir=ltr>", True),
    ("<bdo dir=rtl></bdo><bdo dir=rtl>", True), ("<bdo dir=rtl>" + "x" * 583, True),
    ("<bdo dir=rtl>" + "x" * 584, False),
)  # fmt: skip
def test_bidi_override_around_a_link_is_marked(before: str, is_turned: bool) -> None:
    assert seen("bc", before=before) == ("\u202ebc" if is_turned else "bc")
