"""The messages of a document: claims, links, and findings."""

import io
import json
import pickle
import zipfile
from email.message import EmailMessage

from tests.documents.compound_files import tnef
from tests.for_each import for_each
from uriinspector import scan
from uriinspector.documents.authentication import claims_of, hops_of
from uriinspector.documents.rules.message_context import MessageContext
from uriinspector.documents.rules.table import ABOUT_MESSAGES, message_findings

NESTED = b"""\
From: Outer <a@outer.example>
To: b@b.example
Subject: outer
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html

<a href="https://one.example/">1</a>
--x
Content-Type: message/rfc822

From: Inner <c@inner.example>
Subject: inner
Content-Type: text/plain

https://two.example/ https://two.example/b
--x
Content-Type: application/pdf; name=invoice.pdf
Content-Disposition: attachment; filename=invoice.pdf

%PDF-1.4
--x
Content-Type: text/plain

https://three.example/
--x--
"""


def test_links_and_parts_belong_to_the_innermost_message() -> None:
    document = scan(NESTED)
    outer, inner = document.messages
    assert [each.part for each in document.messages] == ["1", "1.2"]
    assert [each.value for each in outer.links] == [
        "https://one.example/",
        "https://three.example/",
    ]
    assert [each.value for each in inner.links] == ["https://two.example/", "https://two.example/b"]
    for each in document.messages:
        values = [document.links[number].value for run in each.numbers for number in run]
        assert values == [link.value for link in each.links]
        assert {link.message for link in each.links} == {each.part}
    assert [each.type for each in outer.attachments] == ["message/rfc822", "application/pdf"]
    assert outer.attachments[1].name == "invoice.pdf"
    assert not {each.path for each in outer.parts} & {each.path for each in inner.parts}


def test_each_message_has_its_own_severity_and_sentence() -> None:
    document = scan(NESTED.replace(b"https://two.example/b", b"http://paypal.com@10.0.0.1/"))
    outer, inner = document.messages
    assert outer.severity in {None, "info", "low"}
    assert inner.severity == "high" == document.severity
    assert (
        inner.sentence
        == "Claims to be from inner.example; 1 of 2 clickable web links goes to 10.0.0.1"
    )
    assert pickle.loads(pickle.dumps(inner.report())) == inner.report()
    assert inner.report().links == 2
    assert json.loads(json.dumps(document.to_dict()))["messages"][1]["severity"] == "high"


@for_each(
    "links, told",
    ([], "; no clickable web links"),
    (["a.test"], "; 1 clickable web link to a.test"),
    (["a.test"] * 2, "; 2 clickable web links to a.test"),
    (["a.test"] * 1_200, "; 1,200 clickable web links to a.test"),
    (["b.test", "a.test", "a.test"], "; 2 of 3 clickable web links go to a.test"),
    # The worst site, not the one with the most links.
    (["a.test", "a.test", "user:x@b.test"], "; 1 of 3 clickable web links goes to b.test"),
    # All sites with the worst severity, even that of the sender.
    (["paypal.com@b.test", "a.test", "paypal.com@d.test"],
        "; 2 of 3 clickable web links go to b.test and d.test"),
    (["paypal.com@b.test", "paypal.com@c.test"], "; 2 clickable web links to b.test and c.test"),
    ([*(f"paypal.com@{each}.test" for each in "bdef"), "a.test"],
        "; 4 of 5 clickable web links go to b.test and 3 more sites"),
    (["a.test", "paypal.com@c.test"], "; 1 of 2 clickable web links goes to c.test"),
)  # fmt: skip
def test_message_sentence_names_the_most_important_site(links: list[str], told: str) -> None:
    page = "".join(f'<a href="https://{each}/">x</a>\n' for each in links)
    text = f"From: a@c.test\nContent-Type: text/html\n\n<p>{page}"
    (message,) = scan(text.encode(), name="a.eml").messages
    assert message.sentence == f"Claims to be from c.test{told}"


def test_files_in_an_attached_archive_are_not_the_text_of_the_message() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.html", '<a href="https://user:x@packed.test/">Packed</a>')
    mail = EmailMessage()
    mail["From"] = "a@a.test"
    mail.set_content("Enclosed: https://shown.test/")
    mail.add_attachment(packed.getvalue(), maintype="application", subtype="zip", filename="a.zip")
    (result,) = scan(bytes(mail)).messages
    assert result.context.text.strip() == "Enclosed: https://shown.test/"
    assert result.sentence.endswith("; 1 clickable web link to shown.test")
    # They are still judged.
    assert [each.site for each in result.sites] == ["packed.test", "shown.test"]


def test_text_in_winmail_dat_is_the_text_of_the_message() -> None:
    mail = EmailMessage()
    mail["From"] = "a@a.test"
    mail.set_content("See the attachment.")
    data = tnef({0x1000: "https://shown.test/"})
    mail.add_attachment(data, maintype="application", subtype="ms-tnef", filename="winmail.dat")
    (result,) = scan(bytes(mail)).messages
    assert result.sentence.endswith("; 1 clickable web link to shown.test")


def test_mailbox_has_one_entry_per_message() -> None:
    mailbox = b"From a\nFrom: a@a.example\n\nhttps://a.example/\n\nFrom b\nFrom: b@b.example\n\nx\n"
    document = scan(mailbox, name="x.mbox")
    assert [each.sentence for each in document.messages] == [
        "Claims to be from a.example; 1 clickable web link to a.example",
        "Claims to be from b.example; no clickable web links",
    ]
    assert scan(b"https://a.example/").messages == ()


GOOGLE = (
    "mx.google.com; dkim=pass header.i=@a.example header.s=s1 header.b=Abc; spf=pass (google.com: "
    "domain of x@b.example designates 192.0.2.1 as permitted sender; spf=fail) "
    'smtp.mailfrom="x@b.example"; dmarc=fail (p=REJECT sp=REJECT dis=NONE) header.from=c.example'
)
MICROSOFT = (
    "spf=softfail (sender IP is 192.0.2.1) smtp.mailfrom=b.example; dkim=none (message not signed) "
    "header.d=none;dmarc=fail action=oreject header.from=c.example;compauth=fail reason=000"
)
YAHOO = (
    "atlas.yahoo.example; dkim=unknown; spf=none smtp.mailfrom=b.example; "
    "dmarc=unknown header.from="
)


@for_each(
    "field, expected",
    (GOOGLE, ["dkim=pass a.example", "spf=pass b.example", "dmarc=fail c.example"]),
    (MICROSOFT, ["spf=softfail b.example", "dkim=none None", "dmarc=fail c.example",
        "compauth=fail None"]),
    (YAHOO, ["dkim=unknown None", "spf=none b.example", "dmarc=unknown None"]),
    ("mx.example 1; none", []),
    ("mx.example; dmarc/1 = FAIL (p=none) header.from=c.example.", ["dmarc=fail c.example"]),
    ("", []),
    ("((((", []),
    ("mx.example; spf=pass smtp.mailfrom=<x@b.example>", ["spf=pass b.example"]),
)  # fmt: skip
def test_authentication_results_of_common_receivers_are_parsed(
    field: str, expected: list[str]
) -> None:
    claims = claims_of([("authentication-results", field)])
    assert [f"{each.method}={each.result} {each.domain}" for each in claims] == expected


def test_hops_are_listed_from_the_first_server() -> None:
    fields = (
        "from mx.example (mx.example [IPv6:2001:db8::1]) by in.example with ESMTPS id 1 for "
        "<b@b.example>; Sun, 22 Nov 2026 10:00:30 +0000 (UTC)",
        "by mx.example (Postfix, from userid 33) id 2; Sun, 22 Nov 2026 11:00:20 +0100",
        "from pc (unknown [192.0.2.7]) by relay.example; no date at all",
    )
    first, second, third = hops_of(fields)
    assert (first.host, first.address, first.by, first.date) == (
        *("pc", "192.0.2.7", "relay.example", None),
    )
    assert (second.host, second.by, second.delay) == (None, "mx.example", None)
    assert (third.address, third.protocol, third.delay) == ("2001:db8::1", "ESMTPS", 10)
    assert third.date == "2026-11-22T10:00:30Z"
    assert hops_of(("",))[0].host is None


def test_repeated_fields_and_all_senders_are_reported() -> None:
    text = b"From: a@a.example\nFrom: B <b@b.example>\nSubject: x\nSubject: y\n\nx"
    envelope = scan(text).envelopes[0]
    assert envelope.repeated == ("From", "Subject")
    assert [each.address for each in envelope.senders] == ["a@a.example", "b@b.example"]


ONCE = """
From Sender Reply-To To Cc Subject Date Message-ID Content-Type Content-Transfer-Encoding
Content-Disposition MIME-Version
"""


@for_each("name", *ONCE.split())
def test_repeated_single_field_is_reported(name: str) -> None:
    for text in (f"{name}: x\n{name}: y\n\nx", f"{name}: x\n{name.lower()}: x\n\nx"):
        (envelope,) = scan(text.encode(), name="a.eml").envelopes
        assert envelope.repeated == (name,)


@for_each("name", "Received", "Delivered-To", "X-Date", "Comments", "Bcc")
def test_repeatable_header_fields_are_not_reported(name: str) -> None:
    (envelope,) = scan(f"{name}: x\n{name}: y\n\nx".encode(), name="a.eml").envelopes
    assert envelope.repeated == ()


def test_repeated_fields_are_reported_in_a_fixed_order() -> None:
    text = "".join(f"{name}: x\n" * 2 for name in reversed(ONCE.split()))
    (envelope,) = scan(f"{text}\nx".encode(), name="a.eml").envelopes
    assert envelope.repeated == tuple(ONCE.split())


@for_each(
    "field, host, address, by, protocol",
    ("from a by b with c", "a", None, "b", "c"),
    ("FROM a BY b WITH c", "a", None, "b", "c"),
    ("from a (x (y) [192.0.2.1]) by b", "a", "192.0.2.1", "b", None),
    ("from [192.0.2.1] by b", "[192.0.2.1]", "192.0.2.1", "b", None),
    ("from a ([192.0.2.1.5]) by b", "a", None, "b", None),
    ("from a (v1.192.0.2) (::1) by b", "a", "::1", "b", None),
    ("from a (by x with y) by b with c", "a", None, "b", "c"),
    ("from a by b (with x) with c (by y)", "a", None, "b", "c"),
    ("xfrom a by b", None, None, "b", None),
    ("nearby x with b", None, None, None, "b"),
)
def test_received_header_is_parsed(
    field: str, host: str | None, address: str | None, by: str | None, protocol: str | None
) -> None:
    (hop,) = hops_of((f"{field}; Sun, 22 Nov 2026 10:00:30 +0100",))
    assert (hop.host, hop.address, hop.by, hop.protocol) == (host, address, by, protocol)
    assert (hop.date, hop.delay) == ("2026-11-22T09:00:30Z", None)


def test_hop_delays_are_computed() -> None:
    at = "by x; Sun, 22 Nov 2026 10:00:{} {}".format
    fields = (at("50", "-0000"), "by x; nothing", at("20", "+0000"), at("30", "+0000"))
    assert [each.delay for each in hops_of(fields)] == [None, -10, None, 30]


@for_each(
    "written, date",
    ("22 Nov 2026 10:00:30 +0100", "2026-11-22T09:00:30Z"),
    ("22 Nov 2026 10:00:30", "2026-11-22T10:00:30Z"),
    ("22 Nov 2026 10:00:30 -0000", "2026-11-22T10:00:30Z"),
    # Invalid dates, times, years or zones, and dates before the first or after the last year.
    ("", None), ("yesterday", None), ("31 Feb 2026 10:00:30 +0000", None),
    ("22 Nov 2026 25:00:30 +0000", None),
    ("22 Nov 99999999999999999999 10:00:30 +0000", None),
    ("22 Nov 2026 10:00:30 +9900", None),
    ("1--2 Nov 2026 10:00", None),
    ("31 Dec 9999 23:59:59 -0100", None),
)  # fmt: skip
def test_impossible_date_in_a_received_field_is_none(written: str, date: str | None) -> None:
    (hop,) = hops_of((f"from a by b; {written}",))
    assert (hop.date, hop.by) == (date, "b")


@for_each("size, protocol", (4095, "ccc"), (4096, "ccc"), (4097, "cc"))
def test_received_field_is_read_up_to_4096_characters(size: int, protocol: str) -> None:
    (hop,) = hops_of(("by b ".ljust(size - 8) + "with ccc",))
    assert hop.protocol == protocol


SPOOFED = (
    b"Authentication-Results: mx.test; spf=fail\nFrom: Paypal\n <x@paypal.com>\n"
    b"Reply-To: a@c.test\nSubject: Your account is locked\nfrom: b@d.test\n"
    b"Content-Type: multipart/mixed; boundary=x\n\n--x\n"
    b"Content-Disposition: attachment; filename=a.pdf.exe\n\nMZ\n--x--\n"
)


@for_each(
    "code, written",
    ("authentication-failed", b"Authentication-Results: mx.test; spf=fail"),
    ("reply-elsewhere", b"Reply-To: a@c.test"),
    ("repeated-field", b"from: b@d.test"),
    ("attachment-name", b"MZ"),
)
@for_each("coded", False, True)
def test_message_findings_point_to_their_bytes(code: str, written: bytes, coded: bool) -> None:
    octets = b"From x\nFrom: a@b.example\n\nx\n\nFrom y\n" + SPOOFED
    if coded:
        octets = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
        octets += SPOOFED.replace(b"=", b"=3D")
    message = scan(octets, name="a.eml" if coded else "a.mbox").messages[-1]
    (found,) = [each for each in message.findings if each.code == code]
    place = octets[found.start : found.end]
    assert written in place.replace(b"=3D", b"=")
    assert len(place) <= 2 * len(written)


def test_findings_of_equal_severity_follow_the_rule_order() -> None:
    codes = [each.code for each in scan(SPOOFED, name="a.eml").findings if each.severity == "low"]
    assert codes == sorted(codes, key=[rule.code for rule in ABOUT_MESSAGES].index)


def test_message_findings_without_a_file_have_no_position() -> None:
    other = scan(b"From: paypal.com <x@evil.test>\n\nx\n", name="a.eml").messages[0]
    (alone,) = message_findings(MessageContext(other.envelope))
    assert (alone.code, alone.start, alone.end) == ("sender-name", 0, 0)


def lookalikes(header: str, host: str) -> list[str]:
    text = f"{header}\nSubject: x\nContent-Type: text/html\n\n<a href='https://{host}/'>x</a>"
    (link,) = scan(text.encode()).links
    return [each.severity for each in link.findings if each.code == "lookalike"]


@for_each("field", "From", "To", "Delivered-To", "Reply-To", "Return-Path")
@for_each("domain", "paypa1.com", "paypal-login.com", "rnicrosoft.com")
def test_header_domain_does_not_exempt_its_lookalikes(field: str, domain: str) -> None:
    without = lookalikes("From: a@b.example", domain)
    assert without
    assert lookalikes(f"{field}: service@{domain}", domain) == without
    assert lookalikes(f"{field}: service@login.{domain}", domain) == without


@for_each(
    "header, host, severities",
    ("To: a@mycompany.com", "mycornpany.com", ["medium"]),
    ("To: a@mycompany.com", "mycompany.com", []),
    ("To: a@mycompany.com", "www.mycompany.com", []),
    ("From: a@bahnhofstadt.de", "bahnhofstad.de", ["medium"]),
    ("From: a@xn--mycmpany-c4a.com", "other.example", []),
    # Partners, resellers and namesakes have the same name in their hosts.
    ("From: a@mycompany.com", "mycompany.partner.com", []),
    ("From: a@mycompany.com", "mycompany.net", []),
    ("To: a@abcd.com", "abce.com", []),
    ("From: PayPal <a@paypal.com>", "paypal.com", []),
    # Known names are compared as well.
    ("To: a@paypol.example.com", "paypal.com", []),
)
def test_link_hosts_are_compared_with_the_recipient_domain(
    header: str, host: str, severities: list[str]
) -> None:
    assert lookalikes(header, host) == severities


@for_each(
    "host, message, span",
    ("secure-bahnhofstad.de", 'The host contains "bahnhofstad", which is similar to the name '
                              "bahnhofstadt; the registrable domain of the host is "
                              "secure-bahnhofstad.de.", "secure-bahnhofstad.de"),
    ("bahnhofstatd.de",
        "The name is one typing error away from the name of bahnhofstadt.de; this site may belong "
        "to someone else.",
        "bahnhofstatd.de"),
    ("www.bahnh0fstadt.de",
        "The name swaps similar letters to look like bahnhofstadt.de; this site may belong to "
        "someone else.",
        "bahnh0fstadt.de"),
    # When the domain is written in other letters, the finding covers the whole link.
    ("bahnhofst\xe4dt.de",
        "The name uses lookalike letters to imitate bahnhofstadt.de; this site may belong to "
        "someone else.",
        "https://bahnhofst\xe4dt.de/"),
)  # fmt: skip
def test_lookalikes_of_the_sender_domain_are_reported(host: str, message: str, span: str) -> None:
    header = "From: a@bahnhofstadt.de\nContent-Type: text/html; charset=utf-8"
    (link,) = scan(f"{header}\n\n<a href='https://{host}/'>x</a>".encode()).links
    (found,) = (each for each in link.findings if each.code == "lookalike")
    assert found.message == message
    assert link.value[found.start : found.end] == span
