"""Names shown in a link's text, its tooltip, and adjacent links."""

import uriinspector
from tests.documents.mails import simple
from tests.for_each import for_each

MAIL = "Content-Type: text/html; charset=utf-8"
SHOP, OTHER = "https://shop.example/a", "https://b.example/"
PAYPAL = "https://www.paypal.com/"
EVIL = "https://evil.example/a"
HOME = "".join(f"<a href=https://home.example/{number}>x</a>" for number in range(8))


def reported(
    page: str, code: str = "text-href-mismatch", *, mail: bool = True
) -> list[tuple[str, str]]:
    octets = simple(MAIL, page) if mail else page.encode()
    links = uriinspector.scan(octets, name="x.eml" if mail else "x.html").links
    return [
        (each.severity, each.message)
        for link in links
        for each in link.findings
        if each.code == code
    ]


def link(text: str, href: str = EVIL, more: str = "") -> str:
    return f'<a href="{href}"{more}>{text}</a>'


@for_each(
    "text, host",
    ("https://portal.company.local/x", "portal.company.local"),
    ("https://intranet/", "intranet"), ("http://intranet", "intranet"), ("hxxps://wiki/x", "wiki"),
    ("Open https://files.corp now", "files.corp"), ("https://portal.firma:8443/", "portal.firma"),
    ("http://10.1.2.3/", "10.1.2.3"), ("www.bank.example", "www.bank.example"),
    ("www.x.test/login", "www.x.test"), ("Log in at WWW.bank.example.", "WWW.bank.example"),
)  # fmt: skip
def test_any_host_after_a_scheme_or_www_is_compared(text: str, host: str) -> None:
    assert reported(link(text)) == [
        ("high", f"The text shows {host}; the link goes to evil.example.")
    ]


@for_each(
    "text",
    "https://", "https://...", "see https://www.youtube...", "http://exa- mple.com", "Price: 5",
    "intranet", "www.corp", "www.corp.example...", "www.corp.exam-", "corp.example",
)  # fmt: skip
def test_incomplete_host_is_not_compared(text: str) -> None:
    assert reported(link(text)) == []


def test_same_internal_host_is_not_a_mismatch() -> None:
    assert reported(link("https://intranet/", "https://intranet/x")) == []
    assert reported(link("https://a.corp.local/", "https://b.corp.local/x")) == []
    assert reported(link("www.bank.example", "https://login.bank.example/x")) == []


@for_each(
    "page, count",
    (link("www.pay") + link("pal.com"), 2),
    (link("www") + link(".paypal") + link(".com"), 2),
    (link("<b>paypal") + link(".com</b>/login"), 1),
    (link("www.paypal") + " " + link(".com"), 0),
    (link("www.paypal", "https://www.paypal.com/") + link(".com", "https://www.paypal.com/"), 0),
    (link("3.5") + link(" million"), 0),
)
def test_adjacent_links_show_one_name(page: str, count: int) -> None:
    found = [each for each in reported(page) if "next to it" in each[1] or "paypal.com" in each[1]]
    assert (len(found) >= 1) == (count > 0)
    assert all(severity == "high" for severity, _ in found)


def test_two_thousand_adjacent_links_are_judged() -> None:
    reported(link("a.") * 2000)


@for_each(
    "title, mail, severity",
    ("https://www.paypal.com/signin", True, "high"),
    ("https://www.paypal.com/signin", False, "medium"),
    ("www.paypal.com", True, "high"), ("Go to https://www.paypal.com/", True, None),
    ("paypal.com", True, None), ("https://evil.example/b", True, None),
    ("https://www.evil.example/b", True, None), ("https://evil.test/b", True, "low"),
    ("", True, None),
)  # fmt: skip
def test_address_in_the_tooltip_is_compared(title: str, mail: bool, severity: str | None) -> None:
    for page in (link("x", more=f' title="{title}"'), f"<a title='{title}' href={EVIL}>x</a>"):
        found = reported(page, mail=mail)
        assert (found[0][0] if found else None) == severity


@for_each("far", 0, 1)
def test_tooltip_is_searched_within_400_bytes_of_the_address(far: int) -> None:
    title = "title='w"
    rest = " x=" + "y" * (400 - len(" x= ") - len(title) + far)
    assert bool(reported(f"<a href={EVIL}{rest} {title}ww.paypal.com'>x</a>")) == (not far)


@for_each(
    "page",
    link("<bdo dir=rtl>moc.lapyap.www//:sptth</bdo>"),
    "<bdo dir='RTL'>" + link("moc.lapyap.www//:sptth") + "</bdo>",
    link("<i style='unicode-bidi:bidi-override;direction:rtl'>moc.lapyap.www</i>"),
    link("moc.lapyap.www", more=" style='direction:rtl; unicode-bidi: bidi-override'"),
    link("<i style='unicode-bidi:isolate-override' dir=rtl>moc.lapyap.www</i>"),
    link("<bdo dir=rtl>moc.lapyap<b>.www</b></bdo> now"),
)
def test_reversed_text_is_reported(page: str) -> None:
    assert reported(page, "html-obfuscation") == [(
        "high", "Readers see www.paypal.com; the source has the text backwards. The link goes to "
        "evil.example.",
    )]  # fmt: skip


@for_each(
    "page",
    link("<bdo dir=ltr>moc.lapyap.www</bdo>"),
    "<bdo dir=rtl>x</bdo>" + link("moc.lapyap.www"),
    link("<i style='direction:rtl'>moc.lapyap.www</i>"),
)
def test_text_that_is_not_reversed_is_not_reported(page: str) -> None:
    assert reported(page, "html-obfuscation") == []


@for_each(
    "page, severity",
    (HOME + link("Amazon.com", "https://home.example/tag"), "low"),
    (HOME + link("lesen.com", "https://home.example/tag"), "low"),
    (HOME + link("https://www.amazon.com/x", "https://home.example/go"), "medium"),
    (HOME + link("WordPress.com VIP", "https://wpvip.example"), "low"),
    (HOME + link("a b c d e (https://www.amazon.com/x) f", EVIL), "medium"),
    (HOME + link("https://www.amazon.com/x", EVIL), "high"),
    (link("lesen.net", "https://web.archive.org/web/2016/http://www.lesen.net/"), None),
    (link("paypal.com", "https://web.archive.org/web/2016/http://www.lesen.net/"), "high"),
)
def test_link_text_of_a_page_may_mention_other_sites(page: str, severity: str | None) -> None:
    found = reported(page, mail=False)
    assert (found[0][0] if found else None) == severity


def test_message_has_no_home_site() -> None:
    assert (
        reported(HOME + link("https://www.amazon.com/x", "https://home.example/go"))[0][0] == "high"
    )


@for_each(
    "page, listed",
    (f"<!--[if mso]>{link('https://www.paypal.com/')}<![endif]-->", True),
    (f"<!--[if (gte mso 9)|(IE)]>{link('https://www.paypal.com/')}<![endif]-->", True),
    (f"<![if !mso]>{link('https://www.paypal.com/')}<![endif]>", True),
    (f"<!--[if !mso]>{link('https://www.paypal.com/')}<![endif]-->", False),
    (f"<!-- {link('https://www.paypal.com/')} -->", False),
)
def test_conditional_comments_are_shown_by_outlook(page: str, listed: bool) -> None:
    assert bool(reported(page)) == listed
    document = uriinspector.scan(simple(MAIL, page), name="x.eml")
    assert (len(document.links), len(document.commented)) == ((1, 0) if listed else (0, 1))
    if listed and page.startswith("<!--"):
        assert [each.context for each in document.links] == ["conditional"]
    # Browsers no longer support them.
    assert bool(len(uriinspector.scan(page, name="x.html").links)) == page.startswith("<![")


def alternative(text: str, page: str, sender: str) -> list[str]:
    body = (
        f"--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n"
    )
    octets = (
        f"From: {sender}\nTo: b@b.test\nContent-Type: multipart/alternative; boundary=b\n\n{body}"
    )
    document = uriinspector.scan(octets.encode(), name="x.eml")
    return [each.severity for each in document.findings if each.code == "alternative-mismatch"]


@for_each(
    "text, page, sender, severities",
    (SHOP, link("x", "https://click.news.example/1"), "a@news.example", ["low"]),
    (SHOP, link("x", "https://count.example/1"), "a@shop.example", ["medium"]),
    (PAYPAL, link("x"), "a@shop.example", ["high"]),
    (PAYPAL, link("x"), "a@evil.example", ["medium"]),
    (f"{PAYPAL} {SHOP}", link("x") + link("y", SHOP), "a@a.example", ["medium"]),
    (f"{SHOP} {OTHER}", link("x") + link("y", OTHER), "a@shop.example", ["low"]),
    (PAYPAL, link("x") + link("y", OTHER) * 3, "a@b.example", ["medium"]),
    (EVIL, link("x"), "a@shop.example", []),
)
def test_mismatched_alternatives_depend_on_the_sender(
    text: str, page: str, sender: str, severities: list[str]
) -> None:
    assert alternative(text, page, sender) == severities
