"""Links within a page that a BASE takes out of it (RFC 3986 4.4, HTML 7.4.2.3.3)."""

import uriinspector
from tests.for_each import for_each
from uriinspector import EDITIONS

BASE = '<base href="http://site.test/docs/">'


def reported(page: str, address: str | None, edition: str = "2005") -> tuple[str | None, str]:
    links = uriinspector.scan(page, name="x.html", base=address, edition=edition).links
    (link,) = (each for each in links if each.element != "base")
    severity = {each.code: each.severity for each in link.findings}.get("moved-fragment")
    return severity, link.verdict.headline


STAYS = "Stays in the same document"
GOES = "Goes to site.test"


@for_each(
    "link, address, severity, headline",
    ('<a href="#top">', "http://site.test/page.html", "low", GOES),
    ('<a href="#top">', "http://site.test/docs/?q", "low", GOES),
    ('<a href=" #top ">', "http://site.test/page.html", "low", GOES),
    ('<a href="#">', "http://site.test/page.html", "info", GOES),
    ('<area href="#top">', "http://site.test/page.html", "low", GOES),
    ('<form action="#top">', "http://site.test/page.html", "low", GOES),
    ('<a href="#top">', "file:///home/page.html", "low", GOES),
    ('<a href="#top">', None, "info", GOES),
    # The resolved address is that of the document.
    ('<a href="#top">', "http://site.test/docs/", None, STAYS),
    ('<a href="#top">', "HTTP://SITE.test:80/a/../docs/#other", None, STAYS),
    # More than a fragment, a link that is not followed, or one that refers to its own file.
    ('<a href="?q#top">', "http://site.test/page.html", None, GOES),
    ('<img usemap="#top">', "http://site.test/page.html", None, STAYS),
    ('<svg><a href="#top">', "http://site.test/page.html", None, STAYS),
)
def test_fragment_is_resolved_against_the_base(
    link: str, address: str | None, severity: str | None, headline: str
) -> None:
    assert reported(BASE + link, address) == (severity, headline)


@for_each("edition", *EDITIONS)
def test_fragment_leaves_the_page_in_browsers_in_every_edition(edition: str) -> None:
    severity, headline = reported(f'{BASE}<a href="#top">', "http://site.test/page.html", edition)
    assert severity == "low"
    assert headline == (STAYS if edition in {"1997", "2003"} else GOES)


@for_each("base", "", '<base target="_top">', '<base href="javascript:x">')
def test_fragment_without_a_base_stays_in_the_document(base: str) -> None:
    assert reported(f'{base}<a href="#top">', "http://site.test/page.html") == (None, STAYS)


def sentences(name: str, text: str) -> str:
    document = uriinspector.scan(text, name=name)
    own = " ".join(each.message for each in document.findings)
    return own + " ".join(
        f"{link.verdict.headline} {' '.join(each.message for each in link.findings)}"
        for link in document.links
    )


LINKS = """<base href="http://site.test/"><a href="javascript:go()">x</a><a href="cid:a@b">y</a>
<a href="javascript:void(0)">z</a><a href="//other.test/">w</a>
<meta http-equiv=refresh content="0;url=http://other.test/">"""
NO_PAGE = {
    "mail.eml": f"From: a@a.test\nContent-Type: text/html\n\n{LINKS}",
    "text.txt": "see javascript:go() and cid:a@b and javascript:void(0)",
    "date.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nURL:javascript:go()\nEND:VEVENT\nEND:VCALENDAR",
}


@for_each("name", *NO_PAGE)
def test_sentences_about_other_files_do_not_mention_a_page(name: str) -> None:
    told = sentences(name, NO_PAGE[name])
    for words in ("that page", "of the page is", "The page", "scripts of the page"):
        assert words not in told


def test_sentences_about_pages_do_not_mention_an_email() -> None:
    assert "the email that" not in sentences("x.html", '<a href="cid:a@b">x</a>')
