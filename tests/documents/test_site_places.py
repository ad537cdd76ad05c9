"""References that must be files of the site, and index files of folders."""

from pathlib import Path

from tests.documents.site_checks import checked
from tests.documents.test_site import codes, reported, site
from tests.for_each import for_each
from uriinspector.documents.document_values import LinkPlace
from uriinspector.documents.html.page import STYLE
from uriinspector.documents.rules.link_rule import DocumentRule
from uriinspector.documents.rules.site_references import (
    FILE_NAME_CASE,
    MISSING_FILE,
    MISSING_FRAGMENT,
    NO_FOLDER_INDEX,
    OUTSIDE_SITE,
    SINGLE_DEPTH,
    UNCHECKED_TARGET,
)
from uriinspector.documents.site.site_check import (
    ASKED,
    OFFERED,
    UNASKED,
    SiteHit,
    has_fragment,
    how_checked,
)

INDEXES = """
index.html index.htm index.xhtml index.shtml index.php index.jsp index.asp index.aspx index.cgi
default.html default.htm default.asp default.aspx Default.htm Default.aspx
"""
NO_FILES = """
itemid itemtype profile urn classid codebase xml:base code archive object usemap ping pluginspage
pluginurl value onclick onload
"""


@for_each("name", *INDEXES.split())
def test_index_file_is_found_for_its_folder(name: str, tmp_path: Path) -> None:
    assert codes(site(tmp_path, {f"sub/{name}": ""}), "<a href=sub/>x</a>") == []


@for_each("name", "home.html", "index.txt", "INDEX.HTML", "index", "xindex.html")
def test_other_file_is_not_an_index_file(name: str, tmp_path: Path) -> None:
    assert codes(site(tmp_path, {f"sub/{name}": ""}), "<a href=sub/>x</a>") != []


@for_each("attribute", *NO_FILES.split())
def test_attribute_that_names_no_file_is_not_checked(attribute: str) -> None:
    assert how_checked(LinkPlace("a", attribute)) == UNASKED


@for_each("attribute", "href", "src", "srcset", "data", "poster", "style", "cite")
def test_attribute_that_names_a_file_is_checked(attribute: str) -> None:
    assert how_checked(LinkPlace("a", attribute)) == ASKED


def test_site_check_depends_on_element_and_attribute() -> None:
    assert how_checked(STYLE) == ASKED
    assert how_checked(LinkPlace("form", "action")) == OFFERED
    assert how_checked(LinkPlace("button", "formaction")) == OFFERED
    assert how_checked(LinkPlace("base", "href")) == UNASKED
    assert how_checked(LinkPlace(None, "href")) == UNASKED
    assert how_checked(LinkPlace("a", None)) == UNASKED


@for_each(
    "element, attribute",
    *(("a", "href"), ("a", "xlink:href"), ("area", "href"), ("iframe", "src")),
    *(("frame", "src"), ("use", "href"), ("use", "xlink:href"), ("meta", "content")),
)
def test_fragment_must_name_an_element(element: str, attribute: str) -> None:
    assert has_fragment(LinkPlace(element, attribute))
    assert not has_fragment(LinkPlace("link", attribute))
    assert not has_fragment(LinkPlace(element, "data"))


@for_each("relation", "profile", "preconnect", "dns-prefetch", "DNS-Prefetch x")
def test_relation_that_names_no_file_is_not_checked(relation: str, tmp_path: Path) -> None:
    site(tmp_path, {})
    assert codes(tmp_path, f'<link rel="{relation}" href="missing">') == []
    assert codes(tmp_path, '<link rel="stylesheet" href="missing">') == ["missing-file"]


@for_each(
    "relation",
    "canonical", "alternate", "shortlink", "amphtml", "self", "me", "pingback", "x Canonical",
)  # fmt: skip
def test_canonical_address_may_have_a_host(relation: str, tmp_path: Path) -> None:
    base = "https://www.example.org/"
    site(tmp_path, {"a.html": "<a href=index.html>x</a>"})
    link = f'<a href="a.html">x</a><link rel="{relation}" href="{base}a.html">'
    other = f'<a href="a.html">x</a><link rel="stylesheet" href="{base}a.html">'
    assert codes(tmp_path, link, base) == []
    assert codes(tmp_path, other, base) != []


@for_each("ending", "html", "htm", "xhtml", "xht", "shtml", "HTML")
def test_page_is_recognized_by_its_extension(ending: str, tmp_path: Path) -> None:
    site(tmp_path, {"index.html": "", f"a.{ending}": "<p>"})
    paths = {each.path for each in checked(tmp_path).store.pages()}
    assert paths == {"index.html", f"a.{ending}"}
    assert [path for path, *_ in reported(checked(tmp_path))] == [
        f"a.{ending}"
    ]  # no page links to it


@for_each("ending", "css", "svg", "CSS")
def test_style_sheets_and_svg_files_are_checked(ending: str, tmp_path: Path) -> None:
    text = "a{b:url(missing)}" if ending.lower() == "css" else "<svg><a href='missing'/></svg>"
    found = list(reported(checked(site(tmp_path, {f"a.{ending}": text, "b.txt": text}))))
    assert [(path, code) for path, code, *_ in found] == [(f"a.{ending}", "missing-file")]


@for_each(
    "ending, found",
    ("xhtml", True), ("xht", True), ("XHTML", True), ("html", False), ("shtml", False),
)  # fmt: skip
def test_empty_xhtml_element_needs_no_end_tag(ending: str, found: bool, tmp_path: Path) -> None:
    page = '<html><head><title/></head><body><p id="there"></p><a href="index.html">x</a>'
    site(tmp_path, {f"a.{ending}": page})
    assert (codes(tmp_path, f'<a href="a.{ending}#there">x</a>') == []) is found


@for_each(
    "rule, variant, is_broken",
    *((MISSING_FILE, each, True) for each in MISSING_FILE.texts),
    *((MISSING_FRAGMENT, each, True) for each in MISSING_FRAGMENT.texts),
    *((FILE_NAME_CASE, each, True) for each in FILE_NAME_CASE.texts),
    *((SINGLE_DEPTH, each, each in {"", "root"}) for each in SINGLE_DEPTH.texts),
    *((NO_FOLDER_INDEX, "", False), (OUTSIDE_SITE, "", False), (UNCHECKED_TARGET, "", False)),
)
def test_site_rule_is_broken_if_browsers_find_no_file(
    rule: DocumentRule, variant: str, is_broken: bool
) -> None:
    assert SiteHit(rule, variant).is_broken is is_broken
