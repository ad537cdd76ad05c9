"""The texts that mend references of a site: each is checked like the reference it replaces."""

from pathlib import Path

import pytest

from tests.documents.site_checks import OPEN
from tests.documents.test_site import FILES, site
from tests.for_each import for_each
from uriinspector.documents.document import Document
from uriinspector.documents.fixes.proposals import (
    PROPOSED,
    FixProposal,
    FixRequest,
    decided_fix,
    site_proposal,
    with_decided,
)
from uriinspector.documents.scan import scan
from uriinspector.documents.site.remedies import SEARCHES, RemedyFinder, is_guess
from uriinspector.documents.site.site_check import SiteCheck
from uriinspector.documents.site.site_store import SiteFinding

BASE = "https://www.example.org/docs/"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {**FILES, "images/team.jpg": b"", "deep/er/near.html": "<p>", "top.css": ""}
    return site(tmp_path / "site", files)


def found(root: Path, html: str, base: str | None, page: str) -> list[SiteFinding]:
    """Return the findings about references on a page, after a check with remedies."""
    site(root, {page: html})
    check = OPEN.enter_context(SiteCheck(str(root), base, RemedyFinder))
    findings = [each for progress in check.run() for each in progress.findings]
    paths = {each.number: each.path for each in check.store.pages()}
    return [each for each in findings if paths[each.page] == page and each.value]


def remedies(
    root: Path, value: str, base: str | None = None, page: str = "index.html"
) -> dict[str, tuple[str, ...]]:
    """Return the remedies for a link on a page, by the codes of its findings."""
    return {
        each.code: each.remedies for each in found(root, f'<a href="{value}">x</a>', base, page)
    }


@for_each(
    "value, base, page, code, texts",
    ("Other.html", None, "index.html", "file-name-case", ("other.html",)),
    ("/Other.html?a=1#there", None, "index.html", "file-name-case", ("/other.html?a=1#there",)),
    (f"{BASE}Other.html", BASE, "index.html", "file-name-case", (f"{BASE}other.html",)),
    ("../Other.html", None, "deep/page2.html", "file-name-case", ("../other.html",)),
    ("clean", None, "index.html", "missing-file", ("clean.html",)),
    ("clean?q=1", None, "index.html", "missing-file", ("clean.html?q=1",)),
    ("100%25.txt", None, "index.html", "missing-file", ("100%2525.txt",)),
    ("query?x=1#y", None, "index.html", "missing-file", ("query%3Fx=1#y",)),
    ("other.html/", None, "index.html", "missing-file", ("other.html",)),
    ("othr.html", None, "index.html", "missing-file", ("other.html",)),
    ("img/team.jpg", None, "index.html", "missing-file", ("images/team.jpg",)),
    ("/img/team.jpg", None, "index.html", "missing-file", ("/images/team.jpg",)),
    ("nothing-like-it.html", None, "index.html", "missing-file", ()),
    ("top.css", None, "deep/page2.html", "single-depth", ("../top.css",)),
    ("er/near.html", None, "deep/er/page2.html", "single-depth", ("near.html",)),
    ("../other.html", None, "index.html", "single-depth", ("other.html",)),
    ("other.html", None, "404.html", "single-depth", ()),  # the root is unknown
    ("other.html", BASE, "404.html", "single-depth", ("/docs/other.html",)),
    ("other.html#There", None, "index.html", "missing-fragment", ("other.html#there",)),
    ("other.html#ther", None, "index.html", "missing-fragment", ("other.html#there",)),
    ("other.html#nowhere-else", None, "index.html", "missing-fragment", ()),
    ("http://www.example.org/docs/other.html", BASE, "index.html", "mixed-schemes",
     (f"{BASE}other.html",)),
    (f"{BASE}deep/page.html", BASE, "deep/page2.html", "own-host-link", ("page.html",)),
    ("empty/", None, "index.html", "no-folder-index", ()),
)  # fmt: skip
def test_site_remedy_leads_to_the_file(
    root: Path, value: str, base: str | None, page: str, code: str, texts: tuple[str, ...]
) -> None:
    assert remedies(root, value, base, page)[code] == texts


def test_plain_http_to_another_host_gets_https(root: Path) -> None:
    html = '<a href="http://a.test/x">x</a><a href="https://a.test/">y</a>'
    (mixed,) = [each for each in found(root, html, None, "index.html") if each.remedies]
    assert (mixed.code, mixed.remedies) == ("mixed-schemes", ("https://a.test/x",))


def test_every_plain_http_link_to_a_host_with_https_has_a_remedy(root: Path) -> None:
    site(root, {"other.html": '<a href="http://a.test/y">x</a>'})
    html = '<a href="http://a.test/x">x</a><a href="https://a.test/">y</a><a href="http://b.test/">'
    site(root, {"index.html": html})
    with SiteCheck(str(root), None, RemedyFinder) as check:
        found = [each for progress in check.run() for each in progress.findings]
        assert len([each for each in check.store.findings() if each.code == "mixed-schemes"]) == 1
    texts = [each.remedies for each in found if each.code == "mixed-schemes"]
    assert sorted(texts) == [("https://a.test/x",), ("https://a.test/y",)]


def test_only_similar_names_are_guesses() -> None:
    assert is_guess("missing-file", "")
    assert is_guess("missing-fragment", "")
    assert not is_guess("missing-fragment", "case")
    assert not is_guess("file-name-case", "")


def test_searches_for_similar_names_are_limited(root: Path) -> None:
    many = "".join(f'<a href="other{at}.htm">x</a>' for at in range(SEARCHES + 20))
    texts = [each.remedies for each in found(root, many, None, "index.html")]
    assert sum(map(bool, texts)) == SEARCHES
    assert len(texts) == SEARCHES + 20


def test_site_check_without_remedies_has_none(root: Path) -> None:
    site(root, {"index.html": '<a href="Other.html">x</a>'})
    with SiteCheck(str(root)) as check:
        found = [each for progress in check.run() for each in progress.findings]
    assert not any(each.remedies for each in found)


def proposal(document: Document, number: int) -> FixProposal:
    link = document.links[number]
    return FixProposal(0, number, link.value, None, (), (), None, "1", "img", 1, 1)


def test_changes_of_one_item_of_a_list_are_written_and_read_back(root: Path) -> None:
    html = '<img srcset="image.PNG 1x, Image.PNG 2x"><a href="othr.html">x</a>'
    findings = found(root, html, None, "index.html")
    document = scan(html.encode(), name="index.html")
    first = site_proposal(proposal(document, 0), [e for e in findings if e.start == 13])
    assert decided_fix(first, PROPOSED).fixed == "Image.PNG 1x, Image.PNG 2x"
    second = site_proposal(proposal(document, 1), [e for e in findings if "othr" in e.value])
    assert not second.fixes  # the author chooses
    (choice,) = second.choices
    (option,) = choice.options
    picked = decided_fix(second, PROPOSED.pick(0, option.name))
    assert picked.fixed == "other.html"
    decided = {
        0: (first.value, decided_fix(first, PROPOSED).fixes),
        1: (second.value, picked.fixes),
    }
    file = with_decided("index.html", html.encode(), decided, FixRequest())
    assert file.problem is None
    assert file.fixed.decode() == html.replace("image", "Image").replace("othr", "other")


def test_second_of_two_changes_of_the_same_text_is_left_for_the_next_check(root: Path) -> None:
    findings = found(root, '<a href="Other.html#There">x</a>', None, "index.html")
    assert [each.code for each in findings] == ["file-name-case"]
    again = found(root, '<a href="other.html#There">x</a>', None, "index.html")
    assert [each.remedies for each in again] == [("other.html#there",)]
