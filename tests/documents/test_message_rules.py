"""Findings on whole messages, honest and deceptive."""

from base64 import b64encode
from email.message import EmailMessage as Attaching

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.document import EmailMessage
from uriinspector.documents.rules.message_context import MessageContext, SiteTally

PASSED = (
    "mx.example; spf=pass smtp.mailfrom={0}; dkim=pass header.d={0}; dmarc=pass header.from={0}"
)
REFUSED = "mx.example; spf=fail smtp.mailfrom={0}; dkim=none; dmarc=fail header.from={0}"
NOTHING = "mx.example; spf=none smtp.mailfrom={0}; dkim=none; dmarc=none header.from={0}"
OTHERS = (
    "mx.example; spf=pass smtp.mailfrom=bulk.example.net; dkim=none; dmarc=none header.from={0}"
)
FORWARDED = "mx.example; spf=softfail smtp.mailfrom={0}; dkim=pass header.d={0}; dmarc=pass"
LISTED = "mx.example; spf=pass smtp.mailfrom=lists.example.org; dkim=fail header.d={0}; dmarc=fail"

# The border: fields above it are from the receiver.
OUTSIDE = (
    "from mail.test (mail.test [192.0.2.9]) by mx.example (Postfix); 1 Jan 2026 00:00:00 +0000"
)


PIECES = [
    *("\u200b\u200b", "a\u200b\u200db", "PayPal <", '"a@b" <c@d.e>', "<@>", "a@", "(((", "spf="),
    *("dkim=pass;", "\u202e", "[1.2.3.4]", "a@[::1]", "a@\ud800", "i=1; dmarc=fail"),
    *("=?utf-8?b?4oCu?=", "from a by b; Mon, 1 Jan 99999 25:00:00 +9999", "a \u00fc jackpot\u2122"),
]
NAMES = [
    *("From", "Reply-To", "Subject", "Return-Path", "Sender", "Received", "Received-SPF", "To"),
    *("Authentication-Results", "ARC-Authentication-Results", "Delivered-To"),
]


def message(
    sender: str, subject: str, claims: str = "", link: str = "", more: str = ""
) -> EmailMessage:
    domain = sender.rpartition("@")[2].strip(">")
    fields = [f"From: {sender}", f"Subject: {subject}", "To: me@reader.example"]
    if claims:
        fields.append(f"Authentication-Results: {claims.format(domain)}")
        fields.append(f"Received: {OUTSIDE}")
    if more:
        fields.append(more)
    fields += ["Content-Type: text/html; charset=utf-8", ""]
    body = f"<p>Hello</p><a href='{link}'>open</a>" if link else "<p>Hello</p>"
    (result,) = scan("\n".join([*fields, body]).encode()).messages
    return result


def severities(result: EmailMessage) -> dict[str, str]:
    return {each.code: each.severity for each in reversed(result.findings)}


HONEST = [
    ("Shop <news@shop.example.com>", "You have won a bonus", PASSED, "https://shop.example.com/"),
    ("PayPal <service@paypal.com>", "Unusual activity", PASSED, "https://www.paypal.com/x"),
    ("PayPal <service@mail.paypal.de>", "Payment declined", PASSED, "https://www.paypal.com/x"),
    ("Octo <notifications@github.com>", "Re: [a/b] Verify your build", PASSED,
        "https://github.com/a"),
    ("Ann Lee <ann@lee.example.net>", "Photos", FORWARDED, "https://photos.example.org/"),
    ("Ann Lee <ann@lee.example.net>", "Re: patch", LISTED, "https://git.example.com/"),
    ("Ann Lee <ann@lee.example.net>", "Re: patch", OTHERS, "https://git.example.com/"),
    ("Ann Lee <ann@lee.example.net>", "Hello", NOTHING, "https://www.example.com/"),
    ("Ann Lee <ann@lee.example.net>", "Hello", "mx; spf=fail smtp.mailfrom={0}",
        "https://b.example.org/"),
    ("Ann Lee <ann@lee.example.net>", "Hello", "", "https://b.example.org/"),
    ("Chase Miller <chase@miller.example.net>", "Lunch", PASSED, "https://maps.example.org/"),
    ("Stadtwerke <info@stadtwerke.example.de>", "Ihre Rechnung für März", PASSED,
        "https://stadtwerke.example.de/"),
    ("Jörg Müller <jm@mueller.example.de>", "Grüße aus München, schöne Bücher", PASSED, ""),
    ("Łukasz Żółć <l@example.pl>", "Zażółć gęślą jaźń", PASSED, ""),
    ("Дмитрий <d@example.ru>", "Привет, PDF и Word внутри", PASSED, ""),
    ("山田太郎 <y@example.jp>", "Re: 東京タワーのPDF資料", PASSED, ""),
    ("김철수 <k@example.kr>", "안녕하세요 PDF파일", PASSED, ""),
    ("علی <a@example.ir>", "می\u200cخواهم", PASSED, ""),
    ("Family <f@example.com>", "\U0001f468\u200d\U0001f469\u200d\U0001f467 news", PASSED, ""),
    ("A <a@𝗮𝗯.example.𝗰𝗼𝗺>", "x", PASSED, ""),
    ("Bücher <a@bücher.example.de>", "x", PASSED, ""),
    ("App <noreply@app-1.firebaseapp.com>", "Verify your email", PASSED,
        "https://app-1.firebaseapp.com/"),
    ("Νίκος <n@example.gr>", "Καλημέρα από το Volos", PASSED, ""),
    ("Survey Team <team@acme.example.com>", "Your opinion", PASSED, "https://forms.gle/abc"),
    ("Sparkasse Bonn <info@sparkasse-bonn.de>", "Ihr Termin", PASSED,
        "https://www.sparkasse-bonn.de/"),
    ("DPD Paket <noreply@dpd.de>", "Ihre Sendung", PASSED, "https://my.dpd.de/"),
    # The default sender of programs for one's own server.
    ("WordPress <wordpress@club.example.com>", "[Club] Please moderate", "", "https://club.example.com/"),
    ("WordPress <wordpress@club.example.com>", "[Club] Password Reset", OTHERS,
        "https://club.example.com/"),
    ("WordPress <wordpress@club.example.com>", "[Club] Question", "", "https://visitor.example.net/"),
    ("GitLab <gitlab@git.example.com>", "New comment", PASSED, "https://git.example.com/a"),
]  # fmt: skip


@for_each("sender, subject, claims, link", *HONEST)
def test_honest_messages_have_no_finding_above_low(
    sender: str, subject: str, claims: str, link: str
) -> None:
    result = message(sender, subject, claims, link)
    worst = result.severity
    assert worst is None or RANK[worst] <= RANK["low"], [each.message for each in result.findings]


@for_each(
    "sender, subject, claims, link, code, severity",
    ("A <x@a.example>", "Y\u034f\u200bo\u200b\u200bu", PASSED, "", "header-obfuscation", "medium"),
    ("WordPress <x@kxqv.top>", "Hi", "", "https://kxqv.top/", "sender-known-name", "medium"),
    ("WordPress <wordpress@kxqv.top>", "Update your database", PASSED, "https://kxqv.top/",
        "sender-known-name", "medium"),
    ("WordPress <wordpress@kxqv.top>", "Password reset", "", "https://a.top/",
        "sender-known-name", "medium"),
    ("cPanel <cpanel@kxqv.top>", "Update your mailbox", NOTHING, "https://a.top/",
        "sender-known-name", "high"),
    ("PayPal <x@kxqv.top>", "Hi", REFUSED, "https://kxqv.top/", "sender-known-name", "high"),
    ("PayPal <x@kxqv.top>", "Hi", PASSED, "https://kxqv.top/", "sender-known-name", "medium"),
    ("Trust Wallet <x@kxqv.top>", "Hi", NOTHING, "", "sender-known-name", "high"),
    ("P a y P a l <x@kxqv.top>", "Hi", PASSED, "", "sender-known-name", "medium"),
    ("PayPaI Team <x@kxqv.top>", "Hi", PASSED, "", "sender-known-name", "medium"),
    ("Pаypal <x@kxqv.top>", "Hi", PASSED, "", "header-obfuscation", "medium"),
    ("Netflix <x@gmail.com>", "Hi", PASSED, "", "sender-known-name", "medium"),
    ("DHL Paket <x@kxqv.top>", "Zustellung fehlgeschlagen", NOTHING, "", "sender-known-name",
        "high"),
    ("Bradesco <x@bradesco.com.br>", "Hi", REFUSED, "https://a.example/", "authentication-failed",
        "high"),
    ("Shop <x@shop.example.com>", "You have won", REFUSED, "", "authentication-failed", "medium"),
    ("Shop <x@shop.example.com>", "Herzlichen Glückwunsch", NOTHING, "", "authentication-failed",
        "medium"),
    ("Shop <x@shop.example.com>", "Hi", REFUSED, "", "authentication-failed", "low"),
    ("Shop <x@shop.example.com>", "Freispiele", PASSED, "https://bit.ly/a", "lure", "medium"),
    ("Shop <x@shop.example.com>", "You have won", PASSED, "http://192.0.2.7/", "lure", "medium"),
    ("Shop <x@shop.example.com>", "You have won", OTHERS, "https://a.example/", "lure", "medium"),
    ("A <x@paypa1.com>", "Hi", PASSED, "", "sender-domain", "high"),
    ("A <x@a-1.firebaseapp.com>", "Freispiele", PASSED, "https://b.de/", "sender-domain", "medium"),
    ("A <x@paypa1-security.test>", "Hi", PASSED, "", "sender-domain", "high"),
    ("A <x@micros0ft.internal>", "Hi", NOTHING, "", "sender-domain", "high"),
    ("A <x@paypal.local>", "Hi", NOTHING, "", "sender-domain", None),
    ("A <x@mail.corp.internal>", "Hi", NOTHING, "", "sender-domain", None),
    ("A <x@[192.0.2.1]>", "Hi", NOTHING, "", "sender-domain", None),
    ("A <x@correios>", "Encomenda retida", NOTHING, "", "sender-domain", "medium"),
    ("A <x@a.example>", "Pay\u034fPal a\u034fccount", PASSED, "", "header-obfuscation", "medium"),
    ("A <x@a.example>", "Your аccount", PASSED, "", "header-obfuscation", "medium"),
    ("A <x@a.example>", "\U0001d400\U0001d401\U0001d402 now", PASSED, "", "header-obfuscation",
        "low"),
    ("Kundenservice, x <x@shop.example.com>", "Hi", NOTHING, "", "sender-list", "medium"),
    ("Kundenservice, x <x@shop.co.uk>", "Hi", PASSED, "https://b.de/", "sender-list", "medium"),
    ("Kundenservice, x <x@shop.co.uk>", "Hi", PASSED, "https://shop.co.uk/", "sender-list", "low"),
    ("a@bank.example <x@kxqv.top>", "Hi", REFUSED, "", "sender-name", "high"),
    ('"Service (PayPal)" <x@kxqv.top>', "Hi", REFUSED, "https://b.example/", "links-unrelated",
        "medium"),
    ("Ann from Ledger <x@kxqv.top>", "Hi", PASSED, "https://b.example/", "sender-known-name",
        "low"),
    ("Ann from Ledger <x@kxqv.top>", "Connect your wallet", PASSED, "https://b.example/",
        "sender-known-name", "medium"),
    ("Ꮮеdgеr <x@kxqv.top>", "Hi", PASSED, "", "sender-known-name", "medium"),
    ("Ledger Iive <x@kxqv.top>", "Hi", PASSED, "", "sender-known-name", "medium"),
    ("BinanceBNB <x@kxqv.top>", "Hi", PASSED, "https://b.example/", "links-unrelated", "medium"),
    ("Netflix <x@{members.netflix.com}>", "Hi", OTHERS, "", "sender-known-name", "medium"),
    ("A <x@𝗹𝗶𝗱𝗹.example.de>", "Hi", OTHERS, "",
        "sender-domain", "medium"),
    ("Account locked <x@a.example>", "Hi", OTHERS, "https://b.example/", "lure", "medium"),
    ("A <x@a.example>", "𝐀𝐁𝐂 now", PASSED, "https://bit.ly/a",
        "header-obfuscation", "medium"),
)  # fmt: skip
def test_deceptive_messages_are_reported(
    sender: str, subject: str, claims: str, link: str, code: str, severity: str
) -> None:
    assert severities(message(sender, subject, claims, link)).get(code) == severity


@for_each(
    "link, reply, severity",
    ("https://b.example/", "c@d.example", "medium"),
    # The project's own page, or its own reply address.
    ("https://a-1.firebaseapp.com/", "c@d.example", None),
    ("https://b.example/", "c@a-1.firebaseapp.com", None),
)
def test_sender_at_a_hosting_service_with_replies_elsewhere_is_reported(
    link: str, reply: str, severity: str | None
) -> None:
    result = message("A <x@a-1.firebaseapp.com>", "Hi", PASSED, link, f"Reply-To: {reply}")
    assert severities(result).get("sender-domain") == severity


PICTURE = "<a href='https://kxqv.top/'><img src='https://kxqv.top/a.png'></a>"
FOOTER = "<p>" + "You get this newsletter because you subscribed to it. " * 3


@for_each(
    "subject, claims, page, severity",
    ("Hi", OTHERS, PICTURE, "medium"),
    ("Hi", PASSED, PICTURE, "low"),
    # More links than those of a signature, and not through a service that counts clicks.
    ("Hi", PASSED, PICTURE * 3, "medium"),
    ("Hi", PASSED, PICTURE * 2, "low"),
    ("Hi", PASSED, PICTURE.replace("kxqv.top", "a.list-manage.com") * 3, None),
    ("Account locked", PASSED, PICTURE, "medium"),
    ("Hi", PASSED, PICTURE.replace("https://kxqv.top/'", "https://bit.ly/a'", 1), "medium"),
    # Enough text, a link with words, and the sender's own site.
    ("Hi", OTHERS, PICTURE + FOOTER, None),
    ("Hi", OTHERS, "<a href='https://kxqv.top/'>Photos</a><img src='https://a.example/logo.png'>",
        None),
    ("Hi", OTHERS, PICTURE.replace("kxqv.top", "shop.example.com"), None),
)  # fmt: skip
def test_message_of_linked_pictures_is_reported(
    subject: str, claims: str, page: str, severity: str | None
) -> None:
    text = f"From: x@shop.example.com\nSubject: {subject}\n"
    text += f"Authentication-Results: {claims.format('shop.example.com')}\nReceived: {OUTSIDE}\n"
    (result,) = scan(f"{text}Content-Type: text/html\n\n{page}".encode()).messages
    assert severities(result).get("picture-only") == severity


@for_each(
    "text, is_told",
    ("‌".join("Hello this is about your loan"), True),
    # Space after a preview text, break hints in long names, and Persian.
    ("Sale today" + " ‌" * 99 + "Some more words of the newsletter " * 9, False),
    ("config​.long​name " * 6 + "is a setting of the server that few people know. " * 9, False),
    ("می‌خواهم " * 99, False),
)
def test_invisible_characters_inside_words_are_reported(text: str, is_told: bool) -> None:
    head = "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"
    (result,) = scan((head + text).encode()).messages
    assert ("header-obfuscation" in severities(result)) is is_told


LIST = "List-Id: <patches.lists.example.org>"


@for_each(
    "sender, subject, more, severity",
    ("ann@lee.example.net", "Re: patch", LIST, "low"),
    # Anyone can write the field: a lure, a known domain and a known name count as before.
    ("ann@lee.example.net", "Your account is locked", LIST, "medium"),
    ("ann@paypal.com", "Re: patch", LIST, "high"),
    ("PayPal <ann@lee.example.net>", "Re: patch", LIST, "medium"),
    ("ann@lee.example.net", "Re: patch", "", "medium"),
)
def test_severity_of_a_failed_check_depends_on_the_mailing_list_and_sender(
    sender: str, subject: str, more: str, severity: str
) -> None:
    result = message(sender, subject, REFUSED, "https://git.example.com/", more)
    assert severities(result)["authentication-failed"] == severity


GIT = f"From {'0' * 40} Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@microsoft.com>\nSubject: x\n\nhttps://kxqv.top/"


@for_each(
    "kind, name, count",
    ("text/x-patch", "a.patch", 1),
    ("text/plain", "a.txt", 1),
    # Email programs open these as messages.
    ("application/octet-stream", "a.eml", 2),
    ("application/mbox", "a.mbox", 2),
)
def test_attached_patch_is_not_a_message(kind: str, name: str, count: int) -> None:
    mail = Attaching()
    mail["From"] = "a@b.example"
    mail.set_content("x")
    main, _, sub = kind.partition("/")
    mail.add_attachment(GIT.encode(), maintype=main, subtype=sub, filename=name)
    document = scan(mail.as_bytes())
    assert len(document.messages) == count
    assert "https://kxqv.top/" in [each.value for each in document.links]


@for_each(
    "claims, sender, links, severity",
    (PASSED, "news@paper.co.uk", 6, "low"),
    # Nothing confirms the sender, another domain passed, few links, and someone else's site.
    ("", "news@paper.co.uk", 6, "high"), (OTHERS, "news@paper.co.uk", 6, "high"),
    (PASSED, "news@paper.co.uk", 2, "high"), (PASSED, "news@other.co.uk", 6, "high"),
)  # fmt: skip
def test_severity_of_click_tracking_depends_on_the_sender_and_the_number_of_links(
    claims: str, sender: str, links: int, severity: str
) -> None:
    text = f"From: {sender}\nTo: me@reader.net\nContent-Type: text/html\n"
    if claims:
        domain = sender.partition("@")[2]
        text += f"Authentication-Results: {claims.format(domain)}\nReceived: {OUTSIDE}\n"
    text += "\n<a href='https://clicks.test/0'>www.paper.co.uk</a>"
    text += "<a href='https://clicks.test/1'>more</a>" * (links - 1)
    link, *_ = scan(text.replace("clicks.test", "amxe.net").encode()).links
    found = [each.severity for each in link.findings if each.code == "text-href-mismatch"]
    assert found == [severity]


@for_each(
    "sender, shown, links, more, severity",
    # No server checked the sender, and every link has its own address.
    ("ann@paper.co.uk", "www.paper.co.uk", 4, "", "low"),
    ("ann@oekopapier.de", "www.\xf6kopapier.de", 4, "", "low"),
    # Another sender, other letters, few links, one address, a failed check, names that matter.
    ("ann@other.co.uk", "www.paper.co.uk", 4, "", "high"),
    ("ann@okopapier.de", "www.\xf6kopapier.de", 4, "", "high"),
    ("ann@paper.co.uk", "www.paper.co.uk", 3, "", "high"),
    ("ann@paper.co.uk", "www.paper.co.uk", -9, "", "high"),
    ("ann@paper.co.uk", "www.paper.co.uk", 4, REFUSED.format("paper.co.uk"), "high"),
    ("ann@paypal.com", "www.paypal.com", 4, "", "high"),
    ("ann@reader.net", "www.reader.net", 4, "", "high"),
)
def test_newsletter_with_an_address_for_each_link_counts_clicks(
    sender: str, shown: str, links: int, more: str, severity: str
) -> None:
    text = f"From: {sender}\nTo: me@reader.net\nContent-Type: text/html; charset=utf-8\n"
    if more:
        text += f"Authentication-Results: {more}\nReceived: {OUTSIDE}\n"
    text += f"\n<a href='https://go.amxe.net/0'>{shown}</a>"
    text += "".join(
        f"<a href='https://go.amxe.net/{max(links, 0) and each}'>more</a>"
        for each in range(1, abs(links))
    )
    link, *_ = scan(text.encode()).links
    found = [each.severity for each in link.findings if each.code == "text-href-mismatch"]
    assert found == [severity]


CHINESE = "\u539f\u56e0\u6388".encode("gb2312")  # contains the byte of a soft hyphen
SPLIT = "Pay\u00adPal ac\u00adcount"


def subject_findings(subject: bytes, charset: str) -> list[str]:
    kind = f"Content-Type: text/plain; charset={charset}\n\nx".encode()
    (result,) = scan(b"From: a@a.example\nSubject: " + subject + b"\n" + kind).messages
    return [each.message for each in result.findings if each.code == "header-obfuscation"]


@for_each("charset", "gb2312", "x-unheard", "us-ascii", "iso-8859-1", "utf-8", "")
def test_bytes_of_another_charset_are_not_soft_hyphens(charset: str) -> None:
    assert b"\xad" in CHINESE
    words = b64encode(CHINESE)
    assert subject_findings(CHINESE * 3, charset) == []
    assert subject_findings(b"=?%s?B?%s?=" % (charset.encode() or b"x", words), "utf-8") == []


@for_each("charset", "iso-8859-1", "utf-8", "windows-1252")
def test_soft_hyphens_that_split_words_are_found(charset: str) -> None:
    written = SPLIT.encode(charset)
    word = b"=?%s?B?%s?=" % (charset.encode(), b64encode(written))
    for subject in (written, word):
        (message,) = subject_findings(subject, charset)
        assert "SOFT HYPHEN" in message


def test_character_split_over_two_encoded_words_is_decoded() -> None:
    words = [b"=?gb2312?B?%s?=" % b64encode(each) for each in (CHINESE[:3], CHINESE[3:])]
    text = b"From: a@a.example\nSubject: " + b"\n ".join(words) + b"\n\nx"
    assert scan(text).envelopes[0].subject == CHINESE.decode("gb2312")


def test_display_name_is_quoted_as_written() -> None:
    for name in ("service@paypal.com", "Service service@paypal.com"):
        result = message(f'"{name}" <x@kxqv.top>', "Hi")
        assert "shows service@paypal.com; the sender" in result.findings[0].message
    result = message('"www.paypal.com" <x@kxqv.top>', "Hi")
    assert "shows www.paypal.com; the sender" in result.findings[0].message


def test_reply_to_a_free_address_is_worse_with_a_lure() -> None:
    more = "Reply-To: b@gmail.com"
    sender = "Bank <x@shop.example.com>"
    assert severities(message(sender, "Hello", NOTHING, more=more))["reply-elsewhere"] == "low"
    lured = message(sender, "Urgent reply for the beneficiary", NOTHING, more=more)
    assert severities(lured)["reply-elsewhere"] == "medium"
    text = b"From: a@b.example.com\nReply-To: c@gmail.com\n\nI am a widow, and the inheritance of "
    text += b"million dollars is for the next of kin."
    (result,) = scan(text).messages
    assert severities(result)["reply-elsewhere"] == "medium"


def test_free_reply_address_of_the_sender_service_is_shown() -> None:
    sender, link = "A (via Google Drive) <a@google.com>", "https://drive.google.com/file/d/1/view"
    shared = message(sender, "Item shared", PASSED, link, "Reply-To: b@gmail.com")
    assert severities(shared) == {"reply-elsewhere": "low"}
    assert not message(sender, "Item shared", PASSED, link, "Reply-To: b@google.com").findings


def test_repeated_fields_are_reported() -> None:
    result = message("A <a@a.example.com>", "x", more="From: b@b.example.com\nSubject: y")
    severities = [(each.code, each.severity) for each in result.findings]
    assert severities == [("repeated-field", "medium"), ("repeated-field", "low")]
    assert "more than one From field" in result.findings[0].message


@for_each(
    "results, told",
    ("spf=fail", "SPF"),
    ("spf=softfail; dkim=fail", "SPF and DKIM"),
    ("dkim=fail; spf=fail; dmarc=fail", "DMARC, SPF and DKIM"),
    ("dkim=fail; compauth=fail", "compauth and DKIM"),
    ("compauth=fail; dmarc=fail; spf=fail", "DMARC, compauth and SPF"),
    ("spf=fail; dkim=none; dmarc=none; compauth=none", "SPF and DKIM"),
    ("spf=pass smtp.mailfrom=b.example.com; dkim=none; dmarc=fail", "DMARC and DKIM"),
    ("dkim=fail; dkim=pass header.d=b.example.com; dmarc=fail", "DMARC"),
)
def test_all_checks_that_did_not_pass_are_named(results: str, told: str) -> None:
    text = f"Authentication-Results: mx.example; {results}\nFrom: x@a.example.com\n\nx"
    (message,) = scan(text.encode()).messages
    (finding,) = message.findings
    rest = "did not pass; the sender address is at a.example.com."
    assert finding.message == f"According to the header, {told} {rest}"


@for_each(
    "name, severity, variant",
    ("invoice.pdf", None, ""), ("archive.tar.gz", None, ""), ("logo.svg", None, ""),
    ("Meier.com GmbH.pdf", None, ""),
    ("invoice.pdf.exe", "high", "two file extensions"),
    ("invoice.pdf      .scr", "high", "two file extensions"),
    ("ann\u202efdp.exe", "high", "reverses its display order"),
    ("setup.exe", "medium", "ends in .exe"), ("call.lnk", "medium", "ends in .lnk"),
    ("script.js", "low", "ends in .js"), ("Statement.HTML", "low", "web page"),
    *((f"a.{ending}", "low", "web page") for ending in ("htm", "shtml", "xhtml", "mht")),
    ("a.mhtml", "low", "web page"),
    *((f"a.{ending}", "low", f"ends in .{ending}") for ending in ("wsc", "sct")),
    ("site.url", "medium", "ends in .url"),
)  # fmt: skip
def test_severity_of_an_attachment_depends_on_its_name(
    name: str, severity: str | None, variant: str
) -> None:
    text = (
        "From: a@a.example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
        "Content-Type: application/octet-stream\nContent-Disposition: attachment; "
        f'filename="{name}"'
        "\n\nAA\n--x--\n"
    )
    result, *_ = scan(text.encode()).messages
    findings = [each for each in result.findings if each.code == "attachment-name"]
    assert [each.severity for each in findings] == ([severity] if severity else [])
    assert all(variant in each.message for each in findings)


@for_each(
    "name, kind, content, severity",
    # A shortcut to a page is a link; one to a file of another computer opens that.
    ("site.url", "application/octet-stream", "[InternetShortcut]\nURL=https://b.example/\n", None),
    *(
        ("site.url", "application/octet-stream", f"[InternetShortcut]\n{line}\n", "medium")
        for line in (
            "URL=file://kxqv.top/share/a.exe",
            "URL=https://b.example/\nIconFile=\\\\kxqv.top\\a.ico",
            "URL=search-ms:query=a&crumb=location:\\\\kxqv.top\\share",
        )
    ),
    ("scan.pdf", "image/jpeg", "x", "medium"),
    ("scan.jpg", "image/jpeg", "x", None),
    ("scan.pdf", "application/octet-stream", "x", None),
)
def test_severity_of_an_attachment_depends_on_its_type_and_content(
    name: str, kind: str, content: str, severity: str | None
) -> None:
    mail = Attaching()
    mail["From"], mail["To"], mail["Subject"] = "a@a.example.com", "b@b.example.net", "x"
    mail.set_content("See the file.")
    mail.add_attachment(content.encode(), *kind.split("/"), filename=name, cte="base64")
    (result,) = scan(mail.as_bytes()).messages
    assert severities(result).get("attachment-name") == severity


GENERATED = [
    ("PzQzHjP@deck.example.com", True),
    *((f"{name}@example.com", True) for name in ("DgcPUJUlz", "YSTTRleD", "cJAWtchk", "aDXNccz")),
    *((f"{name}@example.com", False) for name in ("salesUSA", "infoFAQs", "annB", "USAToday")),
    ("zLLdvcctvsJdCDo@space.example.com", True),
    ("offers@bQTiRvjmdSVqGKsNu.example.com", True),
    *(
        (f"{name}@example.com", False)
        for name in (
            "JaneDoe", "McAfeeHR", "FOXSportsFLASH", "DoNotUse", "iSilo", "NEWSLETTER", "ann",
        )
    ),
    ("news@InsideApple.Example.com", False),
    ("cwg@DeepEddy.example.com", False),
]  # fmt: skip


@for_each("address, is_told", *GENERATED)
def test_sender_address_with_random_capitals_is_reported(address: str, is_told: bool) -> None:
    found = severities(message(f"Offers <{address}>", "Hi", PASSED, "https://deck.example.com/"))
    assert found.get("generated-sender") == ("medium" if is_told else None)
    assert "generated-sender" not in severities(message(f"Offers <{address}>", "Hi", PASSED))


@for_each(
    "link, end",
    ("https://bit.ly/x", "bit.ly, which hides their destinations."),
    ("https://a.github.io/x", "a.github.io, where anyone can publish."),
    ("http://192.0.2.7/", "the IP address 192.0.2.7."),
    ("https://firebaseapp.com/x", ""),
    ("https://shop.example.com/", ""),
)
def test_sender_at_an_open_domain_with_links_to_open_sites_is_reported(link: str, end: str) -> None:
    result = message("Vests <noreply@vest-1.firebaseapp.com>", "Hi", PASSED, link)
    found = [each for each in result.findings if each.code == "sender-domain"]
    assert [each.severity for each in found] == ["medium"] * bool(end)
    assert all(each.message.endswith(f"links go to {end}") for each in found)


@for_each(
    "subject, severity",
    ("Payment failed: your account is locked", "medium"),
    ("Payment failed", "low"),
    ("Your_account_is_locked: payment_failed", "medium"),
)
def test_two_lures_in_a_subject_raise_the_severity(subject: str, severity: str) -> None:
    found = severities(message("Shop <a@shop.example.com>", subject, PASSED, "https://kxqv.top/"))
    assert found.get("lure") == severity


@for_each(
    "sender, links, severity",
    ("Bob@books.example.com [x] <t-1@forward.example.net>", 8, "low"),
    # A signature may contain a few links; one link elsewhere is enough; anyone can send free
    # mail.
    ("Bob@books.example.com [x] <t-1@forward.example.net>", 2, "medium"),
    ("Bob@books.example.com <t1@gmail.com>", 8, "medium"),
)
def test_display_name_with_the_linked_site_depends_on_the_number_of_links(
    sender: str, links: int, severity: str
) -> None:
    fields = f"From: {sender}\nTo: me@reader.example\nContent-Type: text/html\n\n"
    body = "<a href='https://books.example.com/'>a book</a> " * links
    (result,) = scan((fields + body).encode()).messages
    assert severities(result).get("sender-name") == severity
    (other,) = scan(f"{fields}{body}<a href='https://kxqv.top/'>x</a>".encode()).messages
    assert severities(other).get("sender-name") == "medium"


@for_each(
    "sender, field, severity",
    ("\"'bob@firm.example.org' via dev\" <dev@lists.example.net>", "List-Id: <dev.lists>", "low"),
    ("\"'bob@firm.example.org' via dev\" <dev@lists.example.net>", "X-A: b", "medium"),
    ("\"'service@paypal.com' via dev\" <dev@lists.example.net>", "List-Id: <dev.lists>", "medium"),
    ('"service@paypal.com"@kxqv.top', "X-A: b", "medium"),
)
def test_severity_of_a_sender_name_depends_on_the_mailing_list(
    sender: str, field: str, severity: str
) -> None:
    text = f"From: {sender}\n{field}\nTo: me@reader.example\nSubject: Build\n\nHello\n"
    (result,) = scan(text.encode()).messages
    assert severities(result).get("sender-name") == severity


def shown_behind(link: str) -> str | None:
    text = f"From: a@news.example.com\nContent-Type: text/html\n\n<a href='{link}'>ebay.com</a>"
    (found, *_) = scan(text.encode()).links
    return next((f.severity for f in found.findings if f.code == "text-href-mismatch"), None)


def test_known_site_may_redirect_to_the_shown_one() -> None:
    assert shown_behind("https://www.netflix.com/go?url=https%3A%2F%2Fwww.ebay.com%2F") is None
    assert shown_behind("https://kxqv.top/go?url=https%3A%2F%2Fwww.ebay.com%2F") == "high"
    two = "https://www.netflix.com/go?url=https%3A%2F%2Fwww.ebay.com%2F&u=https%3A%2F%2Fkxqv.top"
    assert shown_behind(two) == "high"


@for_each(
    "code, severity",
    ("popUp('profile.cfm?id=1');", "low"),
    ("openMap('dist')", "low"), ("alert('x')", "high"), ("popUp(document.cookie)", "high"),
    ("eval('x')", "high"), ("fetch('//kxqv.top/')", "high"),
    ("location='https://kxqv.top/'", "high"),
)  # fmt: skip
def test_severity_of_a_javascript_link_in_text_depends_on_its_call(
    code: str, severity: str
) -> None:
    text = f"From: a@news.example.com\n\nSee <javascript:{code}>\n"
    (link,) = scan(text.encode()).links
    assert link.verdict.severity == severity


@for_each(
    "host, severity", ("kontoso.cs.kxqv-university.edu", None), ("kontoso.kxqv.top", "medium"),
    ("kontoso.com.kxqv.top", "medium"),
)  # fmt: skip
def test_mirror_at_an_institution_may_have_the_reader_name(host: str, severity: str | None) -> None:
    text = f"From: ann@a.example.com\nTo: list@kontoso.com\n\nSee http://{host}/debian/\n"
    (link,) = scan(text.encode()).links
    named = {"lookalike", "subdomain-deception"}
    assert max((f.severity for f in link.findings if f.code in named), default=None) == severity


@for_each(
    "sender, reader, host, severity",
    ("oekopapier.de", "reader.net", "www.\xf6kopapier.de", "low"),
    ("oekopapier.de", "reader.net", "www.oekopapler.de", "medium"),
    ("oekopapier.de", "reader.net", "www.okopapier.de", "medium"),
    ("a.example.com", "oekopapier.de", "www.\xf6kopapier.de", "medium"),
)
def test_name_of_the_sender_may_be_spelled_out(
    sender: str, reader: str, host: str, severity: str
) -> None:
    kind = "Content-Type: text/html; charset=utf-8"
    text = f"From: a@{sender}\nTo: me@{reader}\n{kind}\n\n<a href='https://{host}/'>x</a>"
    (link,) = scan(text.encode()).links
    assert [each.severity for each in link.findings if each.code == "lookalike"] == [severity]


def test_message_with_little_text_and_a_short_link_in_a_pdf_is_reported() -> None:
    def found(link: str, text: str) -> str | None:
        mail = Attaching()
        mail["From"], mail["To"], mail["Subject"] = "Ann <ann1@gmail.com>", "b@b.example.net", "x"
        mail.set_content(text)
        paper = f"%PDF-1.4\n1 0 obj\n<</S/URI/URI({link})>>\nendobj\n%%EOF".encode()
        mail.add_attachment(paper, "application", "pdf", filename="a.pdf")
        (result,) = scan(mail.as_bytes()).messages
        return severities(result).get("picture-only")

    assert found("https://bit.ly/x", "Your transfer") == "medium"
    assert found("https://www.kontoso.example/x", "Your transfer") == "low"
    assert found("https://bit.ly/x", "A letter with many words. " * 20) is None


@for_each(
    "sender, subject, claims, link, sentence",
    (
        *("PayPal <x@kxqv.top>", "Hi", REFUSED, "https://kxqv.top/"),
        "Claims to be PayPal, with an address at kxqv.top; DMARC failed, according to the header; "
        "1 clickable web link to kxqv.top",
    ),
    (
        *("A <x@a.example.com>", "Hi", PASSED, ""),
        "Claims to be from a.example.com; SPF, DKIM and DMARC passed for a.example.com, "
        "according to the header; no clickable web links",
    ),
    (*(f"A <x@{'sub.' * 20}a.example.com>", "Hi", NOTHING, ""),
        f"Claims to be from \u2026b{'.sub' * 11}.a.example.com; no check passed, according to the "
        "header; no clickable web links"),
    (*("A <x@a.example.com>", "Hi", NOTHING, ""),
        "Claims to be from a.example.com; no check passed, according to the header; "
        "no clickable web links"),
    (
        *("A <x@a.example.com>", "Hi", OTHERS, ""),
        "Claims to be from a.example.com; SPF passed for bulk.example.net only, "
        "according to the header; no clickable web links",
    ),
    ("Facebook", "Hi", "", "", "Claims to be Facebook, without a sender address; "
        "no clickable web links"),
    ("Somebody", "Hi", "", "", "Has no sender address; no clickable web links"),
    (*("A <x@a.example.com>", "Hi", "mx; spf=softfail smtp.mailfrom={0}", ""),
        "Claims to be from a.example.com; SPF softfail, according to the header; "
        "no clickable web links"),
    (*("A <x@a.example.com>", "Hi", "mx; spf=fail smtp.mailfrom={0}", ""),
        "Claims to be from a.example.com; SPF failed, according to the header; "
        "no clickable web links"),
    (*("A <x@a.example.com>", "Hi", "dmarc=none; compauth=fail reason=000", ""),
        "Claims to be from a.example.com; compauth failed, according to the header; "
        "no clickable web links"),
    ("P а y p a l <x@b.example.com>", "Hi", "", "",
        "Claims to be from b.example.com; no clickable web links"),
    (*("Pay (via Google Drive) <drive-shares-noreply@google.com>", "Item shared", PASSED),
        "https://drive.google.com/file/d/1/view",
        "Claims to be from google.com; SPF, DKIM and DMARC passed for google.com, according to the "
        "header; 1 clickable web link to google.com; google.com also sends emails for anyone who "
        "shares content there; the content was not opened"),
    (*("A (via Google Drive) <drive-shares-noreply@google.com>", "Item shared", REFUSED),
        "https://drive.google.com/file/d/1/view",
        "Claims to be from google.com; DMARC failed, according to the header; 1 clickable web "
        "link to google.com; anyone can share content on google.com; the content was not opened"),
    (*("A <x@a.example.com>", "Hi", "", "https://www.dropbox.com/scl/fi/a/b.pdf"),
        "Claims to be from a.example.com; 1 clickable web link to dropbox.com; anyone can share "
        "content on dropbox.com; the content was not opened"),
)  # fmt: skip
def test_message_is_summarized_in_one_sentence(
    sender: str, subject: str, claims: str, link: str, sentence: str
) -> None:
    assert message(sender, subject, claims, link).sentence == sentence


@for_each("method", "spf", "dkim", "dmarc")
def test_sender_with_one_passed_check_is_not_refused(method: str) -> None:
    refused = "mx; compauth=fail reason=000"
    about = message("A <x@a.example.com>", "Hi", refused, "").context
    assert about.is_refused
    about = message("A <x@a.example.com>", "Hi", f"{refused}; {method}=pass", "").context
    assert not about.is_refused


def test_worst_unrelated_site_is_named() -> None:
    body = "".join(f"<a href='https://{host}/'>x</a>" for host in ("a.example", "b.test", "b.test"))
    (result,) = scan(f"From: x@a.example\nContent-Type: text/html\n\n{body}").messages
    assert result.sentence.endswith("; 2 of 3 clickable web links go to b.test")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(NAMES),
            st.text(max_size=60) | st.sampled_from(PIECES).flatmap(lambda a: st.just(a * 3)),
        ),
        max_size=8,
    )
)
def test_messages_with_any_header_fields_are_summarized(fields: list[tuple[str, str]]) -> None:
    text = "".join(f"{name}: {value}\n" for name, value in fields)
    octets = f"{text}X: y\n\nhttps://a.example/".encode("utf-8", "surrogatepass")
    for each in scan(octets, name="a.eml").messages:
        assert each.to_dict()["sentence"] == each.sentence
        assert each.envelope.to_dict()["claims"] is not None


@for_each(
    "value, is_told", ("https://[an_15]@bit.ly/abc", True),
    ("https://user@shop.example.com/", True), ("https://shop.example.com/@user", False),
    ("https://shop.example.com/?m=a@b.example", False),
    ("mailto:a@b.example", False),
    ("https://www.paypal.com@shop.example.com/", False),  # reported as deceptive, and high
    ("ftp://user@shop.example.com/", False),
)  # fmt: skip
def test_userinfo_in_a_message_link_is_reported(value: str, is_told: bool) -> None:
    page = f"<a href='{value}'>x</a>"
    (link,) = scan(f"From: a@b.example\nContent-Type: text/html\n\n{page}").links
    assert ("userinfo-in-email" in {each.code for each in link.findings}) is is_told
    (alone,) = scan(page, name="a.html").links
    assert "userinfo-in-email" not in {each.code for each in alone.findings}


@for_each(
    "link, protect, severity",
    ("https://northwind-portal.example/x", (), "medium"),
    # A protected domain is not an imitation, whatever the reader's domain is.
    ("https://northwind-portal.example/x", ("northwind-portal.example",), None),
    ("https://northwynd.test/", ("northwind-portal.example",), "medium"),
    ("https://northwynd.test/", ("northwind.example",), "high"),
)
def test_reader_domain_is_protected_against_lookalikes(
    link: str, protect: tuple[str, ...], severity: str | None
) -> None:
    mail = "From: a@sender.test\nTo: me@northwind.example\nContent-Type: text/plain\n\n"
    [found] = scan(f"{mail}{link}\n".encode(), name="x.eml", protect=protect).links
    assert {each.code: each.severity for each in found.findings}.get("lookalike") == severity


def test_worst_site_outranks_the_site_with_most_links() -> None:
    sites = (
        SiteTally("many.example", 9, RANK["medium"]),
        SiteTally("worst.example", 1, RANK["high"]),
        SiteTally("few.example", 2, RANK["info"]),
    )
    about = message("A <x@a.example.com>", "Hi", "", "").context
    assert MessageContext(about.envelope, sites=lambda: sites).led_to == sites[1]
    assert MessageContext(about.envelope, sites=lambda: sites[::2][1:]).led_to == sites[2]


AWAY = "https://anozam.toy-g.com/"
VLORN = "mx.example; spf=pass smtp.mailfrom=vlorn-qa.com"
BOUNCED = "mx.example; dkim=pass header.d=bounces.paypal.com"
SERVICE = "mx.example; dkim=pass header.d=amazonses.com; spf=pass smtp.mailfrom=amazonses.com"
LIST_ID = "List-Id: <a.lists.example.org>"


@for_each(
    "sender, subject, claims, link, more, severity",
    ("A <a@amazon.co.jp>", "Hi", "", AWAY, "", "medium"),
    ("A <a@amazon.co.jp>", "\u30a2\u30ab\u30a6\u30f3\u30c8\u78ba\u8a8d", "", AWAY, "", "high"),
    ("service@paypal.com", "Hi", VLORN, "https://vlorn-qa.com/", "", "medium"),
    ("service@paypal.com", "Hi", PASSED, AWAY, "", None),
    # The owner's other domains, and links to them, belong to the sender.
    ("a@amazon.com", "Hi", "", "https://www.amazon.de/", "", None),
    ("service@paypal.com", "Hi", BOUNCED, AWAY, "", None),
    # Anyone can send mail through such a service, so a pass proves nothing.
    ("a@amazon.com", "Hi", SERVICE, AWAY, "", "medium"),
    # A mailing list breaks checks; its List-Id does not excuse lures.
    ("a@paypal.com", "Hi", "", AWAY, LIST_ID, None),
    ("a@paypal.com", "Your account is locked", "", AWAY, LIST_ID, "medium"),
    ("a@gmail.com", "Hi", "", AWAY, "", None),
    ("a@gmail.com", "Your account is locked", "", AWAY, "", "medium"),
)
def test_unconfirmed_known_sender_must_link_to_its_own_sites(
    sender: str, subject: str, claims: str, link: str, more: str, severity: str | None
) -> None:
    result = message(sender, subject, claims, link, more)
    assert severities(result).get("sender-unconfirmed") == severity


def test_link_to_the_sender_does_not_hide_a_lure() -> None:
    page = f"<a href='{AWAY}'>x</a><a href='https://www.paypal.com/'>y</a>"
    for subject, severity in (("Your account is locked", "medium"), ("Hi", "low")):
        text = f"From: a@paypal.com\nSubject: {subject}\nContent-Type: text/html\n\n{page}"
        (result,) = scan(text.encode()).messages
        assert severities(result)["sender-unconfirmed"] == severity


@for_each(
    "sender, subject, to, severity",
    ('"reader.example IT Support" <x@trace-ea.com>', "Hi", "ann@reader.example", "medium"),
    ("x@trace-ea.com", "ann@reader.example: mailbox", "ann@reader.example", "medium"),
    ("x@mail.reader.example", "ann@reader.example: mailbox", "ann@reader.example", None),
    ('"reader.example" <x@reader.example>', "Hi", "ann@reader.example", None),
    ("x@trace-ea.com", "joann@reader.example", "ann@reader.example", None),
    ('"gmail.com Team" <x@trace-ea.com>', "Hi", "ann@gmail.com", None),
    ('"xreader.example" <x@trace-ea.com>', "Hi", "ann@reader.example", None),
)
def test_display_name_with_the_recipient_domain_is_reported(
    sender: str, subject: str, to: str, severity: str | None
) -> None:
    (result,) = scan(f"From: {sender}\nTo: {to}\nSubject: {subject}\n\nx".encode()).messages
    assert severities(result).get("recipient-named") == severity
    assert all("ann@" not in each.message for each in result.findings)


@for_each(
    "domain, is_alike",
    *((each, True) for each in ("amoazn.co.jp", "my-jcb.com", "abuse-twitter.com")),
    *((each, False) for each in ("jcb.co.jp", "twitter.com", "google.example.com", "line-up.com")),
)
def test_sender_domain_with_swapped_letters_or_added_words_is_reported(
    domain: str, is_alike: bool
) -> None:
    assert ("sender-domain" in severities(message(f"Ann <x@{domain}>", "Hi", PASSED))) is is_alike


@for_each(
    "sender, subject, is_told",
    ("楽天市場 <x@kxqv.top>", "Hi", True),
    ("楽天市場 <x@shop.rakuten.co.jp>", "Hi", False),
    ("x@kxqv.top", "【三井住友カード】重要なお知らせ", True),
    ("x@kxqv.top", "【Amazon】重要なお知らせ", True),
    ("x@smbc-card.com", "【三井住友カード】ご利用確認", False),
    ("x@kxqv.top", "【会議】資料", False),
    ("GOV.UK <x@kxqv.top>", "Hi", True),
    ("GOV.UK <x@notifications.service.gov.uk>", "Hi", False),
    ("Geek Squad <x@kxqv.top>", "Hi", True),
    ("Geek Squad <x@bestbuy.com>", "Hi", False),
    ("Microsoft Outlook <postmaster@outlook.com>", "Hi", False),
    ("Microsoft Outlook <post.master@outlook.com>", "Hi", True),
)  # fmt: skip
def test_known_names_in_every_script_are_found(sender: str, subject: str, is_told: bool) -> None:
    found = severities(message(sender, subject, "", "https://kxqv.top/"))
    assert (found.get("sender-known-name", "low") != "low") is is_told


INVOICE = "Your Norton subscription has been renewed. $399.99 has been charged. Call {}."


@for_each(
    "sender, subject, text, is_told",
    ("a@gmail.com", "Order", INVOICE.format("+1 (888) 555-0123"), True),
    ("a@norton.com", "Order", INVOICE.format("+1 (888) 555-0123"), False),
    ("a@gmail.com", "Order", INVOICE.format("us"), False),
    ("a@gmail.com", "Order", "Dinner was $39.99, call me at 888 555 0123. Ann", False),
    ("a@gmail.com", "Invoice", "Geek Squad: $399.99. Call 888 555 0123", True),
    ("a@gmail.com", "Re: Invoice", "Geek Squad: $399.99. Call 888 555 0123", False),
    ("a@gmail.com", "Invoice", "Dinner was $39.99, call me at 888 555 0123. Ann", False),
)
def test_invoice_from_free_mail_with_a_phone_number_is_reported(
    sender: str, subject: str, text: str, is_told: bool
) -> None:
    (result,) = scan(f"From: {sender}\nSubject: {subject}\n\n{text}".encode()).messages
    assert ("call-back-invoice" in severities(result)) is is_told


PRESSING = "Your mailbox is full. Verify your account within 24 hours."
LETTER = "I am a widow. The inheritance of million dollars is for the next of kin. God bless."


@for_each(
    "sender, subject, text, variant",
    ("a@shop.example.org", "Mailbox full", PRESSING + " https://kxqv.top/", "not to the sender"),
    ("a@shop.example.org", "Mailbox full", PRESSING + " https://shop.example.org/", None),
    ("a@shop.example.org", "Hi", "Your mailbox is full. https://kxqv.top/", None),
    ("a@gmail.com", "Mailbox full", PRESSING, "where anyone can get an address"),
    ("a@gmail.com", "Hello", LETTER, "fraud or blackmail"),
    ("a@shop.example.org", "On scams", LETTER + " https://shop.example.org/news", None),
)
def test_urgent_words_count_only_for_an_unconfirmed_sender(
    sender: str, subject: str, text: str, variant: str | None
) -> None:
    (result,) = scan(f"From: {sender}\nSubject: {subject}\n\n{text}".encode()).messages
    found = [each.message for each in result.findings if each.code == "lure"]
    assert len(found) == (variant is not None)
    assert all(variant in each for each in found if variant)


def test_css_between_letters_does_not_hide_a_lure() -> None:
    page = (
        "<p>Your mail<b></b>box is<i style='font-size:0'>n't</i> full.</p>Verify your&nbsp;account"
    )
    text = f"From: a@gmail.com\nSubject: Mailbox full\nContent-Type: text/html\n\n{page}"
    (result,) = scan(text.encode()).messages
    assert "lure" in severities(result)


@for_each(
    "sender, shown, links, severity",
    ("news@paper.example.org", "www.shop-of-two.com", 6, "low"),
    # Another sender, a known name, the reader's own site, and a mail with few links.
    ("news@other.example.org", "www.shop-of-two.com", 6, "high"),
    ("news@paper.example.org", "www.paypal.com", 6, "high"),
    ("news@paper.example.org", "paypal.com", 6, "high"),
    ("news@paper.example.org", "PayPal.com", 6, "medium"),
    ("news@paper.example.org", "PayPal.com", 2, "high"),
    ("news@paper.example.org", "www.reader.net", 6, "high"),
    ("news@paper.example.org", "www.shop-of-two.com", 2, "high"),
)
def test_click_tracking_of_a_newsletter_is_low(
    sender: str, shown: str, links: int, severity: str
) -> None:
    text = f"From: {sender}\nTo: me@reader.net\nContent-Type: text/html\n\n"
    text += f"<a href='https://clicks.paper.test/{{}}'>{shown}</a>".format(0)
    text += "<a href='https://clicks.paper.test/1'>more</a>" * (links - 1)
    text = text.replace("paper.test", "paper.example.org").replace("example.org", "co.uk")
    link, *_ = scan(text.encode()).links
    found = [each.severity for each in link.findings if each.code == "text-href-mismatch"]
    assert found == [severity]


@for_each(
    "sender, shown, query, links, severity",
    # A forwarding service writes the original address into the name.
    ("News news@paper.co.uk [x] <a1@alias.co.uk>", "www.two.co.uk", "", 6, "low"),
    ("News news@other.co.uk [x] <a1@alias.co.uk>", "www.two.co.uk", "", 6, "high"),
    ("News news@paper.co.uk [x] <a1@alias.co.uk>", "www.paypal.com", "", 6, "high"),
    ("News news@paper.co.uk [x] <a1@alias.co.uk>", "www.two.co.uk", "", 2, "high"),
    # A redirect that names the shown site.
    ("a@b.co.uk", "two.co.uk", "?destUrl=https%3A%2F%2Fwww.two.co.uk%2F", 6, "medium"),
    ("a@b.co.uk", "two.co.uk", "?destUrl=https%3A%2F%2Fkxqv.top%2F", 6, "high"),
    ("a@b.co.uk", "two.co.uk", "?destUrl=https%3A%2F%2Fwww.two.co.uk%2F", 2, "high"),
    ("a@b.co.uk", "paypal.com", "?destUrl=https%3A%2F%2Fwww.paypal.com%2F", 6, "high"),
)
def test_newsletter_counts_clicks_on_sites_that_it_shows(
    sender: str, shown: str, query: str, links: int, severity: str
) -> None:
    text = f"From: {sender}\nTo: me@reader.net\nContent-Type: text/html\n\n"
    text += f"<a href='https://go.paper.co.uk/0{query}'>{shown}</a>"
    text += "<a href='https://go.paper.co.uk/1'>more</a>" * (links - 1)
    link, *_ = scan(text.encode()).links
    found = [each.severity for each in link.findings if each.code == "text-href-mismatch"]
    assert found == [severity]


WON, SHOP = "You have won", "Shop <x@shop.example.com>"


@for_each(
    "sender, subject, claims, link, sentences",
    (*(SHOP, WON, OTHERS, "https://a.example/"),
        'lure medium The email lures readers with "You have won"; according to the header, checks '
        "passed only for domains other than shop.example.com."),
    (*(SHOP, WON, PASSED, "https://bit.ly/a"),
        'lure medium The email lures readers with "You have won" and links to bit.ly, which hides '
        "the destination."),
    (*(SHOP, WON, PASSED, "https://docs.google.com/forms/x"),
        'lure low The email lures readers with "You have won" and links to google.com, where '
        "anyone can publish."),
    (*(SHOP, WON, PASSED, "http://192.0.2.7/"),
        'lure medium The email lures readers with "You have won" and links to the IP address '
        "192.0.2.7."),
    (*(SHOP, WON, PASSED, "https://a.example/"),
        'lure low The email lures readers with "You have won" and links to a.example, not to '
        "the sender's site."),
    (*(SHOP, WON, NOTHING, "https://a.example/"),
        "authentication-failed medium According to the header, no check passed; the sender "
        "address is at shop.example.com."),
    (*("PayPal <x@paypal.com>", "Hi", REFUSED, "https://a.example/"),
        "authentication-failed high According to the header, DMARC, SPF and DKIM did not pass; the "
        "sender address is at paypal.com."),
    (*("Chase <x@kxqv.top>", "Hi", PASSED, "https://a.example/"),
        'sender-known-name low The display name contains "Chase"; the sender address is at '
        'kxqv.top, not chase.com.\nlinks-unrelated low The display name contains "Chase"; '
        "links go to a.example, not to a known site of Chase."),
)  # fmt: skip
def test_message_findings_depend_on_sender_and_links(
    sender: str, subject: str, claims: str, link: str, sentences: str
) -> None:
    found = message(sender, subject, claims, link).findings
    lines = [f"{each.code} {each.severity} {each.message}" for each in found]
    assert "\n".join(lines) == sentences


@for_each(
    "subject, text, severity",
    ("Claim your reward", "Your wallet has not been verified yet.", "medium"),
    ("Your account is locked", "Your account has been suspended.", "medium"),
    ("Claim your reward: account suspended", "Hello", "medium"),
    # One phrase, the same again, and offers.
    ("Claim your reward", "Hello", "low"),
    ("Withdrawal", "Withdrawal", "low"),
    ("Home insurance, freispiele", "Hello", "low"),
)
def test_severity_of_lures_from_a_confirmed_sender_depends_on_their_number(
    subject: str, text: str, severity: str
) -> None:
    fields = "Content-Type: text/html\n\n"
    more = f"{fields}<p>{text}</p><a href='https://kxqv.top/'>x</a>"
    result = message("A <a@shop.co.uk>", subject, PASSED, "https://kxqv.top/", more)
    found = {each.severity for each in result.findings if each.code == "lure"}
    assert found == {severity}


def compauth(link: str, more: str = "") -> str | None:
    claims = "mx.example; spf=pass smtp.mailfrom=b.co.uk; dmarc=none header.from={0}; compauth=fail"
    found = severities(message("A <a@a.co.uk>", "Hi", claims, link, more))
    return found.get("authentication-failed")


def test_failed_compauth_check_is_medium_if_all_links_go_elsewhere() -> None:
    assert compauth("https://kxqv.top/") == "medium"
    # The sender's own site, a known one, a service that counts clicks, and a mailing list.
    for link in ("https://www.a.co.uk/", "https://github.com/a", "https://a.list-manage.com/x"):
        assert compauth(link) == "low"
    assert compauth("https://kxqv.top/", "List-Id: <a.b.co.uk>") == "low"


@for_each(
    "sender, claims, link, severity",
    ("A <a@shop,de>", "", "https://kxqv.top/", "medium"),
    ("A <a@%shop.co.uk>", NOTHING, "https://kxqv.top/", "medium"),
    ("A <a@shop>", NOTHING, "https://kxqv.top/", "medium"),
    # A possible name without a check, and known sites.
    ("A <a@shop>", "", "https://kxqv.top/", "low"),
    ("A <a@shop>", NOTHING, "https://github.com/a", "low"),
)
def test_impossible_sender_domain_is_worse_if_links_go_elsewhere(
    sender: str, claims: str, link: str, severity: str
) -> None:
    assert severities(message(sender, "Hi", claims, link)).get("sender-domain") == severity


@for_each(
    "links, text, is_told",
    (("https://t.co/a", "https://t.co/b"), "Hello", True),
    (("http://203.0.114.5/a", "http://203.0.114.5/b"), "Hello", True),
    # A single link, links to other sites, an address that the text shows, a private network.
    (("https://t.co/a",), "Hello", False),
    (("https://t.co/a", "https://www.example.com/"), "Hello", False),
    (("http://203.0.114.5/a", "http://203.0.114.5/b"), "See 203.0.114.5", False),
    (("http://10.0.0.1/a", "http://10.0.0.1/b"), "Hello", False),
    (("https://bit.ly/a", "https://bit.ly/b"), "Hello", False),
)
def test_message_whose_links_all_hide_their_sites_is_reported(
    links: tuple[str, ...], text: str, is_told: bool
) -> None:
    anchors = "".join(f"<a href='{each}'>more</a>" for each in links)
    page = f"From: a@shop.co.uk\nContent-Type: text/html\n\n<p>{text}</p>{anchors}"
    (result,) = scan(page.encode()).messages
    assert ("links-unnamed" in severities(result)) == is_told
    own = page.replace("shop.co.uk", "x.com")
    assert "t.co" not in links[0] or "links-unnamed" not in severities(
        scan(own.encode()).messages[0]
    )


@for_each("word", "From", "De", "Von", "\u5dee\u51fa\u4eba")
def test_generated_sender_of_a_forwarded_message_is_found(word: str) -> None:
    text = f"{word}: FIGUR <VcDavkxHOBrL@example.com>\n\nSee https://kxqv.top/"
    head = "From: Ann <ann@shop.co.uk>\nContent-Type: text/plain; charset=utf-8\n\n"
    (result,) = scan((head + text).encode()).messages
    assert severities(result).get("generated-sender") == "medium"
    (result,) = scan((head + text.replace("VcDavkxHOBrL", "bob")).encode()).messages
    assert "generated-sender" not in severities(result)


def newsletter(sites: int = 25, own: int = 6, link: str = "http://www.outlooksecure.com/") -> str:
    text = "From: News <news@paper.co.uk>\nContent-Type: text/html\n\n"
    text += "<a href='https://www.paper.co.uk/a'>more</a>" * own
    text += "".join(f"<a href='https://shop-{each}.de/x'>shop</a>" for each in range(sites))
    return text + f"<a href='{link}'>Secure your mail</a>"


@for_each(
    "text, severity",
    (newsletter(), "low"),
    # Few sites, another sender, a path, the same site again, and a worse imitation.
    (newsletter(sites=5), "medium"),
    (newsletter(own=2), "medium"),
    (newsletter(link="http://www.outlooksecure.com/login"), "medium"),
    (newsletter() + "<a href='http://www.outlooksecure.com/'>x</a>", "medium"),
    (newsletter(link="http://www.paypal-secure.com/"), "high"),
    (newsletter(link="http://www.paypa1.com/"), "high"),
)
def test_one_of_many_sites_of_a_newsletter_may_add_words_to_a_name(
    text: str, severity: str
) -> None:
    document = scan(text.encode())
    *_, link = document.links
    (found, *_) = (each.severity for each in link.findings if each.code == "lookalike")
    assert found == severity
    row = row_of(link, 0)
    assert row.severity == link.verdict.severity
    assert row.inspection("2005", ()).verdict.severity == row.severity


def test_picture_is_worse_if_the_from_field_lists_a_name_without_an_address() -> None:
    claims = PASSED.format("shop.co.uk")
    rest = f"Authentication-Results: {claims}\nReceived: {OUTSIDE}\nContent-Type: text/html\n\n"
    for sender, severity in (("Temu.es, x <x@shop.co.uk>", "medium"), ("x@shop.co.uk", "low")):
        (result,) = scan(f"From: {sender}\n{rest}{PICTURE}".encode()).messages
        assert severities(result).get("picture-only") == severity


def test_links_of_a_long_picture_message_from_a_free_address_are_low() -> None:
    claims = PASSED.format("gmail.com")
    rest = f"Authentication-Results: {claims}\nReceived: {OUTSIDE}\nContent-Type: text/html\n\n"
    (result,) = scan(f"From: x@gmail.com\n{rest}{PICTURE * 3}".encode()).messages
    assert severities(result).get("picture-only") == "low"


WORDS = "These words fill a page, and no one is meant to read them. " * 8


@for_each(
    "kind, text, is_told",
    ("html", "<p>Hi</p>" + "<br>" * 60 + WORDS, True),
    ("html", "<p>Hi</p>" + "<p><span>&nbsp;</span></p>\n" * 60 + WORDS, True),
    ("html", f"<p>Hi</p><div style='margin-top: 3000px'>{WORDS}</div>", True),
    ("plain", "Hi" + " \n" * 60 + WORDS, True),
    ("html", "<p>Hi</p>" + "<br>" * 60 + "Ann Lee, Example Inc.", False),
    ("html", "<p>Hi</p>" + "<br>" * 20 + WORDS, False),
    ("html", "<p>Hi</p>" + "<p>x</p>" * 60 + WORDS, False),
    ("html", f"<div style='margin-top: 300px'>{WORDS}</div>", False),
    ("plain", "Hi\n\n" + WORDS.replace(".", ".\n"), False),
)
def test_text_far_below_the_rest_is_low(kind: str, text: str, is_told: bool) -> None:
    octets = f"From: a@b.example.com\nContent-Type: text/{kind}\n\n{text}".encode()
    (result,) = scan(octets).messages
    assert severities(result).get("header-obfuscation") == ("low" if is_told else None)


def test_far_text_does_not_hide_a_message_of_pictures() -> None:
    picture = "<a href='https://bit.ly/x'><img src='a.png'></a>"
    text = f"From: a@b.example.com\nContent-Type: text/html\n\n{picture}"
    (far,) = scan((text + "<br>" * 60 + WORDS).encode()).messages
    (near,) = scan((text + WORDS).encode()).messages
    assert severities(far)["picture-only"] == "medium"
    assert "picture-only" not in severities(near)
