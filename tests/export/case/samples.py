"""A case with messages, attachments, decisions, notes and unread files."""

import html
from functools import lru_cache

import uriinspector
from tests.export.texts import HOSTILE
from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, Trouble
from uriinspector.export.case.case_model import CaseExport, CaseLink, scanned

MADE = "2026-11-22T00:40:00Z"
MAIL = """\
From: "Bank Service" <bounce+ann=work.example@news.example>
Reply-To: <x@b\u0430nk.example>
Return-Path: <bounce+ann=work.example@news.example>
To: Ann <ann@work.example>
Delivered-To: ann@work.example
Subject: Invoice for ann@work.example overdue
Date: Sun, 22 Nov 2026 01:10:00 +0100
Message-ID: <4711@news.example>
Authentication-Results: mx.work.example; spf=pass smtp.mailfrom=bounce+ann=work.example@news.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/html; charset=utf-8

<base href="https://mail.example/news/">
<a href="https://b\u0430nk.example/login?uid=12345678">https://www.bank.example/</a>
<a href="https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Fit%27s%23top&amp;data=05%7C01%7Cann%40work.example%7C0">Safe</a>
<form action="http://bank.example@203.0.113.9/x"></form>
<img src="../img/logo.png"><a href="../img/logo.png">again</a>
<img srcset="http://[2001:db8::1]/a.png 1x, http://cdn.example/b.png?email=ann@work.example 2x">
<a href="mailto:help@news.example">=1+1</a> <a href="#top">up</a> <a href="tel:+49">call</a>
<a href="javascript:alert(1)">run</a>

--b
Content-Type: application/zip; name="terms.zip"
Content-Transfer-Encoding: base64

UEsDBBQAAQAAAAAA
--b--
""".encode()
PAGE = b'<a href="http://one.example/a">a</a>\n<a href="http://one.example/b">b</a>\n'
# Decisions about links, by a part of their value.
DECIDED = {
    "evil.test": (MALICIOUS,
        "Reported by ann@work.example,\nsee https://desk.example/?uid=12345678"),
    "b\u0430nk.example/login": (MALICIOUS, ""), "javascript:": (MALICIOUS, ""),
    "logo.png": (BENIGN, ""), "tel:": (IGNORED, ""), "one.example/b": (None, "Look again"),
}  # fmt: skip
# Long texts are tested with exports of a single link.
SHORT = [each for each in HOSTILE if len(each) < 1_000]


@lru_cache
def case(*sources: tuple[str, bytes], title: str = "Invoice overdue") -> CaseExport:
    """Return a case with these files, by default a mail and a page, and with one unread file."""
    given = sources or (("mails/invoice.eml", MAIL), ("page.html", PAGE))
    made = [
        scanned(uriinspector.scan(octets, name=name), name, number)
        for number, (name, octets) in enumerate(given)
    ]
    links = [decided(each) for _, links in made for each in links]
    return CaseExport(
        title, MADE, tuple(file for file, _ in made), links, (Trouble("old.msg", "not a file"),)
    )


@lru_cache
def several() -> CaseExport:
    """Return a case that has several of everything that the other case has once."""
    hops = "".join(
        f"Received: from s{at}.test ([192.0.2.{at}]) by t{at}.test;"
        f" Sun, 22 Nov 2026 0{at}:10:00 +0000\n"
        for at in range(3)
    )
    checks = "Authentication-Results: mx.test; spf=fail smtp.mailfrom=a.test; dkim=none\n"
    letter = (
        f"{hops}{checks}From: a@a.test\nFrom: b@b.test\nSubject: one\n"
        "Date: Sun, 22 Nov 2026 01:10:00 -0000\nContent-Type: text/html\n\n"
        '<a href="javascript:a()">a</a> <a href="data:,evil.test">b</a> <a href="tel:+1">c</a>\n'
        '<a href="http://evil.test/1700000000?t=1600000000&d=20231114">d</a> <img src="logo.png">'
    ).encode()
    page = b"".join(
        b'<a href="https://s%d.test/%d?id=ann@work.example">x</a>\n' % (at % 5, at)
        for at in range(22)
    )
    made = case(
        ("a/letter.eml", letter), ("b/letter.eml", letter), ("page.html", page), title="Two letters"
    )
    troubles = (Trouble("one.msg", "not a file"), Trouble("two.msg", "no rights"))
    return CaseExport(made.title, MADE, made.files, made.links, troubles)


def decided(link: CaseLink) -> CaseLink:
    """Return the link with the decision about it."""
    for piece, (mark, note) in DECIDED.items():
        if piece in link.row.value:
            # Equal to a text from a database, which is another object.
            return link._replace(mark=mark and "".join([*mark]), note=note)
    return link


@lru_cache
def hostile() -> CaseExport:
    """Return a case in which each hostile text is a link, a link text, a note, a name and a
    header.
    """
    links = "\n".join(
        f'<a href="{html.escape(each)}">{html.escape(each)}</a>' for each in SHORT
    ).encode("utf-8", "surrogatepass")
    head = b"""\
From: "it's \\\\ <b>`x`" <o'neil@evil.example>
Subject: [x](http://e.example) =?utf-8?q?=E2=80=AE?= ![y](z) `it's \\`
Message-ID: <1|2@evil.example>
Content-Type: text/html; charset=utf-8

"""
    made = case(("h|o's\\<b>`t`\u202e.eml", head + links), title="=`<b>[x](http://e.example)\u202e")
    marks = (MALICIOUS, None, BENIGN, IGNORED)
    marked = [
        each._replace(mark=marks[at % 4], note=SHORT[at % len(SHORT)])
        for at, each in enumerate(made.links)
    ]
    return CaseExport(made.title, MADE, made.files, marked, (Trouble("<i>`a`\n", "\x1b[31m"),))
