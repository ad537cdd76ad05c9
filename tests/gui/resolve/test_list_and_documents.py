"""The list of Resolve and the table of Documents agree about the same references."""

from html import escape

from tests.for_each import for_each
from uriinspector.documents.scan import scan
from uriinspector.gui.resolve.pair_cards import LINES, PastedList, answered
from uriinspector.gui.resolve.variant_rows import variant_of

BASES = ("https://docs.example/guide/v2/page.html", "http://docs.example")
REFERENCES = (
    "http:contact.html", "https:contact.html", "HTTP:contact.html", "http:contact.html?x=1#y",
    "http:/contact.html", "http:///contact.html", "http:../contact.html", "http:?x", "ftp:file.txt",
    "../../../../x", "../x", "?q", "#part", "//www.paypal.com@evil.test/", "/\\evil.test/x",
    "www.example.com/x", "javascript:alert(1)", "mailto:", "http://a b.test/", "http://0x7f.1/",
)  # fmt: skip


@for_each("base", *BASES)
@for_each("edition", "1997", "2005")
def test_list_and_documents_agree_on_targets_and_findings(base: str, edition: str) -> None:
    page = "".join(f'<a href="{escape(each)}">x</a>\n' for each in REFERENCES)
    document = scan(page.encode(), name="page.html", base=base, edition=edition)
    links = {link.value: link for link in document.links}
    pasted = PastedList("\n".join(REFERENCES), LINES)
    (part,) = answered(pasted, base, variant_of(edition))
    assert [row.reference for row in part.rows] == list(REFERENCES)
    for row in part.rows:
        link = links[row.reference]
        worst = next((each.title for each in link.findings if each.severity != "info"), "")
        assert row.finding == worst, row.reference
        target = None if row.explanation else row.got
        assert target == (link.target or None), row.reference
