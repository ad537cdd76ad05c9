"""Hostile text in exports: markup, links, escapes and bidi controls stay text."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.examples import at_most
from tests.export.texts import HOSTILE
from tests.for_each import for_each
from uriinspector.analysis.defang import defang
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.safe_text import defanged, drawn
from uriinspector.export.formats import LINK_FORMATS, export_as
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.export.templates import fill, shipped_templates, values

IDS = [f"{at}: {text[:24]!a}" for at, text in enumerate(HOSTILE)]
every_text = for_each("text", *HOSTILE, ids=IDS)
FRAGMENTS = st.lists(
    st.sampled_from([*HOSTILE[:33], *"`<>&\"'[]()#*_|~!\\ \n", "http://a.example"])
)
WILD = st.one_of(FRAGMENTS.map("".join), st.text())

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# The only elements that a report may have.
BLOCKS = {"heading", "paragraph", "bullet_list", "ordered_list", "list_item", "inline"}
INLINES = {"text", "code_inline", "strong_open", "strong_close", "softbreak"}
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "h3", "p"),
    *("div", "span", "code", "dl", "dt", "dd", "ol", "ul", "li", "br", "b", "h4"),
}
ATTRIBUTES = {"class", "lang", "charset", "http-equiv", "content", "name"}
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{name}" for name in ("svg", "title", "desc", "rect", "text", "path")}
LINK = re.compile(
    r"\b(?:https?|ftp):|\b(?:javascript|data|mailto):\S|(?<![\w./])www\.\w+\.\w\w", re.IGNORECASE
)


class Page(HTMLParser):
    """The parts of a page as a browser would see them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self._in_style = False
        self._pieces: list[str] = []
        self.feed(source)
        self.close()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        if not self._in_style:
            self._pieces.append(data)


def see_that_nothing_hides(text: str) -> None:
    assert {char for char in text if drawn(char) != char} <= {"\n"}


def see_that_markdown_is_tame(source: str) -> None:
    see_that_nothing_hides(source)
    tokens = MARKDOWN.parse(source)
    assert {re.sub("_(open|close)$", "", each.type) for each in tokens} <= BLOCKS
    inner = [child for each in tokens for child in each.children or ()]
    assert {each.type for each in inner} <= INLINES
    # Outside of code spans, there must be nothing that a program could turn into a link.
    words = " ".join(each.content for each in inner if each.type == "text")
    assert not re.search(r"[^\W\d_]\.[^\W\d_]|://|@|<|`", words), words


def see_that_html_is_tame(source: str) -> None:
    see_that_nothing_hides(source)
    page = Page(source)
    assert page.tags <= TAGS
    assert page.attributes <= ATTRIBUTES
    assert not LINK.search(page.text)
    assert "url(" not in source
    assert "@import" not in source.replace(page.text, "")


def see_that_svg_is_tame(source: str) -> ET.Element:
    see_that_nothing_hides(source)
    root = ET.fromstring(source)
    for each in root.iter():
        assert each.tag in SHAPES
        assert not {name for name in each.attrib if "href" in name or name.startswith("on")}
    assert not LINK.search("".join(root.itertext()))
    return root


TAME = {
    "markdown": see_that_markdown_is_tame, "html": see_that_html_is_tame,
    "svg": see_that_svg_is_tame, "route": see_that_svg_is_tame, "values": see_that_svg_is_tame,
}  # fmt: skip


@every_text
@pytest.mark.parametrize("form", sorted(TAME))
@for_each("without", False, True, ids=["all", "without recipient"])
def test_exports_of_hostile_texts_have_no_live_content(
    text: str, form: str, *, without: bool
) -> None:
    made = inspect(text, base="http://base.example/<b>`x`")
    TAME[form](export_as(made, form, ExportOptions(without_recipient=without)))


@settings(max_examples=at_most(60))
@given(WILD)
def test_exports_of_any_text_have_no_live_content(text: str) -> None:
    made = inspect(text)
    for form, see in TAME.items():
        see(export_as(made, form))


def test_every_defanged_format_is_checked() -> None:
    assert set(TAME) == {
        name for name, each in LINK_FORMATS.items() if not each.is_exact and not each.is_drawn
    }


@every_text
def test_text_can_be_read_from_html_and_markdown(text: str) -> None:
    made, shown = inspect(text), defanged(text)
    [page] = [Page(export_as(made, "html")).text]
    assert shown.replace("\u2026", "\n\u2026").split("\n")[0].strip() in page
    blocks = [
        "".join(child.content for child in each.children or ())
        for each in MARKDOWN.parse(export_as(made, "markdown"))
    ]
    # Spaces alone are not a code span, and a span with spaces at both ends may lose one of
    # them.
    assert not shown.strip() or any(shown.strip(" ") in block for block in blocks)


@every_text
def test_json_exports_are_exact(text: str) -> None:
    made = inspect(text)
    source = export_as(made, "json")
    assert source.isascii()
    assert json.loads(source) == json.loads(json.dumps(made.to_dict()))
    assert json.loads(source)["text"] == text


@every_text
def test_image_letters_equal_the_text(text: str) -> None:
    inspection = inspect(text)
    root = see_that_svg_is_tame(export_as(inspection, "svg"))
    letters = [each.text or "" for each in root.iter(f"{SVG}text") if "textLength" in each.attrib]
    cut = inspection.meant.text[:1_000]
    assert "".join(letters) == "".join(map(drawn, defang(cut)))


STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@every_text
@for_each("name", *[n for n, t in shipped_templates().items() if t.quoting.in_quotes])
def test_template_value_cannot_end_its_quotes(text: str, name: str) -> None:
    """Outside of its strings, a query is the same for every text."""
    template, made = shipped_templates()[name], inspect(text)
    found = values(made)
    if any(found[place]() is None for place in template.pieces[1::2]):
        with pytest.raises(RefusedError, match="has no"):
            fill(template, made)
        return
    calm = fill(template, inspect("https://calm.example/"))
    filled = fill(template, made)
    see_that_nothing_hides(filled)
    assert STRING.sub('""', filled) == STRING.sub('""', calm)


@every_text
def test_ticket_template_has_no_live_content(text: str) -> None:
    found = fill(shipped_templates()["ticket"], inspect(text))
    see_that_nothing_hides(found)
    assert not LINK.search(found)
    # Every line starts with our own words.
    words = ("Severity: ", "Link: ", "Host: ", "Registrable domain: ", "SHA-256 of the link: ")
    heads = [
        line.partition(": ")[0] + ": " for line in found.split("\n\nFindings:\n")[0].split("\n")
    ]
    assert [head for head in heads[1:] if head != ": "] == list(words)
